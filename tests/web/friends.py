"""A circle of friends for the tests: its links, its page, and adding matches to it."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import uuid4

from referee.matches.circle import Circle, MatchPutIn, circle_of
from referee.matches.store import CircleLink, CircleStore
from tests.games.records import Json, deal, tribello
from tests.web.markup import Element
from tests.web.phones import Page, Phone, PlayedMatch, opened, store_of


@dataclass
class Friends:
    store: CircleStore
    score_key: str

    @property
    def link(self) -> CircleLink:
        link = self.store.find(self.score_key)
        assert link is not None
        return link

    @property
    def to_score(self) -> str:
        return f"/c/{self.score_key}/"

    @property
    def to_watch(self) -> str:
        return f"/c/{self.link.watch_key}/"

    @property
    def circle(self) -> Circle:
        return circle_of(self.store.events(self.link.circle_id))


WON = tribello(*[deal(6, 4, 3)] * 11, deal(13, 0, 0))
"""A finished match that the first player won."""
SHARED = tribello(*[deal(6, 4, 3), deal(3, 6, 4), deal(4, 3, 6)] * 4)


def found(phone: Phone, name: str = "Friday friends") -> Friends:
    page = phone.post("/c/new", {"id": str(uuid4()), "name": name})
    assert page.status == 303, page.text
    key = page.response.headers["Location"].split("/c/")[1].strip("/")
    return Friends(CircleStore(store_of(phone.app)), key)


def put(phone: Phone, match: PlayedMatch, friends: Friends) -> Page:
    page = phone.open(match.to_score + "circles")
    forms = [form for form in page.tree.all("form") if friends.score_key in form.fields().values()]
    return phone.follow(phone.post(forms[0]["action"], forms[0].fields()))


def played(
    phone: Phone, friends: Friends, *names: str, at: str = "", made: Json = WON
) -> PlayedMatch:
    entries = [entry | {"at": at} if at else entry for entry in made["entries"]]
    match = opened(phone, {**made, "players": names or made["players"], "entries": entries})
    friends.store.append(
        friends.link.circle_id, str(uuid4()), MatchPutIn(match=match.link.match_id)
    )
    return match


def act(phone: Phone, friends: Friends, ending: str, words: str = "", **typed: str) -> Page:
    page = phone.open(friends.to_score)
    forms = [form for form in page.tree.all("form") if form["action"].endswith(ending)]
    forms = [form for form in forms if words in form.text]
    return phone.follow(phone.post(forms[0]["action"], forms[0].fields() | typed))


def cells(page: Page, head: str, *, places: bool = False) -> list[list[str]]:
    """The rows below a heading; with the places under the names if they are wanted."""

    def text_of(cell: Element) -> str:
        small = [each.text for link in cell.all("a") for each in link.all("small")]
        return cell.text if places else cell.text.removesuffix("".join(small)).strip()

    for section in page.tree.all("section", class_="results"):
        if section.all("h2")[0].text.startswith(head):
            rows = section.all("tbody")[0].all("tr")
            return [
                [text_of(each) for each in row.walk() if each.tag in ("th", "td")] for row in rows
            ]
    return []
