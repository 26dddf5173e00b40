"""The auction call by call: which keys are legal, why the others aren't, and the final contract."""

from __future__ import annotations

import json
from typing import NamedTuple
from urllib.parse import urlencode

from tests.games.card_triathlon.legs import TEAMS
from tests.web import markup
from tests.web.leg_forms import HUGE, bid, calls, cited, game
from tests.web.markup import Element
from tests.web.phones import Page, Phone, PlayedMatch

NAMES = ("Ann", "Ben", "Cleo", "Dora", "Emil", "P6", "P7", "P8")


class Place(NamedTuple):
    way: str
    table: int = 0

    @property
    def names(self) -> tuple[str, ...]:
        return NAMES[4 * self.table :][: 6 if self.way[0] == "6" else 4]

    def match(self, phone: Phone, dealer: int) -> PlayedMatch:
        return game(phone, int(self.way[0]), teams=list(TEAMS[self.way]), first_dealer=dealer)


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


def called(page: Page) -> list[tuple[str, str]]:
    lines = page.tree.one("ol", class_="called").all("li")
    calls = [line.one("b") for line in lines]
    return [
        (line.one("span").text, call.get("aria-label") or call.text)
        for line, call in zip(lines, calls, strict=True)
    ]


KEYS: list[tuple[Place, str, str, list[tuple[str, str]]]] = [
    # Where, the calls so far (Ann or Emil deals), the keys that are disabled, and who called what.
    (Place("4"), "", "X XX", [("Ann", "call?")]),
    (Place("4"), "P 1NT", "XX 1C 1D 1H 1S 1NT",
     [("Ann", "pass"), ("Ben", "1NT"), ("Cleo", "call?")]),
    (Place("4"), "1C P", "X XX 1C", [("Ann", "1♣"), ("Ben", "pass"), ("Cleo", "call?")]),
    (Place("6 in three"), "1H X P", "X 1C 1D 1H",
     [("Ann", "1♥"), ("Ben", "double"), ("Cleo", "pass"), ("Dora", "call?")]),
    (Place("8", 1), "1C X", "X 1C", [("Emil", "1♣"), ("P6", "double"), ("P7", "call?")]),
    (Place("4"), "P P P P", "P X XX", [(name, "pass") for name in NAMES[:4]]),
    (Place("4"), "7NT P P P", "P X XX",
     [("Ann", "7NT"), *((name, "pass") for name in NAMES[1:4])]),
]  # fmt: skip


def test_a_key_is_enabled_when_its_call_is_legal(ann: Phone) -> None:
    for place, text, disabled, who in KEYS:
        page = keys_after(ann, place.match(ann, 0), text.lower(), place.table)
        assert page.tree.one("input", name=f"auction_{place.table}")["value"] == text
        keys = keys_on(page)
        off = [call for call, key in keys.items() if key.get("aria-disabled") == "true"]
        assert sorted(off) == sorted(disabled.split()), text
        assert off == [call for call, key in keys.items() if "off" in key["class"].split()]
        assert all(sends(key) == [*text.split(), call] for call, key in keys.items())
        assert called(page) == who
        assert len(keys) == (38 if who[-1][1] == "call?" else 3)
        back = back_on(page)
        assert sends(back) == text.split()[:-1]
        assert back.get("aria-disabled") == ("" if text else "true")
        assert back["aria-label"].startswith("Take back") or not text


def test_an_illegal_call_names_its_rule_and_is_not_made(ann: Phone, table: PlayedMatch) -> None:
    for so_far, call in [("", "X"), ("1C", "1C"), ("1C", "8C"), ("", "<b>'\""), ("", HUGE),
                         ("1C P P P", "1D")]:  # fmt: skip
        page = keys_after(ann, table, f"{so_far} {call}")
        reason = page.tree.one("p", class_="told")
        assert (cited(reason), "Illegal call" in reason.text) == ("b.auction", True)
        field = page.tree.one("input", name="auction_0")
        assert (field["type"], field["value"]) == ("hidden", so_far)


ENDS: list[tuple[Place, str, str, int, str, str, str]] = [
    # Where, the calls, contract and declarer, and what is said: the contract, dummy and leader.
    (Place("4"), "P 1S P 2S P P P", "2S", 1, "2♠ by Ben needs 8", "Dora", "Cleo"),
    (Place("6 in three"), "1C P P P P P", "1C", 0, "1♣ by Ann needs 7", "Dora", "Ben"),
    (Place("8", 1), "7NT P P P", "7NT", 0, "7NT by Emil needs 13", "P7", "P6"),
]  # fmt: skip


def test_the_end_says_contract_dummy_and_leader_or_that_all_passed(ann: Phone) -> None:
    for place, text, made, declarer, contract, dummy, leader in ENDS:
        match = place.match(ann, 0)
        page = keys_after(ann, match, text, place.table)
        assert "over" in page.tree.one("div", class_="auction")["class"].split()
        words = page.tree.one("p", class_="told").text
        assert words == f"{contract}. {dummy} is dummy, {leader} leads."
        assert match.hints(bid(made, declarer, place.table))[f"contract{place.table}"] == words
        page = keys_after(ann, match, "P " * len(place.names), place.table)
        assert "Deal again" in page.tree.one("p", class_="told").text
        assert "over" not in page.tree.one("div", class_="auction")["class"].split()
    for typed in ({}, {"level_0": "4"}, bid("4C", 4), bid("4C", 0) | calls("1C")):
        hint = (ENDS[0][0].match(ann, 0)).told(typed)["contract0"]
        assert (hint.text, hint.all("a")) == ("", [])  # it isn't known yet


def test_in_the_form_of_an_old_leg_its_own_dealer_calls_first(ann: Phone) -> None:
    auctions = ["1C P P P", "P P P P", "1D P P P"]
    entries = [
        {"kind": "b-leg", "auction": text.split()}
        | ({} if text[0] == "P" else {"tricks": [13, 0, 0, 0], "points": [440, 0, 0, 0]})
        for text in auctions
    ]
    match = game(ann, 4, *entries, format="marathon", sequence=["B"])
    for row, text in enumerate(auctions):
        fields = match.open_edit(row).form(match.ids[row]).fields()
        assert (fields["auction_0"], fields["entry"]) == (text, match.ids[row])
        page = keys_after(ann, match, text, entry=match.ids[row])
        assert called(page)[0][0] == NAMES[row]
        assert match.edit(row, note="seen").status == 200
    assert called(keys_after(ann, match, "", entry="none such")) == [("Dora", "call?")]
    # Beside a contract, calls that come to the same are left out.
    typed = bid("1D", 0) | {"bid_0": "", "auction_0": "1D P P P"}
    assert match.edit(0, **typed).status == 200
    assert "auction" not in match.entries[0]


def test_without_htmx_or_an_auction_there_are_no_keys(ann: Phone, table: PlayedMatch) -> None:
    field = ann.open(table.to_score).form("/entries").one("input", name="auction_0")
    assert (field.get("type"), field["value"]) == ("", "")
    page = ann.open(f"{table.to_score}auction?auction_0=1C")
    assert (page.status, ann.follow(page).address) == (302, table.to_score)
    match = ann.start("la-krap", "Ann", "Ben", "Cleo")
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
