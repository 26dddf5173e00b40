"""All visible texts are in the catalogue, as whole sentences that can be translated."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from html.parser import HTMLParser
from io import BytesIO
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.frontend import parse_keywords
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from jinja2 import Environment, nodes

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "referee"
MARKERS = {"_": 1, "ngettext": 2, "_p": 2}
"""Number of texts that each marking function takes before the values."""
WITH_CONTEXT = "_p:1c,2"
"""The keyword for texts of one word, as in the Makefile."""
READ = ("alt", "aria-label", "placeholder", "title", "data-title", "data-label")
"""Attributes whose text is shown or read aloud."""
WORD = re.compile(r"[^\W\d_]{2,}|[“”]")  # quotation marks differ between languages, too
TAGS = re.compile(r"<[^>]*>")
FIELDS = re.compile(r"\{\w+\}|%\(\w+\)s|<[^>]*>|&\w+;")
LANGUAGES = sorted(path.name for path in (PACKAGE / "translations").iterdir())
TEMPLATE_OPTIONS = {"trimmed": "true", "trim_blocks": "true", "lstrip_blocks": "true",
                    "newstyle_gettext": "true"}  # fmt: skip
NO_TEXT = {"Referee"}  # the name


def extracted(tmp_path: Path) -> Catalog:
    """The catalogue extracted by `pybabel extract`."""
    target = tmp_path / "referee.pot"
    command = [sys.executable, "-W", "ignore", "-m", "babel.messages.frontend", "-q", "extract"]
    options = ["--mapping", "pyproject.toml", "--keyword", WITH_CONTEXT]
    done = subprocess.run(
        [*command, *options, "--output", str(target), "referee"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    assert done.stderr == ""
    with target.open("rb") as file:
        return read_po(file)


def test_the_catalogue_has_the_texts_of_python_and_templates(tmp_path: Path) -> None:
    catalogue = extracted(tmp_path)
    for text, context in (("Undo", "button"), ("{name} deals", None)):
        assert catalogue.get(text, context) is not None, text
    for message in catalogue:
        texts = [message.id] if isinstance(message.id, str) else message.id
        fields = [fields_of(text) for text in texts]
        # A singular may omit its number: “one evening”.
        assert all(each <= fields[-1] for each in fields), message.id
        # One English word may need several in another language: a context tells which it is.
        is_word = len(texts[0].split()) == 1 and re.search(r"[^\W\d_]", FIELDS.sub("", texts[0]))
        assert message.context or not is_word, texts[0]


def test_no_text_has_two_plurals() -> None:
    """A catalogue finds a plural by its singular, so each singular can have only one."""
    options = {"**.html": TEMPLATE_OPTIONS}
    plurals: dict[tuple[str | None, str], set[object]] = defaultdict(set)
    keywords = DEFAULT_KEYWORDS | parse_keywords([WITH_CONTEXT])
    methods = [("**.py", "python"), ("**.html", "jinja2")]
    for _file, _line, text, _comments, context in extract_from_dir(
        PACKAGE, methods, options, keywords
    ):
        plurals[context, text if isinstance(text, str) else text[0]].add(
            None if isinstance(text, str) else text[1]
        )
    assert {text: found for text, found in plurals.items() if len(found) > 1} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_translations_are_complete_and_compiled(language: str, tmp_path: Path) -> None:
    folder = PACKAGE / "translations" / language / "LC_MESSAGES"
    with (folder / "referee.po").open("rb") as file:
        translated = read_po(file, locale=language)
    wanted = {(message.context, message.id) for message in extracted(tmp_path) if message.id}
    found = {(message.context, message.id): message for message in translated if message.id}
    assert found.keys() == wanted, "run `make translations`"
    for message in found.values():
        assert not message.fuzzy
        english, *plural = texts_of(message.id)
        texts = texts_of(message.string)
        assert len(texts) == (translated.num_plurals if plural else 1)
        for text in texts:
            assert text, english
            fields = fields_of(plural[0] if plural else english)
            assert fields_of(text) <= fields, text
            # A singular may omit its number, as in English.
            assert fields_of(text) == fields or (plural and text == texts[0]), text
            assert sorted(TAGS.findall(english)) == sorted(TAGS.findall(text)), text
    compiled = BytesIO()
    write_mo(compiled, translated)
    assert (folder / "referee.mo").read_bytes() == compiled.getvalue(), "run `make translations`"


def test_only_texts_of_templates_have_soft_hyphens() -> None:
    """They are entities, so terminals, pictures and files can't get them by mistake."""
    for language in LANGUAGES:
        folder = PACKAGE / "translations" / language / "LC_MESSAGES"
        with (folder / "referee.po").open("rb") as file:
            for message in read_po(file, locale=language):
                texts = "".join([*texts_of(message.id), *texts_of(message.string)])
                assert "\u00ad" not in texts, texts
                if "&shy;" in texts:
                    assert {Path(file).suffix for file, _line in message.locations} == {".html"}


