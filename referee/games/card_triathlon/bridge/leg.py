"""The B leg: bidding and trick-taking, at one table, or at two with eight players."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final, Literal

from referee.core.cards import ANY_JOKER, Card, Pack, Suit, plain_text, read_led_card, with_article
from referee.core.course import Coming
from referee.core.findings import Line, Problem, Ruling, error
from referee.core.game import Due, Explanation, Heading, Office, Scored
from referee.core.question import (
    HELD,
    NO,
    WHATEVER,
    YES,
    Answer,
    Assumed,
    BySuits,
    CardsOnTable,
    Question,
    RestOfHand,
    answer_trick,
    hold,
    hold_none,
    plain_holdings,
    prompt,
    read_trick,
    trumps,
)
from referee.core.slips import TRICK, CrossCheck, player_figures
from referee.core.text import SILENT, Text, _, _p, joined, listed, ngettext, signed
from referee.core.tricks import TRUMPS, Trick
from referee.core.validation import Count, Seat, refuse
from referee.games.card_triathlon.bridge.auction import (
    DECLARER,
    PASSED_OUT,
    RULE,
    call_symbol,
    describe_illegal_call,
    dummy_of,
    follow_auction,
    leader_of,
)
from referee.games.card_triathlon.bridge.table import (
    ASIDE,
    DEALS_AGAIN,
    FIELDS,
    FIRST,
    SECOND,
    TRICKS,
    BLeg,
    BridgeRules,
    BridgeTable,
    JokerReading,
    bridge_tables,
    is_joker,
    prefix_table,
    table_paths,
)
from referee.games.card_triathlon.leg import (
    AT_TABLE,
    CLOCK,
    CROSSCHECK,
    PLAY,
    UNIT,
    VALUES,
    WORTH,
    LegSetup,
    LegState,
    PlayedLeg,
    b_pack,
    b_worth,
    count_tables,
    dealer_of,
    empty_row,
    table_setups,
    teams_of,
)

MADE: Final = "card-triathlon.b.made"
DEFEATED: Final = "card-triathlon.b.defeated"
OVERTRICKS: Final = "card-triathlon.b.overtricks"
TWO_CARDS: Final = "card-triathlon.b.two-cards"


class BridgeLeg(PlayedLeg[BLeg]):
    kind = "b-leg"
    name = "B"

    # Problems -------------------------------------------------------------------------------------

    def entry_problems(self, setup: LegSetup, state: LegState, entry: BLeg) -> list[Problem]:
        fault = entry.shape_fault(count_tables(setup.seats))
        if fault is not None:
            return [error(PLAY, fault)]
        found = []
        for table in bridge_tables(setup, state, entry):
            problems = table.auction_problems()
            record = table.record
            if entry.passed_out:
                if any(getattr(record, name) is not None for name in FIELDS if name != "auction"):
                    message = _("Everyone passed, so leave the contract, tricks and points empty.")
                    problems.append(error(PLAY, message, field="passed_out"))
                elif record.auction is not None and not table.is_passed_out:
                    message = _("The auction wasn’t passed out. Record the contract.")
                    problems.append(error(RULE, message, field="auction"))
            elif not table.is_passed_out or table.number is not None:
                if table.is_passed_out:
                    problems.append(error(RULE, DEALS_AGAIN, field="auction"))
                problems += table.figure_problems() + table.play_problems() + table.crosscheck()
            # Convert seats at the table to seats in the match; no seat means the whole table.
            first = AT_TABLE * ((table.number or 1) - 1)
            for problem in problems:
                blames = tuple(
                    f"{field}.{first + each}"
                    for field, _unused, seat in (name.partition(".") for name in problem.blames)
                    for each in ([int(seat)] if seat else range(table.seats))
                )
                message = prefix_table(table.number, problem.message)
                found.append(replace(problem, message=message, blames=blames))
        return found

    def table_problems(
        self, setup: LegSetup, state: LegState, entry: BLeg, number: int
    ) -> list[Problem]:
        """Return the problems with the deal at table `number` (0 or 1) of two."""
        order = self.sequence_problems(setup, state)
        if order:
            return order
        found = self.entry_problems(table_setups(setup)[number], state, entry)
        return [replace(each, message=prefix_table(number + 1, each.message)) for each in found]

    def cross_checks(self, setup: LegSetup, entry: dict[str, Any]) -> list[CrossCheck]:
        found = []
        whole = b_worth(setup.seats, setup.options.has_b_jokers(setup.seats))
        things = {"points": _p("things", "points")}
        # A passed-out leg has no tables.
        parts = zip(table_setups(setup), table_paths(entry), strict=False)
        for table, (at, part) in parts:
            found += self.make_cross_check(table.players, part, things, whole, at=at)
            tricks = part.get("tricks") or ()
            won = player_figures((*at, "tricks"), table.players, tricks, _p("things", "tricks"))
            found.append(CrossCheck(won, TRICKS, TRICK))
        return found

    # Results --------------------------------------------------------------------------------------

    def heading(self, setup: LegSetup, state: LegState, entry: BLeg) -> Heading:
        usual = super().heading(setup, state, entry)
        if not entry.is_passed_out or usual.short != self.name:
            return usual
        return replace(usual, label=_("Leg {number}, passed out", number=state.legs + 1))

    def score(self, setup: LegSetup, state: LegState, entry: BLeg) -> Scored[LegState]:
        again = entry.is_passed_out
        dealt = replace(state, b_deals=state.b_deals + 1, is_dealt_again=again)
        if again:
            return empty_row(setup, dealt)
        played = bridge_tables(setup, state, entry)
        found = [score_table(table) for table in played]
        seats = [lines for each in found for lines in each.seats]
        why = [
            *(lines or () for lines in seats),
            *(
                tuple(each.teams[team] for each in found if team in each.teams)
                for team in range(max(teams_of(setup)) + 1)
            ),
            tuple(line for each in found for line in each.unscored),
            tuple(each.total for each in found),
        ]
        sums = [sum(int(line.points) for line in lines) for lines in why]
        exchanged = {seat for seat, lines in enumerate(seats) if lines is None}
        cells = [None if at in exchanged else points for at, points in enumerate(sums)]
        # Players take up all tricks that they won, including those put aside.
        sizes = [table.seats * won for table in played for won in table.result.tricks]
        held = tuple((size, size) for size in sizes)
        note = joined(filter(None, map(contract_note, played)), ", ")
        explain = partial(Explanation, tuple(why), note=note)
        return self.make_row(dealt, entry, cells, explain, held)

    def after_error(self, setup: LegSetup, state: LegState, entry: BLeg) -> LegState:
        """Pass the deal on, except after a deal that eight players recorded as passed out."""
        if self.sequence_problems(setup, state):
            return state
        again = entry.is_passed_out
        if again and count_tables(setup.seats) > 1:
            return state
        after = state if again else super().after_error(setup, state, entry)
        return replace(after, b_deals=state.b_deals + 1, is_dealt_again=again, held=None)

    # What is due ----------------------------------------------------------------------------------

    def coming(self, setup: LegSetup) -> Coming:
        """Return bounds on a team's score: from 0 to the points for every trick at its tables.

        A table's points can't exceed the worth of its cards (`card-triathlon.crosscheck`). With
        Jokers, two of these cards are left over (`b.two-cards`), each worth at least 5. A defeat
        only redistributes the points (`b.defeated`), so no team gets more than all of them.
        """
        has_jokers = setup.options.has_b_jokers(setup.seats)
        left_over = ASIDE * min(WORTH.values()) if has_jokers else 0
        number = count_tables(setup.seats)
        seats, teams = setup.seats // number, teams_of(setup)
        sits_at = sum(0 in teams[at * seats : (at + 1) * seats] for at in range(number))
        return Coming(self.kind, most=sits_at * (b_worth(setup.seats, has_jokers) - left_over))

    def due(self, setup: LegSetup, state: LegState) -> Due:
        dealer, is_eight = dealer_of(setup, state), setup.seats == 2 * AT_TABLE
        if setup.seats == 6:
            cards = _("six complete suits without Jokers (78 cards)")
        elif setup.options.has_b_jokers(setup.seats):
            one = _("one pack with two Jokers (54 cards, two left face down)")
            two = _("one pack with two Jokers at each table (54 cards, two left face down)")
            cards = two if is_eight else one
        else:
            one = _("one pack without Jokers (52 cards)")
            two = _("one pack without Jokers at each table (52 cards)")
            cards = two if is_eight else one
        before = self.leg_before(setup, state)
        if state.is_dealt_again:
            template = _("Everyone passed, so deal again: {cards}.")
        elif before is None:
            template = _("Take {cards}.")
        elif before == "B":
            template = _("Put the previous leg’s cards aside and take the second pack: {cards}.")
        else:
            template = _("Nobody keeps any cards. Sort the packs and take {cards}.")
        take = [template.format(cards=cards), _("Deal 13 cards each.")]
        if is_eight:
            take.append(
                _("Both tables play the same hands: put the second pack in the order of the first.")
            )
        dealers = [table.players[dealer] for table in table_setups(setup)]
        headline = ngettext(
            "B leg: {names} deals and calls first",
            "B leg: {names} deal and call first",
            len(dealers),
            names=listed(dealers),
        )
        short = ngettext("{names} deals", "{names} deal", len(dealers), names=listed(dealers))
        return self.make_due(
            setup,
            state,
            headline,
            short,
            joined(take),
            ("card-triathlon.b.deal", RULE, DECLARER),
            cards,
            dealer,
            tuple(
                Office(duty, table * AT_TABLE + dealer)
                for table in range(1 + is_eight)
                for duty in (_p("duty", "deals"), _("calls first"))
            ),
        )


BRIDGE: Final = BridgeLeg()


# The score ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class TableScore:
    seats: tuple[tuple[Line, ...] | None, ...]  # None where totals were exchanged
    teams: dict[int, Line]
    unscored: tuple[Line, ...]
    total: Line


def score_table(table: BridgeTable) -> TableScore:
    result, contract = table.result, table.contract
    over = table.overtricks(result.tricks)

    def line(rule: str, points: int, text: Text, *, is_silent: bool = False) -> Line:
        return Line(rule, points, prefix_table(table.number, text), is_silent=is_silent)

    totals = dict.fromkeys(sorted(set(table.teams)), 0)
    for team, points in zip(table.teams, result.points, strict=True):
        totals[team] += points
    exchanged, odd = totals, 0
    if contract is not None and over < 0:
        exchanged, odd = exchange(totals, table.teams[contract.declarer])
    seats: list[tuple[Line, ...] | None] = [None] * table.seats
    if exchanged == totals:
        rule = CLOCK if table.is_partial else MADE if over >= 0 else VALUES
        seats = [
            (line(rule, points, _scoring_tricks(table, seat)),)
            for seat, points in enumerate(result.points)
        ]

    teams = {}
    for team, points in exchanged.items():
        rule, text, is_silent = _team_text(table, team, points, totals[team], over)
        teams[team] = line(rule, points, text, is_silent=is_silent)

    if table.is_partial:
        rule, what = CLOCK, _("not played")
    elif over > 0 and table.has_jokers:
        rule = OVERTRICKS
        what = ngettext(
            "{n} overtrick and the two cards left over",
            "{n} overtricks and the two cards left over",
            over,
        )
    elif over > 0:
        rule, what = OVERTRICKS, ngettext("{n} overtrick", "{n} overtricks", over)
    elif table.has_jokers:
        rule, what = TWO_CARDS, _("the two cards left over")
    else:
        rule, what = OVERTRICKS, _("no trick put aside")
    if not result.is_counted:
        what = _("{what} (calculated)", what=what)
    unscored = [line(rule, result.unscored, what)]
    if odd:
        text = _("the remainder after two teams with equal totals get half each")
        unscored.append(line(DEFEATED, odd, joined((text, SILENT), "; "), is_silent=True))

    total = sum(result.points) + result.unscored
    text = _("out of {whole} points", whole=table.whole)
    return TableScore(tuple(seats), teams, tuple(unscored), line(CROSSCHECK, total, text))


def exchange(totals: dict[int, int], declaring: int) -> tuple[dict[int, int], int]:
    """Return the teams' totals after a defeat (`b.defeated`), and the points left over.

    The declaring team gets the lowest total, and the others keep their order. If two others have
    equal totals, each gets half of the rest, rounded down to a multiple of 5. This can leave 5
    points over.
    """
    lowest, *rest = sorted(totals.values())
    others = sorted((team for team in totals if team != declaring), key=lambda team: totals[team])
    odd = 0
    if len({totals[team] for team in others}) < len(others):
        half = sum(rest) // (len(others) * UNIT) * UNIT
        odd, rest = sum(rest) - len(others) * half, [half] * len(others)
    return {declaring: lowest} | dict(zip(others, rest, strict=True)), odd


def _scoring_tricks(table: BridgeTable, seat: int) -> Text:
    """Say how many of a player's tricks score, and how many were put aside."""
    result = table.result
    won, play = result.tricks[seat], table.play
    if play is None:
        kept = table.kept_tricks(seat, result.tricks, result.points[seat])
    else:
        own = [n for n, taker in enumerate(play.takers) if taker == seat]
        kept = [len(set(own) - table.put_aside)]
    if kept[0] == won:
        return ngettext("the cards from {n} trick", "the cards from {n} tricks", won)
    if len(kept) == 1:
        return ngettext(
            "{n} trick, put aside",
            "the cards from {kept} of {n} tricks; {aside} put aside",
            won,
            kept=kept[0],
            aside=won - kept[0],
        )
    return ngettext(
        "the cards from {n} trick, if it wasn’t put aside",
        "the cards from {n} tricks, of which {least} to {most} count; the rest were put aside",
        won,
        least=kept[0],
        most=kept[-1],
    )


