"""Form for a B leg: contract or auction, tricks and points, or the cards of an old leg."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from referee.core.cards import SUIT_SYMBOLS, Pack, plain_text, read_cards
from referee.core.findings import Problem, error
from referee.core.game import NOTHING
from referee.core.text import Text, _, _p, joined, ngettext
from referee.core.validation import NotARecord
from referee.games.card_triathlon.bridge.auction import (
    LEVELS,
    PASS,
    STRAINS,
    bid_name,
    dummy_of,
    follow_auction,
    leader_of,
    read_calls,
)
from referee.games.card_triathlon.bridge.table import (
    BOOK,
    FIELDS,
    TRICKS,
    BridgeTable,
    Contract,
    bridge_tables,
    range_text,
)
from referee.games.card_triathlon.figures import (
    BY_CARDS,
    THE_FIGURE,
    FigureField,
    FiguresField,
    FiguresView,
    LegFormView,
    count_columns,
    counting_problems,
    figures_view,
    first_figure,
    seats_view,
    sum_hints,
    unscored_field,
)
from referee.games.card_triathlon.leg import (
    AT_TABLE,
    PLAY,
    b_pack,
    b_values,
    b_worth,
    dealer_of,
    possible_sums,
    team_names,
    teams_of,
)
from referee.matches.match import Match
from referee.web.forms.entry_form import (
    DealStanding,
    Draft,
    EntryRead,
    Hint,
    SideOfDeal,
    figures_in_short,
    typed_anew,
)
from referee.web.forms.fields import (
    ChoiceField,
    NumberField,
    SeatField,
    TricksField,
    Typed,
    either,
    join_cards,
    read_all,
    read_choice,
    split_cards,
)
from referee.web.forms.views import KeysView
from referee.web.http.formats import suit_mark
from referee.web.http.names import fitting_teams, labels

NO_TRUMPS: Final = _p("contract", "NT")
LETTERS: Final = 12
"""Maximum length of a name in a contract's description, which must fit on two lines on a phone."""
SET, CALLS, PASSED = "", "calls", "passed"
"""Values of the field `bid`: the contract alone, the whole auction, or everyone passed."""
Part = dict[str, Any]


# The fields of one table --------------------------------------------------------------------------


@dataclass(frozen=True)
class ContractView:
    table: int
    way: KeysView
    level: KeysView
    strain: KeysView
    declarer: KeysView
    auction: str
    calls: str
    blamed: tuple[str, ...]


