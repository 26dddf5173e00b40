"""Quillet's own page, its own type of field, and the drawings in its rulebook."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from flask import Blueprint, render_template, request
from markupsafe import Markup

from referee.core.game import AnyGame
from referee.core.text import whole_number
from referee.web.forms.fields import Players, Reading, Typed
from referee.web.forms.game_pages import Declared, GamePages, QuestionPage, QuestionState
from referee.web.forms.views import FieldView
from referee.web.http.app import own_path

from .rules import TRICKS, QuilletOptions

pages = Blueprint("quillet", __name__)


@pages.get("/quillet/feathers")
def feathers() -> str:
    return render_template("quillet/feathers.html", tricks=TRICKS)


@dataclass(frozen=True)
class FeathersView(FieldView):
    template = "quillet/fan.html"
    macro = "feathers"
    name: str
    text: str


@dataclass(frozen=True)
class FeathersField:
    """A number entered as feathers: `|||` is 3."""

    name: str

    def read(self, typed: Typed, _players: Players = ()) -> Reading[int]:
        text = typed.get(self.name, "").strip()
        strokes = len(text) if text and set(text) == {"|"} else None
        return Reading(strokes if strokes is not None else whole_number(text))

    def fill(self, value: int) -> dict[str, str]:
        return {self.name: "|" * value}

    def show(self, typed: Typed, _players: Players = ()) -> FeathersView:
        return FeathersView(self.name, typed.get(self.name, ""))


def _feathers(declared: Declared) -> FeathersField:
    return FeathersField(declared.name)


class SweepPage(QuestionPage):
    template = "quillet/sweep.html"
    part = "quillet/sweep_part.html"

    def state(self, _game: AnyGame, _options: QuilletOptions, _players: int) -> QuestionState:
        is_tapped = "more" in request.args
        taken = (whole_number(request.args.get("taken", "")) or 0) + is_tapped
        return QuestionState(
            typed={**request.args, "taken": str(taken)},
            address=f"{own_path()}?asked=1&taken={taken}",
            is_changed=is_tapped,
            is_refused=taken > TRICKS,
            view=taken,
        )


def drawn_fan(text: str) -> Markup:
    return Markup('<p class="fan">{}</p>').format(text.strip())


PAGES: Final = GamePages(
    blueprints=(pages,),
    question_pages={"sweep": SweepPage()},
    field_kinds={"feathers": _feathers},
    blocks={"fan": drawn_fan},
    styles=("quillet/fan",),
)
