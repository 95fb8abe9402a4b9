"""Random keys on random levels, and what the rules in Python make of them: for whoever states the rules again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random

from helpers import levelgen
from sokoplan.puzzle.level import KEYS, Level
from sokoplan.puzzle.library import bundled
from sokoplan.puzzle.rules import Goal, State, begin, level_at, play, won

# One line a step: what was done (or why not), its cost, whether it is won, the player, the facts.
IN_JAVASCRIPT = """async (walks, folder) => {
  const { boardOf, cellPair, levelAt } = await import(`${folder}/level.js`);
  const { begin, press, won } = await import(`${folder}/law.js`);
  const show = (board, cells) => [...cells].map((cell) => cellPair(board, cell).join(".")).sort().join(" ");
  return walks.map(([level, keys]) => {
    const board = boardOf(level);
    let state = begin(board);
    let total = 0;
    const lines = [...keys].map((key) => {
      const done = press(board, state, key);
      if (!done.no) [state, total] = [done.state, total + done.cost];
      const layers = ["boxes", "holes", "owed", "mobs", "locks"].map((name) => show(board, state[name]));
      return [done.no ?? `${done.deed} ${done.cost}`, won(board, state, total), cellPair(board, state.player).join("."), ...layers, state.key, state.odd].join("|");
    });
    return [lines, levelAt(board, state, total)];
  });
}"""  # noqa: E501


def shown(state: State, layer: str) -> str:
    return " ".join(sorted(f"{row}.{column}" for row, column in state.cells(layer)))


def line(level: Level, goal: Goal, state: State, did: str, total: int) -> str:
    is_won = won(state, goal) and (level.limit is None or total <= level.limit)
    layers = [shown(state, layer) for layer in ("box", "hole", "owed", "mob", "lock")]
    flags = [str(state.flag["key"]).lower(), str(state.flag["odd"]).lower()]
    return "|".join([did, str(is_won).lower(), f"{state.player[0]}.{state.player[1]}", *layers, *flags])


def walk(level: Level, random: Random, length: int) -> tuple[str, list[str], Level | None]:
    """Random keys, their lines, and the last position as a level. Most keys are allowed ones: walls teach little."""
    state, goal, total = begin(level), level.law.goal(level), 0
    keys: list[str] = []
    lines: list[str] = []
    for _ in range(length):
        before = state.snapshot()
        for _ in range(3):
            key = random.choice(KEYS)
            deed, cost = play(level, state, key)
            if deed or random.random() < 0.1:
                break
        assert deed or state.snapshot() == before
        total += cost
        keys.append(key)
        lines.append(line(level, goal, state, f"{deed} {cost}" if deed else str(deed), total))
    finished = bool(level.holes) and not state.cells("hole")
    end = None if finished or (level.limit is not None and total > level.limit) else level_at(level, state, total)
    return "".join(keys), lines, end


def each_once(random: Random) -> Level:
    return replace(levelgen.sokoban(random, boxes=4, spare_goals=random.random() < 0.5), reading="each-once")


def levels(random: Random) -> Iterator[Level]:
    yield from (entry.level() for entry in bundled().values())
    kinds: list[Callable[[Random], Level]] = [
        lambda random: levelgen.sokoban(random, boxes=4),
        each_once,
        lambda random: levelgen.sink(random, boxes=4),
        lambda random: levelgen.hole(random, boxes=5),
        lambda random: levelgen.helltaker(random, things=14, limit=60),
        lambda random: levelgen.helltaker(random, rows=8, columns=8, things=30, limit=60),
    ]
    while True:
        for kind in kinds:
            yield kind(random)
