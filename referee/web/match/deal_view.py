"""View model of a deal in progress: the trick, the card keys, the player's own hand.

With several tables, a phone shows one of them and the progress of the others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple

from flask import request
from markupsafe import Markup

from referee.core.cards import (
    SUITS,
    Card,
    Pack,
    Suit,
    plain_text,
    read_card,
    read_cards,
    read_led_card,
    symbol,
)
from referee.core.findings import Problem, error
from referee.core.game import AnyPlayableGame, can_play, has_tables, is_playable
from referee.core.played_deal import RestDeal
from referee.core.record import Entry
from referee.core.setup import Setup
from referee.core.sheet import Row
from referee.core.text import Text, _, _p, joined, ngettext, sentence
from referee.core.tricks import Objection, Play, Trick
from referee.matches.events.base import FIGURES, Parts
from referee.matches.events.play import table_part
from referee.matches.match import Match
from referee.matches.match_state import DealInProgress
from referee.web.forms.entry_form import (
    Announcement,
    EntryRead,
    StateOfPlay,
    playable_form_of,
)
from referee.web.forms.fields import Typed
from referee.web.http import device
from referee.web.http.match_cache import OpenMatch
from referee.web.http.names import fitting


@dataclass(frozen=True)
class CardKey:
    """A key for a card; none is `left` if all copies of the card were played or are face up."""

    card: Card  # a joker may carry the suit for which it would be led
    left: int = 1
    objection: Objection | None = None


@dataclass(frozen=True)
class RefusedCard:
    """A card that was tapped but refused, and whether the player may insist on playing it."""

    card: str
    problem: Problem
    may_insist: bool = False
    hand: str | None = None  # the refused hand as typed; None for a card

    @property
    def name(self) -> str:
        return sentence(symbol(read_card(plain_text(self.card))))


@dataclass(frozen=True)
class DealView:
    """A deal in progress, as one phone sees it."""

    match: Match
    place: int  # index of the table
    deal: DealInProgress
    game: AnyPlayableGame
    seat: int | None = None  # the seat at this table whose phone this is
    held: tuple[Card, ...] | None = None  # the hand that was entered on this phone
    refused: RefusedCard | None = None
    id: str | None = None  # of its entry, if it is recorded

    @cached_property
    def setup(self) -> Setup[Any]:
        return self.match.tables[self.place]

    @property
    def shown_names(self) -> list[Markup]:
        return fitting(self.setup.players)

    @cached_property
    def pack(self) -> Pack:
        return self.game.play_pack(self.setup)

    @cached_property
    def entry(self) -> Entry:
        entry: Entry = self.game.spec.read_entry(self.deal.data, self.setup.seats)
        return entry

    @cached_property
    def play(self) -> Play | None:
        """The play so far; None while the trump suit isn't known."""
        return self.game.follow(self.setup, self.match.state_at(self.id), self.entry)

    @property
    def trick(self) -> Trick:
        assert self.play is not None
        return self.play.table

    @property
    def number(self) -> int:
        assert self.play is not None
        return len(self.play.takers) + 1

    @property
    def is_over(self) -> bool:
        return self.play is not None and self.number > self.game.hand_size

    @property
    def facts(self) -> Text:
        return sentence(self.match.describe_facts(self.place))

    @property
    def facts_so_far(self) -> Text:
        if self.play is None or not self.complete:
            return self.facts
        tricks = ngettext("after {n} trick", "after {n} tricks", self.complete)
        return joined([self.facts, tricks], " · ")

    @property
    def so_far(self) -> Mapping[str, Any]:
        """What is known about the deal, as an entry by figures."""
        facts, form = self.deal.facts, playable_form_of(self.game)
        return form.so_far(facts, self.play) if self.play and self.play.takers else facts

    @property
    def progress(self) -> Text:
        """How far the deal has got: `trick 6 of 13`."""
        if not self.deal.is_followed:
            return self.facts
        if self.play is None:
            return _("trumps unknown")
        if self.is_over:
            return _p("deal", "finished")
        return _("trick {number} of {most}", number=self.number, most=self.game.hand_size)

    @property
    def may_give_rest(self) -> bool:
        """Whether one seat can get all tricks that are left, which takes a trick's end."""
        is_between = self.play is not None and not self.is_over and not self.trick.cards
        return is_between and isinstance(self.entry, RestDeal)

    @property
    def complete(self) -> int:
        """The number of complete tricks; without cards, a deal can be over sooner."""
        assert self.play is not None
        return sum(trick.is_complete for trick in self.play.tricks)

    @property
    def last(self) -> tuple[Trick, int | None] | None:
        assert self.play is not None
        last = self.complete - 1
        return None if last < 0 else (self.play.tricks[last], self.play.takers[last])

    @cached_property
    def problems(self) -> Sequence[Problem]:
        """Irregularities proven by the cards so far or, for a complete deal, its row's problems."""
        if self.play is None:
            return ()
        if self.is_whole:
            return self.row.problems
        return self.game.irregularities(
            self.setup, self.match.state_at(None), self.entry, self.play
        )

    @cached_property
    def is_whole(self) -> bool:
        others = (each for place, each in enumerate(deal_views(self.match)) if place != self.place)
        return self.is_over and all(
            each is not None and each.deal.is_followed and each.is_over for each in others
        )

    @property
    def whole(self) -> dict[str, Any]:
        form, deals, game = playable_form_of(self.game), self.match.deals, self.game
        parts = [form.finished(self.match, deals[place].data) for place in sorted(deals)]
        return game.merge_tables(parts) if has_tables(game) else parts[0]

    @property
    def state_of_play(self) -> StateOfPlay:
        assert self.play is not None
        return playable_form_of(self.game).state_of_play(self.match, self.place, self.play)

    @property
    def has_roles(self) -> bool:
        return has_tables(self.game)

    @property
    def role(self) -> str:
        """A remark about the seat whose turn it is, such as who plays its cards."""
        if not has_tables(self.game):
            return ""
        return self.game.role(self.setup, self.match.state_at(None), self.entry, self.trick.turn)

    @cached_property
    def cut(self) -> dict[str, Any] | None:
        """The entry to record if time runs out during the deal.

        None if the match isn't timed, if its game is never played at several tables, or if a table
        hasn't begun its deal.
        """
        game, deals, tables = self.game, self.match.deals, self.match.tables
        is_followed = [deal.is_followed for deal in deals.values()]
        if not has_tables(game) or is_followed != [True] * len(tables):
            return None
        parts = [game.cut_short(tables[place], deals[place].data) for place in sorted(deals)]
        known = [part for part in parts if part is not None]
        return game.merge_tables(known) if len(known) == len(parts) else None

    @cached_property
    def row(self) -> Row:
        return self.match.judge(self.whole)[1]

    @property
    def warnings(self) -> list[str]:
        """Rules whose warnings are accepted by recording the deal."""
        return [problem.rule for problem in self.problems if problem.severity == "warning"]

    @property
    def acts(self) -> list[Announcement]:
        return playable_form_of(self.game).announcements(self.match, self.play) if self.play else []

    # The keys ------------------------------------------------------------------------------------

    @cached_property
    def used(self) -> Counter[Card]:
        """Number of copies of each card that were played or are face up."""
        turned = self.deal.facts.get("turned") or ()
        texts = map(plain_text, [*self.deal.cards, *turned])
        return Counter(read_cards(texts, self.pack)[0])

    def left(self, card: Card) -> int:
        return max(0, self.pack.copies[card] - self.used[card])

    @property
    def rows(self) -> list[tuple[Suit | None, list[CardKey]]]:
        """Card keys for the whole pack, by suit; cards without a suit are last.

        Whoever leads a joker may have to name a suit, so a joker then has a key for each suit.
        """
        ways, is_lead = self.trick.rules.ways_to_play, not self.trick.cards
        found = []
        for suit in (*SUITS, None):
            keys = [
                CardKey(read_led_card(text, self.pack), self.left(card))
                for card in self.pack.copies
                if card.suit == suit
                for text in ways(card, is_lead)
            ]
            if keys:
                found.append((suit, keys))
        return found

    # The player's own hand, known only to this phone ---------------------------------------------

    @property
    def hand(self) -> tuple[Card, ...] | None:
        """Unplayed cards of the hand entered on this phone."""
        if self.held is None or self.seat is None or self.play is None:
            return None
        left = Counter(self.held)
        left.subtract(read_card(plain_text(str(card))) for card in self.play.hands[self.seat])
        for card in left:  # cards that others played aren't in this hand
            left[card] = min(left[card], self.pack.copies[card] - self.used[card])
        return tuple(card for card in self.pack.copies for _copy in range(left[card]))

    @property
    def is_my_turn(self) -> bool:
        return not self.is_over and self.seat == self.trick.turn

    @property
    def hand_keys(self) -> list[CardKey]:
        hand, trick = self.hand or (), self.trick
        if not self.is_my_turn:
            return [CardKey(card) for card in hand]
        object_to = trick.rules.objection
        return [CardKey(card, objection=object_to(card, hand, trick.reading)) for card in hand]

    @property
    def objections(self) -> list[tuple[Objection, list[Card]]]:
        found: dict[Objection, list[Card]] = {}
        for key in self.hand_keys:
            if key.objection is not None:
                found.setdefault(key.objection, []).append(key.card)
        return list(found.items())

    # Refused cards -------------------------------------------------------------------------------

    def out_of_order(self, text: str, place: int) -> RefusedCard | None:
        """Return why the tapped card isn't the next one of this deal; None if it is.

        `place` is its index among all cards of the deal, as the phone counts them.
        """
        cards, rule = self.deal.cards, f"{self.game.name}.play"
        if place > len(cards):
            message = _(
                "A card before it was taken back. Tap that one first, then go on from there."
            )
            return RefusedCard(text, error(rule, message))
        if place == len(cards):
            return None
        played = symbol(read_card(plain_text(cards[place])))
        name = None if self.play is None else self.setup.players[self.seat_of(place)]
        message = (
            _("Another phone has already played {card} for {name}.", card=played, name=name)
            if name
            else _("Another phone has already played {card}.", card=played)
        )
        return RefusedCard(text, error(rule, message))

    def seat_of(self, place: int) -> int:
        """The seat that played the card at this index among all cards of the deal."""
        assert self.play is not None
        number, at = divmod(place, self.setup.seats)
        return self.play.tricks[number].seat(at)

    def refusal(self, text: str) -> RefusedCard | None:
        """Return the reason why the tapped card can't be played; None if it can."""
        game, most = self.game.name, self.game.hand_size
        faults = read_cards([plain_text(text)], self.pack)[1]
        if faults:
            return RefusedCard(text, error(f"{game}.pack", faults[0]))
        if self.play is None:
            # Name the first missing fact.
            form = playable_form_of(self.game)
            problems = form.before_play(self.match, None, form.fill(self.deal.data))[1]
            message = _(
                "The trump suit isn’t known yet, so tricks can’t be tracked. Enter it first."
            )
            return RefusedCard(text, problems[0] if problems else error(f"{game}.play", message))
        if self.is_over:
            message = _("All {most} tricks have been played.", most=most)
            if self.play.rest is not None:
                name = self.setup.players[self.play.rest]
                message = _("The rest go to {name}. Undo that first to play on.", name=name)
            return RefusedCard(text, error(f"{game}.play", message))
        led = read_led_card(text, self.pack)
        card = read_led_card(plain_text(text), self.pack)
        name = sentence(self.trick.rules.with_article(card))
        fault = None if self.trick.cards else self.trick.rules.lead_fault(led)
        if fault:
            return RefusedCard(text, error(fault.rule, fault.sentence))
        if not self.left(card):
            played = [
                _(
                    "{name} played it in trick {number}.",
                    name=self.setup.players[trick.seat(place)],
                    number=number,
                )
                for number, trick in enumerate(self.play.tricks, start=1)
                for place, each in enumerate(trick.cards)
                if each == card
            ]
            gone = _("{card} can’t be played again.", card=name)
            message = joined([gone, *(played or [_("It was turned up before the deal.")])])
            return RefusedCard(text, error(f"{game}.pack", message))
        if not self.is_my_turn or not self.hand:
            return None
        if card not in self.hand:
            message = _("{card} isn’t in the hand you entered on this phone.", card=name)
            return RefusedCard(text, error(f"{game}.play", message), may_insist=True)
        objection = self.trick.rules.objection(card, self.hand, self.trick.reading)
        if objection is None:
            return None
        instead = self.trick.rules.with_article(objection.instead)
        refusal = _("{card} can’t be played now.", card=name)
        message = joined([refusal, objection.sentence, _("You hold {card}.", card=instead)])
        return RefusedCard(text, error(objection.rule, message), may_insist=True)


