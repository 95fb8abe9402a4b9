"""The games: one row each. A new game is a `Law` put in this dict, by anyone."""

from __future__ import annotations

from collections.abc import KeysView
from dataclasses import replace

from sokoplan.puzzle.objective import OBJECTIVES
from sokoplan.puzzle.rules import checks, kick, push
from sokoplan.puzzle.rules.law import Law

_SOKOBAN = Law(
    name="Sokoban",
    press=push.press,
    start=push.start,
    possible=push.possible,
    goal=push.goal,
    groups=push.groups,
    missing=push.missing,
    level_at=push.level_at,
    pieces=("boxes", "goals"),
    problems=checks.sokoban_problems,
    remarks=checks.sokoban_remarks,
    readings=("end", "each-once"),
    objectives=OBJECTIVES,
    capitals=True,
    walking_is_free=True,
    plain_pushes=True,
)

LAWS: dict[str, Law] = {
    "sokoban": _SOKOBAN,
    "sink": replace(
        _SOKOBAN,
        name="Sokoban with sinks or holes",
        pieces=("boxes", "sinks", "holes"),
        problems=checks.sink_problems,
        remarks=checks.sink_remarks,
        readings=("end",),
    ),
    "helltaker": Law(
        name="Helltaker",
        press=kick.press,
        rest=kick.rest,
        start=kick.start,
        possible=kick.possible,
        goal=kick.goal,
        groups=kick.groups,
        missing=kick.missing,
        level_at=kick.level_at,
        pieces=("boxes", "demonesses", "mobs", "keys", "locks", "spikes", "traps_down", "traps_up"),
        problems=checks.helltaker_problems,
        remarks=checks.helltaker_remarks,
        has_limit=True,
        measure="cost",
        push_word="kick",
        actor="hero",
        ends_at_win=True,
    ),
}

GAMES: KeysView[str] = LAWS.keys()  # a view: it knows a game as soon as its law is in the table
