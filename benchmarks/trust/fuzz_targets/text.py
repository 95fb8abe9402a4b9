"""The readers of levels and plans, for atheris: bytes that libFuzzer invents, guided by which code they reach.

    python benchmarks/trust/fuzz_targets/text.py formats|notation [libFuzzer's arguments]

`fuzz.py` runs this, in parts. What is asked of the readers is in `tests/helpers/any_text.py`.
"""

from __future__ import annotations

import sys
from pathlib import Path

import atheris

sys.path.insert(0, str(Path(__file__).parents[3] / "tests"))

with atheris.instrument_imports(include=["sokoplan.puzzle"]):
    from helpers.any_text import TARGETS
    from sokoplan.puzzle.notation import repeats

# A plan of a million keys, which `77777R` is a part of, is right and takes seconds to play: 8 microseconds a key.
repeats.MOST_KEYS = 20_000

if __name__ == "__main__":
    atheris.Setup([sys.argv[0], *sys.argv[2:]], TARGETS[sys.argv[1]])
    atheris.Fuzz()
