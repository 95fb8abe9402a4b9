"""Random keys in the exported PDDL and by the law: the same keys are allowed, and they lead to the same positions.

A planner's optimum hides much: a wrong rule shows only where it makes a plan shorter or longer. Here Fast Downward's
translator grounds the exported files, and random walks compare every position on the way.
"""

from __future__ import annotations

from contextlib import redirect_stdout
from io import StringIO
from random import Random
from typing import Any

from fast_downward.translate import instantiate, normalize, options
from fast_downward.translate.pddl_parser import lisp_parser, parsing_functions

from sokoplan.planning.export import EXPORTS
from sokoplan.puzzle.level import KEYS, Cell, Level
from sokoplan.puzzle.notation.planner import plan_from_pddl
from sokoplan.puzzle.rules import State, begin, play, won
from sokoplan.views.text import draw

Atom = tuple[str, ...]
Position = frozenset[Atom]


class Grounded:
    """An exported level as the translator understands it. A condition is an atom and whether it must hold."""

    def __init__(self, level: Level) -> None:
        # Kicks that change nothing are part of the law, though of no plan.
        options.set_options(["domain", "problem", "--keep-no-ops"])
        texts = EXPORTS["pddl"].files(level)
        parsed = (lisp_parser.parse_nested_list(texts[name].splitlines()) for name in ("domain.pddl", "problem.pddl"))
        task = parsing_functions.parse_task(*parsed)
        normalize.normalize(task)
        with redirect_stdout(StringIO()):  # it tells how far it is
            _, _, actions, goal, axioms, _ = instantiate.explore(task)
        assert not axioms
        self.start: Position = frozenset(_atom(fact) for fact in task.init)
        self.goal = None if goal is None else _conditions(goal)
        self.actions: dict[tuple[str, str], list[Any]] = {}
        for action in actions:
            name, *arguments = action.name.strip("()").split()
            adds, deletes = (
                [(_conditions(when), _atom(fact)) for when, fact in effects]
                for effects in (action.add_effects, action.del_effects)
            )
            where = (arguments[0] if arguments else "", plan_from_pddl([action.name]).keys)
            self.actions.setdefault(where, []).append((name, _conditions(action.precondition), adds, deletes))

    def after(self, position: Position, where: str, key: str) -> set[tuple[str, Position]]:
        """What the actions for this key do: their names and where they lead. Two copies of one action count once."""
        results = set()
        for name, needs, adds, deletes in self.actions.get((where, key), ()):
            if _holds(needs, position):
                gone = {atom for when, atom in deletes if _holds(when, position)}
                new = {atom for when, atom in adds if _holds(when, position)}
                results.add((name, position - gone | new))
        return results

    def won(self, position: Position) -> bool:
        return self.goal is not None and _holds(self.goal, position)


def _atom(literal: Any) -> Atom:
    return (literal.predicate, *literal.args)


def _conditions(literals: list[Any]) -> list[tuple[Atom, bool]]:
    return [(_atom(literal), not literal.negated) for literal in literals]


def _holds(conditions: list[tuple[Atom, bool]], position: Position) -> bool:
    return all((atom in position) == wanted for atom, wanted in conditions)


# --- the same position in both languages ----------------------------------------------------------------------------


def _names(cells: frozenset[Cell]) -> set[str]:
    return {f"c{row}-{column}" for row, column in cells}


def law_says(level: Level, state: State, cells: frozenset[Cell]) -> dict[str, object]:
    """What the domains should say of this position, by predicate."""
    boxes, holes = state.cells("box"), state.cells("hole")
    if level.game == "helltaker":
        return {
            "hero": _names(frozenset({state.player})),
            "block": _names(boxes & cells),
            "mob": _names(state.cells("mob") & cells),
            "lock": _names(state.cells("lock") & cells),
            "on-beat": {"odd" if state.flag["odd"] else "even"},
            "has-key": bool(state.flag["key"]),
            "hurt": bool(state.flag["hurt"]),
        }
    return {
        "player": _names(frozenset({state.player})),
        "at": _names(boxes),
        "open": _names(holes),
        "free": _names(cells - boxes - holes),
        "owed": _names(state.cells("owed")),
    }


def pddl_says(level: Level, position: Position) -> dict[str, object]:
    def last(predicate: str) -> set[str]:
        return {atom[-1] for atom in position if atom[0] == predicate}

    if level.game == "helltaker":
        cells = {name: last(name) for name in ("hero", "block", "mob", "lock", "on-beat")}
        return {**cells, "has-key": ("has-key",) in position, "hurt": ("hurt",) in position}
    owed = {
        atom[2]
        for atom in position
        if level.reading == "each-once" and atom[0] == "at" and ("been-on-goal", atom[1]) not in position
    }
    return {**{name: last(name) for name in ("player", "at", "open", "free")}, "owed": owed}


def walk(level: Level, random: Random, games: int, keys: int) -> int:
    """Press random keys in both, in several games from the start; grounding takes longer than playing.

    Goes out: how many keys were pressed.
    """
    pddl = Grounded(level)
    goal = level.law.goal(level)
    cells = level.reachable()
    if level.game != "helltaker":
        cells |= level.boxes | level.holes
    state, history = begin(level), ""

    def picture() -> str:
        return "\n".join(["", *draw(level, state.snapshot()), f"after {history!r}"])

    pressed = 0
    for _ in range(games):
        state, position, history = begin(level), pddl.start, ""
        for _ in range(keys):
            (here,) = _names(frozenset({state.player}))
            assert pddl_says(level, position) == law_says(level, state, cells), picture()
            assert pddl.won(position) == won(state, goal), picture()
            if level.game == "helltaker" and won(state, goal):
                assert not any(pddl.after(position, here, key) for key in KEYS), f"the game goes on{picture()}"
                break
            key = random.choice(KEYS)
            pressed += 1
            results = pddl.after(position, here, key)
            deed, cost = play(level, state, key)
            names = sorted(name for name, _ in results)
            assert len(results) == (1 if deed else 0), f"{key}: {deed!r}, but {names}{picture()}"
            if not deed:
                continue
            history += key
            ((name, position),) = results
            assert name.split("-")[0].replace("walk", "move") == deed, picture()
            if cost == 2:
                (here,) = _names(frozenset({state.player}))
                assert not any(pddl.after(position, here, key) for key in KEYS), f"not hurt first{picture()}"
                ((_, position),) = pddl.after(position, "", "")
            else:
                assert not pddl.after(position, "", ""), picture()
    return pressed
