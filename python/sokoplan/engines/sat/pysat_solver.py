"""PySAT, in the only file that uses it: solvers in this process, and its at-most-one encodings.

`solve` works in slices of a few thousand conflicts and calls `pause` between them, because a solver written in C
cannot check the clock or notice Ctrl-C.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from pysat.card import CardEnc, EncType
from pysat.solvers import Solver as PySat
from pysat.solvers import SolverNames

from sokoplan.errors import InputError
from sokoplan.planning.cnf.amo import AtMostOne, New

# Conflicts between two looks at the clock: few enough that a slice takes well under a second, many enough that
# starting again costs nothing. In a large formula a conflict takes longer.
SLICE = 2000
_LEAST, _WORK = 200, 100_000_000  # the fewest; conflicts times clauses


def names() -> list[str]:
    """All names that PySAT has for its solvers."""
    return sorted(name for words in vars(SolverNames).values() if isinstance(words, tuple) for name in words)


class InProcess:
    """An incremental solver in this process."""

    def __init__(self, name: str, *, proof: bool = False) -> None:
        if name not in names():
            right = "Give the path of a program, or one of PySAT's names, such as cadical195."
            raise InputError(f"unknown SAT solver {name!r}", right)
        try:
            self._solver = PySat(name, with_proof=proof)
        except (NotImplementedError, ImportError, AttributeError) as error:
            raise InputError(f"the SAT solver {name} cannot be used: {error}") from None
        self.clauses = 0

    def add(self, clauses: Iterable[Sequence[int]]) -> None:
        add = self._solver.solver.add_clause  # past one wrapper: there are very many clauses
        for clause in clauses:
            add(clause)
            self.clauses += 1

    def solve(self, assumptions: Sequence[int], pause: Callable[[], None], conflicts: int = 0) -> bool | None:
        """True, False, or None after so many conflicts (0: never give up). `pause` may raise to stop."""
        spent = 0
        slice_ = max(_LEAST, min(SLICE, _WORK // max(self.clauses, 1)))
        while True:
            size = min(slice_, conflicts - spent) if conflicts else slice_
            try:
                self._solver.conf_budget(size)
                answer = self._solver.solve_limited(assumptions=assumptions)
            except NotImplementedError:  # a solver without a budget
                return bool(self._solver.solve(assumptions=assumptions))
            if answer is not None:
                return bool(answer)
            spent += size
            pause()
            if conflicts and spent >= conflicts:
                return None

    def answer(self, assumptions: Sequence[int]) -> bool:
        """The same for a small formula, about which there are very many questions: nothing can stop it."""
        return bool(self._solver.solve(assumptions))

    def model(self) -> list[int]:
        return list(self._solver.get_model() or ())

    def core(self) -> list[int]:
        """Assumptions of the last `solve`, which returned False, that cannot all hold."""
        return list(self._solver.get_core() or ())

    @property
    def conflicts(self) -> int:
        return int((self._solver.accum_stats() or {}).get("conflicts", 0))

    def proof(self) -> list[str]:
        """The lines of the DRAT proof, after `solve` returned False without assumptions."""
        return list(self._solver.get_proof() or ())

    def close(self) -> None:
        self._solver.delete()


def card(name: str) -> AtMostOne:
    """At most one by PySAT's card module."""
    encoding = getattr(EncType, name)

    def at_most_one(literals: Sequence[int], new: New) -> Iterator[list[int]]:
        if len(literals) < 2:
            return
        top = max(map(abs, literals))
        renamed: dict[int, int] = {}
        for clause in CardEnc.atmost(lits=list(literals), bound=1, top_id=top, encoding=encoding).clauses:
            row = []
            for literal in clause:
                variable = abs(literal)
                if variable > top:  # PySAT numbers its own variables from here; ours are numbered elsewhere
                    if variable not in renamed:
                        renamed[variable] = new()
                    variable = renamed[variable]
                row.append(variable if literal > 0 else -variable)
            yield row

    return at_most_one
