"""La Krap's part in tests that cover every game: questions, answers, deals and records."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from hypothesis import strategies as st

from referee.core.cards import read_card
from referee.games.la_krap.trick import LaKrapOptions, rules_of
from referee.games.la_krap.turned import make_game
from tests.games import oracle
from tests.games.expected import (
    CARDS,
    MAY,
    TURNED,
    WITH_TRICKS,
    Asked,
    Dealing,
    Dealt,
    Expected,
    Fields,
)
from tests.games.la_krap import oracle_la_krap
from tests.games.records import Json, deal, la_krap

TRICK: Json = {"cards": ["QH", "AH"], "leader": 1, "options": {"first_dealer": 1}, "players": 3}
FACE_UP: Json = {"turned": ["BJ", "10H"]}
QUESTIONS: list[Json] = [
    {"question": "trick", "hand": ["2H", "SHEET", "RJ", "AS"], **TRICK, **FACE_UP},
    {"question": "trick", "cards": ["9H", "JS", "9H", "2S", "RJ"], "turned": ["SHEET"],
     "options": {"twos": "suit", "empty_trick": "nobody"}, "players": 5},
    {"question": "teams", "upcards": ["AH", "7S", "SHEET"], **FACE_UP},
    {"question": "marriage", "hand": ["KH", "9S", "QH"], "suit": "H", "took_trick": True,
     **FACE_UP},
    {"question": "irregularity", "kind": "exposed-card", "players": 6},
    {"question": "deal", "players": 3, "entry": {"kind": "deal", "tricks": [4, 2, 1],
     "upcards": ["AH", "7S", "SHEET"], "marriages": [1, 0, 0], **FACE_UP}},
]  # fmt: skip


def tricks_of(number: int, seats: int, facts: Fields, options: Fields) -> oracle.Oracle:
    leader = oracle_la_krap.leader_of(number, seats, options)
    return oracle_la_krap.tricks(seats, leader, facts["turned"], options)


def play_deal(random: Random, number: int, seats: int, options: Fields) -> Dealt:
    turned = oracle_la_krap.random_turned(random)
    left = oracle_la_krap.without(turned)
    facts = {"kind": "deal", "upcards": random.sample(left, seats), "turned": turned}
    tricks = tricks_of(number, seats, facts, options)
    return Dealt(
        game="la-krap",
        number=number,
        options=options,
        facts=facts,
        play=tricks.legal_play(random, oracle_la_krap.random_hands(random, seats, turned)),
        pack=tuple(left),
        rules=rules_of(make_game([*map(read_card, turned)]), LaKrapOptions(**options)),
        oracle=tricks,
    )


def shares(draw: st.DrawFn, most: Sequence[int], total: int) -> list[int]:
    """Draw one number per bound in `most`, each at most its bound; their sum is at most `total`."""
    found: list[int] = []
    for bound in most:
        found.append(draw(st.integers(0, min(bound, total - sum(found)))))
    return found


@st.composite
def la_krap_deals(draw: st.DrawFn, number: int, seats: int, options: Json) -> Json:
    """Draw a possible La Krap deal: its face-up cards, and its play by cards or by figures."""
    random = Random(draw(st.integers(0, 2**32)))
    dealt = play_deal(random, number, seats, options)
    turned = dealt.facts["turned"]
    made = oracle_la_krap.made(turned)
    entry: Json = dict(dealt.facts)
    if draw(st.booleans()):
        sides = st.lists(st.integers(0, 2), min_size=seats, max_size=seats)
        del entry["upcards"]
        entry["teams"] = draw(st.none() | sides)
    if draw(st.booleans()):
        stock = 72 - 7 * seats - 4 if made.may_exchange else 0  # at most four cards are turned up
        entry["exchanged"] = shares(draw, [6] * seats, stock)
        entry["exposed"] = shares(draw, [3] * seats, 18)
    given = draw(st.sampled_from(["turned", "game", "both"]))
    if given != "turned":
        entry |= {"null": made.null, "multiplier": made.multiplier}
    if given != "game" and draw(st.booleans()):
        followed = oracle_la_krap.followed(dealt.play, dealt.leader, turned, options)
        return entry | {"play": dealt.play} | _said(draw, followed)
    if given == "game":
        del entry["turned"]
    tricks = shares(draw, [7] * (seats - 1), 7)
    left = 7 - sum(tricks)
    if options["empty_trick"] == "nobody":
        left = draw(st.integers(0, left))
    entry["tricks"] = [*tricks, left]
    if draw(st.booleans()):
        entry["marriages"] = shares(draw, [min(n, 3) for n in entry["tricks"]], 6)
    return entry


def _said(draw: st.DrawFn, followed: oracle.Followed) -> Json:
    """Draw what may be recorded in addition to a deal's cards: its marriages and trick counts."""
    tricks = followed.tricks()
    said: Json = {"tricks": tricks} if draw(st.booleans()) else {}
    if draw(st.booleans()):
        most = oracle_la_krap.room(followed)
        return said | ({"marriages": shares(draw, most, 6)} if draw(st.booleans()) else {})
    announced: list[tuple[int, int]] = []
    for marriage in oracle_la_krap.marriages(followed):
        if oracle_la_krap.may_announce(followed, [*announced, marriage]) and draw(st.booleans()):
            announced.append(marriage)
    said["marriages_at"] = [list(marriage) for marriage in announced]
    if draw(st.booleans()):
        seats = [seat for _, seat in announced]
        said["marriages"] = [seats.count(seat) for seat in range(len(tricks))]
    return said


