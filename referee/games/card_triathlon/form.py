"""Card Triathlon's entry form, with the forms for C and D legs.

A C or D leg is entered as figures or as cards. The hands of a new D leg are laid out on pages of
their own (`hand_page`). When an old D leg is corrected, each seat has three fields instead: for
seat 0, `hand0` for the cards, `layout0` for the groups and `extra0` for the extra hand.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from referee.core.cards import Pack, read_cards
from referee.core.findings import Problem, error
from referee.core.game import NOTHING
from referee.core.text import Text, _, _p, ended, joined, listed, ngettext, plain, points, sentence
from referee.core.tricks import Play
from referee.core.validation import NotARecord
from referee.games.card_triathlon.bridge import form as bridge
from referee.games.card_triathlon.canasta.leg import RED_THREE_WORTH, read_meld
from referee.games.card_triathlon.figures import (
    BY_CARDS,
    THE_FIGURE,
    UNSCORED,
    FigureField,
    FiguresField,
    FiguresView,
    LegFormView,
    counting_problems,
    figures_view,
    first_figure,
    in_all,
    seats_view,
    sum_hints,
)
from referee.games.card_triathlon.flushes.groups import FlushRules, heading, is_entitled
from referee.games.card_triathlon.flushes.leg import OFFICES, ROUNDS, groups_of, offices
from referee.games.card_triathlon.leg import PLAY, due_leg, full_pack, full_worth, worth
from referee.matches.in_progress import HandInProgress, HandsInProgress, entry_of
from referee.matches.match import Match
from referee.web.forms.entry_form import (
    DealStanding,
    Draft,
    EntryRead,
    Hint,
    PlayableForm,
    figures_in_short,
    typed_anew,
)
from referee.web.forms.fields import (
    CountsField,
    HandsField,
    SeatField,
    Typed,
    either,
    join_cards,
    read_all,
    read_choice,
    split_cards,
)
from referee.web.forms.views import KeysView


class FiguresForm(ABC):
    """Base class for forms that take a C or D leg as figures.

    A form's summary shows the figures of its first field.
    """

    figures: ClassVar[tuple[FiguresField, ...]]

    def fill_figures(self, data: Mapping[str, Any]) -> dict[str, str]:
        typed: dict[str, str] = {}
        for field in self.figures:
            typed |= field.fill(data.get(field.name) or ())
        if data.get("unscored") is not None:
            typed[UNSCORED.name] = str(data["unscored"])
        return typed

    def fields_of(self, match: Match) -> list[FigureField]:
        seats = range(len(match.players))
        return [*(field.of(seat) for field in self.figures for seat in seats), UNSCORED]

    @abstractmethod
    def cards_worth(
        self, match: Match, typed: Typed, saved: HandsInProgress
    ) -> Mapping[FigureField, tuple[Text, int]]:
        """Return what the cards entered or saved are worth, described, by their figure's field."""

    def said(self, match: Match, typed: Typed) -> Text | None:
        """Describe something that was entered for this leg; None if nothing was."""
        cards = (text for text, _worth in self.cards_worth(match, typed, {}).values())
        return first_figure(typed, self.fields_of(match)) or next(cards, None)

    def doubts(
        self, match: Match, id: str | None, typed: Typed, saved: HandsInProgress
    ) -> list[Problem]:
        """Find figures that say something else than the cards, and unknown ways of entry."""
        way, anew = typed.get("by", "").strip(), typed_anew(match, id, typed)
        found = [*read_choice(way, way == "cards" or None, "by", PLAY).problems]
        of_cards, of_figures = (typed, anew) if way == "cards" else (anew, typed)
        for field, (cards, points_of) in self.cards_worth(match, of_cards, saved).items():
            figure = field.read(of_figures).value
            if figure not in (None, points_of):
                message = either(cards, THE_FIGURE.format(figure=figure))
                found.append(error(PLAY, message, field=field.blamed, seats=[field.seat]))
        return found

    def read_figures(self, match: Match, typed: Typed) -> EntryRead:
        readings = {field.name: field.read(typed, match.players) for field in self.figures}
        data: dict[str, Any] = {name: reading.value for name, reading in readings.items()}
        rest, wrong = self.read_unscored(typed)
        problems = [problem for reading in readings.values() for problem in reading.problems]
        there = Counter(worth([card]) for card in full_pack(len(match.players)).cards)
        counting = counting_problems(typed, self.fields_of(match), there)
        return data | rest, [*problems, *wrong, *counting]

    def read_unscored(self, typed: Typed) -> EntryRead:
        rest = UNSCORED.read(typed)
        return {} if rest.value is None else {"unscored": rest.value}, [*rest.problems]

    def figure_hints(self, match: Match, typed: Typed) -> dict[str, Hint]:
        names, seats = match.players, range(len(match.players))
        fields = {
            field.of(seat): joined((names[seat], *[field.things] * (len(self.figures) > 1)), ", ")
            for seat in seats
            for field in self.figures
        }
        fields[UNSCORED] = _p("things", "Unscored")
        optional = {each.name for each in self.figures if each.may_be_empty}
        needed = [each for each in fields if each.blamed not in optional]
        is_complete = all(each.read(typed).value is not None for each in needed)
        whole = full_worth(len(match.players))
        return sum_hints(typed, fields, 0, whole, is_complete=is_complete)

    def in_short(self, match: Match, typed: Typed) -> str:
        if typed.get("by") == "cards":
            return BY_CARDS
        return figures_in_short(self.figures[0].each(typed, match.players))


