"""An encoding: the formula of a task, step by step.

Comes in:  variables and clauses, from `moves` or `pushes`.     Goes out: clauses for step t, the goal at horizon T,
and the way back from a model to keys.

The formula "a plan of exactly T steps exists" is: `start`, `state(t)` for t = 0..T, `change(t)` for t = 0..T-1, and
`goal(T)`. All but the goal stay true when T grows, so a solver can keep them and what it learned from them; the goal
comes as literals to assume.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from sokoplan.planning.cnf.stamp import Clause, Stamp
from sokoplan.planning.proved.windows import Mask, Windows, mask
from sokoplan.planning.task import Task, fact_name

# The stride is not known before all variables are there; until then a variable of the next step is marked by this.
FAR = 1 << 24
OPPOSITE = {"u": "d", "d": "u", "l": "r", "r": "l"}


class Variables:
    """The variables of one step: numbers from 1, each with a name in which {t} stands for the step."""

    def __init__(self) -> None:
        self.names: list[str] = []

    def new(self, name: str = "") -> int:
        self.names.append(name or f"aux{len(self.names) + 1}({{t}})")
        return len(self.names)


def timed(name: str) -> str:
    """`player(2,3)` as `player(2,3,{t})`, `key` as `key({t})`: the name of a variable, step still open."""
    return name[:-1] + ",{t})" if name.endswith(")") else name + "({t})"


@dataclass
class Encoding:
    """One task's formula. `stride` variables a step; facts come first, so fact i is variable i + 1."""

    task: Task
    names: Sequence[str]
    always: Stamp  # what holds within a step
    moving: Stamp  # what ties a step to the next
    begins: tuple[int, ...]  # literals that are true at step 0, besides the facts of the start
    won: int  # the variable "the goal is met"
    missed: tuple[int, ...]  # for each clause of the goal a literal that is true only if the clause is not met
    keys: dict[int, str]  # variables that are keys to press
    windows: Windows
    decoder: Callable[[Encoding, frozenset[int], int], str]
    forward: bool = True  # use the forward windows,
    backward: bool = True  # and the backward ones
    named: bool = False  # each operator has a variable, right after the facts, in the order of the task
    waste: tuple[int, ...] = ()  # a unary counter of what is wasted from a step on,
    least: int = 0  # the horizon that leaves none to waste,
    grain: int = 1  # and how much one more variable of the counter stands for
    wastes: Mapping[int, int] = field(default_factory=dict)  # variables "this step wastes so many of these"
    idle: int = 0  # the variable "nothing is done any more", if there is one
    left: tuple[int, ...] = ()  # a unary counter of the steps that are left at least

    @property
    def stride(self) -> int:
        return len(self.names)

    def variable(self, local: int, step: int) -> int:
        return local + step * self.stride if local > 0 else local - step * self.stride

    def name(self, variable: int) -> str:
        """`player(2,3,t4)`: what a variable of the whole formula is called."""
        step, local = divmod(variable - 1, self.stride)
        return self.names[local].replace("{t}", f"t{step}")

    def literal(self, literal: int) -> str:
        """The same with its sign: `-player(2,3,t4)`."""
        return ("-" if literal < 0 else "") + self.name(abs(literal))

    # --- the formula ------------------------------------------------------------------------------------------------

    def impossible(self, step: int) -> Mask:
        """The facts that are false at this step whatever one does; they have no variable there."""
        if step and not self.forward:
            return 0
        return (1 << len(self.task.facts)) - 1 & ~self.windows.forward(step)

    def start(self) -> list[Clause]:
        return [[fact + 1] for fact in sorted(self.task.start)] + [[literal] for literal in self.begins]

    def state(self, step: int) -> list[Clause]:
        return self.always.at(step, self.impossible(step))

    def change(self, step: int) -> list[Clause]:
        return self.moving.at(step, self.impossible(step), self.impossible(step + 1))

    def aims(self, horizon: int) -> list[int]:
        """Literals that say: won after exactly this many steps, with no more wasted and none left that is more than
        they allow."""
        literals = [self.variable(self.won, horizon)]
        allowed = (horizon - self.least) // self.grain
        if 0 <= allowed < len(self.waste):
            literals.append(-self.waste[allowed])
        for step in range(horizon + 1):
            if horizon - step < len(self.left):
                literals.append(-self.variable(self.left[horizon - step], step))
        return literals

    def goal(self, horizon: int) -> list[int]:
        """The aims, and that what can no longer matter is false."""
        literals = self.aims(horizon)
        if not self.backward:
            return literals
        for step in range(horizon + 1):
            useless = ~self.impossible(step) & ~self.windows.backward(horizon - step)
            useless &= (1 << len(self.task.facts)) - 1
            literals += [-self.variable(fact + 1, step) for fact in bits(useless)]
        return literals

    def hopeless(self, horizon: int) -> bool:
        """Whether the windows alone show that no plan has exactly this many steps."""
        return bool(mask(self.task.start) & ~self.windows.backward(horizon)) or not self.windows.forward(horizon)

    def absent(self, step: int, horizon: int) -> Mask:
        """The facts that have no variable at this step when the horizon is known."""
        useless = ~self.windows.backward(horizon - step) if self.backward else 0
        return self.impossible(step) | useless & (1 << len(self.task.facts)) - 1

    def formula(self, horizon: int) -> list[Clause]:
        """The whole formula for one horizon; what cannot hold or cannot matter is not in it at all."""
        if horizon < 0:
            return [[]]
        absent = [self.absent(step, horizon) for step in range(horizon + 1)]
        # A fact of the start that comes too late for this horizon: no plan, and the empty clause says so.
        clauses: list[Clause] = [[] for fact in bits(mask(self.task.start) & absent[0])]
        clauses += self.start()
        for step in range(horizon + 1):
            clauses += self.always.at(step, absent[step])
            if step < horizon:
                clauses += self.moving.at(step, absent[step], absent[step + 1])
        return clauses + [[literal] for literal in self.aims(horizon)]

    def decode(self, model: Iterable[int], horizon: int) -> str:
        """The keys that a model of the formula presses."""
        return self.decoder(self, self.true(model, horizon), horizon)

    def true(self, model: Iterable[int], horizon: int) -> frozenset[int]:
        """The variables that a model makes true; a fact that has no variable at a step is false, whatever it says."""
        absent = {
            self.variable(fact + 1, step) for step in range(horizon + 1) for fact in bits(self.absent(step, horizon))
        }
        return frozenset(literal for literal in model if literal > 0) - absent


