"""The resume card: what it says about every game, and when a match opens with it."""

from __future__ import annotations

from tests.games.card_triathlon.legs import all_to, b_leg, c_leg
from tests.games.free_pad.expected import pad
from tests.games.records import (
    Json,
    deal,
    figures,
    la_krap,
    record,
    thirty_one,
    triathlon,
    tribello,
)
from tests.web.at_tables import TABLES, begin_at, begun_at_both, start_eight
from tests.web.conftest import At
from tests.web.evenings.test_evenings import at_march, said
from tests.web.hands import HANDS, lay, sprint
from tests.web.phones import Phone, PlayedMatch
from tests.web.timed import LEG

HALF = {"format": "half-marathon"}


def card(phone: Phone, match: PlayedMatch) -> str:
    page = phone.open(match.to_score + "resume")
    assert page.status == 200
    return page.tree.one("article").text


def test_each_game_says_how_its_next_entry_begins(ann: Phone) -> None:
    cases: list[tuple[Json, list[str]]] = [
        (tribello(deal(6, 4, 3)),
            ["Next: deal 2", "Cut for trumps, then Ben deals", "one pack of 52",
             "cuts for trumps, deals and leads", "Ann 0", "6 for Ben"]),
        (triathlon(deal(4, 2, 7, last_trick=2)),
            ["36 cards (6s and up) and three Athletes", "rejects the first suit",
             "names trumps", "leads"]),
        (la_krap(4, deal(3, 1, 1, 2, teams=[0, 1, 0, 1])),
            ["72 cards: two packs of 7s and up, four 2s", "deals", "leads", "2 of 12"]),
        (thirty_one(5, figures(31, 30.5, 9, 21, 20), deck=36, lives=1),
            ["one pack of 36", "Lives left", "Pack: 36 (6s and up)", "Lives: 1",
             "swims"]),
        (record("card-triathlon", 4, [], b_jokers=True, format="marathon"),
            ["Next: leg 1, B", "one pack with two Jokers (54 cards", "deals and calls first",
             "target: 42,200", "Jokers in B legs: two Jokers"]),
        (record("card-triathlon", 4, [LEG], **HALF),
            ["Next: leg 2, C", "two packs with four Jokers (108 cards)",
             "cards)", "discard down to 13", "Ann and Cleo 340"]),
        (record("card-triathlon", 4, [LEG, c_leg(250, 250, 250, 250, unscored=0)], **HALF,
                   d_jokers=False),
            ["Next: leg 3, D", "Jokers aren’t used", "highest card is Buck",
             "the three players to Buck’s left shuffle, cut and deal, in that order"]),
        (record("card-triathlon", 6, [], **HALF),
            ["six complete suits without Jokers (78 cards)"]),
        (record("card-triathlon", 8, [all_to(0, "B", 8)], **HALF),
            ["four packs with eight Jokers (216 cards)"]),
    ]  # fmt: skip
    for made, told in cases:
        text = card(ann, ann.load(made))
        assert [each for each in told if each not in text] == []


def test_eight_players_sit_at_two_tables_in_a_b_leg_and_at_one_in_others(ann: Phone) -> None:
    for legs, tables in (([], 2), ([all_to(0, "B", 8)], 1)):
        match = ann.load(record("card-triathlon", 8, legs, **HALF))
        page = ann.open(match.to_score + "resume")
        found = page.tree.all("div", class_="plan")
        assert len(found) == tables
        assert all("lockwise: " in plan["aria-label"] for plan in found)
        if tables == 2:
            assert [plan.text.count("deals and calls first") for plan in found] == [1, 1]


def test_a_half_played_deal_has_its_trick_and_turn(ann: Phone, friday: PlayedMatch) -> None:
    cards = ["AS", "2S", "KS", "5D"]
    ann.tap_all(friday.begin(trump="S"), cards)
    page = ann.open(friday.to_score + "resume")
    article = page.tree.one("article")
    (heading,) = page.tree.all("h2")
    assert heading.text == "Deal 1, trick 2: Ben to play"
    assert "On the table: Ann 5 ♦ of diamonds" in article.text
    assert "Keep each hand separate. Cards left: Ann 11, Ben 12 and Cleo 12." in article.text
    assert "Tricks so far: Ann 1, Ben 0 and Cleo 0." in article.text
    labels = [
        label.text.split(" Friday")[0] for label in page.tree.one("ul", class_="labels").all("li")
    ]
    assert labels == ["Ann 11 cards", "Ben 12 cards", "Cleo 12 cards"]
    # The cards are already dealt, so the card must not tell anyone to shuffle or deal.
    assert [word for word in ("deals", "Cut for", "52 cards") if word in article.text] == []
    ann.tap_all(friday.open_form(), ["6D", "7D"])
    assert "trick 3: Cleo to lead" in card(ann, friday)


