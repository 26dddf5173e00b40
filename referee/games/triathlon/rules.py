"""Triathlon, by David Parlett: three players, three feats a deal, three Athletes in the pack.

First pack, options and tricks, then feats and rejected suits, then a deal's record, problems and
score. The questions are in `questions.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from referee.core.cards import RANKS, SUIT_NAMES, SUIT_SYMBOLS, Card, Pack, Suit, pack
from referee.core.course import Course, Fact, Played, count_by_person, fact_by_player
from referee.core.findings import Fault, Line, Problem, Ruling, add_cells, error
from referee.core.game import DealState, Due, Explanation, Office, Outcome, Scored
from referee.core.options import Options, first_dealer_option, option
from referee.core.played_deal import TRUMP_MISSING, RestDeal, TrickGame
from referee.core.record import RecordSpec
from referee.core.setup import Setup
from referee.core.text import Text, _, _p, joined, listed, ngettext, shares
from referee.core.tricks import FOLLOW_SUIT, Objection, Play, TrickReading, TrickRules
from referee.core.validation import Seat

TRICKS: Final = 13
ATHLETE: Final = Card("JK")
PACK_RANKS: Final = RANKS[: RANKS.index("6") + 1]
PACK: Final = pack(_("39 cards"), PACK_RANKS, extra=["JK"] * 3, joker=_p("card", "Athlete"))

Discard = Literal["when-void", "never"]
"""When a player who holds other cards may throw an Athlete."""
LEAD: Final = "triathlon.athlete-lead"
DISCARD: Final = "triathlon.athlete-discard"


class TriathlonOptions(Options):
    first_dealer: Seat = first_dealer_option("triathlon.deal")
    athlete_discard: Discard = option(
        "when-void",
        _("Throwing an Athlete"),
        _("May you throw an Athlete when you can’t follow suit?"),
        rule="triathlon.athlete-discard",
        silent=True,
        left_open="contradictory",
        labels={
            "when-void": _("if you can’t follow suit"),
            "never": _("only if you have nothing else"),
        },
        midway=True,
    )


@dataclass(frozen=True)
class AthleteRules(TrickRules):
    """Rules of a trick with trumps and Athletes, which win if led and lose if thrown."""

    prefix: str = "triathlon"
    trump: Suit | None = None
    ranks: tuple[str, ...] = (*PACK_RANKS, ATHLETE.rank)
    discard: Discard = "when-void"

    def read(self, cards: Sequence[Card]) -> TrickReading:
        """Let a led Athlete win (`triathlon.athlete-lead`); a thrown one has no suit and loses."""
        if cards and cards[0] == ATHLETE:
            return TrickReading(None, winning=0)
        return super().read(cards)

    def objection(
        self, card: Card, hand: Sequence[Card], reading: TrickReading
    ) -> Objection | None:
        """Apply `triathlon.athlete-discard` to Athletes and `triathlon.follow` to other cards."""
        if card != ATHLETE:
            return super().objection(card, hand, reading)
        if reading.suit is None:
            return None
        if follower := self.follower(hand, reading.suit):
            suit = SUIT_NAMES[reading.suit]
            because = _("only someone with no {suit} may throw an Athlete", suit=suit)
            return Objection(DISCARD, because, follower, FOLLOW_SUIT[reading.suit])
        other = next((held for held in hand if held != ATHLETE), None)
        if self.discard == "when-void" or other is None:
            return None
        because = _("under your rules an Athlete may be thrown only when nothing else is left")
        advice = _("you hold other cards, which you must play before an Athlete")
        return Objection(DISCARD, because, other, advice)

    def why(self, card: Card, reading: TrickReading) -> tuple[str, Text]:
        if card == ATHLETE:
            return LEAD, _("an Athlete that is led takes the trick")
        return super().why(card, reading)

    def next_play(self, name: str, reading: TrickReading) -> Text:
        text = super().next_play(name, reading)
        if reading.suit is None or self.discard == "when-void":
            return text
        return joined([text, _("An Athlete may be played only if nothing else is left.")])

    def why_allowed(self, card: Card, reading: TrickReading) -> tuple[str, Text]:
        if card != ATHLETE:
            return super().why_allowed(card, reading)
        if reading.winning is None:
            return LEAD, _("if you lead it, you take the trick")
        if reading.suit is None:
            return LEAD, _("an Athlete was led, so you may play any card; this one loses")
        return DISCARD, _("you may throw it, but it loses")

    def with_article(self, card: Card) -> str:
        return _("an Athlete") if card == ATHLETE else super().with_article(card)


SEATS: Final = 3  # `triathlon.players`
FEATS: Final = 3  # `triathlon.game-bonus`: all three in one deal are a triathlon
FEAT: Final = 10  # points for each feat
NO_MULTIPLE: Final = 10
"""Extra points for the middling feat if nobody's number of tricks is a multiple of three.

