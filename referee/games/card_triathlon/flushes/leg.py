"""The D leg: its entry, problems, score (from figures or cards) and questions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import product
from typing import Any, ClassVar, Final, Literal

from referee.core.cards import (
    RANKS,
    SUITS,
    Card,
    find_faulty_hands,
    one_too_many,
    read_cards,
    symbol,
    with_article,
)
from referee.core.course import Coming
from referee.core.findings import Fault, Line, Problem, Ruling, error, warning
from referee.core.game import Due, Explanation, Scored
from referee.core.options import choices
from referee.core.question import Answer, Question, prompt
from referee.core.slips import CrossCheck
from referee.core.text import SILENT, _, _p, by_player, ended, joined, listed, ngettext, sentence
from referee.core.validation import Count, PerSeat, Seat, refuse
from referee.games.card_triathlon.flushes.groups import (
    ACE,
    ACE_HIGH,
    ACE_LOW,
    EXTRA,
    FIVE,
    FIVES,
    FLUSH,
    HALF,
    JOKER,
    MOST_WRONG_OF_FIVE,
    SHORTEST,
    FlushRules,
    Group,
    fives_text,
    group_lines,
    heading,
    helpers_text,
    is_entitled,
    low_ace_text,
    read_group,
    right_rank,
)
from referee.games.card_triathlon.flushes.solver import HAND, arrange
from referee.games.card_triathlon.leg import (
    CROSSCHECK,
    PLAY,
    WORTH,
    FullPackLeg,
    LegEntry,
    LegSetup,
    LegState,
    card_figure_problems,
    count_rest,
    crosscheck_problems,
    full_pack,
    full_worth,
    read_question_cards,
    team_lines,
    team_names,
    team_points,
    team_totals,
    teams_of,
    unit_problems,
)
from referee.games.card_triathlon.options import CAP, NUMBERS, CardTriathlonOptions

BUCK: Final = "card-triathlon.d.buck"
SILENT_OPTIONS: Final = ("d_jokers", "d_flush_duplicates", "d_half")
"""Straight-flush options for cases that the rules leave open."""
ENTITLED: Final = _("all 13 cards score, which earns an extra hand")
NOT_ENTITLED: Final = _(
    "All 13 cards score, but in the 3,000 metre only one straight flush from the 2 to the ace earns"
    " an extra hand."
)
ROUNDS: Final = 4
OFFICES: Final = {
    "buck": _("{name} gathers the cards"),
    "shuffles": _("{name} shuffles"),
    "cuts": _("{name} cuts"),
    "deals": _("{name} deals"),
}
"""Text for each office in a round: Buck's first, then those of the players to Buck's left."""
CAPPED: Final = "card-triathlon.d.cap"
RANGE: Final = "card-triathlon.d.range"
START: Final = "card-triathlon.d.start"
UNSCORED: Final = "card-triathlon.d.unscored"
BEST_HAND: Final = 2 * WORTH["A"] + (HAND - 2) * WORTH["K"]
"""Highest score of a hand without Jokers: 8 to A of one suit and 9 to A of another."""
MOST_OF_HAND: Final = 230  # `d.range`: two groups from the ace down, with two Jokers in each
LEAST_OF_GROUP: Final = 10  # `d.range`: A 2 3 of one suit, the ace low, and two helpers
MOST_WITH_EXTRA: Final = 380  # `d.range`: a hand and its extra hand together


class DLeg(LegEntry):
    """Entry for a D leg: either figures, or each seat's hand or laid-out groups."""

    kind: Literal["d-leg"]
    scored: PerSeat[Count] | None = None
    unscored: Count | None = None
    hands: PerSeat[list[str] | None] | None = None
    layouts: PerSeat[list[list[str]] | None] | None = None
    extra: PerSeat[list[str] | None] | None = None
    slow_fields: ClassVar = {"hands": 150}

    @property
    def is_by_cards(self) -> bool:
        return self.hands is not None or self.layouts is not None

    def of_seat(
        self, seat: int
    ) -> tuple[list[str] | None, list[list[str]] | None, list[str] | None]:
        """Return a seat's hand, laid-out groups and extra hand."""
        return (
            self.hands[seat] if self.hands else None,
            self.layouts[seat] if self.layouts else None,
            self.extra[seat] if self.extra else None,
        )


