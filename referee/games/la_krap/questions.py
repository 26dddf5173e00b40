"""Questions about La Krap: tricks, teams and game, marriages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any, Final, Literal

from referee.core.cards import (
    SHEET,
    SUIT_NAMES,
    Card,
    Pack,
    Suit,
    one_too_many,
    read_card,
    symbol,
    with_article,
)
from referee.core.findings import Ruling, Verdict
from referee.core.irregularity import WITH_TRICKS, irregularity_kind
from referee.core.options import choices
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
    QuestionKind,
    RestOfHand,
    answer_trick,
    card_of,
    hold,
    hold_none,
    id_in_english,
    length_of,
    other_suit,
    prompt,
    read_fields,
    read_trick,
    silent_rulings,
)
from referee.core.setup import Setup
from referee.core.text import SILENT, Text, _, _p, ended, joined, listed, sentence, signed
from referee.core.tricks import Trick
from referee.core.validation import refuse
from referee.games.la_krap.score import MARRIAGE, MARRIAGE_RULE, PARTNER
from referee.games.la_krap.trick import TRICKS, KrapRules, LaKrapOptions, rules_of
from referee.games.la_krap.turned import (
    JOKERS,
    PACK,
    KrapGame,
    colours_of,
    describe_teams,
    make_game,
    number_teams,
    teams_in_play,
    turned_fault,
)

MOST_TURNED: Final = len(JOKERS) + 2  # three jokers and the game card
NOT_NULL: Final = _("if the game isn’t null")
IN_NULL: Final = _("In null:")
Table = Setup[LaKrapOptions]
Hand = tuple[Card, ...]


class KrapTrickQuestion(CardsOnTable):
    """Who wins this trick, what is neutralised, and what may the next player play?"""

    turned: list[str] = prompt(
        _("Turned-up cards, game card last"), "turned", most=MOST_TURNED, comes_first=True
    )
    hand: list[str] | None = prompt(
        _("Next player’s hand"), "cards", None, most=TRICKS, any_order="all"
    )


class TeamsQuestion(Question):
    """Who plays with whom, and which game is it?"""

    question: Literal["teams"] = "teams"
    upcards: list[str] = prompt(_("Upcards, seat by seat"), "cards")
    turned: list[str] = prompt(_("Turned-up cards, game card last"), "turned", most=MOST_TURNED)


class MarriageQuestion(Question):
    """May this player announce the king and queen of a suit?"""

    question: Literal["marriage"] = "marriage"
    suit: Suit = prompt(_("King and queen of"), "suit")
    took_trick: bool = prompt(_("Have you just taken a trick?"), "yes")
    hand: list[str] = prompt(_("Your hand"), "cards", most=TRICKS, any_order="all")
    turned: list[str] | None = prompt(
        _("Turned-up cards, game card last"),
        "turned",
        None,
        most=MOST_TURNED,
        assumed=Assumed(
            NOT_NULL,
            dict.fromkeys(("9S", "8S", "7S"), IN_NULL),  # one of these isn’t in the hand
        ),
    )


_read_cards: Final = partial(read_fields, PACK, "la-krap.pack")


def _read_game(texts: list[str]) -> KrapGame:
    cards = _read_cards(turned=texts)
    if fault := turned_fault(cards):
        raise refuse(fault.sentence, "turned", rule=fault.rule)
    return make_game(cards)


# The trick ----------------------------------------------------------------------------------------


def answer_krap_trick(setup: Table, question: KrapTrickQuestion) -> Answer:
    rules = rules_of(_read_game(question.turned), setup.options)
    hand = (question.hand or (), TRICKS)
    trick, held = read_trick(
        "la-krap", PACK, setup, question, rules, hand=hand, turned=question.turned
    )
    surprises = [*_joker_rulings(setup, rules, trick, held), *_neutralised(setup, rules, trick)]
    silent = _silent(rules, trick, held)
    if not trick.is_complete or trick.winner is not None:
        return answer_trick(setup, trick, held, *silent, surprises=surprises)
    choice = next(each for each in choices(LaKrapOptions, ()) if each.name == "empty_trick")
    value, leader = setup.options.empty_trick, setup.players[trick.leader]
    if value == "leader":
        text = _("No card counts, so {leader}, who led, takes the trick.", leader=leader)
    else:
        text = _(
            "No card counts, so nobody takes the trick and {leader} leads again.", leader=leader
        )
    played = _(
        "The rules don’t settle this; your table plays “{label}”{option}.",
        label=choice.label(value),
        option=id_in_english(choice.name, value),
    )
    empty = Ruling("la-krap.empty-trick", "silent", joined([text, played]))
    answer = answer_trick(setup, trick, held, empty, *silent, surprises=surprises)
    if value == "leader":
        return replace(answer, verdict=_("{leader} takes this trick", leader=leader))
    return answer


def _joker_rulings(setup: Table, rules: KrapRules, trick: Trick, held: Hand) -> list[Ruling]:
    """Explain why jokers don't take the trick: the sheet was turned up, or the game is null."""
    found, suit = [], rules.game.suit
    is_about_one = any(card.rank in JOKERS for card in (*trick.cards, *held))
    if rules.game.jokers_are_sheets and is_about_one:
        text = _(
            "The sheet was turned up, so the jokers count as sheets: they belong to no suit and"
            " win nothing."
        )
        found.append(Ruling("la-krap.sheet-turned", "info", text))
    others = (trick.reading.winning, *trick.reading.neutralised)
    for place, card in enumerate(trick.cards):
        if rules.game.is_null and suit and card.rank in JOKERS and place not in others:
            text = _(
                "There are no trumps in null: {name}’s {joker} just ranks above {ace}.",
                name=setup.players[trick.seat(place)],
                joker=symbol(card),
                ace=symbol(Card("A", suit)),
            )
            found.append(Ruling("la-krap.game-card", "info", text))
    return found


