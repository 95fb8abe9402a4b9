"""The library and the game: choose, play to the win, undo, reload, click, paste."""

from __future__ import annotations

from playwright.sync_api import expect

from helpers.pages import Opener, button, click_cell, counted, go, paste, to_play, type_keys

LEVEL = "#########\n#@ $   .#\n#  $   .#\n#########\n"


def test_from_the_library_to_the_win_by_keyboard(open_page: Opener) -> None:
    page = open_page()
    expect(page.locator(".set-card")).to_have_count(3)
    page.keyboard.press("/")
    page.keyboard.type("first push")
    expect(page.locator(".level-card")).to_have_count(1)
    page.get_by_role("link", name="First Push").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="First Push", level=1)).to_be_visible()
    type_keys(page, "rrrr")
    win = page.get_by_role("dialog")
    expect(win).to_contain_text("4 moves, 3 pushes")
    expect(win).to_contain_text("no plan has fewer moves")
    page.keyboard.press("Enter")  # the next level has the focus
    expect(page.get_by_role("heading", name="Around the Back")).to_be_visible()
    go(page, "#set/bundled-sokoban")
    expect(page.locator(".level-card", has_text="First Push")).to_contain_text("Solved by you")


def test_a_helltaker_level_says_its_limit_and_not_its_boxes(open_page: Opener) -> None:
    page = open_page("#play/bad-company")  # mobs only: "0 boxes" would say nothing
    expect(page.locator(".level-head .facts")).to_contain_text("limit 11")
    expect(page.locator(".level-head .facts")).not_to_contain_text("box")
    go(page, "#set/bundled-helltaker")
    expect(page.locator(".level-card", has_text="Bad Company")).to_contain_text("limit 11")


def test_helltaker_to_the_win(open_page: Opener) -> None:
    page = open_page("#play/crossroads")  # its best plan hurts twice: 25 moves cost 27
    page.get_by_role("tab", name="Solve").click()
    button(page, "Solve").click()
    plan = page.get_by_label("The plan").inner_text()
    page.get_by_role("tab", name="Watch").click()
    expect(page.locator(".solutions")).to_contain_text("Best known by cost, by search")
    to_play(page)
    type_keys(page, plan)
    expect(page.get_by_role("dialog")).to_contain_text("25 moves, 8 kicks, cost 27")
    expect(page.get_by_role("dialog")).to_contain_text("Optimal: no plan costs less. That is proved.")
    assert int(counted(page, "Moves left").inner_text()) == 0


def test_sink_to_the_win(open_page: Opener) -> None:
    page = open_page("#play/down-the-drain")
    page.get_by_role("tab", name="Solve").click()
    button(page, "Solve").click()
    plan = page.get_by_label("The plan").inner_text()
    to_play(page)
    boxes = page.locator("use[href='#t-boulder']")
    assert boxes.count() > 0
    type_keys(page, plan)
    expect(page.get_by_role("dialog")).to_contain_text("Solved")
    expect(boxes).to_have_count(0)


def test_undo_redo_and_restart(open_page: Opener) -> None:
    page = open_page("#play/first-push")
    expect(button(page, "Undo")).to_be_disabled()
    type_keys(page, "rrr")
    expect(counted(page, "Moves")).to_have_text("3")
    page.keyboard.press("z")
    page.keyboard.press("u")
    expect(counted(page, "Moves")).to_have_text("1")
    expect(counted(page, "Pushes")).to_have_text("0")
    page.keyboard.press("y")
    page.keyboard.press("y")
    expect(counted(page, "Moves")).to_have_text("3")
    page.keyboard.press("r")
    expect(counted(page, "Moves")).to_have_text("0")
    button(page, "Redo").click()
    expect(counted(page, "Moves")).to_have_text("1")
    page.keyboard.press("ArrowUp")  # a wall: nothing is counted, the reason is told
    expect(page.get_by_text("Not possible: a wall is in the way.")).to_be_visible()
    expect(counted(page, "Moves")).to_have_text("1")
    page.keyboard.press("d")  # W A S D
    expect(button(page, "Redo")).to_be_disabled()
    expect(counted(page, "Pushes")).to_have_text("1")


def test_a_reload_loses_nothing(open_page: Opener) -> None:
    page = open_page("#play/first-push")
    type_keys(page, "rrr")
    page.keyboard.press("z")
    page.reload()
    expect(counted(page, "Moves")).to_have_text("2")
    page.keyboard.press("y")
    expect(counted(page, "Moves")).to_have_text("3")


def test_click_to_walk_and_to_push(open_page: Opener) -> None:
    page = open_page()
    paste(page, LEVEL)
    expect(counted(page, "Moves")).to_have_text("0")
    click_cell(page, 2, 2)
    expect(counted(page, "Moves")).to_have_text("2")
    click_cell(page, 2, 3)  # the lower box
    click_cell(page, 2, 7)
    expect(counted(page, "Pushes")).to_have_text("4")
    click_cell(page, 1, 3)
    click_cell(page, 1, 7)
    expect(page.get_by_role("dialog")).to_contain_text("8 pushes")


def test_each_box_once(open_page: Opener) -> None:
    page = open_page()
    button(page, "Add levels").click()
    page.get_by_label("The level as text").fill("########\n#@$. $ #\n########\n")
    page.get_by_label("Sokoban: each box only has to visit a goal once").check()
    button(page, "Add").click()
    expect(page.get_by_text("each box on a goal once")).to_be_visible()
    done = page.locator(".board use[href='#t-box-done']")
    expect(done).to_have_count(0)
    type_keys(page, "rr")
    expect(done).to_have_count(1)  # it was on a goal, and that counts from now on
    page.keyboard.press("z")
    expect(done).to_have_count(1)
    page.keyboard.press("z")
    expect(done).to_have_count(0)


def test_warnings(open_page: Opener) -> None:
    page = open_page()
    paste(page, "######\n#    #\n# $@ #\n#  . #\n######\n")
    page.get_by_label("Show dead squares").check()
    expect(page.locator(".marks.dead use")).not_to_have_count(0)
    expect(page.locator(".marks.lost use")).to_have_count(0)
    type_keys(page, "l")
    expect(page.locator(".marks.lost use")).to_have_count(1)
    expect(page.get_by_text("Stuck: this box can no longer reach a goal.")).to_be_visible()
    page.get_by_label("Warn about lost boxes").uncheck()
    expect(page.locator(".marks.lost use")).to_have_count(0)


def test_a_script_in_a_title_is_text(open_page: Opener) -> None:
    title = "<img src=x onerror=alert(1)><script>alert(2)</script>"
    page = open_page()
    page.on("dialog", lambda dialog: dialog.dismiss())
    paste(page, f"{LEVEL}\nTitle: {title}\nAuthor: <b>me</b>\n")
    expect(page.get_by_role("heading", level=1)).to_have_text(title)
    go(page, "#set/own")
    expect(page.locator(".level-card h3").first).to_contain_text(title)
    assert page.locator("#page script, #page .level-card img").count() == 0
    assert page.title().endswith("sokoplan")
