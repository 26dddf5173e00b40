"""The cards of a recorded deal, trick by trick: who played which, who took it, what was wrong."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from referee.core.cards import Card, Pack
from referee.core.game import AnyPlayableGame, has_tables, is_playable, tables_of
from referee.core.played_deal import describe_breach
from referee.core.record import Entry
from referee.core.seating import Seating
from referee.core.tricks import Play, breaches
from referee.matches.match_state import MatchState


@dataclass(frozen=True)
class SeatCard:
    """The card of one seat in a trick, and what is to be said of it."""

    card: Card
    is_led: bool
    takes: bool
    is_out: bool
    """Whether it counted no more."""
    is_wrong: bool
    """Whether it was played against the rules, as later cards prove."""


@dataclass(frozen=True)
class PlayedTrick:
    """A trick, its cards in the order of the seats."""

    number: int
    cards: tuple[SeatCard, ...]


@dataclass(frozen=True)
class PlayedTable:
    """The tricks of a deal at one table, from 1; 0 where all sit at one."""

    number: int
    names: tuple[str, ...]
    pack: Pack
    trumps: str
    tricks: tuple[PlayedTrick, ...]

    @property
    def has_breach(self) -> bool:
        """Whether a card was played against the rules."""
        return any(card.is_wrong for trick in self.tricks for card in trick.cards)


def played_tables(match: MatchState, row: int) -> list[PlayedTable]:
    """The tables of this row of the sheet whose cards are recorded; none of a row with an error."""
    game = match.game
    if not is_playable(game) or match.tally.rows[row].has_error:
        return []
    return list(_played(game, match, row))


def has_cards(match: MatchState, row: int) -> bool:
    """Whether the cards of this row of the sheet are recorded."""
    game, entry = match.game, match.row_entry(row).entry
    parts = game.apart(entry) if has_tables(game) else [entry]
    return any(getattr(part, "play", None) for part in parts)


def _played(game: AnyPlayableGame, match: MatchState, row: int) -> Iterator[PlayedTable]:
    entry, state = match.row_entry(row).entry, match.tally.state(row)
    seatings = tables_of(game, match.seating)
    parts = game.apart(entry) if has_tables(game) else [entry]
    if len(parts) != len(seatings):
        return
    for place, (at, part) in enumerate(zip(seatings, parts, strict=True), start=1):
        # A game may have entries of other kinds, which have no cards to follow.
        if getattr(part, "play", None) and (play := game.follow(at, state, part)):
            number = place if len(parts) > 1 else 0
            wrong = _wrong_cards(game, at, state, part, play)
            yield PlayedTable(
                number,
                at.players,
                game.play_pack(at),
                play.table.rules.label,
                tuple(_tricks(play, wrong)),
            )


def _wrong_cards(
    game: AnyPlayableGame, at: Seating[Any], state: Any, entry: Entry, play: Play
) -> set[tuple[int, int]]:
    """The tricks, from 1, and seats of the breaches for which the game blames a player."""
    found = breaches(play)
    if not found:
        return set()
    blamed = {problem.message for problem in game.irregularities(at, state, entry, play)}
    return {
        (breach.trick, breach.seat)
        for breach in found
        if describe_breach(at, play, breach) in blamed
    }


def _tricks(play: Play, wrong: set[tuple[int, int]]) -> Iterator[PlayedTrick]:
    for number, (trick, taker) in enumerate(zip(play.tricks, play.takers, strict=False), start=1):
        yield PlayedTrick(
            number,
            tuple(
                SeatCard(
                    trick.cards[place],
                    is_led=place == 0,
                    takes=trick.seat(place) == taker,
                    is_out=place in trick.reading.neutralised,
                    is_wrong=(number, trick.seat(place)) in wrong,
                )
                for place in trick.by_seat
            ),
        )
