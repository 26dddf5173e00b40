"""The hands of a D leg: their pages without scripts, laid out by four phones, and corrected."""

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
    address,
    due,
    fields,
    hand,
    key,
    lay,
    lay_all,
    pressed,
    saved,
    sprint,
    state,
    titles,
    total,
)
from tests.web.leg_forms import broken, by_seat, game
from tests.web.markup import Element
from tests.web.phones import Page, Phone, PlayedMatch

BEST = "6H 7H 8H 9H 10S"
BY_CARDS: Json = {"kind": "d-leg", "hands": [cards.split() for cards in HANDS]}


def rules_of(box: Element) -> list[str]:
    links = [link["href"].partition("#")[2] for link in box.all("a", class_="rule")]
    return [link.removeprefix("card-triathlon.") for link in links]


def laid(match: PlayedMatch) -> dict[int, str]:
    return {seat: " ".join(each.hand) for seat, each in match.match.hands.items()}


def layout(match: PlayedMatch) -> Any:
    return match.events[-1].payload["layout"]


def listed(page: Page) -> list[str]:
    return [each.text for each in page.tree.one(class_="hands-laid").all("li")]


def record(phone: Phone, match: PlayedMatch, **typed: str) -> Page:
    return phone.send(phone.open(match.to_score), "/entries", by="cards", **typed)


# The page of a hand -------------------------------------------------------------------------------


def test_a_hand_has_its_page_only_while_a_d_leg_is_due(ann: Phone, ben: Phone) -> None:
    match = sprint(ann)
    for seat in range(4):
        page = hand(ann, match, seat)
        assert (page.status, page.tree.one("h1").text[-7:]) == (200, "’s hand")
    tribello = ann.start("tribello", "Ann", "Ben", "Cleo")
    for missing in (address(match, 4), address(game(ann, 4)), address(tribello)):
        assert ann.open(missing).status == 404
    assert ann.post(address(tribello), {"number": "1"}).status == 404
    assert ann.open(address(match).replace(match.score_key, match.watch_key)).status == 403
    lay(ann, match, 0, HANDS[0])
    page = ben.open(match.to_watch)
    assert ("/hand/" in page.html, page.tree.all(class_="hands-laid")) == (False, [])

    match = sprint(ann, d_leg(10, 10, 10, 10))
    statuses = [ann.open(f"{match.to_score}e/{id}/hand/0").status for id in [*match.ids, "x"]]
    assert statuses == [404, 404, 200, 404]
    assert ann.open(f"{match.to_score}e/{match.ids[-1]}/hand/4/extra").status == 404


def test_a_hand_is_picked_key_by_key_without_a_script(ann: Phone) -> None:
    for seats, copies in ((4, 2), (6, 3), (8, 4)):
        page = hand(ann, due(ann, seats))
        left = {each["value"]: int(each["data-left"]) for each in page.tree.all(name="add")}
        assert (len(left), left.pop("JK"), set(left.values())) == (53, seats, {copies})
    rows = [row["class"] for row in page.tree.one(class_="of13").all(role="group")]
    assert rows == ["S", "H", "D", "C", "JK"]

    page = hand(ann, sprint(ann))
    for number, card in enumerate(HANDS[0].split(), start=1):
        page = pressed(ann, page, "add", card)
        assert (page.status, page.tree.one(id="count").text) == (200, f"{number} of 13 cards")
    assert fields(page)["cards"] == state(page)["cards"] == HANDS[0]
    taken = key(page, "6H")
    assert (taken.text, taken["class"].split()[-2:]) == ("6♥ ×2", ["on", "off"])
    assert (taken["aria-disabled"], key(page, "7H")["class"].split()[-1]) == ("true", "on")
    assert page.tree.one(id="chosen").all("button")[0]["aria-label"] == "Remove 5 of spades"
    page = pressed(ann, page, "add", "AS")
    why = page.tree.one(id="why")
    assert (page.status, "Ann has 13 cards" in why.text, rules_of(why)) == (422, True, ["d.start"])
    page = hand(ann, sprint(ann), cards="<b> AS")
    assert (page.status, broken(page), titles(page)) == (422, ["pack"], [])
    assert fields(page)["cards"] == "<b> AS"