See `triathlon.no-multiple`.
"""
BONUS: Final = 100  # points for `triathlon.game-bonus`, and again for `triathlon.end`
LAST_WITHOUT_TRICKS: Final = _(
    "{name} took the last trick but has 0 tricks. Choose who took the last trick."
)


def middling(tricks: Sequence[int]) -> int:
    """Return the seat whose number of tricks is in the middle (`triathlon.middling`).

    If two seats are level, return the third. All three can't be level, because 13 isn't a multiple
    of three.
    """
    single = [seat for seat in range(SEATS) if tricks.count(tricks[seat]) == 1]
    return single[0] if len(single) == 1 else sorted(range(SEATS), key=tricks.__getitem__)[1]


def feats(tricks: Sequence[int], last: int) -> list[tuple[str, ...]]:
    done: list[tuple[str, ...]] = []
    for seat in range(SEATS):
        own = {
            "triathlon.multiple": tricks[seat] % 3 == 0,
            "triathlon.last": seat == last,
            "triathlon.middling": seat == middling(tricks),
        }
        done.append(tuple(rule for rule, is_done in own.items() if is_done))
    return done


Gain = tuple[str, int]  # a rule's id and the points it gives


def gains(tricks: Sequence[int], last: int) -> list[list[Gain]]:
    """Return each seat's points, rule by rule, without the extra 100 for a third triathlon."""
    has_no_multiple = all(taken % 3 for taken in tricks)
    gained = []
    for taken, done in zip(tricks, feats(tricks, last), strict=True):
        own = [("triathlon.trick-point", taken), *((rule, FEAT) for rule in done)]
        if "triathlon.middling" in done and has_no_multiple:
            own.append(("triathlon.no-multiple", NO_MULTIPLE))
        if len(done) == FEATS:
            own.append(("triathlon.game-bonus", BONUS))
        gained.append(own)
    return gained


_TEXTS: Final = {
    "triathlon.last": _("took the last trick"),
    "triathlon.no-multiple": _("nobody has a multiple of three, so the middle is worth 20"),
    "triathlon.game-bonus": _("all three feats: a triathlon"),
    "triathlon.end": _("the third triathlon ends the game"),
}
_TWELVE: Final = _(
    "12 tricks, a multiple of three (the rules call that “all”, though 13 are played)"
)


def receipts(
    tricks: Sequence[int], gained: Sequence[Sequence[Gain]]
) -> tuple[tuple[Line, ...], ...]:
    middle = (
        _("the middle, between the other two")
        if len(set(tricks)) == SEATS
        else _("the middle, as the odd one out")
    )
    why = []
    for taken, of_seat in zip(tricks, gained, strict=True):
        multiple = ngettext(
            "{n} trick, a multiple of three", "{n} tricks, a multiple of three", taken
        )
        texts = {
            **_TEXTS,
            "triathlon.trick-point": ngettext("{n} trick", "{n} tricks", taken),
            "triathlon.multiple": _TWELVE if taken == 12 else multiple,
            "triathlon.middling": middle,
        }
        why.append(tuple(Line(rule, points, texts[rule]) for rule, points in of_seat))
    return tuple(why)


_ADDENDS: Final = {
    "triathlon.multiple": _("{points} for a multiple of three"),
    "triathlon.last": _("{points} for the last trick"),
    "triathlon.middling": _("{points} for the middle"),
    "triathlon.no-multiple": _("{points} because nobody has a multiple of three"),
    "triathlon.game-bonus": _("{points} for the triathlon"),
    "triathlon.end": _("{points} for the third triathlon"),
}


def written_sum(lines: Sequence[Line]) -> Text:
    """Return a receipt in one line: `4 tricks + 10 for the last trick`."""
    tricks, *others = lines
    addends = [_ADDENDS[line.rule].format(points=line.points) for line in others]
    return joined([tricks.text, *addends], " + ")


def remark_on_all_tricks(tricks: Sequence[int]) -> list[Ruling]:
    """Return a ruling if someone took 12 or 13 tricks.

    The rules say “all 12”, although 13 are played.
    """
    if max(tricks) < TRICKS - 1:
        return []
    text = _(
        "The rules speak of “all 12” tricks, but 13 are played. Referee goes by the number:"
        " 12 is a multiple of three, 13 isn’t."
    )
    return [Ruling("triathlon.multiple", "silent", text)]


