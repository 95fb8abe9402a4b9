"""Push puzzles as planning problems: Sokoban, its sink variant and Helltaker.

>>> import sokoplan as sp
>>> level = sp.level('''
... #######
... #@ $ .#
... #######
... ''')
>>> result = sp.solve(level, objective="pushes")
>>> result.solved, result.optimal, result.moves, result.pushes
(True, True, 3, 2)
>>> print(result.plan)
rRR
>>> print(result.states()[-1])
#######
#   @*#
#######

    read(source)        levels from a file, a text, an open file or the bundled collection
    level(source)       the same for exactly one level
    levels()            the bundled levels by name
    solve(level, ...)   a plan, or the proof that there is none, or why neither was found
    solve_many(levels)  the same for many levels, on all cores; frame(results) makes a table of them
    improve(level, plan, ...)  a shorter plan
    verify(level, plan) whether a plan is legal and solves the level
    explain(level)      why a level cannot be solved
    generate(count)     new levels, solved, proved and measured

Importing the package loads nothing else: each name is imported when it is first used.
"""

from __future__ import annotations

TYPE_CHECKING = False  # as in `typing`, which is not imported just for this
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from typing import Any

    from sokoplan.engines.answer import Budget, Explanation, Objective, Progress
    from sokoplan.errors import InputError
    from sokoplan.lab.generate.generated import GeneratedLevel
    from sokoplan.puzzle.level import Level, Reading
    from sokoplan.puzzle.plan import Plan
    from sokoplan.puzzle.sources import Source
    from sokoplan.puzzle.verify import Verdict
    from sokoplan.solving.failure import InternalError
    from sokoplan.solving.improve import Improvement
    from sokoplan.solving.result import Result

# A literal, so that `sokoplan --version` need not read the metadata of the package; a test compares the two.
__version__ = "0.2.0"

__all__ = [
    "Budget",
    "Explanation",
    "GeneratedLevel",
    "Improvement",
    "InputError",
    "InternalError",
    "Level",
    "Plan",
    "Progress",
    "Result",
    "Verdict",
    "__version__",
    "explain",
    "frame",
    "generate",
    "improve",
    "level",
    "levels",
    "read",
    "solve",
    "solve_many",
    "verify",
]

# Where the classes live; the functions are below.
_HOMES = {
    "Budget": "sokoplan.engines.answer",
    "Explanation": "sokoplan.engines.answer",
    "GeneratedLevel": "sokoplan.lab.generate.generated",
    "Improvement": "sokoplan.solving.improve",
    "InputError": "sokoplan.errors",
    "InternalError": "sokoplan.solving.failure",
    "Level": "sokoplan.puzzle.level",
    "Plan": "sokoplan.puzzle.plan",
    "Progress": "sokoplan.engines.answer",
    "Result": "sokoplan.solving.result",
    "Verdict": "sokoplan.puzzle.verify",
}

if not TYPE_CHECKING:  # type checkers see the imports above, and may complain about any other name

    def __getattr__(name):
        if name not in _HOMES:
            raise AttributeError(f"module 'sokoplan' has no attribute {name!r}")
        from importlib import import_module

        value = globals()[name] = getattr(import_module(_HOMES[name]), name)
        return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


def read(source: Source, *, format: str | None = None, reading: Reading = "end", strict: bool = False) -> list[Level]:
    """All levels of a source, at least one.

    `source` is level text (any str with a line break, or bytes), a path or file name (`file#3`, `file#1-20` or
    `file#title` for some levels of a collection; .gz and .zip too), a folder, an open file, or the name of a bundled
    level. `format` names the format if it cannot be detected; `sokoplan.puzzle.formats.FORMATS` lists them. With
    `reading="each-once"`, in Sokoban each box has to stand on a goal at some time, instead of all at the end.

    Raises InputError if there is no such file or its text is not a level; its message says what would be right. A
    broken level among good ones is left out with a warning; with `strict` it raises InputError too.

    >>> import sokoplan as sp
    >>> [level.title for level in sp.read("first-push")]
    ['First Push']
    >>> len(sp.read("#####\\n#@$.#\\n#####\\n\\n######\\n#@ $.#\\n######\\n"))
    2
    """
    from sokoplan.puzzle.sources import read_levels

    return read_levels(source, format, reading, strict=strict)


def level(source: Source, *, format: str | None = None, reading: Reading = "end") -> Level:
    """The one level of a source; see `read`. Raises InputError if there are several.

    >>> import sokoplan as sp
    >>> sp.level("first-push").title
    'First Push'
    """
    from sokoplan.errors import InputError

    found = read(source, format=format, reading=reading)
    if len(found) > 1:
        raise InputError(f"there are {len(found)} levels, not one", "Choose one with file#1, or use sokoplan.read.")
    return found[0]


