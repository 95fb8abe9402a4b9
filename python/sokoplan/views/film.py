"""A level as a PNG picture, a plan as a WebP or MP4 film.

WebP is Pillow's; an MP4 is what ffmpeg makes of our frames: the machine's own, or the one in the extra
`sokoplan[film]`.
"""

from __future__ import annotations

import io
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from PIL import Image, features

from sokoplan.errors import InputError
from sokoplan.puzzle.level import Level
from sokoplan.puzzle.plan import Plan
from sokoplan.puzzle.rules import begin
from sokoplan.system.extras import need
from sokoplan.views.frames import Frame, frames
from sokoplan.views.gif import FIRST, LAST, MILLISECONDS, fitting_cell
from sokoplan.views.raster import Board
from sokoplan.views.tiles import Theme, moving

_RATE = 25  # pictures a second of an MP4


def png(level: Level, theme: Theme = "light", cell: int = 32) -> bytes:
    """The board at the start; `cell` is the width of a cell in pixels."""
    out = io.BytesIO()
    Board(level, theme, cell).show(moving(level, begin(level))).save(out, "PNG", optimize=True)
    return out.getvalue()


def webp(level: Level, plan: Plan, theme: Theme = "light", cell: int = 32) -> bytes:
    if not features.check("webp"):
        raise InputError("this machine's Pillow cannot write WebP", "Draw a .gif, .mp4 or .html file.")
    film = frames(level, plan)
    images = [image.copy() for image, _ in _shown(level, film, theme, fitting_cell(level, film, cell, "a WebP file"))]
    times = [time for _, time in _times(film)]
    out = io.BytesIO()
    images[0].save(out, "WEBP", save_all=True, append_images=images[1:], duration=times, loop=0, lossless=True)
    return out.getvalue()


def mp4(level: Level, plan: Plan, theme: Theme = "light", cell: int = 32) -> bytes:
    program = _ffmpeg()
    film = frames(level, plan)
    shown = _shown(level, film, theme, fitting_cell(level, film, cell, "an MP4"))
    first, time = next(shown)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "film.mp4"
        size = f"{first.width}x{first.height}"
        # Players want even sides and this kind of colour.
        command = [program, "-loglevel", "error", "-f", "rawvideo", "-pix_fmt", "rgb24", "-s", size, "-r", str(_RATE)]
        command += ["-i", "-", "-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2", "-pix_fmt", "yuv420p"]
        command += ["-movflags", "+faststart", str(path)]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            assert process.stdin is not None
            assert process.stderr is not None
            try:
                _send(process.stdin, first, time)
                for image, time in shown:
                    _send(process.stdin, image, time)
                process.stdin.close()
            except BrokenPipeError:
                pass  # it says below what it did not like
            words = process.stderr.read().decode(errors="replace").strip()
        if process.returncode != 0:
            raise InputError(f"ffmpeg could not make the film: {words or process.returncode}")
        return path.read_bytes()


def _ffmpeg() -> str:
    found = shutil.which("ffmpeg")
    if found is not None:
        return found
    try:
        return str(need("imageio_ffmpeg", "film").get_ffmpeg_exe())
    except (InputError, RuntimeError):  # the second where the package brings no program for this machine
        raise InputError(
            "an MP4 needs ffmpeg, which is not installed",
            'Install it with: pip install "sokoplan[film]"; or draw a .gif, .webp or .html file.',
        ) from None


def _send(pipe: IO[bytes], image: Image.Image, milliseconds: int) -> None:
    data = image.tobytes()
    for _ in range(round(milliseconds * _RATE / 1000)):
        pipe.write(data)


def _times(film: list[Frame]) -> Iterator[tuple[Frame, int]]:
    for number, frame in enumerate(film):
        yield frame, FIRST if number == 0 else LAST if number == len(film) - 1 else MILLISECONDS


def _shown(level: Level, film: list[Frame], theme: Theme, cell: int) -> Iterator[tuple[Image.Image, int]]:
    board = Board(level, theme, cell)
    for frame, time in _times(film):
        yield board.show(frame.pieces), time
