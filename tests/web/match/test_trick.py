"""A trick's page: change a card, put one in, take one out, in play and in a recorded deal."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from random import Random
from urllib.parse import urlencode, urlsplit

import pytest

from tests.games.card_triathlon.two_tables import EIGHT, four
from tests.games.dealt import DEALINGS, Dealt
from tests.games.records import NAMES, record
from tests.web.at_tables import begun_at_both, fallen_at
from tests.web.followed import dealt, irregular
from tests.web.leg_forms import game as opened_legs
from tests.web.phones import Page, Phone


def follow(phone: Phone, page: Page, step: str) -> Page:
    """Follow the page’s only link to a trick whose address ends with this step."""
    links = {a["href"] for a in page.tree.one("main").all("a") if "/trick?" in a.get("href")}
    (found,) = [each for each in links if each.endswith(step)]
    return phone.open(found)


def choose(phone: Phone, page: Page, card: str, words: str = "") -> Page:
    """Tap a card of the pack, or the button with these words for it."""
    form = next(each for each in page.tree.all("form") if each.get("method") != "post")
    buttons = form.all("button", name="card", value=card)
    assert not words or words in [each.text for each in buttons]
    query = urlencode(form.fields() | {"card": card})
    return phone.open(f"{urlsplit(form['action']).path}?{query}")


def save(phone: Phone, page: Page) -> Page:
    (form,) = [each for each in page.tree.all("form") if each.get("method") == "post"]
    return phone.follow(phone.post(form["action"], form.fields()))


def effect(page: Page) -> str:
    return page.tree.one("main").one("p", role="status").text


def swapped(cards: Sequence[str], one: int, other: int) -> list[str]:
    found = [*cards]
    found[one], found[other] = found[other], found[one]
    return found


def winners(deal: Dealt, cards: Sequence[str]) -> list[int | None]:
    """Who takes each complete trick of these cards, according to the oracle."""
    whole = len(cards) - len(cards) % deal.seats
    return deal.oracle.followed(deal.tricks(cards[:whole]))[2]


def changes(deal: Dealt, old: Sequence[str], new: Sequence[str]) -> list[str]:
    """The sentences about winners, for these cards before and after a change."""
    before, found = winners(deal, old), []
    for number, taker in enumerate(winners(deal, new)):
        was = before[number] if number < len(before) else None
        if taker != was and taker is not None:
            instead = "" if was is None else f" instead of {NAMES[was]}"
            found.append(f"{NAMES[taker]} wins trick {number + 1}{instead}")
        elif taker != was and was is not None:
            found.append(f"{NAMES[was]} no longer wins trick {number + 1}")
    return found


@pytest.mark.parametrize("game", DEALINGS)
def test_any_card_can_be_changed_taken_out_and_put_back(ann: Phone, game: str) -> None:
    deal, random = dealt(game, 5), Random(game)
    number = deal.seats * 3 + 2  # in the middle of a trick
    cards = deal.cards[:number]
    match, _ = ann.play(deal, number)
    other = next(each for each in deal.pack if each != "JK" and each not in cards)
    for at in (0, number - 1, random.randrange(1, number - 1)):
        trick, name = at // deal.seats + 1, NAMES[deal.turns[at]]
        for way, card, after, said in (
            ("at", "", [*cards[:at], *cards[at + 1 :]], f"played by {name}, taken out"),
            ("put", cards[at], cards, f"added for {name}"),
            ("at", other, [*cards[:at], other, *cards[at + 1 :]], f"{name} played"),
            ("at", cards[at], cards, f"{name} played"),
        ):
            old = match.fallen() or []
            page = ann.open(f"{match.to_score}play/trick?number={trick}")
            page = choose(ann, follow(ann, page, f"?{way}={at}"), card)
            told = effect(page)
            assert told.startswith(f"Trick {trick}: ")
            assert said in told
            assert told.count("trick") - told.count("tricks") == len(changes(deal, old, after))
            assert all(each in told for each in changes(deal, old, after))
            save(ann, page)
            assert match.fallen() == after
            assert said in ann.open(f"{match.to_score}log/").text


def test_a_card_that_cannot_be_there_is_refused_with_its_rule(ann: Phone) -> None:
    deal = dealt("tribello", 4)
    match, _ = ann.play(deal)
    unused = next(card for card in deal.pack if card not in deal.cards)
    home = f"{match.to_score}play/trick"
    for way, card, rule, offered in (
        ("put", unused, "tribello.play", []),  # one card more than the deal has
        ("put", deal.cards[20], "tribello.play", ["Move it here"]),
        ("at", deal.cards[20], "tribello.pack", ["Swap the two cards"]),
        ("at", "1X", "tribello.pack", []),
        ("at", "X" * 99, "tribello.pack", []),
    ):
        page = ann.open(f"{home}?{way}=13&card={card}")
        assert (page.status, page.rules, page.tree.all("p", role="status")) == (200, [rule], [])
        found = [each.text for each in page.tree.all("button", class_="second")]
        assert [each for each in found if not each.startswith("Take out")] == offered
        step = {"number": str(match.number), "id": "x", way: "13", "card": card}
        late = ann.post(home, step)
        assert (late.status, late.rules) == (422, [rule])
    assert match.fallen() == deal.cards

    krap = next(each for each in (dealt("la-krap", n, seats=4) for n in count()) if has_joker(each))
    match, _ = ann.play(krap, 9)
    page = ann.open(f"{match.to_score}play/trick?put=1&card=RJ")
    assert page.rules == ["la-krap.pack"]  # it was turned up before the deal


def has_joker(deal: Dealt) -> bool:
    return "RJ" in deal.facts["turned"]  # the only one


@pytest.mark.parametrize(
    ("step", "way"), [("put=4", "Move it here"), ("at=4", "Swap the two cards")]
)
@pytest.mark.parametrize("other", [1, 20])
def test_a_card_that_is_elsewhere_can_come_from_there(
    ann: Phone, step: str, way: str, other: int
) -> None:
    deal = dealt("tribello", 4)
    match, _ = ann.play(deal)
    after = swapped(deal.cards, 4, other)
    if "put" in step:
        after = deal.cards
        after.insert(4, after.pop(other))
    page = ann.open(f"{match.to_score}play/trick?{step}")
    page = choose(ann, page, deal.cards[other])
    page = choose(ann, page, deal.cards[other], way)
    assert page.rules == ["tribello.follow"] * len(deal.oracle.breaches(deal.tricks(after)))
    save(ann, page)
    assert match.fallen() == after
    match.undo()
    assert match.fallen() == deal.cards


def test_what_another_phone_did_meanwhile_refuses_the_change_but_keeps_it(
    ann: Phone, ben: Phone
) -> None:
    deal = dealt("tribello", 4)
    match, _ = ann.play(deal, 20)
    unused = next(card for card in deal.pack if card not in deal.cards)
    address = f"{match.to_score}play/trick?at=13&card={unused}"
    page, same, late = ann.open(address), ben.open(address), ben.open(address)
    save(ann, page)
    number = match.number
    assert save(ben, same).status == 200  # the same change counts once
    assert save(ann, page).status == 200  # nor is one written again that is sent again
    assert match.number == number
    match.write("fell", card=deal.cards[20])
    match.write("amended", at=13, put=deal.cards[13], out=unused)
    page = save(ben, late)
    assert (page.status, match.number) == (409, number + 2)
    assert page.alert
    assert effect(page).startswith("Trick 5: ")
    save(ben, page)
    assert (match.fallen() or [])[13] == unused
    match.write("left")
    assert ann.open(address).status == 404


def test_a_watcher_sees_the_tricks_without_links(ann: Phone) -> None:
    deal = dealt("tribello", 4)
    match, page = ann.play(deal, 20)
    watched = ann.open(match.to_watch)
    for each, links in ((page, 7), (watched, 0)):
        rows = each.tree.one("table", class_="played").all("tbody")[0].all("tr")
        assert [row.all("th")[0].text for row in rows] == [f"Trick {n}" for n in range(7, 0, -1)]
        assert sum(len(row.all("a")) for row in rows) == links
    assert ann.open(f"{match.to_watch}play/trick?number=1").status == 403
    match.write("added", entry=deal.entry)
    row = f"e/{match.ids[0]}"
    assert len(ann.open(match.to_score + row).tree.one("table", class_="played").all("a")) == 13
    assert ann.open(match.to_watch + row).tree.one("table", class_="played").all("a") == []
    assert ann.open(f"{match.to_watch}{row}/trick?number=1").status == 403


def test_a_joker_names_a_suit_only_where_it_leads(ann: Phone) -> None:
    deals = map(four, range(100), [True] * 100)
    deal, at = next(
        (each, at)
        for each in deals
        for at, card in enumerate(each.cards)
        if at > 3 and "=" in card and "JK" not in "".join(each.cards[:at])
    )
    match = begun_at_both(ann, [deal, four(1, True)], b_jokers="True")
    for card in deal.cards[: at + 2]:
        match.write("fell", card=card, table=0)
    home = f"{match.to_score}play/trick?table=0"
    other = "JK=S" if deal.cards[at] == "JK=H" else "JK=H"
    for step, index, joker in ((f"at={at}&card={other}", at, other), ("at=0&card=", at - 1, "JK")):
        save(ann, ann.open(f"{home}&{step}"))
        assert (fallen_at(match, 0) or [])[index] == joker
    match.undo()
    assert ann.open(f"{home}&at={at}&card=JK").rules == ["card-triathlon.b.first-joker"]


# In a recorded deal -------------------------------------------------------------------------------


@pytest.mark.parametrize("game", DEALINGS)
def test_a_recorded_card_is_corrected_and_the_figures_follow(ann: Phone, game: str) -> None:
    deal = dealt(game, 7, seats=4 if game == "la-krap" else 3)
    figures = DEALINGS[game].figures(deal.oracle.followed(deal.play))
    match = ann.load(record(game, deal.seats, [deal.entry | figures | {"note": "x"}]))
    at, last = deal.seats * 4 + 1, len(deal.cards) - 1
    after = swapped(deal.cards, at, last)
    while after == deal.cards or deal.oracle.breaches(deal.tricks(after)):
        last -= 1
        after = swapped(deal.cards, at, last)
    card = deal.cards[last]
    page = match.open_edit()
    page = follow(ann, follow(ann, page, "?number=5"), f"?at={at}")
    page = choose(ann, page, card)
    if page.rules:
        page = choose(ann, page, card, "Swap the two cards")
    for each in changes(deal, deal.cards, after):
        assert each in effect(page)
    assert save(ann, page).status == 200
    assert match.entries == [deal.entry | {"play": deal.tricks(after), "note": "x"}]
    assert [event.kind for event in match.events] == ["opened", "changed"]
    assert match.match.sheet().rows[0].problems == ()
    page = ann.open(f"{match.to_score}e/{match.ids[0]}/trick?at={at}&card=")
    assert page.rules == [f"{game}.play"]  # a card is missing
    assert page.tree.all("form", method="post") == []
    form = page.form("/edit")  # where more of the cards can be changed
    page = ann.open(f"{form['action']}?{urlencode(form.fields())}")
    trick = [after[at - 1], *after[at + 1 : at + deal.seats]]
    assert page.form(match.ids[0]).fields()["trick4"] == " ".join(trick)


def test_a_correction_that_makes_a_revoke_is_saved_with_its_warning(ann: Phone) -> None:
    deal = dealt("tribello", 3)
    wrong = irregular(deal, "tribello.follow")
    cards = wrong.cards
    match = ann.load(record("tribello", 3, [deal.entry | {"play": deal.tricks(cards)}]))
    right = next(
        at
        for at in range(wrong.at + 1, 39)
        if not deal.oracle.breaches(deal.tricks(swapped(cards, wrong.at, at)))
    )
    home = f"{match.to_score}e/{match.ids[0]}/trick"
    page = choose(ann, ann.open(f"{home}?at={wrong.at}"), cards[right])
    save(ann, choose(ann, page, cards[right], "Swap the two cards"))
    assert match.match.sheet().rows[0].problems == ()
    page = choose(ann, ann.open(f"{home}?at={wrong.at}"), cards[wrong.at])
    page = choose(ann, page, cards[wrong.at], "Swap the two cards")
    assert page.rules == ["tribello.follow"]
    assert "Save anyway" in page.text
    save(ann, page)
    (entry,) = match.entries
    assert (entry["play"], entry["accepted"]) == (deal.tricks(cards), ["tribello.follow"])


@pytest.mark.parametrize("table", [0, 1])
def test_each_table_of_a_recorded_leg_has_its_tricks(ann: Phone, table: int) -> None:
    tables = [four(21, True), four(25, True)]
    entry = {"kind": "b-leg", "tables": [each.part for each in tables]}
    match = opened_legs(ann, 8, entry, names=EIGHT, format="half-marathon", b_jokers=True)
    deal, others = tables[table], tables[1 - table]
    home = f"{match.to_score}e/{match.ids[0]}"
    page = follow(ann, ann.open(home), f"?number=13&table={table}")
    aside = deal.leg.aside[0]
    page = save(ann, choose(ann, follow(ann, page, f"?table={table}&at=51"), aside))
    assert page.status == 200, page.rules
    (now,) = match.entries
    assert now["tables"][1 - table]["play"] == others.leg.play
    assert now["tables"][table]["play"][12][3] == aside
    assert sorted(now["tables"][table]["aside"]) == sorted([deal.cards[51], *deal.leg.aside[1:]])
