"""The ASP engine: encodings that plain clingo runs, the files that can be left out, limits, and levels of record."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from helpers import levelgen
from helpers.command import COMMAND, children_of, cpu_seconds, sokoplan, wait_for
from helpers.crowded import crowded, least
from helpers.levels import SHARED, drawn
from sokoplan.engines.answer import Answer, Budget, Objective, Progress, Request
from sokoplan.engines.asp import engine as asp
from sokoplan.engines.asp.program import Program
from sokoplan.engines.clock import Clock
from sokoplan.engines.dead_pairs import dead_pairs
from sokoplan.engines.oracle import search as oracle
from sokoplan.planning.asp.encodings import FOLDER
from sokoplan.planning.asp.facts import facts
from sokoplan.planning.asp.known import known_keys, known_pushes
from sokoplan.planning.asp.unroll import unrolled
from sokoplan.planning.export import EXPORTS
from sokoplan.puzzle.level import Level
from sokoplan.puzzle.library import bundled, open_levels
from sokoplan.puzzle.verify import verify
from sokoplan.solving.solve import solve

MICROBAN_1 = drawn(
    """
    ####
    # .#
    #  ###
    #*@  #
    #  $ #
    #  ###
    ####
    """
)
HELL = drawn(
    """
    a small hell
    9
    #######
    #H M D#
    # B   #
    #  S T#
    #######
    """
)


def ask(level: Level, objective: Objective = "moves", budget: Budget | None = None, **options: str) -> Answer:
    return asp.solve(Request(level, objective, options=options), budget or Budget(), lambda progress: None)


def clingo(folder: Path, level: Level, *arguments: str) -> str:
    """clingo as from the shell, on what `export --to lp` writes."""
    (folder / "level.lp").write_text(EXPORTS["lp"].files(level)["level.lp"])
    command = [sys.executable, "-m", "clingo", "level.lp", *arguments]
    return subprocess.run(command, cwd=folder, text=True, capture_output=True, timeout=60, check=False).stdout


def encoding(*names: str) -> list[str]:
    return [str(FOLDER / name) for name in names]


# --- the encodings by themselves ------------------------------------------------------------------------------


def test_push_lp_runs_stand_alone(tmp_path: Path) -> None:
    level = drawn("######\n#@$ .#\n######")
    printed = clingo(tmp_path, level, *encoding("push.lp"), "-c", "horizon=20")
    assert "do(right,1) do(right,2)\n" in printed
    assert "do(right,3)" not in printed
    assert "UNSATISFIABLE" in clingo(tmp_path, level, *encoding("push.lp"), "-c", "horizon=1")


def test_pushes_lp_runs_stand_alone(tmp_path: Path) -> None:
    printed = clingo(tmp_path, drawn("#######\n#@ $ .#\n#######"), *encoding("pushes.lp"), "-c", "horizon=9")
    assert "do(push((1,3),right),1) do(push((1,4),right),2)\n" in printed


def test_kick_lp_counts_plans_stand_alone(tmp_path: Path) -> None:
    printed = clingo(tmp_path, HELL, *encoding("kick.lp"), "-c", f"horizon={HELL.limit}", "0", "-q")
    number = oracle.all_plans(HELL).count
    assert number > 1
    assert f"Models       : {number}\n" in printed


@pytest.mark.parametrize(
    "files",
    [("push.lp",), ("push.lp", "mutex.lp"), ("push.lp", "deadlock.lp"), ("push.lp", "mutex.lp", "deadlock.lp")],
)
def test_what_can_be_left_out_changes_no_plan(files: tuple[str, ...]) -> None:
    """Every file together with the law gives exactly the law's plans: all within the optimum and one more."""
    random = Random("left out")
    makers = (
        levelgen.sokoban,
        lambda random: levelgen.sokoban(random, spare_goals=True),
        lambda random: replace(levelgen.sokoban(random), reading="each-once"),
        lambda random: levelgen.sink(random, rows=4, columns=5),
        levelgen.hole,
    )
    compared = 0
    while compared < 40:
        level = makers[compared % 5](random)
        found = oracle.search(level)
        if found.cost is None or found.cost > 12:
            continue
        compared += 1
        assert plans(files, level, found.cost + 1) == plans(("push.lp",), level, found.cost + 1)


