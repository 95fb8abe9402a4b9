"""The Rust core: boards, search, and a checker of proofs.

Cells are (row, column) from the top left, from 0; outside the board is wall. Calls that take time release the GIL.
Refused input raises ValueError with a sentence. Ctrl-C stops a search and raises KeyboardInterrupt.
"""

from collections.abc import Callable, Mapping, Sequence
from os import PathLike
from typing import Literal, final

__all__ = [
    "Answer",
    "Board",
    "Control",
    "Improved",
    "PackingPlan",
    "ProofCheck",
    "PushOption",
    "Starts",
    "Stepper",
    "Task",
    "TaskAnswer",
    "check_proof",
    "improve_push",
    "normal_texts",
    "push_options",
    "solve_kick",
    "solve_many",
    "solve_push",
    "solve_task",
    "start_figures",
]

_Cell = tuple[int, int]
_TableLine = tuple[list[_Cell], list[_Cell], int | None]  # boxes, the player's area, pushes
_Status = Literal["solved", "unsolvable", "unknown"]
_Why = Literal["unreachable-box", "dead-square", "too-few", "frozen", "wrong-side", "pair", "fight", "corral"]
_Reason = Literal["time", "memory", "cancelled", "horizon"]

@final
class Board:
    """Walls, goals, sinks and holes of a level: what does not move. It has goals, or sinks, or holes."""

    def __new__(
        cls,
        height: int,
        width: int,
        walls: Sequence[_Cell],
        goals: Sequence[_Cell] = ...,
        sinks: Sequence[_Cell] = ...,
        holes: Sequence[_Cell] = ...,
    ) -> Board: ...
    @property
    def height(self) -> int: ...
    @property
    def width(self) -> int: ...
    def dead_squares(self, player: _Cell) -> list[_Cell]:
        """The cells near which the player can come, but from which no box can ever be brought home."""

    def dead_pairs(self, player: _Cell, boxes: Sequence[_Cell]) -> list[tuple[_Cell, _Cell, list[_Cell]]]:
        """Pairs of cells whose boxes, alone on the board, cannot both be brought home; cells with a dead square are
        left out. The list says at which of the cells beside them the player must be for that; empty means anywhere.
        Nothing where the board is too large for the table, or has holes."""

    def distances(self, player: _Cell, boxes: Sequence[_Cell]) -> list[_TableLine]:
        """For every cell that a box may be in and every area that the player may be in beside it: pushes to the
        nearest target, alone on the board; None where there is no plan."""

    def blocklist(
        self,
        player: _Cell,
        boxes: Sequence[_Cell],
        number: int,
        distance: int = 3,
        threads: int = 1,
        *,
        seconds: float | None = None,
        memory_mb: int = 4096,
    ) -> list[_TableLine]:
        """The sets of up to `number` boxes that are dead (None), or cost that many pushes more than the boxes alone,
        by the player's area. Nothing on boards with holes."""

    def play(self, player: _Cell, boxes: Sequence[_Cell], keys: str) -> tuple[_Cell, list[_Cell], list[_Cell]] | None:
        """Player, boxes and open holes after the keys, by the core's own law; None where a key is not allowed."""

    def packing_plan(
        self, player: _Cell, boxes: Sequence[_Cell], *, seconds: float | None = None, memory_mb: int = 4096
    ) -> PackingPlan:
        """The plan that the packing search would follow first."""

    def explain(self, player: _Cell, boxes: Sequence[_Cell]) -> tuple[_Why, list[_Cell], list[_Cell]] | None:
        """Why there is no plan, where a short reason exists: its kind, the boxes and the targets to point at.

        None does not mean that there is a plan.

        `unreachable-box`: the player can never come near it. `dead-square`: alone on the board it could not be brought
        home. `too-few`: targets, or boxes for the holes. `frozen`: these boxes can never move again. `wrong-side`: it
        could be brought home only from a side the player cannot get to. `pair`: each could be brought home, not both.
        `fight`: together they can reach only these targets, and there are too few. `corral`: boxes around a closed
        area that cannot be brought home even if all others were gone.
        """

