"""Promise: the rules are one. The same random keys on the same random levels by every statement of the rules.

    python benchmarks/trust/laws.py [KEYS]

Python's rules are the rules. Beside them walk the page's (`web/static/js/law.js`, run by Node.js) and the stepper of
the Gymnasium environments (`rust/src/stepper/`) on all games, and the core's (`rust/src/push/law.rs`) on Sokoban,
sinks and holes: the same keys allowed, the same positions, the same costs, wins and refusals. The encodings in ASP
(by clingo) and the exported PDDL (by Fast Downward's translator) are walked on smaller levels, because each has to be
grounded.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import islice
from pathlib import Path
from random import Random

import journal

from helpers import asp_walks, pddl_walks, stepper_walks
from helpers.law_walks import IN_JAVASCRIPT, levels, walk
from helpers.small_levels import KINDS, crowd, make
from sokoplan import native
from sokoplan.puzzle.formats.json import level_to_json
from sokoplan.puzzle.level import KEYS, Level
from sokoplan.puzzle.rules import begin, play

LENGTH = 100
WALKS = 200  # in a part
STEPPED = 40  # levels of each kind in a part, for the stepper
GAMES, GAME = 12, 25  # games on each small level of a part, and keys in each, for what has to be grounded
PAGES = journal.ROOT / "python" / "sokoplan" / "web" / "static" / "js"


def in_javascript(walks: list[list[object]]) -> list[list[object]]:
    """What the page's rules say, by Node.js."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        shutil.copytree(PAGES, folder / "js")
        (folder / "package.json").write_text('{"type": "module"}')
        (folder / "walks.json").write_text(json.dumps(walks))
        (folder / "run.js").write_text(
            'import { readFileSync } from "node:fs";\n'
            f'const walks = JSON.parse(readFileSync("{folder}/walks.json"));\n'
            f'const walked = await ({IN_JAVASCRIPT})(walks, "{folder}/js");\n'
            "process.stdout.write(JSON.stringify(walked));\n"
        )
        done = subprocess.run(["node", str(folder / "run.js")], capture_output=True, text=True, check=True)
    answers: list[list[object]] = json.loads(done.stdout)
    return answers


def in_rust(level: Level, keys: str) -> str:
    """A sentence about the first key after which the core differs, or nothing."""
    board = native.board_of(level)
    state = begin(level)
    for number, key in enumerate(keys):
        before = (state.player, sorted(state.cells("box")))
        if level.holes and state.cells("hole") != level.holes:
            return ""  # the core begins with all holes open; the first part of the walk was compared
        deed, _ = play(level, state, key)
        after = board.play(*before, key)
        if (after is not None) != bool(deed):
            return f"key {number + 1}, {key}: Python says {deed}, the core {after}"
        if after is not None and (after[0], sorted(after[1])) != (state.player, sorted(state.cells("box"))):
            return f"key {number + 1}, {key}: the positions differ"
    return ""


def in_stepper(random: Random) -> tuple[int, list[str]]:
    """How many keys the environments' stepper was given, and where it differs."""
    pressed, wrong = 0, []
    for kind in stepper_walks.KINDS:
        seed = random.randrange(1 << 32)
        try:
            pressed += stepper_walks.compare(kind, seed, STEPPED, LENGTH)[0]
        except AssertionError as error:
            wrong.append(f"the stepper differs: {kind}, seed {seed}: {error}")
    return pressed, wrong


def in_grounded(random: Random, walk_in: Callable[[Level, Random, int, int], int]) -> tuple[int, list[str]]:
    """The same for a statement of the rules that has to be grounded for each level."""
    pressed, wrong = 0, []
    for level in [*(make(kind, random) for kind in KINDS), crowd(random)]:
        try:
            pressed += walk_in(level, random, GAMES, GAME)
        except AssertionError as error:
            wrong.append(f"{walk_in.__module__}: {error}")
    return pressed, wrong


def work(seed: str) -> journal.Part:
    random = Random(seed)
    counts: Counter[str] = Counter()
    walks = [(level, *walk(level, random, LENGTH)) for level in islice(levels(random), WALKS)]
    answers = in_javascript([[json.loads(level_to_json(level)), keys] for level, keys, _, _ in walks])
    wrong = []
    for (level, keys, lines, end), (got, got_end) in zip(walks, answers, strict=True):
        counts["keys in JavaScript"] += len(keys)
        if got != lines:
            wrong.append(f"JavaScript differs:\n{level}\n{keys}")
        elif end is not None and got_end != json.loads(level_to_json(replace(end, solutions=()))):
            wrong.append(f"JavaScript ends elsewhere:\n{level}\n{keys}")
        if level.game != "helltaker" and level.reading == "end":
            counts["keys in Rust"] += len(keys)
            if sentence := in_rust(level, keys):
                wrong.append(f"Rust differs, {sentence}:\n{level}\n{keys}")
    for name, (pressed, differences) in {
        "the stepper": in_stepper(random),
        "ASP": in_grounded(random, asp_walks.walk),
        "PDDL": in_grounded(random, pddl_walks.walk),
    }.items():
        counts[f"keys in {name}"] += pressed
        wrong += differences
    assert set("".join(keys for _, keys, _, _ in walks)) == set(KEYS)
    return journal.Part(dict(counts), wrong)


def main() -> None:
    options = journal.arguments(__doc__ or "", 10_000_000, "keys")
    parts = (f"laws {number}" for number in range(-(-options.size // (LENGTH * WALKS))))
    total = journal.run("laws", parts, work, options)
    counts = total.counts
    figure = (
        f"{counts['keys in JavaScript']:,} keys in Python and JavaScript, {counts['keys in Rust']:,} of them in the "
        f"core; {counts['keys in the stepper']:,} in the stepper; {counts['keys in ASP']:,} in ASP and "
        f"{counts['keys in PDDL']:,} in PDDL (seeds `laws 0` to `laws {total.parts - 1}`)"
    )
    journal.finish("laws", total, figure, options)


if __name__ == "__main__":
    main()
