"""A name keeps the direction of its writing to itself, wherever it stands among other words."""

from __future__ import annotations

import pytest

from referee.web.http.names import name
from tests.web import followed
from tests.web.followed import begun, dealt, tap
from tests.web.markup import Element
from tests.web.phones import Phone, PlayedMatch, record_deal, start

PLAYERS = ("אבנר", "בתיה", "גדעון", "דליה", "הדס", "ורד", "זיו", "חוה")
PAGES = ("", "board", "log/", "print")
HIDDEN = ("title", "script")


def bare(page: Element) -> list[str]:
    """The texts in which a name stands beside other words, without a mark of its own."""
    found = []
    for each in page.walk():
        is_marked = "bdi" in (each.tag, *(above.tag for above in each.ancestors()))
        if is_marked or each.tag in HIDDEN:
            continue
        texts = [" ".join(text.split()) for text in each.children if isinstance(text, str)]
        mixed = [text for text in texts if any(name in text for name in PLAYERS)]
        found += [text for text in mixed if text not in PLAYERS]
    return found


def shows_no_bare_name(phone: Phone, match: PlayedMatch) -> None:
    found = {leaf: bare(phone.open(match.to_score + leaf).tree) for leaf in PAGES}
    assert {leaf: texts for leaf, texts in found.items() if texts} == {}


def test_no_name_is_bare_among_other_words(ann: Phone) -> None:
    tables = [("tribello", 3), ("triathlon", 3), ("thirty-one", 4), ("la-krap", 4)]
    tables += [("la-krap", 6), ("card-triathlon", 4), ("card-triathlon", 8)]
    for game, seats in tables:
        match = start(ann, game, *PLAYERS[:seats])
        shows_no_bare_name(ann, match)
        if game == "tribello":
            record_deal(ann, match, 8, 4, 1)
            shows_no_bare_name(ann, match)


def test_no_name_is_bare_while_cards_are_played(
    ann: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    for game, seats in [("tribello", 3), ("triathlon", 3), ("la-krap", 4)]:
        monkeypatch.setattr(followed, "PLAYERS", PLAYERS)
        deal = dealt(game, seats=seats)
        match, page = begun(ann, deal)
        for card in deal.cards[: seats + 1]:
            page = tap(ann, page, card)
        shows_no_bare_name(ann, match)


def test_each_name_of_a_team_keeps_its_own_direction() -> None:
    assert name("Ann+שרה") == "<bdi><bdi>Ann</bdi>+<wbr><bdi>שרה</bdi></bdi>"
    assert name("Ann") == "<bdi>Ann</bdi>"
