"""The options of the engine `asp`."""

from __future__ import annotations

from sokoplan.engines.options.option import Option

FITTED = "fitted"  # frumpy with options chosen by measurement (`engines/asp/engine.py`)
# The others are clingo's own names.
CONFIGURATIONS = ("auto", "frumpy", "jumpy", "tweety", "handy", "crafty", "trendy", FITTED)

OPTIONS = (
    Option("strategy", "choice", "How horizons are tried", "below", ("below", "multi", "single"), ways=True),
    Option(
        "max-steps",
        "number",
        "Give up beyond a plan of N steps",
        "300",
        most=100_000,
        aliases=("horizon", "maxsteps"),
    ),
    # Chosen by measurement: docs/asp.md has the figures, and what they are worth.
    Option("asp-config", "choice", "clingo's configuration", FITTED, CONFIGURATIONS),
    Option("threads", "number", "Threads that clingo may use", "1", least=1, most=64, web=False),
)
