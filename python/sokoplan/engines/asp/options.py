"""The ASP engine's options as the engine uses them; the rows are in `sokoplan.engines.options.asp`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sokoplan.engines.options import read


@dataclass(frozen=True)
class Options:
    strategy: str
    configuration: str
    threads: int
    max_steps: int  # the longest plan that is looked for where nothing else bounds it


def read_options(given: Mapping[str, str]) -> Options:
    """The options of a request. Raises InputError for what makes no sense."""
    values = read("asp", given)
    return Options(values["strategy"], values["asp-config"], values["threads"], values["max-steps"])
