"""Icons on the home screen of a phone, and the manifest that makes one an app."""

from __future__ import annotations

import pytest

from referee.core.language import PSEUDO
from referee.core.proxies import read_proxy_settings
from referee.web.http.assets import FOLDER
from tests.icons import APPLE, GREEN, MASKABLE, SIZES, SVG, draw_icon
from tests.suits import FONT, draw_font
from tests.web.phones import Phone, PlayedMatch

MANIFEST = "/referee.webmanifest"
SAFE = 0.4
"""Radius of the circle that phones always show, relative to the width of a maskable icon."""


@pytest.mark.parametrize("name", SIZES)
def test_the_icons_are_drawn_from_the_svg(name: str) -> None:
    """If this fails after a change to icon.svg or an update of resvg: `make icons`."""
    assert (FOLDER / name).read_bytes() == draw_icon(name)


def test_whatever_shape_a_phone_cuts_it_to_shows_all_of_the_maskable_icon() -> None:
    cover = f'<circle cx="16" cy="16" r="{{}}" fill="{GREEN}"/></svg>'
    plain = draw_icon(MASKABLE, SVG[: SVG.index(">") + 1] + "</svg>")
    for radius, hides_all in ((SAFE, True), (SAFE - 0.05, False)):
        covered = draw_icon(MASKABLE, SVG.replace("</svg>", cover.format(36 * radius)))
        assert (covered == plain) == hides_all


@pytest.mark.parametrize(
    ("url", "home", "language"), [("", "/", "en"), ("https://example.org/cards", "/cards/", PSEUDO)]
)
def test_the_manifest_fits_the_address_and_the_language(
    ann: Phone, url: str, home: str, language: str
) -> None:
    ann.app.extensions["proxies"] = read_proxy_settings(url, "")
    with ann.client.get(MANIFEST, headers={"Accept-Language": language}) as response:
        assert response.mimetype == "application/manifest+json"
        assert "no-cache" in response.headers["Cache-Control"]
        found = response.get_json()
    assert (found["start_url"], found["scope"]) == (home, home)
    assert (found["lang"], found["dir"]) == (language, "ltr")
    assert (found["name"], found["short_name"]) == ("Referee", "Referee")
    purposes = [(icon["sizes"], icon["purpose"]) for icon in found["icons"]]
    assert purposes == [("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")]
    for icon in found["icons"]:
        assert icon["src"].startswith(f"{home}static/")
        with ann.client.get(icon["src"]) as response:
            width, height = png_size(response.get_data())
            assert icon["sizes"] == f"{width}x{height}"


def png_size(data: bytes) -> tuple[int, int]:
    assert data.startswith(b"\x89PNG")
    return int.from_bytes(data[16:20]), int.from_bytes(data[20:24])


def test_an_app_has_the_colours_of_the_pages(ann: Phone) -> None:
    theme = ann.open("/").tree.all("meta", name="theme-color")[0]
    with ann.client.get(MANIFEST) as response:
        found = response.get_json()
    assert found["theme_color"] == found["background_color"] == theme["content"]
    assert f"--paper: {theme['content']};" in (FOLDER / "referee.css").read_text(encoding="utf-8")


def test_only_home_is_an_app_and_only_over_https(ann: Phone, friday: PlayedMatch) -> None:
    """Any other page's icon opens that page: a manifest would make it open home instead."""
    ann.app.extensions["proxies"] = read_proxy_settings("https://localhost", "")
    for address in ("/", "/new", friday.to_score, friday.to_watch, f"{friday.to_score}board"):
        for host, is_secure in (("localhost", True), ("192.168.1.7:8000", False)):
            found = {link["rel"]: link for link in ann.open(address, Host=host).tree.all("link")}
            assert ("apple-touch-icon" in found) == is_secure, address
            assert ("manifest" in found) == (is_secure and address == "/"), address


def test_an_iphone_finds_its_icon_without_a_link(ann: Phone) -> None:
    with ann.client.get(f"/{APPLE}") as response:
        assert response.get_data() == (FOLDER / APPLE).read_bytes()


def test_the_font_of_german_suits_is_drawn_from_its_outlines() -> None:
    assert FONT.read_bytes() == draw_font()
