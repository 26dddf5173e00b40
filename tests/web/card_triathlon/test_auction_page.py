"""The auction call by call: which keys are legal, why the others aren't, and the final contract."""

from __future__ import annotations

import json
import re
from random import Random
from typing import NamedTuple
from urllib.parse import urlencode

from tests.games.card_triathlon import oracle_bridge as oracle
from tests.games.card_triathlon.legs import TEAMS
from tests.web import markup
from tests.web.leg_forms import HUGE, bid, calls, cited, edited, form_of, game, hints, told
from tests.web.markup import Element
from tests.web.phones import Page, Phone, PlayedMatch, start

WORDS = {"P": "pass", "X": "double", "XX": "redouble"}
SUITS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠", "NT": "NT"}
NAMES = ("Ann", "Ben", "Cleo", "Dora", "Emil", "P6", "P7", "P8")
EVERY = ["P", "X", "XX", *(bid for strain in SUITS for bid in oracle.BIDS if bid[1:] == strain)]
"""The calls in the order of their keys, with each strain's bids next to each other."""


class Place(NamedTuple):
    way: str
    table: int = 0

    @property
    def teams(self) -> tuple[int, ...]:
        seats = slice(4 * self.table, 4 * self.table + 4) if self.way[0] == "8" else slice(6)
        return TEAMS[self.way][seats]

    @property
    def names(self) -> tuple[str, ...]:
        return NAMES[4 * self.table :][: len(self.teams)]

    def match(self, phone: Phone, dealer: int) -> PlayedMatch:
        return game(phone, int(self.way[0]), teams=list(TEAMS[self.way]), first_dealer=dealer)


PLACES = [Place("4"), Place("6"), Place("6 in three"), Place("8"), Place("8", 1),
          Place("8 in four", 1)]  # fmt: skip


def shown(call: str) -> str:
    return WORDS.get(call) or call[0] + SUITS[call[1:]]


def keys_after(phone: Phone, match: PlayedMatch, text: str, place: int = 0, **more: str) -> Page:
    asked = urlencode({"table": place, f"auction_{place}": text, **more})
    page = phone.open(f"{match.to_score}auction?{asked}", HX_Request="true")
    assert (page.status, page.is_whole, markup.faults(page.html)) == (200, False, [])
    return page


def sends(button: Element) -> list[str]:
    (text,) = json.loads(button["hx-vals"]).values()
    return str(text).split()


def back_on(page: Page) -> Element:
    return page.tree.one("button", class_="back")


def keys_on(page: Page) -> dict[str, Element]:
    keys = page.tree.all("button", class_="key")
    return {sends(key)[-1]: key for key in keys if key is not back_on(page)}


def told_on(page: Page) -> Element:
    return page.tree.one("p", class_="told")


def looks(page: Page) -> list[str]:
    return page.tree.one("div", class_="auction")["class"].split()


def called(page: Page) -> list[tuple[str, str]]:
    lines = page.tree.one("ol", class_="called").all("li")
    return [(line.one("span").text, line.one("b").text) for line in lines]


def check_over(page: Page) -> None:
    keys = keys_on(page)
    assert [*keys] == ["P", "X", "XX"]
    assert {key["aria-disabled"] for key in keys.values()} == {"true"}


def test_a_key_is_enabled_when_its_call_is_legal(ann: Phone) -> None:
    for seed, place in enumerate(PLACES):
        random = Random(seed)
        dealer = random.randrange(len(place.teams))
        match = place.match(ann, dealer)
        auction = oracle.lawful_auction(random, dealer, place.teams)
        for number in sorted({0, 1, len(auction) - 1, random.randrange(len(auction))}):
            so_far = auction[:number]
            page = keys_after(ann, match, " ".join(so_far).lower(), place.table)
            assert page.tree.one("input", name=f"auction_{place.table}")["value"].split() == so_far
            keys = keys_on(page)
            assert [*keys] == EVERY
            for call, key in keys.items():
                is_legal = oracle.may_call(so_far, call, dealer, place.teams)
                assert (key.get("aria-disabled") != "true") == is_legal
                assert ("off" in key["class"].split()) != is_legal
                assert (key.text, sends(key)) == (shown(call), [*so_far, call])
            seats = [place.names[(dealer + at) % len(place.names)] for at in range(number + 1)]
            assert called(page) == list(zip(seats, [*map(shown, so_far), "?"], strict=True))
            assert told_on(page).text == ""


def test_an_illegal_call_names_its_rule_and_is_not_made(ann: Phone, table: PlayedMatch) -> None:
    for so_far, call in [("", "X"), ("1C", "1C"), ("1C", "XX"), ("1C", "8C"), ("", "1Z"),
                         ("", "<b>'\""), ("", HUGE), ("1C P P P", "1D")]:  # fmt: skip
        page = keys_after(ann, table, f"{so_far} {call}")
        reason = told_on(page)
        assert (cited(reason), "Illegal call" in reason.text) == ("b.auction", True)
        field = page.tree.one("input", name="auction_0")
        assert (field["type"], field["value"]) == ("hidden", so_far)
        assert [*keys_on(page)] == EVERY[: 3 if "P P P" in so_far else None]


