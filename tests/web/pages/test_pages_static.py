"""The site without a server: `sokoplan web --static`, opened from a plain file server."""

from __future__ import annotations

import functools
import json
import re
import subprocess
import threading
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import expect

from helpers.command import COMMAND
from helpers.pages import Opener, button, counted, drop, escape, go, paste, type_keys
from sokoplan.puzzle.formats import read
from sokoplan.web.fingerprint import fingerprint
from sokoplan.web.profile import Profile

LEVEL = "#######\n#@ $ .#\n#######\n"


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *arguments: object) -> None:
        pass


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a static site, in a folder of a plain file server."""
    folder = tmp_path_factory.mktemp("host")
    (folder / "mine.xsb").write_text(f"{LEVEL}\nTitle: <b>Mine</b>\n\n{LEVEL.replace(' .', '  .')}\nTitle: Other\n")
    level = read((folder / "mine.xsb").read_text())[0]
    profile = Profile(str(folder / "profile"))
    plans = {"moves": {"keys": "rRR"}, "pushes": {"keys": "uuu"}}  # the second one does not solve it
    record = {"own": plans, "found": {}, "proved": {"moves": 3, "pushes": None, "unsolvable": False}}
    profile.change("records", [(fingerprint(level), record)], [])
    profile.close()
    command = [*COMMAND, "web", str(folder / "mine.xsb"), "--static", str(folder / "sub" / "site")]
    subprocess.run([*command, "--profile", str(folder / "profile")], check=True, capture_output=True)
    subprocess.run([*command, "--profile", str(folder / "profile")], check=True, capture_output=True)  # again
    refused = subprocess.run([*command[:-1], str(folder)], capture_output=True, text=True, check=False)
    assert "is not empty" in refused.stderr
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}/sub/site/"
    server.shutdown()
    thread.join()
    server.server_close()


def test_browse_play_watch(open_page: Opener, site: str) -> None:
    page = open_page(at=site)
    expect(page.locator(".set-card")).to_have_count(4)
    page.locator(".set-card", has_text="mine").get_by_role("link").click()
    expect(page.locator(".level-card").first).to_contain_text("optimal: 3 moves")
    page.get_by_role("link", name="<b>Mine</b>").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("<b>Mine</b>")
    expect(page.get_by_role("tab")).to_have_text(["Play", "Watch"])
    for _ in range(3):
        page.keyboard.press("h")  # from the plan that came along
    expect(page.locator(".status")).to_have_text("Push the box at row 2, column 4 to the right.")
    type_keys(page, "rrr")
    expect(page.get_by_role("dialog")).to_contain_text("Optimal: no plan has fewer moves")
    escape(page)
    page.get_by_role("tab", name="Watch").click()
    expect(page.locator(".letters")).to_have_text("rRR")
    button(page, "Copy link").click()
    expect(page.get_by_text("Copied.")).to_be_visible()
    link = page.evaluate("navigator.clipboard.readText()")
    assert link.startswith(site)
    other = open_page(link[len(site) :], at=site)
    expect(other.locator(".letters")).to_have_text("rRR")
    page.reload()
    go(page, "#library")
    expect(page.locator(".set-card", has_text="mine")).to_contain_text("1 / 2")


def test_add_and_draw(open_page: Opener, site: str) -> None:
    page = open_page(at=site)
    drop(
        page,
        "two.sok",
        f"Author: Me\n\n{LEVEL}\nTitle: A\nSolution: rRR\n\n####\n#@$#\n####\n\nTitle: Broken\n\n{LEVEL}",
    )
    expect(page.locator(".remarks li")).to_have_text("Broken: there are more boxes than goals; it was skipped.")
    escape(page)
    expect(page.locator(".set-card", has_text="two")).to_contain_text("0 / 2")
    paste(page, "no level at all")
    expect(page.get_by_role("alert")).to_contain_text("This site reads XSB, SOK and JSON.")
    escape(page)
    go(page, "#draw/first-push")
    expect(page.get_by_role("region", name="Check")).to_contain_text("This level is valid.")
    expect(button(page, "Solve it")).to_have_count(0)
    with page.expect_download() as waiting:
        button(page, "Download").click()
    assert waiting.value.suggested_filename == "First-Push.xsb"
    assert read(Path(waiting.value.path()).read_text())[0].title == "First Push"
    button(page, "Save and play").click()
    expect(counted(page, "Moves")).to_have_text("0")


def test_the_policy_is_in_the_page(open_page: Opener, site: str) -> None:
    page = open_page(at=site)
    html = page.evaluate("fetch(location.pathname).then((answer) => answer.text())")
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', html)
    assert policy is not None
    assert policy[1].startswith("default-src 'none'; script-src 'self'; style-src 'self';")
    cards = json.loads(page.evaluate("fetch('api/levels.json').then((answer) => answer.text())"))
    assert "/host" not in json.dumps(cards)  # no path of the machine that wrote it
