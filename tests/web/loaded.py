"""The styles, scripts and other files that a browser loads for a page."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import urljoin

from tests.web.markup import Element

IMPORT = re.compile(r'(?:^|;)import ?(?:[^";]*\bfrom ?)?"([^"]*)"(?=;)', re.MULTILINE)
LATER = re.compile(r'\bimport\("([^"]*)"\)')


def imports(script: str) -> list[str]:
    return IMPORT.findall(script)


def imports_later(script: str) -> list[str]:
    return LATER.findall(script)


def assets(page: Element, fetch: Callable[[str], bytes]) -> list[str]:
    found = [each["href"] for each in page.all("link")]
    found += [each["src"] for each in page.all("script")]
    for address in found:  # the list grows during the loop
        if address.endswith(".js"):
            wanted = (urljoin(address, each) for each in imports(fetch(address).decode()))
            found += [each for each in dict.fromkeys(wanted) if each not in found]
    return found
