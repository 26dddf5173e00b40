"""Form for a B leg: the contract or auction, tricks and points of each table, or its cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, Final

from referee.core.cards import SUIT_SYMBOLS, plain_text, read_cards
from referee.core.findings import Problem, error
from referee.core.game import NOTHING
from referee.core.text import Text, _, _p, joined, ngettext
from referee.core.validation import NotARecord
from referee.games.card_triathlon.bridge.auction import (
    LEVELS,
    PASS,
    PASSED_OUT,
    STRAINS,
    Contract,
    dummy_of,
    follow_auction,
    leader_of,
    read_calls,
)
from referee.games.card_triathlon.bridge.table import (
    FIELDS,
    RANGE,
    TRICKS,
    BridgeTable,
    Part,
    bridge_tables,
    range_text,
    read_tables,
    write_tables,
)
from referee.games.card_triathlon.figures import (
    BY_CARDS,
    THE_FIGURE,
    FiguresField,
    FiguresView,
    TableFigures,
    contradiction,
    seats_view,
    unknown_choice,
)
from referee.games.card_triathlon.leg import (
    AT_TABLE,
    PLAY,
    VALUES,
    b_pack,
    b_values,
    dealer_of,
    possible_sums,
    teams_of,
)
from referee.matches.match import Match
from referee.web.forms.entry_form import EntryRead, Hint, figures_in_short, typed_anew
from referee.web.forms.fields import (
    NO_SUIT,
    ChoiceField,
    NumberField,
    SeatField,
    TricksField,
    Typed,
    join_cards,
    read_all,
    split_cards,
)
from referee.web.forms.views import KeysView
from referee.web.http.formats import suit_mark
from referee.web.http.names import labels

NO_TRUMPS: Final = _p("contract", "NT")
LETTERS: Final = 12
"""Maximum length of a name in a contract's description, which must fit on two lines on a phone."""
SET, CALLS, PASSED = "", "calls", "passed"
"""Values of the field `bid`: the contract alone, the whole auction, or everyone passed."""


def tricks_field(table: int) -> TricksField:
    rule, things, first = "card-triathlon.b.tricks-total", _p("things", "tricks"), table * AT_TABLE
    return TricksField("tricks", rule, things, first, total=TRICKS, fills_last=True)


def points_field(table: int) -> FiguresField:
    return FiguresField("points", _p("things", "points"), first=table * AT_TABLE)


