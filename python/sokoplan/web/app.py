"""The app: routes, errors in one shape, static files, and the guard before all of them.

Comes in:  Settings.     Goes out: an ASGI app.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version
from pathlib import Path

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

import sokoplan
from sokoplan.errors import InputError
from sokoplan.web import routes_board, routes_jobs, routes_library, routes_logic
from sokoplan.web.catalog import Shelf
from sokoplan.web.child_tasks import Busy, Chores, Overdue
from sokoplan.web.common import TooLarge, error_of
from sokoplan.web.files import Files
from sokoplan.web.guard import Guard
from sokoplan.web.jobs import Jobs, QueueFull
from sokoplan.web.models import Cards
from sokoplan.web.settings import Settings

VIEWS = Path(sokoplan.__file__).parent / "views"
STATIC = Path(sokoplan.__file__).parent / "web" / "static"


def make_app(settings: Settings) -> FastAPI:
    shelf = Shelf(settings.folders, settings.cells, settings.limits)
    jobs = Jobs(settings)

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        jobs.loop = asyncio.get_running_loop()
        yield
        await jobs.closed_down()

    app = FastAPI(
        title="sokoplan",
        version=version("sokoplan"),
        summary="Push puzzles: Sokoban, its sink variant and Helltaker, solved and proved.",
        lifespan=life,
        # Their pages load code from other hosts; docs/web.md is ours.
        docs_url=None,
        redoc_url=None,
    )
    app.state.settings = settings
    app.state.shelf = shelf
    app.state.jobs = jobs
    app.state.chores = Chores(settings.jobs, settings.queue, settings.patience, settings.memory_mb)
    app.state.cards = Cards(levels=list(shelf.cards.values())).model_dump_json()
    for routes in (routes_library, routes_board, routes_jobs, routes_logic):
        app.include_router(routes.router)
    _handle_errors(app)
    _serve_pages(app)
    app.add_middleware(Guard, settings=settings)
    return app


def _serve_pages(app: FastAPI) -> None:
    # The tiles and their colours belong to all views; the pages find them among their own files.
    more = {"pieces.svg": VIEWS / "pieces.svg", "css/palette.css": VIEWS / "palette.css"}
    files = Files(STATIC, more)

    @app.get("/", include_in_schema=False)
    async def index(request: Request) -> Response:
        return _found(files.answer("index.html", request))

    @app.get("/static/{name:path}", include_in_schema=False)
    async def static(request: Request, name: str) -> Response:
        return _found(files.answer(name, request))


def _found(answer: Response | None) -> Response:
    if answer is None:
        raise HTTPException(404, "there is no such page")
    return answer


def _handle_errors(app: FastAPI) -> None:
    """Every refusal has the shape of `Problem`."""

    def problem(status: int, sentence: str, hint: str = "") -> JSONResponse:
        return JSONResponse(error_of(InputError(sentence, hint)), status)

    @app.exception_handler(InputError)
    def bad_input(request: Request, error: InputError) -> JSONResponse:
        return JSONResponse(error_of(error), 422)

    @app.exception_handler(TooLarge)
    def too_large(request: Request, error: TooLarge) -> JSONResponse:
        return problem(413, error.sentence, error.hint)

    @app.exception_handler(Overdue)
    def overdue(request: Request, error: Overdue) -> JSONResponse:
        return problem(413, "this took too long or too much memory, and was stopped")

    @app.exception_handler(QueueFull)
    def full(request: Request, error: QueueFull) -> JSONResponse:
        return busy(error.seconds)

    @app.exception_handler(Busy)
    def chores_full(request: Request, error: Busy) -> JSONResponse:
        return busy(2)

    def busy(seconds: int) -> JSONResponse:
        answer = problem(429, "all cores are busy, and the queue is full", f"Try again in {seconds} s.")
        answer.headers["Retry-After"] = str(seconds)
        return answer

    @app.exception_handler(HTTPException)
    def refused(request: Request, error: HTTPException) -> JSONResponse:
        answer = problem(error.status_code, str(error.detail))
        answer.headers.update(error.headers or {})
        return answer

    @app.exception_handler(Exception)
    def our_fault(request: Request, error: Exception) -> JSONResponse:
        return problem(500, f"internal error: {type(error).__name__}", "This is ours to mend: please report it.")

    @app.exception_handler(RequestValidationError)
    def wrong_shape(request: Request, error: RequestValidationError) -> JSONResponse:
        first = error.errors()[0]
        # A name that the asker made up is text from outside; JSON carries it, and the page shows it as text.
        where = ".".join(str(part) for part in first["loc"][1:])[:200]
        return problem(422, f"{where}: {first['msg']}" if where else first["msg"])
