"""A run that is going to be killed: it says how much is stored, line by line."""

from __future__ import annotations

import sys
from pathlib import Path

from helpers.crews import HereCrew
from sokoplan.errors import InputError
from sokoplan.lab.batch import intake, run
from sokoplan.lab.batch.store import writing
from sokoplan.puzzle.library import each_level
from sokoplan.solving.chunk import Question


def _refused(error: InputError) -> None:
    raise error


def main() -> None:
    # Many small transactions, so that there are many moments to be killed at.
    run._TOGETHER, run._SECONDS, intake._TOGETHER = 1, 0.0, 5
    question = Question("pushes")
    with writing(Path(sys.argv[1])) as store:
        pending = intake.Intake(store, each_level, _refused).pending([sys.argv[2]], store.question("pushes"))
        run.run(store, pending, question, HereCrew(), lambda tally: print(tally.stored, flush=True))
    print("end", flush=True)


if __name__ == "__main__":
    main()
