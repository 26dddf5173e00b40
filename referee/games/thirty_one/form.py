"""The form for a Thirty-One round: who loses a life, or the value or cards of each hand."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from referee.core.cards import read_cards
from referee.core.findings import Points, error
from referee.core.game import NOTHING
from referee.core.text import Text, _, _p, joined, listed, ngettext, points
from referee.games.thirty_one.rules import (
    FIRE,
    GAME,
    HAND_SIZE,
    OUT,
    PACKS,
    Loss,
    Round,
    Table,
    ThirtyOneState,
    hand_size_problem,
    pack_problems,
    show_value,
)
from referee.matches.match import Match
from referee.web.forms.entry_form import Draft, EntryForm, EntryRead, Hint, figures_in_short
from referee.web.forms.fields import CardsField, SeatField, Typed, either, join_cards, split_cards
from referee.web.forms.views import Cell, CellsView
from referee.web.http.names import fitting


@dataclass(frozen=True)
class TypedHand:
    """What is typed for one player."""

    cards: list[str]
    text: str  # of the value
    figure: Points | None  # the text as a number
    worth: Points | None  # of the cards; None unless they are a hand of this pack

    @property
    def value(self) -> Points | None:
        return self.worth if self.figure is None else self.figure


def read_hand(match: Match, typed: Typed, seat: int) -> TypedHand:
    """Read a player's cards and value; `30.5`, `30,5` and `30½` mean the same."""
    shown = split_cards(typed.get(f"cards{seat}", ""))
    cards, faults = read_cards(shown, PACKS[match.setup.options.deck])
    is_hand = len(cards) == HAND_SIZE and not faults
    text = typed.get(f"value{seat}", "").strip()
    plain = text.replace(",", ".").replace("½", ".5").removeprefix(".5") or text
    figure: Points | None = None
    if re.fullmatch(r"\d{1,3}(\.\d)?", plain):
        whole, _point, half = plain.partition(".")
        figure = float(plain) if half.strip("0") else int(whole)
    worth = match.setup.options.worth(cards).value if is_hand else None
    return TypedHand(shown, text, figure, worth)


CLOSER: Final = SeatField("closer", "thirty-one.play")
LOSERS, VALUES, HANDS = "losers", "values", "hands"  # the ways to enter a round
WAYS: Final = (
    (LOSERS, _p("key", "Who loses")),
    (VALUES, _p("key", "By values")),
    (HANDS, _p("key", "By cards")),
)
NOTHING_ENTERED: Final = _("Tap who loses a life, or enter the hands or their values.")
MOST_DOTS: Final = 5


def way_of(data: Mapping[str, Any]) -> str:
    """Return how a round was entered; fire alone is entered by who has it."""
    if data.get("hands"):
        return HANDS
    given = [value for value in data.get("values") or () if value is not None]
    return LOSERS if given in ([], [FIRE]) else VALUES


def way_typed(typed: Typed) -> str:
    """Return the way in which something is entered: the chosen one, if that isn't empty."""
    filled = {name.rstrip("0123456789") for name, text in typed.items() if text.strip()}
    fields = {HANDS: {"cards"}, VALUES: {"value"}, LOSERS: {"loser", "aces"}}
    ways = [way for way, names in fields.items() if names & filled]
    chosen = typed.get("way", "")
    return chosen if chosen in ways or not ways else ways[0]


