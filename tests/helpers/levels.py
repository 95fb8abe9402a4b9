"""Levels that several tests use, a way to draw one, and where the real collections are."""

from __future__ import annotations

import os
from pathlib import Path

from sokoplan.puzzle.formats import read
from sokoplan.puzzle.level import Level

SHARED = Path(os.environ.get("SOKOPLAN_SHARED_LEVELS", Path(__file__).parents[3] / "shared" / "levels"))

# Far too large for the oracle, and no solver finds it easy: so time and memory do run out.
HUGE = "\n".join(["#" * 16, *["#  $ . $ . $.  #"] * 10, "#@             #", "#" * 16])
# Least moves with forty boxes: no engine proves that while the test lasts.
HARD = "\n".join(["#" * 20, *["#  $  $ . .  $ . $.#", "#                  #"] * 10, "#@" + " " * 17 + "#", "#" * 20])
# A level file of the NetHack solver.
GAME = """\
#7
#9
#*********
#*...*...*
#*.o.*.o.*
#*y.o..o.*
#*.o.*.o.*
#*...*..x*
#*********
"""


def drawn(picture: str, **options: object) -> Level:
    """The one level in a picture; common indentation is not part of it."""
    lines = picture.strip("\n").rstrip().split("\n")
    margin = min(len(line) - len(line.lstrip()) for line in lines if line.strip())
    (level,) = read("\n".join(line[margin:] for line in lines) + "\n", **options)  # type: ignore[arg-type]
    return level
