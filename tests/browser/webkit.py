"""WebKit, Safari's engine, on a phone's screen: a client for W3C WebDriver, without a library."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import time
from base64 import b64decode
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

from tests.browser.table import PATIENCE
from tests.servers import wait_for

DRIVER = os.environ.get("WEBKIT") or "/usr/bin/WebKitWebDriver"
WIDTH, HEIGHT = 390, 844
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"  # the standard's name for a reference
BROWSER = {"webkitgtk:browserOptions": {"args": ["--automation", "--full-screen"]}}
LISTEN = """
window.faults ??= ['error', 'unhandledrejection'].reduce((seen, kind) => {
  addEventListener(kind, (event) => seen.push(String(event.message ?? event.reason)));
  return seen;
}, []);
const done = ((...args) => { SCRIPT }).apply(null, arguments);
return [done, window.faults.splice(0)];
"""
SHOWN = """
const fields = [...document.querySelectorAll("input")].map(({ name, value }) => `${name}=${value}`);
return [document.body.innerText, document.activeElement.name, ...fields].join(" ");
"""
FIND = """
const [selector, name] = args;
const told = (x) =>
  (x.ariaLabel ?? x.innerText).replaceAll('\\u00ad', '').replace(/\\s+/g, ' ').trim();
const has_run = document.readyState === "complete"; // its scripts
return has_run && [...document.querySelectorAll(selector)].find((x) =>
  x.checkVisibility({ visibilityProperty: true }) && new RegExp(`^(?:${name})$`).test(told(x)));
"""


@dataclass
class WebKit:
    """One browser with one page; everything it remembers ends with it."""

    driver: int
    address: str
    session: str = ""
    faults: list[str] = field(default_factory=list)

    def call(self, method: str, path: str, **body: Any) -> Any:
        data = json.dumps(body) if method == "POST" else None
        with closing(HTTPConnection("127.0.0.1", self.driver, timeout=60)) as connection:
            connection.request(method, self.session + path, data)
            value = json.load(connection.getresponse())["value"]
        if isinstance(value, dict) and "error" in value:
            raise WebDriverError(f"{value['error']}: {value['message']}")
        return value

    def open(self, path: str) -> None:
        self.call("POST", "/url", url=path if "://" in path else self.address + path)
        self.until("return document.readyState === 'complete'")  # its scripts have run

    def forget_all(self) -> None:
        self.open("/health")
        self.call("DELETE", "/cookie")
        self.run("localStorage.clear(); sessionStorage.clear()")

    def back(self) -> None:
        self.call("POST", "/back")

    def run(self, script: str, *args: Any) -> Any:
        """Run this script on the page, with `args`; return what it returns."""
        script = LISTEN.replace("SCRIPT", script)
        value, faults = self.call("POST", "/execute/sync", script=script, args=args)
        self.faults += faults
        return value

    def until(self, script: str, *args: Any) -> Any:
        """Wait until this script returns something true, and return that."""
        end = time.monotonic() + PATIENCE / 1000
        while not (value := self.run(script, *args)):
            if time.monotonic() > end:
                shown = self.run(SHOWN)
                raise AssertionError(f"never true: {script} {args}, while this is shown: {shown}")
            time.sleep(0.02)
        return value

    def find(self, selector: str, name: str = ".*") -> Any:
        """The first visible element with this label or text, a pattern, as soon as there is one."""
        return self.until(FIND, selector, name)

    def tap(self, selector: str, name: str = ".*") -> None:
        try:
            self.call("POST", f"/element/{self.find(selector, name)[ELEMENT]}/click")
        except WebDriverError as error:
            if "stale" not in str(error):  # an answer has just replaced it
                raise
            self.tap(selector, name)

    def tap_button(self, name: str) -> None:
        self.tap("button", name)

    def open_more(self) -> None:
        self.tap("summary", "More")

    def record(self) -> None:
        self.tap("#record")

    def type(self, selector: str, text: str) -> None:
        """Type into a field; once more if no key at all came, which the driver sometimes loses."""
        self.tap(selector)
        self.run("window.came = 0; addEventListener('keydown', () => { came += 1; }, true);")
        for _attempt in range(2):
            self.call("POST", f"/element/{self.find(selector)[ELEMENT]}/value", text=text)
            end = time.monotonic() + 3
            while not (came := self.run("return came")) and time.monotonic() < end:
                time.sleep(0.02)
            if came:
                break
        self.until("return document.querySelector(args[0]).value.endsWith(args[1])", selector, text)

    def picture(self, path: Path) -> None:
        path.write_bytes(b64decode(self.call("GET", "/screenshot")))


class WebDriverError(Exception):
    """The browser can't do what it was told."""


@contextmanager
def webkit_driver(home: Path, fonts: dict[str, str]) -> Iterator[int]:
    """Run the driver on a screen of its own; give its port."""
    assert Path(DRIVER).is_file(), f"{DRIVER} is missing: set WEBKIT to the path of WebKitWebDriver"
    read, write = os.pipe()
    screen = f"{WIDTH}x{HEIGHT}x24"
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = int(probe.getsockname()[1])
    with subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-screen", "0", screen, "-nolisten", "tcp"],
        pass_fds=[write], stderr=subprocess.DEVNULL,
    ) as display:  # fmt: skip
        os.close(write)
        with os.fdopen(read) as told:
            number = told.readline().strip()
        environment = {
            **fonts,
            **dict.fromkeys(("HOME", "XDG_RUNTIME_DIR"), str(home)),
            "PATH": os.environ["PATH"],
            "DISPLAY": f":{number}",
            "LANG": "C.UTF-8",
            "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1",  # as root it has none
        }
        with subprocess.Popen([DRIVER, f"--port={port}"], env=environment) as driver:
            try:
                wait_for(lambda: _answers(port), fault="WebKitWebDriver doesn't start")
                yield port
            finally:
                driver.terminate()
                driver.wait()
                display.terminate()


def _answers(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


@contextmanager
def webkit_at(driver: int, address: str) -> Iterator[WebKit]:
    webkit = WebKit(driver, address)
    begun = webkit.call("POST", "/session", capabilities={"alwaysMatch": BROWSER})
    webkit.session = f"/session/{begun['sessionId']}"
    try:
        webkit.call("POST", "/window/rect", x=0, y=0, width=WIDTH, height=HEIGHT)
        yield webkit
    finally:
        webkit.call("DELETE", "")
