"""The ground program of one step as text: what clingo hands to its solver, with names in place of numbers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import clingo

from sokoplan.engines.answer import Budget
from sokoplan.engines.asp.program import Program
from sokoplan.engines.clock import Clock
from sokoplan.planning.asp.unroll import unrolled


class _Listener(clingo.Observer):
    """Records the rules that are grounded while it listens."""

    def __init__(self) -> None:
        self.listening = False
        self.rules: list[tuple[str, Sequence[int], Sequence[int]]] = []
        self.counting: list[tuple[Sequence[int], int, Sequence[tuple[int, int]]]] = []

    def rule(self, choice: bool, head: Sequence[int], body: Sequence[int]) -> None:
        if self.listening:
            self.rules.append(("choice" if choice else "rule", list(head), list(body)))

    def weight_rule(
        self, choice: bool, head: Sequence[int], lower_bound: int, body: Sequence[tuple[int, int]]
    ) -> None:
        if self.listening:
            self.counting.append((list(head), lower_bound, list(body)))


def grounded(encoding: str, facts: Iterable[str], time: int) -> tuple[list[str], list[str]]:
    """The ground rules of this step, and the rules of the encoding that they come from."""
    listener = _Listener()
    program = Program((encoding,), facts, Clock(Budget()), watch=listener)
    program.grow(time)
    listener.listening = True
    program.end(time)
    names = {atom.literal: str(atom.symbol) for atom in program.control.symbolic_atoms}
    rules = [_text(kind, head, body, names) for kind, head, body in listener.rules]
    rules += [
        f"{_names(head, names) or '#false'} :- at least {least} of {_names([literal for literal, _ in body], names)}."
        for head, least, body in listener.counting
    ]
    return sorted(rules, key=_nameless), _written(encoding)


def _written(encoding: str) -> list[str]:
    """The rules about a step, one a line, with T for the step as in the file."""
    rules = re.split(r"(?<=\.)\n", "\n".join(unrolled((encoding,))[1:]))
    return [" ".join(re.sub(r"\bt\b", "T", rule).split()) for rule in rules]


def _nameless(rule: str) -> bool:
    """Rules about atoms that clingo made up come last."""
    return re.search(r"\b_\d", rule) is not None


def _text(kind: str, head: Sequence[int], body: Sequence[int], names: dict[int, str]) -> str:
    shown = _names(head, names, "; ")
    if kind == "choice":
        shown = f"{{ {shown} }}"
    return f"{shown}{' :- ' if body else ''}{_names(body, names)}.".lstrip()


def _names(literals: Iterable[int], names: dict[int, str], between: str = ", ") -> str:
    return between.join(
        ("not " if literal < 0 else "") + names.get(abs(literal), f"_{abs(literal)}") for literal in literals
    )
