"""Facts noted before the first card: shown on every phone until some phone records the figures."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

import pytest

from referee.matches.match_state import DealInProgress
from tests.games.card_triathlon.legs import all_to
from tests.games.card_triathlon.two_tables import four
from tests.games.records import NAMES, deal, tribello
from tests.web.at_tables import start_eight
from tests.web.followed import in_question
from tests.web.phones import HTMX, Page, Phone, PlayedMatch

Typed = dict[str, str]
KRAP = {"upcard0": "AH", "upcard1": "7S", "upcard2": "AD", "turned": "BJ 10H"}
TO_4_CLUBS = {"level_0": "4", "strain_0": "C", "declarer_0": "0"}

NOTED: list[tuple[str, Typed, dict[str, Any], str]] = [
    ("tribello", {"trump": "H"}, {"trump": "H"}, "Hearts are trumps"),
    ("tribello", {"trump": "H", "pickup0": "5", "pickup2": "1"},
     {"trump": "H", "pickup": [5, 0, 1]}, "Hearts are trumps · drawn: Ann 5, Cleo 1"),
    ("triathlon", {"trump": "S"}, {"trump": "S"}, "Spades are trumps"),
    ("triathlon", {"trump": "S", "rejected0": "H", "rejected1": "C"},
     {"trump": "S", "rejected": ["H", "C"]}, "Spades are trumps · rejected ♥ ♣"),
    ("la-krap", KRAP, {"upcards": ["AH", "7S", "AD"], "turned": ["BJ", "10H"]},
     "♥ trumps · × 2 · Red: Ann and Cleo. Black: Ben"),
    ("la-krap", {"alone": "1", "turned": "2C"}, {"teams": None, "turned": ["2C"]},
     "♣ trumps · no exchange · everyone plays alone"),
    ("card-triathlon", TO_4_CLUBS,
     {"contract": {"level": 4, "strain": "C", "declarer": 0}}, "4♣ by Ann: 10 tricks needed"),
    ("card-triathlon", {"bid_0": "calls", "auction_0": "1H P P P"},
     {"auction": ["1H", "P", "P", "P"]}, "1♥ by Ann: 7 tricks needed"),
]  # fmt: skip


def start_for(phone: Phone, game: str) -> PlayedMatch:
    return phone.start(game, *NAMES[: 4 if game == "card-triathlon" else 3])


def note(phone: Phone, match: PlayedMatch, **typed: str) -> Page:
    """Type facts into the entry form and tap *Card by card*, as soon as it is offered."""
    page = phone.open(match.to_score)
    fields = page.form("/entries").fields() | typed
    way = phone.post(match.to_score + "check", fields).tree.one(id="way")
    assert (way.text, way["formmethod"]) == ("Card by card", "post")
    return phone.follow(phone.post(way["formaction"], fields))


def line(page: Page) -> str:
    return page.tree.one(id="due").one("h2").text


def filled(page: Page) -> Typed:
    fields = page.form("/entries").fields()
    return {name: fields[name] for name in fields if fields[name] and name not in OF_PAGE}


OF_PAGE = ("id", "number", "noted", "pickup1")  # the pickup is 0 for Ben


def way(page: Page) -> tuple[str, str, str]:
    key = page.tree.one(id="way")
    return key.text, key["formmethod"], key["formaction"].rpartition("/play/")[2]


@pytest.mark.parametrize(("game", "typed", "facts", "words"), NOTED)
def test_what_is_known_is_on_all_phones_and_in_the_form(
    ann: Phone, ben: Phone, game: str, typed: Typed, facts: dict[str, Any], words: str
) -> None:
    match = start_for(ann, game)
    kind = match.match.due_at(None).kind  # type: ignore[union-attr]
    page = note(ann, match, **typed)
    assert match.match.deals == {0: DealInProgress(2, {"kind": kind, **facts}, is_followed=False)}
    for shown in (page, ben.open(match.to_score)):
        assert (line(shown), filled(shown)) == (words, typed)
        assert way(shown) == ("Card by card", "post", "")
    label = match.match.label_of_row(0)
    assert f"{label}: {words[0].lower()}{words[1:]}." in page.tree.one(id="last").text
    assert line(ben.open(match.to_watch)) == words
    assert ben.open(match.to_watch + "board").tree.one("h2").text == words
    assert words in ben.open(match.to_score + "resume").tree.one("h2").text
    assert line(match.by(ben).undo()) != words
    assert filled(ben.open(match.to_score)) == {}
    assert line(match.redo()) == words


def test_the_newest_word_of_the_table_counts(ann: Phone, ben: Phone) -> None:
    match = start_for(ann, "tribello")
    early = ben.open(match.to_score).form("/entries").fields()
    note(ann, match, trump="H", note="cut twice")
    page = ann.open(match.to_score)
    assert page.form("/entries").fields()["note"] == "cut twice"
    # The result comes from the outbox of a phone that never heard of hearts.
    late = early | {"tricks0": "6", "tricks1": "4", "trump": "S", "due": "deal"}
    assert ben.post(match.to_score + "entries", late, **HTMX).status == 200
    assert [(each["trump"], each["tricks"]) for each in match.entries] == [("S", [6, 4, 3])]
    assert (match.match.deals, filled(ben.open(match.to_score))) == ({}, {})
    match.undo()
    ann.send(ann.open(match.to_score), "/entries", tricks0="6", tricks1="4")
    assert match.entries[0]["trump"] == "H"


def test_two_phones_that_note_at_once(ann: Phone, ben: Phone) -> None:
    match = start_for(ann, "tribello")
    early = ben.open(match.to_score).form("/entries").fields()
    note(ann, match, trump="H")
    for trump, status in (("H", 303), ("S", 409)):
        typed = early | {"trump": trump, "id": f"{trump}{early['id'][1:]}"}
        page = ben.post(match.to_score + "play/known", typed)
        assert (page.status, match.number, match.facts()["trump"]) == (status, 2, "H")
    assert (page.form("/entries").fields()["trump"], bool(page.alert)) == ("S", True)
    number = match.number
    assert match.post("play/known", trump="H").status == 303
    assert match.number == number, "nothing new"
    note(ben, match, trump="S")
    assert (match.number, filled(ann.open(match.to_score))) == (number + 1, {"trump": "S"})


def test_what_is_typed_stays_when_facts_become_known(ann: Phone, ben: Phone) -> None:
    match = start_for(ann, "tribello")
    rows: list[tuple[Typed, Typed, Typed]] = [
        ({"trump": "H"}, {"tricks0": "6"}, {"tricks0": "6", "trump": "H"}),
        ({"trump": "S"}, {"tricks0": "6"}, {"tricks0": "6", "trump": "S"}),
        ({"trump": "D"}, {"tricks0": "6", "trump": "C"}, {"tricks0": "6", "trump": "C"}),
        ({"trump": "H"}, {"tricks0": "6", "trump": ""}, {"tricks0": "6"}),
    ]
    for known, typed, shown in rows:
        fields = ben.open(match.to_score).form("/entries").fields() | typed
        note(ann, match, **known)
        query = urlencode(fields | {"known": fields["number"]})
        assert filled(ben.open(f"{match.to_score}?{query}", **HTMX)) == shown

    # Two contracts aren't mixed.
    match = start_for(ann, "card-triathlon")
    for typed, shown in (({"strain_0": "S"}, {"strain_0": "S"}), ({"tricks0": "9"}, TO_4_CLUBS)):
        fields = ben.open(match.to_score).form("/entries").fields() | typed
        note(ann, match, **TO_4_CLUBS)
        page = ben.open(f"{match.to_score}?{urlencode(fields)}", **HTMX)
        assert filled(page) == {**shown, **typed}
        match.undo()


WAYS: list[tuple[str, Typed, tuple[str, str, str]]] = [
    ("tribello", {}, ("Card by card", "get", "")),
    ("tribello", {"trump": "H"}, ("Card by card", "post", "known")),
    ("tribello", {"pickup0": "5"}, ("Card by card", "get", "")),
    ("tribello", {"trump": "H", "tricks0": "6"}, ("Card by card", "post", "")),
    ("la-krap", KRAP | {"upcard1": ""}, ("Card by card", "get", "")),
    ("card-triathlon", {"level_0": "4", "strain_0": "C"}, ("Card by card", "get", "")),
    ("card-triathlon", TO_4_CLUBS, ("Card by card", "post", "known")),
    ("card-triathlon", TO_4_CLUBS | {"bid_0": "passed"}, ("Card by card", "get", "")),
]


def test_facts_can_be_noted_once_they_are_complete(ann: Phone) -> None:
    for game, typed, found in WAYS:
        match = start_for(ann, game)
        fields = ann.open(match.to_score).form("/entries").fields() | typed
        assert way(ann.post(match.to_score + "check", fields)) == found, (game, typed)
    for game in ("thirty-one", "free-pad"):
        assert not ann.open(start_for(ann, game).to_score).tree.all(id="way")


def test_a_deal_goes_on_by_cards_without_asking_again(ann: Phone) -> None:
    match = start_for(ann, "tribello")
    page = note(ann, match, trump="H")
    fields = page.form("/entries").fields()
    page = ann.follow(ann.post(page.tree.one(id="way")["formaction"], fields))
    assert (page.trick, match.facts()["trump"]) == ([], "H")
    assert match.post("play/known", trump="S").status == 409

    match = ann.load(tribello(*[deal(6, 4, 3)] * 6))
    assert way(ann.open(match.to_score)) == ("Card by card", "post", ""), "a round without trumps"


def test_facts_that_cannot_be_are_refused_in_the_form(ann: Phone) -> None:
    match = start_for(ann, "la-krap")
    page = match.post("play/known", **KRAP | {"turned": "BJ"})
    assert (page.status, page.rules, match.number) == (422, ["la-krap.game-card"], 1)
    assert page.form("/entries").fields()["turned"] == "BJ"
    page = ann.open(match.to_score + "play/")  # also without scripts
    (later,) = (key for key in page.tree.all("button") if "known" in key.get("formaction", ""))
    ann.post(later["formaction"], page.form("/play/").fields() | KRAP)
    assert filled(ann.open(match.to_score)) == KRAP


def test_the_desk_knows_it(ann: Phone, ben: Phone) -> None:
    match = start_for(ann, "card-triathlon")
    note(ann, match, **TO_4_CLUBS)
    known = in_question(ben, match.to_watch, "trick")
    assert (known.get("leader", ""), known["trump"]) == ("", "C")  # of which trick, nobody said
    assert TO_4_CLUBS.items() <= in_question(ben, match.to_watch, "deal").items()


def test_each_of_two_tables_has_its_own_contract(ann: Phone, ben: Phone) -> None:
    match = start_eight(ann)
    other = {name.replace("_0", "_1"): text for name, text in TO_4_CLUBS.items()}
    fields = ann.open(match.to_score).form("/entries").fields() | TO_4_CLUBS | other
    for table in (0, 1):
        key = ann.post(match.to_score + "check", fields).tree.one(id="way")
        assert key.text == f"Table {table + 1}: each card"
        page = ann.follow(ann.post(key["formaction"], fields))
        fields |= {"number": str(match.number), "id": f"another{table}"}
    assert line(page).startswith("Table 1: 4♣ by")
    assert filled(ben.open(match.to_score)).items() >= (TO_4_CLUBS | other).items()
    # Table 2 goes on by cards; table 1 still knows its contract.
    form = ben.open(match.to_score + "?table=1").form("/entries").fields()
    ben.post(match.to_score + "play/?table=1", form)
    assert [match.match.deals[table].is_followed for table in (0, 1)] == [False, True]
    assert ben.open(match.to_score + "?table=1").trick == []
    assert filled(ann.open(match.to_score + "?table=0")).items() >= TO_4_CLUBS.items()


def test_facts_of_another_leg_are_left_out(ann: Phone) -> None:
    match = start_eight(ann)
    for is_b_due in (True, False):
        match.write("known", entry={"kind": "b-leg", "contract": four(3).contract}, table=0)
        page = ann.open(match.to_score)
        assert ("Table 1" in line(page), "noted" in page.form("/entries").fields()) == (
            is_b_due,
            is_b_due,
        )
        match.write("added", entry=all_to(0, "B", 8))
