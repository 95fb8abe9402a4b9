"""What the operators of a task say in clauses, without a variable for each operator.

Comes in:  a Task.     Goes out: variables for the key and the kind of a step, and clauses.

An operator is named by three things: where the player stands, the key, and what kind of step it is (`move`, `push`;
where one deed has several cases at one place, also what it found there). Each has variables of its own, exactly one
of each is true, and "this operator is used" is the conjunction of the three: 60 cells need some 70 variables a step
and not 500. A precondition or effect that all operators with a key, a kind or a place share is said once for all.
Where every step reads the same fact (Helltaker's `odd`: are the traps up?), that fact is a fourth name, the switch,
and there need not be two of each kind.

Frame axioms explain changes: a fact that becomes true or false was changed by one of the operators that can do it, so
for each key the player stands in one of the places, and the step is of one of the kinds, from which that key does it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import product

from sokoplan.planning.cnf.amo import ladder
from sokoplan.planning.cnf.encoding import Variables, timed
from sokoplan.planning.cnf.stamp import Clause
from sokoplan.planning.task import Operator, Task
from sokoplan.puzzle.level import DIRECTION, STEP
from sokoplan.puzzle.rules.state import Fact

NOOP = "noop"
_NO: frozenset[int] = frozenset()
NOTHING = Operator(NOOP, NOOP, NOOP, _NO, _NO, _NO, _NO)  # the step of a plan that is over already
Context = tuple[int, ...]  # negated literals: "if this place, this key, this kind"


@dataclass(frozen=True, eq=False)
class Used:
    """An operator with its literals; `place` is 0 for one that may happen anywhere, `switch` if there is none."""

    operator: Operator
    place: int
    key: int
    kind: int
    switch: int

    def contexts(self) -> Iterator[Context]:
        """From the most general "if" to the one that is true of this operator alone."""
        place, key, kind = self.place, self.key, self.kind
        if not place:
            yield (-key,)
            yield -key, -kind
            return
        yield (-kind,)
        yield (-key,)
        yield (-place,)
        # With the switch alone, or with the place, a step that reads neither could be meant too.
        switch = (-self.switch,) if self.switch else ()
        if switch:
            yield (-key, *switch)
            yield (-kind, *switch)
        yield -key, -kind
        yield -place, -key
        yield -place, -kind
        yield -place, -key, -kind
        if switch:
            yield (-key, -kind, *switch)
            yield (-place, -key, *switch)
            yield (-place, -kind, *switch)
            yield (-place, -key, -kind, *switch)


class Operators:
    """The variables of a step's action, and the clauses about it."""

    def __init__(
        self,
        task: Task,
        variables: Variables,
        operators: Iterable[Operator],
        before: Callable[[int], int],
        after: Callable[[int], int],
    ) -> None:
        """`before` and `after` give the variable of a fact before and after the step."""
        self.task = task
        self.before, self.after = before, after
        chosen = list(operators)
        self.keys = {key: variables.new(f"{_key_name(key)}({{t}})") for key in sorted({op.key for op in chosen})}
        switch = _switch(task, chosen)
        kinds = _kinds(task, chosen, switch)
        self.kinds = {kind: variables.new(timed(kind)) for kind in sorted(set(kinds))}
        self.player = frozenset(number for fact, number in task.number.items() if fact[0] == "player")
        self.places = {before(fact) for fact in self.player}
        self.used = [
            Used(
                operator,
                self._place(operator),
                self.keys[operator.key],
                self.kinds[kind],
                self._side(operator, switch),
            )
            for operator, kind in zip(chosen, kinds, strict=True)
        ]
        self.deeds: dict[str, set[int]] = defaultdict(set)
        for used in self.used:
            self.deeds[used.operator.deed].add(used.kind)
        # For each operator the literals it needs before and makes true after, besides its place.
        self._conditions = {used: self._needed(used) for used in self.used}
        self._effects = {used: self._made(used) for used in self.used}
        self._members = self._by_context()

    def _place(self, operator: Operator) -> int:
        here = operator.needs & self.player
        return self.before(next(iter(here))) if here else 0

    def _side(self, operator: Operator, switch: int | None) -> int:
        """The switch as this operator needs it."""
        if switch is None or not operator.needs & self.player:
            return 0
        return self.before(switch) if switch in operator.needs else -self.before(switch)

    # --- clauses within a step --------------------------------------------------------------------------------------

    def choice(self, variables: Variables) -> Iterator[Clause]:
        """Exactly one key, exactly one kind, and only where there is such an operator."""
        for table in (self.keys, self.kinds):
            yield list(table.values())
            yield from ladder(list(table.values()), variables.new)
        real = {(used.place, used.key, used.kind) for used in self.used}
        free = {(used.key, used.kind) for used in self.used if not used.place}
        for key in self.keys.values():
            kinds = {kind for _, other, kind in real if other == key}
            for kind in self.kinds.values():
                if kind not in kinds:
                    yield [-key, -kind]
            for place in sorted(self.places):
                here = {kind for kind in kinds if (place, key, kind) in real or (key, kind) in free}
                if not here:
                    yield [-place, -key]
                    continue
                for kind in kinds - here:
                    yield [-place, -key, -kind]

    def preconditions(self) -> Iterator[Clause]:
        yield from self._said(self._conditions)

    # --- clauses between steps --------------------------------------------------------------------------------------

    def effects(self) -> Iterator[Clause]:
        yield from self._said(self._effects)

    def frame(self, facts: Iterable[int]) -> Iterator[Clause]:
        """One of these facts that changes was changed by an operator."""
        makers: dict[tuple[int, bool], list[Used]] = defaultdict(list)
        for used in self.used:
            for changed, value in ((used.operator.adds, True), (used.operator.deletes, False)):
                for fact in changed:
                    makers[fact, value].append(used)
        for fact, value in product(facts, (True, False)):
            yield from self._explained(fact, value, makers[fact, value])

    def _explained(self, fact: int, value: bool, makers: list[Used]) -> Iterator[Clause]:
        was, now = self.before(fact), self.after(fact)
        changed = [was, -now] if value else [-was, now]
        if not makers:
            yield changed
            return
        # What all of the operators that can do it have in common, they have.
        own = {was, -was, now, -now}
        for table in (self._conditions, self._effects):
            shared = set(table[makers[0]]).intersection(*[table[used] for used in makers[1:]])
            for literal in shared - own:
                yield [*changed, literal]
        all_kinds = {used.kind for used in makers}
        if len(all_kinds) < len(self.kinds):
            yield [*changed, *sorted(all_kinds)]
        for key in self.keys.values():
            mine = [used for used in makers if used.key == key]
            if not mine:
                yield [*changed, -key]
                continue
            kinds = {used.kind for used in mine}
            if kinds != all_kinds:
                yield [*changed, -key, *sorted(kinds)]
            if any(not used.place for used in mine):
                # A step without a place: it may be the reason wherever the player is.
                anywhere = {used.kind for used in mine if not used.place}
                places = {used.place for used in mine if used.place}
                if places:
                    yield [*changed, -key, *sorted(anywhere), *sorted(places)]
            else:
                anywhere = set()
                places = {used.place for used in mine}
                yield [*changed, -key, *sorted(places)]
            for place in sorted(places):
                here = {used.kind for used in mine if used.place == place} | anywhere
                if here != kinds:
                    yield [*changed, -key, -place, *sorted(here)]
            yield from self._switched(changed, key, mine)

    def _switched(self, changed: Clause, key: int, makers: list[Used]) -> Iterator[Clause]:
        """Where only one side of the switch makes this change with this key, the switch is on that side."""
        by_place: dict[int, list[Used]] = defaultdict(list)
        for used in makers:
            by_place[used.place].append(used)
        if len({used.switch for used in makers}) == 1:
            sides: list[tuple[Context, int]] = [((), makers[0].switch)]
        else:
            sides = []
            for place, here in sorted(by_place.items()):
                if len({used.switch for used in here}) == 1:
                    sides.append(((-place,), here[0].switch))
                    continue
                for kind in sorted({used.kind for used in here}):
                    own = {used.switch for used in here if used.kind == kind}
                    if len(own) == 1:
                        sides.append(((-place, -kind), own.pop()))
        yield from ([*changed, -key, *context, side] for context, side in sides if side)

    # --- reading an operator ----------------------------------------------------------------------------------------

    def _needed(self, used: Used) -> list[int]:
        needed = [self.before(fact) for fact in used.operator.needs]
        needed += [-self.before(fact) for fact in used.operator.forbids]
        return [literal for literal in needed if literal != used.place]

    def _made(self, used: Used) -> list[int]:
        operator = used.operator
        return [self.after(fact) for fact in operator.adds] + [-self.after(fact) for fact in operator.deletes]

    def _by_context(self) -> dict[Context, int]:
        """For each "if" the operators it speaks of, as a bit set of their numbers."""
        members: dict[Context, int] = defaultdict(int)
        for index, used in enumerate(self.used):
            for context in used.contexts():
                members[context] |= 1 << index
        # An operator without a place may happen at any place, so "if the player is here" speaks of it too.
        loose = [(1 << index, {used.key, used.kind}) for index, used in enumerate(self.used) if not used.place]
        if loose:
            for context in members:
                if any(-literal in self.places for literal in context):
                    keys_and_kinds = {-literal for literal in context if -literal not in self.places}
                    for bit, own in loose:
                        if keys_and_kinds <= own:
                            members[context] |= bit
        return members

    def _said(self, table: dict[Used, list[int]]) -> Iterator[Clause]:
        """For each literal the most general clauses that give it to every operator that has it, and to no other."""
        having: dict[int, list[int]] = defaultdict(list)
        for index, used in enumerate(self.used):
            for literal in table[used]:
                having[literal].append(index)
        members = self._members
        for literal, owners in having.items():
            others = ~sum(1 << index for index in owners)
            done = 0
            for index in owners:
                if done >> index & 1:
                    continue
                for context in self.used[index].contexts():
                    if not members[context] & others:
                        done |= members[context]
                        yield [*context, literal]
                        break


