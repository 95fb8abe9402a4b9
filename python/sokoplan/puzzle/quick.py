"""A Sokoban plan checked in a few microseconds a key: `verify` for those who check millions.

Comes in:  a board as text and keys.     Goes out: the keys with pushes as capitals and their `Counts`; None where a
key is not allowed or a box is off the goals at the end, and then `verify` says in words what is wrong.

The rules of `rules/push.py` in numbers: a cell is a place in the text, a key a distance. Nothing here is shared with
an engine. A test compares it with `verify` on random plans, right and wrong.
"""

from __future__ import annotations

from sokoplan.puzzle.plan import Counts

_BOX, _GOAL = frozenset("$*"), frozenset(".*+")


def quick_check(board: str, keys: str) -> tuple[str, Counts] | None:
    """`board` has rows of equal length, in Sokoban's letters, with line breaks between them."""
    stride = board.find("\n") + 1
    if not stride:
        return None  # one row: nobody needs that to be quick
    free = [sign not in "#\n" for sign in board]
    boxes = [sign in _BOX for sign in board]
    at = max(board.find("@"), board.find("+"))
    step = {"u": -stride, "d": stride, "l": -1, "r": 1}
    last, size = len(board), 0
    lurd: list[str] = []
    pushes = box_lines = box_changes = player_lines = 0
    last_key = ""
    resting = last_push = 0  # where the box pushed last came to rest, and which way
    for key in keys:
        size += 1
        by = step[key]
        ahead = at + by
        if not (0 <= ahead < last and free[ahead]):
            return None
        player_lines += key != last_key
        last_key = key
        if boxes[ahead]:
            beyond = ahead + by
            if not (0 <= beyond < last and free[beyond]) or boxes[beyond]:
                return None
            boxes[ahead] = False
            boxes[beyond] = True
            pushes += 1
            if resting != ahead or not last_push:
                box_changes += 1
                box_lines += 1
            elif last_push != by:
                box_lines += 1
            resting, last_push = beyond, by
            lurd.append(key.upper())
        else:
            lurd.append(key)
        at = ahead
    if any(box and sign not in _GOAL for box, sign in zip(boxes, board, strict=True)):
        return None
    return "".join(lurd), Counts(size, pushes, box_lines, box_changes, player_lines, size)
