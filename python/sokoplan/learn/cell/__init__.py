"""One cell at one step of a plan, as a planner, a SAT solver and an answer set solver see it.

    moment.py    the facts that hold, the operators that are possible, and what blocks the others
    clauses.py   the clauses of the formula about the cell at that step
    rules.py     the rules of the ASP encodings about it

Comes in:  a Level, a Plan, a step, a cell.     Goes out: plain data, with names that link the three.
Students should see what the engines work with, so the task, the formula and the rule files are the same.
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
