#!/usr/bin/env python3
"""Random simd loops: compares the racing bytes that are found with those that the specification implies.

usage: tests/inside/openmp/random_simd.py [-n PROGRAMS] [-s FIRST_SEED] [-j JOBS] [-p]

A program is one loop nest under a construct with simd, made from a seed. For each iteration the reference knows
which bytes it reads and writes, and which thread executes it. It compares every two iterations [OpenMP 5.2, 10.4,
11.5.3]:
  - in one chunk: they race if they are less than safelen apart, unless both accesses are in `ordered simd`
  regions;
  - in two chunks of one thread: they are ordered;
  - of two threads, teams or tasks, or of a loop whose iterations any thread may execute: they race.
A program for which the two differ is made smaller and printed. -p prints the program of the first seed, and the
expected races."""
import collections
import copy
import pathlib
import random
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
from support import campaign, raw
from support.command import COMPILERS

BATCH = 20                # programs in one executable
WAYS = (("gcc", "-O0"), ("gcc", "-O1"), ("gcc", "-O2"), ("clang", "-O0"), ("clang", "-O1"), ("clang", "-O2"))
THREADS = 3
TEAMS = 2
ARRAYS = {"a": ("int", 4), "b": ("long", 8), "h": ("unsigned char", 1), "p": ("int", 4)}
LOCAL = "c"               # a scalar of the function that no clause names, and whose address does not escape
LENGTH = 256              # elements of each array
MIDDLE = 96               # subscripts are near this number

Way = collections.namedtuple("Way", "compiler level")

# ---- programs ----

# Of the loop nest: iteration k of COUNT has i = FIRST + k * STEP, or with two loops i = k // INNER and j = k % INNER.
# A subscript is (KIND, x, y); a statement (ARRAY, subscript, [(array, subscript)], form, (divisor, rest) or None,
# in an ordered region).


def random_subscript(source):
    kind = source.choice(("affine", "affine", "affine", "own", "own", "quotient", "rest", "table", "constant", "linear"))
    return kind, source.randint(1, 3), source.randint(-4, 4)


def random_statement(source, can_order):
    reads = [(source.choice(list(ARRAYS)), random_subscript(source)) for _ in range(source.randint(0, 2))]
    condition = (source.randint(2, 9), source.randint(0, 1)) if source.random() < 0.3 else None
    return {"array": source.choice(list(ARRAYS)), "at": random_subscript(source), "reads": reads,
            "form": source.choice(("set", "set", "set", "add", "call", "sum", "own", "count")), "if": condition,
            "ordered": can_order and source.random() < 0.5}


def random_program(seed):
    source = random.Random(seed)
    kind = source.choice(("simd", "simd", "for", "for", "for", "taskloop", "distribute", "league"))
    schedule = source.choice((None, "static", "static", "chunked", "dynamic")) if kind in ("for", "league") else None
    program = {"kind": kind, "schedule": schedule, "chunk": source.randint(2, 6), "grain": source.choice((0, 2, 3, 6)),
               "threads": source.choice((1, THREADS, THREADS)) if kind == "for" else THREADS,
               "collapsed": source.random() < 0.25, "inner": source.choice((2, 3)),
               "count": source.choice((6, 12, 18, 24)), "first": source.randint(0, 3), "step": source.choice((1, 1, 2)),
               "safelen": source.choice((0, 0, 1, 2, 3, 4, 8)), "simdlen": source.random() < 0.2,
               "private": source.random() < 0.3, "aligned": source.random() < 0.2, "apart": source.random() < 0.5}
    can_order = kind in ("simd", "for") and source.random() < 0.3
    count = source.randint(1, 3)
    program["body"] = [random_statement(source, can_order and number == 0) for number in range(count)]
    source.shuffle(program["body"])
    return program


# ---- what the specification says ----

def values(program, k):
    """The loop variables of iteration k."""
    if program["collapsed"]:
        return divmod(k, program["inner"])
    return program["first"] + k * program["step"], 0


