#!/usr/bin/env python3
"""Finds calls of the dynamic linker in what is linked into the program under test.

A hook may run in a callback of dl_iterate_phdr, in a constructor, or in a signal handler. If it calls the dynamic linker
there, it may wait for a lock that is never given back: R1 of src/inside/hook/libc_real.h. So only the files below may
call it, each for the reason given.

usage: tools/check_loader.py NM ARCHIVE...
"""
import re
import subprocess
import sys

LOADER = re.compile(r"(dl(m?open|v?sym|close|info|addr1?)|backtrace(_symbols(_fd)?)?)$")

ALLOWED = {
    "libc_real.c": {"dlsym"},                           # before all constructors
    "gfortran_array.c": {"dlsym"},                      # in the first constructor
    "other_threads.c": {"dlopen", "dlsym"},                 # before the first thread
    "stack_frame.c": {"backtrace"},                     # is loaded before the first thread
    # at the start, where the program itself calls dlsym, and at the end
    "imports.c": {"dlopen", "dlsym", "dlvsym", "dladdr", "dladdr1"},
    "dlclose.c": {"dlopen", "dlinfo"},        # where the program itself calls dlclose
    "mpi.c": {"dlsym"},                                 # at the first call of MPI, in the program's own code
}


def loader_calls(text):
    """Yields (object file, function) from the output of nm -A -u."""
    for line in text.splitlines():
        place, rest = line.rsplit(":", 1)
        symbol = rest.split()[-1].split("@")[0]
        if LOADER.match(symbol):
            yield place.rsplit(":", 1)[-1].removesuffix(".o"), symbol


def check_itself():
    """A check that finds nothing is only worth something if it can find."""
    text = ("lib.a:a.c.o:                 U dlsym\nlib.a:a.c.o:                 U memcpy\n"
            "lib.a:b.c.o:                 U dl_iterate_phdr\nlib.a:c.c.o:                 w dlvsym\n")
    return list(loader_calls(text)) == [("a.c", "dlsym"), ("c.c", "dlvsym")]


def main():
    if not check_itself():
        print("check_loader.py does not find what it should")
        return 1
    nm, archives = sys.argv[1], sys.argv[2:]
    found = set()
    for archive in archives:
        done = subprocess.run([nm, "-A", "-u", archive], capture_output=True, text=True, check=True)
        found |= set(loader_calls(done.stdout))
    allowed = {(member, function) for member, functions in ALLOWED.items() for function in functions}
    problems = [f"{member} calls {function}: it may wait for ever" for member, function in sorted(found - allowed)]
    problems += [f"{member} does not call {function} any more: the list is too long"
                 for member, function in sorted(allowed - found)]
    for problem in problems:
        print(problem)
    print(f"{len(archives)} archives, {len(found)} calls, {len(problems)} problems")
    return 1 if problems or not found else 0


if __name__ == "__main__":
    sys.exit(main())
