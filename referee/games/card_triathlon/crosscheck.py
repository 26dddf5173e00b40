"""`card-triathlon.crosscheck` while figures are typed: what is missing, and what it may be."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from referee.core.text import points, said
from referee.games.card_triathlon.values import UNIT, WORTH

ONE_CARD: Final = {5: "a card from 2 to 7", 10: "a card from 8 to K", 20: "an ace", 30: "a Joker"}
"""What a single card is worth."""


def bar(total: int, whole: int, *, is_complete: bool, is_doubted: bool = False) -> str:
    """What is recorded of the cards, and what is missing; complete: no figure is left to come.

    Doubted: the doubts are shown below it.
    """
    if total == whole:
        template = "{total} of {whole}, but:" if is_doubted else "{total} of {whole}: it adds up"
    elif total > whole:
        template = "{total} of {whole}: {difference} too much"
    elif is_complete:
        template = "{total} of {whole}: {difference} missing"
    else:
        template = "{total} of {whole}: {difference} left"
    return said(
        template,
        total=points(total),
        whole=points(whole),
        difference=points(abs(whole - total)),
    )


def doubts(
    figures: Mapping[str, int], whole: int, *, is_complete: bool, has_jokers: bool = True
) -> list[str]:
    """Where the mistake can be, in sentences; `figures` by the name of what they are."""
    found: list[str] = [
        said(
            "{name}: {figure} is no multiple of {unit}.",
            name=name,
            figure=points(figure),
            unit=UNIT,
        )
        for name, figure in figures.items()
        if figure % UNIT
    ]
    missing = whole - sum(figures.values())
    if found or missing == 0 or (missing > 0 and not is_complete):
        return found
    card = ONE_CARD.get(abs(missing))
    if card and (has_jokers or abs(missing) != WORTH["JK"]):
        found.append(
            said("{worth} is what {card} is worth.", worth=points(abs(missing)), card=card)
        )
    return found + [
        said(
            "{name}: {turned} in place of {figure} would fit.",
            name=name,
            turned=points(turned),
            figure=points(figure),
        )
        for name, figure in figures.items()
        for turned in _turned(figure)
        if turned - figure == missing
    ]


def _turned(figure: int) -> Iterator[int]:
    """The figure with two neighbouring digits in each other's place."""
    digits = str(figure)
    for at in range(len(digits) - 1):
        yield int(digits[:at] + digits[at + 1] + digits[at] + digits[at + 2 :])
