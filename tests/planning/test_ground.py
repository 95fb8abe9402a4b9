"""The Task says exactly what the law says: walked in lockstep, and its mutex groups hold wherever one can get."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from helpers import levelgen
from helpers.levels import drawn
from sokoplan.planning import ground as grounding
from sokoplan.planning.ground import ground
from sokoplan.planning.task import Operator, Task, fact_name
from sokoplan.puzzle.level import KEYS, Level
from sokoplan.puzzle.rules import State, begin, play, won
from sokoplan.views.text import draw

Make = Callable[[Random], Level]


def each_once(random: Random) -> Level:
    return replace(levelgen.sokoban(random), reading="each-once")


def spare_goals(random: Random) -> Level:
    return levelgen.sokoban(random, spare_goals=True)


MAKERS: dict[str, Make] = {
    "sokoban": levelgen.sokoban,
    "spare-goals": spare_goals,
    "each-once": each_once,
    "sink": levelgen.sink,
    "hole": levelgen.hole,
    "helltaker": levelgen.helltaker,
}


class Lockstep:
    """The law and the task side by side, compared after every key."""

    def __init__(self, level: Level) -> None:
        self.level = level
        self.task = ground(level)
        self.task.validate()
        self.goal = level.law.goal(level)
        self.keyed: dict[tuple[int, str], list[Operator]] = {}
        self.forced = [operator for operator in self.task.operators if not operator.key]
        here = {number for fact, number in self.task.number.items() if fact[0] == "player"}
        for operator in self.task.operators:
            for number in operator.needs & here:
                self.keyed.setdefault((number, operator.key), []).append(operator)
        self.restart()

    def restart(self) -> None:
        self.state = begin(self.level)
        self.position = self.task.start
        self.compare()

    def picture(self) -> str:
        return "\n".join(draw(self.level, self.state.snapshot()))

    def compare(self) -> None:
        told = frozenset(self.task.number[fact] for fact in (("player", self.state.player), *self.state.facts))
        assert told == self.position, self.picture()
        assert won(self.state, self.goal) == self.task.won(self.position), self.picture()

    def press(self, key: str) -> bool:
        """One key in both; they must agree on whether it is allowed and where it leads."""
        here = self.task.number["player", self.state.player]
        fitting = [op for op in self.keyed.get((here, key), ()) if op.applies(self.position)]
        deed, cost = play(self.level, self.state, key)
        assert len(fitting) == (1 if deed else 0), f"{key}: {deed!r}\n{self.picture()}"
        if not deed:
            return False
        assert fitting[0].deed == deed
        self.position = fitting[0].after(self.position)
        due = [operator for operator in self.forced if operator.applies(self.position)]
        assert len(due) == cost - 1
        for operator in due:
            self.position = operator.after(self.position)
        self.compare()
        return True


@pytest.mark.parametrize("kind", MAKERS)
def test_law_and_task_walk_in_lockstep(kind: str) -> None:
    """20,000 keys for each of the six kinds: 120,000 in all, every one compared."""
    random = Random(f"lockstep {kind}")
    keys = 0
    while keys < 20_000:
        level = MAKERS[kind](random)
        if len(level.reachable()) < 8:
            continue  # walled in: nothing would happen
        walk = Lockstep(level)
        for _ in range(400):
            keys += 1
            # A key that is not allowed is compared too. Now and then start again, or a stuck walk stays stuck.
            walk.press(random.choice(KEYS))
            if random.random() < 0.02:
                walk.restart()
    assert keys >= 20_000


def reachable_positions(task: Task, most: int) -> set[frozenset[int]]:
    seen = {task.start}
    todo = [task.start]
    while todo and len(seen) < most:
        position = todo.pop()
        for operator in task.operators:
            if operator.applies(position) and (after := operator.after(position)) not in seen:
                seen.add(after)
                todo.append(after)
    return seen


@pytest.mark.parametrize("kind", MAKERS)
def test_mutex_groups_hold_in_every_reachable_position(kind: str) -> None:
    """40 levels of each of the six kinds, 240 in all, each small enough to be walked to the end."""
    random = Random(f"groups {kind}")
    levels = positions = 0
    while levels < 40:
        level = MAKERS[kind](random)
        if not 9 <= len(level.reachable()) <= 15:
            continue
        task = ground(level)
        reached = reachable_positions(task, 4000)
        if len(reached) >= 4000:
            continue  # too large to walk to the end
        levels += 1
        positions += len(reached)
        for position in reached:
            for group in task.groups:
                held = group & position
                assert len(held) <= 1, [fact_name(task.facts[fact]) for fact in held]
    assert positions > 500


def test_the_induction_proves_groups_and_refuses_wrong_ones() -> None:
    task = ground(drawn("#####\n#@$.#\n#####"))
    task.validate()
    box_and_box = frozenset({task.number["box", (1, 2)], task.number["box", (1, 3)]})
    replace(task, groups=(*task.groups, box_and_box)).validate()  # one box: true, and provable
    two = ground(drawn("######\n#@$$.#\n#  . #\n######"))
    wrong = frozenset({two.number["box", (1, 2)], two.number["box", (1, 3)]})
    with pytest.raises(ValueError, match=r"box\(1,2\) and box\(1,3\) hold together at the start"):
        replace(two, groups=(*two.groups, wrong)).validate()
    later = frozenset({two.number["box", (1, 3)], two.number["box", (1, 4)]})
    with pytest.raises(ValueError, match="may leave"):
        replace(two, groups=(*two.groups, later)).validate()


def test_a_task_drawn_by_hand() -> None:
    """
    #####
    #@$.#     one push right, and nothing else ever
    #####
    """
    task = ground(drawn("#####\n#@$.#\n#####"))
    assert [fact_name(fact) for fact in task.facts] == [
        "player(1,1)", "player(1,2)", "player(1,3)", "box(1,1)", "box(1,2)", "box(1,3)",
    ]  # fmt: skip
    (push,) = [operator for operator in task.operators if operator.applies(task.start)]
    assert push.name == "push(1,1,right)"
    names = task.number
    assert push.needs == {names["player", (1, 1)], names["box", (1, 2)]}
    assert push.forbids == {names["box", (1, 3)]}
    assert push.adds == {names["player", (1, 2)], names["box", (1, 3)]}
    assert push.deletes == {names["player", (1, 1)], names["box", (1, 2)]}
    assert task.won(push.after(task.start))


def test_a_law_that_reads_too_much_fails_loudly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grounding, "MOST_PATHS", 2)
    with pytest.raises(AssertionError, match="reads too much"):
        ground(drawn("#####\n#@$.#\n#####"))


def test_state_restores_what_it_was() -> None:
    state = State((1, 1), [("box", (1, 2))])
    before = state.snapshot()
    state.box[1, 2] = False
    state.player = (3, 3)
    state.restore(before)
    assert state.snapshot() == before
    assert state.box[1, 2]