UNNATURAL = {
    "de": r"Personen|neue Stelle|Team abgezogen, das|\bschwim\W",
    "fi": r"kaikki \S+ korttia eivät|levittävät värisuoria",
}
"""What nobody would say at a table, or what can be understood in two ways."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_translations_are_natural(language: str) -> None:
    files = [*PACKAGE.rglob(f"{language}/**/*.po"), *PACKAGE.rglob(f"rulebook.{language}.md")]
    texts = "".join(path.read_text(encoding="utf-8") for path in files)
    assert re.findall(UNNATURAL[language], texts) == []


def texts_of(texts: str | Sequence[str] | None) -> list[str]:
    return [texts] if isinstance(texts, str) else list(texts or ())


def fields_of(text: str) -> set[str]:
    if "%(" in text:
        return set(re.findall(r"%\((\w+)\)s", text))
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def test_marked_texts_are_literal() -> None:
    """A text computed at run time can't be extracted."""
    found = []
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
                continue
            texts = node.args[: MARKERS.get(node.func.id, 0)]
            if any(not isinstance(text, ast.Constant) or not text.value for text in texts):
                found.append(f"{path.relative_to(ROOT)}:{node.lineno}")
    assert found == []


def test_quotation_marks_of_code_are_in_the_catalogue() -> None:
    found = []
    for path in PACKAGE.rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        others = [node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)]  # docstrings
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                others += node.args[: MARKERS.get(node.func.id, 0)]
        known = set(map(id, others))
        found += [
            f"{path.relative_to(ROOT)}:{node.lineno}"
            for node in ast.walk(tree)
            if isinstance(node, ast.Constant) and isinstance(node.value, str)
            if {"“", "”"} & {*node.value} and id(node) not in known
            if path.name != "word_search.py"  # which skips them in queries
        ]
    assert found == []


KIND = re.compile(r"\{% block (kind|rule) %\}.*?\{% endblock %\}")
"""Matches template blocks that hold a page's class or the end of a URL instead of text."""
ATTRIBUTES = re.compile(r"""[\w-]+=("[^"]*"|'[^']*')|data-[\w-]+|#\w+""")
"""Matches what macros output inside a tag: attributes, or the end of a URL."""


class Texts(HTMLParser):
    """Collect the texts in a template outside `{% trans %}`."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, _tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.found += [value for name, value in attributes if name in READ and value]

    def handle_data(self, data: str) -> None:
        self.found.append(ATTRIBUTES.sub("", data))


def words_outside(source: str) -> list[str]:
    texts = Texts()
    texts.feed(
        re.sub(r"\{#.*?#\}|\{\{.*?\}\}|\{%.*?%\}", "", untranslated(source), flags=re.DOTALL)
    )
    texts.close()
    return [
        text.strip() for text in texts.found if WORD.search(text) and text.strip() not in NO_TEXT
    ]


def untranslated(source: str) -> str:
    """Return a template without its `{% trans %}` blocks and those that hold no text."""
    return re.sub(r"\{%-? trans\b.*?endtrans\s*-?%\}", "", KIND.sub("", source), flags=re.DOTALL)


def test_templates_have_no_words_outside_the_catalogue() -> None:
    found = {
        str(path.relative_to(PACKAGE)): words
        for path in (PACKAGE / "templates").rglob("*.html")
        if (words := words_outside(path.read_text(encoding="utf-8")))
    }
    assert found == {}
    assert words_outside('<p title="Two words">{{ x }} Text {% trans %}Fine{% endtrans %}</p>') == [
        "Two words",
        "Text",
    ]


def literals(environment: Environment, source: str) -> Iterator[str]:
    """Unmarked string literals in a template's expressions that look like text."""
    tree = environment.parse(source)
    marked = {
        id(argument)
        for call in tree.find_all(nodes.Call)
        if isinstance(call.node, nodes.Name) and call.node.name in {*MARKERS, "gettext"}
        for argument in call.args
    }
    for text in tree.find_all(nodes.Const):
        if not isinstance(text.value, str) or id(text) in marked:
            continue
        if "/" in text.value:  # a script's path
            continue
        if IS_TEXT.search(text.value) and not set(text.value.split()) <= CLASSES:
            yield text.value


CLASSES = {
    name
    for path in (PACKAGE / "static").rglob("*.css")
    for name in re.findall(r"\.([a-z][\w-]*)", path.read_text(encoding="utf-8"))
}
IS_TEXT = re.compile(r"^[A-Z][a-z]+$|[A-Za-z,.:;]{2,} [a-z]")
"""Matches sentences and labels, but not classes, URLs or keys."""


def test_expressions_of_templates_have_no_words_outside_the_catalogue() -> None:
    environment = Environment(extensions=["jinja2.ext.i18n"])
    found = {
        str(path.relative_to(PACKAGE)): texts
        for path in (PACKAGE / "templates").rglob("*.html")
        if (texts := [*literals(environment, path.read_text(encoding="utf-8"))])
    }
    assert found == {}
