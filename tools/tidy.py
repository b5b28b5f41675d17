#!/usr/bin/env python3
"""Runs clang-tidy, with the checks of .clang-tidy, on the C files of src and cli.

usage: tools/tidy.py [FILE...]       (in the source directory, after `cmake --preset release`)

Each file is looked at once, although build/compile_commands.json has those of the program's library twice. The exit
status is 1 if there is a warning.
"""
import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys

DIRECTORY = pathlib.Path("build/tidy")


def entries():
    """The first entry of each C file of ours in build/compile_commands.json."""
    root = pathlib.Path.cwd()
    first = {}
    for entry in json.loads(pathlib.Path("build/compile_commands.json").read_text(encoding="utf-8")):
        name = os.path.relpath(entry["file"], root)
        if name.startswith(("src/", "cli/")) and name.endswith(".c"):
            first.setdefault(name, entry)
    return first


def tidy(name):
    done = subprocess.run(["clang-tidy", "-p", str(DIRECTORY), "--quiet", name], capture_output=True, text=True,
                          check=False)
    return done.returncode, done.stdout


def main():
    commands = entries()
    names = sys.argv[1:] or sorted(commands)
    unknown = [name for name in names if name not in commands]
    if unknown:
        print(f"tidy: not compiled here: {' '.join(unknown)}", file=sys.stderr)
        return 2
    DIRECTORY.mkdir(parents=True, exist_ok=True)
    (DIRECTORY / "compile_commands.json").write_text(json.dumps(list(commands.values())), encoding="utf-8")
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for status, output in pool.map(tidy, names):
            failed += status != 0
            sys.stdout.write(output)
    print(f"{len(names)} files, {failed} with warnings")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
