"""The form for a round: each player's figure, or a dash for someone who sat out."""

from __future__ import annotations

from typing import Final

from referee.core.text import _p
from referee.web.forms.entry_form import CountsForm
from referee.web.forms.fields import ScoresField

FORM: Final = CountsForm(
    "round", ScoresField("points", "free-pad.round", _p("things", "points"), empty="0")
)
