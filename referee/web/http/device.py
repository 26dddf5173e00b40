"""A device's signed cookie: its matches, circles, names and seats."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from functools import partial
from typing import Any, Final, Literal
from zoneinfo import ZoneInfo

from flask import Flask, Request, Response, request, session
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from itsdangerous import BadSignature

MATCHES: Final = 40
"""Maximum number of match keys: as many as fit into a 4 kB cookie beside names and circles."""
NAMES: Final = 16
CIRCLES: Final = 8
MOST_BYTES: Final = 3800
"""Maximum size of the cookie's value. Browsers drop a cookie if its value, name and attributes
exceed 4,096 bytes."""
END_OF_TIME: Final = datetime(9999, 12, 31, tzinfo=UTC)
"""The cookie's expiry date. Browsers keep a cookie for at most 400 days anyway."""


class TimelessCookie(SecureCookieSessionInterface):
    """Session interface whose cookie has no timestamp in its signature.

    A small computer's clock may stop while it is off. If the server's time is wrong for a while,
    phones must not lose their data.
    """

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession:
        serializer = self.get_signing_serializer(app)
        value = request.cookies.get(self.get_cookie_name(app))
        if serializer is not None and value:
            try:
                return self.session_class(serializer.loads(value))
            except BadSignature:
                pass
        return self.session_class()

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Save the session, and drop its oldest items if the cookie would be too large.

        Names are dropped first, then hidden matches, then listed matches.
        """
        serializer = self.get_signing_serializer(app)
        if serializer is not None and session.modified:
            for kind in ("names", "hidden", "matches"):
                while session.get(kind) and len(serializer.dumps(dict(session))) > MOST_BYTES:
                    session[kind] = session[kind][:-1]
        super().save_session(app, session, response)

    def get_cookie_path(self, _app: Flask) -> str:
        return request.script_root or "/"

    def get_cookie_secure(self, _app: Flask) -> bool:
        return request.is_secure

    def get_expiration_time(self, _app: Flask, session: SessionMixin) -> datetime | None:
        return END_OF_TIME if session.permanent else None


def _strings(name: str) -> list[str]:
    found: list[str] = session.get(name, [])
    return found


def _string(name: str) -> str:
    found: str = session.get(name, "")
    return found


def _put(name: str, value: object) -> None:
    session[name] = value
    session.permanent = True


keys = partial(_strings, "matches")  # of the listed matches, most recently opened first
hidden = partial(_strings, "hidden")  # keys of matches, too
circles = partial(_strings, "circles")
names = partial(_strings, "names")
game = partial(_string, "game")  # that was last asked about on this device; "" if none was
language = partial(_string, "language")  # chosen on this device, such as `de`; "" for the browser's
choose_language = partial(_put, "language")
letters = partial(
    _string, "letters"
)  # on this device's cards, such as `KDBA`; "" for the language's
choose_letters = partial(_put, "letters")


# Matches and circles ------------------------------------------------------------------------------


def remember(key: str) -> None:
    """Move this match to the front of the list; once a day, renew the cookie."""
    today = datetime.now(UTC).date().isoformat()
    if keys()[:1] != [key] or session.get("on") != today:
        session["on"] = today
        _put_keys([key, *_without(keys(), key)], _without(hidden(), key))


def hide(*gone: str) -> None:
    """Hide the match that is listed under one of these keys."""
    found = [key for key in keys() if key in gone]
    if found:
        _put_keys(_without(keys(), *found), [*found, *_without(hidden(), *found)])


def forget(key: str) -> None:
    if key in (*keys(), *hidden()):
        _put_keys(_without(keys(), key), _without(hidden(), key))


def _put_keys(shown: list[str], hidden: list[str]) -> None:
    """Store the newest keys; if there are too many, drop hidden matches before listed ones."""
    _put("matches", shown[:MATCHES])
    _put("hidden", hidden[: MATCHES - len(shown[:MATCHES])])


def _without(keys: list[str], *gone: str) -> list[str]:
    return [key for key in keys if key not in gone]


def replace(old: str, new: str) -> None:
    """Replace a match's old key with its new one."""
    session["matches"] = [new if key == old else key for key in keys()]
    session["hidden"] = [new if key == old else key for key in hidden()]
    if old in session.get("seats", {}):
        sit(new, session["seats"][old])
    for name in ("table", "sat"):
        put_number(name, new, number(name, old))


def remember_circle(key: str, *others: str) -> None:
    """Move this circle to the front of the list, and drop its other keys."""
    if circles()[:1] != [key]:
        _put("circles", [key, *_without(circles(), key, *others)][:CIRCLES])


def forget_circle(key: str) -> None:
    if key in circles():
        session["circles"] = _without(circles(), key)


# Names, seats and tables --------------------------------------------------------------------------


def remember_names(typed: Iterable[str]) -> None:
    _put("names", list(dict.fromkeys([*(name[:40] for name in typed), *names()]))[:NAMES])


def seat(key: str) -> int | None:
    seats: dict[str, int] = session.get("seats", {})
    return seats.get(key)


def sit(key: str, taken: int | None) -> None:
    """Make this the phone of the player in seat `taken`, or nobody's if it is None."""
    seats = {known: seat for known, seat in session.get("seats", {}).items() if known in keys()}
    _put("seats", seats | {key: taken})


NumberName = Literal["table", "gone_on", "sat", "sat_out"]
"""Names of numbers that are stored for one match at a time. `table` is the index of the table that
the phone shows; `gone_on` is the match's last event when its resume card was dismissed, `sat`
that when the phone's owner was chosen, and `sat_out` that when a player had just sat out."""


def number(name: NumberName, key: str) -> int:
    """Return the number stored for this match; 0 if there is none or it is for another match."""
    stored: list[Any] = session.get(name, ["", 0])
    return stored[1] if stored[0] == key else 0


def put_number(name: NumberName, key: str, value: int) -> None:
    if number(name, key) != value:
        _put(name, [key, value])


def choose_game(name: str) -> None:
    if game() != name:
        _put("game", name)


def zone() -> ZoneInfo | None:
    """Return the device's time zone, which a script writes into a cookie; None if it's unknown."""
    try:
        return ZoneInfo(request.cookies["zone"])
    except (KeyError, ValueError, OSError):
        return None


def hand(match_id: int, deal: int) -> list[str] | None:
    """Return the hand entered on this phone for a deal; it is stored nowhere else."""
    stored = session.get("hand") or {}
    if (stored.get("match"), stored.get("deal")) != (match_id, deal):
        return None
    cards: list[str] = stored["cards"]
    return cards


def store_hand(match_id: int, deal: int, cards: list[str]) -> None:
    """Store a hand on this phone, replacing the last one; without cards, delete it."""
    _put("hand", {"match": match_id, "deal": deal, "cards": cards} if cards else None)
