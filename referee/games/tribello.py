"""Tribello: three players, twelve deals of thirteen tricks, each with a quota.

The rules are in `tribello.md`, read from the game's page of rules; ids as there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from referee.by_cards import breach_problems, count_problems, shape_problems
from referee.cards import RANKS, SUIT_NAMES, Suit, pack, read_cards
from referee.disputes import TrickQuestion, answer_trick, trick_asked
from referee.game import (
    Answer,
    ByCards,
    Due,
    Game,
    Heading,
    Inquiry,
    Outcome,
    Scored,
    Table,
    counted,
    ranked,
)
from referee.law import Line, Problem, Ruling, error
from referee.question import Question, asked
from referee.record import Count, Entry, Options, PerSeat, Seat, Shape, option
from referee.refusal import refuse
from referee.tricks import Play, TrickRules, follow_play

SEATS: Final = 3
"""`tribello.players`: three, no more and no fewer."""
DEALS: Final = 12
TRICKS: Final = 13
PACK: Final = pack("52 cards", RANKS)
QUOTAS: Final = (6, 4, 3)
"""`tribello.quota`: of the dealer, of the player to the left, of the player to the right."""
NULLO_QUOTAS: Final = (3, 4, 6)
ROUND_NAMES: Final = {
    1: "Round 1, trump by the cut",
    2: "Round 2, trump named by the dealer",
    3: "Round 3, no trumps",
    4: "Round 4, nullo",
}


class TribelloOptions(Options):
    """What a table may choose."""

    first_dealer: Seat = option(
        0,
        "First dealer",
        "Who deals first; the deal then passes to the left.",
        rule="tribello.rounds",
    )


class TribelloDeal(Entry):
    """A deal: the tricks that each seat took, or every card as it fell, or both."""

    kind: Literal["deal"]
    tricks: PerSeat[Count] | None = None
    trump: Suit | None = None
    pickup: PerSeat[Count] | None = None
    play: list[list[str]] | None = None


@dataclass(frozen=True)
class State:
    """How many deals are over, and what each seat has."""

    deals: int
    totals: tuple[int, ...]


# The rules of one deal, counted from 0 ------------------------------------------------------------


def round_of(deal: int) -> int:
    """The round, 1 to 4, of this deal (`tribello.rounds`)."""
    return deal // SEATS + 1


def dealer_of(deal: int, first_dealer: int) -> int:
    """The seat that deals this deal."""
    return (first_dealer + deal) % SEATS


def quotas(deal: int, first_dealer: int) -> tuple[int, ...]:
    """The quota of each seat in this deal (`tribello.quota`)."""
    by_place = NULLO_QUOTAS if round_of(deal) == 4 else QUOTAS
    dealer = dealer_of(deal, first_dealer)
    return tuple(by_place[(seat - dealer) % SEATS] for seat in range(SEATS))


def has_trumps(deal: int) -> bool:
    """Whether this deal is played with a trump suit (`tribello.trump`)."""
    return round_of(deal) <= 2


# The deal as it was recorded ----------------------------------------------------------------------


def problems(table: Table[TribelloOptions], state: State, entry: TribelloDeal) -> list[Problem]:
    """Every rule that this deal breaks."""
    found = []
    if state.deals >= DEALS:
        found.append(
            error(
                "tribello.rounds", f"The game is over after {DEALS} deals; nothing is left to play."
            )
        )
    else:
        found += _trump_problems(state, entry)
    if entry.tricks is None and entry.play is None:
        found.append(
            error("tribello.play", "A deal needs the tricks of each player.", field="tricks")
        )
    found += total_problems(entry.tricks)
    found += _pickup_problems(table, state, entry)
    return found + _play_problems(table, state, entry)


def total_problems(tricks: Sequence[int] | None) -> list[Problem]:
    """`tribello.tricks-total`: a deal has 13 tricks, no more and no fewer."""
    if tricks is None or sum(tricks) == TRICKS:
        return []
    total = sum(tricks)
    difference = f"{TRICKS - total} missing" if total < TRICKS else f"{total - TRICKS} too many"
    return [
        error(
            "tribello.tricks-total",
            f"The tricks add up to {total} and must be {TRICKS}: {difference}.",
            field="tricks",
        )
    ]


def _trump_problems(state: State, entry: TribelloDeal) -> list[Problem]:
    number = round_of(state.deals)
    if entry.trump is not None and not has_trumps(state.deals):
        message = (
            f"Round {number} is played without trumps, and {SUIT_NAMES[entry.trump]} are recorded."
        )
        return [error("tribello.trump", message, field="trump")]
    if entry.trump is None and entry.play is not None and has_trumps(state.deals):
        message = f"Round {number} has a trump suit; with the cards played, it must be recorded."
        return [error("tribello.trump", message, field="trump")]
    return []


def _pickup_problems(
    table: Table[TribelloOptions], state: State, entry: TribelloDeal
) -> list[Problem]:
    if entry.pickup is None:
        return []
    left = TRICKS
    dealer = dealer_of(state.deals, table.options.first_dealer)
    for seat in (table.left_of(dealer, place) for place in range(SEATS)):
        taken = entry.pickup[seat]
        if taken > left:
            message = f"{table.players[seat]} took {taken} of the pickup, which had {left} left."
            return [error("tribello.pickup", message, seat=seat, field="pickup")]
        left -= taken
    return []


def _play_problems(
    table: Table[TribelloOptions], state: State, entry: TribelloDeal
) -> list[Problem]:
    if entry.play is None:
        return []
    found = shape_problems("tribello", PACK, entry.play, SEATS, TRICKS)
    play = None if found else followed(table, state, entry)
    if play is None:
        return found
    found = count_problems("tribello", play, entry.tricks, table.players)
    return found + watch(table, state, entry, play)


def followed(table: Table[TribelloOptions], state: State, entry: TribelloDeal) -> Play | None:
    """The play of the deal as far as it is recorded; None where the trump is not known.

    The dealer leads (`tribello.lead`).
    """
    if entry.play is None or state.deals >= DEALS:
        return None
    if has_trumps(state.deals) and entry.trump is None:
        return None
    tricks = [read_cards(trick, PACK)[0] for trick in entry.play]
    dealer = dealer_of(state.deals, table.options.first_dealer)
    rules = TrickRules("tribello", entry.trump if has_trumps(state.deals) else None)
    return follow_play(tricks, dealer, SEATS, rules)


def watch(
    table: Table[TribelloOptions], _state: State, _entry: TribelloDeal, play: Play
) -> list[Problem]:
    """The revokes that the cards prove (`tribello.follow`)."""
    return breach_problems(table, play)


# What it comes to ---------------------------------------------------------------------------------


def start(_table: Table[TribelloOptions]) -> State:
    """The state before the first deal."""
    return State(0, (0,) * SEATS)


def heading(_table: Table[TribelloOptions], state: State, entry: TribelloDeal) -> Heading:
    """What the row of this deal is called."""
    number = state.deals + 1
    if state.deals >= DEALS:
        return Heading("After the end", "–", "After the end")
    current = round_of(state.deals)
    return Heading(
        f"Round {current}, deal {number}", str(number), ROUND_NAMES[current], entry.trump
    )


def score(table: Table[TribelloOptions], state: State, entry: TribelloDeal) -> Scored:
    """`tribello.score`: tricks above the quota, in the fourth round tricks below it."""
    play = followed(table, state, entry)
    tricks = tuple(entry.tricks or ()) if play is None else play.counts
    due = quotas(state.deals, table.options.first_dealer)
    nullo = round_of(state.deals) == 4
    cells = tuple(
        quota - taken if nullo else taken - quota for taken, quota in zip(tricks, due, strict=True)
    )
    aim = ", nullo" if nullo else ""
    texts = [f"{counted(tricks[s], 'trick')}, quota {due[s]}{aim}" for s in range(SEATS)]
    why = tuple(
        (Line("tribello.score", cell, text), *_pickup_lines(entry, seat))
        for seat, (cell, text) in enumerate(zip(cells, texts, strict=True))
    )
    totals = tuple(total + cell for total, cell in zip(state.totals, cells, strict=True))
    return Scored(State(state.deals + 1, totals), cells, why)


def _pickup_lines(entry: TribelloDeal, seat: int) -> tuple[Line, ...]:
    if not entry.pickup or not entry.pickup[seat]:
        return ()
    return (Line("tribello.pickup", 0, f"{counted(entry.pickup[seat], 'card')} from the pickup"),)


def skip(_table: Table[TribelloOptions], state: State, _entry: TribelloDeal) -> State:
    """A deal with an error has been dealt; one after the end never was."""
    return State(min(state.deals + 1, DEALS), state.totals)


def outcome(table: Table[TribelloOptions], state: State) -> Outcome:
    """How the game stands (`tribello.win`: the most points after the fourth round)."""
    standings = ranked(table.players, state.totals)
    check = Line("tribello.zero-sum", sum(state.totals), "The scores add up to 0, as they must.")
    if state.deals < DEALS:
        return Outcome(state.totals, standings, (), _due(table, state), check)
    winners = tuple(standing.name for standing in standings if standing.rank == 1)
    return Outcome(state.totals, standings, winners, None, check)


def _due(table: Table[TribelloOptions], state: State) -> Due:
    number = round_of(state.deals)
    dealer = dealer_of(state.deals, table.options.first_dealer)
    name = table.players[dealer]
    headline = {
        1: f"Cut for trumps, then {name} deals",
        2: f"{name} deals and names trumps",
        3: f"{name} deals, no trumps",
        4: f"{name} deals, nullo: avoid tricks",
    }[number]
    due = quotas(state.deals, table.options.first_dealer)
    shares = ", ".join(f"{who} {quota}" for who, quota in zip(table.players, due, strict=True))
    return Due(
        kind="deal",
        label=f"Round {number}, deal {state.deals + 1}",
        name=f"deal {state.deals + 1}",
        dealer=dealer,
        headline=headline,
        details=f"Deal {state.deals + 1} of {DEALS}, round {number}. Quotas: {shares}."
        f" {name} leads.",
        rules=("tribello.deal", "tribello.trump", "tribello.pickup", "tribello.quota"),
    )


# Questions at the table ---------------------------------------------------------------------------


class QuotaQuestion(Question):
    """How many tricks does each player owe in this deal?"""

    question: Literal["quota"] = "quota"
    deal: int = asked("Deal", "number", most=DEALS, ge=1, le=DEALS)
    first_dealer: Seat | None = asked("Who dealt first", "seat", None)


class PickupQuestion(Question):
    """Who may draw from the pickup now, and how many cards?"""

    question: Literal["pickup"] = "pickup"
    deal: int = asked("Deal", "number", most=DEALS, ge=1, le=DEALS)
    first_dealer: Seat | None = asked("Who dealt first", "seat", None)
    taken: list[Count] = asked(
        "Cards drawn so far, dealer first", "counts", most=SEATS, max_length=SEATS
    )


def ask_trick(table: Table[TribelloOptions], question: TrickQuestion) -> Answer:
    """`tribello.trick` for the cards on the table, `tribello.follow` for the hand."""
    rules, hand = TrickRules("tribello", question.trump), (question.hand or (), TRICKS)
    trick, held = trick_asked("tribello", PACK, table, question, rules, hand=hand)
    return answer_trick(table, trick, held)


def answer_quota(table: Table[TribelloOptions], question: QuotaQuestion) -> Answer:
    """The round, the dealer, the quotas and the kind of trumps of a deal."""
    deal, first = question.deal - 1, _first_dealer(table, question.first_dealer)
    due, number, dealer = quotas(deal, first), round_of(deal), dealer_of(deal, first)
    shares = ", ".join(f"{who} {quota}" for who, quota in zip(table.players, due, strict=True))
    trump = {1: "cut", 2: "dealer"}.get(number, "none")
    rulings = (
        Ruling("tribello.quota", "info", f"Deal {question.deal}: {shares}."),
        Ruling("tribello.rounds", "info", f"Round {number}; {table.players[dealer]} deals."),
        Ruling("tribello.trump", "info", f"{ROUND_NAMES[number]}."),
    )
    values = {"round": number, "dealer": dealer, "quotas": list(due), "trump": trump}
    return Answer(values, rulings)


def answer_pickup(table: Table[TribelloOptions], question: PickupQuestion) -> Answer:
    """`tribello.pickup`: the dealer, then left, then right, with what is left of thirteen."""
    left = TRICKS - sum(question.taken)
    if left < 0:
        raise refuse(
            f"more cards are taken than the {TRICKS} of the pickup", "taken", rule="tribello.pickup"
        )
    if len(question.taken) == SEATS or left == 0:
        text = "Nobody draws any more: all have had their turn, or nothing is left."
        return Answer({"next_seat": None, "at_most": 0}, (Ruling("tribello.pickup", "info", text),))
    dealer = dealer_of(question.deal - 1, _first_dealer(table, question.first_dealer))
    seat = table.left_of(dealer, len(question.taken))
    text = f"{table.players[seat]} may discard and draw up to {counted(left, 'card')}."
    return Answer({"next_seat": seat, "at_most": left}, (Ruling("tribello.pickup", "legal", text),))


def _first_dealer(table: Table[TribelloOptions], given: int | None) -> int:
    return table.options.first_dealer if given is None else given


GAME: Final = Game(
    shape=Shape("tribello", SEATS, SEATS, TribelloOptions, (TribelloDeal,)),
    title="Tribello",
    about="Three players, twelve deals, a quota of tricks each.",
    rulebook_file="tribello.md",
    place=1,
    usual_players=SEATS,
    start=start,
    heading=heading,
    problems=problems,
    score=score,
    skip=skip,
    outcome=outcome,
    tie="tribello.tie",
    pack=lambda _options: PACK,
    cells_have_signs=True,
    by_cards=ByCards(TRICKS, followed, watch, lambda _table: PACK),
    inquiries=(
        Inquiry(TrickQuestion, ask_trick, "Who wins the trick?", "And which cards may be played."),
        Inquiry(
            QuotaQuestion, answer_quota, "What are the quotas?", "Dealer, round, trumps, quotas."
        ),
        Inquiry(PickupQuestion, answer_pickup, "Who draws from the pickup?", "And how many cards."),
    ),
)
