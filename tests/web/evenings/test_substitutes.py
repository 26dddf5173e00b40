"""Substitutes: pages name whoever sits in a seat, and columns keep their players' names."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Iterator

import pytest

from referee.matches.circle import result_of
from tests.games.card_triathlon.legs import b_leg
from tests.games.card_triathlon.two_tables import four
from tests.games.records import Json, deal, record, tribello
from tests.games.test_cases import record_of
from tests.web.at_tables import contract_typed
from tests.web.conftest import At
from tests.web.evenings.test_evenings import at_march, said, sessions
from tests.web.followed import dealt, facts_typed
from tests.web.markup import Element
from tests.web.phones import Page, Phone, PlayedMatch

OWNERS = ("Una", "Ulf", "Uwe", "Ute", "Uli", "Urs", "Ugo", "Udo")
OTHERS = ("Max", "Nia", "Otto", "Pia", "Quin", "Rosa", "Sam", "Tess")
OWNER = re.compile(r"\bU[a-z]{2}\b")
IN_FULL = re.compile(r"(\w+ )?\(?for U[a-z]{2}\)?(, | and )?")
OF_COLUMNS = {
    "strip", "pad", "team-totals", "figures", "own", "sums", "legend", "totals", "names", "cited",
    "result",
}  # fmt: skip
"""Ids and classes of elements that belong to columns, which keep their players' names."""
NAMING = ("aria-label", "title", "data-words", "placeholder")
"""Attributes that may name a player."""


def at_the_table(case: str, entries: int) -> Json:
    """A record whose first entry was played by its owners, and the rest by others a week later."""
    made = record_of(case)
    seats, days = len(made["players"]), [1] + [8] * (entries - 1)
    return made | {
        "title": "Friday",
        "players": list(OWNERS[:seats]),
        "entries": [
            entry | {"at": at_march(day, 20, number)}
            for number, (entry, day) in enumerate(zip(made["entries"], days, strict=False))
        ],
        "sessions": [
            {"start": at_march(1, 19, 30)},
            {"start": at_march(8, 19, 30), "players": list(OTHERS[:seats])},
        ],
    }


def texts(element: Element) -> Iterator[str]:
    """All texts below this element that don't belong to a column of the sheet."""
    if {element.get("id"), *element.get("class").split()} & OF_COLUMNS or element.tag == "head":
        return
    yield from (element.get(name) for name in NAMING)
    for child in element.children:
        if isinstance(child, str):
            yield child
        else:
            yield from texts(child)


def owners_in(page: Page) -> set[str]:
    """Owners of columns whom the page names, except where it says who sits in for them."""
    assert page.status == 200, page.text
    text = " ".join(" ".join(texts(page.tree)).split())
    text = re.sub(r"(Sitting in tonight|Substitutes): [^.]*", "", text)
    text = re.sub(r"\s+([,)])|(\()\s+", r"\1\2", text)
    return {*OWNER.findall(IN_FULL.sub("", text))}


CASES: list[tuple[str, int]] = [
    ("tribello-friday", 6), ("triathlon-to-the-third", 5), ("la-krap-twelve-deals", 6),
    ("thirty-one-fire", 4), ("card-triathlon-sprint", 2), ("card-triathlon-3000-metre", 3),
    ("card-triathlon-3000-metre", 4), ("card-triathlon-slips", 6),
    ("card-triathlon-eight-players", 2), ("card-triathlon-six-players", 2),
]  # fmt: skip


@pytest.mark.parametrize(("case", "entries"), CASES)
def test_whoever_sits_in_a_seat_is_named_there(ann: Phone, at: At, case: str, entries: int) -> None:
    at(8, 20, 30)
    made = at_the_table(case, entries)
    match = ann.load(made)
    ann.post(match.to_score + "phone", {"seat": "1"})
    last = match.match.row_entry(entries - 1).id
    for page in ("", f"e/{last}/edit"):
        named = in_cells(ann.open(match.to_score + page), *OTHERS, *OWNERS)
        assert len(named) > 1, page  # some players may be out
        assert {*named} <= {*OTHERS}, page
    for page in ("", "board", "resume", "log/", "share/", "ask/", f"e/{last}", f"e/{last}/edit"):
        assert owners_in(ann.open(match.to_score + page)) == set(), page


