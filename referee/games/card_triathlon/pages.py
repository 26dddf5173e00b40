"""Web pages for Card Triathlon: auctions, hand layouts, and examples in the rulebook."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from flask import render_template
from markupsafe import Markup

from referee.core.cards import Card, read_card
from referee.core.options import choices
from referee.core.text import _
from referee.games.card_triathlon.bridge import auction_page
from referee.games.card_triathlon.flushes import hand_page
from referee.games.card_triathlon.flushes.groups import FlushRules, draw_group
from referee.games.card_triathlon.flushes.script_texts import HAND_SCRIPT
from referee.games.card_triathlon.leg import full_pack
from referee.games.card_triathlon.options import LEG_NAMES, CardTriathlonOptions, LegName
from referee.games.card_triathlon.questions import LEGS_OF
from referee.web.forms.fields import ChoiceField, HandsField, Players, Reading, Typed
from referee.web.forms.game_pages import GamePages

KIND: Final = "cards"
HIGHEST: Final = 4  # cards of a hand that decide who is Buck, unless still more are equal
CardRow = tuple[Card, ...]


class WhichLegField(ChoiceField[LegName]):
    """Field for the leg in which something went wrong.

    If the irregularity can't happen in the chosen leg, the first leg in which it can is used
    instead. During a match, the leg that is due is preselected.
    """

    def read(self, typed: Typed, _players: Players = ()) -> Reading[LegName]:
        found = super().read(typed)
        legs = next((legs for kind, legs in LEGS_OF.items() if kind == typed.get("kind")), None)
        if legs is None or found.value is None or found.value in legs:
            return found
        return Reading(next(iter(legs)))


@dataclass(frozen=True)
class Example:
    """A hand shown in the rulebook: its groups, one per line, then its scores.

    A test checks that each hand has the scores given in its block::

        not: QH KH AH 2H 3H        a layout that is not legal
        2H 3H QH KH AH             a group, from its lowest place up
        over: KS                   cards that are left over
        scores: 40                 with the default options
        d_half five: 0             with another option, if that makes a difference
    """

    wrong: tuple[CardRow, ...]
    groups: tuple[CardRow, ...]
    over: CardRow
    score: int
    variants: tuple[tuple[str, str, int], ...]
    """Scores with other options: option name, value in lower case, score with that value."""


def read_example(block: str) -> Example:
    """Parse an example block; raise ValueError if it is malformed."""
    rows: dict[str, list[CardRow]] = {"": [], "not": [], "over": []}
    variants: list[tuple[str, str, int]] = []
    score = None
    for line in filter(None, map(str.strip, block.splitlines())):
        name, _unused, rest = line.rpartition(":")
        if name in rows:
            rows[name].append(tuple(map(read_card, rest.split())))
        elif name == "scores":
            score = int(rest)
        else:
            option, value = name.split(" ")
            variants.append((option, value, int(rest)))
    if score is None:
        raise ValueError(f"example without a score: {block!r}")
    over = tuple(card for row in rows["over"] for card in row)
    return Example(tuple(rows["not"]), tuple(rows[""]), over, score, tuple(variants))


def draw_example(block: str) -> Markup:
    example, rules = read_example(block), FlushRules()
    every = {each.name: each for each in choices(CardTriathlonOptions, ())}
    variants = []
    for option, text, score in example.variants:
        choice = every[option]
        value = next(value for value, _label in choice.values if str(value).lower() == text)
        variants.append((choice.title, choice.label(value), score))
    html = render_template(
        "card_triathlon/example.html",
        wrong=[draw_group(cards, rules) for cards in example.wrong],
        groups=[draw_group(cards, rules) for cards in example.groups],
        over=example.over,
        score=example.score,
        variants=variants,
        pack=full_pack(4),
    )
    return Markup(html)  # the template escapes it


PAGES: Final = GamePages(
    script_texts=HAND_SCRIPT,
    blueprints=(auction_page.pages, hand_page.pages),
    question_pages={
        "arrange": hand_page.HandQuestionPage(_("The hand")),
        "layout": hand_page.HandQuestionPage(_("The group"), is_one_group=True),
    },
    field_kinds={
        "calls": lambda declared: auction_page.CallsField(declared.name),
        "hands": lambda declared: HandsField(declared.name, HIGHEST, enough=1),
        "leg": lambda declared: WhichLegField(
            declared.name, [(leg, leg, leg) for leg in LEG_NAMES]
        ),
    },
    blocks={KIND: draw_example},
    styles=("card_triathlon/hand",),
)
