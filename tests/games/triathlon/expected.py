"""Triathlon's part in tests that cover every game: questions, answers, deals and records."""

from __future__ import annotations

from random import Random

from hypothesis import strategies as st

from referee.core.cards import SUITS
from referee.games.triathlon.rules import AthleteRules
from tests.games import oracle
from tests.games.expected import (
    CARDS,
    MAY,
    SUIT_LED,
    WITH_TRICKS,
    Asked,
    Dealing,
    Dealt,
    Expected,
    Fields,
)
from tests.games.records import Json, deal, triathlon
from tests.games.triathlon import oracle_triathlon

TRICK: Json = {"cards": ["QH", "AH"], "leader": 1, "options": {"first_dealer": 1}, "players": 3}
QUESTIONS: list[Json] = [
    {"question": "trick", "hand": ["JK", "6H", "AS"], "trump": "S", **TRICK},
    {"question": "trick", "cards": ["9C", "JK"], "hand": ["AH", "RJ"], "trump": None,
     "options": {"athlete_discard": "never"}},
    {"question": "rejection", "dealer": 2, "rejected": ["S", "H"], "trump": "C"},
    {"question": "feats", "tricks": [4, 2, 7], "last_trick": 2},
    {"question": "irregularity", "kind": "misdeal"},
    {"question": "deal", "entry": {"kind": "deal", "tricks": [4, 2, 7], "last_trick": 2}},
]  # fmt: skip
CHOICES = {"athlete_discard": (oracle_triathlon.WHEN_VOID, oracle_triathlon.NEVER)}


def tricks_of(number: int, _seats: int, facts: Fields, options: Fields) -> oracle.Oracle:
    discard = options.get("athlete_discard", oracle_triathlon.WHEN_VOID)
    leader = oracle_triathlon.leader_of(number + 1, options.get("first_dealer", 0))
    return oracle_triathlon.tricks(leader, facts["trump"], discard)


def play_deal(random: Random, number: int, seats: int, options: Fields) -> Dealt:
    trump = random.choice(SUITS)
    facts = {"kind": "deal", "trump": trump}
    tricks = tricks_of(number, seats, facts, options)
    discard = options.get("athlete_discard", oracle_triathlon.WHEN_VOID)
    return Dealt(
        game="triathlon",
        number=number,
        options=options,
        facts=facts,
        play=tricks.legal_play(random, oracle.thirteen_each(random, oracle_triathlon.PACK)),
        pack=oracle_triathlon.PACK,
        rules=AthleteRules(trump=trump, discard=discard),
        oracle=tricks,
    )


ORDINARY = oracle_triathlon.deals()
TRIATHLONS = [deal for deal in ORDINARY if 3 in map(len, oracle_triathlon.feats(*deal))]


@st.composite
def triathlon_deals(draw: st.DrawFn, number: int, options: Json) -> tuple[Json, list[int], int]:
    """Draw a possible Triathlon deal recorded by figures, by cards or by both.

    Return the entry, each seat's tricks, and who took the last trick.
    """
    kind = draw(st.sampled_from(["figures", "triathlon", "cards", "both"]))
    if kind in ("cards", "both"):
        random = Random(draw(st.integers(0, 2**32)))
        dealt = play_deal(random, number, 3, options)
        taken, last = oracle_triathlon.taken(dealt.play, dealt.leader, dealt.facts["trump"])
        result = {"tricks": taken, "last_trick": last} if kind == "both" else {}
        return dealt.entry | result, taken, last
    tricks, last = draw(st.sampled_from(TRIATHLONS if kind == "triathlon" else ORDINARY))
    entry = deal(*tricks, last_trick=last)
    if draw(st.booleans()):
        *rejected, trump, _ = draw(st.permutations("SHDC"))
        entry |= {"rejected": rejected, "trump": trump}
    return entry, list(tricks), last


@st.composite
def triathlon_records(draw: st.DrawFn, least: int = 0) -> Json:
    options: Json = {name: draw(st.sampled_from(values)) for name, values in CHOICES.items()}
    options["first_dealer"] = draw(st.integers(0, 2))
    game = oracle_triathlon.Points()
    entries: list[Json] = []
    for number in range(draw(st.integers(least, 8))):
        if game.is_over:
            break
        entry, tricks, last = draw(triathlon_deals(number, options))
        game.play(tricks, last)
        entries.append(entry)
    return triathlon(*entries, **options)


ASKED = (
    Asked("trick", (("key", "Who led", "{0}"), ("key", "Trumps", "hearts"),
                    ("cards", CARDS, "JK AS KS")),
          "{0} wins · an Athlete", "athlete-lead", "You then take the trick", 7),
    Asked(MAY, (("key", "Led", "hearts"), ("key", "My card", "Athlete"),
                ("key", "And in my hand", "I hold a heart")),
          "No. You hold a heart, so you must follow suit", "athlete-discard",
          "If you can follow suit, you may not play an Athlete.", 5),
    Asked("rejection", (("home", "key", "Who dealt", "{0}"),),
          "{1} rejects a suit", "rejection", "names a suit that shall not be trumps", 2),
    Asked("feats", (("counts", 5, 5), ("key", "Who took the last trick", "{2}")),
          "{0}: 5 · {1}: 5 · {2}: 133", "trick-point",
          "Every trick that you win is worth 1 point.", 5),
    Asked("irregularity", (("wrong", "revoke"),),
          "No penalty: correct it, play on or deal again", "follow", SUIT_LED, 3),
    Asked("deal", (("counts", 5, 5), ("key", "Who took the last trick?", "{2}"), ("ask",)),
          "{0}: 5 · {1}: 5 · {2}: 133", "trick-point", "", 6),
)  # fmt: skip
ANSWERS = {
    "trick": "cards=AS&leader=0&trump=H&hand=KS+JK+9D",
    "rejection": "dealer=1&rejected0=S&rejected1=H",
    "feats": "tricks0=5&tricks1=5&last_trick=2",
    "irregularity": "kind=misdeal",
    "deal": "tricks0=5&tricks1=5&tricks2=3&last_trick=2",
}

UNUSUAL: Json = {"athlete_discard": "never", "first_dealer": 2}
EXPECTED = Expected(
    QUESTIONS,
    WITH_TRICKS,
    UNUSUAL,
    ASKED,
    ANSWERS,
    tables={"triathlon": (3, {})},
    entry=deal(8, 4, 1, last_trick=0),
    records=triathlon_records,
    dealing=Dealing(
        play_deal,
        tricks_of,
        lambda _seats: deal(4, 2, 7, last_trick=2),
        CHOICES,
        silent={"athlete_discard": "triathlon.athlete-discard"},
        has_last_trick=True,
    ),
    silent=frozenset({"athlete_discard"}),
)
