"""The `option=value` lines of a NetHack solver's level file: what they mean to the native search.

A line becomes an option of the engine `search`, or a note that it has no meaning here. The names are those of the
NetHack solver, old and new. There, the file "overrides defaults and is overridden by the command line"; so it does
here. Level files come from strangers, so they may choose how to search, but not write files.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from sokoplan.engines.answer import Request
from sokoplan.engines.options import refusal
from sokoplan.engines.search.options import core_options
from sokoplan.errors import InputError
from sokoplan.puzzle.level import Level

_YES = {**dict.fromkeys(("yes", "true", "on", "1"), "true"), **dict.fromkeys(("no", "false", "off", "0"), "false")}
# The newer program's words for the two checkers; one letter is enough.
_KINDS = {"none": "false", "normal": "true", "basic": "true", "extended": "true"}
_HEUR_CALCULATORS = {"none": "false", "vector": "true", "decision-tree": "true"}

_SAME = ("blocklist-number", "blocklist-distance", "heuristic", "checkers", "expanders", "threads")
_SWITCH = {
    "stone-pusher": ("stone_pusher", {}),
    "movable-checker": ("movable", _KINDS),
    "corridor-checker": ("corridor", _KINDS),
}
# Options of the solver that do nothing here, and why.
_DISTANCE = "the blocklist is limited by distance alone"
_OURS = "the search orders equal nodes in its own way"
_STORED = "there is only one way to store the blocklist"
_FILES = "a level file cannot make us write files; use --dump or --format"
_TABLES = "a level file cannot make us write files; use --write-tables FOLDER"
_PRINTED = "--format and --old-style-output decide how plans are printed"
_PARALLEL = "use --threads to search in parallel"
WITHOUT_MEANING = {
    "compare": _OURS,
    "status-pool": "computing the player's area again is faster than storing it",
    "heur-list-size": _STORED,
    "max-decision-tree-depth": _STORED,
    "decision-tree-checker": _STORED,
    "blocklist-decision-tree-depth": _STORED,
    "distance-limiter": "it could cut off the only plan",
    "heur-multiplier": "a multiplied bound proves nothing; --objective any finds a plan quickly",
    "expanded-node-limit": "use --time and --memory to limit the search",
    "choke-point-distance": _DISTANCE,
    "choke-point-distant-number": _DISTANCE,
    "choke-point-number": _DISTANCE,
    "reverse-search-max-depth": _DISTANCE,
    "work-queue-length": _PARALLEL,
    "parallel-expand": _PARALLEL,
    "parallel-outer-expand": _PARALLEL,
    "dump-style": _FILES,
    "dump-filename": _FILES,
    "dump-filter": _FILES,
    "dump-filter-type": _FILES,
    "solution-dump-filename": _FILES,
    "partitions-dump-filename": _TABLES,
    "output-format": _PRINTED,
    "old-style-output": _PRINTED,
    "save-preprocessed-result": _FILES,
    "load-preprocessed-result": "the blocklist is computed again, which takes a second or two",
    "save-progress": _FILES,
    "test": "it solves problems other than this level",
}
KNOWN = (*_SAME, "thread-num", "advanced-heur-calculator", "blocklist-heur-calculator", *_SWITCH)


def of_level(level: Level) -> tuple[dict[str, tuple[str, str]], list[str]]:
    """Options for the search, each with its value and its line in the file; and notes on lines without a meaning.

    Raises InputError, with the line, for an unknown name or value.
    """
    options: dict[str, tuple[str, str]] = {}
    notes = []
    for name, value in level.options:
        line = f"{name}={value}"
        if name in WITHOUT_MEANING:
            notes.append(f"ignoring `{line}`: {WITHOUT_MEANING[name]}")
            continue
        option = _translated(name, value)
        try:
            core_options(option, whole=False)
        except InputError as error:
            says = error.says.replace(f"--{next(iter(option))}", name)  # as the file calls it
            raise _wrong(name, value, says, error.right) from None
        options |= {name: (value, line) for name, value in option.items()}
    return options, notes


def merged(request: Request) -> tuple[dict[str, str], list[str]]:
    """The options of the level file, overridden by those of the request; and notes."""
    lines, notes = of_level(request.level)
    from_file = {name: value for name, (value, _) in lines.items()}
    both = replace(request, options={**from_file, **request.options})
    if not _makes_blocklist(both.options):
        for name in ("blocklist-distance", "blocklist_excess"):
            if name in from_file and name not in request.options:
                del from_file[name]
                notes.append(f"ignoring `{lines[name][1]}`: there is no blocklist (set blocklist-number to make one)")
    for name, (value, line) in lines.items():
        if name in from_file and name not in request.options:
            # The file may have been written for another objective, so this is a note and not an error.
            sentence = refusal("search", name, value, both)
            if sentence:
                del from_file[name]
                notes.append(f"ignoring `{line}`: {sentence}")
    try:
        core_options({**from_file, **request.options})
    except InputError:
        # The request leaves no use for the file's blocklist. If it is wrong by itself, the search says so.
        from_file = {name: value for name, value in from_file.items() if not name.startswith("blocklist")}
    return {**from_file, **request.options}, notes


# The solver's own switches that are not flags of ours by the same or another name, and what they stand for.
OWN_SWITCHES = {
    "advanced-heur-calculator": "heuristic",
    "blocklist-heur-calculator": "heuristic",
    "stone-pusher": "expanders",
    "movable-checker": "checkers",
    "corridor-checker": "checkers",
}


def typed(name: str, value: str) -> dict[str, str]:
    """A switch of the solver given on the command line, as options of the search. Raises InputError."""
    return _translated(name, value)


def _makes_blocklist(options: Mapping[str, str]) -> bool:
    switches, _ = core_options(options, whole=False)
    return int(switches.get("blocklist_number", "0")) > 1


def _wrong(name: str, value: str, says: str, right: str) -> InputError:
    return InputError(says, right, text=f"{name}={value}", column=0)


def _translated(name: str, value: str) -> dict[str, str]:
    if name in _SAME:
        return {name: value}
    if name == "thread-num":
        return {"threads": value}
    if name == "advanced-heur-calculator":
        return {} if _choice(name, value, {}) == "true" else {"heuristic": "basic"}
    if name == "blocklist-heur-calculator":
        return {"blocklist_excess": _choice(name, value, _HEUR_CALCULATORS)}
    if name in _SWITCH:
        switch, kinds = _SWITCH[name]
        return {switch: _choice(name, value, kinds)}
    raise _wrong(name, value, f"unknown option {name!r} in the level file", f"Choose one of: {', '.join(KNOWN)}.")


def _choice(name: str, value: str, kinds: dict[str, str]) -> str:
    word = value.strip().lower()
    if word in _YES:
        return _YES[word]
    meant = {kinds[kind] for kind in kinds if word and kind.startswith(word)}
    if len(meant) != 1:
        choices = ", ".join(("yes", "no", *kinds))
        raise _wrong(name, value, f"unknown value {value!r} for {name}", f"Choose one of: {choices}.")
    return meant.pop()