class ThirtyOneForm(EntryForm[Mapping[str, object]]):
    by_seat = ("cards", "value", "loser", CLOSER.name)

    def context(self, draft: Draft) -> Mapping[str, object]:
        players, state, typed = draft.match.players, draft.match.state_at(draft.id), draft.typed
        seats, cells, labels = [], [], fitting(players)
        for seat in state.playing:
            name, lives = players[seat], state.totals[seat]
            title = _("{name}’s cards", name=name)
            cards = CardsField(f"cards{seat}", title, HAND_SIZE, "AH KH 7S", label=name)
            left = ngettext("{n} life", "{n} lives", lives) if lives else _p("lives", "swims")
            dots = "●" * lives if 0 < lives <= MOST_DOTS else left
            seats.append((seat, name, labels[seat], left, dots, cards.show(typed)))
            cells.append(Cell(f"value{seat}", name, typed.get(f"value{seat}", ""), seat=seat))
        written = (each for each in reversed(draft.match.entries) if not each.is_struck)
        last = next((each.data for each in written if each.data["kind"] == "round"), None)
        return {
            "seats": seats,
            "value_cells": CellsView(
                VALUES, _p("field", "value"), cells, None, has_halves=True, enough=FIRE
            ),
            "ways": WAYS,
            "is_typed": bool(way_typed(typed)),
            "way": way_typed(typed) or (way_of(last) if last else LOSERS),
            "has_fire": draft.match.setup.options.fire or bool(typed.get("aces")),
        }

    def fill(self, data: Mapping[str, Any], _options: Any = None) -> Typed:
        typed = {"note": data.get("note") or "", "closer": str(data.get("closer", ""))}
        typed["way"] = way_of(data)
        for seat in data.get("losers") or ():
            typed[f"loser{seat}"] = "1"
        for seat, hand in enumerate(data.get("hands") or ()):
            typed[f"cards{seat}"] = join_cards(hand)
        values = data.get("values") or ()
        if typed["way"] == LOSERS and FIRE in values:
            return typed | {"aces": "1", f"loser{values.index(FIRE)}": "1"}
        for seat, value in enumerate(values):
            typed[f"value{seat}"] = points(value)
        return typed

    def read(self, match: Match, id: str | None, typed: Typed) -> EntryRead:
        """Read who loses a life, or else the cards if everyone's are entered, or else the values.

        A record holds all hands or none, so if some are missing, the others go into the note; so
        does what was entered before the table said who loses. After fire, no hand is missing.
        """
        data: dict[str, Any] = {"kind": "round"}
        every = {seat: read_hand(match, typed, seat) for seat in range(len(match.players))}
        hands = {seat: every[seat] for seat in match.state_at(id).playing}
        entered = {seat: hand for seat, hand in hands.items() if hand.cards or hand.text}
        noted = [
            f"{match.players[seat]}: {' '.join(hand.cards) or hand.text}"
            for seat, hand in entered.items()
        ]
        noted += ["31"] if typed.get("blitz") else []
        named = [seat for seat in every if typed.get(f"loser{seat}")]
        closer = CLOSER.read(typed, match.players)
        problems = list(closer.problems)
        if closer.value is not None:
            data["closer"] = closer.value
        way = way_typed(typed)
        if way == LOSERS and typed.get("aces"):
            data["values"] = [FIRE if seat in named else None for seat in every]
            if len(named) != 1:
                message = _("Tap the one player who has three aces.")
                problems.append(error("thirty-one.fire", message, field=LOSERS))
        elif way == LOSERS and named:
            data["losers"] = named
        elif not entered:
            return data, [error("thirty-one.play", NOTHING_ENTERED, field=way or LOSERS)]
        if way == LOSERS:
            return data | ({"note": "; ".join(noted)} if noted else {}), problems
        is_fire = match.setup.options.fire and any(hand.value == FIRE for hand in hands.values())
        is_whole = all(hand.cards for hand in (entered if is_fire else hands).values())
        if is_whole:
            data["hands"] = [
                hand.cards or None if seat in hands else None for seat, hand in every.items()
            ]
        elif any(hand.cards for hand in entered.values()):
            data["note"] = "; ".join(
                f"{match.players[seat]}: {' '.join(hand.cards)}"
                for seat, hand in entered.items()
                if hand.cards
            )
        if not is_whole or any(hand.figure is not None for hand in hands.values()):
            # A form typed without a connection may still have players who are out by now.
            data["values"] = [
                hand.value if seat in hands else hand.figure for seat, hand in every.items()
            ]
        for seat, hand in hands.items():
            name, message = match.players[seat], NOTHING
            if hand.figure is not None and hand.worth not in (None, hand.figure):
                cards = _("{name}’s cards ({value})", name=name, value=points(hand.worth))
                message = either(cards, _("the value {value}", value=points(hand.figure)))
            if hand.text and hand.figure is None:
                message = _(
                    "{name}: {text} is not a possible hand value.", name=name, text=hand.text[:20]
                )
            if message:
                problems.append(error("thirty-one.values", message, field="values", seats=[seat]))
        # Check the cards here too, because a record of values drops them.
        shown = {seat: hand.cards for seat, hand in hands.items()}
        problems += pack_problems(shown, PACKS[match.setup.options.deck])
        problems += [
            hand_size_problem(match.players[seat], seat, len(hand))
            for seat, hand in shown.items()
            if hand and len(hand) != HAND_SIZE
        ]
        return data, problems

    def hints(self, match: Match, id: str | None, typed: Typed) -> Mapping[str, Hint]:
        """Return the value of each player's cards, and what the round so far comes to."""
        state = match.state_at(id)
        hands = {seat: read_hand(match, typed, seat) for seat in state.playing}
        found: dict[str, Hint] = {f"cards{n}": points(each.worth) for n, each in hands.items()}
        data, problems = self.read(match, id, typed)
        if not problems:
            entry, row = match.judge(data, id)
            problems = [*row.problems]
        wrong = [each for each in problems if each.rule in ("thirty-one.values", "thirty-one.pack")]
        found["outcome"] = wrong[0] if wrong else ""
        if not problems and isinstance(entry, Round):
            found["outcome"] = outcome(match.setup, state, entry)
        return found

    def in_short(self, match: Match, id: str | None, typed: Typed) -> str:
        data, _problems = self.read(match, id, typed)
        playing = match.state_at(id).playing
        if "losers" in data:
            return figures_in_short("−1" if seat in data["losers"] else None for seat in playing)
        if way_typed(typed) == LOSERS and "values" in data:
            return figures_in_short(data["values"][seat] for seat in playing)
        hands = (read_hand(match, typed, seat) for seat in playing)
        return figures_in_short(points(hand.value) for hand in hands)

    def question_defaults(self, match: Match, _typed: Typed) -> dict[str, str]:
        playing = match.state_at(None).playing
        out = (seat for seat in range(len(match.players)) if seat not in playing)
        return {f"turns{seat}": "out" for seat in out}


