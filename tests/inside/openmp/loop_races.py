"""Which bytes of a program of random_loop.py race: an interpreter executes the program.

It knows for each strand, a stretch of one task without synchronisation, which bytes the strand reads and writes, and which strands
are ordered.
"""
import random_loop
from random_loop import SELECTION, SIZES, count_of, index_value, is_simd, side_count, values_of, walk_values


class TooLarge(Exception):
    pass


class Leave(Exception):
    pass


class Strand:
    def __init__(self, before):
        self.before = before                                      # those that are over when it begins
        self.touched = {}                                         # (object, kind, is locked): bytes


class Races:
    """{object: bytes}, of those that race for sure, and of those that may."""

    def __init__(self):
        self.certain, self.possible = {}, {}

    def add(self, one, other, names):
        """Those of two sets of accesses, as a strand has them, that nothing orders."""
        for name, some, more in merge(one, other, names):
            for found, mask in ((self.certain, some), (self.possible, more)):
                if mask:
                    found[name] = found.get(name, 0) | mask


class Task:
    def __init__(self, machine, before):
        self.machine = machine
        self.ends = []                                            # of its children
        self.depends = {}                                         # of its children: number: last outs, ins since
        self.is_locked = False
        self.advance(before)

    def advance(self, before):
        self.machine.strands.append(Strand(before))
        self.bit = 1 << len(self.machine.strands) - 1
        self.strand = self.machine.strands[-1]
        if len(self.machine.strands) > 300:
            raise TooLarge

    def now(self):
        return self.strand.before | self.bit


class Machine:
    def __init__(self, program):
        self.objects = {thing["name"]: thing for thing in program["objects"]}
        self.strands = []
        self.simd_races = Races()                                 # between iterations of one simd loop
        self.execute(program["body"], {}, Task(self, 0))

    def execute(self, body, env, task):
        for node in body:
            getattr(self, "do_" + node["kind"])(node, env, task)

    # ---- accesses ----

    def touch(self, task, name, offset, size, kind):
        assert 0 <= offset <= self.objects[name]["element"] * count_of(self.objects[name]) - size
        key = name, kind, task.is_locked
        touched = task.strand.touched
        touched[key] = touched.get(key, 0) | ((1 << size) - 1) << offset

    def access(self, node, env, task, kind):
        thing = self.objects[node["object"]]
        at = 0
        for index, count in zip(node["index"], thing["dims"]):
            value = index_value(index, env, node.get("shift", 0))
            assert 0 <= value < count
            at = at * count + value
        offset, size = at * thing["element"], thing["element"]
        if "member" in node:
            member = thing["members"][node["member"]]
            offset, size = offset + member["at"], SIZES[member["type"]]
        size = SIZES[node["wide"]] if "wide" in node else size
        self.touch(task, node["object"], offset, size, kind)

    def do_line(self, node, env, task):
        for one in node["accesses"]:
            if "from" in one:
                # what is copied may be overwritten before anyone looks: then compilers need not read it
                self.access(one["from"], env, task, "maybe")
            self.access(one, env, task, "read" if one["how"] == "read" else "write")

    # ---- control ----

    def do_loop(self, node, env, task):
        if is_simd(node):
            self.do_simd(node, env, task)
            return
        for value in values_of(node, env):
            inner = dict(env, **{node["var"]: value})
            try:
                self.execute(node["body"], inner, task)
            except Leave as leave:
                if leave.args[0] == "break":
                    break

    def do_simd(self, node, env, task):
        """Without safelen all iterations may execute at the same time [OpenMP 5.1, 2.11.5.1]; each has its copy of the reduction's
        variable, and nothing else is its own."""
        touched = task.strand.touched
        earlier = {}                                              # by all iterations before
        for value in values_of(node, env):
            task.strand.touched = {}
            self.execute(node["body"], dict(env, **{node["var"]: value}), task)
            self.simd_races.add(earlier, task.strand.touched, self.objects)
            unite(earlier, task.strand.touched)
        unite(touched, earlier)
        task.strand.touched = touched

    def do_walk(self, node, _env, task):
        thing = self.objects[node["object"]]
        for at in walk_values(node, thing):
            self.touch(task, node["object"], at * thing["element"], thing["element"],
                       "write" if node["write"] else "read")

    def do_merge(self, node, _env, task):
        done, out = [0, 0], 0
        while done[0] < node["sides"][0]["count"] and done[1] < node["sides"][1]["count"]:
            if node["leave"] is not None and SELECTION[(node["shift"] + out + 5) & 63] >= node["leave"]:
                break
            chosen = 0 if SELECTION[(node["shift"] + out) & 63] > node["over"] else 1
            for i, side in enumerate(node["sides"]):
                if node["both"] or i == chosen:
                    self.touch_side(task, node, side, done[i], "read")
            if node["out"]:
                self.touch_side(task, node, node["out"], out, "write")
            done[chosen] += 1
            out += 1

    def touch_side(self, task, node, side, number, kind):
        thing = self.objects[side["object"]]
        at = side["lo"] + (side_count(node, side) - 1 - number if node["down"] else number)
        self.touch(task, side["object"], at * thing["element"], thing["element"], kind)

    def is_selected(self, node, env):
        return SELECTION[(sum(env[name] for name in node["at"]) + node["shift"]) & 63] > node["over"]

    def do_if(self, node, env, task):
        if self.is_selected(node, env):
            self.execute(node["body"], env, task)

    def do_leave(self, node, env, _task):
        if self.is_selected(node, env):
            raise Leave(node["how"])

    def do_call(self, node, env, task):
        if node["how"] == "access":
            self.access(node["access"], env, task, node["access"]["how"])

    def do_atomic(self, _node, _env, _task):
        pass

    def do_critical(self, node, env, task):
        task.is_locked = True
        self.execute(node["body"], env, task)
        task.is_locked = False

    # ---- tasks ----

    def do_task(self, node, env, task):
        before = task.now()
        for how, number in node["depends"]:
            outs, ins = task.depends.get(number, (0, 0))
            before |= outs if how == "in" else outs | ins
        child = Task(self, before)
        self.execute(node["body"], env, child)
        end = child.now()
        task.ends.append(end)
        for how, number in node["depends"]:
            outs, ins = task.depends.get(number, (0, 0))
            task.depends[number] = (outs, ins | end) if how == "in" else (end, 0)
        task.advance(task.now())

    def do_taskwait(self, _node, _env, task):
        before = task.now()
        for end in task.ends:
            before |= end
        task.ends = []
        task.advance(before)


