"""One cell at one step: the facts are those of the law, the possible operators are the allowed keys, and every
clause that is shown is true in the plan."""

from __future__ import annotations

import re
from random import Random

import pytest

from helpers import levelgen
from helpers.levels import drawn
from sokoplan.engines.oracle import search as oracle
from sokoplan.errors import InputError
from sokoplan.learn.cell import (
    Formula,
    clauses_about,
    facts_about,
    ground_rules_about,
    moment,
    operators_about,
    rules_about,
    rules_of,
)
from sokoplan.planning.asp.encodings import encoding_of
from sokoplan.planning.ground import ground
from sokoplan.puzzle.level import KEYS, Level
from sokoplan.puzzle.plan import Plan
from sokoplan.puzzle.rules import begin, play
from sokoplan.views.text import draw

CORRIDOR = "######\n#@ $.#\n######"
HELL = "t\n9\n########\n#H MS D#\n#  KL  #\n########\n"


def solved(make: object, seed: int) -> tuple[Level, Plan]:
    random = Random(seed)
    while True:
        level = make(random)  # type: ignore[operator]
        plan = oracle.search(level).plan
        if plan is not None and len(plan.keys) > 3:
            return level, plan


def test_a_push_and_the_walk_that_it_stops() -> None:
    level = drawn(CORRIDOR)
    now = moment(level, ground(level), Plan("rr"), 1)
    operators = {op.name: op for op in operators_about(now, (1, 3))}
    assert operators["push(1,2,right)"].can
    assert operators["push(1,2,right)"].used
    assert operators["move(1,2,right)"].failed == ("not box(1,3)",)
    assert operators["push(1,2,right)"].changes == ("+player(1,3)", "+box(1,4)", "-player(1,2)", "-box(1,3)")
    names = {fact.name: fact.holds for fact in facts_about(now, (1, 3))}
    assert names == {"floor(1,3)": True, "player(1,3)": False, "box(1,3)": True}
    assert [fact.name for fact in facts_about(now, (0, 0))] == ["wall(0,0)"]


def test_a_clause_says_why_it_is_there() -> None:
    level = drawn(CORRIDOR)
    task = ground(level)
    told = {
        clause.text: clause for clause in clauses_about(Formula(task), moment(level, task, Plan("rr"), 0), (1, 3))
    }
    assert told["box(1,3,t0)"].kind == "start"
    needs = told["box(1,3,t0) | -push(1,2,right,t0)"]
    assert needs.why == "For push(1,2,right), box(1,3) must hold."
    assert set(needs.names) == {"push(1,2,right)", "box(1,3)"}
    assert {clause.why for clause in told.values() if clause.kind == "frame"} >= {
        "Only push(1,1,right) can make box(1,3) true.",
        "Only these 2 operators can make box(1,3) false.",
    }
    corner = clauses_about(Formula(task), moment(level, task, Plan("rr"), 0), (1, 1))
    assert "Nothing can make box(1,1) false." in {clause.why for clause in corner}
    assert {clause.kind for clause in told.values()} >= {"start", "precondition", "effect", "frame", "mutex", "goal"}


@pytest.mark.parametrize("make", [levelgen.sokoban, levelgen.sink, levelgen.hole, levelgen.helltaker])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_everything_that_is_shown_is_so(make: object, seed: int) -> None:
    level, plan = solved(make, seed)
    task = ground(level)
    formula = Formula(task)
    state = begin(level)
    for step in range(len(plan.keys) + 1):
        now = moment(level, task, plan, step)
        allowed = {key for key in KEYS if _allowed(level, state.snapshot(), key)}
        can: set[str] = set()
        for cell in sorted(level.reachable()):
            facts = {fact.name: fact.holds for fact in facts_about(now, cell)}
            assert facts[f"player({cell[0]},{cell[1]})"] == (state.player == cell)
            if f"box({cell[0]},{cell[1]})" in facts:
                assert facts[f"box({cell[0]},{cell[1]})"] == state.box[cell]
            operators = operators_about(now, cell)
            assert all(op.can == (not op.failed) for op in operators)
            can |= {op.key for op in operators if op.can}
            for clause in clauses_about(formula, now, cell):
                assert clause.true, (clause, draw(level))
        assert can == allowed, draw(level)
        if step < len(plan.keys):
            assert now.used is not None
            assert play(level, state, plan.keys[step])[0]


def _allowed(level: Level, position: object, key: str) -> bool:
    state = begin(level)
    state.restore(position)  # type: ignore[arg-type]
    return bool(play(level, state, key)[0])


@pytest.mark.parametrize("picture", [CORRIDOR, HELL])
def test_rules_are_what_the_files_say(picture: str) -> None:
    level = drawn(picture)
    now = moment(level, ground(level), Plan(), 0)
    found = rules_about(level, facts_about(now, level.player), operators_about(now, level.player))
    assert {rule.file for rule in found} >= {encoding_of(level), "mutex.lp"}
    assert all(rule.why and rule.names for rule in found)
    for rule in rules_of(encoding_of(level)):
        assert re.match(r"[a-z:{]", rule.text)
        assert rule.text.endswith(".")
    assert any(rule.text.startswith("player(") for rule in found)


def test_ground_rules_speak_of_the_cell_and_the_step() -> None:
    level = drawn(CORRIDOR)
    task = ground(level)
    found = ground_rules_about(moment(level, task, Plan("rr"), 1), (1, 3))
    assert any(rule.startswith("enters((1,3),right,2) :-") for rule in found)
    assert all("(1,3)" in rule for rule in found)
    assert ground_rules_about(moment(level, task, Plan("rr"), 2), (1, 3)) == []


def test_a_step_that_is_not_there() -> None:
    level = drawn(CORRIDOR)
    with pytest.raises(InputError, match="no step 3: the plan has 2 steps"):
        moment(level, ground(level), Plan("rr"), 3)
    with pytest.raises(InputError, match="key 1"):
        moment(level, ground(level), Plan("u"), 0)
