"""What goes over the wire, for the checks at the door and for the OpenAPI description.

Comes in:  JSON.     Goes out: pydantic models; a level among them is turned into a `Level` by the one reader there is
(`export.level_json`), so these models only say what its fields are.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictInt, StrictStr

from sokoplan.answer import Objective, Reason, Status
from sokoplan.level import Game, Reading

Cell = Annotated[list[StrictInt], Field(min_length=2, max_length=2, description="[row, column] from the top left")]
Words = Annotated[StrictStr, Field(max_length=10_000)]


class Model(BaseModel):
    model_config = ConfigDict(extra="forbid")


class SolutionModel(Model):
    keys: Words
    note: Words


class LevelModel(Model):
    """A level, or a position in the middle of a game, which is a level too."""

    format: Literal["sokoplan-level"]
    version: Literal[1]
    game: Game
    reading: Reading
    height: StrictInt = Field(ge=1, le=256)
    width: StrictInt = Field(ge=1, le=256)
    player: Cell
    walls: list[Cell]
    boxes: list[Cell]
    goals: list[Cell]
    sinks: list[Cell]
    holes: list[Cell]
    demonesses: list[Cell]
    mobs: list[Cell]
    keys: list[Cell]
    locks: list[Cell]
    spikes: list[Cell]
    traps_down: list[Cell]
    traps_up: list[Cell]
    settled: list[Cell]
    limit: Annotated[StrictInt, Field(ge=0, le=1_000_000)] | None
    has_key: StrictBool
    title: Words
    author: Words
    collection: Words
    comments: list[Words]
    solutions: list[SolutionModel]
    options: list[Annotated[list[Words], Field(min_length=2, max_length=2)]]


class ErrorModel(Model):
    sentence: str = Field(description="what is wrong, in one sentence")
    hint: str = Field(default="", description="what would be right; may be empty")
    line: int | None = Field(default=None, description="from 1, where a text was read")
    column: int | None = Field(default=None, description="from 0")
    text: str = Field(default="", description="that line")


class Problem(Model):
    error: ErrorModel


# --- the library ------------------------------------------------------------------------------------------------


class Best(Model):
    """The best known result; only what is proved."""

    moves: int | None = Field(description="the fewest moves; in Helltaker the least cost")
    pushes: int | None = Field(description="the fewest pushes, perhaps by another plan")
    optimal: bool
    solvable: bool
    plans: int | None = Field(default=None, description="Helltaker: how many plans keep within the limit")
    engine: str
    objective: str


class Card(Model):
    id: str
    title: str
    collection: str
    author: str
    game: Game
    width: int
    height: int
    boxes: int
    goals: int
    limit: int | None
    difficulty: str
    note: str
    best: Best | None
    source: Literal["bundled", "folder", "added"]
    rows: list[str] = Field(
        description="The board, a character a cell, blanks at the end of a row left out. Sokoban: # wall, @ player, "
        "+ player on goal, $ box, * box on goal, . goal. Sink: o box, x sink, ^ hole, + player on sink. Helltaker: "
        "H hero, D demoness, B block, K key, L lock, M mob, S spikes, T trap down, "
        "U trap up, O P Q block on spikes, trap down, trap up."
    )


class Cards(Model):
    levels: list[Card]


class CardAndLevel(Model):
    card: Card
    level: LevelModel


class Added(Model):
    levels: list[CardAndLevel]
    remarks: list[str]


class Text(Model):
    text: StrictStr = Field(description="a file's content, in any format the program reads")
    name: Words = Field(default="", description="the file's name, if it has one")
    format: Words | None = Field(default=None, description="the format's name, if it is not to be guessed")
    reading: Reading = "end"


# --- about ------------------------------------------------------------------------------------------------------


class EngineModel(Model):
    name: str
    what: str
    games: list[Game]
    objectives: list[Objective]
    counts_plans: bool
    nodes: str = Field(description="what it counts as nodes")


class FormatModel(Model):
    name: str
    what: str
    extension: str
    games: list[Game]
    writes: bool


class ExportModel(Model):
    name: str
    what: str


class LimitsModel(Model):
    cells: int
    bytes: int
    seconds: float
    memory_mb: int
    operators: int


class About(Model):
    version: str
    engines: list[EngineModel]
    games: list[Game]
    objectives: list[Objective]
    formats: list[FormatModel]
    exports: list[ExportModel]
    cores: int
    limits: LimitsModel


# --- jobs -------------------------------------------------------------------------------------------------------


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
    words: str


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


# --- boards ---------------------------------------------------------------------------------------------------------


class Draft(Model):
    """A level that is still being drawn: the player may be missing, and everything else may be wrong."""

    format: Literal["sokoplan-level"] = "sokoplan-level"
    version: Literal[1] = 1
    game: Game
    reading: Reading = "end"
    height: StrictInt = Field(ge=0, le=256)
    width: StrictInt = Field(ge=0, le=256)
    player: Cell | None
    walls: list[Cell] = []
    boxes: list[Cell] = []
    goals: list[Cell] = []
    sinks: list[Cell] = []
    holes: list[Cell] = []
    demonesses: list[Cell] = []
    mobs: list[Cell] = []
    keys: list[Cell] = []
    locks: list[Cell] = []
    spikes: list[Cell] = []
    traps_down: list[Cell] = []
    traps_up: list[Cell] = []
    settled: list[Cell] = []
    limit: Annotated[StrictInt, Field(ge=-1_000_000, le=1_000_000)] | None = None
    has_key: StrictBool = False
    title: Words = ""
    author: Words = ""
    collection: Words = ""
    comments: list[Words] = []
    solutions: list[SolutionModel] = []
    options: list[Annotated[list[Words], Field(min_length=2, max_length=2)]] = []


class DraftBody(Model):
    level: Draft


class CellProblem(Model):
    sentence: str
    hint: str
    cell: Cell | None


class Checked(Model):
    problems: list[CellProblem]
    remarks: list[str]
    dead: list[Cell] = Field(description="squares from which no box gets home; empty while there are problems")


class LevelBody(Model):
    level: LevelModel


class Warned(Model):
    dead: list[Cell] = Field(description="squares from which no box ever gets home")
    frozen: list[Cell] = Field(description="boxes that cannot be saved any more")
    lost: bool = Field(description="proved that there is no plan any more")
    words: str


class ExportBody(Model):
    level: LevelModel
    format: Words = Field(description="the name of a format or of an export, see /api/about")


class File(Model):
    name: str
    mime: str
    text: str


class Files(Model):
    files: list[File]


class RenderBody(Model):
    model_config = ConfigDict(extra="forbid", populate_by_name=True)

    level: LevelModel
    lurd: StrictStr = Field(default="", description="a plan, in any notation the program reads")
    as_: Literal["svg", "gif", "html"] = Field(alias="as")
    theme: Literal["light", "dark"] = "light"


class Picture(Model):
    name: str
    mime: str
    base64: str


# --- logic ----------------------------------------------------------------------------------------------------------


class LogicBody(Model):
    level: LevelModel
    lurd: StrictStr = Field(default="", description="the plan, in any notation the program reads")
    step: StrictInt = Field(default=0, ge=0, le=1_000_000, description="how many of its keys have been pressed")
    cell: Cell


class LogicFact(Model):
    name: str
    holds: bool
    changes: bool = Field(description="false: part of the board, the same at every step")
    id: str


class LogicOperator(Model):
    name: str
    key: str = Field(description="u, d, l or r; empty for Helltaker's forced step")
    can: bool
    used: bool = Field(description="by the plan, at this step")
    needs: list[str] = Field(description="what must hold, `not ...` for what must not")
    failed: list[str] = Field(description="those of them that are not so")
    changes: list[str] = Field(description="+fact and -fact")
    id: str


class LogicClause(Model):
    text: str
    kind: str = Field(description="start, precondition, effect, frame, mutex, place or goal")
    why: str
    true: list[str] = Field(description="the literals that the plan makes true")
    ids: list[str] = Field(description="the facts and operators above that stand in it")


class LogicRule(Model):
    text: str
    file: str
    line: int
    why: str
    ids: list[str] = Field(description="the facts above, and the operators that can happen, of which it speaks")


class Logic(Model):
    facts: list[LogicFact]
    operators: list[LogicOperator]
    clauses: list[LogicClause]
    rules: list[LogicRule]
    time: int = Field(description="t of the variables; counts Helltaker's forced steps too")
    horizon: int = Field(description="the time at the end of the plan")
