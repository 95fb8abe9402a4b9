"""The ASP engine's options as the engine uses them; the rows are in `sokoplan.engines.options.asp`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sokoplan.engines.options import find, read


@dataclass(frozen=True)
class Options:
    strategy: str
    configuration: str
    threads: int
    max_steps: int  # the longest plan that is looked for


def read_options(given: Mapping[str, str]) -> Options:
    """The options of a request. Raises InputError for what makes no sense."""
    values = read("asp", given)
    return Options(values["strategy"], values["asp-config"], values["threads"], values["max-steps"])


def sets_max_steps(given: Mapping[str, str]) -> bool:
    """Whether --max-steps was given: its default is meant for levels without a limit of their own."""
    return any(find("asp", name).name == "max-steps" for name in given)