FORM: Final = ThirtyOneForm()


# What a round comes to, said before it is recorded ------------------------------------------------


def outcome(setup: Table, state: ThirtyOneState, entry: Round) -> Text:
    """Say who has the lowest hand, who loses a life, and who is out then."""
    _worths, values, loss = GAME.reckon(setup, state, entry)
    sentences = []
    if loss.rule == "thirty-one.fire":
        names = _names(setup, (seat for seat, value in values.items() if value == FIRE))
        sentences.append(_("Fire: {names} has three aces.", names=names))
    elif values:
        lowest = min(values.values())
        names = _names(setup, (seat for seat, value in values.items() if value == lowest))
        sentences.append(_("Lowest: {names}, {value}.", names=names, value=show_value(lowest)))
    out = [seat for seat in sorted(loss.seats) if state.totals[seat] - 1 == OUT]
    if not loss.seats or len(out) < len(loss.seats) or loss.rule == "thirty-one.tied":
        sentences.append(_describe_losers(setup, loss))
    if out:
        names = _names(setup, out)
        sentences.append(ngettext("{names} is out.", "{names} are out.", len(out), names=names))
    return joined(sentences)


def _names(setup: Table, seats: Iterable[int]) -> Text:
    return listed([setup.players[seat] for seat in seats])


def _describe_losers(setup: Table, loss: Loss) -> Text:
    number, is_tied = len(loss.seats), loss.rule == "thirty-one.tied"
    if loss.rule == "thirty-one.all-out":
        return _("Nobody would be left, so the round doesn’t count.")
    if not number:
        return _("Nobody loses a life, as your table plays.")
    if is_tied and number == 2:
        return _("Both lose a life, as your table plays.")
    if is_tied:
        return _("Each of them loses a life, as your table plays.")
    names = _names(setup, sorted(loss.seats))
    return ngettext("{names} loses a life.", "{names} lose a life.", number, names=names)
