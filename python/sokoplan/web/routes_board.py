"""Boards: check a draft, warn of lost boxes, export to other formats, draw a picture."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from fastapi.concurrency import run_in_threadpool

from sokoplan.engines.answer import Budget
from sokoplan.engines.search.packing import packing_of
from sokoplan.puzzle.formats import FORMATS, refusal
from sokoplan.puzzle.level import CELL_FIELDS, NOWHERE, Level, problems_of
from sokoplan.solving.warnings import trouble
from sokoplan.views.text import margin_of
from sokoplan.web.child_tasks import ChildTasks, Output
from sokoplan.web.common import check_cells, check_task, level_of, refusals, settings_of
from sokoplan.web.models_board import (
    Checked,
    DraftBody,
    ExportBody,
    Files,
    LevelBody,
    PackingBox,
    PackingPlanModel,
    PackingStepModel,
    Picture,
    RenderBody,
    Warned,
)
from sokoplan.web.settings import Settings

router = APIRouter(prefix="/api", tags=["boards"])
_GROUNDED = ("sas", "dimacs")
_PACKING = Budget(2.0, 500)  # nearly every plan takes less than a tenth of a second


@router.post("/check", responses=refusals(408, 413, 415, 422))
def check(request: Request, body: DraftBody) -> Checked:
    """Everything that is wrong with a level that is being drawn, and where."""
    return check_draft(body, settings_of(request))


def check_draft(body: DraftBody, settings: Settings) -> Checked:
    draft = body.level
    check_cells(draft.height, draft.width, settings)
    fields: dict[str, Any] = {name: frozenset(map(tuple, getattr(draft, name))) for name in CELL_FIELDS}
    fields |= {name: getattr(draft, name) for name in ("game", "reading", "height", "width", "limit", "has_key")}
    fields["player"] = NOWHERE if draft.player is None else tuple(draft.player)
    problems = problems_of(**fields)
    if problems:
        found = [
            {"sentence": problem.says, "hint": problem.right, "cell": list(problem.cell) if problem.cell else None}
            for problem in problems[:100]
        ]
        return Checked.model_validate({"problems": found, "remarks": [], "dead": []})
    level = Level(**fields)
    remarks = list(level.remarks())
    if margin_of(level):
        remarks.append(
            "The player can reach the edge of the board, where there is no wall. Everything outside counts as wall."
        )
    return Checked(problems=[], remarks=remarks, dead=_cells(trouble(level).dead), refused=_refused(level))


def _refused(level: Level) -> dict[str, str]:
    fitting = (format for format in FORMATS.values() if format.write is not None and level.game in format.games)
    reasons = {format.name: refusal([level], format) for format in fitting}
    return {name: why for name, why in reasons.items() if why}


@router.post("/warn", responses=refusals(408, 413, 415, 422))
def warn(request: Request, body: LevelBody) -> Warned:
    """What is already lost. A warning is always right, but a position without one may still have no plan."""
    found = trouble(level_of(body.level, settings_of(request)))
    return Warned(dead=_cells(found.dead), frozen=_cells(found.stuck), lost=found.lost, words=found.words)


@router.post("/packing", responses=refusals(408, 413, 415, 422))
def packing(request: Request, body: LevelBody) -> PackingPlanModel:
    """The packing plan: in which order the goals are filled, by which boxes, and what is parked where."""
    found = packing_of(level_of(body.level, settings_of(request)), _PACKING)
    if found.plan is None:
        return PackingPlanModel(words=found.words, boxes=[], steps=[])
    boxes = enumerate(zip(found.plan.starts, found.plan.goals, strict=True), 1)
    return PackingPlanModel(
        words=found.words,
        boxes=[PackingBox(box=number, start=list(start), goal=list(goal)) for number, (start, goal) in boxes],
        steps=[
            PackingStepModel(
                box=step.box, from_=list(step.source), to=list(step.to), until=step.until, words=str(step)
            )
            for step in found.plan.steps
        ],
    )


def _cells(cells: frozenset[tuple[int, int]]) -> list[list[int]]:
    return [list(cell) for cell in sorted(cells)]


@router.post("/export", response_model=Files, responses=refusals(408, 413, 415, 422, 429))
async def export(request: Request, body: ExportBody) -> dict[str, Any]:
    """The level as files in another format, or for another program."""
    settings = settings_of(request)
    level = await run_in_threadpool(level_of, body.level, settings)
    if body.format in _GROUNDED:
        check_task(level, settings.operators)
    order = {"level": body.level.model_dump(), "format": body.format}
    return {"files": await _run(request, "export", order)}


@router.post("/render", response_model=Picture, responses=refusals(408, 413, 415, 422, 429))
async def render(request: Request, body: RenderBody) -> dict[str, str]:
    """A picture of the level; with a plan, an animation."""
    settings = settings_of(request)
    await run_in_threadpool(level_of, body.level, settings)
    order = {
        "level": body.level.model_dump(),
        "lurd": body.lurd,
        "as": body.as_,
        "theme": body.theme,
        "most": settings.frames,
    }
    return (await _run(request, "render", order))[0]


async def _run(request: Request, task: str, order: dict[str, Any]) -> Output:
    tasks: ChildTasks = request.app.state.child_tasks
    return await tasks.run(task, order, request.is_disconnected)
