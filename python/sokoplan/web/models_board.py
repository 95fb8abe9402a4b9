"""What goes over the wire about boards: drafts, warnings, files, pictures, logic."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import ConfigDict, Field, StrictBool, StrictInt, StrictStr, create_model

from sokoplan.puzzle.level import CELL_FIELDS, Reading
from sokoplan.views.tiles import Theme
from sokoplan.web.models import Cell, Game, LevelModel, Model, SolutionModel, Words

if TYPE_CHECKING:
    DraftCells = Model
else:
    DraftCells = create_model(
        "DraftCells", __base__=Model, **{name: (list[Cell], Field(default_factory=list)) for name in CELL_FIELDS}
    )


class Draft(DraftCells):
    """A level that is still being drawn: the player may be missing, and everything else may be wrong."""

    format: Literal["sokoplan-level"] = "sokoplan-level"
    version: Literal[1] = 1
    game: Game
    reading: Reading = "end"
    height: StrictInt = Field(ge=0, le=256)
    width: StrictInt = Field(ge=0, le=256)
    player: Cell | None
    limit: Annotated[StrictInt, Field(ge=-1_000_000, le=1_000_000)] | None = None
    has_key: StrictBool = False
    title: Words = ""
    author: Words = ""
    collection: Words = ""
    comments: list[Words] = Field(default_factory=list)
    solutions: list[SolutionModel] = Field(default_factory=list)
    options: list[Annotated[list[Words], Field(min_length=2, max_length=2)]] = Field(default_factory=list)


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
    refused: dict[str, str] = Field(
        default={},
        description="formats of this game that cannot hold the level, and why; empty while there are problems",
    )


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
    theme: Theme = "light"


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
    ground: list[str] = Field(description="the rules about this cell and step as clingo grounds them")
    time: int = Field(description="t of the variables; counts Helltaker's forced steps too")
    horizon: int = Field(description="the time at the end of the plan")
