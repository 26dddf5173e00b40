"""Form for a Triathlon deal: tricks, the taker of the last one, rejected suits and trumps."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from referee.core.cards import SUIT_SYMBOLS
from referee.core.findings import error
from referee.core.played_deal import TRUMP_MISSING
from referee.core.text import _, _p, joined
from referee.core.tricks import Play
from referee.games.triathlon.rules import TRICKS, TriathlonState
from referee.matches.match import Match
from referee.web.forms.entry_form import Draft, EntryRead, PlayableForm, StateOfPlay, read_typed
from referee.web.forms.fields import (
    PlayField,
    SeatField,
    SuitField,
    SuitsField,
    TricksField,
    Typed,
    play_typed,
    read_all,
)
from referee.web.forms.views import CellsView, KeysView, SuitKeysView

TAKEN: Final = TricksField("tricks", "triathlon.tricks-total", _p("things", "tricks"), total=TRICKS)
LAST: Final = SeatField("last_trick", "triathlon.last", "three")
TRUMP: Final = SuitField("trump", _p("key", "skip"), "triathlon.rejection")
REJECTED: Final = SuitsField("rejected", 2, _p("key", "skip"), "triathlon.rejection")


@dataclass(frozen=True)
class TriathlonFormView:
    tricks: CellsView
    last_trick: KeysView
    trump: SuitKeysView
    dealer: str
    rejected: tuple[tuple[str, SuitKeysView], ...]  # name and suit keys, by opponent


class TriathlonForm(PlayableForm[TriathlonFormView]):
    fields = (TRUMP, REJECTED, TAKEN, LAST, PlayField(TRICKS))
    main = TAKEN

    def context(self, draft: Draft) -> TriathlonFormView:
        match, typed = draft.match, draft.typed
        names, dealer = match.players, _dealer(match, draft.id)
        rejecting = [names[match.seating.left_of(dealer, steps)] for steps in (1, 2)]
        views = [field.show(typed) for field in REJECTED.places]
        return TriathlonFormView(
            TAKEN.show(typed, names),
            LAST.show(typed, names),
            TRUMP.show(typed),
            names[dealer],
            tuple(zip(rejecting, views, strict=True)),
        )

    def fill(self, data: Mapping[str, Any], _options: Any = None) -> Typed:
        """Leave out `last_trick` if the cards are recorded, because they show it."""
        known = {name: value for name, value in data.items() if name != "last_trick"}
        return super().fill(known if "play" in data else data)

    def before_play(self, match: Match, _id: str | None, typed: Typed) -> EntryRead:
        found, problems = read_all((REJECTED, TRUMP), typed, match.players)
        if not typed.get("trump"):
            problems.append(error("triathlon.rejection", TRUMP_MISSING, field="trump"))
        return {"kind": "deal", **found}, problems

    def state_of_play(self, match: Match, place: int, play: Play) -> StateOfPlay:
        found = super().state_of_play(match, place, play)
        rejected = match.deals[place].facts.get(REJECTED.name) or ()
        if not rejected:
            return found
        suits = joined(SUIT_SYMBOLS[suit] for suit in rejected)
        game = _("{trumps} · rejected {suits}", trumps=found.game, suits=suits)
        return replace(found, game=game)

    def read(self, match: Match, id: str | None, typed: Typed) -> EntryRead:
        known, problems = read_all((REJECTED, TRUMP), typed, match.players)
        data = {"kind": "deal", **known}
        if play := play_typed(match, id, typed):
            beside, wrong = read_typed((TAKEN, LAST), typed, match.players)
            return {**data, **beside, "play": play}, problems + wrong
        found, wrong = read_all((TAKEN, LAST), typed, match.players)
        if "last_trick" not in found and not wrong:
            message = _("Choose who took the last trick.")
            wrong.append(error(LAST.rule, message, field=LAST.name))
        return data | found, problems + wrong

    def question_defaults(self, match: Match, typed: Typed) -> dict[str, str]:
        dealer = _dealer(match, None)
        found = {"dealer": str(dealer), "leader": str(match.seating.left_of(dealer))}
        for field in (*REJECTED.places, TRUMP):
            if (suit := field.read(typed).value) is not None:
                found |= field.fill(suit)
        return found


def _dealer(match: Match, id: str | None) -> int:
    state: TriathlonState = match.state_at(id)
    return match.seating.left_of(match.seating.options.first_dealer, state.deals)


FORM: Final = TriathlonForm()