def deal_view(opened: OpenMatch, refused: RefusedCard | None = None) -> DealView | None:
    """Return the deal followed at this phone's table, with the hand of the phone's owner."""
    match, place = opened.seated(), shown_table(opened)
    panel = deal_views(match)[place]
    if panel is None or not panel.deal.is_followed:
        return None
    held = device.hand(opened.link.match_id, panel.deal.begun)
    seat, seats = device.seat(opened.key), match.tables[place].seats
    return replace(
        panel,
        seat=seat % seats if seat is not None and seat // seats == place else None,
        held=None if held is None else tuple(map(read_card, held)),
        refused=refused,
    )


def deal_views(match: Match) -> list[DealView | None]:
    """Return the deal in progress at each table, without any player's hand."""
    game = match.game
    return [
        DealView(match, place, match.deals[place], game)
        if is_playable(game) and place in match.deals
        else None
        for place in range(len(match.tables))
    ]


def known_fields(match: Match) -> dict[str, str]:
    """Form data for what is known about deals that aren't followed card by card."""
    game, known = match.game, any(not deal.is_followed for deal in match.deals.values())
    if not known or not can_play(game, match.due_at(None)):
        return {}
    parts = [
        {} if each is None or each.deal.is_followed else dict(each.so_far)
        for each in deal_views(match)
    ]
    data = game.merge_tables(parts) if has_tables(game) else parts[0]
    typed = playable_form_of(game).fill({"kind": game.play_kind, **data}, match.setup.options)
    return {name: text for name, text in typed.items() if text}


