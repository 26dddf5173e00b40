"""Tests of the files in `deploy/`, as far as they can be checked without containers.

The Dockerfile's steps run in a folder, with the libraries of the test environment; the other files
are checked for consistency. Not tested here: the images themselves, public certificates, and
PostgreSQL in a container. Caddy is tested in `browser/test_club.py`.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, build_opener, urlopen

import pytest
import yaml

from referee.__main__ import _parser
from referee.core.proxies import read_proxy_settings
from tests.packages import ROOT, copied, run, tools, with_libraries
from tests.servers import START_SECONDS

DEPLOY = ROOT / "deploy"
PORT = 8000


@dataclass(frozen=True)
class Line:
    word: str
    rest: str

    @property
    def words(self) -> list[str]:
        found: list[str] = json.loads(self.rest)
        return found


def stages() -> list[list[Line]]:
    text = re.sub(r"^#.*\n", "", (DEPLOY / "Dockerfile").read_text(), flags=re.MULTILINE)
    lines = [
        Line(*each.split(maxsplit=1)) for each in re.sub(r"\\\n\s*", "", text).splitlines() if each
    ]
    starts = [number for number, line in enumerate(lines) if line.word == "FROM"]
    ends = [*starts[1:], len(lines)]
    return [lines[start:end] for start, end in zip(starts, ends, strict=True)]


def only(stage: list[Line], word: str) -> Line:
    (line,) = (each for each in stage if each.word == word)
    return line


BUILD, FINAL = stages()


@dataclass(frozen=True)
class Image:
    """What the Dockerfile produces, in a folder instead of an image."""

    folder: Path

    @property
    def bin(self) -> Path:
        return self.folder / "opt/referee/bin"

    @contextmanager
    def running(self, data: Path) -> Iterator[int]:
        """Run the server as the image does; yield its port."""
        with socket.create_server(("127.0.0.1", 0)) as probe:
            port = int(probe.getsockname()[1])
        command = [*only(FINAL, "ENTRYPOINT").words, *only(FINAL, "CMD").words]
        command = [str(port) if word == str(PORT) else word for word in command]
        command = ["127.0.0.1" if word == "0.0.0.0" else word for word in command]
        environment = {"PATH": f"{self.bin}:{os.environ['PATH']}", "REFEREE_DATA": str(data)}
        process = subprocess.Popen(
            command, cwd="/", env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            text=True,
        )  # fmt: skip
        with process:
            assert process.stdout is not None
            assert "Referee" in process.stdout.readline(), process.communicate()
            try:
                yield port
            finally:
                process.terminate()
                assert process.wait(START_SECONDS) == 0

    def is_healthy(self, port: int) -> bool:
        """Whether the image's health check succeeds."""
        command = json.loads(only(FINAL, "HEALTHCHECK").rest.partition("CMD")[2])
        command = [word.replace(str(PORT), str(port)) for word in command]
        environment = {"PATH": f"{self.bin}:{os.environ['PATH']}"}
        made = subprocess.run(command, cwd="/", env=environment, capture_output=True, check=False)
        return made.returncode == 0


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> Image:
    folder = tmp_path_factory.mktemp("image")
    source = folder / "src"
    source.mkdir()
    for line in BUILD:
        if line.word == "COPY":
            copied(line.rest.split()[:-1], source)
    command = only(BUILD, "RUN").rest.replace("/opt/referee", str(folder / "opt/referee"))
    run(command, source, tools(folder / "tools"))
    shutil.rmtree(source)
    with_libraries(folder / "opt/referee")
    return Image(folder)


def test_what_the_image_installs_plays_from_anywhere(image: Image, tmp_path: Path) -> None:
    """The image has templates, static files, migrations, rulebooks and the example."""
    with image.running(tmp_path) as port:
        home = f"http://127.0.0.1:{port}"
        browser = build_opener(HTTPCookieProcessor(CookieJar()))

        def opened(path: str, **form: str) -> str:
            body = urlencode(form).encode() if form else None
            with browser.open(home + path, body, timeout=START_SECONDS) as answer:
                assert answer.status == 200
                return str(answer.read().decode())

        first = opened("/")
        for asset in re.findall(r'(?:href|src)="(/static/[^"]+)"', first):
            assert opened(asset), asset
        assert opened("/worker.js")
        assert 'id="thirty-one.' in opened("/rules/thirty-one")
        assert json.loads(opened("/schema/record.json"))["$defs"]
        names = {f"player{seat}": name for seat, name in enumerate(("Ann", "Ben", "Cleo"))}
        assert "Cleo" in opened("/new", game="tribello", **names)
        assert "Story" in opened("/example", id="0" * 8)
        health = json.loads(opened("/health"))
        assert health["database"]["answers"] is True
        assert image.is_healthy(port)
        with pytest.raises(HTTPError, match="404"):
            opened("/no-such-page")
    assert not image.is_healthy(port)
    code = "import referee; print(referee.__file__)"
    place = run([str(image.bin / "python"), "-c", code], tmp_path, {})
    assert Path(place).is_relative_to(image.folder)


