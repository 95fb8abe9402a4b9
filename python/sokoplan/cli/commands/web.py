"""`sokoplan web`: the web app, on this machine."""

from __future__ import annotations

import secrets
import threading
import webbrowser
from urllib.parse import quote

import click

from sokoplan.cli.command import argument, command, flag, option
from sokoplan.cli.options import goal_option, time_option
from sokoplan.cli.output import err, warn
from sokoplan.cli.values import Memory
from sokoplan.errors import printable
from sokoplan.puzzle.level import Reading


@command(
    argument(
        "folders", metavar="[FOLDER]...", nargs=-1, help="Folders and files of levels, shown beside the bundled ones."
    ),
    option(
        "--host",
        metavar="ADDRESS",
        default="127.0.0.1",
        help="The address to listen on. On any other than 127.0.0.1, visitors need a token.",
    ),
    option("--port", metavar="N", type=click.IntRange(0, 65535), default=8777, help="The port; 0 = any free one."),
    flag("--browser/--no-browser", default=True, help="Open the page in a browser."),
    option(
        "--token",
        metavar="TEXT",
        envvar="SOKOPLAN_TOKEN",
        show_envvar=True,
        help="The token that visitors need. Default: none on 127.0.0.1, elsewhere a new one each time.",
    ),
    option(
        "names",
        "--name",
        metavar="NAME",
        multiple=True,
        help="Another name by which visitors may call this machine; may be repeated.",
    ),
    goal_option("When a Sokoban level of these folders is solved"),
    option(
        "--profile",
        metavar="FILE",
        help="Keep the levels you add and your solutions in this file (SQLite), not in the browser.",
    ),
    option(
        "--static",
        metavar="FOLDER",
        help="Write the app as a site for any web host instead: library, play, watch and draw, without a server.",
    ),
    time_option("The longest time limit that a job may ask for.", "10m"),
    option(
        "--memory",
        metavar="SIZE",
        type=Memory(),
        help="The most memory that a job may ask for. Default: 3/4 of the machine's, divided by its cores.",
    ),
    option(
        "--jobs", metavar="N", type=click.IntRange(min=1), help="How many jobs run at a time. Default: one per core."
    ),
)
def web(
    folders: tuple[str, ...],
    host: str,
    port: int,
    browser: bool,
    token: str | None,
    names: tuple[str, ...],
    goal: Reading,
    profile: str | None,
    static: str | None,
    time: float,
    memory: int | None,
    jobs: int | None,
) -> int:
    """Play, solve, watch and draw levels in a browser.

    The program serves the web app until you press Ctrl-C.
    """
    # The web is worth its start only to those who want it.
    from dataclasses import replace

    from sokoplan.web.server import bind, serve
    from sokoplan.web.settings import Settings, is_loopback

    if token is not None and not (token.isascii() and token.isalnum() and len(token) >= 8):
        raise click.BadParameter(
            "a token has at least eight letters and digits, and nothing else", param_hint="--token"
        )
    if token is None:
        token = "" if is_loopback(host) else secrets.token_hex(16)
    settings = Settings(
        host=host,
        token=token,
        names=tuple(name.lower() for name in names),
        folders=folders,
        reading=goal,
        profile=profile or "",
        seconds=time or 600.0,
    )
    if memory is not None:
        settings = replace(settings, memory_mb=memory)
    if jobs is not None:
        settings = replace(settings, jobs=jobs)
    if static is not None:
        from sokoplan.web.static_site import write_site

        for remark in write_site(static, settings):
            warn(remark)
        err().print(
            f"The site is in {printable(static)}: put it on a web host, or try `python -m http.server` there."
        )
        return 0
    listening = bind(host, port)
    settings = replace(settings, port=listening.getsockname()[1])
    address = _address(settings.host, settings.port, token)

    def ready(remarks: list[str]) -> None:
        for remark in remarks:
            warn(remark)
        err().print(f"sokoplan is at {printable(address)} (press Ctrl-C to stop)")
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
