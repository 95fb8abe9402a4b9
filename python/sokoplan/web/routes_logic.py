"""The Logic tab: facts, operators, clauses and rules about one cell at one step of a plan."""

from __future__ import annotations

from dataclasses import asdict, replace
from functools import lru_cache

from fastapi import APIRouter, Request

from sokoplan.learn.cell import (
    Formula,
    clauses_about,
    facts_about,
    ground_rules_about,
    moment,
    operators_about,
    rules_about,
)
from sokoplan.planning.ground import ground
from sokoplan.puzzle.level import Cell, Level
from sokoplan.puzzle.notation import read_plan
from sokoplan.web.common import check_task, level_of, refusals, settings_of
from sokoplan.web.models_board import Logic, LogicBody, LogicClause, LogicFact, LogicOperator, LogicRule

router = APIRouter(prefix="/api", tags=["logic"])


@router.post("/logic", responses=refusals(408, 413, 415, 422))
def logic(request: Request, body: LogicBody) -> Logic:
    """One cell at one step of a plan: what holds, what can happen, and the SAT clauses and ASP rules about it."""
    settings = settings_of(request)
    level = level_of(body.level, settings)
    check_task(level, settings.page_operators)
    row, column = body.cell
    return logic_of(level, body.lurd, body.step, (row, column))


def logic_of(level: Level, text: str, step: int, cell: Cell) -> Logic:
    formula = _formula(replace(level, title="", author="", collection="", comments=(), solutions=(), options=()))
    now = moment(level, formula.task, read_plan(text, level).plan, step)
    facts = facts_about(now, cell)
    operators = operators_about(now, cell)
    names = {fact.name for fact in facts} | {operator.name for operator in operators}
    possible = {fact.name for fact in facts} | {operator.name for operator in operators if operator.can}
    return Logic(
        facts=[LogicFact(**asdict(fact), id=fact.name) for fact in facts],
        operators=[LogicOperator(**asdict(operator), id=operator.name) for operator in operators],
        clauses=[
            LogicClause(
                text=clause.text,
                kind=clause.kind,
                why=clause.why,
                true=list(clause.true[:8]),
                ids=[name for name in clause.names if name in names],
            )
            for clause in clauses_about(formula, now, cell)
        ],
        rules=[
            LogicRule(
                text=rule.text,
                file=rule.file,
                line=rule.line,
                why=rule.why,
                ids=[name for name in rule.names if name in possible],
            )
            for rule in rules_about(level, facts, operators)
        ],
        ground=ground_rules_about(now, cell),
        time=now.time,
        horizon=now.horizon,
    )


@lru_cache(4)
def _formula(level: Level) -> Formula:
    """Cached: a student looks at many cells of one level, one after the other."""
    return Formula(ground(level))