def table(i):
    return i * 7 % 11


def element(program, k, subscript):
    kind, x, y = subscript
    i, j = values(program, k)
    index = i * program["inner"] + j if program["collapsed"] else i
    return MIDDLE + {"affine": x * index + y, "own": index, "quotient": index // x + y, "rest": index % x + y,
                     "table": table(index % 32) + y, "constant": y, "linear": k * x + y}[kind]


def accesses(program, k):
    """[(byte, writes, in an ordered region)] of iteration k; a byte is (array, number)."""
    found = []
    for statement in program["body"]:
        if statement["if"] and k_value(program, k) % statement["if"][0] != statement["if"][1]:
            continue
        touched = [(array, at, False) for array, at in statement["reads"]]
        if statement["form"] == "count":
            found += [(("unknown", 0), writes, statement["ordered"]) for writes in (False, True)]
        elif statement["form"] not in ("sum", "own"):
            touched += [(statement["array"], statement["at"], False)] if statement["form"] == "add" else []
            touched.append((statement["array"], statement["at"], True))
        for array, at, writes in touched:
            size = ARRAYS[array][1]
            place = element(program, k, at) * size
            found += [((array, byte), writes, statement["ordered"]) for byte in range(place, place + size)]
    return found


def k_value(program, k):
    i, j = values(program, k)
    return i + j


