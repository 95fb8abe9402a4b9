"""What a person does on the pages, in the words of the tests."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, expect

Opener = Callable[..., Page]
PATIENCE = 60_000  # milliseconds until a test gives up; a busy machine is no bug
ARROWS = {"u": "ArrowUp", "d": "ArrowDown", "l": "ArrowLeft", "r": "ArrowRight"}


def type_keys(page: Page, keys: str) -> None:
    for key in keys.lower():
        page.keyboard.press(ARROWS[key])


def to_play(page: Page) -> None:
    """To the game; what is typed before its tab is there would be lost."""
    tab = page.get_by_role("tab", name="Play")
    tab.click()
    expect(tab).to_have_attribute("aria-selected", "true")


def counted(page: Page, name: str) -> Locator:
    """The number that stands under a name in the counts of a game."""
    return page.locator(".counts > div", has=page.get_by_text(name, exact=True)).locator("dd")


def button(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=name, exact=True)


def click_cell(page: Page, row: int, column: int) -> None:
    """Clicks in the middle of a cell, by where the board is on the screen."""
    page.mouse.click(*place_of(page, row, column))


def place_of(page: Page, row: int, column: int) -> tuple[float, float]:
    """Where the middle of a cell is on the screen."""
    x, y = page.evaluate(
        """([row, column]) => {
            const point = new DOMPoint(column * 64 + 32, row * 64 + 32);
            const {x, y} = point.matrixTransform(document.querySelector("svg.board").getScreenCTM());
            return [x, y];
        }""",
        [row, column],
    )
    return x, y


def drag_cell(page: Page, start: tuple[int, int], end: tuple[int, int]) -> None:
    """Drags what is in a cell to another one, with the mouse."""
    page.mouse.move(*place_of(page, *start))
    page.mouse.down()
    page.mouse.move(*place_of(page, *end), steps=5)
    page.mouse.up()


def fingers(page: Page, moments: list[list[tuple[float, float]]]) -> None:
    """Fingers on the stage: where each of them is, in pixels of the stage, at one moment after the other."""
    page.evaluate(
        """(moments) => {
          const stage = document.querySelector(".stage");
          const { left, top } = stage.getBoundingClientRect();
          const send = (name, id, [x, y]) => {
            const place = { clientX: left + x, clientY: top + y, pointerId: 100 + id, pointerType: "touch" };
            stage.dispatchEvent(new PointerEvent(name, { ...place, bubbles: true, cancelable: true }));
          };
          stage.setPointerCapture = () => {}; // a made-up pointer cannot be captured
          moments[0].forEach((at, id) => send("pointerdown", id, at));
          for (const moment of moments.slice(1)) moment.forEach((at, id) => send("pointermove", id, at));
          moments.at(-1).forEach((at, id) => send("pointerup", id, at));
        }""",
        moments,
    )


def solve(page: Page, engine: str = "auto", objective: str = "moves") -> Locator:
    """Solves what is on the desk, and gives the answer."""
    page.get_by_label("Engine", exact=True).select_option(engine)
    if page.get_by_label("Find").count():  # not in Helltaker, which knows one cost
        page.get_by_label("Find").select_option(objective)
    button(page, "Solve").click()
    expect(button(page, "Solve")).to_be_enabled()  # it is not, while engines run
    answer = page.locator(".answer .verdict")
    expect(answer).to_be_visible()
    return answer


def paste(page: Page, text: str) -> None:
    """Adds levels in the library, as text."""
    button(page, "Add levels").click()
    page.get_by_label("The level as text").fill(text)
    button(page, "Add").click()


def drop(page: Page, name: str, text: str) -> None:
    """Drops a file on the page."""
    page.evaluate(
        """([name, text]) => {
          const data = new DataTransfer();
          data.items.add(new File([text], name));
          const drop = new DragEvent("drop", { dataTransfer: data, bubbles: true });
          document.querySelector("#page > *").dispatchEvent(drop); // whatever is there
        }""",
        [name, text],
    )


SHOWN = """async ([hash, milliseconds]) => {
  if (hash !== null) location.hash = hash;
  const page = document.getElementById("page");
  const stop = Date.now() + milliseconds;
  while (page.dataset.shown !== location.hash) {
    if (Date.now() > stop) throw new Error(`${location.hash} is not shown; ${page.dataset.shown} is`);
    await new Promise((done) => setTimeout(done, 10));
  }
}"""


def go(page: Page, hash: str | None) -> None:
    """To an address of the app, and waits until it is shown; None is where it goes already."""
    page.evaluate(SHOWN, [hash, PATIENCE])


def escape(page: Page) -> None:
    """Closes the dialog, and waits until it is gone."""
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def stored(page: Page, name: str) -> Any:
    return page.evaluate("(name) => JSON.parse(localStorage.getItem('sokoplan.' + name))", name)


def no_sideways_scroll(page: Page) -> None:
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0, f"{page.url} is {wide} pixels too wide"


def words(text: str) -> re.Pattern[str]:
    return re.compile(re.escape(text))
