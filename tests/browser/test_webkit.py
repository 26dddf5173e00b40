"""What is most used, on WebKit: the engine of Safari and of every browser on an iPhone."""

from __future__ import annotations

import re
from urllib.parse import urlencode
from urllib.request import urlopen

import pytest

from tests.browser.followed import followed
from tests.browser.table import SUITS
from tests.browser.way import Way, good
from tests.browser.webkit import FIND, HEIGHT, WIDTH, WebKit

NAMES = ("Ann", "Ben", "Cora", "Dee")
DEALS = {
    "tribello": (3, "tricks0=8 tricks1=4", "Ann +2, Ben 0, Cora −2"),
    "thirty-one": (
        4, "way:values value0=20 value1=30,5 value2=25 value3=31",
        "Ann 20 (−1), Ben 30½, Cora 25",
    ),
    "triathlon": (3, "tricks0=4 tricks1=2 last_trick:2", "Ann 24, Ben 2, Cora 17"),
    "la-krap": (
        4, "tricks0=3 tricks1=1 tricks2=2", "Ann 26, Ben 4, Cora 26, Dee 4",
    ),
    "card-triathlon": (
        4,
        "level_0:4 strain_0:C declarer_0:0 tricks0=6 tricks1=1 tricks2=5 tricks3=1"
        " points0=190 points1=40 points2=150 points3=35 unscored_0=25",
        "Ann 190, Ben 40, Cora 150, Dee 35",
    ),
    "free-pad": (4, "points0=5 points1=13 points2=130 points3=2", "Ann 5, Ben 13, Cora 130, Dee 2"),
}  # fmt: skip
"""For each game: the seats, figures and choices of its first entry, and what is said of it."""
CUT = """
const whole = document.querySelector(".deed").getBoundingClientRect();
return [...document.querySelectorAll(".deed *")]
  .filter((x) => x.getBoundingClientRect().bottom > whole.bottom + 1).map((x) => x.textContent);
"""


def begin(webkit: WebKit, game: str, seats: int) -> str:
    """Start a match from elsewhere, and open it; return its address."""
    form = {"game": game} | {f"player{seat}": name for seat, name in enumerate(NAMES[:seats])}
    with urlopen(webkit.address + "/new", urlencode(form).encode()) as answer:
        address = str(answer.url)
    webkit.open(address)
    webkit.find("#strip")
    return address


def test_a_match_is_begun_and_its_first_deal_recorded_by_the_keypad(webkit: WebKit) -> None:
    webkit.open("/new")
    assert webkit.run("return [innerWidth, innerHeight]") == [WIDTH, HEIGHT]
    for seat, name in enumerate(NAMES[:3]):
        webkit.type(f"[name=player{seat}]", name)
    webkit.tap_button("Start Tribello")
    for tricks in ("8", "4"):
        webkit.tap("#keypad button", tricks)
    webkit.tap_button("Record deal 1")
    webkit.find(".deed", "Round 1, deal 1: Ann .*")


@pytest.mark.parametrize("game", DEALS)
def test_an_entry_is_recorded_and_told_whole(webkit: WebKit, game: str) -> None:
    seats, typed, said = DEALS[game]
    begin(webkit, game, seats)
    if game == "la-krap":
        webkit.tap_button("Ann’s upcard, choose a card")
        for card in ("A of hearts", "K of spades", "9 of diamonds", "7 of clubs", "10 of spades"):
            webkit.tap("dialog button", card)
    for each in typed.split():
        field, is_typed, value = each.partition("=")
        if is_typed:
            webkit.type(f"[name={field}]", value)
        else:
            name, _, value = each.partition(":")
            webkit.tap(f"label:has([name={name}][value='{value}'])")
    webkit.record()
    webkit.find(".deed", f".*: {re.escape(said)}[.,].*")
    assert not {*said.split(", ")} & {*webkit.run(CUT)}


def test_three_tricks_are_followed_by_cards(webkit: WebKit) -> None:
    deal = followed("tribello", 3, lambda _deal: True)
    begin(webkit, "tribello", 3)
    webkit.tap_button("Card by card")
    webkit.tap(f"label:has([name=trump][value={deal.dealt.facts['trump']}])")
    webkit.tap_button("Start playing")
    for card in deal.cards[:9]:
        name = f"{card[:-1]} .*of {SUITS[card[-1]][0]}.*"
        webkit.tap(".play button", name)
        webkit.find(".trick .card", name)


