"""A puzzle as logic: a task of facts and operators, formulas, answer set programs, PDDL."""
