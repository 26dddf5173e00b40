"""Which of two tables a phone shows, with that table's start, hand, desk, board and updates."""

from __future__ import annotations

from urllib.parse import urlencode

from tests.games.card_triathlon import oracle_bridge as oracle
from tests.games.card_triathlon.two_tables import EIGHT, four
from tests.web.at_tables import (
    TABLES,
    begin_at,
    begun_at_both,
    contract_typed,
    drop,
    fallen_at,
    here,
    last_line,
    quick_phone,
    start_eight,
    to_table,
    ways,
)
from tests.web.followed import in_question, keys, sent, take_seat, tap, tap_all, trick_shown
from tests.web.phones import Page, Phone, PlayedMatch, start

ONE, TWO = TABLES
LIVE = {"HX_Request": "true", "HX_Target": "live"}


def test_a_phone_shows_the_table_of_its_seat(ann: Phone) -> None:
    for seat, table in [(0, 0), (3, 0), (4, 1), (7, 1), (None, 0)]:
        match = begun_at_both(ann)
        phone = Phone(ann.app)
        for home in (match.to_score, match.to_watch):
            page = phone.open(home) if seat is None else take_seat(phone, home, seat)
            assert here(page) == table
            assert here(to_table(phone, page, 1 - table)) == 1 - table
            assert (here(phone.open(home)) == table) is (seat is not None)


def test_a_phone_without_a_seat_shows_the_table_that_it_chose_last(ann: Phone) -> None:
    one, two = begun_at_both(ann), begun_at_both(ann)
    phone = Phone(ann.app)
    page = to_table(phone, phone.open(one.to_score), 1)
    assert here(phone.open(one.to_score)) == 1
    assert here(phone.open(two.to_score)) == 0
    assert here(phone.open(one.to_score)) == 1
    to_table(phone, page, 0)
    assert here(phone.open(one.to_score)) == 0
    to_table(phone, page, 1)
    assert here(take_seat(phone, one.to_score, 0)) == 0


def test_a_new_link_to_score_keeps_the_table(ann: Phone) -> None:
    match = begun_at_both(ann)
    to_table(ann, ann.open(match.to_score), 1)
    page = ann.open(match.to_score + "share/")
    form = next(f for f in page.tree.all("form") if f.fields().get("role") == "score")
    renewed = ann.follow(ann.post(form["action"], form.fields()))
    home = renewed.address.removesuffix("share/")
    assert home != match.to_score
    assert here(ann.open(home)) == 1


def test_a_table_that_is_none_is_the_own_one(ann: Phone) -> None:
    match = begun_at_both(ann)
    take_seat(ann, match.to_score, 6)
    for number, asked in enumerate(["2", "-1", "x", "", "01", "1" * 5000, "<b>"]):
        page = ann.open(f"{match.to_score}?{urlencode({'table': asked})}")
        assert (page.status, here(page)) == (200, 1)
        page = sent(ann, match, "play/card", card=TWO.cards[number], table=asked)
        assert (page.status, fallen_at(match, 1)) == (303, TWO.cards[: number + 1])


def test_where_all_sit_at_one_table_there_is_no_other(ann: Phone) -> None:
    deal = four(21, jokers=True)
    match = start(ann, "card-triathlon", *EIGHT[:4], format="half-marathon", b_jokers="True")
    page = ann.open(f"{match.to_score}play/?table=1")
    page = ann.send(page, "/play/", **contract_typed(0, deal))
    page = tap(ann, page, deal.cards[0])
    assert page.tree.all(id="ways") == []
    assert page.tree.all("input", name="table") == []
    assert [event.payload.get("table") for event in match.events[1:]] == [None, None]
    assert match.fallen() == deal.cards[:1]
    ann.send(tap_all(ann, page, deal.cards[1:]), "/play/record")
    (entry,) = match.entries
    assert entry | {"aside": sorted(entry["aside"])} == {"kind": "b-leg", **deal.part}


