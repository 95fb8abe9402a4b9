"""The last chapter: the plan, key by key, or why there is none; and what is proved of it."""

from __future__ import annotations

from sokoplan.learn.lesson.chapter import Chapter, Listing
from sokoplan.puzzle.level import count
from sokoplan.puzzle.plan import Counts, Plan
from sokoplan.puzzle.replay import steps
from sokoplan.solving.ask import Result
from sokoplan.views.text import framed


def chapter(result: Result) -> Chapter:
    answer, counts = result.answer, result.counts
    if answer.plan is None or counts is None:
        looked = f"looked at {count(answer.nodes, 'position')}" if answer.nodes else "needed to look no further"
        words = (
            "There is no plan. A formula for T steps can only say that none has T steps, whatever T is; that none "
            f"has any length was proved by {result.engine}, which {looked}."
        )
        return Chapter("No plan", words)
    words = (
        f"{_best(result, counts)} "
        f"The judge, who knows nothing but the law, has played it to the end. That no plan is better was proved by "
        f"{result.engine}; a SAT solver proves it by refuting the formula of every smaller number of steps "
        "(`sokoplan solve --engine sat --certificate FOLDER` writes that proof down for others to check)."
    )
    lines: list[str] = []
    for step in steps(result.level, Plan(answer.plan.keys)):
        lines += ["", f"{step.number}. {step.letter}"]
        lines += framed(result.level, step.state.snapshot())
    return Chapter(
        "The plan",
        words,
        (
            Listing.of(_NOTATION[result.level.law.capitals], [result.lurd], whole=True),
            Listing.of("board by board", lines[1:], whole=True),
        ),
    )


_NOTATION = {True: "LURD; a capital pushes", False: "the keys"}


def _best(result: Result, counts: Counts) -> str:
    if result.level.law.measure == "cost":
        return (
            f"The cheapest plan costs {counts.cost}: {count(counts.moves, 'key')}, {count(counts.pushes, 'kick')} "
            f"among them, and {count(counts.cost - counts.moves, 'forced step')}. The limit is {result.level.limit}."
        )
    pushes = "push" if counts.pushes == 1 else "pushes"
    return f"The shortest plan has {count(counts.moves, 'move')}, {counts.pushes} {pushes} among them."
