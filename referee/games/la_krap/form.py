"""Form for a La Krap deal: face-up cards, tricks and marriages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Final

from referee.core.cards import read_cards
from referee.core.findings import Problem, error
from referee.core.question import Assumed
from referee.core.text import (
    Text,
    _,
    _p,
    ended,
    joined,
    listed,
    ngettext,
    points,
    sentence,
    whole_number,
)
from referee.core.tricks import Play
from referee.core.validation import NotARecord
from referee.games.la_krap.questions import IN_NULL, NOT_NULL
from referee.games.la_krap.rules import (
    ALONE,
    TEAMS_MISSING,
    TURNED_MISSING,
    KrapDeal,
    key_numbers,
    name_teams,
    recorded_game,
    result_of,
)
from referee.games.la_krap.score import MOST, MOST_OF_ONE, count_by_seat
from referee.games.la_krap.trick import TRICKS, KrapRules, LaKrapOptions
from referee.games.la_krap.turned import (
    JOKERS,
    MULTIPLIERS,
    PACK,
    TEAM_NAMES,
    colours_of,
    describe_teams,
    make_game,
    turned_fault,
)
from referee.matches.match import Match
from referee.web.forms.entry_form import (
    Announcement,
    Draft,
    EntryRead,
    PlayableForm,
    StateOfPlay,
    read_typed,
    sides_of,
)
from referee.web.forms.fields import (
    CardField,
    CardsField,
    ChoiceField,
    CountsField,
    Players,
    PlayField,
    Reading,
    TricksField,
    Typed,
    either,
    join_cards,
    play_typed,
    read_all,
    split_cards,
    yes_field,
)
from referee.web.forms.views import KeysView, LinesView
from referee.web.http.names import fitting, labels

PLAY_RULE: Final = "la-krap.play"


@dataclass(frozen=True)
class UpcardsField:
    """Field for the players' upcards; it has no value until all are entered."""

    name: str = "upcards"

    def read(self, typed: Typed, players: Players) -> Reading[list[str]]:
        found = [split_cards(typed.get(f"upcard{seat}", "")) for seat in range(len(players))]
        if all(found):
            return Reading([" ".join(cards) for cards in found])
        missing = [name for name, cards in zip(players, found, strict=True) if not cards]
        if len(missing) == len(players):
            return Reading()
        message = ngettext(
            "The upcard of {names} is missing.",
            "The upcards of {names} are missing.",
            len(missing),
            names=listed(missing),
        )
        return Reading(None, (error(PLAY_RULE, message, field="upcards"),))

    def fill(self, value: Sequence[str]) -> dict[str, str]:
        return {f"upcard{seat}": join_cards([card]) for seat, card in enumerate(value)}

    def show(self, typed: Typed, players: Players) -> LinesView:
        lines = [
            (name, CardField(f"upcard{seat}", _("{name}’s upcard", name=name), name).show(typed))
            for seat, name in enumerate(players)
        ]
        return LinesView(lines, "")


@dataclass(frozen=True)
class TeamsField:
    """Field for the players' teams (red, black or jokers); no value until all are chosen."""

    name: str = "teams"

    def each(self, typed: Typed, players: Players) -> list[Reading[int]]:
        return [field.read(typed) for field in self._of(players)]

    def read(self, typed: Typed, players: Players) -> Reading[list[int]]:
        readings = self.each(typed, players)
        if unknown := [problem for reading in readings for problem in reading.problems]:
            return Reading(None, tuple(unknown))
        chosen = [reading.value for reading in readings]
        known = [team for team in chosen if team is not None]
        if len(known) == len(chosen):
            return Reading(known)
        if not known:
            return Reading()
        missing = [name for name, team in zip(players, chosen, strict=True) if team is None]
        message = ngettext(
            "The team of {names} is missing.",
            "The teams of {names} are missing.",
            len(missing),
            names=listed(missing),
        )
        return Reading(None, (error(PLAY_RULE, message, field="teams"),))

    def fill(self, value: Sequence[int]) -> dict[str, str]:
        return {f"team{seat}": str(team) for seat, team in enumerate(key_numbers(value))}

    def show(self, typed: Typed, players: Players) -> LinesView:
        views = (field.show(typed) for field in self._of(players))
        keys = [replace(view, values=[*view.values, ("", "–")]) for view in views]
        return LinesView(list(zip(players, keys, strict=True)), "")

    def _of(self, players: Players) -> list[ChoiceField[int]]:
        choices = [(str(team), team, name) for team, name in enumerate(TEAM_NAMES)]
        return [
            ChoiceField(f"team{seat}", choices, "team", PLAY_RULE) for seat in range(len(players))
        ]