class TableFields:
    """The form fields for table `number` (0 or 1); `names` are its players."""

    def __init__(self, number: int, names: tuple[str, ...]) -> None:
        self.number, self.names = number, names
        self.seats = range(number * AT_TABLE, number * AT_TABLE + len(names))
        rule, first = "card-triathlon.b.tricks-total", self.seats.start
        self.tricks = TricksField(
            "tricks", rule, _p("things", "tricks"), first, total=TRICKS, fills_last=True
        )
        self.points = FiguresField("points", _p("things", "points"), first=first)
        self.unscored = unscored_field(number)
        self.level = NumberField(f"level_{number}", LEVELS.start, LEVELS.stop - 1, "seven", PLAY)
        marks: dict[str, str] = {suit: suit_mark(suit) for suit in SUIT_SYMBOLS}
        strains = [(strain, strain, marks.get(strain, NO_TRUMPS)) for strain in STRAINS]
        self.strain = ChoiceField(f"strain_{number}", strains, "strains", PLAY)
        self.declarer = SeatField(f"declarer_{number}", PLAY)

    def contract_view(self, typed: Typed, ways: Sequence[tuple[str, str]]) -> ContractView:
        bid, auction = f"bid_{self.number}", f"auction_{self.number}"
        return ContractView(
            self.number,
            KeysView(bid, ways, typed.get(bid, ""), "switch"),
            self.level.show(typed),
            self.strain.show(typed),
            seats_view(self.declarer.name, self.names, typed),
            auction,
            typed.get(auction, ""),
            tuple(f"{field}.{seat}" for field in ("contract", "auction") for seat in self.seats),
        )

    def figures_view(self, typed: Typed, whole: int, *, has_jokers: bool) -> FiguresView:
        columns = count_columns(len(self.names))
        tricks = replace(self.tricks.show(typed, self.names), columns=columns)
        points = self.points.show(typed, self.names, unless=self.tricks.name)
        rest = _("overtricks, cards left over") if has_jokers else _p("things", "overtricks")
        rows = (tricks, points)
        return figures_view(typed, rows, whole, rest, table=self.number, has_jokers=has_jokers)

    def read_bidding(self, typed: Typed) -> Part:
        """Read the auction or the contract; empty while it is incomplete."""
        if typed.get(f"bid_{self.number}") == CALLS:
            calls = read_calls(typed.get(f"auction_{self.number}", ""))
            return {"auction": calls} if calls else {}
        level, strain = self.level.read(typed).value, self.strain.read(typed).value
        declarer = self.declarer.read(typed, self.names).value
        if level in LEVELS and strain is not None and declarer is not None:
            return {"contract": {"level": level, "strain": strain, "declarer": declarer}}
        return {}

    def read_both(self, match: Match, id: str | None, typed: Typed) -> Part:
        """Read the auction or the contract, and calls beside a contract if they disagree.

        A contract beside an auction is only left chosen: its keys can’t be cleared.
        """
        way, part = f"bid_{self.number}", self.read_bidding(typed)
        both = self.read_bidding({**typed_anew(match, id, typed), way: CALLS}) | part
        if len(both) < 2 or typed.get(way, SET) != SET:
            return part
        dealer, given = dealer_of(match.seating, match.state_at(id)), both["contract"]
        teams = teams_of(match.tables[self.number])
        auction, illegal = follow_auction(both["auction"], dealer, teams)
        bid = auction.last_bid if auction.is_finished and illegal is None else None
        called = bid and {"level": bid.level, "strain": bid.strain, "declarer": auction.declarer}
        return part if called == given else both

    def unknown_choices(self, typed: Typed) -> list[Problem]:
        bid = f"bid_{self.number}"
        way = typed.get(bid, "").strip()
        found = [*read_choice(way, way in (CALLS, PASSED) or None, bid, PLAY).problems]
        return found + read_all((self.level, self.strain, self.declarer), typed, self.names)[1]

    def said(self, typed: Typed) -> Text | None:
        """Describe a figure that was entered, or calls that aren't all passes; None if none was."""
        taken = next(filter(None, self.tricks.each(typed, self.names)), None)
        if taken is not None:
            return THE_FIGURE.format(figure=taken)
        return first_figure(typed, self.figures)

    @property
    def figures(self) -> list[FigureField]:
        return [*(self.points.of(player) for player in range(len(self.names))), self.unscored]

    def read_cards(self, typed: Typed) -> Part:
        """Read the cards of an old leg that is being corrected."""
        first = self.number * TRICKS
        texts = (typed.get(f"trick{n}", "") for n in range(first, first + TRICKS))
        play = list(map(split_cards, texts))
        while play and not play[-1]:
            play.pop()
        part = self.read_bidding(typed) | {"play": play}
        aside = split_cards(typed.get(f"aside_{self.number}", ""))
        return part | ({"aside": aside} if aside else {})

    def read_figures(
        self, match: Match, id: str | None, typed: Typed
    ) -> tuple[Part, list[Problem]]:
        """Read a table's contract or auction, its tricks and its points.

        If everyone passed at the match's only table, there are no tricks or points to read.
        """
        part, is_cut = self.read_both(match, id, typed), typed.get("clock") == "partial"
        if is_passed_out(part) and len(self.names) == len(match.players):
            return part, self.passed_problems(typed_anew(match, id, typed))
        tricks = self.tricks.each(typed, self.names)
        problems = self.tricks.unreadable(typed, self.names)
        if not is_cut:
            reading = self.tricks.read(typed, self.names)
            tricks, problems = [*(reading.value or tricks)], reading.problems
        part["tricks"] = [taken or 0 for taken in tricks]
        # A player without tricks has no points, so nothing needs to be typed.
        needed = [seat for seat, taken in enumerate(tricks) if taken != 0 and not is_cut]
        points = self.points.read(typed, self.names, needed)
        part["points"] = points.value
        rest = self.unscored.read(typed)
        if rest.value is not None:
            part["unscored"] = rest.value
        there = b_values(len(match.players), has_jokers(match))
        found = [*problems, *points.problems, *rest.problems, *self.unknown_choices(typed)]
        found += counting_problems(typed, self.figures, there)
        for player, (name, won) in enumerate(zip(self.names, tricks, strict=True)):
            field = self.points.of(player)
            cards, most = sum(field.counts(typed)), (won or 0) * len(self.names)
            if cards > most and won is not None and not field.read(typed).problems:
                message = _(
                    "{name} won {most} cards, but you counted {cards}.",
                    name=name,
                    most=most,
                    cards=cards,
                )
                rule, seats = "card-triathlon.b.range", [field.seat]
                found.append(error(rule, message, field=field.blamed, seats=seats))
        return part, found

    def passed_problems(self, typed: Typed) -> list[Problem]:
        """Find figures that were entered although everyone passed."""
        said = self.said(typed)
        return [error(PLAY, either(_("“all passed”"), said), field="passed_out")] if said else []

    def fill(self, part: Mapping[str, Any]) -> dict[str, str]:
        number, contract = self.number, part.get("contract") or {}
        typed = {f"{name}_{number}": str(value) for name, value in contract.items()}
        if part.get("auction"):
            typed |= {f"auction_{number}": " ".join(part["auction"]), f"bid_{number}": CALLS}
        if part.get("unscored") is not None:
            typed[self.unscored.name] = str(part["unscored"])
        if part.get("aside"):
            typed[f"aside_{number}"] = join_cards(part["aside"])
        for n, trick in enumerate(part.get("play") or (), number * TRICKS):
            typed[f"trick{n}"] = " ".join(trick).upper()
        for each in (self.tricks, self.points):
            typed |= each.fill(part.get(each.name) or ())
        return typed