def owner(program, k):
    """(the thread that executes iteration k, its chunk); None if the specification leaves it open."""
    kind, schedule, count = program["kind"], program["schedule"], program["count"]
    if kind == "simd":
        return 0, 0
    if kind == "distribute":
        return k // (count // TEAMS), 0
    if kind == "taskloop":
        return (k // program["grain"], 0) if program["grain"] > 1 else None
    base, length, size = 0, count, program["threads"]
    team = 0
    if kind == "league":
        length = count // TEAMS
        team, base = k // length, k // length * length
    number = k - base
    if size == 1 and schedule in (None, "static"):
        return team, 0
    if schedule == "static":
        least, rest = divmod(length, size)
        ends = [(t + 1) * least + min(t + 1, rest) for t in range(size)]
        return (team, next(t for t in range(size) if number < ends[t])), 0
    if schedule == "chunked":
        chunk = number // program["chunk"]
        return (team, chunk % size), chunk
    if schedule == "dynamic":
        chunk = number // program["chunk"]
        return ((team, 0), chunk) if size == 1 else ((team, chunk), chunk)
    return None


def is_race(program, k, m, both_ordered):
    """Whether conflicting accesses of the iterations k < m race."""
    first, second = owner(program, k), owner(program, m)
    if first is None or first[0] != second[0]:
        return True
    if first[1] != second[1] or both_ordered:
        return False
    return not program["safelen"] or m - k < program["safelen"]


def racing_bytes(program):
    by_byte = collections.defaultdict(set)
    for k in range(program["count"]):
        for byte, writes, ordered in accesses(program, k):
            by_byte[byte].add((k, writes, ordered))
    return {byte for byte, all_of in by_byte.items()
            if any(one[0] < two[0] and (one[1] or two[1]) and is_race(program, one[0], two[0], one[2] and two[2])
                   for one in all_of for two in all_of)}


# ---- in C ----

def in_c(program, array, subscript):
    kind, x, y = subscript
    index = f"(i * {program['inner']} + j)" if program["collapsed"] else "i"
    text = {"affine": f"{x} * {index} + {y}", "own": index, "quotient": f"{index} / {x} + {y}",
            "rest": f"{index} % {x} + {y}", "table": f"table[{index} % 32] + {y}", "constant": str(y),
            "linear": f"at * {x} + {y}"}[kind]
    return f"{array}[{MIDDLE} + {text}]"


def statement_lines(program, statement):
    value = " + ".join([in_c(program, array, at) for array, at in statement["reads"]] + ["1"])
    if program["private"]:
        lines, value = [f"t = {value};"], "t"
    else:
        lines = []
    target = in_c(program, statement["array"], statement["at"])
    kind = ARRAYS[statement["array"]][0]
    lines.append({"set": f"{target} = ({kind}) ({value});", "add": f"{target} += ({kind}) ({value});",
                  "call": f"put_{statement['array']} (&{target}, ({kind}) ({value}));", "sum": f"s += {value};",
                  "own": f"int mine = (int) ({value}); s += mine;", "count": f"{LOCAL} += (int) ({value});"}[statement["form"]])
    if statement["if"]:
        value = "(i + j)" if program["collapsed"] else "i"
        lines = [f"if ({value} % {statement['if'][0]} == {statement['if'][1]})", "{", *lines, "}"]
    if statement["ordered"]:
        lines = ["#pragma omp ordered simd", "{", *lines, "}"]
    else:
        lines = ["{", *lines, "}"]
    return lines


def schedule_clause(program):
    return {None: "", "static": " schedule(static)", "chunked": f" schedule(static, {program['chunk']})",
            "dynamic": f" schedule(dynamic, {program['chunk']})"}[program["schedule"]]


def directives(program):
    clauses = f" safelen({program['safelen']})" if program["safelen"] else ""
    if program["simdlen"] and program["safelen"] != 1:
        clauses += " simdlen(2)"
    if program["collapsed"]:
        clauses += " collapse(2)"
    if program["private"]:
        clauses += " private(t)"
    if program["aligned"]:
        clauses += " aligned(p : 4)"
    clauses += " reduction(+ : s)"
    kind, threads = program["kind"], program["threads"]
    if kind == "simd":
        return ["simd" + clauses]
    if kind == "distribute":
        return [f"teams distribute simd num_teams({TEAMS})" + clauses]
    if kind == "league":
        return [f"teams distribute parallel for simd num_teams({TEAMS}) num_threads({threads})"
                + schedule_clause(program) + clauses]
    if kind == "taskloop":
        grain = f" grainsize({program['grain']})" if program["grain"] > 1 else ""
        return [f"parallel num_threads({threads})", "single", "taskloop simd" + grain + clauses]
    if program["apart"]:
        return [f"parallel num_threads({threads})", "for simd" + schedule_clause(program) + clauses]
    return [f"parallel for simd num_threads({threads})" + schedule_clause(program) + clauses]


def linear_lines(program):
    """Computes the number of the iteration from the loop variables."""
    text = (f"i * {program['inner']} + j" if program["collapsed"]
            else f"(i - {program['first']}) / {program['step']}")
    uses = any(at[0] == "linear" for statement in program["body"]
               for _, at in [*statement["reads"], (None, statement["at"])])
    return [f"int at = {text};"] if uses else []


def function_of(program, number):
    end = program["first"] + program["count"] * program["step"]
    lines = ["static void", f"program_{number} (void)", "{", f"  int s = 0, t = 0, {LOCAL} = 0;", "  (void) t;",
             *(f"#pragma omp {directive}" for directive in directives(program))]
    if program["collapsed"]:
        lines += [f"  for (int i = 0; i < {program['count'] // program['inner']}; i++)",
                  f"    for (int j = 0; j < {program['inner']}; j++)"]
    else:
        lines.append(f"  for (int i = {program['first']}; i < {end}; i += {program['step']})")
    lines += ["      {", *linear_lines(program)]
    for statement in program["body"]:
        lines += statement_lines(program, statement)
    return lines + ["      }", f"  result = s + {LOCAL};", "}", ""]


def to_c(programs):
    lines = ["#include <stdio.h>", "#include <stdlib.h>", ""]
    lines += [f"static {kind} {name}[{LENGTH}];" for name, (kind, _) in ARRAYS.items() if name != "p"]
    lines += ["static int *p;", f"static int table[32] = {{ {', '.join(str(table(i)) for i in range(32))} }};",
              "volatile int result;", ""]
    for name, (kind, _) in ARRAYS.items():
        lines += ["#pragma omp declare simd notinbranch" if name == "a" else "", "__attribute__ ((noinline)) static void",
                  f"put_{name} ({kind} *at, {kind} value)", "{", "  *at = value;", "}", ""]
    for number, program in enumerate(programs):
        lines += function_of(program, number)
    lines += ["int", "main (int argc, char **argv)", "{", "  (void) argc;", f"  p = calloc ({LENGTH}, sizeof *p);"]
    lines += [f'  printf ("{name} %p %zu\\n", (void *) {name}, {LENGTH} * sizeof *{name});' for name in ARRAYS]
    lines += ["  switch (atoi (argv[1]))", "    {"]
    lines += [f"    case {number}: program_{number} (); break;" for number in range(len(programs))]
    return "\n".join(lines + ["    }", "  return 0;", "}"]) + "\n"


# ---- builds and runs ----

def build(programs, way, directory):
    source = pathlib.Path(directory) / f"simd_{way.compiler}{way.level}.c"
    source.write_text(to_c(programs), encoding="utf-8")
    return raw.Executable(source, way.compiler, "-fopenmp", way.level)


def difference(program, executable, number):
    """The disagreement, or None."""
    if executable.error:
        return executable.error
    try:
        found = raw.racing_bytes(executable, number)
    except raw.Lost as lost:
        return str(lost)
    expected = racing_bytes(program)
    missed, false = sorted(expected - found), sorted(found - expected)
    return (f"missed {missed[:3]}" if missed else "") + (f" false {false[:3]}" if false else "") or None


def ways_of(seed):
    return [Way(compiler, random.Random(f"{seed} {compiler}").choice([l for c, l in WAYS if c == compiler]))
            for compiler in ("gcc", "clang") if compiler in COMPILERS]


def check_batch(seeds):
    programs = [random_program(seed) for seed in seeds]
    failures = []
    with tempfile.TemporaryDirectory() as directory:
        for way in ways_of(seeds[0]):
            executable = build(programs, way, directory)
            for number, (seed, program) in enumerate(zip(seeds, programs)):
                wrong = difference(program, executable, number)
                if wrong:
                    failures.append((seed, way, wrong))
    return failures, sum(bool(racing_bytes(program)) for program in programs)


# ---- smaller programs ----

def variants(program):
    """Programs with less in them."""
    for number in range(len(program["body"])):
        if len(program["body"]) > 1:
            smaller = copy.deepcopy(program)
            del smaller["body"][number]
            yield smaller
        for read in range(len(program["body"][number]["reads"])):
            smaller = copy.deepcopy(program)
            del smaller["body"][number]["reads"][read]
            yield smaller
        for key, value in (("if", None), ("ordered", False), ("form", "set")):
            if program["body"][number][key] != value:
                smaller = copy.deepcopy(program)
                smaller["body"][number][key] = value
                yield smaller
    for key, value in (("collapsed", False), ("private", False), ("aligned", False), ("simdlen", False), ("safelen", 0),
                       ("step", 1), ("first", 0), ("count", 6), ("apart", False)):
        if program[key] != value:
            yield dict(copy.deepcopy(program), **{key: value})


def wrong_alone(program, way):
    with tempfile.TemporaryDirectory() as directory:
        return difference(program, build([program], way, directory), 0)


def show(seed, way, wrong):
    small, now = campaign.shrink(random_program(seed), variants, lambda program: wrong_alone(program, way))
    campaign.report(seed, way, wrong, now, "\n".join(function_of(small, 0)))


def print_one(seed):
    program = random_program(seed)
    print(to_c([program]))
    print(f"// {sorted(racing_bytes(program))}")
    return 0


def run_all(options):
    return campaign.run(options, BATCH, check_batch, show)


if __name__ == "__main__":
    sys.exit(campaign.main(__doc__, 100, 2, print_one, run_all))
