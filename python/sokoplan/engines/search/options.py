"""From the native search's options in words to the switches of the Rust core.

Comes in:  options by name, as text.     Goes out: switches of the core, and what to dump.

The rows are in `sokoplan.engines.options.search`; the core's own switches may be given too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sokoplan.engines.options import find, read
from sokoplan.engines.options.search import DUMPS, Switch, core_table, words
from sokoplan.errors import InputError

# What a heuristic keeps of the bounds; the others it switches off.
_KEPT = {
    "basic": (),
    "advanced": ("sides", "matching", "frozen_walls"),
    "blocklist": ("sides", "matching", "frozen_walls", "blocklist_excess"),
}
_CORRAL_PATIENCE = "30"


@dataclass(frozen=True)
class Dump:
    """A file to write the search to."""

    style: str
    file: str
    limit: int


def core_options(options: Mapping[str, str], *, whole: bool = True) -> tuple[dict[str, str], Dump | None]:
    """The switches that the options ask for, and the dump. Raises InputError.

    Where more options are to come (`whole` is false), a blocklist that nobody makes or uses is no mistake yet.
    """
    values = read("search", options)
    known = {switch.name for switch in core_table()}
    switches = {}
    for name, text in options.items():
        switch = find("search", name).name.replace("-", "_")
        if switch in known:
            switches[switch] = text.strip()
    # Words that say the same come later and count.
    if "heuristic" in options:
        switches |= _heuristic(values["heuristic"])
    if "checkers" in options:
        switches |= _checkers(values["checkers"])
    if "expanders" in options:
        switches |= _chosen(values["expanders"], words("pruning"))
    if whole:
        _check_blocklist(switches, options, values.get("checkers", ()))
    return switches, _dump(options, values["dump-limit"])


def _dump(options: Mapping[str, str], limit: int) -> Dump | None:
    style = options.get("dump")
    if style is None:
        for name in ("dump-file", "dump-limit"):
            if name in options:
                raise InputError(f"--{name} needs a style for the dump", "Add --dump text or --dump xml.")
        return None
    return Dump(style, options.get("dump-file", DUMPS[style]), limit)


def _heuristic(name: str) -> dict[str, str]:
    return {
        switch.name: "0" if switch.is_number else str(switch.name in _KEPT[name]).lower()
        for switch in words("bound").values()
    }


def _checkers(names: tuple[str, ...]) -> dict[str, str]:
    chosen = _chosen(names, words("deadlock"))
    # The corral search has one limit for `any` and one for `pushes`; the word stands for both.
    if "corral_search" in chosen:
        chosen["corral_astar"] = "0" if chosen["corral_search"] == "0" else _CORRAL_PATIENCE
    return chosen


def _chosen(names: tuple[str, ...], known: Mapping[str, Switch]) -> dict[str, str]:
    """A value for each switch: on for those in the list, off for the others."""
    everything = "all" in names
    return {switch.name: _value(switch, everything or word in names) for word, switch in known.items()}


def _value(switch: Switch, on: bool) -> str:
    if not switch.is_number:
        return "true" if on else "false"
    return (switch.default if switch.default != "0" else _CORRAL_PATIENCE) if on else "0"


def _check_blocklist(switches: Mapping[str, str], options: Mapping[str, str], checkers: tuple[str, ...]) -> None:
    """A blocklist that is asked for and not made, or made and not used, is a mistake."""
    number = int(switches.get("blocklist_number", "0"))
    if number < 2:
        asked = options.get("heuristic") == "blocklist" or options.get("blocklist_excess") == "true"
        if asked or "blocklist" in checkers or "blocklist-distance" in options:
            raise InputError(
                "there is no blocklist to use", "Say how many boxes its sets have: --blocklist-number 2, up to 5."
            )
    elif switches.get("blocklist_dead") == "false" and switches.get("blocklist_excess") == "false":
        raise InputError(
            "the blocklist would not be used",
            "Add blocklist to --checkers, use --heuristic blocklist, or leave out --blocklist-number.",
        )
