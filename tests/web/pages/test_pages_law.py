"""The law in the page and the law in Python, in lockstep: the same keys, the same positions, the same reasons."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import islice
from random import Random

from helpers.law_walks import IN_JAVASCRIPT, levels, walk
from helpers.pages import Opener
from sokoplan.puzzle.formats.json import level_to_json
from sokoplan.puzzle.rules import LAWS

STEPS = 110_000


def test_the_page_knows_what_each_game_asks(open_page: Opener) -> None:
    games = open_page().evaluate("async () => (await import('/static/js/games.js')).GAMES")
    assert list(games) == list(LAWS)
    for name, law in LAWS.items():
        row = games[name]
        assert row["measure"] == law.measure, name
        assert row["pushWord"] == law.push_word, name
        assert row["plainPushes"] == law.plain_pushes, name
        assert (row["limit"] is not None) == law.has_limit, name
        assert row["readings"] == list(law.readings), name


def test_the_page_obeys_the_law(open_page: Opener) -> None:
    page = open_page()
    random = Random(20)
    length = 100
    steps = 0
    source = levels(random)
    for _ in range(11):
        walks = []
        for level in islice(source, STEPS // length // 11):
            walks.append((level, *walk(level, random, length)))
        sent = [[json.loads(level_to_json(level)), keys] for level, keys, _, _ in walks]
        answers = page.evaluate(f"(walks) => ({IN_JAVASCRIPT})(walks, '/static/js')", sent)
        for (level, keys, lines, end), (got, got_end) in zip(walks, answers, strict=True):
            assert got == lines, (level, keys)
            if end is not None:
                expected = json.loads(level_to_json(replace(end, solutions=())))
                assert got_end == expected, (level, keys)
        steps += sum(len(keys) for _, keys, _, _ in walks)
    assert steps >= 100_000
