"""`sokoplan generate`: new levels, each solved, proved and measured."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sokoplan.cli.command import command, flag, option
from sokoplan.cli.exitcodes import ExitCode
from sokoplan.cli.options import How, Levels
from sokoplan.cli.output import out, warn
from sokoplan.cli.progress import progress_towards
from sokoplan.cli.values import FILE, BoardSize, Choice, Span
from sokoplan.lab.generate.recipe import MAKERS
from sokoplan.puzzle.level import count as counted
from sokoplan.puzzle.level import plural
from sokoplan.system.files import check_writable, make_folder, save

if TYPE_CHECKING:
    from sokoplan.lab.generate import GeneratedLevel


def _formats() -> list[str]:
    from sokoplan.puzzle.formats import FORMATS

    return [name for name, format in FORMATS.items() if format.write is not None]


@command(
    option("--game", type=Choice(tuple(MAKERS)), default="sokoban", help="Which game."),
    option(
        "--size", metavar="WIDTHxHEIGHT", type=BoardSize(), default="9x8", help="The largest board, walls included."
    ),
    option(
        "--boxes", metavar="N[-M]", type=Span(), default="3-5", help="How many boxes; in Helltaker, blocks and mobs."
    ),
    option("--difficulty", metavar="1..10", type=int, default=5, help="How hard, from 1 to 10."),
    option("--count", "-n", metavar="N", type=click.IntRange(min=1), default=1, help="How many levels."),
    option("--seed", metavar="N", type=int, default=0, help="The same seed gives the same levels."),
    option(
        "--avoid", metavar="FILE", multiple=True, help="Make no level that is in this collection, turned or mirrored."
    ),
    option("--jobs", "-j", metavar="N", type=click.IntRange(1, 64), help="Levels made at once. Default: one a core."),
    option("--to", type=Choice(_formats), metavar="FORMAT", help="The format. Default: xsb for Sokoban, else json."),
    option(
        "--output",
        "-o",
        metavar="FILE",
        type=FILE,
        help="Write them to a file, or to a folder, one a file. Default: standard output.",
    ),
    flag("as_json", "--json", help="Print the figures of each level as one JSON object per line."),
)
def generate(
    game: str,
    size: tuple[int, int],
    boxes: tuple[int, int],
    difficulty: int,
    count: int,
    seed: int,
    avoid: tuple[str, ...],
    jobs: int | None,
    to: str | None,
    output: Path | None,
    as_json: bool,
) -> int:
    """Make new levels: solved, proved best and measured.

    Every box has to move, and no wall and no box is there for nothing. How hard a level is, is measured: the fewest
    pushes, how often the player turns to another box, pushes that lead away from the goals, the positions a search
    looks at, and the number of best plans. A Helltaker level's limit is its least cost.
    """
    from sokoplan.lab.generate import Recipe
    from sokoplan.lab.generate import generate as make
    from sokoplan.puzzle.formats import Limits
    from sokoplan.system.process import cores

    recipe = Recipe(game, *size, boxes, difficulty, seed)
    known = Levels(avoid, How(None, "end", Limits()))
    avoided = [entry.level for entry in known]
    store = _Store(game, to, output, prints=not as_json)
    code = known.code
    with progress_towards(count, "level") as tell:
        try:
            for made in make(recipe, count, avoid=avoided, jobs=jobs or cores(), tell=tell):
                store.add(made)
                if as_json:
                    print(made.as_json(), flush=True)
        except KeyboardInterrupt:
            code = ExitCode.INTERRUPTED
    store.finish()
    if code != ExitCode.INTERRUPTED and len(store.levels) < count:
        warn(
            f"found {counted(len(store.levels), 'level')} of {count}: no more of difficulty {difficulty} on a board"
            f" of {recipe.size} with {recipe.span} boxes\n  Try another size, other --boxes or another --seed."
        )
        code = max(code, ExitCode.GAVE_UP)
    return code


class _Store:
    """Where the levels go. A file always holds all that are done, so nothing is lost if the program is stopped."""

    def __init__(self, game: str, to: str | None, output: Path | None, *, prints: bool) -> None:
        self.levels: list[GeneratedLevel] = []
        self._output, self._prints = output, prints
        self._folder = output is not None and (output.is_dir() or not output.suffix)
        maker = MAKERS[game]
        together = "json" if output is not None and output.suffix == ".json" else maker.together
        self._format = to or (maker.apart if self._folder else together)
        self._ending = maker.ending
        if output is not None and self._folder:
            make_folder(output)
        elif output is not None:
            check_writable(output)

    def add(self, made: GeneratedLevel) -> None:
        self.levels.append(made)
        self._save()

    def _save(self) -> None:
        if self._output is not None and self._folder:
            save(self._output / f"{len(self.levels):03d}{self._ending}", [self._text(self.levels[-1:])])
        elif self._output is not None:
            save(self._output, [self._text(self.levels)])

    def finish(self) -> None:
        if self.levels:
            self._save()  # once more: Ctrl-C may have come while the last one was being written
        if self._output is None:
            if self._prints and self.levels:
                print(self._text(self.levels), end="")
        elif self._prints:
            _print_table(self.levels)

    def _text(self, levels: Sequence[GeneratedLevel]) -> str:
        from sokoplan.puzzle.formats import write

        return write([made.level for made in levels], self._format)


def _print_table(levels: Sequence[GeneratedLevel]) -> None:
    from sokoplan.cli.figures import Figures

    if not levels:
        return
    console = out()
    columns = ("level", "difficulty", plural(levels[0].scale.words[0]), "box changes", "away", "positions", "plans")
    table = Figures(console, *columns)
    for number, made in enumerate(levels, 1):
        figures = (f"{value:,}" for value in made.figures.as_data().values())
        table.add_figures(str(number), f"{made.difficulty}", *figures)
    console.print(table)
