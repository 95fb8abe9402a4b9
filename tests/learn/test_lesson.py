"""`teach`: a lesson shows what the engines work with, and nothing is missing from it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from helpers.command import sokoplan
from helpers.levels import drawn
from sokoplan.engines.answer import Budget
from sokoplan.engines.asp.ground import grounded
from sokoplan.errors import InputError
from sokoplan.learn.lesson import LARGEST, formula, lesson
from sokoplan.learn.lesson.pages import html, text
from sokoplan.planning.asp.facts import facts
from sokoplan.planning.cnf.moves import encode
from sokoplan.planning.cnf.textbook import TEXTBOOK
from sokoplan.planning.ground import ground

CORRIDOR = "########\n#@ $  .#\n########\n"


def test_every_chapter_is_there_for_every_game() -> None:
    for name in ("first-push", "down-the-drain", "helltaker-level-1"):
        ran = sokoplan("teach", name, "--lines", "3")
        assert ran.returncode == 0
        titles = re.findall(r"^\d\. (.*)$", ran.stdout, re.M)
        wanted = [
            "The board",
            "The rules of the game",
            "Facts",
            "Operators",
            "Mutual exclusion",
            "Clauses",
            "ASP rules",
            "The search",
            "The plan",
        ]
        assert len(titles) == len(wanted)
        assert all(title.startswith(word) for title, word in zip(titles, wanted, strict=True))
        assert "def press(" in ran.stdout


def test_each_group_is_listed_once() -> None:
    """On a board that lacks some pieces, two groups may be the same."""
    level = drawn("Traps\n9\n#######\n#HTBTD#\n#     #\n#######\n")
    assert len(set(ground(level).groups)) < len(ground(level).groups)
    chapter = next(one for one in lesson(level, None, Budget(10)) if one.title == "Mutual exclusion")
    (listing,) = chapter.listings
    assert len(set(listing.lines)) == len(listing.lines)
    assert f"There are {len(listing.lines)} groups" in chapter.words


def test_the_clauses_of_a_step_are_all_there_each_under_one_heading() -> None:
    task = ground(drawn(CORRIDOR))
    encoding = encode(task, TEXTBOOK)
    clauses = [*encoding.state(2), *encoding.change(2)]
    chapter = formula.chapter(task, 2, 4)
    numbers = [int(listing.title.rsplit("(", 1)[1].rstrip(")").replace(",", "")) for listing in chapter.listings]
    assert numbers == [len(listing.lines) for listing in chapter.listings]
    assert sum(numbers) == len(clauses)
    by_kind = dict(zip((listing.title.rpartition(" (")[0] for listing in chapter.listings), numbers, strict=True))
    operators = len(task.operators)
    assert by_kind["at least one operator is used"] == 1
    assert by_kind["the player is in some cell"] == 1
    assert by_kind["no two operators are used at once"] == operators * (operators - 1) // 2
    assert by_kind["an operator has its effects"] == sum(len(one.adds | one.deletes) for one in task.operators)
    assert by_kind["an operator requires its preconditions"] == sum(
        len(one.needs | one.forbids) for one in task.operators
    )
    assert by_kind["a fact becomes true only by an operator"] == len(task.facts)
    assert by_kind["a fact becomes false only by an operator"] == len(task.facts)


def test_the_ground_rules_speak_of_one_time_and_the_one_before() -> None:
    level = drawn(CORRIDOR)
    rules, written = grounded("push.lp", facts(level), 3)
    assert "enters((1,4),right,3) :- player((1,3),2), do(right,3)." in rules
    without_cells = [re.sub(r"\(\d+,\d+\)", "cell", rule) for rule in rules]
    assert {number for rule in without_cells for number in re.findall(r"(\d)\)", rule)} == {"2", "3"}
    assert any(rule.startswith("{ do(D,T) : direction(D,_,_) } = 1") for rule in written)


def test_a_level_without_a_plan_has_a_lesson_too() -> None:
    chapters = lesson(drawn("#####\n#$  #\n# @.#\n#####\n"))
    assert chapters[-1].title == "No plan"
    assert "proved by search" in chapters[-1].words


def test_without_a_plan_or_a_proof_nothing_is_taught() -> None:
    ran = sokoplan("teach", "cathedral", "--time", "0.2")
    assert ran.returncode == 23
    assert ran.stdout == ""
    assert "no plan was proved shortest (time)" in ran.stderr


def test_helltaker_speaks_of_cost() -> None:
    told = sokoplan("teach", "short-and-sharp", "--lines", "1").stdout
    assert "The cheapest plan costs 8" in told
    assert "capital" not in told


def test_steps_and_sizes_that_make_no_sense(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InputError, match="no step 4 in a plan of 4 steps"):
        lesson(drawn(CORRIDOR), 4)
    assert "Clauses of step 3" in [chapter.title for chapter in lesson(drawn(CORRIDOR), 3)]
    wide = "\n".join(["#" * 22, *["#" + " " * 20 + "#"] * 8, "#@$." + " " * 17 + "#", "#" * 22])
    with pytest.raises(InputError, match=f"at most {LARGEST} cells|too large for a lesson"):
        lesson(drawn(wide))


def test_the_board_is_numbered_as_the_facts_are() -> None:
    """Sentences count rows and columns from 1; a lesson is about facts, which count from 0, and says so."""
    chapters = lesson(drawn("#2\n#4\n#yo.x\n#..*."))
    assert "counted from 0" in chapters[0].words
    assert chapters[0].listings[0].lines[0] == "#0123#"
    assert "box(0,1)" in chapters[2].listings[0].lines


def test_the_page_has_everything_and_loads_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert sokoplan("teach", "first-push", "--html", "lesson.html").returncode == 0
    page = Path("lesson.html").read_text()
    assert page.count("<section") == 9
    assert "-push(1,6,left,t2)" in page
    assert "A minus stands for <code>not</code>." in page
    assert "`" not in re.sub(r"<pre>.*?</pre>", "", page, flags=re.DOTALL)
    assert page.count("<picture>") == 2  # the board, and the plan played on it
    assert not re.search(r"(src|srcset)=(?!\"data:)|<script|@import|url\(", page)
    chapters = lesson(drawn(CORRIDOR))
    assert "<h1>&lt;b&gt;" in html("<b>", chapters)
    short, long = (list(text("t", chapters, most)) for most in (2, 0))
    assert len(short) < len(long)
    assert not any("more (--lines 0" in line for line in long)
