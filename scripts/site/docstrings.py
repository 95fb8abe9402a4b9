"""Docstrings as Markdown, for mkdocstrings: examples become code blocks, and columns of arguments a list."""

from __future__ import annotations

import re
from typing import Any

import griffe


class Readable(griffe.Extension):
    def on_object(self, *, obj: griffe.Object, **kwargs: Any) -> None:
        if obj.docstring is not None:
            obj.docstring.value = as_markdown(obj.docstring.value)


def as_markdown(text: str) -> str:
    blocks = re.split(r"\n\s*\n", text)
    return "\n\n".join(_block(block) for block in blocks)


def _block(block: str) -> str:
    lines = block.splitlines()
    start = next((at for at, line in enumerate(lines) if line.lstrip().startswith(">>> ")), None)
    if start is not None:
        before = "\n".join(lines[:start])
        code = "\n".join(["```pycon", *lines[start:], "```"])
        return f"{before}\n\n{code}" if before else code
    if re.match(r"`\w+`  +\S", block):
        # `name`   words, and lines that go on further right.
        items = re.split(r"\n(?=`\w+` )", block)
        return "\n".join("- " + re.sub(r"\s+", " ", re.sub(r"^(`\w+`) +", r"\1: ", item)) for item in items)
    return block
