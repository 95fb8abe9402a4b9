"""A page of HTML that needs no other file, in the looks of the web app: for lessons and reports.

Comes in:  a title and the body, whose text is escaped already.     Goes out: the whole page.
"""

from __future__ import annotations

from base64 import b64encode
from html import escape

from sokoplan.errors import printable
from sokoplan.puzzle.level import Level
from sokoplan.puzzle.plan import Plan
from sokoplan.views import svg
from sokoplan.views.tiles import Theme, text_of

_LOGO = """<svg viewBox="0 0 64 64" width="28" height="28" aria-hidden="true">
<rect x="5" y="8" width="54" height="54" rx="11" fill="#9a5f26"/><rect x="5" y="3" width="54" height="53" rx="11"
fill="#dd9d51"/><path d="m19 29 10 10 17-20" fill="none" stroke="#fff8ec" stroke-width="7.5" stroke-linecap="round"
stroke-linejoin="round"/></svg>"""


def page_of(title: str, body: str) -> str:
    name = escape(printable(title))
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{name}</title>\n<style>\n{text_of('palette.css')}{text_of('page.css')}</style></head>\n"
        f'<body><header class="bar">{_LOGO}<span>sokoplan</span></header>\n'
        f"<main>\n<h1>{name}</h1>\n{body}\n</main></body></html>\n"
    )


def drawing(level: Level, words: str, plan: Plan | None = None) -> str:
    """The board, or the plan played on it, in the colours of the reader's theme; `words` say what is to be seen."""

    def data(theme: Theme) -> str:
        drawn = svg.animation(level, plan, theme) if plan else svg.picture(level, theme)
        return "data:image/svg+xml;base64," + b64encode(drawn.encode()).decode()

    return (
        f'<picture><source media="(prefers-color-scheme: dark)" srcset="{data("dark")}">'
        f'<img alt="{escape(printable(words))}" src="{data("light")}"></picture>'
    )