def pressed(encoding: Encoding, true: frozenset[int], horizon: int) -> str:
    """The decoder of encodings in which a step is a key."""
    return "".join(
        key
        for step in range(horizon)
        for local, key in encoding.keys.items()
        if encoding.variable(local, step) in true
    )


def bits(facts: Mask) -> list[int]:
    """The numbers of the bits that are set."""
    found = []
    while facts:
        low = facts & -facts
        found.append(low.bit_length() - 1)
        facts ^= low
    return found


# --- parts that both encodings need -----------------------------------------------------------------------------


def fact_variables(task: Task, variables: Variables) -> None:
    for fact in task.facts:
        variables.new(timed(fact_name(fact)))


def next_step(literal: int, stride: int) -> int:
    """A literal about the next step, now that the stride is known."""
    if literal > FAR:
        return literal - FAR + stride
    if literal < -FAR:
        return literal + FAR - stride
    return literal


def goal_clauses(task: Task, variables: Variables) -> tuple[int, tuple[int, ...], list[Clause]]:
    """A variable that is true exactly when the goal is met, literals "this clause of it is missed", and the clauses
    that say so."""
    won = variables.new("won({t})")
    clauses: list[Clause] = []
    missed: list[int] = []
    for clause in task.goal:
        literals = [fact + 1 if wanted else -(fact + 1) for fact, wanted in clause]
        clauses.append([-won, *literals])
        if len(literals) == 1:
            missed.append(-literals[0])
        else:
            none = variables.new(f"missed{len(missed) + 1}({{t}})")
            clauses += [[-none, -literal] for literal in literals]
            missed.append(none)
    clauses.append([won, *missed])
    return won, tuple(missed), clauses