def _neutralised(setup: Table, rules: KrapRules, trick: Trick) -> list[Ruling]:
    names = [setup.players[trick.seat(place)] for place in range(len(trick.cards))]
    twins = rules.twins(trick.cards)
    texts = [
        _(
            "{name} and {other} both played {card}. The two neutralise each other, as if neither"
            " had been played.",
            name=names[one],
            other=names[other],
            card=with_article(trick.cards[one]),
        )
        for one, other in twins
    ]
    paired = {place for pair in twins for place in pair}
    if out := [place for place in trick.reading.neutralised if place not in paired]:
        cards = listed([with_article(trick.cards[place]) for place in out])
        texts.append(_("Neutralised, as if never played: {cards}.", cards=cards))
    return [Ruling("la-krap.neutralise", "info", text) for text in texts]


def _silent(rules: KrapRules, trick: Trick, held: Hand) -> list[Ruling]:
    def playable(rules: KrapRules) -> Hand:
        return () if trick.is_complete else rules.playable(held, rules.read(trick.cards))

    def answered(options: LaKrapOptions) -> object:
        other = replace(rules, options=options)
        return other.read(trick.cards), playable(other)

    found, suit = silent_rulings(rules.options, answered), rules.game.suit
    if suit and playable(replace(rules, jokers_follow=False)) != playable(rules):
        text = _(
            "In null the jokers belong to {suit} ({silent}).",
            suit=SUIT_NAMES[suit],
            silent=SILENT,
        )
        found.append(Ruling("la-krap.follow", "silent", text))
    return found


# May I play this card? ----------------------------------------------------------------------------

JOKER: Final = "BJ"
SPECIAL: Final = SHEET
SPECIAL_LED: Final = "2S"
JOKERS_SUIT: Final = "jokers"  # the jokers belong to the suit in question
SHEETS: Final = "sheets"  # the jokers count as sheets
SHEETS_NONE: Final = "sheets-none"


