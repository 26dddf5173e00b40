"""Style sheets, scripts and images, at URLs that all contain the same version hash.

That way, a script that imports another by a relative URL gets the same version of it.
"""

from __future__ import annotations

import re
from datetime import timedelta
from functools import cache, partial
from hashlib import sha256
from importlib import resources
from pathlib import Path

from flask import Flask, Response, jsonify, request, send_from_directory
from rjsmin import jsmin

from referee.core.game import AnyGame
from referee.core.registry import GAMES
from referee.web.http.language import current_language


def package_folder(game: AnyGame) -> Path:
    return Path(str(resources.files(game.package)))


FOLDER = Path(__file__).parents[2] / "static"
FOLDERS = {
    game.folder: folder
    for game in GAMES.values()
    if (folder := package_folder(game) / "static").is_dir()
}
"""Games' static folders, by the name that follows the version in their files' URLs."""
ICONS = (
    ("icon-192.png", "192x192", "any"),
    ("icon-512.png", "512x512", "any"),
    ("icon-maskable.png", "512x512", "maskable"),
)
PAPER = "#faf7ef"
"""The background of light pages; a manifest has no other for dark mode."""
FOR_EVER = int(timedelta(days=365).total_seconds())
UNNEEDED = ("Accept-Ranges", "Content-Disposition", "ETag", "Expires", "Last-Modified")
"""Headers that an immutable file doesn't need; they'd make up a fifth of a small response."""


def register(app: Flask) -> None:
    app.add_url_rule("/static/<version>/<path:file>", "static", send)
    # At the root: a service worker serves only pages beside or below its own URL, and iPhones look
    # there for an icon, so that pages over http needn't link to it.
    for endpoint, file in (("worker", "worker.js"), ("apple_icon", "apple-touch-icon.png")):
        app.add_url_rule(
            f"/{file}", endpoint, partial(send_from_directory, FOLDER, file, max_age=0)
        )
    app.add_url_rule("/referee.webmanifest", "manifest", manifest)


def manifest() -> Response:
    """Describe the app that phones install from the home page, over https.

    A match page has no manifest, so that its icon opens the match. One with the match's link would
    not stay secret: Chrome on Android sends manifests to a server that builds apps from them.
    """
    language, home = current_language(), f"{request.script_root}/"
    response = jsonify(
        name="Referee", short_name="Referee", lang=language.tag, dir=language.direction,
        start_url=home, scope=home, display="standalone",
        theme_color=PAPER, background_color=PAPER,
        icons=[
            {"src": asset(file), "sizes": sizes, "type": "image/png", "purpose": purpose}
            for file, sizes, purpose in ICONS
        ],
    )  # fmt: skip
    response.mimetype = "application/manifest+json"
    return response


def asset(file: str) -> str:
    # A page has a dozen assets, and `url_for` would take as long as a query.
    return f"{request.script_root}/static/{current_version()}/{file}"


@cache
def current_version() -> str:
    digest = sha256()
    for folder in (FOLDER, *FOLDERS.values()):
        for path in sorted(each for each in folder.rglob("*") if each.is_file()):
            digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:8]


def send(version: str, file: str) -> Response:
    """Serve a file. If a URL has another version, serve the current file but prevent caching."""
    name, _, path = file.partition("/")
    place = (FOLDERS[name], path) if name in FOLDERS else (FOLDER, file)
    if version != current_version():
        return send_from_directory(*place, max_age=0)
    response = send_from_directory(*place, max_age=FOR_EVER)
    if file.endswith((".css", ".js")) and not file.startswith("vendor/"):
        response.direct_passthrough = False
        response.set_data(minify(file, response.get_data(as_text=True)))
    response.content_type = response.mimetype or ""  # the page's charset holds for it
    response.cache_control.immutable = True
    response.cache_control.public = False  # with an age, proxies may keep it all the same
    for name in UNNEEDED:
        del response.headers[name]
    return response


@cache
def minify(file: str, text: str) -> str:
    if file.endswith(".js"):
        return str(jsmin(text))
    return _BLANK.sub(r"\1", _IN_STYLE.sub("", text)).replace(";}", "}").strip()


_IN_STYLE = re.compile(r"/\*.*?\*/", re.DOTALL)
_BLANK = re.compile(r"\s*([{};,>])\s*|^\s+|(?<=[\w)]:)\s+", re.MULTILINE)
