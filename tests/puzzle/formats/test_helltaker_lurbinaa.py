"""Helltaker in lurbinaa's letters."""

from __future__ import annotations

from sokoplan.puzzle.formats import detect, read

TEXT = """\
32
   ggg_
      c
  _hh__p
  h h __
  __sHb
k h h _
_____s_
"""


def test_letters() -> None:
    (level,) = read(TEXT)
    assert detect(TEXT) == "helltaker-lurbinaa"
    assert (level.game, level.limit, level.player) == ("helltaker", 32, (2, 7))
    assert (level.height, level.width) == (7, 8)
    assert level.demonesses == {(0, 3), (0, 4), (0, 5)}
    assert (level.keys, level.locks) == ({(5, 0)}, {(1, 6)})
    assert level.mobs == {(4, 4), (6, 5)}
    assert level.boxes == {(4, 5), (4, 6)}
    assert level.spikes == {(2, 3), (2, 4), (3, 2), (3, 4), (4, 5), (5, 2), (5, 4)}
    assert {(0, 0), (0, 7), (5, 1), (5, 7)} <= level.walls, "blanks are wall, before and after"
    assert level.traps_down == level.traps_up == frozenset()
