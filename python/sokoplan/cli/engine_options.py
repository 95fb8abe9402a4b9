"""The flags of `sokoplan solve` that only some engines have, made from the rows of `sokoplan.engines.options`."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

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
    return [*sorted(flags, key=lambda flag: sections.index(flag.section)), *_nethack_flags()]


def _flag(name: str, rows: _Rows) -> Option:
    first = next(iter(rows.values()))
    engines = "engine" if len(rows) == 1 else "engines"

    def complete(ctx: click.Context, parameter: click.Parameter, incomplete: str) -> Completions:
        return _completions(rows, ctx.params.get("engine", "auto"), incomplete)

    return Option(
        list(dict.fromkeys(flag for row in rows.values() for flag in row.flags)),
        section=f"Options for the {engines} {' and '.join(rows)}",
        metavar=first.placeholder,
        help=lambda: _help(rows),
        shell_complete=complete,
    )


# Switches of the NetHack solver, which its level files have too. What has no meaning here is refused with the reason.
_SWITCHES = {
    "advanced-heur-calculator": "no: the same as --heuristic basic.",
    "blocklist-heur-calculator": "vector, decision-tree: use the bound of the blocklist, as is usual; none: do not.",
    "stone-pusher": "no: do not push boxes straight into the sink without looking at other pushes.",
    "movable-checker": "no: leave out this deadlock test, or yes: use it.",
    "corridor-checker": "no: leave out this deadlock test, or yes: use it.",
}
_WORDS = {"blocklist-heur-calculator": "vector|decision-tree|none"}


def _nethack_flags() -> list[Option]:
    section = "Switches of the NetHack solver, for the engine search"
    more: dict[str, Any] = {"is_flag": False, "flag_value": "yes"}
    shown = [
        Option([f"--{name}"], section=section, metavar=_WORDS.get(name, "yes|no"), help=words, **more)
        for name, words in _SWITCHES.items()
    ]
    return [*shown, *(Option([f"--{name}"], hidden=True, help="", **more) for name in _MEANINGLESS)]


# A copy of the names: the table itself comes with the core, which help does without. A test holds the two together.
_MEANINGLESS = (
    "status-pool", "heur-list-size", "max-decision-tree-depth", "decision-tree-checker",
    "blocklist-decision-tree-depth", "distance-limiter", "heur-multiplier", "expanded-node-limit",
    "choke-point-distance", "choke-point-distant-number", "choke-point-number", "reverse-search-max-depth",
    "work-queue-length", "parallel-expand", "parallel-outer-expand", "dump-filter", "dump-filter-type",
    "solution-dump-filename", "partitions-dump-filename", "output-format", "save-preprocessed-result",
    "load-preprocessed-result", "save-progress", "test", "compare",
)  # fmt: skip


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


def chosen_engine(engine: str, flags: Mapping[str, str | None]) -> str:
    """The engine asked for; or, with `auto`, the first that has all the options given: to set one is to choose it.

    UsageError if no engine has them all.
    """
    given = _given(flags)
    if engine != "auto" or not given:
        return engine
    able = [name for name in OPTIONS if all(_has(name, option, value) for option, value in given.items())]
    if able:
        return able[0]
    # A value that no engine knows: its own message is better.
    by = {option: list(_rows_by_name(option)) for option in given}
    common = [name for name in OPTIONS if all(name in engines for engines in by.values())]
    if common:
        return common[0]
    words = "; ".join(f"--{option} is one of {' and '.join(engines)}" for option, engines in by.items())
    raise click.UsageError(f"no engine has all of these options: {words}")


def _given(flags: Mapping[str, str | None]) -> dict[str, str]:
    return {name.replace("_", "-"): value for name, value in flags.items() if value is not None}


def _rows_by_name(option: str) -> _Rows:
    return _by_flag().get(option, {"search": OPTIONS["search"][0]})  # the others are the NetHack solver's


def _has(engine: str, option: str, value: str) -> bool:
    rows = _rows_by_name(option)
    if engine not in rows:
        return False
    if option not in _by_flag():
        return True
    with suppress(InputError):
        rows[engine].read(value)
        return True
    return False


def given_options(engine: str, flags: Mapping[str, str | None], *, whole: bool) -> dict[str, str]:
    """The options that were given, by name; UsageError for one the engine does not have, or a value it does not know.

    `whole` is false where level files have options of their own to add.
    """
    given = _given(flags)
    for name, value in given.items():
        rows = _rows_by_name(name)
        if engine not in rows:
            raise click.BadParameter(
                f"this is an option of the engine {' or '.join(rows)}; add --engine {_who_knows(rows, value)}",
                param_hint=f"--{name}",
            )
    if given.get("sat-solver", "").isdecimal():  # the course's SAT planner has -s for the number of steps
        steps = given["sat-solver"]
        raise click.BadParameter(
            f"this names the SAT solver; the number of steps is --maxsteps {steps}", param_hint="-s"
        )
    options: dict[str, str] = {}
    for name, value in given.items():
        options |= {name: value} if name in _by_flag() else _of_nethack(name, value, given)
    check_options(engine, options, whole=whole)
    return options


def _of_nethack(name: str, value: str, given: Mapping[str, str]) -> dict[str, str]:
    """A switch of the NetHack solver as options of the search. UsageError for one that has no meaning here."""
    from sokoplan.engines.search.level_options import OWN_SWITCHES, WITHOUT_MEANING, typed

    if name not in OWN_SWITCHES:
        raise click.BadParameter(f"not here: {WITHOUT_MEANING[name]}", param_hint=f"--{name}")
    if OWN_SWITCHES[name] in given:
        raise click.BadParameter(f"--{OWN_SWITCHES[name]} says it already; give one", param_hint=f"--{name}")
    try:
        return typed(name, value)
    except InputError as error:
        raise click.BadParameter(". ".join(filter(None, (error.says, error.right))), param_hint=f"--{name}") from None


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
