"""Playing in comfort: dragging, kinds of undo, holding a button, snapshots, hints, sound, reverse play, zoom."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from helpers.pages import (
    Opener,
    button,
    click_cell,
    counted,
    drag_cell,
    escape,
    fingers,
    go,
    paste,
    place_of,
    type_keys,
)

ROOM = "#########\n#@      #\n#  $  . #\n#       #\n#########\n"


@pytest.fixture
def room(open_page: Opener) -> Page:
    page = open_page()
    paste(page, ROOM)
    expect(counted(page, "Moves")).to_have_text("0")
    return page


def pushed(page: Page, times: int) -> None:
    expect(counted(page, "Pushes")).to_have_text(str(times))


def dots(page: Page) -> Locator:
    return page.locator(".marks.target use")


def test_drag_a_box_with_the_mouse(room: Page) -> None:
    room.mouse.move(*place_of(room, 2, 3))
    room.mouse.down()
    room.mouse.move(*place_of(room, 2, 5), steps=4)
    expect(dots(room)).not_to_have_count(0)
    expect(room.locator(".ghost")).to_have_count(1)
    expect(room.locator(".marks.drop use")).to_have_count(1)
    room.mouse.up()
    pushed(room, 2)
    expect(room.locator(".ghost")).to_have_count(0)
    expect(dots(room)).to_have_count(0)
    drag_cell(room, (2, 5), (0, 0))  # into a wall: nothing happens
    expect(room.locator(".status")).to_contain_text("cannot be pushed there")
    pushed(room, 2)
    drag_cell(room, (2, 5), (2, 6))
    expect(room.get_by_role("dialog")).to_contain_text("3 pushes")
    expect(room.locator(".paper i")).not_to_have_count(0)  # a small celebration


def test_drag_a_box_with_a_finger(open_page: Opener) -> None:
    page = open_page(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    paste(page, ROOM)
    expect(counted(page, "Moves")).to_have_text("0")
    left, top = page.evaluate(
        "(({left, top}) => [left, top])(document.querySelector('.stage').getBoundingClientRect())"
    )
    (x, y), (to_x, to_y) = place_of(page, 2, 3), place_of(page, 2, 6)
    way = [[(x + (to_x - x) * part / 6 - left, y + (to_y - y) * part / 6 - top)] for part in range(7)]
    fingers(page, way)
    expect(page.get_by_role("dialog")).to_contain_text("3 pushes")


def test_undo_by_click_by_push_by_key(room: Page) -> None:
    click_cell(room, 2, 2)  # a walk of two steps
    expect(counted(room, "Moves")).to_have_text("2")
    type_keys(room, "rr")
    click_cell(room, 1, 1)
    expect(counted(room, "Moves")).to_have_text("8")
    room.keyboard.press("z")  # the whole walk
    expect(counted(room, "Moves")).to_have_text("4")
    room.keyboard.press("y")
    expect(counted(room, "Moves")).to_have_text("8")
    room.keyboard.press("Shift+Z")  # the walk and the last push
    expect(counted(room, "Moves")).to_have_text("3")
    pushed(room, 1)
    room.get_by_label("Undo takes back").select_option("a key")
    room.locator(".level-head").click()  # keys go to the game again
    for left in ("2", "1", "0"):
        room.keyboard.press("z")
        expect(counted(room, "Moves")).to_have_text(left)
    room.get_by_label("Undo takes back").select_option("a push")
    button(room, "Redo").click()  # up to the first push
    pushed(room, 1)


def test_a_held_button_repeats(room: Page) -> None:
    type_keys(room, "ddrr")
    box = button(room, "Undo").bounding_box()
    assert box is not None
    room.mouse.move(box["x"] + 9, box["y"] + 9)
    room.mouse.down()
    expect(counted(room, "Moves")).to_have_text("0")
    room.mouse.up()
    expect(button(room, "Undo")).to_be_disabled()


def test_snapshots(room: Page) -> None:
    type_keys(room, "drr")
    room.get_by_text("Snapshots").click()
    button(room, "Keep this position").click()
    type_keys(room, "r")
    button(room, "After 3 moves, 1 push").click()
    expect(counted(room, "Moves")).to_have_text("3")
    room.reload()
    room.get_by_text("Snapshots").click()
    type_keys(room, "l")
    button(room, "After 3 moves, 1 push").click()
    expect(counted(room, "Moves")).to_have_text("3")
    button(room, "Remove snapshot 1").click()
    expect(room.locator(".snapshots li")).to_have_count(0)


def test_a_hint_can_be_carried_out(room: Page) -> None:
    room.keyboard.press("h")
    expect(room.locator(".status")).to_have_text("Look at the box at row 3, column 4.")
    expect(room.locator(".marks.chosen use")).to_have_count(1)
    room.keyboard.press("h")
    expect(room.locator(".status")).to_have_text("Bring the box at row 3, column 4 to row 3, column 7.")
    button(room, "Do it").click()
    expect(room.get_by_role("dialog")).to_contain_text("3 pushes")


def test_a_hint_from_a_kept_plan_needs_no_engine(room: Page) -> None:
    type_keys(room, "drrrr")
    room.get_by_role("dialog").wait_for()
    escape(room)
    button(room, "Restart").click()
    click_cell(room, 3, 7)  # not on the way of the plan, but the boxes are where they were
    expect(counted(room, "Moves")).to_have_text("8")
    asked: list[str] = []
    room.on("request", lambda request: asked.append(request.url))
    for _ in range(3):
        room.keyboard.press("h")
    expect(room.locator(".status")).to_have_text("Push the box at row 3, column 4 to the right.")
    button(room, "Do it").click()
    pushed(room, 1)
    assert not [url for url in asked if "jobs" in url]


def test_sound_is_off_until_it_is_asked_for(open_page: Opener) -> None:
    page = open_page("#play/first-push")
    page.evaluate(
        """() => {
          window.tones = 0;
          const { start } = OscillatorNode.prototype;
          OscillatorNode.prototype.start = function (at) {
            window.tones++;
            return start.call(this, at);
          };
        }"""
    )
    type_keys(page, "rr")
    assert page.evaluate("tones") == 0
    page.get_by_label("Sound").check()
    before = page.evaluate("tones")
    page.locator(".level-head").click()
    type_keys(page, "r")
    assert page.evaluate("tones") > before


def test_reverse_play(room: Page) -> None:
    room.get_by_label("Reverse play").check()
    expect(room.locator(".reverse")).to_contain_text("0 pulls; 0 of 1 box home.")
    click_cell(room, 2, 5)  # before the first pull a click puts the player anywhere
    room.keyboard.press("Shift+ArrowLeft")
    expect(room.locator(".reverse")).to_contain_text("1 pull;")
    room.keyboard.press("z")
    expect(room.locator(".reverse")).to_contain_text("0 pulls;")
    drag_cell(room, (2, 6), (2, 3))
    expect(room.locator(".watch")).to_contain_text("Your own plan, played from its end.")
    expect(room.get_by_text("Solved backwards")).to_be_visible()
    expect(room.locator(".watch")).not_to_contain_text("does not solve")
    go(room, "#set/own")
    expect(room.locator(".level-card")).to_contain_text("Solved by you")


# --- space ----------------------------------------------------------------------------------------------------------

HUGE = "\n".join(["#" * 60, "#@" + " " * 57 + "#", *["#" + " " * 58 + "#"] * 56, "#" + " " * 55 + "$. #", "#" * 60])


def seen(page: Page) -> list[float]:
    return [float(part) for part in (page.locator("svg.board").get_attribute("viewBox") or "").split()]


def cell_pixels(page: Page) -> float:
    (x, _), (other, _) = place_of(page, 0, 0), place_of(page, 0, 1)
    return other - x


@pytest.mark.parametrize("size", [(1920, 1080), (740, 360)])
def test_a_board_of_60_x_60_can_be_played(open_page: Opener, size: tuple[int, int]) -> None:
    phone = {"has_touch": True, "is_mobile": True} if size[1] < 400 else {}
    page = open_page(viewport={"width": size[0], "height": size[1]}, **phone)
    paste(page, HUGE)
    expect(counted(page, "Moves")).to_have_text("0")
    stage = page.locator(".stage").bounding_box()
    assert stage is not None
    assert stage["height"] > 0.6 * size[1]
    assert stage["width"] > 0.5 * size[0]
    for _ in range(6):
        page.keyboard.press("+")
    assert cell_pixels(page) > 24
    page.keyboard.press("d")
    expect(counted(page, "Moves")).to_have_text("1")
    before = seen(page)
    type_keys(page, "r" * 50)  # the window follows the player
    assert seen(page)[0] > before[0]
    page.keyboard.press("0")
    assert seen(page)[2] >= 60 * 64


def test_zoom_pan_and_pinch(room: Page) -> None:
    whole = seen(room)
    x, y = place_of(room, 2, 6)
    room.mouse.move(x, y)
    room.mouse.wheel(0, -300)
    expect(room.locator("svg.board")).not_to_have_attribute("viewBox", " ".join(map(str, whole)))
    zoomed = seen(room)
    assert zoomed[2] < whole[2]
    now_x, _ = place_of(room, 2, 6)
    assert abs(now_x - x) < 3  # the point under the pointer stays
    drag_cell(room, (3, 6), (3, 4))  # not a box: the board moves
    assert seen(room)[0] > zoomed[0]
    expect(counted(room, "Moves")).to_have_text("0")
    button(room, "Whole board").click()
    assert seen(room) == whole
    fingers(room, [[(300, 200), (340, 200)], [(250, 200), (390, 200)], [(200, 200), (440, 200)]])
    assert seen(room)[2] < whole[2] / 2
    expect(counted(room, "Moves")).to_have_text("0")


def test_full_screen(room: Page) -> None:
    button(room, "Full screen").click()
    expect(room.locator(".stage:fullscreen")).to_have_count(1)
    type_keys(room, "r")
    room.locator(".camera").get_by_role("button", name="Undo").click()
    expect(counted(room, "Moves")).to_have_text("0")
    button(room, "Full screen").click()
    expect(room.locator(".stage:fullscreen")).to_have_count(0)
