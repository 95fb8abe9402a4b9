"""From a Task to a formula in conjunctive normal form: what SAT solvers read.

Comes in:  a Task.     Goes out: an `Encoding`: numbered variables with names, and clauses for each step.

    encodings.py  the table of encodings
    moves.py      one step is one key
    pushes.py     one step is one push, with the walk to it inside
    parts.py      what can be switched on and off in them
    windows.py    what can hold after t steps, and what may hold k steps before the end
    stamp.py      clauses made once and shifted to any step

Nothing here knows a SAT solver; `sokoplan.engines.sat` brings the two together.
"""
