"""Forwarding headers: which proxies are trusted, and for what."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.core.proxies import InvalidAddress, ProxySettings, read_proxy_settings

HEADS = {
    "FOR": "198.51.100.7", "PROTO": "https", "HOST": "example.org", "PREFIX": "/cards",
}  # fmt: skip


def entered(
    settings: ProxySettings, caller: str, path: str = "/new", **heads: str
) -> dict[str, Any]:
    environ: dict[str, Any] = {
        "REMOTE_ADDR": caller, "HTTP_HOST": "127.0.0.1:8000", "wsgi.url_scheme": "http",
        "SCRIPT_NAME": "", "PATH_INFO": path,
    }  # fmt: skip
    environ |= {f"HTTP_X_FORWARDED_{name}": value for name, value in heads.items()}
    settings.apply(environ)
    return environ


def url(environ: dict[str, Any]) -> str:
    place = f"{environ['wsgi.url_scheme']}://{environ['HTTP_HOST']}"
    return f"{place}{environ['SCRIPT_NAME']}{environ['PATH_INFO']}"


TRUSTED = [
    ("loopback", "127.0.0.1"), ("loopback", "127.8.8.8"), ("loopback", "::1"),
    ("loopback", "[::1]"), ("loopback", "[::ffff:127.0.0.1]"), ("private", "127.0.0.1"),
    ("private", "172.18.0.3"), ("private", "192.168.1.2"), ("private", "::ffff:10.0.0.9"),
    ("private", "[fd00::7]"), ("203.0.113.9", "203.0.113.9"),
    ("203.0.113.0/24, 2001:db8::/32", "2001:db8::1"),
    ("203.0.113.77/24", "203.0.113.9"),
]  # fmt: skip


def test_a_proxy_that_is_named_is_believed() -> None:
    for proxies, caller in TRUSTED:
        environ = entered(read_proxy_settings("", proxies), caller, **HEADS)
        assert url(environ) == "https://example.org/cards/new", (proxies, caller)
        assert environ["REMOTE_ADDR"] == "198.51.100.7", (proxies, caller)


NOT_TRUSTED = [
    ("", "127.0.0.1"),
    ("loopback", "192.168.1.2"),
    ("loopback", "128.0.0.1"),
    ("loopback", "[::ffff:192.168.1.2]"),
    ("private", "172.32.0.1"),
    ("private", "203.0.113.9"),
    ("private", "100.64.0.1"),
    ("203.0.113.9", "127.0.0.1"),
    ("203.0.113.9", "2001:db8::1"),
    ("private", ""),  # a socket without an address
    ("private", "unix:/run/referee"),
    ("0.0.0.0/0", "fe80::1%eth0"),
]


def test_nobody_else_is() -> None:
    for proxies, caller in NOT_TRUSTED:
        environ = entered(read_proxy_settings("", proxies), caller, **HEADS)
        assert url(environ) == "http://127.0.0.1:8000/new", (proxies, caller)
        assert environ["REMOTE_ADDR"] != "198.51.100.7", (proxies, caller)


CLIENTS = [
    ("loopback", "", "127.0.0.1"), ("loopback", "198.51.100.7", "198.51.100.7"),
    ("loopback", "198.51.100.7:5678", "198.51.100.7"),
    ("loopback", "[2001:db8::5]:5678", "2001:db8::5"),
    ("loopback", "2001:db8::5", "2001:db8::5"), ("loopback", "unknown", "127.0.0.1"),
    # The phone itself may have sent the earlier addresses.
    ("loopback", "6.6.6.6, 198.51.100.7", "198.51.100.7"),
    ("loopback", "6.6.6.6, 127.0.0.1", "127.0.0.1"),
    ("private", "6.6.6.6, 192.168.1.50", "192.168.1.50"),
    ("loopback, 203.0.113.9", "198.51.100.7, 203.0.113.9", "198.51.100.7"),
    ("loopback, 203.0.113.9", "6.6.6.6, 198.51.100.7, 203.0.113.9", "198.51.100.7"),
    ("loopback, 203.0.113.9", "203.0.113.9", "203.0.113.9"),
    ("loopback, 203.0.113.9", "198.51.100.7, <b>, 203.0.113.9", "203.0.113.9"),
]  # fmt: skip


def test_who_asks_is_the_last_one_before_the_proxies() -> None:
    for proxies, said, client in CLIENTS:
        environ = entered(read_proxy_settings("", proxies), "127.0.0.1", FOR=said)
        assert environ["REMOTE_ADDR"] == client, (proxies, said, client)


FORWARDED: list[tuple[dict[str, str], str]] = [
    ({}, "http://127.0.0.1:8000/new"),
    ({"PROTO": "https"}, "https://127.0.0.1:8000/new"),
    ({"PROTO": "http, https"}, "https://127.0.0.1:8000/new"),
    ({"PROTO": "javascript"}, "http://127.0.0.1:8000/new"),
    ({"HOST": "evil.example, example.org"}, "http://example.org/new"),
    ({"HOST": "example.org:8443"}, "http://example.org:8443/new"),
    ({"HOST": "[2001:db8::1]"}, "http://[2001:db8::1]/new"),
    ({"HOST": "example.org/x"}, "http://127.0.0.1:8000/new"),
    ({"HOST": "a@b"}, "http://127.0.0.1:8000/new"),
    ({"HOST": "example.org", "PORT": "8443"}, "http://example.org:8443/new"),
    ({"HOST": "[2001:db8::1]", "PORT": "8443"}, "http://[2001:db8::1]:8443/new"),
    ({"HOST": "example.org:1", "PORT": "8443"}, "http://example.org:1/new"),
    ({"HOST": "example.org", "PORT": "80"}, "http://example.org/new"),
    ({"HOST": "example.org", "PROTO": "https", "PORT": "443"}, "https://example.org/new"),
    ({"HOST": "example.org", "PORT": "x"}, "http://example.org/new"),
    ({"PREFIX": "/cards/"}, "http://127.0.0.1:8000/cards/new"),
    ({"PREFIX": "/a/b-c_d.e~f"}, "http://127.0.0.1:8000/a/b-c_d.e~f/new"),
    ({"PREFIX": "/"}, "http://127.0.0.1:8000/new"),
    ({"PREFIX": "//evil.example"}, "http://127.0.0.1:8000/new"),
    ({"PREFIX": "https://evil.example"}, "http://127.0.0.1:8000/new"),
    ({"PREFIX": "/.."}, "http://127.0.0.1:8000/new"),
    ({"PREFIX": '/"><b>'}, "http://127.0.0.1:8000/new"),
]


def test_what_a_proxy_says_is_taken_where_it_can_be() -> None:
    for heads, seen in FORWARDED:
        assert url(entered(read_proxy_settings("", "loopback"), "127.0.0.1", **heads)) == seen, (
            heads,
            seen,
        )


def test_the_proxy_may_take_the_prefix_off_or_not() -> None:
    rows: list[tuple[str, str]] = [
        ("/", "/"), ("/m/x/", "/m/x/"), ("/cards", "/"), ("/cards/", "/"), ("/cards/m/x/", "/m/x/"),
        ("/cardsharp", "/cardsharp"),
    ]  # fmt: skip
    for path, inside in rows:
        environ = entered(read_proxy_settings("https://example.org/cards", ""), "127.0.0.1", path)
        assert (environ["SCRIPT_NAME"], environ["PATH_INFO"]) == ("/cards", inside), path


def test_where_an_address_was_given_no_request_says_another_prefix() -> None:
    for address, prefix in (("https://example.org", ""), ("https://example.org/cards", "/cards")):
        settings = read_proxy_settings(address, "loopback")
        assert entered(settings, "127.0.0.1", PREFIX="/other")["SCRIPT_NAME"] == prefix


def test_what_asks_for_the_given_host_has_come_as_the_address_says() -> None:
    for host, scheme in (("example.org", "https"), ("127.0.0.1:8000", "http")):
        environ = {"REMOTE_ADDR": "10.0.0.1", "HTTP_HOST": host, "PATH_INFO": "/"}
        environ["wsgi.url_scheme"] = "http"
        read_proxy_settings("https://example.org", "").apply(environ)
        assert environ["wsgi.url_scheme"] == scheme


def test_a_proxy_that_does_not_say_how_it_was_asked_was_asked_as_the_address_says() -> None:
    settings = read_proxy_settings("https://example.org", "loopback")
    for head, scheme in (
        ({"FOR": "192.0.2.7"}, "https"), ({"FOR": "192.0.2.7", "PROTO": "http"}, "http"),
        ({}, "http"),  # asked on this computer
    ):  # fmt: skip
        assert entered(settings, "127.0.0.1", **head)["wsgi.url_scheme"] == scheme
    liar = entered(settings, "10.0.0.1", FOR="192.0.2.7")
    assert liar["wsgi.url_scheme"] == "http"


def test_to_enter_twice_changes_nothing() -> None:
    settings = read_proxy_settings("https://example.org/m", "loopback")
    environ = entered(settings, "127.0.0.1", "/m/m/KEY/", FOR="127.0.0.1")
    once = dict(environ)
    settings.apply(environ)
    assert environ == once


def test_an_address_is_kept_as_browsers_write_it() -> None:
    rows: list[tuple[str, str]] = [
        ("https://example.org", "https://example.org"),
        ("https://Example.org/", "https://example.org"),
        ("https://example.org:443/cards/", "https://example.org/cards"),
        ("http://192.168.1.7:8000", "http://192.168.1.7:8000"),
        ("http://[fd00::7]:8000/a/b", "http://[fd00::7]:8000/a/b"),
        ("https://karten-müller.de", "https://xn--karten-mller-klb.de"),
        ("", ""),
    ]
    for typed, kept in rows:
        settings = read_proxy_settings(typed, "")
        assert settings.origin + settings.prefix == kept


def test_what_is_no_address_is_refused() -> None:
    rows: list[str] = [
        "example.org", "example.org/cards", "ftp://example.org", "https://", "https:///cards",
        "/cards", "https://a b", "https://example.org?x=1", "https://example.org/#x", "https://u:p@example.org",
        "https://example.org:99999", "https://example.org:x", "https://example.org/a//b",
        "https://example.org/..", "https://example.org/a b", "https://[::1", "https://a..b",
        "https://" + "a" * 80 + ".org", "javascript://example.org",
    ]  # fmt: skip
    for url in rows:
        with pytest.raises(InvalidAddress, match="isn’t a web address"):
            read_proxy_settings(url, "")


def test_what_is_no_proxy_is_refused() -> None:
    for proxies in ("yes", "10.0.0.0/33", "10.0.0", "loopback, caddy"):
        with pytest.raises(InvalidAddress, match="isn’t a proxy address"):
            read_proxy_settings("", proxies)


@given(
    st.sampled_from(["127.0.0.1", "[::1]", "203.0.113.9", "", "\x00"]),
    st.dictionaries(
        st.sampled_from(["FOR", "PROTO", "HOST", "PORT", "PREFIX"]),
        st.text(st.sampled_from("/.:,[]%@ \"'<>\\a1é\x00\n"), max_size=12),
    ),
)
def test_whatever_is_forwarded_gives_an_address_of_this_kind(
    caller: str, heads: dict[str, str]
) -> None:
    environ = entered(read_proxy_settings("", "loopback"), caller, **heads)
    assert re.fullmatch(r"https?://[\w.:\[\]-]+(/[\w.~-]+)*/new", url(environ), re.ASCII)
    assert "//" not in environ["SCRIPT_NAME"]