@final
class PackingPlan:
    """In which order the goals are filled, and what is parked where meanwhile."""

    @property
    def reason(self) -> _Reason | None:
        """Why there is none; `horizon` where the tries were used up, or the level has no goals to fill."""

    @property
    def style(self) -> str:
        """The style of the packing search that has this plan."""

    @property
    def steps(self) -> list[tuple[_Cell | None, _Cell, int | None]]:
        """Where the box stands at the start, where it goes, and the step (from 0) that moves it on, if one does."""

    @property
    def expanded(self) -> int: ...

@final
class Control:
    """A running search: cancel it from any thread, read how far it is. One for each search."""

    def __new__(cls) -> Control: ...
    def cancel(self) -> None: ...
    @property
    def nodes(self) -> int:
        """Positions expanded so far."""

    @property
    def bound(self) -> int:
        """No plan costs less, as far as is proved."""

    @property
    def best(self) -> int | None:
        """What the best plan so far costs, in what the objective counts first."""

    @property
    def running(self) -> list[str]:
        """The searches that run now, by the names that `Answer.by` has."""

    @property
    def packed(self) -> tuple[int, int] | None:
        """While a packing search runs: boxes that its best position has packed for good, of all in its plan."""

    @property
    def memory(self) -> int:
        """Bytes."""

@final
class Answer:
    """What a push search found. `keys` is LURD: lower case walks, upper case pushes."""

    @property
    def status(self) -> _Status: ...
    @property
    def reason(self) -> _Reason | None:
        """Why it is unknown."""

    @property
    def keys(self) -> str: ...
    @property
    def proved(self) -> bool:
        """Whether the plan is proved best for its objective."""

    @property
    def bound(self) -> int:
        """No plan costs less than this, in what the objective counts first (0 for `any`)."""

    @property
    def expanded(self) -> int: ...
    @property
    def by(self) -> str:
        """The search that gave the answer: forward, backward, packing or packing-STYLE, features, part, astar, ida."""

    @property
    def part(self) -> list[_Cell]:
        """Where the proof is about some of the boxes only: these. Without any one of them there is a plan."""

    @property
    def seconds(self) -> float: ...
    @property
    def memory(self) -> int:
        """Bytes at the most, for positions, queues and tables."""

    @property
    def dumped(self) -> tuple[int, bool, str | None] | None:
        """Entries of the dump, whether the limit cut it short, and why writing had to stop, if it had to."""

def solve_push(
    board: Board,
    player: _Cell,
    boxes: Sequence[_Cell],
    objective: str = "pushes",
    *,
    options: Mapping[str, bool | int | str] = ...,
    seconds: float | None = None,
    memory_mb: int = 4096,
    control: Control | None = None,
    progress: Callable[[Control], object] | None = None,
    dump: tuple[str, str | PathLike[str], int] | None = None,
) -> Answer:
    """Solves a level of Sokoban (goals), with sinks, or with holes.

    `objective` is `any`, `moves`, `pushes`, `moves-pushes` or `pushes-moves`. `options` are switches by name; see
    `push_options`. `progress` is called some ten times a second, on the caller's thread; what it raises ends the
    search and goes through. `dump` is `text` or `xml`, a file to write the search to, and the most entries.
    """

def normal_texts(boards: Sequence[str]) -> list[tuple[str, int] | None]:
    """The text that all eight drawings of a Sokoban level share, and the turn that leads to it, for each board.

    As in `puzzle.symmetry`; None where that must be asked, because the text is no level in the letters of Sokoban.
    """

def solve_many(
    boards: Sequence[str],
    objective: str = "pushes",
    *,
    options: Mapping[str, bool | int | str] = ...,
    seconds: float | None = None,
    memory_mb: int = 4096,
    control: Control | None = None,
    progress: Callable[[Control], object] | None = None,
) -> list[Answer]:
    """Solves Sokoban levels one after the other on one thread; the limits are for each of them.

    A board is text: rows of `#@+$*.` and spaces, with line breaks between them. The rest is as for `solve_push`.
    """

