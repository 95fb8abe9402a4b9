"""The keys of the game on the pages: each key of the table that the terminal game reads too (`views/keys.json`)."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from helpers.pages import Opener, button, counted, type_keys
from sokoplan.views.keys import ACTIONS, MOVES

# What Playwright calls a key that is no character.
NAMES = {
    "up": "ArrowUp",
    "down": "ArrowDown",
    "left": "ArrowLeft",
    "right": "ArrowRight",
    "backspace": "Backspace",
    "Z": "Shift+Z",
}
# A cross: the player has a free cell in each direction.
LEVEL = "#######\n#     #\n#  @  #\n#     #\n# $.  #\n#######\n"


def moved(page: Page, times: int) -> None:
    expect(counted(page, "Moves")).to_have_text(str(times))


def undo(page: Page, key: str) -> None:
    type_keys(page, "r")
    page.keyboard.press(key)
    moved(page, 0)


def undo_push(page: Page, key: str) -> None:
    type_keys(page, "ldlr")
    page.keyboard.press("ArrowDown")  # not possible: the box stands against the wall
    page.keyboard.press(key)
    moved(page, 0)  # there was no push, so to the start


def redo(page: Page, key: str) -> None:
    type_keys(page, "rd")
    page.keyboard.press("z")
    page.keyboard.press(key)
    moved(page, 2)
    page.keyboard.press("r")


def restart(page: Page, key: str) -> None:
    type_keys(page, "rd")
    page.keyboard.press(key)
    moved(page, 0)


def hint(page: Page, key: str) -> None:
    for words in (
        "Look at the box at row 5, column 3.",
        "Bring the box at row 5, column 3 to row 5, column 4.",
        "Push the box at row 5, column 3 to the right.",
    ):
        page.keyboard.press(key)
        expect(page.locator(".status")).to_have_text(words)


def dead_squares(page: Page, key: str) -> None:
    marks = page.locator(".marks.dead use")
    page.keyboard.press(key)
    expect(marks).not_to_have_count(0)
    page.keyboard.press(key)
    expect(marks).to_have_count(0)


def next_level(page: Page, key: str) -> None:
    page.keyboard.press(key)
    expect(page.get_by_role("heading", level=1)).to_have_text("Second")


def previous_level(page: Page, key: str) -> None:
    page.keyboard.press(key)
    expect(page.get_by_role("heading", level=1)).to_have_text("Cross")


def show_help(page: Page, key: str) -> None:
    page.keyboard.press(key)
    help_card = page.get_by_role("dialog", name="Keys")
    for action in ACTIONS:  # both list the same keys in the same words
        row = help_card.locator("dt", has_text=re.compile(f"^{re.escape(action.label)}$"))
        expect(row.locator("+ dd")).to_have_text(action.words)
    page.keyboard.press("Escape")
    expect(help_card).to_have_count(0)


# In this order: the levels change with N and P.
CHECKS: dict[str, Callable[[Page, str], None]] = {
    "undo": undo,
    "undo push": undo_push,
    "redo": redo,
    "restart": restart,
    "hint": hint,
    "dead squares": dead_squares,
    "help": show_help,
    "next": next_level,
    "previous": previous_level,
}


def test_every_key_of_the_table(open_page: Opener) -> None:
    assert set(CHECKS) == {action.name for action in ACTIONS}
    page = open_page()
    button(page, "Add levels").click()
    page.get_by_label("The level as text").fill(f"{LEVEL}\nTitle: Cross\n\n{LEVEL}\nTitle: Second\n")
    button(page, "Add").click()
    page.get_by_role("link", name="Cross").click()
    moved(page, 0)
    directions = {"u": "t-player-u", "d": "t-player-d", "l": "t-player-l", "r": "t-player-r"}
    for key, direction in MOVES.items():
        page.keyboard.press(NAMES.get(key, key))
        moved(page, 1)
        expect(page.locator(f".board use[href='#{directions[direction]}']")).to_have_count(1)
        page.keyboard.press("z")
        moved(page, 0)
    keys = {action.name: action.keys for action in ACTIONS}
    for name, check in CHECKS.items():
        for key in keys[name]:
            check(page, NAMES.get(key, key))