@st.composite
def la_krap_records(draw: st.DrawFn, least: int = 0) -> Json:
    seats = draw(st.integers(3, 6))
    choices = oracle_la_krap.CHOICES
    options: Json = {name: draw(st.sampled_from(choices[name])) for name in choices}
    options["first_dealer"] = draw(st.integers(0, seats - 1))
    rounds = draw(st.sampled_from([1, 2, 4, 6, 12, 30]))
    numbers = range(draw(st.integers(least, min(rounds, 6))))
    entries = [draw(la_krap_deals(number, seats, options)) for number in numbers]
    return la_krap(seats, *entries, rounds=rounds, **options)


UPCARDS = "Upcards, seat by seat"
ASKED = (
    Asked("trick", (("key", "Who led", "{0}"), ("cards", TURNED, "8H"),
                    ("cards", CARDS, "KH 10S KH JS")),
          "{1} wins · 10♠", "neutralise", "as if they had never been played", 8),
    Asked(MAY, (("key", "Led", "hearts"), ("key", "My card", "Joker"),
                ("key", "And in my hand", "Jokers belong to hearts")),
          "Yes. It follows suit", "follow",
          "the first card in the trick that still counts", 5),
    Asked("teams", (("home", "opens", UPCARDS), ("cards", UPCARDS, "AH 7S 9D KC"),
                    ("cards", TURNED, "8H")),
          "Red: {0} and {2}. Black: {1} and {3}", "teams", "play together", 7),
    Asked("marriage", (("key", "King and queen of", "hearts"),
                       ("key", "Have you just taken a trick?", "yes"),
                       ("cards", "Your hand", "QH KH"), ("done",)),
          "Yes. +5 points, then lead K♥ or Q♥", "marriage", "announce this marriage", 7),
    Asked("deal", (("counts", 3, 2, 2), ("alone",), ("ask",)), "27", "trick-points", "", 9),
    Asked("irregularity", (("wrong", "out of turn"),),
          "No penalty: correct it, play on or deal again", "lead",
          "The source does not say who plays the first card", 3),
)  # fmt: skip
ANSWERS = {
    "trick": "turned=RJ+8H&cards=9H+JS+9H&leader=2&hand=AS+2C+SHEET+BJ",
    "teams": "upcards=AH+7S+SHEET+KD&turned=BJ+10H",
    "irregularity": "kind=misdeal",
    "marriage": "suit=H&took_trick=1&hand=QH+KH+7S&turned=9S",
    "deal": "players=3&upcard0=AH&upcard1=7S&upcard2=SHEET&turned=BJ+10H"
    "&tricks0=4&tricks1=2&tricks2=1",
}

UNUSUAL: Json = {"twos": "suit", "sheet": "plain", "empty_trick": "nobody", "first_dealer": 1}
EXPECTED = Expected(
    QUESTIONS,
    WITH_TRICKS,
    UNUSUAL,
    ASKED,
    ANSWERS,
    tables={"la-krap of three": (3, {}), "la-krap of six": (6, {})},
    entry=deal(3, 4, 0, 0, teams=None),
    records=la_krap_records,
    dealing=Dealing(
        play_deal,
        tricks_of,
        lambda seats: deal(7, *[0] * (seats - 1), teams=None),
        oracle_la_krap.CHOICES,
        silent={
            "twos": "la-krap.twos",
            "sheet": "la-krap.sheet",
            "special_anytime": "la-krap.special",
        },
    ),
    knows_the_rest=lambda _options: True,
    silent=frozenset({"first_lead", "twos", "sheet", "special_anytime", "empty_trick"}),
)
