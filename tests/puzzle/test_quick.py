"""The quick check of a plan says what `verify` says."""

from __future__ import annotations

from random import Random

from helpers.levelgen import sokoban
from helpers.levels import drawn
from sokoplan.puzzle.plan import Plan
from sokoplan.puzzle.quick import quick_check
from sokoplan.puzzle.symmetry import plain_text
from sokoplan.puzzle.verify import verify
from sokoplan.solving.solve import solve


def test_the_same_as_verify_on_plans_right_and_wrong() -> None:
    random = Random(7)
    right = wrong = 0
    for _ in range(150):
        level = sokoban(random)
        found = solve(level, "search", "any")
        plans = ["".join(random.choices("udlr", k=random.randrange(12)))]
        if found.plan is not None:
            keys = found.plan.keys
            cut = random.randrange(len(keys) + 1)
            plans += [keys, keys[:cut], keys[:cut] + random.choice("udlr") + keys[cut:]]
        for keys in plans:
            verdict = verify(level, Plan(keys))
            expected = (verdict.lurd, verdict.counts) if verdict.solved else None
            assert quick_check(plain_text(level), keys) == expected, (str(level), keys)
            right, wrong = right + verdict.solved, wrong + (not verdict.solved)
    assert right > 30
    assert wrong > 100


def test_off_the_board_is_wall() -> None:
    open_board = plain_text(drawn("#####\n#@$.#\n#####")).replace("#", " ")
    assert quick_check(open_board, "r") is not None
    assert quick_check(open_board, "rrrr") is None
    assert quick_check(open_board, "uu") is None
    assert quick_check(open_board, "lll") is None
