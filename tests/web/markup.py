"""A strict HTML parser for tests: elements, forms, and problems in the markup."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from html import unescape

VOID = frozenset(
    ["area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"]
)
ENDS_BY_ITSELF = frozenset(["option"])
BLOCKS = frozenset(
    ["article", "details", "dialog", "div", "dl", "fieldset", "form", "h1", "h2", "header", "main"]
) | frozenset(["nav", "ol", "p", "pre", "section", "table", "ul"])
PRESSED = frozenset(["a", "button", "label", "summary"])
REFERENCES = ("for", "list", "form", "aria-labelledby", "aria-describedby", "aria-controls")
UNTYPED = frozenset(["hidden", "submit", "button"])


@dataclass(eq=False)
class Element:
    """An element of a page, or the page itself, which has no tag."""

    tag: str
    attrs: dict[str, str]
    # Without `repr=False`, a failing assertion would print the page once for each of its elements.
    parent: Element | None = field(default=None, repr=False)
    children: list[Element | str] = field(default_factory=list, repr=False)
    order: list[Element] = field(default_factory=list, repr=False)
    first: int = 0
    end: int = 0
    """`order[first:end]` holds the element's descendants in document order."""

    def __getitem__(self, name: str) -> str:
        return self.attrs[name]

    def get(self, name: str, default: str = "") -> str:
        return self.attrs.get(name, default)

    @property
    def text(self) -> str:
        """All its text as a reader sees it, with every run of white space as a single space."""
        return " ".join(" ".join(self._texts()).split())

    def _texts(self) -> Iterator[str]:
        glued = ""
        for child in self.children:
            if isinstance(child, str):
                glued += child
            elif child.tag in ("bdi", "wbr") and child.get("class") in ("", "fit"):
                glued += child.text  # part of the surrounding text, as if it had no markup
            else:
                yield glued
                yield from child._texts()
                glued = ""
        yield glued

    def walk(self) -> Iterator[Element]:
        return iter(self.order[self.first : self.end])

    def ancestors(self) -> Iterator[Element]:
        """The elements that contain it, nearest first, without the page itself."""
        above = self.parent
        while above is not None and above.tag:
            yield above
            above = above.parent

    @property
    def is_in_template(self) -> bool:
        """Whether it is inside a template for scripts and not yet on the page."""
        return any(above.tag == "template" for above in self.ancestors())

    @property
    def figure(self) -> str:
        """The element's text without any `<small>` elements."""
        parts = (each if isinstance(each, str) else each.figure for each in self.children
                 if isinstance(each, str) or each.tag != "small")  # fmt: skip
        return " ".join(" ".join(parts).split())

    def all(self, tag: str = "", **attrs: str) -> list[Element]:
        """All elements with this tag (default: any) and attributes; `class_` stands for `class`."""
        return [each for each in self.walk() if each._fits(tag, attrs)]

    def one(self, tag: str = "", **attrs: str) -> Element:
        (found,) = self.all(tag, **attrs)
        return found

    def _fits(self, tag: str, attrs: dict[str, str]) -> bool:
        if tag and self.tag != tag:
            return False
        for name, value in attrs.items():
            if name == "class_":
                if value not in self.get("class").split():
                    return False
            elif self.attrs.get(name.replace("_", "-")) != value:
                return False
        return True

    def fields(self) -> dict[str, str]:
        """What the form would send if submitted unchanged and without a named button."""
        sent: dict[str, str] = {}
        for each in self.controls():
            name, kind = each.get("name"), each.get("type")
            if not name or "disabled" in each.attrs or each.is_in_template:
                continue
            if each.tag == "textarea":
                sent[name] = "".join(each._texts())
            elif each.tag == "select":
                sent[name] = "".join(one["value"] for one in each.walk() if "selected" in one.attrs)
            elif each.tag != "input" or kind in ("file", "submit"):
                continue
            elif kind not in ("radio", "checkbox") or "checked" in each.attrs:
                assert name not in sent, f"{name} is there twice"
                sent[name] = each.get("value")
        return sent

    def controls(self) -> Iterator[Element]:
        """The form's controls: those inside it, and those elsewhere that refer to it."""
        own = self.get("id")
        yield from (each for each in self.walk() if each.get("form", own) == own)
        inside = set(self.walk())
        page = [self, *self.ancestors()][-1].parent or self
        named = page.walk() if own else iter(())
        yield from (each for each in named if each.get("form") == own and each not in inside)


