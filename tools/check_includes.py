#!/usr/bin/env python3
"""Checks the direction of #include lines.

Modules form layers, and a file includes only files of its own module and of layers below (the
picture in docs/architecture.md). A .c file begins with its own header; the order of the rest is
clang-format's business. Run from the source directory; prints what it finds, one line each, and
exits with status 1 if that is anything.
"""
import pathlib
import re
import sys

LAYERS = [
    {"base"},
    {"event", "finding", "symbol", "rewrite"},
    {"runtime", "graph", "shadow"},
    {"detect", "lang"},
    {"hooks"},
    {"hclib", "openmp"},
    {"explore", "poly"},
    {"cfront"},
    {"report"},
    {"advice"},
    {"cli"},
]

# What a module may see when its layer alone would allow more.
NARROWED = {
    "report": {"base", "event", "finding", "graph"},
    "advice": {"base", "finding", "report"},
    "symbol": {"base"},
    "rewrite": {"base"},
    "explore": {"base", "event", "finding", "graph", "runtime", "detect"},
}

# Single headers that may be included from a module that otherwise may not.
EXCEPTIONS: dict[tuple[str, str], str] = {}  # (including module, header): why

INCLUDE = re.compile(r'^\s*#\s*include\s+(?:"([^"]+)"|<([^>]+)>)')


def layer(module):
    for number, modules in enumerate(LAYERS):
        if module in modules:
            return number
    return None


def includes(path):
    """Yields (line number, name, is_system)."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        match = INCLUDE.match(line)
        if match:
            yield number, match.group(1) or match.group(2), match.group(2) is not None


def module_of(path):
    parts = path.parts
    return parts[1] if parts[0] == "src" else parts[0]


def may_see(module, target):
    if module == target:
        return True
    if module in NARROWED:
        return target in NARROWED[module]
    return layer(target) < layer(module)


def check_direction(path, problems):
    module = module_of(path)
    if layer(module) is None:
        problems.append(f"{path}: module {module} is in no layer")
        return
    for number, name, is_system in includes(path):
        target = name.split("/")[0]
        if is_system or "/" not in name or name.startswith("raceproof/"):
            continue
        if layer(target) is None:
            problems.append(f"{path}:{number}: {name} is in no known module")
        elif not may_see(module, target) and (module, name) not in EXCEPTIONS:
            problems.append(f"{path}:{number}: {module} must not include {name}")


def own_header(path):
    header = path.with_suffix(".h")
    return header.relative_to("src").as_posix() if header.exists() and path.parts[0] == "src" else None


def check_own_first(path, problems):
    """The own header comes first, or another of the module that includes it."""
    found = next((name for _, name, _ in includes(path)), "")
    own = own_header(path) if path.suffix == ".c" else None
    if own and found.split("/")[0] != own.split("/")[0]:
        problems.append(f"{path}: does not include its own header {own} first")


def main():
    problems = []
    files = [path for top in ("src", "cli") for path in sorted(pathlib.Path(top).rglob("*.[ch]"))]
    for path in files:
        check_direction(path, problems)
        check_own_first(path, problems)
    for problem in problems:
        print(problem)
    print(f"{len(files)} files, {len(problems)} problems")
    return 1 if problems or not files else 0


if __name__ == "__main__":
    sys.exit(main())
