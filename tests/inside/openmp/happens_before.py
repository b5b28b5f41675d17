"""The races of a random program (random_program.py), from the specification of OpenMP.

The program is followed thread by thread and task by task. Each access, and each beginning and end of a task or of a
locked section, is a node of a graph. Its edges are the orders of the specification. Two conflicting accesses race if
there is no path between them and no lock excludes them.

Some pieces of work may be executed by any thread: an iteration of a loop without a schedule clause or with a guided
schedule, a chunk of a dynamic loop, a section, a single. Each of them is a strand of its own, after the last barrier of
the team and before the next. That is right for pairs: if there are two threads, two such strands, or one such strand and
the code of a certain thread, can always be executed by different threads, and everything between them by either. For the
same reason only tasks from the same strand are siblings.

A static schedule gives a thread its part of a loop. Loops with chunk sizes, and loops with the same number of iterations
and no chunk size, give a thread the same part: they are a class. Nothing says which part of another class a thread gets.
The parts of the first class between two barriers are taken as code of the threads with their numbers, as docs/openmp.md
says; a part of any other class is a strand of its own, after the same thread's part of the loop before it in the class.
"""
import collections

from random_program import ACROSS, AROUND, DEFAULT_TEAM, SIZES

MOST_NODES = 3000
EXCLUSIVE = "mutexinoutset"

Access = collections.namedtuple("Access", "node begin end is_write is_atomic tree held outer")
Section = collections.namedtuple("Section", "lock begin end")


class TooLarge(Exception):
    """The program has too many nodes to be followed."""


class Loop:
    """A worksharing loop with ordered iterations: one node for each, which may be made before the nodes that come
    before it."""

    def __init__(self):
        self.ordered = {}         # for each iteration: the end of its ordered region
        self.sources = {}         # for each iteration: its ordered depend(source)


class Team:
    """A team: its barriers so far, and the ends of the tasks for which the next barrier waits."""

    def __init__(self, size, fork):
        self.size = size
        self.starts = [fork]      # for each phase, its start: the barrier before it
        self.pending = []         # for each phase: the ends of tasks that its barrier waits for
        self.loops = []           # in the order in which every thread comes to them
        self.classes = {}         # for each phase: its first class of static loops
        self.parts = {}           # for each phase, class and thread: the end of the last part

    def wait_for(self, phase, end):
        while len(self.pending) <= phase:
            self.pending.append([])
        self.pending[phase].append(end)


class Strand:
    """Code that is executed in order: an implicit task, a part of one, or an explicit task."""

    def __init__(self, node, team, phase, thread=None):
        self.node, self.team, self.phase, self.thread = node, team, phase, thread
        self.scope, self.local = {}, {}
        self.children = []        # ends of child tasks
        self.siblings = {}        # for each location: [(kind, end)] of child tasks that depend on it
        self.groups = []          # for each taskgroup around the strand: ends of its tasks
        self.is_final = False
        self.loops = 0            # how many loops the thread has come to
        self.held = frozenset()   # locks held at a barrier or around a construct: (lock, which acquisition of it)
        self.common = frozenset() # locks that all threads hold around the construct
        self.outer = frozenset()  # as HELD: what the opener of the team holds while the team runs

    def inner(self, node):
        """A strand inside of this one, in which names mean the same."""
        strand = Strand(node, self.team, self.phase, self.thread)
        strand.scope, strand.local, strand.outer = dict(self.scope), dict(self.local), self.outer
        return strand


