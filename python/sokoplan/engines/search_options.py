"""The native search's options in words, for people and level files: from words to the core's switches.

Comes in:  options by name, as text.     Goes out: switches of `_core.solve_push`, and what to dump.

The words are the NetHack solver's (`docs/nethack.md`); the core's own switches may be given too. What is a bound, a
deadlock check or a pruning, the core's table says itself, so that a new switch has its word the day it is made.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from sokoplan import _core
from sokoplan.errors import InputError

HEURISTICS = ("basic", "advanced", "blocklist")
DUMPS = {"text": "dump.dump", "xml": "dump.xml"}  # the style, and the file it goes to if none is named
DUMP_LIMIT = 100_000
MOST_STONES = 5
MOST_THREADS = 64
# What a heuristic keeps of the bounds; the others it switches off.
_KEPT = {
    "basic": (),
    "advanced": ("sides", "matching", "frozen_walls"),
    "blocklist": ("sides", "matching", "frozen_walls", "blocklist_excess"),
}
# The words that are not the switch's own name.
_WORDS = {"dead_pairs": "pairs", "corral_search": "corral", "blocklist_dead": "blocklist"}
_CORRAL_PATIENCE = "30"


@dataclass(frozen=True)
class Dump:
    """A file to write the search to."""

    style: str
    file: str
    limit: int


@cache
def _switches(kind: str) -> dict[str, tuple[str, str]]:
    """Word -> (switch, default) of every switch of this kind."""
    return {
        _WORDS.get(row.name, row.name.replace("_", "-")): (row.name, str(row.default).lower())
        for row in _core.push_options()
        if row.kind == kind
    }


def checkers() -> tuple[str, ...]:
    return tuple(_switches("deadlock"))


def expanders() -> tuple[str, ...]:
    return ("normal", *_switches("pruning"))


def core_options(options: Mapping[str, str], *, whole: bool = True) -> tuple[dict[str, str], Dump | None]:
    """The switches that the options ask for, and the dump. Raises InputError.

    Where more options are to come (`whole` is false), a blocklist that nobody makes or uses is no mistake yet.
    """
    words = dict(options)
    heuristic, wanted, ways = (words.pop(name, None) for name in ("heuristic", "checkers", "expanders"))
    dump = _dump(words)
    number = _number(words, "blocklist-number", MOST_STONES)
    distance = _number(words, "blocklist-distance", 1000)
    threads = _number(words, "threads", MOST_THREADS, least=1)
    # What is left are the core's own switches; words that say the same come later and count.
    switches = words
    if number is not None:
        switches["blocklist_number"] = str(number)
    if distance is not None:
        switches["blocklist_distance"] = str(distance)
    if threads is not None:
        switches["threads"] = str(threads)
    if heuristic is not None:
        switches |= _heuristic(heuristic)
    if wanted is not None:
        switches |= _checkers(wanted)
    if ways is not None:
        switches |= _chosen("expanders", ways, _switches("pruning"), always="normal")
    if whole:
        _blocklist_is_of_use(switches, heuristic, wanted, distance)
    return switches, dump


def _number(words: dict[str, str], name: str, most: int, least: int = 0) -> int | None:
    text = words.pop(name, None)
    if text is None:
        return None
    if not text.strip().isdecimal() or not least <= int(text) <= most:
        raise InputError(f"{name} is {text!r}", f"It is a whole number from {least} to {most}.")
    return int(text)


def _dump(words: dict[str, str]) -> Dump | None:
    style = words.pop("dump", None)
    file, limit = words.pop("dump-file", None), _number(words, "dump-limit", 10**9)
    if style is None:
        if file is not None or limit is not None:
            raise InputError("a dump has a file or a limit, but no style", "Add --dump text or --dump xml.")
        return None
    if style not in DUMPS:
        raise InputError(f"there is no dump {style!r}", f"These there are: {', '.join(DUMPS)}.")
    return Dump(style, file or DUMPS[style], DUMP_LIMIT if limit is None else limit)


def _heuristic(name: str) -> dict[str, str]:
    if name not in HEURISTICS:
        raise InputError(f"there is no heuristic {name!r}", f"These there are: {', '.join(HEURISTICS)}.")
    return {
        switch: ("true" if switch in _KEPT[name] else "false") if default in ("true", "false") else "0"
        for switch, default in _switches("bound").values()
    }


def _checkers(text: str) -> dict[str, str]:
    chosen = _chosen("checkers", text, _switches("deadlock"))
    # The corral search has a patience for `any` and one for `pushes`; who asks for it wants it everywhere.
    if "corral_search" in chosen:
        chosen["corral_astar"] = "0" if chosen["corral_search"] == "0" else _CORRAL_PATIENCE
    return chosen


def _chosen(option: str, text: str, known: Mapping[str, tuple[str, str]], always: str = "") -> dict[str, str]:
    """A switch for each known word: on for those in the list, off for the others."""
    names = [word.strip() for word in text.split(",") if word.strip()]
    if names == ["all"]:
        names = list(known)
    elif names == ["none"]:
        names = []
    for name in names:
        if name not in known and name != always:
            words = ", ".join([*([always] if always else []), *known])
            raise InputError(f"{name!r} is none of the {option}", f"A list of these: {words}; or all, or none.")
    return {switch: _value(default, word in names) for word, (switch, default) in known.items()}


def _value(default: str, on: bool) -> str:
    if default in ("true", "false"):
        return "true" if on else "false"
    return (default if default != "0" else _CORRAL_PATIENCE) if on else "0"


def _blocklist_is_of_use(
    switches: Mapping[str, str], heuristic: str | None, wanted: str | None, distance: int | None
) -> None:
    """A blocklist that is asked for and not made, or made and not used, is a slip of the pen."""
    number = int(switches.get("blocklist_number", "0"))
    named = wanted is not None and "blocklist" in (word.strip() for word in wanted.split(","))
    if number < 2:
        if heuristic == "blocklist" or named or distance is not None:
            raise InputError(
                "there is no blocklist to use", "Say how many stones it is made of: --blocklist-number 2, up to 5."
            )
    elif switches.get("blocklist_dead") == "false" and switches.get("blocklist_excess") == "false":
        raise InputError(
            "the blocklist would be made for nothing",
            "Add blocklist to --checkers, or use --heuristic blocklist, or leave out --blocklist-number.",
        )