def test_what_is_known_of_a_level_cuts_no_plan() -> None:
    """waste.lp with its facts keeps all plans, and below the bound there is none."""
    random = Random("known")
    makers = (
        levelgen.sokoban,
        lambda random: levelgen.sokoban(random, spare_goals=True),
        lambda random: levelgen.sink(random, rows=4, columns=5),
    )
    compared = 0
    while compared < 9:
        level = makers[compared % 3](random)
        moves, more = oracle.search(level).cost, known_pushes(level, dead_pairs(level))
        if moves is None or not 0 < moves < 10 or more is None or len(more.facts) < 2:
            continue
        compared += 1
        assert not plans(("pushes.lp",), level, more.least - 1)
        for horizon in (more.least, more.least + 2):
            with_it = plans(("pushes.lp", "waste.lp"), level, horizon, more.facts)
            assert with_it == plans(("pushes.lp",), level, horizon)


def test_boxes_in_each_others_way_cut_no_plan() -> None:
    """waste.lp with what two and three boxes will waste: the plans are the same."""
    compared = told = 0
    for level in crowded(200, "in the way", boxes=3):
        moves, more = least(level, "pushes"), known_pushes(level, dead_pairs(level))
        if moves is None or more is None or not more.least < moves < 9:
            continue
        compared += 1
        told += sum(fact.startswith(("fight", "lost")) for fact in more.facts)
        assert more.least <= moves
        with_it = plans(("pushes.lp", "waste.lp"), level, moves, more.facts)
        assert with_it == plans(("pushes.lp",), level, moves)
        if compared == 4:
            break
    assert compared == 4
    assert told > 200


def test_what_a_few_boxes_need_cuts_no_plan() -> None:
    """remaining.lp with its facts keeps all plans, and below the bound there is none."""
    random = Random("remaining")
    makers = (levelgen.sokoban, lambda random: levelgen.sokoban(random, spare_goals=True))
    compared = 0
    while compared < 10:
        level = makers[compared % 2](random)
        moves, more = oracle.search(level).cost, known_keys(level, dead_pairs(level))
        if moves is None or not 0 < moves < 12 or more is None or len(more.facts) < 9 or not more.least:
            continue
        compared += 1
        assert more.least <= moves
        for horizon in (moves, moves + 1):
            with_it = plans(("push.lp", "remaining.lp"), level, horizon, more.facts)
            assert with_it == plans(("push.lp",), level, horizon)


@pytest.mark.parametrize("longer", [0, 1, 2, 3, 7])
@pytest.mark.parametrize("name", ["sample-map-1", "first-push", "helltaker-level-1"])
def test_a_plan_that_is_too_long_is_made_shorter(name: str, longer: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """`below` trusts a length only as one that has a plan; how much shorter a plan can be is its own finding."""
    (entry,) = open_levels(name)
    best = oracle.search(entry.level).cost
    assert best is not None
    upper = best + longer
    if entry.level.limit is not None:
        upper = min(upper, entry.level.limit)
    monkeypatch.setattr("sokoplan.engines.asp.engine.upper_bound", lambda *words: upper)
    answer = asp.solve(Request(entry.level, "moves"), Budget(), lambda progress: None)
    assert answer.optimal
    assert answer.plan is not None
    assert verify(entry.level, answer.plan).counts.cost == best
    if entry.level.limit is not None:  # one program, in which the cost is minimised
        assert [one.horizon for one in answer.horizons] == [upper]
        return
    # The last horizon that was refuted is the one below.
    refuted = [one.horizon for one in answer.horizons if one.answer == "no plan"]
    assert max(refuted) == best - 1
    assert len(answer.horizons) <= max(4, 2 * longer)


def plans(files: Iterable[str], level: Level, horizon: int, more: Iterable[str] = ()) -> list[str]:
    given = [*facts(level), *more]
    program = Program(files, given, Clock(Budget()), constants={"horizon": horizon}, whole=True)
    return sorted(str(sorted(map(str, model.atoms))) for model in program.models(0))


def test_every_rule_is_explained() -> None:
    """Each statement of an encoding, or the group it stands in, has a comment above it."""
    for path in sorted(FOLDER.glob("*.lp")):
        lines = path.read_text().splitlines()
        for number, line in enumerate(lines):
            if line and not line.startswith(("%", "#", " ")):
                above = number
                while lines[above] and not lines[above].startswith("%"):
                    above -= 1
                assert lines[above].startswith("%"), f"{path.name}:{number + 1}: {line}"
        assert all(len(line) <= 118 for line in lines), path.name


def test_unrolling_keeps_what_speaks_of_time_apart() -> None:
    once, each, end = unrolled(("push.lp", "deadlock.lp"))
    assert "horizon" not in once + each + end
    assert "direction(up,-1,0)." in once
    assert "#external query(t)." in end
    assert "query" not in once + each
    assert ":- query(t), not won(t)." in end
    assert "box(L,t) :- box(L,t-1), not leaves(L,t), time(t)." in each


# --- no user text as program ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "title", [":- not won(0).", "a\n:- floor(L).\nb", "%* and", "\x1b[2J é\r\n#script", "x" * 500]
)
def test_a_title_is_no_program(title: str, tmp_path: Path) -> None:
    level = replace(drawn("#####\n#@$.#\n#####"), title=title)
    (text,) = EXPORTS["lp"].files(level).values()
    assert text.isascii()
    assert text.replace("\n", "").isprintable()
    rules = [line for line in text.splitlines() if not line.startswith("%")]
    assert rules[0].startswith("#const horizon = ")
    assert rules[1:] == list(facts(level))
    assert "do(right,1)" in clingo(tmp_path, level, *encoding("push.lp"))


