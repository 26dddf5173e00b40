"""Deals recorded card by card: what games with tricks say of them alike."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, TypeVar

from referee.core.cards import read_cards
from referee.core.findings import Problem, error, warning
from referee.core.game import PlayableGame, State
from referee.core.options import Options
from referee.core.record import Entry
from referee.core.seating import Seating
from referee.core.text import Said, counted, said, shares
from referee.core.tricks import Breach, Play, breaches
from referee.core.validation import Count, PerSeat

Cards = Sequence[Sequence[str]]
"""The cards of each trick, in the order in which they were played."""


class TrickDeal(Entry):
    """A deal: the tricks that each seat took, or every card as it was played, or both."""

    kind: Literal["deal"]
    tricks: PerSeat[Count] | None = None
    play: list[list[str]] | None = None


O = TypeVar("O", bound=Options)  # noqa: E741  # one letter, as type variables have
S = TypeVar("S", bound=State)
D = TypeVar("D", bound=TrickDeal)


def play_problems(
    game: PlayableGame[O, S, D],
    seating: Seating[O],
    state: S,
    deal: D,
    beside: Sequence[str] = (),
) -> list[Problem]:
    """What is wrong with a deal that is recorded card by card: by `GAME.play` and `GAME.pack`.

    `beside` are cards that are known to lie elsewhere, such as those turned up.
    """
    if deal.play is None:
        return []
    rule, found = f"{game.name}.play", []
    if len(deal.play) != game.hand_size:
        template = "A deal has {tricks} tricks; {given} are recorded."
        message = said(template, tricks=game.hand_size, given=len(deal.play))
        found.append(error(rule, message, field="play"))
    found += trick_problems(rule, deal.play, seating.seats)
    cards = [*(card for trick in deal.play for card in trick), *beside]
    _, faults = read_cards(cards, game.play_pack(seating))
    found += [error(f"{game.name}.pack", fault, field="play") for fault in faults]
    play = None if found else game.follow(seating, state, deal)
    if play is None:
        return found
    if deal.tricks is not None and tuple(deal.tricks) != play.counts:
        message = said(
            "By the cards the tricks are {shown}; recorded are {given}.",
            shown=shares(seating.players, play.counts),
            given=shares(seating.players, deal.tricks),
        )
        found.append(error(rule, message, field="tricks"))
    return found + game.irregularities(seating, state, deal, play)


def total_problems(game: str, tricks: Sequence[int], total: int) -> list[Problem]:
    found = sum(tricks)
    if found == total:
        return []
    message = said(
        "The tricks add up to {found} and must be {total}: {missing} missing."
        if found < total
        else "The tricks add up to {found} and must be {total}: {missing} too many.",
        found=found,
        total=total,
        missing=abs(total - found),
    )
    return [error(f"{game}.tricks-total", message, field="tricks")]


def trick_problems(rule: str, play: Cards, seats: int) -> list[Problem]:
    template = "Trick {number} has {cards}; each of the {seats} players plays 1."
    return [
        error(
            rule,
            said(template, number=number, cards=counted(len(trick), "card"), seats=seats),
            field="play",
        )
        for number, trick in enumerate(play, start=1)
        if len(trick) != seats
    ]


def breach_problems(seating: Seating[Any], play: Play) -> list[Problem]:
    return [
        warning(
            breach.objection.rule,
            describe_breach(seating, play, breach),
            field="play",
            seats=[breach.seat],
        )
        for breach in breaches(play)
    ]


def is_breach(problem: Problem) -> bool:
    """Whether this says that a card was played against the rules: of nothing else cards warn."""
    return problem.severity == "warning" and problem.field == "play"


def describe_breach(seating: Seating[Any], play: Play, breach: Breach) -> Said:
    """A breach in a sentence, with its trick and card and what proves it."""
    objection, called = breach.objection, play.table.rules.with_article
    return said(
        "Trick {trick}: {player} played {card}, but {because}, and {player} held {instead}"
        " (played in trick {shown_in}).",
        trick=breach.trick,
        player=seating.players[breach.seat],
        card=called(breach.card),
        because=objection.because,
        instead=called(objection.instead),
        shown_in=breach.shown_in,
    )
