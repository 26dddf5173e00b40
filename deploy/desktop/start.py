"""Install Referee into the user's own folder, unless it's there and up to date, and start it.

The double-click starters in this folder run it with any Python from 3.11 on. It installs the newest
wheel beside it or, without one, the project that this folder belongs to.
"""

import os
import re
import shutil
import subprocess
import sys
import venv
from pathlib import Path

HERE = Path(__file__).resolve().parent
WINDOWS = sys.platform == "win32"


def installed_folder() -> Path:
    """Return the folder of the installed app, apart from that of the matches."""
    if WINDOWS:
        return Path(os.environ["LOCALAPPDATA"], "Referee", "App")
    if sys.platform == "darwin":
        return Path.home() / "Library/Application Support/Referee App"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share") / "referee-app"


def find_package() -> tuple[Path, str]:
    """Return what to install, and a text that changes with every new version of it."""
    wheels = sorted(HERE.glob("referee-*.whl"), key=lambda wheel: wheel.stat().st_mtime)
    package = wheels[-1] if wheels else HERE.parents[1]
    files = wheels[-1:] or [package / "pyproject.toml", *(package / "referee").rglob("*.*")]
    newest = max(file.stat().st_mtime_ns for file in files if "__pycache__" not in file.parts)
    return package, f"{package} {newest}"


def install(package: Path, folder: Path) -> None:
    uv = os.environ.get("UV") or shutil.which("uv")
    takes = "a few seconds" if uv else "a minute or two"
    print(f"Installing Referee. This takes {takes}, and only the first time ...", flush=True)
    venv.create(folder, clear=True, with_pip=not uv)
    python = str(folder / ("Scripts/python.exe" if WINDOWS else "bin/python"))
    command = [python, "-m", "pip", "install", "--disable-pip-version-check"]
    if uv:
        command = [uv, "pip", "install", "--python", python]
    pinned = package / "requirements.txt"
    command += ["--constraint", str(pinned)] if pinned.is_file() else []
    # The libraries of the extras don't exist for every system. As a URL, because pip takes a `;` in
    # a path for its end.
    for extras in ("[picture,https]", ""):
        what = f"referee{extras} @ {package.as_uri()}"
        if not (failed := run([*command, what], subprocess.DEVNULL if extras else None)):
            return
    raise subprocess.CalledProcessError(failed, command)


def run(command: list[str], stderr: int | None = None) -> int:
    """Run pip or uv, and print what pip is doing; return the exit status."""
    done = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=stderr, text=True, errors="replace"
    )
    with done:
        for line in done.stdout or ():
            if step := re.match(r"Collecting [\w.-]+|Installing collected packages", line):
                print(" ", step[0], flush=True)
    return done.returncode


def main() -> int:
    folder, (package, version) = installed_folder(), find_package()
    stamp = folder / "installed"
    try:
        if not stamp.is_file() or stamp.read_text(encoding="utf-8") != version:
            install(package, folder)
            stamp.write_text(version, encoding="utf-8")
    except (OSError, subprocess.CalledProcessError) as failure:
        print(f"Referee couldn't be installed: {failure}", file=sys.stderr)
        print(
            "Check your internet connection. On Debian or Ubuntu, Python needs the package"
            " python3-venv; with uv (https://docs.astral.sh/uv) nothing else is needed.",
            file=sys.stderr,
        )
        return 1
    command = folder / ("Scripts/referee.exe" if WINDOWS else "bin/referee")
    try:
        return subprocess.call([str(command), *sys.argv[1:]])
    except KeyboardInterrupt:
        return 0


sys.exit(main())