class TableForm:
    """The form of table `number` (0 or 1) of a B leg, and what is typed in it."""

    def __init__(self, match: Match, id: str | None, typed: Typed, number: int) -> None:
        self.match, self.id, self.typed, self.number = match, id, typed, number
        self.setup = match.tables[number]
        self.names, self.teams = self.setup.players, teams_of(self.setup)
        self.seats = range(number * AT_TABLE, number * AT_TABLE + len(self.names))
        self.is_alone, seats = len(match.tables) == 1, len(match.players)
        self.has_jokers = match.setup.options.has_b_jokers(seats)

        self.tricks, self.points = tricks_field(number), points_field(number)
        cards = b_values(seats, self.has_jokers)
        self.figures = TableFigures((self.points,), self.names, cards, number)
        self.level = NumberField(f"level_{number}", LEVELS.start, LEVELS.stop - 1, "seven", PLAY)
        marks: dict[str, str] = {suit: suit_mark(suit, has_letter=False) for suit in SUIT_SYMBOLS}
        strains = [(strain, strain, marks.get(strain, NO_TRUMPS)) for strain in STRAINS]
        self.strain = ChoiceField(f"strain_{number}", strains, "strains", PLAY)
        self.declarer = SeatField(f"declarer_{number}", PLAY)
        self.way = typed.get(f"bid_{number}", SET)
        self.is_cut = typed.get("clock") == "partial"

    @property
    def is_by_cards(self) -> bool:
        """Whether this is a table of an old entry that was recorded card by card."""
        old = None if self.id is None else self.match.entry(self.id)
        return old is not None and "play" in [*read_tables(old.data), {}, {}][self.number]

    @property
    def followed(self) -> BridgeTable | None:
        """The table if it is one of two and is being followed card by card."""
        deal = None if self.id or self.is_alone else self.match.deals.get(self.number)
        return table_in_progress(self.match, self.number) if deal and deal.is_followed else None

    @property
    def ways(self) -> Sequence[tuple[str, str]]:
        ways = [(SET, _p("key", "contract")), (CALLS, _("call by call"))]
        # A table of eight just deals again.
        return ways + [(PASSED, _("all passed"))] * (self.is_alone and not self.is_by_cards)

    @property
    def declarer_keys(self) -> KeysView:
        return seats_view(self.declarer.name, self.names, self.typed)

    @property
    def figures_view(self) -> FiguresView:
        tricks = self.tricks.show(self.typed, self.names)
        points = self.points.show(self.typed, self.names, unless=self.tricks.name)
        rows = (replace(tricks, columns=points.columns), points)
        return self.figures.view(self.typed, rows)

    # The contract or the auction ------------------------------------------------------------------

    @property
    def dealer(self) -> int:
        return dealer_of(self.match.setup, self.match.state_at(self.id))

    def bidding(self, typed: Typed, way: str) -> Part:
        """Return the auction or the contract; empty while it is incomplete."""
        if way == CALLS:
            calls = read_calls(typed.get(f"auction_{self.number}", ""))
            return {"auction": calls} if calls else {}
        level, strain = self.level.read(typed).value, self.strain.read(typed).value
        declarer = self.declarer.read(typed, self.names).value
        if level in LEVELS and strain is not None and declarer is not None:
            return {"contract": {"level": level, "strain": strain, "declarer": declarer}}
        return {}

    @cached_property
    def changed(self) -> Typed:
        """The input without what a correction leaves as it is recorded."""
        return typed_anew(self.match, self.id, self.typed)

    def consistent_bidding(self) -> Part:
        """Return the auction or the contract, and calls beside a contract if they disagree.

        A contract beside an auction is only left chosen: its keys can’t be cleared.
        """
        part = self.bidding(self.typed, self.way)
        calls = self.bidding(self.changed, CALLS).get("auction")
        if calls is None or "contract" not in part or self.way != SET:
            return part
        auction, illegal = follow_auction(calls, self.dealer, self.teams)
        called = None if illegal or not auction.contract else auction.contract.model_dump()
        return part if called == part["contract"] else {"auction": calls, **part}

    @property
    def is_settled(self) -> bool:
        """Whether the contract is known, or can’t be: a leg that was cut short may have none."""
        return bool(self.contract_hint) or (self.is_cut and self.entered(self.typed) is not None)

    @property
    def contract_hint(self) -> Text:
        part = self.bidding(self.typed, self.way)
        contract = Contract(**part["contract"]) if "contract" in part else None
        if "auction" in part:
            contract = follow_auction(part["auction"], self.dealer, self.teams)[0].contract
        return describe_contract(contract, self.names, self.teams) if contract else NOTHING

    def unknown_choices(self) -> list[Problem]:
        fields = (self.level, self.strain, self.declarer)
        unknown = unknown_choice(self.typed, f"bid_{self.number}", CALLS, PASSED)
        return [*unknown, *read_all(fields, self.typed, self.names)[1]]

    def entered(self, typed: Typed) -> Text | None:
        """Describe the first figure that isn't 0; None if there is none."""
        taken = next(filter(None, self.tricks.each(typed, self.names)), None)
        if taken is not None:
            return THE_FIGURE.format(figure=taken)
        return self.figures.first_figure(typed)

    # Reading the table ----------------------------------------------------------------------------

    def read_passed_out(self) -> EntryRead:
        """Read a passed-out leg, and calls other than passes."""
        calls = read_calls(self.typed.get(f"auction_{self.number}", ""))
        called = {"auction": calls} if set(calls) - {PASS} else {}
        return {"passed_out": True, **called}, self.passed_out_problems()

    def passed_out_problems(self) -> list[Problem]:
        return contradiction(_("“all passed”"), self.entered(self.changed), "passed_out")

    def read(self) -> EntryRead:
        if self.is_by_cards:
            return self.read_cards(), self.unknown_choices()
        table = self.followed
        if table is None:
            return self.read_figures()
        if table.trick_number > TRICKS:
            part = add_cards_aside(self.match, self.match.deals[self.number].data)
            return {name: value for name, value in part.items() if name in FIELDS}, []
        message = _(
            "Table {table} is still playing trick {trick} of {most}. Record the leg when it has"
            " finished.",
            table=self.number + 1,
            trick=table.trick_number,
            most=TRICKS,
        )
        return {}, [error(PLAY, message, field="play")]

    def read_cards(self) -> Part:
        first = self.number * TRICKS
        texts = (self.typed.get(f"trick{n}", "") for n in range(first, first + TRICKS))
        play = list(map(split_cards, texts))
        while play and not play[-1]:
            play.pop()
        aside = split_cards(self.typed.get(f"aside_{self.number}", ""))
        part = self.bidding(self.typed, self.way) | {"play": play}
        return part | ({"aside": aside} if aside else {})

    def read_figures(self) -> EntryRead:
        """Read the contract or auction, the tricks and the points.

        If everyone passed at the match's only table, there are no tricks or points to read.
        """
        typed, names, part = self.typed, self.names, self.consistent_bidding()
        if is_passed_out(part) and self.is_alone:
            return part, self.passed_out_problems()
        tricks = self.tricks.each(typed, names)
        problems = self.tricks.unreadable(typed, names)
        if not self.is_cut:
            reading = self.tricks.read(typed, names)
            tricks, problems = [*(reading.value or tricks)], reading.problems
        # A player without tricks has no points, so nothing needs to be typed.
        needed = [seat for seat, taken in enumerate(tricks) if taken != 0 and not self.is_cut]
        points = self.points.read(typed, names, needed)
        unscored, wrong = self.figures.read_unscored(typed)
        part |= {"tricks": [taken or 0 for taken in tricks], "points": points.value, **unscored}
        found = [*problems, *points.problems, *wrong, *self.unknown_choices()]
        found += self.figures.counting_problems(typed)
        for player, (name, won) in enumerate(zip(names, tricks, strict=True)):
            field = self.points.of(player)
            cards, most = sum(filter(None, field.counts(typed))), (won or 0) * len(names)
            if cards > most and won is not None and not field.read(typed).problems:
                message = _(
                    "{name} won {most} cards, but you counted {cards}.",
                    name=name,
                    most=most,
                    cards=cards,
                )
                found.append(error(RANGE, message, field=field.blamed, seats=[field.seat]))
        return part, found

    # Hints ----------------------------------------------------------------------------------------

    def figure_hints(self) -> dict[str, Hint]:
        table, typed = self.judged, self.typed
        # Complete even without Unscored if there are no overtricks and no Jokers.
        is_complete = table is not None and (
            self.figures.unscored.value(typed) is not None
            or (
                not (table.has_jokers or table.is_partial or table.contract is None)
                and table.overtricks(table.record.tricks or ()) <= 0
            )
        )
        doubts, has_all = self.doubts(table), table is not None
        found = self.figures.hints(typed, has_all=has_all, is_complete=is_complete, doubts=doubts)
        tricks = self.tricks.each(typed, self.names)
        total, text = sum(filter(None, tricks)), NOTHING
        if all(taken is None for taken in tricks):
            text = ngettext("{n} trick", "{n} tricks", TRICKS)
        elif total > TRICKS:
            text = ngettext(
                "{n} trick: {more} too many",
                "{n} tricks: {more} too many",
                total,
                more=total - TRICKS,
            )
        elif total < TRICKS and tricks.count(None) != 1:  # a single missing count is filled in
            text = ngettext("{total} of {n} trick", "{total} of {n} tricks", TRICKS, total=total)
        return {**found, f"tricks_{self.number}": text}

    @property
    def judged(self) -> BridgeTable | None:
        """The table with the figures typed, ready to be checked; None if any are missing."""
        part, problems = self.read_figures()
        if problems or is_passed_out(part) or self.typed.get("bid_0") == PASSED:
            return None
        data = {"kind": "b-leg", "partial": self.is_cut, **part}
        try:
            entry: Any = self.match.game.spec.read_entry(data, len(self.names))
        except NotARecord:
            return None
        return bridge_tables(self.setup, self.match.state_at(self.id), entry)[0]

    def doubts(self, table: BridgeTable | None) -> list[Text]:
        """Describe impossible figures.

        While figures are missing (`table` is None), report only points that are impossible for the
        number of tricks.
        """
        if table is not None:
            found = sorted(table.figure_problems(), key=lambda each: each.rule == PLAY)
            shown = [each for each in found if each.rule != VALUES]
            return [each.message for each in (shown if found else table.unscored_problems())]
        doubts, seats = [], len(self.match.players)
        tricks_of = self.tricks.each(self.typed, self.names)
        points_of = self.points.each(self.typed, self.names)
        for name, tricks, scored in zip(self.names, tricks_of, points_of, strict=True):
            if tricks is None or scored is None or tricks > TRICKS:
                continue
            cards = (kept * len(self.names) for kept in range(tricks + 1))
            if not any(scored in possible_sums(seats, self.has_jokers, each) for each in cards):
                doubts.append(range_text(name, scored, tricks))
        return doubts

    # Card by card ---------------------------------------------------------------------------------

    def before_play(self) -> EntryRead:
        """Read the contract or auction; one of them is required before the first card."""
        part, problems = self.consistent_bidding(), self.unknown_choices()
        if problems or not part:
            message = _("Enter the contract, or the auction call by call.")
            return part, problems or [error(PLAY, message, field="contract")]
        if is_passed_out(part) or self.way == PASSED:
            message = _("Everyone passed. Record that and deal again.")
            return part, [error(PASSED_OUT, message, field="auction")]
        return part, []

    def question_defaults(self) -> dict[str, str]:
        found = {"dealer": str(self.dealer)}
        part = self.bidding(self.typed, self.way)
        if calls := part.get("auction"):
            found["calls"] = " ".join(calls)
        if contract := part.get("contract"):
            strain = contract["strain"]
            found["trump"] = NO_SUIT if strain == "NT" else strain
        tricks = [split_cards(self.typed.get(f"trick{n}", "")) for n in range(TRICKS)]
        if self.has_jokers and any(tricks):
            played = [text for trick in tricks if len(trick) == len(self.names) for text in trick]
            found["jokers_played"] = str(sum(text.startswith("JK") for text in played))
        return found


