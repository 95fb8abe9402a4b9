"""One row an option: what several places need to know about a thing that can be set for an engine.

The flags of `sokoplan solve`, `bench --set`, the variants of `compare`, shell completion, the fields of the web page
and the tables in the docs are all made from rows; `Option.read` is the one parser of values.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from sokoplan.errors import InputError

if TYPE_CHECKING:
    from sokoplan.engines.answer import Request

Kind = Literal["choice", "list", "number", "switch", "file", "folder", "text"]
Value = str | int | bool | Path | tuple[str, ...]
_METAVARS: dict[Kind, str] = {
    "choice": "NAME", "list": "NAME,...", "number": "N", "switch": "true|false", "file": "FILE", "folder": "FOLDER",
    "text": "TEXT",
}  # fmt: skip


def _always(request: Request) -> str:
    return ""


@dataclass(frozen=True)
class Option:
    """A row. `help` makes sense read alone and has no full stop; values and default are added from their columns."""

    name: str  # the flag without its dashes, and the key in `Request.options`
    kind: Kind
    help: str
    default: str = ""
    choices: tuple[str, ...] | Callable[[], tuple[str, ...]] = ()  # of a choice or a list; a function if made late
    also: tuple[str, ...] = ()  # words that stand for a whole list: all, none
    least: int = 0
    most: int | None = None  # numbers without a `most` are checked by the engine
    zero: str = ""  # what 0 means, where it is special
    metavar: str = field(default="", repr=False)
    aliases: tuple[str, ...] = ()  # other flags with the same meaning
    flag: bool = True  # a flag of `sokoplan solve`; the others are for `bench --set` and the Python API
    one_level: bool = False  # names a file or folder that the next level would overwrite
    ways: bool = False  # each value is another way for the engine to work, so `compare` runs them all
    objectives: tuple[str, ...] = ()  # only with these; empty: with all
    unless: Callable[[Request], str] = _always  # why it has no effect there, as the end of a sentence; or ""
    # The same for one of its words, where others may have an effect.
    word_unless: Callable[[Request, str], str] = field(default=lambda request, word: "", repr=False)
    web: bool = True  # may be set in the web app: it writes no file, starts no program and takes no more cores

    @property
    def values(self) -> tuple[str, ...]:
        """The words that can be typed."""
        if self.kind == "switch":
            return ("true", "false")
        return (self.choices() if callable(self.choices) else self.choices) + self.also

    @property
    def placeholder(self) -> str:
        return self.metavar or _METAVARS[self.kind]

    def details(self) -> str:
        """Values and default: `deepen (default), fresh, binary`, or `default 3; 0 = any`."""
        if self.kind in ("choice", "list") and self.values:
            return ", ".join(f"{word} (default)" if word == self.default else word for word in self.values)
        default = f"{int(self.default):,}" if self.kind == "number" and self.default else self.default
        parts = (f"default {default}" if default else "", f"0 = {self.zero}" if self.zero else "")
        return "; ".join(filter(None, parts))

    def sentence(self) -> str:
        """The row in a sentence, without its name."""
        details = self.details()
        if not details:
            return f"{self.help}."
        return f"{self.help}: {details}." if self.kind in ("choice", "list") else f"{self.help} ({details})."

    def read(self, text: str) -> Value:
        """The value that was typed. Raises InputError, which says what would be right."""
        if self.kind == "number":
            return self._number(text)
        if self.kind == "switch":
            return self._known(text.strip().lower()) == "true"
        if self.kind == "choice":
            return self._known(text)
        if self.kind == "list":
            return self._list(text)
        return Path(text) if self.kind in ("file", "folder") else text

    def _number(self, text: str) -> int:
        number = int(text) if text.strip().isdecimal() and len(text) < 20 else None
        if number is not None and self.least <= number and (self.most is None or number <= self.most):
            return number
        limits = f"from {self.least:,} to {self.most:,}" if self.most is not None else f"of at least {self.least:,}"
        raise InputError(f"invalid value {text!r} for --{self.name}", f"Give a whole number {limits}.")

    def _list(self, text: str) -> tuple[str, ...]:
        words = tuple(self._known(word.strip()) for word in text.split(",") if word.strip())
        alone = set(self.also).intersection(words) if len(words) > 1 else ()
        if alone:
            raise InputError(f"{min(alone)!r} stands for a whole list, so --{self.name} takes nothing else with it")
        return words

    def _known(self, word: str) -> str:
        if word in self.values:
            return word
        what = "Choose one of" if self.kind != "list" else "Choose any of"
        raise InputError(f"unknown value {word!r} for --{self.name}", f"{what}: {', '.join(self.values)}.")

    def idle(self, request: Request) -> str:
        """Why it would have no effect on this request, as the end of a sentence; "" if it has one."""
        if self.objectives and request.objective not in self.objectives:
            return f"for the objective {request.objective}, only for {', '.join(self.objectives)}"
        return self.unless(request)

    def refusal(self, text: str, request: Request) -> str:
        """A sentence if this value would have no effect. What is off, or as it always is, does no harm."""
        value = self.read(text)
        if text == self.default or value is False:
            return ""
        why = self.idle(request)
        if why:
            return f"{self.shown} has no effect {why}"
        for word in value if isinstance(value, tuple) else (text,):
            why = self.word_unless(request, word)
            if why:
                return f"`{word}` in {self.shown} has no effect {why}"
        return ""

    @property
    def flags(self) -> tuple[str, ...]:
        """As they are typed: `--sat-solver`, `-s`."""
        return tuple(f"--{word}" if len(word) > 1 else f"-{word}" for word in (self.name, *self.aliases))

    @property
    def shown(self) -> str:
        """Its name in a sentence."""
        return f"--{self.name}" if self.flag else f"the option `{self.name}`"

    def as_data(self) -> dict[str, object]:
        """For JSON."""
        return {
            "name": self.name,
            "kind": self.kind,
            "help": self.help,
            "default": self.default,
            "values": list(self.values),
            "least": self.least if self.kind == "number" else None,
            "most": self.most,
            "zero": self.zero,
            "advanced": not self.flag,
        }
