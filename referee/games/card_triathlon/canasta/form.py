"""The form of a C leg: what each player has melded and holds, in figures or with the cards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from referee.core.cards import Pack, read_cards
from referee.core.findings import Problem, error
from referee.core.text import listed, plain, points, said, sentence
from referee.core.validation import NotARecord
from referee.games.card_triathlon import figures
from referee.games.card_triathlon.canasta.leg import count_red_threes, read_meld
from referee.games.card_triathlon.figures import (
    BY_CARDS,
    UNSCORED,
    FiguresField,
    FiguresView,
    LegFormView,
    figures_view,
    seats_view,
)
from referee.games.card_triathlon.leg import full_pack, full_worth, worth
from referee.matches.match import Match
from referee.web.forms.entry_form import Draft, EntryRead, Hint, figures_in_short
from referee.web.forms.fields import (
    CountsField,
    HandsField,
    SeatField,
    Typed,
    join_cards,
    split_cards,
)
from referee.web.forms.views import KeysView

MELDS: Final = 13
"""Fields for melds of each player, one for each rank; more where an old leg has more."""
SPARE: Final = 3
"""Empty ones of these fields on a page; scripts add more."""
MOST_MELDS: Final = 72
"""No more can be made of all cards."""
OUT: Final = SeatField("out")
MELDED: Final = FiguresField("melded")
IN_HAND: Final = FiguresField("in_hand", may_be_empty=True, things="held")
RED_THREES: Final = CountsField("red_threes", "card-triathlon.c.red-threes", "red threes")
HANDS: Final = HandsField("cards", 40)


@dataclass(frozen=True)
class CanastaFormView(LegFormView):
    figures: FiguresView
    out: KeysView
    pack: Pack
    melds: int
    """The most fields for melds that a player can have."""
    brought: tuple[int, ...]
    """How many of them the page starts with, by seat."""
    red_threes: int


class CanastaForm:
    def context(self, draft: Draft) -> CanastaFormView:
        match, typed = draft.match, draft.typed
        seats = len(match.players)
        old = None if draft.id is None else match.entry(draft.id)
        numbers = map(len, old.data.get("melds") or ()) if old else ()
        most = max((MELDS, *numbers))
        brought = []
        for seat in range(seats):
            used = [place for place in range(most) if typed.get(f"meld{seat}_{place}")]
            brought.append(min(most, (used[-1] + 1 if used else 0) + SPARE))
        return CanastaFormView(
            leg="C",
            is_timed=match.seating.options.plan.is_timed,
            most=None,
            figures=figures_view(
                typed,
                [field.show(typed, match.players) for field in (MELDED, IN_HAND)],
                full_worth(seats),
                rest="stock and discards",
                sums=[f"player{seat}" for seat in range(seats)],
            ),
            out=seats_view(OUT.name, match.players, typed, "nobody"),
            pack=full_pack(seats),
            melds=most,
            brought=tuple(brought),
            red_threes=count_red_threes(seats),
        )

    def fill(self, data: Mapping[str, Any]) -> Typed:
        typed: dict[str, str] = {}
        for field in (OUT, MELDED, IN_HAND, RED_THREES):
            if data.get(field.name) is not None:
                typed |= field.fill(data[field.name])
        if data.get("unscored") is not None:
            typed |= UNSCORED.fill(data["unscored"])
        if "melds" in data or "hands" in data:
            typed["by"] = "cards"
        for seat, melds in enumerate(data.get("melds") or ()):
            typed |= {f"meld{seat}_{at}": join_cards(meld) for at, meld in enumerate(melds)}
        return typed | HANDS.fill(data.get("hands") or ())

    def read(self, match: Match, _id: str | None, typed: Typed) -> EntryRead:
        names = match.players
        out = OUT.read(typed, names).value
        data: dict[str, Any] = {} if out is None else {"out": out}
        if typed.get("by") == "cards":
            return data | {
                "melds": [list(_typed_melds(typed, seat).values()) for seat in range(len(names))],
                "red_threes": [count or 0 for count in RED_THREES.each(typed, names)],
                "hands": HANDS.read(typed, names).value,
            }, []
        problems: list[Problem] = []
        for field in (MELDED, IN_HAND):
            reading = field.read(typed, names)
            data[field.name] = reading.value
            problems += reading.problems
        rest = UNSCORED.read(typed)
        if rest.value is not None:
            data["unscored"] = rest.value
        return data, [*problems, *rest.problems]

    def in_short(self, match: Match, typed: Typed) -> str:
        if typed.get("by") == "cards":
            return BY_CARDS
        return figures_in_short(MELDED.each(typed, match.players))

    def hints(self, match: Match, id: str | None, typed: Typed) -> dict[str, Hint]:
        if typed.get("by") == "cards":
            return _meld_hints(match, typed) | self._sum_hints(match, id, typed)
        fields = {
            field.of(seat): f"{name}, {what}"
            for seat, name in enumerate(match.players)
            for field, what in ((MELDED, "melded"), (IN_HAND, "in hand"))
        }
        fields[UNSCORED] = "Unscored"
        needed = [UNSCORED, *map(MELDED.of, range(len(match.players)))]
        is_complete = all(field.read(typed).value is not None for field in needed)
        whole = full_worth(len(match.players))
        found = figures.hints(typed, fields, 0, whole, is_complete=is_complete)
        for seat in range(len(match.players)):
            melded, held = (field.of(seat).read(typed).value for field in (MELDED, IN_HAND))
            found[f"player{seat}"] = "" if melded is None else plain(melded - (held or 0))
        return found

    def _sum_hints(self, match: Match, id: str | None, typed: Typed) -> dict[str, Hint]:
        whole, seats = full_worth(len(match.players)), range(len(match.players))
        empty: dict[str, Hint] = {f"sum{seat}": "" for seat in seats}
        empty |= {"bar0": figures.in_all(whole), "doubts0": ""}
        data, _ = self.read(match, id, typed)
        try:
            _, row = match.judge({"kind": "c-leg", **data}, id)
        except NotARecord as refused:
            return empty | {"doubts0": str(refused)}
        wrong = [problem for problem in row.problems if problem.severity == "error"]
        if wrong:
            return empty | {"doubts0": wrong[0]}
        rest = row.cells[-2] or 0
        bar = said(
            "{told} of {whole} laid down or in hand; {rest} unscored",
            told=points(whole - rest),
            whole=points(whole),
            rest=points(rest),
        )
        sums = {f"sum{seat}": points(row.cells[seat] or 0) for seat in seats}
        return empty | sums | {"bar0": bar}


def _typed_melds(typed: Typed, seat: int) -> dict[str, list[str]]:
    fields = (f"meld{seat}_{place}" for place in range(MOST_MELDS))
    return {field: cards for field in fields if (cards := split_cards(typed.get(field, "")))}


def _meld_hints(match: Match, typed: Typed) -> dict[str, Hint]:
    pack, out = full_pack(len(match.players)), OUT.read(typed, match.players).value
    found: dict[str, Hint] = {}
    for seat, texts in enumerate(HANDS.read(typed, match.players).value or ()):
        hand, _ = read_cards(texts, pack)
        found[f"cards{seat}"] = said("{worth} in hand", worth=points(worth(hand))) if hand else ""
        found |= {name: "" for name in typed if name.startswith(f"meld{seat}_")}
        for field, cards in _typed_melds(typed, seat).items():
            read, faults = read_cards(cards, pack)
            if faults:
                found[field] = error("card-triathlon.pack", sentence(faults[0]))
                continue
            meld = read_meld(read, match.seating.options.c_most_wild, going_out=seat == out)
            if meld.faults:
                wrong = listed([fault.because for fault in meld.faults])
                message = said("{wrong}.", wrong=sentence(wrong))
                found[field] = error(meld.faults[0].rule, message)
                continue
            values = {"natural": meld.natural, "wild": meld.wild, "value": points(meld.value)}
            template = "{natural} natural, {wild} wild: {value}"
            if meld.is_seven:
                template = "{natural} natural, {wild} wild: {value}, the seven of a kind"
            found[field] = said(template, **values)
    return found


FORM: Final = CanastaForm()
