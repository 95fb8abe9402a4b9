"""A formula as text: DIMACS for solvers, sentences for people.

Comes in:  an Encoding, a horizon, perhaps a model.     Goes out: lines of text.

    c sokoplan: a plan of exactly 2 moves         dimacs: a comment line for every variable says what it means
    c 7 box(1,3,t0)
    p cnf 31 112
    -7 12 0

    -box(1,3,t0) | box(1,3,t1) | ...              readable: the same clauses with names, by what they say

Variables are numbered from 1 without gaps: a fact that cannot hold at a step has no variable there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sokoplan.planning.cnf.encoding import Encoding
from sokoplan.planning.cnf.readable import grouped
from sokoplan.planning.cnf.stamp import Clause
from sokoplan.puzzle.level import count


class Numbered:
    """The formula of one horizon with its variables renumbered without gaps."""

    def __init__(self, encoding: Encoding, horizon: int) -> None:
        self.encoding, self.horizon = encoding, horizon
        # What is said twice is written once.
        self.clauses = [list(clause) for clause in dict.fromkeys(map(tuple, encoding.formula(horizon)))]
        self.variables = sorted({abs(literal) for clause in self.clauses for literal in clause})
        self.number = {variable: index for index, variable in enumerate(self.variables, start=1)}

    def renumbered(self) -> Iterator[Clause]:
        number = self.number
        for clause in self.clauses:
            yield [number[literal] if literal > 0 else -number[-literal] for literal in clause]

    def dimacs(self, title: str, names: bool = True) -> Iterator[str]:
        yield f"c sokoplan: {title}\n"
        if names:
            for variable in self.variables:
                yield f"c {self.number[variable]} {self.encoding.name(variable)}\n"
        yield f"p cnf {len(self.variables)} {len(self.clauses)}\n"
        for clause in self.renumbered():
            yield " ".join(map(str, clause)) + " 0\n" if clause else "0\n"

    def readable(self, title: str) -> Iterator[str]:
        yield f"# {title}\n"
        size = f"{len(self.variables)} variables, {len(self.clauses)} clauses"
        yield f"# {size}; in each line at least one literal is true\n"
        # A formula has hundreds of times as many clauses as variables, so each name is made once.
        names = {variable: self.encoding.name(variable) for variable in self.variables}
        names |= {-variable: f"-{name}" for variable, name in names.items()}
        for heading, clauses in grouped(self.encoding, self.horizon, self.clauses):
            yield f"\n# {heading}\n"
            for clause in clauses:
                yield " | ".join(map(names.__getitem__, clause)) + "\n" if clause else "false\n"

    def model(self, literals: Iterable[int] | None) -> Iterator[str]:
        """The model as solvers print it, in the numbers of `dimacs`, ten variables per line."""
        if literals is None:
            yield "s UNSATISFIABLE\n"
            return
        yield "s SATISFIABLE\n"
        true = self.encoding.true(literals, self.horizon)
        signed = [self.number[variable] * (1 if variable in true else -1) for variable in self.variables]
        for first in range(0, len(signed), 10):
            yield "v " + " ".join(map(str, signed[first : first + 10])) + "\n"
        yield "v 0\n"


_ONE = {"moves": "move", "pushes": "push"}


def title_of(what: str, horizon: int, exactly: bool = True) -> str:
    """Of a formula. `what` is counted: moves, pushes, or what a Helltaker plan costs."""
    bound = "exactly" if exactly else "at most"
    return (
        f"a plan that costs {bound} {horizon}"
        if what == "cost"
        else f"a plan of {bound} {count(horizon, _ONE[what])}"
    )
