"""The models of the routes about jobs: the question, the events, the result."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StrictBool, StrictInt, StrictStr

from sokoplan.engines.answer import Objective, Reason, Status
from sokoplan.web.models import ErrorModel, LevelModel, Model, Words

Unit = Literal["moves", "pushes", "cost"]
Name = Annotated[StrictStr, Field(max_length=100)]


class Question(Model):
    level: LevelModel
    engine: Words = Field(
        default="auto",
        description="the name of an engine; `auto`, as on the command line; `anytime`: any plan at once, then better "
        "ones; `improve`: `plan` made better; or `race`: all suitable engines in parallel",
    )
    plan: Words = Field(default="", description="with `improve`: a plan that solves the level, in letters")
    objective: Objective = "any"
    seconds: float = Field(default=60.0, gt=0, allow_inf_nan=False)
    memory_mb: StrictInt | None = Field(default=None, ge=1, le=1 << 40, description="null: as much as a job may use")
    all: StrictBool = Field(default=False, description="count all best plans (Helltaker: all plans within the limit)")
    finish: StrictBool = Field(default=False, description="with `race`: the others may finish when one has won")
    file_options: StrictBool = Field(default=True, description="use the options in the level's file")
    limit: StrictInt = Field(default=20, ge=0, le=1000, description="with `all`: the most plans to list")
    options: dict[Name, Words] = Field(
        default_factory=dict, max_length=100, description="options of one engine by name; /api/options lists them"
    )


class CheckQuestion(Model):
    """Levels to be put to the test, each by every engine."""

    levels: list[LevelModel] = Field(min_length=1, max_length=100)
    engines: list[Words] = Field(default_factory=lambda: ["search"], min_length=1, max_length=5)
    objective: Objective = "any"
    seconds: float = Field(default=10.0, gt=0, allow_inf_nan=False, description="for each answer")


class Which(Model):
    """What is to be solved; options that have no effect on it are not listed."""

    level: LevelModel
    objective: Objective = "any"
    all: StrictBool = False


class OptionModel(Model):
    """One row of the engine's table of options."""

    name: str
    kind: Literal["choice", "list", "number", "switch", "text"]
    help: str = Field(description="what it does; values and default are in the other fields")
    default: str = Field(description="empty if there is none")
    values: list[str] = Field(description="what can be chosen; several with commas between if it is a list")
    least: int | None = Field(description="of a number")
    most: int | None
    zero: str = Field(description="what 0 means, if that is special")
    advanced: bool = Field(description="a switch of the search's inner workings, for experiments")


class EngineOptions(Model):
    engine: str
    options: list[OptionModel]


class OptionLists(Model):
    engines: list[EngineOptions] = Field(description="the engines that can answer, with their options")


class JobId(Model):
    id: str


class HorizonModel(Model):
    """What an engine that tries one horizon after the other spent on one of them."""

    horizon: int
    question: str = Field(description="what the horizon counts, and under which limit")
    answer: Literal["plan", "no plan", "stopped"]
    seconds: float
    variables: int
    clauses: int
    conflicts: int


class ResultModel(Model):
    status: Status
    reason: Reason
    engine: str
    strategy: str = Field(description="which of the engine's strategies answered; empty if it has only one")
    objective: Objective
    optimal: bool = Field(description="proved best for the objective")
    lurd: str
    moves: int | None
    pushes: int | None
    cost: int | None = Field(description="what the objective minimises first; in Helltaker what the limit applies to")
    unit: Unit = Field(description="what `cost` and `bound` count")
    bound: int | None = Field(description="proved: no plan costs less; null if nothing is proved")
    gap: float | None = Field(description="by how many percent the plan is above the bound; 0 if it is optimal")
    nodes: int
    plans: int | str | None = Field(description="the number of plans; text if it is too large for JSON")
    listed: list[str]
    seconds: float
    found: str = Field(description="the outcome, in a few words")
    words: str = Field(description="the outcome, the engine that proved it, and the effort, in a sentence")
    horizons: list[HorizonModel] = Field(
        default_factory=list, description="what each horizon took, for engines that try several"
    )


class Queued(Model):
    type: Literal["queued"] = "queued"
    place: int = Field(description="the number of jobs ahead of this one")


class LaneModel(Model):
    """One engine of a job, and what it is asked."""

    engine: str
    asked: Objective
    unit: Unit = Field(description="what its bounds and costs count")
    start: float = Field(description="after how many seconds it joins, if the others are still searching")


class Started(Model):
    type: Literal["started"] = "started"
    engines: list[str]
    lanes: list[LaneModel]


class PlanEvent(Model):
    """A better plan than the one before, while the job goes on."""

    type: Literal["plan"] = "plan"
    result: ResultModel


class ProgressEvent(Model):
    type: Literal["progress"] = "progress"
    engine: str
    asked: Objective
    unit: Unit
    seconds: float
    nodes: int
    bound: int | None = Field(description="lower bound: no plan costs less")
    best: int | None = Field(description="what the best plan so far costs")
    words: str
    memory_mb: int | None
    strategies: list[str] = Field(description="what runs now, for an engine that has several strategies")
    packed: int | None = Field(description="boxes that the best position so far has brought to their goals for good")
    to_pack: int | None = Field(description="of how many")
    horizons: list[HorizonModel] = Field(default_factory=list, description="those answered since the last event")


class AnswerEvent(Model):
    """One engine of a race has finished."""

    type: Literal["answer"] = "answer"
    engine: str
    asked: Objective
    result: ResultModel | None = Field(description="null if it refused, failed or was stopped")
    words: str


class Done(Model):
    type: Literal["done"] = "done"
    result: ResultModel


class Failed(Model):
    """An engine refused the question, or failed."""

    type: Literal["failed"] = "failed"
    error: ErrorModel


class RowEvent(Model):
    """One answer in the check of a collection."""

    type: Literal["row"] = "row"
    index: int = Field(description="of the level in the request, from 1")
    who: str = Field(description="an engine, or the solution in the file")
    ok: bool
    why: str = Field(description="what is wrong; empty if nothing is")
    outcome: str
    moves: int | None
    pushes: int | None
    seconds: float
    lurd: str


class AllChecked(Model):
    """The check of a collection is over."""

    type: Literal["checked"] = "checked"
    ok: int
    wrong: int


Event = Queued | Started | PlanEvent | ProgressEvent | AnswerEvent | RowEvent | AllChecked | Done | Failed
LAST = (AllChecked, Done, Failed)
