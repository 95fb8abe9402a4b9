"""An XML dump as a tree: each position stands inside the one it was reached from.

Comes in:  the flat XML that a search writes while it runs, whose nodes name their parents.     Goes out: XML.

    <node what="Added" id="1" ...> <dump>...</dump> <expanded order="2" /> <node what="Added" id="5" ...> ... </node>

A search adds and expands a position at different times, so it cannot write a tree as it goes; this makes one of what
it wrote. `order` counts the expansions from 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import IO
from xml.etree.ElementTree import Element, ParseError, tostring

from sokoplan.errors import InputError


def tree_of(file: IO[bytes], name: str) -> Iterator[str]:
    """The lines of the tree. Raises InputError if this is not the XML of a dump."""
    # A file may come from a stranger; this reader knows no entities.
    from defusedxml.common import DefusedXmlException
    from defusedxml.ElementTree import parse

    try:
        root: Element = parse(file).getroot()  # type: ignore[assignment]  # a document that was read has one
    except (ParseError, DefusedXmlException, ValueError) as error:
        raise _no_tree(f"it cannot be read as XML ({error})", name) from None
    if root.tag != "root-node":
        raise _no_tree(f"it starts with <{root.tag}>", name)
    top: list[Element] = []
    children: dict[int, list[Element]] = {}
    by_number: dict[str, Element] = {}
    expanded = 0
    for entry in root:
        number, parent = entry.get("id", ""), entry.get("parent", "")
        if entry.get("what") == "Expanded" and number in by_number:
            expanded += 1
            mark = Element("expanded", order=str(expanded))
            children.setdefault(id(by_number[number]), []).append(mark)
            continue
        home = by_number.get(parent)
        (top if home is None else children.setdefault(id(home), [])).append(entry)
        if number:
            by_number.setdefault(number, entry)
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield "<root-node>"
    yield from _written(top, children)
    yield "</root-node>"


def _written(top: list[Element], children: dict[int, list[Element]]) -> Iterator[str]:
    """Without recursion: a way to a solution may be a thousand pushes deep."""
    todo: list[Element | str] = list(reversed(top))
    while todo:
        entry = todo.pop()
        if isinstance(entry, str):
            yield entry
            continue
        text = tostring(entry, encoding="unicode").rstrip()
        inside = children.get(id(entry), [])
        if not inside:
            yield text
            continue
        yield text.removesuffix(f"</{entry.tag}>").rstrip()
        todo.append(f"</{entry.tag}>")
        todo.extend(reversed(inside))


def _no_tree(why: str, name: str) -> InputError:
    return InputError(f"this is not an XML dump: {why}", "`sokoplan solve LEVEL --dump xml` writes one.", name)
