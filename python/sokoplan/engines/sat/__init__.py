"""SAT: horizon by horizon, is there a plan of so many steps? The first yes is the optimum, the noes are its proof.

Comes in:  a Request.     Goes out: an Answer.

    options.py       what can be set
    problem.py       level and objective as horizons and formulas (made by `sokoplan.cnf`)
    strategies.py    which horizon is tried when
    solver.py        which solver: pysat_solver.py in this process, external.py any program
    all_plans.py     not one plan but all
    certificate.py   a proof that others can check

The idea is Kautz and Selman's planning as satisfiability (1992). A level without a plan is never found out this way,
because there is always a longer horizon; only Helltaker's limit ends the matter. So the answer is then `unknown`
(horizon).
"""

from __future__ import annotations

from dataclasses import replace

from sokoplan.answer import Answer, Budget, Cancelled, Report, Request
from sokoplan.engines.sat.options import read_options
from sokoplan.engines.sat.problem import main_count, problem_of
from sokoplan.engines.sat.strategies import STRATEGIES
from sokoplan.engines.sat.watch import Watch
from sokoplan.plan import Plan


def solve(request: Request, budget: Budget, report: Report) -> Answer:
    watch = Watch(budget, report)
    try:
        answer = _solve(request, watch)
    except Cancelled as stop:
        answer = Answer("unknown", reason=stop.reason)
    except MemoryError:
        answer = Answer("unknown", reason="memory")
    return replace(answer, effort=watch.words())


def _solve(request: Request, watch: Watch) -> Answer:
    options = read_options(request.options)
    level, objective = request.level, request.objective
    problem = problem_of(level, main_count(level, objective), options)
    tried = None if problem.task is None else STRATEGIES[options.strategy](problem, watch)
    if tried is None or tried.model is None:
        return Answer("unsolvable") if problem.bounded else Answer("unknown", reason="horizon")
    return Answer("solved", Plan(tried.keys), optimal=True)