@dataclass(frozen=True)
class FlushFigures:
    points: list[int]
    unscored: int
    is_counted: bool = True

    @property
    def total(self) -> int:
        return sum(self.points) + self.unscored


class FlushLeg(FullPackLeg[DLeg]):
    kind = "d-leg"
    name = "D"

    def entry_problems(self, setup: LegSetup, _state: LegState, entry: DLeg) -> list[Problem]:
        found = unit_problems([*(entry.scored or ()), entry.unscored or 0], "scored")
        found += _range_problems(setup, entry)
        if entry.is_by_cards or entry.extra is not None:
            return found + _card_problems(setup, entry)
        if entry.scored is None:
            message = _("Enter what each player scored.")
            return [*found, error(PLAY, message, field="scored")]
        total = figures_of(setup, entry).total
        return found + crosscheck_problems(total, full_worth(setup.seats), "scored")

    def score(self, setup: LegSetup, state: LegState, entry: DLeg) -> Scored[LegState]:
        """Score the leg; in the 3,000 metres it is capped at 500 points."""
        figures = figures_of(setup, entry)
        players = (_seat_lines(setup, entry, *each) for each in enumerate(figures.points))
        teams = team_lines(setup, FLUSH, figures.points)
        counted, calculated = _("all other cards"), _("all other cards (calculated)")
        rest = counted if figures.is_counted else calculated
        rest_lines = [Line(UNSCORED, figures.unscored, rest)]
        total_lines = [Line(CROSSCHECK, figures.total, _("all cards"))]
        if setup.options.plan.is_capped:
            totals = team_points(setup, figures.points)
            taken, given = cap(totals, figures.unscored)
            if taken:
                rest_lines.append(
                    Line(CAPPED, -taken, _("taken from Unscored (step 1 of the cap)"))
                )
            is_tied = totals[0] == totals[1]
            in_match = _cap_by_match(setup, state, totals, figures.unscored)
            for number, less in enumerate(given):
                if is_tied:
                    step = joined(
                        (_("half taken from each team (step 2 of the cap)"), SILENT), "; "
                    )
                elif totals[number] == min(totals):
                    step = _("taken from the losing team (step 2 of the cap)")
                    if in_match != given:
                        names = team_names(setup.players, teams_of(setup))
                        left = [own - lost for own, lost in zip(totals, in_match, strict=True)]
                        text = _(
                            "the rules don’t say whether that is the team with less in the leg, as"
                            " here, or in the match; then it would be {outcome}",
                            outcome=by_player(names, left),
                        )
                        step = joined((step, text), "; ")
                else:
                    step = _("taken from the winning team (step 3 of the cap)")
                if less:
                    is_silent = is_tied or (in_match != given and totals[number] == min(totals))
                    teams[number].append(Line(CAPPED, -less, step, is_silent=is_silent))
            if less := taken + sum(given):
                total_lines.append(Line(CAPPED, -less, _("the leg is capped at {cap}", cap=CAP)))
        why = [*players, *teams, rest_lines, total_lines]
        cells = [sum(int(line.points) for line in lines) for lines in why]
        explain = partial(Explanation, tuple(map(tuple, why)))
        return self.make_row(state, entry, cells, explain)

    def cross_checks(self, setup: LegSetup, entry: dict[str, Any]) -> list[CrossCheck]:
        return self.make_cross_check(
            setup.players, entry, {"scored": None}, full_worth(setup.seats)
        )

    def coming(self, setup: LegSetup) -> Coming:
        """Return the most a team can score: each player has the best possible hand and extra hand.

        Without Jokers, a hand scores at most 150. Its 13 cards (`d.start`) make no more than two
        straight flushes, because each takes five cards or more (`d.straight-flush`). In each of
        them, at most one ace scores 20 (`d.ace`), and other right cards score at most 10
        (`card-triathlon.values`): 2 × 20 + 11 × 10 = 150.

        A Joker scores 30 (`d.joker`), which is 20 more than the 10-point card it replaces, and
        there are as many Jokers as players. A hand in which all cards score earns an extra hand
        (`d.extra-hand`). `d.cap` limits the leg's total.
        """
        plan, teams = setup.options.plan, teams_of(setup)
        jokers = setup.seats if setup.options.d_jokers else 0
        hands = 2 * teams.count(0)
        best = hands * BEST_HAND + jokers * (WORTH["JK"] - WORTH["K"])
        return Coming(self.kind, most=min(best, CAP) if plan.is_capped else best)

    def due(self, setup: LegSetup, state: LegState) -> Due:
        before = self.leg_before(setup, state)
        if before is None:
            cards = self.take_all_packs(setup)
        elif before == "D":
            template = _("Collect all {number} cards, shuffle them and deal 13 each.")
            cards = template.format(number=len(full_pack(setup.seats)))
        else:
            own = (
                _("Pick up your own melds and hand.")
                if before == "C"
                else self.take_up_tricks(setup)
            )
            cards = joined((own, self.describe_hand_sizes(setup, state.held)))
        buck = _("The player with the highest card is Buck. Then change cards in four rounds.")
        rules = (START, BUCK, "card-triathlon.d.rounds")
        details = joined((cards, buck))
        headline, short = _("D leg: straight flushes"), _p("duty", "Straight flushes")
        template = (
            _(
                "{packs}; Jokers are wild; for the changes, the three players to Buck’s left"
                " shuffle, cut and deal, in that order"
            )
            if setup.options.d_jokers
            else _(
                "{packs}; Jokers aren’t used; for the changes, the three players to Buck’s left"
                " shuffle, cut and deal, in that order"
            )
        )
        packs = template.format(packs=self.describe_packs(setup))
        due = self.make_due(setup, state, headline, short, details, rules, packs)
        kept = _("Keep each player’s melds and hand: the D leg starts with them.")
        return replace(due, kept=kept) if before == "C" else due