def _key_name(key: str) -> str:
    return DIRECTION.get(key, key or "forced")


def _switch(task: Task, operators: list[Operator]) -> int | None:
    """A fact without a place that every operator of the player reads, some one way and some the other."""
    player = frozenset(number for fact, number in task.number.items() if fact[0] == "player")
    placed = [operator for operator in operators if operator.needs & player]
    keys = {operator.key for operator in placed}
    if not placed or any(operator.key in keys for operator in operators if not operator.needs & player):
        return None
    read = frozenset.intersection(*(operator.needs | operator.forbids for operator in placed))
    both = frozenset().union(*(op.needs for op in placed)) & frozenset().union(*(op.forbids for op in placed))
    return min(read & both - player, default=None)


def _kinds(task: Task, operators: list[Operator], switch: int | None) -> list[str]:
    """A name for each operator's kind: its deed, and where that is not enough what it found, and if need be also what
    it did not find."""
    player = frozenset(number for fact, number in task.number.items() if fact[0] == "player")
    seen: dict[tuple[object, ...], int] = defaultdict(int)

    def case(operator: Operator, name: str) -> tuple[object, ...]:
        return operator.needs & player, operator.key, switch in operator.needs, name

    for operator in operators:
        seen[case(operator, operator.deed)] += 1
    several = {name for (*_, name), number in seen.items() if number > 1}
    short = [found(task, op, switch, missing=False) if op.deed in several else op.deed for op in operators]
    if len({case(operator, name) for operator, name in zip(operators, short, strict=True)}) == len(operators):
        return short
    return [found(task, op, switch) if op.deed in several else op.deed for op in operators]


def found(task: Task, operator: Operator, switch: int | None = None, *, missing: bool = True) -> str:
    """`kick_box1_nobox2`: what the operator reads besides the switch, by how far ahead of the player it is.
    `missing`: also what must not be there."""
    here = next((task.facts[fact][1] for fact in operator.needs if task.facts[fact][0] == "player"), None)

    def word(fact: Fact) -> str:
        layer, where = fact
        if isinstance(where, str) or not isinstance(here, tuple) or operator.key not in STEP:
            return str(where) if isinstance(where, str) else f"{layer}{where[0]}_{where[1]}"
        row, column = STEP[operator.key]
        return f"{layer}{(where[0] - here[0]) * row + (where[1] - here[1]) * column}"

    read = [(fact, "") for fact in operator.needs] + [(fact, "no") for fact in operator.forbids if missing]
    words = [
        sign + word(task.facts[fact]) for fact, sign in read if task.facts[fact][0] != "player" and fact != switch
    ]
    return "_".join([operator.deed, *sorted(words)])
