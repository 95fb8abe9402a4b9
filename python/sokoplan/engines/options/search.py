"""The options of the engine `search`: words for people and level files, and the switches of the Rust core.

The words are the NetHack solver's (docs/nethack.md). What is a bound, a deadlock test or a pruning is listed by the
core itself, so a new switch has its word the day it is made.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from sokoplan.engines import searches_task
from sokoplan.engines.options.option import Option
from sokoplan.puzzle.objective import OBJECTIVES

if TYPE_CHECKING:
    from collections.abc import Callable

    from sokoplan.engines.answer import Request
    from sokoplan.puzzle.level import Level

DUMPS = {"text": "dump.dump", "xml": "dump.xml"}  # the style, and the file it goes to if none is named
KINDS = ("goals", "sinks", "holes")
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
    searches: tuple[str, ...]
    levels: tuple[str, ...]  # of goals, sinks, holes: where it has an effect
    needs: str  # the switch without which it has none; or ""

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
        Switch(
            row.name,
            row.kind,
            str(row.default).lower(),
            row.help,
            tuple(row.objectives),
            row.low,
            row.high,
            tuple(row.searches),
            tuple(row.levels),
            row.needs or "",
        )
        for row in push_options()
    )


def words(idea: str) -> dict[str, Switch]:
    """The switches of one idea by their words: what --checkers, --expanders and --heuristic choose from."""
    return {switch.word: switch for switch in core_table() if switch.idea == idea}


def checkers() -> tuple[str, ...]:
    return tuple(words("deadlock"))


def expanders() -> tuple[str, ...]:
    return ("normal", *words("pruning"))


@cache
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
            objectives=switch.objectives if len(switch.objectives) < len(OBJECTIVES) else (),
            unless=_not_on(switch),
        )
        for switch in core_table()
        if switch.name not in named
    )


def kind_of(level: Level) -> str:
    """What a level has for its boxes, in the core's words."""
    return "holes" if level.holes else "sinks" if level.sinks else "goals"


def why_none(request: Request) -> str:
    """Why no option has an effect: the request goes to the search over a Task, which has none. Or ""."""
    if not searches_task(request):
        return ""
    if not request.level.law.plain_pushes:
        return f"on {request.level.law.name}, only on Sokoban, sinks and holes"
    if request.all_plans:
        return "with --all: plans are counted by a search that has no options"
    return "with --goal each-once: that uses a search that has no options"


def _not_on(switch: Switch) -> Callable[[Request], str]:
    """Why the switch has no effect on this kind of level, as the end of a sentence; or ""."""

    def unless(request: Request) -> str:
        if "dump" in request.options and not {"best-first", "ida", "driver"}.intersection(switch.searches):
            return "with --dump, which records only the forward search"
        kind, levels = kind_of(request.level), _levels(switch)
        # Holes in a row are also searched as a sink.
        if kind in levels or (kind == "holes" and request.objective == "any" and "sinks" in levels):
            return ""
        return f"on levels with {kind}, only with {' or '.join(levels)}"

    return unless


def _word_unless(idea: str) -> Callable[[Request, str], str]:
    """Why a word of --checkers or --expanders contradicts the objective.

    Not the kind of level: the list says what may be used, and in a collection of many kinds some words find no use.
    """

    def unless(request: Request, word: str) -> str:
        switch = words(idea).get(word)
        if switch is None:  # all, none, normal
            return ""
        objectives = switch.objectives
        if switch.name == "corral_search":  # its word switches the other one too
            objectives += next(other.objectives for other in core_table() if other.name == "corral_astar")
        if request.objective not in objectives:
            return f"for the objective {request.objective}, only for {', '.join(objectives)}"
        return ""

    return unless


def _one_thread(request: Request) -> str:
    """Why a second thread would have nothing to do. That there be only one is always honoured."""
    if request.options.get("threads", "").strip() == "1":
        return ""
    if int(request.options.get("blocklist-number", request.options.get("blocklist_number", "0"))) > 1:
        return ""
    if request.objective != "any":
        return f"for the objective {request.objective} without a blocklist, only for any"
    return "with --dump, which records only the forward search" if "dump" in request.options else ""


def _no_blocklist(request: Request) -> str:
    return "on levels with holes: boxes may be left over, so no set is dead by itself" if request.level.holes else ""


def _levels(switch: Switch) -> tuple[str, ...]:
    """The kinds of levels on which the switch, and what it needs, have an effect."""
    needed = [_levels(other) for other in core_table() if other.name == switch.needs]
    return tuple(kind for kind in switch.levels if all(kind in levels for levels in needed))


def switch_table() -> str:
    """The core's switches as a Markdown table, for the docs."""
    lines = [
        "| switch | default | kind | for | on levels with | needs | what it does |",
        "|---|---|---|---|---|---|---|",
    ]
    for switch in core_table():
        asked = "all" if len(switch.objectives) == len(OBJECTIVES) else ", ".join(switch.objectives)
        levels = "any" if len(_levels(switch)) == len(KINDS) else ", ".join(_levels(switch))
        needs = f"`{switch.needs}`" if switch.needs else ""
        cells = (f"`{switch.name}`", switch.default, switch.idea, asked, levels, needs, switch.help)
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


OPTIONS = (
    Option(
        "heuristic",
        "choice",
        "Use only the lower bounds of the NetHack solver's heuristic of this name, rather than all bounds",
        "",
        ("basic", "advanced", "blocklist"),
    ),
    Option(
        "checkers",
        "list",
        "Use only these deadlock tests",
        "",
        checkers,
        ("all", "none"),
        word_unless=_word_unless("deadlock"),
    ),
    Option(
        "expanders",
        "list",
        "Use only these ways to skip pushes",
        "",
        expanders,
        ("all", "none"),
        word_unless=_word_unless("pruning"),
    ),
    Option(
        "blocklist-number",
        "number",
        "First solve every set of 2 to N boxes alone; sets without a plan are deadlocks, and with sinks costly sets "
        "raise the bound. Not for levels with holes",
        "0",
        most=5,
        zero="off",
        unless=_no_blocklist,
    ),
    Option(
        "blocklist-distance",
        "number",
        "Only sets whose boxes are at most N rows and columns apart go into the blocklist",
        "3",
        most=1000,
        zero="any",
        unless=_no_blocklist,
    ),
    Option(
        "threads",
        "number",
        "Searches that run side by side for the objective `any`, and workers that make the blocklist",
        "2",
        least=1,
        most=64,
        aliases=("thread-num",),
        unless=_one_thread,
        web=False,
    ),
    Option(
        "dump",
        "choice",
        "Write down the whole search in this style, for `sokoplan dump` to show",
        "",
        tuple(DUMPS),
        aliases=("dump-style",),
        one_level=True,
        web=False,
    ),
    Option(
        "dump-file",
        "file",
        f"The file that --dump writes; without it, {' or '.join(DUMPS.values())}",
        aliases=("dump-filename",),
        web=False,
    ),
    Option(
        "write-tables",
        "folder",
        "Write what the search knows before it starts, for `sokoplan dump` to show: partitions.dump and, with "
        "--blocklist-number, blocklist.dump",
        one_level=True,
        web=False,
    ),
    Option("dump-limit", "number", "The most entries that --dump writes", "100000", most=10**9, web=False),
)