def _team_text(
    table: BridgeTable, team: int, points: int, own: int, over: int
) -> tuple[str, Text, bool]:
    """Return the rule and text for a team's points, and whether the rules leave the case open."""
    contract, name = table.contract, table.contract_name
    if contract is None or table.is_partial:
        return CLOCK, joined((_("the cards from the tricks so far"), SILENT), "; "), True
    if over >= 0:
        return MADE, _("{contract} made", contract=name), False
    has_two_teams = len(set(table.teams)) == 2
    if points == own:
        text = _("this team’s total stays the same")
    elif team == table.teams[contract.declarer]:
        text = _("declarer’s team gets the lowest total instead of {own}", own=own)
    elif has_two_teams:
        text = _("this team gets the higher total instead of {own}", own=own)
    else:
        text = _("this team gets a share of the higher totals instead of {own}", own=own)
    short = ngettext(
        "{contract}: {n} trick short", "{contract}: {n} tricks short", -over, contract=name
    )
    parts = [short, text, *[SILENT] * (not has_two_teams)]
    return DEFEATED, joined(parts, "; "), not has_two_teams


def contract_note(table: BridgeTable) -> str:
    """Describe the contract and its result: `4♥ Ann +1`, `3NT Ben −2`, `2♣ Cleo =`."""
    contract = table.contract
    if contract is None:
        return ""
    name = table.names[contract.declarer]
    if table.is_partial:
        return joined((contract.bid, name))
    over = table.overtricks(table.result.tricks)
    return joined((contract.bid, name, signed(over) if over else "="))


