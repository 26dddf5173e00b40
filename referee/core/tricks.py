"""Rules of trick-taking that games share: the suit to follow, playable cards, winners, breaches.

The cards of a trick are in order of play, and a card's *place* is its index: the leader's is 0.
A game with plain trumps uses `TrickRules` as it is; one with Athletes, jokers or cards that
neutralise each other subclasses it and overrides what differs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from referee.core.cards import RANKS, Card, Suit, symbol, with_article
from referee.core.findings import Fault
from referee.core.text import Text, _, ended, listed, ngettext, sentence


@dataclass(frozen=True)
class TrickReading:
    suit: Suit | None = None  # the suit to follow; None if any card may be played
    winning: int | None = None  # the place of the winning card; None while no card can win
    neutralised: tuple[int, ...] = ()  # the places of cards that can no longer win


@dataclass(frozen=True)
class Objection:
    """Why a card may not be played; `because` is an independent clause."""

    rule: str
    because: Text
    instead: Card
    said_to_player: Text | None = None
    """The reason in the second person, if that is clearer."""

    @property
    def sentence(self) -> Text:
        return ended(sentence(self.because))


MUST_FOLLOW: Final[Mapping[Suit, Text]] = {
    "S": _("players must play a spade if they can"),
    "H": _("players must play a heart if they can"),
    "D": _("players must play a diamond if they can"),
    "C": _("players must play a club if they can"),
}
TRUMPS: Final[Mapping[Suit, Text]] = {
    "S": _("spades are trumps"),
    "H": _("hearts are trumps"),
    "D": _("diamonds are trumps"),
    "C": _("clubs are trumps"),
}
FOLLOW_SUIT: Final[Mapping[Suit, Text]] = {
    "S": _("you hold a spade, so you must follow suit"),
    "H": _("you hold a heart, so you must follow suit"),
    "D": _("you hold a diamond, so you must follow suit"),
    "C": _("you hold a club, so you must follow suit"),
}
HIGHEST_OF_SUIT: Final[Mapping[Suit, Text]] = {
    "S": _("spades were led, and this is the highest"),
    "H": _("hearts were led, and this is the highest"),
    "D": _("diamonds were led, and this is the highest"),
    "C": _("clubs were led, and this is the highest"),
}
FOLLOW_IF_POSSIBLE: Final[Mapping[Suit, Text]] = {
    "S": _("{name} must play a spade if possible, otherwise any card."),
    "H": _("{name} must play a heart if possible, otherwise any card."),
    "D": _("{name} must play a diamond if possible, otherwise any card."),
    "C": _("{name} must play a club if possible, otherwise any card."),
}
NONE_OF_SUIT: Final[Mapping[Suit, Text]] = {
    "S": _("you have no spades, so you may play any card"),
    "H": _("you have no hearts, so you may play any card"),
    "D": _("you have no diamonds, so you may play any card"),
    "C": _("you have no clubs, so you may play any card"),
}


@dataclass(frozen=True)
class TrickRules:
    """Rules with plain trumps: the highest trump wins, or else the highest card of the suit led.

    `ranks` lists the ranks from high to low.
    """

    prefix: str
    trump: Suit | None
    ranks: tuple[str, ...] = RANKS

    @property
    def label(self) -> Text:
        if self.trump is None:
            return _("no trumps")
        return TRUMPS[self.trump]

    def suit_of(self, card: Card) -> Suit | None:
        return card.suit

    def read(self, cards: Sequence[Card]) -> TrickReading:
        """Evaluate these cards; of identical cards, the first one played wins."""
        return self.best_of(cards, range(len(cards)))

    def best_of(self, cards: Sequence[Card], counting: Sequence[int]) -> TrickReading:
        """Evaluate the trick as if it had only the cards at the places in `counting`."""
        if not counting:
            return TrickReading()
        suit = self.suit_of(cards[counting[0]])

        def power(place: int) -> tuple[bool, bool, int]:
            own = self.suit_of(cards[place])
            rank = -self.ranks.index(cards[place].rank)
            return own == self.trump is not None, own == suit, rank

        return TrickReading(suit, max(counting, key=power))

    def objection(
        self, card: Card, hand: Sequence[Card], reading: TrickReading
    ) -> Objection | None:
        """Return why this card may not be played to the trick; None if it may."""
        if reading.suit is None or self.suit_of(card) == reading.suit:
            return None
        instead = self.follower(hand, reading.suit)
        if instead is None:
            return None
        rule, suit = f"{self.prefix}.follow", reading.suit
        said = FOLLOW_SUIT[suit] if instead.suit == suit else None  # no joker or the like
        return Objection(rule, MUST_FOLLOW[suit], instead, said)

    def follower(self, hand: Sequence[Card], suit: Suit) -> Card | None:
        return next((card for card in hand if self.suit_of(card) == suit), None)

    def playable(self, hand: Sequence[Card], reading: TrickReading) -> tuple[Card, ...]:
        return tuple(card for card in hand if self.objection(card, hand, reading) is None)

    def why(self, card: Card, reading: TrickReading) -> tuple[str, Text]:
        """Return the rule by which this card wins, and the reason: `this is the highest trump`."""
        rule = f"{self.prefix}.trick"
        if self.suit_of(card) == self.trump is not None or reading.suit is None:
            return rule, _("this is the highest trump")
        return rule, HIGHEST_OF_SUIT[reading.suit]

    def why_not(self, cards: Sequence[Card], reading: TrickReading) -> Text | None:
        """Say why cards of a higher rank than the winning card lose; None if there are none."""
        best = None if reading.winning is None else cards[reading.winning]
        if best is None or best.suit is None or best.rank not in self.ranks:
            return None
        above = self.ranks[: self.ranks.index(best.rank)]
        higher = {
            symbol(card): None
            for place, card in enumerate(cards)
            if card.suit and card.rank in above and place not in reading.neutralised
        }
        if not higher:
            return None
        number, named = len(higher), listed(higher)
        if self.suit_of(best) == self.trump is not None:
            return ngettext("{cards} isn’t a trump.", "{cards} aren’t trumps.", number, cards=named)
        return ngettext(
            "{cards} doesn’t follow suit.", "{cards} don’t follow suit.", number, cards=named
        )

    def next_play(self, name: str, reading: TrickReading) -> Text:
        """Say what the next player may play, whatever that player holds (`GAME.follow`)."""
        if reading.suit is None:
            return _("{name} may play any card.", name=name)
        return FOLLOW_IF_POSSIBLE[reading.suit].format(name=name)

    def why_allowed(self, card: Card, reading: TrickReading) -> tuple[str, Text]:
        """Return the rule that allows this card, and the reason: `it follows suit`."""
        rule = f"{self.prefix}.follow"
        if reading.suit is None:
            return rule, _("there is no suit to follow, so you may play any card")
        if self.suit_of(card) == reading.suit:
            return rule, _("it follows suit")
        return rule, NONE_OF_SUIT[reading.suit]

    def ways_to_play(self, card: Card, is_lead: bool) -> tuple[str, ...]:  # noqa: ARG002
        """Return the notations for playing this card: several if its player must name a suit."""
        return (str(card),)

    def lead_fault(self, card: Card) -> Fault | None:  # noqa: ARG002  # what a game may look at
        """Return why this card may not be led (a joker without a suit, for example), or None."""
        return None

    def with_article(self, card: Card) -> str:
        return with_article(card)

    def taker(self, trick: Trick) -> int | None:
        """Return the seat that takes a complete trick; None if nobody does."""
        return trick.winner

    def after(self, trick: Trick) -> TrickRules:  # noqa: ARG002  # what a game may look at
        return self


@dataclass(frozen=True)
class Trick:
    cards: tuple[Card, ...]
    leader: int
    seats: int
    rules: TrickRules

    @property
    def is_complete(self) -> bool:
        return len(self.cards) == self.seats

    @cached_property
    def reading(self) -> TrickReading:
        return self.rules.read(self.cards)

    @property
    def winner(self) -> int | None:
        place = self.reading.winning
        return None if place is None else self.seat(place)

    @property
    def turn(self) -> int:
        """The seat that plays next. If the trick is complete, this is the leader's seat."""
        return self.seat(len(self.cards))

    def seat(self, place: int) -> int:
        return (self.leader + place) % self.seats

    @property
    def by_seat(self) -> list[int]:
        return sorted(range(self.seats), key=self.seat)


