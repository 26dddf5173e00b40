"""Checks on every page: its links, its content policy and its HTML.

The site runs below a path, as behind a proxy that serves other things too; any link that leaves the
path is a failure.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from urllib.parse import parse_qs, unquote, urljoin, urlsplit

from werkzeug.exceptions import HTTPException
from werkzeug.routing import RequestRedirect

from referee.core.proxies import read_proxy_settings
from referee.web.http.assets import current_version
from referee.web.match.result import BG_STATS
from tests.web import markup
from tests.web.http.test_safety import assert_safe
from tests.web.phones import Page, app_over, store_of
from tests.web.site import (
    ADDRESSES,
    BELOW,
    HOSTILE,
    NOTE,
    TITLE,
    WATCHED,
    PhoneOutside,
    Site,
    build,
    links,
)
from tests.web.untranslated import IN_PSEUDO, untranslated


def test_every_page_and_part(tmp_path: Path) -> None:
    """Run all checks in one test, because the crawl takes longer than the checks."""
    app = app_over(tmp_path)
    app.extensions["proxies"] = read_proxy_settings(f"http://localhost{BELOW}", "")
    site = build(app)
    for name, check in [*globals().items()]:
        if name.startswith("check_"):
            check(site)
    store_of(app).close()


def everything(site: Site) -> dict[str, Page]:
    return site.pages | {f"part: {name}": page for name, page in site.parts.items()}


def check_home_leads_to_every_kind_of_page_and_each_is_there(site: Site) -> None:
    urls = site.app.url_map.bind("localhost")
    reached = {
        urls.match(urlsplit(page.response.request.url).path.removeprefix(BELOW))[0]
        for name, page in site.pages.items()
        if name.startswith("/")
    }
    pages = {
        rule.endpoint
        for rule in site.app.url_map.iter_rules()
        if "GET" in (rule.methods or ()) and rule.endpoint not in NO_PAGES
    }
    assert reached == pages
    assert len(site.pages) > 150

    assert [
        name for name, p in site.pages.items() if name.startswith("/") and p.status != 200
    ] == []


NO_PAGES = {
    "health", "static", "worker", "apple_icon", "manifest", "share.code", "match_page.record",
    "match_page.table", "live.stream", "rules.schema", "auction.keys", "story_page.picture",
    "circle_page.code", "circle_page.table", "recap_page.picture", "midnight_card.next_evening",
    "ahead.show", "rules.index",
}  # fmt: skip


def check_every_address_on_every_page_is_one_of_this_app(site: Site) -> None:
    urls = site.app.url_map.bind("localhost")
    wrong = []
    for name, page in everything(site).items():
        for element, attribute, link in links(page):
            if link.startswith(BG_STATS):  # the only other site
                continue
            methods = (element.get("method"), element.get("formmethod"))
            is_posted = attribute == "hx-post" or "post" in methods
            address = urlsplit(urljoin(page.base, link))
            is_here = (address.scheme, address.netloc) == ("http", "localhost")
            if not (is_here and address.path.startswith(f"{BELOW}/")):
                wrong.append((name, link, "elsewhere"))
                continue
            path = unquote(address.path.removeprefix(BELOW))
            try:
                urls.match(path, method="POST" if is_posted else "GET")
            except (HTTPException, RequestRedirect) as refused:
                wrong.append((name, link, str(refused)))
    assert wrong == []


def check_no_attribute_at_all_leads_out_of_the_path(site: Site) -> None:
    out = {
        (element.tag, attribute, value)
        for page in everything(site).values()
        for element in page.parsed[0].walk()
        for attribute, value in element.attrs.items()
        if value.startswith("/") and not value.startswith(f"{BELOW}/")
    }
    assert out == set()


def check_every_anchor_is_on_the_page_that_it_names(site: Site) -> None:
    def ids_on(page: Page) -> set[str]:
        return {each["id"] for each in page.parsed[0].walk() if "id" in each.attrs}

    ids: dict[str, set[str]] = {}
    for page in site.pages.values():
        path = urlsplit(page.response.request.url).path
        ids[path] = ids.get(path, set()) | ids_on(page)
    wrong = set()
    for name, page in everything(site).items():
        clocks = page.parsed[0].all("section", id="clock", hidden="")
        unused = {each for clock in clocks for each in clock.walk()}  # controls of a hidden clock
        for element, _, link in links(page):
            address = urlsplit(urljoin(page.base, link))
            if element.tag != "a" or not address.fragment or element in unused:
                continue
            if address.path not in ids:  # of a match whose pages are not all opened
                ids[address.path] = ids_on(PhoneOutside(site.app).open(address.path))
            if address.fragment not in ids[address.path]:
                wrong.add((name, link))
    assert wrong == set()


def check_every_part_that_htmx_swaps_is_on_its_page(site: Site) -> None:
    wrong = []
    for name, page in site.pages.items():
        tree, _ = page.parsed
        ids = {f"#{each.get('id')}" for each in tree.walk()}
        for element in tree.walk():
            target = element.get("hx-target")
            if target.startswith("#") and target not in ids:
                wrong.append((name, target))
    assert wrong == []


def check_every_asset_is_there_and_may_be_kept_for_ever(site: Site) -> None:
    client = site.app.test_client()
    assets = {
        link
        for page in site.pages.values()
        for element, _, link in links(page)
        if element.tag in ("script", "link")
    }
    assert len(assets) >= 5
    for asset in assets:
        with client.get(asset) as response:
            assert response.status_code == 200, asset
            assert response.get_data() != b""
            assert "max-age=31536000" in response.headers["Cache-Control"]
            assert "Content-Security-Policy" in response.headers
            assert asset.startswith(f"{BELOW}/static/{current_version()}/")


def check_htmx_is_configured_wherever_it_is_loaded(site: Site) -> None:
    for name, page in site.pages.items():
        scripts = [each.get("src") for each in page.tree.all("script")]
        loads = any("vendor/htmx" in each for each in scripts)
        assert any(each.endswith("/connection.js") for each in scripts) == loads, name


def check_nothing_on_any_page_is_inline(site: Site) -> None:
    found = []
    for name, page in everything(site).items():
        for element in page.parsed[0].walk():
            if element.tag == "style" or (element.tag == "script" and "src" not in element.attrs):
                found.append((name, element.tag))
            found += [
                (name, f"{element.tag} {attribute}")
                for attribute in element.attrs
                if attribute == "style" or attribute.startswith(("on", "hx-on"))
            ]
            if element.tag in ("iframe", "object", "embed", "base"):
                found.append((name, element.tag))
            found += [
                (name, address)
                for attribute, address in element.attrs.items()
                if attribute in ADDRESSES
                and address.strip().lower().startswith(("javascript:", "data:", "//"))
            ]
    assert found == []


def check_every_page_and_part_allows_nothing_foreign_and_keeps_the_link_at_home(site: Site) -> None:
    for page in everything(site).values():
        assert_safe(page.response.headers)
    assert {page.status for page in everything(site).values()} == {200, 403, 404, 405, 409, 422}


def check_every_page_and_part_is_sound_html(site: Site) -> None:
    found = {
        name: markup.faults_of(page.tree, () if page.is_whole else OUTSIDE)
        for name, page in everything(site).items()
    }
    assert {name: faults for name, faults in found.items() if faults} == {}


OUTSIDE = ("cards", "entry")
"""Ids of forms with fields elsewhere on the page, outside the part that contains the form."""


def check_every_page_says_what_it_is_and_has_settings_that_can_be_read(site: Site) -> None:
    for name, page in site.pages.items():
        tree = page.tree
        assert page.html.startswith("<!doctype html>\n<html lang="), name
        assert tree.one("head").one("title").text, name
        assert tree.one("h1").text, name
        assert len(tree.all("main")) == 1, name
        assert tree.one("meta", name="viewport"), name

    for page in site.pages.values():
        for element in page.tree.walk():
            if "hx-vals" in element.attrs:
                assert isinstance(json.loads(element["hx-vals"]), dict)


def check_what_people_typed_is_text_everywhere_and_comes_out_as_it_went_in(site: Site) -> None:
    tags = ("<b>x", "<i>", "<script>alert", "</p><script", "</td>{{", "\"'Ben")
    broken = [
        (name, tag) for name, page in everything(site).items() for tag in tags if tag in page.html
    ]
    assert broken == []

    match = site.matches["hostile"]
    home = site.pages[match.to_score]
    heads = [cell.one("bdi", class_="fit")["title"] for cell in home.tree.one("thead").all("th")]
    assert heads == HOSTILE
    assert home.tree.one("title").text == TITLE
    log = site.pages[match.to_score + "log/"]
    assert f"“{NOTE}”" in log.text
    late = site.pages["too late"]
    assert late.form("/entries").fields()["note"] == NOTE
    players = site.pages[match.to_score + "players/"]
    fields = players.form("/names").fields()
    assert [fields["title"], *(fields[f"player{seat}"] for seat in range(3))] == [TITLE, *HOSTILE]


def check_no_page_has_a_key_or_id_that_is_not_for_it(site: Site) -> None:
    for match in map(site.matches.__getitem__, WATCHED):
        home, key = match.to_watch, match.score_key
        pages = [(n, p) for n, p in everything(site).items() if home in n]
        assert len(pages) >= 5
        for name, page in pages:
            assert key not in page.html + str(page.response.headers), name

    secrets = [match.events[0].id for match in site.matches.values()]
    assert len(secrets) == len(set(secrets))
    leaks = [
        name
        for name, page in everything(site).items()
        for secret in secrets
        if secret in page.html + str(page.response.headers)
    ]
    assert leaks == []


def check_every_text_is_translated(site: Site) -> None:
    """In the pseudo-locale, every translated text has brackets; no text may lack them."""
    users = [NOTE, TITLE, *HOSTILE, *names_of_users(site)]
    found = []
    for kind, page in one_of_each_kind(site).items():
        words = untranslated(asked_again(site, page, IN_PSEUDO).parsed[0], users)
        if words:
            found.append(f"{kind} ({page.address}): {' '.join(sorted(words))}")
    assert not found, "\n".join(found)


def one_of_each_kind(site: Site) -> dict[str, Page]:
    """One page for each combination of endpoint, match and query parameters."""
    urls = site.app.url_map.bind("localhost")
    by_key = {key: name for name, match in site.matches.items()
              for key in (match.score_key, match.watch_key)}  # fmt: skip
    found = {}
    for name, page in everything(site).items():
        if not name.startswith("/"):
            found[name] = page
            continue
        address = urlsplit(page.response.request.url)
        endpoint, values = urls.match(address.path.removeprefix(BELOW))
        match = by_key.get(values.get("key", ""), "")
        asked = "&".join(parse_qs(address.query))
        found[" ".join(filter(None, (endpoint, match, asked)))] = page
    return found


def names_of_users(site: Site) -> Iterator[str]:
    for played in site.matches.values():
        yield from (*played.match.players, played.match.title)


def asked_again(site: Site, page: Page, headers: Mapping[str, str]) -> Page:
    """The answer to the same request, with the same cookies but other headers."""
    environ = {**page.response.request.environ}
    environ |= {f"HTTP_{name.upper().replace('-', '_')}": each for name, each in headers.items()}
    environ["wsgi.input"].seek(0)
    return Page(site.app.test_client(use_cookies=False).open(environ))
