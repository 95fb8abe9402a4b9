"""A lesson as text for the terminal, or as one HTML page that needs no other file."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import escape
from textwrap import wrap

from sokoplan.learn.lesson.chapter import Chapter, Listing
from sokoplan.views.page import drawing, page_of

_CODE = re.compile(r"`([^`]+)`")


def text(title: str, chapters: Sequence[Chapter], most: int, width: int = 100) -> Iterator[str]:
    """The lines of the lesson; of a long list the first `most` lines (0: all of them)."""
    yield title
    yield "=" * len(title)
    for number, chapter in enumerate(chapters, start=1):
        yield ""
        heading = f"{number}. {chapter.title}"
        yield from (heading, "-" * len(heading))
        yield from wrap(chapter.words, width)
        for listing in chapter.listings:
            yield from ("", f"{listing.title}:", "")
            lines = _shortened(listing, most)
            yield from (f"    {line}".rstrip() for line in lines)
            if len(lines) < len(listing.lines):
                yield f"    ... {len(listing.lines) - len(lines):,} more (--lines 0 shows all)"


def _shortened(listing: Listing, most: int) -> tuple[str, ...]:
    return listing.lines if listing.whole or not most else listing.lines[:most]


def html(title: str, chapters: Sequence[Chapter]) -> str:
    """The whole lesson, with long lists folded."""
    contents = "".join(f'<li><a href="#c{n}">{escape(one.title)}</a></li>' for n, one in enumerate(chapters, start=1))
    body = "\n".join(_section(number, chapter) for number, chapter in enumerate(chapters, start=1))
    return page_of(title, f'<nav aria-label="Contents"><ol>{contents}</ol></nav>\n{body}')


def _section(number: int, chapter: Chapter) -> str:
    folded = "\n".join(_folded(listing) for listing in chapter.listings)
    words = _CODE.sub(r"<code>\1</code>", escape(chapter.words))
    picture = ""
    if chapter.drawn is not None:
        level, plan = chapter.drawn
        picture = drawing(level, "The plan, played" if plan.keys else "The board", plan if plan.keys else None)
    heading = f"<h2>{number}. {escape(chapter.title)}</h2>"
    return f'<section id="c{number}">{heading}\n<p>{words}</p>\n{picture}{folded}</section>'


def _folded(listing: Listing) -> str:
    is_open = " open" if listing.whole or len(listing.lines) <= 12 else ""
    lines = escape("\n".join(listing.lines))
    return f"<details{is_open}><summary>{escape(listing.title)}</summary><pre>{lines}</pre></details>"
