"""The model with named crates: a valid Task that has the same shortest plans as ours."""

from __future__ import annotations

from pathlib import Path

import pytest

from helpers.levels import drawn
from sokoplan.cli import run
from sokoplan.engines.answer import Budget, Objective, Request
from sokoplan.engines.sat.engine import solve
from sokoplan.planning.named_crates import named_crates
from sokoplan.planning.task import fact_name
from sokoplan.puzzle.level import Level
from sokoplan.puzzle.verify import verify

SAMPLE = "######\n#s   #\n#CCCX#\n#X   #\n######"
# The crate has to go on from one goal to the next: the report's own precondition would forbid that.
ROW = "#######\n#@$.. #\n#  $  #\n#     #\n#######"
BACK = "######\n#    #\n# @* #\n# .$ #\n#    #\n######"


@pytest.mark.parametrize("text", [SAMPLE, ROW, BACK])
def test_it_is_a_valid_task_in_the_words_of_the_report(text: str) -> None:
    task = named_crates(drawn(text))
    task.validate()
    assert {fact_name(fact).partition("(")[0] for fact in task.facts} == {
        "playerAt", "boxAt", "emptyCell", "reachedGoal",
    }  # fmt: skip
    assert {operator.name.partition("(")[0] for operator in task.operators} == {"move", "push", "pushToGoal"}


@pytest.mark.parametrize("text", [SAMPLE, ROW, BACK])
@pytest.mark.parametrize("amo", ["ladder", "pairwise"])
def test_its_plans_are_as_short_as_ours(text: str, amo: str) -> None:
    level = drawn(text)
    ours = ask(level, "moves")
    theirs = ask(level, "moves", encoding="named-crates", amo=amo, strategy="fresh", **{"sat-solver": "minisat22"})
    assert theirs == ours


def test_of_the_shortest_plans_one_with_the_fewest_pushes() -> None:
    level = drawn(BACK)
    assert ask(level, "moves-pushes", encoding="named-crates") == ask(level, "moves-pushes")


def test_it_reads_in_the_words_of_the_report(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    level, readable = tmp_path / "level.txt", tmp_path / "formula.txt"
    level.write_text("#####\n#@$.#\n#####\n", encoding="utf-8")
    asked = ["solve", str(level), "-e", "sat", "--encoding", "named-crates", "--write-readable", str(readable)]
    assert run(asked) == 0
    text = readable.read_text(encoding="utf-8")
    assert "-pushToGoal(1,1,1,1,2,1,3,t0) | reachedGoal(1,t1)" in text
    assert "# Preconditions of the actions\n" in text
    assert run([*asked, "--objective", "pushes"]) == 33
    assert "--encoding has no effect for the objective pushes" in capsys.readouterr().err


def ask(level: Level, objective: Objective, **options: str) -> tuple[int, int]:
    answer = solve(Request(level, objective, options=options), Budget(), lambda progress: None)
    assert answer.plan is not None
    assert answer.optimal
    counts = verify(level, answer.plan).counts
    return counts.moves, counts.pushes if "-" in objective else 0
