"""What lies face up before a deal of La Krap: the cards that make the teams, and the game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from typing import Final

from referee.core.cards import SHEET, SUIT_NAMES, SUIT_SYMBOLS, Card, Suit, pack, with_article
from referee.core.findings import Fault
from referee.core.text import Said, joined, listed, said, sentence

RANKS: Final = ("A", "10", "K", "Q", "J", "9", "8", "7")
"""High to low; the special cards have no rank."""
TWO: Final = "2"
JOKERS: Final = {"RJ": 4, "BJ": 2}
"""By what a joker multiplies the deal when it is turned (`la-krap.multiplier`)."""
NULL_RANKS: Final = ("9", "8", "7")
PACK: Final = pack(
    "72 cards", RANKS, copies=2, extra=["RJ", "BJ", "BJ", "2S", "2H", "2D", "2C", SHEET]
)
MULTIPLIERS: Final = (1, 2, 4, 8, 16)
"""What one red and two black jokers can come to."""
TEAM_NAMES: Final = ("red", "black", "jokers")
"""What a table calls its teams, by their upcards (`la-krap.teams`)."""
Teams = tuple[int, ...]
"""Of each seat the number of its team, in order of first appearance; alone, all are different."""


@dataclass(frozen=True)
class Turned:
    """The game that the turned cards make."""

    suit: Suit | None
    """The suit of trumps, in null the suit that the jokers head; None if the sheet was turned."""
    is_null: bool
    multiplier: int
    may_exchange: bool = True
    jokers_are_sheets: bool = False
    has_several_jokers: bool = False
    """Whether the multiplier is that of several jokers: the source is silent on them."""

    @property
    def trump(self) -> Suit | None:
        """The suit of trumps."""
        return None if self.is_null else self.suit

    @property
    def rule(self) -> str:
        """The rule that makes this the game."""
        if self.jokers_are_sheets:
            return "la-krap.sheet-turned"
        return "la-krap.game-card" if self.may_exchange else "la-krap.two-turned"

    @property
    def text(self) -> Said:
        """The game in words: `hearts are trumps, everything times 2`."""
        parts = [self._game_text]
        if not self.may_exchange:
            parts.append(said("nobody exchanges"))
        if self.multiplier > 1:
            parts.append(said("everything times {multiplier}", multiplier=self.multiplier))
        return joined(parts, ", ")

    @property
    def brief(self) -> Said:
        """The same in few letters: `♥ trumps · × 2`."""
        parts = [self._brief_game]
        if not self.may_exchange:
            parts.append(said("no exchange"))
        if self.multiplier > 1:
            parts.append(said("× {multiplier}", multiplier=self.multiplier))
        return joined(parts, " · ")

    @property
    def _brief_game(self) -> Said:
        if self.jokers_are_sheets:
            return said("null, jokers are sheets")
        if self.suit is None:
            return said("null") if self.is_null else said("trumps")
        suit = SUIT_SYMBOLS[self.suit]
        if self.is_null:
            return said("null {suit}", suit=suit)
        return said("{suit} trumps", suit=suit)

    @property
    def _game_text(self) -> Said:
        if self.jokers_are_sheets:
            return said("null without teams, and all jokers count as sheets")
        if self.suit is None:
            return said("null") if self.is_null else said("a game with trumps")
        suit = SUIT_NAMES[self.suit]
        if self.is_null:
            return said("null, the jokers are the highest {suit}", suit=suit)
        return said("{suit} are trumps", suit=suit)


def turned_fault(cards: Sequence[Card]) -> Fault | None:
    """`la-krap.game-card`: any number of jokers and then one other card."""
    if not cards:
        return _fault(said("no card is turned yet: the game needs one"))
    first = next((card for card in cards if card.rank not in JOKERS), None)
    if first is None:
        return _fault(
            said("after a joker the next card is turned: one that is no joker has to come last")
        )
    if cards.index(first) < len(cards) - 1:
        card = with_article(first)
        return _fault(said("{card} makes the game; no card is turned after it", card=card))
    return None


def _fault(because: Said) -> Fault:
    return Fault("la-krap.game-card", because)


def turned(cards: Sequence[Card]) -> Turned:
    """The game of these cards, which have no fault."""
    *jokers, last = cards
    is_sheet = last.rank == SHEET
    return Turned(
        last.suit,
        is_null=is_sheet or last.rank in NULL_RANKS,
        multiplier=prod(JOKERS[joker.rank] for joker in jokers),
        may_exchange=last.rank != TWO,
        jokers_are_sheets=is_sheet,
        has_several_jokers=len(jokers) > 1,
    )


def chosen(is_null: bool, multiplier: int) -> Turned:
    """A game of which the cards are not recorded: one joker multiplies by 4 at most."""
    return Turned(None, is_null, multiplier, has_several_jokers=multiplier > max(JOKERS.values()))


def teams_of(upcards: Sequence[Card]) -> Teams:
    """`la-krap.teams`: red, black, and the jokers with the sheet, each a team."""
    return numbered(colours_of(upcards))


def colours_of(upcards: Sequence[Card]) -> tuple[str, ...]:
    """What the team of each of these cards is called."""
    red, black, jokers = TEAM_NAMES
    return tuple(
        jokers if card.suit is None else red if card.suit in ("H", "D") else black
        for card in upcards
    )


def describe_teams(players: Sequence[str], names: Sequence[str]) -> Said:
    """Who plays with whom: `Red: Ann and Ben. Black: Cleo.`"""
    sides = []
    for team in TEAM_NAMES:
        mates = [player for player, name in zip(players, names, strict=True) if name == team]
        if mates:
            sides.append(said("{team}: {names}.", team=sentence(team), names=listed(mates)))
    return joined(sides)


def numbered(groups: Sequence[object]) -> Teams:
    """Equal groups by the same number, from 0 in order of first appearance."""
    order = list(dict.fromkeys(groups))
    return tuple(order.index(group) for group in groups)


def all_alone(seats: int) -> Teams:
    """Everyone a team of one."""
    return tuple(range(seats))


def playing(teams: Teams, game: Turned | None) -> tuple[Teams, bool]:
    """The teams as they play, and whether `la-krap.no-teams` leaves everyone alone."""
    if len(set(teams)) == 1 or (game is not None and game.jokers_are_sheets):
        return all_alone(len(teams)), True
    return teams, False