# The form of a C leg ------------------------------------------------------------------------------

MELDS: Final = 13
"""Maximum number of meld fields per player (one for each rank), unless an old leg has more."""
SPARE: Final = 3  # empty meld fields on a page; its script adds more
MOST_MELDS: Final = 72  # more melds than the cards can make
OUT: Final = SeatField("out", PLAY)
MELDED: Final = FiguresField("melded", _p("things", "melded"))
IN_HAND: Final = FiguresField("in_hand", _p("things", "held"), may_be_empty=True)
RED_THREES: Final = CountsField("red_threes", "card-triathlon.c.red-threes", _("red threes"))
HANDS: Final = HandsField("cards", 40)


@dataclass(frozen=True)
class CanastaFormView(LegFormView):
    figures: FiguresView
    out: KeysView
    pack: Pack
    melds: int  # maximum number of meld fields per player
    brought: tuple[int, ...]  # meld fields that the page starts with, by seat


class CanastaForm(FiguresForm):
    figures = (MELDED, IN_HAND)

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
            figures=figures_view(
                typed,
                [field.show(typed, match.players) for field in self.figures],
                full_worth(seats),
                rest=_("stock and discards"),
                sums=[f"player{seat}" for seat in range(seats)],
            ),
            out=seats_view(OUT.name, match.players, typed, _p("key", "nobody")),
            pack=full_pack(seats),
            melds=most,
            brought=tuple(brought),
        )

    def fill(self, data: Mapping[str, Any]) -> Typed:
        typed = self.fill_figures(data) | RED_THREES.fill(data.get("red_threes") or ())
        if data.get("out") is not None:
            typed |= OUT.fill(data["out"])
        if "melds" in data or "hands" in data:
            typed["by"] = "cards"
        for seat, melds in enumerate(data.get("melds") or ()):
            typed |= {f"meld{seat}_{at}": join_cards(meld) for at, meld in enumerate(melds)}
        return typed | HANDS.fill(data.get("hands") or ())

    def read(self, match: Match, id: str | None, typed: Typed) -> EntryRead:
        names = match.players
        data, problems = read_all([OUT], typed, names)
        problems += self.doubts(match, id, typed, {})
        if typed.get("by") == "cards":
            found, wrong = self.read_unscored(typed_anew(match, id, typed))
            return data | found | {
                "melds": [list(_typed_melds(typed, seat).values()) for seat in range(len(names))],
                "red_threes": RED_THREES.read(typed, names).value or [0] * len(names),
                "hands": HANDS.read(typed, names).value,
            }, [*problems, *wrong, *RED_THREES.unreadable(typed, names)]
        typed_figures, wrong = self.read_figures(match, typed)
        return data | typed_figures, problems + wrong

    def cards_worth(
        self, match: Match, typed: Typed, _saved: HandsInProgress
    ) -> Mapping[FigureField, tuple[Text, int]]:
        pack, names, found = full_pack(len(match.players)), match.players, {}
        hands = HANDS.read(typed, names).value or []
        threes = RED_THREES.each(typed, names)
        for seat, name in enumerate(names):
            melded = [card for meld in _typed_melds(typed, seat).values() for card in meld]
            own = worth(read_cards(melded, pack)[0]) + RED_THREE_WORTH * int(threes[seat] or 0)
            if own:
                found[MELDED.of(seat)] = _("{name}’s melds ({points})", name=name, points=own), own
            if held := worth(read_cards(hands[seat], pack)[0]):
                text = _("{name}’s hand ({points})", name=name, points=held)
                found[IN_HAND.of(seat)] = text, held
        return found

    def hints(self, match: Match, id: str | None, typed: Typed) -> dict[str, Hint]:
        whole, seats = full_worth(len(match.players)), range(len(match.players))
        if typed.get("by") != "cards":
            found = self.figure_hints(match, typed)
            for seat in seats:
                melded, held = (field.of(seat).read(typed).value for field in (MELDED, IN_HAND))
                found[f"player{seat}"] = "" if melded is None else plain(melded - (held or 0))
            return found
        found = _meld_hints(match, typed) | {f"sum{seat}": "" for seat in seats}
        found |= {"bar0": in_all(whole), "doubts0": NOTHING}
        data, problems = self.read(match, id, typed)
        if problems:
            return found | {"doubts0": problems[0].message}
        try:
            row = match.judge({"kind": "c-leg", **data}, id)[1]
        except NotARecord as refused:
            return found | {"doubts0": str(refused)}
        wrong = [problem for problem in row.problems if problem.severity == "error"]
        if wrong:
            return found | {"doubts0": wrong[0]}
        rest = row.cells[-2] or 0
        bar = _(
            "{counted} of {whole} melded or in hand, {rest} unscored",
            counted=points(whole - rest),
            whole=points(whole),
            rest=points(rest),
        )
        sums = {f"sum{seat}": points(row.cells[seat] or 0) for seat in seats}
        return found | sums | {"bar0": bar}


