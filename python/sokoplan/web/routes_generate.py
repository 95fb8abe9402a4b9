"""New puzzles, by the generator: made in a child process, each solved and proved before anybody sees it."""

from __future__ import annotations

import json
from typing import Any, Literal

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse
from pydantic import Field, StrictInt

from sokoplan.lab.generate.recipe import EASIEST, HARDEST, MOST_BOXES, Recipe
from sokoplan.puzzle.formats.json import level_from_data
from sokoplan.web.catalog import card_of
from sokoplan.web.child_tasks import ChildTasks
from sokoplan.web.common import refusals, settings_of
from sokoplan.web.links import linked, of_level
from sokoplan.web.models import Added, Model

router = APIRouter(prefix="/api", tags=["library"])
_MOST = 20  # levels in a request


class NewPuzzle(Model):
    game: Literal["sokoban", "sink", "helltaker"] = "sokoban"
    width: StrictInt = Field(default=9, ge=1, le=100, description="walls included")
    height: StrictInt = Field(default=8, ge=1, le=100)
    fewest: StrictInt = Field(default=3, ge=1, le=MOST_BOXES, description="boxes")
    most: StrictInt = Field(default=5, ge=1, le=MOST_BOXES)
    difficulty: StrictInt = Field(default=5, ge=EASIEST, le=HARDEST)
    seed: StrictInt = Field(default=0, ge=0, lt=1 << 53, description="the same seed gives the same levels")
    count: StrictInt = Field(default=1, ge=1, le=_MOST)


@router.post(
    "/generate",
    response_model=Added,
    responses={**linked(200, of_level("$response.body#/levels/0/level")), **refusals(408, 413, 415, 422, 429)},
)
async def generate(request: Request, body: NewPuzzle) -> JSONResponse:
    """Levels that nobody has played; as many of them as are found in time, with what was measured as remarks."""
    settings = settings_of(request)
    Recipe(body.game, body.width, body.height, (body.fewest, body.most), body.difficulty, body.seed)  # or InputError
    tasks: ChildTasks = request.app.state.child_tasks
    order: dict[str, Any] = {**body.model_dump(), "seconds": settings.task_seconds * 0.75}
    (file,) = await tasks.run("generate", order, request.is_disconnected)
    made = json.loads(file["text"])
    return JSONResponse(
        {
            "levels": [
                {
                    "card": card_of(
                        level_from_data(one["level"], settings.limits), "", "added", one["level"]["title"]
                    ).model_dump(),
                    "level": one["level"],
                }
                for one in made
            ],
            "remarks": [one["summary"].capitalize() for one in made],
        }
    )
