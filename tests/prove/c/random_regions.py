#!/usr/bin/env python3
"""Random parallel regions: compares the verdicts of `raceproof prove` with executions.

usage: random_regions.py [-n COUNT] [-s SEED] [-k]     -k keeps the files that disagree

Each program is generated as a small tree, printed as OpenMP, and proved. It is also executed here, for given n and number
of threads: each thread runs through the tree. Two conflicting accesses may belong to iterations, sections or single
constructs that any thread may execute; each way to give these to threads is tried, and the order is an explicit graph.
This code shares nothing with the prover.

- proved: no execution with 0 <= n <= MOST_N and 1 to MOST_THREADS threads has a race;
- race: an execution with the values that the report gives has one;
- undecided: at most one in twenty.
"""
import itertools
import json
import pathlib
import random
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
from support import campaign, command

MOST_N = 4
MOST_THREADS = 3


# ---- programs: nested tuples, the first item says what it is ----

class Generator:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.names = 0

    def chance(self, percent):
        return self.random.randrange(100) < percent

    def pick(self, *choices):
        return self.random.choice(choices)

    def fresh(self, prefix):
        self.names += 1
        return f"{prefix}{self.names}"

    def index(self, scope):
        """An affine expression: a dictionary of coefficients; 1 stands for the constant."""
        terms = {}
        if scope and not self.chance(15):
            terms[self.random.choice(scope)] = self.pick(1, 1, 1, 1, 2, -1)
        if len(scope) > 1 and self.chance(20):
            terms[self.random.choice(scope)] = 1
        if self.chance(12):
            terms["n"] = 1
        constant = self.pick(0, 0, 0, 1, -1, 2)
        if constant:
            terms[1] = constant
        return terms

    def access(self, scope):
        return (self.pick("a", "a", "b"), self.index(scope))

    def assignment(self, scope):
        reads = [self.access(scope) for _ in range(self.pick(0, 1, 1))]
        return ("assign", self.access(scope), reads)

    def protected(self, scope):
        kind = self.random.randrange(10)
        if kind == 0:
            return ("critical", self.pick("", "", "(one)"), self.assignment(scope))
        if kind == 1:
            return ("atomic", self.access(scope))
        return self.assignment(scope)

    def body(self, scope, depth):
        """Statements of one thread: no barriers, no worksharing."""
        result = []
        for _ in range(self.pick(1, 1, 2)):
            kind = self.random.randrange(12)
            if kind == 0 and depth < 2:
                name = self.fresh("k")
                low, high = self.bounds(scope)
                result.append(("loop", name, low, high, self.body(scope + [name], depth + 1)))
            elif kind == 1 and scope:
                relation = self.pick("==", "<", ">=")
                bound = self.pick({1: 1}, {"n": 1, 1: -1}, {1: 2})
                guard = (self.random.choice(scope), relation, bound)
                result.append(("if", guard, self.body(scope, depth + 1)))
            else:
                result.append(self.protected(scope))
        return result

    def bounds(self, scope):
        low = self.pick({}, {1: 1}, {self.random.choice(scope): 1} if scope else {})
        return low, self.pick({"n": 1}, {"n": 1}, {"n": 1, 1: -1}, {1: 2})

    def shared_loop(self, scope):
        name = self.fresh("i")
        schedule = self.pick("", "", "", "static", "static", "static, 1", "static, 2", "dynamic",
                             "dynamic, 2")
        step = self.pick(1, 1, 1, 1, 2)
        low, high = self.pick({}, {1: 1}), self.pick({"n": 1}, {"n": 1}, {"n": 1, 1: 1})
        body = self.body(scope + [name], 1)
        is_ordered = self.chance(12)
        if is_ordered:
            body.insert(self.random.randrange(len(body) + 1),
                        ("ordered", [self.assignment(scope + [name])]))
        return ("for", name, low, high, step, schedule, self.chance(45), is_ordered, body)

    def tasks(self, scope):
        """Statements of a single construct that create tasks."""
        result = []
        for _ in range(self.pick(1, 2, 3)):
            kind = self.random.randrange(8)
            if kind < 4:
                name = self.fresh("j")
                low, high = {}, self.pick({"n": 1}, {1: 2})
                task = ("task", self.body(scope + [name], 2))
                inner = [task] + ([("taskwait",)] if self.chance(20) else [])
                result.append(("loop", name, low, high, inner))
            elif kind == 4:
                result.append(("task", self.body(scope, 2)))
            elif kind == 5:
                result.append(("taskwait",))
            elif kind == 6:
                inner = [("task", self.body(scope, 2))]
                if self.chance(50):
                    inner = [("task", [("task", self.body(scope, 2))]
                              + ([("taskwait",)] if self.chance(50) else []))]
                result.append(("taskgroup", inner) if self.chance(60) else inner[0])
            else:
                result.append(self.assignment(scope))
        return result

    def team(self, scope, depth):
        """Statements that all threads execute."""
        result = []
        for _ in range(self.pick(1, 2, 2, 3)):
            kind = self.random.randrange(16)
            if kind < 6:
                result.append(self.shared_loop(scope))
            elif kind == 6:
                result.append(("barrier",))
            elif kind == 7:
                result.append(("single", self.chance(40), self.body(scope, 1)))
            elif kind == 8:
                result.append(("master", self.body(scope, 1)))
            elif kind == 9:
                parts = [self.body(scope, 1) for _ in range(self.pick(2, 3))]
                result.append(("sections", self.chance(40), parts))
            elif kind == 10 and depth < 1:
                name = self.fresh("s")
                inner = self.team(scope + [name], depth + 1) + [("barrier",)] * self.pick(0, 1, 1)
                result.append(("loop", name, {}, self.pick({"n": 1}, {1: 2}), inner))
            elif kind in (11, 12):
                result.append(("single", self.chance(30), self.tasks(scope)))
            elif kind == 13:
                name = self.fresh("c")
                high = self.pick({"n": 1}, {"n": 1, 1: 1})
                result.append(("cyclic", name, high, self.body(scope + [name], 1)))
            else:
                result += self.body(scope + ["t"], 1)
        return result