def test_a_card_that_is_tapped_waits_for_its_place(ann: Phone, quick: Phone) -> None:
    page = hand(ann, sprint(ann), cards=SHOWN)
    assert (titles(page), total(page)) == (["Hearts 6 to 10 30", "Not used"], "30 points")
    (group,) = page.tree.all("section", class_="flush")[:1]
    assert rules_of(group) == ["d.fives", "d.substitutes", "d.half"]
    assert [each["aria-label"] for each in group.all(class_="place")[3:]] == [
        "9 of hearts as the 9, scores 10", "10 of spades as the 10, doesn’t score",
    ]  # fmt: skip
    nowhere = pressed(ann, page, "tap", "n")
    assert (nowhere.status, rules_of(nowhere.tree.one(id="why"))) == (422, ["d.straight-flush"])

    page = pressed(ann, page, "tap", "u.1")
    assert (state(page)["picked"], page.tree.one(id="moved").text) == ("u.1", "K♦")
    assert "picking" in page.tree.one(id="arranged")["class"]
    assert [key["value"] for key in page.tree.all("button", aria_pressed="true")] == ["u.1"]
    page = pressed(ann, page, "tap", "0.4")
    assert (page.status, state(page)["groups"]) == (200, "6H 7H 8H 9H KD")
    assert total(page) == "0 30 below the best score (30)"
    (wrong,) = (box for box in page.tree.all("section") if "bad" in box["class"].split())
    assert rules_of(wrong)[0] == "d.substitutes"

    # htmx gets the groups alone, and the address to show.
    page = quick.open(address(sprint(quick), 0, cards=SHOWN, picked="0.0", tap="0.1"))
    assert (page.status, page.is_whole, bool(page.tree.one(id="arranged"))) == (200, False, True)
    replaced = page.response.headers["HX-Replace-Url"]
    assert replaced.endswith("&groups=7H+6H+8H+9H+10S")
    assert quick.open(replaced).tree.one(id="save").fields()["groups"] == "7H 6H 8H 9H 10S"


# Four hands make a leg ----------------------------------------------------------------------------


def test_each_hand_leads_to_the_next_that_is_missing_and_the_last_to_the_leg(ann: Phone) -> None:
    match = sprint(ann)
    page = hand(ann, match, 1)
    for seat, following in ((1, 2), (2, 3), (3, 0)):
        page = saved(ann, page, cards=HANDS[seat])
        assert page.address == address(match, following)
        name = match.match.players[seat]
        news = page.tree.one(class_="news").text.partition(".")[0]
        assert news == f"{name}’s hand is saved: {SCORES[seat]} points"
        assert fields(page)["cards"] == ""
    for kept in ("", "x", "4", "-1", "0"):
        assert hand(ann, match, 0, kept=kept).tree.all(class_="news") == []
    page = saved(ann, page, cards=HANDS[0])
    assert (page.address, page.tree.one(id="record").text) == (match.to_score, "Record leg 3, D")
    assert page.tree.one(id="last").text.startswith("Ann’s hand was laid out.")
    assert page.form("/entries").fields()["by"] == "cards"
    assert record(ann, match).status == 200


def test_the_phone_of_a_seat_signs_what_it_writes_and_goes_back_to_the_match(ann: Phone) -> None:
    match = sprint(ann)
    ann.post(match.to_score + "phone", {"seat": "1"})
    page = ann.open(match.to_score)
    own = page.tree.one(class_="hands-laid").one("li", class_="next").one("a")
    assert own["aria-label"] == "Enter Ben’s hand"
    assert lay(ann, match, 1, HANDS[1]).address == match.to_score
    assert lay(ann, match, 0, HANDS[0]).address == address(match, 2)
    assert match.events[-1].by == "Ben"


def test_another_layout_is_saved_only_while_it_is_legal(ann: Phone) -> None:
    match = sprint(ann)
    own = f"{BEST} JS"
    lay(ann, match, 0, SHOWN, groups=own)
    page = hand(ann, match)
    assert (layout(match), fields(page)["groups"]) == ([own.split()], own)
    assert total(page) == "30 same as the best score"

    wrong = hand(ann, match, groups="6H 7H 8H 9H KD", cards=SHOWN)
    assert wrong.tree.one("button", name="use")["aria-disabled"] == "true"
    page = saved(ann, wrong)
    assert (page.status, "d.substitutes" in broken(page)) == (422, True)
    assert titles(page)[0] == "No straight flush 0"
    saved(ann, page, use="best")
    assert layout(match) is None
    lay(ann, match, 0, SHOWN, groups="|")
    assert (layout(match), fields(hand(ann, match))["groups"]) == ([], "|")


def test_what_is_no_whole_hand_or_comes_from_no_known_state_is_not_saved(ann: Phone) -> None:
    match, short = sprint(ann), SHOWN.rsplit(" ", 1)[0]
    page = saved(ann, hand(ann, match), cards=short)
    assert (page.status, broken(page), fields(page)["cards"]) == (422, ["d.start"], short)
    for number in ("", "999", "٣"):
        assert saved(ann, hand(ann, match, 0, cards=HANDS[0]), number=number).status == 409
    assert laid(match) == {}

    # Against the clock a hand may be short.
    match = game(ann, 4, *match.entries, format="clock")
    for seat, cards in enumerate(("6H 7H 8H 9H 10S", "AS", "KD QD", "2C")):
        assert lay(ann, match, seat, cards).status == 200
    assert broken(record(ann, match)) == ["d.start"]
    assert record(ann, match, clock="partial").status == 200
    assert match.entries[-1]["hands"][1:] == [["AS"], ["KD", "QD"], ["2C"]]


