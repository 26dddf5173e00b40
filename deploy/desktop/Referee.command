#!/bin/sh
# Double-click this on macOS. It finds uv or Python, and start.py does the rest.
cd "$(dirname "$0")" || exit
PATH="$PATH:$HOME/.local/bin:$HOME/.cargo/bin:/opt/homebrew/bin:/usr/local/bin"
if command -v uv > /dev/null; then
	uv run --no-project --python '>=3.11' start.py "$@" && exit
else
	for python in python3 python3.14 python3.13 python3.12 python3.11 ''; do
		"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2> /dev/null && break
	done
	if [ -n "$python" ]; then
		"$python" start.py "$@" && exit
	else
		echo 'Referee needs Python 3.11 or later. Install it from https://www.python.org/downloads/'
	fi
fi
# Keep the window open, so that the reason can be read.
echo 'Press Enter to close this window.'
read -r _
exit 1
