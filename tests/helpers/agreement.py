"""Every engine, every algorithm, one level: do they say the same?

Comes in:  a small level.     Goes out: sentences, one for each disagreement; and the level made as small as it can be
while they still disagree.

The oracle knows nothing but the law, so it is right. What the others are asked: `any`, the four objectives, and how
many plans there are by each objective that they can count for; the search by each of its algorithms, SAT by both
encodings and all strategies, ASP by both strategies.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from sokoplan.engines import ENGINES
from sokoplan.engines.answer import Answer, Budget, Objective, Request
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


def questions(level: Level) -> Iterator[Question]:
    """What can be asked of this level."""
    yield Question("search", "moves")
    yield Question("sat", "moves")
    yield Question("sat", "moves", (("variables", "operators"), ("strategy", "fresh")))
    yield Question("asp", "moves")
    yield Question("asp", "moves", _SINGLE)
    yield Question("asp", "moves", (("strategy", "multi"),))
    yield from _countings(level)
    if level.game == "helltaker":
        return
    yield Question("sat", "pushes", (("strategy", "binary"),))
    yield Question("sat", "pushes-moves", (("strategy", "ramp"),))
    yield Question("asp", "pushes")
    yield Question("asp", "pushes", _SINGLE)
    yield Question("asp", "moves-pushes")
    yield Question("asp", "pushes-moves", _SINGLE)
    if level.reading == "each-once":
        return
    yield Question("search", "any")
    yield from (Question("search", "any", alone) for alone in _strategies_alone(level))
    yield Question("search", "pushes")
    yield Question("search", "pushes", (("ida", "true"),))
    yield Question("search", "moves-pushes")
    yield Question("search", "pushes-moves")


def _strategies_alone(level: Level) -> Iterator[tuple[tuple[str, str], ...]]:
    """Every strategy of the search for any plan without the others, on one thread; and all of them in turn on it."""
    names = ["backward", "features", "packing"]
    yield (("threads", "1"),)
    for only in [*names, None]:
        yield (("threads", "1"), *((name, "false") for name in names if name != only))


def _countings(level: Level) -> Iterator[Question]:
    """Walking is free under `pushes`, so there are infinitely many plans."""
    for engine in MOST_PLANS:
        for objective in _objectives(level):
            if objective != "pushes" and not ENGINES[engine].refusal(Request(level, objective, all_plans=True)):
                yield Question(engine, objective, all_plans=True)
                if engine == "asp":
                    yield Question(engine, objective, _SINGLE, all_plans=True)


def disagreements(level: Level, ask: Ask = ask) -> list[str]:
    """What an engine says that the oracle does not."""
    right = {objective: oracle.search(level, objective) for objective in _objectives(level)}
    counted: dict[Objective, int] = {}
    told = []
    for question in questions(level):
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
            told.append(f"{question}: {wrong}")
    return told


def _is_long(level: Level, question: Question, right: oracle.Cheapest) -> bool:
    """Whether the fewest steps within one large horizon would take the tests' whole time to find."""
    return _SINGLE[0] in question.options and right.plan is not None and len(right.plan.keys) > MOST_STEPS


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


def examine(level: Level, ask: Ask = ask, folder: Path = FOUND) -> list[str]:
    """The disagreements; a level that has any is stored, as small as it can be."""
    told = disagreements(level, ask)
    if not told:
        return []
    # The same question must still be answered wrong: else one mistake would slide into another.
    wrong = {line.split(":")[0] for line in told}
    small = shrunk(level, lambda smaller: any(line.split(":")[0] in wrong for line in disagreements(smaller, ask)))
    told = disagreements(small, ask)
    picture = draw(small)
    # Named after the first question that was answered wrong, and drawn: whoever opens it sees what it is about.
    name = re.sub(r"\W+", "-", told[0].partition(":")[0]).strip("-")
    named = replace(small, title=name, comments=(*told, *picture))
    (folder / f"{name}-{small.width}x{small.height}.json").write_text(level_to_json(named))
    return ["\n".join(picture), *told]
