"""What players of La Krap ask: the trick on the table, and what the cards that lie face up make."""

from __future__ import annotations

from typing import Any, Final, Literal

from referee.cards import SHEET, Card, called, ended, read_cards, sentence
from referee.disputes import CardsOnTable, answer_trick, trick_asked
from referee.game import Answer, Inquiry, Table, listed
from referee.games.la_krap.options import LaKrapOptions
from referee.games.la_krap.trick import TRICKS, KrapRules, rules_of
from referee.games.la_krap.turned import (
    JOKERS,
    PACK,
    TWO,
    Turned,
    playing,
    teams_of,
    turned,
    turned_fault,
)
from referee.law import Ruling
from referee.question import Question, asked
from referee.refusal import refuse
from referee.tricks import Trick

MOST_TURNED: Final = len(JOKERS) + 2
"""Three jokers and the card of the game."""


class TrickQuestion(CardsOnTable):
    """Who wins this trick, what is neutralised, and what may the next player play?"""

    turned: list[str] = asked(
        "The turned cards, the last makes the game", "cards", most=MOST_TURNED
    )
    hand: list[str] | None = asked("The hand of the next player", "cards", None, most=TRICKS)


class TeamsQuestion(Question):
    """Who plays with whom, and which game is it?"""

    question: Literal["teams"] = "teams"
    upcards: list[str] = asked("The upcards, seat by seat", "cards")
    turned: list[str] = asked(
        "The turned cards, the last makes the game", "cards", most=MOST_TURNED
    )


def ask_trick(table: Table[LaKrapOptions], question: TrickQuestion) -> Answer:
    """The trick, the cards that may be played, and what rests on a silent point."""
    rules = rules_of(_game_asked(question.turned), table.options)
    trick, held = trick_asked(
        "la-krap",
        PACK,
        table,
        question,
        rules,
        hand=(question.hand or (), TRICKS),
        beside=question.turned,
    )
    return answer_trick(table, trick, held, *_neutralised(trick), *_silent(rules, trick, held))


def _game_asked(texts: list[str]) -> Turned:
    cards, faults = read_cards(texts, PACK)
    if faults:
        raise refuse(" ".join(faults), "turned", rule="la-krap.pack")
    if fault := turned_fault(cards):
        raise refuse(fault, "turned", rule="la-krap.game-card")
    return turned(cards)


def _neutralised(trick: Trick) -> list[Ruling]:
    out = [called(trick.cards[place]) for place in trick.reading.neutralised]
    if not out:
        return []
    text = f"Neutralised, as if never played: {listed(out)}."
    return [Ruling("la-krap.neutralise", "info", text)]


def _silent(rules: KrapRules, trick: Trick, held: tuple[Card, ...]) -> list[Ruling]:
    """The points on which this answer rests and of which the source says nothing."""
    suit = None if trick.is_complete else trick.reading.suit
    could_follow = suit is not None and rules.follower(held, suit) is not None
    rests = {
        "twos": any(card.rank == TWO for card in _with_something_before(rules, trick)),
        "sheet": any(map(rules.is_sheet, _with_something_before(rules, trick))),
        "special_anytime": could_follow and any(map(rules.is_special, held)),
        "empty_trick": trick.is_complete and trick.winner is None,
    }
    return [_option_ruling(rules.options, name) for name, does_rest in rests.items() if does_rest]


def _with_something_before(rules: KrapRules, trick: Trick) -> list[Card]:
    """The cards that fell when another one counted, which they might have neutralised."""
    return [
        card
        for place, card in enumerate(trick.cards)
        if rules.read(trick.cards[:place]).winning is not None
    ]


def _option_ruling(options: LaKrapOptions, name: str) -> Ruling:
    extra: Any = LaKrapOptions.model_fields[name].json_schema_extra
    value = str(getattr(options, name)).lower()
    words = extra["x-option"]["labels"][str(getattr(options, name))]
    title = LaKrapOptions.model_fields[name].title
    text = f"{title}: the source does not settle it. Your table plays “{words}” ({name}: {value})."
    return Ruling(extra["x-option"]["rule"], "silent", text)


def ask_teams(table: Table[LaKrapOptions], question: TeamsQuestion) -> Answer:
    """The teams of the upcards, and the game of the turned cards."""
    upcards, faults = read_cards([*question.upcards, *question.turned], PACK)
    if faults:
        raise refuse(" ".join(faults), "upcards", rule="la-krap.pack")
    game = _game_asked(question.turned)
    found = teams_of(upcards[: len(question.upcards)])
    teams, are_alone = playing(found, game)
    rule = "la-krap.no-teams" if are_alone else "la-krap.teams"
    rulings = [Ruling(rule, "info", _teams_text(table, teams, are_alone))]
    if Card(SHEET) in upcards[: len(question.upcards)]:
        text = "The sheet counts as a joker when the teams are made."
        rulings.append(Ruling("la-krap.teams", "info", text))
    rulings.append(Ruling(game.rule, "info", f"{sentence(game.text)}."))
    if game.multiplier > 1:
        text = f"The jokers turned multiply the deal by {game.multiplier}."
        rulings.append(Ruling("la-krap.multiplier", "info", text))
    values = {
        "teams": None if are_alone else list(teams),
        "null": game.is_null,
        "trump": game.trump,
        "joker_suit": game.suit if game.is_null else None,
        "multiplier": game.multiplier,
        "may_exchange": game.may_exchange,
    }
    return Answer(values, tuple(rulings))


def _teams_text(table: Table[LaKrapOptions], teams: tuple[int, ...], are_alone: bool) -> str:
    if are_alone:
        return "Everyone plays alone."
    sides = [
        listed([name for name, team in zip(table.players, teams, strict=True) if team == number])
        for number in range(max(teams) + 1)
    ]
    return ended(" against ".join(sides))


def _seats_shown(question: dict[str, Any]) -> int | None:
    upcards = question.get("upcards")
    return len(upcards) if isinstance(upcards, list) else None


INQUIRIES: Final = (
    Inquiry(
        TrickQuestion, ask_trick, "Who wins the trick?", "What is neutralised, what may be played."
    ),
    Inquiry(
        TeamsQuestion, ask_teams, "Who plays with whom?", "Teams, game, multiplier.", _seats_shown
    ),
)
