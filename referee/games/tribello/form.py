"""The form for a Tribello deal: tricks, trumps and pickup.

The last player's tricks can be left blank.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from referee.core.findings import error
from referee.core.game import DealState
from referee.core.played_deal import TRUMP_MISSING
from referee.core.text import Text, _, _p
from referee.core.tricks import Play
from referee.games.tribello.rules import (
    DEALS,
    SEATS,
    TRICKS,
    count_towards_quota,
    dealer_of,
    has_trumps,
    quotas,
)
from referee.matches.match import Match
from referee.web.forms.entry_form import (
    Draft,
    EntryRead,
    Hint,
    PlayableForm,
    StateOfPlay,
    read_typed,
    sides_of,
)
from referee.web.forms.fields import (
    CountsField,
    PlayField,
    SuitField,
    TricksField,
    Typed,
    play_typed,
    read_all,
)
from referee.web.forms.views import BoxesView, CellsView, SuitKeysView

TRUMP: Final = SuitField("trump", _p("key", "skip"), "tribello.trump")
PICKUP: Final = CountsField("pickup", "tribello.pickup", _p("things", "cards"))
TAKEN: Final = TricksField("tricks", "tribello.tricks-total", _p("things", "tricks"), total=TRICKS)


@dataclass(frozen=True)
class TribelloFormView:
    tricks: CellsView
    trump: SuitKeysView | None  # None in rounds without trumps
    pickup: BoxesView  # in the order in which players draw


class TribelloForm(PlayableForm[TribelloFormView]):
    fields = (TRUMP, TAKEN, PICKUP, PlayField(TRICKS))
    main = TAKEN

    def context(self, draft: Draft) -> TribelloFormView:
        match, typed = draft.match, draft.typed
        deal, first = _deal(match, draft.id), match.seating.options.first_dealer
        dealer = dealer_of(deal, first)
        drawing = [(dealer + place) % SEATS for place in range(SEATS)]
        return TribelloFormView(
            TAKEN.cells(typed, match.players, lambda seat: _quota_of(seat, deal, first)),
            TRUMP.show(typed) if has_trumps(deal) or typed.get("trump") else None,
            PICKUP.boxes(typed, match.players, drawing),
        )

    def hints(self, match: Match, id: str | None, typed: Typed) -> Mapping[str, Hint]:
        deal, first = _deal(match, id), match.seating.options.first_dealer
        hints = super().hints(match, id, typed).items()
        return {
            name: hint or _quota_of(seat, deal, first) for seat, (name, hint) in enumerate(hints)
        }

    def before_play(self, match: Match, id: str | None, typed: Typed) -> EntryRead:
        """Read the trump suit and the pickup; the trump suit is required in rounds with trumps."""
        found, problems = read_all((TRUMP, PICKUP), typed, match.players)
        if not has_trumps(_deal(match, id)):
            found.pop("trump", None)
        elif not typed.get("trump"):
            problems.append(error("tribello.trump", TRUMP_MISSING, field="trump"))
        return {"kind": "deal", **found}, problems

    def state_of_play(self, match: Match, place: int, play: Play) -> StateOfPlay:
        of_deal = quotas(_deal(match, None), match.seating.options.first_dealer)

        def text(seat: int, taken: int) -> tuple[Text, Text]:
            quota = of_deal[seat]
            short = _("{taken} of {quota}", taken=taken, quota=quota)
            return short, count_towards_quota(taken, quota)

        sides = sides_of(match.tables[place].players, play, text)
        return replace(super().state_of_play(match, place, play), sides=sides)

    def read(self, match: Match, id: str | None, typed: Typed) -> EntryRead:
        found, problems = read_all((TRUMP, PICKUP), typed, match.players)
        data = {"kind": "deal", **found}
        if play := play_typed(match, id, typed):
            tricks, wrong = read_typed([TAKEN], typed, match.players)
            return {**data, "play": play, **tricks}, problems + wrong
        tricks, wrong = read_all([TAKEN], typed, match.players)
        return data | tricks, problems + wrong

    def question_defaults(self, match: Match, typed: Typed) -> dict[str, str]:
        deal = _deal(match, None)
        dealer = dealer_of(deal, match.seating.options.first_dealer)
        found = {"deal": str(deal + 1), "leader": str(dealer)}
        trump = TRUMP.read(typed).value if has_trumps(deal) else None
        return found if trump is None else {**found, "trump": trump}


def _quota_of(seat: int, deal: int, first_dealer: int) -> Text:
    return _("quota {n}", n=quotas(deal, first_dealer)[seat])


def _deal(match: Match, id: str | None) -> int:
    state: DealState = match.state_at(id)
    return min(state.deals, DEALS - 1)


FORM: Final = TribelloForm()