# --- limits ---------------------------------------------------------------------------------------------------

HARD = drawn("\n".join(["#" * 14, *["#  $ . $ .   #"] * 8, "#@           #", "#" * 14]))


def test_time_runs_out() -> None:
    answer = ask(HARD, budget=Budget(seconds=1.0))
    assert (answer.status, answer.reason) == ("unknown", "time")


def test_it_can_be_cancelled() -> None:
    calls = 0

    def cancelled() -> bool:
        nonlocal calls
        calls += 1
        return calls > 20

    answer = ask(HARD, budget=Budget(cancelled=cancelled))
    assert (answer.status, answer.reason) == ("unknown", "cancelled")


def test_a_plan_that_is_known_is_not_lost() -> None:
    """Millions of plans of one length: there is no time to count them, but one of them is known."""
    row = "#" + "  " * 6 + "#"
    level = drawn("\n".join(["#" * 14, row[:1] + "@" + row[2:], *[row] * 9, row[:-3] + "$.#", "#" * 14]))
    answer = asp.solve(Request(level, "moves", True), Budget(seconds=3), lambda progress: None)
    assert (answer.status, answer.optimal, answer.plans) == ("solved", False, None)


def test_progress_tells_horizon_atoms_and_rules() -> None:
    signs: list[Progress] = []
    # Until the first sign: how long the first steps take to ground is the machine's affair.
    asp.solve(Request(HARD, "moves"), Budget(seconds=100, cancelled=lambda: bool(signs)), signs.append)
    assert signs
    assert "horizon" in signs[-1].words
    assert "atoms" in signs[-1].words
    assert "rules" in signs[-1].words


def test_past_the_horizon_nothing_is_claimed() -> None:
    level = drawn("########\n#@$   .#\n########")
    assert ask(level, **{"max-steps": "3"}).reason == "horizon"  # type: ignore[arg-type]
    assert ask(level, "pushes", **{"max-steps": "3"}).reason == "horizon"  # type: ignore[arg-type]
    assert ask(level, strategy="single", **{"max-steps": "3"}).reason == "horizon"  # type: ignore[arg-type]
    assert ask(level, **{"max-steps": "4"}).status == "solved"  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "options", [{"threads": "2"}, {"asp-config": "handy"}, {"strategy": "single", "max-steps": "9"}]
)
def test_options_reach_clingo(options: dict[str, str]) -> None:
    answer = ask(drawn("#####\n#@$.#\n#####"), **options)  # type: ignore[arg-type]
    assert answer.plan is not None
    assert answer.plan.keys == "r"


# --- levels of record -----------------------------------------------------------------------------------------


def test_parity_of_pushes_is_right() -> None:
    """The nearest goals of two boxes may be the same one; the first number of pushes that is tried is then odd."""
    assert value(MICROBAN_1, "pushes") == 8


def value(level: Level, objective: Objective, **options: str) -> int | None:
    answer = ask(level, objective, **options)  # type: ignore[arg-type]
    if answer.plan is None:
        return None
    verdict = verify(level, answer.plan)
    assert verdict.solved
    return verdict.counts.pushes if objective == "pushes" else verdict.counts.cost