@final
class Improved:
    """A plan that is no worse than the one given. `keys` is LURD."""

    @property
    def keys(self) -> str: ...
    @property
    def reason(self) -> _Reason | None:
        """Why it ended; None if nothing was left to try, so that the plan is proved best."""

    @property
    def expanded(self) -> int: ...

def improve_push(
    board: Board,
    player: _Cell,
    boxes: Sequence[_Cell],
    keys: str,
    objective: str = "moves",
    *,
    seconds: float | None = None,
    memory_mb: int = 4096,
    control: Control | None = None,
    progress: Callable[[Control], object] | None = None,
) -> Improved:
    """Makes a plan better for the objective, near the plan first and then further away, until the limits end it.

    Keys that do not solve the level raise ValueError.
    """

@final
class PushOption:
    """An option of `solve_push`: one row of the core's table."""

    @property
    def name(self) -> str: ...
    @property
    def kind(self) -> Literal["bound", "deadlock", "pruning", "strategy", "setting"]: ...
    @property
    def default(self) -> bool | int: ...
    @property
    def low(self) -> int:
        """The least value; 0 for a switch."""

    @property
    def high(self) -> int:
        """The largest value; 1 for a switch."""

    @property
    def objectives(self) -> list[str]:
        """The objectives for which it is read. Switched on for another one, it is refused."""

    @property
    def searches(self) -> list[str]:
        """The searches that read it: best-first, ida, features, packing, backward; driver is what chooses among them."""

    @property
    def levels(self) -> list[str]:
        """The kinds of levels on which it has an effect: goals, sinks, holes."""

    @property
    def needs(self) -> str | None:
        """The option without which it has no effect."""

    @property
    def help(self) -> str: ...

def push_options() -> list[PushOption]:
    """Every option of `solve_push`."""

# The fewest pushes; and over the plans with so few: how often at least the player turns from one box to another, how many
# pushes at least take a box farther from the nearest goal, and how many plans there are, told apart by their pushes.
_Figures = tuple[int, int, int, int]

@final
class Starts:
    """Every start from which a board can be solved, by pulling from the solved position; for small boards."""

    def __new__(cls, board: Board, boxes: int, *, most: int = 1_000_000) -> Starts:
        """For boards with as many goals as boxes, or with sinks. It stops where more than `most` positions are known."""

    def __len__(self) -> int: ...
    @property
    def complete(self) -> bool:
        """Whether these are all."""

    def nearest(
        self, target: float, weights: tuple[float, float, float, float], number: int = 1
    ) -> list[tuple[_Figures, _Cell, list[_Cell]]]:
        """The starts whose difficulty is nearest to `target`, best first: figures, a cell of the player, the boxes.

        All boxes are there and none is on a goal. The difficulty is the sum of weight times logarithm of each figure;
        to changes and pushes away one is added before, because they may be 0.
        """

def start_figures(board: Board, player: _Cell, boxes: Sequence[_Cell], *, most: int = 1_000_000) -> _Figures | None:
    """The figures of one start; None where there is no plan, or more than `most` positions are nearer to the end."""

def solve_kick(
    board: Board, player: _Cell, pieces: Mapping[str, Sequence[_Cell]], *, most: int = 200_000
) -> tuple[str, int, int, int] | None:
    """A small Helltaker level, for making levels: the keys of a cheapest plan, its cost, how many such plans there are,
    and the positions looked at. None where there is no plan, or more than `most` positions. `pieces` by the names that
    a Level has for them."""

