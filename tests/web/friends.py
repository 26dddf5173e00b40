"""A circle of friends for the tests of pages, and what its page shows."""

from __future__ import annotations

from tests.web.markup import Element
from tests.web.phones import Page


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
