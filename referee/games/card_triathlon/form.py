"""Card Triathlon's entry form, with a form for each kind of leg.

A C or D leg is entered as figures or as cards. The hands of a new D leg are laid out on pages of
their own (`hand_page`). When an old D leg is corrected, each seat has three fields instead: for
seat 0, `hand0` for the cards, `layout0` for the groups and `extra0` for the extra hand.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, ClassVar, Final

from referee.core.cards import read_cards
from referee.core.findings import Problem, error
from referee.core.game import NOTHING
from referee.core.text import Text, _, _p, ended, joined, listed, ngettext, points, sentence
from referee.core.tricks import Play
from referee.core.validation import NotARecord
from referee.games.card_triathlon.bridge.form import (
    BridgeForm,
    TableForm,
    add_cards_aside,
    table_in_progress,
    table_number,
)
from referee.games.card_triathlon.canasta.leg import RED_THREE_WORTH, read_meld
from referee.games.card_triathlon.figures import (
    BY_CARDS,
    IN_ALL,
    THE_FIGURE,
    FigureField,
    FiguresField,
    FiguresView,
    TableFigures,
    contradiction,
    seats_view,
    unknown_choice,
)
from referee.games.card_triathlon.flushes.groups import FlushRules, heading, is_entitled
from referee.games.card_triathlon.flushes.leg import OFFICES, ROUNDS, groups_of, offices
from referee.games.card_triathlon.leg import PACK, PLAY, due_leg, full_pack, team_names, worth
from referee.matches.match import Match
from referee.matches.match_state import HandInProgress, HandsInProgress, entry_of
from referee.web.forms.entry_form import (
    Draft,
    EntryRead,
    Hint,
    PlayableForm,
    SideOfDeal,
    StateOfPlay,
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
    split_cards,
)
from referee.web.forms.views import KeysView
from referee.web.http.names import fitting, labels

CardsWorth = Mapping[FigureField, tuple[Text, int]]
"""What cards are worth, described, by the field of the figure that they determine."""


@lru_cache
def _values(seats: int) -> Counter[int]:
    """Return the number of cards of each worth in a C or D leg."""
    return Counter(worth([card]) for card in full_pack(seats).cards)


class FiguresForm(ABC):
    """Base class for the forms of C and D legs, which are entered as figures or as cards.

    A form holds what is typed for one leg: `id` is the id of the entry to correct, None if new. Its
    summary shows the figures of the first row.
    """

    leg: ClassVar[str]
    rows: ClassVar[tuple[FiguresField, ...]]
    most: ClassVar = None  # figures are typed digit by digit

    def __init__(self, match: Match, id: str | None, typed: Typed) -> None:
        self.match, self.id, self.typed, self.names = match, id, typed, match.players
        self.pack = full_pack(len(match.players))
        self.is_by_cards = typed.get("by", "").strip() == "cards"
        self.saved = match.hands if id is None else {}
        self.figures = TableFigures(self.rows, match.players, _values(len(match.players)))

    @classmethod
    @abstractmethod
    def fill(cls, data: Mapping[str, Any]) -> dict[str, str]: ...

    @abstractmethod
    def read_cards(self, unscored: EntryRead) -> EntryRead:
        """Read the leg by cards, beside the unscored points."""

    @abstractmethod
    def cards_worth(self, typed: Typed, saved: HandsInProgress) -> CardsWorth:
        """Return what the cards typed or saved are worth."""

    @abstractmethod
    def hints(self) -> dict[str, Hint]: ...

    @classmethod
    def fill_figures(cls, data: Mapping[str, Any]) -> dict[str, str]:
        return TableFigures(cls.rows, (), Counter()).fill(data)

    @property
    def cache_key(self) -> object:
        return self.leg, self.saved

    @cached_property
    def changed(self) -> Typed:
        """The input without what a correction leaves as it is recorded."""
        return typed_anew(self.match, self.id, self.typed)

    @property
    def entered(self) -> Text | None:
        """Something that was entered for this leg, described; None if nothing was."""
        cards = (text for text, _worth in self.cards_worth(self.typed, {}).values())
        return self.figures.first_figure(self.typed) or next(cards, None)

    @property
    def in_short(self) -> str:
        if self.is_by_cards:
            return BY_CARDS
        return figures_in_short(self.rows[0].each(self.typed, self.names))

    def read(self) -> EntryRead:
        problems = self.disagreements()
        if self.is_by_cards:
            data, wrong = self.read_cards(self.figures.read_unscored(self.changed))
            return data, problems + wrong
        data = {}
        for row in self.rows:
            reading = row.read(self.typed, self.names)
            data[row.name] = reading.value
            problems += reading.problems
        unscored, wrong = self.figures.read_unscored(self.typed)
        counting = self.figures.counting_problems(self.typed)
        return data | unscored, [*problems, *wrong, *counting]

    def disagreements(self) -> list[Problem]:
        """Find figures that say something else than the cards, and unknown ways of entry."""
        found = [*unknown_choice(self.typed, "by", "cards")]
        pair = (self.typed, self.changed)
        of_cards, of_figures = pair if self.is_by_cards else reversed(pair)
        for field, (cards, points_of) in self.cards_worth(of_cards, self.saved).items():
            figure = field.value(of_figures)
            if figure not in (None, points_of):
                message = either(cards, THE_FIGURE.format(figure=figure))
                found.append(error(PLAY, message, field=field.blamed, seats=[field.seat]))
        return found

    def figure_hints(self) -> dict[str, Hint]:
        rows = [row.each(self.typed, self.names) for row in self.rows if not row.may_be_empty]
        has_all = not any(None in row for row in rows)
        is_complete = has_all and self.figures.unscored.value(self.typed) is not None
        return self.figures.hints(self.typed, has_all=has_all, is_complete=is_complete)


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
NO_CARDS: Final = _("No card has been entered yet.")


class CanastaForm(FiguresForm):
    leg = "C"
    rows = (MELDED, IN_HAND)

    @property
    def most_melds(self) -> int:
        """Maximum number of meld fields per player."""
        old = None if self.id is None else self.match.entry(self.id)
        return max([MELDS, *map(len, (old and old.data.get("melds")) or ())])

    @property
    def shown_melds(self) -> list[int]:
        """The number of meld fields that the page starts with, by seat."""
        shown = []
        for seat in range(len(self.names)):
            numbers = range(self.most_melds)
            used = [number for number in numbers if self.typed.get(f"meld{seat}_{number}")]
            shown.append(min(self.most_melds, (used[-1] + 1 if used else 0) + SPARE))
        return shown

    @property
    def figures_view(self) -> FiguresView:
        rows = [row.show(self.typed, self.names) for row in self.rows]
        return self.figures.view(self.typed, rows)

    @classmethod
    def fill(cls, data: Mapping[str, Any]) -> dict[str, str]:
        typed = cls.fill_figures(data) | RED_THREES.fill(data.get("red_threes") or ())
        if data.get("out") is not None:
            typed |= OUT.fill(data["out"])
        if "melds" in data or "hands" in data:
            typed["by"] = "cards"
        for seat, melds in enumerate(data.get("melds") or ()):
            typed |= {f"meld{seat}_{at}": join_cards(meld) for at, meld in enumerate(melds)}
        return typed | HANDS.fill(data.get("hands") or ())

    def read(self) -> EntryRead:
        out = OUT.read(self.typed, self.names)
        data, problems = super().read()
        return ({} if out.value is None else {"out": out.value}) | data, [*out.problems, *problems]

    def read_cards(self, unscored: EntryRead) -> EntryRead:
        seats = range(len(self.names))
        cards = {
            "melds": [list(_typed_melds(self.typed, seat).values()) for seat in seats],
            "red_threes": RED_THREES.read(self.typed, self.names).value or [0] * len(seats),
            "hands": HANDS.read(self.typed, self.names).value,
        }
        if not any(any(each or ()) for each in cards.values()):
            unscored[1].append(error(PLAY, NO_CARDS))
        return unscored[0] | cards, [*unscored[1], *RED_THREES.unreadable(self.typed, self.names)]

    def cards_worth(self, typed: Typed, _saved: HandsInProgress) -> CardsWorth:
        found = {}
        hands = HANDS.read(typed, self.names).value or []
        threes = RED_THREES.each(typed, self.names)
        for seat, name in enumerate(self.names):
            melded = [card for meld in _typed_melds(typed, seat).values() for card in meld]
            own = worth(read_cards(melded, self.pack)[0])
            own += RED_THREE_WORTH * int(threes[seat] or 0)
            if own:
                found[MELDED.of(seat)] = _("{name}’s melds ({points})", name=name, points=own), own
            if held := worth(read_cards(hands[seat], self.pack)[0]):
                text = _("{name}’s hand ({points})", name=name, points=held)
                found[IN_HAND.of(seat)] = text, held
        return found

    def hints(self) -> dict[str, Hint]:
        if not self.is_by_cards:
            return self.figure_hints()
        seats, whole = range(len(self.names)), self.figures.whole
        found = self.meld_hints() | {f"sum{seat}": "" for seat in seats}
        found |= {"bar0": IN_ALL.format(whole=points(whole)), "doubts0": NOTHING}
        data, problems = self.read()
        if problems:
            said = problems[0].message
            return found | {"bar0" if said is NO_CARDS else "doubts0": said}
        try:
            row = self.match.judge({"kind": "c-leg", **data}, self.id)[1]
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

    def meld_hints(self) -> dict[str, Hint]:
        """Return what each meld and hand is worth, or why a meld is none."""
        out = OUT.read(self.typed, self.names).value
        found: dict[str, Hint] = {}
        for seat, texts in enumerate(HANDS.read(self.typed, self.names).value or ()):
            hand, _unused = read_cards(texts, self.pack)
            found[f"cards{seat}"] = _("{worth} in hand", worth=points(worth(hand))) if hand else ""
            found |= {name: "" for name in self.typed if name.startswith(f"meld{seat}_")}
            for field, cards in _typed_melds(self.typed, seat).items():
                read, faults = read_cards(cards, self.pack)
                if faults:
                    found[field] = error(PACK, sentence(faults[0]))
                    continue
                most_wild = self.match.setup.options.c_most_wild
                meld = read_meld(read, most_wild, going_out=seat == out)
                if meld.faults:
                    wrong = listed([fault.because for fault in meld.faults])
                    found[field] = error(meld.faults[0].rule, ended(sentence(wrong)))
                    continue
                template = _("{natural} natural, {wild} wild: {value} points")
                if meld.is_seven:
                    template = _("{natural} natural, {wild} wild: {value} points, seven of a kind")
                found[field] = template.format(
                    natural=meld.natural, wild=meld.wild, value=points(meld.value)
                )
        return found


def _typed_melds(typed: Typed, seat: int) -> dict[str, list[str]]:
    fields = (f"meld{seat}_{number}" for number in range(MOST_MELDS))
    return {field: cards for field in fields if (cards := split_cards(typed.get(field, "")))}


# The form of a D leg ------------------------------------------------------------------------------

SCORED: Final = FiguresField("scored", _p("things", "points"))
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
    groups, extra = groups_of(match.setup, laid.hand, laid.layout), None
    if laid.extra is not None:
        extra = sum(group.score for group in groups_of(match.setup, laid.extra))
    return HandRow(
        seat,
        name,
        is_laid=True,
        score=sum(group.score for group in groups),
        groups=listed(list(map(heading, groups))),
        is_own=laid.layout is not None,
        is_entitled=is_entitled(groups, FlushRules.from_options(match.setup.options)),
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


class FlushForm(FiguresForm):
    leg = "D"
    rounds = ROUNDS
    rows = (SCORED,)

    @property
    def hands(self) -> list[HandRow]:
        """The hands laid out so far for a new leg."""
        return [hand_row(self.match, seat, self.match.hands) for seat in range(len(self.names))]

    @property
    def conflicts(self) -> list[Problem]:
        """Problems with cards laid out more often than the packs have them."""
        every = self.match.hands.values()
        laid = [card for each in every for card in (*each.hand, *(each.extra or ()))]
        return [error(PACK, fault, field="hands") for fault in read_cards(laid, self.pack)[1]]

    @property
    def buck_keys(self) -> KeysView:
        return seats_view(BUCK.name, self.names, self.typed)

    @property
    def figures_view(self) -> FiguresView:
        rows = [SCORED.show(self.typed, self.names)]
        return self.figures.view(self.typed, rows, of_player=_("{name}’s scoring cards"))

    @classmethod
    def fill(cls, data: Mapping[str, Any]) -> dict[str, str]:
        typed = cls.fill_figures(data)
        if "hands" in data or "layouts" in data:
            typed["by"] = "cards"
        every = [data.get(name) or [] for name in ("hands", "layouts", "extra")]
        for seat in range(max(map(len, every))):
            hand, layout, extra = (values[seat] if seat < len(values) else None for values in every)
            groups = None if layout is None else tuple(map(tuple, layout))
            laid = HandInProgress(tuple(hand or ()), groups, tuple(extra) if extra else None)
            typed |= hand_fields(seat, laid)
        return typed

    def read_cards(self, unscored: EntryRead) -> EntryRead:
        hands = self.saved or typed_hands(self.match, self.typed)
        missing = [seat for seat in range(len(self.names)) if seat not in hands]
        if missing:
            message = ngettext(
                "Enter {names}’s hand.",
                "Enter the hands of {names}.",
                len(missing),
                names=listed([self.names[seat] for seat in missing]),
            )
            problem = error(PLAY, message, field="hands", seats=missing)
            return unscored[0], [problem, *unscored[1]]
        data = entry_of(hands, len(self.names))
        for seat in () if self.saved else hands:
            if not split_cards(self.typed.get(f"hand{seat}", "")):
                data["hands"][seat] = None  # only the layout is known
        return data | unscored[0], unscored[1]

    def cards_worth(self, typed: Typed, saved: HandsInProgress) -> CardsWorth:
        found = {}
        hands = saved or typed_hands(self.match, typed)
        for seat, name in enumerate(self.names):
            row = hand_row(self.match, seat, hands)
            if row.is_laid:
                scored = row.score + (row.extra or 0)
                text = _("{name}’s hand ({points})", name=name, points=scored)
                found[SCORED.of(seat)] = text, scored
        return found

    def hints(self) -> dict[str, Hint]:
        found: dict[str, Hint] = {}
        seats = len(self.names)
        if self.is_by_cards:
            hands = typed_hands(self.match, self.typed)
            for seat in range(seats):
                if f"hand{seat}" in self.typed:
                    found[f"hand{seat}"] = _hand_hint(hand_row(self.match, seat, hands))
        else:
            found = self.figure_hints()
        buck = BUCK.read(self.typed, self.names).value
        if buck is None:
            return found
        template = _(
            "{buck} is Buck and gathers the cards, {shuffles} shuffles, {cuts} cuts, {deals} deals"
        )
        for number in range(1, ROUNDS + 1):
            held = offices(buck, number, seats)
            names = {office: self.names[held[office]] for office in OFFICES}
            found[f"round{number}"] = template.format(**names)
        return found


def _hand_hint(row: HandRow) -> Text:
    if not row.is_laid:
        return NOTHING
    if row.is_entitled and row.extra is None:
        template = _("{score}: {groups}. You also get an extra hand.")
        return template.format(score=row.score, groups=row.groups)
    score = (
        joined([str(row.score)])
        if row.extra is None
        else _("{score} and {extra}", score=row.score, extra=row.extra)
    )
    return joined(filter(None, (score, row.groups)), ": ")


# The leg that is due ------------------------------------------------------------------------------

AnyLegForm = BridgeForm | CanastaForm | FlushForm
FORMS: Final[Mapping[str, type[AnyLegForm]]] = {
    "b-leg": BridgeForm,
    "c-leg": CanastaForm,
    "d-leg": FlushForm,
}
TIME: Final = "time"


class CardTriathlonForm(PlayableForm[AnyLegForm | None]):
    """Form for the leg that is due, or for correcting an old leg."""

    def of_leg(self, match: Match, id: str | None, typed: Typed) -> AnyLegForm | None:
        """Return the form of the leg; None if the time is up and no leg is due."""
        form = FORMS.get(kind_of(match, id))
        return None if form is None else form(match, id, typed)

    def context(self, draft: Draft) -> AnyLegForm | None:
        return self.of_leg(draft.match, draft.id, draft.typed)

    def fill(self, data: Mapping[str, Any], _options: Any = None) -> Typed:
        typed = {"note": data.get("note") or ""}
        if data.get("partial"):
            typed["clock"] = "partial"
        form = FORMS.get(data["kind"])
        return typed if form is None else typed | form.fill(data)

    def read(self, match: Match, id: str | None, typed: Typed) -> EntryRead:
        form = self.of_leg(match, id, typed)
        if form is None or (id is None and typed.get("clock") == TIME):
            entered = form.entered if form else None
            return {"kind": TIME}, contradiction(_("“no leg under way”"), entered, "clock")
        cut = {"partial": True} if typed.get("clock") == "partial" else {}
        data, problems = form.read()
        unknown = unknown_choice(typed, "clock", "partial")
        return {"kind": kind_of(match, id)} | cut | data, [*problems, *unknown]

    def hints(self, match: Match, id: str | None, typed: Typed) -> Mapping[str, Hint]:
        form = self.of_leg(match, id, typed)
        return {} if form is None else form.hints()

    def in_short(self, match: Match, id: str | None, typed: Typed) -> str:
        form = self.of_leg(match, id, typed)
        return "" if form is None else form.in_short

    def question_defaults(self, match: Match, typed: Typed) -> dict[str, str]:
        leg = due_leg(match.setup, match.state_at(None))
        if leg != "B":
            return {"leg": leg} if leg else {}
        return {"leg": leg, **table_form(match, typed).question_defaults()}

    # A B leg card by card ------------------------------------------------------------------------

    def before_play(self, match: Match, _id: str | None, typed: Typed) -> EntryRead:
        part, problems = table_form(match, typed).before_play()
        return {"kind": "b-leg", **part}, problems

    def before_play_hints(self, match: Match, typed: Typed) -> Mapping[str, Hint]:
        """Return the contract hint or, when an old leg's cards are corrected, all hints."""
        if "facts" not in typed:
            return self.hints(match, typed.get("entry"), typed)
        table = table_form(match, typed)
        return {f"contract{table.number}": table.contract_hint}

    def state_of_play(self, match: Match, place: int, _play: Play) -> StateOfPlay:
        table = table_in_progress(match, place)
        names, contract, short = table.names, table.contract, NOTHING
        if contract is not None:
            short = _(
                "{bid} {name} · needs {needed}",
                bid=contract.bid,
                name=labels(names)[contract.declarer],
                needed=contract.needed,
            )
        sides, teams = [], team_names(names, table.teams)
        takers = table.play.takers if table.play else ()
        for team, label in enumerate(fitting(teams, names)):
            won = sum(seat is not None and table.teams[seat] == team for seat in takers)
            words = ngettext("{n} trick", "{n} tricks", won)
            sides.append(SideOfDeal(teams[team], label, str(won), words))
        details = ended(match.describe_facts(place))
        return StateOfPlay(short, sides, are_named=True, details=details)

    def finished(self, match: Match, data: dict[str, Any]) -> dict[str, Any]:
        return add_cards_aside(match, data)


def kind_of(match: Match, id: str | None) -> str:
    old = None if id is None else match.entry(id)
    if old is not None:
        return str(old.data["kind"])
    leg = due_leg(match.setup, match.state_at(id))
    return f"{leg.lower()}-leg" if leg else TIME


def table_form(match: Match, typed: Typed) -> TableForm:
    return TableForm(match, None, typed, table_number(match, typed))


FORM: Final = CardTriathlonForm()
