"""Questions at the rules desk: forms, answers, and values for their pages.

A question is about a game alone, or about a match with its options and players.
“May I play this card?” is a preset of the question about a trick: it fills in made-up cards.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from itertools import takewhile
from typing import Any, Final

from flask import abort
from markupsafe import Markup, escape

from referee.core.cards import SUITS, Pack
from referee.core.findings import Problem, Ruling, error
from referee.core.game import KINDS, AnyGame, Due, tables_of
from referee.core.irregularity import IN_SHORT, IRREGULARITIES
from referee.core.language import ENGLISH
from referee.core.options import Choice, Options, choices, form_faults, options_played, value_id
from referee.core.played_deal import is_breach
from referee.core.question import (
    WHATEVER,
    Answer,
    Assumed,
    BySuits,
    Question,
    QuestionKind,
    RestOfHand,
    made_up_trick,
    question_name,
    suit_label,
)
from referee.core.rulings import (
    OTHER,
    answer_question,
    decision_sentences,
    is_by_taps,
    is_same,
    may_i_play,
    question_kind,
    table_decision,
    with_decision,
    with_taps,
    without_decision,
    without_taps,
)
from referee.core.setup import Setup
from referee.core.text import Text, _, _p, ended, joined, sentence, whole_number
from referee.core.validation import NotARecord, RecordFault
from referee.matches.events.names_and_rules import RulingKept
from referee.matches.match_state import MatchState
from referee.matches.store import now
from referee.web.forms import fields
from referee.web.forms.game_pages import (
    LedField,
    QuestionField,
    RanksField,
    SoFarField,
    TurnsField,
    fields_of,
)
from referee.web.http.formats import card, in_words, suit_mark
from referee.web.http.language import current_language
from referee.web.http.match_cache import OpenMatch
from referee.web.match.deal_view import DealView, deal_view

DEAL: Final = "deal"
IRREGULARITY: Final = "irregularity"
BY_SUITS: Final = "may"  # name in URLs of “May I play this card?”, asked by suit
SUIT_TITLES: Final = {"led": _p("field", "Led"), "mine": _("My card")}
OF_CARDS: Final = (fields.CardField, fields.CardsField, fields.HandsField, LedField)
TITLED: Final = _("{title}: {value}")  # a question field in the summary, or a decided option
OWN_WORDS: Final = 200  # most characters of a decision in the table's own words
LONGEST_HOUSE_RULE: Final = 500


@dataclass(frozen=True)
class Decision:
    """What a table decides, or has decided, where the rules don't say; part of a saved ruling."""

    id: str  # in forms; empty for the table's own words
    words: str
    rule: str
    choice: Choice | None = None  # the option that would settle the point
    value_id: str = ""
    number: int = 0  # of the ruling that holds it, from 1
    at: datetime | None = None

    def is_law(self, match: MatchState) -> bool:
        """Whether the match plays by it, as an option or a house rule."""
        if self.choice:
            return value_id(getattr(match.setup.options, self.choice.name)) == self.value_id
        return any(self.words in text for text in match.house_rules(self.rule))