def describe_known(match: Match) -> Text:
    """Describe what is known about deals that aren't followed card by card, table by table."""
    known = [
        each for each in deal_views(match) if each and not each.deal.is_followed and each.facts
    ]
    if len(match.tables) == 1:
        return joined(each.facts_so_far for each in known)
    template = _("Table {number}: {event}")
    return joined(
        [template.format(number=each.place + 1, event=each.facts_so_far) for each in known], " · "
    )


@dataclass(frozen=True)
class TableLink:
    place: int
    progress: Text
    is_over: bool
    is_here: bool


def table_links(opened: OpenMatch) -> list[TableLink]:
    """Return links to the tables; empty if there is only one table or no deal to follow."""
    match, here = opened.match, shown_table(opened)
    is_now = bool(match.deals) or can_play(match.game, match.due_at(None))
    if len(match.tables) == 1 or not is_now:
        return []
    return [
        TableLink(place, panel.progress, panel.is_over, place == here)
        if panel
        else TableLink(place, _("not started"), is_over=False, is_here=place == here)
        for place, panel in enumerate(deal_views(match))
    ]


def shown_table(opened: OpenMatch) -> int:
    """Return the index of this phone's table.

    It is the one in the request, else the one at which the phone's owner sits, else the one that
    the phone showed last.
    """
    tables = opened.match.tables
    if len(tables) == 1:
        return 0
    asked, seat = request.values.get("table", ""), device.seat(opened.key)
    if asked in map(str, range(len(tables))):
        return int(asked)
    place = device.number("table", opened.key) if seat is None else seat // tables[0].seats
    return place if place < len(tables) else 0