# Questions ----------------------------------------------------------------------------------------


class AuctionQuestion(Question):
    """Is the auction legal, and what contract does it lead to?"""

    question: Literal["auction"] = "auction"
    dealer: Seat = prompt(
        _("Who dealt"),
        "seat",
        0,
        comes_first=True,
        assumed=Assumed(_("if {name} dealt"), {"1": ""}),
    )
    calls: list[str] = prompt(_("Calls, starting with the dealer"), "calls", [], comes_first=True)


class BridgeTrickQuestion(CardsOnTable):
    """Who wins this trick of a B leg, and what may the next player play?"""

    cards: list[str] = prompt(_("Cards, in the order played"), "led", [], is_awaited=True)
    trump: Suit | None = trumps(_("if there are no trumps"))
    jokers_played: Count = prompt(
        _("Jokers played before this trick"),
        "number",
        0,
        most=2,
        assumed=Assumed(
            _("if no Joker was played before this trick"), {"1": _("With one played before:")}
        ),
        ge=0,
        le=2,
    )
    hand: list[str] | None = prompt(
        _("Next player’s hand"), "cards", None, most=TRICKS, any_order="all"
    )


def _refuse_other_table(seats: int, seat: int, field: str) -> None:
    if seat >= seats:
        template = _("must be a seat from 0 to {last}, as eight players sit at two tables")
        raise refuse(template.format(last=seats - 1), field, rule="card-triathlon.teams")


