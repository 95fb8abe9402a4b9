"""Options of `sokoplan solve` that the engine `asp` understands, and how their values are checked."""

from __future__ import annotations

from typing import Annotated

import typer

from sokoplan.engines import choose

# As in engines/asp_program.py; said again so that --help does not wait for clingo.
CONFIGURATIONS = ("auto", "frumpy", "jumpy", "tweety", "handy", "crafty", "trendy")
STRATEGIES = ("multi", "single")

StrategyOption = Annotated[
    str | None,
    typer.Option(
        "--strategy",
        metavar="NAME",
        help="How the engine goes about it. asp: multi tries one horizon after the other, single minimises in one.",
    ),
]
HorizonOption = Annotated[
    int | None,
    typer.Option("--horizon", metavar="N", help="asp: look for plans of at most N steps.", min=0, max=100_000),
]
ConfigOption = Annotated[
    str | None,
    typer.Option("--asp-config", metavar="|".join(CONFIGURATIONS), help="asp: clingo's configuration."),
]
ThreadsOption = Annotated[
    int | None, typer.Option("--threads", metavar="N", help="asp: clingo's threads.", min=1, max=64)
]


def asp_options(
    engine: str, strategy: str | None, config: str | None, threads: int | None, horizon: int | None
) -> dict[str, str]:
    """What goes to the engine; a value that it would not understand is refused here."""
    given = {"strategy": strategy, "asp-config": config, "threads": threads, "horizon": horizon}
    options = {name: str(value) for name, value in given.items() if value is not None}
    if choose(engine) != "asp":
        for name in ("asp-config", "threads", "horizon"):
            if name in options:
                raise typer.BadParameter("only the engine asp has it", param_hint=f"--{name}")
        return options
    for name, allowed in (("strategy", STRATEGIES), ("asp-config", CONFIGURATIONS)):
        if options.get(name, allowed[0]) not in allowed:
            raise typer.BadParameter(f"{options[name]!r} is none of {', '.join(allowed)}", param_hint=f"--{name}")
    return options
