"""The questions that Referee answers: their kinds, fields and answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from types import MappingProxyType
from typing import Any, Final, Literal, NamedTuple, cast

from pydantic import Field, TypeAdapter
from pydantic.config import JsonDict

from referee.core.cards import (
    SUIT_NAMES,
    SUITS,
    Card,
    Pack,
    Suit,
    one_too_many,
    read_card,
    read_cards,
)
from referee.core.findings import Ruling
from referee.core.options import Choice, choices
from referee.core.setup import O, Setup
from referee.core.text import ENGLISH, Text, Translator, _, _p, composed, ended, joined, sentence
from referee.core.tricks import Trick, TrickRules
from referee.core.validation import Seat, Strict, refuse


@dataclass(frozen=True)
class Answer:
    answer: dict[str, Any]
    rulings: tuple[Ruling, ...]
    verdict: Text  # in a few words, to be read across the table: `Emil wins · 2♠`
    trick: Trick | None = None
    entry_kind: str | None = None  # the only kind of entry in which this can happen; None for any


@dataclass(frozen=True)
class QuestionKind:
    model: type[Question]
    answer: Callable[[Setup[Any], Any], Answer]
    title: Text
    about: Text
    seats: Callable[[Any], int | None] = field(default=lambda _raw: None)
    """Infers the number of players from a question's raw fields, if possible."""
    at_one_table: bool = False  # whether it is about one table only, if there are several
    pack: Callable[[Setup[Any]], Pack] | None = None
    """The pack that the question is about; None for the game's own."""
    by_suits: BySuits | None = None  # for a question about a trick: its preset by suits
    entry_kind: str | None = None  # the only kind of entry that it is about; None for any
    is_before_play: bool = False  # whether it is asked before the first card of a deal
    rests_on: tuple[str, ...] | None = None
    """Names of the options that may change the answer; None means all but `first_dealer`."""

    def may_rest_on(self, choice: Choice) -> bool:
        if self.rests_on is None:
            return choice.name != "first_dealer"
        return choice.name in self.rests_on

    @cached_property
    def adapter(self) -> TypeAdapter[Any]:
        return TypeAdapter(self.model)


def length_of(field: str) -> Callable[[dict[str, Any]], int | None]:
    """Return a function that infers the number of players from a list with one value per player."""

    def length(question: dict[str, Any]) -> int | None:
        values = question.get(field)
        return len(values) if isinstance(values, list) else None

    return length


def question_name(question_kind: QuestionKind) -> str:
    name: str = question_kind.model.model_fields["question"].default
    return name


class Question(Strict):
    """Fields common to all questions; a game adds its own."""

    game: str
    question: str
    options: dict[str, Any] = Field(default_factory=dict)
    players: int | None = None


AnyOrder = Literal["", "within", "all"]
"""Which lists in a field are unordered: none, the innermost (each hand's cards), or all."""


class Assumed(NamedTuple):
    """What an answer takes as given where a field is empty."""

    clause: Text
    """Such as `if everyone has had a turn`; `{name}` in it is the first player."""
    others: Mapping[str, str]
    """Other inputs for the field, each with the words before its verdict: `With spades as trumps:`.

    The words are empty if it goes without saying that the verdict would be another one.
    """


def prompt(
    title: Text,
    kind: str,
    default: Any = ...,
    *,
    most: int = 0,
    any_order: AnyOrder = "",
    labels: Mapping[str, Text] | None = None,
    comes_first: bool = False,
    is_awaited: bool = False,
    assumed: Assumed | None = None,
    **bounds: Any,
) -> Any:
    """Declare a field of a question.

    `kind` is a type of form field, such as `seat` or `cards`, or one that the game defines. `most`
    is the highest number that can be chosen, or the maximum number of items (default: one per
    player). `labels` holds the words for the values of a `choice`. Fields with `comes_first` are
    asked before the rest. The desk waits until a field with `is_awaited` is filled in, even if it
    has a default. If a field can stay empty and the answer may turn on it, `assumed` says what the
    answer assumes then.
    """
    extra: JsonDict = {
        "x-field": kind,
        "x-most": most,
        "x-any-order": any_order,
        "x-labels": {**(labels or {})},
        "x-first": comes_first,
        "x-awaited": is_awaited,
        "x-assumed": cast(Any, assumed),
    }
    return Field(default, title=title, json_schema_extra=extra, **bounds)