def fields_of(match: Match) -> list[TableFields]:
    return [TableFields(number, table.players) for number, table in enumerate(match.tables)]


def is_passed_out(part: Part) -> bool:
    calls = part.get("auction") or ()
    return len(calls) >= AT_TABLE and set(calls) == {PASS}


# Card by card -------------------------------------------------------------------------------------


def tables_in_progress(match: Match, id: str | None) -> dict[int, BridgeTable]:
    """Return the tables that are being followed card by card, keyed by number from 0.

    Empty if all players sit at one table, or when an old entry is corrected.
    """
    if id is not None or len(match.tables) == 1:
        return {}
    return {number: table_in_progress(match, number) for number in match.deals}


def table_in_progress(match: Match, number: int) -> BridgeTable:
    seating = match.tables[number]
    entry: Any = match.game.spec.read_entry(match.deals[number].data, seating.seats)
    (table,) = bridge_tables(seating, match.state_at(None), entry)
    return table


def standing(match: Match, number: int) -> DealStanding:
    table = table_in_progress(match, number)
    names, contract, short, full = table.names, table.contract, NOTHING, NOTHING
    if contract is not None:
        needed = BOOK + contract.level
        short = _(
            "{bid} {name} · needs {needed}",
            bid=bid_name(contract.level, contract.strain),
            name=labels(names)[contract.declarer],
            needed=needed,
        )
        full = ngettext(
            "{contract} needs {n} trick.",
            "{contract} needs {n} tricks.",
            needed,
            contract=table.contract_name,
        )
    sides, teams = [], team_names(names, table.teams)
    takers = table.play.takers if table.play else ()
    for team, label in enumerate(fitting_teams(teams, names)):
        won = sum(seat is not None and table.teams[seat] == team for seat in takers)
        sides.append(
            SideOfDeal(teams[team], label, str(won), ngettext("{n} trick", "{n} tricks", won))
        )
    return DealStanding(short, sides, are_named=True, details=full)


def add_cards_aside(match: Match, part: Part) -> Part:
    """Add the two cards that were never played, if the leg has Jokers."""
    if not has_jokers(match):
        return part
    pack = b_pack(len(match.players), with_jokers=True)
    fallen = [plain_text(text) for trick in part["play"] for text in trick]
    left = pack.copies - Counter(read_cards(fallen, pack)[0])
    return {**part, "aside": [str(card) for card in left.elements()]}


# The form -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class BridgeFormView(LegFormView):
    tables: tuple[range, ...]
    contracts: tuple[ContractView, ...]
    figures: tuple[FiguresView, ...]
    has_jokers: bool
    pack: Pack
    tricks: int
    by_cards: tuple[int, ...]
    followed: Mapping[int, BridgeTable]