@final
class Task:
    """A grounded task. Facts are numbers below `facts`; an operator is (needs, forbids, adds, deletes), and what it
    adds wins over what it deletes; the goal is a conjunction of clauses of (fact, whether it holds)."""

    def __new__(
        cls,
        facts: int,
        start: Sequence[int],
        goal: Sequence[Sequence[tuple[int, bool]]],
        operators: Sequence[tuple[Sequence[int], Sequence[int], Sequence[int], Sequence[int]]],
    ) -> Task: ...

@final
class TaskAnswer:
    """What a task search found. Plans are operators by number; a plan ends at the first state with the goal."""

    @property
    def status(self) -> _Status: ...
    @property
    def reason(self) -> _Reason | None: ...
    @property
    def plan(self) -> list[int]:
        """A shortest plan."""

    @property
    def bound(self) -> int:
        """Steps of a shortest plan, or as many as every plan must have."""

    @property
    def total(self) -> str:
        """How many plans there are, in digits, where they were counted."""

    @property
    def plans(self) -> list[list[int]]: ...
    @property
    def states(self) -> int: ...

def solve_task(
    task: Task,
    *,
    steps: int | None = None,
    count: bool = False,
    list: int = 0,
    shortest: bool = False,
    seconds: float | None = None,
    memory_mb: int = 4096,
    control: Control | None = None,
    progress: Callable[[Control], object] | None = None,
) -> TaskAnswer:
    """Finds a shortest plan of any grounded task; each operator costs one step.

    With `count` all plans of at most `steps` steps are counted, exactly and without listing them, and with `list` so
    many of them are listed, in the order of the operators; only the shortest, where `shortest` is set or there is no
    limit on steps. No plan within `steps` is `unknown: horizon` where longer ones were not ruled out.
    """

@final
class Stepper:
    """Many games at once, an action each. Levels are grids of flags, one number a cell (`sokoplan.native.FLAGS`)."""

    def __new__(
        cls,
        height: int,
        width: int,
        rooms: Sequence[tuple[Sequence[int], bool, int | None, bool]],
        games: int,
        arrays: Mapping[str, object],
        *,
        actions: str,
        planes: Sequence[int],
        rewards: Mapping[str, float],
        most_actions: int,
        kicks: bool = False,
        ends_when_lost: bool = False,
    ) -> Stepper:
        """A room is its flags row by row, whether the hero has the key, the limit, and whether each box has only to
        stand on a goal at some time. `arrays` are contiguous and stay the stepper's for as long as it lives: `actions`
        and `following` (int64), which it reads, and `planes`, `mask`, `terminated`, `truncated`, `dead` (uint8), `rewards` (float64),
        `bound` and `counts` (int32), which it writes. `kicks`: the rules are Helltaker's.
        """

    def begin(self, game: int, room: int, *, instead: bool = False) -> None:
        """Begins a game anew; with `instead`, in place of its next action."""

    def begin_ended(self, *, instead: bool = False) -> None:
        """Begins every game that is at an end with the room that `following` has for it."""

    def step(self) -> int:
        """Plays the action of every game; how many of them are at an end."""

    def look(self, game: int) -> list[int]:
        """The flags of every cell now, row by row."""

    def told(self, game: int) -> tuple[int, _Cell, bool, bool, bool]:
        """The room, the player, whether the hero has the key, whether the number of keys is odd, whether it is won."""

@final
class ProofCheck:
    """What became of a proof."""

    @property
    def verified(self) -> bool: ...
    @property
    def why(self) -> str:
        """What is wrong with it; empty if nothing is."""

    @property
    def lemmas(self) -> int:
        """Clauses that the proof adds."""

    @property
    def checked(self) -> int:
        """How many of them had to be checked: those that the refutation rests on."""

    @property
    def rat(self) -> int:
        """How many of these hold by RAT and not by RUP."""

    @property
    def core(self) -> int:
        """Clauses of the formula that the refutation rests on."""

def check_proof(formula: str, proof: str, *, every: bool = False) -> ProofCheck:
    """Checks that a DRAT proof refutes a formula in DIMACS; with `every` also what the refutation does not need.

    Text that is no formula or no proof raises ValueError with the line.
    """