FLUSHES: Final = FlushLeg()


# Problems -----------------------------------------------------------------------------------------


def _range_problems(setup: LegSetup, entry: DLeg) -> list[Problem]:
    """Return problems with scores that no hand has, with or without an extra hand (`d.range`).

    These limits apply to four players only.
    """
    if setup.seats != NUMBERS[0]:
        return []
    found = []
    for seat, points in enumerate(entry.scored or ()):
        if points > MOST_WITH_EXTRA:
            template = _(
                "{name} can’t have {points}, because a hand and an extra hand score at most {most}."
            )
            make, most = error, MOST_WITH_EXTRA
        elif points > MOST_OF_HAND and entry.of_seat(seat)[-1] is None:
            template = _(
                "{name} needs an extra hand for {points}, because one hand scores at most {most}."
            )
            make, most = warning, MOST_OF_HAND
        elif 0 < points < LEAST_OF_GROUP:
            template = _(
                "{name} can’t have {points}, because a straight flush scores at least {most}."
            )
            make, most = error, LEAST_OF_GROUP
        else:
            continue
        message = template.format(name=setup.players[seat], points=points, most=most)
        found.append(make(RANGE, message, field="scored", seats=[seat]))
    return found


def _card_problems(setup: LegSetup, entry: DLeg) -> list[Problem]:
    pack, seats, missing = full_pack(setup.seats), range(setup.seats), []
    hands = {}
    for seat in seats:
        hand, layout, extra = entry.of_seat(seat)
        if hand is None:
            missing += [seat] if layout is None else []
            hand = [text for group in layout or () for text in group]
        hands[seat] = [*hand, *(extra or ())]
    texts = [text for hand in hands.values() for text in hand]
    cards, faults = read_cards(texts, pack)
    found: list[Problem] = []
    if missing:
        message = _("Enter a hand or a layout for each player.")
        found.append(error(PLAY, message, field="hands", seats=missing))
    wrong = find_faulty_hands(hands, pack)
    found += [error("card-triathlon.pack", fault, field="hands", seats=wrong) for fault in faults]
    is_readable = len(cards) == len(texts)  # though there may be too many of one card
    for seat in seats:
        name, (own, _unused, extra) = setup.players[seat], entry.of_seat(seat)
        extra_owner = _("{name}’s extra hand", name=name)
        for hand, field, owner in ((own, "hands", name), (extra, "extra", extra_owner)):
            if hand is None or len(hand) == HAND or (entry.partial and len(hand) < HAND):
                continue
            message = ngettext(
                "{owner} has {n} card, not {hand}.",
                "{owner} has {n} cards, not {hand}.",
                len(hand),
                owner=owner,
                hand=HAND,
            )
            found.append(error(START, message, field=field, seats=[seat]))
        if is_readable:
            found += _layout_problems(setup, entry, seat)
    if found:
        return found
    shown = figures_of(setup, entry)
    return card_figure_problems(
        setup.players, entry, {"scored": shown.points, "unscored": shown.unscored}
    )


