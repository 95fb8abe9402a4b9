"""Native search: the Rust core as an engine.

Comes in:  a Request.     Goes out: an Answer, from `sokoplan._core`.

Sokoban, sinks and holes go to the push search, which knows boxes, goals and deadlocks. Helltaker, Sokoban's goal
read as `each-once`, and the counting of plans go to the search over any Task, which knows nothing of games. Both keep
their limits themselves and let Python run a few times a second, so no child process is needed.
"""

from __future__ import annotations

from collections.abc import Callable

from sokoplan import _core
from sokoplan.answer import Answer, Budget, Progress, Report, Request
from sokoplan.engines import searches_task
from sokoplan.engines.search_options import Dump, core_options
from sokoplan.errors import InputError
from sokoplan.files import unwritable
from sokoplan.ground import ground
from sokoplan.level import Cell, Level, count
from sokoplan.plan import Plan
from sokoplan.task import Task

_DEFAULT_MEMORY_MB = 4096


def solve(request: Request, budget: Budget, report: Report) -> Answer:
    if searches_task(request):
        return _solve_task(request, budget, report)
    return _solve_push(request, budget, report)


def _watch(budget: Budget, report: Report) -> Callable[[_core.Control], None]:
    """What the core calls some ten times a second, and what Ctrl-C therefore reaches."""

    def watch(control: _core.Control) -> None:
        if budget.cancelled():
            control.cancel()
        report(Progress(control.nodes, control.bound or None, memory_mb=control.memory >> 20))

    return watch


def board_of(level: Level) -> _core.Board:
    return _core.Board(
        level.height,
        level.width,
        sorted(level.walls),
        sorted(level.goals),
        sorted(level.sinks),
        sorted(level.holes),
    )


def _solve_push(request: Request, budget: Budget, report: Report) -> Answer:
    level = request.level
    options, dump = core_options(request.options)
    if "checkers" in request.options and not request.objective.startswith("pushes"):
        # The word `corral` switches it for `pushes` too; the core refuses what the objective does not read.
        options.pop("corral_astar", None)
    if level.holes and int(options.get("blocklist_number", "0")) > 1:
        raise InputError(
            "a blocklist is of no use with holes",
            "A box may be left where it is, so no few boxes are dead by themselves: leave out --blocklist-number.",
        )
    try:
        found = _core.solve_push(
            board_of(level),
            level.player,
            sorted(level.boxes),
            request.objective,
            options=options,
            seconds=budget.seconds,
            memory_mb=budget.memory_mb or _DEFAULT_MEMORY_MB,
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
        notes=(*_about_dump(dump, found.dumped), *_about_part(found.part)),
        trouble=_trouble_with(dump, found.dumped),
        part=tuple(found.part),
    )


def _about_part(boxes: list[Cell]) -> tuple[str, ...]:
    """What a proof about some of the boxes says."""
    if not boxes:
        return ()
    cells = ", ".join(map(str, boxes))
    return (f"the boxes at {cells} cannot all be brought home even if the others were gone",)


def _about_dump(dump: Dump | None, dumped: tuple[int, bool, str | None] | None) -> tuple[str, ...]:
    if dump is None or dumped is None:
        return ()
    entries, cut, trouble = dumped
    if trouble:
        return ()
    if cut:
        return (f"{dump.file} ends after {entries:,} entries; the search went on (--dump-limit allows more)",)
    return (f"{dump.file} has {count(entries, 'entry')}; `sokoplan dump {dump.file}` shows it",)


def _trouble_with(dump: Dump | None, dumped: tuple[int, bool, str | None] | None) -> str:
    """A dump that is not whole costs nobody the plan, but it is no success."""
    if dump is None or dumped is None or not dumped[2]:
        return ""
    return str(unwritable(dump.file, _plain(dumped[2])))


def _plain(words: str) -> str:
    """Without the number that Rust adds to the system's words."""
    return words.partition(" (os error")[0]


def task_of(task: Task) -> _core.Task:
    return _core.Task(
        len(task.facts),
        sorted(task.start),
        task.goal,
        [
            (sorted(operator.needs), sorted(operator.forbids), sorted(operator.adds), sorted(operator.deletes))
            for operator in task.operators
        ],
    )


def _why_no_options(request: Request) -> str:
    """What of the question takes it to the search over a Task, which has no options."""
    if request.level.game == "helltaker":
        return "these are options of the search for Sokoban, sinks and holes; the one for Helltaker has none"
    if request.all_plans:
        return "not together with --all, because plans are counted by a search that has no options"
    return "not together with --goal each-once, because that goes to a search that has no options"


def _solve_task(request: Request, budget: Budget, report: Report) -> Answer:
    """Every operator costs one, so a shortest sequence of them is a plan of least moves (Helltaker: least cost).

    No other objective comes here: the engine's listing does not take it.
    """
    if request.options:
        names = ", ".join(f"--{name}" for name in request.options)
        raise InputError(f"{names}: {_why_no_options(request)}")
    task = ground(request.level)
    found = _core.solve_task(
        task_of(task),
        steps=task.limit,
        count=request.all_plans,
        list=request.most if request.all_plans else 0,
        shortest=task.limit is None,
        seconds=budget.seconds,
        memory_mb=budget.memory_mb or _DEFAULT_MEMORY_MB,
        progress=_watch(budget, report),
    )

    def plan(operators: list[int]) -> Plan:
        return Plan("".join(task.operators[number].key for number in operators))

    if found.status == "unknown" and found.reason == "horizon":
        # Longer plans than the limit allows are no plans, so nothing within it is a proof.
        return Answer("unsolvable", nodes=found.states, plans=0 if request.all_plans else None)
    if found.status != "solved":
        none = 0 if request.all_plans and found.status == "unsolvable" else None
        return Answer(found.status, reason=found.reason or "", nodes=found.states, plans=none)
    return Answer(
        "solved",
        plan(found.plan),
        optimal=True,
        nodes=found.states,
        plans=int(found.total) if request.all_plans else None,
        listed=tuple(plan(operators) for operators in found.plans),
    )