def krap_holdings(led: str, mine: str, _seats: int) -> Mapping[str, RestOfHand]:
    """If a joker is involved, also ask which suit it belongs to; 2s and the sheet have none.

    Jokers belong to trumps or, in null, to the game card's suit: a made-up one is turned up. If the
    sheet is turned up, they count as sheets.
    """
    suit = mine if led == JOKER else led
    other = other_suit(suit, mine)

    def holding(
        label: Text, *held: str, turned: str = card_of(other, "10"), **more: Any
    ) -> RestOfHand:
        return RestOfHand(label, held, {"turned": [turned]}, **more)

    if led in (SPECIAL_LED, mine):
        return {"": holding(WHATEVER)}
    held_other = {YES: (card_of(other, HELD),), NO: ()}
    if led == JOKER and mine == SPECIAL:
        labels = (_("I have a card of the jokers’ suit"), _("I have no card of the jokers’ suit"))
        return {
            key: holding(label, *held, reason=OF_JOKERS_SUIT[key])
            for label, (key, held) in zip(labels, held_other.items(), strict=True)
        }
    named = SUIT_NAMES[suit]  # type: ignore[index]  # a suit’s key
    if JOKER not in (led, mine):
        joker = _("I have a joker, and jokers belong to {suit}", suit=named)
        return {
            YES: holding(hold(led), card_of(led, HELD)),
            NO: holding(hold_none(led)),
            JOKERS_SUIT: holding(joker, JOKER, turned=card_of(suit, "10"), fits=_jokers_follow),
        }
    follow = holding(
        _("jokers belong to {suit}", suit=named),
        turned=card_of(suit, "10"),
        fits=_jokers_follow,
        label_at_table=WHATEVER,
    )
    if led == JOKER:
        labels = (
            _("jokers belong to another suit, and I have a card of it"),
            _("jokers belong to another suit, and I have none of it"),
        )
        others = {
            key: holding(label, *held, reason=OF_JOKERS_SUIT[key])
            for label, (key, held) in zip(labels, held_other.items(), strict=True)
        }
        return {JOKERS_SUIT: follow, **others, SHEETS: holding(JOKERS_ARE_SHEETS, turned=SHEET)}
    found = {JOKERS_SUIT: follow}
    for keys, where, more in (
        ((YES, NO), _("jokers belong to another suit"), {"fits": _jokers_differ}),
        (
            (SHEETS, SHEETS_NONE),
            JOKERS_ARE_SHEETS,
            {"fits": _jokers_are_sheets, "turned": SHEET, "group": JOKERS_ARE_SHEETS},
        ),
    ):
        rest = ((hold(led), (card_of(led, HELD),)), (hold_none(led), ()))
        for key, (label, held) in zip(keys, rest, strict=True):
            text = joined([label, where], "; ")
            found[key] = holding(text, *held, label_at_table=label, **more)
    return found


OF_JOKERS_SUIT: Final = {
    YES: _("you hold a card of the jokers’ suit, so you must follow suit"),
    NO: _("you have none of the jokers’ suit, so you may play any card"),
}
JOKERS_ARE_SHEETS: Final = _("jokers count as sheets")


def _jokers_are_sheets(trick: Trick, _pack: Pack) -> bool:
    rules = trick.rules
    assert isinstance(rules, KrapRules)
    return rules.game.jokers_are_sheets


def _jokers_follow(trick: Trick, _pack: Pack) -> bool:
    return trick.rules.suit_of(read_card(JOKER)) == trick.reading.suit is not None


def _jokers_differ(trick: Trick, pack: Pack) -> bool:
    return not _jokers_are_sheets(trick, pack) and not _jokers_follow(trick, pack)


KRAP_BY_SUITS: Final = BySuits(
    {JOKER: _p("card", "joker"), SPECIAL_LED: _("only 2s or the sheet")},
    {JOKER: _p("card", "joker"), SPECIAL: _("2 or sheet")},
    krap_holdings,
)

# Teams and game -----------------------------------------------------------------------------------