def _layout_problems(setup: LegSetup, entry: DLeg, seat: int) -> list[Problem]:
    hand, layout, extra = entry.of_seat(seat)
    name, pack, found = setup.players[seat], full_pack(setup.seats), []
    groups = layout or []
    texts = [text for group in groups for text in group]
    if len(texts) > HAND:
        message = ngettext(
            "{name} laid out {n} card, but a hand has {hand}.",
            "{name} laid out {n} cards, but a hand has {hand}.",
            len(texts),
            name=name,
            hand=HAND,
        )
        found.append(error(START, message, field="layouts", seats=[seat]))
    if hand is not None:
        left = list(read_cards(hand, pack)[0])
        for card in read_cards(texts, pack)[0]:
            if card not in left:
                template = _("{name} laid out {card}, which isn’t in the hand.")
                message = template.format(name=name, card=symbol(card))
                found.append(error(PLAY, message, field="layouts", seats=[seat]))
                break
            left.remove(card)
    rules = FlushRules.from_options(setup.options)
    for number, group in enumerate(groups, start=1):
        breach = read_group(read_cards(group, pack)[0], rules).breach
        if breach is not None:
            template = _("{name}, group {number}: {text}")
            message = template.format(name=name, number=number, text=breach.text)
            found.append(error(FLUSH, message, field="layouts", seats=[seat]))
    is_too_large = layout is None and len(hand or ()) > HAND  # reported separately (`d.start`)
    if extra is None or is_too_large or is_entitled(groups_of(setup, hand, layout), rules):
        return found
    template = (
        _("{name} gets no extra hand. That takes one straight flush from the 2 to the ace.")
        if rules.is_capped
        else _("{name} gets no extra hand, because not all 13 cards score.")
    )
    return [*found, error(EXTRA, template.format(name=name), field="extra", seats=[seat])]


# Results ------------------------------------------------------------------------------------------


def groups_of(
    setup: LegSetup, hand: Sequence[str] | None, layout: Sequence[Sequence[str]] | None = None
) -> tuple[Group, ...]:
    """Return a layout's legal groups or, without a layout, the best arrangement's groups."""
    pack, rules = full_pack(setup.seats), FlushRules.from_options(setup.options)
    if layout is None:
        return arrange(read_cards(hand or (), pack)[0][:HAND], rules).groups
    read = (read_group(read_cards(group, pack)[0], rules).group for group in layout)
    return tuple(group for group in read if group is not None)


def figures_of(setup: LegSetup, entry: DLeg) -> FlushFigures:
    whole = full_worth(setup.seats)
    if entry.is_by_cards:
        scored = []
        for seat in range(setup.seats):
            hand, layout, extra = entry.of_seat(seat)
            groups = groups_of(setup, hand, layout) + groups_of(setup, extra)
            scored.append(sum(group.score for group in groups))
        return FlushFigures(scored, whole - sum(scored))
    points = entry.scored or []
    return FlushFigures(points, *count_rest(whole, sum(points), entry.unscored))


def _seat_lines(setup: LegSetup, entry: DLeg, seat: int, points: int) -> list[Line]:
    if not entry.is_by_cards:
        return [Line(FLUSH, points, _("straight flushes"))]
    rules = FlushRules.from_options(setup.options)
    hand, layout, extra = entry.of_seat(seat)
    own = groups_of(setup, hand, layout)
    lines = [line for group in own for line in group_lines(group)]
    if not lines and (layout is not None or hand is None):
        lines = [Line(FLUSH, 0, _("nothing laid out"))]
    elif not lines:
        fault = explain_nothing(read_cards(hand or (), full_pack(setup.seats))[0], rules)
        text = _("no straight flush: {because}", because=fault.because)
        lines = [Line(fault.rule, 0, text)]
    if is_entitled(own, rules):
        lines.append(Line(EXTRA, 0, ENTITLED))
    of_extra = groups_of(setup, extra)
    return lines + [line for group in of_extra for line in group_lines(group, is_extra=True)]