def ask_auction(setup: LegSetup, question: AuctionQuestion) -> Answer:
    """Rule on each call under `card-triathlon.b.auction`, then name declarer, dummy and leader.

    With eight players, the question is about the first table.
    """
    table = table_setups(setup)[0]
    teams = teams_of(table)
    _refuse_other_table(table.seats, question.dealer, "dealer")
    auction, illegal = follow_auction(question.calls, question.dealer, teams)
    values: dict[str, Any] = {
        "legal": illegal is None,
        "illegal_at": None if illegal is None else len(auction.calls),
        "finished": illegal is None and auction.is_finished,
        "passed_out": illegal is None and auction.is_passed_out,
        **dict.fromkeys(("contract", "leader", "dummy", "next_seat")),
    }
    names = setup.players
    name = names[auction.turn]
    if illegal is not None:
        call = question.calls[len(auction.calls)]
        ruling = Ruling(RULE, "illegal", describe_illegal_call(auction, call, illegal, name))
        verdict = _("No. {name} can’t call {call}", name=name, call=call_symbol(call))
        return Answer(values, (ruling,), verdict)
    contract = auction.contract
    if auction.is_passed_out:
        text = _("Everyone passed, so deal again.")
        verdict = _("Legal. Passed out: deal again")
        return Answer(values, (Ruling(PASSED_OUT, "legal", text),), verdict)
    if contract is None:
        values["next_seat"] = auction.turn
        text = _("All calls so far are legal. {name} calls next.", name=name)
        verdict = _("Legal so far · {name} calls", name=name)
        return Answer(values, (Ruling(RULE, "legal", text),), verdict)
    declarer = contract.declarer
    leader, dummy = leader_of(declarer, len(teams)), dummy_of(declarer, teams)
    values |= {"contract": contract.model_dump(), "leader": leader, "dummy": dummy}
    roles = _(
        "{declarer} is declarer in {bid}; {dummy} is dummy.",
        declarer=names[declarer],
        bid=contract.bid,
        dummy=names[dummy],
    )
    rulings = (
        Ruling(RULE, "legal", _("All calls are legal, and the auction is over.")),
        Ruling(DECLARER, "info", roles),
        Ruling("card-triathlon.b.lead", "info", _("{name} leads.", name=names[leader])),
    )
    verdict = _("Legal. {bid} by {name}", bid=contract.bid, name=names[declarer])
    return Answer(values, rulings, verdict)


