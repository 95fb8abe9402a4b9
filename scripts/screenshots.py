"""The pictures of the web app in docs/: taken from the real pages, by the system's own chromium.

    python scripts/screenshots.py            all of them
    python scripts/screenshots.py play       only those whose name says so

Comes in:  nothing; it starts a server of its own.     Goes out: docs/web-*.png, small ones.
"""

from __future__ import annotations

import io
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright

DOCS = Path(__file__).parents[1] / "docs"
WIDE = {"width": 1180, "height": 760}
PHONE = {"width": 360, "height": 720}
ARROWS = {"u": "ArrowUp", "d": "ArrowDown", "l": "ArrowLeft", "r": "ArrowRight"}


@contextmanager
def server() -> Iterator[str]:
    command = [sys.executable, "-m", "sokoplan", "web", "--port", "0", "--no-browser"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        found = re.search(r"http://\S+/", process.stderr.readline())
        assert found, "the server did not start"
        try:
            yield found[0]
        finally:  # leaving the `with` waits for the server
            process.terminate()


# --- what is to be seen ---------------------------------------------------------------------------------------------


def library(page: Page) -> None:
    page.wait_for_selector(".set-card")


def collection(page: Page) -> None:
    page.wait_for_selector(".level-card")


def play(page: Page) -> None:
    """A box against the wall, which is lost, and every square from which it would be."""
    page.get_by_label("Show dead squares").check()
    for key in "rulluuu":
        page.keyboard.press(ARROWS[key])
    page.wait_for_selector(".marks.lost use")
    page.evaluate("document.activeElement.blur()")


def solve(page: Page) -> None:
    """The best plan so far and what is proved, while engines go on."""
    page.get_by_role("button", name="Solve", exact=True).click()
    page.locator(".gap-words", has_text="gap").wait_for()
    page.locator(".lane", has_text="fewest moves").filter(has_text="at least").first.wait_for()
    page.evaluate("document.activeElement.blur()")


def watch(page: Page) -> None:
    page.get_by_role("button", name="Solve", exact=True).click()
    page.get_by_role("button", name="Watch it").click()
    page.get_by_label("Count visits to each cell").check()
    for _ in range(7):
        page.keyboard.press("ArrowRight")
    page.evaluate("document.activeElement.blur()")


def logic(page: Page) -> None:
    watch(page)
    page.get_by_role("tab", name="Logic").click()
    page.get_by_label("Step of the plan").fill("3")
    page.get_by_role("region", name="Facts").get_by_text("player(").hover()
    page.wait_for_selector("li.connected")


def draw(page: Page) -> None:
    page.wait_for_selector(".draw-problems .fine")
    page.get_by_role("button", name="Solve it").click()
    page.wait_for_selector(".verdict")


# name: the page, light or dark, what happens on it, the size of the window
SHOTS: dict[str, tuple[str, str, Callable[[Page], None], dict[str, int]]] = {
    "web-library": ("#library", "light", library, WIDE),
    "web-collection": ("#set/bundled-helltaker", "dark", collection, WIDE),
    "web-play": ("#play/off-the-wall", "dark", play, WIDE),
    "web-solve": ("#solve/cathedral", "light", solve, {"width": 1180, "height": 1000}),
    "web-watch": ("#solve/locksmith", "light", watch, WIDE),
    "web-logic": ("#solve/saltire", "light", logic, {"width": 1180, "height": 900}),
    "web-draw": ("#draw/wait-for-it", "dark", draw, WIDE),
    "web-phone": ("#play/tidal-pools", "light", lambda page: None, PHONE),
}


def main(wanted: list[str]) -> None:
    chromium = os.environ.get("SOKOPLAN_CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    if chromium is None:
        sys.exit("no chromium; on Debian: apt-get install chromium")
    arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
    with server() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=arguments)
        for name, (hash, theme, prepare, size) in SHOTS.items():
            if wanted and not any(word in name for word in wanted):
                continue
            phone = size is PHONE
            context = browser.new_context(
                viewport=size, color_scheme=theme, has_touch=phone, is_mobile=phone, reduced_motion="reduce"
            )
            page = context.new_page()
            page.goto(address + hash)
            page.wait_for_selector("#page > * > *")
            prepare(page)
            page.evaluate("scrollTo(0, 0)")  # a click far down has scrolled the title away
            page.wait_for_timeout(500)
            save(page.screenshot(), DOCS / f"{name}.png")
            context.close()
        browser.close()


def save(picture: bytes, path: Path) -> None:
    with Image.open(io.BytesIO(picture)) as image:
        image.convert("RGB").save(path, optimize=True)
    print(f"{path.name}: {path.stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    main(sys.argv[1:])
