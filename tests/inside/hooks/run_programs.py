#!/usr/bin/env python3
"""Builds tests/inside/hooks/programs with ThreadSanitizer's instrumentation, links them with the hooks and
the fake monitor in place of ThreadSanitizer, and runs them: with gcc and clang, without and with
optimisation.

usage: run_programs.py LIBRARY... (the hooks and the fake monitor)
"""
import os
import pathlib
import shutil
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
from support import command

HERE = pathlib.Path(__file__).resolve().parent

# Functions that gcc must call: otherwise it expands them in place without instrumentation. _FORTIFY_SOURCE would undo
# that, since it replaces the calls by __builtin_ ones.
FUNCTIONS = """memcpy memset memmove memcmp mempcpy memchr bcopy bzero bcmp strcpy strncpy stpcpy stpncpy
strcat strncat strcmp strncmp strcasecmp strncasecmp strlen strnlen strchr strrchr strstr strpbrk strspn
strcspn strdup strndup sprintf snprintf vsprintf vsnprintf""".split()
FLAGS = ["-g", "-fsanitize=thread", "-fopenmp", "-D_GNU_SOURCE", f"-I{HERE}", "-Wno-unknown-pragmas",
         *(f"-fno-builtin-{function}" for function in FUNCTIONS)]
GCC_FLAGS = ["-fno-inline-atomics", "--param", "tsan-distinguish-volatile=0", "-U_FORTIFY_SOURCE"]

# clang vectorises before it instruments, and leaves out accesses of more than 16 bytes.
CLANG_FLAGS = ["-mprefer-vector-width=128"] if os.uname().machine == "x86_64" else []

COMPILERS = {".c": [("gcc", GCC_FLAGS), ("clang", CLANG_FLAGS)],
             ".cc": [("g++", GCC_FLAGS), ("clang++", CLANG_FLAGS)]}


def levels(compiler):
    yield ["-O0"]
    yield ["-O2", "-D_FORTIFY_SOURCE=2"] if compiler.startswith("clang") else ["-O2"]
    cpu = pathlib.Path("/proc/cpuinfo")
    has_wide = cpu.exists() and " avx2 " in cpu.read_text(encoding="utf-8")
    yield ["-O3", "-mavx2"] if has_wide else ["-O3"]


def run(words):
    done = command.run(*words, limit=60)
    return done.returncode, done.stdout + done.stderr


def try_program(source, compiler, flags, libraries, directory):
    """Returns what went wrong, or None."""
    compiled, program = f"{directory}/program.o", f"{directory}/program"
    status, text = run([compiler, *FLAGS, *flags, "-c", str(source), "-o", compiled])
    if status:
        return f"cannot be compiled\n{text}"
    status, text = run([compiler, compiled, "-Wl,--whole-archive", *libraries, "-Wl,--no-whole-archive",
                        "-o", program, "-lm", "-ldl", "-lpthread"])
    if status:
        return f"cannot be linked\n{text}"
    status, text = run([program])
    return f"status {status}\n{text}" if status else None


def main():
    count, failures = 0, 0
    for source in sorted(HERE.glob("programs/*.c*")):
        for compiler, flags in COMPILERS[source.suffix]:
            if not shutil.which(compiler):
                print(f"skipped: no {compiler}")
                continue
            for level in levels(compiler):
                with tempfile.TemporaryDirectory(dir=command.BUILD) as directory:
                    problem = try_program(source, compiler, flags + level, sys.argv[1:], directory)
                count += 1
                if problem:
                    failures += 1
                    print(f"FAILED {source.name}, {compiler} {' '.join(level)}: {problem}")
    print(f"{count} programs, {failures} failed")
    return 1 if failures or not count else 0


if __name__ == "__main__":
    sys.exit(main())
