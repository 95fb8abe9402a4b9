"""Random keys in the ASP encodings and by the law: the same keys are allowed, and they lead to the same positions.

clingo grounds an encoding once for a level, up to a horizon. The keys of a game are assumptions, so that the only
answer is the course of that game; a key that is not allowed leaves no answer.
"""

from __future__ import annotations

from random import Random

from clingo.control import Control
from clingo.symbol import Function, Number, Symbol

from sokoplan.planning.asp.encodings import encoding_of, statements
from sokoplan.planning.asp.facts import facts
from sokoplan.puzzle.level import KEYS, Cell, Level
from sokoplan.puzzle.rules import State, begin, play, won
from sokoplan.views.text import draw

_DIRECTIONS: dict[str, str] = dict(zip(KEYS, ("up", "down", "left", "right"), strict=True))
Facts = dict[str, object]
# What the encodings say, by the name of the law's layer.
_LAYERS = {
    "helltaker": {"player": "player", "block": "box", "mob": "mob", "lock": "lock"},
    "push": {"player": "player", "box": "box", "hole": "hole", "owed": "owed"},
}
_FLAGS = {"has_key": "key", "odd": "odd"}  # the second only where there are traps: else the law does not count


class Encoded:
    """A level in its encoding. What fixes the length of a plan is left out; here a game ends when we say so."""

    def __init__(self, level: Level, horizon: int) -> None:
        self._level = level
        traps = level.traps_down | level.traps_up
        self._flags = {name: flag for name, flag in _FLAGS.items() if flag != "odd" or traps}
        self._layers = _LAYERS["helltaker" if level.game == "helltaker" else "push"]
        lines = [one.text for one in statements([encoding_of(level)]) if "horizon" not in one.text]
        lines += [f"time(0..{horizon}).", "{ ended(T) } :- time(T).", "over(T) :- ended(T).", "#defined query/1."]
        lines = [line for line in lines if not line.startswith((":- query(T), not won(T)", "#show"))]
        self._control = Control(["--warn=none"])
        self._control.add("base", [], "\n".join([*lines, *facts(level)]))
        self._control.ground([("base", [])])
        self._horizon = horizon

    def game(self, pressed: dict[int, str], end: int) -> list[Facts] | None:
        """Every position up to time `end`, with these keys pressed at these times; None if that is not allowed."""
        assumed = [(_do(key, at), True) for at, key in pressed.items()]
        over = [(Function("ended", [Number(at)]), at >= end) for at in range(self._horizon + 1)]
        with self._control.solve(assumptions=[*assumed, *over], yield_=True) as answers:
            for model in answers:
                return self._positions(model.symbols(atoms=True), end)
        return None

    def _positions(self, atoms: list[Symbol], end: int) -> list[Facts]:
        times = range(end + 1)
        cells: list[dict[str, set[Cell]]] = [{layer: set() for layer in self._layers.values()} for _ in times]
        flags = [dict.fromkeys(("won", *self._flags.values()), False) for _ in times]
        for atom in atoms:
            if not atom.arguments or (at := atom.arguments[-1]).type.name != "Number" or at.number > end:
                continue
            if atom.name in self._layers and len(atom.arguments) == 2:
                row, column = atom.arguments[0].arguments
                cells[at.number][self._layers[atom.name]].add((row.number, column.number))
            elif len(atom.arguments) == 1 and (atom.name == "won" or atom.name in self._flags):
                flags[at.number][self._flags.get(atom.name, atom.name)] = True
        return [{**places, **states} for places, states in zip(cells, flags, strict=True)]

    def law_says(self, state: State, is_won: bool) -> Facts:
        seen = {layer: set(state.cells(layer)) for layer in self._layers.values() if layer != "player"}
        helltaker = self._level.game == "helltaker"
        flags = {name: helltaker and bool(state.flag[name]) for name in self._flags.values()}
        return {"player": {state.player}, **seen, **flags, "won": is_won}


def _do(key: str, at: int) -> Symbol:
    return Function("do", [Function(_DIRECTIONS[key], []), Number(at)])


def _picture(level: Level, state: State, history: str) -> str:
    return "\n".join(["", *draw(level, state.snapshot()), f"after {history!r}"])


def walk(level: Level, random: Random, games: int, keys: int) -> int:
    """Press random keys in both, in several games from the start. How many keys."""
    encoded = Encoded(level, 2 * keys)
    goal = level.law.goal(level)
    pressed = 0
    for _ in range(games):
        state, time, history = begin(level), 0, ""
        allowed: dict[int, str] = {}
        expected = {0: encoded.law_says(state, won(state, goal))}
        for _ in range(keys):
            if level.game == "helltaker" and won(state, goal):
                break
            key = random.choice(KEYS)
            pressed += 1
            deed, cost = play(level, state, key)
            if not deed:
                answer = encoded.game({**allowed, time + 1: key}, time + 1)
                assert answer is None, f"{key}: {deed!r}, but the encoding allows it{_picture(level, state, history)}"
                continue
            allowed[time + 1] = key
            time += cost
            history += key
            expected[time] = encoded.law_says(state, won(state, goal))
        answer = encoded.game(allowed, time)
        assert answer is not None, f"the encoding does not allow it{_picture(level, state, history)}"
        for at, position in expected.items():
            said = f"at time {at} the encoding says {answer[at]}, the law {position}"
            assert answer[at] == position, f"{said}{_picture(level, state, history)}"
    return pressed