@dataclass(frozen=True)
class Play:
    seats: int
    tricks: tuple[Trick, ...]  # in order; all but the last are complete
    takers: tuple[int | None, ...]  # the seat that took each complete trick, None for nobody
    table: Trick
    """The trick on the table: the last one or, if that is complete, a new, empty one."""
    rest: int | None = None
    """The seat that got the tricks that weren't played; `takers` then goes on with them."""

    @property
    def counts(self) -> tuple[int, ...]:
        return tuple(self.takers.count(seat) for seat in range(self.seats))

    @cached_property
    def hands(self) -> tuple[tuple[Card, ...], ...]:
        hands: list[list[Card]] = [[] for _seat in range(self.seats)]
        for trick in self.tricks:
            for place, card in enumerate(trick.cards):
                hands[trick.seat(place)].append(card)
        return tuple(map(tuple, hands))

    def with_rest(self, seat: int, tricks: int) -> Play:
        """Give a seat all further tricks of a deal that has this many."""
        left = tricks - len(self.takers)
        return replace(self, takers=(*self.takers, *[seat] * left), rest=seat)


def follow_play(
    tricks: Sequence[Sequence[Card]], leader: int, seats: int, rules: TrickRules
) -> Play:
    """Replay a deal.

    Whoever takes a trick leads to the next; if nobody takes it, its leader leads again.
    """
    followed: list[Trick] = []
    takers: list[int | None] = []
    table = Trick((), leader, seats, rules)
    for cards in tricks:
        trick = Trick(tuple(cards), table.leader, seats, table.rules)
        followed.append(trick)
        if not trick.is_complete:
            return Play(seats, tuple(followed), tuple(takers), trick)
        taker = trick.rules.taker(trick)
        takers.append(taker)
        leader = trick.leader if taker is None else taker
        table = Trick((), leader, seats, trick.rules.after(trick))
    return Play(seats, tuple(followed), tuple(takers), table)


@dataclass(frozen=True)
class Breach:
    """A card played against the rules, as proved by a card that its player played later."""

    trick: int  # counted from 1
    seat: int
    card: Card
    objection: Objection
    shown_in: int  # the trick, counted from 1, in which the card to play instead appeared


def breaches(play: Play) -> tuple[Breach, ...]:
    """Return all breaches that the cards prove.

    A card that a player plays later must have been in that player's hand all along.
    """
    found = []
    for number, trick in enumerate(play.tricks, start=1):
        for place in range(1, len(trick.cards)):
            seat, card = trick.seat(place), trick.cards[place]
            hand = play.hands[seat][number - 1 :]
            reading = trick.rules.read(trick.cards[:place])
            if objection := trick.rules.objection(card, hand, reading):
                shown_in = number + hand.index(objection.instead)
                found.append(Breach(number, seat, card, objection, shown_in))
    return tuple(found)
