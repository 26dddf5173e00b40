"""La Krap's face-up cards: upcards decide the teams, turned-up cards decide the game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from typing import Final

from referee.core.cards import SHEET, SUIT_NAMES, SUIT_SYMBOLS, Card, Suit, pack, with_article
from referee.core.findings import Fault
from referee.core.text import Text, _, _p, joined, listed

RANKS: Final = ("A", "10", "K", "Q", "J", "9", "8", "7")  # high to low, without the special cards
TWO: Final = "2"
JOKERS: Final = {"RJ": 4, "BJ": 2}
"""Multiplier for each turned-up joker (`la-krap.multiplier`)."""
NULL_RANKS: Final = ("9", "8", "7")
PACK: Final = pack(
    _("72 cards"), RANKS, copies=2, extra=["RJ", "BJ", "BJ", "2S", "2H", "2D", "2C", SHEET]
)
MULTIPLIERS: Final = (1, 2, 4, 8, 16)  # possible products of one red and two black jokers
TEAM_NAMES: Final = (_p("team", "red"), _p("team", "black"), _p("team", "jokers"))
"""Team names, by upcard colour (`la-krap.teams`)."""
_TEAM_LINES: Final = (_("Red: {names}"), _("Black: {names}"), _("Jokers: {names}"))
Teams = tuple[int, ...]  # the team number of each seat, in order of first appearance


@dataclass(frozen=True)
class KrapGame:
    suit: Suit | None  # trumps, or in null the jokers' suit; None if the sheet was turned up
    is_null: bool
    multiplier: int
    may_exchange: bool = True
    jokers_are_sheets: bool = False
    has_several_jokers: bool = False  # the rules don't say whether they all multiply

    @property
    def trump(self) -> Suit | None:
        return None if self.is_null else self.suit

    @property
    def rule(self) -> str:
        if self.jokers_are_sheets:
            return "la-krap.sheet-turned"
        return "la-krap.game-card" if self.may_exchange else "la-krap.two-turned"

    @property
    def text(self) -> Text:
        """The game in words: `hearts are trumps, all points times 2`."""
        if self.jokers_are_sheets:
            game = _("null without teams, with jokers counting as sheets")
        elif self.suit is None:
            game = _p("deal", "null") if self.is_null else _("trump game")
        else:
            template = _("{suit} are trumps")
            if self.is_null:
                template = _("null, with jokers highest in {suit}")
            game = template.format(suit=SUIT_NAMES[self.suit])
        parts = [game]
        if not self.may_exchange:
            parts.append(_("no exchange"))
        if self.multiplier > 1:
            parts.append(_("all points times {multiplier}", multiplier=self.multiplier))
        return joined(parts, ", ")

    @property
    def brief(self) -> Text:
        """A short summary of the game: `♥ trumps · × 2`."""
        if self.jokers_are_sheets:
            game = _("null, with jokers as sheets")
        elif self.suit is None:
            game = _p("deal", "null") if self.is_null else _p("deal", "trumps")
        else:
            template = _("null {suit}") if self.is_null else _("{suit} trumps")
            game = template.format(suit=SUIT_SYMBOLS[self.suit])
        parts: list[str] = [game]
        if not self.may_exchange:
            parts.append(_("no exchange"))
        if self.multiplier > 1:
            parts.append(f"× {self.multiplier}")
        return joined(parts, " · ")


def turned_fault(cards: Sequence[Card]) -> Fault | None:
    """Check `la-krap.game-card`: any number of jokers, then one other card."""
    first = next((card for card in cards if card.rank not in JOKERS), None)
    if not cards:
        because = _("no card has been turned up yet")
    elif first is None:
        because = _("after a joker another card is turned up, so the last one can’t be a joker")
    elif cards.index(first) < len(cards) - 1:
        card = with_article(first)
        because = _("{card} decides the game, so no card is turned up after it", card=card)
    else:
        return None
    return Fault("la-krap.game-card", because)


def make_game(cards: Sequence[Card]) -> KrapGame:
    """Return the game that valid turned-up cards decide."""
    *jokers, last = cards
    is_sheet = last.rank == SHEET
    return KrapGame(
        last.suit,
        is_null=is_sheet or last.rank in NULL_RANKS,
        multiplier=prod(JOKERS[joker.rank] for joker in jokers),
        may_exchange=last.rank != TWO,
        jokers_are_sheets=is_sheet,
        has_several_jokers=len(jokers) > 1,
    )


def colours_of(upcards: Sequence[Card]) -> tuple[Text, ...]:
    red, black, jokers = TEAM_NAMES
    return tuple(
        jokers if card.suit is None else red if card.suit in ("H", "D") else black
        for card in upcards
    )


def describe_teams(players: Sequence[str], names: Sequence[str]) -> Text:
    """List the teams, without a final full stop: `Red: Ann and Ben. Black: Cleo`."""
    sides = []
    for team, template in zip(TEAM_NAMES, _TEAM_LINES, strict=True):
        mates = [player for player, name in zip(players, names, strict=True) if name == team]
        if mates:
            sides.append(template.format(names=listed(mates)))
    return joined(sides, ". ")


def number_teams(groups: Sequence[object]) -> Teams:
    """Number distinct groups from 0, in order of first appearance."""
    order = list(dict.fromkeys(groups))
    return tuple(order.index(group) for group in groups)


def teams_in_play(teams: Teams, game: KrapGame | None) -> tuple[Teams, bool]:
    """Return the teams in this game, and whether everyone plays alone (`la-krap.no-teams`)."""
    if len(set(teams)) == 1 or (game is not None and game.jokers_are_sheets):
        return tuple(range(len(teams))), True
    return teams, False
