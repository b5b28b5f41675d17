"""The command under test, and how test scripts run it and other programs.

CTest sets RACEPROOF to the command and RP_BUILD_DIRECTORY to the build directory. Without them, for instance when a
script is started by hand, they are build/raceproof of this source tree and the folder that has the command.
"""
import contextlib
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
SUPPORT = pathlib.Path(__file__).resolve().parent
RACEPROOF = os.path.abspath(os.environ.get("RACEPROOF") or ROOT / "build" / "raceproof")
BUILD = pathlib.Path(os.environ.get("RP_BUILD_DIRECTORY") or os.path.dirname(RACEPROOF))
COMPILERS = tuple(name for name in ("gcc", "clang") if shutil.which(name))
CXX = {"gcc": "g++", "clang": "clang++"}
FOUND, UNDECIDED, INTERNAL_ERROR, SKIPPED = 66, 67, 70, 77  # exit statuses; CTest counts 77 as skipped
LIMIT = 120  # seconds
# What the caller may have set, and what would change the answers of the command.
UNWANTED = ("RACEPROOF_CC", "RACEPROOF_OPTIONS", "RACEPROOF_RAW", "OMP_NUM_THREADS", "MAKEFLAGS")


# A shell that starts a script in the background makes it ignore Ctrl-C, and the programs that it runs inherit that.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


class Failed(Exception):
    """A command that must succeed has failed. The text is what it printed."""


def environment(**variables):
    """The caller's environment without UNWANTED, with messages in English, and with VARIABLES."""
    kept = {name: value for name, value in os.environ.items() if name not in UNWANTED}
    return kept | {"RACEPROOF": RACEPROOF, "LC_ALL": "C", "NO_COLOR": "1"} | variables


def run(*words, directory=None, limit=LIMIT, stdin="", check=False, **variables):
    """Runs a program and waits for it, at most LIMIT seconds. VARIABLES are added to its environment. stdout and
    stderr of the result are what it printed, as text. With CHECK, a status other than 0 raises Failed."""
    done = subprocess.run(list(map(str, words)), cwd=directory, input=stdin, capture_output=True, check=False,
                          encoding="utf-8", errors="replace", timeout=limit, env=environment(**variables))
    if check and done.returncode:
        raise Failed(f"{' '.join(map(str, words))}: status {done.returncode}\n{done.stdout}{done.stderr}")
    return done


def raceproof(*words, **options):
    """Runs the command under test."""
    return run(RACEPROOF, *words, **options)


def cc(*words, compiler="gcc", verb="cc", check=True, **options):
    """Compiles a program with the command under test, which must succeed."""
    return raceproof(verb, f"--compiler={compiler}", *words, check=check, **options)


def report(verb, *words, output, **options):
    """Runs a verb. Returns the result of run, and the JSON report that was written to OUTPUT, {} if there is none."""
    path = pathlib.Path(options.get("directory") or ".") / output
    path.unlink(missing_ok=True)
    done = raceproof(verb, "--format=json", f"--output={output}", *words, **options)
    try:
        return done, json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return done, {}


@contextlib.contextmanager
def started(*words, directory=None, **variables):
    """Starts a program that runs during the block. At the end of the block it is ended, if it still runs."""
    with subprocess.Popen(list(map(str, words)), cwd=directory, env=environment(**variables), stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def marked_lines(source, mark=r"/\* line: ([a-z]+) \*/"):
    """{WORD: number of the line} for the lines of a source that say `line: WORD`."""
    return {word: number for number, text in enumerate(source.read_text(encoding="utf-8").splitlines(), 1)
            for word in re.findall(mark, text)}


def skip(reason):
    """Ends the test as skipped."""
    print(reason)
    sys.exit(SKIPPED)
