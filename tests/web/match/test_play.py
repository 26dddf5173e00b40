"""Deals played card by card until they are recorded: revokes, marriages and several phones."""

from __future__ import annotations

from uuid import uuid4

import pytest

from referee.core.cards import read_card, with_article
from referee.core.sheet import read_record
from tests.games import oracle
from tests.games.dealt import DEALINGS, Dealt
from tests.games.records import NAMES, tribello
from tests.games.records import deal as by_figures
from tests.web.followed import dealt, facts_typed, irregular, married, points, trick_asked
from tests.web.phones import Page, Phone, PlayedMatch

# A La Krap deal in which nobody takes the first trick.
EMPTY = {"la-krap": dealt("la-krap", 16, seats=5, empty_trick="nobody", twos="suit")}


@pytest.mark.parametrize("game", DEALINGS)
def test_a_whole_deal(ann: Phone, quick: Phone, game: str) -> None:
    deal, by_htmx = EMPTY.get(game) or dealt(game, 2, first_dealer=2), game != "triathlon"
    phone = quick if by_htmx else ann
    match, page = ann.play(deal, 0)
    _, leaders, _ = deal.oracle.followed(deal.play)
    for number, trick in enumerate(deal.play):
        assert trick_asked(ann, match) == ([], leaders[number])
        for card in trick[:-1]:
            page = phone.tap(page, card)
            assert (page.status, page.is_whole) == (200, not by_htmx)
        assert page.trick == trick[:-1]
        page = phone.tap(page, trick[-1])
        assert match.fallen() == deal.cards[: (number + 1) * deal.seats]
        assert match.entries == []
    assert page.card_keys == {}
    for card, rule in ((deal.cards[0], "play"), (deal.pack[0], "play"), ("xx", "pack")):
        refused = match.post("play/card", card=card)
        assert (refused.status, refused.rules) == (422, [f"{deal.game}.{rule}"])
        assert refused.form("/play/record")

    page = phone.send(page, "/play/record")

    assert (page.status, page.is_whole) == (200, not by_htmx)
    assert page.rules == []
    assert match.entries == [deal.entry]
    assert match.fallen() is None
    (row,) = page.rows
    shown = [cell.split()[0].removeprefix("+").replace("−", "-") for cell in row]
    assert shown == [str(cell) for cell in match.match.sheet().rows[0].cells]


@pytest.mark.parametrize(("rule", "winner"), [("leader", 1), ("nobody", None)])
def test_a_trick_in_which_no_card_counts_says_who_won_it_and_why(
    ann: Phone, rule: str, winner: int | None
) -> None:
    deal = dealt("la-krap", 16, seats=5, empty_trick=rule, twos="suit")
    who = "Nobody" if winner is None else NAMES[winner]
    match, page = ann.play(deal, 5)
    said = f"{who} won trick 1: none of its cards counts"
    assert said in page.text
    assert "la-krap.empty-trick" in page.html
    match.fall(*deal.cards[5:10])
    assert said in ann.open(match.to_score).tree.one("tr", class_="why").text
    match.write("added", entry=deal.entry)
    for address in (f"e/{match.ids[0]}", "print?cards=1"):
        assert said in ann.open(match.to_score + address).text


def test_what_has_fallen_cannot_be_tapped_again_and_the_rest_can(ann: Phone) -> None:
    deal = dealt("triathlon", 3)
    _, page = ann.play(deal, 7)
    used = set(deal.cards[:7]) - {"JK"}
    assert {card for card, may_fall in page.card_keys.items() if not may_fall} == used
    assert set(page.card_keys) == set(deal.pack)

    match = ann.start("la-krap", "Ann", "Ben", "Cleo")
    page = match.begin(upcard0="AH", upcard1="KS", upcard2="9D", turned="QC")
    for copies in (1, 2):
        assert page.card_keys["AS"]
        page = ann.tap(page, "AS")
        assert len(page.trick) == copies
    assert not page.card_keys["AS"]
    assert page.card_keys["QC"]  # its twin is turned up
    page = ann.tap(page, "QC")
    assert not page.card_keys["QC"]


def test_a_card_falls_once_and_not_late(ann: Phone, either: Phone) -> None:
    deal = dealt("tribello", 3)
    match, page = ann.play(deal, 3)
    answers = [either.answer(page, "/play/card", card=deal.cards[3]) for _ in range(2)]
    assert {answer.status for answer in answers} == {200 if either.by_htmx else 303}
    assert match.fallen() == deal.cards[:4]
    early = ann.open(match.to_score)
    ann.tap(early, deal.cards[4])  # meanwhile someone plays on
    again = either.answer(page, "/play/card", card=deal.cards[3])
    assert (again.status, match.fallen()) == (answers[0].status, deal.cards[:5])
    late = either.post(early.form("/play/card")["action"], stale_form(early, deal.cards[5]))
    assert (late.status, late.is_whole) == (409, not either.by_htmx)
    assert late.alert
    assert late.trick == deal.cards[3:5]
    assert either.tap(late, deal.cards[5]).status == 200


