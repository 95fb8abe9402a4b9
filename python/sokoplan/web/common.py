"""What the routes share: from the level in a request to a Level, and error responses in one shape."""

from __future__ import annotations

from typing import Any

from fastapi import Request

from sokoplan.errors import InputError, printable
from sokoplan.puzzle.formats.json import level_from_data
from sokoplan.puzzle.level import Level
from sokoplan.web.estimate import operators
from sokoplan.web.models import LevelModel, Problem
from sokoplan.web.settings import Settings

BUG = "This is a bug in sokoplan. Please report it."


class TooLarge(Exception):
    """A valid request that is too large for this server: 413."""

    def __init__(self, sentence: str, hint: str = "") -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.hint = hint


def settings_of(request: Request) -> Settings:
    settings: Settings = request.app.state.settings
    return settings


def level_of(model: LevelModel, settings: Settings) -> Level:
    check_cells(model.height, model.width, settings)
    return level_from_data(model.model_dump(), settings.limits)


def check_cells(height: int, width: int, settings: Settings) -> None:
    if height * width > settings.cells:
        raise TooLarge(f"this board has {height * width:,} cells; the limit is {settings.cells:,} cells")


def check_task(level: Level, most: int) -> None:
    """Refuse a task that would take long to ground, before grounding it."""
    size = operators(level)
    if size > most:
        raise TooLarge(f"this level has about {size:,} operators; the limit is {most:,}")


def error_of(error: InputError) -> dict[str, Any]:
    """The body of every error response; what it quotes is made printable, as on a terminal."""
    return {
        "error": {
            "sentence": printable(error.says),
            "hint": printable(error.right),
            "line": error.line,
            "column": error.column,
            "text": printable(error.text),
        }
    }


_DESCRIPTIONS = {
    400: "the request cannot be read",
    401: "the token is missing or wrong (only if the server listens beyond this machine)",
    403: "the request came from another site",
    404: "not found",
    408: "the request did not arrive in time",
    413: "too large: the body, the board or the work it asks for",
    415: "the body is not JSON",
    421: "the Host header does not name this server",
    422: "the level or another field is invalid; the error says what and where",
    429: "all cores are busy and the queue is full; Retry-After says when to try again",
}


def refusals(*codes: int) -> dict[int | str, dict[str, Any]]:
    """For the OpenAPI description: the error responses of a route."""
    return {
        code: {"model": Problem, "description": _DESCRIPTIONS[code]} for code in sorted({400, 401, 403, 421, *codes})
    }
