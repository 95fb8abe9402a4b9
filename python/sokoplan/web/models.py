"""The JSON of the API as pydantic models: they check requests, and make the OpenAPI description.

For a level these models only say which fields there are; `puzzle.formats.json` makes a `Level` of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    StrictBool,
    StrictInt,
    StrictStr,
    WithJsonSchema,
    create_model,
)

from sokoplan.engines.answer import Objective
from sokoplan.puzzle.level import CELL_FIELDS, Reading
from sokoplan.puzzle.rules import GAMES

Cell = Annotated[
    list[StrictInt], Field(min_length=2, max_length=2, description="[row, column], counted from 0 at the top left")
]


def _known(game: str) -> str:
    if game not in GAMES:
        raise ValueError(f"choose one of: {', '.join(GAMES)}")
    return game


Game = Annotated[StrictStr, AfterValidator(_known), WithJsonSchema({"type": "string", "enum": list(GAMES)})]
Words = Annotated[StrictStr, Field(max_length=10_000)]


class Model(BaseModel):
    model_config = ConfigDict(extra="forbid")


class SolutionModel(Model):
    keys: Words
    note: Words


if TYPE_CHECKING:
    CellLists = Model
else:  # a field for each kind of piece, so that a new one is stated in `puzzle/level.py` alone
    CellLists = create_model("CellLists", __base__=Model, **dict.fromkeys(CELL_FIELDS, (list[Cell], ...)))


class LevelModel(CellLists):
    """A level. A position in the middle of a game is a level too."""

    format: Literal["sokoplan-level"]
    version: Literal[1]
    game: Game
    reading: Reading
    height: StrictInt = Field(ge=1, le=256)
    width: StrictInt = Field(ge=1, le=256)
    player: Cell
    limit: Annotated[StrictInt, Field(ge=0, le=1_000_000)] | None
    has_key: StrictBool
    title: Words
    author: Words
    collection: Words
    comments: list[Words]
    solutions: list[SolutionModel]
    snapshots: list[SolutionModel] = Field(default_factory=list)
    options: list[Annotated[list[Words], Field(min_length=2, max_length=2)]]


class ErrorModel(Model):
    sentence: str = Field(description="what is wrong, in one sentence")
    hint: str = Field(default="", description="what to do about it; may be empty")
    line: int | None = Field(
        default=None, description="line of the text, counted from 1; null if the error is not about a text"
    )
    column: int | None = Field(default=None, description="column in that line, counted from 0")
    text: str = Field(default="", description="the line itself")


class Problem(Model):
    error: ErrorModel


# --- the library ----------------------------------------------------------------------------------------------------


class Best(Model):
    """The best known result. Only proved results are given."""

    moves: int | None = Field(description="the fewest moves; in Helltaker the least cost")
    pushes: int | None = Field(description="the fewest pushes, perhaps of another plan")
    optimal: bool
    solvable: bool
    plans: int | None = Field(default=None, description="Helltaker: the number of plans within the limit")
    engine: str
    objective: str


class CollectionModel(Model):
    """A set of levels that belong together: a bundled one, a file, or the single-level files of a folder."""

    id: str
    title: str
    author: str = Field(description="empty if the levels have different authors")
    source: Literal["bundled", "folder"]
    levels: int


class Card(Model):
    id: str
    set: str = Field(description="the id of its collection; empty for a level that is not kept on this server")
    number: int = Field(description="its place in the collection, from 1")
    print: str = Field(description="the name of the puzzle itself: equal boards have equal prints")
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
        description="The board, one character per cell, without trailing blanks. Sokoban: # wall, @ player, "
        "+ player on goal, $ box, * box on goal, . goal. Sink: o box, x sink, ^ hole, + player on sink. Helltaker: "
        "H hero, D demoness, B block, K key, L lock, M mob, S spikes, T trap down, "
        "U trap up, O P Q block on spikes, trap down, trap up."
    )


class Cards(Model):
    collections: list[CollectionModel]
    levels: list[Card]


class CollectionAndLevels(Model):
    collection: CollectionModel
    levels: list[LevelModel]


class CardAndLevel(Model):
    card: Card
    level: LevelModel


class Added(Model):
    levels: list[CardAndLevel]
    remarks: list[str]


class Text(Model):
    text: StrictStr = Field(default="", description="the content of a file, in any format that sokoplan reads")
    base64: StrictStr = Field(default="", description="the same as bytes, in any encoding; used if `text` is empty")
    name: Words = Field(default="", description="the name of the file, if it has one")
    format: Words | None = Field(default=None, description="the name of the format; null to detect it")
    reading: Reading = "end"


# --- about ----------------------------------------------------------------------------------------------------------


class EngineModel(Model):
    name: str
    what: str
    games: list[Game]
    objectives: list[Objective]
    counts_plans: bool
    nodes: str = Field(description="what this engine counts as nodes")


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
    profile: bool = Field(
        description="whether a profile file keeps what you add and solve; otherwise the browser does"
    )
    limits: LimitsModel
