"""What the routes share: the way from a request's level to a Level, and refusals in one shape."""

from __future__ import annotations

from typing import Any

from fastapi import Request

from sokoplan.errors import InputError, printable
from sokoplan.puzzle.formats.json import level_from_data
from sokoplan.puzzle.level import Level
from sokoplan.web.estimate import operators
from sokoplan.web.models import LevelModel, Problem
from sokoplan.web.settings import Settings


class TooLarge(Exception):
    """Legal, but more than this server takes on; 413."""

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
        raise TooLarge(f"a board has at most {settings.cells:,} cells here, and this one has {height * width:,}")


def check_task(level: Level, most: int) -> None:
    """Refuse what would take long to ground, before anybody grounds it."""
    size = operators(level)
    if size > most:
        raise TooLarge(f"this level would have about {size:,} operators, and the limit here is {most:,}")


def error_of(error: InputError) -> dict[str, Any]:
    """The shape of every refusal; what it quotes from outside is made harmless, as on a terminal."""
    return {
        "error": {
            "sentence": printable(error.says),
            "hint": printable(error.right),
            "line": error.line,
            "column": error.column,
            "text": printable(error.text),
        }
    }


_WORDS = {
    400: "the request cannot be read",
    401: "the token is missing (only where the server is bound elsewhere than this machine)",
    403: "another site asked",
    404: "there is no such thing",
    408: "the request did not arrive in time",
    413: "too large: the body, the board or the task",
    415: "the body is not JSON",
    421: "this server has another name",
    422: "the level or another field is wrong; the error says what and where",
    429: "all cores are busy and the queue is full; Retry-After says when to come back",
}


def refusals(*codes: int) -> dict[int | str, dict[str, Any]]:
    """For the OpenAPI description: everything that may be refused, in one shape."""
    return {code: {"model": Problem, "description": _WORDS[code]} for code in sorted({400, 401, 403, 421, *codes})}
