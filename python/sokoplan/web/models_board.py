"""The models of the routes about boards: drafts, warnings, files, pictures, logic."""

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
    """A level that is still being drawn: the player may be missing, and anything may be wrong."""

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
    snapshots: list[SolutionModel] = Field(default_factory=list)
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
    dead: list[Cell] = Field(
        description="squares from which a box can never reach a goal; empty while there are problems"
    )
    refused: dict[str, str] = Field(
        default={},
        description="formats of this game that cannot express the level, and why; empty while there are problems",
    )


class LevelBody(Model):
    level: LevelModel


class Warned(Model):
    dead: list[Cell] = Field(description="squares from which a box can never reach a goal")
    frozen: list[Cell] = Field(description="boxes that can no longer reach a goal")
    lost: bool = Field(description="true if it is proved that the level can no longer be solved")
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
    lurd: StrictStr = Field(default="", description="a plan, in any notation that sokoplan reads")
    as_: Literal["svg", "gif", "html"] = Field(alias="as")
    theme: Theme = "light"


class Picture(Model):
    name: str
    mime: str
    base64: str


# --- the packing plan ----------------------------------------------------------------------------------------------


class PackingBox(Model):
    box: int = Field(description="its number, from 1: that of the goal it fills, in the order of filling")
    start: Cell
    goal: Cell


class PackingStepModel(Model):
    box: int
    from_: Cell = Field(serialization_alias="from", description="where the box is taken from")
    to: Cell
    until: int | None = Field(description="the number of the step that moves a parked box on, from 1; null: for good")
    words: str


class PackingPlanModel(Model):
    words: str = Field(description="what there is, or why there is no plan")
    boxes: list[PackingBox]
    steps: list[PackingStepModel] = Field(description="in this order; empty if there is no plan")


# --- logic ----------------------------------------------------------------------------------------------------------


class LogicBody(Model):
    level: LevelModel
    lurd: StrictStr = Field(default="", description="the plan, in any notation that sokoplan reads")
    step: StrictInt = Field(default=0, ge=0, le=1_000_000, description="how many keys of the plan have been pressed")
    cell: Cell


class LogicFact(Model):
    name: str
    holds: bool
    changes: bool = Field(description="false for a part of the board that is the same at every step")
    id: str


class LogicOperator(Model):
    name: str
    key: str = Field(description="u, d, l or r; empty for a forced step in Helltaker")
    can: bool
    used: bool = Field(description="whether the plan uses it at this step")
    needs: list[str] = Field(description="the preconditions: facts that must hold, `not ...` for those that must not")
    failed: list[str] = Field(description="the preconditions that are not met")
    changes: list[str] = Field(description="the effects: +fact becomes true, -fact becomes false")
    id: str


class LogicClause(Model):
    text: str
    kind: str = Field(description="start, precondition, effect, frame, mutex, place or goal")
    why: str
    true: list[str] = Field(description="the literals that the plan makes true")
    ids: list[str] = Field(description="the facts and operators above that occur in it")


class LogicRule(Model):
    text: str
    file: str
    line: int
    why: str
    ids: list[str] = Field(description="the facts above, and the applicable operators, that it is about")


class Logic(Model):
    facts: list[LogicFact]
    operators: list[LogicOperator]
    clauses: list[LogicClause]
    rules: list[LogicRule]
    ground: list[str] = Field(description="the rules about this cell and step, as grounded by clingo")
    time: int = Field(description="t in the variables; includes forced steps in Helltaker")
    horizon: int = Field(description="the time at the end of the plan")
