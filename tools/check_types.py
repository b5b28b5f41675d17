#!/usr/bin/env python3
"""Checks that a type name means one thing: no two folders define a structure, union or enumeration by the same name.

A structure may be declared in one file and defined in another of the same folder. Run from the source directory; prints
what it finds, one line each, and exits with status 1 if that is anything.
"""
import collections
import pathlib
import re
import sys

COMMENT = re.compile(r"/\*.*?\*/", re.S)
DEFINITION = re.compile(r"^(?:typedef\s+)?(?:struct|union|enum)\s+(rp_\w+)\s*\n?\{", re.M)
ANONYMOUS = re.compile(r"^typedef\s+(?:struct|union|enum)\s*\n?\{.*?^\}\s*(rp_\w+);", re.M | re.S)


def definitions(text):
    text = COMMENT.sub("", text)
    return set(DEFINITION.findall(text)) | set(ANONYMOUS.findall(text))


def check_self():
    found = definitions("typedef struct rp_a\n{\n  int x;\n} rp_a;\nstruct rp_b;\nenum rp_c\n{\n  X\n};\n"
                        "typedef enum\n{\n  Y\n} rp_d;\n/* struct rp_e { */\n")
    assert found == {"rp_a", "rp_c", "rp_d"}, found


def main():
    check_self()
    places = collections.defaultdict(set)
    for top in ("src", "cli"):
        for path in sorted(pathlib.Path(top).rglob("*.[ch]")):
            for name in definitions(path.read_text(encoding="utf-8")):
                places[name].add(path.as_posix())
    problems = [f"{name} is defined in {' and '.join(sorted(files))}" for name, files in sorted(places.items())
                if len(files) > 1]
    for problem in problems:
        print(problem)
    print(f"{len(places)} types, {len(problems)} problems")
    return 1 if problems or not places else 0


if __name__ == "__main__":
    sys.exit(main())
