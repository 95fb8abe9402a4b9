"""From a law to a Task, by watching the law work.

Comes in:  a Level.     Goes out: its `Task`.

The law of the level's game is run on a `TracingState`: the player's cell is known, everything else is not. When the
law reads an unknown fact the run forks, one branch for each answer; each complete run becomes one operator. What
it read is the precondition, what it wrote is the effect. So the operators cannot say anything the law does not.
The forks are replayed from the start (a run is a few lines long), with the answers so far as a script.

Nothing is pruned here except what the law calls impossible: pushing a box into a corner is foolish, not illegal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

from sokoplan.planning.task import Operator, Task, fact_name
from sokoplan.puzzle.level import DIRECTION, KEYS, Cell, Level
from sokoplan.puzzle.rules import Law
from sokoplan.puzzle.rules.state import Deed, Fact, No, Where

# A law that forks more often than this for one key reads far more than it should.
MOST_PATHS = 4000


class TracingLayer:
    __slots__ = ("name", "state")

    def __init__(self, name: str, state: TracingState) -> None:
        self.name = name
        self.state = state

    def __getitem__(self, where: Where) -> bool:
        return self.state.read((self.name, where))

    def __setitem__(self, where: Where, value: bool) -> None:
        self.state.write((self.name, where), value)


class TracingState:
    """A state that knows the player's cell, asks a script for everything else, and keeps a record."""

    def __init__(self, possible: frozenset[Fact]) -> None:
        self.possible = possible
        self.begin((0, 0), ())
        self.box = TracingLayer("box", self)
        self.hole = TracingLayer("hole", self)
        self.owed = TracingLayer("owed", self)
        self.mob = TracingLayer("mob", self)
        self.lock = TracingLayer("lock", self)
        self.flag = TracingLayer("flag", self)

    def layer(self, name: str) -> TracingLayer:
        return TracingLayer(name, self)

    def begin(self, player: Cell, script: tuple[bool, ...]) -> None:
        """Start over, with a new record."""
        self.player = player
        self.script = script
        self.asked: list[bool] = []  # the answer to each new question, in order
        self.reads: dict[Fact, bool] = {}
        self.writes: dict[Fact, bool] = {}

    def read(self, fact: Fact) -> bool:
        if fact in self.writes:
            return self.writes[fact]
        if fact not in self.possible:
            return False
        if fact not in self.reads:
            turn = len(self.asked)
            self.reads[fact] = self.script[turn] if turn < len(self.script) else False
            self.asked.append(self.reads[fact])
        return self.reads[fact]

    def write(self, fact: Fact, value: bool) -> None:
        if fact in self.possible:
            self.writes[fact] = value
        elif value:
            raise AssertionError(f"the law made {fact_name(fact)} true but does not list it as possible")


class Path(NamedTuple):
    """One way through the law: where the player is then, what was read and written on the way, what it was."""

    player: Cell
    reads: dict[Fact, bool]
    writes: dict[Fact, bool]
    deed: Deed


def trace(state: TracingState, player: Cell, act: Callable[[TracingState], Deed | No]) -> Iterator[Path]:
    """Every way the act can go with the player in this cell; the ways in which it does nothing are left out."""
    scripts: list[tuple[bool, ...]] = [()]
    paths = 0
    while scripts:
        script = scripts.pop()
        state.begin(player, script)
        deed = act(state)
        paths += 1
        if paths > MOST_PATHS:
            raise AssertionError(f"more than {MOST_PATHS} paths through the law at {player}: it reads too much")
        answers = tuple(state.asked)
        # Questions past the script were answered "no"; each of them also deserves a "yes".
        scripts += [(*answers[:turn], True) for turn in range(len(script), len(answers))]
        if deed:
            yield Path(state.player, state.reads, state.writes, deed)


def ground(level: Level) -> Task:
    """The level as a planning task."""
    law = level.law
    reachable = sorted(level.reachable())
    possible = frozenset(law.possible(level))
    facts: tuple[Fact, ...] = (*(("player", cell) for cell in reachable), *sorted(possible, key=_order))
    number = {fact: index for index, fact in enumerate(facts)}

    def operator(name: str, key: str, path: Path, here: Cell | None) -> Operator:
        reads = path.reads
        # Writing a value that was just read has no effect.
        writes = {fact: value for fact, value in path.writes.items() if reads.get(fact) is not value}
        if here is not None:
            reads["player", here] = True
            if path.player != here:
                writes["player", here] = False
                writes["player", path.player] = True

        def numbers(table: dict[Fact, bool], wanted: bool) -> frozenset[int]:
            return frozenset([number[fact] for fact, value in table.items() if value is wanted])

        return Operator(
            name=name,
            key=key,
            deed=path.deed,
            needs=numbers(reads, True),
            forbids=numbers(reads, False),
            adds=numbers(writes, True),
            deletes=numbers(writes, False),
        )

    state = TracingState(possible)

    presses = {key: partial(_press, law, level, key) for key in KEYS}
    operators = [
        operator(f"{path.deed}({cell[0]},{cell[1]},{DIRECTION[key]})", key, path, cell)
        for cell in reachable
        for key in KEYS
        for path in trace(state, cell, presses[key])
    ]
    # The forced step looks at no cell, so one trace from anywhere serves the whole board.
    operators += [
        operator(path.deed, "", path, None)
        for path in trace(state, level.player, lambda state: law.rest(level, state))
    ]
    groups = (frozenset(number[fact] for fact in group if fact in number) for group in law.groups(level))
    return Task(
        facts=facts,
        start=frozenset({number["player", level.player], *(number[fact] for fact in law.start(level))}),
        operators=tuple(operators),
        # A literal about a fact that can never hold is decided here: false wanted, or never satisfiable.
        goal=tuple(
            tuple((number[fact], wanted) for fact, wanted in clause if fact in number)
            for clause in law.goal(level)
            if not any(fact not in number and not wanted for fact, wanted in clause)
        ),
        groups=tuple(group for group in groups if len(group) > 1),
        limit=level.limit,
    )


def _press(law: Law, level: Level, key: str, state: TracingState) -> Deed | No:
    return law.press(level, state, key)


def _order(fact: Fact) -> tuple[str, str, Cell]:
    layer, where = fact
    return (layer, where, (0, 0)) if isinstance(where, str) else (layer, "", where)
