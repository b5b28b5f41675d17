#!/usr/bin/env python3
"""Checks that no text is parsed which we printed ourselves.

What a program under test knows leaves it as facts; sentences are made in src/report alone, and nobody looks into
them. This finds the ways in which that habit comes back:

1. a comparison or a search with a phrase, words with a blank between them: strstr (text, "waits for");
2. a comparison or a search in what is made for people: a message, a note, a help, a label;
3. scanf: a form of ours has a typed reader;
4. JSON that is read anywhere but where a file of ours is read, with its types checked.

Other people's languages (C, Fortran, OpenMP's directives, what clang says) are read as text: ALLOWED names the files.
Run from the source directory; prints what it finds, one line each, and exits with status 1 if that is anything.
"""
import pathlib
import re
import sys

CALLS = r"\b(?:strstr|strcasestr|memmem|strn?cmp|strn?casecmp|begins_with|ends_with|fnmatch)\s*\("
LITERAL = r'"(?:[^"\\]|\\.)*"'
PHRASE = re.compile(r'"[^"]*[A-Za-z][^"A-Za-z]* [^"]*"')
PEOPLE = re.compile(r"(?:->|\.)(?:message|note|help|headline|what|reason_text|incomplete)\b")
SCANF = re.compile(r"\b(?:RP_REAL\s*\(\s*)?(?:v|f|s|vs|vf)?scanf\s*\(")
JSON = re.compile(r"#\s*include\s+<jansson\.h>")

# (check, file): why
ALLOWED = {
    (1, "src/prove/c/reader/mark.c"): "OpenMP directives of C sources",
    (1, "src/prove/c/walker/openmp.c"): "OpenMP directives of C sources",
    (1, "src/prove/c/walker/openmp_target.c"): "OpenMP directives of C sources",
    (1, "src/prove/c/reader/pragma.c"): "OpenMP directives of C sources",
    (1, "src/prove/c/reader/read.c"): "what clang says",
    (1, "src/compile/gcc_plugin/plugin.cc"): "how gfortran calls what it makes",
    (1, "src/compile/gcc_plugin/gcc_simd.cc"): "how gcc calls what it makes",
    (1, "src/advice/fortran.c"): "Fortran sources",
    (1, "src/advice/fortran_text.c"): "Fortran sources",
    (3, "src/core/runtime/stack_pool.c"): "a limit of the kernel",
    (3, "src/explore/checkpoint.c"): "the checkpoint of a search: a file with a version and a hash for each part",
    (4, "src/outside/raw_report/fact_values.h"): "the raw report",
    (4, "src/command/witness.c"): "witnesses",
    (4, "src/prove/project/database.c"): "compile_commands.json",
    (4, "src/prove/project/project.h"): "the reports on the files of a project",
}

# What the checks are there for, and what they let pass.
EXAMPLES = [
    ('if (strstr (text, "one location"))', {1}),
    ('at = strstr (what, "waits at the end of a finish for task ");', {1}),
    ('if (!strncmp (finding->message, "misuse", 6))', {2}),
    ('return strcmp (a.note, b.note);', {2}),
    ('sscanf (line, "task %u", &task)', {3}),
    ('#include <jansson.h>', {4}),
    ('if (!strcmp (kind, "exit-in-task"))', set()),
    ('add (&text, "waits for"); /* strstr (x, "a b") */', set()),
    ('if (!strcmp (finding->object.name, pair->element))', set()),
]


def without_comments(text):
    """TEXT with comments blanked, lines kept."""
    def blank(match):
        found = match.group(0)
        return found if found.startswith('"') else re.sub(r"[^\n]", " ", found)
    return re.sub(LITERAL + r"|/\*.*?\*/|//[^\n]*", blank, text, flags=re.DOTALL)


def calls(text):
    """Yields (line, arguments) of the calls that compare or search."""
    for match in re.finditer(CALLS, text):
        depth, at, quoted = 1, match.end(), False
        while at < len(text) and depth:
            c = text[at]
            if quoted:
                at += c == "\\"
                quoted = c != '"'
            elif c == '"':
                quoted = True
            else:
                depth += (c == "(") - (c == ")")
            at += 1
        yield text.count("\n", 0, match.start()) + 1, text[match.end():at - 1]


def problems_of(text):
    """Yields (check, line, what)."""
    text = without_comments(text)
    for line, arguments in calls(text):
        if any(PHRASE.fullmatch(literal) for literal in re.findall(LITERAL, arguments)):
            yield 1, line, "looks for a phrase"
        if PEOPLE.search(arguments):
            yield 2, line, "looks into what is made for people"
    for check, pattern, what in ((3, SCANF, "reads with scanf"), (4, JSON, "reads JSON")):
        for match in pattern.finditer(text):
            yield check, text.count("\n", 0, match.start()) + 1, what


def sources():
    for folder in ("src", "cli"):
        for path in sorted(pathlib.Path(folder).rglob("*")):
            if path.suffix in (".c", ".h", ".cpp", ".cc", ".hpp"):
                yield path


def main():
    found, used, count = [], set(), 0
    for text, expected in EXAMPLES:
        if {check for check, _, _ in problems_of(text)} != expected:
            found.append(f"tools/check_words.py: wrong about `{text}'")
    for path in sources():
        count += 1
        for check, line, what in problems_of(path.read_text(encoding="utf-8")):
            if (check, str(path)) in ALLOWED:
                used.add((check, str(path)))
            else:
                found.append(f"{path}:{line}: {what}")
    found += [f"tools/check_words.py: {path} needs no exception {check}" for check, path in sorted(set(ALLOWED) - used)]
    print("\n".join(found + [f"{count} files, {len(found)} problems"]))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
