"""The last chapter: the plan, key by key, and why no plan is better; or the proof that there is none."""

from __future__ import annotations

from sokoplan.learn.lesson.chapter import Chapter, Listing
from sokoplan.puzzle.level import count
from sokoplan.puzzle.plan import Counts, Plan
from sokoplan.puzzle.replay import steps
from sokoplan.solving.result import Result
from sokoplan.views.text import framed


def chapter(result: Result) -> Chapter:
    answer, counts = result.answer, result.counts
    if answer.plan is None or counts is None:
        looked = f" after {count(answer.nodes, 'position')}" if answer.nodes else ""
        words = (
            f"There is no plan: that was proved by {result.engine}{looked}. A formula for T steps could only "
            "show that no plan has T steps."
        )
        return Chapter("No plan", words)
    words = (
        f"{_best(result, counts)} "
        f"It was checked by playing it with the rules above. That no plan is better was proved by {result.engine}. "
        "A SAT solver proves it by refuting the formula of every smaller number of steps; "
        "`sokoplan solve --engine sat --certificate FOLDER` writes that proof to files that others can check."
    )
    lines: list[str] = []
    for step in steps(result.level, Plan(answer.plan.keys)):
        lines += ["", f"{step.number}. {step.letter}"]
        lines += framed(result.level, step.state.snapshot(), first=0)
    return Chapter(
        "The plan",
        words,
        (
            Listing.of(_NOTATION[result.level.law.capitals], [result.lurd], whole=True),
            Listing.of("board by board", lines[1:], whole=True),
        ),
        (result.level, answer.plan),
    )


_NOTATION = {True: "LURD; a capital is a push", False: "the keys"}


def _best(result: Result, counts: Counts) -> str:
    if result.level.law.measure == "cost":
        return (
            f"The cheapest plan costs {counts.cost}: {count(counts.moves, 'key')}, including "
            f"{count(counts.pushes, 'kick')}, and {count(counts.cost - counts.moves, 'forced step')}. "
            f"The limit is {result.level.limit}."
        )
    return f"The shortest plan has {count(counts.moves, 'move')}, including {count(counts.pushes, 'push')}."
