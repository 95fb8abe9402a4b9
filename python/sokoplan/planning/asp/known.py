"""What is known of a level beyond its rules, as facts for waste.lp and remaining.lp.

Comes in:  a Level, and its pairs of boxes that cannot both be brought home.     Goes out: facts, and a lower bound.

    #######     least(3). waste((1,4),(1,3),2). ...
    #@$  .#     The bound is the cheapest matching of boxes with goals (`planning/proved`); every fact is proved, so
    #######     constraints made of them cut no plan.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from sokoplan.planning.ground import ground
from sokoplan.planning.proved.bounds import push_bound
from sokoplan.planning.proved.fights import DEAD as NEVER
from sokoplan.planning.proved.fights import Fight, fights
from sokoplan.planning.proved.remaining import DEAD, Remaining, at_the_start, remaining
from sokoplan.planning.proved.windows import prune
from sokoplan.planning.task import Operator, Task
from sokoplan.puzzle.level import Cell, Level

Pairs = Iterable[tuple[Cell, Cell, tuple[Cell, ...]]]


@dataclass(frozen=True)
class Known:
    least: int  # steps at least
    facts: tuple[str, ...]


def known_pushes(level: Level, pairs: Pairs) -> Known | None:
    """None where no box needs a goal of its own, and where there is plainly no plan."""
    task = prune(ground(level)) if level.every_box_goes_home else None
    bound = push_bound(level, task) if task is not None else None
    if task is None or bound is None or bound.hopeless:
        return None
    grain = bound.grain
    facts = [f"least({bound.least}).", f"grain({grain})."]
    for operator, waste in bound.waste.items():
        where = _from_and_to(task, operator)
        if waste != 0:
            facts.append(f"hopeless({where})." if waste is None else f"waste({where},{waste // grain}).")
    for one, two, players in pairs:
        boxes = f"{_term(one)},{_term(two)}"
        facts += [f"dead_pair({boxes},{_term(cell)})." for cell in players] or [f"dead_pair({boxes})."]
    facts += _fights(fights(level, task, bound), grain)
    return Known(bound.least, tuple(facts))


def _fights(many: Iterable[Fight], grain: int) -> Iterator[str]:
    sides: dict[tuple[Cell, ...], int] = {}
    for fight in many:
        named = list(map(_term, fight.boxes))
        if fight.players:
            named.append(str(sides.setdefault(fight.players, len(sides))))
        condition = "_if" if fight.players else ""
        if fight.waste >= NEVER:
            yield f"lost{condition}({','.join(named)})."
        else:
            yield f"fight{condition}({','.join(named)},{-(-fight.waste // grain)})."
    for players, side in sides.items():
        yield from (f"side({side},{_term(cell)})." for cell in players)


def known_keys(level: Level, pairs: Pairs) -> Known | None:
    """The same where a step is a key: what one, two or three boxes need alone, but never all boxes of the level."""
    task = prune(ground(level)) if level.every_box_goes_home else None
    if task is None:
        return None
    told = remaining(level, task)
    least = at_the_start(level, told)
    if least >= DEAD:
        return None
    facts = [fact for one in told for fact in _told(one)]
    for one, two, players in pairs:
        facts += _lost(f"{_term(one)},{_term(two)}", players)
    return Known(least, tuple(facts))


def _told(one: Remaining) -> list[str]:
    boxes = ",".join(map(_term, one.boxes))
    if one.keys >= DEAD:
        return _lost(boxes, one.players)
    if one.players:
        return [f"standing({boxes},{_term(cell)},{one.keys})." for cell in one.players]
    return [f"left({boxes},{one.keys})."]


def _lost(boxes: str, players: tuple[Cell, ...]) -> list[str]:
    return [f"lost_if({boxes},{_term(cell)})." for cell in players] or [f"lost({boxes})."]


def _from_and_to(task: Task, operator: Operator) -> str:
    (box,) = _cells(task, operator.deletes, "box")
    (player,) = _cells(task, operator.needs, "player")
    beyond = 2 * box[0] - player[0], 2 * box[1] - player[1]
    return f"{_term(box)},{_term(beyond)}"


def _cells(task: Task, facts: frozenset[int], layer: str) -> Iterator[Cell]:
    return (where for name, where in map(task.facts.__getitem__, facts) if name == layer and isinstance(where, tuple))


def _term(cell: Cell) -> str:
    return f"({cell[0]},{cell[1]})"
