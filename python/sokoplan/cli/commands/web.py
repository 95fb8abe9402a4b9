"""`sokoplan web`: the web app, on this machine."""

from __future__ import annotations

import secrets
import threading
import webbrowser
from typing import Annotated
from urllib.parse import quote

import typer

from sokoplan.cli.options import megabytes_of, seconds_of
from sokoplan.cli.output import err, warn
from sokoplan.errors import printable


def web(
    folders: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[FOLDER]...", help="Folders and files of levels, to be shown beside the bundled ones."
        ),
    ] = None,
    host: Annotated[
        str, typer.Option("--host", metavar="ADDRESS", help="Where to listen; elsewhere than 127.0.0.1 with a token.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", metavar="N", min=0, max=65535, help="0: any that is free.")] = 8777,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the page in a browser.")] = True,
    token: Annotated[
        str | None,
        typer.Option(
            "--token",
            metavar="TEXT",
            envvar="SOKOPLAN_TOKEN",
            help="What a visitor must bring. Default: none on 127.0.0.1, elsewhere a new one each time.",
        ),
    ] = None,
    names: Annotated[
        list[str] | None,
        typer.Option("--name", metavar="NAME", help="A further name of this machine by which it may be called."),
    ] = None,
    time: Annotated[str, typer.Option("--time", metavar="SECONDS", help="The most a job may ask for.")] = "10m",
    memory: Annotated[
        str | None,
        typer.Option("--memory", metavar="SIZE", help="The same. Default: 3/4 of the machine's, by its cores."),
    ] = None,
    jobs: Annotated[
        int | None, typer.Option("--jobs", metavar="N", min=1, help="At a time. Default: one a core.")
    ] = None,
) -> int:
    """Play, solve, watch and draw levels in a browser. Ctrl-C ends it."""
    # The web is worth its start only to those who want it.
    from dataclasses import replace

    from sokoplan.web.server import bind, serve
    from sokoplan.web.settings import Settings, is_loopback

    if token is not None and not (token.isascii() and token.isalnum() and len(token) >= 8):
        raise typer.BadParameter("a token has at least eight letters and digits", param_hint="--token")
    if token is None:
        token = "" if is_loopback(host) else secrets.token_hex(16)
    settings = Settings(
        host=host,
        token=token,
        names=tuple(name.lower() for name in names or ()),
        folders=tuple(folders or ()),
        seconds=seconds_of(time) or 600.0,
    )
    if memory is not None:
        settings = replace(settings, memory_mb=megabytes_of(memory))
    if jobs is not None:
        settings = replace(settings, jobs=jobs)
    listening = bind(host, port)
    settings = replace(settings, port=listening.getsockname()[1])
    address = _address(settings.host, settings.port, token)

    def ready(remarks: list[str]) -> None:
        for remark in remarks:
            warn(remark)
        err().print(f"sokoplan is at {printable(address)} (Ctrl-C ends it)")
        if browser:
            # A browser of the terminal would keep the server waiting.
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    serve(settings, listening, ready)
    return 0


def _address(host: str, port: int, token: str) -> str:
    if host in ("0.0.0.0", "::"):
        host = "127.0.0.1" if host == "0.0.0.0" else "::1"
    name = f"[{host}]" if ":" in host else host
    return f"http://{name}:{port}/" + (f"?token={quote(token)}" if token else "")


def register(app: typer.Typer) -> None:
    app.command()(web)
