#!/usr/bin/env python3
"""Says which changed lines of C and C++ clang-format would lay out in another way.

usage: tools/check_format.py [--fix] [BASE]       (in the source directory; BASE is main)

Only lines that differ from the merge base of BASE and HEAD are looked at, those that are not committed yet among them:
older files keep their layout until somebody changes them. --fix writes the new layout. The exit status is 1 if a line
is not clean, and 2 if there is no such BASE.
"""
import difflib
import pathlib
import re
import subprocess
import sys

DIRECTORIES = ("src", "cli", "include", "bench", "tests/unit", "tests/core/detect", "tests/explore")
ENDINGS = (".c", ".h", ".cc", ".hh")


def git(*arguments):
    return subprocess.run(["git", *arguments], capture_output=True, text=True, check=False)


def changed_lines(base):
    """Maps each changed file to its changed ranges, (first, last)."""
    ranges = {}
    untracked = git("ls-files", "--others", "--exclude-standard", "--", *DIRECTORIES).stdout.splitlines()
    for name in untracked:
        if name.endswith(ENDINGS):
            ranges[name] = [(1, len(pathlib.Path(name).read_text(encoding="utf-8").splitlines()))]
    name = None
    for line in git("diff", "-U0", "--no-color", "--no-ext-diff", base, "--", *DIRECTORIES).stdout.splitlines():
        if line.startswith("+++ "):
            name = line[6:] if line.startswith("+++ b/") and line.endswith(ENDINGS) else None
        hunk = re.match(r"@@ -\S+ \+(\d+)(?:,(\d+))? @@", line)
        if hunk and name:
            first, count = int(hunk[1]), int(hunk[2] or 1)
            if count:
                ranges.setdefault(name, []).append((first, first + count - 1))
    return ranges


def formatted(name, ranges):
    lines = [f"--lines={first}:{last}" for first, last in ranges]
    return subprocess.run(["clang-format", *lines, name], capture_output=True, text=True, check=True).stdout


def main():
    arguments = [argument for argument in sys.argv[1:] if argument != "--fix"]
    is_fix = "--fix" in sys.argv[1:]
    found = git("merge-base", arguments[0] if arguments else "main", "HEAD")
    if found.returncode != 0:
        print(f"check_format: {found.stderr.strip() or 'no common ancestor with the base'}", file=sys.stderr)
        return 2
    ranges = changed_lines(found.stdout.strip())
    unclean = 0
    for name in sorted(ranges):
        before, after = pathlib.Path(name).read_text(encoding="utf-8"), formatted(name, ranges[name])
        if before == after:
            continue
        unclean += 1
        if is_fix:
            pathlib.Path(name).write_text(after, encoding="utf-8")
        else:
            sys.stdout.writelines(difflib.unified_diff(before.splitlines(True), after.splitlines(True), name, name))
    print(f"{len(ranges)} changed files, {unclean} {'laid out anew' if is_fix else 'not laid out'}")
    return 1 if unclean and not is_fix else 0


if __name__ == "__main__":
    sys.exit(main())
