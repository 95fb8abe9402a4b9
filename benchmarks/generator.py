"""What the generator makes, beside well-known collections: the fewest pushes and the box changes, and how fast.

    python benchmarks/generator.py [COUNT] [--collections FOLDER] [--pictures FOLDER]

Makes COUNT levels (default 40) of the difficulties 2, 5 and 8 and compares the distribution of least pushes and box
changes with Microban's and Boxoban's (`microban_1.xsb` and `boxoban_medium_700.xsb` in FOLDER, by default
`../shared/levels`). Box changes are the fewest over all plans with the fewest pushes; where a level is too large
for that, those of one such plan, which can only be more.
"""

from __future__ import annotations

import argparse
import statistics
import time
from pathlib import Path

import sokoplan as sp
from sokoplan import native
from sokoplan.puzzle.level import Level, ahead_of
from sokoplan.puzzle.replay import replay
from sokoplan.solving.result import Result
from sokoplan.system.process import cores
from sokoplan.views.charts import steps

DIFFICULTIES = (2, 5, 8)
COLLECTIONS = {"Microban": "microban_1.xsb", "Boxoban (medium)": "boxoban_medium_700.xsb"}
SECONDS = 5.0
MOST_POSITIONS = 300_000
Pair = tuple[int, int]  # least pushes, box changes


def changes_of(result: Result) -> int:
    """Of the one plan that was found."""
    assert result.plan is not None
    held, changes = None, 0
    for step in replay(result.level, result.plan):
        if step.is_push:
            box = ahead_of(step.player, step.key)
            changes += held != box
            held = ahead_of(box, step.key)
    return changes


def measured(level: Level) -> Pair | None:
    try:
        board, boxes = native.board_of(level), sorted(level.boxes)
        figures = native.start_figures(board, level.player, boxes, most=MOST_POSITIONS)
    except ValueError:  # too large
        figures = None
    if figures is not None:
        return figures[0], figures[1] + 1
    result = sp.solve(level, objective="pushes", engine="search", time=SECONDS)
    return (result.pushes or 0, changes_of(result)) if result.optimal else None


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("count", nargs="?", type=int, default=40)
    parser.add_argument("--collections", type=Path, default=Path(__file__).parents[2] / "shared" / "levels")
    parser.add_argument("--pictures", type=Path)
    asked = parser.parse_args()
    found: dict[str, list[Pair]] = {}
    for name, file in COLLECTIONS.items():
        if not (asked.collections / file).exists():
            print(f"{name}: there is no {file}, so it is left out")
            continue
        levels = sp.read(asked.collections / file)[:200]
        pairs = [pair for level in levels if (pair := measured(level)) is not None]
        found[name] = pairs
        tell(name, pairs, f"{len(pairs)} of {len(levels)} levels proved")
    for difficulty in DIFFICULTIES:
        started = time.monotonic()
        made = sp.generate(asked.count, difficulty=difficulty, seed=1, jobs=cores())
        minutes = (time.monotonic() - started) / 60
        pairs = [(one.figures.length, one.figures.changes) for one in made]
        found[f"difficulty {difficulty}"] = pairs
        tell(f"difficulty {difficulty}", pairs, f"{len(made) / minutes:.0f} levels a minute on {cores()} cores")
    if asked.pictures:
        for at, what in enumerate(("pushes", "box changes")):
            series = {name: curve([pair[at] for pair in pairs]) for name, pairs in found.items()}
            title = f"Levels with at most so many {what}"
            picture = steps(title, series, f"{what} of a plan with the fewest pushes", "share of the levels, %")
            (asked.pictures / f"generator-{what.replace(' ', '-')}.svg").write_text(picture, encoding="utf-8")


def curve(values: list[int]) -> list[tuple[float, float]]:
    ordered = sorted(values)
    return [(max(value, 0.5), 100 * number / len(ordered)) for number, value in enumerate(ordered, 1)]


def tell(name: str, pairs: list[Pair], words: str) -> None:
    pushes, changes = ([pair[at] for pair in pairs] for at in (0, 1))
    print(
        f"{name:18} median pushes {statistics.median(pushes):5.1f} (most {max(pushes)}), "
        f"median box changes {statistics.median(changes):4.1f} (most {max(changes)}); {words}",
        flush=True,
    )


if __name__ == "__main__":
    main()