TOKEN = re.compile(
    r"<!--.*?-->|<!doctype html>|</(?P<ended>[a-z][a-z0-9-]*)>"
    r"""|<(?P<tag>[a-z][a-z0-9-]*)(?P<attrs>(?:\s+[^\s=>"'/]+(?:="[^"]*"|='[^']*'|=[^\s"'>]+)?)*)"""
    r"\s*(?P<is_ended>/?)>",
    re.DOTALL | re.IGNORECASE,
)
ATTRIBUTE = re.compile(r"""([^\s=>"'/]+)(?:="([^"]*)"|='([^']*)'|=([^\s"'>]+))?""")


def read(html: str) -> Element:
    page, faults = parsed(html)
    assert faults == []
    return page


def parsed(html: str) -> tuple[Element, list[str]]:
    """The page’s elements, and problems with its tags; `html.parser` takes five times longer."""
    page = Element("", {})
    order, around, faults, place = page.order, [page], [], 0

    def close() -> None:
        around.pop().end = len(order)

    def read_text(text: str) -> None:
        if "<" in text:
            faults.append(f"stray < in {text}")
        if text:
            around[-1].children.append(unescape(text))

    for token in TOKEN.finditer(html):
        read_text(html[place : token.start()])
        place = token.end()
        tag, ended = (token["tag"] or "").lower(), (token["ended"] or "").lower()
        if (tag or ended) and around[-1].tag in ENDS_BY_ITSELF and ended != around[-1].tag:
            close()
        if tag:
            named: dict[str, str] = {}
            for name, *values in ATTRIBUTE.findall(token["attrs"]):
                if name.lower() in named:
                    faults.append(f"<{tag} {name}> twice")
                named[name.lower()] = unescape("".join(values))
            here = len(order) + 1
            element = Element(tag, named, around[-1], order=order, first=here, end=here)
            around[-1].children.append(element)
            order.append(element)
            if tag not in VOID:
                around.append(element)
            ended = tag if token["is_ended"] else ""
        if ended and (ended in VOID or around[-1].tag != ended):
            faults.append(f"stray </{ended}> in <{around[-1].tag}>, {token[0]}")
        elif ended:
            close()
    read_text(html[place:])
    faults += [f"<{element.tag}> never ends" for element in around[1:]]
    while around:
        close()
    return page, faults


def faults(html: str, beside: Collection[str] = ()) -> list[str]:
    """All problems in a page or a part of one; `beside` holds ids on the page around the part."""
    page, found = parsed(html)
    return found + faults_of(page, beside)


def faults_of(page: Element, beside: Collection[str] = ()) -> list[str]:
    """Problems in a parsed page, other than tags that don't match."""
    ids = Counter(each["id"] for each in page.walk() if "id" in each.attrs)
    found = [f"id {id} twice" for id, number in ids.items() if number > 1]
    for each in page.walk():
        found += _misplaced(each)
        found += _unnamed(each)
        for name in REFERENCES:
            missing = [id for id in each.get(name).split() if id not in (*ids, *beside)]
            found += [f"<{each.tag} {name}> names {id}, which is not there" for id in missing]
    return found


def _misplaced(element: Element) -> list[str]:
    above = [each.tag for each in element.ancestors()]
    found = []
    if element.tag in BLOCKS and "p" in above:
        found.append(f"<{element.tag}> in <p>")
    if element.tag in PRESSED | {"form"} and element.tag in above:
        found.append(f"<{element.tag}> in <{element.tag}>")
    if element.tag in ("button", "a") and {"button", "a"} & set(above):
        found.append(f"<{element.tag}> in <a> or <button>")
    if element.tag == "li" and above[:1] not in (["ul"], ["ol"]):
        found.append(f"<li> in {above[:1]}")
    if element.tag == "legend" and above[:1] != ["fieldset"]:
        found.append("<legend> outside of <fieldset>")
    return found


def _unnamed(element: Element) -> list[str]:
    """A problem if this is a field, button, link or image without an accessible name."""
    if element.tag == "img":
        return [] if element.get("alt") else [f"picture without words: {element.attrs}"]
    if element.tag in ("a", "button"):
        named = element.text or element.get("aria-label")
        return [] if named else [f"<{element.tag}> without words: {element.attrs}"]
    is_field = element.tag in ("input", "textarea", "select")
    if not is_field or element.get("type") in UNTYPED:
        return []
    named = element.get("aria-label") or element.get("aria-labelledby")
    labels = [above for above in element.ancestors() if above.tag == "label" and above.text]
    root = list(element.ancestors())[-1]
    pointing = element.get("id") and root.all("label", **{"for": element.get("id")})
    return [] if named or labels or pointing else [f"field without a label: {element.attrs}"]
