"""What a store has, in figures."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass

from sokoplan.lab.batch.store import Store


@dataclass(frozen=True)
class Asked:
    """The answers to one question."""

    objective: str
    puzzles: int
    answered: int
    solved: int
    optimal: int
    unsolvable: int
    unknown: int
    failed: int
    seconds: float

    @property
    def left(self) -> int:
        return self.puzzles - self.answered


@dataclass(frozen=True)
class Facts:
    levels: int
    puzzles: int
    questions: tuple[Asked, ...]


def facts_of(store: Store) -> Facts:
    connection = store.connection
    levels, puzzles = connection.execute(
        "SELECT (SELECT count(*) FROM level), (SELECT count(*) FROM board)"
    ).fetchone()
    rows = connection.execute(
        """SELECT objective, count(board), total(status = 'solved'), total(optimal), total(status = 'unsolvable'),
            total(status = 'unknown'), total(status = 'failed'), total(seconds)
        FROM question LEFT JOIN answer ON answer.question = question.id GROUP BY question.id ORDER BY question.id"""
    )
    asked = (
        Asked(objective, puzzles, answered, *map(int, row[:5]), seconds=round(row[5], 3))  # type: ignore[misc]
        for objective, answered, *row in rows
    )
    return Facts(levels, puzzles, tuple(asked))


def print_facts(facts: Facts, *, as_json: bool) -> None:
    if as_json:
        for asked in facts.questions:
            print(json.dumps({"levels": facts.levels, **asdict(asked), "left": asked.left}))
        return
    same = f", {facts.puzzles:,} different puzzles" if facts.puzzles != facts.levels else ""
    print(f"{facts.levels:,} levels{same}")
    for asked in facts.questions:
        parts = [f"{asked.solved:,} solved"]
        if asked.optimal:
            parts[0] += f" ({asked.optimal:,} proved optimal)"
        for status in ("unsolvable", "unknown", "failed"):
            if number := getattr(asked, status):
                parts.append(f"{number:,} {status}")
        print(f"{asked.objective}: {', '.join(parts)}, {asked.left:,} left; {asked.seconds:,.1f} s of solving")
