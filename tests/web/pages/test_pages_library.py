"""The library: collections with their progress, 4,000 levels, sort and filter, add, rename, remove, export."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Page, expect

from helpers import serving
from helpers.pages import Opener, button, counted, drop, escape, go, paste, type_keys
from sokoplan.puzzle.formats import read
from sokoplan.puzzle.library import bundled
from sokoplan.web.fingerprint import fingerprint

MANY = 4_000
ROOM = "#######\n#@{} $.#\n#{}  {}#\n#######\n"
TWO = "####\n#@.#\n#$ #\n#  #\n####\n\nTitle: One\n\n#####\n#@$.#\n#####\n\nTitle: Two\nSolution: R\n"


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server with a collection of 4,000 levels."""
    folder = tmp_path_factory.mktemp("levels")
    random = Random(18)
    rooms = [ROOM.format(*(random.choice(" #") for _ in range(3))) for _ in range(MANY)]
    text = "".join(f"{room}\nTitle: Room {number}\n\n" for number, room in enumerate(rooms, 1))
    (folder / "many_rooms.xsb").write_text(f"Author: A Machine\n\n{text}")
    with serving.server(str(folder)) as running:
        yield f"{running.address}/"


def test_four_thousand_levels(open_page: Opener, large: str) -> None:
    page = open_page(at=large)
    card = page.locator(".set-card", has_text="many rooms")
    expect(card).to_contain_text("A Machine")
    expect(card).to_contain_text(f"0 / {MANY}")
    card.get_by_role("link").click()
    cards = page.locator(".level-card")
    expect(cards.first).to_contain_text("Room 1")
    assert cards.count() < 80  # only what is seen is there
    page.evaluate("scrollTo(0, document.body.scrollHeight / 2)")
    expect(cards.filter(has_text=re.compile(r"Room 20\d\d"))).not_to_have_count(0)
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    expect(cards.filter(has_text=f"Room {MANY}")).to_be_visible()
    assert cards.count() < 80
    page.get_by_label("Search").fill("room 3999")
    expect(cards).to_have_count(1)
    cards.get_by_role("link").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Room 3999")
    expect(page.locator(".crumbs")).to_have_text(f"many rooms 3999 / {MANY}")
    page.keyboard.press("n")
    expect(page.get_by_role("heading", level=1)).to_have_text(f"Room {MANY}")
    page.keyboard.press("n")  # the last one: back to the collection
    expect(page.get_by_role("heading", level=1)).to_have_text("many rooms")
    go(page, "#library")
    page.get_by_label("Search").fill("room 77")
    expect(page.get_by_role("status").filter(has_text="levels")).to_have_text("76 levels")


def test_sort_and_filter(open_page: Opener) -> None:
    page = open_page("#play/first-push")
    type_keys(page, "rrrr")
    button(page, "Next level").and_(page.locator("dialog button")).click()
    go(page, "#set/bundled-sokoban")
    chips = page.get_by_role("group", name="Show")
    titles = page.locator(".level-card h3")
    expect(titles.first).to_have_text("1 First Push")
    expect(page.locator(".lead")).to_have_text("1 / 30 solved")
    chips.get_by_role("button", name="Unsolved").click()
    expect(titles.first).to_have_text("2 Around the Back")
    chips.get_by_role("button", name=re.compile("^Solved")).click()
    expect(titles).to_have_text(["1 First Push"])
    expect(page.locator(".level-card")).to_contain_text("yours: 4 moves, optimal: 4 moves")
    chips.get_by_role("button", name="All").click()
    games = [entry for entry in bundled().values() if entry.game == "sokoban"]
    for name, key in (
        ("boxes", lambda entry: len(entry.level().boxes)),
        ("size", lambda entry: entry.level().width * entry.level().height),
    ):
        page.get_by_label("Sort by").select_option(name)
        best = min(games, key=key)  # the first of several
        expect(titles.first).to_contain_text(best.title)
    page.get_by_label("Sort by").select_option("solved last")
    expect(titles.first).to_contain_text("Around the Back")
    go(page, "#library")
    expect(page.locator(".set-card", has_text="Sokoban")).to_contain_text("1 / 30")


def test_games_are_told_apart(open_page: Opener) -> None:
    page = open_page()
    page.get_by_role("button", name=re.compile("^Helltaker")).click()
    expect(page.locator(".set-card")).to_have_count(1)
    page.locator(".set-card a").click()
    expect(page.locator(".level-card")).to_have_count(19)


def test_arrows_go_from_card_to_card(open_page: Opener) -> None:
    page = open_page("#set/bundled-sokoban")
    page.wait_for_selector(".level-card")
    focused = "document.activeElement.querySelector('h3')?.textContent"
    for key, title in (
        ("ArrowRight", "1 First Push"),
        ("ArrowRight", "2 Around the Back"),
        ("ArrowDown", "8 Single File"),
        ("ArrowLeft", "7 Shoulder to Shoulder"),
        ("ArrowUp", "1 First Push"),
    ):
        page.keyboard.press(key)
        assert page.evaluate(focused) == title


