"""The form of a B leg: contract or auction, tricks and points; of an old one also its cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from referee.core.cards import SUIT_SYMBOLS, Pack, plain_text, read_cards
from referee.core.findings import Problem, error
from referee.core.text import counted, said
from referee.core.validation import NotARecord
from referee.games.card_triathlon import figures
from referee.games.card_triathlon.bridge.auction import PASS, dummy_of, leader_of
from referee.games.card_triathlon.bridge.entry import FIELDS
from referee.games.card_triathlon.bridge.leg import judged_tables
from referee.games.card_triathlon.bridge.table import BOOK, TRICKS, JudgedTable
from referee.games.card_triathlon.bridge.table_fields import (
    CALLS,
    PASSED,
    SET,
    ContractView,
    Part,
    TableFields,
    is_partial,
    tables_of,
)
from referee.games.card_triathlon.bridge.table_in_progress import (
    TableInProgress,
    tables_in_progress,
)
from referee.games.card_triathlon.figures import FiguresView
from referee.games.card_triathlon.leg_form import BY_CARDS, LegForm, LegFormView
from referee.games.card_triathlon.state import at_tables, dealer_of
from referee.games.card_triathlon.values import (
    AT_TABLE,
    b_pack,
    b_worth,
    by_worth,
    possible_sums,
    tables,
)
from referee.matches.match import Match
from referee.web.forms.entry_form import Draft, EntryRead, Hint, figures_in_short
from referee.web.forms.fields import Typed, split_cards
from referee.web.http.names import labels

LETTERS: Final = 12
"""So long are names in a sentence about a contract: it has two lines of a phone."""


@dataclass(frozen=True)
class BridgeFormView(LegFormView):
    """What the keys offer, at each table."""

    tables: tuple[range, ...]
    """The seats of each."""
    contracts: tuple[ContractView, ...]
    figures: tuple[FiguresView, ...]
    has_jokers: bool
    pack: Pack
    tricks: int
    by_cards: tuple[int, ...]
    """The tables of an old leg that are recorded card by card."""
    followed: Mapping[int, TableInProgress]


class BridgeForm(LegForm):
    """Of each table the contract, tricks and points, or the cards."""

    def context(self, draft: Draft) -> BridgeFormView:
        match, ways = draft.match, _bids(draft.match, draft.id)
        has_jokers, whole = _has_jokers(match), _whole(match)
        at, typed = tables_of(match), draft.typed
        return BridgeFormView(
            leg="B",
            is_timed=match.seating.options.plan.is_timed,
            most=TRICKS,
            tables=tuple(table.seats for table in at),
            contracts=tuple(table.show(typed, ways) for table in at),
            figures=tuple(each.figures_view(typed, whole, has_jokers=has_jokers) for each in at),
            has_jokers=has_jokers,
            pack=b_pack(len(match.players), has_jokers),
            tricks=TRICKS,
            by_cards=_places_by_cards(match, draft.id),
            followed=tables_in_progress(match, draft.id),
        )

    def fill(self, data: Mapping[str, Any]) -> Typed:
        """Of everybody who passes, of one table, or of two."""
        typed = {"bid_0": PASSED} if data.get("passed_out") else {}
        for place, part in enumerate(data.get("tables") or [data]):
            typed |= TableFields(place, ()).fill(part)
        return typed

    def read(self, match: Match, id: str | None, typed: Typed) -> EntryRead:
        """The leg that was typed."""
        parts: list[Part] = []
        problems: list[Problem] = []
        by_cards, in_progress = _places_by_cards(match, id), tables_in_progress(match, id)
        if typed.get("bid_0") == PASSED and not by_cards:
            return {"passed_out": True}, []
        for place, table in enumerate(tables_of(match)):
            if place in by_cards:
                parts.append(table.cards(typed))
                continue
            if place in in_progress:
                part, missing = _part_followed(match, in_progress[place], place)
            else:
                part, missing = _part_typed(match, table, typed)
            parts.append(part)
            problems += missing
        return ({"tables": parts} if len(parts) > 1 else parts[0]), problems

    def in_short(self, match: Match, typed: Typed) -> str:
        """What each player has scored in tricks, table by table."""
        return " ".join(_table_in_short(table, typed) for table in tables_of(match))

    def hints(self, match: Match, id: str | None, typed: Typed) -> dict[str, Hint]:
        """Of each table what its contract asks for, its bar, and where a mistake can be."""
        found: dict[str, Hint] = {}
        by_cards, in_progress = _places_by_cards(match, id), tables_in_progress(match, id)
        for place, table in enumerate(tables_of(match)):
            if place in in_progress:
                continue
            found[f"contract{place}"] = contract_hint(match, typed, place)
            if place not in by_cards:
                found |= _hints_of_figures(match, id, typed, table)
        return found

    def before_play(self, match: Match, typed: Typed, place: int) -> tuple[Part, list[Problem]]:
        """What has to be known of a table before the first card."""
        part = tables_of(match)[place].bidding(typed)
        if not part:
            message = said("Which contract is played? Enter it, or the auction call by call.")
            return part, [error("card-triathlon.play", message, field="contract")]
        if is_passed_out(part):
            message = said("Everybody passed: record that, and deal again.")
            return part, [error("card-triathlon.b.passed-out", message, field="auction")]
        return part, []

    def question_defaults(self, match: Match, typed: Typed, place: int) -> dict[str, str]:
        """What the questions about an auction and a trick at this table want to know."""
        table = tables_of(match)[0]
        found = {"dealer": str(dealer_of(match.seating, match.state_at(None)))}
        part = TableFields(place, table.names).bidding(typed)
        if calls := part.get("auction"):
            found["calls"] = " ".join(calls)
        if contract := part.get("contract"):
            found["leader"] = str(leader_of(contract["declarer"], len(table.names)))
            if contract["strain"] != "NT":
                found["trump"] = contract["strain"]
        if _has_jokers(match):
            tricks = [split_cards(typed.get(f"trick{at}", "")) for at in range(TRICKS)]
            over = [text for trick in tricks if len(trick) == len(table.names) for text in trick]
            found["jokers_played"] = str(sum(text.startswith("JK") for text in over))
        return found


def _bids(match: Match, id: str | None) -> list[tuple[str, str]]:
    """The ways to say what was bid; a table of eight players that passes just deals again."""
    ways = [(SET, "contract"), (CALLS, "call by call")]
    may_pass = tables(len(match.players)) == 1 and not _places_by_cards(match, id)
    return [*ways, (PASSED, "all passed")] if may_pass else ways


def _places_by_cards(match: Match, id: str | None) -> tuple[int, ...]:
    return tuple(place for place, part in enumerate(_old_parts(match, id)) if "play" in part)


def _strain(strain: str) -> str:
    return next((symbol for suit, symbol in SUIT_SYMBOLS.items() if suit == strain), "NT")


def _has_jokers(match: Match) -> bool:
    has_jokers: bool = match.seating.options.has_b_jokers(len(match.players))
    return has_jokers


def _whole(match: Match) -> int:
    """What the cards of one table are worth."""
    return b_worth(len(match.players), _has_jokers(match))


def _old_parts(match: Match, id: str | None) -> list[Part]:
    """The tables of the old entry that is corrected."""
    old = None if id is None else match.entry(id)
    return [] if old is None else old.data.get("tables") or [old.data]


def is_passed_out(part: Part) -> bool:
    """Whether the auction is one of passes alone."""
    calls = part.get("auction") or ()
    return len(calls) >= AT_TABLE and set(calls) == {PASS}


def _table_in_short(table: TableFields, typed: Typed) -> str:
    if typed.get(f"bid_{table.place}") == PASSED or is_passed_out(table.bidding(typed)):
        return "all passed"
    if any(table.cards(typed)["play"]):
        return BY_CARDS
    return figures_in_short(table.points.each(typed, table.names))


def _part_typed(match: Match, table: TableFields, typed: Typed) -> tuple[Part, list[Problem]]:
    """What was typed of a table; where all sit at one, everybody may have passed."""
    part = table.bidding(typed)
    if is_passed_out(part) and len(table.names) == len(match.players):
        return part, []
    return table.figures(typed)


def _part_followed(match: Match, table: TableInProgress, place: int) -> tuple[Part, list[Problem]]:
    """The cards of a table that is followed: the leg waits until the last one has fallen."""
    if table.is_over:
        part = finished(match, table.data)
        return {name: value for name, value in part.items() if name in FIELDS}, []
    message = said(
        "Table {table} is followed card by card and is in trick {trick} of {most}. The leg can be"
        " recorded once it has come to its end.",
        table=place + 1,
        trick=table.trick,
        most=TRICKS,
    )
    return {}, [error("card-triathlon.play", message, field="play")]


def finished(match: Match, part: Part) -> Part:
    """With Jokers, the two cards that nobody has played are those left over."""
    if not _has_jokers(match):
        return part
    pack = b_pack(len(match.players), with_jokers=True)
    fallen = [plain_text(text) for trick in part["play"] for text in trick]
    left = pack.copies - Counter(read_cards(fallen, pack)[0])
    return {**part, "aside": [str(card) for card in left.elements()]}


# What is said while it is typed -------------------------------------------------------------------


def _hints_of_figures(
    match: Match, id: str | None, typed: Typed, table: TableFields
) -> dict[str, Hint]:
    fields = {table.points.of(place): name for place, name in enumerate(table.names)}
    fields[table.unscored] = "Unscored"
    judged = _judged(match, id, typed, table)
    found = figures.hints(
        typed,
        fields,
        table.place,
        _whole(match),
        is_complete=judged is not None and _is_complete(judged, typed, table),
        has_jokers=_has_jokers(match),
        doubts=_doubts(match, typed, table) if judged is None else _doubts_of(judged),
    )
    return found | _tricks_hints(typed, table)


def contract_hint(match: Match, typed: Typed, place: int) -> str:
    """What was bid, how many tricks that asks for, who is dummy and who leads."""
    table = tables_of(match)[place]
    contract, names, seats = table.bidding(typed).get("contract"), table.names, table.seats
    if contract is None:
        return ""
    teams = match.seating.options.team_of(len(match.players))[seats.start : seats.stop]
    declarer = contract["declarer"]
    if declarer >= len(names):
        return ""
    bid = f"{contract['level']}{_strain(contract['strain'])}"
    return contract_sentence(bid, contract["level"], declarer, labels(names, LETTERS), teams)


def contract_sentence(
    bid: str, level: int, declarer: int, names: Sequence[str], teams: Sequence[int]
) -> str:
    """A contract in a sentence: the tricks that it asks for, dummy and leader."""
    dummy, leader = dummy_of(declarer, tuple(teams)), leader_of(declarer, len(names))
    return (
        f"{bid} by {names[declarer]}: {BOOK + level} tricks. {names[dummy]} is dummy,"
        f" {names[leader]} leads."
    )


def _tricks_hints(typed: Typed, table: TableFields) -> dict[str, Hint]:
    """How many tricks are left, or how many there are too many."""
    tricks, place = table.tricks.each(typed, table.names), table.place
    total = sum(taken or 0 for taken in tricks)
    if all(taken is None for taken in tricks):
        return {f"tricks_{place}": f"{TRICKS} tricks"}
    if total > TRICKS:
        return {f"tricks_{place}": f"{total} tricks: {total - TRICKS} too many"}
    is_clear = total == TRICKS or tricks.count(None) == 1  # what is left follows, and stands there
    told = "" if is_clear else f"{total} of {TRICKS} tricks, {TRICKS - total} left"
    return {f"tricks_{place}": told}


def _judged(match: Match, id: str | None, typed: Typed, table: TableFields) -> JudgedTable | None:
    """The table as it would be judged by itself; None as long as something is missing."""
    if typed.get("bid_0") == PASSED:
        return None
    part, problems = _part_typed(match, table, typed)
    if problems or is_passed_out(part):
        return None
    data = {"kind": "b-leg", "partial": is_partial(typed), **part}
    try:
        entry = match.game.spec.read_entry(data, len(table.names))
    except NotARecord:
        return None
    seating = at_tables(match.seating)[table.place]
    return judged_tables(seating, match.state_at(id), entry)[0]


def _is_complete(judged: JudgedTable, typed: Typed, table: TableFields) -> bool:
    """Whether no figure is left to come: without overtricks and Jokers nothing is unscored."""
    if table.unscored.read(typed).value is not None:
        return True
    rest = judged.sitting.jokers or judged.sitting.partial or judged.contract is None
    return not rest and judged.overtricks(judged.record.tricks or ()) <= 0


def _doubts(match: Match, typed: Typed, table: TableFields) -> list[str]:
    """Points that are impossible for that many tricks, before everything is typed."""
    held = by_worth(len(match.players), _has_jokers(match))
    found: list[str] = []
    for place, tricks in enumerate(table.tricks.each(typed, table.names)):
        points = table.points.of(place).read(typed).value
        if tricks is None or points is None or tricks > TRICKS:
            continue
        most = len(table.names)
        sums = (possible_sums(held, kept * most) for kept in range(tricks + 1))
        if not any(points in each for each in sums):
            message = said(
                "{name} can’t have {points} from {tricks}.",
                name=table.names[place],
                points=counted(points, "point"),
                tricks=counted(tricks, "trick"),
            )
            found.append(message)
    return found


def _doubts_of(judged: JudgedTable) -> list[str]:
    """Figures that would fit if they were swapped, what cannot be, what cannot be put aside."""
    names = judged.sitting.names
    found = sorted(judged.figure_problems(), key=lambda each: each.rule == "card-triathlon.play")
    doubts: list[str] = [
        said("{one}’s and {other}’s points swapped would fit.", one=names[one], other=names[other])
        for one, other in judged.swaps()
    ]
    doubts += [each.message for each in found if each.rule != "card-triathlon.values"]
    if not found and judged.adds_up:
        doubts += [problem.message for problem in judged.unscored_problems(judged.result())]
    return doubts


FORM: Final = BridgeForm()
