"""What is said of a leg that is due: who deals and bids, which cards to take, who makes up 13."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from referee.core.game import Office
from referee.core.text import Said, counted, listed, said
from referee.games.card_triathlon.state import HandSizes, LegSeating
from referee.games.card_triathlon.values import full_pack

HAND = 13


@dataclass(frozen=True)
class NextLeg:
    """How the next leg begins."""

    headline: Said
    short: Said
    """The same in a few words, behind the number of the leg."""
    details: Said
    rules: tuple[str, ...]
    cards: Said
    dealer: int | None = None
    offices: tuple[Office, ...] = ()


def pack_size(seating: LegSeating) -> int:
    """How many cards a C or D leg has."""
    return len(full_pack(seating.seats))


def all_packs(seating: LegSeating) -> Said:
    """What a C or D leg is played with."""
    template = {
        4: "two packs with four Jokers, {number} cards",
        6: "three packs with six Jokers, {number} cards",
        8: "four packs with eight Jokers, {number} cards",
    }[seating.seats]
    return said(template, number=pack_size(seating))


def whole_pack(seating: LegSeating) -> Said:
    """The first leg of a game begins with all cards."""
    return said(
        "Take all packs with their Jokers, {number} cards. Thirteen cards each",
        number=pack_size(seating),
    )


def made_up(seating: LegSeating, held: HandSizes | None) -> Said:
    """Who discards down to 13 and who draws up to it, as far as the last leg tells."""
    if held is None:
        return said("Whoever has more than 13 discards down to 13, the others draw up to 13")
    sizes = list(zip(seating.players, held, strict=True))
    down = [_with_cards(name, size) for name, size in sizes if size[0] > HAND]
    up = [_with_cards(name, size) for name, size in sizes if size[1] < HAND]
    if not down and not up:
        return said("Everyone makes up 13 cards")
    everybody = len(down) + len(up) == seating.seats
    if down and up:
        template = "{down}, {up}" if everybody else "{down}, {up}, the others make up 13"
        return said(template, down=_discarding(down), up=_drawing(up))
    text = _discarding(down) if down else _drawing(up)
    return text if everybody else said("{text}, the others make up 13", text=text)


def _with_cards(name: str, size: tuple[int, int]) -> Said:
    """`Ann (16 cards)`, or `Ann (12 to 14 cards)` where figures leave it open."""
    least, most = size
    if least == most:
        return said("{name} ({cards})", name=name, cards=counted(most, "card"))
    return said("{name} ({least} to {most} cards)", name=name, least=least, most=most)


def _discarding(names: Sequence[str]) -> Said:
    one, several = "{names} discards down to 13", "{names} discard down to 13"
    return said(one if len(names) == 1 else several, names=listed(names))


def _drawing(names: Sequence[str]) -> Said:
    one, several = "{names} draws up to 13", "{names} draw up to 13"
    return said(one if len(names) == 1 else several, names=listed(names))
