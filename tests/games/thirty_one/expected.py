"""Thirty-One's part in tests that cover every game: questions, answers, rounds and records."""

from __future__ import annotations

from random import Random

from hypothesis import strategies as st

from tests.games.expected import WITH_CARDS, Asked, Expected
from tests.games.records import Json, figures, record
from tests.games.thirty_one import oracle_thirty_one as oracle

QUESTIONS: list[Json] = [
    {"question": "hand", "cards": ["AH", "KH", "7S"]},
    {"question": "hand", "cards": ["AH", "AS", "AD"], "options": {"fire": True, "deck": 52},
     "players": 4},
    {"question": "turn", "turns": [1, 0, None], "seat": 0, "options": {"passing": False}},
    {"question": "turn", "turns": [0, 0, 0], "seat": 1, "starter": True},
    {"question": "close", "turns": [1, 0, None], "seat": 0},
    {"question": "irregularity", "kind": "misdeal"},
    {"question": "deal", "entry": {"kind": "round", "values": [21, 30.5, 10], "closer": 1}},
    {"question": "deal", "entry": {"kind": "round", "losers": [0, 1]}, "players": 3},
]  # fmt: skip


@st.composite
def thirty_one_records(draw: st.DrawFn, least: int = 0) -> Json:
    seats = draw(st.integers(2, 5))
    options: Json = {
        "valuation": draw(st.sampled_from(["suit", "suit-and-triples", "suit-or-rank"])),
        "deck": draw(st.sampled_from([32, 36, 52])), "lives": draw(st.integers(0, 2)),
        "fire": draw(st.booleans()), "tied_lowest": draw(st.sampled_from(["all", "none"])),
        "first_dealer": draw(st.integers(0, seats - 1)),
    }  # fmt: skip
    random = Random(draw(st.integers(0, 2**32)))
    table = oracle.Lives(seats, options)
    entries: list[Json] = []
    for _ in range(draw(st.integers(least, 12))):
        if len(table.playing) == 1:
            break
        hands = oracle.deal_hands(random, options["deck"], seats, table.playing)
        values = [None if hand is None else oracle.value(hand, options) for hand in hands]
        playing, losers = table.playing, table.lose(values)
        by = draw(st.sampled_from(["hands", "values", "both", "losers"]))
        entry: Json = {"kind": "round"}
        if by == "losers" and 0 < len(losers) < len(playing):
            entries.append(entry | {"losers": losers})
            continue
        if options["fire"] and 33 in values and draw(st.booleans()):
            hands = [hands[seat] if value == 33 else None for seat, value in enumerate(values)]
            values = [value if value == 33 else None for value in values]
        if by != "values":
            entry["hands"] = [None if hand is None else list(hand) for hand in hands]
        if by != "hands":
            entry["values"] = values
        entries.append(entry)
    return record("thirty-one", seats, entries, **options)


ASKED = (
    Asked("hand", (("cards", "Hand", "AH KH QH"),),
          "Worth 31 and ends the round", "suit", "Cards of the same suit add up.", 5),
    Asked("turn", (("key", "Whose turn it is", "{1}"),),
          "{1} may swap one, swap all three, pass this turn or close", "turn",
          "On your turn do exactly one of these", 3),
    Asked("close", (("key", "Has everyone had a turn?", "yes"),
                    ("key", "Who wants to close", "{1}")),
          "Yes. {1} may close", "close", "only if everybody still in the game", 4),
    Asked("irregularity", (("wrong", "Showed"),),
          "No penalty: play on or deal again", "turn", "On your turn", 3),
    Asked("deal", (("all worth", "20"), ("ask",)), "20", "values", "", 15),
)  # fmt: skip
ANSWERS = {
    "hand": "cards=AH+KD+7S",
    "turn": "turns0=1&turns1=1&turns2=0&turns3=1&seat=0",
    "close": "turns0=1&turns1=1&turns2=0&turns3=1&seat=0",
    "irregularity": "kind=misdeal",
    "deal": "players=3&cards0=AH+KH+7S&cards1=9C+9D+9H&cards2=8S+8D+QC",
}

UNUSUAL: Json = {"fire": True, "valuation": "suit-or-rank", "lives": 0}
EXPECTED = Expected(
    QUESTIONS,
    WITH_CARDS,
    UNUSUAL,
    ASKED,
    ANSWERS,
    tables={"thirty-one of two": (2, {}), "thirty-one of eight": (8, {})},
    entry=figures(20, 25, 31, 27),
    start_refusals=frozenset({("deck", "thirty-one.players")}),
    records=thirty_one_records,
    silent=frozenset({"tied_lowest"}),
)
