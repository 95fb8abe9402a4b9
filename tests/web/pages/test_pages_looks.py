"""Phone, dark, reduced motion, names for every control."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from helpers.pages import Opener, button, counted, escape, fingers, go, no_sideways_scroll

PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
PAGES = [
    "#library",
    "#set/bundled-helltaker",
    "#play/cathedral",
    "#solve/locksmith",
    "#watch/first-push",
    "#logic/first-push",
    "#draw/locksmith",
]
READY = {
    "#library": ".set-card",
    "#set/bundled-helltaker": ".level-card",
    "#logic/first-push": ".logic-part",
    "#draw/locksmith": ".draw-problems .fine",
}
BACKGROUND = "getComputedStyle(document.body).backgroundColor"


def visit(page: Page, name: str) -> None:
    """Goes to a page and waits until it has said what it has to say."""
    go(page, name)
    page.wait_for_selector(READY.get(name, f"#tab-{name[1:].split('/')[0]}[aria-selected=true]"))


def test_a_phone_never_scrolls_sideways(open_page: Opener) -> None:
    page = open_page(**PHONE)
    for name in PAGES:
        visit(page, name)
        no_sideways_scroll(page)


def test_a_phone_plays_by_pad_and_swipe(open_page: Opener) -> None:
    page = open_page("#play/first-push", **PHONE)
    button(page, "Right").tap()
    expect(counted(page, "Moves")).to_have_text("1")
    fingers(page, [[(at, 30)] for at in range(50, 130, 5)])
    expect(counted(page, "Moves")).to_have_text("3")
    expect(counted(page, "Pushes")).to_have_text("2")


def test_light_and_dark(open_page: Opener) -> None:
    day = open_page(color_scheme="light")
    night = open_page(color_scheme="dark")
    light, dark = day.evaluate(BACKGROUND), night.evaluate(BACKGROUND)
    assert light != dark
    button(day, "Light or dark").click()
    assert day.evaluate(BACKGROUND) == dark
    day.reload()
    day.wait_for_selector(".set-card")
    assert day.evaluate(BACKGROUND) == dark  # the choice is kept
    button(day, "Light or dark").click()
    assert day.evaluate(BACKGROUND) == light


@pytest.mark.parametrize(("motion", "still"), [("reduce", True), ("no-preference", False)])
def test_reduced_motion(open_page: Opener, motion: str, still: bool) -> None:
    page = open_page("#play/first-push", reduced_motion=motion)
    seconds = page.evaluate("getComputedStyle(document.querySelector('.thing')).transitionDuration")
    assert (seconds == "0s") is still


def test_on_a_phone_a_title_has_room(open_page: Opener) -> None:
    """The editor's buttons once left its words a column as wide as one word."""
    page = open_page("#draw", viewport={"width": 390, "height": 780})
    head = page.locator(".level-head > div").first.bounding_box()
    assert head is not None
    assert head["width"] > 300
    assert head["height"] < 120


def test_help(open_page: Opener) -> None:
    page = open_page("#play/first-push")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_contain_text("undo")
    page.keyboard.press("ArrowRight")  # not for the game
    escape(page)
    expect(counted(page, "Moves")).to_have_text("0")


def test_every_control_has_a_name(open_page: Opener) -> None:
    page = open_page()
    nameless = """() => [...document.querySelectorAll("button, a[href], input, select, textarea")].filter((one) =>
      !(one.getAttribute("aria-label") || one.textContent.trim() || one.labels?.length)).map(String)"""
    for name in PAGES:
        visit(page, name)
        assert page.evaluate(nameless) == [], name


def test_the_focus_can_be_seen(open_page: Opener) -> None:
    page = open_page("#play/first-push")
    page.keyboard.press("Tab")
    for _ in range(6):
        page.keyboard.press("Tab")
        outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
        assert outline == "solid"
