"""Referee keeps score of card games, settles disputes by their rules, and carries marathons."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from flask import Flask

__version__ = "1.0.0"


def create_app(data: Path | None = None) -> Flask:
    """Make the app over the database in the folder `data` (default: the one `serve` was given).

    What pages need is imported here: the commands without pages stay light.
    """
    import os
    from datetime import timedelta
    from pathlib import Path

    from flask import Flask

    from referee import web
    from referee.store import Store, sqlite_url

    folder = data or Path(os.environ["REFEREE_DATA"])
    store = Store(sqlite_url(folder / "referee.db"))
    app = Flask(__name__)
    app.config.update(
        SECRET_KEY=store.secret("cookies"),
        SESSION_COOKIE_NAME="referee",
        SESSION_COOKIE_SAMESITE="Lax",
        PERMANENT_SESSION_LIFETIME=timedelta(days=400),  # as long as browsers keep a cookie
        SESSION_REFRESH_EACH_REQUEST=False,  # a late answer must not bring an old cookie back
        SEND_FILE_MAX_AGE_DEFAULT=timedelta(days=365),  # addresses of assets carry their version
        MAX_CONTENT_LENGTH=8 * 1024 * 1024,
        PHONE_ADDRESS=os.environ.get("REFEREE_LAN", ""),
    )
    web.register(app, store)
    return app
