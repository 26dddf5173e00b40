"""The hands that a rulebook draws: blocks of cards in its text."""

from __future__ import annotations

from typing import Any

from flask import render_template
from markdown_it import MarkdownIt
from markupsafe import Markup, escape

from referee.choices import choices
from referee.games import GAMES
from referee.games.card_triathlon.drawn import draw
from referee.games.card_triathlon.examples import KIND, Variant, read_example
from referee.games.card_triathlon.layout import Rules
from referee.games.card_triathlon.values import full_pack


def draws_examples(markdown: MarkdownIt) -> MarkdownIt:
    """A reader of Markdown that draws them."""
    markdown.add_render_rule("fence", _fence)
    return markdown


def _fence(_renderer: Any, tokens: Any, at: int, _options: Any, _env: Any) -> str:
    token = tokens[at]
    return (
        drawn_example(token.content) if token.info.strip() == KIND else str(escape(token.content))
    )


def drawn_example(block: str) -> Markup:
    """An example, drawn: each layout in its two rows, and what the hand scores."""
    example, rules = read_example(block), Rules()
    html = render_template(
        "parts/example.html",
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
    every = choices(GAMES["card-triathlon"].shape, ())
    choice = next(choice for choice in every if choice.name == variant.option)
    value = next(value for value, _ in choice.values if str(value).lower() == variant.value)
    return choice.title, choice.label(value)