def levels() -> dict[str, Level]:
    """The bundled levels by name.

    >>> import sokoplan as sp
    >>> sp.levels()["first-push"].title
    'First Push'
    """
    from sokoplan.puzzle.library import bundled

    return {name: entry.level() for name, entry in bundled().items()}


def solve(
    level: Level,
    objective: Objective = "any",
    engine: str = "auto",
    *,
    time: float | str | None = None,
    memory: float | str | None = None,
    threads: int | None = None,
    options: Mapping[str, str | int] | None = None,
    progress: Callable[[Progress], object] | bool = False,
    budget: Budget | None = None,
) -> Result:
    """Solve a level. Every plan has been verified, and `result.optimal` means proved.

    `objective`  what to minimise: `any` (nothing), `moves`, `pushes`, `moves-pushes`, `pushes-moves` (the second
                 breaks ties). Helltaker minimises the cost.
    `engine`     `auto`, `race` (all of them side by side), `search`, `sat`, `asp` or `oracle`.
    `time`       the limit in seconds, or as "1.5m"; None: no limit.
    `memory`     the limit in megabytes, or as "4G"; None: three quarters of the machine's.
    `threads`    for the engines `search` and `asp`.
    `options`    of the engine, by the names that the command line gives them: {"strategy": "binary"}. They override
                 those in the level's file, if it is one for the NetHack solver.
    `progress`   True shows progress on standard error; a function is called with a `Progress` a few times a second.
    `budget`     instead of `time` and `memory`: a `Budget`, which can also be cancelled.

    Raises TypeError or ValueError for a wrong argument, InputError for what the engine cannot do with the level, and
    InternalError (with the level) if an engine crashes or returns an invalid plan.

    >>> import sokoplan as sp
    >>> result = sp.solve(sp.level("two-yardsticks"), objective="moves", time="10s")
    >>> result.status, result.optimal, result.moves, result.pushes
    ('solved', True, 12, 8)
    """
    from sokoplan.puzzle.level import must_be_level
    from sokoplan.solving import arguments
    from sokoplan.solving.solve import solve as solve_level

    arguments.check_engine(engine)
    return solve_level(
        must_be_level(level),
        engine,
        arguments.checked_objective(objective),
        arguments.budget_of(time, memory, budget),
        options=arguments.options_of(engine, options, threads),
        file_options=True,
        report=arguments.reporter(progress),
    )


def solve_many(
    levels: Iterable[Level],
    objective: Objective = "any",
    engine: str = "auto",
    *,
    jobs: int | None = None,
    ordered: bool = True,
    time: float | str | None = None,
    memory: float | str | None = None,
    options: Mapping[str, str | int] | None = None,
    progress: bool = False,
) -> Iterator[Result]:
    """Solve many levels in worker processes, and yield the results as they come.

    `levels`    may be any iterable, also one that reads them as they are needed; few are read ahead.
    `jobs`      how many worker processes; None: one a core. Each works on one level at a time, on one core.
    `ordered`   whether the results come in the order of the levels, or as soon as they are there.
    `progress`  shows levels done, their rate and the time left on standard error.

    The rest is as for `solve`; the limits are for each level, and `memory` is divided by the jobs if it is not given.
    A level that an engine fails on is `unknown`, with the error in its `failures` or `notes`, and the others go on.

    >>> import sokoplan as sp
    >>> levels = [sp.level("first-push"), sp.level("two-yardsticks")]
    >>> [(result.level.title, result.pushes) for result in sp.solve_many(levels, objective="pushes", jobs=1)]
    [('First Push', 3), ('Two Yardsticks', 6)]
    """
    from sokoplan.solving import arguments
    from sokoplan.solving.many import known_length, with_progress
    from sokoplan.solving.many import solve_many as solve_all

    question, workers = arguments.question_of(engine, objective, options, jobs, time, memory)
    found = (answered.result for answered in solve_all(levels, question, workers, ordered=ordered))
    return with_progress(found, known_length(levels)) if progress else found


def frame(results: Iterable[Result], library: str | None = None) -> Any:
    """The results as a table, one row each: a data frame of pandas or polars, whichever is installed.

    `library` is `pandas` or `polars` where both are. Raises ImportError, with the pip line, if there is none.

    >>> import sokoplan as sp
    >>> table = sp.frame([sp.solve(sp.level("first-push"), objective="pushes")])
    >>> list(table["pushes"])
    [3]
    """
    from sokoplan.solving.many import frame as frame_of

    return frame_of(results, library)