def essence(question: Question) -> dict[str, Any]:
    """Return the question's own fields, normalised so that equivalent questions compare equal."""

    def normalised(value: Any, any_order: AnyOrder) -> Any:
        if isinstance(value, list):
            each = [normalised(one, any_order) for one in value]
            is_innermost = not any(isinstance(one, list) for one in each)
            has_order = not any_order or (any_order == "within" and not is_innermost)
            return each if has_order else sorted(each)
        if not isinstance(value, str):
            return value
        try:
            return str(read_card(value))
        except ValueError:  # a suit, a rank, a call
            return value

    return {
        name: normalised(getattr(question, name), cast(AnyOrder, extra["x-any-order"]))
        for name, field in type(question).model_fields.items()
        if isinstance(extra := field.json_schema_extra, dict)
    }


def id_in_english(option: str, value: object) -> Text:
    """Name an option as records do. Pages and other languages have only its title."""
    return composed([f" (option {option}: {str(value).lower()})"], _only_in_data)


def _only_in_data(translator: Translator, texts: list[str]) -> str:
    return "".join(texts) if translator is ENGLISH else ""


def silent_rulings(options: O, answered: Callable[[O], object]) -> list[Ruling]:
    """Return a ruling on each silent option that matters to the answer.

    A silent option settles a point that the rules leave open. It matters if one of its other values
    would change the answer.
    """
    given = answered(options)

    def matters(choice: Choice) -> bool:
        if not choice.is_relevant(options):
            return False
        others = (
            options.model_copy(update={choice.name: value}) for value, _unused in choice.values
        )
        return any(answered(other) != given for other in others)

    return [
        Ruling(
            choice.rule,
            "silent",
            joined(
                [
                    ended(sentence(choice.source_says)),
                    _(
                        "Your table plays “{title}: {label}”{option}.",
                        title=choice.title,
                        label=choice.label(value := getattr(options, choice.name)),
                        option=id_in_english(choice.name, value),
                    ),
                ]
            ),
        )
        for choice in choices(type(options), ())
        if choice.is_silent and matters(choice)
    ]


# “May I play this card?” by suits -----------------------------------------------------------------

YES, NO = "yes", "no"
LED, MINE, HELD = "A", "K", "Q"
"""Ranks of the made-up cards: the card led, the card in question, and another in the hand."""

WHATEVER: Final = _("Whatever I hold")


class RestOfHand(NamedTuple):
    """What else the hand holds, as a key of “May I play this card?”."""

    label: Text
    held: tuple[str, ...] = ()  # made-up cards
    fields: Mapping[str, Any] = MappingProxyType({})  # what else the question about the trick says
    fits: Callable[[Trick, Pack], bool] = lambda _trick, _pack: True  # possible in this trick?
    label_at_table: Text | None = None  # for a trick that is known, if that says less
    group: Text = WHATEVER  # label of one key for all those that differ in what makes no difference
    reason: Text | None = None  # instead of one that names a made-up suit


def plain_holdings(led: str, mine: str, _seats: int) -> Mapping[str, RestOfHand]:
    if led == mine or led not in SUITS:
        return {"": RestOfHand(WHATEVER)}
    return {YES: RestOfHand(hold(led), (HELD + led,)), NO: RestOfHand(hold_none(led))}


