"""The profile: what the pages keep, in a file of the server's owner (`sokoplan web --profile FILE`)."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, HTTPException, Request, Response
from pydantic import Field, StrictStr

from sokoplan.web.common import refusals
from sokoplan.web.links import link, linked
from sokoplan.web.models import Model
from sokoplan.web.profile import Profile

router = APIRouter(prefix="/api/profile", tags=["profile"])
Store = Literal["collections", "cards", "levels", "records"]
Key = Annotated[StrictStr, Field(min_length=1, max_length=200)]

_STORE = "$request.path.store"
_FIRST = "$response.body#/entries/0/key"
_HELD = linked(
    200,
    {
        "entry": link("entry", store=_STORE, key=_FIRST),
        "remove": link("change", {"put": [], "remove": [_FIRST]}, store=_STORE),
    },
)
_KEPT = linked(
    204,
    {
        "entries": link("entries", store=_STORE),
        "entry": link("entry", store=_STORE, key="$request.body#/put/0/key"),
    },
)


class Kept(Model):
    key: Key
    value: dict[str, Any]


class Entries(Model):
    entries: list[Kept]


class Change(Model):
    put: list[Kept] = Field(default_factory=list, max_length=20_000)
    remove: list[Key] = Field(default_factory=list, max_length=20_000)


def _profile(request: Request) -> Profile:
    profile: Profile | None = request.app.state.profile
    if profile is None:
        raise HTTPException(404, "this server keeps no profile")
    return profile


@router.get("/{store}", response_model=Entries, responses={**_HELD, **refusals(404, 422)})
def entries(request: Request, store: Store) -> Response:
    """Everything in a store."""
    return Response(_profile(request).all(store), media_type="application/json")


@router.get("/{store}/{key:path}", response_model=dict[str, Any], responses=refusals(404, 422))
def entry(request: Request, store: Store, key: str) -> Response:
    """One entry."""
    found = _profile(request).get(store, key)
    if found is None:
        raise HTTPException(404, "nothing is kept under this key")
    return Response(found, media_type="application/json")


@router.post("/{store}", status_code=204, responses={**_KEPT, **refusals(404, 408, 413, 415, 422)})
def change(request: Request, store: Store, body: Change) -> None:
    """Keep entries and remove others: all of it, or nothing."""
    _profile(request).change(store, [(one.key, one.value) for one in body.put], body.remove)