def ask_trick(setup: LegSetup, question: BridgeTrickQuestion) -> Answer:
    table = table_setups(setup)[0]
    _refuse_other_table(table.seats, question.leader, "leader")
    rules = BridgeRules(trump=question.trump, jokers=question.jokers_played)
    plain = question.model_copy(update={"cards": [plain_text(text) for text in question.cards]})
    hand = (question.hand or (), TRICKS)
    # The question may contain Jokers unless it says that the format is a sprint.
    pack = b_pack(setup.seats, with_jokers=setup.seats != 6)
    beside = ["JK"] * question.jokers_played if setup.seats != 6 else []
    trick, held = read_trick(
        "card-triathlon", pack, table, plain, rules, hand=hand, jokers_played=beside
    )
    options, cards = setup.options, (*trick.cards, *held)
    is_said = "format" in options.model_fields_set  # a sprint might only be the default
    if is_said and options.format == "sprint" and (beside or any(map(is_joker, cards))):
        message = _("A sprint has no Jokers in its B leg.")
        raise refuse(message, "cards", rule=options.plan.rule)
    led = tuple(read_led_card(text, pack) for text in question.cards)
    trick = Trick(led, trick.leader, table.seats, rules)
    for fault in rules.suit_faults(led):
        raise refuse(fault.because, "cards", rule=fault.rule)
    surprises = tuple(_explain_losing_cards(table, rules, trick))
    more = [*_joker_rulings(rules, trick, held)]
    has_jokers = setup.options.has_b_jokers(setup.seats) and not rules.jokers
    is_open = not (held or trick.is_complete or any(map(is_joker, led)))
    if has_jokers and is_open and trick.reading.suit == rules.trump is not None:
        text = _("A Joker counts as a trump, so it may be played too.")
        more.append(Ruling(FIRST, "info", text))
    answer = answer_trick(table, trick, held, *more, surprises=surprises)
    winning = trick.reading.winning
    if winning is not None and is_joker(led[winning]):
        answer.answer["winning_card"] = "JK"  # without the suit that it names
    return answer


