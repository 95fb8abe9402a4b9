"""The options of the engine `search`: words for people and level files, and the switches of the Rust core.

The words are the NetHack solver's (docs/nethack.md). What is a bound, a deadlock test or a pruning is listed by the
core itself, so a new switch has its word the day it is made.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from sokoplan.engines.options.option import Option
from sokoplan.puzzle.objective import OBJECTIVES

DUMPS = {"text": "dump.dump", "xml": "dump.xml"}  # the style, and the file it goes to if none is named
# The words that are not the switch's own name.
_WORDS = {"dead_pairs": "pairs", "corral_search": "corral", "blocklist_dead": "blocklist"}


@dataclass(frozen=True)
class Switch:
    """One line of the core's own table."""

    name: str
    idea: str  # "bound", "deadlock", "pruning", "strategy" or "setting"
    default: str
    help: str
    objectives: tuple[str, ...]
    least: int
    most: int

    @property
    def word(self) -> str:
        """What --checkers and --expanders call it."""
        return _WORDS.get(self.name, self.name.replace("_", "-"))

    @property
    def is_number(self) -> bool:
        return self.default not in ("true", "false")


@cache
def core_table() -> tuple[Switch, ...]:
    """The core's table of switches: the only place that reads it."""
    from sokoplan.native import push_options  # here, so that the rows below can be had without the core

    return tuple(
        Switch(row.name, row.kind, str(row.default).lower(), row.help, tuple(row.objectives), row.low, row.high)
        for row in push_options()
    )


def words(idea: str) -> dict[str, Switch]:
    """The switches of one idea by their words: what --checkers, --expanders and --heuristic choose from."""
    return {switch.word: switch for switch in core_table() if switch.idea == idea}


def checkers() -> tuple[str, ...]:
    return tuple(words("deadlock"))


def expanders() -> tuple[str, ...]:
    return ("normal", *words("pruning"))


def switches() -> tuple[Option, ...]:
    """The core's switches as rows. They have no flags: `bench --set` and the Python API take them."""
    named = {row.name.replace("-", "_") for row in OPTIONS}
    return tuple(
        Option(
            switch.name,
            "number" if switch.is_number else "switch",
            switch.help.removesuffix("."),
            switch.default,
            least=switch.least if switch.is_number else 0,
            most=switch.most if switch.is_number else None,
            flag=False,
            ways=switch.name == "ida",
            objectives=switch.objectives,
        )
        for switch in core_table()
        if switch.name not in named
    )


def switch_table() -> str:
    """The core's switches as a Markdown table, for the docs."""
    lines = ["| switch | default | kind | for | what it does |", "|---|---|---|---|---|"]
    for switch in core_table():
        asked = "all" if len(switch.objectives) == len(OBJECTIVES) else ", ".join(switch.objectives)
        lines.append(f"| `{switch.name}` | {switch.default} | {switch.idea} | {asked} | {switch.help} |")
    return "\n".join(lines) + "\n"


OPTIONS = (
    Option(
        "heuristic",
        "choice",
        "Use only the lower bounds of the NetHack solver's heuristic of this name, rather than all bounds",
        "",
        ("basic", "advanced", "blocklist"),
    ),
    Option("checkers", "list", "Use only these deadlock tests", "", checkers, ("all", "none")),
    Option("expanders", "list", "Use only these ways to skip pushes", "", expanders, ("all", "none")),
    Option(
        "blocklist-number",
        "number",
        "First solve every set of 2 to N boxes alone; sets without a plan are deadlocks, and with sinks costly sets "
        "raise the bound. Not for levels with holes",
        "0",
        most=5,
        zero="off",
    ),
    Option(
        "blocklist-distance",
        "number",
        "Only sets whose boxes are at most N rows and columns apart go into the blocklist",
        "3",
        most=1000,
        zero="any",
    ),
    Option(
        "threads",
        "number",
        "Searches that run side by side for the objective `any`, and workers that make the blocklist",
        "2",
        least=1,
        most=64,
    ),
    Option(
        "dump",
        "choice",
        "Write down the whole search in this style, for `sokoplan dump` to show",
        "",
        tuple(DUMPS),
        one_level=True,
    ),
    Option("dump-file", "file", f"The file that --dump writes; without it, {' or '.join(DUMPS.values())}"),
    Option("dump-limit", "number", "The most entries that --dump writes", "100000", most=10**9),
)