def test_the_last_call_is_taken_back(ann: Phone, table: PlayedMatch) -> None:
    for text in ["1C", "1C X", "1C X XX P P P", "P P P P", "1C 1C"]:
        *before, last = text.split() if text != "1C 1C" else ["1C"]
        back = back_on(keys_after(ann, table, text))
        assert (back["aria-label"], back.get("aria-disabled")) == (f"Take back {shown(last)}", "")
        assert sends(back) == before
    none = back_on(keys_after(ann, table, ""))
    assert (none["aria-disabled"], sends(none)) == ("true", [])


def test_the_end_says_contract_dummy_and_leader_or_that_all_passed(ann: Phone) -> None:
    for seed, place in enumerate(PLACES):
        random, names = Random(seed), place.names
        dealer, made = random.randrange(len(place.teams)), None
        while made is None:
            auction = oracle.lawful_auction(random, dealer, place.teams)
            made = oracle.contract_of(auction, dealer, place.teams)
        match = place.match(ann, dealer)
        page = keys_after(ann, match, " ".join(auction), place.table)
        check_over(page)
        assert "over" in looks(page)
        dummy = names[oracle.dummy_of(made.declarer, place.teams)]
        leader = names[(made.declarer + 1) % len(names)]
        words = told_on(page).text
        gist = [word for word in re.split("[ :,.]+", words) if word in names or word[:1].isdigit()]
        contract = f"{made.level}{SUITS[made.strain]}"
        assert gist == [contract, names[made.declarer], str(6 + made.level), dummy, leader]
        said = hints(ann, match, bid(f"{made.level}{made.strain}", made.declarer, place.table))
        assert said[f"contract{place.table}"] == words
        assert said.get(f"contract{1 - place.table}") == ("" if place.way[0] == "8" else None)

        for passes in (len(names) - 1, len(names)):
            page = keys_after(ann, match, " ".join(["P"] * passes), place.table)
            has_passed = passes == len(names)
            assert ("Deal again" in told_on(page).text) == has_passed
            assert "over" not in looks(page)


def test_no_contract_is_told_before_it_is_known(ann: Phone, table: PlayedMatch) -> None:
    cases: list[dict[str, str]] = [{}, {"level_0": "4"}, bid("4C", 4), bid("4C", 0) | calls("1C")]
    for typed in cases:
        hint = told(ann, table, typed)["contract0"]
        assert (hint.text, hint.all("a")) == ("", [])


def test_in_the_form_of_an_old_leg_its_own_dealer_calls_first(ann: Phone) -> None:
    auctions = ["1C P P P", "P P P P", "1D P P P"]
    entries = [
        {"kind": "b-leg", "auction": text.split()}
        | ({} if text[0] == "P" else {"tricks": [13, 0, 0, 0], "points": [440, 0, 0, 0]})
        for text in auctions
    ]
    match = game(ann, 4, *entries, format="marathon", sequence=["B"])
    for row, text in enumerate(auctions):
        fields = form_of(ann, match, row).form(match.ids[row]).fields()
        assert (fields["auction_0"], fields["entry"]) == (text, match.ids[row])
        page = keys_after(ann, match, text, entry=match.ids[row])
        assert called(page)[0] == (NAMES[row], shown(text.split()[0]))
        assert edited(ann, match, row, note="seen").status == 200
    assert called(keys_after(ann, match, "", entry="none such")) == [("Dora", "?")]


def test_without_htmx_or_an_auction_there_are_no_keys(ann: Phone, table: PlayedMatch) -> None:
    field = ann.open(table.to_score).form("/entries").one("input", name="auction_0")
    assert (field.get("type"), field["value"]) == ("", "")
    page = ann.open(f"{table.to_score}auction?auction_0=1C")
    assert (page.status, ann.follow(page).address) == (302, table.to_score)
    match = start(ann, "la-krap", "Ann", "Ben", "Cleo")
    assert ann.open(match.to_score + "auction", HX_Request="true").status == 404


def test_at_the_desk_of_a_match_its_own_players_call_whoever_dealt(ann: Phone) -> None:
    for place in [Place("4"), Place("6"), Place("8"), Place("8", 1)]:
        match = place.match(ann, 0)
        desk = ann.open(f"{match.to_score}ask/auction?table={place.table}")
        address = desk.tree.one(class_="auction")["hx-get"].partition("?")[0]
        for dealer, name in enumerate(place.names):
            typed = {"field": "calls", "dealer": dealer, "calls": "1C P", "table": place.table}
            page = ann.open(f"{address}?{urlencode(typed)}", HX_Request="true")
            assert next(who for who, _ in called(page)) == name
            assert len(page.tree.one(class_="called-by").all("bdi")) == len(place.names)
        desk = ann.follow(ann.open(f"{address}?field=calls"))
        assert desk.address == match.to_score + "ask/auction"