def test_two_tables_are_told_each_and_one_that_has_not_begun_how(ann: Phone) -> None:
    match = begun_at_both(ann)
    text = card(ann, match)
    assert "Leg 1, B is under way" in text
    assert [f"Table {number}, trick 1: " in text for number in (1, 2)] == [True, True]
    assert text.count("Keep each hand separate") == 2
    assert "hasn’t started" not in text

    match = start_eight(ann)
    begin_at(ann, match, 0, TABLES[0])
    page = ann.open(match.to_score + "resume")
    assert "Table 2 hasn’t started" in page.text
    plans = page.tree.all("div", class_="plan")
    assert [plan.text.count("deals and calls first") for plan in plans] == [0, 1]


def test_hands_that_are_laid_out_are_told(ann: Phone) -> None:
    match = sprint(ann)
    lay(ann, match, 1, HANDS[1])
    page = ann.open(match.to_score + "resume")
    (heading,) = page.tree.all("h2")
    assert heading.text.endswith(": 1 of 4 hands laid out")
    assert "Laid out: Ben. Keep each hand separate." in page.tree.one("article").text
    (label,) = page.tree.one("ul", class_="labels").all("li")
    assert label.text.startswith("Ben 13 cards")
    assert "four rounds" not in page.tree.one("article").text


def test_what_does_not_add_up_and_what_is_wrong_is_told(ann: Phone) -> None:
    off = b_leg("4C", 0, (6, 1, 5, 1), (190, 40, 150, 35), 30)
    match = ann.load(record("card-triathlon", 4, [off], **HALF))
    text = card(ann, match)
    assert "Still to settle" in text
    assert "Leg 1, B:" in text
    kept = off | {"accepted": ["card-triathlon.crosscheck"]}
    assert "Leg 1, B:" in card(ann, ann.load(record("card-triathlon", 4, [kept], **HALF)))
    text = card(ann, ann.load(tribello(deal(1, 1, 1))))
    assert "Round 1, deal 1: 10 tricks are missing" in text
    wrong = tribello(deal(1, 1, 1), *[deal(6, 4, 3)] * 11)
    assert "needs correcting" in card(ann, ann.load(wrong))


def test_the_law_of_the_table_and_the_last_note_are_told(ann: Phone) -> None:
    words = "<b>No talking</b> & no tea"
    made = tribello(deal(6, 4, 3, note="Ann was late")) | {
        "house": [{"rule": "tribello.deal", "text": words}],
        "rulings": [
            {"at": "2025-03-01T20:00:00+01:00", "question": {}, "decision": "Deal. [tribello.deal]"}
        ],
        "sessions": [
            {"start": "2025-03-01T20:00:00+01:00", "note": "first"},
            {"start": "2025-03-08T20:00:00+01:00", "note": "Cards at Ben’s"},
        ],
    }
    text = card(ann, ann.load(made))
    for told in (words, "Deal.", "Cards at Ben’s", "Ann was late"):
        assert told in text
    assert "first”" not in text


def test_the_card_says_when_who_won_the_evening_and_who_leads(ann: Phone, at: At) -> None:
    first, second = pad(10, 4, at=at_march(1, 20, 0)), pad(3, 7, at=at_march(8, 21, 5), note="tea")
    noted = {"start": at_march(1, 20, 0), "note": "Old"}
    evening = {"start": at_march(8, 20, 0), "note": "New"}
    for entries, sessions, told, left_out in [
        ([first, second], [noted, evening],
         ["Last played 8 Mar 2025, 21:05",
          "Ben won the evening by 4 points. Ann leads the match by 2 points.",
          "“New” 8 Mar 2025", "“tea” 8 Mar 2025"], ["Old"]),
        ([first, second], [noted], ["“tea”"], ["Old"]),
        ([first], [noted], ["1 Mar 2025, 20:00", "Ann won the evening by 6 points", "“Old”"], []),
        ([first, pad(0, 6, at=at_march(1, 20, 9))], [],
         ["Ann and Ben tied for the evening. Ann and Ben are level in the match."], []),
        ([], [noted], ["Last played", "“Old”"], ["won", "lead"]),
    ]:  # fmt: skip
        text = card(ann, ann.load(record("free-pad", 2, entries) | {"sessions": sessions}))
        assert [each for each in told if each not in text] == [], text
        assert [each for each in left_out if each in text] == [], text
    at(8, 21, 30)
    match = ann.load(record("free-pad", 2, [first, second]) | {"sessions": [noted, evening]})
    assert "won the evening" not in card(ann, match), "it may go on"


