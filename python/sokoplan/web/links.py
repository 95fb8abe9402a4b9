"""Links of the OpenAPI description: from an answer to the requests that can use what is in it.

They say what belongs together (the id of a job and its events, a level and everything that takes a level), for people
and for programs that follow them. An operation goes by the name of its function. A link gives the fields that cannot
be left out; the others have defaults.
"""

from __future__ import annotations

from typing import Any

Linked = dict[str, Any]
_LEVEL: dict[str, dict[str, Any]] = {  # the operations that take a level, with what else they must have
    "check": {},
    "warn": {},
    "packing": {},
    "options": {},
    "ask": {},
    "export": {"format": "json"},
    "render": {"as": "svg"},
    "logic": {"cell": [0, 0]},
}


def link(operation: str, body: dict[str, Any] | None = None, **parameters: str) -> Linked:
    found: Linked = {"operationId": operation}
    if parameters:
        found["parameters"] = parameters
    if body is not None:
        found["requestBody"] = body
    return found


def of_level(where: str) -> dict[str, Linked]:
    """From an answer with a level to all that can be asked about it."""
    links = {operation: link(operation, {"level": where, **more}) for operation, more in _LEVEL.items()}
    return {**links, "check_levels": link("check_levels", {"levels": [where]})}


def of_job(where: str) -> dict[str, Linked]:
    return {"events": link("events", id=where), "stop": link("stop", id=where)}


def linked(status: int, links: dict[str, Linked]) -> dict[int | str, dict[str, Any]]:
    """For the `responses` of a route."""
    return {status: {"links": links}}
