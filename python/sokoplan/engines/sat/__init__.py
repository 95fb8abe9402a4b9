"""SAT: horizon by horizon, is there a plan of so many steps?

    engine.py         a Request in, an Answer out
    options.py        what can be set
    problem.py        level and objective as horizons and formulas (made by `sokoplan.planning.cnf`)
    strategies.py     which horizon is tried when
    solver.py         which solver: pysat_solver.py in this process, external.py any program
    watch.py          the clock, and progress reports
    all_plans.py      not one plan but all
    write.py          the formula, readable or not, and the model as files
    certificate.py    a proof that others can check

Nothing is imported here, so that reading the options does not load PySAT.
"""
