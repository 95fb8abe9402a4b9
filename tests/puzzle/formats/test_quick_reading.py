"""Large collections are read by short cuts: what they give must be what the careful way gives, errors included."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Callable
from dataclasses import replace

import pytest

from helpers.samples import SAMPLES
from sokoplan.errors import InputError
from sokoplan.puzzle.formats import drafts
from sokoplan.puzzle.formats.xsb_boards import _Scan
from sokoplan.puzzle.level import Drawn, Level, Reading
from sokoplan.puzzle.symmetry import plain_text

BOARDS = (
    "####\n# .#\n#  ###\n#*@  #\n#  $ #\n#  ###\n####\n",
    "  ####\n###  ####\n#     $ #\n# #  #$ #\n# . .#@ #\n#########\n",
    "########\n#@-$_. #   \n########\n",
    "######\n#+$ $#\n#.   #\n######\n",
    "#####\n#p b#\n# oo#\n# b #\n#####\n",
)
WORDS = (
    *(
        "; 1\n",
        "\n",
        "Title: One\n",
        "; Author: A\n\n",
        "Solution: rrRR\n",
        "rrRlRR\n",
        "Snapshot/Moves\nrr\n",
        "---\n",
    ),
    *("Comment:\nabc\n####\nComment-end:\n", "> ####\n> #@.#\n", "4#|#@.#\n", "Level #2\n", "\r\n", " \n", "####\n"),
)
SIGNS = "#@+$*. -_>|;?\n\r\tabpoé3"


def collection(maker: random.Random) -> str:
    parts = [maker.choice(BOARDS + WORDS) for _ in range(maker.randrange(2, 12))]
    text = "".join(part + maker.choice(("", "\n", "\n\n")) for part in parts)
    for _ in range(maker.choice((0, 0, 1, 2, 5))):
        at = maker.randrange(len(text))
        text = text[:at] + maker.choice(("", maker.choice(SIGNS))) + text[at + maker.randrange(2) :]
    return text


def texts() -> list[str]:
    maker = random.Random(16)
    found = [*SAMPLES.values(), *BOARDS, *(collection(maker) for _ in range(500))]
    return found + [sample[:at] + "@" + sample[at + 1 :] for sample in SAMPLES.values() for at in range(len(sample))]


def read(text: str, reading: Reading) -> list[object]:
    """The levels; in the place of a broken one, or of the rest, all that is said of it."""
    found: list[object] = []
    try:
        for draft in drafts(text, source="file", reading=reading):
            try:
                found.append(draft.make())
            except InputError as error:
                found.append((str(error), error.line, error.column, error.text, error.right))
    except InputError as error:
        found.append((str(error), error.line, error.column, error.text, error.right))
    return found


@pytest.mark.parametrize("reading", ["end", "each-once"])
def test_the_quick_way_reads_what_the_careful_way_reads(reading: Reading, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = 0

    def in_full(drawing: Drawn, values: dict[str, object]) -> Level:
        nonlocal drawn
        drawn += 1
        cells = {kind: drawing.cells(kind) for kind in ("walls", "boxes", "goals")}
        return Level(**cells | values)  # type: ignore[arg-type]

    quick = [read(text, reading) for text in texts()]
    monkeypatch.setattr(Level, "drawn", in_full)
    monkeypatch.setattr(_Scan, "_plain_board", lambda *_: None)
    for text, found in zip(texts(), quick, strict=True):
        assert found == read(text, reading), text
    assert drawn > 300


def test_a_drawing_is_what_the_cells_draw() -> None:
    levels = [level for text in texts() for level in read(text, "end") if isinstance(level, Level)]
    drawn = [level for level in levels if "drawing" in vars(level)]
    assert len(drawn) > 300
    for level in drawn:
        assert plain_text(level) == plain_text(replace(level)), level


def test_a_level_that_was_never_asked_for_its_cells_is_copied_and_sent_whole() -> None:
    makes: tuple[Callable[[Level], Level], ...] = (
        copy.copy,
        copy.deepcopy,
        lambda level: pickle.loads(pickle.dumps(level)),
    )
    for make in makes:
        level = Level.from_text(BOARDS[0])
        assert "walls" not in vars(level)
        other = make(level)
        assert other == level
        assert hash(other) == hash(level)
        assert other.boxes == {(3, 1), (4, 3)}
    with pytest.raises(AttributeError, match="no attribute 'wals'"):
        level.wals  # type: ignore[attr-defined]  # noqa: B018
