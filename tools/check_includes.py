#!/usr/bin/env python3
"""Checks the direction of #include lines.

Every folder with sources has a line in FOLDERS: which folders it may include, besides itself and src/base. A folder may
name only folders that stand above it in the table, so there are no cycles; docs/architecture.md has the picture. The two
processes meet in src/base and src/core alone: nothing in src/inside includes what is the command's, and the reverse.
Headers do not include each other in a circle. Front ends get no detector, by way of other headers either. Plug-ins, in C++, see their own folder and the compiler's headers; public
headers see public headers. A file begins with its own header; the order of the rest is clang-format's business. Run from
the source directory; prints what it finds, one line each, and exits with status 1 if that is anything.
"""
import pathlib
import re
import sys

CORE = ["core/event", "core/finding", "core/graph", "core/shadow", "core/runtime", "core/detect"]

FOLDERS = {
    "base": [],
    # Both processes: the program under test and the command.
    "core/event": [],
    "core/finding": ["core/event"],
    "core/graph": ["core/event"],
    "core/shadow": [],
    "core/runtime": ["core/event"],
    "core/detect": ["core/event", "core/graph", "core/shadow", "core/runtime"],
    # The program under test.
    "inside/front": [],
    "inside/hook": ["core/event"],
    "inside/stack": ["core/event", "core/shadow", "inside/hook"],
    "inside/system": ["inside/front", "inside/hook", "inside/stack"],
    "inside/heap": ["inside/hook", "inside/system"],
    "inside/library": ["inside/hook", "inside/system"],
    "inside/libc": ["inside/front", "inside/hook", "inside/system"],
    "inside/fortran": ["inside/hook"],
    "inside/engine": CORE + ["inside/front", "inside/hook", "inside/stack", "inside/system"],
    "inside/cxx": ["inside/front", "inside/hook", "inside/heap", "inside/engine"],
    "inside/abi": ["inside/front", "inside/hook", "inside/system", "inside/engine"],
    "inside/explored": CORE + ["inside/front", "inside/hook", "inside/system", "inside/engine"],
    "inside/writer": CORE + ["inside/front", "inside/hook", "inside/system", "inside/library", "inside/engine", "inside/explored"],
    "inside/monitor": CORE + ["inside/front", "inside/hook", "inside/stack", "inside/system", "inside/library", "inside/engine",
                              "inside/cxx", "inside/explored", "inside/writer"],
    "inside/api": ["inside/front", "inside/hook", "inside/stack", "inside/heap", "inside/engine"],
    "inside/hclib": ["inside/front", "inside/hook", "inside/heap", "inside/engine", "inside/api"],
    "inside/openmp": ["core/event", "core/runtime", "inside/front", "inside/hook", "inside/stack", "inside/system", "inside/heap",
                      "inside/engine", "inside/writer", "inside/api"],
    # The compiler driver, and what compilers load.
    "compile/rewrite": ["core/event"],
    "compile/driver": [],
    "compile/clang_plugin": [],
    "compile/gcc_plugin": [],
    # The command.
    "outside/symbol": [],
    "outside/raw_report": ["core/event", "core/finding", "core/graph"],
    "graph_run": CORE,
    "lang": ["core/event", "core/finding", "core/runtime"],
    "explore": CORE + ["graph_run"],
    "report": ["core/event", "core/finding", "core/graph"],
    "advice": ["core/finding", "report"],
    "outside/program_report": ["core/event", "core/finding", "core/graph", "outside/symbol", "outside/raw_report", "report", "advice"],
    "command": CORE + ["outside/symbol", "outside/raw_report", "lang", "explore", "report", "advice", "outside/program_report"],
    "prove/poly": ["core/finding", "lang"],
    "prove/c/reader": ["core/finding", "prove/poly"],
    "prove/c/points_to": ["prove/poly", "prove/c/reader"],
    "prove/c/walker": ["prove/poly", "prove/c/reader", "prove/c/points_to"],
    "prove/model": CORE + ["graph_run", "lang", "prove/poly"],
    "prove/project": ["core/finding", "command", "prove/poly", "prove/c/reader", "prove/c/walker"],
    "prove/without_c": ["command", "prove/project"],
    "cli": CORE + ["compile/rewrite", "compile/driver", "outside/symbol", "graph_run", "lang", "explore",
                   "report", "advice", "outside/program_report", "command", "prove/poly", "prove/model",
                   "prove/project"],
}

# Front ends know engines by their interface: no detector gets to them, by way of other headers either.
APART = {"inside/openmp": "core/detect", "inside/hclib": "core/detect"}

INCLUDE = re.compile(r'^\s*#\s*include\s+(?:"([^"]+)"|<([^>]+)>)')
SOURCES = {".c", ".h", ".cc", ".hh", ".hpp", ".S"}

