"""The ASP rules, as written and as clingo grounds them for one step."""

from __future__ import annotations

from sokoplan.engines.asp.ground import grounded
from sokoplan.learn.lesson.chapter import Chapter, Listing
from sokoplan.planning.asp.encodings import encoding_of
from sokoplan.planning.asp.facts import facts
from sokoplan.puzzle.level import Level


def chapter(level: Level, step: int) -> Chapter:
    name = encoding_of(level)
    # In the program the start is time 0, and the first key is pressed at time 1.
    rules, written = grounded(name, facts(level), step + 1)
    words = (
        f"The same game as a logic program ({name} and the files it includes). A variable such as T or L stands for "
        "any value; clingo inserts the values that are possible at this step, and drops what is already known. "
        f"For time {step + 1}, when key {step + 1} is pressed, {len(rules):,} ground rules are left. "
        "An atom with a number for a name, such as _94, is a condition that clingo made itself."
    )
    return Chapter(
        f"ASP rules of step {step}",
        words,
        (
            Listing.of("the level as facts", facts(level)),
            Listing.of("the rules as written; T is the step", written),
            Listing.of(f"grounded for time {step + 1} ({len(rules):,})", rules),
        ),
    )