def cap(totals: Sequence[int], unscored: int, losing: int | None = None) -> tuple[int, list[int]]:
    """Return how many points Unscored and each team lose so that the leg totals 500 (`d.cap`).

    The losing team is the one with less in the leg unless `losing` is given.
    """
    above = max(sum(totals) + unscored - CAP, 0)
    taken = min(above, unscored)
    above -= taken
    if totals[0] == totals[1]:
        return taken, [above // 2, above // 2]
    if losing is None:
        losing = min(range(2), key=totals.__getitem__)
    given = [0, 0]
    given[losing] = min(above, totals[losing])
    given[1 - losing] = above - given[losing]
    return taken, given


def _cap_by_match(
    setup: LegSetup, state: LegState, totals: Sequence[int], unscored: int
) -> list[int]:
    """Return how many points the teams would lose if the one behind in the match were losing.

    In a question about a leg, nobody knows which one that is: then it is the other team.
    """
    in_match = list(map(sum, zip(team_totals(setup, state), totals, strict=True)))
    if state.fixed_leg:
        in_match = [-own for own in totals]
    elif in_match[0] == in_match[1]:
        return cap(totals, unscored)[1]
    return cap(totals, unscored, in_match.index(min(in_match)))[1]


# Questions ----------------------------------------------------------------------------------------


class ArrangeQuestion(Question):
    """What is this hand worth in its best layout?"""

    question: Literal["arrange"] = "arrange"
    cards: list[str] = prompt(_("Your hand"), "cards", most=HAND, any_order="all")


class LayoutQuestion(Question):
    """Is this a straight flush, and what does it score?"""

    question: Literal["layout"] = "layout"
    cards: list[str] = prompt(_("Cards, from lowest to highest"), "cards", most=HAND)


class BuckQuestion(Question):
    """Who is Buck?"""

    question: Literal["buck"] = "buck"
    hands: list[list[str]] = prompt(
        _("The highest cards in each hand"), "hands", any_order="within"
    )


class OfficesQuestion(Question):
    """Who gathers, shuffles, cuts and deals in this round?"""

    question: Literal["offices"] = "offices"
    buck: Seat = prompt(_("Who is Buck in round 1"), "seat")
    round: int = prompt(_("Which round"), "number", most=ROUNDS, ge=1, le=ROUNDS)


# The best arrangement, and one group --------------------------------------------------------------


def ask_arrange(setup: LegSetup, question: ArrangeQuestion) -> Answer:
    cards = read_question_cards(setup, question.cards, "cards")
    if len(cards) > HAND:
        message = one_too_many(with_article(cards[HAND]), "hand", HAND)
        raise refuse(message, "cards", rule="card-triathlon.d.start")
    rules = FlushRules.from_options(setup.options)
    best = arrange(cards, rules)
    has_extra_hand = is_entitled(best.groups, rules)
    rulings = [ruling for group in best.groups for ruling in _rule_on_group(group, rules, "info")]
    if not rulings:
        fault = explain_nothing(cards, rules)
        text = _("These cards score nothing: {because}.", because=fault.because)
        rulings.append(Ruling(fault.rule, "info", text))
    if has_extra_hand:
        rulings.append(Ruling(EXTRA, "info", ended(sentence(ENTITLED))))
    elif is_entitled(best.groups, replace(rules, is_capped=False)):
        rulings.append(Ruling(setup.options.plan.rule, "info", NOT_ENTITLED))
    rulings += _rule_on_silence(
        setup.options, best.groups, lambda rules: arrange(cards, rules).score
    )
    groups = [
        {
            **_run_of(group),
            "cards": list(map(str, group.cards)),
            "scoring": list(map(str, group.scoring)),
            "non_scoring": list(map(str, group.non_scoring)),
        }
        for group in best.groups
    ]
    values = {
        "score": best.score,
        "groups": groups,
        "unused": list(map(str, best.unused)),
        "extra_hand": has_extra_hand,
    }
    return Answer(values, tuple(rulings), ngettext("{n} point", "{n} points", best.score))


def ask_layout(setup: LegSetup, question: LayoutQuestion) -> Answer:
    cards = read_question_cards(setup, question.cards, "cards")
    rules = FlushRules.from_options(setup.options)
    group, breach, _unused = read_group(cards, rules)

    def score(rules: FlushRules) -> int:
        group = read_group(cards, rules).group
        return 0 if group is None else group.score

    silent = _rule_on_silence(setup.options, [group] if group else [], score)
    values: dict[str, Any]
    if group is None:
        assert breach is not None
        values = {"legal": False, "score": 0, "suit": None, "from": None, "to": None}
        rulings = [Ruling(breach.rule, "illegal", breach.text)]
        verdict = _("No. This isn’t a straight flush")
        if turned := read_group(cards[::-1], rules).group:
            verdict = ngettext(
                "From the lowest card up, yes. {n} point",
                "From the lowest card up, yes. {n} points",
                turned.score,
            )
        return Answer(values, (*rulings, *silent), verdict)
    values = {"legal": True, "score": group.score, **_run_of(group)}
    rulings = _rule_on_group(group, rules, "legal")
    verdict = ngettext("Yes. {n} point", "Yes. {n} points", group.score)
    return Answer(values, (*rulings, *silent), verdict)


def _run_of(group: Group) -> dict[str, Any]:
    """Return a group's suit, lowest rank and highest rank; `from` is `A` for an ace below the 2."""
    return {"suit": group.suit, "from": right_rank(group.low), "to": right_rank(group.high)}


def _rule_on_group(
    group: Group, rules: FlushRules, verdict: Literal["info", "legal"]
) -> list[Ruling]:
    jokers = group.roles.count("joker")
    scoring = [with_article(card) for card in group.scoring if card.suit]
    values = {
        "group": heading(group),
        "cards": listed(
            scoring + ([ngettext("{n} Joker", "{n} Jokers", jokers)] if jokers else [])
        ),
        "points": ngettext("{n} point", "{n} points", group.score),
    }
    if group.helpers:
        helping = helpers_text(group)
        text = _("{group}: {cards}, {points}; {helping}.", **values, helping=helping)
    else:
        text = _("{group}: {cards}, {points}.", **values)
    found = [Ruling(FLUSH, verdict, text)]
    if group.wrong:
        count = len(group.cards)
        half = _(
            "{right} of the {count} cards are right.", right=count - len(group.wrong), count=count
        )
        found.append(Ruling(FIVES, verdict, ended(sentence(fives_text(group, rules)))))
        found.append(Ruling(HALF, verdict, half))
    if group.low_ace:
        found.append(Ruling(ACE, "info", ended(low_ace_text(group.low_ace))))
    return found


def _rule_on_silence(
    options: CardTriathlonOptions, shown: Sequence[Group], score: Callable[[FlushRules], int]
) -> list[Ruling]:
    """Return a ruling for each setting that the rules leave open and that would change the answer.

    With that setting, one of these groups would be illegal, or the cards' best score would differ.
    `score` returns that best score under the given rules.
    """
    found, own = [], score(FlushRules.from_options(options))
    for choice in choices(CardTriathlonOptions, ()):
        if choice.name not in SILENT_OPTIONS or (
            choice.name == "d_jokers" and options.format == "3000"
        ):
            continue
        for value, label in choice.values:
            rules = FlushRules.from_options(options.model_copy(update={choice.name: value}))
            other = score(rules)
            if other == own and not any(group.breach(rules) for group in shown):
                continue
            template = (
                _(
                    "Your table plays “{title}: {own}”; with “{label}” these cards would"
                    " score the same, but in another layout."
                )
                if other == own
                else _(
                    "Your table plays “{title}: {own}”; with “{label}” these cards would"
                    " score {points}."
                )
            )
            text = template.format(
                title=choice.title,
                own=choice.label(getattr(options, choice.name)),
                label=label,
                points=other,
            )
            text = joined([ended(sentence(choice.source_says)), text])
            found.append(Ruling(choice.rule, "silent", text))
    return found


def explain_nothing(hand: Sequence[Card], rules: FlushRules) -> Fault:
    if len(hand) < SHORTEST:
        template = _("a straight flush needs at least {shortest} cards")
        return Fault(FLUSH, template.format(shortest=SHORTEST))
    jokers_wild = replace(rules, jokers=True)
    any_flush = replace(rules, flush_duplicates=True)
    by_group = replace(rules, half="group")
    for rule, looser, because in (
        (JOKER, jokers_wild, _("Jokers are not wild at your table")),
        (FIVES, any_flush, _("at your table a flush must have five different ranks")),
        (
            HALF,
            by_group,
            _("at your table a five-card straight or flush needs at least three right cards"),
        ),
    ):
        if arrange(hand, looser).score:
            return Fault(rule, because)
    most_right, is_mixed = 0, False
    jokers = sum(card.suit is None for card in hand) if rules.jokers else 0
    for suit, low in product(SUITS, range(ACE_LOW, ACE_HIGH - FIVE + 2)):
        own = [card.rank for card in hand if card.suit == suit]
        ranks = {right_rank(place) for place in range(low, low + FIVE)}
        right = ranks.intersection(own)
        most_right = max(most_right, len(right))
        # Could these five places be filled, but only with helpers of both kinds?
        straight = (ranks - right) & {card.rank for card in hand if card.suit not in (None, suit)}
        can_fill = 2 <= FIVE - len(right) - jokers <= MOST_WRONG_OF_FIVE
        is_mixed |= can_fill and bool(straight) and len(own) > len(right)
    if most_right < FIVE - MOST_WRONG_OF_FIVE:
        rule = HALF
        because = _(
            "at least half of a straight flush must be right cards, but no suit has three of five"
            " ranks in a row"
        )
    elif is_mixed:
        rule = FIVES
        because = _(
            "five cards in a row can’t mix one that only helps a straight with one that only helps"
            " a flush"
        )
    else:
        rule = FLUSH
        because = _("the right cards, helpers and Jokers don’t make five in a row")
    return Fault(rule, because)


# Buck and offices ---------------------------------------------------------------------------------


def ask_buck(setup: LegSetup, question: BuckQuestion) -> Answer:
    """Say who is Buck (`card-triathlon.d.buck`): the player with the highest card.

    If the highest cards are equal, the next highest decide, and so on; Jokers don't count. A hand
    that runs out of cards loses. If all cards are equal, the player in the lower seat is Buck.
    """
    if len(question.hands) != setup.seats:
        message = _("must have a hand for each of the {seats} players", seats=setup.seats)
        raise refuse(message, "hands")
    read_question_cards(setup, [text for hand in question.hands for text in hand], "hands")
    longest = max(map(len, question.hands))
    strengths = []  # of each hand, from its highest card down; lower is better
    for texts in question.hands:
        cards, _unused = read_cards(texts, full_pack(setup.seats))
        ranks = [(RANKS.index(card.rank), SUITS.index(card.suit)) for card in cards if card.suit]
        nothing = (len(RANKS), 0)
        strengths.append(sorted(ranks) + [nothing] * (longest - len(ranks)))
    best, second = sorted(strengths)[:2]
    seat = strengths.index(best)
    name = setup.players[seat]
    if best == second:
        text = _(
            "These cards are equal. If the hands have more, add the next highest. If not, the"
            " rules don’t settle this; Referee makes whoever comes first in seat order Buck."
        )
        verdict = _("{name} is Buck", name=name)
        rulings = [Ruling(BUCK, "info", ended(verdict)), Ruling(BUCK, "silent", text)]
        return Answer({"seat": seat}, tuple(rulings), verdict)
    rank, suit = next(mine for mine, other in zip(best, second, strict=True) if mine != other)
    card = with_article(Card(RANKS[rank], SUITS[suit]))
    verdict = _("{name} is Buck · {card}", name=name, card=card)
    text = _("{name} is Buck: {card} decides", name=name, card=card)
    return Answer({"seat": seat}, (Ruling(BUCK, "info", ended(text)),), verdict)


def offices(buck: int, round: int, seats: int) -> dict[str, int]:
    """Return the seat of each office in a round (1 to 4); `buck` is Buck's seat in round 1."""
    return {office: (buck + round - 1 + step) % seats for step, office in enumerate(OFFICES)}


def ask_offices(setup: LegSetup, question: OfficesQuestion) -> Answer:
    """Say who does what in a round; every office moves one seat left each round (`d.rounds`)."""
    found = offices(question.buck, question.round, setup.seats)
    each = [OFFICES[office].format(name=setup.players[seat]) for office, seat in found.items()]
    text = _("Round {round}: {offices}.", round=question.round, offices=listed(each))
    verdict = _("{name} deals", name=setup.players[found["deals"]])
    return Answer(found, (Ruling("card-triathlon.d.rounds", "info", text),), verdict)
