"""Hostile texts take time in proportion to their length: no format looks back over what it has read."""

from __future__ import annotations

import time

import pytest

from sokoplan.errors import InputError
from sokoplan.puzzle.formats import read

SIZE = 200_000
SECONDS = 10.0  # of CPU; several times what a quiet machine needs, and what is quadratic takes longer still
ROOM = "####\n#@.#\n####\n"


def filled(part: str, before: str = "", after: str = "") -> str:
    return before + part * (SIZE // len(part)) + after


HOSTILE = {
    "one line of walls": filled("#"),
    "blanks and a wall": filled(" ", after="#"),
    "rows without end": filled("#\n"),
    "tiny boards": filled("###\n#@#\n###\n\n"),
    "an endless ornament": filled(".\n", after=ROOM),
    "comments that never end": filled("Comment:\n"),
    "comments and one end": filled("Comment: a\n", after="Comment-end:\n" + ROOM),
    "quote marks": filled(">"),
    "quoted rows": filled("> #\n"),
    "titles above": filled("Title: a\n", after=ROOM),
    "titles below": filled("Title: a\n", before=ROOM),
    "a solution in many lines": filled("lurd\n", before=ROOM + "Solution:\n"),
    "paragraphs": filled("a\n\n", before=ROOM, after=ROOM),
    "run lengths": filled("255#|"),
    "small run-length boards": filled("3#|#@#|3#|\n\n"),
    "digits": filled("9"),
    "an open declaration": filled(" ", before="<?xml"),
    "elements in elements": filled("<Level>"),
    "empty elements": filled("<L/>", before="<Level>", after="</Level>"),
    "a tall Helltaker board": filled("#H D#\n", before="One\n3\n"),
    "options": filled("a=b\n", after="#1\n#3\n#yox\n"),
    "spaced cells": filled("# ", before="9 9 9\n"),
    "pictures": filled("|>0.^|\n\n"),
    "line ends": filled("\r", after="#"),
    "solution and blanks": filled("solution" + " " * 2000 + "\n", before=ROOM),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", HOSTILE)
def test_time_grows_with_length(name: str) -> None:
    start = time.process_time()
    try:
        read(HOSTILE[name])
    except InputError as error:
        outcome = error.says
    else:
        outcome = "read"
    assert time.process_time() - start < SECONDS, outcome
