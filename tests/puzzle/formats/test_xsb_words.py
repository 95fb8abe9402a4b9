"""Whose title is it? Collections as they are found, drawn above what each level should get."""

from __future__ import annotations

import pytest

from sokoplan.puzzle.formats import read
from sokoplan.puzzle.formats.xsb_words import is_bare_solution
from sokoplan.puzzle.level import Level, Solution

A = "#####\n#@$.#\n#####\n"
B = "######\n#@ $.#\n######\n"


def titles(text: str) -> list[str]:
    return [level.title for level in read(text, format="xsb")]


@pytest.mark.parametrize(
    "text",
    [
        f"One\n{A}\nTwo\n{B}",
        f"One\n\n{A}\nTwo\n\n{B}",
        f"; One\n{A}\n; Two\n{B}",
        f"; One\n\n{A}\n; Two\n\n{B}",
        f":: One\n{A}\n:: Two\n{B}",
        f"{A}One\n\n{B}Two\n",
        f"{A}; One\n\n{B}; Two\n",
        f"{A}\nOne\n\n{B}\nTwo\n",
        f"{A}Title: One\n\n{B}Title: Two\n",
        f"{A}\nTitle: One\n\n{B}\nTitle: Two\n",
        f"Title: One\n{A}\nTitle: Two\n{B}",
        f"title : One\n\n{A}\nTITLE:Two\n\n{B}",
        f"; Title: One\n{A}\n; Title: Two\n{B}",
        f"One\n{A}Two\n{B}",
        f"{A}Author: me\nOne\n\n{B}Author: me\nTwo\n",
        f"{A}Solution: R\nOne\n\n{B}Solution: rR\nTwo\n",
        f"One\n\n{A}\nrR\n\nTwo\n\n{B}\nrR\n",
        "".join(f"> {line}\n" for line in f"One\n{A}\nTwo\n{B}".splitlines()),
        f"Collection: Both\nAuthor: me\n\n{A}\nTitle: One\n\n{B}\nTitle: Two\n",
        f"Both of them\n\n{A}\nTitle: One\n\n{B}\nTitle: Two\n",
    ],
)
def test_titles_above_and_below(text: str) -> None:
    assert titles(text) == ["One", "Two"], text


def test_a_header_is_about_the_collection() -> None:
    first, second = read(f"; Small ones\n; Author: me\n; Terms: free\n\n; 1 Go\n{A}\n; 2\n{B}")
    assert (first.title, second.title) == ("1 Go", "2")
    assert {level.author for level in (first, second)} == {"me"}
    assert {level.collection for level in (first, second)} == {"Small ones"}
    assert first.comments == ("Terms: free",)
    assert second.comments == ()


def test_an_author_of_one_level_is_not_everybodys() -> None:
    first, second = read(f"Title: One\nAuthor: me\n{A}\nTitle: Two\n{B}")
    assert (first.author, second.author) == ("me", "")


def level(text: str) -> Level:
    (only,) = read(text, format="xsb")
    return only


def test_comments_keep_what_they_say() -> None:
    text = f"""{A}Title: One
Comment: short
Comment:
long

####
Title: not this
Comment-end:
Date: 2001
; a remark
"""
    assert level(text).title == "One"
    assert level(text).comments == ("short", "long\n\n####\nTitle: not this", "Date: 2001", "a remark")


def test_a_comment_that_starts_on_its_line() -> None:
    assert level(f"{A}Comment: one\ntwo\nComment-End:\n").comments == ("one\ntwo",)


def test_a_comment_that_never_ends_swallows_no_board() -> None:
    first, second = read(f"{A}Comment:\nTitle: One\n\n{B}Comment: x\nmore\nComment-end:\n")
    assert (first.title, second.comments) == ("One", ("x\nmore",))


def test_a_second_title_becomes_a_comment() -> None:
    assert level(f"{A}Title: One\nTitle: Uno\n").comments == ("Title: Uno",)
    assert level(f"Above\n{A}Title: Below\n").title == "Below"
    assert level(f"Above\n{A}Title: Below\n").comments == ("Above",)


@pytest.mark.parametrize(
    ("below", "solutions"),
    [
        ("Solution: R", [Solution("R")]),
        ("Solution:\nlluRR\nddL", [Solution("lluRRddL")]),
        ("Solution\nrR", [Solution("rR")]),
        ("Solution/Moves: r R\nSolution/Pushes: uR", [Solution("rR", "Moves"), Solution("uR", "Pushes")]),
        ("\nlurRdlLU\nRR", [Solution("lurRdlLURR")]),
        ("lurRdlLU", [Solution("lurRdlLU")]),
        ("Solution: 3l2(uR)", [Solution("3l2(uR)")]),
        ("; Solution: R", [Solution("R")]),
    ],
)
def test_solutions_under_a_level(below: str, solutions: list[Solution]) -> None:
    assert list(level(f"{A}{below}\n").solutions) == solutions


def test_a_solution_between_boards_belongs_to_the_one_above() -> None:
    first, second = read(f"One\n\n{A}\nlurR\n\n{B}")
    assert (first.solutions, second.solutions) == ((Solution("lurR"),), ())


def test_a_solution_that_is_none_is_a_comment() -> None:
    assert level(f"{A}Solution: see the book\n").comments == ("Solution: see the book",)
    assert level(f"{A}Solution: see the book\n").solutions == ()


@pytest.mark.parametrize("text", ["Dull", "dull", "Ruud", "2D", "R", "r", "", "(3)", "12", "Ll"])
def test_words_that_are_no_solution(text: str) -> None:
    assert not is_bare_solution(text)


@pytest.mark.parametrize("text", ["RR", "lurD", "llluuurrrddd", "uR Dl", "10l3(uR)10d4r"])
def test_lines_that_are_solutions(text: str) -> None:
    assert is_bare_solution(text)


def test_control_characters_stay_outside() -> None:
    found = level(f"\x1b[31mRed\n{A}Author: a\u202eb\nComment: c\x07\n")
    assert found.title == "\ufffd[31mRed"
    assert found.author == "a\ufffdb"
    assert found.comments == ("c\ufffd",)
