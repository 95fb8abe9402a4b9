"""Show me the logic: what a plan's step looks like to a planner, a SAT solver and an answer set solver.

    moment.py    the facts that hold at a step, the operators that can happen, and why the others cannot
    clauses.py   the clauses of the formula that speak of a cell at that step
    rules.py     the rules of the ASP encodings that speak of it

Comes in:  a Level, a Plan, a step, a cell.     Goes out: plain data, with names that link the three.
For students, so everything is taken from where the engines take it: the same task, the same formula, the same files.
"""

from sokoplan.learn.cell.clauses import ClauseAt, Formula, clauses_about
from sokoplan.learn.cell.moment import FactAt, Moment, OperatorAt, facts_about, moment, operators_about
from sokoplan.learn.cell.rules import Rule, ground_rules_about, rules_about, rules_of

__all__ = [
    "ClauseAt",
    "FactAt",
    "Formula",
    "Moment",
    "OperatorAt",
    "Rule",
    "clauses_about",
    "facts_about",
    "ground_rules_about",
    "moment",
    "operators_about",
    "rules_about",
    "rules_of",
]
