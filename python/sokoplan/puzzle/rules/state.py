"""The state that a law reads and writes, and what it answers.

Comes in:  a start position.     Goes out: `State`, on which a law's `press` is run.

A position is the player's cell and a set of facts: `("box", (2, 3))`, `("flag", "key")`. A law never sees that set;
it reads and writes layers of it, `state.box[cell]`. That is all the grounder needs to slip another kind of state
under the same law and watch what it reads (`sokoplan.planning.ground`).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, Protocol

from sokoplan.puzzle.level import Cell

Where = Cell | str
Fact = tuple[str, Where]
# A goal is a list of clauses, each a list of (fact, wanted value): every clause needs one that is right.
Literal_ = tuple[Fact, bool]
Clause = tuple[Literal_, ...]
Goal = tuple[Clause, ...]
Snapshot = tuple[Cell, frozenset[Fact]]

# What a key did. `hurt` is the forced step that has no key.
Deed = Literal["move", "push", "kick", "hurt"]


class No(str):
    """Why a key is not allowed. False, so that `if press(...)` reads well; a string, so that it can be shown."""

    def __bool__(self) -> Literal[False]:
        return False


class Layer(Protocol):
    """All facts of one kind, as a table from place to truth."""

    def __getitem__(self, where: Where) -> bool: ...
    def __setitem__(self, where: Where, value: bool) -> None: ...


class AnyState(Protocol):
    """What a law may touch."""

    player: Cell

    @property
    def box(self) -> Layer: ...
    @property
    def hole(self) -> Layer: ...
    @property
    def owed(self) -> Layer: ...
    @property
    def mob(self) -> Layer: ...
    @property
    def lock(self) -> Layer: ...
    @property
    def flag(self) -> Layer: ...
    def layer(self, name: str) -> Layer:
        """Any other kind of fact, for a game that has one of its own."""


class SetLayer:
    """A layer that looks into the state's set of facts."""

    __slots__ = ("facts", "name")

    def __init__(self, name: str, facts: set[Fact]) -> None:
        self.name = name
        self.facts = facts

    def __getitem__(self, where: Where) -> bool:
        return (self.name, where) in self.facts

    def __setitem__(self, where: Where, value: bool) -> None:
        if value:
            self.facts.add((self.name, where))
        else:
            self.facts.discard((self.name, where))


class State:
    """A real position. Mutable, because a law writes it; `snapshot` and `restore` keep and bring back."""

    __slots__ = ("box", "facts", "flag", "hole", "lock", "mob", "owed", "player")

    def __init__(self, player: Cell, facts: Iterable[Fact] = ()) -> None:
        self.player = player
        self.facts: set[Fact] = set(facts)
        self.box = SetLayer("box", self.facts)
        self.hole = SetLayer("hole", self.facts)
        self.owed = SetLayer("owed", self.facts)
        self.mob = SetLayer("mob", self.facts)
        self.lock = SetLayer("lock", self.facts)
        self.flag = SetLayer("flag", self.facts)

    def layer(self, name: str) -> SetLayer:
        return SetLayer(name, self.facts)

    def snapshot(self) -> Snapshot:
        return self.player, frozenset(self.facts)

    def restore(self, snapshot: Snapshot) -> None:
        self.player, facts = snapshot
        self.facts.clear()
        self.facts |= facts

    def cells(self, layer: str) -> frozenset[Cell]:
        """Where the facts of one layer hold."""
        return frozenset(where for name, where in self.facts if name == layer and isinstance(where, tuple))

    def holds(self, fact: Fact) -> bool:
        return fact[1] == self.player if fact[0] == "player" else fact in self.facts
