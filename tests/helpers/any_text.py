"""Any bytes as a level or as a plan: read, or refused with an InputError, and nothing else.

What is read must also come through: a level is written and read again, a plan checked. The fuzzer invents the bytes
(`benchmarks/trust/fuzz_targets/text.py`), and `tests/fuzz` replays those that it kept.
"""

from __future__ import annotations

import sokoplan.puzzle.formats as formats
import sokoplan.puzzle.notation as notation
from sokoplan.errors import InputError
from sokoplan.puzzle.verify import verify

LIMITS = formats.Limits(rows=64, columns=64)
LEVELS = [
    formats.read(text)[0]
    for text in (
        "#######\n#   $.#\n# $ @ #\n#     #\n#.    #\n#######",
        "Room\n9\n#####\n#H D#\n#MBK#\n#LST#\n#UOP#\n##Q##\n",
    )
]


def read_levels(data: bytes) -> None:
    try:
        levels = formats.read(data, limits=LIMITS)
    except InputError:
        return
    for level in levels:
        [again] = formats.read(formats.write([level], "json"))
        assert again == level, "our own JSON lost something"


def read_plan(data: bytes) -> None:
    if not data:
        return
    level = LEVELS[data[0] % len(LEVELS)]
    text = data[1:].decode("utf-8", "replace")
    try:
        plans = notation.read_plans(text, level)
    except InputError:
        return
    for found in plans[:5]:
        verify(level, found.plan)


TARGETS = {"formats": read_levels, "notation": read_plan}
