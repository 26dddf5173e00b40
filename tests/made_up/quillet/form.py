"""The form for a deal of Quillet: trumps, and tricks per player."""

from __future__ import annotations

from typing import Final

from referee.web.forms.entry_form import TrickForm
from referee.web.forms.fields import SuitField, TricksField

from .rules import TRICKS

TRUMP: Final = SuitField("trump", "no trumps")
TAKEN: Final = TricksField("tricks", "quillet.tricks-total", "tricks", total=TRICKS)


class QuilletForm(TrickForm):
    before, results, main = (TRUMP,), (TAKEN,), TAKEN


FORM: Final = QuilletForm(TRICKS)
