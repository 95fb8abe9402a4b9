"""A server, a browser, and pages that must not complain.

The browser is the system's own chromium ($SOKOPLAN_CHROMIUM names another); Playwright never downloads one. A
page fails its test if the console shows an error, a script throws, or the content policy stops something.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from helpers import serving
from helpers.pages import PATIENCE, Opener, go

expect.set_options(timeout=PATIENCE)
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def chromium() -> str | None:
    return os.environ.get("SOKOPLAN_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)


@pytest.fixture(scope="package")
def server() -> Iterator[str]:
    """The address of a server of our own, on any free port."""
    with serving.server() as running:
        yield f"{running.address}/"


# Not for the whole session: while Playwright is open its event loop counts as running, which other tests cannot bear.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    path = chromium()
    if path is None:
        # On a build machine a browser that is missing is a mistake; elsewhere it is a choice.
        (pytest.fail if os.environ.get("CI") else pytest.skip)("no chromium; on Debian: apt-get install chromium")
    # One process that draws, without a graphics card to look for: a sixth less work for each page.
    arguments = ["--disable-gpu", "--in-process-gpu", "--renderer-process-limit=1"]
    arguments += ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=arguments)
        yield browser
        browser.close()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A page may wait for a minute, several times; the usual limit of a test would be the shorter one.

    What was waited for in vain is tried again, and the report says so. A wrong answer, or a complaint of the page,
    fails at once.
    """
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.flaky(reruns=2, only_rerun=["TimeoutError", "Locator expected"]))
            if not item.get_closest_marker("timeout"):
                item.add_marker(pytest.mark.timeout(400))


# Refusals that a test provokes on purpose show up in the console too.
EXPECTED = re.compile(r"the server responded with a status of (404|413|422|429)")


@pytest.fixture
def open_page(server: str, browser: Browser) -> Iterator[Opener]:
    """`open_page("#play/first-push", viewport=..., color_scheme=...)`: a page with a store of its own.

    `at` is the address of another server.
    """
    complaints: list[str] = []
    contexts = []

    def opened(hash: str = "", *, at: str = server, refusals: bool = False, **options: Any) -> Page:
        context = browser.new_context(**{"viewport": {"width": 1200, "height": 850}, **options})
        context.grant_permissions(["clipboard-read", "clipboard-write"])
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()

        def hear(kind: str, text: str) -> None:
            if kind in ("error", "warning") and not (refusals and EXPECTED.search(text)):
                complaints.append(text)

        page.on("console", lambda message: hear(message.type, message.text))
        page.on("pageerror", lambda error: hear("error", str(error)))
        page.add_init_script(
            "addEventListener('securitypolicyviolation', (one) => console.error('policy: ' + one.violatedDirective))"
        )
        page.goto(at + hash)
        page.wait_for_selector("#page[data-shown]")
        go(page, None)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert not complaints, complaints
