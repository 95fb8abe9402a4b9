"""What is to be solved: a level and an objective as horizons and formulas.

A horizon counts keys (including Helltaker's forced steps) or pushes, whichever the objective counts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from sokoplan.engines.answer import Objective
from sokoplan.engines.dead_pairs import dead_pairs
from sokoplan.engines.horizons import limited
from sokoplan.engines.options.sat import AUTO, DEEPEN, KEY_SOLVER, LONG_ONLY, PATTERNS, SOLVER
from sokoplan.engines.sat.options import Options
from sokoplan.engines.sat.pysat_solver import card
from sokoplan.engines.sat.solver import is_program
from sokoplan.engines.upper import after_each_push, some_plan, upper_bound
from sokoplan.planning.cnf.amo import WAYS, AtMostOne
from sokoplan.planning.cnf.encoding import Encoding
from sokoplan.planning.cnf.encodings import ENCODINGS
from sokoplan.planning.cnf.frozen import frozen_sets
from sokoplan.planning.cnf.parts import Parts
from sokoplan.planning.ground import ground
from sokoplan.planning.named_crates import named_crates
from sokoplan.planning.proved.bounds import push_bound
from sokoplan.planning.proved.fights import fights
from sokoplan.planning.proved.remaining import DEAD, Tables, at_the_start, tables_of
from sokoplan.planning.proved.windows import prune
from sokoplan.planning.task import Task
from sokoplan.puzzle.level import Level


@dataclass
class Problem:
    """`task` is None where no horizon has to be tried; `dead`: because the first position is lost, which is proved
    without a formula."""

    level: Level
    options: Options
    task: Task | None
    parts: Parts
    counts: str  # "moves" or "pushes": what a step is, and the encoding of that name
    first: int  # no plan is shorter
    stride: int  # horizons to try differ by this
    last: int  # the longest to try
    bounded: bool  # the rules allow no plan longer than `last`
    dead: bool = False
    most_pushes: int | None = None  # for objectives of two words
    tables: Tables | None = None  # what a few boxes need, if a step is a key

    def horizons(self) -> Iterator[int]:
        return iter(range(self.first, self.last + 1, self.stride))

    def bounded_above(self) -> tuple[list[int], bool]:
        """The horizons up to the length of a plan that the native search finds, and whether it finds one."""
        upper = None
        # With a limit on pushes, the plan of the search may not be allowed.
        if self.most_pushes is None and "upper" not in self.options.without:
            upper = upper_bound(self.level, self.counts)
        if upper is None or upper > self.last:
            return list(self.horizons()), False
        return [horizon for horizon in self.horizons() if horizon <= upper], True

    def known_plan(self) -> list[frozenset[int]]:
        """The positions after each push of a plan that the native search finds; empty if it finds none, and for
        moves, where that plan is hardly ever a shortest one."""
        if self.counts != "pushes" or self.task is None or "upper" in self.options.without:
            return []
        plan = some_plan(self.level, "pushes")
        return (after_each_push(self.task, plan) if plan is not None else None) or []

    @property
    def question(self) -> str:
        """What its horizons count, for the records."""
        return limited(self.level.law.measured(self.counts), self.most_pushes)

    def encoding(self, *, noop: bool = False, every_plan: bool = False, most_waste: int | None = None) -> Encoding:
        """`every_plan`: all shortest plans count, not only one of those that are alike."""
        assert self.task is not None
        one_way = self.parts.one_way and not every_plan
        parts = replace(self.parts, noop=noop, one_way=one_way, most_pushes=self.most_pushes)
        if most_waste is not None:
            parts = replace(parts, most_waste=most_waste)
        return ENCODINGS[self.counts].encode(self.task, parts)


def at_most_one(options: Options) -> AtMostOne:
    return WAYS[options.amo] if options.amo in WAYS else card(options.amo)


def by_crates(level: Level, options: Options) -> Problem:
    """The model with named crates, as its report has it: nothing is cut and nothing is known beforehand."""
    options = _chosen(options, "moves", by_patterns=False)
    parts = Parts(
        at_most_one=at_most_one(options), forward=False, backward=False, no_undo=False, one_way=False, named=True
    )
    task = named_crates(level)
    return Problem(level, options, task, parts, "moves", first=0, stride=1, last=options.max_steps, bounded=False)


def problem_of(level: Level, counts: str, options: Options) -> Problem:
    if options.named_crates:
        return by_crates(level, options)
    task: Task | None = ground(level)
    assert task is not None
    if "dead" not in options.without:
        task = prune(task)
    parts = Parts(
        at_most_one=at_most_one(options),
        groups="groups" not in options.without,
        forward="forward" not in options.without,
        backward="backward" not in options.without,
        named=options.variables == "operators",
        frozen=() if "frozen" in options.without else tuple(frozen_sets(level)),
        pairs=() if "pairs" in options.without else dead_pairs(level),
        cuts="cuts" not in options.without,
        no_undo="undo" not in options.without and level.law.walking_is_free,
        one_way="squares" not in options.without,
    )
    bound = push_bound(level, task) if task is not None else None
    if bound is not None and task is not None and "dead" not in options.without:
        task = bound.without_hopeless(task)
    dead = task is None or (bound is not None and bound.hopeless)
    if bound is not None and bound.least > options.max_steps:
        task = None  # too long, or there is no matching of boxes with goals
    if bound is not None and task is not None and counts == "pushes" and "waste" not in options.without:
        fought = [] if "fights" in options.without else fights(level, task, bound)
        parts = replace(parts, bound=bound, fights=fought)
    # Every push is a key, so the bound on pushes bounds moves too.
    first = bound.least if bound is not None else 0
    tables = None
    if bound is not None and task is not None and counts == "moves" and "remaining" not in options.without:
        tables = tables_of(level, task)
        told = [] if tables is None else list(tables.told())
        first = max(first, at_the_start(level, told))
        dead = dead or first >= DEAD
        if options.variables != "operators":  # that formula is for reading
            parts = replace(parts, remaining=told)
    counted = bound is not None if counts == "moves" else parts.bound is not None
    options = _chosen(options, counts, by_patterns=counted and parts.groups)
    bounded = level.limit is not None
    last = options.max_steps if level.limit is None else min(level.limit, options.max_steps)
    return Problem(
        level=level,
        options=options,
        task=task,
        parts=parts,
        counts=counts,
        first=first,
        stride=2 if bound is not None and bound.even and counts == "pushes" else 1,
        last=last,
        bounded=bounded and last == level.limit,
        dead=dead,
        tables=tables,
    )


def _chosen(options: Options, counts: str, *, by_patterns: bool) -> Options:
    """The strategy and the solver, where they are left to us. `by_patterns`: whether every box goes home, for pushes
    also whether waste is counted, and the player is in one place only."""
    if options.strategy in (AUTO, PATTERNS):
        # A formula that is written is that of a horizon, and a program cannot be asked a thousand things a second.
        # Who turns what only that formula has wants to see what it is worth.
        a_program = options.solver != AUTO and is_program(options.solver)
        long = options.formula_files or options.without & LONG_ONLY or options.variables == "operators"
        able = by_patterns and not long and not a_program
        options = replace(options, strategy=PATTERNS if able else DEEPEN)
    if options.solver == AUTO:
        one_step = counts == "moves" or options.strategy == PATTERNS
        options = replace(options, solver=KEY_SOLVER if one_step else SOLVER)
    return options


def main_count(level: Level, objective: Objective) -> str:
    """What a step of the first search is."""
    by_pushes = level.law.walking_is_free and objective in ("pushes", "pushes-moves", "any")
    return "pushes" if by_pushes else "moves"
