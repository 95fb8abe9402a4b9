"""Bytes to lines, and words without control characters."""

from __future__ import annotations

import pytest

from sokoplan.puzzle.formats.text import comment, decode, lines_of, paragraphs, share, word


@pytest.mark.parametrize(
    ("data", "text"),
    [
        ("é".encode(), "é"),
        (b"\xef\xbb\xbf#", "#"),
        (b"\xe9\x80", "é€"),
        (b"\x81\xe9", "\x81é"),
        ("é".encode("utf-16"), "é"),
    ],
)
def test_decode(data: bytes, text: str) -> None:
    assert decode(data) == text


def test_lines_end_in_three_ways_and_no_other() -> None:
    assert lines_of("a\r\nb\rc\nd\x0be\x85f\u2028g") == ["a", "b", "c", "d\x0be\x85f\u2028g"]


def test_paragraphs_know_their_lines() -> None:
    assert list(paragraphs(["", "a", "b", "  ", "c"])) == [[(2, "a"), (3, "b")], [(5, "c")]]


def test_words_and_comments_are_harmless() -> None:
    assert word("  a\tb\nc\x1b ") == "a b c\ufffd"
    assert comment("\n a \r\nb\x07\n\n") == " a\nb\ufffd"


def test_share() -> None:
    assert share("## a\n", "#") == pytest.approx(2 / 3)
    assert share(" \n", "#") == 0.0
