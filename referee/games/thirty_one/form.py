"""The form for a Thirty-One round: three cards or a hand value for each player still in."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from referee.core.cards import read_cards
from referee.core.findings import Points, error
from referee.core.game import NOTHING
from referee.core.text import _, _p, ngettext, points
from referee.games.thirty_one.rules import (
    HAND_SIZE,
    NO_HANDS,
    PACKS,
    hand_size_problem,
    pack_problems,
    possible_values,
)
from referee.matches.match import Match
from referee.web.forms.entry_form import Draft, EntryForm, EntryRead, figures_in_short
from referee.web.forms.fields import CardsField, SeatField, Typed, either, join_cards, split_cards
from referee.web.forms.views import KeysView
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


class ThirtyOneForm(EntryForm[Mapping[str, object]]):
    def context(self, draft: Draft) -> Mapping[str, object]:
        players, state = draft.match.players, draft.match.state_at(draft.id)
        hands = []
        for seat in state.playing:
            name, lives = players[seat], state.totals[seat]
            title = _("{name}’s cards", name=name)
            cards = CardsField(f"cards{seat}", title, HAND_SIZE, "AH KH 7S", label=name)
            left = ngettext("{n} life", "{n} lives", lives) if lives else _p("lives", "swims")
            shown = fitting(players)[seat]
            hands.append((seat, name, shown, left, cards.show(draft.typed)))
        keys = [*((str(seat), players[seat]) for seat in state.playing), ("", _p("key", "skip"))]
        closer = KeysView("closer", keys, draft.typed.get("closer", ""), "wide")
        return {"hands": hands, "closer": closer}

    def fill(self, data: Mapping[str, Any], _options: Any = None) -> Typed:
        typed = {"note": data.get("note") or "", "closer": str(data.get("closer", ""))}
        for seat, hand in enumerate(data.get("hands") or ()):
            typed[f"cards{seat}"] = join_cards(hand)
        for seat, value in enumerate(data.get("values") or ()):
            typed[f"value{seat}"] = points(value)
        return typed

    def read(self, match: Match, id: str | None, typed: Typed) -> EntryRead:
        """Read the cards if everyone's are entered, otherwise the hand values.

        A record holds all hands or none, so if some are missing, the others go into the note.
        """
        data: dict[str, Any] = {"kind": "round"}
        every = {seat: read_hand(match, typed, seat) for seat in range(len(match.players))}
        hands = {seat: every[seat] for seat in match.state_at(id).playing}
        if not any(hand.cards or hand.text for hand in hands.values()):
            return data, [NO_HANDS]
        is_whole = all(hand.cards for hand in hands.values())
        noted = [
            f"{match.players[seat]}: {' '.join(hand.cards)}"
            for seat, hand in hands.items()
            if hand.cards
        ]
        if is_whole:
            data["hands"] = [hands[seat].cards if seat in hands else None for seat in every]
        elif noted:
            data["note"] = "; ".join(noted)
        if not is_whole or any(hand.figure is not None for hand in hands.values()):
            # A form typed without a connection may still have players who are out by now.
            data["values"] = [
                hand.value if seat in hands else hand.figure for seat, hand in every.items()
            ]
        closer = CLOSER.read(typed, match.players)
        if closer.value is not None:
            data["closer"] = closer.value
        problems = list(closer.problems)
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

    def hints(self, match: Match, id: str | None, typed: Typed) -> dict[str, str]:
        """Return the value of each player's cards, or that the typed value is impossible."""
        options, found = match.setup.options, {}
        possible = possible_values(options.deck, options.valuation, options.fire)
        for seat in match.state_at(id).playing:
            hand = read_hand(match, typed, seat)
            found[f"cards{seat}"] = points(hand.worth)
            if hand.text:
                found[f"cards{seat}"] = "" if hand.figure in possible else _("not possible")
        return found

    def in_short(self, match: Match, id: str | None, typed: Typed) -> str:
        hands = (read_hand(match, typed, seat) for seat in match.state_at(id).playing)
        return figures_in_short(points(hand.value) for hand in hands)

    def question_defaults(self, match: Match, _typed: Typed) -> dict[str, str]:
        playing = match.state_at(None).playing
        out = (seat for seat in range(len(match.players)) if seat not in playing)
        return {f"turns{seat}": "out" for seat in out}


FORM: Final = ThirtyOneForm()
