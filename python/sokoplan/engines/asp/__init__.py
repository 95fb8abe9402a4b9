"""Answer set programming: the encodings of `sokoplan.planning.asp`, run by clingo.

    engine.py    a Request in, an Answer out
    explain.py   why a level has no plan
    options.py   what can be set
    program.py   the one file that talks to clingo
    plan.py      from an answer set to a plan
    ground.py    the ground program as text, for lessons

Nothing is imported here, so that reading the options does not load clingo.
"""
