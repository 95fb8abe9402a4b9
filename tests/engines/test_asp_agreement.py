"""The ASP engine and the oracle, on 300 random small levels a game: the same answer, length and number of plans.

The encodings are a statement of the laws of their own, so this is where the two statements are held together. Each
game's 300 levels are spread over its kinds. The native search, which is a third statement, and SAT are asked about
some of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from random import Random

import pytest

from helpers import levelgen
from sokoplan.engines import ENGINES
from sokoplan.engines.answer import Answer, Budget, Objective, Request
from sokoplan.engines.asp import engine as asp
from sokoplan.engines.oracle import search as oracle
from sokoplan.puzzle.level import Level
from sokoplan.puzzle.plan import Plan
from sokoplan.puzzle.verify import verify
from sokoplan.views.text import draw

Make = Callable[[Random], Level]
# Boards on which the oracle takes milliseconds, and plans can be counted one by one.
SMALL = {"rows": 5, "columns": 6}
MOST_PLANS = 400
OTHERS = {"search": MOST_PLANS, "sat": 20}  # the most plans to count: SAT finds them one by one

KINDS: dict[str, dict[str, Make]] = {
    "sokoban": {
        "plain": lambda random: levelgen.sokoban(random, **SMALL),  # type: ignore[arg-type]
        "spare goals": lambda random: levelgen.sokoban(random, spare_goals=True, **SMALL),
        "each once": lambda random: replace(levelgen.sokoban(random, **SMALL), reading="each-once"),  # type: ignore[arg-type]
    },
    "sink": {
        "sink": lambda random: levelgen.sink(random, rows=4, columns=5),
        "hole": lambda random: levelgen.hole(random, **SMALL),
    },
    "helltaker": {"helltaker": lambda random: levelgen.helltaker(random, **SMALL)},
}


def ask(level: Level, objective: Objective, *, all_plans: bool = False, **options: str) -> Answer:
    return asp.solve(Request(level, objective, all_plans, 3, options), Budget(), lambda progress: None)


def levels(make: Make, number: int, seed: str) -> list[Level]:
    random = Random(seed)
    found: list[Level] = []
    while len(found) < number:
        level = make(random)
        # Every third level may be hopeless; more of them would teach little.
        if len(level.reachable()) > 5 and (len(found) % 3 == 0 or oracle.search(level).plan is not None):
            found.append(level)
    return found


# The last one is kept: a level is compared with ASP, then with the others.
@lru_cache(1)
def best_plan(level: Level, objective: Objective) -> Plan | None:
    return oracle.search(level, objective).plan


@lru_cache(1)
def truth(level: Level, objective: Objective) -> oracle.AllPlans:
    return oracle.all_plans(level, objective, 3)


def value(level: Level, answer: Answer, objective: str) -> tuple[int, ...]:
    """What the answer's plan is worth, judged by the law."""
    assert answer.plan is not None
    verdict = verify(level, answer.plan)
    assert verdict.solved, f"{verdict.why}\n" + "\n".join(draw(level))
    counts = verdict.counts
    if objective == "pushes":
        return (counts.pushes,)
    return {
        "moves": (counts.cost,),
        "moves-pushes": (counts.moves, counts.pushes),
        "pushes-moves": (counts.pushes, counts.moves),
    }[objective]


def compare(level: Level, objective: Objective, **options: str) -> str:
    """One level, one objective: what both say, in a word."""
    picture = "\n".join(draw(level))
    plan = best_plan(level, objective)
    if level.limit is not None:
        options.pop("max-steps", None)  # the limit bounds the horizon
    elif plan is None:
        options = {"max-steps": "6", **options}
    if plan is None:
        answer = ask(level, objective, **options)  # type: ignore[arg-type]
        assert answer.status != "solved", picture
        # Only a limit, or a reason, is a proof; all else must be called unknown.
        assert answer.status == "unsolvable" or (answer.reason == "horizon" and level.limit is None), picture
        return answer.status
    right = value(level, Answer("solved", plan), objective)
    every = None if objective == "pushes" else truth(level, objective)
    counted = every is not None and every.count <= MOST_PLANS
    answer = ask(level, objective, all_plans=counted, **options)
    assert (answer.status, answer.optimal) == ("solved", True), picture
    assert value(level, answer, objective) == right, f"{right} is right\n{picture}"
    if counted and every is not None:
        assert (answer.plans, answer.listed) == (every.count, every.plans), picture
        return "counted"
    return "solved"


@pytest.mark.parametrize("half", [0, 1])
@pytest.mark.parametrize("game", KINDS)
def test_300_levels_a_game(game: str, half: int) -> None:
    """In halves, so that both cores have one. The other engines are asked about every third level."""
    kinds = KINDS[game]
    tally: Counter[str] = Counter()
    for kind, make in kinds.items():
        for number, level in enumerate(levels(make, 300 // len(kinds), f"asp {kind}")[half::2]):
            assert level.game == game
            tally[compare(level, "moves")] += 1
            if number % 3 == 0:
                compare_others(level)
    assert tally.total() == 150
    assert tally["counted"] >= 75
    assert tally["unsolvable"] >= 10
    # So few impossible levels have no small reason that it is worth knowing when there are more.
    assert tally["unknown"] <= 3


def compare_others(level: Level) -> None:
    """What the search and SAT say about the level's moves, held against the oracle."""
    picture = "\n".join(draw(level))
    plan, every = best_plan(level, "moves"), truth(level, "moves")
    for name, most in OTHERS.items():
        engine = ENGINES[name].load()
        if plan is None:
            # SAT cannot tell that longer plans will not do either, unless there is a limit.
            options = {"max-steps": "12"} if name == "sat" and level.limit is None else {}
            answer = engine(Request(level, "moves", options=options), Budget(), lambda progress: None)
            assert answer.status != "solved", picture
            continue
        counted = every.count <= most
        answer = engine(Request(level, "moves", counted, 3), Budget(), lambda progress: None)
        best = value(level, Answer("solved", plan), "moves")
        assert value(level, answer, "moves") == best, f"{name}: {best} is right\n{picture}"
        assert answer.plans == (every.count if counted else None), f"{name}\n{picture}"


@pytest.mark.parametrize("objective", ["pushes", "moves-pushes", "pushes-moves"])
def test_other_objectives(objective: Objective) -> None:
    tally: Counter[str] = Counter()
    for game in ("sokoban", "sink"):
        for kind, make in KINDS[game].items():
            for level in levels(make, 30, f"asp {objective} {kind}"):
                tally[compare(level, objective)] += 1
    assert tally["solved"] + tally["counted"] >= 90


@pytest.mark.parametrize("game", KINDS)
def test_single_shot_says_the_same(game: str) -> None:
    for kind, make in KINDS[game].items():
        for level in levels(make, 12, f"asp single {kind}"):
            found = oracle.search(level)
            horizon = str(len(found.plan.keys) + 2) if found.plan is not None else "6"
            compare(level, "moves", **{"strategy": "single", "max-steps": horizon})


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("objective", ["moves", "pushes", "moves-pushes", "pushes-moves"])
def test_larger_levels(objective: Objective) -> None:
    makers: tuple[Make, ...] = (
        levelgen.sokoban,
        lambda random: levelgen.sokoban(random, spare_goals=True),
        lambda random: replace(levelgen.sokoban(random), reading="each-once"),
        levelgen.sink,
        levelgen.hole,
        *([levelgen.helltaker] if objective == "moves" else []),
    )
    for number, make in enumerate(makers):
        for level in levels(make, 100, f"asp large {number}"):
            compare(level, objective)
