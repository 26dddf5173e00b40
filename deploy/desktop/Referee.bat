@echo off
rem Double-click this on Windows. It finds uv or Python, and start.py does the rest.
setlocal
where uv >nul 2>nul
if not errorlevel 1 (
    uv run --no-project --python ">=3.11" "%~dp0start.py" %*
    goto end
)
for %%P in ("py -3" "python" "python3") do (
    %%~P -c "import sys; sys.exit(sys.version_info < (3, 11))" >nul 2>nul
    if not errorlevel 1 (
        %%~P "%~dp0start.py" %*
        goto end
    )
)
echo Referee needs Python 3.11 or later. Install it from https://www.python.org/downloads/
:end
rem Keep the window open, so that the reason can be read.
if errorlevel 1 pause
