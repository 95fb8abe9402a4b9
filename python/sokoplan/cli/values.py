"""What the value of an option can be: one of a few words, a duration, an amount of memory, the size of a board,
a range."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem

FILE = click.Path(path_type=Path)


class Choice(click.ParamType[str]):
    """One of a few words. They may be given as a function, where looking them up takes an import."""

    name = "choice"

    def __init__(self, words: Iterable[str] | Callable[[], Iterable[str]]) -> None:
        self._words = words

    @property
    def words(self) -> tuple[str, ...]:
        return tuple(self._words() if callable(self._words) else self._words)

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if value not in self.words:
            self.fail(f"unknown value {value!r}. Choose one of: {', '.join(self.words)}.", param, ctx)
        return value

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str | None:
        return "|".join(self.words)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem[Any]]:
        return completions(self.words, incomplete)


class Choices(Choice):
    """Some of a few words, with commas between."""

    name = "choices"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        for word in value.split(","):
            super().convert(word, param, ctx)
        return value

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str | None:
        return "NAME,..."

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem[Any]]:
        return list_completions(self.words, incomplete)


def completions(words: Iterable[str], incomplete: str) -> list[CompletionItem[Any]]:
    return [CompletionItem(word) for word in words if word.startswith(incomplete)]


def list_completions(words: Iterable[str], incomplete: str) -> list[CompletionItem[Any]]:
    """Words for the last place of a list with commas."""
    before, comma, last = incomplete.rpartition(",")
    return [CompletionItem(f"{before}{comma}{word}") for word in words if word.startswith(last)]


class Duration(click.ParamType[float]):
    """`90`, `90s`, `1.5m`, `2h` as seconds."""

    name = "duration"

    def convert(self, value: str | float, param: click.Parameter | None, ctx: click.Context | None) -> float:
        if isinstance(value, float):
            return value
        from sokoplan.solving.limits import seconds  # only where a limit is given

        try:
            return seconds(value)
        except ValueError as error:
            self.fail(str(error), param, ctx)


class Memory(click.ParamType[int]):
    """`4G`, `500M`, or a number of megabytes, in megabytes."""

    name = "memory"

    def convert(self, value: str | int, param: click.Parameter | None, ctx: click.Context | None) -> int:
        if isinstance(value, int):
            return value
        from sokoplan.solving.limits import megabytes

        try:
            return megabytes(value)
        except ValueError as error:
            self.fail(str(error), param, ctx)


class BoardSize(click.ParamType[tuple[int, int]]):
    """`WIDTHxHEIGHT`."""

    name = "size"

    def convert(
        self, value: str | tuple[int, int], param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, int]:
        if isinstance(value, tuple):
            return value
        match = re.fullmatch(r"(\d{1,6})[xX](\d{1,6})", value)
        if match is None:
            self.fail(f"not a board size: {value!r} (give WIDTHxHEIGHT, such as 256x256)", param, ctx)
        return int(match[1]), int(match[2])


class Span(click.ParamType[tuple[int, int]]):
    """`4`, or `3-5`: the least and the most."""

    name = "span"

    def convert(
        self, value: str | tuple[int, int], param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, int]:
        if isinstance(value, tuple):
            return value
        match = re.fullmatch(r"(\d{1,6})(?:-(\d{1,6}))?", value)
        if match is None:
            self.fail(f"not a number or a range: {value!r} (give 4, or 3-5)", param, ctx)
        return int(match[1]), int(match[2] or match[1])
