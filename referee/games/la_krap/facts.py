"""What there is to tell of a game of La Krap: nulls, jokers that were turned, marriages."""

from __future__ import annotations

from collections.abc import Sequence

from referee.core.story.course import Fact, Played
from referee.core.text import counted, said
from referee.games.la_krap.turned import Turned


def nulls_and_jokers(games: Sequence[tuple[Played, Turned]]) -> list[Fact]:
    """How many deals were null, and the deal that counted the most times."""
    nulls = [each for each, game in games if game.is_null]
    found = []
    if nulls:
        template = "{nulls} in {deals}, the last in {label}."
        found.append(
            Fact(
                said(
                    template,
                    nulls=counted(len(nulls), "null"),
                    deals=counted(len(games), "deal"),
                    label=nulls[-1].label,
                ),
                nulls[-1].number,
            )
        )
    turned = [(game.multiplier, each) for each, game in games if game.multiplier > 1]
    if turned:
        most, deal = max(turned, key=lambda pair: pair[0])
        template = "Jokers were turned in {deals}; the most was times {most}, in {label}."
        deals = counted(len(turned), "deal")
        found.append(Fact(said(template, deals=deals, most=most, label=deal.label), deal.number))
    return found
