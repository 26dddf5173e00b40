"""Form for a Thirty-One round: three cards or a hand value for each player still in."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from referee.core.cards import Pack, read_cards
from referee.core.findings import Points, error
from referee.core.text import _, _p, ngettext, points
from referee.games.thirty_one.rules import (
    HAND_SIZE,
    NO_HANDS,
    PACKS,
    Hand,
    ThirtyOneState,
    hand_size_problem,
    pack_problems,
    possible_values,
)
from referee.matches.match import Match
from referee.web.forms.entry_form import Draft, EntryForm, EntryRead, figures_in_short
from referee.web.forms.fields import (
    CardsField,
    Reading,
    SeatField,
    Typed,
    either,
    join_cards,
    split_cards,
)
from referee.web.forms.views import BoxesView, KeysView, PickerView
from referee.web.http.names import fitting_names


@dataclass(frozen=True)
class PointsField:
    name: str

    def text(self, typed: Typed) -> str:
        return typed.get(self.name, "").strip()

    def read(self, typed: Typed) -> Reading[Points]:
        """Read a hand value; `30.5`, `30,5` and `30½` mean the same."""
        text = self.text(typed)
        plain = text.replace(",", ".").replace("½", ".5").removeprefix(".5") or text
        if not re.fullmatch(r"\d{1,3}(\.\d)?", plain):
            return Reading()
        whole, _point, half = plain.partition(".")
        return Reading(float(plain) if half.strip("0") else int(whole))


CLOSER: Final = SeatField("closer", "thirty-one.play")


@dataclass(frozen=True)
class HandFormView:
    seat: int
    name: str
    shown: str  # shortened to fit beside the cards; screen readers get the full name
    lives: str
    cards: PickerView
    worth: BoxesView


@dataclass(frozen=True)
class ThirtyOneFormView:
    pack: Pack
    hands: tuple[HandFormView, ...]
    closer: KeysView


class ThirtyOneForm(EntryForm[ThirtyOneFormView]):
    def context(self, draft: Draft) -> ThirtyOneFormView:
        match, typed = draft.match, draft.typed
        state: ThirtyOneState = match.state_at(draft.id)
        shown = fitting_names(match.players)
        hands = []
        for seat in state.playing:
            name, lives = match.players[seat], state.totals[seat]
            title = _("{name}’s cards", name=name)
            cards = CardsField(f"cards{seat}", title, HAND_SIZE, "AH KH 7S", label=name)
            left = ngettext("{n} life", "{n} lives", lives) if lives else _p("lives", "swims")
            value = f"value{seat}"
            worth = BoxesView([(_p("field", "value"), value, typed.get(value, ""))], digits=5)
            hands.append(HandFormView(seat, name, shown[seat], left, cards.show(typed), worth))
        keys = [(str(each.seat), each.name) for each in hands]
        closer = KeysView(
            CLOSER.name, [*keys, ("", _p("key", "skip"))], typed.get(CLOSER.name, ""), "wide"
        )
        return ThirtyOneFormView(PACKS[match.seating.options.deck], tuple(hands), closer)

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
        playing: Sequence[int] = match.state_at(id).playing
        hands = {seat: split_cards(typed.get(f"cards{seat}", "")) for seat in playing}
        fields = {seat: PointsField(f"value{seat}") for seat in playing}
        figures = {seat: field.read(typed).value for seat, field in fields.items()}
        if not any(hands.values()) and not any(each.text(typed) for each in fields.values()):
            return data, [NO_HANDS]
        if all(hands.values()):
            data["hands"] = [hands.get(seat) for seat in range(len(match.players))]
        elif any(hands.values()):
            noted = (
                f"{match.players[seat]}: {' '.join(hand)}" for seat, hand in hands.items() if hand
            )
            data["note"] = "; ".join(noted)
        if not all(hands.values()) or any(value is not None for value in figures.values()):
            values = {seat: _value_of(match, hand, figures[seat]) for seat, hand in hands.items()}
            # A form typed without a connection may still have players who are out by now.
            out = set(range(len(match.players))) - values.keys()
            values |= {seat: PointsField(f"value{seat}").read(typed).value for seat in out}
            data["values"] = [values[seat] for seat in range(len(match.players))]
        closer = CLOSER.read(typed, match.players)
        if closer.value is not None:
            data[CLOSER.name] = closer.value
        problems = list(closer.problems)
        for seat, field in fields.items():
            figure, worth = figures[seat], _value_of(match, hands[seat], None)
            if figure is not None and worth not in (None, figure):
                cards = _("{name}’s cards ({value})", name=match.players[seat], value=points(worth))
                value = _("the value {value}", value=points(figure))
                wrong = error(
                    "thirty-one.values", either(cards, value), field="values", seats=[seat]
                )
                problems.append(wrong)
            if (text := field.text(typed)) and figures[seat] is None:
                message = _(
                    "{name}: {text} is not a possible hand value.",
                    name=match.players[seat],
                    text=text[:20],
                )
                problems.append(error("thirty-one.values", message, field="values", seats=[seat]))
        # Check the cards here too, because a record of values drops them.
        problems += pack_problems(hands, PACKS[match.seating.options.deck])
        for seat, hand in hands.items():
            if hand and len(hand) != HAND_SIZE:
                problems.append(hand_size_problem(match.players[seat], seat, len(hand)))
        return data, problems

    def hints(self, match: Match, id: str | None, typed: Typed) -> dict[str, str]:
        """Return a hint for each player.

        It shows the value of the cards, or says that the typed value is impossible.
        """
        options = match.seating.options
        found = {}
        for seat in match.state_at(id).playing:
            figure = PointsField(f"value{seat}")
            if figure.text(typed):
                possible = possible_values(options.deck, options.valuation, options.fire)
                is_possible = figure.read(typed).value in possible
                hint: str = "" if is_possible else _("not possible")
            else:
                hand = _read_hand(match, split_cards(typed.get(f"cards{seat}", "")))
                hint = points(options.worth(hand).value) if hand else ""
            found[f"cards{seat}"] = hint
        return found

    def in_short(self, match: Match, id: str | None, typed: Typed) -> str:
        values = []
        for seat in match.state_at(id).playing:
            figure = PointsField(f"value{seat}").read(typed).value
            hand = split_cards(typed.get(f"cards{seat}", ""))
            values.append(_value_of(match, hand, figure))
        return figures_in_short(map(points, values))

    def question_defaults(self, match: Match, _typed: Typed) -> dict[str, str]:
        playing = match.state_at(None).playing
        out = (seat for seat in range(len(match.players)) if seat not in playing)
        return {f"turns{seat}": "out" for seat in out}


def _value_of(match: Match, shown: Sequence[str], figure: Points | None) -> Points | None:
    """Return the typed value or, if there is none, the value of the cards."""
    hand = _read_hand(match, shown)
    if figure is None and hand:
        figure = match.seating.options.worth(hand).value
    return figure


def _read_hand(match: Match, shown: Sequence[str]) -> Hand | None:
    cards, faults = read_cards(shown, PACKS[match.seating.options.deck])
    return cards if len(cards) == HAND_SIZE and not faults else None


FORM: Final = ThirtyOneForm()