def unite(touched, more):
    """Adds the accesses MORE to TOUCHED."""
    for key, mask in more.items():
        touched[key] = touched.get(key, 0) | mask


def merge(one, other, names):
    """{object: bytes} that race of two strands that are not ordered."""
    for name in names:
        for locked, its_locked in ((False, False), (False, True), (True, False)):
            reads, its_reads = one.get((name, "read", locked), 0), other.get((name, "read", its_locked), 0)
            writes, its_writes = one.get((name, "write", locked), 0), other.get((name, "write", its_locked), 0)
            maybe, its_maybe = one.get((name, "maybe", locked), 0), other.get((name, "maybe", its_locked), 0)
            certain = writes & (its_writes | its_reads) | reads & its_writes
            yield name, certain, certain | writes & its_maybe | maybe & its_writes


def races(program):
    """{object: bytes}, of those that race for sure, and of those that may."""
    machine = Machine(program)
    found, strands = machine.simd_races, machine.strands
    for i, later in enumerate(strands):
        if not later.touched:
            continue
        for k, earlier in enumerate(strands[:i]):
            if not later.before >> k & 1 and earlier.touched:
                found.add(earlier.touched, later.touched, machine.objects)
    return found.certain, found.possible


def make(seed):
    """The program of a seed: not too large, and every other without races."""
    for attempt in range(1000):
        program = random_loop.Maker(f"{seed} {attempt}").program()
        try:
            _, possible = races(program)
        except TooLarge:
            continue
        if bool(possible) == bool(seed % 2) and any(strand.touched for strand in Machine(program).strands):
            return program
    raise ValueError(f"no program for seed {seed}")