# Choosing trumps ----------------------------------------------------------------------------------

REJECTED: Final = 2  # suits rejected, one by each opponent of the dealer


def rejection_fault(
    rejected: Sequence[Suit], trump: Suit | None, *, is_recorded: bool = False
) -> Fault | None:
    """Check the rejected suits (`triathlon.rejection`).

    There may be at most two, they must differ, and neither may be trumps. A recorded deal must have
    both rejections or none.
    """
    twice = next((suit for suit in rejected if rejected.count(suit) > 1), None)
    if twice is not None:
        because = _("{suit} can’t be rejected twice", suit=SUIT_NAMES[twice])
    elif len(rejected) > REJECTED or (is_recorded and len(rejected) == 1):
        suits = listed([SUIT_NAMES[suit] for suit in rejected])
        because = _("two suits must be rejected, but you entered {suits}", suits=suits)
    elif trump is not None and trump in rejected:
        because = _("{suit} were rejected, so they can’t be trumps", suit=SUIT_NAMES[trump])
    else:
        return None
    return Fault("triathlon.rejection", because)


TRIATHLONS: Final = 3  # `triathlon.end`: one player's third ends the game
Table = Setup[TriathlonOptions]


class TriathlonDeal(RestDeal):
    """A deal with the player who took the last trick, the two rejected suits, and trumps."""

    last_trick: Seat | None = None
    rejected: list[Suit] | None = None
    trump: Suit | None = None


@dataclass(frozen=True)
class TriathlonState(DealState):
    triathlons: tuple[int, ...]  # won so far, by seat


