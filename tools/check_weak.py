#!/usr/bin/env python3
"""Finds weak symbols between our own modules.

Who needs a part that a program may be linked without asks the front interface (front.h); a weak rp_* symbol would hide
that from the include check and from readers. Weak are only functions of others: hooks that a program may define itself,
and what libraries may lack.

Looks at the sources, where a declaration may be without use; and at the archives that are named, where macros are
resolved. Run from the source directory; prints what it finds, one line each, and exits with status 1 if that is anything.
"""
import pathlib
import re
import subprocess
import sys

COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.S)
STRING = re.compile(r'"(?:\\.|[^"\\\n])*"')
PRAGMA = re.compile(r"^[ \t]*#[ \t]*pragma[ \t]+weak[ \t]+(\w+)", re.M)
DIRECTIVE = re.compile(r"^[ \t]*#(?:[^\n\\]|\\\n|\\.)*", re.M)
WEAK = re.compile(r"\bweak\b|\b__weak__\b|\bWEAK\b")
ATTRIBUTE = re.compile(r"\b__attribute__\s*\(\(.*?\)\)|\[\[.*?\]\]", re.S)
OWN = re.compile(r"\b(rp_\w+)\s*(?=[(;\[=,]|$)")

# The types before it are ours, too: the declared name is the first that a declarator's end follows.


def blank(match):
    """Keeps the lines."""
    return re.sub(r"[^\n]", " ", match.group())


def declared(declaration):
    found = OWN.search(ATTRIBUTE.sub(" ", declaration).strip())
    return found.group(1) if found else None


def weak_declarations(text):
    """Yields (line number, name) of weak symbols of ours that are declared or defined in TEXT."""
    text = STRING.sub(blank, COMMENT.sub(blank, text))
    for match in PRAGMA.finditer(text):
        if match.group(1).startswith("rp_"):
            yield text.count("\n", 0, match.start()) + 1, match.group(1)
    text = DIRECTIVE.sub(blank, text)
    begin = 0
    for end in [match.start() for match in re.finditer(r"[;{}]", text)]:
        declaration = text[begin:end]
        if WEAK.search(declaration):
            name = declared(declaration)
            if name:
                lines = text.count("\n", 0, begin + len(declaration) - len(declaration.lstrip()))
                yield lines + 1, name
        begin = end + 1


def weak_symbols(archive):
    """Yields (member, name)."""
    done = subprocess.run(["nm", "-A", archive], capture_output=True, text=True, check=True)
    for line in done.stdout.splitlines():
        place, *fields = line.rsplit(":", 1)[0], *line.rsplit(":", 1)[1].split()
        if len(fields) >= 2 and fields[-2] in "wWvV" and fields[-1].startswith("rp_"):
            yield place.rsplit(":", 1)[-1], fields[-1]


def check_itself():
    """A check that finds nothing is only worth something if it can find."""
    found = [("extern bool rp_a (const rp_closure *c) __attribute__ ((weak));", "rp_a"),
             ("__attribute__ ((weak)) rp_front *rp_b (void);", "rp_b"),
             ("extern const char rp_c\n  __attribute__ ((weak));", "rp_c"),
             ("int rp_d [2] __attribute__ ((__weak__));", "rp_d"),
             ("#pragma weak rp_e", "rp_e"),
             ("WEAK void rp_f (void) { }", "rp_f")]
    clean = ["extern void __gcov_dump (void) __attribute__ ((weak));", "#pragma weak pthread_once",
             "/* rp_x is weak */ void rp_x (void);", 'const char *rp_y = "weak";',
             "void free (rp_closure *c) __attribute__ ((weak)); void rp_z (void);"]
    for text, name in found:
        if [name] != [each for _, each in weak_declarations(text)]:
            return f"does not find {name} in: {text}"
    for text in clean:
        if list(weak_declarations(text)):
            return f"finds something in: {text}"
    return None


def main():
    broken = check_itself()
    if broken:
        print(f"check_weak.py {broken}")
        return 1
    files = [path for top in ("src", "cli") for path in sorted(pathlib.Path(top).rglob("*"))
             if path.suffix in (".c", ".h", ".cc")]
    problems = [f"{path}:{line}: {name} is weak" for path in files
                for line, name in weak_declarations(path.read_text(encoding="utf-8"))]
    problems += [f"{archive}({member}): {name} is weak" for archive in sys.argv[1:]
                 for member, name in weak_symbols(archive)]
    for problem in problems:
        print(problem)
    print(f"{len(files)} files, {len(sys.argv) - 1} archives, {len(problems)} problems")
    return 1 if problems or not files else 0


if __name__ == "__main__":
    sys.exit(main())