def test_add_rename_remove(open_page: Opener) -> None:
    page = open_page(refusals=True)
    paste(page, "this is no level")
    expect(page.get_by_role("alert")).not_to_be_empty()
    escape(page)
    drop(page, "two_rooms.xsb", TWO)
    expect(page.locator(".set-card", has_text="two rooms")).to_contain_text("0 / 2")
    page.reload()  # it is kept
    page.locator(".set-card", has_text="two rooms").get_by_role("link").click()
    cards = page.locator(".level-card")
    expect(cards).to_have_count(2)
    button(page, "Rename").click()
    page.get_by_label("Title of the collection").fill("My pair")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("My pair")
    button(page, "Remove Two").click()
    expect(cards).to_have_count(1)
    button(page, "Undo").click()
    expect(cards).to_have_count(2)
    button(page, "Remove").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Library")
    expect(page.locator(".set-card")).to_have_count(3)
    button(page, "Undo").click()
    expect(page.locator(".set-card", has_text="My pair")).to_have_count(1)
    paste(page, "#####\n#@$.#\n#####\n")
    expect(counted(page, "Moves")).to_have_text("0")
    go(page, "#library")
    expect(page.locator(".set-card", has_text="Your levels")).to_contain_text("0 / 1")


def saved(page: Page, name: str) -> tuple[str, str]:
    """The name and the text of what a button downloads."""
    with page.expect_download() as waiting:
        button(page, name).click()
    return waiting.value.suggested_filename, Path(waiting.value.path()).read_text()


def test_export_a_collection(open_page: Opener) -> None:
    page = open_page("#play/first-push")
    type_keys(page, "rrrr")
    page.get_by_role("dialog").wait_for()
    go(page, "#set/bundled-sokoban")
    button(page, "Export").click()
    name, text = saved(page, "SOK")
    assert name == "Sokoban.sok"
    games = [entry for entry in bundled().values() if entry.game == "sokoban"]
    levels = read(text)
    assert [level.title for level in levels] == [entry.title for entry in games]
    assert [fingerprint(level) for level in levels] == [fingerprint(entry.level()) for entry in games]
    assert levels[0].solutions[0].keys == "rRRR"
    assert {level.collection for level in levels} == {"Sokoban"}
    go(page, "#set/bundled-helltaker")
    button(page, "Export").click()
    name, text = saved(page, "JSON")
    hell = [entry.level() for entry in bundled().values() if entry.game == "helltaker"]
    assert read(text) == hell


def test_a_long_title_stays_in_its_card(open_page: Opener) -> None:
    page = open_page()
    paste(page, f"#####\n#@$.#\n#####\n\nTitle: {'x' * 300}\n")
    expect(counted(page, "Moves")).to_have_text("0")
    go(page, "#set/own")
    card = page.locator(".level-card").bounding_box()
    title = page.locator(".level-card h3").bounding_box()
    assert card is not None
    assert title is not None
    assert title["width"] < card["width"]
    assert title["height"] < 40  # one line


def test_a_collection_is_checked_with_live_rows(open_page: Opener) -> None:
    page = open_page()
    wrong = "#######\n#@ $ .#\n#######\n\nTitle: Long\nSolution: rR\n"
    drop(page, "pair.xsb", f"{wrong}\n#####\n#@$.#\n#####\n\nTitle: Short\nSolution: R\n")
    page.locator(".set-card", has_text="pair").get_by_role("link").click()
    button(page, "Check").click()
    dialog = page.get_by_role("dialog", name="Check")
    dialog.get_by_label("oracle").check()
    button(page, "Start").click()
    expect(dialog.get_by_role("status")).to_have_text("Done. 2 of 2 levels: 5 answers fine, 1 failed.")
    rows = dialog.locator("tbody tr")
    expect(rows).to_have_count(6)
    expect(dialog.locator(".wrong-row")).to_contain_text("solution in the file")
    expect(dialog.locator(".wrong-row")).to_contain_text("failed")
    dialog.get_by_label("Show only what failed").check()
    expect(rows.filter(visible=True)).to_have_count(1)
    escape(page)
    expect(page.locator(".level-card", has_text="Short")).to_contain_text("best known: 1 move")


def test_a_level_without_a_title_is_called_by_its_file(open_page: Opener, tmp_path: Path) -> None:
    """In the head, in the browser's tab, and as a file that is saved."""
    (tmp_path / "map10.txt").write_text("#######\n#S C X#\n#######\n")
    with serving.server(str(tmp_path / "map10.txt")) as running:
        page = open_page(at=f"{running.address}/")
        page.get_by_label("Search").fill("map10")
        page.get_by_role("link", name="map10.txt").first.click()
        expect(page.get_by_role("heading", level=1)).to_have_text("map10.txt")
        expect(page).to_have_title("map10.txt · sokoplan")
        page.get_by_role("tab", name="Solve").click()
        button(page, "Solve").click()
        button(page, "Watch it").click()
        with page.expect_download() as waiting:
            button(page, "SVG").click()
        assert waiting.value.suggested_filename == "map10.svg"


def test_a_new_puzzle(open_page: Opener) -> None:
    page = open_page(refusals=True)
    button(page, "New puzzle").click()
    page.get_by_label("Seed").fill("7")
    page.get_by_label("Difficulty").fill("2")
    page.get_by_label("Width").fill("3")
    button(page, "Make it").click()
    expect(page.get_by_role("alert")).to_contain_text("too small")
    page.get_by_label("Width").fill("9")
    button(page, "Make it").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Generated 1 (seed 7)")
    expect(page.get_by_text("Difficulty 2")).not_to_have_count(0)
    expect(counted(page, "Moves")).to_have_text("0")
    go(page, "#draw")
    button(page, "Generate").click()
    button(page, "Make it").click()
    expect(page.get_by_label("Title")).to_have_value(re.compile("Generated 1"))
    expect(page.get_by_role("region", name="Check")).to_contain_text("This level is valid.")