def test_the_image_runs_as_nobody_in_particular_and_writes_to_one_place() -> None:
    assert re.fullmatch(r"[1-9]\d*:[1-9]\d*", only(FINAL, "USER").rest)
    assert only(FINAL, "VOLUME").rest == "/data"
    assert "REFEREE_DATA=/data" in only(FINAL, "ENV").rest
    assert f"chown {only(FINAL, 'USER').rest} /data" in only(FINAL, "RUN").rest
    assert only(FINAL, "EXPOSE").rest == str(PORT)
    order = [line.word for line in FINAL]
    assert order.index("RUN") < order.index("USER") < order.index("ENTRYPOINT")
    assert "--no-cache-dir" in only(BUILD, "RUN").rest
    (from_build,) = (line for line in FINAL if line.word == "COPY")
    assert from_build.rest == "--from=build /opt/referee /opt/referee"


def test_the_image_is_built_from_what_it_copies_and_from_nothing_else() -> None:
    """The build context excludes data, the environment and the Git history."""
    ignored, *kept = (DEPLOY / "Dockerfile.dockerignore").read_text().split()
    assert ignored == "*"
    copied_here = [name for line in BUILD if line.word == "COPY" for name in line.rest.split()[:-1]]
    assert [name for name in kept if name.startswith("!")] == [f"!{name}" for name in copied_here]
    assert all((ROOT / name).exists() for name in copied_here)


COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
SERVICES: dict[str, Any] = COMPOSE["services"]
SETTINGS = dict(
    re.findall(r"^(?:# )?([A-Z_]+)=(.*)$", (DEPLOY / ".env.example").read_text(), re.MULTILINE)
)
"""Settings in `.env.example`, including those that are commented out."""


def test_referee_comes_alone_and_the_others_as_profiles() -> None:
    profiles = {name: service.get("profiles") for name, service in SERVICES.items()}
    assert profiles == {"referee": None, "caddy": ["caddy"], "postgres": ["postgres"]}
    assert set(SETTINGS["COMPOSE_PROFILES"].split(",")) <= set(SERVICES)


def test_every_service_is_hardened_and_waits_only_for_what_is_there() -> None:
    for name, service in SERVICES.items():
        assert service["read_only"] is True
        assert service["cap_drop"] == ["ALL"]
        assert service["security_opt"] == ["no-new-privileges:true"]
        assert service.get("cap_add", []) == (["NET_BIND_SERVICE"] if name == "caddy" else [])
        assert "max-size" in service["logging"]["options"]
        assert "healthcheck" in service or name == "referee"  # its image has one
        assert "privileged" not in service
        for other, how in service.get("depends_on", {}).items():
            assert how["condition"] == "service_healthy"
            # A service with a profile may be off.
            assert how.get("required", True) is ("profiles" not in SERVICES[other])


def test_volumes_networks_and_files_that_services_name_are_there() -> None:
    mounts = [mount.partition(":")[0] for each in SERVICES.values() for mount in each["volumes"]]
    assert {mount for mount in mounts if not mount.startswith(".")} == set(COMPOSE["volumes"])
    assert all((DEPLOY / mount).is_file() for mount in mounts if mount.startswith("."))
    assert f"matches:{only(FINAL, 'VOLUME').rest}" in SERVICES["referee"]["volumes"]
    networks = {each for service in SERVICES.values() for each in service["networks"]}
    assert networks == set(COMPOSE["networks"])
    build = SERVICES["referee"]["build"]
    context = (DEPLOY / build["context"]).resolve()
    assert context == ROOT
    assert (context / build["dockerfile"]).is_file()


def test_the_database_is_reached_by_referee_alone() -> None:
    assert COMPOSE["networks"]["database"]["internal"] is True
    inside = [name for name in SERVICES if "database" in SERVICES[name]["networks"]]
    assert inside == ["referee", "postgres"]
    assert "ports" not in SERVICES["postgres"]


