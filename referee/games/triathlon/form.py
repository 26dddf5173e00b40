"""The form for a Triathlon deal, with who rejects a suit and who names trumps."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from referee.core.cards import SUIT_SYMBOLS
from referee.core.findings import error
from referee.core.text import _, _p, joined
from referee.core.tricks import Play
from referee.games.triathlon.rules import TRICKS
from referee.matches.match import Match
from referee.web.forms.entry_form import Draft, EntryRead, StateOfPlay, TrickForm
from referee.web.forms.fields import (
    RestField,
    SeatField,
    SuitField,
    SuitsField,
    TricksField,
    Typed,
)

TAKEN: Final = TricksField("tricks", "triathlon.tricks-total", _p("things", "tricks"), total=TRICKS)
REST: Final = RestField()
LAST: Final = SeatField("last_trick", "triathlon.last", "three")
TRUMP: Final = SuitField("trump", _p("key", "skip"), "triathlon.rejection")
REJECTED: Final = SuitsField("rejected", 2, _p("key", "skip"), "triathlon.rejection")


class TriathlonForm(TrickForm):
    before, results, main, trump = (REJECTED, TRUMP), (TAKEN, LAST, REST), TAKEN, TRUMP
    announced = (REST.name,)

    def read(self, match: Match, id: str | None, typed: Typed) -> EntryRead:
        data, problems = super().read(match, id, typed)
        wrong = {problem.field for problem in problems}
        if not {"play", LAST.name} & data.keys() and not {TAKEN.name, LAST.name} & wrong:
            message = _("Choose who took the last trick.")
            problems.append(error(LAST.rule, message, field=LAST.name))
        return data, problems

    def context(self, draft: Draft) -> dict[str, Any]:
        match = draft.match
        dealer, *others = (
            match.players[match.setup.left_of(_dealer(match, draft.id), steps)]
            for steps in range(len(match.players))
        )
        shown = super().context(draft)
        places = [place.show(draft.typed) for place in REJECTED.places]
        return {**shown, "dealer": dealer, "rejected": list(zip(others, places, strict=True))}

    def fill(self, data: Mapping[str, Any], options: Any = None) -> Typed:
        """Leave out `last_trick` if the cards are recorded, because they show it."""
        hidden = {"last_trick"} if "play" in data else set()
        return super().fill({name: data[name] for name in data if name not in hidden}, options)

    def so_far(self, facts: Mapping[str, Any], play: Play) -> dict[str, Any]:
        last = {LAST.name: play.takers[-1]} if len(play.takers) == TRICKS else {}
        return super().so_far(facts, play) | last

    def state_of_play(self, match: Match, place: int, play: Play) -> StateOfPlay:
        found = super().state_of_play(match, place, play)
        rejected = match.deals[place].facts.get("rejected") or ()
        if not rejected:
            return found
        suits = joined(SUIT_SYMBOLS[suit] for suit in rejected)
        game = _("{trumps} · rejected {suits}", trumps=found.game, suits=suits)
        return replace(found, game=game)

    def question_defaults(self, match: Match, typed: Typed) -> dict[str, str]:
        return {"dealer": str(_dealer(match, None)), **super().question_defaults(match, typed)}


def _dealer(match: Match, id: str | None) -> int:
    return match.setup.left_of(match.setup.options.first_dealer, match.state_at(id).deals)


FORM: Final = TriathlonForm(TRICKS)
