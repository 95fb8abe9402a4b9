"""SAT as an engine: a Request in, an Answer out.

Horizon by horizon: is there a plan of so many steps? The first yes is the optimum, and the noes before it are the
proof. The idea is Kautz and Selman's planning as satisfiability (1992). It cannot prove that a level has no plan,
because there is always a longer horizon (the answer is then `unknown`), with two exceptions: in Helltaker the limit
ends it, and where the first position is lost already (a box in a corner) no formula is needed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from sokoplan.engines.answer import Answer, Budget, Cancelled, Reason, Report, Request
from sokoplan.engines.options.sat import DEEPEN, PATTERNS
from sokoplan.engines.sat.all_plans import all_plans
from sokoplan.engines.sat.options import Options, read_options
from sokoplan.engines.sat.problem import Problem, main_count, problem_of
from sokoplan.engines.sat.strategies import STRATEGIES, Tried, exactly
from sokoplan.engines.sat.watch import Watch
from sokoplan.engines.sat.write import seconds_a_clause, write
from sokoplan.errors import InputError
from sokoplan.puzzle.level import Level
from sokoplan.puzzle.plan import Plan
from sokoplan.puzzle.verify import verify
from sokoplan.system import files


def solve(request: Request, budget: Budget, report: Report) -> Answer:
    options = read_options(request.options)
    watch = Watch(budget, report, seconds_a_clause(options))
    for path in options.formula_files:
        files.discard(path)  # if there is no formula to write, an older one must not be taken for it
    try:
        answer = _solve(request, options, watch)
    except Cancelled as stop:
        answer = _stopped(stop.reason, request.level, options, watch)
    except MemoryError:
        answer = _stopped("memory", request.level, options, watch)
    # If it was stopped in the middle of a horizon, that counts only if its formula was complete.
    watch.end(None, asked=watch.asked is not None and watch.asked[1] == watch.horizon)
    return replace(
        answer, nodes=watch.conflicts, effort=watch.words(), formula=watch.formula(), horizons=watch.horizons.all()
    )


_INCOMPLETE = "it ended before a formula was complete"
# The native search proves many optima that SAT does not; who asked for a certificate must know what that lacks.
_NOT_YET = "SAT has not come to a proof. The native search may prove the optimum, but not so that others can check it"


def _stopped(reason: Reason, level: Level, options: Options, watch: Watch) -> Answer:
    """No answer, but the formula that was being solved is written if it was asked for."""
    tried = None if watch.asked is None else Tried(*watch.asked, None, answered=False)
    error = _write(options, tried, level.law.measured("pushes" if watch.pushes else "moves"), watch)
    why = "a whole formula takes longer than the time limit" if reason == "time" else _INCOMPLETE
    notes = tuple(_unwritten(options, tried, why, _NOT_YET))
    return Answer("unknown", reason=reason, write_error=error, notes=notes)


def _solve(request: Request, options: Options, watch: Watch) -> Answer:
    level, objective = request.level, request.objective
    if options.certificate is not None:
        from sokoplan.engines.sat.certificate import certifiable

        certifiable(objective, level, options.certificate)
    problem = problem_of(level, main_count(level, objective), options)
    tried = _search(problem, watch)
    if tried is not None and tried.model is not None and objective in _SECOND:
        problem, tried = _SECOND[objective](problem, tried, watch)
    write_error = _write(options, tried, level.law.measured(problem.counts), watch)
    if tried is None or tried.model is None:
        proved = problem.bounded or problem.dead
        status = Answer("unsolvable") if proved else Answer("unknown", reason="horizon")
        none = replace(status, write_error=write_error, notes=tuple(_unwritten(options, tried)))
        return replace(none, plans=0) if request.all_plans and proved else none
    answer = Answer("solved", Plan(tried.keys), optimal=True, write_error=write_error)
    if options.certificate is not None:
        from sokoplan.engines.sat.certificate import write_certificate

        try:
            write_certificate(options.certificate, level, problem.counts, Plan(tried.keys), options, watch)
        except InputError as error:
            answer = replace(answer, write_error=str(error))
    if not request.all_plans:
        return answer
    if level.limit is not None and not problem.bounded:
        return Answer("unknown", reason="horizon")  # longer plans would count too
    horizons = range(tried.horizon, tried.horizon + 1 if level.limit is None else level.limit + 1)
    plans = all_plans(problem.encoding(every_plan=True), horizons, problem.options.solver, watch)
    return replace(answer, plans=len(plans), listed=tuple(map(Plan, plans[: request.most])))


def _write(options: Options, tried: Tried | None, what: str, watch: Watch) -> str:
    """Write the files that were asked for, and return the error if that fails: a full disk must not lose the plan."""
    try:
        written = write(options, tried, what, watch.pause) if tried is not None else None
        if written is not None:  # the headline counts what the file holds
            watch.variables, watch.clauses = len(written.variables), len(written.clauses)
    except InputError as error:
        return str(error)
    return ""


def _unwritten(
    options: Options,
    tried: Tried | None,
    no_formula: str = "no formula had to be solved",
    no_proof: str = "there is no plan to certify",
) -> Iterator[str]:
    """Notes on files that were asked for and that there is nothing to write into."""
    for path in options.formula_files if tried is None else ():
        yield f"{path} was not written: {no_formula}"
    if options.certificate is not None:
        yield f"{options.certificate} was not written: {no_proof}"


def _search(problem: Problem, watch: Watch) -> Tried | None:
    watch.horizons.question = problem.question
    watch.pushes = problem.counts == "pushes"
    return None if problem.task is None else STRATEGIES[problem.options.strategy](problem, watch)


def _fewest_pushes(problem: Problem, tried: Tried, watch: Watch) -> tuple[Problem, Tried]:
    """Of the shortest plans, one with the fewest pushes: allow one push less until there is none."""
    while True:
        pushes = _pushes(problem.level, tried)
        problem = replace(problem, most_pushes=pushes)
        if pushes == 0:
            return problem, tried
        fewer = exactly(replace(problem, most_pushes=pushes - 1), tried.horizon, watch)
        if fewer.model is None:
            return problem, tried
        tried = fewer


def _fewest_moves(problem: Problem, tried: Tried, watch: Watch) -> tuple[Problem, Tried | None]:
    """The shortest plan with no more pushes than the best one has."""
    # What some boxes need does not say how many pushes that takes.
    options = replace(problem.options, strategy=DEEPEN) if problem.options.strategy == PATTERNS else problem.options
    walks = replace(problem_of(problem.level, "moves", options), most_pushes=_pushes(problem.level, tried))
    return walks, _search(walks, watch)


def _pushes(level: Level, tried: Tried) -> int:
    return verify(level, Plan(tried.keys)).counts.pushes


_SECOND = {"moves-pushes": _fewest_pushes, "pushes-moves": _fewest_moves}