class BridgeForm:
    def context(self, draft: Draft) -> BridgeFormView:
        match, fields, typed = draft.match, fields_of(draft.match), draft.typed
        by_cards = tables_by_cards(match, draft.id)
        ways = [(SET, _p("key", "contract")), (CALLS, _("call by call"))]
        if len(fields) == 1 and not by_cards:  # a table of eight players just deals again
            ways.append((PASSED, _("all passed")))
        jokers = has_jokers(match)
        whole = b_worth(len(match.players), jokers)
        return BridgeFormView(
            leg="B",
            most=TRICKS,
            tables=tuple(each.seats for each in fields),
            contracts=tuple(each.contract_view(typed, ways) for each in fields),
            figures=tuple(each.figures_view(typed, whole, has_jokers=jokers) for each in fields),
            has_jokers=jokers,
            pack=b_pack(len(match.players), jokers),
            tricks=TRICKS,
            by_cards=by_cards,
            followed=tables_in_progress(match, draft.id),
        )

    def fill(self, data: Mapping[str, Any]) -> Typed:
        typed = {"bid_0": PASSED} if data.get("passed_out") else {}
        for number, part in enumerate(data.get("tables") or [data]):
            typed |= TableFields(number, ()).fill(part)
        return typed

    def read(self, match: Match, id: str | None, typed: Typed) -> EntryRead:
        parts: list[Part] = []
        problems: list[Problem] = []
        by_cards, in_progress = tables_by_cards(match, id), tables_in_progress(match, id)
        if typed.get("bid_0") == PASSED and not by_cards:
            first = fields_of(match)[0]
            calls = read_calls(typed.get("auction_0", ""))
            called = {"auction": calls} if set(calls) - {PASS} else {}
            anew = typed_anew(match, id, typed)
            return {"passed_out": True, **called}, first.passed_problems(anew)
        for number, fields in enumerate(fields_of(match)):
            table = in_progress.get(number)
            if number in by_cards:
                parts.append(fields.read_cards(typed))
                problems += fields.unknown_choices(typed)
            elif table is None:
                part, missing = fields.read_figures(match, id, typed)
                parts.append(part)
                problems += missing
            elif table.trick_number > TRICKS:
                part = add_cards_aside(match, match.deals[number].data)
                parts.append({name: value for name, value in part.items() if name in FIELDS})
            else:
                message = _(
                    "Table {table} is still playing trick {trick} of {most}. Record the leg when it"
                    " has finished.",
                    table=number + 1,
                    trick=table.trick_number,
                    most=TRICKS,
                )
                parts.append({})
                problems.append(error(PLAY, message, field="play"))
        return ({"tables": parts} if len(parts) > 1 else parts[0]), problems

    def said(self, match: Match, typed: Typed) -> Text | None:
        return next(filter(None, (each.said(typed) for each in fields_of(match))), None)

    def in_short(self, match: Match, typed: Typed) -> str:
        texts: list[str] = []
        for fields in fields_of(match):
            is_passed = typed.get(f"bid_{fields.number}") == PASSED
            if is_passed or is_passed_out(fields.read_bidding(typed)):
                texts.append(_("all passed"))
            elif any(fields.read_cards(typed)["play"]):
                texts.append(BY_CARDS)
            else:
                texts.append(figures_in_short(fields.points.each(typed, fields.names)))
        return joined(texts)

    def hints(self, match: Match, id: str | None, typed: Typed) -> dict[str, Hint]:
        found: dict[str, Hint] = {}
        by_cards, in_progress = tables_by_cards(match, id), tables_in_progress(match, id)
        for number, fields in enumerate(fields_of(match)):
            if number in in_progress:
                continue
            found[f"contract{number}"] = contract_hint(match, typed, number)
            if number not in by_cards:
                found |= figure_hints(match, id, typed, fields)
        return found

    def before_play(self, match: Match, typed: Typed, number: int) -> tuple[Part, list[Problem]]:
        """Read a table's contract or auction; one of them is required before the first card."""
        fields = fields_of(match)[number]
        part, problems = fields.read_both(match, None, typed), fields.unknown_choices(typed)
        if problems or not part:
            message = _("Enter the contract, or the auction call by call.")
            return part, problems or [error(PLAY, message, field="contract")]
        if is_passed_out(part):
            message = _("Everyone passed. Record that and deal again.")
            return part, [error("card-triathlon.b.passed-out", message, field="auction")]
        return part, []

    def question_defaults(self, match: Match, typed: Typed, number: int) -> dict[str, str]:
        seats = fields_of(match)[0].names
        found = {"dealer": str(dealer_of(match.seating, match.state_at(None)))}
        part = TableFields(number, seats).read_bidding(typed)
        if calls := part.get("auction"):
            found["calls"] = " ".join(calls)
        if contract := part.get("contract"):
            found["leader"] = str(leader_of(contract["declarer"], len(seats)))
            if contract["strain"] != "NT":
                found["trump"] = contract["strain"]
        if has_jokers(match):
            tricks = [split_cards(typed.get(f"trick{n}", "")) for n in range(TRICKS)]
            played = [text for trick in tricks if len(trick) == len(seats) for text in trick]
            found["jokers_played"] = str(sum(text.startswith("JK") for text in played))
        return found


