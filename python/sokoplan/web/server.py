"""The server: uvicorn on a socket of our own, and a shutdown (Ctrl-C, SIGTERM) that leaves no process behind."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import json
import signal
import socket
from collections.abc import Callable, Generator
from types import FrameType

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from sokoplan.errors import InputError
from sokoplan.web.app import make_app
from sokoplan.web.common import error_of
from sokoplan.web.guard import with_headers
from sokoplan.web.settings import Settings

# Seconds that a connection may be open without a request.
IDLE = 30


def bind(host: str, port: int) -> socket.socket:
    """A listening socket. InputError if the address or the port is not available."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listening = socket.socket(family, kind, protocol)
    except (OSError, UnicodeError):
        raise InputError(f"no such address on this machine: {host!r}", "The usual address is 127.0.0.1.") from None
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen(256)
    except OSError as error:
        listening.close()
        raise _bind_error(host, port, error) from None
    return listening


def _bind_error(host: str, port: int, error: OSError) -> InputError:
    if error.errno == errno.EADDRINUSE:
        return InputError(
            f"port {port} of {host} is in use", f"Choose another, `--port {port + 1}`, or any free one: `--port 0`."
        )
    if error.errno == errno.EACCES:
        return InputError(f"not allowed to use port {port}", "Choose a port from 1024 up.")
    return InputError(f"cannot listen on {host}, port {port}: {error.strerror or error}")


class Protocol(H11Protocol):
    """uvicorn's HTTP protocol, which also closes idle connections, and puts our headers on every answer.

    uvicorn waits forever for the rest of a request that has begun; a few thousand of those would use up all
    connections. What is no HTTP at all it answers by itself, and so do we: no guard sees such a request.
    """

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._idle = 0
        self._seen: object = None  # the latest request at the last check
        self.loop.call_later(IDLE / 2, self._close_if_idle)

    def _close_if_idle(self) -> None:
        if self.transport.is_closing():
            return
        busy = self.cycle is not None and not self.cycle.response_complete
        # A request since the last check counts, even if it is answered already.
        self._idle = 0 if busy or self.cycle is not self._seen else self._idle + 1
        self._seen = self.cycle
        if self._idle > 2:
            self.transport.close()
        else:
            self.loop.call_later(IDLE / 2, self._close_if_idle)

    def send_400_response(self, msg: str) -> None:
        body = json.dumps(error_of(InputError("this is no HTTP request"))).encode()
        plain = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
        headers = with_headers([*plain, (b"connection", b"close")])
        for event in (
            h11.Response(status_code=400, headers=headers, reason=b"Bad Request"),
            h11.Data(data=body),
            h11.EndOfMessage(),
        ):
            self.transport.write(self.conn.send(event) or b"")
        self.transport.close()


class Server(uvicorn.Server):
    """uvicorn, except that a signal stops all jobs at once, and is not raised again afterwards."""

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
    """Run until asked to stop. `ready` is called once the server answers, with what could not be read."""
    app = make_app(settings)
    config = uvicorn.Config(
        app,
        log_level="error",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        ws="none",
        http=Protocol,
        loop="asyncio",
        lifespan="on",
        timeout_keep_alive=IDLE,
        timeout_graceful_shutdown=3,
    )
    Server(config, app.state.jobs.close_soon, lambda: ready(app.state.catalog.remarks)).run(sockets=[listening])
