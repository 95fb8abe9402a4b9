"""Arguments that several commands share, each described once; and how their values are read."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import wraps
from typing import Annotated, Any, TypeVar

import typer

from sokoplan.cli.output import warn
from sokoplan.engines.answer import OBJECTIVES, Objective
from sokoplan.errors import InputError
from sokoplan.puzzle.formats import FORMATS, Limits
from sokoplan.puzzle.level import READINGS, Reading
from sokoplan.puzzle.library import Entry, bundled, files_of, open_levels
from sokoplan.system.process import memory_mb

_Word = TypeVar("_Word", bound=str)


def _complete_level(incomplete: str) -> list[str]:
    return [name for name in bundled() if name.startswith(incomplete)]


def values(*known: str) -> Callable[[str], list[str]]:
    """Shell completion for an option that takes one of a few words."""
    return lambda incomplete: [word for word in known if word.startswith(incomplete)]


LevelArgument = Annotated[
    str,
    typer.Argument(
        metavar="LEVEL", help="File, file#3, file#title, - or a bundled name.", autocompletion=_complete_level
    ),
]
LevelsArgument = Annotated[
    list[str],
    typer.Argument(
        metavar="LEVEL",
        help="Files, file#3, file#title, folders, - or bundled names.",
        autocompletion=_complete_level,
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="One JSON object a line.")]
ObjectiveOption = Annotated[
    str,
    typer.Option(
        "--objective",
        autocompletion=values(*OBJECTIVES),
        metavar="|".join(OBJECTIVES),
        help="What is to be least; ties by the second.",
    ),
]
MemoryOption = Annotated[
    str | None, typer.Option("--memory", metavar="SIZE", help="500M, 4G. Default: 3/4 of the machine's.")
]


# --- how levels are read ------------------------------------------------------------------------------------------

_DEFAULT = Limits()
_BOARD = f"{_DEFAULT.rows}x{_DEFAULT.columns}"


@dataclass(frozen=True)
class How:
    """What --from, --goal, --max-board and --max-bytes say."""

    format: str | None = None
    reading: Reading = "end"
    limits: Limits = _DEFAULT


def reads_levels(command: Callable[..., int]) -> Callable[..., int]:
    """Gives a command that takes `how` the four options that say it, so that none can lack one of them."""

    @wraps(command)
    def with_options(*, from_format: str | None, goal: str, max_board: str, max_bytes: int, **rest: Any) -> int:
        return command(how=How(format_of(from_format), reading_of(goal), limits_of(max_board, max_bytes)), **rest)

    own = inspect.signature(command, eval_str=True).parameters.values()
    shared = inspect.signature(_how, eval_str=True).parameters.values()
    parameters = [*(one for one in own if one.name != "how"), *shared]
    vars(with_options)["__signature__"] = inspect.Signature(parameters)  # where typer looks for the options
    return with_options


def _how(
    from_format: Annotated[
        str | None,
        typer.Option(
            "--from",
            autocompletion=values(*FORMATS),
            metavar="FORMAT",
            help=f"The text's format, if it is not to be guessed: {', '.join(FORMATS)}.",
        ),
    ] = None,
    goal: Annotated[
        str,
        typer.Option(
            "--goal",
            autocompletion=values(*READINGS),
            metavar="|".join(READINGS),
            help="Sokoban's goal: all boxes on goals at the end, or each one at some time.",
        ),
    ] = "end",
    max_board: Annotated[
        str,
        typer.Option(
            "--max-board", metavar="ROWSxCOLUMNS", envvar="SOKOPLAN_MAX_BOARD", help="Refuse larger boards."
        ),
    ] = _BOARD,
    max_bytes: Annotated[
        int,
        typer.Option("--max-bytes", metavar="N", envvar="SOKOPLAN_MAX_BYTES", help="Refuse larger files.", min=1),
    ] = _DEFAULT.size,
) -> None:
    """Only its parameters count."""


def limits_of(board: str, size: int) -> Limits:
    match = re.fullmatch(r"(\d{1,6})[xX](\d{1,6})", board)
    if match is None:
        raise typer.BadParameter(f"{board!r} is no board size; {_BOARD} would be one", param_hint="--max-board")
    return Limits(int(match[1]), int(match[2]), size)


def one_of(value: str, known: Iterable[_Word], option: str) -> _Word:
    """The value, which is one of a few words; or a BadParameter that lists them."""
    words = tuple(known)
    for word in words:
        if word == value:
            return word
    raise typer.BadParameter(f"{value!r} is none of {', '.join(words)}", param_hint=option)


def objective_of(text: str) -> Objective:
    return one_of(text, OBJECTIVES, "--objective")


def note_objective(objective: Objective, entries: Iterable[Entry]) -> None:
    """Helltaker knows one objective, and whoever asked for another is told what is answered instead."""
    laws = {entry.level.game: entry.level.law for entry in entries}
    for law in laws.values():
        if objective not in ("any", *law.objectives):
            warn(f"{law.name} can only be solved for the lowest {law.measured('moves')}, not for {objective}")


def reading_of(goal: str) -> Reading:
    return one_of(goal, READINGS, "--goal")


def format_of(name: str | None) -> str | None:
    return None if name is None else one_of(name, FORMATS, "--from")


def one_level(reference: str, how: How) -> Entry:
    """The level that is meant, where a command takes only one."""
    entries = _open(reference, how)
    if len(entries) > 1:
        raise InputError(
            f"{reference} holds {len(entries)} levels, and this command takes one",
            f"Choose one by its number or title: {reference}#1",
        )
    return entries[0]


def all_levels(references: list[str], how: How) -> Iterator[list[Entry] | InputError]:
    """The levels of each reference, or what is wrong with it: one bad file does not lose the others."""
    if references.count("-") > 1:
        raise typer.BadParameter("standard input can be read only once")
    for reference in references:
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


def levels_or_error(references: list[str], how: How) -> list[Entry]:
    """All levels, for commands that do nothing unless everything can be read."""
    entries: list[Entry] = []
    for found in all_levels(references, how):
        if isinstance(found, InputError):
            raise found
        entries += found
    return entries


def _open(reference: str, how: How) -> list[Entry]:
    return open_levels(reference, format=how.format, reading=how.reading, limits=how.limits)


# --- numbers ------------------------------------------------------------------------------------------------------


def seconds_of(text: str | None) -> float | None:
    """`90`, `90s`, `1.5m`, `2h` in seconds."""
    if text is None:
        return None
    match = re.fullmatch(r"(\d+(?:\.\d+)?)\s*(ms|s|m|h)?", text.strip())
    if match is None:
        raise typer.BadParameter(f"{text!r} is no time; 60, 1.5m and 2h are", param_hint="--time")
    return float(match[1]) * {None: 1, "ms": 0.001, "s": 1, "m": 60, "h": 3600}[match[2]]


def megabytes_of(text: str | None) -> int:
    """`4G`, `500M`, or a number of megabytes; three quarters of the machine's memory if nothing is said."""
    if text is None:
        return memory_mb()
    match = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([kmgt])?i?b?", text.strip().lower())
    if match is None:
        raise typer.BadParameter(f"{text!r} is no amount of memory; 500M and 4G are", param_hint="--memory")
    amount = float(match[1]) * {None: 1, "k": 1 / 1024, "m": 1, "g": 1024, "t": 1024 * 1024}[match[2]]
    if amount > 1 << 40:
        raise typer.BadParameter(f"{text!r} is more memory than any machine has", param_hint="--memory")
    return max(1, int(amount))