def test_what_changed_meanwhile_is_looked_at_first(ann: Phone, ben: Phone) -> None:
    match = sprint(ann)
    late, other = hand(ben, match, 0, cards=HANDS[2]), hand(ben, match, 3, cards=HANDS[3])
    # Names, rulings and other hands leave a hand be.
    names = {f"player{seat}": name for seat, name in enumerate(["Ann", "Ben", "Cleo", "Zoe"])}
    ann.send(ann.open(match.to_score + "players/"), "/names", title="New", **names)
    ann.post(match.to_score + "ask/arrange?asked=1&cards=6H", {"number": str(match.number)})
    lay(ann, match, 0, HANDS[0])
    assert [event.kind for event in match.events[1:]] == ["renamed", "ruled", "laid"]
    assert saved(ben, other).status == 200
    page = saved(ben, late)
    assert (page.status, fields(page)["cards"]) == (409, HANDS[2])
    assert "Someone else saved this hand" in page.alert
    assert laid(match) == {0: HANDS[0], 3: HANDS[3]}
    assert saved(ben, page).status == 200
    assert laid(match) == {0: HANDS[2], 3: HANDS[3]}

    match = sprint(ann)
    late = hand(ben, match, 1, cards=HANDS[1])
    assert match.send(by_seat("scored", SCORES)).status == 200
    assert saved(ben, late).status == 409
    assert (ben.open(address(match)).status, laid(match)) == (404, {})


def test_the_same_page_saves_once(ann: Phone) -> None:
    match = sprint(ann)
    page = hand(ann, match, 0, cards=HANDS[0])
    for _ in range(3):
        assert saved(ann, page).address == address(match, 1)
    again = saved(ann, page, cards=HANDS[2])
    assert (again.status, match.number) == (409, 2)
    assert "You already saved this hand" in again.alert
    assert saved(ann, again).status == 200
    assert laid(match) == {0: HANDS[2]}


def test_cards_that_lie_elsewhere_are_used_up(ann: Phone) -> None:
    match = sprint(ann)
    lay(ann, match, 1, HANDS[1])
    lay(ann, match, 3, HANDS[3])
    page = pressed(ann, hand(ann, match, 0), "add", "JD")
    assert "J♦ is already taken: Ben has 1, Dora has 1." in page.tree.one(id="why").text
    page = saved(ann, hand(ann, match, 0, cards=f"{HANDS[0][:-3]} JD"))
    assert (page.status, broken(page)) == (422, ["pack"])
    conflict = "1 in this hand, Ben has 1, Dora has 1, but the pack has only 2."
    assert f"J♦ is used too often: {conflict}" in page.text

    # Two phones that save in the same moment may each have a card that the other has.
    lay(ann, match, 0, HANDS[0])
    lay(ann, match, 2, HANDS[2])
    assert ann.open(match.to_score).rules == []
    match.write("laid", seat=0, hand=HANDS[1].split(), layout=None, extra=None)
    assert broken(ann.open(match.to_score)) == ["pack"]
    assert record(ann, match).status == 422


def test_four_hands_make_the_leg_which_waits_for_them(ann: Phone) -> None:
    match = sprint(ann)
    page = ann.open(match.to_score)
    assert listed(page) == [f"{n} Enter hand" for n in match.match.players]
    assert page.form("/entries").fields()["by"] == ""
    lay(ann, match, 0, HANDS[0])
    lay(ann, match, 2, HANDS[2])
    page = record(ann, match)
    assert (page.status, broken(page), len(match.entries)) == (422, ["play"], 2)
    assert "the hands of Ben and Dora" in page.alert

    lay_all(match)
    page = ann.open(match.to_score)
    lines = [line for line in listed(page) if not line.startswith("Extra hand")]
    assert [line.split()[-1] for line in lines] == list(map(str, SCORES))
    page = record(ann, match)
    assert (match.entries[-1], laid(match)) == (BY_CARDS, {})
    assert page.rows[-1][:4] == list(map(str, SCORES))
    row = ann.open(f"{match.to_score}e/{match.ids[-1]}")
    assert "Spades 2 to 6" in row.text
    undone = ann.press(page, "Undo")
    assert (set(laid(match)), len(listed(undone))) == ({0, 1, 2, 3}, 5)


