"""The app's public URL, and the forwarding headers sent by the proxies in front of it.

Anyone can send forwarding headers, so they are trusted only on connections from configured proxies.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import MutableMapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final
from urllib.parse import SplitResult, urlsplit

from referee.core.text import Text, _

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Network = ipaddress.IPv4Network | ipaddress.IPv6Network

LOOPBACK: Final = ("127.0.0.0/8", "::1/128")
PRIVATE: Final = (*LOOPBACK, "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7")
NEAR: Final = {"loopback": LOOPBACK, "private": PRIVATE}

DEFAULT_PORTS: Final = {"http": 80, "https": 443}
APPLIED: Final = "referee.proxies"  # WSGI key that marks an environment as already rewritten

_HOST = re.compile(r"(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::[0-9]{1,5})?", re.IGNORECASE)
_PREFIX = re.compile(r"(?:/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)+")
_PORT = re.compile(r"[0-9]{1,5}")


class InvalidAddress(ValueError):
    """Raised for an invalid URL or proxy address; `text` is the message, which quotes it."""

    def __init__(self, text: Text) -> None:
        super().__init__(text)
        self.text = text


@dataclass(frozen=True)
class ProxySettings:
    origin: str = ""  # scheme, host and port of the public URL, overriding requests; or empty
    prefix: str = ""  # path of the app at that URL, such as `/referee`
    trusted: tuple[Network, ...] = ()
    listed: tuple[Network, ...] = ()
    """Trusted networks configured by address, not as `private` or `loopback`. Only proxies in these
    networks may be chained."""

    def apply(self, environ: MutableMapping[str, Any]) -> None:
        """Rewrite a WSGI environment to match the original request. Idempotent."""
        if APPLIED in environ:
            return
        environ[APPLIED] = True
        caller = _read_address(environ.get("REMOTE_ADDR", ""))
        environ["REMOTE_ADDR"] = str(caller or "")
        prefix = self.prefix
        if caller is not None and any(caller in network for network in self.trusted):
            # The client is the last forwarded address that isn't a listed proxy.
            for name in reversed(environ.get("HTTP_X_FORWARDED_FOR", "").split(",")):
                further = _read_address(name)
                if further is None:  # not written by our proxies
                    break
                caller = further
                if not any(caller in network for network in self.listed):
                    break
            environ["REMOTE_ADDR"] = str(caller)
            scheme, host, port = (_read_header(environ, name) for name in ("PROTO", "HOST", "PORT"))
            if self.origin and "HTTP_X_FORWARDED_FOR" in environ:  # a proxy may not say more
                environ["wsgi.url_scheme"] = urlsplit(self.origin).scheme
            if scheme in DEFAULT_PORTS:
                environ["wsgi.url_scheme"] = scheme
            if _HOST.fullmatch(host):
                environ["HTTP_HOST"] = host
            host = environ.get("HTTP_HOST", "")
            has_port = ":" in host.rpartition("]")[2]
            is_usual = port == str(DEFAULT_PORTS.get(environ["wsgi.url_scheme"]))
            if host and not has_port and _PORT.fullmatch(port) and not is_usual:
                environ["HTTP_HOST"] = f"{host}:{port}"
            if not self.origin:
                prefix = _read_header(environ, "PREFIX").rstrip("/")
                prefix = prefix if _PREFIX.fullmatch(prefix) else ""
        if self.origin and environ.get("HTTP_HOST") == urlsplit(self.origin).netloc:
            environ["wsgi.url_scheme"] = urlsplit(self.origin).scheme
        if prefix:  # the proxy may or may not have stripped it from the path
            environ["SCRIPT_NAME"] = prefix
            path = environ.get("PATH_INFO", "")
            if f"{path}/".startswith(f"{prefix}/"):
                environ["PATH_INFO"] = path[len(prefix) :] or "/"


def read_proxy_settings(url: str, proxies: str) -> ProxySettings:
    """Parse the public URL, and a list of proxies: addresses, networks, `loopback`, `private`.

    Raises InvalidAddress.
    """
    origin, prefix = _split_url(url) if url else ("", "")
    near: list[Network] = []
    listed: list[Network] = []
    for word in proxies.replace(",", " ").split():
        if word in NEAR:
            near += map(ipaddress.ip_network, NEAR[word])
            continue
        try:
            listed.append(ipaddress.ip_network(word, strict=False))
        except ValueError:
            template = _(
                "“{word}” isn’t a proxy address: use addresses, networks, “loopback” or “private”"
            )
            raise InvalidAddress(template.format(word=word)) from None
    return ProxySettings(origin, prefix, (*near, *listed), tuple(listed))


def _split_url(url: str) -> tuple[str, str]:
    try:
        parts = urlsplit(url)
        name, port = parts.hostname or "", parts.port
        host = f"[{name}]" if ":" in name else name.encode("idna").decode()
    except ValueError:  # also for an invalid port or host name
        parts, host, port = SplitResult("", "", "", "", ""), "", None
    if port not in (None, DEFAULT_PORTS.get(parts.scheme)):
        host = f"{host}:{port}"
    path = parts.path.rstrip("/")
    is_valid = parts.scheme in DEFAULT_PORTS and _HOST.fullmatch(host) and "@" not in parts.netloc
    if not is_valid or parts.query or parts.fragment or (path and not _PREFIX.fullmatch(path)):
        template = _(
            "“{url}” isn’t a web address such as https://example.org or https://example.org/cards"
        )
        raise InvalidAddress(template.format(url=url))
    return f"{parts.scheme}://{host}", path


@lru_cache(maxsize=1024)
def _read_address(text: str) -> Address | None:
    """Parse an address, with or without brackets or a port; IPv4-mapped IPv6 becomes IPv4."""
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


def _read_header(environ: MutableMapping[str, Any], name: str) -> str:
    """Return a header's last value, added by the nearest proxy. Earlier ones may be forged."""
    return str(environ.get(f"HTTP_X_FORWARDED_{name}", "")).rpartition(",")[2].strip()