def stale_form(page: Page, card: str) -> dict[str, str]:
    return page.form("/play/card").fields() | {"id": str(uuid4()), "card": card}


def test_other_acts_are_done_once_and_not_late(ann: Phone, ben: Phone) -> None:
    for act in ("/play/say", "/play/figures", "/play/record"):
        deal = dealt("la-krap", 5)
        match, _ = ann.play(deal, None if act == "/play/record" else deal.seats)
        early = ben.open(match.to_score)
        ann.send(ann.open(match.to_score + "players/"), "/names", player0="Anna")
        number, typed = match.number, {"act": "0"} if act == "/play/say" else {}
        late = ben.answer(early, act, **typed)
        assert (late.status, match.number) == (409, number)
        assert late.alert
        answers = [ben.answer(late, act, **typed) for _ in range(2)]
        assert [each.status for each in answers] == [303, 303]
        assert {each.location for each in answers} == {match.to_score}
        assert match.number == number + 1


def test_the_id_of_an_event_of_another_kind_writes_no_card(ann: Phone) -> None:
    match, _ = ann.play(dealt("tribello", 3), 3)
    opening = {"id": match.events[1].id, "number": str(match.number), "card": "2C"}
    page = ann.post(match.to_score + "play/card", opening)
    assert (page.status, match.number) == (409, 5)


REFUSED = [
    ("tribello", ["KS", "JK", "", "<b>", "KS" * 4000]),
    ("triathlon", ["KS", "2S"]),
    ("la-krap", ["KS", "3S", "JK"]),  # one of two kings has been played, the other is turned up
]


def test_an_impossible_card_is_refused_by_its_rule(ann: Phone, either: Phone) -> None:
    for game, cards in REFUSED:
        match = ann.start(game, "Ann", "Ben", "Cleo")
        facts = {"trump": "S"} if game != "la-krap" else {"turned": "KS", "alone": "1"}
        page = ann.tap(match.begin(**facts), "KS")
        number = match.number
        for card in cards:
            refused = either.tap(page, card)
            assert (refused.status, refused.is_whole) == (422, not either.by_htmx)
            assert refused.rules == [f"{game}.pack"]
            assert refused.trick == ["KS"]
            typed = refused.form("/play/card").fields() | {"card": card, "anyway": "1"}
            assert ann.post(match.to_score + "play/card", typed).status == 422
            assert match.number == number


def test_without_a_deal_on_the_table(ann: Phone, friday: PlayedMatch, swim: PlayedMatch) -> None:
    for act in ["card", "say", "leave", "record", "hand"]:
        page = friday.post(f"play/{act}", card="AS", act="0", hand="AS")
        assert (page.status, friday.number) == (404, 1)
        assert page.alert

    assert ann.open(swim.to_score + "play/").status == 404
    assert swim.post("play/").status == 404
    assert swim.number == 1


def test_what_cannot_be_said_is_not_written(ann: Phone) -> None:
    match, _ = ann.play(dealt("la-krap", 5), 3)  # one marriage could be announced here
    number = match.number
    for act in ("-1", "1", "x", "", "9" * 5000):
        assert (match.post("play/say", act=act).status, match.number) == (422, number)


REVOKES = [
    (dealt("tribello", 1), "tribello.follow"),
    (dealt("triathlon", 4), "triathlon.athlete-discard"),
    (dealt("la-krap", 2, seats=4), "la-krap.follow"),
]


@pytest.mark.parametrize(("deal", "rule"), REVOKES, ids=[rule for _, rule in REVOKES])
def test_a_proven_revoke_is_named_and_kept(ann: Phone, ben: Phone, deal: Dealt, rule: str) -> None:
    made = irregular(deal, rule)
    match, page = ann.play(deal, 0)
    page = ann.tap_all(page, made.cards[: made.proven - 1])
    assert (page.rules, page.tree.all("details", class_="remedies")) == ([], [])
    page = ann.tap(page, made.cards[made.proven - 1])
    for shown in (page, ben.open(match.to_score), ben.open(match.to_watch)):
        assert shown.rules == [rule]
        (said,) = [li.text for box in shown.tree.all(class_="problems") for li in box.all("li")]
        assert str(made.trick) in said.split("(")[0]
        assert NAMES[made.seat] in said
        card = made.cards[made.at]
        assert ("Athlete" if card == "JK" else with_article(read_card(card))) in said
        (now,) = shown.tree.all("details", class_="remedies")
        (ruling,) = now.all("a", class_="rule")
        assert ruling["href"].endswith("follow")
        assert "no penalty" in now.text
        assert len(now.all("li")) == 3
        may_write = f"/m/{match.watch_key}/" not in shown.address
        assert [bool(now.all("form")), bool(now.one("ul").all("a"))] == [may_write, may_write]

    assert match.undo().rules == []
    page = ann.tap_all(ann.open(match.to_score), made.cards[made.proven - 1 :])
    assert page.rules == [rule]
    unseen = match.post("play/record")
    assert (unseen.status, unseen.rules, match.entries) == (422, [rule], [])
    left = ann.press(page, "Deal again")
    assert (match.entries, left.tree.all(id="play")) == ([], [])
    page = ann.send(match.undo(), "/play/record", note=" a & <b> ")
    assert page.status == 200
    play = deal.tricks(made.cards)
    kept = {**deal.facts, "play": play, "accepted": [rule], "note": "a & <b>"}
    assert match.entries == [kept]
    assert match.match.sheet().rows[0].open_warnings == ()
    assert not match.match.sheet().rows[0].has_error
    assert read_record(match.match.record())


