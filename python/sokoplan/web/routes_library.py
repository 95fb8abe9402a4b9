"""What this server can do; the library; levels from text."""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from fastapi import APIRouter, HTTPException, Request, Response
from fastapi.responses import JSONResponse

from sokoplan.engines import ENGINES
from sokoplan.engines.answer import OBJECTIVES
from sokoplan.errors import InputError
from sokoplan.planning.export import EXPORTS
from sokoplan.puzzle.archives import ENDINGS, members
from sokoplan.puzzle.formats import FORMATS, Limits, drafts
from sokoplan.puzzle.formats.json import level_to_data
from sokoplan.puzzle.level import Level
from sokoplan.puzzle.rules import GAMES
from sokoplan.web.catalog import Catalog, card_of
from sokoplan.web.common import TooLarge, check_cells, refusals, settings_of
from sokoplan.web.links import link, linked, of_level
from sokoplan.web.models import About, Added, CardAndLevel, Cards, CollectionAndLevels, Text
from sokoplan.web.settings import Settings

router = APIRouter(prefix="/api", tags=["library"])
_FIRST = linked(
    200,
    {
        "level": link("level", id="$response.body#/levels/0/id"),
        "collection": link("collection", id="$response.body#/collections/0/id"),
    },
)


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
            "profile": bool(settings.profile),
            "limits": {
                "cells": settings.cells,
                "bytes": settings.body,
                "seconds": settings.seconds,
                "memory_mb": settings.memory_mb,
                "operators": settings.operators,
            },
        }
    )


@router.get("/levels", response_model=Cards, responses={**_FIRST, **refusals()})
async def levels(request: Request) -> Response:
    """The collections, and a card for each level in the library."""
    # Made once, when the server starts: it is the largest response, and the first one that a page needs.
    return Response(request.app.state.cards, media_type="application/json")


@router.get(
    "/levels/{id}",
    response_model=CardAndLevel,
    responses={**linked(200, of_level("$response.body#/level")), **refusals(404, 422)},
)
def level(request: Request, id: str) -> dict[str, Any]:
    """One level."""
    catalog: Catalog = request.app.state.catalog
    found = catalog.level(id)
    if found is None:
        raise HTTPException(404, "level not found")
    return {"card": catalog.cards[id], "level": level_to_data(found)}


@router.get(
    "/collections/{id}",
    response_model=CollectionAndLevels,
    responses={**linked(200, of_level("$response.body#/levels/0")), **refusals(404, 422)},
)
def collection(request: Request, id: str) -> JSONResponse:
    """All levels of one collection, to be exported."""
    catalog: Catalog = request.app.state.catalog
    if id not in catalog.collections:
        raise HTTPException(404, "collection not found")
    levels = [level_to_data(level) for level in catalog.levels_of(id)]
    return JSONResponse({"collection": catalog.collections[id].model_dump(), "levels": levels})


@router.post(
    "/levels",
    response_model=Added,
    responses={**linked(200, of_level("$response.body#/levels/0/level")), **refusals(408, 413, 415, 422)},
)
def add(request: Request, body: Text) -> JSONResponse:
    """Read the levels in a text or file, in any format that sokoplan reads. The server keeps nothing."""
    settings = settings_of(request)
    found: list[Level] = []
    broken: list[InputError] = []
    for name, content in _contents(body, settings.limits):
        for draft in drafts(content, source=name, format=body.format, reading=body.reading, limits=settings.limits):
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


def _contents(body: Text, limits: Limits) -> Iterator[tuple[str, str | bytes]]:
    """What a request brings: a text, a file, or the level files in a packed one; each with its name."""
    if body.text:
        yield body.name, body.text
        return
    try:
        data = b64decode(body.base64, validate=True)
    except ValueError:
        raise InputError("the field base64 is not base64") from None
    ending = Path(body.name).suffix.lower()
    if ending not in ENDINGS:
        yield body.name, data
        return
    # Archives are read from a file; the name that the client gave has no part in where it is.
    with TemporaryDirectory(prefix="sokoplan-") as folder:
        path = Path(folder) / f"levels{ending}"
        path.write_bytes(data)
        try:
            for name, content in members(path, limits):
                yield name.removeprefix(f"{path}/").removeprefix(f"{folder}/"), content
        except InputError as error:
            raise replace(error, says=error.says.replace(str(path), body.name)) from None


def _title(level: Level, name: str, number: int) -> str:
    return level.title or (f"{name} {number}" if name else f"Level {number}")