def answer_teams(setup: Table, question: TeamsQuestion) -> Answer:
    cards = _read_cards(upcards=question.upcards, turned=question.turned)
    game, upcards = _read_game(question.turned), cards[: len(question.upcards)]
    colours = colours_of(upcards)
    teams, are_alone = teams_in_play(number_teams(colours), game)
    rule, verdict = "la-krap.teams", describe_teams(setup.players, colours)
    if are_alone:
        rule, verdict = "la-krap.no-teams", _("Everyone plays alone")
    rulings = [Ruling(rule, "info", ended(verdict))]
    if Card(SHEET) in upcards:
        text = _("When the teams are formed, a face-up sheet counts as a joker.")
        rulings.append(Ruling("la-krap.teams", "info", text))
    text = ended(sentence(game.text))
    if game.is_null and game.suit:
        text = joined([text, _("A 9, 8 or 7 was turned up, so there are no trumps.")])
    rulings.append(Ruling(game.rule, "info", text))
    if game.multiplier > 1:
        text = _("The turned-up jokers multiply the score by {times}.", times=game.multiplier)
        if game.has_several_jokers:
            silent = _("The rules don’t say what several jokers do, so this is Referee’s ruling.")
            text = joined([text, silent])
        kind: Verdict = "silent" if game.has_several_jokers else "info"
        rulings.append(Ruling("la-krap.multiplier", kind, text))
    values = {
        "teams": None if are_alone else list(teams),
        "null": game.is_null,
        "trump": game.trump,
        "joker_suit": game.suit if game.is_null else None,
        "multiplier": game.multiplier,
        "may_exchange": game.may_exchange,
    }
    return Answer(values, tuple(rulings), verdict)


# A marriage ---------------------------------------------------------------------------------------


def answer_marriage(_setup: Table, question: MarriageQuestion) -> Answer:
    """Rule on whether a player may announce a marriage (`la-krap.marriage`).

    The player must have just taken a trick and hold both cards.
    """
    cards = _read_cards(hand=question.hand, turned=question.turned or ())
    hand, most = cards[: len(question.hand)], TRICKS - question.took_trick
    if len(hand) > most:
        message = one_too_many(with_article(hand[most]), "hand", most)
        raise refuse(message, "hand", rule="la-krap.play")
    is_null = question.turned is not None and _read_game(question.turned).is_null
    pair = [Card(rank, question.suit) for rank in PARTNER]
    missing = [with_article(card) for card in pair if card not in hand]
    if missing or not question.took_trick:
        reason = _("You can announce a marriage only right after taking a trick")
        if question.took_trick:
            reason = _("You don’t hold {cards}", cards=listed(missing, "or"))
        ruling = Ruling(MARRIAGE_RULE, "illegal", ended(reason))
        nothing = {"legal": False, "points": 0, "lead": []}
        return Answer(nothing, (ruling,), joined([_p("verdict", "No."), reason]))
    lead = [str(card) for card in dict.fromkeys(hand) if card in pair]
    points = -MARRIAGE if is_null else MARRIAGE
    king, queen = map(with_article, pair)
    named = {"king": king, "queen": queen, "points": signed(points)}
    text = _(
        "You may announce {king} and {queen}: {points} points for your team, before multiplying."
        " Lead one of them to the next trick.",
        **named,
    )
    rulings = [Ruling(MARRIAGE_RULE, "legal", text)]
    if is_null:
        text = _("In null all points are negative, even those for marriages.")
        rulings.append(Ruling("la-krap.null", "info", text))
    verdict = _("Yes. {points} points, then lead {king} or {queen}", **named)
    return Answer({"legal": True, "points": points, "lead": lead}, tuple(rulings), verdict)


QUESTION_KINDS: Final = (
    QuestionKind(
        KrapTrickQuestion,
        answer_krap_trick,
        _("Who wins this trick?"),
        _("What is neutralised, and what may you play?"),
        by_suits=KRAP_BY_SUITS,
    ),
    QuestionKind(
        TeamsQuestion,
        answer_teams,
        _("Who plays with whom?"),
        _("And what are the game and the multiplier?"),
        length_of("upcards"),
        is_before_play=True,
    ),
    QuestionKind(
        MarriageQuestion,
        answer_marriage,
        _("May I announce a marriage?"),
        _("King and queen of one suit."),
        rests_on=(),
    ),
    irregularity_kind("la-krap", {**WITH_TRICKS, "exposed-card": "expose"}),
)
