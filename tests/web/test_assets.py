"""The files that pages load: their addresses, their versions, and how much there is of them."""

from __future__ import annotations

import gzip
from urllib.parse import urljoin

import pytest

from referee.web import assets
from tests.web import loaded
from tests.web.phones import Phone, PlayedMatch

SCRIPTS = {
    path.relative_to(assets.FOLDER).as_posix(): path.read_text(encoding="utf-8")
    for path in sorted(assets.FOLDER.rglob("*.js"))
    if "vendor" not in path.parts
}
TEMPLATES = assets.FOLDER.parent / "templates"
STATIC = f"/static/{assets.current_version()}/"
FIRST_VISIT = 60_000


def test_there_are_scripts() -> None:
    assert len(SCRIPTS) > 10


@pytest.mark.parametrize("script", SCRIPTS)
def test_a_script_imports_what_is_there_and_has_the_version_in_its_address(script: str) -> None:
    found = loaded.imports(SCRIPTS[script])
    assert [each for each in found if not each.startswith(("./", "../"))] == []
    assert {urljoin(script, each) for each in found} <= SCRIPTS.keys()
    assert SCRIPTS[script].count("import") == len(found)


def test_every_script_is_loaded_by_a_page_or_a_script() -> None:
    imported = {
        urljoin(script, each) for script in SCRIPTS for each in loaded.imports(SCRIPTS[script])
    }
    pages = "".join(path.read_text(encoding="utf-8") for path in TEMPLATES.rglob("*.html"))
    named = {script for script in SCRIPTS if f"'{script.removesuffix('.js')}'" in pages}
    assert imported | named == SCRIPTS.keys()


def needed(phone: Phone, address: str) -> list[str]:
    """The assets of a page."""

    def fetch(asset: str) -> bytes:
        with phone.client.get(asset) as response:
            assert response.status_code == 200
            return response.get_data()

    return [each.removeprefix(STATIC) for each in loaded.assets(phone.open(address).tree, fetch)]


@pytest.mark.parametrize(
    ("address", "scripts"),
    [
        ("/", {"times"}),
        ("/new", {"vendor/htmx.min", "new_match", "page"}),
        ("/rules", {"vendor/htmx.min"}),
        ("/rules/tribello", set()),
        ("/ask", set()),
        ("/m/{key}/log/", {"times"}),
        ("/m/{key}/board", {"vendor/htmx.min", "vendor/sse.min", "live", "page", "board"}),
    ],
)
def test_a_page_loads_only_what_it_needs(
    ann: Phone, friday: PlayedMatch, address: str, scripts: set[str]
) -> None:
    found = needed(ann, address.format(key=friday.score_key))
    assert {each.removesuffix(".js") for each in found if each.endswith(".js")} == scripts


def test_a_first_visit_is_light(ann: Phone, friday: PlayedMatch) -> None:
    pages = ["/", "/new", friday.to_score]
    found = {asset for page in pages for asset in needed(ann, page)}
    assert len(found) <= 20, "each request has its price"
    bodies = [(assets.FOLDER / each).read_bytes() for each in found]
    bodies += [ann.open(page).html.encode() for page in pages]
    assert sum(len(gzip.compress(body, 9)) for body in bodies) <= FIRST_VISIT * 0.8, "and heads"


@pytest.mark.parametrize(
    ("version", "age"),
    [(assets.current_version(), assets.FOR_EVER), ("00000000", 0), ("0", 0)],
)
def test_only_the_version_of_today_is_kept_for_ever(ann: Phone, version: str, age: int) -> None:
    with ann.client.get(f"/static/{version}/referee.css") as response:
        assert response.status_code == 200
        assert response.cache_control.max_age == age
