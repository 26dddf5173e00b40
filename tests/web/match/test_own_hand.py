"""A player's own hand: what it adds on that phone, and that no other page or file contains it."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from flask import Flask

from referee.web.story import story_page
from tests.games.dealt import DEALINGS, Dealt
from tests.games.records import record
from tests.web.followed import dealt, facts_typed
from tests.web.phones import Page, Phone, PlayedMatch, routes

ONE_OF_EACH = [dealt(game, 4) for game in DEALINGS]


def hand_of(deal: Dealt, seat: int) -> list[str]:
    hands, _, _ = deal.oracle.followed(deal.play)
    return hands[seat]


def with_hand(phone: Phone, home: str, seat: int, *cards: str) -> Page:
    """Take this seat on the phone, enter these cards, and return the match page."""
    page = phone.send(phone.take_seat(home, seat), "/play/hand", hand=" ".join(cards))
    assert page.status == 200, page.rules
    return page


def hand_on(page: Page) -> list[str] | None:
    """The entered hand as shown in its form; None if there is no such form."""
    forms = [form for form in page.tree.all("form") if form.get("action").endswith("/play/hand")]
    return forms[0].fields()["hand"].split() if forms else None


@pytest.fixture
def led(ann: Phone) -> PlayedMatch:
    """A Tribello match in which Ann has led the king of hearts and spades are trumps."""
    match = ann.start("tribello", "Ann", "Ben", "Cleo")
    ann.tap(match.begin(trump="S"), "KH")
    return match


@pytest.mark.parametrize("deal", ONE_OF_EACH, ids=lambda deal: str(deal.game))
def test_the_own_hand_shows_what_may_be_played(ann: Phone, ben: Phone, deal: Dealt) -> None:
    match, _ = ann.play(deal, 0)
    with_hand(ben, match.to_score, 1, *hand_of(deal, 1))
    left, fallen = Counter(hand_of(deal, 1)), 0
    for at, card in enumerate(deal.cards[: 7 * deal.seats]):
        if deal.turns[at] == 1:
            match.fall(*deal.cards[fallen:at])
            fallen = at
            hand, trick = list(left.elements()), deal.cards[at - at % deal.seats : at]
            allowed = set(deal.oracle.playable(hand, trick))
            mine = ben.open(match.to_score)
            assert mine.card_keys == {each: each in allowed for each in hand}
            links = mine.form("/play/card").all("a", class_="rule")
            rules = {link["href"].partition("#")[2] for link in links}
            assert rules == {deal.oracle.broken(each) for each in hand if each not in allowed}
            left[card] -= 1


def test_an_illegal_card_of_the_own_hand(ann: Phone, ben: Phone, either: Phone) -> None:
    """Tapped again, the refused card is played, but another illegal one is refused as well."""
    for then, falls in (("AC", True), ("3H", True), ("AD", False)):
        match = ann.start("tribello", "Ann", "Ben", "Cleo")
        ann.tap(match.begin(trump="S"), "KH")
        ben.headers = {}
        page = with_hand(ben, match.to_score, 1, "AC", "2H", "3H", "AD")
        ben.headers = either.headers
        refused = ben.tap(page, "AC")
        assert (refused.status, refused.is_whole) == (422, not either.by_htmx)
        assert refused.rules == ["tribello.follow"]
        assert refused.alert
        assert match.fallen() == ["KH"]
        again = refused.form("/play/card").all("button", value="AC")
        assert len(again) == 2  # the key itself, and the one to insist
        page = ben.tap(refused, then)
        assert (page.status, page.rules) == ((200, []) if falls else (422, ["tribello.follow"]))
        assert match.fallen() == ["KH", *[then] * falls]


def test_a_card_that_the_own_hand_lacks_or_another_plays(ben: Phone, led: PlayedMatch) -> None:
    with_hand(ben, led.to_score, 1, "2H", "3H")
    refused = led.by(ben).post("play/card", card="4H")
    assert (refused.status, refused.rules) == (422, ["tribello.play"])
    assert ben.tap(refused, "4H").status == 200
    assert led.fallen() == ["KH", "4H"]
    page = ben.send(ben.open(led.to_score), "/play/hand", hand="KH AC")
    assert (page.status, page.rules) == (422, ["tribello.pack"])


def test_the_own_hand_follows_undo_and_redo(ben: Phone, led: PlayedMatch) -> None:
    page = with_hand(ben, led.to_score, 1, "2H", "3H", "AC")
    page = ben.tap_all(ben.tap(page, "2H"), ["4H", "KD"])
    assert page.card_keys == {"3H": True, "AC": True}
    for _ in range(3):
        page = led.by(ben).undo()
    assert page.card_keys == {"2H": True, "3H": True, "AC": False}
    led.by(ben).redo()
    assert led.by(ben).redo().card_keys.keys() > {"3H", "AC", "2C"}  # another player's turn


def test_of_two_copies_one_falls_and_the_other_stays(ann: Phone, ben: Phone) -> None:
    match = ann.start("la-krap", "Ann", "Ben", "Cleo")
    match.begin(turned="9C", alone="1")
    page = with_hand(ben, match.to_score, 1, "AS", "AS", "BJ", "SHEET")
    assert len(page.tree.one(id="play").all("button", value="AS")) == 2
    page = ben.tap_all(page, ["AS", "7H", "7D"])
    assert page.card_keys == {"AS": True, "BJ": True, "SHEET": True}
    assert len(page.tree.one(id="play").all("button", value="AS")) == 1


def test_a_watcher_with_a_seat_sees_what_may_be_played_too(ben: Phone, led: PlayedMatch) -> None:
    number = led.number
    page = with_hand(ben, led.to_watch, 1, "AC", "2H", "3H")
    assert led.number == number
    shown = page.tree.one(id="play")
    assert shown.all(class_="C") != []
    assert "tribello.follow" in {a["href"].partition("#")[2] for a in shown.all("a")}
    assert page.tree.all("button", name="card") == []


SECRETS = re.compile(
    r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"  # ids for new events
    r'|(?<=name="form" value=")[^"]{22}'  # the form's id
)


def bytes_of(app: Flask, folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in sorted(folder.glob("referee.db*")))


def pages_of(phone: Phone, match: PlayedMatch) -> dict[str, str]:
    """Every page that this phone can open, by address, without values that change each time."""
    found = {}
    for key in (match.score_key, match.watch_key):
        for endpoint, address in routes(phone.app, "GET", is_keyed=True, key=key, id=match.ids[0]):
            if endpoint != "live.stream":
                found[address] = SECRETS.sub("", phone.open(address).html)
            if endpoint in ("match_page.show", "match_page.board"):
                found[f"{address}, part"] = SECRETS.sub("", phone.open(address, **PART).html)
    found["/"] = SECRETS.sub("", phone.open("/").html)
    return found


PART = {"HX_Request": "true", "HX_Target": "live"}


def test_a_hand_is_on_its_own_phone_alone(
    app: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(story_page, "find_renderer", lambda: None)  # so that pictures are text
    deal = dealt("la-krap", 3)
    writer, own, twin, watcher = (Phone(app) for _ in range(4))
    match = writer.load(record(deal.game, deal.seats, [deal.entry]))
    writer.tap_all(match.begin(**facts_typed(deal.facts)), deal.cards[:5])
    for phone in (own, twin):
        phone.take_seat(match.to_score, 1)
    watcher.take_seat(match.to_watch, 1)
    phones = {"writer": writer, "own": own, "twin": twin, "watcher": watcher}
    before = {name: pages_of(phone, match) for name, phone in phones.items()}
    kept = bytes_of(app, tmp_path)

    known = {*deal.cards, *deal.facts.get("upcards", ())}
    hand = [card for card in deal.pack if card not in known][:7]
    own.send(own.open(match.to_score), "/play/hand", hand=" ".join(hand))

    assert bytes_of(app, tmp_path) == kept
    for card in set(hand):
        assert f'"{card}"'.encode() not in kept
    after = {name: pages_of(phone, match) for name, phone in phones.items()}
    changed = {
        (name, address)
        for name, pages in after.items()
        for address, html in pages.items()
        if html != before[name][address]
    }
    home = match.to_score
    assert changed == {("own", home), ("own", f"{home}, part")}

    mine = own.open(home)
    assert hand_on(mine) == hand
    writer.tap_all(writer.open(home), deal.cards[5:7])
    later = bytes_of(app, tmp_path)
    assert later != kept
    assert all(f'"{card}"'.encode() not in later for card in set(hand))


def test_a_hand_is_forgotten_with_the_next_deal(ann: Phone, ben: Phone) -> None:
    deal = dealt("tribello", 3)
    match, page = ann.play(deal, 0)
    with_hand(ben, match.to_score, 1, *hand_of(deal, 1))
    ann.tap_all(page, deal.cards)
    assert hand_on(ben.open(match.to_score)) is None
    assert hand_on(ben.open(match.to_score, **PART)) is None
    ann.send(ann.open(match.to_score), "/play/record")
    assert hand_on(ben.open(match.to_score)) is None
    match.begin(trump="S")
    assert hand_on(ben.open(match.to_score)) == []
    assert ann.tap(ann.open(match.to_score), "AS").status == 200
    assert set(ben.open(match.to_score).card_keys) == set(deal.pack)


def test_a_hand_is_of_one_deal_of_one_match(ann: Phone, ben: Phone, led: PlayedMatch) -> None:
    with_hand(ben, led.to_score, 1, "2H", "3H")
    other = ann.start("tribello", "Ann", "Ben", "Cleo")
    other.begin(trump="S")
    assert hand_on(ben.take_seat(other.to_score, 1)) == []
    assert hand_on(ben.open(led.to_score)) == ["2H", "3H"]
    led.undo()
    led.undo()
    led.begin(trump="S")
    assert hand_on(ben.open(led.to_score)) == []


def test_a_hand_can_be_corrected_and_goes_with_its_seat(ben: Phone, led: PlayedMatch) -> None:
    assert hand_on(ben.open(led.to_score)) is None
    page = led.by(ben).post("play/hand", hand="2H 3H")
    assert page.status == 422
    assert page.alert
    page = with_hand(ben, led.to_score, 1, "2H", "3H")
    assert hand_on(page) == ["2H", "3H"]
    page = ben.send(page, "/play/hand", hand="th, AC")
    assert hand_on(page) == ["10H", "AC"]
    assert page.card_keys == {"10H": True, "AC": False}
    forgotten = ben.send(page, "/play/hand", forget="1")
    assert (hand_on(forgotten), len(forgotten.card_keys)) == ([], 52)
    with_hand(ben, led.to_score, 1, "2H", "AC")
    ben.post(led.to_score + "phone", {"seat": ""})
    page = ben.open(led.to_score)
    assert (hand_on(page), len(page.card_keys)) == (None, 52)


THIRTEEN = "AS KS QS JS 10S 9S 8S 7S 6S 5S 4S 3S 2S"
BAD = {
    "tribello": {
        "pack": ["2H xx", "<b>", "JK", "2H 2H", "9" * 5000], "play": [f"{THIRTEEN} 2H"],
    },
    "triathlon": {"pack": ["5S", "JK JK JK JK"]},
    "la-krap": {"pack": ["AS AS AS"], "play": ["AS KS QS JS 10S 9S 8S 7S"]},
}  # fmt: skip


def test_a_hand_that_cannot_be_is_refused_by_its_rule(ann: Phone, ben: Phone) -> None:
    for game, wrong in BAD.items():
        match, _ = ann.play(dealt(game, 1), 0)
        number = match.number
        before = with_hand(ben, match.to_score, 1, "9H", "9D")
        for rule, typed in ((rule, typed) for rule, hands in wrong.items() for typed in hands):
            page = ben.send(before, "/play/hand", hand=typed)
            assert (page.status, page.rules) == (422, [f"{game}.{rule}"])
            assert page.alert
            assert hand_on(page) == typed.split()
            assert match.number == number
            assert hand_on(ben.open(match.to_score)) == ["9H", "9D"]


def test_a_card_of_the_hand_that_another_plays(ann: Phone, ben: Phone) -> None:
    match = ann.start("tribello", "Ann", "Ben", "Cleo")
    match.begin(trump="S")
    with_hand(ben, match.to_score, 1, "KH", "AC")
    ann.tap(ann.open(match.to_score), "KH")
    assert ben.open(match.to_score).card_keys.get("AC") is True
