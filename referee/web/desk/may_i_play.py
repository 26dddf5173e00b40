"""“May I play this card?” in three taps: suits instead of cards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from flask import Blueprint, abort, request

from referee.core.cards import SUITS
from referee.core.deal_question import question_kinds
from referee.core.question import QuestionKind
from referee.core.rulings import may_i_play
from referee.core.short_trick import ShortTrick, label
from referee.core.text import Said, sentence
from referee.core.validation import NotARecord
from referee.matches.events import RulingKept
from referee.matches.in_progress import NAMES
from referee.web.desk.ask import desk_at, known_game
from referee.web.desk.asked_in_short import TITLE, AskedInShort
from referee.web.desk.desk import (
    MAY_I,
    AskedFault,
    AskedQuestion,
    Desk,
)
from referee.web.http import device
from referee.web.http.app import own_address, render
from referee.web.http.formats import suit_mark
from referee.web.http.match_cache import OpenMatch, open_match
from referee.web.match.write import Reply, write_event

pages = Blueprint("may_i_play", __name__)


@dataclass(frozen=True)
class ShortQuestion:
    """What was tapped so far, and what can be tapped next."""

    desk: Desk
    typed: Mapping[str, str]

    @property
    def short(self) -> ShortTrick:
        """How the game asks it."""
        short = self.desk.question_kind.short
        assert short is not None
        return short

    @property
    def led(self) -> str:
        """What was led; empty if that was not tapped yet."""
        return self._chosen("led", self.short.led)

    @property
    def mine(self) -> str:
        """The card in doubt."""
        return self._chosen("mine", self.short.mine)

    def _chosen(self, name: str, others: Mapping[str, str]) -> str:
        text = self.typed.get(name, "")
        return text if text in (*SUITS, *others) else ""

    @property
    def led_keys(self) -> list[tuple[str, str]]:
        """What can have been led."""
        return self._keys(self.short.led)

    @property
    def mine_keys(self) -> list[tuple[str, str]]:
        """What the card can be."""
        return self._keys(self.short.mine)

    def _keys(self, others: Mapping[str, str]) -> list[tuple[str, str]]:
        suits = [(suit, suit_mark(suit)) for suit in SUITS]
        return [*suits, *((key, label(key, others)) for key in others)]

    @property
    def holding_keys(self) -> list[tuple[str, Said]]:
        """These, at the beginning of a sentence."""
        return [(key, sentence(told)) for key, told in self.holdings.items()]

    @property
    def holdings(self) -> Mapping[str, Said]:
        """What else has to be known, once the others are."""
        if not self.led or not self.mine:
            return {}
        return self.short.holdings(self.led, self.mine, len(self.desk.players))

    @property
    def holding(self) -> str:
        """What the hand holds, of these."""
        text = self.typed.get("holding", "")
        return text if text in self.holdings else ""

    @property
    def is_whole(self) -> bool:
        """Whether it can be answered."""
        return bool(self.led and self.mine and (self.holding or not self.holdings))

    @cached_property
    def asked(self) -> AskedQuestion:
        """The question about a trick that it comes to, with the answer once it is whole."""
        if not self.is_whole:
            return AskedInShort(self.desk, self.typed, None, [], "")
        put = self.desk.question(self.short.fields(self.led, self.mine, self.holding))
        mine = label(self.mine, self.short.mine).lower()
        told = [f"{label(self.led, self.short.led)} led", f"my card: {mine}"]
        told += [self.holdings[self.holding]] if self.holding else []
        try:
            answer = may_i_play(put, self.desk.names)
        except NotARecord as refused:
            faults = [AskedFault("", TITLE, fault.message) for fault in refused.faults]
            return AskedInShort(self.desk, self.typed, None, faults, "")
        return AskedInShort(
            self.desk, {}, answer, [], own_address(), put, told=tuple(map(str, told))
        )


@pages.get(f"/ask/<game>/{MAY_I}")
def by_itself(game: str) -> Reply:
    """The question of any game with tricks."""
    known = known_game(game)
    desk = desk_at(known, _kind(question_kinds(known)), request.args)
    device.choose_game(known.name)
    return _page(desk)


@pages.get(f"/m/<key>/ask/{MAY_I}")
def of_match(key: str) -> Reply:
    """The question beside a match."""
    with open_match(key) as opened:
        return _page(_desk_of(opened))


@pages.post(f"/m/<key>/ask/{MAY_I}")
def keep(key: str) -> Reply:
    """Keep the ruling in the log of the match."""
    with open_match(key, to_write=True) as opened:
        return write_event(opened, _ruling, slot=NAMES)


def _ruling(opened: OpenMatch) -> RulingKept:
    asked = ShortQuestion(_desk_of(opened), request.args).asked
    if asked.answer is None:
        abort(422, "There is no ruling to keep yet: ask first.")
    return asked.ruling()


def _page(desk: Desk) -> Reply:
    question = ShortQuestion(desk, request.args)
    page = render(
        "desk/may_i_play.html", "desk/parts/may_i_play.html", question=question, title=TITLE
    )
    return page, 422 if question.asked.faults else 200


def _desk_of(opened: OpenMatch) -> Desk:
    match = opened.match
    kind = _kind(question_kinds(match.game))
    return Desk(match.game, kind, list(match.players), match.options, opened)


def _kind(kinds: tuple[QuestionKind, ...]) -> QuestionKind:
    kind = next((kind for kind in kinds if kind.short), None)
    if kind is None:
        abort(404, "In this game nobody has to follow suit, so every card may be played.")
    return kind
