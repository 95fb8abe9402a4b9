"""Every engine, every algorithm, one level: do they say the same?

Comes in:  a small level.     Goes out: sentences, one for each disagreement; and the level made as small as it can be
while they still disagree.

The oracle knows nothing but the law, so it is right. What the others are asked: all five objectives, and how many
plans there are by each objective that they can count for; the search by each of its algorithms, on one thread and on
two, and with each of its switches turned; SAT by all strategies, both sets of variables and both planning models; ASP
by all strategies, on one thread and on two. What an engine refuses is not asked.

That is some 430 questions of a Sokoban level. `questions` are all of them, and `some_questions` what a level of a
long run is asked: every strategy of every engine, each in one way that dice choose.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random

from sokoplan.engines import ENGINES
from sokoplan.engines.answer import OBJECTIVES, Answer, Budget, Objective, Request
from sokoplan.engines.options import find, refusal
from sokoplan.engines.options.search import Switch, core_table
from sokoplan.engines.oracle import search as oracle
from sokoplan.errors import InputError
from sokoplan.puzzle.formats.json import level_to_json
from sokoplan.puzzle.level import PIECES, Level
from sokoplan.puzzle.verify import verify
from sokoplan.views.text import draw

FOUND = Path(__file__).parents[1] / "agreement" / "found"  # every level that two engines ever disagreed on
_PIECES = [piece.field for piece in PIECES]
MOST_PLANS = {"search": 10**9, "asp": 200, "sat": 20}  # more are not counted: they are found one by one
MOST_STEPS = 25  # of a plan that ASP looks for at one horizon
_SINGLE = (("strategy", "single"),)
_ONE_THREAD, _TWO_THREADS = (("threads", "1"),), (("threads", "2"),)
TURNED = 8  # switches of the search that a level of a long run is asked about
_TOO_SHORT = 4  # horizons that SAT and ASP refute where there is no plan at any

Ask = Callable[[str, Request], Answer]


@dataclass(frozen=True)
class Question:
    engine: str
    objective: Objective
    options: tuple[tuple[str, str], ...] = ()
    all_plans: bool = False

    def __str__(self) -> str:
        ways = "".join(f", {name} {value}" for name, value in self.options)
        return f"{self.engine} ({self.objective}{', all plans' if self.all_plans else ''}{ways})"


def ask(engine: str, request: Request) -> Answer:
    return ENGINES[engine].load()(request, Budget(), lambda progress: None)


def questions(level: Level) -> list[Question]:
    """Everything that can be asked of this level."""
    everything = [question for group in (*_groups(), _turned()) for question in group]
    return [question for question in everything if _allowed(level, question)]


def some_questions(level: Level, dice: Random, logic: int | None = None) -> list[Question]:
    """One question of each group, and `TURNED` of the search's switches: all of them take their turn. `logic`: only
    so many of SAT and ASP, which take most of the time."""

    def chosen(group: Sequence[Question], number: int) -> Iterator[Question]:
        in_turn = dice.sample(group, len(group))
        return islice((question for question in in_turn if _allowed(level, question)), number)

    each = [question for group in _groups() for question in chosen(group, 1)]
    if logic is not None:
        slow = [question for question in each if question.engine != "search"]
        left_out = set(dice.sample(slow, max(0, len(slow) - logic)))
        each = [question for question in each if question not in left_out]
    return [*each, *chosen(_turned(), TURNED)]


@cache
def _groups() -> tuple[tuple[Question, ...], ...]:
    """Questions that are alike: one strategy of one engine, in all the ways it can be asked."""
    # The search answers in a fraction of the time of the others, so each of its algorithms is a group.
    ways = [(), _ONE_THREAD, (("ida", "true"),)]
    groups = [[Question("search", objective, way)] for objective in OBJECTIVES for way in ways]
    groups += [[Question("search", "any", way)] for way in _strategies_alone()]
    for strategy in find("sat", "strategy").values:
        groups.append([Question("sat", objective, way) for objective in OBJECTIVES for way in _sat_ways(strategy)])
    for strategy in find("asp", "strategy").values:
        groups.append([Question("asp", objective, way) for objective in OBJECTIVES for way in _asp_ways(strategy)])
    # Walking is free under `pushes`, so there are infinitely many plans.
    counted: list[Objective] = ["moves", "moves-pushes", "pushes-moves"]
    groups.append([Question("search", "moves", all_plans=True)])
    groups.append([Question("sat", objective, all_plans=True) for objective in counted])
    groups.append([Question("asp", objective, way, all_plans=True) for way in ((), _SINGLE) for objective in counted])
    return tuple(map(tuple, groups))


def _allowed(level: Level, question: Question) -> bool:
    if level.game == "helltaker" and question.objective != "moves":
        return False
    request = Request(level, question.objective, question.all_plans, options=dict(question.options))
    if ENGINES[question.engine].refusal(request):
        return False
    return not any(refusal(question.engine, name, text, request) for name, text in question.options)


def _strategies_alone() -> Iterator[tuple[tuple[str, str], ...]]:
    """Every strategy of the search for any plan without the others, on one thread; and two of them on two."""
    names = ["backward", "features", "packing"]
    yield _TWO_THREADS
    for only in [*names, None]:
        yield (*_ONE_THREAD, *((name, "false") for name in names if name != only))
        yield (*_TWO_THREADS, *((name, "false") for name in names if name == only))


@cache
def _turned() -> tuple[Question, ...]:
    """The search with one switch turned from its default, or a number at its end."""
    return tuple(
        Question("search", objective, (*_needed(switch), (switch.name, value)))
        for switch in core_table()
        for value in _other_values(switch)
        for objective in OBJECTIVES
    )


def _other_values(switch: Switch) -> list[str]:
    numbers = range(switch.most + 1) if switch.most <= 16 else (switch.least, 1, 2)
    values = list(map(str, numbers)) if switch.is_number else ["true", "false"]
    return [value for value in values if value != switch.default]


def _needed(switch: Switch) -> tuple[tuple[str, str], ...]:
    return (("blocklist_number", "2"),) if switch.needs == "blocklist_number" else ()


def _sat_ways(strategy: str) -> Iterator[tuple[tuple[str, str], ...]]:
    chosen = ("strategy", strategy)
    yield (chosen,)
    yield (chosen, ("variables", "operators"))
    yield (chosen, ("encoding", "named-crates"))


def _asp_ways(strategy: str) -> Iterator[tuple[tuple[str, str], ...]]:
    chosen = ("strategy", strategy)
    yield (chosen,)
    yield (chosen, ("threads", "2"))


def disagreements(level: Level, ask: Ask = ask, asked: Iterable[Question] | None = None) -> dict[Question, str]:
    """What an engine says that the oracle does not, by the question."""
    right = {objective: oracle.search(level, objective) for objective in _objectives(level)}
    counted: dict[Objective, int] = {}
    told = {}
    for question in questions(level) if asked is None else asked:
        found = right["moves" if question.objective == "any" else question.objective]
        if _is_long(level, question, found):
            continue
        plans = 0
        if question.all_plans:
            if question.objective not in counted:
                counted[question.objective] = oracle.all_plans(level, question.objective).count
            plans = counted[question.objective]
            if not plans or plans > MOST_PLANS[question.engine]:
                continue
        wrong = _wrong(level, question, found, plans, ask)
        if wrong:
            told[question] = wrong
    return told


def _is_long(level: Level, question: Question, right: oracle.Cheapest) -> bool:
    """Whether it would take the whole time: to find the fewest steps within one large horizon, and by the model
    with named crates, which knows nothing of deadlocks."""
    slow = {_SINGLE[0], ("encoding", "named-crates")}.intersection(question.options)
    return bool(slow) and right.plan is not None and len(right.plan.keys) > MOST_STEPS


def _objectives(level: Level) -> tuple[Objective, ...]:
    return ("moves",) if level.game == "helltaker" else ("moves", "pushes", "moves-pushes", "pushes-moves")


def _wrong(level: Level, question: Question, right: oracle.Cheapest, plans: int, ask: Ask) -> str:
    options = dict(question.options)
    if level.limit is None and question.engine in ("sat", "asp"):
        if right.plan is None:
            options["max-steps"] = str(_TOO_SHORT)
        elif _SINGLE[0] in question.options:
            options["max-steps"] = str(len(right.plan.keys) + 1)
    try:
        answer = ask(question.engine, Request(level, question.objective, question.all_plans, 0, options))
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    if right.plan is None:
        return _wrong_of_none(level, question, answer)
    if answer.status != "solved" or answer.plan is None:
        return f"says {answer.status} ({answer.reason}), and there is a plan: {right.plan.keys}"
    verdict = verify(level, answer.plan)
    if not verdict.solved:
        return f"its plan is none: {verdict.why}"
    if question.all_plans and answer.plans != plans:
        return f"counts {answer.plans} plans, and there are {plans}"
    if question.objective == "any":
        return ""
    best = verify(level, right.plan).counts
    ours, theirs = (_value(counts, question.objective) for counts in (best, verdict.counts))
    if theirs != ours:
        return f"its plan is worth {theirs}, and the best is {ours}"
    if answer.bound is not None and answer.bound > ours[0]:
        return f"says that no plan costs less than {answer.bound}, and the best costs {ours[0]}"
    return "" if answer.optimal else "does not know that its plan is the best"


def _wrong_of_none(level: Level, question: Question, answer: Answer) -> str:
    if answer.status == "solved":
        return "has a plan, and there is none"
    proves = question.engine == "search" or level.limit is not None
    return (
        f"says {answer.status} where it can prove that there is none" if proves and answer.status == "unknown" else ""
    )


def _value(counts: object, objective: str) -> tuple[int, ...]:
    return tuple(getattr(counts, {"moves": "cost"}.get(word, word)) for word in objective.split("-"))


# --- making it small ------------------------------------------------------------------------------------------


def shrunk(level: Level, still: Callable[[Level], bool]) -> Level:
    """The level with everything taken away that `still` does not need; each step is a legal level."""
    found = True
    while found:
        found = False
        for smaller in _smaller(level):
            if still(smaller):
                level, found = smaller, True
                break
    return level


def _smaller(level: Level) -> Iterator[Level]:
    """One thing less: a piece gone, a box gone together with a goal, a floor cell walled up, a lower limit."""
    for name in _PIECES:
        for cell in sorted(getattr(level, name)):
            yield from _legal(level, **{name: getattr(level, name) - {cell}})
    for box in sorted(level.boxes):
        for name in ("goals", "holes"):
            for cell in sorted(getattr(level, name)):
                yield from _legal(level, boxes=level.boxes - {box}, **{name: getattr(level, name) - {cell}})
    taken = {level.player}.union(*(getattr(level, name) for name in _PIECES))
    for cell in level.floor():
        if cell not in taken:
            yield from _legal(level, walls=level.walls | {cell})
    if level.limit:
        yield from _legal(level, limit=level.limit - 1)


def _legal(level: Level, **changes: object) -> Iterator[Level]:
    try:
        yield replace(level, **changes)  # type: ignore[arg-type]
    except InputError:
        return


def examine(level: Level, ask: Ask = ask, folder: Path = FOUND, asked: Iterable[Question] | None = None) -> list[str]:
    """The disagreements; a level that has any is stored, as small as it can be."""
    wrong = disagreements(level, ask, asked)
    if not wrong:
        return []

    def again(smaller: Level) -> dict[Question, str]:
        # The same question must still be answered wrong: else one mistake would slide into another.
        return disagreements(smaller, ask, [question for question in wrong if _allowed(smaller, question)])

    small = shrunk(level, lambda smaller: bool(again(smaller)))
    told = [f"{question}: {sentence}" for question, sentence in again(small).items()]
    picture = draw(small)
    # Named after the first question that was answered wrong, and drawn: whoever opens it sees what it is about.
    name = re.sub(r"\W+", "-", told[0].partition(":")[0]).strip("-")
    named = replace(small, title=name, comments=(*told, *picture))
    (folder / f"{name}-{small.width}x{small.height}.json").write_text(level_to_json(named))
    return ["\n".join(picture), *told]