def shared(name: str) -> Level:
    return open_levels(str(SHARED / name))[0].level


@pytest.mark.shared
def test_course_maps() -> None:
    best = {1: 13, 2: 26, 4: 5, 5: 6, 6: 6, 7: 21, 8: 7, 10: 5}
    assert {number: value(shared(f"comenius_course/map{number}.txt"), "moves") for number in best} == best
    assert ask(shared("comenius_course/map9.txt")).status == "unsolvable"  # a box at a wall without a goal: a proof


@pytest.mark.shared
@pytest.mark.parametrize(("number", "plans"), list(enumerate([8, 3, 1, 2, 26, 39, 2, 4, 2], start=1)))
def test_helltaker_plans_are_counted(number: int, plans: int) -> None:
    level = shared(f"helltaker_official/level{number}.txt")
    assert asp.solve(Request(level, "moves", True), Budget(), lambda progress: None).plans == plans


@pytest.mark.shared
def test_microban_pushes() -> None:
    best = {1: 8, 2: 3, 3: 13, 4: 7, 5: 6, 7: 6}
    assert {number: value(shared(f"microban_1.xsb#{number}"), "pushes") for number in best} == best


# --- the command line -----------------------------------------------------------------------------------------------


def test_options_of_the_command_line(tmp_path: Path) -> None:
    (tmp_path / "level.xsb").write_text("#######\n#@$  .#\n#######\n")
    level = str(tmp_path / "level.xsb")
    assert sokoplan("solve", level, "-e", "asp", "--strategy", "single", "--max-steps", "9").returncode == 0
    assert "proved by asp" in sokoplan("solve", level, "-e", "asp", "--objective", "moves", "--threads", "2").stdout
    assert sokoplan("solve", level, "-e", "asp", "--objective", "moves", "--max-steps", "2").returncode == 12
    assert sokoplan("solve", level, "-e", "asp", "--strategy", "nobody").returncode == 2
    assert sokoplan("solve", level, "-e", "asp", "--asp-config", "../x").returncode == 2
    assert sokoplan("solve", level, "-e", "oracle", "--asp-config", "trendy").returncode == 2


def test_ctrl_c_while_grounding(tmp_path: Path) -> None:
    """clingo cannot be stopped while it grounds; the process it runs in can."""
    (tmp_path / "level.xsb").write_text(
        "\n".join(["#" * 40, *["#" + " $. " * 9 + "  #"] * 30, "#@".ljust(39) + "#", "#" * 40])
    )
    command = [*COMMAND, "solve", "level.xsb", "-e", "asp"]
    more = ["--objective", "moves", "--strategy", "single", "--max-steps", "3000", "--max-board", "60x60"]
    run = subprocess.Popen(
        [*command, *more], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    try:
        # It would ground for minutes, and take all the memory there is.
        assert wait_for(lambda: any(cpu_seconds(child) > 1 for child in children_of(run.pid)), 100)
        run.send_signal(signal.SIGINT)
        printed, _ = run.communicate(timeout=100)
    finally:
        run.kill()
    assert run.returncode == 130, printed
    assert "unknown (cancelled)" in printed


# --- the page -------------------------------------------------------------------------------------------------------


def test_every_listing_of_the_page_is_in_the_files() -> None:
    page = (Path(__file__).parents[2] / "docs" / "asp.md").read_text(encoding="utf-8")
    listings = re.findall(r"^```prolog\n(.*?)^```", page, re.M | re.S)
    assert len(listings) > 10
    files = [path.read_text(encoding="utf-8") for path in FOLDER.glob("*.lp")]
    for listing in listings:
        assert any(listing in text for text in files), listing


def test_max_steps_is_honoured_where_the_level_has_a_limit_too() -> None:
    level = bundled()["locksmith"].level()
    least = solve(level, "asp").cost
    assert least is not None
    short = solve(level, "asp", options={"max-steps": str(least - 1)})
    assert (short.status, short.reason) == ("unknown", "horizon")
    assert solve(level, "asp", options={"max-steps": str(least)}).cost == least
    counted = solve(level, "asp", all_plans=True, options={"max-steps": str(least)})
    assert counted.status == ("unknown" if least != level.limit else "solved")
