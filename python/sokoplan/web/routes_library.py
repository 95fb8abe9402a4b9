"""What this server can do; the library; levels from text."""

from __future__ import annotations

from functools import cache
from importlib.metadata import version
from typing import Any

from fastapi import APIRouter, HTTPException, Request, Response
from fastapi.responses import JSONResponse

from sokoplan.engines import ENGINES
from sokoplan.engines.answer import OBJECTIVES
from sokoplan.errors import InputError
from sokoplan.planning.export import EXPORTS
from sokoplan.puzzle.formats import FORMATS, drafts
from sokoplan.puzzle.formats.json import level_to_data
from sokoplan.puzzle.level import Level
from sokoplan.puzzle.rules import GAMES
from sokoplan.web.catalog import Catalog, card_of
from sokoplan.web.common import TooLarge, check_cells, refusals, settings_of
from sokoplan.web.models import About, Added, CardAndLevel, Cards, Text
from sokoplan.web.settings import Settings

router = APIRouter(prefix="/api", tags=["library"])


@router.get("/about", responses=refusals())
async def about(request: Request) -> About:
    """Engines, objectives, formats and limits of this server."""
    return about_of(settings_of(request))


@cache
def about_of(settings: Settings) -> About:
    return About.model_validate(
        {
            "version": version("sokoplan"),
            "engines": [
                {
                    "name": name,
                    "what": listing.what,
                    "games": list(listing.games),
                    "objectives": listing.objectives,
                    "counts_plans": listing.counts_plans,
                    "nodes": listing.nodes,
                }
                for name, listing in ENGINES.items()
            ],
            "games": list(GAMES),
            "objectives": OBJECTIVES,
            "formats": [
                {
                    "name": name,
                    "what": format.what,
                    "extension": format.endings[0],
                    "games": list(format.games),
                    "writes": format.write is not None,
                }
                for name, format in FORMATS.items()
            ],
            "exports": [{"name": name, "what": export.what} for name, export in EXPORTS.items()],
            "cores": settings.jobs,
            "limits": {
                "cells": settings.cells,
                "bytes": settings.body,
                "seconds": settings.seconds,
                "memory_mb": settings.memory_mb,
                "operators": settings.operators,
            },
        }
    )


@router.get("/levels", response_model=Cards, responses=refusals())
async def levels(request: Request) -> Response:
    """A card for each level in the library."""
    # Made once, when the server starts: it is the largest response, and the first one that a page needs.
    return Response(request.app.state.cards, media_type="application/json")


@router.get("/levels/{id}", response_model=CardAndLevel, responses=refusals(404, 422))
def level(request: Request, id: str) -> dict[str, Any]:
    """One level."""
    catalog: Catalog = request.app.state.catalog
    found = catalog.level(id)
    if found is None:
        raise HTTPException(404, "level not found")
    return {"card": catalog.cards[id], "level": level_to_data(found)}


@router.post("/levels", response_model=Added, responses=refusals(408, 413, 415, 422))
def add(request: Request, body: Text) -> JSONResponse:
    """Read the levels in a text, in any format that sokoplan reads. The server keeps nothing."""
    settings = settings_of(request)
    found: list[Level] = []
    broken: list[InputError] = []
    for draft in drafts(
        body.text, source=body.name, format=body.format, reading=body.reading, limits=settings.limits
    ):
        if len(found) + len(broken) == settings.levels:
            raise TooLarge(f"this text has more than {settings.levels:,} levels, which is the limit")
        try:
            found.append(draft.make())
        except InputError as error:
            broken.append(error)
    if not found:
        raise broken[0]
    for one in found:
        check_cells(one.height, one.width, settings)
    # Not through the models: validating two thousand levels again would take longer than reading them.
    answer = {
        "levels": [
            {
                "card": card_of(one, "", "added", _title(one, body.name, number)).model_dump(),
                "level": level_to_data(one),
            }
            for number, one in enumerate(found, start=1)
        ],
        "remarks": [f"Skipped: {error}" for error in broken]
        + [
            f"{one.title or f'level {number}'}: {remark}"
            for number, one in enumerate(found, 1)
            for remark in one.remarks()
        ],
    }
    return JSONResponse(answer)


def _title(level: Level, name: str, number: int) -> str:
    return level.title or (f"{name} {number}" if name else f"Level {number}")
