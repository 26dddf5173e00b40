"""Texts for scripts; pages pass them in `data-texts` attributes.

`text("away", { time })` in `page.js` looks one up and fills in its fields. A text with a number has
a template for each plural category of the page's language.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from flask import Flask
from jinja2.utils import htmlsafe_json_dumps
from markupsafe import Markup

from referee.core.language import Language
from referee.core.text import Message, Text, _, _p, ngettext
from referee.web.http.language import current_language

ScriptTexts = Mapping[str, Mapping[str, Text]]
"""Texts by script, then by name."""

PICKER: Final[Mapping[str, Text]] = {
    "S": _p("suit", "spades"),
    "H": _p("suit", "hearts"),
    "D": _p("suit", "diamonds"),
    "C": _p("suit", "clubs"),
    "JK": _("no suit"),
    "spoken": _("{rank} of {suit}"),
    "slot": _("{title}, {card}"),
    "slotOf": _("{title}, {card}, {number} of {most}"),
    "emptySlot": _("{title}, choose a card"),
    "emptySlotOf": _("{title}, choose a card, {number} of {most}"),
    "choose": _("Choose cards"),
    "whose": _("Whose cards"),
    "ranks": _p("heading", "Rank"),
    "ofRank": _("Cards of that rank"),
    "wild": _("Wild cards"),
    "done": _p("button", "Done"),
    "takeBack": _("Take back {card}"),
    "leftOf": ngettext("{n} left", "{n} left", 2),
    "taken": _("{card} is already taken: {holders}."),
    "full": ngettext(
        "{title}: no more than {n} card. Tap it to take it back.",
        "{title}: no more than {n} cards. Tap one to take it back.",
        2,
        title="",
    ),
    "hint": _("{label}: {hint}"),
}
"""Texts for the card picker, which loads when an entry has a card field. Pages pass them with their
form's script, so they aren't sent again with each new form."""

WAITING: Final[dict[str, Text]] = {
    "refused": _("Not recorded:"),
    "unsent": _("Not sent yet:"),
    "entryAt": _("{entry} ({time})"),
    "entryOf": _("{match}: {entry} ({time})"),
}
"""Names of what waits in the outbox."""
SENT: Final[dict[str, Text]] = {
    "entries": ngettext(
        "{n} entry is saved on this phone and will be sent automatically.",
        "{n} entries are saved on this phone and will be sent automatically.",
        2,
    ),
    "cards": ngettext(
        "{n} card is saved on this phone and will be sent automatically.",
        "{n} cards are saved on this phone and will be sent automatically.",
        2,
    ),
    "keepOpen": _("Keep this page open."),
    "goOn": _("You can still record."),
    "asOf": _("No connection. This is the match as of {time}."),
    "sent": _("Connected again. Sent: {entry}"),
}
"""What is said of the outbox."""
TEXTS: Final[ScriptTexts] = {
    "connection": {
        "away": _("No connection since {time}."),
        "busy": _("Referee has been busy since {time}."),
        "mayBeOld": _("This page may be out of date."),
        "stillHere": _("What you typed is still here."),
        "failed": _("That didn’t work. What you typed is still here."),
    },
    "match/said of deal": {
        **SENT,
        "played": ngettext(
            "{n} deal is saved on this phone and will be sent automatically.",
            "{n} deals are saved on this phone and will be sent automatically.",
            2,
        ),
    },
    "match/offline of deal": {
        **WAITING,
        "without": ngettext("without {n} deal", "without {n} deals", 2),
    },
    "match/said of round": {
        **SENT,
        "played": ngettext(
            "{n} round is saved on this phone and will be sent automatically.",
            "{n} rounds are saved on this phone and will be sent automatically.",
            2,
        ),
    },
    "match/offline of round": {
        **WAITING,
        "without": ngettext("without {n} round", "without {n} rounds", 2),
    },
    "match/said of leg": {
        **SENT,
        "played": ngettext(
            "{n} leg is saved on this phone and will be sent automatically.",
            "{n} legs are saved on this phone and will be sent automatically.",
            2,
        ),
    },
    "match/offline of leg": {
        **WAITING,
        "without": ngettext("without {n} leg", "without {n} legs", 2),
    },
    "match/offline of forms": {
        "back": _("Take back"),
        "notSent": _("Not sent yet: {n}"),
        "saved": _("{entry}: {figures}"),
        "incomplete": _("Enter all figures first. They can’t be checked without a connection."),
        "incompleteSaved": _("To go on without a connection, take it back and enter all figures."),
        "mustSend": _("What comes next needs a connection."),
        "stay": _("No connection. You can go on recording here."),
        "wait": _("No connection. This page opens once it’s back."),
    },
    "match/cards": {
        "unsent": WAITING["unsent"],
        "allTapped": _("{card} has been tapped already."),
        "behind": _("These cards were tapped after it:"),
        "playHeld": _("Play them too"),
        "dropHeld": _p("button", "Discard"),
    },
    "match/keypad": {
        **PICKER,
        "prompt": _("{name}: {things}"),
        "promptFirst": _("{name}: {things}; the last fills itself"),
        "promptOf": _("{name}: {things}, {n} left"),
        "allFilled": _("All filled in."),
        "atMost": _("{number} is too many: {name} can have at most {most}."),
        "tooMany": _("{number} is too many."),
        "entered": _("Entered so far: {figures}."),
        "set": _("Set {name} to {number} and re-enter the others"),
    },
    "match/clock": {
        "timeIsUp": _("Time is up."),
        "oneMinute": _("One minute left."),
        "tenMinutes": _("Ten minutes left."),
        "decide": _("Time is up for this decision."),
        "again": _p("button", "Again"),
        "seconds": _("{number} s"),
        "ok": _p("button", "OK"),
    },
    "match/share": {
        "copied": _p("message", "Copied."),
        "hold": _("Press and hold the text above to copy it."),
    },
    "match/receipt": {"close": _p("button", "Close")},
}


def register(app: Flask, *of_games: ScriptTexts) -> None:
    """Make these texts, and those for the games' own scripts, available to templates."""
    texts = {script: each for part in (TEXTS, *of_games) for script, each in part.items()}

    @lru_cache(maxsize=256)
    def as_json(script: str, language: Language) -> Markup:
        templates = {name: _templates(text, language) for name, text in texts[script].items()}
        return htmlsafe_json_dumps(templates, separators=(",", ":"), ensure_ascii=False)

    def script_texts(script: str) -> Markup:
        """Return a script's texts in the page's language, as JSON for a single-quoted attribute."""
        return as_json(script, current_language())

    app.jinja_env.globals.update(script_texts=script_texts, SCRIPT_TEXTS=texts)


def _templates(text: Text, language: Language) -> str | dict[str, str]:
    assert isinstance(text, Message)
    if text.many is None:
        return language.render(text)
    forms = language.plurals(text.one, text.many)
    return forms if len({*forms.values()}) > 1 else forms["other"]
