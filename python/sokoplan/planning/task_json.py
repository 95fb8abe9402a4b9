"""The Task of a level as JSON, in the manner of SAS: for those who write a solver but no grounder.

Comes in:  a Level, or the JSON.     Goes out: task.json, or the Task again.

    {"format": "sokoplan-task", "version": 1,
     "facts":     ["player(1,1)", "box(1,2)", ...],           every fact that can hold, by name
     "start":     ["player(1,1)", ...],                       the facts that hold at first
     "goal":      [[{"fact": "box(1,2)", "holds": false}]],   every inner list needs one that is right
     "groups":    [["player(1,1)", "player(1,2)"], ...],      at most one fact of a group holds at a time
     "operators": [{"name": "push(1,1,right)", "key": "r", "deed": "push",
                    "needs": [...], "forbids": [...],         what must hold, what must not
                    "adds": [...], "deletes": [...]}],        what holds afterwards, what does not
     "limit":     null}                                       the most operators a plan may use, or null

Every operator costs one. `key` is what a person presses; it is empty for the forced step of Helltaker. Names of
operators may occur twice: one key does different things in different positions.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any

from sokoplan.errors import InputError
from sokoplan.planning.ground import ground
from sokoplan.planning.task import Operator, Task, fact_name
from sokoplan.puzzle.level import Level
from sokoplan.puzzle.rules.state import Fact

FORMAT, VERSION = "sokoplan-task", 1


def files(level: Level) -> dict[str, str]:
    return {"task.json": task_to_json(ground(level))}


def task_to_json(task: Task) -> str:
    """One thing per line, so that people and `diff` can read it."""
    name = [fact_name(fact) for fact in task.facts]

    def names(facts: Iterable[int]) -> list[str]:
        return [name[fact] for fact in sorted(facts)]

    operators = [
        {
            "name": operator.name,
            "key": operator.key,
            "deed": operator.deed,
            "needs": names(operator.needs),
            "forbids": names(operator.forbids),
            "adds": names(operator.adds),
            "deletes": names(operator.deletes),
        }
        for operator in task.operators
    ]
    goal = [[{"fact": name[fact], "holds": wanted} for fact, wanted in clause] for clause in task.goal]
    members = [
        f'"format": {json.dumps(FORMAT)}',
        f'"version": {VERSION}',
        f'"facts": {_lines(name)}',
        f'"start": {_lines(names(task.start))}',
        f'"goal": {_lines(goal)}',
        f'"groups": {_lines(names(group) for group in task.groups)}',
        f'"operators": {_lines(operators)}',
        f'"limit": {json.dumps(task.limit)}',
    ]
    return "{\n  " + ",\n  ".join(members) + "\n}\n"


def _lines(items: Iterable[object]) -> str:
    return "[" + ",".join(f"\n    {json.dumps(item)}" for item in items) + "\n  ]"


_NAME = re.compile(r"([a-z]+)(?:\((\d+),(\d+)\))?")


def task_from_json(text: str) -> Task:
    """The Task that was written; it is validated again. Raises InputError."""
    try:
        data = json.loads(text)
        if data["format"] != FORMAT or data["version"] != VERSION:
            raise InputError("this JSON is not a task", f'It has "format": "{FORMAT}" and "version": {VERSION}.')
        task = _task(data)
        task.validate()
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise InputError(f"this is not a valid task: {error}") from None
    return task


def _task(data: dict[str, Any]) -> Task:
    number = {name: index for index, name in enumerate(data["facts"])}

    def numbers(names: list[str]) -> frozenset[int]:
        return frozenset(number[name] for name in names)

    return Task(
        facts=tuple(_fact(name) for name in data["facts"]),
        start=numbers(data["start"]),
        operators=tuple(
            Operator(
                name=item["name"],
                key=item["key"],
                deed=item["deed"],
                needs=numbers(item["needs"]),
                forbids=numbers(item["forbids"]),
                adds=numbers(item["adds"]),
                deletes=numbers(item["deletes"]),
            )
            for item in data["operators"]
        ),
        goal=tuple(
            tuple((number[item["fact"]], _truth(item["holds"])) for item in clause) for clause in data["goal"]
        ),
        groups=tuple(numbers(group) for group in data["groups"]),
        limit=None if data["limit"] is None else int(data["limit"]),
    )


def _truth(value: object) -> bool:
    # Any other value than these two would quietly count as one of them.
    if not isinstance(value, bool):
        raise ValueError(f"{value!r} is neither true nor false")
    return value


def _fact(name: str) -> Fact:
    """The fact with this name: the way back from `fact_name`."""
    match = _NAME.fullmatch(name)
    if match is None:
        raise ValueError(f"{name!r} is not the name of a fact")
    return (match[1], (int(match[2]), int(match[3]))) if match[2] else ("flag", match[1])
