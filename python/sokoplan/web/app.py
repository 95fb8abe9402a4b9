"""The ASGI app: routes, static files, errors in one shape, and the guard in front of them all."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version
from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

import sokoplan
from sokoplan.errors import InputError
from sokoplan.web import routes_board, routes_generate, routes_jobs, routes_library, routes_logic, routes_profile
from sokoplan.web.catalog import Catalog
from sokoplan.web.child_tasks import Busy, ChildTasks, LimitReached
from sokoplan.web.common import BUG, TooLarge, error_of
from sokoplan.web.guard import Guard, with_headers
from sokoplan.web.jobs import Jobs, QueueFull
from sokoplan.web.models import Cards
from sokoplan.web.profile import Profile, ProfileFull
from sokoplan.web.settings import Settings
from sokoplan.web.static_files import Pages, StaticFiles

VIEWS = Path(sokoplan.__file__).parent / "views"
STATIC = Path(sokoplan.__file__).parent / "web" / "static"


def make_app(settings: Settings) -> FastAPI:
    catalog = Catalog(settings.folders, settings.cells, settings.limits, settings.reading)
    jobs = Jobs(settings)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        jobs.loop = asyncio.get_running_loop()
        yield
        await jobs.shut_down()
        if app.state.profile is not None:
            app.state.profile.close()

    app = FastAPI(
        title="sokoplan",
        version=version("sokoplan"),
        summary="Solves push puzzles: Sokoban, its sink variant and Helltaker.",
        lifespan=lifespan,
        # FastAPI's own pages load code from other hosts. docs/web.md documents the API instead.
        docs_url=None,
        redoc_url=None,
        generate_unique_id_function=lambda route: route.name,  # short names for operations, which links use
    )
    app.state.settings = settings
    app.state.catalog = catalog
    app.state.jobs = jobs
    app.state.profile = Profile(settings.profile) if settings.profile else None
    app.state.child_tasks = ChildTasks(settings.jobs, settings.queue, settings.task_seconds, settings.memory_mb)
    app.state.cards = Cards(
        collections=list(catalog.collections.values()), levels=list(catalog.cards.values())
    ).model_dump_json()
    for routes in (routes_library, routes_board, routes_generate, routes_jobs, routes_logic, routes_profile):
        app.include_router(routes.router)
    _handle_errors(app)
    app.add_middleware(Pages, files=StaticFiles(STATIC, shared_files()))
    app.add_middleware(Guard, settings=settings)  # added last, so it is asked first
    return app


def shared_files() -> dict[str, Path]:
    """The tiles, their colours and the keys of the game are shared with other views, so they live there."""
    return {
        "pieces.svg": VIEWS / "pieces.svg",
        "css/palette.css": VIEWS / "palette.css",
        "keys.json": VIEWS / "keys.json",
    }


def _handle_errors(app: FastAPI) -> None:
    """Make every error response a `Problem`."""

    def problem(status: int, sentence: str, hint: str = "") -> JSONResponse:
        return JSONResponse(error_of(InputError(sentence, hint)), status)

    @app.exception_handler(InputError)
    def bad_input(request: Request, error: InputError) -> JSONResponse:
        return JSONResponse(error_of(error), 422)

    @app.exception_handler(TooLarge)
    def too_large(request: Request, error: TooLarge) -> JSONResponse:
        return problem(413, error.sentence, error.hint)

    @app.exception_handler(LimitReached)
    def limit_reached(request: Request, error: LimitReached) -> JSONResponse:
        return problem(413, "stopped: this took too much time or memory")

    @app.exception_handler(ProfileFull)
    def profile_full(request: Request, error: ProfileFull) -> JSONResponse:
        return problem(413, "the profile is full: this was not kept")

    @app.exception_handler(QueueFull)
    def queue_full(request: Request, error: QueueFull) -> JSONResponse:
        return busy(error.seconds)

    @app.exception_handler(Busy)
    def too_many_tasks(request: Request, error: Busy) -> JSONResponse:
        return busy(2)

    def busy(seconds: int) -> JSONResponse:
        answer = problem(429, "all cores are busy and the queue is full", f"Try again in {seconds} s.")
        answer.headers["Retry-After"] = str(seconds)
        return answer

    @app.exception_handler(HTTPException)
    def refused(request: Request, error: HTTPException) -> JSONResponse:
        answer = problem(error.status_code, str(error.detail))
        answer.headers.update(error.headers or {})
        return answer

    @app.exception_handler(Exception)
    def internal_error(request: Request, error: Exception) -> JSONResponse:
        answer = problem(500, f"internal error: {type(error).__name__}", BUG)
        # Starlette sends this one itself, past the guard.
        answer.raw_headers[:] = with_headers(answer.raw_headers)
        return answer

    @app.exception_handler(RequestValidationError)
    def wrong_shape(request: Request, error: RequestValidationError) -> JSONResponse:
        first = error.errors()[0]
        # A field name sent by the client is untrusted text: JSON escapes it, and the page shows it as text.
        where = ".".join(str(part) for part in first["loc"][1:])[:200]
        return problem(422, f"{where}: {first['msg']}" if where else first["msg"])
