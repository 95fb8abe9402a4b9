"""The ASP rules, as they are written and as clingo grounds them for one step."""

from __future__ import annotations

from sokoplan.engines.asp.ground import grounded
from sokoplan.learn.lesson.chapter import Chapter, Listing
from sokoplan.planning.asp.encodings import encoding_of
from sokoplan.planning.asp.facts import facts
from sokoplan.puzzle.level import Level


def chapter(level: Level, step: int) -> Chapter:
    name = encoding_of(level)
    # In the program time 0 is the start and the first key is pressed at time 1.
    rules, written = grounded(name, facts(level), step + 1)
    words = (
        f"The same law once more, as rules that one can read ({name} and the files it includes). A variable such as "
        "T or L stands for everything it could be; clingo puts in what it can be at this step, and drops what is "
        "known already. "
        f"For time {step + 1}, when key number {step + 1} is pressed, {len(rules):,} ground rules are left. "
        "An atom such as _94 has no name: clingo made it for a condition of its own."
    )
    return Chapter(
        f"Rules of step {step}",
        words,
        (
            Listing.of("the level as facts", facts(level)),
            Listing.of("the rules as they are written, T being the step", written),
            Listing.of(f"grounded for time {step + 1}: {len(rules):,}", rules),
        ),
    )
