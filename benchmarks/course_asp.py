"""What the ASP engine is worth against the single-shot encoding it started from, on the course's own maps.

    python benchmarks/course_asp.py [FOLDER] [SECONDS]

Both get the same question: fewest keys, every box on a goal at some time, on each map in turn. The course encoding
(`course/sokoban.lp`) needs a maximum of steps. It gets 30, the least multiple of ten that is enough for all maps but
map3, which it cannot solve anyway; in a second column it gets the true optimum, which is not known beforehand. The
engine gets neither. CPU seconds, grounding included, interpreter start left out for both; the ratio is the
geometric mean over the maps that both finish.
"""

from __future__ import annotations

import math
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import clingo

from sokoplan.engines.answer import Budget, Request
from sokoplan.engines.asp import engine as asp
from sokoplan.puzzle.level import Level
from sokoplan.puzzle.library import open_levels

HERE = Path(__file__).parent
MOST = 30
FOLDER = Path(os.environ.get("SOKOPLAN_SHARED_LEVELS", HERE.parents[1] / "shared" / "levels")) / "comenius_course"


def facts(level: Level) -> Iterator[str]:
    """The level in the course's words: `l(2,3)` is row 2, column 3; crates have numbers."""
    yield "sokoban(sokoban). "
    cells = [(row, column) for row in range(level.height) for column in range(level.width)]
    for row, column in cells:
        here = f"l({row},{column})"
        if (row, column) in level.walls:
            yield f"wall({here}). "
        else:
            yield f"location({here}). {'isgoal' if (row, column) in level.goals else 'isnongoal'}({here}). "
            if (row, column) not in level.boxes and (row, column) != level.player:
                yield f"clear({here},0). "
        if column + 1 < level.width:
            yield f"leftOf({here},l({row},{column + 1})). "
        if row + 1 < level.height:
            yield f"below(l({row + 1},{column}),{here}). "
    yield f"at(sokoban,l({level.player[0]},{level.player[1]}),0). "
    for number, (row, column) in enumerate(sorted(level.boxes)):
        yield f"crate(crate({number})). at(crate({number}),l({row},{column}),0). "


def course(level: Level, most: int, seconds: float) -> tuple[int | None, float]:
    """Steps and CPU seconds of the course encoding; None for steps if the time was not enough."""
    started = time.process_time()
    control = clingo.Control(["-c", f"maxsteps={most}"], logger=lambda code, text: None)
    control.load(str(HERE / "course" / "sokoban.lp"))
    control.add("base", [], "".join(facts(level)))
    control.ground([("base", [])])
    steps: list[int] = []
    with control.solve(on_model=lambda model: steps.append(len(model.symbols(shown=True))), async_=True) as handle:
        if not handle.wait(seconds):
            handle.cancel()
        proved = handle.get().exhausted
    return (steps[-1] if proved and steps else None), time.process_time() - started


def engine(level: Level, seconds: float) -> tuple[int | None, float]:
    started = time.process_time()
    answer = asp.solve(Request(level, "moves"), Budget(seconds), lambda progress: None)
    return (len(answer.plan.keys) if answer.plan is not None else None), time.process_time() - started


def main(folder: Path = FOLDER, seconds: float = 60) -> None:
    if not folder.is_dir():
        print(f"asp: the course maps are not in {folder}; nothing to measure")
        return
    ratios: list[float] = []
    kind: list[float] = []
    print("map        keys  course, at most 30  course, with the optimum      engine   ratio   (CPU seconds)")
    for path in sorted(folder.glob("map*.txt"), key=lambda path: (len(path.name), path.name)):
        level = open_levels(str(path), reading="each-once")[0].level
        keys, ours = engine(level, seconds)
        if keys is None:
            print(f"{path.stem:10} {'-':>4} {'-':>19} {'-':>25} {ours:11.3f}       -", flush=True)
            continue
        columns = []
        for most, all_ratios in ((MOST, ratios), (keys, kind)):
            steps, theirs = course(level, most, seconds) if keys <= most else (None, seconds)
            if steps is not None:
                assert keys == steps, f"{path.name}: {keys} and {steps} keys"
                all_ratios.append(theirs / ours)
            columns.append(f"{theirs:.3f}" if steps is not None else "-")
        ratio = f"{float(columns[0]) / ours:.1f}x" if columns[0] != "-" else "-"
        print(f"{path.stem:10} {keys:>4} {columns[0]:>19} {columns[1]:>25} {ours:11.3f} {ratio:>7}", flush=True)
    for words, found in (("", ratios), (", if that is given the optimum,", kind)):
        mean = math.exp(sum(map(math.log, found)) / len(found))
        print(f"asp: {mean:.1f} times faster than the course encoding{words} on {len(found)} maps (geometric mean)")


if __name__ == "__main__":
    given = sys.argv[1:]
    main(Path(given[0]) if given else FOLDER, float(given[1]) if len(given) > 1 else 60)
