#!/usr/bin/env python3
"""Compiles every header alone: those of src/ as C17, those of include/ also as C++.

usage: tools/check_headers.py C-COMPILER [C++-COMPILER]     (in the source directory)
"""
import concurrent.futures
import os
import pathlib
import shutil
import subprocess
import sys

C_FLAGS = ["-x", "c", "-std=gnu17", "-D_GNU_SOURCE", "-Wall", "-Wextra", "-Wshadow",
           "-Wstrict-prototypes", "-Wmissing-prototypes"]
CXX_FLAGS = ["-x", "c++", "-std=c++17", "-Wall", "-Wextra"]


def libclang_flags():
    """Of several versions of LLVM, not all need have the headers of libclang."""
    found = sorted(pathlib.Path("/usr/lib").glob("llvm-*/include/clang-c/Index.h"))
    return [f"-isystem{found[0].parents[1]}"] if found else []


def compile_alone(compiler, flags, header):
    """Includes the header twice, so that a missing include guard shows, too."""
    line = f'#include "{header.resolve()}"\n'
    command = [compiler, *flags, "-Werror", "-Isrc", "-Iinclude", *libclang_flags(), "-fsyntax-only", "-"]
    done = subprocess.run(command, input=line * 2, capture_output=True, text=True, check=False)
    return None if done.returncode == 0 else f"{header} does not compile alone:\n{done.stderr}"


def is_for_cxx(header):
    """HClib's interface for C++ has names like that for C; headers of libstdc++ are replaced under their own names."""
    return "c++" in header.parts or "hclib_cpp.h" in header.read_text(encoding="utf-8")


def main():
    c_compiler = sys.argv[1] if len(sys.argv) > 1 else "cc"
    cxx_compiler = sys.argv[2] if len(sys.argv) > 2 else shutil.which("g++") or shutil.which("clang++")
    public = sorted(pathlib.Path("include").rglob("*.h"))
    private = sorted(pathlib.Path("src").rglob("*.h"))
    jobs = [(c_compiler, C_FLAGS, header) for header in private + public if not is_for_cxx(header)]
    if cxx_compiler:
        jobs += [(cxx_compiler, CXX_FLAGS, header) for header in public]
    elif public:
        print("no C++ compiler: public headers were only compiled as C")
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        problems = [text for text in pool.map(lambda job: compile_alone(*job), jobs) if text]
    for problem in problems:
        print(problem)
    print(f"{len(jobs)} compilations, {len(problems)} failed")
    return 1 if problems or not jobs else 0


if __name__ == "__main__":
    sys.exit(main())