@dataclass(frozen=True)
class AnnouncedField:
    """Field for announced marriages, each as `trick:seat`: `3:0` means after trick 3, by seat 0."""

    name: str = "marriages_at"

    def read(self, typed: Typed, players: Players) -> Reading[list[list[int]]]:
        pairs = (typed.get(f"marriage{number}", "").partition(":") for number in range(MOST))
        found = [(whole_number(trick), whole_number(seat)) for trick, _colon, seat in pairs]
        return Reading(
            [
                [trick, seat]
                for trick, seat in found
                if trick is not None and seat is not None and seat < len(players)
            ]
            or None
        )

    def fill(self, value: Sequence[Sequence[int]]) -> dict[str, str]:
        return {f"marriage{at}": f"{trick}:{seat}" for at, (trick, seat) in enumerate(value)}

    def show(self, typed: Typed, players: Players) -> LinesView:
        lines = []
        for name in (f"marriage{number}" for number in range(MOST)):
            trick, _colon, text = (chosen := typed.get(name, "")).partition(":")
            seat = whole_number(text)
            if seat is not None and seat < len(players):
                choices = [(chosen, players[seat]), ("", _("no marriage"))]
                keys = KeysView(name, choices, chosen, "wide")
                lines.append((_("Marriage after trick {number}", number=trick), keys))
        return LinesView(lines, "")


ALONE_FIELD: Final = replace(yes_field("alone"), rule=PLAY_RULE)
UPCARDS: Final = UpcardsField()
TEAMS: Final = TeamsField()
TURNED: Final = CardsField(
    "turned", _("Turned-up cards"), 4, "BJ 10H", 1, label=_("turned up"), goes_on=tuple(JOKERS)
)
NULL: Final = ChoiceField(
    "null", [("0", False, _p("key", "trumps")), ("1", True, _p("key", "null"))], "wide", PLAY_RULE
)
MULTIPLIER: Final = ChoiceField(
    "multiplier", [(str(times), times, f"× {times}") for times in MULTIPLIERS], "counts", PLAY_RULE
)
EXCHANGED: Final = CountsField("exchanged", "la-krap.exchange", _p("things", "cards"))
EXPOSED: Final = CountsField("exposed", "la-krap.expose", _p("things", "cards"))
TAKEN: Final = TricksField("tricks", "la-krap.tricks-total", _p("things", "tricks"), total=TRICKS)
MARRIAGES: Final = CountsField("marriages", "la-krap.marriage", _p("things", "marriages"))
ANNOUNCED: Final = AnnouncedField()


