"""Any SAT solver that is a program: DIMACS in, its answer out.

    minisat      is called as `program in.cnf out.txt` and writes SAT or UNSAT and the model into that file
    the others   (kissat, cadical, glucose, ...) print `s SATISFIABLE` and `v 1 -2 3 0`, as at the competitions

Both are understood. The name of the program decides how it is called: if it contains "minisat" it gets a result file,
and if it contains "glucose" it is asked for its model, which it does not print by default. Each call writes the whole
formula again, with the assumptions as unit clauses.
"""

from __future__ import annotations

import contextlib
import re
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from pathlib import Path

from sokoplan.errors import InputError
from sokoplan.system.process import die_with_parent

_POLL = 0.05


class External:
    """A solver program, asked anew each time."""

    def __init__(self, program: str) -> None:
        found = shutil.which(program)
        if found is None:
            raise InputError(f"program not found: {program!r}", "Give the path of a SAT solver.")
        self.program = found
        self._lines: list[str] = []
        self._top = 0
        self._model: list[int] = []
        self.conflicts = 0

    @property
    def clauses(self) -> int:
        return len(self._lines)

    def add(self, clauses: Iterable[Sequence[int]]) -> None:
        for clause in clauses:
            self._top = max(self._top, *map(abs, clause)) if clause else self._top
            self._lines.append(" ".join(map(str, clause)) + " 0\n" if clause else "0\n")

    def solve(self, assumptions: Sequence[int], pause: Callable[[], None], conflicts: int = 0) -> bool | None:
        """True or False. A program takes no limit on conflicts, so it never gives up."""
        top = max([self._top, *map(abs, assumptions)])
        head = f"p cnf {top} {len(self._lines) + len(assumptions)}\n"
        text, code = self.printed(chain([head], self._lines, (f"{literal} 0\n" for literal in assumptions)), pause)
        self._count_conflicts(text)
        answer, self._model = read_answer(text)
        if answer and not self._model and top:
            raise InputError(
                f"{self.program} reports a model but does not print it",
                "A SAT solver must print `v` lines, or write a result file as MiniSat does.",
            )
        if answer is None and (code == -signal.SIGABRT or "memory" in text.lower() or "bad_alloc" in text):
            raise MemoryError
        if answer is None:
            last = text.strip().splitlines()[-1:] or [""]
            raise InputError(
                f"{self.program} gave no answer (exit code {code}): {last[0][:200]}",
                "A SAT solver must print `s SATISFIABLE` and `v` lines, or write a result file as MiniSat does.",
            )
        return answer

    def printed(self, formula: Iterable[str], pause: Callable[[], None]) -> tuple[str, int]:
        """What the program prints, and after it what it writes into its result file, for this DIMACS text; and its
        exit code."""
        with tempfile.TemporaryDirectory(prefix="sokoplan-sat-") as folder:
            question, result = Path(folder, "formula.cnf"), Path(folder, "result.txt")
            with question.open("w", encoding="ascii") as file:
                file.writelines(formula)
            name = Path(self.program).name.lower()
            command = [self.program, *(["-model"] if "glucose" in name else []), str(question)]
            if "minisat" in name:
                command.append(str(result))
            text, code = _run(command, folder, pause)
            if result.exists():
                text += "\n" + result.read_text(encoding="ascii", errors="replace")
        return text, code

    def model(self) -> list[int]:
        return self._model

    def close(self) -> None:
        self._lines.clear()

    def _count_conflicts(self, text: str) -> None:
        match = re.search(r"(?im)^(?:c\s+)?conflicts\s*:\s*(\d+)", text)
        self.conflicts += int(match[1]) if match else 0


def _run(command: list[str], folder: str, pause: Callable[[], None]) -> tuple[str, int]:
    """Run the program and check the clock meanwhile; however this ends, the program ends too."""
    output = Path(folder, "output.txt")
    with output.open("w", encoding="utf-8") as file:
        try:
            child = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=file,
                stderr=subprocess.STDOUT,
                cwd=folder,
                preexec_fn=die_with_parent,
            )
        except OSError as error:
            raise InputError(f"{command[0]} cannot be run: {error.strerror}") from None
        try:
            wait = 0.001
            while child.poll() is None:
                time.sleep(wait)
                wait = min(_POLL, wait * 2)
                pause()
        finally:
            with contextlib.suppress(OSError):
                child.kill()
            child.wait()
    return output.read_text(encoding="utf-8", errors="replace"), child.returncode


def read_answer(text: str) -> tuple[bool | None, list[int]]:
    """The answer and the model in what a solver wrote, in either style."""
    answer: bool | None = None
    model: list[int] = []
    in_file = False  # after MiniSat's SAT, the next line of numbers is the model
    for line in text.splitlines():
        word = line.strip()
        if word in ("s SATISFIABLE", "SAT", "SATISFIABLE"):
            answer, in_file = True, word == "SAT"
        elif word in ("s UNSATISFIABLE", "UNSAT", "UNSATISFIABLE"):
            answer = False
        elif word.startswith("v "):
            model += _numbers(word[2:])
        elif in_file and re.fullmatch(r"[-\d\s]+", word):
            model += _numbers(word)
    return answer, model


def _numbers(text: str) -> list[int]:
    return [int(number) for number in text.split() if number != "0"]
