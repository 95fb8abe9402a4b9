"""What can be set for the ASP engine, by name: `--strategy`, `--max-steps`, `--asp-config`, `--threads`.

Comes in:  `Request.options`, strings by name.     Goes out: `Options`, checked. Nothing here waits for clingo.
"""

from __future__ import annotations

from dataclasses import dataclass

from sokoplan.errors import InputError

STRATEGIES = ("multi", "single")
CONFIGURATIONS = ("auto", "frumpy", "jumpy", "tweety", "handy", "crafty", "trendy")  # clingo's own


@dataclass(frozen=True)
class Options:
    strategy: str = "multi"
    # Measured on Helltaker's nine levels, the start of Python included: 9.4 CPU seconds with trendy, 9.6 with tweety,
    # 10 to 11 with the others.
    configuration: str = "trendy"
    threads: int = 1
    max_steps: int = 300  # the longest plan that is looked for where nothing else bounds it


def read_options(given: dict[str, str]) -> Options:
    """The options of a request. Raises InputError for what makes no sense."""
    left = dict(given)
    default = Options()
    options = Options(
        _one_of(left, "strategy", STRATEGIES, default.strategy),
        _one_of(left, "asp-config", CONFIGURATIONS, default.configuration),
        max(1, _number(left, "threads", default.threads)),
        _number(left, "max-steps", default.max_steps),
    )
    if left:
        raise InputError(
            f"the engine asp has no option {min(left)!r}", "It has strategy, max-steps, asp-config and threads."
        )
    return options


def _one_of(left: dict[str, str], name: str, known: tuple[str, ...], default: str) -> str:
    value = left.pop(name, default)
    if value not in known:
        raise InputError(f"--{name} knows no {value!r}", f"It is one of {', '.join(known)}.")
    return value


def _number(left: dict[str, str], name: str, default: int) -> int:
    value = left.pop(name, str(default))
    if not value.isdecimal():
        raise InputError(f"--{name} is a number, not {value!r}")
    return int(value)