@dataclass(frozen=True)
class BySuits:
    """“May I play this card?” in three taps: the suit led, the card's suit, the rest of the hand.

    It is a preset of the question about a trick: the taps fill that in with made-up cards, so the
    game's rules answer as usual. `led` and `mine` label a game's keys beside the suits.
    """

    led: Mapping[str, Text] = field(default_factory=dict)
    mine: Mapping[str, Text] = field(default_factory=dict)
    holdings: Callable[[str, str, int], Mapping[str, RestOfHand]] = plain_holdings
    """Keys for the rest of the hand, given the first two taps and the number of players."""

    @property
    def rows(self) -> Mapping[str, Mapping[str, Text]]:
        return {"led": self.led, "mine": self.mine}

    def taps(self, fields: Mapping[str, Any], seats: int) -> dict[str, str] | None:
        """Return the taps that lead to these fields of a question; None if no taps do."""
        for led, mine in product((*SUITS, *self.led), (*SUITS, *self.mine)):
            for key, holding in self.holdings(led, mine, seats).items():
                if made_up_trick(led, mine, holding) == fields:
                    return {"led": led, "mine": mine, "holding": key}
        return None


def made_up_trick(led: str, mine: str, holding: RestOfHand) -> dict[str, Any]:
    """Fill in the question about a trick; the first card of the hand is the one in doubt."""
    hand = [card_of(mine, MINE), *holding.held]
    return {"cards": [card_of(led, LED)], "hand": hand, **holding.fields}


def suit_label(key: str, others: Mapping[str, Text]) -> Text:
    name = SUIT_NAMES.get(key)  # type: ignore[call-overload]  # or a card without one
    return sentence(name or others[key])


def card_of(key: str, rank: str) -> str:
    return rank + key if key in SUITS else key


def other_suit(*suits: str) -> str:
    return next(suit for suit in SUITS if suit not in suits)


def hold(suit: str) -> Text:
    return {
        "S": _("I hold a spade"),
        "H": _("I hold a heart"),
        "D": _("I hold a diamond"),
        "C": _("I hold a club"),
    }[suit]


def hold_none(suit: str) -> Text:
    return {
        "S": _("I have no spades"),
        "H": _("I have no hearts"),
        "D": _("I have no diamonds"),
        "C": _("I have no clubs"),
    }[suit]


# The question about the trick on the table --------------------------------------------------------


class CardsOnTable(Question):
    """Fields common to all questions about a trick; each game adds fields that decide trumps."""

    question: Literal["trick"] = "trick"
    cards: list[str] = prompt(_("Cards, in the order played"), "cards", [], is_awaited=True)
    leader: Seat = prompt(
        _("Who led"),
        "seat",
        0,
        comes_first=True,
        assumed=Assumed(_("if {name} led"), {"1": ""}),
    )


WITH_TRUMPS: Final = {
    "S": _("With spades as trumps:"),
    "H": _("With hearts as trumps:"),
    "D": _("With diamonds as trumps:"),
    "C": _("With clubs as trumps:"),
}


NOBODY_TRUMPED: Final = _("if nobody trumped")


def trumps(otherwise: Text = NOBODY_TRUMPED, *, can_be_none: bool = True) -> Any:
    labels = {"": _p("key", "none")} if can_be_none else {}
    assumed = Assumed(otherwise, WITH_TRUMPS)
    title = _p("field", "Trumps")
    return prompt(title, "suit", None, comes_first=True, labels=labels, assumed=assumed)


class TrumpTrickQuestion(CardsOnTable):
    """A question about who wins this trick and what the next player may play."""

    trump: Suit | None = trumps()
    hand: list[str] | None = prompt(
        _("Next player’s hand"), "cards", None, most=13, any_order="all"
    )


def read_fields(pack: Pack, rule: str, **fields: Sequence[str]) -> tuple[Card, ...]:
    """Parse the cards of several fields, all from one pack.

    Raises NotARecord, which blames the first field whose cards can't be there, too.
    """
    texts: list[str] = []
    for name, more in fields.items():
        texts += more
        if faults := read_cards(texts, pack)[1]:
            raise refuse(joined(faults), name, rule=rule)
    return read_cards(texts, pack)[0]


