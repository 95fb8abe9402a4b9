"""What goes over the wire about jobs: the question, the events, the result."""

from __future__ import annotations

from typing import Literal

from pydantic import Field, StrictBool, StrictInt

from sokoplan.engines.answer import Objective, Reason, Status
from sokoplan.web.models import ErrorModel, LevelModel, Model, Words


class Question(Model):
    level: LevelModel
    engine: Words = Field(
        default="auto", description="an engine's name, `auto`, or `race`: all that fit, side by side"
    )
    objective: Objective = "any"
    seconds: float = Field(default=60.0, gt=0, allow_inf_nan=False)
    memory_mb: StrictInt | None = Field(
        default=None, ge=1, le=1 << 40, description="nothing: as much as a job may have"
    )
    all: StrictBool = Field(default=False, description="count all best plans (Helltaker: all within the limit)")
    limit: StrictInt = Field(default=20, ge=0, le=1000, description="with `all`: list at most so many")


class JobId(Model):
    id: str


class ResultModel(Model):
    status: Status
    reason: Reason
    engine: str
    objective: Objective
    optimal: bool = Field(description="proved best by the objective")
    lurd: str
    moves: int | None
    pushes: int | None
    cost: int | None = Field(description="what the objective measures first; in Helltaker what the limit is about")
    nodes: int
    plans: int | str | None = Field(description="how many plans there are; words where JSON has no such number")
    listed: list[str]
    seconds: float
    found: str = Field(description="what was found, in a few words")
    words: str = Field(description="what was found, who proved it and what it took, in a sentence")


class Queued(Model):
    type: Literal["queued"] = "queued"
    place: int = Field(description="how many are before this one")


class Started(Model):
    type: Literal["started"] = "started"
    engines: list[str]


class ProgressEvent(Model):
    type: Literal["progress"] = "progress"
    engine: str
    seconds: float
    nodes: int
    bound: int | None = Field(description="no plan is cheaper than this")
    words: str
    memory_mb: int | None


class AnswerEvent(Model):
    """One engine of a race is done."""

    type: Literal["answer"] = "answer"
    engine: str
    result: ResultModel | None = Field(description="null: it refused, broke or was stopped")
    words: str


class Done(Model):
    type: Literal["done"] = "done"
    result: ResultModel


class Failed(Model):
    """The question was wrong after all (an engine refused it), or we were."""

    type: Literal["failed"] = "failed"
    error: ErrorModel


Event = Queued | Started | ProgressEvent | AnswerEvent | Done | Failed