@pytest.mark.parametrize("game", ["tribello", "triathlon", "la-krap"])
def test_cards_in_play_are_named_after_whoever_plays_them(ann: Phone, at: At, game: str) -> None:
    at(8, 20, 0)
    hand = dealt(game, seats=4 if game == "la-krap" else 3)
    options = {name: str(value) for name, value in hand.options.items()}
    match = ann.start(game, *OWNERS[: hand.seats], title="Friday", **options)
    others = {f"seat{seat}": name for seat, name in enumerate(OTHERS[: hand.seats])}
    said(ann, match, "met", **others)
    ann.post(match.to_score + "phone", {"seat": "1"})
    assert owners_in(ann.open(match.to_score + "play/")) == set()
    page = match.begin(**facts_typed(hand.facts))
    whole = [card for trick in hand.play for card in trick]
    ann.tap_all(page, whole[: hand.seats + 1])
    for address in ("", "board", "resume", "log/", "ask/"):
        page = ann.open(match.to_score + address)
        assert owners_in(page) == set(), address
        assert any(name in page.text for name in OTHERS), address


def test_contracts_hands_and_auctions_name_who_sits_there(ann: Phone, at: At) -> None:
    at(8, 20, 0)
    match = ann.start("card-triathlon", *OWNERS[:4], format="half-marathon", title="Friday")
    said(ann, match, "met", seat0="Max", seat3="Pia")
    half = four(5, dealer=3)
    page = ann.send(ann.open(match.to_score + "play/"), "/play/", **contract_typed(0, half))
    assert not owners_in(ann.tap_all(page, half.cards[:2])) & {"Una", "Ute"}
    for field in ("auction_0", "calls"):
        quick = Phone(ann.app, headers={"HX-Request": "true"})
        keys = quick.open(f"{match.to_score}auction?field={field}&{field}=1C")
        assert ("Max" in keys.text, "Una" in keys.text) == (True, False)
    empty = record("card-triathlon", 4, [], format="half-marathon", sequence=["D"])
    evening = {"start": at_march(8, 19, 30), "players": OTHERS[:4]}
    laid = ann.load(empty | {"players": OWNERS[:4], "sessions": [evening]})
    hand = ann.open(laid.to_score + "hand/0")
    assert ("Max" in hand.text, owners_in(hand)) == (True, set())


@pytest.fixture
def evenings(ann: Phone, at: At) -> PlayedMatch:
    """A match of three evenings; Emil sits in for Cleo on the second."""
    at(1, 20, 0)
    match = ann.start("tribello", "Ann", "Ben", "Cleo")
    for day, players in ((1, {}), (8, {"seat2": "Emil"}), (15, {})):
        at(day, 20, 0)
        said(ann, match, "met", **players)
        at(day, 20, 10)
        match.deal(6, 4, 3)
        if day == 8:
            match.deal(3, 6, 4)
    return match


def in_cells(page: Page, *names: str) -> list[str]:
    """Which of these names the entry form mentions, apart from what is next."""
    form = page.tree.one("form", id="entry")
    due = form.one(id="due")
    text = " ".join(
        words
        for child in form.children
        if isinstance(child, Element) and child is not due
        for words in texts(child)
    )
    return [name for name in names if re.search(rf"\b{name}\b", text)]


def test_the_due_line_says_for_whom_and_a_cell_does_not(ann: Phone, at: At) -> None:
    at(1, 20, 0)
    match = ann.start("tribello", "Ann", "Ben", "Cleo", first_dealer="2")
    assert "Cleo deals" in match.open_form().tree.one(id="due").text
    said(ann, match, "met", seat2="Emil")
    page = match.open_form()
    assert page.tree.one(id="due").one("h2").text.startswith("Emil (for Cleo) deals")
    assert "6 for Emil (for Cleo)" in page.tree.one(id="due").text
    pseudo = ann.open(match.to_score, **{"Accept-Language": "en-XA"}).tree.one(id="due").text
    assert ("Emil" in pseudo, "Cleo" in pseudo, "(for" in pseudo) == (True, True, False)
    assert in_cells(page, "Ann", "Ben", "Cleo", "Emil") == ["Ann", "Ben", "Emil"]
    assert "Emil (for Cleo) deals" in ann.open(match.to_score + "board").text
    assert "Cleo" in page.tree.one(id="strip").text
    assert match.match.sheet().as_json()["next"]["text"].count("Emil") == 0
    plan = ann.open(match.to_score + "resume").tree.one("div", class_="plan")
    assert plan["aria-label"] == "Clockwise: Ann, Ben and Emil (for Cleo)"
    assert "Emil for Cleo" in plan.text
    refused = match.deal(6)
    assert ("Emil" in refused.alert, "Cleo" in refused.alert) == (True, False)
    recorded = match.deal(3, 4, 6).tree.one("p", class_="deed").text
    assert ("Emil" in recorded, "Cleo" in recorded) == (True, False)


