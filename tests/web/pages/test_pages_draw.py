"""The editor: draw, see what is wrong, solve, export, save."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from helpers.pages import Opener, button, click_cell


def brush(page: Page, name: str) -> None:
    page.get_by_role("group", name="Brushes").get_by_role("button", name=name, exact=True).click()


def test_draw_check_solve_export(open_page: Opener) -> None:
    page = open_page("#draw")
    check = page.get_by_role("region", name="Check")
    expect(check.locator(".wrong")).not_to_have_count(0)  # nobody to play with
    expect(button(page, "Solve it")).to_be_disabled()
    expect(button(page, "Download")).to_be_disabled()
    brush(page, "Player")
    click_cell(page, 1, 1)
    brush(page, "Box")
    click_cell(page, 1, 3)
    expect(check).to_contain_text("more boxes than goals")
    expect(page.locator(".mark-problem")).to_have_count(0)
    brush(page, "Goal")
    click_cell(page, 1, 5)
    expect(check).to_contain_text("This level is valid.")
    button(page, "Solve it").click()
    expect(page.locator(".verdict")).to_contain_text("Solved in 3 moves, 2 pushes")
    page.get_by_label("Title").fill("Mine")
    refused = page.get_by_label("Format").locator("option:disabled")
    expect(refused).to_have_text(["boxoban: a Boxoban board is 10x10, and this one is 9x7"])
    page.get_by_label("Format").select_option("xsb")
    button(page, "Show").click()
    expect(page.locator(".exported")).to_contain_text("#@ $ .  #")
    expect(page.locator(".exported")).to_contain_text("Title: Mine")
    with page.expect_download() as waiting:
        button(page, "Download").click()
    assert b"#@ $ .  #" in waiting.value.path().read_bytes()
    button(page, "Save and play").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Mine")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    expect(page.get_by_role("dialog")).to_contain_text("3 moves, 2 pushes")


def test_draw_by_keys_undo_and_resize(open_page: Opener) -> None:
    page = open_page("#draw")
    page.keyboard.press("3")  # the player's brush
    page.keyboard.press("Space")
    player = page.locator(".editor-board use[href='#t-player-d']")
    expect(player).to_have_count(1)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    expect(player).to_have_attribute("x", "128")
    expect(player).to_have_count(1)  # there is one player
    page.keyboard.press("z")
    expect(player).to_have_attribute("x", "64")
    page.keyboard.press("y")
    expect(player).to_have_attribute("x", "128")
    page.get_by_label("Width").fill("12")
    page.get_by_label("Width").press("Tab")
    expect(page.locator(".editor-board rect")).to_have_count(7 * 12)
    page.reload()
    expect(page.locator(".editor-board rect")).to_have_count(7 * 12)  # the draft is kept


def test_a_problem_is_shown_where_it_is(open_page: Opener) -> None:
    page = open_page("#draw/down-the-drain")
    check = page.get_by_role("region", name="Check")
    expect(check).to_contain_text("This level is valid.")
    brush(page, "Hole")
    click_cell(page, 1, 1)
    expect(check).to_contain_text("both sinks and holes")


BRUSHES = {
    "sokoban": ["Wall", "Floor", "Player", "Box", "Goal"],
    "sink": ["Wall", "Floor", "Player", "Box", "Sink", "Hole"],
    "helltaker": [
        "Wall",
        "Floor",
        "Hero",
        "Box",
        "Demoness",
        "Mob",
        "Key",
        "Lock",
        "Spikes",
        "Trap down",
        "Trap up",
    ],
}


def test_a_brush_for_every_tile(open_page: Opener) -> None:
    page = open_page("#draw")
    for game, names in BRUSHES.items():
        button(page, "New").click()
        page.get_by_label("Game").select_option(game)
        expect(page.get_by_role("group", name="Brushes").get_by_role("button")).to_have_text(names)
        for column, name in enumerate(names[2:]):
            brush(page, name)
            click_cell(page, 1 + column // 7, 1 + column % 7)
        expect(page.locator(".editor-board .things use")).to_have_count(len(names) - 2)
