"""Something went wrong: what the desk of a match offers, and what is written then."""

from __future__ import annotations

from tests.games.records import Json
from tests.web.desk.test_desk import table
from tests.web.followed import begin, tap_all
from tests.web.phones import Page, Phone, record_deal, start
from tests.web.site import opened

FOUR = ("Ann", "Ben", "Cleo", "Dora")
SHOWN = "Somebody showed a card; no penalty"


def what_now(phone: Phone, home: str, kind: str) -> Page:
    found = [a["href"] for a in phone.open(home + "ask/").tree.one("main").all("a")]
    [link] = [link for link in found if "/ask/irregularity" in link]
    joint = "&" if "?" in link else "?"
    return phone.open(f"{link}{joint}asked=1&kind={kind}")


def blocks(page: Page) -> list[str]:
    return [each.text for each in page.tree.one(class_="what-now").all("h4")]


def ways(page: Page) -> list[str]:
    """Where its links and forms lead, in order, without the secret of the match."""
    section = page.tree.one(class_="what-now")
    found = [each for each in section.all() if each.tag in ("a", "form")]
    addresses = [each["href"] if each.tag == "a" else each["action"] for each in found]
    return ["/".join(each.partition("?")[0].strip("/").split("/")[2:]) for each in addresses]


def link_to(page: Page, words: str) -> str:
    [link] = [a for a in page.tree.one(class_="what-now").all("a") if words in a.text]
    return link["href"]


def test_the_deal_on_the_table_comes_first_and_nothing_of_it_is_struck(ann: Phone) -> None:
    for game in ["tribello", "triathlon", "la-krap", "thirty-one"]:
        match = table(ann, game)
        name = "round" if game == "thirty-one" else "deal"
        page = what_now(ann, match.to_score, "misdeal")
        assert blocks(page) == []  # there is no other one
        assert ways(page) == []
        assert "there is nothing to strike" in page.tree.one(class_="what-now").text
        if game == "tribello":
            record_deal(ann, match, 6, 4, 3)
            page = what_now(ann, match.to_score, "misdeal")
            recorded = "In round 1, deal 1, already recorded"
            assert blocks(page) == [f"In the {name} on the table", recorded]
            assert ways(page) == [f"e/{match.ids[0]}/strike"]
            assert ways(what_now(ann, match.to_watch, "misdeal")) == []


def test_a_deal_that_is_followed_is_left_or_its_card_taken_back(ann: Phone) -> None:
    match = table(ann, "tribello")
    record_deal(ann, match, 6, 4, 3)
    tap_all(ann, begin(ann, match, trump="S"), ["AS", "2S", "5D"])
    page = what_now(ann, match.to_score, "revoke")
    id = match.ids[0]
    recorded = [f"e/{id}/edit", f"e/{id}/edit", f"e/{id}/strike"]
    assert ways(page) == ["play/lift", "log", "play/note", "play/leave", *recorded]


def test_a_note_goes_with_the_next_deal_or_into_a_recorded_one(ann: Phone) -> None:
    match = table(ann, "tribello")
    page = what_now(ann, match.to_score, "exposed-card")
    form = ann.open(link_to(page, "Note it")).form("/entries")
    assert form.fields()["note"] == SHOWN
    typed = {f"tricks{seat}": str(taken) for seat, taken in enumerate((6, 4, 3))}
    ann.post(form["action"], form.fields() | typed)
    assert match.entries == [{"kind": "deal", "tricks": [6, 4, 3], "note": SHOWN}]

    match = table(ann, "tribello")
    record_deal(ann, match, 6, 4, 3, note="Rain")
    page = what_now(ann, match.to_score, "exposed-card")
    edit = ann.open(link_to(page, "Add a note"))
    ann.send(edit, f"/e/{match.ids[0]}")
    assert match.entries[0]["note"] == f"Rain. {SHOWN}"
    assert match.entries[0]["tricks"] == [6, 4, 3]


def test_a_deal_that_is_followed_is_noted_at_once(ann: Phone) -> None:
    match = table(ann, "tribello")
    tap_all(ann, begin(ann, match, trump="S"), ["AS", "2S", "5D"])
    for kind, note in (
        ("exposed-card", SHOWN),
        ("exposed-card", SHOWN),
        ("revoke", f"{SHOWN}. Somebody revoked; no penalty"),
    ):
        page = what_now(ann, match.to_score, kind)
        assert ann.follow(ann.send(page, "/play/note")).status == 200
        assert match.match.deals[0].facts["note"] == note
    assert list(match.match.deals[0].cards) == ["AS", "2S", "5D"]


def test_a_note_from_an_address_is_cut_and_an_empty_one_is_none(ann: Phone) -> None:
    for note in ["", "  ", "x" * 600]:
        match = table(ann, "tribello")
        form = ann.open(f"{match.to_score}?note={note}").form("/entries")
        assert form.fields().get("note", "") == note.strip()[:500]


B_LEG: Json = {"kind": "b-leg", "contract": {"level": 4, "strain": "C", "declarer": 0},
               "tricks": [6, 1, 5, 1], "points": [190, 40, 150, 35], "unscored": 25}  # fmt: skip


def test_what_only_a_b_leg_can_have_is_never_offered_for_the_c_leg_that_is_due(
    ann: Phone,
) -> None:
    match = start(ann, "card-triathlon", *FOUR)
    page = what_now(ann, match.to_score, "insufficient-bid")
    assert blocks(page) == ways(page) == []
    record = {"format": "referee-record/1", "game": "card-triathlon", "players": [*FOUR]}
    match = opened(ann, record | {"options": {}, "entries": [B_LEG]})
    id = match.ids[0]
    page = what_now(ann, match.to_score, "insufficient-bid")
    assert blocks(page) == ["In leg 1, B, already recorded"]
    assert ways(page) == [f"e/{id}/edit", f"e/{id}/strike"]
    page = what_now(ann, match.to_score, "drew-twice")
    assert blocks(page) == []
    assert ways(page) == [""]  # a note with the C leg
    page = what_now(ann, match.to_score, "misdeal")
    assert blocks(page) == ["In the leg on the table", "In leg 1, B, already recorded"]
    assert page.tree.one(id="answer").one("a", class_="rule")["href"].endswith("c.start")
