"""The same pages in Firefox: the library, a game by keys and by dragging, what is kept, the editor."""

from __future__ import annotations

from pathlib import Path

from helpers.firefox import Firefox, firefox

RIGHT = "\ue014"  # the arrow key, in WebDriver
CELL = """(() => {
  const point = new DOMPoint(%d * 64 + 32, %d * 64 + 32);
  const { x, y } = point.matrixTransform(document.querySelector("svg.board").getScreenCTM());
  return `${Math.round(x)} ${Math.round(y)}`;
})()"""


def place_of(page: Firefox, row: int, column: int) -> tuple[int, int]:
    x, y = page.evaluate(CELL % (column, row)).split()
    return int(x), int(y)


def test_firefox_plays_and_keeps(server: str, tmp_path: Path) -> None:
    with firefox(tmp_path) as page:
        page.size(1200, 850)
        page.open(server)
        page.wait_for("document.querySelectorAll('.set-card').length === 3")
        # The pictures are painted: not every pixel of a canvas is clear.
        page.wait_for(
            "(({ width, height }, context) => context.getImageData(0, 0, width, height).data.some((one) => one))("
            "document.querySelector('canvas'), document.querySelector('canvas').getContext('2d'))"
        )
        page.evaluate("location.hash = '#play/first-push'")
        page.wait_for("document.querySelector('.counts')")
        page.keys([RIGHT] * 4)
        page.wait_for("document.querySelector('dialog')?.textContent.includes('no plan has fewer moves')")
        page.open("about:blank")
        page.open(server)  # all anew, so what is shown was kept
        page.wait_for("document.querySelector('.set-card')?.textContent.includes('1 / 30')")
        page.evaluate("location.hash = '#play/around-the-back'")
        page.wait_for("document.querySelector('h1')?.textContent === 'Around the Back'")
        page.drag(place_of(page, 2, 4), place_of(page, 2, 3))
        page.wait_for("[...document.querySelectorAll('.counts dd')][1].textContent === '1'")
        page.evaluate("location.hash = '#draw'")
        page.wait_for("document.querySelector('.editor-board rect')")
        page.drag(place_of(page, 2, 2), place_of(page, 2, 5))
        page.wait_for("document.querySelectorAll('.editor-board rect.wall-top').length === 28 + 4")
