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
    # Chosen on odd levels, in CPU seconds on a busy machine: Helltaker 3, 7 and 9 took 5.3 with frumpy, 7.3 with
    # trendy; Microban 5, 7, 11 and 19, moves, 3.9 and 4.4. Confirmed on Helltaker 6: 9.6 and 12.9.
    Option("asp-config", "choice", "clingo's configuration", "frumpy", CONFIGURATIONS),
    Option("threads", "number", "Threads that clingo may use", "1", least=1, most=64, web=False),
)
