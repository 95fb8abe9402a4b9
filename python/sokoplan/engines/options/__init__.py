"""What can be set for each engine: one table of rows an engine, importable without the engine and its libraries.

To add an option, add a row to the engine's table and use its value in the engine. Nothing else lists options.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from sokoplan.engines.options import asp, sat, search
from sokoplan.engines.options.option import Option
from sokoplan.errors import InputError

if TYPE_CHECKING:
    from sokoplan.engines.answer import Request

__all__ = ["OPTIONS", "Option", "as_table", "check", "find", "fitting", "read", "refusal", "rows_of"]

# In the order in which help lists the engines; an engine that is not here has no options.
OPTIONS: dict[str, tuple[Option, ...]] = {
    "search": search.OPTIONS,
    "sat": sat.OPTIONS,
    "asp": asp.OPTIONS,
}


def rows_of(engine: str) -> tuple[Option, ...]:
    """Every row of an engine, among them the switches that the Rust core lists itself.

    `auto` takes the options of the native search: it asks that engine alone once options are given.
    """
    if engine in ("auto", "search"):
        return (*OPTIONS["search"], *search.switches())
    return OPTIONS.get(engine, ())


def find(engine: str, name: str) -> Option:
    """The row of this name. Raises InputError, with the nearest name there is."""
    rows = rows_of(engine)
    if not rows:
        raise InputError(f"the engine {engine} has no options")
    for row in rows:
        if _plain(name) in map(_plain, (row.name, *row.aliases)):
            return row
    from difflib import get_close_matches

    names = [row.name for row in rows]
    near = get_close_matches(name, names, 1)
    right = f"Did you mean {near[0]}?" if near else f"It has {', '.join(names)}."
    raise InputError(f"the engine {engine} has no option {name!r}", right)


def _plain(name: str) -> str:
    """The core's switches have underscores and flags have dashes; both may be typed for either."""
    return name.replace("_", "-")


def read(engine: str, given: Mapping[str, str]) -> dict[str, Any]:
    """Every value that was given, by name, and the default of every option that has one. Raises InputError."""
    values: dict[str, Any] = {row.name: row.read(row.default) for row in OPTIONS.get(engine, ()) if row.default}
    for name, text in given.items():
        row = find(engine, name)
        values[row.name] = row.read(text)
    return values


def fitting(engine: str, request: Request) -> list[Option]:
    """The rows of an engine that have an effect on this request."""
    if engine == "search" and search.why_none(request):
        return []
    return [row for row in rows_of(engine) if not row.idle(request)]


def refusal(engine: str, name: str, text: str, request: Request) -> str:
    """A sentence if an option of the request would have no effect on it: options are honoured or refused."""
    row = find(engine, name)
    why = search.why_none(request) if engine == "search" else ""
    return f"{row.shown} has no effect {why}" if why else row.refusal(text.strip(), request)


def check(engine: str, request: Request) -> None:
    """InputError if an option of the request would have no effect, or is none of this engine's."""
    for name, text in request.options.items():
        sentence = refusal(engine, name, text, request)
        if sentence:
            raise InputError(sentence)


def as_table(engine: str) -> str:
    """An engine's flags as a Markdown table, for the docs; `core` means the switches of the Rust core."""
    if engine == "core":
        return search.switch_table()
    lines = ["| option | what it does |", "|---|---|"]
    for row in OPTIONS[engine]:
        flags = ", ".join(f"`{flag} {row.placeholder}`" for flag in row.flags)
        lines.append(f"| {flags} | {row.sentence()} |".replace("||", r"\|"))
    return "\n".join(lines) + "\n"
