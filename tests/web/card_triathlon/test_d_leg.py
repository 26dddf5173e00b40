"""A D leg recorded by hands: four phones lay them out, and each hand can be corrected later."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from tests.games.card_triathlon.legs import d_leg
from tests.games.records import Json
from tests.web.hands import (
    EXTRA,
    HANDS,
    OWN,
    SCORES,
    SHOWN,
    fields,
    hand,
    lay,
    lay_all,
    pressed,
    saved,
    sprint,
    titles,
    total,
)
from tests.web.hands import address as address_of_hand
from tests.web.leg_forms import edited, form_of, game, hints
from tests.web.phones import Page, Phone, PlayedMatch


def laid(match: PlayedMatch) -> dict[int, str]:
    return {seat: " ".join(each.hand) for seat, each in match.match.hands.items()}


def layout(match: PlayedMatch) -> Any:
    return match.events[-1].payload["layout"]


def listed(page: Page) -> list[str]:
    return [each.text for each in page.tree.one(class_="hands-laid").all("li")]


def record(phone: Phone, match: PlayedMatch, **typed: str) -> Page:
    return phone.send(phone.open(match.to_score), "/entries", by="cards", **typed)


def test_each_hand_leads_to_the_next_that_is_missing_and_the_last_to_the_leg(ann: Phone) -> None:
    match = sprint(ann)
    page = hand(ann, match, 1)
    for seat, following in ((1, 2), (2, 3), (3, 0)):
        page = saved(ann, page, cards=HANDS[seat])
        assert page.address == address_of_hand(match, following)
        name = match.match.players[seat]
        news = page.tree.one(class_="news").text.partition(".")[0]
        assert news == f"{name}’s hand is saved: {SCORES[seat]} points"
        assert fields(page)["cards"] == ""
    page = saved(ann, page, cards=HANDS[0])
    assert page.address == match.to_score
    assert page.tree.one(id="record").text == "Record leg 3, D"
    assert page.form("/entries").fields()["by"] == "cards"
    assert record(ann, match).status == 200

    match = sprint(ann)
    lay(ann, match, 0, HANDS[0])
    last = ann.open(match.to_score).tree.one(id="last")
    assert last.text.startswith("Ann’s hand was laid out.")
    for kept in ("", "x", "4", "-1", "1", "٣"):
        assert hand(ann, match, 1, kept=kept).tree.all(class_="news") == []


def test_the_phone_of_a_seat_signs_what_it_writes_and_goes_back_to_the_match(ann: Phone) -> None:
    match = sprint(ann)
    ann.post(match.to_score + "share/seat", {"seat": "1"})
    page = ann.open(match.to_score)
    own = [a.text for a in page.tree.one(class_="hands-laid").all("a") if a["class"] == "button"]
    assert own == ["Enter Ben’s hand"]
    assert lay(ann, match, 1, HANDS[1]).address == match.to_score
    assert lay(ann, match, 0, HANDS[0]).address == address_of_hand(match, 2)
    assert match.events[-1].by == "Ben"


def test_another_layout_is_saved_only_while_it_is_legal(ann: Phone) -> None:
    match = sprint(ann)
    own = "6H 7H 8H 9H 10S JS"
    lay(ann, match, 0, SHOWN, groups=own)
    assert layout(match) == [own.split()]
    page = hand(ann, match)
    assert fields(page)["groups"] == own
    assert total(page) == "30 same as the best score"

    wrong = hand(ann, match, groups="6H 7H 8H 9H KD", cards=SHOWN)
    assert wrong.tree.one("button", name="use")["aria-disabled"] == "true"
    page = saved(ann, wrong)
    assert page.status == 422
    assert "card-triathlon.d.substitutes" in page.rules
    assert titles(page)[0] == "No straight flush 0"
    saved(ann, page, use="best")
    assert layout(match) is None
    lay(ann, match, 0, SHOWN, groups="|")
    assert layout(match) == []
    assert fields(hand(ann, match))["groups"] == "|"


def test_what_is_no_whole_hand_or_comes_from_no_known_state_is_not_saved(ann: Phone) -> None:
    match = sprint(ann)
    for cards, rule in ((SHOWN.rsplit(" ", 1)[0], "d.start"), (f"{SHOWN[:-3]} 1H", "pack")):
        page = saved(ann, hand(ann, match), cards=cards)
        assert page.status == 422
        assert f"card-triathlon.{rule}" in page.rules
        assert fields(page)["cards"] == cards
    assert laid(match) == {}

    for number in ("", "x", "0", "999", "٣", "9" * 30):
        page = saved(ann, hand(ann, match, 0, cards=HANDS[0]), number=number)
        assert page.status == 409
    assert laid(match) == {}


def test_against_the_clock_a_hand_may_be_short(ann: Phone) -> None:
    short = "6H 7H 8H 9H 10S"
    entries = sprint(ann).entries
    match = game(ann, 4, *entries, format="clock")
    for seat, cards in enumerate((short, "AS", "KD QD", "2C")):
        assert lay(ann, match, seat, cards).status == 200
    page = record(ann, match)
    assert page.rules == ["card-triathlon.d.start"]
    assert record(ann, match, clock="partial").status == 200
    assert match.entries[-1] == {
        "kind": "d-leg", "partial": True,
        "hands": [short.split(), ["AS"], ["KD", "QD"], ["2C"]],
    }  # fmt: skip
    assert saved(ann, hand(ann, sprint(ann)), cards="AS").status == 422


def test_a_seat_saved_elsewhere_meanwhile_is_looked_at_first(ann: Phone, ben: Phone) -> None:
    match = sprint(ann)
    late = hand(ben, match, 0, cards=HANDS[2])
    lay(ann, match, 0, HANDS[0])
    page = saved(ben, late)
    assert page.status == 409
    assert "Someone else saved this hand" in page.alert
    assert fields(page)["cards"] == HANDS[2]
    assert laid(match) == {0: HANDS[0]}
    assert saved(ben, page).status == 200
    assert laid(match) == {0: HANDS[2]}


def test_a_hand_of_a_leg_that_is_recorded_by_figures_comes_too_late(ann: Phone, ben: Phone) -> None:
    match = sprint(ann)
    lay(ann, match, 1, HANDS[1])
    late = hand(ben, match, 0, cards=HANDS[0])
    figures = {f"scored{seat}": str(points) for seat, points in enumerate(SCORES)}
    ann.send(ann.open(match.to_score), "/entries", by="", **figures)
    assert match.entries[-1] == {"kind": "d-leg", "scored": list(SCORES)}
    assert saved(ben, late).status == 409
    assert ben.open(address_of_hand(match)).status == 404
    assert laid(match) == {}


def test_what_leaves_the_hand_be_does_not_hold_it_up(ann: Phone, ben: Phone) -> None:
    match = sprint(ann)
    late = hand(ben, match, 3, cards=HANDS[3])
    names = {f"player{seat}": name for seat, name in enumerate(["Ann", "Ben", "Cleo", "Zoe"])}
    ann.send(ann.open(match.to_score + "share/"), "/names", title="New", **names)
    ann.post(match.to_score + "ask/arrange?asked=1&cards=6H", {"number": str(match.number)})
    lay(ann, match, 1, HANDS[1])
    assert [event.kind for event in match.events[1:]] == ["renamed", "ruled", "laid"]
    assert saved(ben, late).status == 200
    assert set(laid(match)) == {1, 3}


def test_the_same_page_saves_once(ann: Phone) -> None:
    match = sprint(ann)
    page = hand(ann, match, 0, cards=HANDS[0])
    for _ in range(3):
        assert saved(ann, page).address == address_of_hand(match, 1)
    assert match.number == 2
    again = saved(ann, page, cards=HANDS[2])
    assert again.status == 409
    assert "You already saved this hand" in again.alert
    assert match.number == 2
    assert saved(ann, again).status == 200
    assert laid(match) == {0: HANDS[2]}


def test_cards_that_lie_elsewhere_are_used_up(ann: Phone) -> None:
    match = sprint(ann)
    lay(ann, match, 1, HANDS[1])
    lay(ann, match, 3, HANDS[3])
    page = pressed(ann, hand(ann, match, 0), "add", "JD")
    assert "J♦ is already taken: Ben has 1, Dora has 1." in page.tree.one(id="why").text
    page = hand(ann, match, 0, cards=f"{HANDS[0][:-3]} JD")
    assert "card-triathlon.pack" in page.rules
    page = saved(ann, page)
    assert page.status == 422
    conflict = "1 in this hand, Ben has 1, Dora has 1, but the pack has only 2."
    assert f"J♦ is used too often: {conflict}" in page.text
    assert set(laid(match)) == {1, 3}


def test_four_hands_make_the_leg_which_waits_for_them(ann: Phone) -> None:
    match = sprint(ann)
    lay(ann, match, 0, HANDS[0])
    lay(ann, match, 2, HANDS[2])
    page = record(ann, match)
    assert page.status == 422
    assert page.rules == ["card-triathlon.play"]
    assert "the hands of Ben and Dora" in page.alert
    assert len(match.entries) == 2

    match = sprint(ann)
    page = ann.open(match.to_score)
    assert listed(page) == [f"{n} Enter {n}’s hand" for n in match.match.players]
    assert page.form("/entries").fields()["by"] == ""
    lay_all(match)
    page = ann.open(match.to_score)
    assert [line.split()[1] for line in listed(page)] == list(map(str, SCORES))
    page = record(ann, match)
    assert match.entries[-1] == {"kind": "d-leg", "hands": [cards.split() for cards in HANDS]}
    assert page.rows[-1][:4] == list(map(str, SCORES))
    assert laid(match) == {}
    row = ann.open(f"{match.to_score}e/{match.ids[-1]}")
    assert "Spades 2 to 6" in row.text
    assert "Diamonds 7 to ace" in row.text
    undone = ann.press(page, "Undo")
    assert set(laid(match)) == {0, 1, 2, 3}
    assert len(listed(undone)) == 4


def test_a_layout_and_an_extra_hand_go_into_the_record(ann: Phone) -> None:
    match = sprint(ann)
    lay_all(match)
    lay(ann, match, 0, HANDS[0], groups=OWN)
    assert "gets an extra hand" in hand(ann, match, 1).text
    assert listed(ann.open(match.to_score))[1].endswith("Enter Ben’s extra hand")
    own = hand(ann, match, 1, "/extra", cards=EXTRA, groups="AS AC")
    assert own.tree.one("button", name="use").text == "Use best layout"
    page = hand(ann, match, 1, "/extra")
    assert page.tree.one("h1").text == "Ben’s extra hand"
    page = lay(ann, match, 1, EXTRA, "/extra")
    assert (page.status, "110 points" in page.text) == (200, False)
    assert hand(ann, match, 2, kept="1").tree.one(class_="news").text == (
        "Ben’s hand and extra hand are saved: 110 + 80 points."
    )
    assert match.events[-1].payload["extra"] == EXTRA.split()
    record(ann, match)
    entry = match.entries[-1]
    assert entry["layouts"] == [[OWN.split()], None, None, None]
    assert entry["extra"] == [None, EXTRA.split(), None, None]
    assert match.match.sheet().rows[-1].cells[1] == 110 + 80


def test_an_extra_hand_needs_the_right_to_it_and_is_said_once_it_is_due(ann: Phone) -> None:
    match = sprint(ann)
    news = lay(ann, match, 1, HANDS[1]).tree.one(class_="news")
    there, rule = news.all("a")
    assert there["href"] == address_of_hand(match, 1) + "/extra"
    assert rule["href"].endswith("#card-triathlon.d.extra-hand")
    assert saved(ann, ann.open(there["href"]), cards=EXTRA).tree.one(class_="news").all("a") == []

    match = sprint(ann)
    page = lay(ann, match, 0, EXTRA, "/extra")
    assert (page.status, page.rules) == (422, ["card-triathlon.d.extra-hand"])
    lay(ann, match, 1, HANDS[1])
    lay(ann, match, 1, EXTRA, "/extra")
    lay(ann, match, 1, HANDS[1])  # the same hand again keeps it
    assert match.match.hands[1].extra == tuple(EXTRA.split())
    lay(ann, match, 1, HANDS[3])  # another one, without the right to it, does not
    assert match.match.hands[1].extra is None


def test_hands_that_cannot_be_together_are_told_before_the_leg_is_recorded(ann: Phone) -> None:
    match = sprint(ann)
    lay_all(match)
    # Two phones that save in the same moment may each have a card that the other has.
    assert ann.open(match.to_score).rules == []
    match.write("laid", seat=0, hand=HANDS[1].split(), layout=None, extra=None)
    page = ann.open(match.to_score)
    assert set(page.rules) == {"card-triathlon.pack"}
    assert record(ann, match).status == 422


def test_a_watcher_reads_the_hands_nowhere(ann: Phone, ben: Phone) -> None:
    match = sprint(ann)
    lay(ann, match, 0, HANDS[0])
    page = ben.open(match.to_watch)
    assert "/hand/" not in page.html
    assert page.tree.all(class_="hands-laid") == []


BY_CARDS: Json = {"kind": "d-leg", "hands": [cards.split() for cards in HANDS]}


def to_hand(phone: Phone, page: Page, seat: int, more: str = "", **typed: str) -> Page:
    """Go from the correction form to the page of a hand, taking along everything typed."""
    form = page.tree.one("form", id="entry")
    (way,) = [b for b in form.all("button") if b.get("formaction").endswith(f"/hand/{seat}{more}")]
    assert way["formmethod"] == "get"
    return phone.follow(phone.open(f"{way['formaction']}?{urlencode(form.fields() | typed)}"))


def corrected(phone: Phone, page: Page, **typed: str) -> Page:
    form = page.tree.one("form", id="entry")
    return phone.follow(phone.post(form["action"], form.fields() | typed))


def test_layouts_and_extra_hands_of_an_old_leg_stay_or_are_changed(ann: Phone) -> None:
    old = BY_CARDS | {
        "layouts": [[OWN.split()], None, None, None],
        "extra": [None, EXTRA.split(), None, None],
    }
    match = sprint(ann, old)
    page = form_of(ann, match, -1)
    form = page.tree.one("form", id="entry").fields()
    assert (form["layout0"], form["extra1"]) == (OWN, EXTRA)
    corrected(ann, page, note="x")
    assert match.entries[-1] == old | {"note": "x"}
    extra = to_hand(ann, form_of(ann, match, -1), 1, "/extra")
    assert fields(extra)["cards"] == EXTRA
    page = saved(ann, pressed(ann, pressed(ann, extra, "take", "last"), "add", "KC"))
    corrected(ann, page)
    assert match.entries[-1]["extra"][1] == [*EXTRA.split()[:-1], "KC"]
    best = pressed(ann, to_hand(ann, form_of(ann, match, -1), 0), "tap", "best")
    corrected(ann, saved(ann, best))
    assert "layouts" not in match.entries[-1]


def test_a_layout_without_a_hand_can_be_corrected_as_it_is(ann: Phone) -> None:
    groups = [["6H", "7H", "8H", "9H", "10S"]]
    old: dict[str, Any] = {
        "kind": "d-leg",
        "hands": [None, *BY_CARDS["hands"][1:3], None],
        "layouts": [groups, None, None, []],  # the last player has laid out nothing
    }
    match = sprint(ann, old)
    edited(ann, match, -1, note="x")
    assert match.entries[-1] == old | {"note": "x"}
    assert fields(to_hand(ann, form_of(ann, match, -1), 0))["cards"] == "6H 7H 8H 9H 10S"


def test_an_old_leg_by_figures_gets_its_hands(ann: Phone) -> None:
    match = sprint(ann, d_leg(10, 10, 10, 10))
    page = form_of(ann, match, -1)
    for seat, cards in enumerate(HANDS):
        page = saved(ann, to_hand(ann, page, seat, by="cards"), cards=cards)
    corrected(ann, page)
    assert match.entries[-1] == BY_CARDS
    assert edited(ann, match, -1, hand2="").status == 422


def test_a_hand_of_an_old_leg_goes_back_into_the_form_of_its_correction(ann: Phone) -> None:
    match = sprint(ann, BY_CARDS)
    typed = form_of(ann, match, -1).tree.one("form", id="entry").fields()
    told = hints(ann, match, typed | {"entry": match.ids[-1]})
    assert told["hand0"].startswith("35: Hearts")
    assert told["hand1"] == "110: Spades 2 to 6 and Diamonds 7 to ace. An extra hand is due."

    page = to_hand(ann, form_of(ann, match, -1), 0, note="Looked again", clock="")
    assert fields(page)["cards"] == HANDS[0]
    page = pressed(ann, page, "take", "last")
    page = pressed(ann, page, "add", "9H")
    number = match.number
    page = saved(ann, page)
    assert page.tree.one("h1").text.startswith("Correct")
    assert match.number == number
    form = page.tree.one("form", id="entry").fields()
    assert form["hand0"] == f"{HANDS[0][:-3]} 9H"
    assert form["note"] == "Looked again"
    assert "not saved yet" in page.alert
    corrected(ann, page)
    entry = match.entries[-1]
    assert entry["hands"] == [form["hand0"].split(), *BY_CARDS["hands"][1:]]
    assert entry["note"] == "Looked again"
    assert match.match.sheet().rows[-1].cells[0] == 45
