"""Many levels over several workers: order, chunks, levels that take long, workers that die."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from typing import Any

import pytest

import sokoplan as sp
from helpers.command import children
from helpers.crews import HereCrew
from helpers.levels import HARD, drawn
from sokoplan.puzzle.level import Level
from sokoplan.solving.chunk import Question, Reply, answer_chunk, puzzle_of
from sokoplan.solving.crew import LocalCrew
from sokoplan.solving.dispatch import MOST_DEATHS, Chunk, dispatch
from sokoplan.solving.many import solve_many
from sokoplan.solving.rate import Rate, duration


def corridor(length: int) -> Level:
    return drawn(f"{'#' * (length + 5)}\n#@${' ' * length}.#\n{'#' * (length + 5)}")


LEVELS = [corridor(length) for length in range(30)]


def test_in_order_and_each_with_its_own_level() -> None:
    results = list(sp.solve_many(LEVELS, objective="pushes", jobs=2))
    assert [result.level for result in results] == LEVELS
    assert [result.pushes for result in results] == list(range(1, 31))
    assert all(result.optimal for result in results)
    assert all(sp.verify(result.level, result.plan or "") for result in results)


def test_in_any_order_all_are_there() -> None:
    results = sp.solve_many(iter(LEVELS), objective="moves", jobs=2, ordered=False)
    assert sorted(result.moves or 0 for result in results) == list(range(1, 31))


def test_all_games_and_what_cannot_be_asked() -> None:
    levels = [level for level in sp.levels().values() if level.game != "sokoban"][:6]
    results = list(sp.solve_many(levels, jobs=1, time=20))
    assert [result.level.title for result in results] == [level.title for level in levels]
    assert {result.status for result in results} <= {"solved", "unsolvable"}
    refused = next(sp.solve_many([sp.level("first-push")], engine="oracle", options={"magic": 1}, jobs=1))
    assert refused.status == "unknown"
    assert "has no options" in refused.answer.notes[0]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"jobs": 0}, "jobs must be at least 1"),
        ({"engine": "race"}, "unknown engine"),
        ({"objective": "x"}, "x"),
    ],
)
def test_wrong_arguments(arguments: dict[str, object], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        sp.solve_many(LEVELS, **arguments)  # type: ignore[arg-type]


def test_few_levels_are_read_ahead() -> None:
    read = 0

    def reading() -> Iterator[Level]:
        nonlocal read
        for level in LEVELS * 100:
            read += 1
            yield level

    crew = HereCrew()
    found = solve_many(reading(), Question("pushes"), 1, crew=crew)
    next(found)
    assert read < 100
    found.close()
    assert crew.closed


def test_chunks_grow_where_levels_are_quick() -> None:
    crew = HereCrew()
    list(solve_many(LEVELS * 10, Question("pushes"), 1, crew=crew))
    assert crew.sizes[0] < 10 < max(crew.sizes)  # a level takes a hundredth of a second here, a chunk a quarter


class Slow(HereCrew):
    """The fifth level takes longer than a slice."""

    def answer(self, chunk: Chunk) -> list[Reply]:
        asked.append((list(chunk.numbers), chunk.question.seconds))
        replies = super().answer(chunk)
        if chunk.is_sliced and 5 in chunk.numbers:
            at = chunk.numbers.index(5)
            replies[at] = replies[at]._replace(status="unknown", reason="time", lurd=None, counts=None)
        return replies


asked: list[tuple[list[int], float | None]] = []


def test_a_level_that_takes_long_is_asked_alone_with_its_full_limits() -> None:
    asked.clear()
    found = dict(dispatch(enumerate(map(puzzle_of, LEVELS)), Question("pushes", seconds=50), Slow()))
    assert len(found) == len(LEVELS)
    assert all(reply.status == "solved" for reply in found.values())
    assert ([5], 50) in asked
    assert all(seconds == 1 for numbers, seconds in asked if len(numbers) > 1)


def test_a_level_that_kills_its_workers_is_reported_and_the_others_are_done() -> None:
    deaths: list[list[int]] = []

    def deadly(chunk: Chunk) -> bool:
        if 7 in chunk.numbers:
            deaths.append(chunk.numbers)
        return 7 in chunk.numbers

    found = dict(dispatch(enumerate(map(puzzle_of, LEVELS)), Question("pushes"), HereCrew(deadly)))
    assert len(deaths) == MOST_DEATHS
    assert deaths[-1] == [7]
    assert found.pop(7).error == "3 workers died over this level, the last by signal SIGKILL"
    assert len(found) == len(LEVELS) - 1
    assert all(reply.status == "solved" for reply in found.values())


def test_a_worker_process_that_is_killed() -> None:
    before = set(children())
    found = dispatch(enumerate(map(puzzle_of, LEVELS * 20)), Question("pushes"), LocalCrew(2))
    replies = dict([next(found)])
    victim = min(set(children()) - before)
    os.kill(victim, signal.SIGKILL)
    replies.update(found)
    assert len(replies) == len(LEVELS) * 20
    assert all(reply.status == "solved" for reply in replies.values())
    assert set(children()) <= before


def test_what_is_closed_early_leaves_no_process() -> None:
    before = set(children())
    found = sp.solve_many([drawn(HARD), *LEVELS], jobs=2, ordered=False)
    assert next(found).solved
    found.close()  # type: ignore[attr-defined]
    assert set(children()) <= before


def test_limits_are_kept_and_every_answer_is_one_of_three() -> None:
    reply = answer_chunk(Question("any", seconds=0.2), [puzzle_of(drawn(HARD))])[0]
    assert (reply.status, reply.reason) == ("unknown", "time")
    cannot = drawn("#####\n#@.$#\n#####")
    assert answer_chunk(Question("any"), [puzzle_of(cannot)])[0].status == "unsolvable"
    assert answer_chunk(Question("any"), [puzzle_of(LEVELS[3])])[0].optimal is False


def test_frames() -> None:
    results = list(sp.solve_many(LEVELS[:3], objective="pushes", jobs=1))
    for library in ("pandas", "polars"):
        pytest.importorskip(library)
        table = sp.frame(results, library)
        assert list(table["pushes"]) == [1, 2, 3]
        assert list(table["plan"]) == ["R", "RR", "RRR"]
        assert type(table).__module__.startswith(library)
    with pytest.raises(ValueError, match="unknown library 'excel'"):
        sp.frame(results, "excel")


def test_rates_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr("sokoplan.solving.rate.time.monotonic", lambda: now)
    rate = Rate(10_000)
    rate.add(1000)
    now = 102.0
    assert rate.words == "1,000 of 10,000 levels, 500 levels/s, 18 s left"
    assert rate.is_due
    assert not rate.is_due
    assert [duration(seconds) for seconds in (5, 200, 18_720)] == ["5 s", "3 min 20 s", "5 h 12 min"]


def test_a_level_beside_others_has_one_core(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two searches side by side would only share it, which pays with sinks; and one thread repeats itself."""
    import sokoplan.solving.solve as door

    asked: list[dict[str, str]] = []
    original = door.solve

    def watched(*arguments: Any, **more: Any) -> Any:
        asked.append(more["options"])
        return original(*arguments, **more)

    monkeypatch.setattr(door, "solve", watched)
    levels = [sp.level(name) for name in ("two-yardsticks", "down-the-drain", "helltaker-level-1")]
    question = Question("any", "search", is_measured=True)
    assert [reply.status for reply in answer_chunk(question, levels)] == ["solved"] * 3
    assert asked == [{"threads": "1"}, {}, {}]
    answer_chunk(Question("any", "search", options={"threads": "2"}), levels[:1])
    assert asked[3] == {"threads": "2"}
