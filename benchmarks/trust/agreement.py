"""Promise: the engines agree. Random levels of all games through every engine, objective, strategy and count.

    python benchmarks/trust/agreement.py [LEVELS]

The questions are those of `tests/agreement`. A level on which two engines differ is made as small as it can be, named
after the question, drawn, and kept in `tests/agreement/found`, where every later run asks it again.
"""

from __future__ import annotations

from collections import Counter

import journal

from helpers.agreement import examine, questions
from helpers.agreement_levels import levels
from sokoplan.engines.oracle import search as oracle

A_PART = 50


def work(seed: str) -> journal.Part:
    counts: Counter[str] = Counter()
    wrong: list[str] = []
    for level in levels(A_PART, seed):
        wrong += ["\n".join(told)] if (told := examine(level)) else []
        counts["levels"] += 1
        counts["questions"] += sum(1 for _ in questions(level))
        counts["solvable"] += oracle.search(level).plan is not None
    return journal.Part(dict(counts), wrong)


def main() -> None:
    options = journal.arguments(__doc__ or "", 100_000, "levels")
    parts = (f"agreement {number}" for number in range(-(-options.size // A_PART)))
    total = journal.run("agreement", parts, work, options)
    counts = total.counts
    figure = (
        f"{counts['levels']:,} random levels ({counts['solvable']:,} solvable), {counts['questions']:,} questions "
        f"(seeds `agreement 0` to `agreement {total.parts - 1}`)"
    )
    journal.finish("agreement", total, figure, options)


if __name__ == "__main__":
    main()
