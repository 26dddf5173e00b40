"""The form for a Tribello deal, with each player's quota and the order in which they draw.

The last player's tricks can be left blank.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from referee.core.game import DealState
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
from referee.web.forms.entry_form import Draft, StateOfPlay, TrickForm, sides_of
from referee.web.forms.fields import NO_SUIT, CountsField, RestField, SuitField, TricksField, Typed

TRUMP: Final = SuitField("trump", _p("key", "skip"), "tribello.trump")
PICKUP: Final = CountsField("pickup", "tribello.pickup", _p("things", "cards"))
REST: Final = RestField()
TAKEN: Final = TricksField("tricks", "tribello.tricks-total", _p("things", "tricks"), total=TRICKS)


class TribelloForm(TrickForm):
    before, results, main, trump = (TRUMP, PICKUP), (TAKEN, REST), TAKEN, TRUMP
    announced = (REST.name,)

    def applies(self, field: str, match: Match, id: str | None) -> bool:
        return field != "trump" or has_trumps(_deal(match, id))

    def context(self, draft: Draft) -> dict[str, Any]:
        match = draft.match
        drawing = [match.setup.left_of(_dealer(match, draft.id), steps) for steps in range(SEATS)]
        pickup = PICKUP.boxes(draft.typed, match.players, drawing)
        return {**super().context(draft), "pickup": pickup}

    def hint_before_score(self, seat: int, match: Match, id: str | None) -> Text:
        return _("quota {n}", n=_quotas(match, id)[seat])

    def state_of_play(self, match: Match, place: int, play: Play) -> StateOfPlay:
        of_deal = _quotas(match, None)

        def text(seat: int, taken: int) -> tuple[Text, Text]:
            quota = of_deal[seat]
            short = _("{taken} of {quota}", taken=taken, quota=quota)
            return short, count_towards_quota(taken, quota)

        sides = sides_of(match.tables[place].players, play, text)
        return replace(super().state_of_play(match, place, play), sides=sides)

    def question_defaults(self, match: Match, typed: Typed) -> dict[str, str]:
        deal = _deal(match, None)
        known = {"deal": str(deal + 1)} | ({} if has_trumps(deal) else {"trump": NO_SUIT})
        return super().question_defaults(match, typed) | known


def _deal(match: Match, id: str | None) -> int:
    """Return the number of the deal; one recorded after the end is treated as the last."""
    state: DealState = match.state_at(id)
    return min(state.deals, DEALS - 1)


def _dealer(match: Match, id: str | None) -> int:
    return dealer_of(_deal(match, id), match.setup.options.first_dealer)


def _quotas(match: Match, id: str | None) -> tuple[int, ...]:
    return quotas(_deal(match, id), match.setup.options.first_dealer)


FORM: Final = TribelloForm(TRICKS)
