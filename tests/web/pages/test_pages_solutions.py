"""Your solutions: the best by moves and by pushes, those of a file, a pasted plan, a backup, a profile."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

from playwright.sync_api import Page, expect

from helpers import serving
from helpers.pages import Opener, button, counted, drop, go, paste, type_keys
from sokoplan.puzzle.formats import read
from sokoplan.puzzle.level import Level
from sokoplan.puzzle.library import bundled
from sokoplan.puzzle.plan import Plan
from sokoplan.puzzle.verify import verify
from sokoplan.web.fingerprint import fingerprint


def finish(page: Page, keys: str) -> None:
    type_keys(page, keys)
    page.get_by_role("dialog").wait_for()


def rows(page: Page) -> list[str]:
    return page.locator(".solutions tbody tr").all_inner_texts()


def test_the_fingerprint_is_the_same_in_both_languages(open_page: Opener) -> None:
    page = open_page()
    levels = [entry.level() for entry in bundled().values()]
    prints = page.evaluate(
        """async (levels) => {
          const { fingerprint } = await import("/static/js/level.js");
          return levels.map(fingerprint);
        }""",
        [serving.data(level) for level in levels],
    )
    assert prints == [fingerprint(level) for level in levels]
    assert len(set(prints)) == len(prints)


def test_rows_of_a_drawn_level_are_those_of_its_card(open_page: Opener) -> None:
    page = open_page()
    cards = page.evaluate(
        """async () => {
          const { rowsOf } = await import("/static/js/level.js");
          const { levels } = await (await fetch("/api/levels")).json();
          const found = [];
          for (const { id, rows } of levels) {
            const { level } = await (await fetch(`/api/levels/${id}`)).json();
            found.push([id, rows, rowsOf(level)]);
          }
          return found;
        }"""
    )
    for name, rows_of_card, rows_of_level in cards:
        assert rows_of_level == [row.rstrip() for row in rows_of_card], name


def metrics(level: Level, keys: str) -> list[int]:
    counts = verify(level, Plan(keys.lower())).counts
    return [counts.moves, counts.pushes, counts.box_lines, counts.box_changes, counts.player_lines]


def test_what_decides_a_tie_is_counted_as_in_python(open_page: Opener) -> None:
    page = open_page()
    for name in ("owl", "cathedral", "saltire"):
        entry = bundled()[name]
        keys = entry.solution or "r"
        found = page.evaluate(
            """async ([level, keys]) => {
              const { boardOf } = await import("/static/js/level.js");
              const { replay } = await import("/static/js/game.js");
              const { measure } = await import("/static/js/metrics.js");
              const { moves, pushes, lines } = measure(replay(boardOf(level), keys).game);
              return [moves, pushes, lines[0], lines[1], lines[3]];
            }""",
            [serving.data(entry.level()), keys],
        )
        if entry.solution:
            assert found == metrics(entry.level(), keys)


def test_best_by_moves_and_by_pushes(open_page: Opener) -> None:
    # By moves: straight down the corridor. By pushes: the long way round saves a push.
    page = open_page("#play/two-yardsticks")
    level = bundled()["two-yardsticks"].level()
    page.get_by_role("tab", name="Solve").click()
    plans = {}
    for objective in ("moves-pushes", "pushes-moves"):
        page.get_by_label("Find").select_option(objective)
        button(page, "Solve").click()
        expect(page.locator(".verdict")).to_contain_text("Proved")
        plans[objective] = page.get_by_label("The plan").inner_text()
    counts = {objective: metrics(level, keys)[:2] for objective, keys in plans.items()}
    assert counts["moves-pushes"] != counts["pushes-moves"]  # that is what this level is for
    page.get_by_role("tab", name="Watch").click()
    for keys in plans.values():
        if not page.locator(".paste-plan[open]").count():
            page.get_by_text("Paste a plan").click()
        page.get_by_label("A plan in letters").fill(keys)
        button(page, "Check and keep").click()
        expect(page.locator(".letters")).to_have_text(keys)
    shown = rows(page)
    assert shown[0].split("\t")[:3] == ["Yours, by moves", *(f"{n}" for n in starred(counts["moves-pushes"], 0))]
    assert shown[1].split("\t")[:3] == ["Yours, by pushes", *(f"{n}" for n in starred(counts["pushes-moves"], 1))]
    assert shown[-1].startswith("Proved best")
    page.reload()
    expect(page.locator(".solutions tbody tr")).to_have_count(len(shown))


def starred(counts: list[int], best: int) -> list[str]:
    return [f"{count} ★" if index == best else str(count) for index, count in enumerate(counts)]


def test_a_pasted_plan_is_checked(open_page: Opener) -> None:
    page = open_page("#watch/first-push")
    page.get_by_text("Paste a plan").click()
    status = page.locator(".paste-plan [role=status]")
    for text, answer in (
        ("rrx", "A plan has only the letters u, d, l and r; this one has x."),
        ("uu", "Move 1 is not possible: a wall is in the way."),
        ("rr", "These 2 moves do not solve the level."),
    ):
        page.get_by_label("A plan in letters").fill(text)
        button(page, "Check and keep").click()
        expect(status).to_have_text(answer)
    page.get_by_label("A plan in letters").fill("r\nRRR")
    button(page, "Check and keep").click()
    expect(page.locator(".letters")).to_have_text("rRRR")
    go(page, "#set/bundled-sokoban")
    expect(page.locator(".level-card", has_text="First Push")).to_contain_text("yours: 4 moves")


def test_solutions_of_a_file_can_be_watched(open_page: Opener) -> None:
    page = open_page()
    paste(page, "#######\n#@ $ .#\n#######\n\nTitle: Given\nSolution/Known: rRR\n")
    page.get_by_role("tab", name="Watch").click()
    expect(page.locator(".letters")).to_have_text("rRR")
    expect(page.locator(".solutions")).to_contain_text("Best known by moves, by the file")
    go(page, "#set/own")
    expect(page.locator(".level-card")).to_contain_text("best known: 3 moves")
    expect(page.locator(".lead")).to_have_text("0 / 1 solved")  # but not by you


def test_push_optimal_is_praised(open_page: Opener) -> None:
    entry = bundled()["first-push"]
    assert entry.moves == 4
    page = open_page("#play/first-push")
    finish(page, "rlrrrr")
    expect(page.get_by_role("dialog")).to_contain_text("Push-optimal: no plan has fewer pushes. That is proved.")
    expect(page.get_by_role("dialog")).to_contain_text("Some plan takes only 4 moves.")


def download(page: Page, name: str) -> Path:
    with page.expect_download() as waiting:
        button(page, name).click()
    return Path(waiting.value.path())


def test_backup_and_restore(open_page: Opener, tmp_path: Path) -> None:
    page = open_page("#play/first-push")
    finish(page, "rrrr")
    go(page, "#play/crossroads")
    page.wait_for_selector("#tab-play")
    go(page, "#library")
    page.wait_for_selector(".set-card")
    drop(page, "two.xsb", "####\n#@.#\n#$ #\n#  #\n####\n\nTitle: <One>\n\n#######\n#@ $ .#\n#######\n\nTitle: Two\n")
    page.locator(".set-card", has_text="two").get_by_role("link").click()
    page.get_by_role("link", name="Two").click()
    expect(counted(page, "Moves")).to_have_text("0")
    finish(page, "rrr")
    go(page, "#library")
    button(page, "Backup").click()
    backup, sok = tmp_path / "backup.json", tmp_path / "backup.sok"
    backup.write_bytes(download(page, "JSON: everything").read_bytes())
    sok.write_bytes(download(page, "SOK: for other programs").read_bytes())
    data = json.loads(backup.read_text())
    assert len(data["records"]) == 2
    assert [one["title"] for one in data["collections"]] == ["two"]
    levels = {level.title: level for level in read(sok.read_text())}
    assert set(levels) == {"First Push", "Two", "<One>"}
    assert verify(levels["Two"], Plan(levels["Two"].solutions[0].keys.lower())).solved

    other = open_page()  # another browser, which knows nothing
    restore(other, sok)
    expect(other.get_by_text("Restored 2 solutions and 2 new levels.")).to_be_visible()
    expect(other.locator(".set-card", has_text="Sokoban")).to_contain_text("1 / 30")
    third = open_page()
    restore(third, backup)
    expect(third.get_by_text("Restored 4 solutions and 2 levels.")).to_be_visible()
    expect(third.locator(".set-card", has_text="two")).to_contain_text("1 / 2")


def restore(page: Page, file: Path) -> None:
    button(page, "Backup").click()
    page.get_by_label("Backup file").set_input_files(file)


def test_a_profile_file_keeps_it_instead(open_page: Opener, tmp_path: Path) -> None:
    file = tmp_path / "me.sokoplan"
    for visit in range(2):
        with serving.server("--profile", str(file)) as running:
            page = open_page(at=f"{running.address}/")
            expect(page.get_by_text("kept in the profile file of this server")).to_be_visible()
            if visit == 0:
                drop(page, "two.xsb", "#####\n#@$.#\n#####\n\n#######\n#@ $ .#\n#######\n")
                page.locator(".set-card", has_text="two").get_by_role("link").click()
                page.get_by_role("link", name="Level 1").click()
                expect(counted(page, "Moves")).to_have_text("0")
                finish(page, "r")
            else:
                expect(page.locator(".set-card", has_text="two")).to_contain_text("1 / 2")
            page.goto("about:blank")
    with sqlite3.connect(file) as database:
        assert dict(database.execute("SELECT store, count(*) FROM kept GROUP BY store")) == {
            "cards": 2,
            "collections": 1,
            "levels": 2,
            "records": 1,
        }