def is_passed_out(part: Part) -> bool:
    calls = part.get("auction") or ()
    return len(calls) >= AT_TABLE and set(calls) == {PASS}


def table_number(match: Match, typed: Typed) -> int:
    """Return the requested table, counted from 0."""
    return 1 if typed.get("table") == "1" and len(match.tables) > 1 else 0


def describe_contract(contract: Contract, names: Sequence[str], teams: tuple[int, ...]) -> Text:
    short, declarer = labels(names, LETTERS), contract.declarer
    return _(
        "{bid} by {declarer} needs {n}. {dummy} is dummy, {leader} leads.",
        n=contract.needed,
        bid=contract.bid,
        declarer=short[declarer],
        dummy=short[dummy_of(declarer, teams)],
        leader=short[leader_of(declarer, len(names))],
    )


def table_in_progress(match: Match, number: int) -> BridgeTable:
    setup = match.tables[number]
    entry: Any = match.game.spec.read_entry(match.deals[number].data, setup.seats)
    (table,) = bridge_tables(setup, match.state_at(None), entry)
    return table


class BridgeForm:
    """The form of a B leg, table by table."""

    leg, most = "B", TRICKS

    def __init__(self, match: Match, id: str | None, typed: Typed) -> None:
        numbers, self.typed = range(len(match.tables)), typed
        self.tables = [TableForm(match, id, typed, number) for number in numbers]
        self.has_jokers = self.tables[0].has_jokers
        self.pack = b_pack(len(match.players), self.has_jokers)
        self.is_by_cards = any(table.is_by_cards for table in self.tables)
        # The auction's columns begin with the dealer.
        self.cache_key = self.leg, match.deals, self.tables[0].dealer

    @classmethod
    def fill(cls, data: Mapping[str, Any]) -> dict[str, str]:
        typed = {"bid_0": PASSED} if data.get("passed_out") else {}
        for number, part in enumerate(read_tables(data)):
            contract = part.get("contract") or {}
            typed |= {f"{name}_{number}": str(value) for name, value in contract.items()}
            if part.get("auction"):
                typed |= {f"auction_{number}": " ".join(part["auction"]), f"bid_{number}": CALLS}
            if part.get("aside"):
                typed[f"aside_{number}"] = join_cards(part["aside"])
            for n, trick in enumerate(part.get("play") or (), number * TRICKS):
                typed[f"trick{n}"] = " ".join(trick).upper()
            typed |= tricks_field(number).fill(part.get("tricks") or ())
            typed |= TableFigures((points_field(number),), (), Counter(), number).fill(part)
        return typed

    def read(self) -> EntryRead:
        if self.typed.get("bid_0") == PASSED and not self.is_by_cards:
            return self.tables[0].read_passed_out()
        readings = [table.read() for table in self.tables]
        problems = [problem for _part, found in readings for problem in found]
        return write_tables([part for part, _found in readings]), problems

    @property
    def entered(self) -> Text | None:
        return next(filter(None, (table.entered(self.typed) for table in self.tables)), None)

    @property
    def in_short(self) -> str:
        texts: list[str] = []
        for table in self.tables:
            if table.way == PASSED or is_passed_out(table.bidding(self.typed, table.way)):
                texts.append(_("all passed"))
            elif any(table.read_cards()["play"]):
                texts.append(BY_CARDS)
            else:
                texts.append(figures_in_short(table.points.each(self.typed, table.names)))
        return joined(texts)

    def hints(self) -> dict[str, Hint]:
        found: dict[str, Hint] = {}
        for table in self.tables:
            if table.followed is None:
                found[f"contract{table.number}"] = table.contract_hint
                found |= {} if table.is_by_cards else table.figure_hints()
        return found


def add_cards_aside(match: Match, part: Part) -> Part:
    """Add the two cards that were never played, if the leg has Jokers."""
    seats = len(match.players)
    if not match.setup.options.has_b_jokers(seats):
        return part
    pack = b_pack(seats, with_jokers=True)
    played = [plain_text(text) for trick in part["play"] for text in trick]
    left = pack.copies - Counter(read_cards(played, pack)[0])
    return {**part, "aside": [str(card) for card in left.elements()]}