def test_a_layout_and_an_extra_hand_go_into_the_record(ann: Phone) -> None:
    match = sprint(ann)
    page = lay(ann, match, 0, EXTRA, "/extra")
    assert (page.status, broken(page)) == (422, ["d.extra-hand"])
    news = lay(ann, match, 1, HANDS[1]).tree.one(class_="news")
    assert news.all("a")[0]["href"] == address(match, 1) + "/extra"
    assert rules_of(news) == ["d.extra-hand"]
    lay(ann, match, 1, EXTRA, "/extra")
    # The same hand again keeps it; another one, without the right to it, does not.
    for cards, extra in ((HANDS[1], tuple(EXTRA.split())), (HANDS[3], None)):
        lay(ann, match, 1, cards)
        assert match.match.hands[1].extra == extra
    lay_all(match)
    lay(ann, match, 0, HANDS[0], groups=OWN)
    assert "gets an extra hand" in hand(ann, match, 1).text
    assert listed(ann.open(match.to_score))[2] == "Extra hand All 13 cards score. Enter hand"
    own = hand(ann, match, 1, "/extra", cards=EXTRA, groups="AS AC")
    assert own.tree.one("button", name="use").text == "Use best layout"
    page = hand(ann, match, 1, "/extra")
    assert page.tree.one("h1").text == "Ben’s extra hand"
    page = lay(ann, match, 1, EXTRA, "/extra")
    assert (page.status, "110 points" in page.text) == (200, False)
    news = hand(ann, match, 2, kept="1").tree.one(class_="news")
    assert news.text == "Ben’s hand and extra hand are saved: 110 + 80 points."
    assert news.all("a") == []
    record(ann, match)
    entry = match.entries[-1]
    assert entry["layouts"] == [[OWN.split()], None, None, None]
    assert entry["extra"] == [None, EXTRA.split(), None, None]
    assert match.match.sheet().rows[-1].cells[1] == 110 + 80


# Corrections --------------------------------------------------------------------------------------


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
    match.edit(-1, note="x")
    assert match.entries[-1] == old | {"note": "x"}
    extra = to_hand(ann, match.open_edit(-1), 1, "/extra")
    assert fields(extra)["cards"] == EXTRA
    page = saved(ann, pressed(ann, pressed(ann, extra, "take", "last"), "add", "KC"))
    corrected(ann, page)
    assert match.entries[-1]["extra"][1] == [*EXTRA.split()[:-1], "KC"]
    best = pressed(ann, to_hand(ann, match.open_edit(-1), 0), "tap", "best")
    corrected(ann, saved(ann, best))
    assert "layouts" not in match.entries[-1]

    # A layout without a hand stays as it is, too.
    hands = [None, *BY_CARDS["hands"][1:3], None]
    old = {"kind": "d-leg", "hands": hands, "layouts": [[BEST.split()], None, None, []]}
    match = sprint(ann, old)
    match.edit(-1, note="x")
    assert match.entries[-1] == old | {"note": "x"}
    assert fields(to_hand(ann, match.open_edit(-1), 0))["cards"] == BEST


def test_an_old_leg_by_figures_gets_its_hands(ann: Phone) -> None:
    match = sprint(ann, d_leg(10, 10, 10, 10))
    page = match.open_edit(-1)
    for seat, cards in enumerate(HANDS):
        page = saved(ann, to_hand(ann, page, seat, by="cards"), cards=cards)
    corrected(ann, page)
    assert match.entries[-1] == BY_CARDS
    assert match.edit(-1, hand2="").status == 422


def test_a_hand_of_an_old_leg_goes_back_into_the_form_of_its_correction(ann: Phone) -> None:
    match = sprint(ann, BY_CARDS)
    typed = match.open_edit(-1).tree.one("form", id="entry").fields()
    told = match.hints(typed | {"entry": match.ids[-1]})
    assert told["hand0"].startswith("35: Hearts")
    assert told["hand1"] == "110: Spades 2 to 6 and Diamonds 7 to ace. You also get an extra hand."

    page = to_hand(ann, match.open_edit(-1), 0, note="Looked again", clock="")
    assert fields(page)["cards"] == HANDS[0]
    page = pressed(ann, pressed(ann, page, "take", "last"), "add", "9H")
    number = match.number
    page = saved(ann, page)
    assert (page.tree.one("h1").text[:7], match.number) == ("Correct", number)
    form = page.tree.one("form", id="entry").fields()
    assert (form["hand0"], form["note"]) == (f"{HANDS[0][:-3]} 9H", "Looked again")
    assert "not saved yet" in page.alert
    corrected(ann, page)
    hands = [form["hand0"].split(), *BY_CARDS["hands"][1:]]
    assert match.entries[-1] == BY_CARDS | {"hands": hands, "note": "Looked again"}
    assert match.match.sheet().rows[-1].cells[0] == 45
