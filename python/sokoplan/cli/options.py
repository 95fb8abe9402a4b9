"""Arguments and options that several commands share, each described once; and how levels are read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import wraps
from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import CompletionItem

from sokoplan.cli.command import Argument, Command, Completions, argument, command, flag, option
from sokoplan.cli.output import warn
from sokoplan.cli.values import BoardSize, Choice, Duration, Memory
from sokoplan.engines.answer import OBJECTIVES, Budget, Objective
from sokoplan.errors import InputError
from sokoplan.puzzle.level import READINGS, Reading
from sokoplan.system.process import memory_mb

if TYPE_CHECKING:
    from sokoplan.puzzle.formats import Limits
    from sokoplan.puzzle.library import Entry


def _complete_level(ctx: click.Context, parameter: click.Parameter, incomplete: str) -> Completions:
    """Files, and the names of bundled levels."""
    from sokoplan.puzzle.library import bundled

    names = [CompletionItem(name) for name in bundled() if name.startswith(incomplete)]
    return [CompletionItem(incomplete, type="file"), *names]


def level_argument() -> Argument:
    return argument(
        "level",
        metavar="LEVEL",
        help="A file, file#3, file#title, - or a bundled name.",
        shell_complete=_complete_level,
    )


def levels_argument(*, required: bool = True) -> Argument:
    return argument(
        "levels",
        metavar="LEVEL..." if required else "[LEVEL]...",
        nargs=-1,
        required=required,
        help="Files, file#3, file#title, folders, - or bundled names.",
        shell_complete=_complete_level,
    )


JSON = flag("as_json", "--json", help="Print one JSON object per line.")
MEMORY = option(
    "--memory", metavar="SIZE", type=Memory(), help="The memory limit: 500M, 4G. Default: 3/4 of the machine's."
)


def objective_option(default: Objective) -> click.Option:
    return option(
        "--objective",
        type=Choice(OBJECTIVES),
        default=default,
        help="What to minimise; the second breaks ties.",
    )


def time_option(what: str, default: str | None = None) -> click.Option:
    return option("--time", metavar="SECONDS", type=Duration(), default=default, help=what)


def budget_of(time: float | None, memory: int | None) -> Budget:
    return Budget(time, memory_mb() if memory is None else memory)


def note_objective(objective: Objective, entries: Iterable[Entry]) -> None:
    """Helltaker has one objective; a warning says so if another one was given."""
    laws = {entry.level.game: entry.level.law for entry in entries}
    for law in laws.values():
        if objective not in ("any", *law.objectives):
            warn(f"{law.name} can only be solved for the lowest {law.measured('moves')}, not for {objective}")


# --- how levels are read ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class How:
    """What --from, --goal, --max-board and --max-bytes say."""

    format: str | None
    reading: Reading
    limits: Limits


def _formats() -> tuple[str, ...]:
    from sokoplan.puzzle.formats import FORMATS

    return tuple(FORMATS)


_SECTION = "Reading levels"
_READING = (
    option(
        "from_format",
        "--from",
        section=_SECTION,
        type=Choice(_formats),
        metavar="FORMAT",
        help=lambda: f"The format of the text, rather than guessing it: {', '.join(_formats())}.",
    ),
    option(
        "--goal",
        section=_SECTION,
        type=Choice(READINGS),
        default="end",
        help="When a Sokoban level is solved: all boxes are on goals at the end, or each one was at some time.",
    ),
    option(
        "--max-board",
        section=_SECTION,
        metavar="WIDTHxHEIGHT",
        type=BoardSize(),
        default="256x256",
        envvar="SOKOPLAN_MAX_BOARD",
        show_envvar=True,
        help="Refuse larger boards.",
    ),
    option(
        "--max-bytes",
        section=_SECTION,
        metavar="N",
        type=click.IntRange(min=1),
        default=2_000_000,
        envvar="SOKOPLAN_MAX_BYTES",
        show_envvar=True,
        help="Refuse larger files.",
    ),
)


def level_command(*parameters: click.Parameter) -> Callable[[Callable[..., int]], Command]:
    """A command that reads levels: it takes `how`, and has the four options that say it."""

    def made(function: Callable[..., int]) -> Command:
        @wraps(function)
        def with_how(
            *, from_format: str | None, goal: Reading, max_board: tuple[int, int], max_bytes: int, **rest: Any
        ) -> int:
            from sokoplan.puzzle.formats import Limits

            width, height = max_board
            return function(how=How(from_format, goal, Limits(height, width, max_bytes)), **rest)

        return command(*parameters, *_READING)(with_how)

    return made


def one_level(reference: str, how: How) -> Entry:
    """The level that is meant, where a command takes only one."""
    entries = _open(reference, how)
    if len(entries) > 1:
        raise InputError(
            f"{reference} holds {len(entries)} levels, and this command takes one",
            f"Choose one by its number or title: {reference}#1",
        )
    return entries[0]


def all_levels(references: Iterable[str], how: How) -> Iterator[list[Entry] | InputError]:
    """The levels of each reference, or what is wrong with it: one bad file does not lose the others."""
    from sokoplan.puzzle.library import files_of

    given = list(references)
    if given.count("-") > 1:
        raise click.UsageError("standard input can be read only once")
    for reference in given:
        try:
            files = files_of(reference)
        except InputError as error:
            yield error
            continue
        for file in files:
            try:
                yield _open(file, how)
            except InputError as error:
                yield error


def levels_or_error(references: Iterable[str], how: How) -> list[Entry]:
    """All levels, for commands that do nothing unless everything can be read."""
    entries: list[Entry] = []
    for found in all_levels(references, how):
        if isinstance(found, InputError):
            raise found
        entries += found
    return entries


def _open(reference: str, how: How) -> list[Entry]:
    from sokoplan.puzzle.library import open_levels

    return open_levels(reference, format=how.format, reading=how.reading, limits=how.limits)
