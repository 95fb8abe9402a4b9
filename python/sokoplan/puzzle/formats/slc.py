"""SLC: collections as XML.

    <SokobanLevels>
      <Title>Three rooms</Title>
      <Description>For beginners.</Description>
      <LevelCollection Copyright="A. Puzzler" MaxWidth="5" MaxHeight="3">
        <Level Id="One" Width="5" Height="3">
          <L>#####</L>
          <L>#@$.#</L>
          <L>#####</L>
        </Level>
      </LevelCollection>
    </SokobanLevels>

Title is the collection, Id the level's title, Copyright its author; Description, Email and Url of the file become
comments of its first level. What SLC has no place for (comments and solutions of a level) we write as elements
`Comment` and `Solution` in it, which other programs skip. Read through defusedxml: no DTD, no entities. The
modules for it are imported where they are used, because they bring a web client with them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any
from xml.sax import SAXParseException
from xml.sax.handler import ContentHandler
from xml.sax.xmlreader import AttributesImpl

from sokoplan.errors import InputError
from sokoplan.puzzle.formats.base import Draft, Format
from sokoplan.puzzle.formats.board import Limits, Row, draw, level_of, only_closed
from sokoplan.puzzle.formats.collection import each_board
from sokoplan.puzzle.formats.text import comment, lines_of, word
from sokoplan.puzzle.formats.xsb import LETTERS
from sokoplan.puzzle.formats.xsb_words import moves
from sokoplan.puzzle.level import Level, Reading, Solution

_DECLARATION = re.compile(r"\s*<\?xml[^>]*\?>")
# Not any `<`: a title may begin with one.
_OPENING = re.compile(r"\s*<(?:!--|(?:[?]xml|!DOCTYPE|SokobanLevels|LevelCollection|Level|html)\b)", re.IGNORECASE)
_ABOUT_FILE = {"description": "", "email": "Email: ", "url": "Url: "}


def looks_like(text: str) -> bool:
    return _OPENING.match(text) is not None


def read(text: str, reading: Reading, limits: Limits) -> Iterator[Draft]:
    from defusedxml.common import DefusedXmlException
    from defusedxml.sax import parseString

    handler = _Handler(lines_of(text))
    # The text is decoded already, so an encoding that the file declares must not be applied to it again.
    declaration = _DECLARATION.match(text)
    if declaration:
        text = re.sub(r"[^\r\n]", " ", declaration[0]) + text[declaration.end() :]
    try:
        parseString(text.encode("utf-8", "replace"), handler, forbid_dtd=True)
    except DefusedXmlException:
        right = "Remove the DOCTYPE; a level file needs no entities."
        raise InputError("this XML has a document type or entities, which are not allowed", right) from None
    except SAXParseException as error:
        raise _not_well_formed(error, handler.lines) from None
    if not handler.levels:
        raise InputError("there is no level in this XML", "SLC levels are <Level><L>#####</L>...</Level>.")

    def make(at: int, rows: Sequence[Row]) -> Level:
        found = handler.levels[at]
        if not rows:
            right = "A row is an element <L>."
            raise InputError("the level has no rows", right, line=found.line, text=handler.source(found.line))
        words = dict(found.words, collection=found.words["collection"] or handler.collection)
        words["comments"] = (*(handler.about if at == 0 else ()), *found.comments)
        words["solutions"] = tuple(found.solutions)
        return level_of(rows, LETTERS, limits, reading=reading, closed=True, **words)

    def title(at: int) -> str:
        found: str = handler.levels[at].words["title"]
        return found

    return each_board([found.rows for found in handler.levels], make, limits, title)


def _not_well_formed(error: SAXParseException, lines: list[str]) -> InputError:
    number = error.getLineNumber() or 1
    text = lines[number - 1] if number <= len(lines) else ""
    says = f"this is not well-formed XML: {error.getMessage()}"
    return InputError(says, "Every element must be closed.", line=number, column=error.getColumnNumber(), text=text)


@dataclass
class _Found:
    """A level while its element is open."""

    line: int
    words: dict[str, Any]
    rows: list[Row] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)
    solutions: list[Solution] = field(default_factory=list)


class _Handler(ContentHandler):
    """Collects the levels; expat reports the line of every element, for the errors."""

    def __init__(self, lines: list[str]) -> None:
        super().__init__()
        self.lines = lines
        self.levels: list[_Found] = []
        self.collection = ""
        self.about: list[str] = []
        self.author = ""  # of the LevelCollection we are in
        self.inside: _Found | None = None
        self.parts: list[str] = []
        self.note = ""
        self.row_at = (1, 0)

    def source(self, line: int) -> str:
        return self.lines[line - 1] if line <= len(self.lines) else ""

    def startElement(self, name: str, attrs: AttributesImpl) -> None:
        given = {key.lower(): word(value) for key, value in attrs.items()}
        line = self._locator.getLineNumber() or 1  # type: ignore[attr-defined]
        self.parts = []
        match name.lower():
            case "levelcollection":
                self.author = given.get("copyright", "")
            case "level":
                author = given.get("copyright", self.author)
                words = {"title": given.get("id", ""), "author": author, "collection": given.get("collection", "")}
                self.inside = _Found(line, words)
                self.levels.append(self.inside)
            case "solution":
                self.note = given.get("note", "")
            case "l":
                self.row_at = line, self._locator.getColumnNumber() or 0  # type: ignore[attr-defined]

    def characters(self, content: str) -> None:
        self.parts.append(content)

    def endElement(self, name: str) -> None:
        text = "".join(self.parts)
        self.parts = []
        name = name.lower()
        if name == "level":
            self.inside = None
        elif self.inside is None:
            self._about_file(name, text)
        elif name == "l":
            self.inside.rows.append(self._row(text))
        elif name == "title":
            self.inside.words["title"] = self.inside.words["title"] or word(text)
        elif name == "solution" and moves(text):
            self.inside.solutions.append(Solution(moves(text), self.note))
        elif kept := comment(text):
            self.inside.comments.append(kept)

    def _about_file(self, name: str, text: str) -> None:
        kept = "\n".join(line.strip() for line in lines_of(comment(text))).strip()
        if name == "title" and not self.collection:
            self.collection = word(text)
        elif kept and name in _ABOUT_FILE:
            self.about.append(_ABOUT_FILE[name] + kept)

    def _row(self, text: str) -> Row:
        line, column = self.row_at
        cells = text.strip("\r\n")
        source = self.source(line)
        start = source.find(cells, column)
        # Rows with entities or CDATA do not stand in the file as they read: then the row itself is shown.
        return Row(cells, line, source, start) if start >= 0 else Row(cells, line, cells)


def write(levels: Sequence[Level]) -> str:
    from xml.sax.saxutils import escape

    names = {word(level.collection) for level in levels}
    collection = names.pop() if len(names) == 1 else ""
    width = max((level.width for level in levels), default=0)
    height = max((level.height for level in levels), default=0)
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        "<SokobanLevels>",
        f"  <Title>{escape(collection)}</Title>",
        f'  <LevelCollection MaxWidth="{width}" MaxHeight="{height}">',
    ]
    for level in levels:
        lines += _write_one(level, collection)
    lines += ["  </LevelCollection>", "</SokobanLevels>"]
    return "\n".join(lines) + "\n"


def _write_one(level: Level, collection: str) -> list[str]:
    from xml.sax.saxutils import escape, quoteattr

    only_closed(level)
    attributes = {"Id": word(level.title), "Width": str(level.width), "Height": str(level.height)}
    if author := word(level.author):
        attributes["Copyright"] = author
    if word(level.collection) != collection:
        attributes["Collection"] = word(level.collection)
    head = " ".join(f"{name}={quoteattr(value)}" for name, value in attributes.items())
    lines = [f"    <Level {head}>"]
    lines += [f"      <L>{row}</L>" for row in draw(level, LETTERS)]
    for solution in level.solutions:
        lines.append(f"      <Solution Note={quoteattr(word(solution.note))}>{moves(solution.keys)}</Solution>")
    for text in level.comments:
        lines.append(f"      <Comment>{escape(comment(text))}</Comment>")
    return [*lines, "    </Level>"]


FORMAT = Format(
    name="slc",
    what="SLC: collections as XML",
    games=("sokoban",),
    endings=(".slc", ".xml"),
    looks_like=looks_like,
    read=read,
    write=write,
)
