"""The server: a socket of its own, uvicorn on it, and an end that leaves nothing behind.

Comes in:  Settings.     Goes out: nothing, when it is told to end (Ctrl-C, SIGTERM).
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import signal
import socket
from collections.abc import Callable, Generator
from types import FrameType

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from sokoplan.errors import InputError
from sokoplan.web.app import make_app
from sokoplan.web.settings import Settings

# Seconds for which a connection may be open without a request.
IDLE = 30


def bind(host: str, port: int) -> socket.socket:
    """A listening socket. InputError where the address or the port cannot be had."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listening = socket.socket(family, kind, protocol)
    except (OSError, UnicodeError):
        raise InputError(f"there is no address {host!r} on this machine", "127.0.0.1 is the usual one.") from None
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen(256)
    except OSError as error:
        listening.close()
        raise _cannot(host, port, error) from None
    return listening


def _cannot(host: str, port: int, error: OSError) -> InputError:
    if error.errno == errno.EADDRINUSE:
        return InputError(
            f"port {port} of {host} is in use", f"Choose another, `--port {port + 1}`, or any: `--port 0`."
        )
    if error.errno == errno.EACCES:
        return InputError(f"port {port} is not for everybody", "Choose one from 1024 up.")
    return InputError(f"cannot listen at {host}, port {port}: {error.strerror or error}")


class Patient(H11Protocol):
    """uvicorn's side of a connection, with an end to patience: who connects and then does not ask is shown out.

    uvicorn waits for ever for the rest of a request that has begun; a few thousand of those would be all the
    connections there are.
    """

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._idle = 0
        self._seen: object = None  # the request that was the last one when we looked
        self.loop.call_later(IDLE / 2, self._look)

    def _look(self) -> None:
        if self.transport.is_closing():
            return
        busy = self.cycle is not None and not self.cycle.response_complete
        # Whoever asked anything since is not idle, even if it is answered already.
        self._idle = 0 if busy or self.cycle is not self._seen else self._idle + 1
        self._seen = self.cycle
        if self._idle > 2:
            self.transport.close()
        else:
            self.loop.call_later(IDLE / 2, self._look)


class Server(uvicorn.Server):
    """uvicorn, but with jobs that end the moment it is told to, and without raising the signal once more."""

    def __init__(self, config: uvicorn.Config, stop: Callable[[], None], ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._stop = stop
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()

    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        before = {number: signal.signal(number, self.handle_exit) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self._stop()  # listeners get their last event, so that their connections can close
        super().handle_exit(sig, frame)


def serve(settings: Settings, listening: socket.socket, ready: Callable[[list[str]], None]) -> None:
    """Run until told to end. `ready` is called, with what could not be read, when the server answers."""
    app = make_app(settings)
    config = uvicorn.Config(
        app,
        log_level="error",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        ws="none",
        http=Patient,
        loop="asyncio",
        lifespan="on",
        timeout_keep_alive=IDLE,
        timeout_graceful_shutdown=3,
    )
    Server(config, app.state.jobs.close_soon, lambda: ready(app.state.shelf.remarks)).run(sockets=[listening])
