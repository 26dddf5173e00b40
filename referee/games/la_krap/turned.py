"""The face-up cards of La Krap: upcards make the teams, turned cards make the game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from typing import Final

from referee.core.cards import SHEET, SUIT_NAMES, SUIT_SYMBOLS, Card, Suit, pack, with_article
from referee.core.findings import Fault
from referee.core.text import Said, joined, listed, said, sentence

RANKS: Final = ("A", "10", "K", "Q", "J", "9", "8", "7")  # high to low, without the special cards
TWO: Final = "2"
JOKERS: Final = {"RJ": 4, "BJ": 2}
"""What a turned joker multiplies the deal by (`la-krap.multiplier`)."""
NULL_RANKS: Final = ("9", "8", "7")
PACK: Final = pack(
    "72 cards", RANKS, copies=2, extra=["RJ", "BJ", "BJ", "2S", "2H", "2D", "2C", SHEET]
)
MULTIPLIERS: Final = (1, 2, 4, 8, 16)  # possible products of one red and two black jokers
TEAM_NAMES: Final = ("red", "black", "jokers")
"""Teams by the colour of their upcards (`la-krap.teams`)."""
Teams = tuple[int, ...]  # the team number of each seat, in order of first appearance


@dataclass(frozen=True)
class KrapGame:
    suit: Suit | None  # trumps, in null the suit that the jokers head; None if the sheet was turned
    is_null: bool
    multiplier: int
    may_exchange: bool = True
    jokers_are_sheets: bool = False
    has_several_jokers: bool = False  # the source is silent on the multiplier of several jokers

    @property
    def trump(self) -> Suit | None:
        return None if self.is_null else self.suit

    @property
    def rule(self) -> str:
        if self.jokers_are_sheets:
            return "la-krap.sheet-turned"
        return "la-krap.game-card" if self.may_exchange else "la-krap.two-turned"

    @property
    def text(self) -> Said:
        """The game in words: `hearts are trumps, everything times 2`."""
        if self.jokers_are_sheets:
            game = said("null without teams, and all jokers count as sheets")
        elif self.suit is None:
            game = said("null") if self.is_null else said("a game with trumps")
        else:
            in_null, with_trumps = "null, the jokers are the highest {suit}", "{suit} are trumps"
            template = in_null if self.is_null else with_trumps
            game = said(template, suit=SUIT_NAMES[self.suit])
        parts = [game]
        if not self.may_exchange:
            parts.append(said("nobody exchanges"))
        if self.multiplier > 1:
            parts.append(said("everything times {multiplier}", multiplier=self.multiplier))
        return joined(parts, ", ")

    @property
    def brief(self) -> Said:
        """The game in short: `♥ trumps · × 2`."""
        if self.jokers_are_sheets:
            game = said("null, jokers are sheets")
        elif self.suit is None:
            game = said("null") if self.is_null else said("trumps")
        else:
            template = "null {suit}" if self.is_null else "{suit} trumps"
            game = said(template, suit=SUIT_SYMBOLS[self.suit])
        parts = [game]
        if not self.may_exchange:
            parts.append(said("no exchange"))
        if self.multiplier > 1:
            parts.append(said("× {multiplier}", multiplier=self.multiplier))
        return joined(parts, " · ")


def turned_fault(cards: Sequence[Card]) -> Fault | None:
    """`la-krap.game-card`: any number of jokers and then one other card."""
    first = next((card for card in cards if card.rank not in JOKERS), None)
    if not cards:
        because = said("no card is turned yet: the game needs one")
    elif first is None:
        because = said(
            "after a joker the next card is turned: one that is no joker has to come last"
        )
    elif cards.index(first) < len(cards) - 1:
        template = "{card} makes the game; no card is turned after it"
        because = said(template, card=with_article(first))
    else:
        return None
    return Fault("la-krap.game-card", because)


def make_game(cards: Sequence[Card]) -> KrapGame:
    """The game made by valid turned cards."""
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


def colours_of(upcards: Sequence[Card]) -> tuple[str, ...]:
    red, black, jokers = TEAM_NAMES
    return tuple(
        jokers if card.suit is None else red if card.suit in ("H", "D") else black
        for card in upcards
    )


def describe_teams(players: Sequence[str], names: Sequence[str]) -> Said:
    """Name the teams: `Red: Ann and Ben. Black: Cleo.`"""
    sides = []
    for team in TEAM_NAMES:
        mates = [player for player, name in zip(players, names, strict=True) if name == team]
        if mates:
            sides.append(said("{team}: {names}.", team=sentence(team), names=listed(mates)))
    return joined(sides)


def number_teams(groups: Sequence[object]) -> Teams:
    """Number distinct groups from 0, in order of first appearance."""
    order = list(dict.fromkeys(groups))
    return tuple(order.index(group) for group in groups)


def teams_in_play(teams: Teams, game: KrapGame | None) -> tuple[Teams, bool]:
    """Teams in this game, and whether everyone plays alone (`la-krap.no-teams`)."""
    if len(set(teams)) == 1 or (game is not None and game.jokers_are_sheets):
        return tuple(range(len(teams))), True
    return teams, False
