"""What phones with Safari do, on WebKit itself."""

from __future__ import annotations

from tests.browser.webkit import HEIGHT, WIDTH, WebKit


def test_a_deal_of_tribello_by_figures(webkit: WebKit) -> None:
    webkit.open("/new")
    assert webkit.run("return [innerWidth, innerHeight]") == [WIDTH, HEIGHT]
    for seat, name in enumerate(("Ann", "Ben", "Cora")):
        webkit.type(f"[name=player{seat}]", name)
    webkit.tap("button", "Start Tribello")
    for tricks in ("8", "4"):
        webkit.tap("#keypad button", tricks)
    webkit.tap("button", "Record deal 1")
    webkit.find(".deed", ".*Cora.*")
