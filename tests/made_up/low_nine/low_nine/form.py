"""The form for a round of Low Nine: the cards left to each player."""

from __future__ import annotations

from typing import Final

from referee.core.text import _p
from referee.web.forms.entry_form import CountsForm
from referee.web.forms.fields import CountsField

FORM: Final = CountsForm("round", CountsField("points", "low-nine.points", _p("things", "cards")))
