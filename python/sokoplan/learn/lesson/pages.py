"""A lesson as text for the terminal, or as one HTML page that needs no other file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from textwrap import wrap

from sokoplan.learn.lesson.chapter import Chapter, Listing

_STYLE = """
:root{color-scheme:light dark;font:17px/1.6 system-ui,sans-serif}
body{max-width:52rem;margin:2rem auto;padding:0 1rem}
nav ol{columns:2;padding-left:1.5rem}
h2{margin-top:3rem;border-bottom:1px solid #8886}
pre{font:14px/1.35 ui-monospace,monospace;padding:.75rem 1rem;overflow-x:auto;background:#8881;border-radius:.5rem}
summary{cursor:pointer;font-weight:600}
details{margin:.75rem 0}
"""


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
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{escape(title)}</title><style>{_STYLE}</style></head>\n<body>\n<h1>{escape(title)}</h1>\n"
        f'<nav aria-label="Contents"><ol>{contents}</ol></nav>\n{body}\n</body></html>\n'
    )


def _section(number: int, chapter: Chapter) -> str:
    folded = "\n".join(_folded(listing) for listing in chapter.listings)
    words = escape(chapter.words)
    return f'<section id="c{number}"><h2>{number}. {escape(chapter.title)}</h2>\n<p>{words}</p>\n{folded}</section>'


def _folded(listing: Listing) -> str:
    is_open = " open" if listing.whole or len(listing.lines) <= 12 else ""
    lines = escape("\n".join(listing.lines))
    return f"<details{is_open}><summary>{escape(listing.title)}</summary><pre>{lines}</pre></details>"
