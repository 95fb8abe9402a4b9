"""The native search as an engine: a Request in, an Answer out.

Sokoban, sinks and holes go to the push search, which knows boxes, goals and deadlocks. Helltaker, the goal
`each-once` and counting plans go to the search over any Task, which knows nothing of games. Both keep their limits
themselves and let Python run a few times a second, so no child process is needed.
"""

from __future__ import annotations

from collections.abc import Callable

from sokoplan import native
from sokoplan.engines import searches_task
from sokoplan.engines.answer import Answer, Budget, Progress, Report, Request
from sokoplan.engines.options import find
from sokoplan.engines.options.search import core_table
from sokoplan.engines.search.options import Dump, core_options
from sokoplan.errors import InputError
from sokoplan.puzzle.level import Cell, Level, count, places_of
from sokoplan.puzzle.plan import Plan
from sokoplan.system.files import unwritable


def solve(request: Request, budget: Budget, report: Report) -> Answer:
    if searches_task(request):
        return _solve_task(request, budget, report)
    if request.plan is not None:
        return _improve_push(request, request.plan, budget, report)
    return _solve_push(request, budget, report)


def _watch(budget: Budget, report: Report) -> Callable[[native.Control], None]:
    """What the core calls about ten times a second; this is also where Ctrl-C is noticed."""

    def watch(control: native.Control) -> None:
        if budget.cancelled():
            control.cancel()
        running, packed = tuple(control.running), control.packed
        report(
            Progress(
                control.nodes,
                control.bound or None,
                _doing(running, packed),
                best=control.best,
                memory_mb=(control.memory >> 20) or None,
                strategies=running,
                packed=packed,
            )
        )

    return watch


def _doing(running: tuple[str, ...], packed: tuple[int, int] | None) -> str:
    """What runs, and how far it is: `forward + packing, packed 3 of 10` boxes."""
    done = f"packed {packed[0]} of {packed[1]}" if packed else ""
    return ", ".join(filter(None, (" + ".join(running), done)))


def _solve_push(request: Request, budget: Budget, report: Report) -> Answer:
    level = request.level
    options, dump = core_options(request.options)
    tables = _write_tables(request, budget) if "write-tables" in request.options else ""
    if "checkers" in request.options:
        _leave_out_idle(options, request)
    try:
        found = native.solve_push(
            native.board_of(level),
            level.player,
            sorted(level.boxes),
            request.objective,
            options=options,
            seconds=budget.seconds,
            memory_mb=budget.memory_mb or native.DEFAULT_MEMORY_MB,
            progress=_watch(budget, report),
            dump=(dump.style, dump.file, dump.limit) if dump else None,
        )
    except OSError as error:
        raise unwritable(dump.file if dump else "the dump", _plain(str(error.strerror or error))) from None
    except ValueError as error:
        raise InputError(str(error)) from None
    return Answer(
        found.status,
        Plan(found.keys.lower()) if found.status == "solved" else None,
        optimal=found.proved,
        reason=found.reason or "",
        nodes=found.expanded,
        strategy=found.by if found.status != "unknown" else "",
        effort=_effort(request, found.status, found.expanded, found.by),
        bound=_bound(request, found.bound),
        notes=(*filter(None, (tables,)), *_about_dump(dump, found.dumped), *_about_part(level, found.part)),
        write_error=_dump_error(dump, found.dumped),
        part=tuple(found.part),
    )


def _improve_push(request: Request, plan: Plan, budget: Budget, report: Report) -> Answer:
    level = request.level
    try:
        found = native.improve_push(
            native.board_of(level),
            level.player,
            sorted(level.boxes),
            plan.keys,
            request.objective,
            seconds=budget.seconds,
            memory_mb=budget.memory_mb or native.DEFAULT_MEMORY_MB,
            progress=_watch(budget, report),
        )
    except ValueError as error:
        raise InputError(str(error)) from None
    return Answer(
        "solved",
        Plan(found.keys.lower()),
        optimal=found.reason is None,
        reason=found.reason or "",
        nodes=found.expanded,
        strategy="improve",
    )


def _write_tables(request: Request, budget: Budget) -> str:
    from sokoplan.engines.search.tables import write_tables  # with what draws boards, which few need

    return write_tables(request, budget)


def _leave_out_idle(switches: dict[str, str], request: Request) -> None:
    """`--checkers all` means all that have an effect here; the core refuses the others."""
    for switch in core_table():
        row = find("search", switch.name)
        if switch.name in switches and not row.flag and row.idle(request):
            del switches[switch.name]


def _effort(request: Request, status: str, expanded: int, by: str) -> str:
    """The positions; and for `any`, where several searches run, the one that found the plan."""
    positions = "1 position" if expanded == 1 else f"{expanded:,} positions"
    return f"{by}: {positions}" if request.objective == "any" and status == "solved" else positions


def _bound(request: Request, bound: int) -> int | None:
    """Under `any` nothing is minimised, so no bound is meant."""
    return None if request.objective == "any" else bound


def _about_part(level: Level, boxes: list[Cell]) -> tuple[str, ...]:
    """What a proof about some of the boxes says."""
    if not boxes:
        return ()
    return (f"the boxes at {places_of(level, boxes)} cannot all reach their targets, even without the other boxes",)


def _about_dump(dump: Dump | None, dumped: tuple[int, bool, str | None] | None) -> tuple[str, ...]:
    if dump is None or dumped is None:
        return ()
    entries, cut, trouble = dumped
    if trouble:
        return ()
    if cut:
        return (f"{dump.file} stops after {entries:,} entries; the search went on (raise --dump-limit for more)",)
    return (f"{dump.file} has {count(entries, 'entry')}; view it with `sokoplan dump {dump.file}`",)


def _dump_error(dump: Dump | None, dumped: tuple[int, bool, str | None] | None) -> str:
    """An incomplete dump does not lose the plan, but it is not a success either."""
    if dump is None or dumped is None or not dumped[2]:
        return ""
    return str(unwritable(dump.file, _plain(dumped[2])))


def _plain(words: str) -> str:
    """Without the number that Rust adds to the system's message."""
    return words.partition(" (os error")[0]


def _solve_task(request: Request, budget: Budget, report: Report) -> Answer:
    """Every operator costs one, so a shortest sequence of them is a plan with the fewest moves (Helltaker: cost).

    Other objectives and options never get here: `solving.ask` refuses them.
    """
    from sokoplan.planning.ground import ground  # most levels are solved without it

    task = ground(request.level)
    found = native.solve_task(
        native.task_of(task),
        steps=task.limit,
        count=request.all_plans,
        list=request.most if request.all_plans else 0,
        shortest=task.limit is None,
        seconds=budget.seconds,
        memory_mb=budget.memory_mb or native.DEFAULT_MEMORY_MB,
        progress=_watch(budget, report),
    )

    def plan(operators: list[int]) -> Plan:
        return Plan("".join(task.operators[number].key for number in operators))

    if found.status == "unknown" and found.reason == "horizon":
        # Plans longer than the limit do not count, so finding none within it is a proof.
        return Answer("unsolvable", nodes=found.states, plans=0 if request.all_plans else None)
    bound = _bound(request, found.bound)
    if found.status != "solved":
        none = 0 if request.all_plans and found.status == "unsolvable" else None
        return Answer(found.status, reason=found.reason or "", nodes=found.states, bound=bound, plans=none)
    return Answer(
        "solved",
        plan(found.plan),
        optimal=True,
        nodes=found.states,
        bound=bound,
        plans=int(found.total) if request.all_plans else None,
        listed=tuple(plan(operators) for operators in found.plans),
    )