# Plug-ins are loaded into compilers, with nothing of ours but their own files.
PLUGINS = {"compile/clang_plugin", "compile/gcc_plugin"}
COMPILERS = {"llvm", "clang", "polly"}  # folders of headers

# Headers that the build makes.
GENERATED = {"gates.h"}


def includes(path):
    """Yields (line number, name, is_system)."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        match = INCLUDE.match(line)
        if match:
            yield number, match.group(1) or match.group(2), match.group(2) is not None


def folder_of(path):
    parent = path.parent.as_posix()
    return parent.removeprefix("src/")


def check_table(problems):
    known = []
    for folder, seen in FOLDERS.items():
        for other in seen:
            if other not in known:
                problems.append(f"tools/check_includes.py: {folder} names {other}, which does not stand above it")
        known.append(folder)


def check_plugin(path, problems):
    for number, name, is_system in includes(path):
        is_compilers = is_system or name.split("/")[0] in COMPILERS
        if not is_compilers and not (path.parent / name).exists():
            problems.append(f"{path}:{number}: a plug-in must not include {name}")


def check_public(path, problems):
    """Programs include these, with include/ and include/hclib/ alone in the path."""
    for number, name, is_system in includes(path):
        places = [path.parent / name, pathlib.Path("include") / name, pathlib.Path("include/hclib") / name]
        if not is_system and not any(place.exists() for place in places):
            problems.append(f"{path}:{number}: a public header must not include {name}")


def check_direction(path, problems):
    folder = folder_of(path)
    if folder in PLUGINS:
        check_plugin(path, problems)
        return
    if path.parts[0] == "include":
        check_public(path, problems)
        return
    if folder not in FOLDERS:
        problems.append(f"{path}: the folder {folder} is not in the table of tools/check_includes.py")
        return
    for number, name, is_system in includes(path):
        target = pathlib.PurePath(name).parent.as_posix()
        if is_system or name.startswith(("raceproof/", "hclib/")):
            continue
        if target == ".":
            if not (path.parent / name).exists() and name not in GENERATED:
                problems.append(f"{path}:{number}: {name} is not in the same folder: say src's path")
            continue
        if target not in FOLDERS:
            problems.append(f"{path}:{number}: {name} is in no known folder")
        elif target not in (folder, "base") and target not in FOLDERS[folder]:
            problems.append(f"{path}:{number}: {folder} must not include {name}")


def check_own_first(path, problems):
    """The own header comes first, or another of the folder that includes it."""
    header = path.with_suffix(".h")
    if path.suffix != ".c" or path.parts[0] != "src" or not header.exists():
        return
    found = next((name for _, name, _ in includes(path)), "")
    if pathlib.PurePath(found).parent.as_posix() != folder_of(path):
        problems.append(f"{path}: does not include its own header {header} first")


def check_circles(files, problems):
    """Headers that include each other, by way of others or not."""
    graph = {path.relative_to("src").as_posix(): [] for path in files if path.parts[0] == "src" and path.suffix == ".h"}
    for name, seen in graph.items():
        seen += [other for _, other, _ in includes(pathlib.Path("src") / name) if other in graph]
    done = set()

    def visit(name, way):
        if name in way:
            problems.append("headers in a circle: " + " -> ".join(way[way.index(name):] + [name]))
        elif name not in done:
            for other in graph[name]:
                visit(other, way + [name])
            done.add(name)

    for name in sorted(graph):
        visit(name, [])


def check_apart(files, problems):
    for path in files:
        folder = next((name for name in APART if path.as_posix().startswith(f"src/{name}/")), None)
        ways = [[path.as_posix()]] if folder else []
        seen = set()
        while ways:
            way = ways.pop()
            for _, name, _ in includes(pathlib.Path(way[-1])):
                header = f"src/{name}"
                if name.startswith(APART[folder] + "/"):
                    problems.append(f"{path}: {APART[folder]} gets here: " + " -> ".join(way[1:] + [header]))
                elif header not in seen and pathlib.Path(header).exists():
                    ways.append(way + [header])
                seen.add(header)


def main():
    problems = []
    check_table(problems)
    files = [path for top in ("src", "cli", "include") for path in sorted(pathlib.Path(top).rglob("*"))
             if path.suffix in SOURCES]
    for path in files:
        check_direction(path, problems)
        check_own_first(path, problems)
    check_circles(files, problems)
    check_apart(files, problems)
    for problem in problems:
        print(problem)
    print(f"{len(files)} files, {len(problems)} problems")
    return 1 if problems or not files else 0


if __name__ == "__main__":
    sys.exit(main())