def _explain_losing_cards(setup: LegSetup, rules: BridgeRules, trick: Trick) -> Iterator[Ruling]:
    """Explain why a second Joker loses, and why cards identical to the winning card lose to it."""
    for index, each in enumerate(trick.cards):
        if not is_joker(each) or index == trick.reading.winning:
            continue
        if any(map(is_joker, trick.cards[:index])):
            template = _("{name}’s Joker is the second one played. It loses to the first.")
        elif trick.reading.suit == rules.trump is not None:
            template = _(
                "{name}’s Joker is the second one played. It isn’t a trump, so it loses when"
                " trumps are led."
            )
        else:
            template = _(
                "{name}’s Joker is the second one played. It isn’t a trump, so a trump beats it."
            )
        yield Ruling(SECOND, "info", template.format(name=setup.players[trick.seat(index)]))
    first = trick.reading.winning
    if first is None or is_joker(trick.cards[first]):
        return
    winning = trick.cards[first]
    twins = [index for index, card in enumerate(trick.cards) if card == winning and index != first]
    losing = [setup.players[trick.seat(index)] for index in twins]
    if losing:
        text = _(
            "{losing} played {card} too, but after {winner}. The rules don’t settle this;"
            " Referee lets the first of identical cards win.",
            losing=listed(losing),
            card=with_article(winning),
            winner=setup.players[trick.seat(first)],
        )
        yield Ruling("card-triathlon.b.trick", "silent", text)


def _joker_rulings(rules: BridgeRules, trick: Trick, hand: tuple[Card, ...]) -> Iterator[Ruling]:
    reading = trick.reading
    assert isinstance(reading, JokerReading)
    joker, suit = next(filter(is_joker, hand), None), reading.suit
    if joker is None or suit is None or trick.is_complete:
        joker = None
    follows = joker is not None and suit is not None and rules.follows(joker, suit, reading.jokers)
    if joker and suit == rules.trump and not follows:
        text = _("The second Joker isn’t a trump, so it loses when trumps are led.")
        yield Ruling(SECOND, "info", text)
    winning = None if reading.winning is None else trick.cards[reading.winning]
    if winning and is_joker(winning) and rules.trump is None and not rules.jokers:
        text = _("The rules don’t say; Referee lets the first Joker take any trick in no trumps.")
        yield Ruling(FIRST, "silent", text)
    if follows:
        text = _(
            "The rules don’t say; Referee counts every Joker in hand as a trump until one has been"
            " played."
        )
        yield Ruling(FIRST, "silent", text)
    elif joker and reading.jokers and suit != rules.trump:
        text = _(
            "The rules don’t say; Referee lets you play the second Joker to any plain suit, but"
            " you never have to."
        )
        yield Ruling(SECOND, "silent", text)


