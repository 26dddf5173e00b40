"""Options of La Krap and its tricks: neutralised cards, the suit to follow, the winner."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from referee.core.cards import ONE_OF_SUIT, SHEET, Card, Suit
from referee.core.options import Options, first_dealer_option, option
from referee.core.text import said
from referee.core.tricks import Objection, Trick, TrickReading, TrickRules
from referee.core.validation import Seat
from referee.games.la_krap.turned import JOKERS, RANKS, TWO, KrapGame

TRICKS: Final = 7
"""Seven cards a hand: six dealt face down and one face up (`la-krap.deal`)."""


class LaKrapOptions(Options):
    """What a table may choose."""

    rounds: int = option(
        12,
        "Deals",
        "How many deals you play.",
        rule="la-krap.rounds",
        offered=(3, 4, 5, 6, 8, 9, 10, 12, 15, 16, 18, 20, 24, 30),
        ge=1,
    )
    first_dealer: Seat = first_dealer_option("la-krap.rounds")
    first_lead: Literal["left", "dealer"] = option(
        "left",
        "First lead",
        "Who leads to the first trick.",
        rule="la-krap.lead",
        silent=True,
        labels={"left": "left of the dealer", "dealer": "the dealer"},
    )
    twos: Literal["previous", "suit", "plain"] = option(
        "previous",
        "What a 2 does",
        "A 2 wins nothing; it may neutralise cards before it in the trick.",
        rule="la-krap.twos",
        silent=True,
        labels={
            "previous": "neutralises the last card that counts",
            "suit": "neutralises the cards of its suit",
            "plain": "neutralises nothing",
        },
    )
    sheet: Literal["trick", "plain"] = option(
        "trick",
        "What the sheet does",
        "The sheet wins nothing; it may neutralise the cards before it in the trick.",
        rule="la-krap.sheet",
        silent=True,
        labels={"trick": "neutralises all cards before it", "plain": "neutralises nothing"},
    )
    special_anytime: bool = option(
        True,
        "Playing a 2 or the sheet",
        "Whether you may play one although you could follow suit.",
        rule="la-krap.special",
        silent=True,
        labels={True: "at any time", False: "only if you cannot follow"},
    )
    empty_trick: Literal["leader", "nobody"] = option(
        "leader",
        "A trick in which nothing counts",
        "Who takes it, if all its cards are neutralised or special.",
        rule="la-krap.empty-trick",
        silent=True,
        labels={"leader": "whoever led it", "nobody": "nobody, and the same player leads"},
    )


@dataclass(frozen=True)
class KrapRules(TrickRules):
    """Tricks with jokers above their suit, twins, 2s and the sheet.

    Neutralised cards count neither for following nor for winning.
    """

    prefix: str = "la-krap"
    trump: Suit | None = None
    ranks: tuple[str, ...] = (*JOKERS, *RANKS)
    game: KrapGame = field(kw_only=True)
    options: LaKrapOptions = field(kw_only=True)
    jokers_follow: bool = True
    """Whether jokers in null follow the suit that they head: the source is silent."""

    @property
    def label(self) -> str:
        return self.game.text

    def is_sheet(self, card: Card) -> bool:
        return card.rank == SHEET or (self.game.jokers_are_sheets and card.rank in JOKERS)

    def is_special(self, card: Card) -> bool:
        """Whether this card belongs to no suit, wins nothing and is never neutralised."""
        return card.rank == TWO or self.is_sheet(card)

    def suit_of(self, card: Card) -> Suit | None:
        """A joker belongs to trumps, or in null to the suit it heads."""
        if self.is_special(card):
            return None
        if card.rank not in JOKERS:
            return card.suit
        return self.game.suit if self.jokers_follow or not self.game.is_null else None

    def read(self, cards: Sequence[Card]) -> TrickReading:
        counting: list[int] = []
        out: list[int] = []
        for place, card in enumerate(cards):
            struck = self.struck_by(card, cards, counting)
            is_twin = bool(struck) and not self.is_special(card)
            out += [*struck, place] if is_twin else struck
            counting = [other for other in counting if other not in struck]
            if not is_twin and not self.is_special(card):
                counting.append(place)
        best = self.best_of(cards, counting)
        return TrickReading(best.suit, best.winning, tuple(sorted(out)))

    def struck_by(self, card: Card, cards: Sequence[Card], counting: Sequence[int]) -> list[int]:
        """Indexes of the counting cards that this card neutralises.

        A twin neutralises its double (`la-krap.neutralise`) and itself. A card that neutralised
        others is never neutralised: a twin no longer counts, and special cards never do
        (`la-krap.no-double`).
        """
        if card.rank == TWO:
            match self.options.twos:
                case "previous":
                    return list(counting[-1:])
                case "suit":
                    return [place for place in counting if cards[place].suit == card.suit]
            return []
        if self.is_sheet(card):
            return list(counting) if self.options.sheet == "trick" else []
        return [place for place in counting if cards[place] == card]

    def twins(self, cards: Sequence[Card]) -> list[tuple[int, int]]:
        """Index pairs of identical cards that neutralised each other."""
        return [
            (place, other)
            for other, card in enumerate(cards)
            for place in range(other)
            if cards[place] == card
            and not self.is_special(card)
            and place not in self.read(cards[:other]).neutralised
        ]

    def objection(
        self, card: Card, hand: Sequence[Card], reading: TrickReading
    ) -> Objection | None:
        """`la-krap.follow`, from which an option exempts special cards."""
        if self.options.special_anytime and self.is_special(card):
            return None
        return super().objection(card, hand, reading)

    def why(self, card: Card, reading: TrickReading) -> tuple[str, str]:
        """The rule by which this card wins; the first card that counts sets the suit."""
        suit = self.suit_of(card)
        if suit is None or suit == self.trump:
            return super().why(card, reading)
        if card.rank in JOKERS:
            text = "the highest {one}: in null the jokers head the suit of the turned card"
        else:
            text = "the highest {one}; the first card that counts is a {one}"
        return "la-krap.trick", said(text, one=ONE_OF_SUIT[suit])

    def why_allowed(self, card: Card, reading: TrickReading) -> tuple[str, str]:
        if self.options.special_anytime and self.is_special(card) and reading.suit:
            return "la-krap.special", said("your table plays it at any time")
        return super().why_allowed(card, reading)

    def taker(self, trick: Trick) -> int | None:
        """`la-krap.empty-trick`: an option decides a trick in which nothing counts."""
        if trick.winner is None and self.options.empty_trick == "leader":
            return trick.leader
        return trick.winner


def rules_of(game: KrapGame, options: LaKrapOptions) -> KrapRules:
    return KrapRules(trump=game.trump, game=game, options=options)
