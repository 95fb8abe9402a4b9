"""Every page, light and dark, in three sizes, is checked against WCAG 2.2 A and AA by axe-core."""

from __future__ import annotations

from importlib import resources
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from helpers.pages import Opener, button, drop, escape, go, type_keys

AXE = (resources.files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
SIZES: dict[str, dict[str, Any]] = {
    "desktop": {"viewport": {"width": 1920, "height": 1080}},
    "phone": {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True},
    "landscape": {"viewport": {"width": 740, "height": 360}, "has_touch": True, "is_mobile": True},
}
PAGES = {
    "#library": ".set-card",
    "#set/bundled-sokoban": ".level-card",
    "#play/locksmith": "#tab-play[aria-selected=true]",
    "#solve/locksmith": "#tab-solve[aria-selected=true]",
    "#watch/first-push": "#tab-watch[aria-selected=true]",
    "#logic/first-push": ".logic-part",
    "#draw/locksmith": ".draw-problems .fine",
}


def complaints(page: Page, where: str = "") -> list[str]:
    page.evaluate(f"window.axe || (() => {{ {AXE} }})()")
    # Nothing may be half faded in while its contrast is measured.
    page.evaluate("Promise.all(document.getAnimations().map((one) => one.finished.catch(() => {})))")
    found = page.evaluate("(tags) => axe.run({ runOnly: tags, resultTypes: ['violations'] })", TAGS)
    return [
        f"{where} {one['id']}: {node['target']} {node['failureSummary']}"
        for one in found["violations"]
        for node in one["nodes"]
    ]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_every_page(open_page: Opener, theme: str, size: str) -> None:
    page = open_page(color_scheme=theme, reduced_motion="reduce", **SIZES[size])
    found = []
    for hash, ready in PAGES.items():
        go(page, hash)
        page.wait_for_selector(ready)
        found += complaints(page, hash)
    assert not found, "\n".join(found)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_dialogs_and_messages(open_page: Opener, theme: str) -> None:
    page = open_page(color_scheme=theme, reduced_motion="reduce", refusals=True)
    found = []
    for name in ("Help", "Add levels", "Backup"):
        button(page, name).click()
        page.get_by_role("dialog").wait_for()
        found += complaints(page, name)
        escape(page)
    page.evaluate(
        """async () => {
          const { say } = await import("/static/js/dom.js");
          say("This went well.");
          say("Removed it.", "note", () => {});
          say("This went wrong.", "wrong");
        }"""
    )
    expect(page.locator(".message")).to_have_count(3)
    found += complaints(page, "messages")
    go(page, "#solve/first-push")
    button(page, "Solve").click()
    expect(page.locator(".verdict")).to_be_visible()
    found += complaints(page, "answer")
    go(page, "#play/first-push")
    type_keys(page, "rrrr")
    page.get_by_role("dialog").wait_for()
    found += complaints(page, "win")
    go(page, "#set/bundled-sink")
    button(page, "Check").click()
    button(page, "Start").click()
    expect(page.locator(".check-table .fine-row")).not_to_have_count(0)
    found += complaints(page, "check")
    page.evaluate("location.hash = '#library'")
    drop(page, "some.xsb", "#####\n#@$.#\n#####\n\n###\n#@#\n")  # before the page has changed
    expect(page.locator(".remarks li")).to_have_count(1)
    expect(page.get_by_text("Added 1 level from some.xsb.")).to_be_visible()
    go(page, None)
    found += complaints(page, "remarks")
    assert not found, "\n".join(found)
