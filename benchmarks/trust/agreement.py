"""Promise: the engines agree. Random levels of all games through every engine, objective, strategy and count.

    python benchmarks/trust/agreement.py [LEVELS]

The questions are those of `tests/agreement`: each level is asked by every algorithm of the search and by four of the
strategies of SAT and ASP, each in one of the ways that it can be asked in (objective, variables, planning model,
threads), as the seed's dice choose. A level on which two engines differ is made as small as it can be, named after
the question, drawn, and kept in `tests/agreement/found`, where every later run asks it again.
"""

from __future__ import annotations

from collections import Counter
from random import Random

import journal

from helpers.agreement import ask, examine, some_questions
from helpers.agreement_levels import levels
from sokoplan.engines.answer import Answer, Request
from sokoplan.engines.oracle import search as oracle

A_PART = 50
LOGIC = 4  # questions to SAT and ASP about a level, of some dozen: these take most of the time


def work(seed: str) -> journal.Part:
    counts: Counter[str] = Counter()
    wrong: list[str] = []
    dice = Random(seed)

    def counting(engine: str, request: Request) -> Answer:
        counts["questions"] += 1
        counts[f"of {engine}"] += 1
        return ask(engine, request)

    for level in levels(A_PART, seed):
        asked = some_questions(level, dice, LOGIC)
        wrong += ["\n".join(told)] if (told := examine(level, counting, asked=asked)) else []
        counts["levels"] += 1
        counts["solvable"] += oracle.search(level).plan is not None
    return journal.Part(dict(counts), wrong)


def main() -> None:
    options = journal.arguments(__doc__ or "", 100_000, "levels")
    parts = (f"agreement {number}" for number in range(-(-options.size // A_PART)))
    total = journal.run("agreement", parts, work, options)
    counts = total.counts
    figure = (
        f"{counts['levels']:,} random levels ({counts['solvable']:,} solvable), {counts['questions']:,} questions "
        f"(search {counts['of search']:,}, SAT {counts['of sat']:,}, ASP {counts['of asp']:,}; "
        f"seeds `agreement 0` to `agreement {total.parts - 1}`)"
    )
    journal.finish("agreement", total, figure, options)


if __name__ == "__main__":
    main()
