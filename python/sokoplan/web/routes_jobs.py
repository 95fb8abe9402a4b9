"""Jobs: what can be set for one, start it, listen to its events (server-sent), stop it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace

from fastapi import APIRouter, HTTPException, Request, Response
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import StreamingResponse

from sokoplan.engines import ENGINES, portfolio, searches_task
from sokoplan.engines.answer import Budget
from sokoplan.engines.answer import Request as Asked
from sokoplan.engines.options import find, fitting
from sokoplan.errors import InputError
from sokoplan.puzzle.library import Entry
from sokoplan.puzzle.notation import read_plan
from sokoplan.solving.anytime import fits, given
from sokoplan.solving.ask import check
from sokoplan.solving.race import able
from sokoplan.solving.solve import request_for, with_file_options
from sokoplan.web.common import check_task, level_of, refusals, settings_of
from sokoplan.web.estimate import operators
from sokoplan.web.job_work import Checking, Solving
from sokoplan.web.jobs import Job, Jobs
from sokoplan.web.links import link, linked, of_job
from sokoplan.web.models_jobs import (
    CheckQuestion,
    EngineOptions,
    Event,
    JobId,
    OptionLists,
    OptionModel,
    Question,
    Which,
)
from sokoplan.web.settings import Settings

router = APIRouter(prefix="/api", tags=["jobs"])
_EVENTS = {
    "description": "Server-sent events, one JSON object per `data:`. The last one is `done` or `failed`.",
    "content": {"text/event-stream": {}},
}

_NEW = linked(202, of_job("$response.body#/id"))
_STOPPED = linked(204, {"events": link("events", id="$request.path.id")})
_ANSWERS = linked(
    200,
    {"ask": link("ask", {"level": "$request.body#/level", "engine": "$response.body#/engines/0/engine"})},
)


def _jobs(request: Request) -> Jobs:
    jobs: Jobs = request.app.state.jobs
    return jobs


@router.post("/jobs", status_code=202, responses={**_NEW, **refusals(408, 413, 415, 422, 429)})
async def ask(request: Request, body: Question) -> JobId:
    """Start a job: one engine, or a race of all. Then listen to its events: a job without a listener is stopped."""
    settings = settings_of(request)
    work = await run_in_threadpool(_parse, body, settings)
    memory = min(body.memory_mb or settings.memory_mb, settings.memory_mb)
    budget = Budget(min(body.seconds, settings.seconds), memory)
    return JobId(id=_jobs(request).add(work, budget).id)


def _parse(body: Question, settings: Settings) -> Solving:
    """The question, and who is to answer it. TooLarge if it is too much for them."""
    level = level_of(body.level, settings)
    _check_options(body)
    asked = request_for(
        level, body.objective, all_plans=body.all, most=body.limit if body.all else 0, options=body.options
    )
    if body.file_options:
        asked, _ = with_file_options(asked, body.engine)
    work = _work(body, asked, settings)
    first = [name for name, start in work.starts.items() if start == 0]
    if first != ["search"] or searches_task(asked):
        check_task(level, settings.operators)
    elif len(work.starts) > 1 and operators(level) > settings.operators:
        work = replace(work, starts=dict.fromkeys(first, 0.0))  # the formula of the one that would join is too large
    return work


def _work(body: Question, asked: Asked, settings: Settings) -> Solving:
    """Who is asked, and when. InputError if there is no such engine, or if it cannot answer this question."""
    if body.engine == "race":
        return Solving(asked, dict.fromkeys(able(asked), 0.0), finish=body.finish)
    if body.engine == "improve":
        asked = replace(asked, objective="moves") if asked.objective == "any" else asked
        plan = read_plan(body.plan, asked.level).plan
        given(asked, plan)  # or InputError
        return Solving(asked, {"search": 0.0}, plan=plan)
    if body.engine in ("auto", "anytime"):
        # As on the command line: options are those of one engine, and a second one wants a core of its own.
        starts = portfolio(asked, 1 if asked.options else settings.jobs)
        check(next(iter(starts)), asked)
        return Solving(asked, starts, anytime=body.engine == "anytime" and fits(asked))
    check(body.engine, asked)
    return Solving(asked, {body.engine: 0.0})


def _check_options(body: Question) -> None:
    """Only what may be set from a page: options write files and start programs too."""
    if body.options and body.engine not in ENGINES:
        raise InputError(f"options are those of one engine, so they cannot be combined with {body.engine}")
    for name, text in body.options.items():
        row = find(body.engine, name)
        if not row.web:
            raise InputError(f"the option {row.name} cannot be set in the web app", "Use `sokoplan solve`.")
        row.read(text)


@router.post("/checks", status_code=202, responses={**_NEW, **refusals(408, 413, 415, 422, 429)})
async def check_levels(request: Request, body: CheckQuestion) -> JobId:
    """Put levels to the test, as `sokoplan check` does. A job, with a `row` event for each answer."""
    settings = settings_of(request)
    work = await run_in_threadpool(_checking, body, settings)
    # The whole job has as long as any other; what it has told by then stands.
    return JobId(id=_jobs(request).add(work, Budget(settings.seconds, settings.memory_mb)).id)


def _checking(body: CheckQuestion, settings: Settings) -> Checking:
    levels = [level_of(model, settings) for model in body.levels]
    engines = tuple(dict.fromkeys(body.engines))
    for name in engines:
        if name not in (*ENGINES, "auto"):
            raise InputError(f"unknown engine {name!r}", f"Choose from: auto, {', '.join(ENGINES)}.")
    for level in levels:
        if set(engines) - {"search", "auto"} or searches_task(request_for(level, body.objective)):
            check_task(level, settings.operators)
    entries = tuple(Entry("", index, level, alone=False) for index, level in enumerate(levels, 1))
    return Checking(entries, engines, body.objective, min(body.seconds, settings.seconds))


@router.post("/options", responses={**_ANSWERS, **refusals(408, 413, 415, 422)})
async def options(request: Request, body: Which) -> OptionLists:
    """The engines that can answer, and for each the options that have an effect."""
    return await run_in_threadpool(_options, body, settings_of(request))


def _options(body: Which, settings: Settings) -> OptionLists:
    asked = request_for(level_of(body.level, settings), body.objective, all_plans=body.all)
    return OptionLists(
        engines=[
            EngineOptions(
                engine=name,
                options=[OptionModel.model_validate(row.as_data()) for row in fitting(name, asked) if row.web],
            )
            for name in ENGINES
            if name in able(asked)
        ]
    )


def _job(request: Request, id: str) -> Job:
    job = _jobs(request).get(id)
    if job is None:
        raise HTTPException(404, "job not found")
    return job


@router.get("/jobs/{id}/events", response_class=StreamingResponse, responses={200: _EVENTS, **refusals(404, 422)})
async def events(request: Request, id: str) -> StreamingResponse:
    """The job's progress, up to its answer. The job is stopped when its last listener leaves."""
    job = _job(request, id)
    return StreamingResponse(_stream(_jobs(request).listen(job)), media_type="text/event-stream")


async def _stream(events: AsyncIterator[Event | None]) -> AsyncIterator[str]:
    async for event in events:
        yield ": keep-alive\n\n" if event is None else f"data: {event.model_dump_json()}\n\n"


@router.delete("/jobs/{id}", status_code=204, responses={**_STOPPED, **refusals(404, 422)})
async def stop(request: Request, id: str) -> Response:
    """Stop the job. Its last event has what was found so far."""
    _jobs(request).cancel(_job(request, id))
    return Response(status_code=204)
