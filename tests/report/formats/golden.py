#!/usr/bin/env python3
"""Compares reports with the files in expected/: golden.py PROGRAM [--update].

PROGRAM is golden_report; it runs in input/, so that places carry plain file names. --update rewrites
all expected files; read the difference before you commit it. JSON and SARIF must also parse, and
their text must agree with the line form on the number of findings."""

import json
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
from support import expected

HERE = pathlib.Path(__file__).resolve().parent
FORMATS = ["text", "text-utf8", "json", "sarif", "line"]
MORE_FORMATS = {
    "same-line": ["text-colour-utf8"],
    "deadlock": ["text-verbose"],
    "odd-text": ["text-verbose-utf8"],
}


def render(program, *arguments):
    done = subprocess.run([program, *arguments], cwd=HERE / "input", stdout=subprocess.PIPE, check=True)
    return done.stdout


def findings_in_line_form(text):
    return [line for line in text.decode().splitlines() if not line.startswith("verdict ")]


def check_structure(name, texts):
    """Checks properties that must hold in all formats, whatever the expected files say."""
    report = json.loads(texts["json"])
    sarif = json.loads(texts["sarif"])
    lines = findings_in_line_form(texts["line"])
    run = sarif["runs"][0]
    verdict = texts["line"].decode().splitlines()[-1].split()[1]
    problems = []
    if name == "diagnostics":
        counts = {len(lines), len(report["diagnostics"]),
                  len(run["invocations"][0]["toolExecutionNotifications"])}
    else:
        open_results = [result for result in run["results"] if "suppressions" not in result]
        counts = {len(lines), len(report["findings"]), len(open_results)}
        ids = [finding["id"] for finding in report["findings"] + report.get("suppressed", [])]
        prints = [result["partialFingerprints"]["raceproof/v1"] for result in run["results"]]
        if ids != prints:
            problems.append(f"{name}: the ids of JSON and SARIF differ")
    if len(counts) != 1:
        problems.append(f"{name}: the formats disagree on the number of findings: {counts}")
    if not verdict == report["verdict"] == run["properties"]["verdict"]:
        problems.append(f"{name}: the formats disagree on the verdict")
    for key in ("text", "text-utf8"):
        if any(byte < 32 and byte != 10 for byte in texts[key]):
            problems.append(f"{name}.{key}: a control character gets through")
        if any(line.endswith(b" ") for line in texts[key].split(b"\n")):
            problems.append(f"{name}.{key}: a blank at the end of a line")
    if any(byte > 126 for byte in texts["text"]):
        problems.append(f"{name}.text: not ASCII")
    return problems


def main():
    update = "--update" in sys.argv
    arguments = [argument for argument in sys.argv[1:] if argument != "--update"]
    if len(arguments) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    program = str(pathlib.Path(arguments[0]).resolve())
    names = render(program).decode().split()
    problems, seen = [], set()
    for name in names:
        formats = FORMATS + MORE_FORMATS.get(name, [])
        texts = {form: render(program, name, form) for form in formats}
        problems += check_structure(name, texts)
        for form, text in texts.items():
            path = HERE / "expected" / f"{name}.{form}"
            seen.add(path)
            difference = expected.compare(path, text, update)
            problems += [difference] if difference else []
    for stale in sorted(set((HERE / "expected").iterdir()) - seen):
        if update:
            stale.unlink()
        else:
            problems.append(f"{stale.name}: no case makes this file")
    print("\n".join(problems) if problems else f"{len(seen)} reports as expected")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
