"""How quick the pages are, measured in chromium: the first cards of a large library, scrolling, a key press,
painting, the first plan.

    python benchmarks/web_pages.py [LEVELS]...     files or folders; without them, 4,000 rooms of its own

Comes in:  levels.     Goes out: one line for each figure; it fails if one is above its limit.

A key press is measured from the event until its frame is painted, on the largest board there is. Other work on the
machine counts too, so measure on a quiet one.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

ROOM = "##########\n#@ ${:^6}#\n#  $ .  .#\n##########\n\nTitle: Room {}\n\n"
# A stroke over a board of 60 x 60: milliseconds a cell, the median and the 95th percentile.
PAINT = """async () => {
  for (const name of ["Width", "Height"]) {
    const input = [...document.querySelectorAll("label")].find((one) => one.textContent === name).control;
    input.value = 60;
    input.dispatchEvent(new Event("change", { bubbles: true }));
  }
  const board = document.querySelector(".editor-board");
  const matrix = board.getScreenCTM();
  board.setPointerCapture = () => {};
  const send = (name, row, column) => {
    const { x, y } = new DOMPoint(column * 64 + 32, row * 64 + 32).matrixTransform(matrix);
    board.dispatchEvent(new PointerEvent(name, { clientX: x, clientY: y, pointerId: 7, bubbles: true }));
  };
  const times = [];
  send("pointerdown", 30, 1);
  for (let column = 2; column < 58; column++) {
    const start = performance.now();
    send("pointermove", 30, column);
    board.getBoundingClientRect();
    times.push(performance.now() - start);
  }
  send("pointerup", 30, 57);
  times.sort((one, other) => one - other);
  return [times[times.length >> 1], times[Math.floor(times.length * 0.95)]];
}"""
# One press at the start of a frame, until that frame is painted: the rules, style, layout and paint. A message waits
# its turn behind the frame; the wait for the screen's next refresh is not counted.
PRESS = """async (count) => {
  const times = [];
  const keys = ["ArrowRight", "ArrowLeft", "ArrowDown", "ArrowUp"];
  const { port1, port2 } = new MessageChannel();
  for (let index = 0; index < count; index++) {
    await new Promise((done) => setTimeout(done, 20));
    await new Promise(requestAnimationFrame);
    const start = performance.now();
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: keys[index % 4], bubbles: true }));
    await new Promise((done) => {
      port1.onmessage = done;
      port2.postMessage(0);
    });
    times.push(performance.now() - start);
  }
  times.sort((one, other) => one - other);
  return [times[count >> 1], times[Math.floor(count * 0.95)]];
}"""


@contextmanager
def server(levels: list[str]) -> Iterator[str]:
    command = [sys.executable, "-m", "sokoplan", "web", *levels, "--port", "0", "--no-browser"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        found = None
        while found is None:
            line = process.stderr.readline()
            assert line, "the server did not start"
            found = re.search(r"http://\S+/", line)
        try:
            yield found[0]
        finally:  # also when a measurement fails: leaving the `with` waits for the server
            process.terminate()


# Noted by the page itself: asking it from outside takes a while, too.
NOTE = """new MutationObserver(() => {
  if (!window.firstCards && document.querySelector(".set-card")) window.firstCards = performance.now();
}).observe(document, { childList: true, subtree: true });"""


def first_cards(page: Page, address: str) -> tuple[float, int]:
    """Seconds from opening the library until its first cards are there, and how many levels there are."""
    page.add_init_script(NOTE)
    page.goto(address)
    page.wait_for_selector(".set-card")
    seconds = page.evaluate("firstCards") / 1000
    levels = page.evaluate("fetch('api/levels').then((answer) => answer.json()).then(({ levels }) => levels.length)")
    return seconds, levels


def scrolling(page: Page, address: str) -> float:
    """The longest frame, in milliseconds, while the largest collection scrolls from top to bottom."""
    largest = page.evaluate(
        "fetch('api/levels').then((answer) => answer.json())"
        ".then(({ collections }) => collections.sort((one, other) => other.levels - one.levels)[0].id)"
    )
    page.evaluate("(id) => { location.hash = `#set/${id}`; }", largest)
    page.wait_for_selector(".level-card")
    longest: float = page.evaluate(
        """async () => {
          const frame = () => new Promise(requestAnimationFrame);
          let [worst, last] = [0, await frame()];
          for (let step = 0; step < 120; step++) {
            scrollBy(0, document.body.scrollHeight / 120);
            const now = await frame();
            worst = Math.max(worst, now - last);
            last = now;
          }
          return worst;
        }"""
    )
    return longest


def presses(page: Page) -> tuple[float, float]:
    """Milliseconds of a key press on the largest board: the median and the 95th percentile."""
    largest = page.evaluate(
        "fetch('api/levels').then((answer) => answer.json()).then(({ levels }) =>"
        "levels.filter(({ game }) => game === 'sokoban')"
        ".sort((a, b) => b.width * b.height - a.width * a.height)[0].id)"
    )
    page.evaluate("(id) => { location.hash = `#play/${id}`; }", largest)
    page.wait_for_selector(".counts")
    median, high = page.evaluate(PRESS, 200)
    return median, high


def painting(page: Page) -> tuple[float, float]:
    """Milliseconds for one painted cell of a board of 60 x 60: the median and the 95th percentile."""
    page.evaluate("location.hash = '#draw'")
    page.wait_for_selector(".editor-board rect")
    median, high = page.evaluate(PAINT)
    return median, high


def first_plan(page: Page) -> float:
    """Seconds from the click on Solve until there is a plan, on a level of seven boxes."""
    page.evaluate("location.hash = '#solve/cathedral'")
    page.wait_for_selector(".solve select")
    start = time.monotonic()
    page.get_by_role("button", name="Solve", exact=True).click()
    page.wait_for_selector(".so-far")
    return time.monotonic() - start


def main(levels: list[str]) -> None:
    chromium = os.environ.get("SOKOPLAN_CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    if chromium is None:
        sys.exit("no chromium; on Debian: apt-get install chromium")
    arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        if not levels:
            file = Path(folder) / "rooms.xsb"
            file.write_text("".join(ROOM.format("", number) for number in range(1, 4001)))
            levels = [str(file)]
        with server(levels) as address:
            browser = playwright.chromium.launch(executable_path=chromium, args=arguments)
            page = browser.new_page(viewport={"width": 1200, "height": 850})
            seconds, number = first_cards(page, address)
            print(f"first cards of {number:,} levels: {seconds:.2f} s (limit 1)")
            longest = scrolling(page, address)
            print(f"longest frame while scrolling a collection: {longest:.0f} ms")
            median, high = presses(page)
            print(f"key press on the largest board: median {median:.1f} ms, 95th percentile {high:.1f} ms (limit 16)")
            middle, slow = painting(page)
            print(f"a painted cell of 60 x 60: median {middle:.1f} ms, 95th percentile {slow:.1f} ms (limit 16)")
            print(f"a first plan for Cathedral: {first_plan(page):.2f} s (limit 1)")
            browser.close()
    if seconds > 1 or max(high, slow) > 16:
        sys.exit(1)


if __name__ == "__main__":
    main(sys.argv[1:])