def test_every_setting_is_explained_used_and_read() -> None:
    used = set(re.findall(r"\$\{([A-Z_]+)", (DEPLOY / "compose.yaml").read_text()))
    assert used | {"COMPOSE_PROFILES"} == set(SETTINGS)
    sources = "".join(path.read_text() for path in (ROOT / "referee").rglob("*.py"))
    for name in SERVICES["referee"]["environment"]:
        assert f'"{name}"' in sources, name


def test_the_example_is_sound() -> None:
    outside = read_proxy_settings(SETTINGS["REFEREE_URL"], SETTINGS["REFEREE_BEHIND_PROXY"])
    assert outside.trusted
    example = (DEPLOY / ".env.example").read_text()
    (on,) = re.findall(r"^REFEREE_URL=(.*)$", example, re.MULTILINE)
    (site,) = re.findall(r"^REFEREE_SITE=(.*)$", example, re.MULTILINE)
    assert read_proxy_settings(on, "").origin == f"https://{site}"
    user, host, name = re.match(
        r"postgresql://(\w+):PASSWORD@(\w+)/(\w+)$", SETTINGS["REFEREE_DATABASE"]
    ).groups()  # type: ignore[union-attr]
    known = SERVICES[host]["environment"]
    assert (user, name) == (known["POSTGRES_USER"], known["POSTGRES_DB"])


def test_caddy_sends_to_referee_and_serves_the_site() -> None:
    text = (DEPLOY / "Caddyfile").read_text()
    assert text.count("{") == text.count("}")
    (site,) = re.findall(r"^\{\$(\w+)", text, re.MULTILINE)
    assert site in SERVICES["caddy"]["environment"]
    (upstream,) = re.findall(r"^\treverse_proxy (\S+) \{$", text, re.MULTILINE)
    assert upstream == f"{{$REFEREE_UPSTREAM:referee:{PORT}}}"
    shared = set(SERVICES["caddy"]["networks"]) & set(SERVICES["referee"]["networks"])
    assert shared == {"web"}


def test_linters_find_nothing() -> None:
    for command in (
        ["hadolint", "--failure-threshold", "style", str(DEPLOY / "Dockerfile")],
        ["check-jsonschema", "--builtin-schema", "vendor.compose-spec",
         str(DEPLOY / "compose.yaml")],
    ):  # fmt: skip
        run([str(Path(sys.executable).with_name(command[0])), *command[1:]], ROOT, {})


def unit(name: str = "referee.service") -> dict[str, list[str]]:
    """The systemd unit's settings by name, each with all its values."""
    found: dict[str, list[str]] = {}
    for line in (DEPLOY / name).read_text().splitlines():
        name, sign, value = line.partition("=")
        if sign and not line.startswith("#"):
            found.setdefault(name, []).append(value)
    return found


def test_the_unit_starts_what_was_installed(image: Image, tmp_path: Path) -> None:
    settings = unit()
    (command,) = settings["ExecStart"]
    program, *arguments = shlex.split(command)
    assert program == "/opt/referee/bin/referee"
    chosen = _parser().parse_args(arguments)
    assert (chosen.host, chosen.port) == ("127.0.0.1", PORT)
    assert settings["StateDirectory"] == ["referee"]
    assert "REFEREE_DATA=%S/referee" in settings["Environment"][0]
    for name, value in {"DynamicUser": "yes", "ProtectSystem": "strict", "NoNewPrivileges": "yes",
                        "CapabilityBoundingSet": "", "ProtectHome": "yes"}.items():  # fmt: skip
        assert settings[name] == [value], name
    verify(image, tmp_path, "referee.service")


def verify(image: Image, folder: Path, *names: str) -> None:
    """Let systemd check these units, if it is installed: its package isn't needed otherwise."""
    if shutil.which("systemd-analyze"):
        for name in names:
            text = (DEPLOY / name).read_text()
            (folder / name).write_text(
                text.replace("/opt/referee", str(image.folder / "opt/referee"))
            )
        command = ["systemd-analyze", "verify", "--man=no", *names]
        run(command, folder, dict(os.environ))


