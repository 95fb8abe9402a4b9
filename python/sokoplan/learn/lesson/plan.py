"""The last chapter: the plan, key by key, or why there is none; and what is proved of it."""

from __future__ import annotations

from sokoplan.learn.lesson.chapter import Chapter, Listing
from sokoplan.puzzle.level import count
from sokoplan.puzzle.notation import steps
from sokoplan.puzzle.plan import Counts, Plan
from sokoplan.solving.result import Result
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
    for number, step in enumerate(steps(result.level, Plan(answer.plan.keys)), start=1):
        lines += ["", f"{number}. {step.key.upper() if step.deed == 'push' else step.key}"]
        lines += framed(result.level, step.state.snapshot())
    return Chapter(
        "The plan",
        words,
        (
            Listing.of(_NOTATION[result.level.game == "helltaker"], [result.lurd], whole=True),
            Listing.of("board by board", lines[1:], whole=True),
        ),
    )


_NOTATION = {False: "LURD; a capital pushes", True: "the keys"}


def _best(result: Result, counts: Counts) -> str:
    if result.level.game == "helltaker":
        return (
            f"The cheapest plan costs {counts.cost}: {count(counts.moves, 'key')}, {count(counts.pushes, 'kick')} "
            f"among them, and {count(counts.cost - counts.moves, 'forced step')}. The limit is {result.level.limit}."
        )
    pushes = "push" if counts.pushes == 1 else "pushes"
    return f"The shortest plan has {count(counts.moves, 'move')}, {counts.pushes} {pushes} among them."
