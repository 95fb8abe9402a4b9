"""Signs of life: which searches run and how many boxes are packed, on a line that leaves room for the answer."""

from __future__ import annotations

from pathlib import Path

from helpers.levels import drawn
from helpers.serving import client_of, data, events
from helpers.terminal import Terminal
from sokoplan.cli.exitcodes import ExitCode
from sokoplan.engines.answer import Budget, Progress
from sokoplan.solving.solve import solve
from sokoplan.solving.wording import doing

# Nothing that we know solves it, and nothing proves that it cannot be solved: it runs for as long as it may.
HARD = """
##############
# . .      # #
##    *      #
#  . $.$.$ $ #
#     #  . . #
# $$ $.# .####
# .# . #     #
#   $.$ #    #
#    .  # #.##
#  $ $$..#   #
# $ $ $#*$ @ #
#         #  #
##############
"""


def test_the_searches_that_run_and_the_boxes_packed() -> None:
    seen: list[Progress] = []
    # Without the backward search, which would come first for a while.
    solve(
        drawn(HARD), "search", "any", Budget(10, cancelled=lambda: any(sign.packed for sign in seen)),
        options={"backward": "false"}, report=seen.append,
    )  # fmt: skip
    sign = next(sign for sign in seen if sign.packed)
    assert any(name.startswith("packing") for name in sign.strategies)
    assert sign.packed is not None
    assert 0 <= sign.packed[0] < sign.packed[1] == 18
    assert sign.words == f"{' + '.join(sign.strategies)}, packed {sign.packed[0]} of 18"


def test_in_words() -> None:
    sign = Progress(1234, words="forward + packing, packed 3 of 10", memory_mb=12)
    assert doing(sign) == "forward + packing, packed 3 of 10; 1,234 positions, 12 MB"
    assert doing(Progress(5, bound=7), "conflicts") == "5 conflicts, at least 7"


def test_in_a_terminal_words_are_cut_and_the_answer_starts_on_a_clean_line(tmp_path: Path) -> None:
    name = "a-file-whose-name-leaves-little-room-for-anything.xsb"
    (tmp_path / name).write_text(HARD)
    terminal = Terminal(tmp_path, "solve", name, "--time", "1", columns=80)
    terminal.wait(r"room-for-anything\.xsb: (backward|forward|packing|both-ends)[^\r\n]*…[^\r\n]* \S*0:00:\d\d")
    before = terminal.wait(r"unknown \(time\)")
    assert before.rpartition(name)[0].endswith("\x1b[2K\x1b[1m")  # what stood there was erased
    assert terminal.ended() == ExitCode.TIME


def test_in_the_web_app() -> None:
    with client_of() as client:
        job = client.post("/api/jobs", json={"level": data(drawn(HARD)), "engine": "search", "seconds": 1.5}).json()
        told = events(client.get(f"/api/jobs/{job['id']}/events").text)
    signs = [event for event in told if event["type"] == "progress" and event["strategies"]]
    assert signs
    for sign in signs:
        assert sign["words"].startswith(" + ".join(sign["strategies"]))
        assert (sign["packed"] is None) == (sign["to_pack"] is None)
    assert told[-1]["result"]["strategy"] == ""
    assert told[-1]["result"]["reason"] == "time"
