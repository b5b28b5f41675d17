#!/usr/bin/env python3
"""Every hint is applied as an edit of the source, and the program compiled and run again: the finding must be gone.

    test_advice.py [--every=N] [gcc|clang] [NAME...]

Each file of programs/ says at its beginning what is expected of it:
    /* hints: all */      every finding has a fix; some: one has; none: there are findings, and none has a hint
    /* output: TEXT */    of the mended program, which is race-free if all findings have a fix; `-` for any
    /* wants: REGEX */    the hint of one finding
    /* flags: OPTIONS */  for the compiler
    /* compilers: NAMES */  if not both
In Fortran, which gcc alone compiles, these are lines `! hints: all`; .f is its fixed form.
"""
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from support import command

PROGRAMS = pathlib.Path(__file__).resolve().parent / "programs"
LEVELS = {"gcc": "-O2", "clang": "-O0"}
MOST_ROUNDS = 8


class Wrong(Exception):
    pass


def wanted(text, key):
    return re.findall(rf"/\* {key}: (.*?) \*/", text) or re.findall(rf"(?m)^! {key}: (.*)$", text)


def compilers_of(path):
    named = wanted(path.read_text(), "compilers")
    return named[0].split() if named else ["gcc"] if path.suffix in (".f90", ".f") else list(LEVELS)


def check(text, name, compiler, directory, level=None):
    """Compiles and runs the program. Returns its output and report. If the directory has the results already, they
    are used again."""
    kept = pathlib.Path(directory) / str(hash((text, level)))
    if not kept.exists():
        kept.write_text(json.dumps(compile_and_run(text, name, compiler, directory, level)))
    return json.loads(kept.read_text())


def compile_and_run(text, name, compiler, directory, level):
    source = pathlib.Path(directory) / name
    source.write_text(text)
    flags = " ".join(wanted(text, "flags")).split()
    built = command.cc("-g", level or LEVELS[compiler], "-fopenmp", name, "-o", "program", *flags, compiler=compiler,
                       directory=directory, check=False)
    if built.returncode:
        raise Wrong("does not compile:\n" + built.stderr + text)
    ran, report = command.report("run", "./program", output="report", directory=directory, limit=60)
    if ran.returncode not in (0, 66, 67):
        raise Wrong(f"ends with status {ran.returncode}:\n{ran.stderr}{text}")
    return ran.stdout.strip(), report


def apply(text, edits):
    """The text with the edits, which do not overlap."""
    lines = text.splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))
    for edit in sorted(edits, key=lambda edit: (edit["at"]["line"], edit["at"]["column"]), reverse=True):
        at = edit["at"]
        begin = starts[at["line"] - 1] + at["column"] - 1
        end = starts[at["endLine"] - 1] + at["endColumn"] - 1
        text = text[:begin] + edit["insert"] + text[end:]
    return text


def key_of(finding, text):
    """A finding as a reader identifies it: by the object, and by the text of the statements."""
    lines = text.splitlines()
    places = sorted(lines[access["line"] - 1].split("//")[0].strip() for access in finding["accesses"])
    return re.sub(r"[\[.(%].*", "", finding["object"]["name"]), tuple(places)


def races(report):
    return [finding for finding in report["findings"] if finding["rule"] == "RP001"]


def check_gone(finding, before, after, report, fix):
    name, places = key_of(finding, before)
    for other in races(report):
        other_name, other_places = key_of(other, after)
        if other_name == name and all(a.endswith(b) or b.endswith(a) for a, b in zip(places, other_places)):
            raise Wrong(f"`{fix['text']}' does not mend {finding['message']}: still {other['message']}\n{after}")


def check_each(text, name, compiler, directory, report):
    """Applies every fix of every finding by itself."""
    done = set()
    for finding in races(report):
        for fix in finding.get("fixes", []):
            edits = json.dumps(fix["edits"])
            if edits in done:
                continue
            done.add(edits)
            changed = apply(text, fix["edits"])
            check_gone(finding, text, changed, check(changed, name, compiler, directory)[1], fix)
    return len(done)


def check_all(text, name, compiler, directory, report, output):
    """Applies one fix after the other until there is no finding. Then the program must compute the right result."""
    printed = None
    for _ in range(MOST_ROUNDS):
        if not report["findings"]:
            break
        fixes = report["findings"][0].get("fixes")
        if not fixes:
            raise Wrong(f"no hint for {report['findings'][0]['message']}\n{text}")
        text = apply(text, fixes[0]["edits"])
        printed, report = check(text, name, compiler, directory)
    if report["findings"] or report["verdict"] != "race-free":
        raise Wrong(f"still {report['verdict']} with all hints:\n{text}")
    if output not in ("-", printed):
        raise Wrong(f"prints {printed}, not {output}, with all hints:\n{text}")


def check_hints(kind, hints, report):
    found = races(report)
    helped = [finding for finding in found if finding["help"]]
    if not found:
        raise Wrong("no race is found")
    if any(bool(finding["help"]) != bool(finding.get("fixes")) for finding in found):
        raise Wrong("a hint without an edit")
    if kind == "none" and helped:
        raise Wrong(f"wrong hint: {helped[0]['help']}")
    if kind == "all" and len(helped) != len(found):
        raise Wrong("no hint for " + next(finding["message"] for finding in found if not finding["help"]))
    for hint in hints:
        if not any(re.search(hint, finding["help"]) for finding in helped):
            raise Wrong(f"no hint like {hint}: {[finding['help'] for finding in found]}")


def check_program(path, compiler):
    text = path.read_text()
    kind = wanted(text, "hints")[0]
    try:
        with tempfile.TemporaryDirectory() as directory:
            _, report = check(text, path.name, compiler, directory)
            check_hints(kind, wanted(text, "wants"), report)
            if kind == "none":
                for level in set(LEVELS.values()) - {LEVELS[compiler]}:
                    check_hints(kind, [], check(text, path.name, compiler, directory, level)[1])
            fixes = check_each(text, path.name, compiler, directory, report)
            if kind == "all":
                check_all(text, path.name, compiler, directory, report, wanted(text, "output")[0])
            return fixes, None
    except (Wrong, subprocess.TimeoutExpired) as wrong:
        return 0, f"{path.stem} with {compiler}: {wrong}"


def main():
    every = next((int(word[8:]) for word in sys.argv if word.startswith("--every=")), 1)
    names = [name for name in sys.argv[1:] if name not in LEVELS and not name.startswith("--every=")]
    compilers = [name for name in sys.argv[1:] if name in LEVELS] or LEVELS
    paths = [path for path in sorted(PROGRAMS.iterdir()) if not names or path.stem in names]
    jobs = [(path, compiler) for path in paths for compiler in compilers_of(path) if compiler in compilers][::every]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(lambda job: check_program(*job), jobs))
    for _, wrong in results:
        if wrong:
            print(wrong)
    failed = sum(1 for _, wrong in results if wrong)
    print(f"{len(jobs)} programs, {sum(fixes for fixes, _ in results)} fixes applied, {failed} wrong")
    return 1 if failed or not jobs else 0


if __name__ == "__main__":
    sys.exit(main())