def test_each_entry_is_corrected_with_those_who_played_it(
    ann: Phone, evenings: PlayedMatch
) -> None:
    assert in_cells(evenings.open_form(), "Cleo", "Emil") == ["Cleo"]
    seated = []
    for entry in evenings.match.row_entries():
        page = ann.open(f"{evenings.to_score}e/{entry.id}/edit")
        seated += in_cells(page, "Cleo", "Emil")
        row = ann.open(f"{evenings.to_score}e/{entry.id}").text
        assert ("Substitutes: Emil instead of Cleo" in row) is (seated[-1] == "Emil")
    assert seated == ["Cleo", "Emil", "Emil", "Cleo"]


def test_results_name_the_sides_and_say_once_who_sat_in(ann: Phone, at: At) -> None:
    at(1, 20, 0)
    match = ann.start("tribello", "Ann", "Ben", "Cleo")
    said(ann, match, "met", seat2="Emil")
    for tricks in ((6, 1, 6), (3, 4, 6)):
        match.deal(*tricks)
    said(ann, match, "parted")
    for address in ("evenings", "midnight"):
        main = ann.open(match.to_score + address).tree.one("main").text
        assert main.count("Cleo won the evening") == 1, address
        assert main.count("Emil sat in for Cleo") == main.count("Emil") == 1, address
    story = ann.open(match.to_score + "story/evening/1").tree.one("main").text
    assert "Cleo led the evening" in story


def test_an_evening_that_is_corrected_later_changes_who_played(
    ann: Phone, evenings: PlayedMatch
) -> None:
    form = ann.open(evenings.to_score + "evenings/2").form("/evenings/2")
    ann.post(form["action"], form.fields() | {"seat0": "Fay", "seat2": "Cleo"})
    told = evenings.match
    assert [told.players_of(entry.id)[0] for entry in told.row_entries()] == [
        "Ann", "Fay", "Fay", "Ann",
    ]  # fmt: skip
    assert told.players == ("Ann", "Ben", "Cleo")
    # Computed again from the deals: the quotas are 6, 4 and 3, starting with the dealer.
    counts = Counter(Ann=0, Ben=0, Cleo=0, Fay=0)
    for number, entry in enumerate(told.row_entries()):
        names = ("Fay" if number in (1, 2) else "Ann", "Ben", "Cleo")
        for seat, tricks in enumerate(entry.data["tricks"]):
            counts[names[seat]] += tricks >= (6, 4, 3)[(seat - number) % 3]
    figures = " · ".join(f"{name}\xa0{count}" for name, count in counts.items())
    assert f"Quotas met in 4 deals: {figures}." in [fact.text for fact in told.story().facts]


def test_a_new_name_is_not_a_substitute(ann: Phone, evenings: PlayedMatch) -> None:
    page = ann.open(evenings.to_score + "players/")
    ann.send(page, "/names", player0="Anna", player2="Cleopatra")
    assert [each.get("players") for each in sessions(evenings)] == [
        None, ["Anna", "Ben", "Emil"], None,
    ]  # fmt: skip
    assert "Emil sat in for Cleopatra" in ann.open(evenings.to_score + "evenings").text


@pytest.mark.parametrize(
    ("hour", "minute", "goes_on", "name"),
    [
        (20, 40, False, "Emil"),
        (20, 40, True, "Cleo"),
        (23, 59, False, "Emil"),
        (3, 1, False, "Cleo"),
    ],
)
def test_after_the_end_the_form_names_whom_an_entry_counts_for(
    ann: Phone, at: At, hour: int, minute: int, goes_on: bool, name: str
) -> None:
    at(8, 19, 0)
    match = ann.start("tribello", "Ann", "Ben", "Cleo", first_dealer="2")
    said(ann, match, "met", seat2="Emil")
    at(8, 20, 30)
    said(ann, match, "parted")
    at(8 if hour > 6 else 9, hour, minute)
    assert "Emil" not in ann.open(match.to_score + "resume").text  # going on from there
    if goes_on:
        said(ann, match, "met")
    page = ann.open(match.to_score + "?on=1")  # past the resume card
    assert in_cells(page, "Cleo", "Emil") == [name]
    ann.send(page, "/entries", tricks0="6", tricks1="4")
    assert match.match.players_of(match.ids[0])[2] == name
    assert match.match.players_at(match.events[-1].at)[2] == name
    evening = match.match.story().evenings[-1]
    assert (evening.rows, evening.session is not None) == ((0,), True)
    assert name in result_of(match.match).names