def test_the_timer_copies_matches_while_they_are_played(image: Image, tmp_path: Path) -> None:
    verify(image, tmp_path, "referee-backup.service", "referee-backup.timer")
    settings = unit("referee-backup.service")
    assert (settings["DynamicUser"], settings["User"]) == (["yes"], ["referee"])
    (command,) = settings["ExecStart"]
    command = command.replace("/opt/referee", str(image.folder / "opt/referee"))
    command = command.replace("%S", str(tmp_path)).replace("%%", "%")
    (tmp_path / "referee-backup").mkdir()
    with image.running(tmp_path / "referee") as port:
        form = urlencode(
            {"game": "tribello", "player0": "Ann", "player1": "Ben", "player2": "Cleo"}
        )
        urlopen(f"http://127.0.0.1:{port}/new", form.encode()).close()
        for _night in range(2):  # the second one replaces the first
            said = run(shlex.split(command), tmp_path, {"PATH": os.environ["PATH"]})
    assert said.splitlines()[-1] == "No problems in 1 match with 1 event."
    (copy,) = (tmp_path / "referee-backup").iterdir()
    assert re.fullmatch(r"day-[1-7]\.db", copy.name)


PAGE = (DEPLOY / "README.md").read_text()


def test_the_page_for_hosts_names_commands_and_options_that_there_are() -> None:
    commands = re.findall(r"^(?:\S*/)?referee ([a-z]+ .*)$", PAGE, re.MULTILINE)
    commands += re.findall(r"`(?:\S*/)?referee ([a-z]+ --[^`]*)`", PAGE)
    assert len(commands) >= 6
    for command in commands:
        _parser().parse_args(shlex.split(command))
    (choices,) = (each.choices for each in _parser()._actions if isinstance(each.choices, dict))
    serve = choices["serve"].format_help()
    for option in set(re.findall(r"`(--[a-z-]+)", PAGE)):
        assert option in serve, option


def test_nginx_as_it_is_shown_passes_no_forged_head_holds_no_stream_and_logs_no_link() -> None:
    believed = {"Host", *(f"X-Forwarded-{each}" for each in ("For", "Proto", "Host", "Port",
                                                            "Prefix"))}  # fmt: skip
    assert believed <= set(re.findall(r"^ +proxy_set_header (\S+) \S+;$", PAGE, re.MULTILINE))
    assert "proxy_buffering off;" in PAGE
    assert "access_log off;" in PAGE


def blocks(first_word: str) -> list[str]:
    found = re.findall(r"^```\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    return [each for each in found if each.startswith(first_word)]


def test_nginx_takes_what_is_shown(tmp_path: Path) -> None:
    pair = tmp_path / "pair.pem"  # a throw-away certificate with its key
    run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj",
         "/CN=referee", "-keyout", str(pair), "-out", str(tmp_path / "only.pem")],
        tmp_path, dict(os.environ))  # fmt: skip
    pair.write_text(pair.read_text() + (tmp_path / "only.pem").read_text())
    (block,) = blocks("server {")
    block = re.sub(r"/etc/letsencrypt\S+\.pem", str(pair), block).replace("443", "127.0.0.1:8443")
    text = f"pid {tmp_path}/pid;\nerror_log stderr;\nevents {{}}\nhttp {{\n{block}}}\n"
    (tmp_path / "nginx.conf").write_text(text)
    nginx = shutil.which("nginx") or "/usr/sbin/nginx"
    run([nginx, "-t", "-p", str(tmp_path), "-c", str(tmp_path / "nginx.conf")], tmp_path,
        dict(os.environ))  # fmt: skip


def test_caddy_takes_what_is_shown(tmp_path: Path) -> None:
    for block in (*blocks("referee.example.org {"), *blocks("example.org {")):
        (tmp_path / "Caddyfile").write_text(block)
        command = ["caddy", "validate", "--adapter", "caddyfile", "--config", "Caddyfile"]
        run(command, tmp_path, dict(os.environ) | {"HOME": str(tmp_path)})


PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    *DEPLOY.glob("*.md"),
    *ROOT.glob("referee/**/README.md"),
]


def anchors(page: Path) -> set[str]:
    headings = re.findall(r"^#+ (.*)$", page.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^a-z0-9_ -]", "", each.lower()).replace(" ", "-") for each in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_to_a_page_or_a_heading_leads_there(page: Path) -> None:
    links = re.findall(r"\]\((?!https?:)([^)#]*)#?([^)]*)\)", page.read_text("utf-8"))
    for place, heading in links:
        target = page.parent / place if place else page
        assert target.exists(), place
        assert not heading or heading in anchors(target), heading


def test_a_player_reads_no_more_than_900_words() -> None:
    text = re.sub(r"<img[^>]*>", "", (ROOT / "README.md").read_text("utf-8"))
    assert len(text.split()) <= 900
