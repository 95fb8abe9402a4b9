"""Ways to go through the horizons until one has a plan.

    patterns a formula of one push, for moves also of the walk to it; what is learned of some boxes holds everywhere;
             only where walking is free and every box goes home
    deepen   one solver, one more step at a time; what was learned for shorter horizons is kept; if steps are pushes,
             a plan that the native search finds quickly is tried when its length is reached
    fresh    a new formula and a new solver for each horizon, as in textbooks
    binary   formulas with noop ("at most T steps"): halve the interval below a plan that the native search finds,
             or double T until there is one
    ramp     several horizons in turn, each with a share of the conflicts (Rintanen's algorithm B)

All of them prove their plan shortest: every shorter horizon has been refuted. They return None if there is no horizon
to try.

`STRATEGIES` is the one list of them. Importing it loads no solver, so that options and help can be made from it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sokoplan.engines.sat.solver import Solver, make_solver

if TYPE_CHECKING:
    from sokoplan.engines.sat.problem import Problem
    from sokoplan.engines.sat.watch import Watch
    from sokoplan.planning.cnf.encoding import Encoding


@dataclass(frozen=True)
class Tried:
    """The last formula that a solver was given, and its model if it has one."""

    encoding: Encoding | None  # None: there is none of the whole plan
    horizon: int
    model: tuple[int, ...] | None
    answered: bool = True  # False: the solver was stopped
    known: str | None = None  # the plan, where its steps are in different models

    @property
    def keys(self) -> str:
        assert self.model is not None
        if self.known is not None:
            return self.known
        assert self.encoding is not None
        return self.encoding.decode(self.model, self.horizon)


class Grower:
    """A solver whose formula grows with the horizon."""

    def __init__(self, encoding: Encoding, solver: Solver, watch: Watch) -> None:
        self.encoding, self.solver, self.watch = encoding, solver, watch
        self.steps = 0
        solver.add(encoding.start())
        solver.add(encoding.state(0))

    def grow(self, horizon: int) -> None:
        while self.steps < horizon:
            self.solver.add(self.encoding.change(self.steps))
            self.steps += 1
            self.solver.add(self.encoding.state(self.steps))
            self.watch.variables = (self.steps + 1) * self.encoding.stride
            self.watch.clauses = self.solver.clauses
            self.watch.pause()

    def solve(self, horizon: int, conflicts: int = 0, also: Sequence[int] = ()) -> bool | None:
        """Whether there is a plan of exactly this many steps in which these literals hold too; None if that took too
        many conflicts."""
        self.watch.begin(horizon)
        if self.encoding.hopeless(horizon):
            self.watch.end(False, asked=False)
            self.watch.pause()
            return False
        self.grow(horizon)
        self.watch.asked = self.encoding, horizon
        self.watch.variables = (self.steps + 1) * self.encoding.stride
        self.watch.clauses = self.solver.clauses
        before = self.watch.conflicts - self.solver.conflicts

        def pause() -> None:
            self.watch.conflicts = before + self.solver.conflicts
            self.watch.pause()

        answer = self.solver.solve([*self.encoding.goal(horizon), *also], pause, conflicts)
        self.watch.conflicts = before + self.solver.conflicts
        self.watch.end(answer)
        self.watch.pause()
        return answer

    def refute(self, horizon: int) -> None:
        """Rule out for good that a plan has exactly this many steps."""
        if self.steps >= horizon:
            self.solver.add([[-self.encoding.variable(self.encoding.won, horizon)]])

    def tried(self, horizon: int, answer: bool) -> Tried:
        self.grow(horizon)
        return Tried(self.encoding, horizon, tuple(self.solver.model()) if answer else None)


def patterns(problem: Problem, watch: Watch) -> Tried | None:
    # They need PySAT.
    if problem.counts == "pushes":
        from sokoplan.engines.sat.patterns import fewest_pushes as fewest
    else:
        from sokoplan.engines.sat.legs import fewest_keys as fewest
    found = fewest(problem, watch)
    if found is None:
        return None
    horizon, keys = found
    return Tried(None, horizon, (), known=keys)


def deepen(problem: Problem, watch: Watch) -> Tried | None:
    grower = Grower(problem.encoding(), make_solver(problem.options.solver), watch)
    known = problem.known_plan()
    last = None
    for horizon in problem.horizons():
        watch.bound = horizon
        if horizon == len(known) > 0:
            # Everything shorter is refuted and this plan is known: the solver only has to fill in the walks.
            also = [
                grower.encoding.variable(fact + 1, step)
                for step, facts in enumerate(known, 1)
                for fact in sorted(facts)
            ]
            if grower.solve(horizon, also=also):
                return grower.tried(horizon, True)
        if grower.solve(horizon):
            return grower.tried(horizon, True)
        grower.refute(horizon)
        last = horizon
    return None if last is None else grower.tried(last, False)


def once(encoding: Encoding, horizon: int, solver: Solver, watch: Watch) -> Tried:
    """One formula, built and solved for this horizon alone."""
    watch.begin(horizon)
    formula = encoding.formula(horizon)
    watch.asked = encoding, horizon
    solver.add(formula)
    watch.variables = (horizon + 1) * encoding.stride
    watch.clauses = len(formula)
    before = watch.conflicts

    def pause() -> None:
        watch.conflicts = before + solver.conflicts
        watch.pause()

    answer = solver.solve([], pause)
    watch.conflicts = before + solver.conflicts
    watch.end(answer)
    watch.pause()
    tried = Tried(encoding, horizon, tuple(solver.model()) if answer else None)
    solver.close()
    return tried


def exactly(problem: Problem, horizon: int, watch: Watch) -> Tried:
    watch.horizons.question = problem.question
    return once(problem.encoding(), horizon, make_solver(problem.options.solver), watch)


def fresh(problem: Problem, watch: Watch) -> Tried | None:
    encoding = problem.encoding()
    tried = None
    for horizon in problem.horizons():
        watch.bound = horizon
        tried = once(encoding, horizon, make_solver(problem.options.solver), watch)
        if tried.model is not None:
            break
    return tried


def binary(problem: Problem, watch: Watch) -> Tried | None:
    encoding = problem.encoding(noop=True)

    def plan_within(horizon: int) -> Tried:
        return once(encoding, horizon, make_solver(problem.options.solver), watch)

    horizons, plan_at_the_end = problem.bounded_above()
    if not horizons:
        return None
    low, high = 0, len(horizons) - 1  # every horizon before horizons[low] is refuted
    best: Tried | None = None
    size = 1
    while not plan_at_the_end and best is None:
        at = min(low + size - 1, high)
        tried = plan_within(horizons[at])
        if tried.model is not None:
            best, high = tried, at
        elif at == high:
            return tried
        else:
            low, size = at + 1, size * 2
            watch.bound = horizons[low]
    while low < high:
        middle = (low + high) // 2
        tried = plan_within(horizons[middle])
        if tried.model is None:
            low = middle + 1
            watch.bound = horizons[low]
        else:
            best, high = tried, middle
    return best or plan_within(horizons[high])


# Of two neighbouring horizons the longer one gets this share of the shorter one's conflicts.
_SHARE = 0.8
_AT_ONCE = 8
_TURN = 1000


def ramp(problem: Problem, watch: Watch) -> Tried | None:
    encoding = problem.encoding()
    waiting = iter(problem.bounded_above()[0])
    open_: list[tuple[int, Grower]] = []  # horizons that are neither refuted nor solved, shortest first
    best: Tried | None = None
    last: Tried | None = None
    while True:
        while best is None and len(open_) < _AT_ONCE and (horizon := next(waiting, None)) is not None:
            open_.append((horizon, Grower(encoding, make_solver(problem.options.solver), watch)))
        if not open_:
            return best or last
        watch.bound = open_[0][0]
        for place, (horizon, grower) in enumerate(list(open_)):
            if best is not None and horizon >= best.horizon:
                open_.remove((horizon, grower))
                continue
            answer = grower.solve(horizon, max(1, int(_TURN * _SHARE**place)))
            if answer is None:
                continue
            open_.remove((horizon, grower))
            last = grower.tried(horizon, answer)
            grower.solver.close()
            if answer:
                best = last


STRATEGIES: dict[str, Callable[[Problem, Watch], Tried | None]] = {
    "patterns": patterns,
    "deepen": deepen,
    "fresh": fresh,
    "binary": binary,
    "ramp": ramp,
}