class WayToPlay(NamedTuple):
    """Where the button left of *Record* leads."""

    endpoint: str
    table: int | None
    method: str = "post"

    @property
    def words(self) -> Text:
        if self.table is None:
            return _("Card by card")
        return _("Table {number}: each card", number=self.table + 1)


def way_to_play(opened: OpenMatch, match: Match, typed: Typed) -> WayToPlay | None:
    """Return how the deal that is due goes on before its figures are known.

    Facts are noted once they are complete, while the figures aren't typed. A deal of which all is
    known that its first card needs is followed at once; otherwise a page asks for it.
    """
    if not can_play(match.game, match.due_at(None)):
        return None
    form, known = playable_form_of(match.game), known_fields(match)

    def facts_at(place: int, fields: Typed) -> EntryRead:
        return form.before_play(match, None, {**fields, "table": str(place)})

    tables = [None] if len(match.tables) == 1 else range(len(match.tables))
    has_figures = form.in_short(match, None, typed) != form.in_short(match, None, known)
    for place, table in enumerate(() if has_figures else tables):
        facts, problems = facts_at(place, typed)
        is_followed = place in match.deals and match.deals[place].is_followed
        if (
            not is_followed
            and not problems
            and len(facts) > 1
            and facts != facts_at(place, known)[0]
        ):
            return WayToPlay("play.know", table)
    here = shown_table(opened)
    if facts_at(here, typed)[1]:
        return WayToPlay("play.facts", tables[here], "get")
    return WayToPlay("play.begin", tables[here])


def depends_on_table(opened: OpenMatch) -> Parts:
    """The parts of the match that a card or an entry depends on: not cards at other tables."""
    return FIGURES | {table_part(shown_table(opened))}
