"""The options of the engine `asp`."""

from __future__ import annotations

from sokoplan.engines.options.option import Option

# clingo's own names.
CONFIGURATIONS = ("auto", "frumpy", "jumpy", "tweety", "handy", "crafty", "trendy")

OPTIONS = (
    Option("strategy", "choice", "How horizons are tried", "multi", ("multi", "single"), ways=True),
    Option(
        "max-steps",
        "number",
        "Give up beyond a plan of N steps",
        "300",
        most=100_000,
        aliases=("horizon", "maxsteps"),
    ),
    # Measured on Helltaker's nine levels, the start of Python included: 9.4 CPU seconds with trendy, 9.6 with tweety,
    # 10 to 11 with the others.
    Option("asp-config", "choice", "clingo's configuration", "trendy", CONFIGURATIONS),
    Option("threads", "number", "Threads that clingo may use", "1", least=1, most=64, web=False),
)