def test_what_is_recorded_without_a_connection_is_sent_when_it_is_back(
    webkit: WebKit, way: Way
) -> None:
    webkit.address = way.address
    address = begin(webkit, "thirty-one", 4)
    webkit.until("return localStorage.getItem('ahead')")
    way.all("lost")
    webkit.run("document.querySelector('[name=way][value=values]').click()")
    for number in (1, 2):
        for seat, value in enumerate(("20", "25", "27", "31")):
            webkit.type(f"[name=value{seat}]", value)
        webkit.tap("#record", f"Record round {number}.*")
        webkit.find(".deed", f"Round {number}: .*")
    webkit.open_more()
    webkit.tap("#more a", "Story and charts")
    webkit.find("#reason")
    assert webkit.run("return location.href") == address
    way.fate = good
    webkit.run("dispatchEvent(new Event('online'))")
    webkit.find("#pad th", ".*2")
    webkit.tap("#record", "Record round 3.*")


def test_more_opens_and_closes(webkit: WebKit) -> None:
    begin(webkit, "tribello", 3)
    webkit.open_more()
    webkit.find("#more a", "Board for a big screen")
    webkit.open_more()
    webkit.until("return !document.querySelector('#more').checkVisibility()")


def test_a_tap_on_a_name_opens_its_sheet(webkit: WebKit) -> None:
    match = begin(webkit, "tribello", 3)
    webkit.tap("#strip a", "Ben")  # a page, and a dialog once there are receipts
    webkit.find("h2", "Ben")
    webkit.back()
    for tricks in "74":
        webkit.tap("#keypad button", tricks)
    webkit.tap_button("Record deal 1")
    webkit.find(".deed", "Round 1, deal 1: Ann .*")
    webkit.open(match)  # their script came with the first row, and may not have run yet
    webkit.tap("#strip a", "Ben")
    webkit.find("dialog h2", "Ben")
    webkit.tap("dialog button", "This is my phone")
    webkit.until("return !document.querySelector('dialog[open]')")


def test_a_link_is_copied_and_nothing_offered_that_the_browser_lacks(webkit: WebKit) -> None:
    webkit.open(begin(webkit, "tribello", 3) + "share/")
    webkit.tap_button("Copy")
    webkit.find("[role=status]", "Copied.")
    assert not webkit.run("return navigator.share")
    assert not webkit.run(FIND, "button", "Send")


def test_the_desk_judges_a_trick(webkit: WebKit) -> None:
    webkit.open("/ask/tribello/trick")
    webkit.tap("label:has([name=trump][value=S])")
    webkit.tap("label:has([name=leader][value='0'])")
    for card in ("A of hearts", "2 of spades", "K of hearts"):
        webkit.tap("dialog button", card)
    webkit.find(".verdict", ".*Player 2 .*")


def test_back_finds_what_was_typed(webkit: WebKit) -> None:
    """WebKit shows the page from its cache, with fields emptied that must not be completed."""
    webkit.open("/new")
    for seat, name in enumerate(("Ann", "Ben", "Cora")):
        webkit.type(f"[name=player{seat}]", name)
    webkit.tap("header a", "Rules")
    webkit.find("h1", "Rules")
    webkit.back()
    webkit.until("return document.querySelector('[name=player2]')?.value === 'Cora'")
    webkit.tap_button("Start Tribello")
    webkit.tap("#keypad button", "7")
    for name in ("Rules", "Share"):
        webkit.tap(".bar a", name)
        webkit.until("return !document.getElementById('keypad')")
        webkit.back()
        webkit.until("return document.querySelector('[name=tricks0]')?.value === '7'")
        webkit.until("return 'typed' in document.getElementById('entry').dataset")  # asked for news
        assert webkit.run("return document.querySelector('[name=tricks0]').value") == "7"
    webkit.tap("#keypad button", "4")
    webkit.tap_button("Record deal 1")
    webkit.find(".deed", ".*Cora.*")