def improve(
    level: Level,
    plan: Plan | str,
    objective: Objective = "moves",
    *,
    time: float | str | None = None,
    memory: float | str | None = None,
    progress: Callable[[Progress], object] | bool = False,
    budget: Budget | None = None,
) -> Improvement:
    """Make a plan shorter. What comes back is verified and never worse.

    `objective` and the limits are as for `solve`. Without a time limit it goes on until nothing shorter can exist,
    which on larger levels may be never; Ctrl-C returns the best plan so far.

    Raises InputError if the plan does not solve the level.

    >>> import sokoplan as sp
    >>> better = sp.improve(sp.level("#######|#@ $ .#|#######"), "rlrlrrr", time="10s")
    >>> better.before.moves, better.moves, better.optimal
    (7, 3, True)
    """
    from sokoplan.puzzle.level import must_be_level
    from sokoplan.solving import arguments
    from sokoplan.solving.improve import improve as improve_plan

    return improve_plan(
        must_be_level(level),
        arguments.checked_plan(level, plan),
        arguments.checked_objective(objective),
        arguments.budget_of(time, memory, budget),
        report=arguments.reporter(progress),
    )


def verify(level: Level, plan: Plan | str) -> Verdict:
    """Run a plan by the rules of the game. The Verdict is true if the plan solves the level.

    A plan is a `Plan`, or text in any notation that we read: LURD, run-length, a list of pushes.

    >>> import sokoplan as sp
    >>> level = sp.level("#######\\n#@ $ .#\\n#######\\n")
    >>> verdict = sp.verify(level, "rRR")
    >>> bool(verdict), verdict.counts.pushes
    (True, 2)
    >>> sp.verify(level, "rR").why
    '1 box is off the goals at the end'
    """
    from sokoplan.puzzle.level import must_be_level
    from sokoplan.puzzle.verify import verify as verify_plan
    from sokoplan.solving.arguments import checked_plan

    return verify_plan(must_be_level(level), checked_plan(level, plan))


def explain(
    level: Level,
    engine: str = "search",
    *,
    time: float | str | None = None,
    memory: float | str | None = None,
    budget: Budget | None = None,
) -> Explanation:
    """Why a level cannot be solved: `str()` is a sentence, `proved` whether it is certain.

    `engine` is `search`, or `asp`, which finds the fewest boxes that are to blame. The limits are as for `solve`.

    >>> import sokoplan as sp
    >>> print(sp.explain(sp.level("######\\n#$  .#\\n#  @ #\\n######\\n")))
    It cannot be solved: the box at row 2, column 2 can never reach a goal, even if it were alone on the board.
    """
    from sokoplan.engines import EXPLAINERS
    from sokoplan.puzzle.level import must_be_level
    from sokoplan.solving import arguments
    from sokoplan.solving.worker import run_explainer

    arguments.check_word("engine", engine, EXPLAINERS)
    return run_explainer(engine, must_be_level(level), arguments.budget_of(time, memory, budget))


def generate(
    count: int = 1,
    *,
    game: str = "sokoban",
    size: tuple[int, int] = (9, 8),
    boxes: int | tuple[int, int] = (3, 5),
    difficulty: int = 5,
    seed: int = 0,
    avoid: Iterable[Level] = (),
    jobs: int = 1,
    progress: Callable[[int], object] = lambda done: None,
) -> list[GeneratedLevel]:
    """New levels, each solved, proved best and measured; the same arguments give the same levels.

    `game`        `sokoban`, `sink` or `helltaker`.
    `size`        the largest board: width and height, walls included.
    `boxes`       how many, or the fewest and the most; in Helltaker, blocks and mobs.
    `difficulty`  from 1 to 10; each level's own is measured.
    `avoid`       levels not to be made again, nor turned or mirrored.
    `jobs`        how many are made at a time, in processes of their own.
    `progress`    is called with the number of levels done.

    There are fewer than `count` where no more can be found. Raises InputError for what is not possible.

    >>> import sokoplan as sp
    >>> [made] = sp.generate(difficulty=2, seed=7)
    >>> round(made.difficulty), made.result.optimal, made.figures.length == made.result.pushes
    (2, True, True)
    """
    from sokoplan.lab.generate import Recipe
    from sokoplan.lab.generate import generate as make

    span = boxes if isinstance(boxes, tuple) else (boxes, boxes)
    recipe = Recipe(game, *size, span, difficulty, seed)
    return list(make(recipe, count, avoid=avoid, jobs=jobs, tell=progress))
