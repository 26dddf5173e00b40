"""Style sheets and scripts use nothing newer than the oldest browsers that Referee is for, unless
there is something else for those: iOS 16, Chrome 109 and Firefox 115."""

from __future__ import annotations

import re
from itertools import accumulate
from pathlib import Path

import pytest

STATIC = Path(__file__).parents[1] / "referee/static"
TEMPLATES = STATIC.parent / "templates"

NEWER_VALUES = (
    r"^content: .* / ",  # iOS 17.4, Firefox 128
    r"\dr?lh\b",  # iOS 16.4, Firefox 120
    r"\bsubgrid\b",  # Chrome 117
    r"\b(?:light-dark|color-mix|oklch|oklab|lab|lch|color|round|mod|rem|abs|sign|sin|cos|pow"
    r"|sqrt|exp|calc-size|anchor|sibling-index|sibling-count|if)\(",
    r"\d(?:cap|ic|rcap|rex|ric|rch)\b",
    r"^overflow(?:-[xy])?: clip",
    r"^(?:width|height|(?:min|max)-\w+): stretch",
)
"""Newer values: the same property has an older one before it."""
NEWER_PROPERTIES = {
    "mask", "mask-image", "mask-size",  # Chrome 120; -webkit-mask does the same in all
    "line-clamp", "user-select", "backdrop-filter", "interpolate-size", "zoom",
    "position-anchor", "anchor-name", "view-transition-name", "animation-timeline", "rotate-x",
    "transition-behavior", "offset-path", "white-space-collapse", "text-box", "d",
    "animation-composition", "contain-intrinsic-size", "content-visibility",
}  # fmt: skip
"""Newer properties, which have no older value. Those that only decorate aren't listed."""
NEWER_SELECTORS = (
    r":popover-open", r":user-(?:in)?valid", r":open\b", r":dir\(", r":state\(", r"&",
    r":nth-(?:last-)?child\([^)]* of ", r"::details-content", r":has-slotted",
    r"::(?:view-transition|scroll-|highlight)",
)  # fmt: skip
NEWER_RULES = (
    r"@(?:scope|starting-style|view-transition|position-try)\b",
    r"@container [^(]*\b(?:style|scroll-state)\(",
    r"@media [^{]*(?:prefers-reduced-transparency|update:|overflow-block)",
)
NEWER_CALLS = (
    r"\bAbortSignal\.(?:any|timeout)\(", r"\.checkVisibility\(", r"[a-z]\.aria[A-Z]\w+",
    r"\.(?:show|hide|toggle)Popover\(", r"\.to(?:Sorted|Reversed|Spliced)\(", r"\.with\(",
    r"\b(?:Object|Map)\.groupBy\(", r"\bArray\.fromAsync\(", r"\bPromise\.(?:withResolvers|try)\(",
    r"\bURL\.(?:canParse|parse)\(", r"\.(?:union|intersection|difference|isSubsetOf)\(",
    r"\.(?:isWellFormed|toWellFormed|transfer|getSetCookie|setHTMLUnsafe|moveBefore)\(",
    r"\bstartViewTransition\(", r"\brequestIdleCallback\(", r"\bnavigator\.vibrate\(",
    r"\bnavigator\.(?:clipboard|userActivation)\.",
    r"\bIntl\.(?:DurationFormat|Segmenter)\b", r"\bnew (?:Navigation|CloseWatcher|Highlight)\b",
    r"\"scrollend\"", r"/[dgimsuy]*v[dgimsuy]*\.(?:test|exec)\(", r"^import .* with \{",
    r"^\s*(?:static \{|using )", r"\bIterator\.from\(", r"\bRegExp\.escape\(",
)  # fmt: skip
"""Newer calls in scripts: `?.` before the bracket or the dot says that there may be nothing."""
NEWER_MARKUP = (
    r"\bpopover",
    r"\bcommandfor=",
    r"<search\b",
    r"<dialog[^>]* closedby",
    r"\bswitch>",
)

RULE = re.compile(r"([^{};]+)\{([^{}]*)\}")


def style_sheets() -> dict[str, str]:
    return {
        path.relative_to(STATIC).as_posix(): re.sub(
            r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL
        )
        for path in sorted(STATIC.rglob("*.css"))
        if "vendor" not in path.parts
    }


def too_new(sheet: str) -> list[str]:
    """What an older browser drops from a style sheet, with nothing in its place."""
    found = [each[0] for rule in NEWER_RULES for each in re.finditer(rule, sheet)]
    without_supports = re.sub(r"@supports[^{]*\{(?:[^{}]*\{[^{}]*\})*\s*\}", "", sheet)
    for selector, body in RULE.findall(without_supports):
        newer = any(re.search(each, selector) for each in NEWER_SELECTORS)
        found += [selector.strip()] if newer or mixed(selector) else []
        older: set[str] = set()
        for declaration in filter(None, map(str.strip, body.split(";"))):
            name = declaration.partition(":")[0]
            if name in NEWER_PROPERTIES:
                found.append(declaration)
            elif any(re.search(each, declaration) for each in NEWER_VALUES):
                found += [] if name in older or name.startswith("--") else [declaration]
            else:
                older.add(name)
    return found


def mixed(selectors: str) -> bool:
    """Whether only some selectors have a `:has()`: Firefox 115 drops all, unless in `:is()`."""
    depths = accumulate((char == "(") - (char == ")") for char in selectors)
    split = "".join(
        "\n" if x == "," and not y else x for x, y in zip(selectors, depths, strict=True)
    )
    return len({":has(" in each for each in split.splitlines() if each.strip()}) > 1


@pytest.mark.parametrize(
    ("sheet", "found"),
    [
        ('.a { content: "D" / ""; }', ['content: "D" / ""']),
        ('.a { content: "D"; content: "D" / ""; }', []),
        (".a { height: 1lh; }", ["height: 1lh"]),
        ("@supports (height: 1lh) { .a { height: 1lh; } }", []),
        (".a { mask: none; }", ["mask: none"]),
        (".a { -webkit-mask: none; }", []),
        ("#a:not(:popover-open) { top: 0; }", ["#a:not(:popover-open)"]),
        (".a { & b { top: 0; } }", ["& b"]),
        (".a:has(b, c), .b { top: 0; }", [".a:has(b, c), .b"]),
        (".a:has(b), .b:has(c, d) { top: 0; }", []),
    ],
)
def test_what_is_too_new_is_found(sheet: str, found: list[str]) -> None:
    assert too_new(sheet) == found


def test_style_sheets_have_something_for_older_browsers() -> None:
    sheets = style_sheets()
    assert len(sheets) > 20
    assert {name: found for name, sheet in sheets.items() if (found := too_new(sheet))} == {}


def test_scripts_and_pages_do_without_what_older_browsers_lack() -> None:
    scripts = {path: NEWER_CALLS for path in STATIC.rglob("*.js") if "vendor" not in path.parts}
    pages = dict.fromkeys(TEMPLATES.rglob("*.html"), NEWER_MARKUP)
    assert len(scripts) > 10
    assert len(pages) > 50
    found = {
        (path.name, each[0])
        for path, patterns in (scripts | pages).items()
        for pattern in patterns
        for each in re.finditer(pattern, path.read_text(encoding="utf-8"), re.MULTILINE)
    }
    assert found == set()