def _typed_melds(typed: Typed, seat: int) -> dict[str, list[str]]:
    fields = (f"meld{seat}_{place}" for place in range(MOST_MELDS))
    return {field: cards for field in fields if (cards := split_cards(typed.get(field, "")))}


def _meld_hints(match: Match, typed: Typed) -> dict[str, Hint]:
    pack, out = full_pack(len(match.players)), OUT.read(typed, match.players).value
    found: dict[str, Hint] = {}
    for seat, texts in enumerate(HANDS.read(typed, match.players).value or ()):
        hand, _unused = read_cards(texts, pack)
        found[f"cards{seat}"] = _("{worth} in hand", worth=points(worth(hand))) if hand else ""
        found |= {name: "" for name in typed if name.startswith(f"meld{seat}_")}
        for field, cards in _typed_melds(typed, seat).items():
            read, faults = read_cards(cards, pack)
            if faults:
                found[field] = error("card-triathlon.pack", sentence(faults[0]))
                continue
            meld = read_meld(read, match.seating.options.c_most_wild, going_out=seat == out)
            if meld.faults:
                wrong = listed([fault.because for fault in meld.faults])
                message = ended(sentence(wrong))
                found[field] = error(meld.faults[0].rule, message)
                continue
            values = {"natural": meld.natural, "wild": meld.wild, "value": points(meld.value)}
            template = _("{natural} natural, {wild} wild: {value} points")
            if meld.is_seven:
                template = _("{natural} natural, {wild} wild: {value} points, seven of a kind")
            found[field] = template.format(**values)
    return found


