"""Our engines against others on the same levels: CPU seconds to a plan that is proved shortest.

    python benchmarks/planners.py [SECONDS] [LEVEL...] [--write docs/planners.md]

Each runs in a process of its own and is charged for all of it: the start of Python, grounding, translation, search.
Where it finds a plan, its length must be that of the others. Who is not installed is left out, with a note.

    search, sat, asp     `sokoplan solve --objective moves -e ...`
    Fast Downward        A* with LM-cut on our PDDL (pip install up-fast-downward)
    SymK                 symbolic search from both ends on our PDDL (pip install --no-deps up-symk)
    named crates         the SAT model of a course report: ladder, a new MiniSat for each horizon
    textbook             the SAT encoding of textbooks: named boxes, pairwise, a new MiniSat for each horizon
    clingo               a general STRIPS encoding as plasp users write it, horizon by horizon (peers/strips.lp)
    Prolog               breadth-first search in 30 lines, run by SWI-Prolog (peers/planner.pl)

`--write` puts the table and a chart (an SVG beside the page) into the docs.
"""

from __future__ import annotations

import json
import re
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from sokoplan.planning.ground import ground
from sokoplan.planning.pddl import files
from sokoplan.puzzle.formats.json import level_to_json
from sokoplan.puzzle.level import Level
from sokoplan.puzzle.library import bundled, open_levels
from sokoplan.views.charts import steps

HERE = Path(__file__).parent
SECONDS = 20.0
LEVELS = ("first-push", "two-yardsticks", "there-and-back", "revolving-door", "spoilt-for-choice", "picket-fence")


@dataclass(frozen=True)
class Peer:
    """`command` writes what it needs into a folder and says how to run it; None: not installed. `length` finds the
    number of moves in what it prints; None: no plan there."""

    command: Callable[[Level, Path, float], list[str] | None]
    length: Callable[[str], int | None]


# --- how each is run ----------------------------------------------------------------------------------------------


def ours(engine: str, *options: str) -> Peer:
    def command(level: Level, folder: Path, seconds: float) -> list[str]:
        (folder / "level.json").write_text(level_to_json(level), encoding="utf-8")
        asked = [sys.executable, "-m", "sokoplan", "solve", "level.json", "--json", "--objective", "moves"]
        return [*asked, "-e", engine, *options]

    def length(printed: str) -> int | None:
        answer = json.loads(printed.splitlines()[-1])
        return int(answer["cost"]) if answer["optimal"] else None

    return Peer(command, length)


def downward(package: str, folders: tuple[str, ...], search: str) -> Peer:
    def command(level: Level, folder: Path, seconds: float) -> list[str] | None:
        found = find_spec(package)
        if found is None or not found.submodule_search_locations:
            return None
        for name, text in files(level).items():
            (folder / name).write_text(text, encoding="utf-8")
        driver = Path(found.submodule_search_locations[0], *folders, "fast-downward.py")
        return [sys.executable, str(driver), "domain.pddl", "problem.pddl", "--search", search]

    def length(printed: str) -> int | None:
        cost = re.search(r"Plan cost: (\d+)", printed)
        return int(cost[1]) if cost else None

    return Peer(command, length)


def textbook(level: Level, folder: Path, seconds: float) -> list[str]:
    (folder / "level.json").write_text(level_to_json(level), encoding="utf-8")
    code = (
        f"import sys; sys.path.insert(0, {str(HERE / 'sat')!r}); from baseline import shortest; "
        "from sokoplan.puzzle.library import open_levels; "
        "print(shortest(next(iter(open_levels('level.json'))).level))"
    )
    return [sys.executable, "-c", code]


def clingo(level: Level, folder: Path, seconds: float) -> list[str]:
    """The Task, with actions and facts as numbers."""
    task = ground(level)
    lines = [f"init({fact})." for fact in sorted(task.start)]
    for number, operator in enumerate(task.operators):
        lines.append(f"action({number}).")
        for kind, value, facts in (
            ("pre", "true", operator.needs),
            ("pre", "false", operator.forbids),
            ("post", "true", operator.adds),
            ("post", "false", operator.deletes),
        ):
            lines += [f"{kind}({number},{fact},{value})." for fact in sorted(facts)]
    for number, clause in enumerate(task.goal):
        lines += [f"goal({number},{fact},{str(wanted).lower()})." for fact, wanted in clause]
    (folder / "task.lp").write_text("\n".join(lines), encoding="utf-8")
    return [sys.executable, str(HERE / "peers" / "incremental.py"), str(HERE / "peers" / "strips.lp"), "task.lp"]


