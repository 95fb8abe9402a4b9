"""Hypothesis strategies: levels of every game as odd as a format must bear, and the words that go with them."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from sokoplan.puzzle.formats.text import comment, word
from sokoplan.puzzle.level import Cell, Level, Solution

# Words that look like something else: keys, boards, marks of our own, quotes, solutions.
TRICKY = [
    "Title: x", "Comment:", "Comment-end:", "Comment-end", "\\comment-end",
    "\\Comment-end:", "  comment-END: ", "Comments: again", "Author:",
    "Solution: uR", "Solution/x", "lurdLURD", "####", "#@$.#", "> ####", ";", "; 1", "::", "4#|#@.#|4#", "---", "-",
    "<L>#</L>", "]]>", "&amp;", "Dull", "", " ", "# 2", "\ufeff", "\x1b[31m", "\u202e", "#.#", "Copyright: y",
]  # fmt: skip
_lines = st.one_of(st.sampled_from(TRICKY), st.text(max_size=20))
words = _lines.map(word)
comments = st.lists(_lines, min_size=1, max_size=4).map("\n".join).map(comment).filter(bool)
solutions = st.builds(
    Solution,
    keys=st.text("lurdLURD", min_size=1, max_size=12),
    note=st.one_of(st.just(""), _lines).map(lambda text: word(text.replace(":", " ").replace("/", " "))),
)


def with_words() -> st.SearchStrategy[dict[str, Any]]:
    """Everything that a collection can say about a level."""
    return st.fixed_dictionaries(
        {
            "title": words,
            "author": words,
            "collection": words,
            "comments": st.lists(comments, max_size=3).map(tuple),
            "solutions": st.lists(solutions, max_size=2).map(tuple),
        }
    )


@st.composite
def sokoban(draw: st.DrawFn, rows: int = 6, columns: int = 6, margin: int = 2, exact: bool = False) -> Level:
    """A closed room, perhaps with decoration outside, blank rows and columns around, and walls missing in corners."""
    height = rows if exact else draw(st.integers(3, rows))
    width = columns if exact else draw(st.integers(3, columns))
    inner = [(row, column) for row in range(1, height - 1) for column in range(1, width - 1)]
    player = draw(st.sampled_from(inner))
    signs = draw(st.lists(st.sampled_from(" #.$*"), min_size=len(inner), max_size=len(inner)))
    kinds = dict(zip(inner, signs, strict=True))
    walls = {(row, column) for row in range(height) for column in range(width)} - set(inner)
    walls |= {cell for cell in inner if kinds[cell] == "#" and cell != player}
    boxes = {cell for cell in inner if kinds[cell] in "$*" and cell != player}
    goals = {cell for cell in inner if kinds[cell] in ".*"}
    short = len(boxes) - len(goals)
    goals |= set(sorted(boxes - goals)[: max(0, short)])
    level = Level(height, width, player, walls=frozenset(walls), boxes=frozenset(boxes), goals=frozenset(goals))
    touched = {
        (row + down, column + right)
        for row, column in level.reachable()
        for down in (-1, 0, 1)
        for right in (-1, 0, 1)
    }
    spare = sorted(walls - touched)
    dropped = set(draw(st.lists(st.sampled_from(spare), unique=True))) if spare and not exact else set()
    down, right, below, beside = (0,) * 4 if exact else draw(st.tuples(*[st.integers(0, margin)] * 4))
    return Level(
        height + down + below,
        width + right + beside,
        (player[0] + down, player[1] + right),
        walls=_moved(walls - dropped, down, right),
        boxes=_moved(boxes, down, right),
        goals=_moved(goals, down, right),
    )


def _moved(cells: set[Cell], down: int, right: int) -> frozenset[Cell]:
    return frozenset((row + down, column + right) for row, column in cells)


@st.composite
def sink(draw: st.DrawFn, holes: bool = False) -> Level:
    """A board of any shape, open or closed."""
    height, width = draw(st.tuples(st.integers(1, 5), st.integers(3, 6)))
    cells = [(row, column) for row in range(height) for column in range(width)]
    player, well, box = draw(st.permutations(cells))[:3]
    signs = draw(st.lists(st.sampled_from(" #$"), min_size=len(cells), max_size=len(cells)))
    kinds = dict(zip(cells, signs, strict=True))
    free = [cell for cell in cells if cell not in (player, well)]
    boxes = {cell for cell in free if kinds[cell] == "$"} | {box}
    swallow = {"holes" if holes else "sinks": frozenset({well})}
    walls = frozenset(cell for cell in free if kinds[cell] == "#" and cell != box)
    return Level(height, width, player, game="sink", walls=walls, boxes=frozenset(boxes), **swallow)  # type: ignore[arg-type]


_OPTION_NAME = st.from_regex(r"[a-z][a-z0-9-]{0,8}", fullmatch=True)
options = st.lists(st.tuples(_OPTION_NAME, _lines.map(word)), max_size=3).map(tuple)


@st.composite
def helltaker(draw: st.DrawFn) -> Level:
    """Any mixture of letters; a wall or a thing in every row, for a blank line is no row."""
    height, width = draw(st.tuples(st.integers(1, 5), st.integers(2, 6)))
    cells = [(row, column) for row in range(height) for column in range(width)]
    player, demoness = draw(st.permutations(cells))[:2]
    signs = draw(st.lists(st.sampled_from(" #BKLMSTUOPQD"), min_size=len(cells), max_size=len(cells)))
    kinds = dict(zip(cells, signs, strict=True)) | {player: "H", demoness: "D"}
    for row in range(height):
        if all(kinds[row, column] == " " for column in range(width)):
            kinds[row, 0] = "#"

    def where(letters: str) -> frozenset[Cell]:
        return frozenset(cell for cell, sign in kinds.items() if sign in letters)

    return Level(
        height,
        width,
        player,
        game="helltaker",
        limit=draw(st.integers(0, 99)),
        title=draw(words),
        walls=where("#"),
        boxes=where("BOPQ"),
        demonesses=where("D"),
        mobs=where("M"),
        keys=where("K"),
        locks=where("L"),
        spikes=where("SO"),
        traps_down=where("TP"),
        traps_up=where("UQ"),
    )
