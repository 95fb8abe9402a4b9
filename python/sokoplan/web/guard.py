"""The checks on every request before a route sees it, and the security headers on every response.

A page on another site can make a browser send requests to this machine. What stops it:

Host        must be a name of this server. Another name that points to 127.0.0.1 (DNS rebinding) is refused. If the
            server listens on all addresses, any bare IP address is accepted: nobody can point that elsewhere.
Origin      of a request that changes something must be this server, and so must Sec-Fetch-Site, if it is sent.
JSON        is the only type accepted on POST. A form on another site cannot send it without a CORS preflight, and no
            response carries a CORS header.
token       is required if other machines can reach the server: first as ?token=, then as a cookie, or as a Bearer.

The body is limited in size, and must arrive in time.
"""

from __future__ import annotations

import asyncio
import hmac
import ipaddress
import json
import socket
from collections.abc import Iterable, MutableMapping
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qsl, urlencode

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sokoplan.web.settings import Settings, is_loopback

_CHANGES = frozenset({"POST", "PUT", "PATCH", "DELETE"})
_BODY_SECONDS = 10.0  # for the whole body to arrive
_OURS = frozenset({"same-origin", "none"})  # Sec-Fetch-Site of our own pages, and of a typed address
PAGE_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
    )
)
_POLICY = f"{PAGE_POLICY}; frame-ancestors 'none'"  # which only a header can say
_NEVER_USED = (
    *("accelerometer", "camera", "display-capture", "encrypted-media", "geolocation", "gyroscope", "hid"),
    *("idle-detection", "magnetometer", "microphone", "midi", "payment", "publickey-credentials-get"),
    *("screen-wake-lock", "serial", "usb", "xr-spatial-tracking"),
)
HEADERS: tuple[tuple[bytes, bytes], ...] = (
    (b"content-security-policy", _POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cross-origin-embedder-policy", b"require-corp"),
    (b"x-permitted-cross-domain-policies", b"none"),
    (b"x-dns-prefetch-control", b"off"),
    (b"permissions-policy", ", ".join(f"{name}=()" for name in _NEVER_USED).encode()),
)


class Refused(Exception):
    def __init__(self, status: int, sentence: str, hint: str = "") -> None:
        super().__init__(sentence)
        self.status = status
        self.sentence = sentence
        self.hint = hint


class _Gone(Exception):
    """The client left before its request was complete."""


class Guard:
    """The checks, as ASGI middleware."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.settings = settings
        self.cookie = f"sokoplan-{settings.port}"  # cookies are shared between ports

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        started = False

        async def protected(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                message["headers"] = with_headers(message.get("headers", ()))
            await send(message)

        try:
            headers = _headers(scope)
            self._check_host(headers)
            if self.settings.token and await self._came_with_token(scope, headers, protected):
                return
            self._check_origin(scope, headers)
            self._check_type(scope, headers)
            body = await self._whole_body(scope["path"], headers, receive) if scope["method"] in _CHANGES else receive
            await self.app(scope, body, protected)
        except _Gone:
            return
        except Refused as refusal:
            if started:  # too late for an error response
                raise
            await _refuse(protected, refusal)

    # --- the checks ----------------------------------------------------------------------------------------------

    def _check_host(self, headers: MutableMapping[str, str]) -> None:
        host = headers.get("host", "")
        if not self._is_ours(host):
            raise Refused(
                421, "this server does not go by that name", "Use the address that it printed when it started."
            )

    def _is_ours(self, host: str) -> bool:
        name, port = _split(host)
        if port != self.settings.port:
            return False
        if name in self.settings.names or (name == self.settings.host and not _is_wildcard(name)):
            return True
        if self.settings.local:
            return name == "localhost" or is_loopback(name)
        return _is_wildcard(self.settings.host) and (
            _is_address(name) or name in ("localhost", socket.gethostname().lower())
        )

    def _check_origin(self, scope: Scope, headers: MutableMapping[str, str]) -> None:
        fetched = headers.get("sec-fetch-site", "none")
        if fetched not in _OURS and scope["path"].startswith("/api/"):
            raise Refused(403, "this request came from another site")
        origin = headers.get("origin")
        if scope["method"] not in _CHANGES or origin is None:
            return
        scheme, _, host = origin.partition("://")
        if scheme != "http" or host.lower() != headers.get("host", "").lower():
            raise Refused(403, "this request came from another site")

    def _check_type(self, scope: Scope, headers: MutableMapping[str, str]) -> None:
        if scope["method"] not in _CHANGES - {"DELETE"}:
            return
        kind = headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind != "application/json":
            raise Refused(415, "the body of a request must be JSON", "Send it with Content-Type: application/json.")

    async def _came_with_token(self, scope: Scope, headers: MutableMapping[str, str], send: Send) -> bool:
        """Refuse a request without the token. True if it was in the address: then the response sets the cookie."""
        query = parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)
        brought = [value for name, value in query if name == "token"]
        if brought and scope["method"] == "GET" and self._is_token(brought[-1]):
            rest = urlencode([(name, value) for name, value in query if name != "token"])
            # A path that begins with two slashes would lead to another server.
            where = "/" + scope["path"].lstrip("/") + (f"?{rest}" if rest else "")
            cookie = f"{self.cookie}={self.settings.token}; Path=/; HttpOnly; SameSite=Strict"
            await _answer(send, 303, b"", [(b"location", _safe(where)), (b"set-cookie", cookie.encode("latin-1"))])
            return True
        bearer = headers.get("authorization", "").removeprefix("Bearer ").strip()
        if not (self._is_token(_cookie(headers.get("cookie", ""), self.cookie)) or self._is_token(bearer)):
            raise Refused(401, "this server requires a token", "Open the address that it printed when it started.")
        return False

    def _is_token(self, text: str) -> bool:
        return hmac.compare_digest(text.encode("utf-8", "replace"), self.settings.token.encode())

    # --- the body ------------------------------------------------------------------------------------------------

    async def _whole_body(self, path: str, headers: MutableMapping[str, str], receive: Receive) -> Receive:
        """Read the body here, within its limits, and hand it to the routes whole."""
        most = self.settings.file_body if path == "/api/levels" else self.settings.body
        length = headers.get("content-length", "0")
        if length.isdigit() and int(length[:20]) > most:
            raise Refused(413, f"the request is too large; the limit is {most:,} bytes")
        parts: list[bytes] = []
        try:
            async with asyncio.timeout(_BODY_SECONDS):
                while True:
                    message = await receive()
                    if message["type"] == "http.disconnect":
                        raise _Gone
                    parts.append(message.get("body", b""))
                    if sum(map(len, parts)) > most:
                        raise Refused(413, f"the request is too large; the limit is {most:,} bytes")
                    if not message.get("more_body", False):
                        break
        except TimeoutError:
            raise Refused(408, "the request took too long to arrive") from None
        ready: list[Message] = [{"type": "http.request", "body": b"".join(parts), "more_body": False}]

        async def again() -> Message:
            return ready.pop() if ready else await receive()

        return again


def _headers(scope: Scope) -> dict[str, str]:
    headers: dict[str, str] = {}
    for name, value in scope["headers"]:
        key = name.decode("latin-1").lower()
        if key in ("host", "origin", "content-type", "content-length") and key in headers:
            raise Refused(400, f"the header {key} is there twice")
        headers[key] = value.decode("latin-1")
    return headers


def _split(host: str) -> tuple[str, int]:
    """Name and port of `localhost:8000` or `[::1]:8000`; a browser leaves port 80 out."""
    name, colon, port = host.lower().rpartition(":")
    if not colon or host.endswith("]"):
        name, port = host.lower(), "80"
    return name.removeprefix("[").removesuffix("]").removesuffix("."), int(port) if port.isdecimal() else -1


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _is_wildcard(host: str) -> bool:
    return _is_address(host) and ipaddress.ip_address(host).is_unspecified


def _cookie(header: str, name: str) -> str:
    try:
        found = SimpleCookie(header).get(name)
    except CookieError:
        return ""
    return found.value if found else ""


def _safe(where: str) -> bytes:
    return "".join(char if 32 < ord(char) < 127 else "" for char in where).encode("ascii")


def with_headers(given: Iterable[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """The headers of an answer and ours. A file of the pages may be kept, and is asked for again; nothing else is."""
    headers = list(given)
    names = {name for name, _ in headers}
    cache = (b"cache-control", b"no-cache" if b"etag" in names else b"no-store")
    return headers + [pair for pair in (*HEADERS, cache) if pair[0] not in names]


async def _refuse(send: Send, refusal: Refused) -> None:
    error = {"sentence": refusal.sentence, "hint": refusal.hint, "line": None, "column": None, "text": ""}
    headers = [(b"content-type", b"application/json"), (b"connection", b"close")]
    if refusal.status == 401:
        headers.append((b"www-authenticate", b"Bearer"))
    await _answer(send, refusal.status, json.dumps({"error": error}).encode(), headers)


async def _answer(send: Send, status: int, body: bytes, headers: Iterable[tuple[bytes, bytes]]) -> None:
    length = (b"content-length", str(len(body)).encode())
    await send({"type": "http.response.start", "status": status, "headers": [*headers, length]})
    await send({"type": "http.response.body", "body": body})