def prolog(level: Level, folder: Path, seconds: float) -> list[str] | None:
    if shutil.which("swipl") is None:
        return None
    things = {"floor": level.reachable(), "goal": level.goals, "player": [level.player], "box": level.boxes}
    lines = [f"{name}({row},{column})." for name, cells in things.items() for row, column in sorted(cells)]
    (folder / "level.pl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return ["swipl", "-q", "-g", "main", "-t", "halt", str(HERE / "peers" / "planner.pl"), "--", "level.pl"]


def first_number(printed: str) -> int | None:
    found = re.match(r"(\d+)\b", printed)
    return int(found[1]) if found else None


PEERS = {
    "search": ours("search"),
    "sat": ours("sat"),
    "asp": ours("asp"),
    "Fast Downward": downward("up_fast_downward", ("downward",), "astar(lmcut())"),
    "SymK": downward("up_symk", ("symk",), "sym_bd()"),
    "named crates": ours(
        "sat", "--encoding", "named-crates", "--amo", "ladder", "--strategy", "fresh", "--sat-solver", "minisat22"
    ),
    "textbook": Peer(textbook, first_number),
    "clingo": Peer(clingo, first_number),
    "Prolog": Peer(prolog, first_number),
}


# --- measuring ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Run:
    cpu: float
    length: int | None  # None: no plan within the limit


def measure(peer: Peer, level: Level, seconds: float) -> Run | None:
    """None if it is not installed."""

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 1, int(seconds) + 2))

    with tempfile.TemporaryDirectory() as name:
        command = peer.command(level, Path(name), seconds)
        if command is None:
            return None
        before = _spent()
        run = subprocess.run(command, cwd=name, capture_output=True, text=True, preexec_fn=limit, check=False)
        cpu = _spent() - before
    length = peer.length(run.stdout) if run.stdout.strip() else None
    return Run(cpu, length if cpu <= seconds else None)


def _spent() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def table(runs: dict[str, dict[str, Run]], seconds: float) -> list[str]:
    """Lines of a table in Markdown: a row for each level, a column for each planner."""
    names = list(next(iter(runs.values())))
    lines = [f"| level (moves) | {' | '.join(names)} |", "|---" * (len(names) + 1) + "|"]
    for level, row in runs.items():
        length = next((run.length for run in row.values() if run.length is not None), None)
        cells = [f"{run.cpu:.2f}" if run.length is not None else f"> {seconds:g}" for run in row.values()]
        lines.append(f"| {level} ({'?' if length is None else length}) | {' | '.join(cells)} |")
    solved = [sum(row[name].length is not None for row in runs.values()) for name in names]
    return [*lines, f"| solved of {len(runs)} | {' | '.join(map(str, solved))} |"]


def chart(runs: dict[str, dict[str, Run]]) -> str:
    series = {}
    for name in next(iter(runs.values())):
        times = sorted(row[name].cpu for row in runs.values() if row[name].length is not None)
        series[name] = [(max(cpu, 0.01), count) for count, cpu in enumerate(times, start=1)]
    return steps("A proved shortest plan: levels within a number of CPU seconds", series, "CPU seconds", "levels")


def main(arguments: list[str]) -> None:
    page = Path(arguments.pop(arguments.index("--write") + 1)) if "--write" in arguments else None
    arguments = [word for word in arguments if word != "--write"]
    seconds = float(arguments[0]) if arguments else SECONDS
    names = arguments[1:] or [name for name in LEVELS if name in bundled()]
    peers = dict(PEERS)
    runs: dict[str, dict[str, Run]] = {}
    for entry in (entry for name in names for entry in open_levels(name)):
        row = runs.setdefault(entry.name, {})
        for name, peer in list(peers.items()):
            run = measure(peer, entry.level, seconds)
            if run is None:
                print(f"{name} is not installed, and is left out", file=sys.stderr)
                del peers[name]
                continue
            row[name] = run
            print(f"{entry.name}: {name} {run.length or 'no plan'} {run.cpu:.2f} s", file=sys.stderr, flush=True)
        lengths = {run.length for run in row.values() if run.length is not None}
        assert len(lengths) < 2, f"{entry.name}: {row} cannot all be the optimum"
    lines = table(runs, seconds)
    print("\n".join(lines))
    if page is not None:
        picture = page.with_suffix(".svg")
        picture.write_text(chart(runs), encoding="utf-8")
        text = page.read_text(encoding="utf-8")
        before, _, rest = text.partition("<!-- table -->\n")
        after = rest.partition("<!-- end -->")[2]
        page.write_text(
            "".join([before, "<!-- table -->\n", "\n".join(lines), "\n<!-- end -->", after]), encoding="utf-8"
        )


if __name__ == "__main__":
    main(sys.argv[1:])
