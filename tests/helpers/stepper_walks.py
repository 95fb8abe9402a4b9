"""The Rust stepper and the rules, walked side by side: the same positions, costs, masks and wins, key by key."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random

from helpers import levelgen
from sokoplan.lab.gym.choices import choices
from sokoplan.lab.gym.games import Games
from sokoplan.puzzle.level import KEYS, Level
from sokoplan.puzzle.replay import Replay
from sokoplan.puzzle.rules import No


def each_once(random: Random) -> Level:
    return replace(levelgen.sokoban(random, spare_goals=True), reading="each-once")


def sink(random: Random) -> Level:
    return levelgen.sink(random, boxes=random.choice((1, 3)))  # who presses keys by chance wins only the easy ones


KINDS: dict[str, tuple[str, Callable[[Random], Level]]] = {
    "goals": ("sokoban", levelgen.sokoban),
    "each-once": ("sokoban", each_once),
    "sink": ("sink", sink),
    "hole": ("sink", levelgen.hole),
    "helltaker": ("helltaker", levelgen.helltaker),
}


def some_levels(make: Callable[[Random], Level], random: Random, number: int) -> Iterator[Level]:
    """Levels in which the game is not won before it begins."""
    while number:
        level = make(random)
        if not Replay(level).won:
            number -= 1
            yield level


def plays(game: str, levels: list[Level]) -> Games:
    games = Games(choices(game, levels, max_steps=10**6), len(levels))
    for number in range(len(levels)):
        games.begin(number, number)
    return games


def compare(kind: str, seed: int, number: int, keys: int) -> tuple[int, int]:
    """Play random keys in so many levels. How many keys were compared, and how many games were won."""
    game, make = KINDS[kind]
    random = Random(seed)
    levels = list(some_levels(make, random, number))
    games = plays(game, levels)
    replays = [Replay(level) for level in levels]
    compared = won = 0
    for _ in range(keys):
        chosen = [random.randrange(4) for _ in levels]
        legal = [games.mask[at, key] for at, key in enumerate(chosen)]
        games.actions[:] = chosen
        games.step()
        for at, replay in enumerate(replays):
            step = replay.press(KEYS[chosen[at]])
            compared += 1
            assert (legal[at] == 1) != isinstance(step, No)
            assert games.state(at).snapshot() == replay.state.snapshot()
            assert games.counts[:, at].tolist() == [at, replay.moves, replay.pushes, replay.cost]
            limit = levels[at].limit
            within = limit is None or replay.cost <= limit
            assert games.won(at) == (replay.won and within)
            spent = limit is not None and replay.cost >= limit
            assert games.terminated[at] == (games.won(at) or spent)
            won += games.won(at)
            if games.terminated[at]:
                games.begin(at, at)
                replays[at] = Replay(levels[at])
    return compared, won
