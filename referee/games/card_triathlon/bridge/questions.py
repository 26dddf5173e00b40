"""What players ask about a B leg: the auction, and the trick on the table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from referee.core.cards import (
    ANY_JOKER,
    SUIT_NAMES,
    Card,
    Suit,
    plain_text,
    read_led_card,
    with_article,
)
from referee.core.findings import Ruling
from referee.core.question import (
    HELD,
    LED,
    MINE,
    NO,
    YES,
    Answer,
    CardsOnTable,
    Question,
    ShortTrick,
    answer_trick,
    asked,
    card_of,
    hold,
    hold_none,
    read_trick,
)
from referee.core.seating import Seating
from referee.core.text import Said, joined, listed, said
from referee.core.tricks import Trick
from referee.core.validation import Count, Seat, refuse
from referee.games.card_triathlon.bridge.auction import (
    RULE,
    call_symbol,
    describe_illegal_call,
    dummy_of,
    follow_auction,
    leader_of,
)
from referee.games.card_triathlon.bridge.table import TRICKS
from referee.games.card_triathlon.bridge.tricks import (
    FIRST,
    SECOND,
    BridgeRules,
    JokerReading,
    is_joker,
)
from referee.games.card_triathlon.leg import LegSeating
from referee.games.card_triathlon.values import AT_TABLE, b_pack

PASSED_OUT: Final = "card-triathlon.b.passed-out"


class AuctionQuestion(Question):
    """Is the auction legal, and what does it come to?"""

    question: Literal["auction"] = "auction"
    dealer: Seat = asked("Who dealt", "seat", 0, comes_first=True)
    calls: list[str] = asked("The calls, from the dealer on", "calls", [], comes_first=True)


class BridgeTrickQuestion(CardsOnTable):
    """Who wins this trick of a B leg, and what may the next player play?"""

    cards: list[str] = asked("The cards, in the order they were played", "led", [], is_awaited=True)
    trump: Suit | None = asked("Trumps", "suit", None, comes_first=True)
    jokers_played: Count = asked("Jokers played before this trick", "number", 0, most=2, ge=0, le=2)
    hand: list[str] | None = asked(
        "The hand of the next player", "cards", None, most=TRICKS, any_order="all"
    )


def _refuse_other_table(seats: int, seat: int, field: str) -> None:
    """Raise NotARecord for a seat that is not at the table."""
    if seat >= seats:
        message = said(
            "must be a seat from 0 to {last}: a B leg of eight is played at two tables",
            last=seats - 1,
        )
        raise refuse(message, field, rule="card-triathlon.teams")


def ask_auction(seating: LegSeating, question: AuctionQuestion) -> Answer:
    """`card-triathlon.b.auction` call by call, then declarer, dummy and lead.

    Eight players are asked about the first table.
    """
    teams = seating.options.team_of(seating.seats)
    teams = teams[:AT_TABLE] if seating.seats == 2 * AT_TABLE else teams
    _refuse_other_table(len(teams), question.dealer, "dealer")
    auction, illegal = follow_auction(question.calls, question.dealer, teams)
    values: dict[str, Any] = {
        "legal": illegal is None,
        "illegal_at": None if illegal is None else len(auction.calls),
        "finished": illegal is None and auction.is_finished,
        "passed_out": illegal is None and auction.is_passed_out,
        **dict.fromkeys(("contract", "leader", "dummy", "next_seat")),
    }
    names = seating.players
    name = names[auction.turn]
    if illegal is not None:
        call = question.calls[len(auction.calls)]
        ruling = Ruling(RULE, "illegal", describe_illegal_call(auction, call, illegal, name))
        verdict = said("No: {name} cannot call {call}", name=name, call=call_symbol(call)[:12])
        return Answer(values, (ruling,), verdict)
    bid, declarer = auction.last_bid, auction.declarer
    if auction.is_passed_out:
        text = said("Everybody passed: the cards are dealt again.")
        verdict = said("Legal: passed out, deal again")
        return Answer(values, (Ruling(PASSED_OUT, "legal", text),), verdict)
    if bid is None or declarer is None:
        values["next_seat"] = auction.turn
        text = said("All calls are legal; {name} calls next.", name=name)
        verdict = said("Legal so far · {name} calls", name=name)
        return Answer(values, (Ruling(RULE, "legal", text),), verdict)
    leader, dummy = leader_of(declarer, len(teams)), dummy_of(declarer, teams)
    contract = {"level": bid.level, "strain": bid.strain, "declarer": declarer}
    values |= {"contract": contract, "leader": leader, "dummy": dummy}
    roles = said(
        "{declarer} is declarer in {bid}, {dummy} is dummy.",
        declarer=names[declarer],
        bid=bid,
        dummy=names[dummy],
    )
    rulings = (
        Ruling(RULE, "legal", said("All calls are legal, and the auction is over.")),
        Ruling("card-triathlon.b.declarer", "info", roles),
        Ruling("card-triathlon.b.lead", "info", said("{name} leads.", name=names[leader])),
    )
    return Answer(values, rulings, said("Legal: {bid} by {name}", bid=bid, name=names[declarer]))


def ask_trick(seating: LegSeating, question: BridgeTrickQuestion) -> Answer:
    """The trick and the hand, with the Jokers if there are any."""
    seats = AT_TABLE if seating.seats == 2 * AT_TABLE else seating.seats
    _refuse_other_table(seats, question.leader, "leader")
    table = Seating(seating.players[:seats], seating.options)
    rules = BridgeRules(trump=question.trump, jokers=question.jokers_played)
    plain = question.model_copy(update={"cards": [plain_text(text) for text in question.cards]})
    hand = (question.hand or (), TRICKS)
    # Jokers in the question say that this leg has them, whatever the options are.
    pack = b_pack(seating.seats, with_jokers=seating.seats != 6)
    beside = ["JK"] * question.jokers_played if seating.seats != 6 else []
    trick, held = read_trick("card-triathlon", pack, table, plain, rules, hand=hand, beside=beside)
    led = tuple(read_led_card(text, pack) for text in question.cards)
    trick = Trick(led, trick.leader, seats, rules)
    for fault in rules.suit_faults(led):
        raise refuse(fault.because, "cards", rule=fault.rule)
    surprises = (*_losing_jokers(table, rules, trick), *_losing_twins(table, trick))
    more = _joker_rulings(rules, trick, held)
    answer = answer_trick(table, trick, held, *more, surprises=surprises)
    winning = trick.reading.winning
    if winning is not None and is_joker(led[winning]):
        answer.answer["winning_card"] = "JK"  # without the suit that it names
    return answer


def _losing_jokers(seating: LegSeating, rules: BridgeRules, trick: Trick) -> Iterator[Ruling]:
    """Why Jokers in the trick are not winning: they are the second one."""
    for index, each in enumerate(trick.cards):
        if not is_joker(each) or index == trick.reading.winning:
            continue
        if any(map(is_joker, trick.cards[:index])):
            template = (
                "{name}’s Joker is the second, and loses to the first, which takes any trick."
            )
        elif trick.reading.suit == rules.trump is not None:
            template = "{name}’s Joker is the second. It is no trump: on a trump lead it loses."
        else:
            template = "{name}’s Joker is the second. It is no trump: a trump takes the trick."
        yield Ruling(SECOND, "info", said(template, name=seating.players[trick.seat(index)]))


def _losing_twins(seating: LegSeating, trick: Trick) -> Iterator[Ruling]:
    """Why cards that are identical to the winning one lose; the source is silent on it."""
    first = trick.reading.winning
    if first is None or is_joker(trick.cards[first]):
        return
    winning = trick.cards[first]
    twins = [index for index, card in enumerate(trick.cards) if card == winning and index != first]
    losing = [seating.players[trick.seat(index)] for index in twins]
    if losing:
        text = said(
            "{losing} played {card} too, and loses to {winner}: of identical cards the first played"
            " is the higher. The source is silent on this; Referee rules so."
            if len(losing) == 1
            else "{losing} played {card} too, and lose to {winner}: of identical cards the first"
            " played is the higher. The source is silent on this; Referee rules so.",
            losing=listed(losing),
            card=with_article(winning),
            winner=seating.players[trick.seat(first)],
        )
        yield Ruling("card-triathlon.b.trick", "silent", text)


def _joker_rulings(rules: BridgeRules, trick: Trick, hand: tuple[Card, ...]) -> Iterator[Ruling]:
    """A Joker in the hand, and what of the answer the source leaves open."""
    reading = trick.reading
    assert isinstance(reading, JokerReading)
    joker, suit = next(filter(is_joker, hand), None), reading.suit
    if joker is None or suit is None or trick.is_complete:
        joker = None
    follows = joker is not None and suit is not None and rules.follows(joker, suit, reading.jokers)
    if joker and suit == rules.trump and not follows:
        text = said("The second Joker is no trump: on a trump lead it loses.")
        yield Ruling(SECOND, "info", text)
    silent = []
    winning = None if reading.winning is None else trick.cards[reading.winning]
    if winning and is_joker(winning) and rules.trump is None and not rules.jokers:
        silent.append((FIRST, said("in no trumps the first Joker takes any trick")))
    if follows:
        what = said("until a Joker has been played, each Joker in a hand counts as a trump")
        silent.append((FIRST, what))
    elif joker and reading.jokers and suit != rules.trump:
        what = said("the second Joker may be played to any plain suit, and never must be")
        silent.append((SECOND, what))
    for rule, what in silent:
        text = said("The source is silent on this; Referee rules so: {what}.", what=what)
        yield Ruling(rule, "silent", text)


# May I play this card? ----------------------------------------------------------------------------

JOKER: Final = str(ANY_JOKER)
TRUMPS, JOKER_HELD = "trumps", "joker"
SECOND_PLAIN, SECOND_HELD, SECOND_NONE = "second", "second-held", "second-none"


@dataclass(frozen=True)
class ShortBridge(ShortTrick):
    """A Joker counts as a trump until one has been played in the leg; the second is none."""

    mine: Mapping[str, str] = field(default_factory=lambda: {JOKER: "Joker"})

    def holdings(self, led: str, mine: str, seats: int) -> Mapping[str, Said]:
        """With Jokers, also whether one was played, and whether the suit is trumps."""
        found = super().holdings(led, mine, seats)
        if not found or seats == 6:  # six players have no Jokers
            return found
        suit = SUIT_NAMES[led]  # type: ignore[index]  # a key of a suit
        if mine != JOKER:
            told = said("none, but a Joker, the first of the leg, and {suit} are trumps", suit=suit)
            return {**found, JOKER_HELD: told}
        first, second = said("the first Joker of the leg"), said("the second Joker")
        trumps, plain = (
            said("{suit} are trumps", suit=suit),
            said("{suit} are no trumps", suit=suit),
        )
        return {
            TRUMPS: joined((first, trumps), ", "),
            YES: joined((first, plain, hold(led)), ", "),
            NO: joined((first, plain, hold_none(led)), ", "),
            SECOND_PLAIN: joined((second, plain), ", "),
            SECOND_HELD: joined((second, trumps, hold(led)), ", "),
            SECOND_NONE: joined((second, trumps, hold_none(led)), ", "),
        }

    def fields(self, led: str, mine: str, holding: str) -> dict[str, Any]:
        """With the trumps and the Jokers that were played before."""
        found: dict[str, Any] = {
            "cards": [card_of(led, LED)],
            "hand": [card_of(mine, MINE)],
            "jokers_played": int(holding in (SECOND_PLAIN, SECOND_HELD, SECOND_NONE)),
        }
        if holding in (YES, SECOND_HELD):
            found["hand"] += [HELD + led]
        if holding == JOKER_HELD:
            found["hand"] += [JOKER]
        if holding in (TRUMPS, JOKER_HELD, SECOND_HELD, SECOND_NONE):
            found["trump"] = led
        return found