def said_in(match: PlayedMatch) -> object:
    return match.facts().get("marriages_at")


def test_a_marriage_is_announced_after_a_trick_can_be_withdrawn_and_counts(ann: Phone) -> None:
    deal, (trick, seat) = married()
    match, page = ann.play(deal, 0)
    assert page.tree.all("button", name="act") == []
    page = ann.tap_all(page, deal.cards[: trick * deal.seats - 1])
    assert page.tree.all("button", name="act") == []
    page = ann.tap(page, deal.cards[trick * deal.seats - 1])
    for _ in range(2):
        assert len(page.tree.all("button", name="act")) == 1
        page = ann.send(page, "/play/say", act="0")
        assert said_in(match) == [[trick, seat]]
        (withdraw,) = page.tree.all("button", name="act")
        assert NAMES[seat] in withdraw.text
        page = ann.send(page, "/play/say", act="0")
        assert not said_in(match)
    page = match.undo()
    assert said_in(match) == [[trick, seat]]
    assert "marriages: " in page.tree.one("span", class_="game").text
    page = ann.tap_all(page, deal.cards[trick * deal.seats :])
    assert page.rules == []
    ann.send(page, "/play/record")
    assert match.entries == [deal.entry | {"marriages_at": [[trick, seat]]}]
    marriages = tuple(int(each == seat) for each in range(deal.seats))
    assert list(match.match.sheet().rows[0].cells) == points(deal, marriages) != points(deal)


def test_a_marriage_of_who_plays_alone_outlives_a_correction_of_the_start(ann: Phone) -> None:
    deal, (trick, seat) = married()
    match = ann.start_deal(deal)
    match.begin(turned=" ".join(deal.facts["turned"]), alone="1")
    page = ann.tap_all(ann.open(match.to_score), deal.cards[: trick * deal.seats])
    ann.send(page, "/play/say", act="0")
    match.begin(exposed0="1")
    assert said_in(match) == [[trick, seat]]
    page = ann.tap_all(ann.open(match.to_score), deal.cards[trick * deal.seats :])
    assert ann.send(page, "/play/record").status == 200
    (entry,) = match.entries
    assert (entry["teams"], entry["exposed"]) == (None, [1, 0, 0, 0])
    assert entry["marriages_at"] == [[trick, seat]]


def test_figures_from_another_phone_end_the_deal(ann: Phone, ben: Phone) -> None:
    deal = dealt("tribello", 3)
    match, page = ann.play(deal, 0)
    match.undo()
    early = ben.open(match.to_score)
    page = ann.tap_all(match.begin(**facts_typed(deal.facts)), deal.cards[:10])
    late = ben.answer(early, "/entries", tricks0="6", tricks1="4", note="mine")
    assert late.status == 409
    assert {("tricks0", "6"), ("note", "mine")} <= set(late.form("/entries").fields().items())
    assert match.fallen() == deal.cards[:10]
    assert ben.send(late, "/entries").rows == [["0", "0", "0"]]
    assert match.fallen() is None
    assert ann.answer(page, "/play/card", card=deal.cards[10]).status == 409
    assert match.undo().trick == deal.cards[9:10]
    assert match.entries == []


def test_a_deal_that_comes_to_need_trumps_waits_for_them(ann: Phone) -> None:
    deal = dealt("tribello", 1, number=6)
    match = ann.load(tribello(*[by_figures(6, 4, 3)] * 6))
    match.begin()
    page = ann.tap_all(ann.open(match.to_score), deal.cards[:4])
    page = match.strike(0)
    number, id = match.number, match.events[-1].payload["id"]
    assert page.card_keys == {}
    refused = [match.post("play/card", card="2C"), match.post("play/record")]
    assert [each.status for each in refused] == [422, 422]
    assert refused[0].rules == ["tribello.trump"]
    assert match.number == number
    assert match.post("play/").status == 422  # trumps are still missing

    page = match.begin(trump="H")
    assert page.trick == deal.cards[3:4]
    _, leaders, _ = oracle.by_seat(deal.play, 2, "H")
    assert trick_asked(ann, match) == (deal.cards[3:4], leaders[1])

    page = ann.send(ann.open(f"{match.to_score}e/{id}"), "/restore")
    page = ann.tap_all(page, deal.cards[4:])  # the seventh deal again, which has no trumps
    assert page.rules == ["tribello.trump"]
    assert page.tree.one(id="play").all("button", name="accepted") == []
    kept = match.post("play/record", accepted="tribello.trump")  # an error isn't a warning
    assert (kept.rules, len(match.entries)) == (["tribello.trump"], 6)
    page = match.begin()
    assert page.rules == []
    assert ann.send(page, "/play/record").status == 200
    assert match.entries[-1] == deal.entry