@dataclass(frozen=True)
class DeskQuestion:
    """A question with its input and, once asked, its answer."""

    game: AnyGame
    question_kind: QuestionKind
    players: list[str]
    options: dict[str, Any]
    typed: Mapping[str, str]
    opened: OpenMatch | None = None
    table_number: int = 0  # from 0
    kept: Mapping[str, Any] | None = None
    """A saved ruling's question, in its public JSON shape; it is answered exactly as saved."""
    keep_at: str = ""
    has_own_page: bool = False
    suits: BySuits | None = None
    """The keys of “May I play this card?”, which fill in the question about a trick."""

    @property
    def title(self) -> Text:
        return _("May I play this card?") if self.suits else self.question_kind.title

    @cached_property
    def fields(self) -> list[QuestionField]:
        if self.suits is None:
            return fields_of(self.game, self.question_kind, len(self.players))
        found: list[QuestionField] = []
        for name, others in self.suits.rows.items():
            keys: list[tuple[str, str, str]] = [(suit, suit, suit_mark(suit)) for suit in SUITS]
            keys += [(key, key, suit_label(key, others)) for key in others]
            field = fields.ChoiceField(name, keys, "quarter")
            found.append(QuestionField(SUIT_TITLES[name], field))
        if len(self.holdings) > 1:
            keys = [(key, key, sentence(each.label)) for key, each in self.holdings.items()]
            field = fields.ChoiceField("holding", keys, "lines")
            found.append(QuestionField(_("And in my hand"), field))
        return found

    # The keys of “May I play this card?”; unknown ones are ignored.

    @cached_property
    def tapped(self) -> list[tuple[Text, str, Text]]:
        """The suits pressed so far, first the one led, as tuples of title, key and words."""
        rows = self.suits.rows.items() if self.suits else ()
        pressed = ((name, self.typed.get(name, ""), others) for name, others in rows)
        return [
            (SUIT_TITLES[name], key, suit_label(key, others))
            for name, key, others in pressed
            if key in (*SUITS, *others)
        ]

    @property
    def taps(self) -> list[str]:
        return [key for _title, key, _words in self.tapped]

    @cached_property
    def _every_holding(self) -> Mapping[str, RestOfHand]:
        if self.suits is None or len(self.taps) < 2:
            return {}
        return self.suits.holdings(self.taps[0], self.taps[1], len(self.players))

    @cached_property
    def holdings(self) -> Mapping[str, RestOfHand]:
        """What makes a difference: one key for a group, or for all, if the answer is the same."""
        every, legal = self._every_holding, dict[str, bool]()
        for key, holding in every.items():
            with suppress(NotARecord):  # there can’t be such cards
                trick = made_up_trick(self.taps[0], self.taps[1], holding)
                legal[key] = may_i_play({**self._of_every_question, **trick}).answer["legal"]
        if every and len({*legal.values()}) < 2:
            return {"": next(iter(every.values()))._replace(label=WHATEVER)}
        found = dict[str, RestOfHand]()
        for key in legal:
            each = every[key]
            group = [other for other in legal if every[other].group == each.group]
            if each.group == WHATEVER or len({legal[other] for other in group}) > 1:
                found[key] = each
            elif key == group[0]:
                found[key] = each._replace(label=each.group)
        return found

    @property
    def holding(self) -> RestOfHand | None:
        known = {**self._every_holding, **self.holdings}
        return known.get(self.typed.get("holding", ""), known.get(""))

    @property
    def name(self) -> str:
        return question_name(self.question_kind)

    @property
    def in_full(self) -> Markup:
        """The question in one line; slips and a table's own words need no title."""
        titled = () if self.name in (OTHER, IRREGULARITY) else (self.title,)
        return Markup(" · ").join(escape(in_words(each)) for each in (*titled, *self.summary))

    @cached_property
    def rules(self) -> Options:
        options: Options = self.game.spec.read_options(self.options, len(self.players))
        return options

    @cached_property
    def setup(self) -> Setup[Any]:
        return Setup(tuple(self.players), self.rules)

    @property
    def seated(self) -> list[str]:
        """The players at the question's table; all players if it isn't about a single table."""
        if self.question_kind.at_one_table:
            return list(tables_of(self.game, self.setup)[self.table_number].players)
        return self.players

    @property
    def pack(self) -> Pack:
        of_question = self.question_kind.pack
        return of_question(self.setup) if of_question else self.game.pack(self.rules)

    # The form -------------------------------------------------------------------------------------

    @property
    def numbers(self) -> list[int]:
        """Numbers of players to choose from; empty in a match or if they make no difference."""
        depends = self.has_own_page or self.name == DEAL
        depends = depends or any(each.depends_on_players for each in self.fields)
        return list(self.game.spec.numbers) if depends and not self.opened else []

    @property
    def choices(self) -> list[Choice]:
        """Options that can change the answer; empty in a match, where they are already chosen."""
        every = () if self.opened else choices(self.game.spec.options, self.players)
        fitting = [each.for_players(len(self.players)) for each in every]
        may_rest_on = self.question_kind.may_rest_on
        return [each for each in fitting if (each.values or each.typed) and may_rest_on(each)]

    @property
    def table_plays(self) -> list[tuple[Choice, str]]:
        """The match's options on points the rules don't settle, if they can change the answer."""
        return [
            (choice, words)
            for choice, words in options_played(self.rules, self.players)
            if self.opened and choice.is_silent and self.question_kind.may_rest_on(choice)
        ]

    def is_known(self, part: QuestionField) -> bool:
        name = part.field.name
        return any(text and key.rstrip("0123456789") == name for key, text in self.typed.items())

    @property
    def summary(self) -> Sequence[str | Markup]:
        found: list[str | Markup] = []
        if self.suits:
            if self.holding is None:
                return ()
            pressed = [TITLED.format(title=of, value=words) for of, _key, words in self.tapped]
            return [*pressed, self.holding.label][: len(self.fields)]
        for part in self.fields:
            field, value = part.field, part.value(self.typed, self.seated)
            if value in (None, "", []):
                continue
            for _title, cards in self._titled_cards(part):
                found.append(Markup(" ").join(card(text, self.pack) for text in cards))
            match field:
                case fields.SuitField() | fields.SuitsField():
                    found += [suit_mark(suit) for suit in value if suit in SUITS]
                case fields.SeatField() if isinstance(value, int) and value < len(self.seated):
                    found.append(TITLED.format(title=part.title, value=self.seated[value]))
                case TurnsField() if self.is_known(part):
                    turns = [_p("lives", "out") if each is None else str(each) for each in value]
                    found.append(TITLED.format(title=_("Turns taken"), value=joined(turns)))
                case SoFarField() | fields.TricksField() | RanksField():
                    found.append(joined(map(str, value)))
                case fields.ChoiceField():
                    words = [words for sent, _id, words in field.choices if sent == value]
                    found += [part.title] if value is True else words
                case _ if hasattr(field, "describe"):
                    found.append(field.describe(value))
                case fields.NumberField():
                    found.append(TITLED.format(title=part.title, value=value))
        return found

    def _titled_cards(self, part: QuestionField) -> list[tuple[str, list[str]]]:
        """Return pairs of title and cards: one per hand if the field has several, otherwise one."""
        value = part.value(self.typed, self.seated)
        if not value or not isinstance(part.field, OF_CARDS):
            return []
        if isinstance(value, str):
            return [(part.title, [value])]
        if not isinstance(value[0], list):
            return [(part.title, value)]
        labels = getattr(part.field, "labels", None) or self.seated
        return [(label, cards) for label, cards in zip(labels, value, strict=False) if cards]

    @property
    def deal_form(self) -> dict[str, Any] | None:
        """Template values for the game's entry form; None if the question doesn't use it."""
        return None

    # The answer -----------------------------------------------------------------------------------

    @property
    def is_asked(self) -> bool:
        return self.holding is not None if self.suits else self.typed.get("asked") == "1"

    def own_values(self) -> dict[str, Any]:
        if self.holding:
            return made_up_trick(self.taps[0], self.taps[1], self.holding)
        values = {part.field.name: part.value(self.typed, self.seated) for part in self.fields}
        return {
            name: value
            for name, value in values.items()
            if value is not None or self.typed.get(name) == fields.NO_SUIT
        }

    @cached_property
    def question(self) -> dict[str, Any]:
        if self.kept is not None:
            return dict(self.kept)
        return {**self._of_every_question, **self.own_values()}

    @property
    def _of_every_question(self) -> dict[str, Any]:
        asked_first = {  # such as a format, which a match says even if it is the default
            each.name: value
            for each in (choices(type(self.rules), ()) if self.opened else ())
            if each.is_asked_first and (value := getattr(self.rules, each.name)) is not None
        }
        return {
            "game": self.game.name,
            "question": self.name,
            "players": len(self.players),
            "options": asked_first | self.options,
        }

    def rule_on(self, question: dict[str, Any]) -> Answer:
        names = [*self.seated, *(name for name in self.players if name not in self.seated)]
        if self.suits is None:
            return answer_question(question, names)
        return may_i_play(question, names, self.holding and self.holding.reason)

    @cached_property
    def _answered(self) -> tuple[Answer | None, list[Problem]]:
        if not self.is_asked and self.kept is None:
            return None, []
        try:
            every = () if self.opened else choices(self.game.spec.options, self.players)
            wrong = form_faults(every, self.typed, self.rules, len(self.players))
            faults = [error(each.rule, each.message, field=each.option) for each in wrong] or [
                problem
                for part in ([] if self.kept or self.suits else self.fields)
                for problem in part.field.read(self.typed, self.seated).problems
            ]
            return None if faults else self.rule_on(self.question), faults
        except NotARecord as refused:
            return None, [] if self.kept else [self.fault_of(each) for each in refused.faults]

    @property
    def answer(self) -> Answer | None:
        return self._answered[0]

    @property
    def faults(self) -> list[Problem]:
        return self._answered[1]

    def fault_of(self, fault: RecordFault) -> Problem:
        """Assign a problem to its field; a problem without one is about the number of players."""
        name = fault.place.partition(".")[0]
        if self.suits:  # the made-up cards are no fields
            return error("", fault.message)
        if name not in [each.field.name for each in self.fields]:
            name = next(each.field.name for each in self.fields if each.depends_on_players)
            message = _("choose one for each of the {number} players.", number=len(self.players))
            return error("", message, field=name)
        is_missing = fault.code == "missing"
        message = _("choose this first.") if is_missing else ended(fault.message)
        return error(fault.rule, message, field=name)

    @property
    def titles(self) -> dict[str, str]:
        """Titles of the options and fields, by name, and of a deal's form."""
        every = choices(self.game.spec.options, self.players)
        titles = {each.name: each.title for each in every}
        titles["entry"] = sentence(KINDS[self.game.entry_name])
        return titles | {part.field.name: part.title for part in self.fields}

    @property
    def as_asked(self) -> Sequence[tuple[Choice, str]]:
        """The options chosen at the desk; none in a match."""
        return () if self.opened else options_played(self.rules, self.players)

    @cached_property
    def _turning(self) -> dict[tuple[Text, str, Text], Sequence[str]]:
        """How the answer would turn if something weren’t so that nobody said.

        Maps what is taken as given, what could be so instead, and the verdict then to the cards
        that could be played.
        """
        found: dict[tuple[Text, str, Text], Sequence[str]] = {}
        if self.answer is None or self.suits:
            return found
        turns_taken = {
            part.field.name: "1"
            for part in self.fields
            if isinstance(part.field, TurnsField) and not self.is_known(part)
        }
        own = self.answer.answer
        for (clause, others), empty in self._left_open():
            given = clause.format(name=self.seated[0])
            for text, words in others.items():
                typed = {**turns_taken, **self.typed, **dict.fromkeys(empty, text), "asked": "1"}
                other = replace(self, typed=typed, kept=None).answer
                is_possible = other and other.answer.get("problems") == own.get("problems")
                if other and is_possible and other.answer != own:
                    found[given, words, ended(other.verdict)] = other.answer.get("playable", ())
        return found

    def _left_open(self) -> list[tuple[Assumed, list[str]]]:
        """What is assumed for empty fields, each with their HTML inputs."""
        empty = ((each.assumed, each.empty(self.typed, self.seated)) for each in self.fields)
        return [(assumed, names) for assumed, names in empty if assumed and names]

    @property
    def assumed(self) -> Text | None:
        """What the verdict takes as given although nobody said so: `If nobody trumped:`."""
        clauses = dict.fromkeys(clause for clause, _words, _verdict in self._turning)
        return joined([sentence(joined(clauses, ", ")), ":"], "") if clauses else None

    @property
    def otherwise(self) -> list[tuple[str, Text, Sequence[str]]]:
        """How the answer would turn; the cards that may be played are given if they differ."""
        assert self.answer is not None
        playable = self.answer.answer.get("playable", ())
        return [
            (words, verdict, cards if cards != playable else ())
            for (_clause, words, verdict), cards in self._turning.items()
            if words
        ]

    @property
    def reasons(self) -> list[Ruling]:
        """Rulings to show directly under the verdict, unless the verdict says the same.

        Usually, only the first is shown; for a trick, all that aren't about a single card.
        """
        assert self.answer is not None
        about_all = takewhile(lambda each: each.verdict == "info", self.answer.rulings)
        rulings = (tuple(about_all) if self.answer.trick else ()) or self.answer.rulings[:1]
        return [each for each in rulings if not self.is_said(each)]

    def is_said(self, ruling: Ruling) -> bool:
        """Whether the verdict says the same."""
        assert self.answer is not None
        return ruling.text.removesuffix(".").casefold() in self.answer.verdict.casefold()

    @property
    def proof(self) -> list[Text]:
        """The revokes that the cards prove, if the question is what to do about a revoke."""
        if self.opened is None or self.question.get("kind") != "revoke":
            return []
        return [problem.message for problem in proven_revokes(self.opened)]

    @property
    def colour(self) -> str:
        is_no = self.answer is not None and self.answer.answer.get("legal") is False
        return "illegal" if is_no else ""

    @property
    def trumps(self) -> list[tuple[str, str]]:
        """Trumps to show beside a trick, as pairs of field title and suit ("" for none)."""
        if self.answer is None or not self.answer.trick:
            return []
        return [
            (part.title, part.value(self.typed, self.seated) or "")
            for part in self.fields
            if isinstance(part.field, fields.SuitField) and self.is_known(part)
        ]

    @property
    def titled_cards(self) -> list[tuple[str, list[str]]]:
        """The question's cards with their titles, except a trick, which is rendered separately."""
        drawn = "cards" if self.answer and self.answer.trick else None
        return [
            each
            for part in self.fields
            if part.field.name != drawn
            for each in self._titled_cards(part)
        ]

    @property
    def other_verdicts(self) -> list[tuple[str, str, str, str]]:
        """Verdicts that would differ under other options.

        Each is a tuple of option title, own value, other value and verdict. Options on points the
        rules don't settle are left out, because the rulings mention them.
        """
        if self.answer is None or self.has_own_page or self.suits:
            return []
        found: list[tuple[str, str, str, str]] = []
        for choice, own in options_played(self.rules, self.players):
            if choice.is_silent or not self.question_kind.may_rest_on(choice):
                continue
            for value, words in choice.values:
                options = {**self._of_every_question["options"], choice.name: value}
                with suppress(NotARecord):  # impossible in this case
                    verdict = self.rule_on({**self.question, "options": options}).verdict
                    if verdict != self.answer.verdict:
                        found.append((choice.title, own, words, ended(verdict)))
        return found

    # The match ------------------------------------------------------------------------------------

    @cached_property
    def decisions(self) -> list[Decision]:
        """What the table can decide, if the rules leave the answer open.

        For an irregularity, it can decide on a remedy, and else how options settle the point.
        """
        rules = self.silent_rules
        if self.answer is None or not rules:
            return []
        if acts := self.answer.answer.get("acts"):
            return [Decision(act, IN_SHORT[act], rules[0]) for act in acts]
        return [
            Decision(
                f"{choice.name}={key}",
                TITLED.format(title=choice.title, value=words),
                choice.rule,
                choice,
                key,
            )
            for choice, _played in self.table_plays
            if choice.rule in rules
            for key, words in choice.keys
        ]

    @property
    def silent_rules(self) -> list[str]:
        rulings = self.answer.rulings if self.answer else ()
        return [each.rule for each in rulings if each.verdict == "silent"]

    @cached_property
    def decided(self) -> Decision | None:
        """What the table last decided when it asked the same question."""
        if self.opened is None or self.answer is None:
            return None
        for each in rulings_of(self.opened):
            asked = each.saved.get("question", {})
            if table_decision(each.text) and is_same(asked, self.question):
                return each.decided
        return None

    def law_with(self, decided: Decision) -> str:
        """The house rule that a decision makes: what there is already, and a line with both."""
        assert self.opened is not None
        asked = self.in_full.striptags()
        line = f"{asked}{' ' if asked.endswith('?') else ': '}{decided.words}"
        return "\n".join([*self.opened.match.house_rules(decided.rule), line])

    def ruling(self, decided: Decision | None = None, *, is_law: bool = False) -> RulingKept:
        """Return the event that saves the answer; abort with 422 if nothing was asked."""
        if self.answer is None:
            abort(422, _("There’s no ruling to save yet. Ask first."))
        cited = (f"{each.text} [{each.rule}]" for each in self.answer.rulings)
        decision = " ".join([*self.proof, *cited])
        if self.suits:
            decision = with_taps(decision, "; ".join(map(str, self.summary)))
        if decided:
            decision = with_decision(decision, decided.words, decided.rule)
        kept = {
            "at": now().isoformat(timespec="seconds"),
            "question": self.question,
            "decision": decision,
        }
        if decided and is_law:
            return RulingKept(ruling=kept, rule=decided.rule, law=self.law_with(decided))
        return RulingKept(ruling=kept)

    @property
    def note(self) -> str:
        """A suggested note for the entry, in the page's language; players can edit it."""
        label = IRREGULARITIES[self.question["kind"]].label
        return current_language().render(_("{label}; no penalty", label=label))

    @property
    def in_match(self) -> tuple[Due | None, DealView | None, tuple[str, str] | None]:
        """Where in the match the irregularity may have happened.

        Return what is due, its panel if a deal is followed card by card, and the id and label of
        the last entry. Each is None if the irregularity can't have happened there.
        """
        if self.opened is None or self.answer is None:
            return None, None, None
        match, kind, row = self.opened.match, self.answer.entry_kind, None
        due = match.due_at(None)
        if due and (due.kind == "correct" or kind not in (None, due.kind)):
            due = None
        if match.tally.rows:
            written = match.row_entry(-1)
            if kind in (None, written.entry.kind):
                row = written.id, match.tally.rows[-1].heading.label
        return due, deal_view(self.opened) if due else None, row


