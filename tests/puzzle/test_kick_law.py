"""The law of Helltaker, each rule of it on a board of its own."""

from __future__ import annotations

from dataclasses import replace

import pytest

from helpers.levels import drawn
from sokoplan.puzzle.plan import Plan
from sokoplan.puzzle.rules import begin, level_at, play, won
from sokoplan.puzzle.verify import verify
from sokoplan.views.text import draw


def after(rows: str, keys: str) -> tuple[str, list[tuple[str, int]]]:
    """The one row that matters after the keys, and what each key did and cost."""
    level = drawn(f"t\n99\n{rows}")
    state = begin(level)
    deeds = []
    for key in keys:
        deed, cost = play(level, state, key)
        deeds.append((str(deed) if deed else "no", cost))
    return draw(level, state.snapshot())[1], deeds


W = "############\n"


@pytest.mark.parametrize(
    ("row", "keys", "row_after", "deeds"),
    [
        # A block is kicked, the hero stays; a blocked kick still costs.
        ("#HB    D   #", "r", "#H B   D   #", [("kick", 1)]),
        ("#HBB   D   #", "r", "#HBB   D   #", [("kick", 1)]),
        ("#HBM   D   #", "r", "#HBM   D   #", [("kick", 1)]),
        ("#HBL   D   #", "r", "#HBL   D   #", [("kick", 1)]),
        ("#HBD   D   #", "r", "#HBD   D   #", [("kick", 1)]),
        ("#D      HB##", "r", "#D      HB##", [("kick", 1)]),
        # ... onto a key, spikes or a trap it may go; the key lies under it.
        ("#HBK   D   #", "rrr", "# HKB  D   #", [("kick", 1), ("move", 1), ("kick", 1)]),
        ("#HBS   D   #", "r", "#H O   D   #", [("kick", 1)]),
        # A mob is kicked along, and dies against a wall, a block or another mob.
        ("#HM    D   #", "r", "#H M   D   #", [("kick", 1)]),
        ("#HMB   D   #", "r", "#H B   D   #", [("kick", 1)]),
        ("#HMM   D   #", "r", "#H M   D   #", [("kick", 1)]),
        ("#D      HM##", "r", "#D      H ##", [("kick", 1)]),
        # ... it may be kicked onto a lock, a key, a demoness's cell.
        ("#HML   D   #", "r", "#H M   D   #", [("kick", 1)]),
        ("#HMK   D   #", "r", "#H M   D   #", [("kick", 1)]),
        # Spikes kill it.
        ("#HMS   D   #", "r", "#H S   D   #", [("kick", 1)]),
        # A trap drawn safe is up after the first key.
        ("#HMT   D   #", "r", "#H U   D   #", [("kick", 1)]),
        ("#HMU   D   #", "r", "#H M   D   #", [("kick", 1)]),
        # ... where a mob lives until the trap comes up under it.
        ("#HMU  B D  #", "rl", "#H M  B D  #", [("kick", 1), ("no", 0)]),
        # Spikes hurt: one more, and kicking while standing on them hurts again.
        ("#HS    D   #", "r", "# H    D   #", [("move", 2)]),
        ("#HSB   D   #", "rr", "# H B  D   #", [("move", 2), ("kick", 2)]),
        # Traps: stepping on T with the first key hurts, on U does not.
        ("#HT    D   #", "r", "# H    D   #", [("move", 2)]),
        ("#HU    D   #", "r", "# H    D   #", [("move", 1)]),
        # Locks and walls and demonesses: not allowed without cost.
        ("#HL    D   #", "r", "#HL    D   #", [("no", 0)]),
        ("#H     D   #", "lu", "#H     D   #", [("no", 0), ("no", 0)]),
        ("#HKL   D   #", "rr", "#  H   D   #", [("move", 1), ("move", 1)]),
    ],
)
def test_rule(row: str, keys: str, row_after: str, deeds: list[tuple[str, int]]) -> None:
    assert after(f"{W}{row}\n{W}", keys) == (row_after, deeds)