# ---- C ----

def expression(terms):
    parts = []
    for name, factor in terms.items():
        if name == 1:
            parts.append(str(factor))
        else:
            parts.append(name if factor == 1 else f"{factor} * {name}")
    return " + ".join(parts).replace("+ -", "- ") or "0"


def element(access):
    return f"{access[0]}[{expression(access[1])} + 8]"


def print_loop(out, pad, name, low, high, step):
    increment = f"{name}++" if step == 1 else f"{name} += {step}"
    out.append(f"{pad}for (int {name} = {expression(low)}; {name} < {expression(high)}; {increment})")


def print_block(out, pad, body):
    out.append(pad + "  {")
    print_all(out, pad + "    ", body)
    out.append(pad + "  }")


def print_one(out, pad, node):
    kind = node[0]
    if kind == "assign":
        values = " + ".join(element(read) for read in node[2]) or "1"
        out.append(f"{pad}{element(node[1])} = {values};")
    elif kind == "critical":
        out.append(f"#pragma omp critical {node[1]}")
        print_one(out, pad, node[2])
    elif kind == "atomic":
        out.append("#pragma omp atomic")
        out.append(f"{pad}{element(node[1])} += 1;")
    elif kind == "loop":
        print_loop(out, pad, node[1], node[2], node[3], 1)
        print_block(out, pad, node[4])
    elif kind == "if":
        name, relation, bound = node[1]
        out.append(f"{pad}if ({name} {relation} {expression(bound)})")
        print_block(out, pad, node[2])
    elif kind == "for":
        _, name, low, high, step, schedule, is_nowait, is_ordered, body = node
        out.append("#pragma omp for" + (f" schedule({schedule})" if schedule else "")
                   + (" nowait" if is_nowait else "") + (" ordered" if is_ordered else ""))
        print_loop(out, pad, name, low, high, step)
        print_block(out, pad, body)
    elif kind == "cyclic":
        out.append(f"{pad}for (int {node[1]} = t; {node[1]} < {expression(node[2])}; "
                   f"{node[1]} += omp_get_num_threads ())")
        print_block(out, pad, node[3])
    elif kind == "ordered":
        out.append("#pragma omp ordered")
        print_block(out, pad, node[1])
    elif kind in ("barrier", "taskwait"):
        out.append(f"#pragma omp {kind}")
    elif kind == "sections":
        out.append("#pragma omp sections" + (" nowait" if node[1] else ""))
        out.append(pad + "  {")
        for part in node[2]:
            out.append("#pragma omp section")
            print_block(out, pad + "  ", part)
        out.append(pad + "  }")
    elif kind == "single":
        out.append("#pragma omp single" + (" nowait" if node[1] else ""))
        print_block(out, pad, node[2])
    else:
        out.append(f"#pragma omp {kind}")
        print_block(out, pad, node[1])


