"""Where the app is for those outside: by which address, behind which proxies, below which path.

A proxy says in heads of its own how a request came to it. Everybody can send such heads, so they
are believed of the proxies alone that the host names, and only after a look at who is connected.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import MutableMapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final
from urllib.parse import SplitResult, urlsplit

from referee.core.text import said

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Network = ipaddress.IPv4Network | ipaddress.IPv6Network

LOOPBACK: Final = ("127.0.0.0/8", "::1/128")
PRIVATE: Final = (*LOOPBACK, "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7")
NEAR: Final = {"loopback": LOOPBACK, "private": PRIVATE}
"""Words for networks in which a proxy may be."""

DEFAULT_PORTS: Final = {"http": 80, "https": 443}
ENTERED: Final = "referee.outside"
"""Where an environment says that it has been told how it came to the outside."""

_HOST = re.compile(r"(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::[0-9]{1,5})?", re.IGNORECASE)
_PREFIX = re.compile(r"(?:/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)+")
_PORT = re.compile(r"[0-9]{1,5}")


class NoAddress(ValueError):
    """What was given as an address is none."""


@dataclass(frozen=True)
class Outside:
    """How requests come from the outside; by default just as they arrive here."""

    origin: str = ""
    """Scheme, host and port of the one address that counts, whatever requests say; or empty."""
    prefix: str = ""
    """The path below which the app is at that address, such as `/referee`."""
    near: tuple[Network, ...] = ()
    """Who is connected from here is a proxy, and believed."""
    listed: tuple[Network, ...] = ()
    """Those of them that were named by their addresses: such a one may stand before another."""

    @property
    def url(self) -> str:
        """The one address that counts, without a slash at its end; or empty."""
        return self.origin + self.prefix

    def enter(self, environ: MutableMapping[str, Any]) -> None:
        """Have a WSGI environment say how its request came to the outside.

        To do it twice changes nothing.
        """
        if ENTERED in environ:
            return
        environ[ENTERED] = True
        caller = _address(environ.get("REMOTE_ADDR", ""))
        environ["REMOTE_ADDR"] = str(caller or "")
        prefix = self.prefix
        if caller is not None and _is_in(caller, self.near):
            environ["REMOTE_ADDR"] = str(self._client(environ, caller))
            _believe(environ)
            if not self.origin:
                prefix = _prefix_in(environ)
        if self.origin and environ.get("HTTP_HOST") == urlsplit(self.origin).netloc:
            environ["wsgi.url_scheme"] = urlsplit(self.origin).scheme
        _put_below(environ, prefix)

    def _client(self, environ: MutableMapping[str, Any], caller: Address) -> Address:
        """Who has asked: the last one whom a proxy names and that is no listed proxy itself."""
        for name in reversed(environ.get("HTTP_X_FORWARDED_FOR", "").split(",")):
            further = _address(name)
            if further is None:  # whoever wrote it, no proxy of ours stands behind that
                break
            caller = further
            if not _is_in(caller, self.listed):
                break
        return caller


def outside_of(url: str, proxies: str) -> Outside:
    """What the host has said: an address or nothing, and whom to believe.

    `proxies` are addresses, networks and the words `loopback` and `private`, with commas or blanks.

    Raises:
        NoAddress: where one of them is none.
    """
    origin, prefix = _parts(url) if url else ("", "")
    near: list[Network] = []
    listed: list[Network] = []
    for word in proxies.replace(",", " ").split():
        if word in NEAR:
            near += map(ipaddress.ip_network, NEAR[word])
        else:
            listed.append(_network(word))
    return Outside(origin, prefix, (*near, *listed), tuple(listed))


def _parts(url: str) -> tuple[str, str]:
    """Origin and path of an address."""
    try:
        parts = urlsplit(url)
        host = _host(parts)
    except ValueError:  # also of a port, or of a name that is none
        host = ""
    path = parts.path.rstrip("/") if host else ""
    if not host or parts.query or parts.fragment or (path and not _PREFIX.fullmatch(path)):
        template = "“{url}” is no address such as https://example.org or https://example.org/cards"
        raise NoAddress(said(template, url=url))
    return f"{parts.scheme}://{host}", path


def _host(parts: SplitResult) -> str:
    """Host and port as browsers write them; empty where there is none."""
    if parts.scheme not in DEFAULT_PORTS or not parts.hostname or "@" in parts.netloc:
        return ""
    name = parts.hostname
    host = f"[{name}]" if ":" in name else name.encode("idna").decode()
    if parts.port not in (None, DEFAULT_PORTS[parts.scheme]):
        host = f"{host}:{parts.port}"
    return host if _HOST.fullmatch(host) else ""


def _network(word: str) -> Network:
    try:
        return ipaddress.ip_network(word, strict=False)
    except ValueError:
        template = "“{word}” is no proxy: give addresses or networks, “loopback” or “private”"
        raise NoAddress(said(template, word=word)) from None


@lru_cache(maxsize=1024)
def _address(text: str) -> Address | None:
    """An address, also in brackets or with a port; one of IPv4 that comes as IPv6 is IPv4."""
    text = text.strip()
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


def _is_in(address: Address, networks: tuple[Network, ...]) -> bool:
    return any(address in network for network in networks)


def _last(environ: MutableMapping[str, Any], name: str) -> str:
    """What the nearest proxy has said; others, or the phone itself, may stand before it."""
    return str(environ.get(f"HTTP_X_FORWARDED_{name}", "")).rpartition(",")[2].strip()


def _believe(environ: MutableMapping[str, Any]) -> None:
    """Scheme, host and port as the proxy says that they were asked for."""
    scheme, host, port = (_last(environ, name) for name in ("PROTO", "HOST", "PORT"))
    if scheme in DEFAULT_PORTS:
        environ["wsgi.url_scheme"] = scheme
    if _HOST.fullmatch(host):
        environ["HTTP_HOST"] = host
    host = environ.get("HTTP_HOST", "")
    has_port = ":" in host.rpartition("]")[2]
    is_usual = port == str(DEFAULT_PORTS.get(environ["wsgi.url_scheme"]))
    if host and not has_port and _PORT.fullmatch(port) and not is_usual:
        environ["HTTP_HOST"] = f"{host}:{port}"


def _prefix_in(environ: MutableMapping[str, Any]) -> str:
    prefix = _last(environ, "PREFIX").rstrip("/")
    return prefix if _PREFIX.fullmatch(prefix) else ""


def _put_below(environ: MutableMapping[str, Any], prefix: str) -> None:
    """Have all addresses begin with the prefix; the proxy may have taken it off this one or not."""
    if not prefix:
        return
    environ["SCRIPT_NAME"] = prefix
    path = environ.get("PATH_INFO", "")
    if f"{path}/".startswith(f"{prefix}/"):
        environ["PATH_INFO"] = path[len(prefix) :] or "/"