class LaKrapForm(PlayableForm[dict[str, Any]]):
    fields = (
        UPCARDS, TURNED, TEAMS, NULL, MULTIPLIER, EXCHANGED, EXPOSED, TAKEN, ANNOUNCED,
        PlayField(TRICKS),
    )  # fmt: skip
    main = TAKEN
    by_seat = ("upcard", "team", "exchanged", "exposed", "tricks", "marriages")
    announced = (ANNOUNCED.name,)
    assumed = MappingProxyType(
        {
            NULL.name: Assumed(NOT_NULL, {"1": IN_NULL}),
            MULTIPLIER.name: Assumed(_("if no joker was turned up"), {"2": ""}),
        }
    )

    def context(self, draft: Draft) -> dict[str, Any]:
        match, typed, names = draft.match, draft.typed, draft.match.players
        fields = (UPCARDS, TURNED, TEAMS, NULL, MULTIPLIER, EXCHANGED, EXPOSED, ANNOUNCED)
        may_lack = match.setup.options.empty_trick == "nobody"
        return {
            **{field.name: field.show(typed, names) for field in fields},
            "pack": PACK,
            "names": fitting(names),  # shortened by the browser
            # Whether teams or game were entered without cards.
            "is_chosen": any(map(typed.get, ("alone", "team0", "null", "multiplier"))),
            "tricks": TAKEN.cells(typed, names, last_follows=not may_lack, columns=len(names)),
            "marriages": MARRIAGES.cells(
                typed,
                names,
                most=MOST_OF_ONE,
                rule=MARRIAGES.rule,
                is_needed=False,
                columns=len(names),
            ),
        }

    def fill(self, data: Mapping[str, Any], options: LaKrapOptions | None = None) -> Typed:
        """Fill in the form, but leave marriages empty if each is recorded with its trick."""
        typed = dict(super().fill(data))
        if "teams" in data and data["teams"] is None:
            typed["alone"] = "1"
        if options is not None and options.empty_trick == "nobody":
            typed |= CountsField.fill(TAKEN, data.get(TAKEN.name) or ())
        if ANNOUNCED.name not in data:
            typed |= MARRIAGES.fill(data.get(MARRIAGES.name) or ())
        return typed

    def before_play(self, match: Match, _id: str | None, typed: Typed) -> EntryRead:
        fields = (ALONE_FIELD, UPCARDS, TEAMS, TURNED, NULL, MULTIPLIER, EXCHANGED, EXPOSED)
        found, problems = read_all(fields, typed, match.players)
        if found.pop(ALONE_FIELD.name, False):
            problems = [problem for problem in problems if problem.field != "teams"]
            problems += _doubted_teams(
                match.players, typed, [None] * len(match.players), _("“Everyone plays alone”")
            )
            found["teams"] = None
        elif "upcards" in found:
            upcards, faults = read_cards(found["upcards"], PACK)
            problems = [problem for problem in problems if problem.field != "teams"]
            if not faults:
                problems += _doubted_teams(
                    match.players, typed, colours_of(upcards), _("the upcards")
                )
        is_begun = any(problem.field in ("upcards", "teams") for problem in problems)
        if not is_begun and "upcards" not in found and "teams" not in found:
            problems.append(error(PLAY_RULE, TEAMS_MISSING, field="upcards"))
        if "upcards" in found and "teams" in found and found["teams"] is None:
            message = _("Enter the upcards or choose “Everyone plays alone”, not both.")
            problems.append(error(PLAY_RULE, message, field="upcards"))
        if "turned" not in found:
            problems.append(error(PLAY_RULE, TURNED_MISSING, field="turned"))
        return {"kind": "deal", **found}, problems

    def so_far(self, facts: Mapping[str, Any], play: Play) -> dict[str, Any]:
        announced = facts.get(ANNOUNCED.name)
        found = super().so_far(facts, play)
        found |= {MARRIAGES.name: count_by_seat(announced, play.seats)} if announced else {}
        rules = play.table.rules
        may_lack = isinstance(rules, KrapRules) and rules.options.empty_trick == "nobody"
        if may_lack and len(play.takers) < TRICKS:
            del found[TAKEN.name][-1]  # all of them would be recorded as they are
        return found

    def state_of_play(self, match: Match, place: int, play: Play) -> StateOfPlay:
        entry = match.game.spec.read_entry(match.deals[place].data, len(match.players))
        teams, game = name_teams(match.setup, entry), recorded_game(entry).brief
        names = labels(match.players)
        marriages = Counter(
            names[seat] if teams[seat] == ALONE else teams[seat]
            for _unused, seat in _announced_so_far(match)
        )
        if marriages:
            shares = [joined([side, str(number)]) for side, number in marriages.items()]
            words = _("marriages: {shares}", shares=joined(shares, ", "))
            game = joined([game, words], " · ")

        def text(seat: int, taken: int) -> tuple[Text, Text]:
            tricks = ngettext("{n} trick", "{n} tricks", taken)
            return joined([teams[seat], str(taken)]), joined([teams[seat], tricks], ", ")

        details = "" if ALONE in teams else ended(describe_teams(match.players, teams))
        return StateOfPlay(game, sides_of(match.players, play, text), details=details)

    def announcements(self, match: Match, play: Play) -> list[Announcement]:
        """Let whoever took the last trick announce a marriage; offer to withdraw earlier ones."""
        announced, offered = _announced_so_far(match), []
        number = len(play.takers)
        seat = play.takers[-1] if play.takers else None
        is_between = not play.table.cards and 1 <= number <= MOST
        if seat is not None and is_between and all(trick != number for trick, _unused in announced):
            words = _("{name} announces a marriage", name=match.players[seat])
            offered.append(Announcement(words, {ANNOUNCED.name: [*announced, (number, seat)]}))
        for trick, mate in announced:
            words = _(
                "Withdraw {name}’s marriage after trick {number}",
                name=match.players[mate],
                number=trick,
            )
            others = [pair for pair in announced if pair != (trick, mate)]
            facts = {ANNOUNCED.name: others} if others else {}
            offered.append(Announcement(words, facts, () if others else (ANNOUNCED.name,)))
        return offered

    def read(self, match: Match, id: str | None, typed: Typed) -> EntryRead:
        data, problems = self.before_play(match, id, typed)
        problems = [problem for problem in problems if problem.field != "turned"]
        if play := play_typed(match, id, typed):
            beside, wrong = read_typed((TAKEN, MARRIAGES), typed, match.players)
            announced = ANNOUNCED.read(typed, match.players).value
            if announced is not None:
                beside[ANNOUNCED.name] = announced
            return {**data, "play": play, **beside}, [*problems, *wrong]
        marriages, wrong = read_all([MARRIAGES], typed, match.players)
        counts = TAKEN.each(typed, match.players)
        is_short = counts.count(None) == 1 and sum(taken or 0 for taken in counts) < TRICKS
        may_lack = match.setup.options.empty_trick == "nobody"
        unreadable = TAKEN.unreadable(typed, match.players)
        tricks, missing = read_all([TAKEN], typed, match.players)
        if is_short and may_lack and not unreadable:
            message = _(
                "One player’s tricks are missing. Enter them too, because under your rules a trick"
                " can go to nobody."
            )
            tricks, missing = {}, [error("la-krap.empty-trick", message, field=TAKEN.name)]
        return {**data, **tricks, **marriages}, [*problems, *wrong, *missing]

    def before_play_hints(self, match: Match, typed: Typed) -> dict[str, str]:
        data = self.before_play(match, None, typed)[0]
        known = {
            name: data[name] for name in ("kind", "upcards", "teams", "turned") if name in data
        }
        faults = read_cards(known.get("upcards", ()), PACK)[1]
        if not faults and ("upcards" in known or "teams" in known):
            entry = match.game.spec.read_entry(known, len(match.players))
            teams: Sequence[str] = name_teams(match.setup, entry)
        else:  # teams by the upcards entered so far
            texts = [
                split_cards(typed.get(f"upcard{seat}", "")) for seat in range(len(match.players))
            ]
            found = [read_cards(each, PACK) for each in texts]
            teams = ["" if wrong else next(iter(colours_of(cards)), "") for cards, wrong in found]
        cards, faults = read_cards(data.get("turned", ()), PACK)
        game = joined(faults)
        if cards and not faults:
            if fault := turned_fault(cards):
                game = fault.sentence
            else:
                made = make_game(cards)
                game = made.brief
                if made.is_null and made.suit is not None:
                    game = joined([game, _("jokers highest")], " · ")
        return {"game": game, **{f"upcard{seat}": name for seat, name in enumerate(teams)}}

    def hints(self, match: Match, id: str | None, typed: Typed) -> dict[str, str]:
        data, problems = self.read(match, id, typed)
        seats, players = range(len(match.players)), match.players
        found = self.before_play_hints(match, typed)
        found |= {"sums": "", **{f"tricks{seat}": "" for seat in seats}}
        try:
            entry, row = match.judge(data, id)
        except NotARecord:
            return found
        if problems or row.has_error or not isinstance(entry, KrapDeal) or entry.tricks is None:
            return found
        deal = result_of(match.setup, entry, entry.tricks, entry.marriages or [0] * len(seats))
        names: Sequence[str] = labels(players)
        if not deal.are_alone:
            names = [sentence(team) for team in name_teams(match.setup, entry)]
        sums = [
            joined([joined([name, each.text]), points(each.points)], " = ")
            for seat, (name, each) in enumerate(zip(names, deal.sums, strict=True))
            if each.base and seat == each.team[0]
        ]
        found["sums"] = joined(sums, " · ")  # `Red (9 + 5) × 3 opponents × 2 = 84`
        return found | {f"tricks{seat}": points(row.cells[seat]) for seat in seats}

    def question_defaults(self, match: Match, typed: Typed) -> dict[str, str]:
        upcards = UPCARDS.read(typed, match.players).value or ()
        face_up = {
            "upcards": typed.get("upcards", " ".join(upcards)).strip(),
            "turned": typed.get("turned", "").strip(),
        }
        return {name: text for name, text in face_up.items() if text}


def _doubted_teams(
    players: Players, typed: Typed, colours: Sequence[Text | None], other: Text
) -> list[Problem]:
    """Return a problem with the first team that isn't of the colour that something else says."""
    for seat, team in enumerate(each.value for each in TEAMS.each(typed, players)):
        if team is not None and TEAM_NAMES[team] != colours[seat]:
            one = _("{name}’s team ({team})", name=players[seat], team=TEAM_NAMES[team])
            return [error(PLAY_RULE, either(other, one), field="teams")]
    return []


def _announced_so_far(match: Match) -> list[tuple[int, int]]:
    facts = match.deals[0].facts if 0 in match.deals else {}
    return [(trick, seat) for trick, seat in facts.get(ANNOUNCED.name) or ()]


FORM: Final = LaKrapForm()