def test_the_start_names_the_players_of_its_table(ann: Phone) -> None:
    for table in [0, 1]:
        match = start_eight(ann)
        page = ann.open(f"{match.to_score}play/?table={table}")
        assert ways(page) == [("Table 1", "not started"), ("Table 2", "not started")]
        text = page.tree.one("form", id="entry").text
        for seat, name in enumerate(EIGHT):
            assert (name in text) is (seat // 4 == table)
        assert here(to_table(ann, page, 1 - table)) == 1 - table
        told = ann.post(
            match.to_score + "check", page.form("/play/").fields() | contract_typed(1, TWO)
        )
        assert (f"by {EIGHT[4 + TWO.leg.contract.declarer]} needs" in told.html) is (table == 1)


def test_a_start_that_cannot_be_is_refused_at_its_table(ann: Phone) -> None:
    cases: list[tuple[dict[str, str], str]] = [
        ({}, "card-triathlon.play"),
        ({"bid_1": "calls", "auction_1": "1C P P"}, "card-triathlon.b.auction"),
        ({"bid_1": "calls", "auction_1": "P P P P"}, "card-triathlon.b.passed-out"),
    ]
    match = start_eight(ann)
    begin_at(ann, match, 0, ONE)
    number = match.number
    for typed, rule in cases:
        page = sent(ann, match, "play/", table="1", **typed)
        assert (page.status, page.rules, match.number) == (422, [rule], number)
        assert here(page) == 1


def test_a_start_is_corrected_at_its_own_table(ann: Phone) -> None:
    match = begun_at_both(ann)
    drop(ann, match, 1, TWO.cards[:5])
    page = ann.open(f"{match.to_score}play/?table=1")
    assert contract_typed(1, TWO).items() <= page.form("/play/").fields().items()
    page = ann.send(page, "/play/", level_1="7", strain_1="NT", declarer_1="2")
    assert "Hugo leads" not in page.text
    assert "no trumps" in page.tree.one(id="play").text
    contracts = [match.match.deals[table].facts["contract"] for table in range(2)]
    assert contracts == [ONE.contract, {"level": 7, "strain": "NT", "declarer": 2}]
    assert fallen_at(match, 1) == TWO.cards[:5]


def test_each_table_has_a_pack_of_its_own_which_ends(ann: Phone) -> None:
    match = begun_at_both(ann)
    drop(ann, match, 0, ["AS"])
    number = match.number
    refused = sent(ann, match, "play/card", card="AS", table="0")
    assert (refused.status, refused.rules) == (422, ["card-triathlon.pack"])
    assert f"{EIGHT[ONE.turns[0]]} played it" in refused.alert
    assert sent(ann, match, "play/card", card="JK", table="1").rules == ["card-triathlon.pack"]
    assert match.number == number
    assert keys(ann.open(f"{match.to_score}?table=0"))["AS"] is False
    assert keys(ann.open(f"{match.to_score}?table=1"))["AS"] is True

    drop(ann, match, 1, TWO.cards)
    number = match.number
    page = sent(ann, match, "play/card", card=TWO.cards[0], table="1")
    assert (page.status, page.rules, match.number) == (422, ["card-triathlon.play"], number)


def test_the_own_hand_belongs_to_the_table_of_its_seat(ann: Phone, ben: Phone) -> None:
    match = begun_at_both(ann)
    take_seat(ben, match.to_score, 5)
    page = sent(ben, match, "play/hand", hand="AS KS", table="0")
    assert page.status == 422
    assert page.alert

    seat = TWO.turns[1]  # who plays second at the second table
    hand = TWO.followed.seats[seat]
    page = take_seat(ben, match.to_score, 4 + seat)
    page = ben.send(page, "/play/hand", hand=" ".join(hand))
    assert (page.status, here(page)) == (200, 1)
    drop(ann, match, 1, TWO.cards[:1])
    drop(ann, match, 0, ONE.cards[:1])
    page = ben.open(match.to_score)
    allowed = oracle.playable(hand, TWO.cards[:1], TWO.leg.contract.trump)
    assert keys(page) == {card: card in allowed for card in hand}
    other = to_table(ben, page, 0)
    assert other.tree.all("form", action=f"{match.to_score}play/hand") == []
    assert len(keys(other)) == 52
    assert len(keys(Phone(ann.app).open(f"{match.to_score}?table=1"))) == 52
    refused = [card for card in hand if card not in allowed]
    if refused:
        assert tap(ben, page, refused[0]).rules == ["card-triathlon.b.follow"]
    assert tap(ben, page, TWO.cards[1]).status == 200
    assert fallen_at(match, 1) == TWO.cards[:2]


def test_the_desk_is_filled_from_the_table_that_the_phone_shows(ann: Phone) -> None:
    match = begun_at_both(ann)
    drop(ann, match, 0, ONE.cards[:6])
    drop(ann, match, 1, TWO.cards[:7])
    for table, deal in enumerate(TABLES):
        cards = deal.cards[4 : 6 + table]
        take_seat(ann, match.to_score, 4 * table)
        found = in_question(ann, match.to_score, "trick")
        assert found["cards"].split() == cards
        assert found["leader"] == str(deal.turns[4])
        assert found.get("trump") == deal.leg.contract.trump
        page = ann.open(f"{match.to_score}ask/trick?{urlencode(found | {'asked': '1'})}")
        place = oracle.winner(cards, deal.leg.contract.trump)
        winner = EIGHT[4 * table + (deal.turns[4] + place) % 4]
        assert winner in page.tree.one(id="answer").text
        seats = page.tree.all("input", name="leader")
        assert len(seats) == 4
        assert all(name in page.text for name in EIGHT[4 * table :][:4])


def test_the_way_to_the_desk_keeps_the_table_that_is_looked_at(ann: Phone) -> None:
    match = begun_at_both(ann)
    take_seat(ann, match.to_score, 0)
    drop(ann, match, 1, TWO.cards[:2])
    page = ann.open(f"{match.to_score}?table=1")
    for place, words in ((page.tree.one("nav", class_="bar"), "Ask"),
                         (page.tree.one(id="last"), "Dispute?")):  # fmt: skip
        (way,) = (a["href"] for a in place.all("a") if a.text == words)
        links = [a["href"] for a in ann.open(way).tree.one("main").all("a")]
        (link,) = (link for link in links if "/ask/trick" in link)
        fields = ann.open(link).tree.one("form", class_="ask").fields()
        assert (fields["cards"].split(), fields["table"]) == (TWO.cards[:2], "1")


def test_the_board_and_the_log_tell_the_tables_apart(ann: Phone) -> None:
    match = begun_at_both(ann)
    drop(ann, match, 0, ONE.cards)
    drop(ann, match, 1, TWO.cards[:6])
    board = ann.open(match.to_watch + "board")
    assert "Table 1: All tricks played" in board.text
    assert "Table 2: Trick 2 of 13" in board.text
    assert len(board.tree.all(class_="trick")) == 1

    log = ann.open(match.to_score + "log/")
    fallen = log.tree.one("ul", class_="fallen").all("li")
    assert [item.one("small").text for item in fallen[:7]] == ["Table 2"] * 6 + ["Table 1"]
    assert "Table 2: Leg 1, B is being played card by card." in log.text


def test_who_only_watches_sees_either_table_and_can_do_nothing(ann: Phone, ben: Phone) -> None:
    match = begun_at_both(ann)
    for table, deal in enumerate(TABLES):
        drop(ann, match, table, deal.cards[:5])
        page = ben.open(f"{match.to_watch}?table={table}")
        assert (here(page), trick_shown(page)) == (table, deal.cards[4:5])
        assert page.tree.all("button", name="card") == []
        assert page.tree.one(id="live").all("form") == []
    assert here(to_table(ben, page, 0)) == 0


def live(phone: Phone, match: PlayedMatch, table: int, known: int) -> Page:
    return phone.open(f"{match.to_score}?table={table}&known={known}", **LIVE)


def test_only_what_moves_the_own_table_is_the_whole_page(ann: Phone, ben: Phone) -> None:
    match = begun_at_both(ann)
    number = match.number
    drop(ann, match, 1, TWO.cards[:5])
    page = live(ben, match, 0, number)
    assert page.response.headers["HX-Reswap"] == "none"
    assert {each["id"] for each in page.tree.walk() if each.get("id")} == {"ways", "last", "undo"}
    assert all(page.tree.one(id=id)["hx-swap-oob"] == "true" for id in ("ways", "last"))
    assert ways(page) == [("Table 1", "trick 1 of 13"), ("Table 2", "trick 2 of 13")]
    assert page.tree.one(id="ways")["data-number"] == str(match.number)
    assert last_line(page).startswith("Table 2: ")

    match = begun_at_both(ann)
    number = match.number
    drop(ann, match, 1, TWO.cards[:1])
    drop(ann, match, 0, ONE.cards[:1])
    for known in (number, number + 1, 0, 99):
        page = live(ben, match, 0, known)
        assert "HX-Reswap" not in page.response.headers
        assert trick_shown(page) == ONE.cards[:1]
    assert "HX-Reswap" in live(ben, match, 0, number + 2).response.headers
    whole = ben.open(f"{match.to_score}?table=0&known={match.number}")
    assert whole.is_whole


def test_a_table_that_waits_hears_of_every_card_of_the_other(ann: Phone, ben: Phone) -> None:
    match = begun_at_both(ann)
    drop(ann, match, 0, ONE.cards)
    drop(ann, match, 1, TWO.cards[:-1])
    number = match.number
    assert "trick 13 of 13" in live(ben, match, 0, number).tree.one(id="play").text
    drop(ann, match, 1, TWO.cards[-1:])
    assert live(ben, match, 0, number).form("/play/record")
    other = quick_phone(ben)
    assert live(other, match, 1, number).form("/play/record")


def test_cards_elsewhere_are_no_news_for_who_types(ann: Phone, ben: Phone) -> None:
    match = start_eight(ann)
    begin_at(ann, match, 0, ONE)
    number = match.number
    drop(ann, match, 0, ONE.cards[:1])
    typing = f"{match.to_score}?known={number}&number={number}&tricks0=3"
    page = ben.open(f"{typing}&table=1", **LIVE)
    assert page.tree.all(role="alert") == []
    assert ways(page)[0] == ("Table 1", "trick 1 of 13")
    page = ben.open(f"{typing}&table=0", **LIVE)
    assert "Table 1" in page.alert
