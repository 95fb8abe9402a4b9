"""A Sokoban plan checked in a few microseconds a key: `verify` for those who check millions.

Comes in:  a board as text and keys.     Goes out: the keys with pushes as capitals and their `Counts`; None where a
key is not allowed or a box is off the goals at the end, and then `verify` says in words what is wrong.

The rules of `rules/push.py` in numbers: a cell is a place in the text, a key a distance. Nothing here is shared with
an engine. A test compares it with `verify` on random plans, right and wrong.
"""

from __future__ import annotations

from operator import ne

from sokoplan.puzzle.plan import Counts

_FREE, _BOX, _WALL = 0, 1, 2
_THINGS = bytes({35: _WALL, 10: _WALL, 36: _BOX, 42: _BOX}.get(sign, _FREE) for sign in range(256))
_IS_GOAL = bytes(sign in b".*+" for sign in range(256))
_BOXES_ALONE = bytes(thing == _BOX for thing in range(256))


def quick_check(board: str, keys: str) -> tuple[str, Counts] | None:
    """`board` has rows of equal length, in Sokoban's letters, with line breaks between them."""
    stride = board.find("\n") + 1
    if not stride:
        return None  # one row: nobody needs that to be quick
    signs = board.encode("ascii")
    margin = bytes([_WALL]) * stride  # above and below, where a player in the outermost row may try to go
    cells = bytearray(margin + signs.translate(_THINGS) + margin)
    at = stride + max(board.find("@"), board.find("+"))
    step = {"u": -stride, "d": stride, "l": -1, "r": 1}
    lurd = list(keys)
    pushes = box_lines = box_changes = 0
    resting = last_push = 0  # where the box pushed last came to rest, and which way
    for number, key in enumerate(keys):
        by = step[key]
        at += by
        there = cells[at]
        if there != _FREE:
            beyond = at + by
            if there == _WALL or cells[beyond] != _FREE:
                return None
            cells[at] = _FREE
            cells[beyond] = _BOX
            pushes += 1
            if resting != at:
                box_changes += 1
                box_lines += 1
            elif last_push != by:
                box_lines += 1
            resting, last_push = beyond, by
            lurd[number] = key.upper()
    boxes = int.from_bytes(cells[stride:-stride].translate(_BOXES_ALONE))
    if boxes & ~int.from_bytes(signs.translate(_IS_GOAL)):
        return None
    size = len(keys)
    player_lines = sum(map(ne, keys, keys[1:]), start=size > 0)
    return "".join(lurd), Counts(size, pushes, box_lines, box_changes, player_lines, size)
