"""What players ask about a B leg: the auction, and the trick on the table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal

from referee.core.cards import ANY_JOKER, SUIT_NAMES, Card, Suit, plain_text, read_led, with_article
from referee.core.findings import Ruling
from referee.core.question import (
    HELD,
    LED,
    MINE,
    NO,
    YES,
    Answer,
    Question,
    ShortTrick,
    asked,
    card_of,
    hold,
    hold_none,
)
from referee.core.seating import Seating
from referee.core.text import Said, joined, listed, said
from referee.core.trick_question import CardsOnTable, answer_trick, trick_asked
from referee.core.tricks import Trick
from referee.core.validation import Count, Seat, refuse
from referee.games.card_triathlon.bridge import auction as calls
from referee.games.card_triathlon.bridge.table import TRICKS
from referee.games.card_triathlon.bridge.tricks import (
    FIRST,
    SECOND,
    BridgeRules,
    JokerReading,
    is_joker,
)
from referee.games.card_triathlon.state import LegSeating
from referee.games.card_triathlon.values import AT_TABLE, b_pack


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


def _table_teams(seating: LegSeating) -> tuple[int, ...]:
    """The teams at a table of the B leg; of eight players those of the first table."""
    teams = seating.options.team_of(seating.seats)
    return teams[:AT_TABLE] if seating.seats == 2 * AT_TABLE else teams


def _at_one_table(seats: int, seat: int, field: str) -> None:
    """Refuse a seat that is not at the table.

    Raises:
        NotARecord: naming the seats that are.
    """
    if seat >= seats:
        message = said(
            "must be a seat from 0 to {last}: a B leg of eight is played at two tables",
            last=seats - 1,
        )
        raise refuse(message, field, rule="card-triathlon.teams")


def ask_auction(seating: LegSeating, question: AuctionQuestion) -> Answer:
    """`card-triathlon.b.auction` call by call, then declarer, dummy and lead."""
    teams = _table_teams(seating)
    _at_one_table(len(teams), question.dealer, "dealer")
    auction, illegal = calls.follow_auction(question.calls, question.dealer, teams)
    if illegal is not None:
        return _illegal_auction(illegal, seating.players[auction.turn])
    bid, declarer = auction.last_bid, auction.declarer
    contract = leader = dummy = None
    rule = "card-triathlon.b.passed-out" if auction.is_passed_out else calls.RULE
    rulings = [Ruling(rule, "legal", _auction_text(seating, auction))]
    if bid is not None and declarer is not None:
        contract = {"level": bid.level, "strain": bid.strain, "declarer": declarer}
        leader, dummy = calls.leader_of(declarer, len(teams)), calls.dummy_of(declarer, teams)
        rulings += _roles(seating, bid, declarer, leader, dummy)
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
    return Answer(values, tuple(rulings), _auction_in_short(seating, auction))


def _auction_in_short(seating: LegSeating, auction: calls.Auction) -> Said:
    bid, declarer = auction.last_bid, auction.declarer
    if auction.is_passed_out:
        return said("Legal: passed out, deal again")
    if auction.is_finished and declarer is not None:
        return said("Legal: {bid} by {name}", bid=bid, name=seating.players[declarer])
    return said("Legal so far · {name} calls", name=seating.players[auction.turn])


def _illegal_auction(illegal: calls.IllegalCall, name: str) -> Answer:
    nothing = dict.fromkeys(("contract", "leader", "dummy", "next_seat"))
    values: dict[str, Any] = {
        "legal": False,
        "illegal_at": illegal.place,
        "finished": False,
        "passed_out": False,
    }
    ruling = Ruling(illegal.fault.rule, "illegal", illegal.describe(name))
    verdict = said("No: {name} cannot call {call}", name=name, call=illegal.symbol)
    return Answer({**values, **nothing}, (ruling,), verdict)


def _auction_text(seating: LegSeating, auction: calls.Auction) -> Said:
    if auction.is_passed_out:
        return said("Everybody passed: the cards are dealt again.")
    if auction.is_finished:
        return said("All calls are legal, and the auction is over.")
    name = seating.players[auction.turn]
    return said("All calls are legal; {name} calls next.", name=name)


def _roles(
    seating: LegSeating, bid: calls.Bid, declarer: int, leader: int, dummy: int
) -> list[Ruling]:
    names = seating.players
    text = said(
        "{declarer} is declarer in {bid}, {dummy} is dummy.",
        declarer=names[declarer],
        bid=bid,
        dummy=names[dummy],
    )
    return [
        Ruling("card-triathlon.b.declarer", "info", text),
        Ruling("card-triathlon.b.lead", "info", said("{name} leads.", name=names[leader])),
    ]


def ask_trick(seating: LegSeating, question: BridgeTrickQuestion) -> Answer:
    """The trick and the hand, with the Jokers if there are any."""
    seats = AT_TABLE if seating.seats == 2 * AT_TABLE else seating.seats
    _at_one_table(seats, question.leader, "leader")
    at_table = Seating(seating.players[:seats], seating.options)
    rules = BridgeRules(trump=question.trump, jokers=question.jokers_played)
    plain = question.model_copy(update={"cards": [plain_text(text) for text in question.cards]})
    hand = (question.hand or (), TRICKS)
    # Jokers in the question say that this leg has them, whatever the options are.
    pack = b_pack(seating.seats, with_jokers=seating.seats != 6)
    beside = ["JK"] * question.jokers_played if seating.seats != 6 else []
    trick, held = trick_asked(
        "card-triathlon", pack, at_table, plain, rules, hand=hand, beside=beside
    )
    led = tuple(read_led(text, pack) for text in question.cards)
    trick = Trick(led, trick.leader, seats, rules)
    for fault in rules.suit_faults(led):
        raise refuse(fault.because, "cards", rule=fault.rule)
    answer = answer_trick(at_table, trick, held, *_trick_rulings(rules, trick, held))
    surprises = (*_losing_jokers(at_table, rules, trick), *_losing_twins(at_table, trick))
    answer = replace(answer, rulings=(*surprises, *answer.rulings))
    if answer.answer["winning_card"] is not None:
        place = trick.reading.winning or 0
        answer.answer["winning_card"] = "JK" if is_joker(led[place]) else str(led[place])
    return answer


def _losing_jokers(seating: LegSeating, rules: BridgeRules, trick: Trick) -> list[Ruling]:
    """Why Jokers in the trick lose."""
    return [
        _losing_joker(seating, rules, trick, place)
        for place, card in enumerate(trick.cards)
        if is_joker(card) and place != trick.reading.winning
    ]


def _losing_twins(seating: LegSeating, trick: Trick) -> list[Ruling]:
    """Why cards that are identical to the winning one lose; the source is silent on it."""
    place = trick.reading.winning
    if place is None or is_joker(trick.cards[place]):
        return []
    winning = trick.cards[place]
    losing = [
        seating.players[trick.seat(other)]
        for other, card in enumerate(trick.cards)
        if card == winning and other != place
    ]
    if not losing:
        return []
    text = said(
        "{losing} played {card} too, and loses to {winner}: of identical cards the first played is"
        " the higher. The source is silent on this; Referee rules so."
        if len(losing) == 1
        else "{losing} played {card} too, and lose to {winner}: of identical cards the first played"
        " is the higher. The source is silent on this; Referee rules so.",
        losing=listed(losing),
        card=with_article(winning),
        winner=seating.players[trick.seat(place)],
    )
    return [Ruling("card-triathlon.b.trick", "silent", text)]


def _trick_rulings(rules: BridgeRules, trick: Trick, hand: tuple[Card, ...]) -> list[Ruling]:
    """What is said of a Joker in the hand, and what of the answer the source leaves open."""
    joker = next((card for card in hand if is_joker(card)), None)
    found = []
    if joker and not trick.is_complete and rules.trump and trick.reading.suit == rules.trump:
        found += [] if _counts_as_trump(rules, trick, joker) else [_joker_on_trumps()]
    points = _silent_points(rules, trick, joker)
    texts = [
        (rule, said("The source is silent on this; Referee rules so: {what}.", what=what))
        for rule, what in points
    ]
    return found + [Ruling(rule, "silent", text) for rule, text in texts]


def _joker_on_trumps() -> Ruling:
    text = said("The second Joker is no trump: on a trump lead it loses.")
    return Ruling(SECOND, "info", text)


def _counts_as_trump(rules: BridgeRules, trick: Trick, joker: Card) -> bool:
    reading = trick.reading
    assert isinstance(reading, JokerReading)
    return reading.suit is not None and rules.follows(joker, reading.suit, reading.jokers)


def _silent_points(
    rules: BridgeRules, trick: Trick, joker: Card | None
) -> Iterator[tuple[str, str]]:
    """What Referee has settled for itself, and the answer rests on; `joker` is in the hand."""
    reading = trick.reading
    assert isinstance(reading, JokerReading)
    winning = None if reading.winning is None else trick.cards[reading.winning]
    if winning and is_joker(winning) and rules.trump is None and not rules.jokers:
        yield FIRST, said("in no trumps the first Joker takes any trick")
    if joker is None or trick.is_complete or reading.suit is None:
        return
    if _counts_as_trump(rules, trick, joker):
        what = said("until a Joker has been played, each Joker in a hand counts as a trump")
        yield FIRST, what
    elif reading.jokers and reading.suit != rules.trump:
        yield SECOND, said("the second Joker may be played to any plain suit, and never must be")


def _losing_joker(seating: LegSeating, rules: BridgeRules, trick: Trick, place: int) -> Ruling:
    """Why a Joker in the trick is not winning: it is the second one."""
    first = any(map(is_joker, trick.cards[:place]))
    if first:
        template = "{name}’s Joker is the second, and loses to the first, which takes any trick."
    elif trick.reading.suit == rules.trump is not None:
        template = "{name}’s Joker is the second. It is no trump: on a trump lead it loses."
    else:
        template = "{name}’s Joker is the second. It is no trump: a trump takes the trick."
    return Ruling(SECOND, "info", said(template, name=seating.players[trick.seat(place)]))


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
