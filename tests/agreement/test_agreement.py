"""Oracle, search, SAT and ASP on the same random levels: no disagreement on solvability, optimum, number of plans.

300 levels here, and 10,000 in `make test-long`. A level on which two of them disagree is made as small as it can be
and stored in `found/`; what lies there is asked again in every run.
"""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from helpers.agreement import FOUND, Ask, Question, ask, disagreements, examine, questions, some_questions
from helpers.agreement_levels import KINDS, levels
from helpers.levels import drawn
from sokoplan.engines.answer import Answer, Request
from sokoplan.engines.oracle import search as oracle
from sokoplan.lab.variants import variants
from sokoplan.puzzle.formats.json import level_from_json
from sokoplan.puzzle.plan import Plan
from sokoplan.system.process import cores

PARTS = 6
ROOM = "######\n#@ $.#\n#    #\n######\n"


def share(seed: str, number: int) -> tuple[list[str], Counter[str]]:
    """One worker's part: what went wrong, and what there was."""
    told: list[str] = []
    tally: Counter[str] = Counter()
    dice = Random(seed)
    for level in levels(number, seed):
        told += examine(level, asked=some_questions(level, dice))
        tally[level.game] += 1
        tally["solved" if oracle.search(level).plan is not None else "none"] += 1
    return told, tally


@pytest.mark.parametrize("part", range(PARTS))
def test_300_levels(part: int) -> None:
    """In parts, so that both cores have some."""
    told, tally = share(f"three hundred, part {part}", 300 // PARTS)
    assert told == []
    assert min(tally[game] for game in ("sokoban", "sink", "helltaker")) >= 10
    assert min(tally["solved"], tally["none"]) >= 10


@pytest.mark.long
@pytest.mark.timeout(3 * 3600)
def test_10_000_levels() -> None:
    parts = 100
    with ProcessPoolExecutor(cores()) as pool:
        results = list(pool.map(share, (f"part {part}" for part in range(parts)), [10_000 // parts] * parts))
    tally = sum((tally for _, tally in results), Counter[str]())
    print(dict(tally))
    assert [line for told, _ in results for line in told] == []
    assert tally["solved"] + tally["none"] == 10_000


def test_what_was_found_before() -> None:
    told = {path.name: disagreements(level_from_json(path.read_text())) for path in FOUND.glob("*.json")}
    assert {name: lines for name, lines in told.items() if lines} == {}


def test_every_kind_gives_levels() -> None:
    made = list(levels(3 * len(KINDS), "kinds"))
    assert {level.game for level in made} == {"sokoban", "sink", "helltaker"}
    assert any(level.reading == "each-once" for level in made)
    assert any(level.holes for level in made)


def no_way_down(engine: str, request: Request) -> Answer:
    """ASP believes that nobody can go down."""
    answer = ask(engine, request)
    down = engine == "asp" and answer.plan is not None and "d" in answer.plan.keys
    return Answer("unsolvable") if down else answer


def one_key_short(engine: str, request: Request) -> Answer:
    """The search stops before the end."""
    answer = ask(engine, request)
    if engine == "search" and request.objective == "any" and answer.plan is not None:
        return Answer("solved", Plan(answer.plan.keys[:-1]))
    return answer


def too_many(engine: str, request: Request) -> Answer:
    """SAT counts one plan twice."""
    answer = ask(engine, request)
    return replace(answer, plans=answer.plans + 1) if engine == "sat" and answer.plans else answer


def one_lost(engine: str, request: Request) -> Answer:
    """ASP by one horizon loses a plan, where moves are counted after pushes."""
    answer = ask(engine, request)
    lost = request.objective == "pushes-moves" and request.options.get("strategy") == "single"
    return replace(answer, plans=answer.plans - 1) if lost and answer.plans else answer


def test_every_way_of_every_engine_is_asked() -> None:
    """Who takes part in `sokoplan compare` is held against the oracle here."""
    asked = {(question.engine, way) for question in questions(drawn(ROOM)) for way in ways_of(question)}
    assert {(one.engine, one.way) for one in variants() if one.engine != "oracle"} - asked == set()
    counted = {(question.engine, question.objective) for question in questions(drawn(ROOM)) if question.all_plans}
    formulas = {
        (engine, objective) for engine in ("asp", "sat") for objective in ("moves", "moves-pushes", "pushes-moves")
    }
    assert counted == {("search", "moves"), *formulas}


def ways_of(question: Question) -> set[str]:
    """As `lab.variants` calls them; without a strategy, an engine's first."""
    options = dict(question.options)
    first = {"search": "", "sat": "deepen", "asp": "below"}[question.engine]
    return {"ida"} if "ida" in options else {options.get("strategy", first)}


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (no_way_down, "asp (moves, strategy below): says unsolvable"),
        (one_key_short, "search (any): its plan is none"),
        (too_many, "sat (moves, all plans): counts"),
        (one_lost, "asp (pushes-moves, all plans, strategy single): counts"),
    ],
)
def test_a_wrong_engine_is_found_out_and_the_level_made_small(wrong: Ask, words: str, tmp_path: Path) -> None:
    told: list[str] = []
    for level in levels(40, "wrong"):
        asked = [question for question in questions(level) if str(question) == words.partition(":")[0]]
        told += examine(level, wrong, tmp_path, asked)
        if any(line.startswith(words) for line in told):
            break
    assert any(line.startswith(words) for line in told)
    stored = [level_from_json(path.read_text()) for path in tmp_path.glob("*.json")]
    assert min(len(list(level.floor())) for level in stored) <= 6
    assert all(disagreements(level, wrong) for level in stored)
    assert not any(disagreements(level) for level in stored)
