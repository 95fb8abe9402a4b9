"""Checks as a JUnit XML file, which build servers show as tests: a suite for each level, a case for each answer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from xml.etree import ElementTree

from sokoplan.errors import printable
from sokoplan.lab.check import Checked
from sokoplan.views.text import framed


def as_xml(checked: Iterable[Checked]) -> str:
    root = ElementTree.Element("testsuites", name="sokoplan check")
    for name, suite in groupby(checked, key=lambda one: (one.entry.file, one.entry.index, one.entry.name)):
        cases = list(suite)
        element = ElementTree.SubElement(root, "testsuite", {"name": printable(name[2])} | _totals(cases))
        for number, case in enumerate(cases, start=1):
            element.append(_case(case, number, [one.who for one in cases].count(case.who) > 1))
    ElementTree.indent(root)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + ElementTree.tostring(root, encoding="unicode") + "\n"


def _totals(cases: list[Checked]) -> dict[str, str]:
    return {
        "tests": str(len(cases)),
        "failures": str(sum(not case.ok for case in cases)),
        "time": f"{sum(case.row.seconds for case in cases):.3f}",
    }


def _case(case: Checked, number: int, again: bool) -> ElementTree.Element:
    name = f"{case.who} {number}" if again else case.who
    place = f"{printable(case.entry.file)}#{case.entry.index}"
    element = ElementTree.Element("testcase", classname=place, name=name, time=f"{case.row.seconds:.3f}")
    if not case.ok:
        failure = ElementTree.SubElement(element, "failure", message=printable(case.why))
        failure.text = "\n".join(picture(case)) + "\n"
    return element


def picture(case: Checked) -> Iterator[str]:
    """The board where it went wrong: at the end of the plan, or at the start if there is none."""
    yield from framed(case.entry.level, case.position)
