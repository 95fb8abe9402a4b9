"""Helltaker in cocu-tan's letters."""

from __future__ import annotations

import pytest

from sokoplan.errors import InputError
from sokoplan.puzzle.formats import detect, read
from sokoplan.views.text import draw

TEXT = """\
24
W.K..WW
WEW||.L
.|WW$2*
A_WW.|.
S.WW.E.
WWWWG.E
"""


def test_letters() -> None:
    (level,) = read(TEXT)
    assert detect(TEXT) == "helltaker-cocu-tan"
    assert (level.game, level.limit, level.player) == ("helltaker", 24, (4, 0))
    assert level.demonesses == {(5, 4)}
    assert level.mobs == {(1, 1), (4, 5), (5, 6)}
    assert level.spikes == {(1, 3), (1, 4), (2, 1), (2, 4), (3, 5)}
    assert level.boxes == {(2, 4), (2, 5), (2, 6)}
    assert level.traps_down == {(2, 5), (3, 1)}
    assert level.traps_up == {(3, 0)}
    assert (level.keys, level.locks) == ({(0, 2)}, {(1, 6)})


def test_a_short_row_goes_on_as_wall() -> None:
    (level,) = read("5\nS.G\n.\n")
    assert level.walls == {(1, 1), (1, 2)}


def test_broken() -> None:
    with pytest.raises(InputError, match="no player"):
        read(TEXT.replace("S", "."))
    with pytest.raises(InputError, match="unknown character `q`"):
        read(TEXT.replace("K", "q"))


@pytest.mark.parametrize("blank", [" ", "\t", "\x1c", "\x1f", "\x85", "\u2003"])
def test_any_blank_may_stand_beside_the_limit(blank: str) -> None:
    """A unit separator was taken for a blank by one line and for a letter of the number by the next."""
    [level] = read(f"{blank}4{blank}\nWWWWW\nWS.GW\n")
    assert (level.game, level.limit) == ("helltaker", 4)
    assert draw(level) == ["#####", "#H D#"]