# Saved rulings ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class SavedRuling:
    """A ruling saved in a match, with the current verdicts if it still cites the same rules."""

    opened: OpenMatch
    saved: Mapping[str, Any]  # in the record format
    number: int = 0  # from 1

    @property
    def at(self) -> datetime | None:
        """When it was saved; None if the record has no valid time."""
        try:
            return datetime.fromisoformat(str(self.saved.get("at")))
        except ValueError:
            return None

    @property
    def text(self) -> str:
        return str(self.saved.get("decision", ""))

    @cached_property
    def question(self) -> DeskQuestion | None:
        """What was asked, to answer it again; None if it no longer has an answer."""
        kept: Any = self.saved.get("question")
        match, at = self.opened.match, self.at
        is_here = isinstance(kept, dict) and kept.get("game") == match.game.name
        kind = question_kind(match.game, str(kept.get("question"))) if is_here else None
        if kind is None:
            return None
        names = list(match.players_at(at) if at and at.tzinfo else match.players)
        if kept.get("players") not in (None, len(names)):
            names = players_typed(match.game, {"players": str(kept["players"])})
        options = kept.get("options") or {}
        question = DeskQuestion(match.game, kind, names, options, {}, self.opened, kept=kept)
        if question.answer is None:
            return None
        if is_by_taps(self.text):
            own = {name: kept[name] for name in kept.keys() - Question.model_fields.keys()}
            taps = kind.by_suits.taps(own, len(names)) if kind.by_suits else None
            return replace(question, typed=taps, suits=kind.by_suits) if taps else None
        typed: dict[str, str] = {}
        for each in question.fields:
            name = each.field.name
            can_be_none = isinstance(each.field, fields.SuitField)
            if name in kept and (can_be_none or kept[name] is not None):
                typed |= each.field.fill(kept[name])
        return replace(question, typed=typed)

    @cached_property
    def lines(self) -> Sequence[tuple[str, str, str, bool]]:
        """Verdict, text, rule, and whether the text is as saved, in English.

        There are verdicts if the current answer cites the same rules.
        """
        said = without_decision(self.text)
        answer = self.question.answer if self.question else None
        sentences = decision_sentences(without_taps(said) if answer else said)  # the page has them
        cited = [rule for _text, rule in sentences if rule]
        if answer is None or [each.rule for each in answer.rulings] != cited:
            return [("", text, rule, True) for text, rule in sentences]
        return [
            (each.verdict, each.text if each.text == text else text, each.rule, each.text != text)
            for each, (text, _rule) in zip(answer.rulings, sentences, strict=False)
        ]

    @cached_property
    def decided(self) -> Decision | None:
        """What the table decided, if it did."""
        if (found := table_decision(self.text)) is None:
            return None
        offered = self.question.decisions if self.question else ()
        decided = next((each for each in offered if str(each.words) == found[0]), None)
        return replace(decided or Decision("", *found), number=self.number, at=self.at)

    @property
    def is_house_rule(self) -> bool:
        decided = self.decided
        return bool(decided and not decided.choice and decided.is_law(self.opened.match))

    @property
    def title(self) -> Markup | Text:
        return self.question.in_full if self.question else _p("heading", "Ruling")

    @property
    def language(self) -> str:
        """The language of `said`: English, as saved, if the answer is no longer the same."""
        is_saved = any(is_saved for *_line, is_saved in self.lines)
        return ENGLISH if is_saved else current_language().tag

    @property
    def said(self) -> str:
        return " ".join(str(in_words(text)) for _verdict, text, _rule, _is_saved in self.lines)


def rulings_of(opened: OpenMatch) -> list[SavedRuling]:
    """Return all rulings saved in a match, newest first."""
    saved = enumerate(opened.match.rulings, start=1)
    return [SavedRuling(opened, ruling, number) for number, ruling in saved][::-1]


def players_typed(game: AnyGame, typed: Mapping[str, str]) -> list[str]:
    """Return a placeholder name for each player (`Player 1`, …), in the page's language."""
    seats = whole_number(typed.get("players", ""))
    if seats is None or seats not in game.spec.numbers:
        seats = game.usual_players
    names = [_("Player {number}", number=seat + 1) for seat in range(seats)]
    return [current_language().render(name) for name in names]


def proven_revokes(opened: OpenMatch) -> list[Problem]:
    """Return the revokes that the cards prove.

    They are those of the current deal or, if there is none, of the last one.
    """
    match, panel = opened.match, deal_view(opened)
    found: Sequence[Problem] = panel.problems if panel else ()
    if panel is None and match.tally.rows:
        found = match.row_as_played(len(match.tally.rows) - 1).problems
    return [problem for problem in found if is_breach(problem)]
