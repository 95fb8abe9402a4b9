"""What is proved of a level before any solver is asked: bounds, windows, boxes in each other's way.

Comes in:  a Level and its Task.     Goes out: figures and sets of cells that hold for every plan.

    bounds.py     the matching bound on pushes, and what each push wastes of it
    windows.py    what can hold after t steps, and what may hold k steps before the end
    fights.py     pushes that two or three boxes must waste
    remaining.py  keys that a few boxes need at least
    deadlocks.py  boxes that cannot all be brought home

`cnf` makes clauses of it, `asp` facts.
"""
