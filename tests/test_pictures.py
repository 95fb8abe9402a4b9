"""Pictures, animations and the replay page: whole files, that show what the law says, and titles that stay text."""

from __future__ import annotations

import base64
import hashlib
import io
import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest
from defusedxml import ElementTree
from PIL import Image

from conftest import drawn
from sokoplan.errors import InputError
from sokoplan.level import Level
from sokoplan.library import bundled
from sokoplan.plan import Plan
from sokoplan.rules import begin, play
from sokoplan.verify import verify
from sokoplan.views import gif, replay, svg
from sokoplan.views.frames import frames
from sokoplan.views.tiles import colours, moving, tiles
from test_cli import sokoplan

PUSH = drawn("#######\n#@ $ .#\n#######")
RUDE = '<script>alert("1")</script>{title}&'
USE = "{http://www.w3.org/2000/svg}use"


def test_every_colour_of_a_tile_is_in_both_palettes() -> None:
    used = {name for shapes in tiles().values() for shape in shapes for name in (shape.fill, shape.line) if name}
    assert used <= colours("light").keys() == colours("dark").keys()


@pytest.mark.parametrize("name", bundled())
def test_every_bundled_level_is_drawn(name: str) -> None:
    level = bundled()[name].level()
    picture = ElementTree.fromstring(svg.picture(level))
    uses = [use.attrib["href"].removeprefix("#") for use in picture.iter(USE)]
    assert set(uses) <= set(tiles())
    boxes = [tile for tile in uses if tile in ("box", "box-home", "stone", "block")]
    assert len(boxes) == len(level.boxes)
    assert sum(tile in ("player", "hero") for tile in uses) == 1


def test_frames_follow_the_law() -> None:
    level = bundled()["market-day"].level()
    plan = Plan("rrddrrrrrrurrrrddllddrr")
    film = frames(level, plan)
    state = begin(level)
    assert film[0].pieces == moving(level, state)
    for frame, key in zip(film[1:], plan.keys, strict=True):
        play(level, state, key)
        assert frame.pieces == moving(level, state)
    counts = verify(level, plan).counts
    assert (film[-1].cost, film[-1].pushes) == (counts.cost, counts.pushes)


def test_an_animation_shows_each_tile_when_it_is_there() -> None:
    picture = ElementTree.fromstring(svg.animation(PUSH, Plan("rrr")))
    by_place = {
        (use.attrib["href"], int(use.attrib["x"]) // 64): next(iter(use), None)
        for use in picture.iter(USE)
        if use.attrib["y"] == "64"
    }
    box = by_place["#box", 3]
    assert box is not None
    assert box.attrib["values"] == "visible;hidden"
    assert by_place["#box-home", 5].attrib["values"] == "hidden;visible"  # type: ignore[union-attr]
    assert "#box" not in {href for href, column in by_place if column == 5}


def test_a_gif_has_a_frame_for_each_key() -> None:
    image = Image.open(io.BytesIO(gif.animation(PUSH, Plan("rrr"))))
    assert image.n_frames == 4  # type: ignore[attr-defined]
    assert image.size == (7 * 32, 3 * 32)
    assert image.info["loop"] == 0
    image.seek(3)
    end = image.convert("RGB")
    image.seek(0)
    start = image.convert("RGB")
    assert end.getpixel((5 * 32 + 16, 48)) != start.getpixel((5 * 32 + 16, 48))
    assert end.getpixel((16, 16)) == start.getpixel((16, 16))  # the wall


def test_a_long_plan_gets_smaller_cells_and_a_longer_one_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gif, "MOST_PIXELS", 4 * 21 * 16 * 16)
    assert Image.open(io.BytesIO(gif.animation(PUSH, Plan("rrr")))).size == (7 * 16, 3 * 16)
    monkeypatch.setattr(gif, "MOST_PIXELS", 100)
    with pytest.raises(InputError, match="too large"):
        gif.animation(PUSH, Plan("rrr"))


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.scripts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        if self.cdata_elem == "script":
            self.scripts.append(data)


def test_the_page_is_whole_and_its_title_is_text() -> None:
    text = replay.page(replace(PUSH, title=RUDE, author=RUDE), Plan("rrr"))
    page = _Page()
    page.feed(text)
    scripts = [attributes for tag, attributes in page.tags if tag == "script"]
    assert len(scripts) == 2  # the film and the player
    assert not any("src" in attributes or "onclick" in attributes for _, attributes in page.tags)
    assert not re.search(r"""(?:src|href)=["']?(?:https?:)?//""", text)
    film = json.loads(page.scripts[0])
    assert film["keys"] == "rRR"
    assert len(film["changes"]) == 4
    (policy,) = [found["content"] for tag, found in page.tags if tag == "meta" and "http-equiv" in found]
    digest = base64.b64encode(hashlib.sha256(page.scripts[-1].encode()).digest()).decode()
    assert policy is not None
    assert f"script-src 'sha256-{digest}'" in policy


def test_svg_titles_are_text() -> None:
    picture = ElementTree.fromstring(svg.picture(replace(PUSH, title=RUDE)))
    assert picture.find("{http://www.w3.org/2000/svg}title").text == RUDE  # type: ignore[union-attr]
    assert not list(picture.iter("{http://www.w3.org/2000/svg}script"))


def test_a_board_without_walls_of_its_own_gets_some() -> None:
    level = Level(1, 3, (0, 0), boxes=frozenset({(0, 1)}), goals=frozenset({(0, 2)}))
    assert 'viewBox="-64 -64 320 192"' in svg.picture(level)
    assert Image.open(io.BytesIO(gif.animation(level, Plan("r")))).size == (5 * 32, 3 * 32)


def test_draw(tmp_path: Path) -> None:
    for kind, start in (("svg", b"<svg"), ("gif", b"GIF89a"), ("html", b"<!doctype")):
        file = tmp_path / f"owl.{kind}"
        assert sokoplan("draw", "first-push", "--plan", "rRRR", "-o", str(file)).returncode == 0
        assert file.read_bytes().startswith(start)
    wrong = sokoplan("draw", "first-push", "--plan", "u", "-o", str(tmp_path / "x.gif"))
    assert wrong.returncode == 33
    assert "key 1 (up) is not allowed" in wrong.stderr
    assert sokoplan("draw", "first-push", "--to", "bmp").returncode == 2
    assert sokoplan("draw", "first-push", "-o", str(tmp_path / "no" / "x.svg")).returncode == 33
