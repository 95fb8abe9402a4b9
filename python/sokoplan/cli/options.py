"""Arguments and options that several commands share, each described once; and how levels are read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import wraps
from itertools import islice
from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import CompletionItem

from sokoplan.cli.command import Argument, Command, Completions, argument, command, flag, option
from sokoplan.cli.exitcodes import ExitCode
from sokoplan.cli.output import complain, warn
from sokoplan.cli.values import BoardSize, Choice, Duration, Memory
from sokoplan.engines.answer import OBJECTIVES, Budget, Objective
from sokoplan.errors import InputError
from sokoplan.puzzle.level import READINGS, Reading, count
from sokoplan.system.process import cores, memory_mb

if TYPE_CHECKING:
    from sokoplan.puzzle.formats import Limits
    from sokoplan.puzzle.library import Entry
    from sokoplan.solving.chunk import Question


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
        help="Files, file#3, file#1-20, file#title, folders, - or bundled names.",
        shell_complete=_complete_level,
    )


JSON = flag("as_json", "--json", help="Print one JSON object per line.")
MEMORY = option(
    "--memory", metavar="SIZE", type=Memory(), help="The memory limit: 500M, 4G. Default: 3/4 of the machine's."
)


JOBS = option(
    "--jobs",
    "-j",
    metavar="N",
    type=click.IntRange(1, 1000),
    default=None,
    help="How many levels to solve at a time, each on one core. Default: one a core; 1 for fewer than 8 levels.",
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


def goal_option(when: str, **more: str) -> click.Option:
    words = f"{when}: all boxes are on goals at the end, or each one was at some time."
    return option("--goal", type=Choice(READINGS), default="end", help=words, **more)


def budget_of(time: float | None, memory: int | None) -> Budget:
    return Budget(time, memory_mb() if memory is None else memory)


# Fewer levels are solved one after the other, each on all cores: workers take longer to start than most levels take.
_FEW = 8


def jobs_for(jobs: int | None, levels: int) -> int:
    """How many levels to solve at a time."""
    if jobs is None:
        return 1 if levels < _FEW else cores()
    return min(jobs, levels) if levels > 1 else 1


def question_of(
    engine: str,
    objective: Objective,
    time: float | None,
    memory: int | None,
    jobs: int | None,
    options: dict[str, str],
) -> tuple[Question, int]:
    """What is asked of each of many levels, and by how many workers; by default they share the memory."""
    from sokoplan.solving.chunk import question_for

    workers = jobs or cores()
    each = memory_mb() // workers if memory is None else memory
    return question_for(engine, objective, Budget(time, each), options), workers


def note_objective(objective: Objective, entries: Iterable[Entry]) -> None:
    """Helltaker has one objective; a warning says so if another one was given."""
    laws = {entry.level.game: entry.level.law for entry in entries}
    for law in laws.values():
        if objective not in ("any", *law.objectives):
            warn(f"{law.name} can only be solved for the lowest {law.measured('moves')}, not for {objective}")


# --- how levels are read ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class How:
    """What --from, --goal, --strict, --max-board and --max-bytes say."""

    format: str | None
    reading: Reading
    limits: Limits
    strict: bool = False


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
    goal_option("When a Sokoban level is solved", section=_SECTION),
    flag(
        "--strict",
        section=_SECTION,
        help="Stop at the first level that cannot be read, rather than skipping it.",
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
        default=200_000_000,
        envvar="SOKOPLAN_MAX_BYTES",
        show_envvar=True,
        help="Refuse larger files, unpacked.",
    ),
)


def level_command(*parameters: click.Parameter) -> Callable[[Callable[..., int]], Command]:
    """A command that reads levels: it takes `how`, and has the options that say it."""

    def made(function: Callable[..., int]) -> Command:
        @wraps(function)
        def with_how(
            *,
            from_format: str | None,
            goal: Reading,
            strict: bool,
            max_board: tuple[int, int],
            max_bytes: int,
            **rest: Any,
        ) -> int:
            from sokoplan.puzzle.formats import Limits

            width, height = max_board
            return function(how=How(from_format, goal, Limits(height, width, max_bytes), strict), **rest)

        return command(*parameters, *_READING)(with_how)

    return made


def one_level(reference: str, how: How) -> Entry:
    """The level that is meant, where a command takes only one."""
    found, *others = islice(_each(reference, how), 2)
    if others:
        raise InputError(
            f"{reference} holds several levels, and this command takes one",
            f"Choose one by its number or title: {reference}#1",
        )
    if isinstance(found, InputError):
        raise found
    return found


# So many broken levels are shown; the others are only counted.
_MOST_TOLD = 20


class Refusals:
    """What cannot be read is told, skipped and counted; under --strict it ends the command."""

    def __init__(self, how: How) -> None:
        self._strict = how.strict
        self.skipped = 0

    def tell(self, error: InputError) -> None:
        if self._strict:
            raise error
        self.skipped += 1
        if self.skipped <= _MOST_TOLD:
            complain(str(error))

    def summary(self) -> None:
        if self.skipped:
            more = self.skipped - _MOST_TOLD
            also = f" ({more:,} of them without a word here)" if more > 0 else ""
            warn(f"{count(self.skipped, 'level')} could not be read and {_were(self.skipped)} skipped{also}")

    @property
    def code(self) -> ExitCode:
        """What reading makes of the exit code; known at the end."""
        return ExitCode.BAD_INPUT if self.skipped else ExitCode.SOLVED


class Levels:
    """The levels of all references, read as they are needed. What cannot be read is told, skipped and counted."""

    def __init__(self, references: Iterable[str], how: How) -> None:
        self._references = list(references)
        if self._references.count("-") > 1:
            raise click.UsageError("standard input can be read only once")
        self._how = how
        self._refusals = Refusals(how)
        self.read = 0

    def __iter__(self) -> Iterator[Entry]:
        from sokoplan.puzzle.library import files_of

        for reference in self._references:
            try:
                for file in files_of(reference):
                    yield from self._of_file(file)
            except InputError as error:
                self._refusals.tell(error)
        if self.read:
            self._refusals.summary()

    def _of_file(self, file: str) -> Iterator[Entry]:
        try:
            for found in _each(file, self._how):
                if isinstance(found, InputError):
                    self._refusals.tell(found)
                else:
                    self.read += 1
                    yield found
        except InputError as error:  # one bad file does not lose the others
            self._refusals.tell(error)

    @property
    def code(self) -> ExitCode:
        return self._refusals.code


def _were(number: int) -> str:
    return "was" if number == 1 else "were"


def _each(reference: str, how: How) -> Iterator[Entry | InputError]:
    from sokoplan.puzzle.library import each_level

    return each_level(reference, format=how.format, reading=how.reading, limits=how.limits)


def each_of(how: How) -> Callable[[str], Iterator[Entry | InputError]]:
    """How a file is read, for those who read files themselves."""
    return lambda reference: _each(reference, how)
