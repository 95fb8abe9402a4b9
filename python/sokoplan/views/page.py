"""A page of HTML that needs no other file, in the colours of the web app: for lessons and reports.

Comes in:  a title and the body, whose text is escaped already.     Goes out: the whole page.
"""

from __future__ import annotations

from html import escape

from sokoplan.errors import printable
from sokoplan.views.tiles import text_of


def page_of(title: str, body: str) -> str:
    name = escape(printable(title))
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{name}</title>\n<style>\n{text_of('palette.css')}{text_of('page.css')}</style></head>\n"
        f"<body><main>\n<h1>{name}</h1>\n{body}\n</main></body></html>\n"
    )