def test_the_card_comes_first_after_two_hours(ann: Phone, ben: Phone, quick: Phone, at: At) -> None:
    at(1, 20, 0)
    match = ann.start("tribello", "Ann", "Ben", "Cleo")
    match.deal(6, 4, 3)
    at(1, 22, 0)
    assert ann.open(match.to_score).form("/entries")
    at(1, 22, 1)
    page = ann.open(match.to_score)
    assert "Continue with deal 2" in page.text
    assert page.tree.all("form", id="entry") == []
    assert quick.open(match.to_score).form("/entries"), "parts are never the card"
    assert ann.open(match.to_score + "?table=0").form("/entries"), "who is within goes on"
    way = page.tree.one("nav", aria_label="The match").one("a")
    assert ann.open(way["href"]).form("/entries")
    assert ann.open(match.to_score).form("/entries"), "this phone has gone on"
    assert "Continue with deal 2" in ben.open(match.to_score).text
    watched = ben.open(match.to_watch)
    assert "Continue with deal 2" in watched.text
    match.deal(6, 4, 3)
    said(ann, match, "parted")
    at(2, 20, 0)
    assert "Continue with deal 3" in ann.open(match.to_score).text


def test_a_forgotten_evening_is_shown_before_the_next_one(ann: Phone, ben: Phone, at: At) -> None:
    at(1, 20, 0)
    match = ann.start("tribello", "Ann", "Ben", "Cleo")
    match.deal(6, 4, 3)
    at(2, 2, 0)
    assert "Ended automatically" not in ann.open(match.to_score).text
    at(2, 2, 1)
    page = ann.open(match.to_score)
    assert page.tree.one("h1").text == "Evening 1"
    assert "Ended automatically" in page.text
    assert page.tree.one("a", id="picture")["href"].endswith("/evening/1/share")
    resumed = ann.open(page.tree.one("a", id="go-on")["href"])
    ann.press(resumed, "Continue with deal 2")
    assert ann.open(match.to_score).form("/entries")
    assert ben.open(match.to_watch).tree.all("a", id="go-on") == [], "the next has begun"


def test_continuing_begins_an_evening_once(ann: Phone, ben: Phone, at: At) -> None:
    at(1, 20, 0)
    match = ann.start("tribello", "Ann", "Ben", "Cleo")
    match.deal(6, 4, 3)
    at(2, 2, 0)
    assert ann.open(match.to_score + "resume").tree.all("nav", aria_label="The match")[0].all("a")
    at(2, 2, 1)
    watched = ben.open(match.to_watch + "resume")
    assert watched.tree.one("nav", aria_label="The match").all("form") == []
    late = ben.open(match.to_score + "resume")
    number = match.number
    page = ann.press(ann.open(match.to_score + "resume"), "Continue with deal 2")
    assert page.form("/entries")
    assert ben.press(late, "Continue with deal 2").form("/entries")
    assert match.number == number + 1
    assert ben.open(match.to_score).form("/entries"), "no card while the evening goes on"
    at(2, 2, 13)
    match.deal(6, 4, 3)
    assert match.match.story().minutes[1] == 12
    assert ben.press(late, "Continue with deal 2").form("/entries")
    assert match.number == number + 2


def test_a_clock_that_goes_back_and_a_match_that_is_over_show_none(ann: Phone, at: At) -> None:
    at(9, 20, 0)
    match = ann.start("tribello", "Ann", "Ben", "Cleo")
    at(1, 20, 0)
    assert ann.open(match.to_score).form("/entries")
    over = ann.load(tribello(*[deal(6, 4, 3)] * 11, deal(13, 0, 0)))
    at(3, 20, 0)
    assert "Rematch" in ann.open(over.to_score).text
    assert "won" in card(ann, over)


def test_what_is_refused_or_late_after_the_card_is_as_ever(ann: Phone, at: At) -> None:
    at(1, 20, 0)
    match = ann.start("tribello", "Ann", "Ben", "Cleo")
    at(2, 20, 0)
    page = ann.answer(match.open_form(), "/entries", tricks0="9", tricks1="9", tricks2="9")
    assert page.status == 422
    assert page.form("/entries").fields()["tricks0"] == "9"


def test_everybody_has_one_place_in_the_plan_clockwise(ann: Phone) -> None:
    for seats in range(2, 17):
        match = ann.load(thirty_one(seats, deck=52))
        page = ann.open(match.to_score + "resume")
        (plan,) = page.tree.all("div", class_="plan")
        rows = [
            [seat.one("b").all("bdi")[-1].text for seat in row.all("span") if seat.all("b")]
            for row in plan.all("div")
            if row is not plan
        ]
        far, near = rows[0], rows[-1]
        sides = rows[1] if len(rows) == 3 else []
        around = [*far, *sides[1:], *near[::-1], *sides[:1]]
        assert len(around) == len({*around}) == seats
        assert around[0] == far[0]


def test_a_match_that_was_saved_long_ago_is_opened_with_its_card(ann: Phone) -> None:
    old = tribello(deal(6, 4, 3) | {"at": "2025-03-01T20:15:00+00:00"})
    first = ann.open(ann.load(old).to_score)
    assert "Continue with deal 2" in first.text
    without_times = ann.load(tribello(deal(6, 4, 3)))
    assert "Continue with" not in ann.open(without_times.to_score).text
