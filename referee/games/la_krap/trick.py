"""La Krap's options and tricks: neutralised cards, the suit to follow, the winner."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Literal

from referee.core.cards import SHEET, Card, Suit
from referee.core.options import Options, first_dealer_option, option
from referee.core.text import Text, _, _p, joined
from referee.core.tricks import Objection, Trick, TrickReading, TrickRules
from referee.core.validation import Seat
from referee.games.la_krap.turned import JOKERS, RANKS, TWO, KrapGame

TRICKS: Final = 7
"""Tricks per deal and cards per hand: six dealt face down and one face up (`la-krap.deal`,
`la-krap.tricks-total`)."""


class LaKrapOptions(Options):
    rounds: int = option(
        12,
        _p("option", "Deals"),
        _("How many deals will you play?"),
        rule="la-krap.rounds",
        offered=(3, 4, 5, 6, 8, 9, 10, 12, 15, 16, 18, 20, 24, 30),
        ge=1,
    )
    first_dealer: Seat = first_dealer_option("la-krap.rounds")
    first_lead: Literal["left", "dealer"] = option(
        "left",
        _("First lead"),
        _("Who leads to the first trick?"),
        rule="la-krap.lead",
        silent=True,
        labels={"left": _("left of the dealer"), "dealer": _("the dealer")},
    )
    twos: Literal["previous", "suit", "plain"] = option(
        "previous",
        _("What a 2 does"),
        _("A 2 wins nothing but may neutralise cards played before it."),
        rule="la-krap.twos",
        silent=True,
        labels={
            "previous": _("neutralises the last card that counts"),
            "suit": _("neutralises the cards of its suit"),
            "plain": _("neutralises nothing"),
        },
        midway=True,
    )
    sheet: Literal["trick", "plain"] = option(
        "trick",
        _("What the sheet does"),
        _("The sheet wins nothing but may neutralise the cards played before it."),
        rule="la-krap.sheet",
        silent=True,
        labels={
            "trick": _("neutralises all cards before it"),
            "plain": _("neutralises nothing"),
        },
        midway=True,
    )
    special_anytime: bool = option(
        True,
        _("Playing a 2 or the sheet"),
        _("May you play one even when you could follow suit?"),
        rule="la-krap.special",
        silent=True,
        labels={True: _("at any time"), False: _("only if you can’t follow suit")},
        midway=True,
    )
    empty_trick: Literal["leader", "nobody"] = option(
        "leader",
        _("No winning card"),
        _("Who takes a trick if all its cards are neutralised or special?"),
        rule="la-krap.empty-trick",
        silent=True,
        labels={
            "leader": _("the player who led"),
            "nobody": _("nobody; the same player leads again"),
        },
        midway=True,
    )


FIRST_THAT_COUNTS: Final = {
    "S": _("the first card that counts is a spade, and this is the highest"),
    "H": _("the first card that counts is a heart, and this is the highest"),
    "D": _("the first card that counts is a diamond, and this is the highest"),
    "C": _("the first card that counts is a club, and this is the highest"),
}

HOLD_JOKER: Final = {
    "S": _("you hold a joker, which is a spade here"),
    "H": _("you hold a joker, which is a heart here"),
    "D": _("you hold a joker, which is a diamond here"),
    "C": _("you hold a joker, which is a club here"),
}


@dataclass(frozen=True)
class KrapRules(TrickRules):
    """Rules of a trick with jokers, twins, 2s and the sheet.

    Jokers rank above the other cards of their suit. Neutralised cards count neither for following
    suit nor for winning.
    """

    prefix: str = "la-krap"
    trump: Suit | None = None
    ranks: tuple[str, ...] = (*JOKERS, *RANKS)
    game: KrapGame = field(kw_only=True)
    options: LaKrapOptions = field(kw_only=True)
    jokers_follow: bool = True
    """Whether jokers belong to the game card's suit in null; the rules don't say."""

    @property
    def label(self) -> Text:
        return self.game.text

    def is_sheet(self, card: Card) -> bool:
        return card.rank == SHEET or (self.game.jokers_are_sheets and card.rank in JOKERS)

    def is_special(self, card: Card) -> bool:
        """Whether this is a 2 or a sheet: these have no suit, never win and aren't neutralised."""
        return card.rank == TWO or self.is_sheet(card)

    def suit_of(self, card: Card) -> Suit | None:
        """Return a card's suit; a joker belongs to trumps or, in null, to the game card's suit."""
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
        """Return the indexes of those cards in `counting` that this card neutralises.

        A twin neutralises both its double and itself (`la-krap.neutralise`). A card that has
        neutralised another can't be neutralised later (`la-krap.no-double`), because a twin no
        longer counts by then, and special cards never count.
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
        """Return the pairs of identical cards that neutralised each other, as indexes."""
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
        """Apply `la-krap.follow`; an option can exempt special cards from it."""
        if self.options.special_anytime and self.is_special(card):
            return None
        found = super().objection(card, hand, reading)
        if found and reading.suit and found.instead.rank in JOKERS:
            return replace(found, said_to_player=HOLD_JOKER[reading.suit])
        return found

    def next_play(self, name: str, reading: TrickReading) -> Text:
        sentences = [super().next_play(name, reading)]
        if reading.suit and self.suit_of(Card("BJ")) == reading.suit:
            sentences.append(_("The jokers belong to that suit."))
        if reading.suit and self.options.special_anytime:
            sentences.append(_("A 2 or the sheet may be played at any time."))
        return joined(sentences)

    def why(self, card: Card, reading: TrickReading) -> tuple[str, Text]:
        """Return the rule by which this card wins, and the reason."""
        suit = self.suit_of(card)
        if suit is None or suit == self.trump:
            return super().why(card, reading)
        if card.rank in JOKERS:
            text = _("in null the jokers are the highest cards of the game card’s suit")
        else:
            text = FIRST_THAT_COUNTS[suit]
        return "la-krap.trick", text

    def why_allowed(self, card: Card, reading: TrickReading) -> tuple[str, Text]:
        if self.options.special_anytime and self.is_special(card) and reading.suit:
            return "la-krap.special", _("under your rules it may be played at any time")
        return super().why_allowed(card, reading)

    def taker(self, trick: Trick) -> int | None:
        """Return who takes the trick; if no card counts, `la-krap.empty-trick` decides."""
        if trick.winner is None and self.options.empty_trick == "leader":
            return trick.leader
        return trick.winner


def rules_of(game: KrapGame, options: LaKrapOptions) -> KrapRules:
    return KrapRules(trump=game.trump, game=game, options=options)
