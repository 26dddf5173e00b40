"""Referee keeps score of card games, settles disputes by their rules, and carries marathons."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from flask import Flask

__version__ = "1.0.0"


def create_app(data: Path | None = None) -> Flask:
    """Make the app. Flask is imported here, so that the commands without pages stay light."""
    from flask import Flask

    app = Flask(__name__)
    app.config["DATA"] = data
    app.add_url_rule("/", "home", lambda: "ok")
    return app
