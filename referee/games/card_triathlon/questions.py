"""What players of Card Triathlon ask about auction, trick, melds, pile, Buck and offices."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Literal

from referee.cards import RANKS, Card, Pack, Suit, plain_text, read_cards, read_led, sentence
from referee.disputes import CardsOnTable, answer_trick, trick_asked
from referee.game import Answer, Inquiry, Table, counted
from referee.games.card_triathlon import auction as calls
from referee.games.card_triathlon.b_judge import TRICKS
from referee.games.card_triathlon.d_questions import (
    ArrangeQuestion,
    LayoutQuestion,
    ask_arrange,
    ask_layout,
)
from referee.games.card_triathlon.joker_tricks import FIRST, SECOND, BridgeRules, is_joker
from referee.games.card_triathlon.melds import pile_fault, read_meld
from referee.games.card_triathlon.offices import OFFICES, ROUNDS, buck_of, offices
from referee.games.card_triathlon.options import CardTriathlonOptions
from referee.games.card_triathlon.values import AT_TABLE, b_pack, full_pack
from referee.law import Ruling
from referee.question import Question, asked
from referee.record import Count, Seat
from referee.refusal import refuse
from referee.tricks import Trick

Options = CardTriathlonOptions


class AuctionQuestion(Question):
    """Is the auction legal, and what does it come to?"""

    question: Literal["auction"] = "auction"
    dealer: Seat = asked("Who dealt", "seat", 0)
    calls: list[str] = asked("The calls, from the dealer on", "calls", [])


class TrickQuestion(CardsOnTable):
    """Who wins this trick of a B leg, and what may the next player play?"""

    cards: list[str] = asked("The cards, in the order they fell", "led", [])
    trump: Suit | None = asked("Trumps", "suit", None)
    jokers_played: Count = asked("Jokers played before this trick", "number", 0, most=2, ge=0, le=2)
    hand: list[str] | None = asked("The hand of the next player", "cards", None, most=TRICKS)


class MeldQuestion(Question):
    """May these cards be melded, and what are they worth?"""

    question: Literal["meld"] = "meld"
    cards: list[str] = asked("The cards of the meld", "cards", most=24)
    going_out: bool = asked("Are you going out with it?", "yes", False)


class PileQuestion(Question):
    """May I take the discard pile?"""

    question: Literal["pile"] = "pile"
    top: str = asked("The card on top", "card", most=1)
    hand: list[str] = asked("Your hand", "cards", most=40)
    melded: list[str] = asked("Ranks that your team has melded", "ranks", [])
    frozen: bool = asked("Is a wild card in the pile?", "yes", False)


class GoOutQuestion(Question):
    """May I go out?"""

    question: Literal["go-out"] = "go-out"
    melds: list[list[str]] = asked("The melds of your team", "melds", most=8)
    hand: list[str] = asked("What is left in your hand", "cards", [], most=13)


class BuckQuestion(Question):
    """Who is Buck?"""

    question: Literal["buck"] = "buck"
    hands: list[list[str]] = asked("The hands, seat by seat", "hands")


class OfficesQuestion(Question):
    """Who gathers, shuffles, cuts and deals in this round?"""

    question: Literal["offices"] = "offices"
    buck: Seat = asked("Who is Buck in round 1", "seat")
    round: int = asked("Round", "number", most=ROUNDS, ge=1, le=ROUNDS)


# The B leg ----------------------------------------------------------------------------------------


def _table_teams(table: Table[Options]) -> tuple[int, ...]:
    """The teams at a table of the B leg; of eight players those of the first table."""
    teams = table.options.team_of(table.seats)
    return teams[:AT_TABLE] if table.seats == 2 * AT_TABLE else teams


def ask_auction(table: Table[Options], question: AuctionQuestion) -> Answer:
    """`card-triathlon.b.auction` call by call, then declarer, dummy and lead."""
    teams = _table_teams(table)
    if question.dealer >= len(teams):
        raise refuse(f"must be a seat from 0 to {len(teams) - 1}", "dealer")
    auction, illegal = calls.follow_auction(question.calls, question.dealer, teams)
    if illegal is not None:
        call, name = question.calls[illegal], table.players[auction.turn]
        text = f"Call {illegal + 1}, “{call[:12]}” by {name}: {auction.why_not(call)}."
        nothing = dict.fromkeys(("contract", "leader", "dummy", "next_seat"))
        values: dict[str, Any] = {
            "legal": False,
            "illegal_at": illegal,
            "finished": False,
            "passed_out": False,
        }
        return Answer({**values, **nothing}, (Ruling(calls.RULE, "illegal", text),))
    bid, declarer = auction.last_bid, auction.declarer
    contract = leader = dummy = None
    rule = "card-triathlon.b.passed-out" if auction.is_passed_out else calls.RULE
    rulings = [Ruling(rule, "legal", _auction_text(table, auction))]
    if bid is not None and declarer is not None:
        contract = {"level": bid.level, "strain": bid.strain, "declarer": declarer}
        leader, dummy = calls.leader_of(declarer, len(teams)), calls.dummy_of(declarer, teams)
        names = table.players
        text = f"{names[declarer]} is declarer in {bid}, {names[dummy]} is dummy."
        rulings.append(Ruling("card-triathlon.b.declarer", "info", text))
        rulings.append(Ruling("card-triathlon.b.lead", "info", f"{names[leader]} leads."))
    values = {
        "legal": True,
        "illegal_at": None,
        "finished": auction.is_finished,
        "passed_out": auction.is_passed_out,
        "contract": contract,
        "leader": leader,
        "dummy": dummy,
        "next_seat": None if auction.is_finished else auction.turn,
    }
    return Answer(values, tuple(rulings))


def _auction_text(table: Table[Options], auction: calls.Auction) -> str:
    if auction.is_passed_out:
        return "Everybody passed: the cards are dealt again."
    if auction.is_finished:
        return "All calls are legal, and the auction is over."
    return f"All calls are legal; {table.players[auction.turn]} calls next."


def ask_trick(table: Table[Options], question: TrickQuestion) -> Answer:
    """The trick and the hand, with the Jokers if there are any."""
    seats = AT_TABLE if table.seats == 2 * AT_TABLE else table.seats
    at_table = Table(table.players[:seats], table.options)
    rules = BridgeRules(trump=question.trump, jokers=question.jokers_played)
    plain = question.model_copy(update={"cards": [plain_text(text) for text in question.cards]})
    hand = (question.hand or (), TRICKS)
    # Jokers in the question say that this leg has them, whatever the options are.
    pack = b_pack(table.seats, with_jokers=table.seats != 6)
    beside = ["JK"] * question.jokers_played if table.seats != 6 else []
    trick, held = trick_asked(
        "card-triathlon", pack, at_table, plain, rules, hand=hand, beside=beside
    )
    led = tuple(read_led(text, pack) for text in question.cards)
    trick = Trick(led, trick.leader, seats, rules)
    if fault := _suits_named(rules, led):
        raise refuse(f"{fault[1]}", "cards", rule=fault[0])
    answer = answer_trick(at_table, trick, held)
    if answer.answer["winning_card"] is not None:
        place = trick.reading.winning or 0
        answer.answer["winning_card"] = "JK" if is_joker(led[place]) else str(led[place])
    return answer


def _suits_named(rules: BridgeRules, cards: tuple[Card, ...]) -> tuple[str, str] | None:
    rule, fault = rules.lead_fault(cards[0]) if cards else ("", "")
    if fault:
        return rule, fault
    if any(is_joker(card) and card.suit for card in cards[1:]):
        return SECOND if rules.jokers else FIRST, "only a Joker that leads names a suit"
    return None


# The C leg ----------------------------------------------------------------------------------------


def _cards(texts: list[str], pack: Pack, place: str) -> tuple[Card, ...]:
    cards, faults = read_cards(texts, pack)
    if faults:
        raise refuse(" ".join(faults), place, rule="card-triathlon.pack")
    return cards


def ask_meld(table: Table[Options], question: MeldQuestion) -> Answer:
    """Whether the cards are a meld, and what they are worth."""
    cards = _cards(question.cards, full_pack(table.seats), "cards")
    meld = read_meld(cards, question.going_out)
    own = f"{counted(meld.natural, 'natural card')} and {meld.wild} wild, worth {meld.value}"
    text = f"{sentence(meld.fault)}." if meld.fault else f"A legal meld: {own}."
    rulings = [Ruling(meld.rule, "legal" if meld.is_legal else "illegal", text)]
    if meld.is_seven:
        rulings.append(
            Ruling("card-triathlon.c.seven", "info", "With it one of your team may go out.")
        )
    values = {
        "legal": meld.is_legal,
        "rank": meld.rank,
        "natural": meld.natural,
        "wild": meld.wild,
        "value": meld.value,
        "seven": meld.is_seven,
    }
    return Answer(values, tuple(rulings))


def ask_pile(table: Table[Options], question: PileQuestion) -> Answer:
    """Whether the pile may be taken."""
    pack = full_pack(table.seats)
    if strange := [rank for rank in question.melded if rank not in RANKS]:
        raise refuse(f"“{strange[0][:9]}” is no rank", "melded", rule="card-triathlon.pack")
    top, *hand = _cards([question.top, *question.hand], pack, "hand")
    rule, fault = pile_fault(top, hand, question.melded, question.frozen)
    text = f"{sentence(fault)}." if fault else f"You may take it, and meld the {top.rank}s at once."
    ruling = Ruling(rule, "illegal" if fault else "legal", text)
    return Answer({"legal": not fault}, (ruling,))


def ask_go_out(table: Table[Options], question: GoOutQuestion) -> Answer:
    """Whether the hand is empty, and the team has its seven of a kind."""
    pack = full_pack(table.seats)
    _cards([text for meld in question.melds for text in meld] + question.hand, pack, "melds")
    melds = [read_meld(read_cards(meld, pack)[0], going_out=True) for meld in question.melds]
    has_seven = any(meld.is_seven for meld in melds)
    rulings = []
    if question.hand:
        left = counted(len(question.hand), "card")
        text = f"You still have {left}; to go out none may be left."
        rulings.append(Ruling("card-triathlon.c.out", "illegal", text))
    if not has_seven:
        text = "Your team has no legal meld of seven or more cards of one rank."
        rulings.append(Ruling("card-triathlon.c.seven", "illegal", text))
    if not rulings:
        rulings.append(Ruling("card-triathlon.c.out", "legal", "You may go out."))
    return Answer({"legal": has_seven and not question.hand}, tuple(rulings))


# The D leg ----------------------------------------------------------------------------------------


def ask_buck(table: Table[Options], question: BuckQuestion) -> Answer:
    """`card-triathlon.d.buck`: who has the highest card that is no Joker."""
    if len(question.hands) != table.seats:
        raise refuse(f"must be the hands of the {table.seats} players", "hands")
    pack = full_pack(table.seats)
    _cards([text for hand in question.hands for text in hand], pack, "hands")
    hands = [read_cards(hand, pack)[0] for hand in question.hands]
    seat = buck_of(hands)
    text = f"{table.players[seat]} is Buck."
    return Answer({"seat": seat}, (Ruling("card-triathlon.d.buck", "info", text),))


def ask_offices(table: Table[Options], question: OfficesQuestion) -> Answer:
    """`card-triathlon.d.rounds`: each office moves one seat to the left after each round."""
    found = offices(question.buck, question.round, table.seats)
    verbs = dict(zip(OFFICES, ("gathers", "shuffles", "cuts", "deals"), strict=True))
    told = ", ".join(f"{table.players[seat]} {verbs[name]}" for name, seat in found.items())
    ruling = Ruling("card-triathlon.d.rounds", "info", f"Round {question.round}: {told}.")
    return Answer(dict(found), (ruling,))


def _hands_shown(question: dict[str, Any]) -> int | None:
    hands = question.get("hands")
    return len(hands) if isinstance(hands, list) else None


def _full(table: Table[Options]) -> Pack:
    return full_pack(table.seats)


def _bridge(table: Table[Options]) -> Pack:
    return b_pack(table.seats, with_jokers=table.seats != 6)


def _inquiry(
    model: type[Question],
    answer: Callable[[Table[Any], Any], Answer],
    title: str,
    about: str,
    *rests_on: str,
    **more: Any,
) -> Inquiry:
    return Inquiry(model, answer, title, about, **{"pack": _full, "rests_on": rests_on, **more})


D_OPTIONS: Final = ("d_jokers", "d_flush_duplicates", "d_half")
INQUIRIES: Final = (
    _inquiry(
        AuctionQuestion,
        ask_auction,
        "Is the auction legal?",
        "Contract, declarer, dummy.",
        "teams",
        at_one_table=True,
    ),
    _inquiry(
        TrickQuestion,
        ask_trick,
        "Who wins the trick?",
        "Also with Jokers, in a B leg.",
        at_one_table=True,
        pack=_bridge,
    ),
    _inquiry(MeldQuestion, ask_meld, "Is this a meld?", "And what is it worth?"),
    _inquiry(PileQuestion, ask_pile, "May I take the pile?", "Frozen, stopped, or free."),
    _inquiry(GoOutQuestion, ask_go_out, "May I go out?", "With a seven of a kind."),
    _inquiry(
        ArrangeQuestion, ask_arrange, "What is my D hand worth?", "The best arrangement.",
        *D_OPTIONS, "format",
    ),
    _inquiry(
        LayoutQuestion, ask_layout, "Is this a straight flush?", "And what does it score?",
        *D_OPTIONS, "format",
    ),
    _inquiry(BuckQuestion, ask_buck, "Who is Buck?", "The highest card.", seats=_hands_shown),
    _inquiry(OfficesQuestion, ask_offices, "Who deals now?", "The offices of a D leg."),
)  # fmt: skip
