"""A page contains only its own language, because everything cached is cached per language."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from jinja2 import nodes

from referee.core.cards import Card
from referee.core.language import ENGLISH, PSEUDO, find_language
from referee.core.registry import GAMES
from referee.core.text import _, points
from referee.web.desk.rules import law_text
from referee.web.http import formats, gateway, names
from tests.games.records import Json, deal, figures, thirty_one, tribello
from tests.web.phones import HTMX, Phone, PlayedMatch
from tests.web.untranslated import IN_PSEUDO

OF_ONE_ANSWER = re.compile(r'[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|value="[\w-]{22}"')
"""Matches values that differ in every response: form ids and proposed link keys."""


def without_ids(html: str) -> str:
    return OF_ONE_ANSWER.sub("", html)


PAGES = ("", "board", "log/", "story", "evenings", "rules", "ask/", "share/", "print", "law/")


MATCHES = {"tribello": tribello(*[deal(6, 4, 3)] * 5), "thirty-one": thirty_one(2, figures(21, 20))}


@pytest.mark.parametrize("made", MATCHES.values(), ids=MATCHES)
def test_a_page_is_the_same_after_another_language(ann: Phone, made: Json) -> None:
    match = ann.load(made)
    addresses = ["/", "/new", "/ask", *(match.to_score + leaf for leaf in PAGES)]
    addresses += [f"{match.to_score}e/{match.ids[0]}"]
    for address in addresses:
        english = without_ids(ann.open(address).html)
        pseudo = without_ids(ann.open(address, **IN_PSEUDO).html)
        assert 'lang="en"' in english, address
        assert f'lang="{PSEUDO}"' in pseudo, address
        assert without_ids(ann.open(address).html) == english, address
        assert without_ids(ann.open(address, **IN_PSEUDO).html) == pseudo, address


def test_every_answer_with_texts_depends_on_the_language(ann: Phone, friday: PlayedMatch) -> None:
    home = friday.to_score
    addresses = ["/", "/new", "/rules/tribello", "/nowhere", home, home + "board", home + "nowhere",
                 home + "story.svg", home + "sheet.csv"]  # fmt: skip
    for phone in (ann, Phone(ann.app, HTMX)):
        for address in addresses:
            with phone.client.get(address, headers=phone.headers) as answer:
                vary = {*answer.vary.as_set()}
                assert {"accept-language", "cookie"} <= vary, address
                assert answer.cache_control.no_store or answer.cache_control.private, address
                assert "ETag" not in answer.headers or answer.cache_control.private


def test_a_spreadsheet_is_in_the_language_of_the_page(ann: Phone, friday: PlayedMatch) -> None:
    answer = ann.client.get(f"{friday.to_score}sheet.csv", headers=IN_PSEUDO)
    heads = answer.get_data(as_text=True).splitlines()[0].removeprefix("\ufeff").split(",")
    assert heads[:3] == ["[làbél~~]", "[kîñd~~]", "Ann"]
    assert heads[-1] == "[Cleo (tõtàl šõ fàr)~~~ ~~]"


def test_the_language_chosen_on_a_device_is_not_another_one_s(app: Flask) -> None:
    first, second = Phone(app), Phone(app)
    with first.client.session_transaction() as stored:
        stored["language"] = ENGLISH
    assert 'lang="en"' in first.open("/", **IN_PSEUDO).html
    assert f'lang="{PSEUDO}"' in second.open("/", **IN_PSEUDO).html


def test_cards_and_suits_are_cached_by_language(app: Flask) -> None:
    for _round in range(2):
        with app.test_request_context(headers=IN_PSEUDO):
            assert "[hé" in formats.suit_mark("H")
            assert "[hé" in formats.card(Card("10", "H"))
        with app.test_request_context():
            assert ">hearts<" in formats.suit_mark("H")
            assert formats.card(Card("10", "H")) == (
                '<span class="card H">10<span aria-hidden="true">♥</span>'
                '<span class="unseen"> of hearts</span></span>'
            )


def test_cards_in_a_rule_are_cached_by_language(app: Flask) -> None:
    for headers in (IN_PSEUDO, {}, IN_PSEUDO):
        with app.test_request_context(headers=headers):
            text = law_text("The [7H] wins.", GAMES["tribello"])
            assert ("of hearts" in text) == (not headers)


def test_a_suit_may_come_before_the_rank(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(formats, "CARD", _("{suit} {rank}"))
    with app.test_request_context(headers={"Accept-Language": "fr"}):
        assert formats.card(Card("7", "C")) == (
            '<span class="card C"><span class="unseen">clubs </span>7'
            '<span aria-hidden="true">♣</span></span>'
        )


def test_names_are_cached_without_words(app: Flask) -> None:
    """The cache of names must not hold the words around a name."""
    text = _("{name} deals", name="Ann")
    for _round in range(2):
        with app.test_request_context(headers=IN_PSEUDO):
            assert str(names.naming(text, ["Ann"])).startswith("[<bdi>Ann</bdi> ")
        with app.test_request_context():
            assert names.naming(text, ["Ann"]) == "<bdi>Ann</bdi> deals"


def test_figures_are_cached_by_the_format_of_the_device(app: Flask) -> None:
    shown = {tag: find_language(tag).render(points(1234)) for tag in ("de", "de-CH", "en")}
    assert shown == {"de": "1.234", "de-CH": "1'234", "en": "1,234"}


def test_no_template_that_others_import_has_texts_outside_its_macros(app: Flask) -> None:
    """Jinja caches the module of an imported template, including any texts it sets."""
    env = app.jinja_env
    loader = env.loader
    assert loader is not None
    trees = {name: env.parse(loader.get_source(env, name)[0]) for name in loader.list_templates()
             if name.endswith(".html")}  # fmt: skip
    imported: set[str] = set()
    for tree in trees.values():
        found: list[nodes.Import | nodes.FromImport] = [*tree.find_all(nodes.Import)]
        found += tree.find_all(nodes.FromImport)
        for each in found:
            if isinstance(each.template, nodes.Const):
                imported.add(each.template.value)
    assert "forms/fields.html" in imported
    for name in imported | {"macros.html"}:
        for statement in trees[name].body:
            if not isinstance(statement, nodes.Macro):
                calls = [call.node.name for call in statement.find_all(nodes.Call)
                         if isinstance(call.node, nodes.Name)]  # fmt: skip
                assert not {"_", "gettext", "ngettext", "_p"} & {*calls}, name


def test_a_refusal_before_any_page_is_in_the_language_of_the_browser() -> None:
    for wanted, start in (("en-XA", "[Tõõ màñ"), ("en;q=0.5", "Too many pages"), ("", "Too many")):
        _heads, body = gateway._refusal(
            gateway.TOO_MANY_OPEN, {"HTTP_ACCEPT_LANGUAGE": wanted} if wanted else {}
        )
        assert body.decode().startswith(start)