# The form of a D leg ------------------------------------------------------------------------------

SCORED: Final = FiguresField("scored", _p("things", "scored"))
BUCK: Final = SeatField("buck")  # to show who does what in each round; not recorded
SEPARATOR: Final = "|"  # between two groups in a field


@dataclass(frozen=True)
class HandRow:
    seat: int
    name: str
    is_laid: bool = False
    score: int = 0
    groups: Text = NOTHING
    is_own: bool = False  # the player's own layout instead of the best
    is_entitled: bool = False
    extra: int | None = None


def hand_row(match: Match, seat: int, hands: HandsInProgress) -> HandRow:
    laid, name = hands.get(seat), match.players[seat]
    if laid is None:
        return HandRow(seat, name)
    groups, extra = groups_of(match.seating, laid.hand, laid.layout), None
    if laid.extra is not None:
        extra = sum(group.score for group in groups_of(match.seating, laid.extra))
    return HandRow(
        seat,
        name,
        is_laid=True,
        score=sum(group.score for group in groups),
        groups=listed(list(map(heading, groups))),
        is_own=laid.layout is not None,
        is_entitled=is_entitled(groups, FlushRules.from_options(match.seating.options)),
        extra=extra,
    )


def hand_fields(seat: int, laid: HandInProgress) -> dict[str, str]:
    groups = ""
    if laid.layout is not None:
        groups = f" {SEPARATOR} ".join(map(join_cards, laid.layout)) or SEPARATOR
    return {
        f"hand{seat}": join_cards(laid.hand),
        f"layout{seat}": groups,
        f"extra{seat}": join_cards(laid.extra),
    }


def typed_hands(match: Match, typed: Typed) -> HandsInProgress:
    """Return the hands entered, by seat; if only a layout was entered, its cards are the hand."""
    found = {}
    for seat in range(len(match.players)):
        text = typed.get(f"layout{seat}", "")
        layout: tuple[tuple[str, ...], ...] | None = None
        if text.strip():  # a bare separator is a layout without groups
            groups = (tuple(split_cards(group)) for group in text.split(SEPARATOR))
            layout = tuple(filter(None, groups))
        hand = split_cards(typed.get(f"hand{seat}", "")) or [
            card for group in layout or () for card in group
        ]
        if hand or layout is not None:  # a layout without groups needs no cards
            extra = tuple(split_cards(typed.get(f"extra{seat}", ""))) or None
            found[seat] = HandInProgress(tuple(hand), layout, extra)
    return found


def _read_hands(match: Match, hands: HandsInProgress) -> EntryRead:
    missing = [seat for seat in range(len(match.players)) if seat not in hands]
    if not missing:
        return entry_of(hands, len(match.players)), []
    message = ngettext(
        "Enter {names}’s hand.",
        "Enter the hands of {names}.",
        len(missing),
        names=listed([match.players[seat] for seat in missing]),
    )
    return {}, [error("card-triathlon.play", message, field="hands", seats=missing)]


@dataclass(frozen=True)
class FlushFormView(LegFormView):
    pack: Pack
    figures: FiguresView
    buck: KeysView
    rounds: int
    by: str
    laid: tuple[HandRow, ...]
    conflicts: tuple[Problem, ...]  # cards laid out more often than the packs have them