def test_an_evening_without_a_session_has_no_substitutes_of_an_earlier_one(
    ann: Phone, at: At
) -> None:
    at(8, 20, 30)
    deals = [deal(6, 4, 3, at=at_march(day, 20, 0)) for day in (1, 8)]
    evening = {"start": at_march(1, 19, 0), "players": ["Ann", "Ben", "Emil"]}
    match = ann.load(tribello(*deals) | {"sessions": [evening]})
    assert in_cells(ann.open(match.to_score), "Cleo", "Emil") == ["Cleo"]
    match.deal(3, 6, 4)
    assert [match.match.players_of(id)[2] for id in match.ids] == ["Emil", "Cleo", "Cleo"]


def test_two_players_may_change_seats_for_an_evening(ann: Phone, at: At) -> None:
    at(1, 20, 0)
    match = ann.start("tribello", "Ann", "Ben", "Cleo", first_dealer="1")
    said(ann, match, "met", seat0="Ben", seat1="Ann")
    due = match.open_form().tree.one(id="due").text
    assert due.startswith("Ann (for Ben) deals")
    assert "Quotas: 3 for Ben (for Ann), 6 for Ann (for Ben), 4 for Cleo." in due


def test_a_contract_is_of_whoever_bid_it(ann: Phone, at: At) -> None:
    at(8, 20, 0)
    leg = b_leg("4C", 0, (6, 1, 5, 1), (190, 40, 150, 35), 25)
    legs = [leg | {"at": at_march(day, 20, day)} for day in (1, 8)]
    evening = {"start": at_march(8, 19, 0), "players": ["Emil", "Ben", "Cleo", "Dora"]}
    made = record("card-triathlon", 4, legs, format="half-marathon", sequence=["B"])
    match = ann.load(made | {"sessions": [evening]})
    notes = [each.text for each in match.open_form().tree.all("small", class_="apart")]
    assert [note.split()[1] for note in notes] == ["Emil", "Ann"]
    last = match.match.row_entries()[-1].id
    assert "Emil" in ann.open(f"{match.to_score}e/{last}").tree.one("p", class_="played-note").text
    table = ann.open(match.to_score + "sheet.csv").html.removeprefix("\ufeff")
    bids = [row["contract"] for row in csv.DictReader(io.StringIO(table))]
    assert [bid.split()[1] for bid in bids] == ["Ann", "Emil"]
    printed = ann.open(match.to_score + "print").tree.one("div", class_="blocks").text
    assert "Emil" in printed
    told = match.match.story().facts
    assert "Contracts made: Ann\xa01 of 1 · Emil\xa01 of 1." in [fact.text for fact in told]


def test_the_log_names_who_sat_there(ann: Phone, at: At) -> None:
    at(1, 20, 0)
    match = ann.start("tribello", "Ann", "Ben", "Cleo", title="Friday")
    said(ann, match, "met", seat1="Emil")
    page = ann.tap_all(match.begin(trump="S"), ["AS", "2S"])
    assert "Ben" not in page.tree.one("p", class_="deed").text
    log = ann.open(match.to_score + "log/").tree.one("ul", class_="fallen").text
    assert ("Emil" in log, "Ben" in log) == (True, False)


def test_a_ruling_keeps_the_names_of_its_evening(ann: Phone, at: At) -> None:
    at(8, 20, 0)
    match = ann.start("tribello", "Una", "Ulf", "Uwe", title="Friday")
    said(ann, match, "met", seat2="Otto")
    match.post("ask/quota?asked=1&deal=2")
    at(15, 20, 0)
    said(ann, match, "met")
    rulings = ann.open(match.to_score + "law/").tree.one(id="ruling-1").text
    assert ("4 for Otto" in rulings, "Uwe" in rulings) == (True, False)
    now = ann.open(match.to_score + "ask/quota?asked=1&deal=2").text
    assert ("4 for Uwe" in now, "Otto" in now) == (True, False)