def read_trick(
    game: str,
    pack: Pack,
    setup: Setup[Any],
    question: CardsOnTable,
    rules: TrickRules,
    *,
    hand: tuple[Sequence[str], int] = ((), 0),
    **beside: Sequence[str],
) -> tuple[Trick, tuple[Card, ...]]:
    """Parse the trick and the hand of a question.

    `hand` is a pair: the cards held, and the maximum size of a hand. `beside` are other fields of
    cards, which are elsewhere. Raises NotARecord for an impossible card.
    """
    held, most = hand
    played, seats = question.cards, setup.seats
    if question.leader >= seats:  # with eight players, only those of one table play a trick
        raise refuse(_("must be a seat from 0 to {last}", last=seats - 1), "leader")
    cards = read_fields(pack, f"{game}.pack", cards=played, hand=held, **beside)
    if len(played) > seats:
        message = one_too_many(rules.with_article(cards[seats]), "trick", seats)
        raise refuse(message, "cards", rule=f"{game}.play")
    if len(held) > most:
        message = one_too_many(rules.with_article(cards[len(played) + most]), "hand", most)
        raise refuse(message, "hand", rule=f"{game}.play")
    trick = Trick(cards[: len(played)], question.leader, seats, rules)
    return trick, cards[len(played) : len(played) + len(held)]


def answer_trick(
    setup: Setup[Any],
    trick: Trick,
    hand: tuple[Card, ...],
    *more: Ruling,
    surprises: Sequence[Ruling] = (),
) -> Answer:
    """Answer who wins, which suit to follow, and which cards may be played.

    The rulings, in this order: `surprises` explain cards that aren't what they seem; one says who
    wins; without a hand, one says what the next player may play, with and without a card of that
    suit; `more` are the game's own; in an incomplete trick, one judges each card of the hand.
    """
    rules, reading = trick.rules, trick.reading
    verdict, winning = _rule_on_winner(setup, trick)
    rulings = [*surprises, *winning]
    if trick.cards and not trick.is_complete and not hand:
        text = rules.next_play(setup.players[trick.turn], reading)
        rulings.append(Ruling(f"{rules.prefix}.follow", "info", text))
    rulings += more
    for card in () if trick.is_complete else hand:
        name = rules.with_article(card)
        if objection := rules.objection(card, hand, reading):
            text = _("You can’t play {card}.", card=name)
            held = _("You hold {card}.", card=rules.with_article(objection.instead))
            reasons = [text, objection.sentence, held]
            rulings.append(Ruling(objection.rule, "illegal", joined(reasons)))
        else:
            rule, reason = rules.why_allowed(card, reading)
            text = _("You can play {card}.", card=name)
            rulings.append(Ruling(rule, "legal", joined([text, ended(sentence(reason))])))
    answer = {
        "winner": trick.winner,
        "winning_card": None if reading.winning is None else str(trick.cards[reading.winning]),
        "complete": trick.is_complete,
        "suit_to_follow": reading.suit,
        "neutralised": list(reading.neutralised),
        "playable": [str(card) for card in rules.playable(hand, reading) if not trick.is_complete],
    }
    return Answer(answer, tuple(rulings), verdict, trick)


def _rule_on_winner(setup: Setup[Any], trick: Trick) -> tuple[Text, list[Ruling]]:
    """Return the verdict and the ruling on who wins; no ruling if the game says who takes it."""
    rules, reading = trick.rules, trick.reading
    if not trick.cards:
        leader = setup.players[trick.leader]
        text = _("{leader} leads and may play any card.", leader=leader)
        ruling = Ruling(f"{rules.prefix}.lead", "info", text)
        return _("{leader} may lead any card", leader=leader), [ruling]
    if reading.winning is None and trick.is_complete:
        return _("Nobody takes this trick"), []
    if reading.winning is None:
        text = _("No card played so far can win.")
        return _("Nobody is winning yet"), [Ruling(f"{rules.prefix}.trick", "info", text)]
    card = trick.cards[reading.winning]
    rule, reason = rules.why(card, reading)
    winner = setup.players[trick.seat(reading.winning)]
    values = {"winner": winner, "card": rules.with_article(card)}
    verdict = _("{winner} is winning · {card}", **values)
    text = _("{winner} is winning with {card}.", **values)
    if trick.is_complete:
        verdict = _("{winner} wins · {card}", **values)
        text = _("{winner} wins with {card}.", **values)
    why_not = rules.why_not(trick.cards, reading)
    sentences = [text, ended(sentence(reason)), *([why_not] if why_not else [])]
    return verdict, [Ruling(rule, "info", joined(sentences))]
