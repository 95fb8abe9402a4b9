"""Pictures, animations and the replay page: complete files that show what the law says; titles stay text."""

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

from helpers.command import sokoplan
from helpers.levels import drawn
from sokoplan.cli.exitcodes import ExitCode
from sokoplan.errors import InputError
from sokoplan.puzzle.level import Level
from sokoplan.puzzle.library import bundled
from sokoplan.puzzle.plan import Plan
from sokoplan.puzzle.rules import begin, play
from sokoplan.puzzle.verify import verify
from sokoplan.views import gif, replay, svg
from sokoplan.views.flatten import trace
from sokoplan.views.frames import frames
from sokoplan.views.tiles import coloured, colours, moving, tiles

PUSH = drawn("#######\n#@ $ .#\n#######")
RUDE = '<script>alert("1")</script>{title}&'
USE = "{http://www.w3.org/2000/svg}use"


def test_pictures_on_one_page_do_not_share_a_name_for_different_things() -> None:
    defined: dict[str, str] = {}
    for level in map(
        drawn, ("####\n# .#\n#  ###\n#*@  #\n#  $ #\n#  ###\n####", "#######\n#@ $ .#\n#######", "###\n#@#\n###")
    ):
        for name, body in re.findall('<symbol id="([^"]+)"(.*?)</symbol>', svg.picture(level)):
            assert defined.setdefault(name, body) == body, name
    assert len(defined) > 8


def test_every_colour_of_a_tile_is_in_the_palette_and_can_be_drawn() -> None:
    ours = ("fill", "stroke", "opacity", "stroke-width", "stroke-linecap", "stroke-linejoin", "stroke-opacity")
    places = ("x", "y", "width", "height", "rx", "ry", "cx", "cy", "r", "d")
    for theme in ("light", "dark"):
        for shapes in tiles().values():
            for shape in shapes:
                assert dict(shape.attributes).keys() <= {*ours, *places}
                for kind in ("fill", "stroke"):
                    painted = coloured(shape.get(kind, "none"), theme)
                    assert re.fullmatch(r"none|#[0-9a-f]{3}|#[0-9a-f]{6}", painted), shape
    assert colours("light")["floor"] != colours("dark")["floor"]


@pytest.mark.parametrize(
    ("path", "ends"),
    [
        ("M1 2 3 4h5v-6z", [(1, 2), (3, 4), (8, 4), (8, -2)]),
        ("m1 1l2 0 0 2", [(1, 1), (3, 1), (3, 3)]),
        ("M10-5L.5.5", [(10, -5), (0.5, 0.5)]),
    ],
)
def test_straight_paths(path: str, ends: list[tuple[float, float]]) -> None:
    (line,) = trace(path)
    assert line.points == ends
    assert line.closed == path.endswith("z")


def test_curves_and_arcs_end_where_they_should_and_bend_the_right_way() -> None:
    (half,) = trace("M0 0a10 10 0 0 1 20 0")  # over the top: rows grow downwards
    assert half.points[-1] == pytest.approx((20, 0))
    assert half.points[8] == pytest.approx((10, -10))
    (other,) = trace("M0 0a10 10 0 0 0 20 0")
    assert other.points[8] == pytest.approx((10, 10))
    (large,) = trace("M10 0A10 10 0 1 1 0-10")
    assert min(x for x, _ in large.points) == pytest.approx(-10, abs=0.1)
    (curve,) = trace("M0 0C0 10 10 10 10 0s10-10 10 0")
    assert curve.points[16] == pytest.approx((10, 0))
    assert curve.points[-1] == pytest.approx((20, 0))
    assert curve.points[8][1] > 0 > curve.points[24][1]  # the second bends the other way, as smooth as it can


@pytest.mark.parametrize("name", bundled())
def test_every_bundled_level_is_drawn(name: str) -> None:
    level = bundled()[name].level()
    picture = ElementTree.fromstring(svg.picture(level))
    defined = {symbol.attrib["id"] for symbol in picture.iter("{http://www.w3.org/2000/svg}symbol")}
    uses = [use.attrib["href"].removeprefix("#") for use in picture.iter(USE)]
    assert set(uses) <= defined
    boxes = [tile for tile in uses if tile in ("t-box", "t-box-done", "t-boulder", "t-rock")]
    assert len(boxes) == len(level.boxes)
    assert sum(tile in ("t-player-d", "t-hero-d") for tile in uses) == 1
    assert "var(" not in svg.picture(level, "dark")


def test_frames_follow_the_law() -> None:
    level = bundled()["market-day"].level()
    plan = Plan("rrddrrrrrrurrrrddllddrr")
    film = frames(level, plan)
    state = begin(level)
    assert film[0].pieces == moving(level, state)
    for frame, key in zip(film[1:], plan.keys, strict=True):
        play(level, state, key)
        assert frame.pieces == moving(level, state, key)
    counts = verify(level, plan).counts
    assert (film[-1].cost, film[-1].pushes) == (counts.cost, counts.pushes)


def test_an_animation_shows_each_tile_when_it_is_there() -> None:
    picture = ElementTree.fromstring(svg.animation(PUSH, Plan("rrr")))
    by_place = {
        (use.attrib["href"], int(use.attrib["x"]) // 64): next(iter(use), None)
        for use in picture.iter(USE)
        if use.attrib["y"] == "64"
    }
    box = by_place["#t-box", 3]
    assert box is not None
    assert box.attrib["values"] == "visible;hidden"
    assert by_place["#t-box-done", 5].attrib["values"] == "hidden;visible"  # type: ignore[union-attr]
    assert "#t-box" not in {href for href, column in by_place if column == 5}


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


def test_a_name_that_promises_another_kind_of_picture_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "a.bmp"
    ran = sokoplan("draw", "first-push", "-o", str(file))
    assert ran.returncode == ExitCode.USAGE
    assert "use .svg, .png, .gif, .webp, .mp4, .html" in ran.stderr
    assert not file.exists()
    assert sokoplan("draw", "first-push", "--to", "svg", "-o", str(file)).returncode == 0
    assert sokoplan("draw", "first-push", "-o", str(tmp_path / "A.SVG")).returncode == 0
    assert sokoplan("draw", "first-push", "-o", str(tmp_path / "picture")).returncode == 0