# May I play this card? ----------------------------------------------------------------------------

JOKER: Final = str(ANY_JOKER)
JOKER_HELD: Final = "joker"
HOLDINGS: Final[Mapping[str, tuple[bool, bool, bool | None]]] = {
    "trumps": (True, True, None),
    YES: (True, False, True),
    NO: (True, False, False),
    "second": (False, False, None),
    "second-held": (False, True, True),
    "second-none": (False, True, False),
}
"""What each key of the question means if the card to be played is a Joker.

The values say whether it is the leg's first Joker, whether the suit led is trumps, and whether the
hand also has a card of that suit (None if that doesn't matter).
"""


NOT_TRUMPS: Final[Mapping[Suit, Text]] = {
    "S": _("spades aren’t trumps"),
    "H": _("hearts aren’t trumps"),
    "D": _("diamonds aren’t trumps"),
    "C": _("clubs aren’t trumps"),
}
HELD_JOKER: Final[Mapping[Suit, Text]] = {
    "S": _("I have the leg’s first Joker but no spades, and spades are trumps"),
    "H": _("I have the leg’s first Joker but no hearts, and hearts are trumps"),
    "D": _("I have the leg’s first Joker but no diamonds, and diamonds are trumps"),
    "C": _("I have the leg’s first Joker but no clubs, and clubs are trumps"),
}


def bridge_holdings(led: str, mine: str, seats: int) -> Mapping[str, RestOfHand]:
    """With a key for Jokers: the first one played in a leg is a trump, the second isn't."""
    none_yet = {"jokers_played": 0}
    found = {
        key: each._replace(fields=none_yet)
        for key, each in plain_holdings(led, mine, seats).items()
    }
    if YES not in found or seats == 6:  # six players have no Jokers
        return found
    suit: Suit = led  # type: ignore[assignment]  # a key of a suit
    if mine != JOKER:
        fields = none_yet | {"trump": led}
        found[JOKER_HELD] = RestOfHand(HELD_JOKER[suit], (JOKER,), fields, _has_first_joker)
        return found
    return {key: _joker_holding(suit, *each) for key, each in HOLDINGS.items()}


def _has_first_joker(trick: Trick, pack: Pack) -> bool:
    return _joker_facts(trick) == (True, True) and ANY_JOKER in pack.copies


def _joker_facts(trick: Trick) -> tuple[bool, bool]:
    """Whether the next Joker is the leg's first, and whether the suit to follow is trumps."""
    reading = trick.reading
    assert isinstance(reading, JokerReading)
    return not reading.jokers, reading.suit == trick.rules.trump


def _joker_holding(led: Suit, is_first: bool, is_trump: bool, is_held: bool | None) -> RestOfHand:
    joker = _("the first Joker of the leg") if is_first else _("the second Joker")
    parts = [joker, TRUMPS[led] if is_trump else NOT_TRUMPS[led]]
    at_table = WHATEVER
    if is_held is not None:
        parts.append(at_table := hold(led) if is_held else hold_none(led))
    return RestOfHand(
        joined(parts, ", "),
        (HELD + led,) if is_held else (),
        {"jokers_played": int(not is_first)} | ({"trump": led} if is_trump else {}),
        lambda trick, _pack: _joker_facts(trick) == (is_first, is_trump),
        at_table,
    )


BRIDGE_BY_SUITS: Final = BySuits({}, {JOKER: _p("card", "Joker")}, bridge_holdings)
