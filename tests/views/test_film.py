"""PNG, WebP and MP4: files that other programs open, of the size that was asked for."""

from __future__ import annotations

import io
import re
import subprocess
import sys
from pathlib import Path

import imageio_ffmpeg
import pytest
from PIL import Image, features

from helpers.command import sokoplan
from helpers.levels import drawn
from sokoplan.errors import InputError
from sokoplan.puzzle.plan import Plan
from sokoplan.views import film, gif

PUSH = drawn("#######\n#@ $ .#\n#######")
PLAN = Plan("rrr")
needs_webp = pytest.mark.skipif(not features.check("webp"), reason="Pillow was built without WebP")


def opened(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data))


def test_a_png_is_the_first_frame_of_the_animation() -> None:
    picture = opened(film.png(PUSH, cell=16))
    assert (picture.format, picture.size) == ("PNG", (7 * 16, 3 * 16))
    first = opened(gif.animation(PUSH, PLAN, cell=16)).convert("RGB")
    # A GIF has fewer colours; one pixel differs a little, but no tile is another.
    differences = [abs(one - two) for one, two in zip(picture.convert("RGB").tobytes(), first.tobytes(), strict=True)]
    assert max(differences) < 60
    assert film.png(PUSH, "dark") != film.png(PUSH)


@needs_webp
def test_a_webp_has_a_frame_for_each_key() -> None:
    image = opened(film.webp(PUSH, PLAN, cell=16))
    assert (image.format, image.size, getattr(image, "n_frames", 1)) == ("WEBP", (7 * 16, 3 * 16), 4)


def test_an_mp4_is_a_film_with_even_sides(tmp_path: Path) -> None:
    path = tmp_path / "film.mp4"
    done = sokoplan("draw", "first-push", "--plan", "rRRR", "-o", str(path), "--size", "17")
    assert done.returncode == 0, done.stderr
    command = [imageio_ffmpeg.get_ffmpeg_exe(), "-i", str(path), "-f", "rawvideo", "-pix_fmt", "rgb24", "-"]
    shown = subprocess.run(command, capture_output=True, check=True, timeout=100)
    assert re.search(rb"Video: h264 .* 136x52.* 25 fps", shown.stderr)
    frames = round(0.7 * 25) + 3 * 4 + 2 * 25
    assert len(shown.stdout) == frames * (8 * 17) * (3 * 17 + 1) * 3


def test_the_extra_brings_an_ffmpeg(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    assert film.mp4(PUSH, PLAN)[4:8] == b"ftyp"


def test_without_ffmpeg_a_sentence_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.setitem(sys.modules, "imageio_ffmpeg", None)
    with pytest.raises(InputError, match="an MP4 needs ffmpeg, which is not installed") as refused:
        film.mp4(PUSH, PLAN)
    assert 'pip install "sokoplan[film]"' in str(refused.value)


def test_a_film_that_is_too_large_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gif, "MOST_PIXELS", 100)
    with pytest.raises(InputError, match="too large for a WebP file"):
        film.webp(PUSH, PLAN)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--to", "svg", "--size", "20"], "an SVG file has no pixels"),
        (["--to", "png", "--plan", "rRRR"], "a PNG does not move"),
        (["--to", "png", "--size", "3"], "3 is not in the range 4<=x<=256"),
    ],
)
def test_what_a_kind_of_file_cannot_do_is_said(tmp_path: Path, words: list[str], says: str) -> None:
    done = sokoplan("draw", "first-push", "-o", str(tmp_path / "x"), *words)
    assert (done.returncode, says in done.stderr) == (2, True), done.stderr
