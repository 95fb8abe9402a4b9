"""The map of files in ARCHITECTURE.md, made from the first sentence of each file.

    python scripts/file_map.py          write the map anew

What a file is for is said once, at its top; `make test` compares the map with the tree (tests/project/test_rooms.py).
"""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "ARCHITECTURE.md"
_BEGIN, _END = "<!-- files: python scripts/file_map.py writes this -->", "<!-- end of files -->"
# Where the files are, and which of them; a folder named here has a table of its own.
_FOLDERS = ("python/sokoplan", "rust/src")
_ENDINGS = (".py", ".rs", ".lp", ".pddl", ".js", ".css")
# Bundled levels and pictures are data: one line for the folder.
_DATA = ("python/sokoplan/puzzle/levels",)


# How a comment at the top of a file begins and goes on.
_MARKS = {".py": '"""', ".rs": "//!", ".lp": "%", ".pddl": ";", ".js": "/*", ".css": "/*"}


def first_words(path: Path) -> str:
    """The first sentence of the comment that opens a file, without its marks."""
    mark, paragraph = _MARKS[path.suffix], ""
    for line in path.read_text(encoding="utf-8").splitlines():
        if not paragraph and not line.startswith(mark):
            return ""
        words = line.removeprefix(mark).strip().lstrip("*% ")
        if not words:
            break
        paragraph += f" {words}"
        if words.endswith(('"""', "*/")):
            break
    paragraph = paragraph.strip().removesuffix('"""').removesuffix("*/").strip()
    return re.split(r"\.(?:\s|$)", paragraph, maxsplit=1)[0].replace("|", "\\|")


def files() -> list[Path]:
    """Every file of the map, in the order of the tree."""
    found = []
    for folder in _FOLDERS:
        for path in sorted((ROOT / folder).rglob("*")):
            name = path.relative_to(ROOT).as_posix()
            if path.suffix in _ENDINGS and path.is_file() and not name.startswith(_DATA):
                found.append(path)
    return found


def file_map() -> str:
    """The tables, a folder each."""
    folders: dict[Path, list[Path]] = {}
    for path in files():
        folders.setdefault(path.parent, []).append(path)
    lines: list[str] = []
    for folder, paths in sorted(folders.items()):
        lines += [f"### `{folder.relative_to(ROOT).as_posix()}/`", "", "| file | what it is |", "|---|---|"]
        lines += [f"| `{path.name}` | {first_words(path)} |" for path in sorted(paths)]
        lines.append("")
    return "\n".join(lines)


def page_with_map(page: str) -> str:
    before, _, rest = page.partition(_BEGIN)
    _, _, after = rest.partition(_END)
    return f"{before}{_BEGIN}\n\n{file_map()}\n{_END}{after}"


if __name__ == "__main__":
    PAGE.write_text(page_with_map(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
