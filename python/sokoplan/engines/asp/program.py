"""clingo behind one thin file: encodings and facts go in, atoms come out, and the budget is watched meanwhile.

To try one horizon after the other without starting over, each step is grounded when it is needed
(`planning/asp/unroll.py`), and the solver keeps what it has learned (Gebser, Kaminski, Kaufmann, Schaub: Multi-shot
ASP solving with clingo, 2019). `query(t)`, "the plan ends at t", is an external that is true for one t at a time.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import clingo

from sokoplan.engines.answer import Cancelled
from sokoplan.engines.clock import Clock
from sokoplan.planning.asp.encodings import FOLDER
from sokoplan.planning.asp.unroll import unrolled

# How often the clock and the cancel button are checked while clingo is at work.
_POLL = 0.05


@dataclass(frozen=True)
class Size:
    """The size of the ground program, and the number of conflicts so far."""

    atoms: int = 0
    rules: int = 0
    conflicts: int = 0


class Program:
    """A program that can be grounded step by step (`whole=False`), or as a whole for one horizon."""

    def __init__(
        self,
        encodings: Iterable[str],
        facts: Iterable[str],
        clock: Clock,
        options: Sequence[str] = (),
        constants: dict[str, int] | None = None,
        *,
        whole: bool = False,
        watch: clingo.Observer | None = None,
    ) -> None:
        given = [f"--const={name}={value}" for name, value in (constants or {}).items()]
        # clingo warns about atoms that are never defined; in a program that grows they may be defined later.
        self.control = clingo.Control([*options, *given, "--stats"], logger=lambda code, text: None)
        self.clock = clock
        if watch is not None:
            self.control.register_observer(watch)
        if whole:
            for name in encodings:
                self.control.load(str(FOLDER / name))
        else:
            once, each, end = unrolled(tuple(encodings))
            self.control.add("base", [], once)
            self.control.add("step", ["t"], each)
            self.control.add("end", ["t"], end)
        self.control.add("base", [], "\n".join(facts))
        self.clock.look()
        self.control.ground([("base", [])])
        self.steps = 0  # grounded so far

    def ground(self, *parts: tuple[str, int]) -> None:
        """Ground parts of the program. clingo cannot be interrupted here, only its process can be killed."""
        self.clock.look()
        self.control.ground([(part, [clingo.Number(number)]) for part, number in parts])

    def grow(self, steps: int) -> None:
        """Ground all steps before this one, in one call: much cheaper than one call for each."""
        if self.steps < steps:
            self.ground(*(("step", step) for step in range(self.steps, steps)))
            self.steps = steps

    def end(self, horizon: int) -> None:
        """Let the plan end at this step, which may be grounded only now."""
        new = range(self.steps, horizon + 1)
        self.ground(*(("step", step) for step in new), ("end", horizon))
        self.steps = max(self.steps, horizon + 1)
        self.control.assign_external(_query(horizon), True)

    def forget(self, horizon: int) -> None:
        """The plan does not end at this horizon after all."""
        self.control.release_external(_query(horizon))

    def models(self, most: int = 1, mode: str = "ignore", assume: Sequence[str] = ()) -> Iterator[Model]:
        """The answer sets, at most `most` (0: all), each with what it costs. `mode` is clingo's --opt-mode."""
        solving: Any = self.control.configuration.solve
        solving.models = most
        solving.opt_mode = mode
        solving.project = "show"
        assumptions = [(clingo.parse_term(atom), True) for atom in assume]
        with self.control.solve(assumptions, yield_=True, async_=True) as handle:
            while True:
                handle.resume()
                self._wait(handle)
                model = handle.model()
                if model is None:
                    break
                yield Model(model.symbols(shown=True), tuple(model.cost))
            self.core = {str(self._atom(literal)) for literal in handle.core()} if assumptions else set()

    def first(self, mode: str = "ignore", assume: Sequence[str] = ()) -> Model | None:
        """One answer set, or None if there is none."""
        found = list(self.models(1, mode, assume))
        return found[0] if found else None

    def size(self) -> Size:
        """Takes clingo a few milliseconds, so ask at most a few times a second."""
        figures = self.control.statistics
        if "accu" not in figures:
            return Size()  # nothing has been solved yet
        program, solvers = figures["problem"]["lp"], figures["accu"]["solving"]["solvers"]
        return Size(int(program["atoms"]), int(program["rules"]), int(solvers["conflicts"]))

    def far(self) -> dict[tuple[int, int], int]:
        """From deadlock.lp: how many pushes each cell is from the nearest target."""
        found = (atom.symbol.arguments for atom in self.control.symbolic_atoms.by_signature("far", 2))
        return {(cell.arguments[0].number, cell.arguments[1].number): n.number for cell, n in found}

    def _wait(self, handle: clingo.SolveHandle) -> None:
        """Wait for an answer. Millions may come quickly, so the clock is checked in any case."""
        try:
            self.clock.look()
            while not handle.wait(_POLL):
                self.clock.look()
        except Cancelled:
            handle.cancel()
            raise

    def _atom(self, literal: int) -> clingo.Symbol:
        return next(atom.symbol for atom in self.control.symbolic_atoms if atom.literal == literal)


@dataclass(frozen=True)
class Model:
    """An answer set: the atoms that are shown, and what it costs."""

    atoms: Sequence[clingo.Symbol]
    cost: tuple[int, ...] = ()  # one number a priority, the highest first


def _query(horizon: int) -> clingo.Symbol:
    return clingo.Function("query", [clingo.Number(horizon)])