def test_a_lock_without_the_key_stops_the_hero_even_under_a_mob() -> None:
    row, deeds = after(f"{W}#HML   D   #\n{W}", "rrr")
    assert row == "# HM   D   #"
    assert deeds == [("kick", 1), ("move", 1), ("no", 0)]


def test_the_forced_step_does_not_toggle_the_traps() -> None:
    # T T: the first is up after one key (hurts), the second is down after two.
    assert after(f"{W}#HTT   D   #\n{W}", "rr")[1] == [("move", 2), ("move", 1)]


def test_a_mob_waiting_on_a_trap_dies_when_it_comes_up() -> None:
    level = drawn(f"t\n99\n{W}#HM U  D   #\n#          #\n{W}")
    state = begin(level)
    alive = []
    for key in "rrrd":  # kick, walk, kick onto the trap (up after even keys), step aside
        play(level, state, key)
        alive.append(bool(state.cells("mob")))
    assert alive == [True, True, True, False]


def test_won_next_to_the_demoness_and_the_last_step_counts() -> None:
    level = drawn(f"t\n3\n{W}#H SD     ##\n{W}")
    goal = level.law.goal(level)
    state = begin(level)
    play(level, state, "r")
    assert not won(state, goal)
    assert play(level, state, "r") == ("move", 2)
    assert won(state, goal)
    assert verify(level, Plan("rr")).solved
    one_less = drawn(f"t\n2\n{W}#H SD     ##\n{W}")
    verdict = verify(one_less, Plan("rr"))
    assert verdict.legal
    assert not verdict.solved
    assert verdict.why == "it costs 3, and the limit is 2"


def test_next_to_her_at_the_start_is_the_empty_plan() -> None:
    level = drawn(f"t\n5\n{W}#HD       ##\n{W}")
    assert verify(level, Plan("")).solved
    longer = verify(level, Plan("l"))
    assert not longer.legal
    assert longer.why == "key 1 comes after the win"


def test_a_position_as_a_level_keeps_the_rest_of_the_plan_and_of_the_limit() -> None:
    rows = "#HKL S U  D#\n#B M       #\n#          #\n"
    plan = "drrdrrrrrr"  # kick the block, take the key, open the lock, kick the mob, over spikes and a trap
    level = drawn(f"t\n12\n{W}{rows}{W}")
    assert verify(level, Plan(plan)).solved
    state, spent = begin(level), 0
    for cut, key in enumerate(plan):
        here = level_at(level, state, spent)
        assert here.limit == 12 - spent
        assert verify(here, Plan(plan[cut:])).solved
        assert not verify(replace(here, limit=11 - spent), Plan(plan[cut:])).solved
        assert here.boxes == ({(2, 1)} if cut == 0 else {(3, 1)})
        assert here.mobs == ({(2, 3)} if cut < 4 else {(3, 3)})
        assert here.has_key == (cut >= 2)
        spent += play(level, state, key)[1]


def test_what_could_ever_hold() -> None:
    level = drawn("t\n9\n########\n#HBM #B#\n#K LD#M#\n########")
    found = list(level.law.possible(level))
    room = {(1, 1), (1, 2), (1, 3), (1, 4), (2, 1), (2, 2), (2, 3)}
    # A block and a mob that nobody can reach stand where they are.
    assert {cell for layer, cell in found if layer == "box"} == room | {(1, 6)}
    assert {cell for layer, cell in found if layer == "mob"} - {(2, 4)} == room | {(2, 6)}
    assert {cell for layer, cell in found if layer == "lock"} == {(2, 3)}
    assert [fact for fact in found if fact[0] == "flag"] == [("flag", "key")]
    bare = drawn("t\n9\n####\n#HD#\n####")
    assert list(bare.law.possible(bare)) == []


@pytest.mark.parametrize(
    ("row", "flags"),
    [("#H D#", []), ("#HKD#", ["key"]), ("#HSD#", ["hurt"]), ("#HTD#", ["hurt", "odd"]), ("#HUD#", ["hurt", "odd"])],
)
def test_which_flags_could_ever_be_up(row: str, flags: list[str]) -> None:
    level = drawn(f"t\n9\n#####\n{row}\n#####")
    assert sorted(name for layer, name in level.law.possible(level) if layer == "flag") == flags
