"""The flags of `sokoplan solve` that only some engines have, made from the rows of `sokoplan.engines.options`."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress

import click
from click.shell_completion import CompletionItem

from sokoplan.cli.command import Completions, Option
from sokoplan.cli.values import completions, list_completions
from sokoplan.engines.options import OPTIONS, find
from sokoplan.engines.options import Option as Row
from sokoplan.errors import InputError

_Rows = dict[str, Row]  # by engine


def _by_flag() -> dict[str, _Rows]:
    """Every flag, and the row of each engine that has it."""
    flags: dict[str, _Rows] = {}
    for engine, rows in OPTIONS.items():
        for row in rows:
            if row.flag:
                flags.setdefault(row.name, {})[engine] = row
    return flags


def engine_flags() -> list[Option]:
    """One flag for each name, in sections by engine. Values are checked later, by the rows of the engine asked."""
    flags = [_flag(name, rows) for name, rows in _by_flag().items()]
    sections = list(dict.fromkeys(flag.section for flag in flags))
    return sorted(flags, key=lambda flag: sections.index(flag.section))


def _flag(name: str, rows: _Rows) -> Option:
    first = next(iter(rows.values()))
    engines = "engine" if len(rows) == 1 else "engines"

    def complete(ctx: click.Context, parameter: click.Parameter, incomplete: str) -> Completions:
        return _completions(rows, ctx.params.get("engine", "auto"), incomplete)

    return Option(
        [f"--{word}" for word in (name, *first.aliases)],
        section=f"Options for the {engines} {' and '.join(rows)}",
        metavar=first.placeholder,
        help=lambda: _help(rows),
        shell_complete=complete,
    )


def _help(rows: _Rows) -> str:
    """The rows in a sentence or two; what differs between engines is said for each."""
    first, *others = rows.values()
    if not others:
        return first.sentence()
    if all(row.help == first.help for row in others):
        return f"{first.help}. " + " ".join(f"{engine}: {row.details()}." for engine, row in rows.items())
    return " ".join(f"{engine}: {row.sentence()}" for engine, row in rows.items())


def _completions(rows: _Rows, engine: str, incomplete: str) -> Completions:
    meant = [rows[engine]] if engine in rows else list(rows.values())
    if meant[0].kind in ("file", "folder"):
        return [CompletionItem(incomplete, type="dir" if meant[0].kind == "folder" else "file")]
    words = dict.fromkeys(word for row in meant for word in row.values)
    return (list_completions if meant[0].kind == "list" else completions)(words, incomplete)


def given_options(engine: str, flags: Mapping[str, str | None], *, whole: bool) -> dict[str, str]:
    """The options that were given, by name; UsageError for one the engine does not have, or a value it does not know.

    `whole` is false where level files have options of their own to add.
    """
    options = {name.replace("_", "-"): value for name, value in flags.items() if value is not None}
    for name, value in options.items():
        rows = _by_flag()[name]
        if ("search" if engine == "auto" else engine) not in rows:
            raise click.BadParameter(
                f"this is an option of the engine {' or '.join(rows)}; add --engine {_who_knows(rows, value)}",
                param_hint=f"--{name}",
            )
    check_options(engine, options, whole=whole)
    return options


def _who_knows(rows: _Rows, value: str) -> str:
    """Of the engines that have the option, the first that takes the value; if none does, the first."""
    for engine, row in rows.items():
        with suppress(InputError):
            row.read(value)
            return engine
    return next(iter(rows))


def check_options(engine: str, options: Mapping[str, str], *, whole: bool = True) -> None:
    """UsageError if the engine does not take them: here, so that a typo is reported at once."""
    try:
        for name, value in options.items():
            find(engine, name).read(value)
        if options and engine in ("auto", "search"):
            from sokoplan.engines.search.options import core_options

            core_options(options, whole=whole)
    except InputError as error:
        raise click.UsageError(". ".join(filter(None, (error.says, error.right)))) from None


def check_one_level(flags: Mapping[str, str | None], levels: int) -> None:
    """UsageError where several levels would write the same file."""
    for name, rows in _by_flag().items():
        given = flags.get(name.replace("-", "_")) is not None
        if given and levels > 1 and any(row.one_level for row in rows.values()):
            raise click.BadParameter(
                f"each level would overwrite what the one before it wrote; give one level, not {levels}",
                param_hint=f"--{name}",
            )