class FlushForm(FiguresForm):
    figures = (SCORED,)

    def context(self, draft: Draft) -> FlushFormView:
        match, typed, seats = draft.match, draft.typed, len(draft.match.players)
        laid = [card for each in match.hands.values() for card in (*each.hand, *(each.extra or ()))]
        _cards, faults = read_cards(laid, full_pack(seats))
        return FlushFormView(
            leg="D",
            pack=full_pack(seats),
            figures=figures_view(
                typed,
                [SCORED.show(typed, match.players)],
                full_worth(seats),
                rest=_("all other cards"),
                of_player=_("{name}’s scoring cards"),
            ),
            buck=seats_view(BUCK.name, match.players, typed),
            rounds=ROUNDS,
            by="cards" if match.hands else "",
            laid=tuple(hand_row(match, seat, match.hands) for seat in range(seats)),
            conflicts=tuple(error("card-triathlon.pack", each, field="hands") for each in faults),
        )

    def fill(self, data: Mapping[str, Any]) -> Typed:
        typed = self.fill_figures(data)
        if "hands" in data or "layouts" in data:
            typed["by"] = "cards"
        every = [data.get(name) or [] for name in ("hands", "layouts", "extra")]
        for seat in range(max(map(len, every))):
            hand, layout, extra = (values[seat] if seat < len(values) else None for values in every)
            groups = None if layout is None else tuple(map(tuple, layout))
            laid = HandInProgress(tuple(hand or ()), groups, tuple(extra) if extra else None)
            typed |= hand_fields(seat, laid)
        return typed

    def read(self, match: Match, id: str | None, typed: Typed) -> EntryRead:
        saved = match.hands if id is None else {}
        doubts = self.doubts(match, id, typed, saved)
        if typed.get("by") == "cards":
            rest, wrong = self.read_unscored(typed_anew(match, id, typed))
            data, problems = _read_hands(match, saved or typed_hands(match, typed))
            for seat in range(0 if saved else len(data.get("hands", ()))):
                if not split_cards(typed.get(f"hand{seat}", "")):
                    data["hands"][seat] = None  # only the layout is known
            return data | rest, [*doubts, *problems, *wrong]
        data, problems = self.read_figures(match, typed)
        return data, doubts + problems

    def cards_worth(
        self, match: Match, typed: Typed, saved: HandsInProgress
    ) -> Mapping[FigureField, tuple[Text, int]]:
        found = {}
        for seat, name in enumerate(match.players):
            row = hand_row(match, seat, saved or typed_hands(match, typed))
            if row.is_laid:
                scored = row.score + (row.extra or 0)
                text = _("{name}’s hand ({points})", name=name, points=scored)
                found[SCORED.of(seat)] = text, scored
        return found

    def hints(self, match: Match, _id: str | None, typed: Typed) -> dict[str, Hint]:
        found: dict[str, Hint] = {}
        if typed.get("by") == "cards":
            hands = typed_hands(match, typed)
            for seat in range(len(match.players)):
                if f"hand{seat}" not in typed:
                    continue
                row = hand_row(match, seat, hands)
                found[f"hand{seat}"] = _hand_hint(row) if row.is_laid else NOTHING
        else:
            found = self.figure_hints(match, typed)
        buck, seats = BUCK.read(typed, match.players).value, len(match.players)
        if buck is None or buck >= seats:
            return found
        template = _(
            "{buck} is Buck and gathers the cards, {shuffles} shuffles, {cuts} cuts, {deals} deals"
        )
        for number in range(1, ROUNDS + 1):
            held = offices(buck, number, seats)
            names = {office: match.players[held[office]] for office in OFFICES}
            found[f"round{number}"] = template.format(**names)
        return found


def _hand_hint(row: HandRow) -> Text:
    if row.is_entitled and row.extra is None:
        template = _("{score}: {groups}. An extra hand is due.")
        return template.format(score=row.score, groups=row.groups)
    score = (
        joined([str(row.score)])
        if row.extra is None
        else _("{score} and {extra}", score=row.score, extra=row.extra)
    )
    return joined(filter(None, (score, row.groups)), ": ")