def print_all(out, pad, body):
    for node in body:
        print_one(out, pad, node)


def to_c(body):
    out = ["#include <omp.h>", "void f (int n, double *a, double *b)", "{", "#pragma omp parallel",
           "  {", "    int t = omp_get_thread_num ();"]
    print_all(out, "    ", body)
    return "\n".join(out + ["  }", "}", ""])


# ---- executions ----

def value(terms, scope):
    return sum(factor * (1 if name == 1 else scope[name]) for name, factor in terms.items())


RELATIONS = {"==": lambda x, y: x == y, "<": lambda x, y: x < y, ">=": lambda x, y: x >= y}


class Execution:
    """One execution. `owner` maps a key to the thread that executes the work; None: every thread executes everything,
    which shows all possible accesses."""

    def __init__(self, body, n, threads, owner):
        self.n, self.threads, self.owner = n, threads, owner
        self.after = []      # for each node: the nodes that follow it
        self.accesses = []   # (node, element, is_write, locks, keys, thread)
        self.barriers = {}
        self.pending = []    # ends of tasks that the next barrier waits for: (phase, node)
        self.ordered = {}    # for each execution of a loop: [(iteration, begin, end)]
        for thread in range(threads):
            state = {"node": self.node(), "phase": 0, "thread": thread, "children": [],
                     "locks": frozenset(), "keys": (), "visit": (), "groups": []}
            self.run(body, {"n": n, "t": thread}, state)
        for phase, node in self.pending:
            if phase in self.barriers:
                self.after[node].append(self.barriers[phase])
        for sections in self.ordered.values():
            for first, _, end in sections:
                for second, begin, _ in sections:
                    if first < second:
                        self.after[end].append(begin)

    def node(self):
        self.after.append([])
        return len(self.after) - 1

    def step(self, state):
        node = self.node()
        self.after[state["node"]].append(node)
        state["node"] = node
        return node

    def access(self, state, access, is_write, scope, locks=frozenset()):
        where = (access[0], value(access[1], scope))
        self.accesses.append((state["node"], where, is_write, state["locks"] | locks,
                              state["keys"], state["thread"]))

    def barrier(self, state):
        phase = state["phase"]
        meeting = self.barriers.setdefault(phase, None)
        if meeting is None:
            meeting = self.barriers[phase] = self.node()
        self.after[state["node"]].append(meeting)
        state["phase"] += 1
        self.after[meeting].append(self.step(state))

    def is_mine(self, key, state):
        return self.owner is None or self.owner(key) == state["thread"]

    def chosen(self, keys, body, scope, state):
        if not all(self.is_mine(key, state) for key in keys):
            return
        outer = state["keys"]
        state["keys"] = outer + tuple(keys)
        self.run(body, scope, state)
        state["keys"] = outer

    def shared_loop(self, node, scope, state):
        _, name, low, high, step, schedule, is_nowait, is_ordered, body = node
        first, limit = value(low, scope), value(high, scope)
        rounds = range(first, limit, step)
        place = ("for", id(node)) + state["visit"]
        for number, x in enumerate(rounds):
            keys = [place + (number,)]
            if schedule == "static":
                keys.append(("static", number, len(rounds)))
            elif schedule.startswith("static"):
                chunk = int(schedule.split(",")[1])
                keys.append(("fixed", (number // chunk) % self.threads))
            elif schedule == "dynamic, 2":
                keys.append(place + ("chunk", number // 2))
            state["iteration"] = (place, number)
            self.chosen(keys, body, {**scope, name: x}, state)
        state["iteration"] = None
        if not is_nowait:
            self.barrier(state)

    def task(self, body, scope, state):
        child = dict(state, node=state["node"], children=[], locks=frozenset(), groups=[])
        self.step(child)
        for group in state["groups"]:
            child["groups"].append(group)
        self.run(body, dict(scope), child)
        self.step(child)
        end = child["node"]
        state["children"].append(end)
        for group in state["groups"]:
            group.append(end)
        self.pending.append((state["phase"], end))

    def run(self, body, scope, state):
        for node in body:
            self.run_one(node, scope, state)

    def run_one(self, node, scope, state):
        kind = node[0]
        if kind == "assign":
            self.step(state)
            for read in node[2]:
                self.access(state, read, False, scope)
            self.access(state, node[1], True, scope)
        elif kind == "critical":
            outer = state["locks"]
            state["locks"] = outer | {"critical" + node[1]}
            self.run_one(node[2], scope, state)
            state["locks"] = outer
        elif kind == "atomic":
            self.step(state)
            self.access(state, node[1], True, scope, frozenset(["atomic"]))
        elif kind == "loop":
            visit = state["visit"]
            for x in range(value(node[2], scope), value(node[3], scope)):
                state["visit"] = visit + (x,)
                self.run(node[4], {**scope, node[1]: x}, state)
            state["visit"] = visit
        elif kind == "if":
            name, relation, bound = node[1]
            if RELATIONS[relation](scope[name], value(bound, scope)):
                self.run(node[2], scope, state)
        elif kind == "for":
            self.shared_loop(node, scope, state)
        elif kind == "cyclic":
            for x in range(state["thread"], value(node[2], scope), self.threads):
                self.run(node[3], {**scope, node[1]: x}, state)
        elif kind == "ordered":
            place, number = state["iteration"]
            begin = self.step(state)
            self.run(node[1], scope, state)
            self.ordered.setdefault(place, []).append((number, begin, self.step(state)))
        elif kind == "barrier":
            self.barrier(state)
        elif kind == "sections":
            for number, part in enumerate(node[2]):
                self.chosen([("section", id(node), number) + state["visit"]], part, scope, state)
            if not node[1]:
                self.barrier(state)
        elif kind == "single":
            self.chosen([("single", id(node)) + state["visit"]], node[2], scope, state)
            if not node[1]:
                self.barrier(state)
        elif kind == "master":
            if state["thread"] == 0:
                self.run(node[1], scope, state)
        elif kind == "task":
            self.task(node[1], scope, state)
        elif kind == "taskwait":
            self.step(state)
            for end in state["children"]:
                self.after[end].append(state["node"])
            state["children"] = []
        elif kind == "taskgroup":
            group = []
            state["groups"] = state["groups"] + [group]
            self.run(node[1], scope, state)
            state["groups"] = state["groups"][:-1]
            self.step(state)
            for end in group:
                self.after[end].append(state["node"])
        else:
            raise ValueError(kind)

    def reaches(self, start, goal):
        seen, waiting = {start}, [start]
        while waiting:
            for following in self.after[waiting.pop()]:
                if following == goal:
                    return True
                if following not in seen:
                    seen.add(following)
                    waiting.append(following)
        return False

    def race(self):
        """Two conflicting accesses whose nodes nothing orders; or None."""
        by_element = {}
        for access in self.accesses:
            by_element.setdefault(access[1], []).append(access)
        for accesses in by_element.values():
            for x, y in itertools.combinations(accesses, 2):
                if ((x[2] or y[2]) and not x[3] & y[3] and x[0] != y[0]
                        and not self.reaches(x[0], y[0]) and not self.reaches(y[0], x[0])):
                    return x, y
        return None


def decide(x, y):
    """Which thread must own which key, so that both accesses happen; None if that is impossible."""
    given = {}
    for access in (x, y):
        for key in access[4]:
            owner = key[1] if key[0] == "fixed" else access[5]
            if owner != access[5] or given.setdefault(key, access[5]) != access[5]:
                return None
    return given


def has_race(body, n, threads):
    everything = Execution(body, n, threads, None)
    tried = set()
    by_element = {}
    for access in everything.accesses:
        by_element.setdefault(access[1], set()).add(access[1:])
    for accesses in by_element.values():
        for x, y in itertools.combinations_with_replacement(sorted(accesses, key=repr), 2):
            if not (x[1] or y[1]) or x[2] & y[2]:
                continue
            given = decide((0,) + x, (0,) + y)
            if given is None or frozenset(given.items()) in tried:
                continue
            tried.add(frozenset(given.items()))
            # keys that the two accesses leave open go to one thread; each thread is tried
            for other in range(threads):
                def owner(key, given=given, other=other):
                    return key[1] if key[0] == "fixed" else given.get(key, other)
                if Execution(body, n, threads, owner).race():
                    return True
    return False


# ---- the prover ----

def prove(path):
    done = command.raceproof("prove", "--format=json", "--quiet", "--timeout=30", path, limit=100)
    if done.returncode not in (0, 66, 67):
        return "failed", f"status {done.returncode}: {done.stdout}{done.stderr}"
    report = json.loads(done.stdout)
    if len(report["regions"]) != 1:
        return "failed", "not one region"
    return report["regions"][0]["verdict"], report


def check(seed, directory):
    body = Generator(seed).team([], 0)
    path = directory / f"random_{seed}.c"
    path.write_text(to_c(body), encoding="utf-8")
    verdict, report = prove(path)
    if verdict == "failed":
        return verdict, report
    if verdict == "race":
        for pair in report["pairs"]:
            if pair["status"] != "race":
                continue
            n, threads = pair["params"].get("n", 1), pair["params"].get("threads", 1)
            if n > 12 or threads > 5:
                return verdict, None
            if not has_race(body, n, threads):
                return verdict, f"no execution has a race for n={n}, threads={threads}"
        return verdict, None
    for threads in range(1, MOST_THREADS + 1):
        for n in range(MOST_N + 1):
            if verdict == "proved" and has_race(body, n, threads):
                return verdict, f"an execution has a race for n={n}, threads={threads}"
    return verdict, report["regions"][0]["reason"] if verdict == "undecided" else None


def main():
    parser = campaign.parser(__doc__, 100)
    parser.add_argument("-k", action="store_true")
    options = parser.parse_args()
    counts, problems = {}, 0
    with tempfile.TemporaryDirectory() as name:
        for seed in campaign.seeds_of(options):
            directory = pathlib.Path("." if options.k else name)
            verdict, problem = check(seed, directory)
            counts[verdict] = counts.get(verdict, 0) + 1
            if verdict == "undecided":
                print(f"seed {seed}: undecided: {problem}")
            elif problem:
                problems += 1
                print(f"seed {seed}: {verdict}, but {problem}")
            if options.k and not problem:
                (directory / f"random_{seed}.c").unlink()
    campaign.print_sum(options, problems, "".join(f", {count} {word}" for word, count in sorted(counts.items())))
    return 1 if problems or counts.get("undecided", 0) * 20 > options.programs else 0


if __name__ == "__main__":
    sys.exit(main())
