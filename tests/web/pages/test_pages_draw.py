"""The editor: draw, see what is wrong, solve, export, save."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from helpers.pages import Opener, button, click_cell, drag_cell, place_of


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


# --- tools ----------------------------------------------------------------------------------------------------------


def tool(page: Page, name: str) -> None:
    page.get_by_role("group", name="Tools").get_by_role("button", name=name, exact=True).click()


def walls(page: Page) -> int:
    return page.locator(".editor-board rect.wall-top").count()


def size(page: Page, width: int, height: int) -> None:
    for name, value in (("Width", width), ("Height", height)):
        page.get_by_label(name).fill(str(value))
        page.get_by_label(name).press("Tab")


def test_tools(open_page: Opener) -> None:
    page = open_page("#draw")  # a room of 9 x 7 with walls around it
    before = walls(page)
    tool(page, "Line")
    drag_cell(page, (2, 2), (2, 6))
    assert walls(page) == before + 5
    tool(page, "Rectangle")
    drag_cell(page, (3, 2), (5, 4))
    assert walls(page) == before + 5 + 8
    page.keyboard.press("z")
    assert walls(page) == before + 5
    tool(page, "Pencil")
    x, y = place_of(page, 2, 4)
    page.mouse.click(x, y, button="right")  # erases
    assert walls(page) == before + 4
    tool(page, "Fill")
    click_cell(page, 1, 1)  # the whole inside
    assert walls(page) == 9 * 7
    page.keyboard.press("z")
    tool(page, "Select")
    drag_cell(page, (2, 2), (2, 3))
    drag_cell(page, (2, 2), (4, 2))  # begins inside: it moves
    expect(page.locator(".selection")).to_have_attribute("y", str(4 * 64))
    page.keyboard.press("Delete")
    assert walls(page) == before + 2
    page.keyboard.press("Escape")
    for name, shape in (("Turn right", [7, 9]), ("Mirror", [7, 9]), ("Trim the edges", [7, 9])):
        button(page, name).click()
        drawn = [page.get_by_label(field).input_value() for field in ("Width", "Height")]
        assert drawn == [str(number) for number in shape]


def test_a_line_by_keyboard(open_page: Opener) -> None:
    page = open_page("#draw")
    before = walls(page)
    tool(page, "Line")
    page.keyboard.press("Tab")  # off the button, which Space would press
    page.locator(".stage").focus()
    page.keyboard.press("Space")
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    assert walls(page) == before + 5


def test_as_large_as_the_server_allows(open_page: Opener) -> None:
    page = open_page("#draw")
    size(page, 200, 50)
    expect(page.locator(".editor-board rect")).to_have_count(10_000)
    page.get_by_label("Height").fill("51")
    page.get_by_label("Height").press("Tab")
    expect(page.get_by_text("A board may have up to 10,000 cells; 200 × 51 are too many.")).to_be_visible()
    expect(page.locator(".editor-board rect")).to_have_count(10_000)


PAINT = """async () => {
  const board = document.querySelector(".editor-board");
  const matrix = board.getScreenCTM();
  const at = (row, column) => new DOMPoint(column * 64 + 32, row * 64 + 32).matrixTransform(matrix);
  board.setPointerCapture = () => {};
  const send = (name, row, column) => {
    const { x, y } = at(row, column);
    board.dispatchEvent(new PointerEvent(name, { clientX: x, clientY: y, pointerId: 7, bubbles: true }));
  };
  const watcher = new MutationObserver(() => {});
  watcher.observe(document.body, { attributes: true, childList: true, characterData: true, subtree: true });
  const changes = [];
  send("pointerdown", 30, 1);
  watcher.takeRecords();
  for (let column = 2; column < 58; column++) {
    send("pointermove", 30, column);
    changes.push(watcher.takeRecords().length);
  }
  send("pointerup", 30, 57);
  watcher.disconnect();
  return Math.max(...changes);
}"""


def test_painting_a_cell_of_a_large_board_draws_only_that_cell(open_page: Opener) -> None:
    """How long it takes is measured in benchmarks/web_pages.py; that it does not grow with the board, here."""
    page = open_page("#draw")
    size(page, 60, 60)
    before = walls(page)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    assert page.evaluate(PAINT) < 40  # changes in the document, of 3,600 cells
    assert not [url for url in asked if "/api/" in url]  # the check waits until the stroke is over
    assert walls(page) == before + 57
