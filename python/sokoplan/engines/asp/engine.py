"""Answer set programming as an engine: a Request in, an Answer out.

Planning as in the textbook: is there a plan of 0 steps, of 1, of 2 ...? The first horizon with an answer set is the
optimum (`multi`). Or, as in the course project that this engine grew out of: one horizon that is large enough, and
the fewest steps within it (`single`).

Where a step is a key, `below` asks less. The native search is given a second to find a plan, and only its length is
used: is there a plan with one key less? In Sokoban a plan can be made longer by two keys (after its first key the
player goes back and presses it again), so if no plan has one key less, none two less and none has no key at all,
there is no shorter one, and the plan itself is clingo's own. In Helltaker, where going back may change the board,
`below` is `single` up to that length. Pushes cannot be taken back, so for them `below` is `multi`.

    objective       encoding    a step is
    any, pushes     pushes.lp   a push; where the player can walk is a recursive rule
    moves           push.lp     a key
    moves-pushes    push.lp     a key; at the least horizon the pushes are minimised
    pushes-moves    push.lp     a key; no more pushes are allowed than pushes.lp needed
    (Helltaker)     kick.lp     a key or the forced step, so that the horizon is the cost

For Helltaker the limit bounds the horizon, so the engine can prove that there is no plan. A Sokoban plan may have any
length: no plan up to the horizon is `unknown`, unless a small reason shows that there is none at all (`explain.py`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from heapq import nsmallest

from sokoplan.engines.answer import Answer, Budget, Cancelled, FormulaSize, Progress, Report, Request
from sokoplan.engines.asp.explain import impossible
from sokoplan.engines.asp.options import read_options, sets_max_steps
from sokoplan.engines.asp.plan import actions, plan_of
from sokoplan.engines.asp.program import Model, Program, Size
from sokoplan.engines.clock import Clock
from sokoplan.engines.dead_pairs import dead_pairs
from sokoplan.engines.horizons import Horizons, limited
from sokoplan.engines.options.asp import FITTED
from sokoplan.engines.upper import upper_bound
from sokoplan.planning.asp.encodings import encoding_of
from sokoplan.planning.asp.facts import facts
from sokoplan.planning.asp.known import Known, known_keys, known_pushes
from sokoplan.puzzle.level import KEYS, Level
from sokoplan.puzzle.plan import Plan

# The configurations trendy and jumpy switch on a preprocessing of clauses after which clingo 5.8 calls some
# satisfiable programs unsatisfiable (two boxes and one goal in tests/agreement/found show it, with plain clingo too),
# so it is off.
_PREPROCESSING = "--sat-prepro=no"

# What pays off where a step is a key, besides the heuristic: restarts by the quality of what is learned, which is
# kept longer and made shorter.
_BY_KEYS = ("--restarts=D,100,0.7", "--del-glue=2", "--strengthen=recursive", "--otfs=2", "--reverse-arcs=2")

_PUSH = ("push.lp", "mutex.lp", "deadlock.lp", "remaining.lp")
_PUSHES = ("pushes.lp", "mutex.lp", "deadlock.lp", "waste.lp")
_KICK = ("kick.lp", "mutex.lp", "near.lp")


def solve(request: Request, budget: Budget, report: Report) -> Answer:
    run = _Run(request, Clock(budget), report)
    answer = _answer(run, request)
    run.done(None)  # if it was stopped in the middle of one
    return replace(answer, formula=run.formula(), horizons=run.horizons.all())


def _answer(run: _Run, request: Request) -> Answer:
    try:
        return run.answer()
    except Cancelled as stop:
        if run.so_far is not None:  # a plan, if not the proof or the count that was asked for
            return Answer("solved", plan_of(request.level, run.so_far.atoms), nodes=run.conflicts)
        return Answer("unknown", reason=stop.reason, nodes=run.conflicts)
    except (MemoryError, RuntimeError) as error:
        # This is how clingo reports that memory has run out.
        if isinstance(error, RuntimeError) and "bad_alloc" not in str(error):
            raise
        return Answer("unknown", reason="memory", nodes=run.conflicts)


@dataclass
class _Found:
    """A program that has an answer set at this horizon."""

    program: Program
    horizon: int
    model: Model


class _Run:
    """One request on its way to an answer."""

    def __init__(self, request: Request, clock: Clock, report: Report) -> None:
        self.request = request
        self.level = request.level
        self.clock = clock
        self.report = report
        self.before = 0  # conflicts of earlier programs
        self.spent = 0  # conflicts when the last horizon ended; asking clingo takes it milliseconds
        self.program: Program | None = None
        self.size = Size()  # of the program when the last horizon ended
        self.horizon = 0  # the last that was tried
        self.horizons = Horizons()
        self.so_far: Model | None = None  # a plan that is known before the proof or the count is finished
        options = read_options(request.options)
        self.single = options.strategy == "single"
        self.below = options.strategy == "below"
        self.configuration = options.configuration
        self.options = [f"--parallel-mode={options.threads}", _PREPROCESSING]
        limit = self.level.limit
        if limit is None:
            self.last = options.max_steps
        else:
            self.last = min(limit, options.max_steps) if sets_max_steps(request.options) else limit
        self.bounded = self.last == limit  # the rules allow no plan longer than `last`

    @cached_property
    def _known_pushes(self) -> Known | None:
        """Lower bound, wasted pushes and dead pairs."""
        return known_pushes(self.level, dead_pairs(self.level))

    @cached_property
    def _known_keys(self) -> Known | None:
        """Lower bound, and what a few boxes need."""
        return known_keys(self.level, dead_pairs(self.level))

    def _known(self, encodings: tuple[str, ...]) -> Known | None:
        game = encodings[0]
        return self._known_pushes if game == "pushes.lp" else self._known_keys if game == "push.lp" else None

    @property
    def conflicts(self) -> int:
        return self.before + (self.program.size().conflicts if self.program else 0)

    def formula(self) -> FormulaSize | None:
        return None if self.program is None else FormulaSize(self.horizon, self.size.atoms, self.size.rules)

    def answer(self) -> Answer:
        if encoding_of(self.level) == "kick.lp":
            return self._kick()
        if impossible(self.level, self.clock):
            return Answer("unsolvable", plans=0 if self.request.all_plans else None)
        return self._push()

    # --- the games ----------------------------------------------------------------------------------------------

    def _kick(self) -> Answer:
        found = self._shortest(_KICK)
        if not self.bounded and (found is None or self.request.all_plans):
            return self._unknown()  # longer plans would count too
        if found is None:  # every horizon within the limit was refuted: that is a proof
            return Answer("unsolvable", nodes=self.conflicts, plans=0 if self.request.all_plans else None)
        if not self.request.all_plans:
            return self._solved(found)
        program = self._program(_KICK) if self.single else found.program
        return self._counted(plan_of(self.level, found.model.atoms), self._within_limit(program, found))

    def _within_limit(self, program: Program, found: _Found) -> Iterator[Model]:
        """All plans of every cost that the limit allows."""
        for horizon in range(0 if self.single else found.horizon, self.last + 1):
            if self.single or horizon > found.horizon:
                program.end(horizon)
            self._tell(horizon)
            yield from program.models(0)
            program.forget(horizon)

    def _push(self) -> Answer:
        objective = self.request.objective
        most: dict[str, int] = {}
        if objective in ("any", "pushes", "pushes-moves"):
            found = self._shortest(_PUSHES)
            if found is None or objective != "pushes-moves":
                return self._unknown() if found is None else self._solved(found)
            most = {"most": found.horizon}
        extra = {"moves-pushes": ("fewest-pushes.lp",), "pushes-moves": ("count-pushes.lp",)}.get(objective, ())
        found = self._shortest((*_PUSH, *extra), most)
        if found is None:
            return self._unknown()
        if objective == "moves-pushes" and not self.single:
            found = _Found(found.program, found.horizon, self._best(found.program) or found.model)
        if not self.request.all_plans:
            return self._solved(found)
        # What was minimised bounds what is enumerated.
        mode = ",".join(["enum", *map(str, found.model.cost)]) if found.model.cost else "ignore"
        return self._counted(plan_of(self.level, found.model.atoms), found.program.models(0, mode))

    # --- one horizon after the other, or all at once --------------------------------------------------------------

    def _shortest(self, encodings: tuple[str, ...], constants: dict[str, int] | None = None) -> _Found | None:
        self.horizons.question = limited(
            "pushes" if encodings[0] == "pushes.lp" else self.level.law.measured("moves"),
            (constants or {}).get("most"),
        )
        if self.single or (self.below and encodings[0] != "pushes.lp"):
            counts = "pushes" if encodings[0] == "pushes.lp" else "moves"
            upper = upper_bound(self.level, counts, (constants or {}).get("most"))
            is_close = upper is not None and upper <= self.last
            # All plans of a Helltaker level are asked for next, one cost after the other.
            if self.single or (is_close and encodings[0] == "kick.lp" and not self.request.all_plans):
                return self._minimised(upper, encodings, constants or {})
            if upper is not None and is_close and encodings[0] != "kick.lp":
                return self._below(upper, encodings, constants)
        program = self._program(encodings, constants)
        least, stride = _bound(self.level, program, encodings)
        known = self._known(encodings)
        least = max(least, known.least if known is not None else 0)
        return next(filter(None, (self._ask(program, at) for at in range(least, self.last + 1, stride))), None)

    def _ask(self, program: Program, horizon: int) -> _Found | None:
        """Whether there is a plan that ends there."""
        self.horizons.begin(horizon, self.spent)
        program.end(horizon)
        self._tell(horizon)
        model = program.first()
        self.done(model is not None)
        if model is None:
            program.forget(horizon)
            return None
        self.so_far = model
        return _Found(program, horizon, model)

    def _below(self, upper: int, encodings: tuple[str, ...], constants: dict[str, int] | None) -> _Found | None:
        """There is a plan of `upper` keys: is there a shorter one? None only if clingo and the search disagree."""
        while True:
            program = self._program(encodings, constants)
            asked = sorted({0, upper - 2, upper - 1})
            found = next(filter(None, (self._ask(program, at) for at in asked if 0 <= at < upper)), None)
            if found is None:
                return self._ask(program, upper)
            upper = len(actions(found.model.atoms))

    def _minimised(self, upper: int | None, encodings: tuple[str, ...], constants: dict[str, int]) -> _Found | None:
        """One horizon that is large enough, and the fewest steps within it: the length of a plan that the native
        search finds quickly, else the largest horizon allowed."""
        self.horizon = self.last if upper is None else min(upper, self.last)
        self.horizons.begin(self.horizon, self.spent)
        program = self._program((*encodings, "shortest.lp"), {**constants, "horizon": self.horizon}, whole=True)
        best = self._best(program)
        self.done(best is not None)
        return None if best is None else _Found(program, next(iter(best.cost), 0), best)

    def _best(self, program: Program) -> Model | None:
        """An answer set of least cost; each better one on the way is kept."""
        best = None
        for model in program.models(0, "opt"):
            self.so_far = best = model
        return best

    def _program(
        self, encodings: tuple[str, ...], constants: dict[str, int] | None = None, *, whole: bool = False
    ) -> Program:
        self.before = self.conflicts
        given = [*facts(self.level)]
        known = self._known(encodings)
        given += known.facts if known is not None else ()
        options = [*self.options, *_configured(self.configuration, encodings)]
        self.program = Program(encodings, given, self.clock, options, constants, whole=whole)
        return self.program

    # --- answers ------------------------------------------------------------------------------------------------

    def _solved(self, found: _Found) -> Answer:
        return Answer("solved", plan_of(self.level, found.model.atoms), True, nodes=self.conflicts)

    def _unknown(self) -> Answer:
        return Answer("unknown", reason="horizon", nodes=self.conflicts)

    def _counted(self, plan: Plan, models: Iterator[Model]) -> Answer:
        number = 0

        def plans() -> Iterator[Plan]:
            nonlocal number
            for model in models:
                number += 1
                yield plan_of(self.level, model.atoms)

        listed = nsmallest(self.request.most, plans(), key=_in_order)
        for _ in plans():  # nsmallest(0, ...) reads none of them
            pass
        return Answer("solved", plan, True, nodes=self.conflicts, plans=number, listed=tuple(listed))

    def done(self, answer: bool | None) -> None:
        """The horizon that was begun is answered; None: it was stopped."""
        self.size = self.program.size() if self.program is not None else Size()
        self.spent = self.before + self.size.conflicts
        self.horizons.end(answer, self.size.atoms, self.size.rules, self.spent)

    def _tell(self, horizon: int) -> None:
        self.horizon = horizon
        if not self.clock.is_time_to_report():
            return
        # The figures of the last horizon: asked now, clingo would give the same ones again after this horizon.
        words = f"horizon {horizon}, {self.size.atoms:,} atoms, {self.size.rules:,} rules"
        self.report(Progress(self.spent, horizon, words, formula=self.formula(), horizons=self.horizons.all()))


def _configured(configuration: str, encodings: tuple[str, ...]) -> list[str]:
    """clingo's options for a configuration of ours or of its own."""
    if configuration != FITTED:
        return [f"--configuration={configuration}"]
    return ["--configuration=frumpy", "--heuristic=Vsids", *(_BY_KEYS if encodings[0] != "pushes.lp" else ())]


def _in_order(plan: Plan) -> list[int]:
    return ["".join(KEYS).index(key) for key in plan.keys]


def _bound(level: Level, program: Program, encodings: tuple[str, ...]) -> tuple[int, int]:
    """The first horizon that can have a plan, and the step from one such horizon to the next.

    Every box that has to move needs at least its own pushes. If there are as many goals as boxes, every push changes
    the parity of the boxes' cells, so only every second number of pushes is possible.
    """
    if not level.law.plain_pushes or level.holes:
        return 0, 1
    moving = level.boxes if level.reading == "end" else level.boxes - level.goals - level.settled
    least = sum(program.far().get(cell, 0) for cell in moving)
    exact = level.reading == "end" and len(level.goals) == len(level.boxes) and not level.sinks
    if not exact or encodings[0] != "pushes.lp":
        return least, 1
    odd = sum(row + column for cells in (level.boxes, level.goals) for row, column in cells) % 2
    return least + (least + odd) % 2, 2