class Execution:
    def __init__(self, program, default_team):
        self.program, self.default_team = program, default_team
        self.before = []          # for each node: the nodes directly before it
        self.accesses = {}        # for each object: its accesses; local objects have a number
        self.sections = []
        self.sibling_tables = []  # kept alive, since they are compared by identity
        self.instances = 0        # number of local arrays and strands so far
        self.held = {}            # node -> the locked sections that it is in
        self.loop = None          # the loop that is being followed
        self.iteration = None     # iteration of that loop
        main = Strand(self.new_node(), None, 0)
        main.team = Team(1, main.node)
        self.run(program["body"], main)
        self.reach = self.closure()

    # ---- the graph ----

    def new_node(self, *before):
        if len(self.before) >= MOST_NODES:
            raise TooLarge
        self.before.append(list(before))
        return len(self.before) - 1

    def step(self, strand, *also):
        strand.node = self.new_node(strand.node, *also)
        return strand.node

    def closure(self):
        """For each node, the set of nodes before it, as bits. A barrier's node may be made before the nodes that it
        waits for."""
        after = [[] for _ in self.before]
        missing = [len(before) for before in self.before]
        for node, before in enumerate(self.before):
            for other in before:
                after[other].append(node)
        ready = [node for node, count in enumerate(missing) if not count]
        reach = [0] * len(self.before)
        done = 0
        while ready:
            node = ready.pop()
            done += 1
            reached = reach[node] | 1 << node
            for other in after[node]:
                reach[other] |= reached
                missing[other] -= 1
                if not missing[other]:
                    ready.append(other)
        assert done == len(self.before), "a cycle"
        return reach

    def is_before(self, one, other):
        return self.reach[other] >> one & 1

    # ---- accesses and locks ----

    @staticmethod
    def value(index, scope):
        name, number = index
        return (scope[name] if name else 0) + number

    def location(self, node, strand):
        """The object, and which of its bytes."""
        thing = self.program["objects"][node["object"]]
        key = (node["object"], strand.local.get(node["object"], 0))
        size = SIZES[thing["type"]]
        if "whole" in node:
            return key, 0, thing["count"] * size
        begin = self.value(node["index"], strand.scope) % thing["count"] * size if thing["count"] else 0
        if "byte" in node:
            begin, size = begin + node["byte"], 1
        return key, begin, begin + size

    def access(self, node, strand):
        if self.program["objects"][node["object"]]["storage"] == "threadprivate":
            return
        key, begin, end = self.location(node, strand)
        self.accesses.setdefault(key, []).append(
            Access(self.step(strand), begin, end, node["how"] != "read", node["kind"] == "atomic", node, strand.held,
                   strand.outer))

    def run_access(self, node, strand):
        self.access(node, strand)

    def run_atomic(self, node, strand):
        self.access(node, strand)

    def run_locked(self, node, strand):
        begin = self.step(strand)
        self.run(node["body"], strand)
        self.sections.append(Section(node["lock"], begin, self.step(strand)))

    def run_overlap(self, node, strand):
        first = self.step(strand)
        self.run(node["body"][0]["body"], strand)
        second = self.step(strand)
        self.run(node["body"][1]["body"], strand)
        self.sections.append(Section(node["locks"][0], first, self.step(strand)))
        self.run(node["body"][2]["body"], strand)
        self.sections.append(Section(node["locks"][1], second, self.step(strand)))

    # ---- tasks ----

    def named(self, depends, strand):
        """The locations of depend clauses: [(kind, location)]."""
        result = []
        for depend in depends:
            for number in range(depend["all"]) if "all" in depend else [None]:
                node = dict(depend, index=[None, number]) if number is not None else depend
                result.append((depend["how"], self.location(node, strand)[:2]))
        return result

    @staticmethod
    def predecessors(named, strand):
        """OpenMP 5.2, 15.9.5: the tasks that a depend clause waits for. `in` waits for all except `in`,
        `mutexinoutset` for all except `mutexinoutset`, other kinds for all."""
        result = []
        for kind, location in named:
            for other, end in strand.siblings.get(location, []):
                if kind not in ("in", EXCLUSIVE) or other != kind:
                    result.append(end)
        return result

    def task(self, node, strand, execute, is_undeferred):
        """Follows a child task of the strand. EXECUTE follows its body."""
        named = self.named(node.get("depends", []), strand)
        is_now = is_undeferred or strand.is_final or strand.team.size == 1
        begin = self.new_node(self.step(strand), *self.predecessors(named, strand))
        child = strand.inner(begin)
        child.groups = strand.groups
        child.held = strand.held if is_now else strand.outer     # the creator waits for the child, and keeps its locks
        child.is_final = strand.is_final or "final(1)" in node.get("clauses", [])
        execute(child)
        end = self.step(child)
        for kind, location in named:
            strand.siblings.setdefault(location, []).append((kind, end))
            if kind == EXCLUSIVE:
                self.sibling_tables.append(strand.siblings)
                self.sections.append(Section((id(strand.siblings), location), begin, end))
        strand.children.append(end)
        for group in strand.groups:
            group.append(end)
        strand.team.wait_for(strand.phase, end)
        if is_now:
            self.step(strand, end)

    def run_task(self, node, strand):
        self.task(node, strand, lambda child: self.run(node["body"], child), "if(0)" in node["clauses"])

    def run_taskwait(self, _, strand):
        self.step(strand, *strand.children)

    def run_dependwait(self, node, strand):
        self.step(strand, *self.predecessors(self.named(node["depends"], strand), strand))

    def grouped(self, strand, execute):
        group = []
        strand.groups = strand.groups + [group]
        execute()
        strand.groups = strand.groups[:-1]
        self.step(strand, *group)

    def run_taskgroup(self, node, strand):
        self.grouped(strand, lambda: self.run(node["body"], strand))

    def run_taskloop(self, node, strand):
        def chunk(first):
            def execute(child):
                for number in range(first, first + node["chunk"]):
                    child.scope[node["name"]] = number
                    self.run(node["body"], child)
            return execute

        def create():
            for first in range(0, node["count"], node["chunk"]):
                self.task(node, strand, chunk(first), not node["if"])

        if node["nogroup"]:
            create()
        else:
            self.grouped(strand, create)

    def run_local(self, node, strand):
        self.instances += 1
        before = strand.local
        strand.local = dict(before, **{node["object"]: self.instances})
        self.run_taskgroup(node, strand)
        strand.local = before

    # ---- control ----

    def run(self, body, strand):
        for node in body:
            getattr(self, "run_" + node["kind"])(node, strand)

    def run_loop(self, node, strand):
        for number in range(node["count"]):
            strand.scope[node["name"]] = number
            self.run(node["body"], strand)

    def run_when(self, node, strand):
        if strand.scope[node["name"]] == node["value"]:
            self.run(node["body"], strand)

    def run_call(self, node, strand):
        rest = strand.scope["rest"] - 1 if node["rest"] is None else node["rest"]
        scope, local = strand.scope, strand.local
        strand.scope = {"v": self.value(node["argument"], scope), "rest": rest}
        strand.local = {}
        self.run(self.program["functions"][node["function"]]["body"], strand)
        strand.scope, strand.local = scope, local

    def run_recurse(self, node, strand):
        if strand.scope["rest"] > 0:
            self.run(node["body"], strand)

    # ---- teams ----

    def run_parallel(self, node, strand):
        size = (self.default_team if node["team"] == DEFAULT_TEAM else node["team"]) if node["if"] else 1
        team = Team(size, self.step(strand))
        for thread in range(size):
            member = strand.inner(team.starts[0])
            member.team, member.phase, member.thread = team, 0, thread
            member.held = member.outer = strand.held
            self.run(node["body"], member)
            self.combine(node, member)
            self.barrier(member)
        for phase, ends in enumerate(team.pending):
            self.before[team.starts[phase + 1]] += ends
        self.step(strand, team.starts[-1])

    def barrier(self, strand):
        team = strand.team
        strand.phase += 1
        if len(team.starts) == strand.phase:
            team.starts.append(self.new_node())
        self.before[team.starts[strand.phase]].append(strand.node)
        strand.node = self.new_node(team.starts[strand.phase])

    def combine(self, node, strand):
        """Each thread adds its copy of a reduction variable to the original. These accesses do not race with each
        other."""
        if "reduction" in node:
            self.assign(node, node["reduction"], strand)

    def assign(self, node, name, strand):
        size = SIZES[self.program["objects"][name]["type"]]
        self.accesses.setdefault((name, 0), []).append(
            Access(self.step(strand), 0, size, True, True, node, strand.held, strand.outer))

    def run_barrier(self, _, strand):
        self.barrier(strand)

    def acquired(self, lock):
        """An acquisition of the lock, different from all others."""
        self.instances += 1
        return lock, self.instances

    def held_by_any(self, strand):
        """What the thread holds that executes a unit of a construct, whichever thread of the strand's team that is."""
        return strand.outer | {self.acquired(lock) for lock in strand.common}

    def unit(self, strand, execute):
        """Follows a piece of work that some thread of the team executes, no matter which."""
        if strand.team.size == 1:
            execute(strand)
        elif strand.thread == 0:
            one = strand.inner(self.new_node(strand.team.starts[strand.phase]))
            one.held = self.held_by_any(strand)
            execute(one)
            strand.team.wait_for(strand.phase, one.node)

    def end_share(self, node, strand):
        if not node["nowait"]:
            self.barrier(strand)

    def run_single(self, node, strand):
        self.unit(strand, lambda one: self.run(node["body"], one))
        self.end_share(node, strand)

    def run_sections(self, node, strand):
        for section in node["body"]:
            self.unit(strand, lambda one, section=section: self.run(section["body"], one))
        self.end_share(node, strand)

    def iterations(self, node, numbers, strand):
        """Follows some iterations of a loop, one after the other."""
        for number in numbers:
            strand.scope[node["name"]] = self.iteration = number
            if "inner" in node:
                name, count = node["inner"]
                strand.scope[node["name"]], strand.scope[name] = divmod(number, count)
            self.run(node["body"], strand)
            if "lastprivate" in node and number == node["count"] - 1:
                self.assign(node, node["lastprivate"], strand)

    @staticmethod
    def own_iterations(node, strand):
        """OpenMP 5.2, 11.5.3: the iterations of a static loop that the thread executes. Without a chunk size they are
        blocks of nearly equal size."""
        count, size, thread = node["count"], strand.team.size, strand.thread or 0
        if "," in node["schedule"]:
            chunk = int(node["schedule"].split(",")[1])
            return [number for number in range(count) if number // chunk % size == thread]
        least, more = divmod(count, size)
        first = thread * least + min(thread, more)
        return list(range(first, first + least + (thread < more)))

    def part(self, node, strand):
        """Follows the thread's part of a static loop."""
        team, phase = strand.team, strand.phase
        numbers = self.own_iterations(node, strand)
        kind = "chunks" if "," in node["schedule"] else node["count"]
        if team.size == 1 or team.classes.setdefault(phase, kind) == kind:
            self.iterations(node, numbers, strand)
            return
        key = phase, kind, strand.thread
        one = strand.inner(self.new_node(team.starts[phase], *team.parts.get(key, [])))
        one.held = self.held_by_any(strand)
        self.iterations(node, numbers, one)
        team.wait_for(phase, one.node)
        team.parts[key] = [one.node]

    def run_for(self, node, strand):
        outer = self.loop, self.iteration
        team, strand.loops = strand.team, strand.loops + 1
        if len(team.loops) < strand.loops:
            team.loops.append(Loop())
        self.loop = team.loops[strand.loops - 1]
        if node["schedule"].startswith("static"):
            self.part(node, strand)
        else:
            chunk = int(node["schedule"].split(",")[1]) if node["schedule"].startswith("dynamic,") else 1
            for first in range(0, node["count"], chunk):
                numbers = range(first, min(first + chunk, node["count"]))
                self.unit(strand, lambda one, numbers=numbers: self.iterations(node, numbers, one))
        self.loop, self.iteration = outer
        self.combine(node, strand)
        self.end_share(node, strand)

    def node_of(self, nodes, number):
        if number not in nodes:
            nodes[number] = self.new_node()
        return nodes[number]

    def run_source(self, _, strand):
        node = self.node_of(self.loop.sources, self.iteration)
        self.before[node].append(self.step(strand))

    def run_sink(self, node, strand):
        number = self.iteration - node["distance"]
        if number >= 0:
            self.step(strand, self.node_of(self.loop.sources, number))

    def run_ordered(self, node, strand):
        """Follows an ordered region, which comes after that of the previous iteration."""
        number = self.iteration
        self.step(strand, *([self.node_of(self.loop.ordered, number - 1)] if number else []))
        self.run(node["body"], strand)
        self.before[self.node_of(self.loop.ordered, number)].append(self.step(strand))

    def run_across(self, node, strand):
        first, own, others = (part["body"] for part in node["body"])
        has_lock = strand.thread == node["who"]
        held = strand.held
        strand.held |= {self.acquired(ACROSS)} if has_lock else set()
        self.run(first, strand)
        self.barrier(strand)
        if has_lock:
            self.run(own, strand)
            strand.held = held
        if strand.thread == node["other"]:
            self.run([{"kind": "locked", "lock": ACROSS, "body": others}], strand)
        self.barrier(strand)

    def run_around(self, node, strand):
        """What is in a construct is executed by some thread. It is in the lock if every thread holds it there."""
        held, common = strand.held, strand.common
        if node["who"] is None:
            strand.common = common | {AROUND}
        if node["who"] in (None, strand.thread):
            strand.held = held | {self.acquired(AROUND)}
        self.run(node["body"], strand)
        strand.held, strand.common = held, common

    def run_master(self, node, strand):
        if strand.thread == (node["who"] or 0):
            self.run(node["body"], strand)

    # ---- races ----

    def holders(self, node):
        """The locked sections that a node is in: (lock, section)."""
        return {(section.lock, section) for section in self.sections
                if self.is_before(section.begin, node) and self.is_before(node, section.end)}

    def unordered(self):
        """All pairs of accesses that race unless locks exclude them: (object, first access, second access)."""
        for (name, _), accesses in self.accesses.items():
            for number, one in enumerate(accesses):
                for other in accesses[:number]:
                    if (one.begin < other.end and other.begin < one.end and (one.is_write or other.is_write)
                            and not (one.is_atomic and other.is_atomic)
                            and not self.is_before(one.node, other.node)
                            and not self.is_before(other.node, one.node)):
                        yield name, one, other

    def held_at(self, node):
        if node not in self.held:
            self.held[node] = self.holders(node)
        return self.held[node]

    def is_excluded(self, one, other, counts_outer):
        """Whether locks exclude the accesses; COUNTS_OUTER: also those that the opener of a team holds around it."""
        mine, theirs = (self.held_at(access.node) | (access.held if counts_outer else access.held - access.outer)
                        for access in (one, other))
        return bool(locks_of(mine) & locks_of(theirs) - locks_of(mine & theirs))


def locks_of(held):
    return {lock for lock, _ in held}


def find_races(program, default_team):
    """All pairs of accesses that race, if regions without num_threads have DEFAULT_TEAM threads."""
    execution = Execution(program, default_team)
    return [pair for pair in execution.unordered() if not execution.is_excluded(*pair[1:], True)]


def find_doubtful(program, default_team):
    """All pairs of accesses that do not race only because the opener of a team holds a lock around it. The verifier may
    call them possible races."""
    execution = Execution(program, default_team)
    return [pair for pair in execution.unordered()
            if execution.is_excluded(*pair[1:], True) and not execution.is_excluded(*pair[1:], False)]