class Triathlon(TrickGame[TriathlonOptions, TriathlonState, TriathlonDeal]):
    spec = RecordSpec("triathlon", (SEATS,), TriathlonOptions, (TriathlonDeal,))
    title = _p("game", "Triathlon")
    about = _("Three players. Each deal has three feats; a player’s third triathlon ends the game.")
    place = 3
    usual_players = SEATS
    tie = "triathlon.tie"
    hand_size = TRICKS

    def pack(self, _options: TriathlonOptions) -> Pack:
        return PACK

    def start(self, _setup: Table) -> TriathlonState:
        return TriathlonState(0, (0,) * SEATS, (0,) * SEATS)

    def is_over(self, _setup: Table, state: TriathlonState) -> bool:
        """Whether someone has won a third triathlon (`triathlon.end`)."""
        return max(state.triathlons) >= TRIATHLONS

    def first_leader(self, setup: Table, state: TriathlonState) -> int:
        """Return the player to the dealer's left (`triathlon.lead`)."""
        return setup.left_of(setup.options.first_dealer, state.deals + 1)

    def trick_rules(
        self, setup: Table, _state: TriathlonState, deal: TriathlonDeal
    ) -> AthleteRules | None:
        if deal.trump is None:
            return None
        return AthleteRules(trump=deal.trump, discard=setup.options.athlete_discard)

    def describe_facts(self, setup: Table, state: TriathlonState, deal: TriathlonDeal) -> Text:
        trumps = super().describe_facts(setup, state, deal)
        suits = joined(SUIT_SYMBOLS[suit] for suit in deal.rejected or ())
        template = _("{trumps} · rejected {suits}")
        return template.format(trumps=trumps, suits=suits) if suits else trumps

    def problems(self, setup: Table, state: TriathlonState, deal: TriathlonDeal) -> list[Problem]:
        found = []
        if self.is_over(setup, state):
            message = _("The game ended with a third triathlon. Cross out this deal.")
            found.append(error("triathlon.end", message))
        fault = rejection_fault(deal.rejected or (), deal.trump, is_recorded=True)
        if fault:
            found.append(error(fault.rule, fault.sentence, field="rejected"))
        if deal.play is not None and deal.trump is None:
            found.append(error("triathlon.rejection", TRUMP_MISSING, field="trump"))
        last = deal.last_trick
        if deal.play is None and (deal.tricks is None or last is None):
            message = _("Enter each player’s tricks and who took the last one.")
            field = "tricks" if deal.tricks is None else "last_trick"
            found.append(error("triathlon.play", message, field=field))
        if deal.tricks is not None:
            found += self.total_problems(deal)
            if last is not None and deal.tricks[last] == 0:
                message = LAST_WITHOUT_TRICKS.format(name=setup.players[last])
                found.append(error("triathlon.last", message, field="last_trick", seats=[last]))
        return found + self.play_problems(setup, state, deal)

    def irregularities(
        self, setup: Table, state: TriathlonState, deal: TriathlonDeal, play: Play
    ) -> list[Problem]:
        """Return problems with the last trick (`triathlon.play`), revokes and thrown Athletes."""
        found = super().irregularities(setup, state, deal, play)
        last = play.takers[-1] if len(play.takers) == TRICKS else None
        if last is not None and deal.last_trick not in (None, last):
            name = setup.players[last]
            message = _("The cards show that {name} took the last trick. Choose {name}.", name=name)
            found.insert(0, error("triathlon.play", message, field="last_trick"))
        return found

    def score(
        self, setup: Table, state: TriathlonState, deal: TriathlonDeal
    ) -> Scored[TriathlonState]:
        play = self.follow(setup, state, deal)
        tricks: Sequence[int] = deal.tricks or ()
        last = deal.last_trick
        if play is not None:
            tricks, last = play.counts, play.takers[-1]
        assert last is not None  # the deal has no error
        gained = gains(tricks, last)
        won = [("triathlon.game-bonus", BONUS) in of_seat for of_seat in gained]
        triathlons = add_cells(state.triathlons, won)
        for seat in range(SEATS):
            if won[seat] and triathlons[seat] == TRIATHLONS:
                gained[seat].append(("triathlon.end", BONUS))
        cells = tuple(sum(points for _rule, points in of_seat) for of_seat in gained)

        def explain() -> Explanation:
            why = receipts(tricks, gained)
            sums = tuple(map(written_sum, why))
            why = tuple(
                (*lines, self.rest_line(deal)) if seat == deal.rest else lines
                for seat, lines in enumerate(why)
            )
            mark = _p("row", "triathlon")
            marks = tuple(mark if seat_won else "" for seat_won in won) if any(won) else ()
            return Explanation(why, marks, sums)

        after = TriathlonState(state.deals + 1, add_cells(state.totals, cells), triathlons)
        return Scored(after, cells, explain)

    def outcome(self, setup: Table, state: TriathlonState) -> Outcome:
        """Rank players by points (`triathlon.win`), with their triathlons as notes."""
        notes = tuple(
            _("{n}/{most} triathlons", n=n, most=TRIATHLONS) if n else "" for n in state.triathlons
        )
        return replace(super().outcome(setup, state), notes=notes)

    def due(self, setup: Table, state: TriathlonState) -> Due:
        leader = self.first_leader(setup, state)
        seats = [setup.left_of(leader, steps) for steps in (-1, 0, 1)]
        name, left, right = (setup.players[seat] for seat in seats)
        so_far = _("A player’s third triathlon ends the game.")
        if any(state.triathlons):
            so_far = _(
                "Triathlons so far: {shares}. A player’s third ends the game.",
                shares=shares(setup.players, state.triathlons),
            )
        rejection = _(
            "Then {right} rejects a suit and {name} names trumps. {left} leads.",
            right=right,
            name=name,
            left=left,
        )
        return self.next_due(
            state,
            dealer=seats[0],
            headline=_("{name} deals, {left} rejects first", name=name, left=left),
            details=joined([rejection, so_far]),
            rules=("triathlon.deal", "triathlon.rejection", "triathlon.end"),
            short=_("{name} deals · {left} rejects first", name=name, left=left),
            cards=_("36 cards (6s and up) and three Athletes"),
            offices=tuple(map(Office, _OFFICES, (*seats, seats[0], leader))),
        )

    def remarks(self, setup: Table, deal: TriathlonDeal) -> list[Ruling]:
        return remark_on_all_tricks(self.tricks_taken(setup, self.start(setup), deal))

    def facts(self, setup: Table, course: Course) -> list[Fact]:
        found: list[Fact] = []
        for rule, template in _FACTS.items():

            def is_done(played: Played, seat: int, rule: str = rule) -> bool:
                return any(line.rule == rule for line in played.why[seat])

            done = count_by_person(setup.players, course, is_done)
            if any(done.values()):
                found.append(fact_by_player(template, done, done.values()))
        return found


_FACTS: Final = {
    "triathlon.multiple": _("Times with a multiple of three tricks: {figures}."),
    "triathlon.last": _("Last tricks won: {figures}."),
    "triathlon.middling": _("Times in the middle: {figures}."),
    "triathlon.game-bonus": _("Triathlons won: {figures}."),
}
_OFFICES: Final = (
    _p("duty", "deals"),
    _("rejects the first suit"),
    _("rejects the second suit"),
    _("names trumps"),
    _p("duty", "leads"),
)
"""What the dealer and the opponents do, in order of play."""

GAME: Final = Triathlon()