# The leg that is due ------------------------------------------------------------------------------

BRIDGE: Final = bridge.BridgeForm()
FORMS: Final[Mapping[str, bridge.BridgeForm | CanastaForm | FlushForm]] = {
    "b-leg": BRIDGE,
    "c-leg": CanastaForm(),
    "d-leg": FlushForm(),
}
TIME: Final = "time"


class CardTriathlonForm(PlayableForm[LegFormView]):
    """Form for the leg that is due, or for correcting an old leg."""

    def context(self, draft: Draft) -> LegFormView:
        form = FORMS.get(kind_of(draft.match, draft.id))
        return LegFormView() if form is None else form.context(draft)

    def fill(self, data: Mapping[str, Any], _options: Any = None) -> Typed:
        typed = {"note": data.get("note") or ""}
        if data.get("partial"):
            typed["clock"] = "partial"
        form = FORMS.get(data["kind"])
        return typed if form is None else {**typed, **form.fill(data)}

    def read(self, match: Match, id: str | None, typed: Typed) -> EntryRead:
        kind = kind_of(match, id)
        form = FORMS.get(kind)
        if form is None or (id is None and typed.get("clock") == TIME):
            if said := form and form.said(match, typed):
                message = either(_("“no leg under way”"), said)
                return {"kind": TIME}, [error(PLAY, message, field="clock")]
            return {"kind": TIME}, []
        data: dict[str, Any] = {"kind": kind}
        if typed.get("clock") == "partial":
            data["partial"] = True
        of_leg, problems = form.read(match, id, typed)
        clock = typed.get("clock", "").strip()
        unknown = read_choice(clock, clock == "partial" or None, "clock", PLAY).problems
        return data | of_leg, [*problems, *unknown]

    def hints(self, match: Match, id: str | None, typed: Typed) -> Mapping[str, Hint]:
        form = FORMS.get(kind_of(match, id))
        return {} if form is None else form.hints(match, id, typed)

    def in_short(self, match: Match, id: str | None, typed: Typed) -> str:
        form = FORMS.get(kind_of(match, id))
        return "" if form is None else form.in_short(match, typed)

    def question_defaults(self, match: Match, typed: Typed) -> dict[str, str]:
        leg = due_leg(match.seating, match.state_at(None))
        if leg != "B":
            return {"leg": leg} if leg else {}
        return {"leg": leg, **BRIDGE.question_defaults(match, typed, table_number(match, typed))}

    # A B leg card by card ------------------------------------------------------------------------

    def before_play(self, match: Match, _id: str | None, typed: Typed) -> EntryRead:
        part, problems = BRIDGE.before_play(match, typed, table_number(match, typed))
        return {"kind": "b-leg", **part}, problems

    def before_play_hints(self, match: Match, typed: Typed) -> Mapping[str, Hint]:
        """Return the contract hint or, when an old leg's cards are corrected, all hints."""
        if "facts" not in typed:
            return self.hints(match, typed.get("entry"), typed)
        table = table_number(match, typed)
        return {f"contract{table}": bridge.contract_hint(match, typed, table)}

    def standing(self, match: Match, place: int, _play: Play) -> DealStanding:
        return bridge.standing(match, place)

    def finished(self, match: Match, data: dict[str, Any]) -> dict[str, Any]:
        return bridge.add_cards_aside(match, data)


def kind_of(match: Match, id: str | None) -> str:
    old = None if id is None else match.entry(id)
    if old is not None:
        return str(old.data["kind"])
    leg = due_leg(match.seating, match.state_at(id))
    return f"{leg.lower()}-leg" if leg else TIME


def table_number(match: Match, typed: Typed) -> int:
    """Return the requested table of a B leg, counted from 0."""
    return 1 if typed.get("table") == "1" and len(match.tables) > 1 else 0


FORM: Final = CardTriathlonForm()