def has_jokers(match: Match) -> bool:
    return bool(match.seating.options.has_b_jokers(len(match.players)))


def tables_by_cards(match: Match, id: str | None) -> tuple[int, ...]:
    """Return the numbers (from 0) of an old entry's tables that were recorded card by card."""
    old = None if id is None else match.entry(id)
    parts = [] if old is None else old.data.get("tables") or [old.data]
    return tuple(number for number, part in enumerate(parts) if "play" in part)


# Hints --------------------------------------------------------------------------------------------


def contract_hint(match: Match, typed: Typed, number: int) -> Text:
    fields = fields_of(match)[number]
    contract, names = fields.read_bidding(typed).get("contract"), fields.names
    if contract is None or contract["declarer"] >= len(names):
        return NOTHING
    teams = teams_of(match.tables[number])
    return describe_contract(Contract.model_construct(**contract), names, teams)


def describe_contract(contract: Contract, names: Sequence[str], teams: tuple[int, ...]) -> Text:
    short, declarer = labels(names, LETTERS), contract.declarer
    dummy, leader = dummy_of(declarer, teams), leader_of(declarer, len(names))
    return ngettext(
        "{bid} by {declarer} needs {n} trick. {dummy} is dummy, {leader} leads.",
        "{bid} by {declarer} needs {n} tricks. {dummy} is dummy, {leader} leads.",
        BOOK + contract.level,
        bid=bid_name(contract.level, contract.strain),
        declarer=short[declarer],
        dummy=short[dummy],
        leader=short[leader],
    )


def figure_hints(
    match: Match, id: str | None, typed: Typed, fields: TableFields
) -> dict[str, Hint]:
    called = {fields.points.of(seat): name for seat, name in enumerate(fields.names)}
    called[fields.unscored] = _p("things", "Unscored")
    table = judge_typed(match, id, typed, fields)
    # Complete even without Unscored if there are no overtricks and no Jokers.
    is_complete = table is not None and (
        fields.unscored.read(typed).value is not None
        or (
            not (table.has_jokers or table.is_partial or table.contract is None)
            and table.overtricks(table.record.tricks or ()) <= 0
        )
    )
    found = sum_hints(
        typed,
        called,
        fields.number,
        b_worth(len(match.players), has_jokers(match)),
        is_complete=is_complete,
        has_jokers=has_jokers(match),
        doubts=doubts_of(match, typed, fields, table),
    )
    tricks = fields.tricks.each(typed, fields.names)
    total, text = sum(taken or 0 for taken in tricks), NOTHING
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
        text = ngettext(
            "{total} of {n} trick, {left} left",
            "{total} of {n} tricks, {left} left",
            TRICKS,
            total=total,
            left=TRICKS - total,
        )
    return {**found, f"tricks_{fields.number}": text}


def judge_typed(
    match: Match, id: str | None, typed: Typed, fields: TableFields
) -> BridgeTable | None:
    """Build one table from its typed figures, ready to be checked; None if any are missing."""
    part, problems = fields.read_figures(match, id, typed)
    if problems or is_passed_out(part) or typed.get("bid_0") == PASSED:
        return None
    data = {"kind": "b-leg", "partial": typed.get("clock") == "partial", **part}
    try:
        entry: Any = match.game.spec.read_entry(data, len(fields.names))
    except NotARecord:
        return None
    return bridge_tables(match.tables[fields.number], match.state_at(id), entry)[0]


def doubts_of(
    match: Match, typed: Typed, fields: TableFields, table: BridgeTable | None
) -> list[Text]:
    """Describe impossible figures.

    While figures are missing (`table` is None), report only points that are impossible for the
    number of tricks.
    """
    names, doubts = fields.names, list[Text]()
    if table is None:
        seats, jokers = len(match.players), has_jokers(match)
        tricks_of, points_of = fields.tricks.each(typed, names), fields.points.each(typed, names)
        for name, tricks, points in zip(names, tricks_of, points_of, strict=True):
            if tricks is None or points is None or tricks > TRICKS:
                continue
            sums = (possible_sums(seats, jokers, kept * len(names)) for kept in range(tricks + 1))
            if not any(points in each for each in sums):
                doubts.append(range_text(name, points, tricks))
        return doubts
    found = sorted(table.figure_problems(), key=lambda each: each.rule == PLAY)
    doubts += [each.message for each in found if each.rule != "card-triathlon.values"]
    if not found:
        doubts += [problem.message for problem in table.unscored_problems()]
    return doubts
