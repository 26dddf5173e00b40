"""The hands that a rulebook draws: blocks of cards in its text."""

from __future__ import annotations

from flask import render_template
from markupsafe import Markup

from referee.core.options import choices
from referee.core.registry import GAMES
from referee.games.card_triathlon.flushes.drawing import draw
from referee.games.card_triathlon.flushes.examples import Variant, read_example
from referee.games.card_triathlon.flushes.group import FlushRules
from referee.games.card_triathlon.values import full_pack


def drawn_example(block: str) -> Markup:
    """An example, drawn: each layout in its two rows, and what the hand scores."""
    example, rules = read_example(block), FlushRules()
    html = render_template(
        "card_triathlon/example.html",
        wrong=[draw(cards, rules) for cards in example.wrong],
        groups=[draw(cards, rules) for cards in example.groups],
        over=example.over,
        score=example.score,
        variants=[(*_in_words(variant), variant.score) for variant in example.variants],
        pack=full_pack(4),
    )
    return Markup(html)  # a template has made it


def _in_words(variant: Variant) -> tuple[str, str]:
    """An option and its value as a table would say them."""
    every = choices(GAMES["card-triathlon"].spec.options, ())
    choice = next(choice for choice in every if choice.name == variant.option)
    value = next(value for value, _ in choice.values if str(value).lower() == variant.value)
    return choice.title, choice.label(value)
