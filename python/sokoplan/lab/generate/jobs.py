"""Several levels at a time: one child process a job, each with a number to make.

A fresh interpreter, as for engines (`solving.worker`): never a fork, and nothing imported from the current folder.
They work ahead on the levels that come next; what they answer does not depend on who was asked.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection, Pipe, wait
from types import TracebackType

from sokoplan.lab.generate.generated import GeneratedLevel
from sokoplan.lab.generate.recipe import Recipe
from sokoplan.puzzle.level import Level
from sokoplan.solving.failure import InternalError
from sokoplan.system.process import die_with_parent

_CHILD = "from sokoplan.lab.generate.jobs import serve; serve({})"
_LOOK = 0.2  # seconds between signs of life
Task = tuple[int, int]  # the number of the level, and which throw of its dice


class Workers:
    """Whoever makes the levels: this process for one job, else so many children."""

    def __init__(self, recipe: Recipe, count: int, jobs: int) -> None:
        self._recipe = recipe
        self._todo: list[Task] = [(number, 0) for number in range(1, count + 1)]
        self._jobs = min(jobs, count)
        self._children: list[_Child] = []
        self._done: dict[Task, GeneratedLevel | None] = {}

    def __enter__(self) -> Workers:
        if self._jobs > 1:
            try:
                for _ in range(self._jobs):
                    self._children.append(_Child(self._recipe))
            except BaseException:
                self.__exit__(None, None, None)
                raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for child in self._children:
            child.end()

    def level(self, number: int, throw: int, tell: Callable[[], object]) -> GeneratedLevel | None:
        """This level, made now or already."""
        task = (number, throw)
        if not self._children:
            from sokoplan.lab.generate import make

            return make(self._recipe, number, throw, tell)
        if throw:
            self._todo.insert(0, task)
        while task not in self._done:
            for child in self._children:
                if child.task is None and self._todo:
                    child.begin(self._todo.pop(0))
            for ready in wait([child.pipe for child in self._children if child.task is not None], _LOOK):
                child = next(child for child in self._children if child.pipe is ready)
                of, made = child.answer()
                self._done[of] = made
            tell()
        return self._done.pop(task)


@dataclass(frozen=True)
class _Trouble:
    """An InternalError that goes through a pipe."""

    says: str
    level: Level
    details: str


class _Child:
    def __init__(self, recipe: Recipe) -> None:
        import subprocess

        self.task: Task | None = None
        self.pipe, theirs = Pipe()
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-c", _CHILD.format(theirs.fileno())],
            pass_fds=[theirs.fileno()],
            stdin=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # Ctrl-C is the parent's business
        )
        theirs.close()
        self.pipe.send(recipe)

    def begin(self, task: Task) -> None:
        self.task = task
        self.pipe.send(task)

    def answer(self) -> tuple[Task, GeneratedLevel | None]:
        assert self.task is not None
        try:
            answer = self.pipe.recv()
        except EOFError:
            raise RuntimeError("a process that makes levels ended without an answer") from None
        if isinstance(answer, _Trouble):
            raise InternalError(answer.says, answer.level, answer.details)
        if isinstance(answer, str):
            raise RuntimeError(answer)
        task, self.task = self.task, None
        return task, answer

    def end(self) -> None:
        self._process.kill()
        self._process.wait()
        self.pipe.close()


# --- in the child ---------------------------------------------------------------------------------------------------


def serve(descriptor: int) -> None:
    """The child's whole life: a recipe, then one number after the other."""
    from sokoplan.lab.generate import make

    die_with_parent()
    pipe = Connection(descriptor)
    answer: GeneratedLevel | _Trouble | str | None
    with contextlib.suppress(EOFError, OSError):  # the parent is gone
        recipe = pipe.recv()
        while True:
            number, throw = pipe.recv()
            try:
                answer = make(recipe, number, throw, lambda: None)
            except InternalError as error:
                answer = _Trouble(str(error), error.level, error.details)
            except Exception as error:
                answer = f"{type(error).__name__}: {error}"
            pipe.send(answer)
    os._exit(0)
