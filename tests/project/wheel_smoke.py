"""Run by the Python of an environment that holds only the wheel: every engine once; the test reads what it prints."""

from __future__ import annotations

import sokoplan as sp

LEVEL = sp.level("#######\n#@ $ .#\n#######\n")

for engine in ("search", "sat", "asp", "oracle"):
    result = sp.solve(LEVEL, objective="moves", engine=engine, time=60)
    assert result.optimal, result
    assert str(result.plan) == "rRR", result
    print(engine)
[made] = sp.generate(difficulty=2, seed=1)
assert made.result.optimal
print("generate")
kicks = sp.level("Kick\n9\n######\n#HB D#\n#    #\n######\n")
assert sp.solve(kicks, objective="moves").optimal
print("helltaker")
