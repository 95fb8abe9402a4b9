"""Improve: a level and a plan that solves it go in; a plan that is no worse goes out, checked by the rules.

The native search looks for shorter ways near the plan (`rust/src/search/improve/`), for as long as it may. Levels
that it cannot search by pushes (Helltaker, the goal each-once) are solved afresh, and the better plan is kept.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from sokoplan.engines import searches_task
from sokoplan.engines.answer import Answer, Budget, Objective, Reason, Report
from sokoplan.errors import InputError
from sokoplan.puzzle.level import Level, count
from sokoplan.puzzle.objective import value_of
from sokoplan.puzzle.plan import Counts, Plan
from sokoplan.puzzle.verify import Verdict, verify
from sokoplan.solving.ask import ask, cost_of
from sokoplan.solving.result import Result
from sokoplan.solving.solve import request_for, solve


@dataclass(frozen=True, repr=False)
class Improvement:
    """A plan made shorter, or left as it was.

    >>> import sokoplan as sp
    >>> better = sp.improve(sp.level("#######|#@ $ .#|#######"), "rlrrr")
    >>> better.before.moves, better.moves, better.optimal
    (5, 3, True)
    >>> print(better.plan)
    rRR
    """

    result: Result  # the plan that came out, verified, and what is proved of it
    before: Counts  # of the plan that went in

    @property
    def plan(self) -> Plan:
        """The best plan known now; `str(plan)` is LURD, with pushes as capitals."""
        return self.result.plan or Plan()

    @property
    def counts(self) -> Counts:
        return self.result.counts or self.before

    @property
    def moves(self) -> int:
        return self.counts.moves

    @property
    def pushes(self) -> int:
        return self.counts.pushes

    @property
    def optimal(self) -> bool:
        """Whether it is proved that no plan is better for the objective."""
        return self.result.optimal

    @property
    def gained(self) -> bool:
        """Whether the plan is better than the one that went in."""
        objective = self.result.objective
        return _value(objective, self.counts) < _value(objective, self.before)

    @property
    def words(self) -> str:
        """`improved from 20 to 14 moves, 5 pushes`, or that it stayed as it was."""
        level, before, after = self.result.level, self.before, self.counts
        push, measure = level.law.push_word, level.law.measure
        figures = f"{count(after.moves, 'move')}, {count(after.pushes, push)}"
        if measure == "cost":
            figures += f", cost {after.cost}"
        if self.gained:
            was = f"{before.moves:,} moves and {before.pushes:,} {push}{'es' if push == 'push' else 's'}"
            return f"improved to {figures} (from {was})"
        return f"already optimal: {figures}" if self.optimal else f"not improved: {figures}"

    def __repr__(self) -> str:
        return f"<Improvement: {self.words}, {self.result.seconds:.2f} s>"


def improve(
    level: Level,
    plan: Plan,
    objective: Objective = "moves",
    budget: Budget | None = None,
    *,
    report: Report = lambda progress: None,
) -> Improvement:
    """Make a plan better for the objective until the budget is spent; `any` means moves. Never worse than before.

    InputError if the plan does not solve the level.
    """
    given = verify(level, plan)
    if not given.solved:
        raise InputError(f"the plan does not solve the level: {given.why}", "Only a plan that works can be improved.")
    request = request_for(level, "moves" if objective == "any" else objective)
    budget = budget or Budget()
    if searches_task(request):
        result = solve(level, "auto", request.objective, budget, report=report)
    else:
        result = ask("search", replace(request, plan=plan), budget, report)
    return Improvement(_better(result, given, plan), given.counts)


# Without a time limit, improving could go on for ever.
_SECONDS = 60.0


def solve_and_improve(
    level: Level,
    engine: str = "auto",
    objective: Objective = "any",
    budget: Budget | None = None,
    *,
    options: dict[str, str] | None = None,
    report: Report = lambda progress: None,
) -> Result:
    """Any plan first, then made better for the objective in what is left of the time (60 s if there is no limit)."""
    budget = budget or Budget()
    found = solve(level, engine, "any", budget, options=options, file_options=True, report=report)
    if found.plan is None or found.optimal:
        return found
    left = _SECONDS if budget.seconds is None else max(budget.seconds - found.seconds, 0.0)
    better = improve(level, found.plan, objective, replace(budget, seconds=left), report=report).result
    notes = (*found.answer.notes, *better.answer.notes)
    nodes = found.answer.nodes + better.answer.nodes
    # That the time is over is what was asked for; that it was stopped is not.
    reason: Reason = "cancelled" if better.reason == "cancelled" else ""
    answer = replace(better.answer, notes=notes, nodes=nodes, reason=reason)
    return replace(better, seconds=found.seconds + better.seconds, answer=answer)


def _better(result: Result, given: Verdict, plan: Plan) -> Result:
    """The result; or, if the plan that was given is as good or there is no other, that one in its place."""
    objective, counts = result.objective, result.counts
    if counts is not None and (_value(objective, counts), counts.moves) < (
        _value(objective, given.counts),
        given.counts.moves,
    ):
        return result
    # A proof about a plan that is just as good is one about this plan too.
    optimal = counts is not None and result.optimal
    answer: Answer = replace(
        result.answer, status="solved", plan=replace(plan, lurd=given.lurd), optimal=optimal, listed=(), plans=None
    )
    cost = cost_of(objective, given.counts)
    return replace(result, answer=answer, lurd=given.lurd, counts=given.counts, cost=cost, others=())


def _value(objective: Objective, counts: Counts) -> tuple[int, ...]:
    return value_of(objective, cost_of(objective, counts), counts.moves, counts.pushes)
