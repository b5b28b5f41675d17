"""Random programs of loops over arrays, in tasks: how they are made, and which bytes race.

A program has objects and a body, which the one thread of a `single` executes. Nodes are dictionaries, with a kind:

  task       body, depends
  taskwait
  loop       var, type, form, lo, hi, step, simd, body: one of the FORMS
  walk       object, type, form, lo, hi, step, write: by a pointer
  merge      sides, out, down, both, over, shift, leave: by pointers of which one moves on each time; LEAVE: how large a
             selected number has to be for leaving the loop before the accesses
  line       accesses: all on one line
  if         at, over, body: by what is in an array that nobody writes
  leave      at, over, how: break or continue
  call       how, access: of a function that is not inlined
  atomic     of a counter
  critical   body

Indices are sums of products of loop variables, and stay in bounds: a loop's bounds and the values that they are made
of at run time are known here.
"""
import itertools
import random

SIZES = {"char": 1, "short": 2, "int": 4, "long": 8, "double": 8, "__int128": 16}
UNSIGNED = ("unsigned", "unsigned char", "size_t")
RUN_VALUES = (0, 1, 2, 3, 5, 7, 8, 11)
SELECTION = [(7 * i * i + 3 * i + i // 3) % 8 for i in range(64)]
FORMS = ("for", "for", "for", "le", "ne", "while", "do", "down", "udown")
DEPENDS = 2
MOST_TASKS = 24


# ---- objects ----

def make_object(chooser, number):
    kind = chooser.choice(("global", "global", "heap", "struct", "grid", "local"))
    thing = {"name": f"{'ghstl'[('global', 'heap', 'struct', 'grid', 'local').index(kind)]}{number}", "kind": kind}
    thing["type"] = chooser.choice(("char", "short", "int", "int", "long", "double", "__int128"))
    if kind == "grid":
        thing["dims"] = [chooser.randrange(4, 14), chooser.randrange(4, 30)]
    else:
        thing["dims"] = [chooser.choice((24, 40, 65, 120, 260))]
    if kind == "struct":
        types = [chooser.choice(("char", "short", "int", "long", "double")) for _ in range(chooser.randrange(2, 4))]
        thing["is_packed"] = chooser.randrange(4) == 0
        thing["members"], at, widest = [], 0, 1
        for i, type_ in enumerate(types):
            size = SIZES[type_]
            if not thing["is_packed"]:
                at, widest = -(-at // size) * size, max(widest, size)
            thing["members"].append({"name": "xyz"[i], "type": type_, "at": at})
            at += size
        thing["element"] = -(-at // widest) * widest
    else:
        thing["element"] = SIZES[thing["type"]]
    return thing


def make_array(chooser, number):
    type_ = chooser.choice(("char", "short", "int", "long"))
    return {"name": f"g{number}", "kind": "global", "type": type_, "dims": [24], "element": SIZES[type_]}


def count_of(thing):
    return thing["dims"][0] * (thing["dims"][1] if len(thing["dims"]) > 1 else 1)


# ---- making ----

def value_of(bound, env):
    result = bound["const"]
    if bound.get("var"):
        result += bound["coef"] * env[bound["var"]]
    if "run" in bound:
        result += RUN_VALUES[bound["run"]]
    return result


def values_of(loop, env):
    """Those of a loop's variable."""
    low, high, step = value_of(loop["lo"], env), value_of(loop["hi"], env), loop["step"]
    form = loop["form"]
    if form == "le":
        return list(range(low, high + 1, step))
    if form == "down":
        return list(range(high - 1, low - 1, -step))
    if form == "udown":
        return list(range(high - 1, low - 1, -1))
    if form == "do":
        return [low] + list(range(low + step, high, step))
    return list(range(low, high, step))


class Maker:
    def __init__(self, seed):
        self.chooser = random.Random(f"loops {seed}")
        self.objects = [make_object(self.chooser, i) for i in range(self.chooser.randrange(1, 5))]
        self.names = itertools.count()
        self.tasks = 0
        self.types = {}       # of loop variables
        # in many programs tasks keep to parts of the arrays, or read only
        self.style = self.chooser.choice(("any", "any", "parts", "reads", "rare", "search"))
        if self.style == "search":
            self.objects = [make_array(self.chooser, i) for i in range(self.chooser.randrange(1, 3))]
        self.part = 0

    def chance(self, one_in):
        return self.chooser.randrange(one_in) == 0

    def bound(self, envs, is_high):
        variables = list(envs[0]) if envs else []
        bound = {"const": self.chooser.randrange(0, 10) if is_high else self.chooser.choice((0, 0, 0, 1, 2, 3))}
        if variables and self.chance(3):
            bound["var"], bound["coef"] = self.chooser.choice(variables), self.chooser.choice((1, 1, 1, 2, -1))
        if self.chance(2) or is_high:
            if not self.chance(4):
                bound["run"] = self.chooser.randrange(len(RUN_VALUES))
                bound["const"] = self.chooser.choice((0, 0, 1, -1)) if is_high else 0
        return bound

    def loop(self, envs, depth):
        for _ in range(50):
            loop = {"kind": "loop", "var": f"i{next(self.names)}", "form": self.chooser.choice(FORMS),
                    "type": self.chooser.choice(("int", "int", "int", "unsigned", "long", "size_t", "unsigned char",
                                                 "signed char", "short")),
                    "lo": self.bound(envs, False), "hi": self.bound(envs, True),
                    "step": self.chooser.choice((1, 1, 1, 2, 3))}
            if loop["form"] in ("ne", "udown"):
                loop["step"] = 1
            if not envs and self.chance(2) and "var" not in loop["hi"]:
                loop["hi"]["const"] += self.chooser.choice((0, 10, 30))
            bounds = [value_of(loop[side], env) for env in envs for side in ("lo", "hi")]
            is_backwards = any(value_of(loop["lo"], env) > value_of(loop["hi"], env) for env in envs)
            if loop["type"] in UNSIGNED and (loop["form"] == "down" or any(value < 0 for value in bounds)):
                loop["type"] = "int"
            if loop["form"] in ("ne", "udown") and is_backwards:
                continue
            inside = [dict(env, **{loop["var"]: value}) for env in envs for value in values_of(loop, env)]
            if len(inside) > 700 or any(abs(value) > 100 for value in bounds):
                continue
            self.types[loop["var"]] = loop["type"]
            loop["body"] = self.body(inside or [], depth + 1, loop)
            loop["simd"] = loop["type"] in ("int", "long") and "run" in loop["hi"] and self.chance(2)
            if not inside:
                loop["body"] = loop["body"] or [{"kind": "call", "how": "loud"}]
            return loop
        return self.line(envs)

    def walk(self):
        plain = [thing for thing in self.objects if thing["kind"] not in ("struct", "grid")]
        thing = self.chooser.choice(plain or [None])
        if not thing:
            return {"kind": "call", "how": "loud"}
        count = thing["dims"][0]
        low = self.chooser.randrange(0, count)
        return {"kind": "walk", "object": thing["name"], "var": f"p{next(self.names)}", "lo": low,
                "run": self.chooser.randrange(len(RUN_VALUES)), "step": self.chooser.choice((1, 1, 2, 3)),
                "form": self.chooser.choice(("<", "!=", "down")), "write": self.chance(2)}

    def search(self):
        """A loop that is left somewhere, and accesses elements before and behind that."""
        down = self.chance(3)
        loop = {"kind": "loop", "var": f"i{next(self.names)}", "form": "down" if down else self.chooser.choice(FORMS[:7]),
                "type": self.chooser.choice(("int", "long")), "lo": {"const": self.chooser.randrange(4)},
                "hi": {"const": 3, "run": self.chooser.randrange(2, len(RUN_VALUES))},
                "step": self.chooser.choice((1, 1, 1, 2)), "simd": False}
        if loop["form"] == "ne":
            loop["step"] = 1
        self.types[loop["var"]] = loop["type"]
        envs = [{loop["var"]: value} for value in values_of(loop, {})]
        loop["body"] = [self.search_line(loop["var"]) for _ in range(self.chooser.randrange(1, 4))]
        for _ in range(self.chooser.randrange(1, 3)):
            at = self.chooser.randrange(len(loop["body"]) + 1)
            loop["body"].insert(at, self.leave(envs, loop, "continue" if self.chance(5) else "break"))
        if self.chance(4):
            at = self.chooser.randrange(len(loop["body"]))
            if loop["body"][at]["kind"] == "line":
                loop["body"][at] = dict(self.selection(envs), kind="if", body=[loop["body"][at]])
        return loop

    def search_line(self, variable):
        one = {"object": self.chooser.choice(self.objects)["name"],
               "how": self.chooser.choice(("read", "read", "write", "update")),
               "index": [{"terms": [[1, variable]], "off": self.chooser.choice((0, 0, 0, 1, 2)), "form": "plain"}]}
        return {"kind": "line", "accesses": [one], "number": next(self.names)}

    def side(self):
        """Some elements of an array, how many is known at run time."""
        plain = [thing for thing in self.objects if thing["kind"] not in ("struct", "grid")]
        thing = self.chooser.choice(plain or [None])
        if not thing:
            return None
        count, run = thing["dims"][0], self.chooser.randrange(len(RUN_VALUES))
        return {"object": thing["name"], "var": f"p{next(self.names)}", "run": run, "count": RUN_VALUES[run],
                "lo": self.chooser.randrange(0, count - max(RUN_VALUES) + 1)}

    def merge(self):
        sides, out = [self.side(), self.side()], self.side()
        if not out:
            return {"kind": "call", "how": "loud"}
        most = self.dims_of(out["object"]) - sum(side["count"] for side in sides)
        is_written = not self.chance(4) and most >= 0 and self.style in ("any", "parts")
        out["lo"] = min(out["lo"], max(most, 0))
        return {"kind": "merge", "sides": sides, "out": out if is_written else None, "down": self.chance(3),
                "both": not self.chance(3), "over": self.chooser.randrange(0, 8), "shift": self.chooser.randrange(64),
                "leave": self.chooser.randrange(4, 8) if self.chance(3) else None}

    def dims_of(self, name):
        return next(thing["dims"][0] for thing in self.objects if thing["name"] == name)

    # ---- accesses ----

    def index(self, envs, count, slot):
        """Of so many elements; those of a part, if tasks keep to parts."""
        low, high = 0, count
        if self.style == "parts" and slot == 0:
            low, high = count * (self.part % 3) // 3, count * (self.part % 3 + 1) // 3
        variables = list(envs[0]) if envs else []
        for attempt in range(30):
            chosen = self.chooser.sample(variables, min(len(variables), self.chooser.choice((0, 1, 1, 2, 2, 3))))
            limit = 1 if attempt > 15 else 4
            terms = [[self.chooser.choice([coef for coef in (1, 1, 1, -1, 2, 3, -2, 4) if abs(coef) <= limit]), name]
                     for name in chosen]
            if variables and not chosen and attempt < 5 and not self.chance(3):
                continue
            found = {sum(coef * env[name] for coef, name in terms) for env in envs} or {0}
            spare = (high - low) - (max(found) - min(found) + 1)
            if spare < 0:
                continue
            more = self.chooser.randrange(spare + 1) if self.chance(2) else min(spare, self.chooser.randrange(4))
            return {"terms": terms, "off": low - min(found) + more, "form": self.index_form(terms)}
        if self.chance(2) and variables and low == 0:
            name = self.chooser.choice(variables)
            return {"terms": [[self.chooser.choice((1, 2, 5)), name]], "off": 20, "form": "mod", "count": high}
        return {"terms": [], "off": self.chooser.randrange(low, high), "form": "plain"}

    def index_form(self, terms):
        types = {self.types[name] for _, name in terms}
        is_mixed = "unsigned" in types and types & {"long", "size_t"}
        return "long" if is_mixed or self.chance(3) else "plain"

    def access(self, envs, how=None):
        thing = self.chooser.choice(self.objects)
        wide = {}
        if thing["type"] == "char" and len(thing["dims"]) == 1 and thing["kind"] != "struct" and self.chance(2):
            wide = {"wide": self.chooser.choice(("short", "int", "long"))}
        spare = SIZES[wide["wide"]] - 1 if wide else 0
        index = [self.index(envs, count - spare, slot) for slot, count in enumerate(thing["dims"])]
        if not how:
            how = self.chooser.choice(("read", "read", "write", "write", "update"))
            if (self.style == "reads" and not self.chance(8)) or (self.style == "rare" and not self.chance(3)):
                how = "read"
        node = dict(wide, object=thing["name"], how=how, index=index)
        if thing["kind"] == "struct":
            node["member"] = self.chooser.randrange(len(thing["members"]))
        return node

    def near(self, node):
        """Another access of the same object, some elements on, where that is in bounds for sure."""
        other = {key: value for key, value in node.items() if key != "index"}
        other["index"] = [dict(index) for index in node["index"]]
        other["shift"] = self.chooser.choice((1, 1, 2, -1))
        other["how"] = self.chooser.choice(("read", "read", node["how"]))
        return other

    def line(self, envs):
        accesses = [self.access(envs)]
        if self.chance(3):
            accesses.append(self.near(accesses[0]) if self.chance(2) else self.access(envs))
        if self.chance(5):
            accesses[0]["how"] = "write" if self.style not in ("reads", "rare") else "read"
            source = self.access(envs, "read")
            if accesses[0]["how"] == "write" and "wide" not in source and "wide" not in accesses[0]:
                accesses[0]["from"] = source
        accesses = [one for one in accesses if self.is_inside(one, envs)]
        return {"kind": "line", "accesses": accesses, "number": next(self.names)}

    def is_inside(self, node, envs):
        thing = next(thing for thing in self.objects if thing["name"] == node["object"])
        for env in envs or [None]:
            if env is None and any(index["terms"] for index in node["index"]):
                continue
            spare = SIZES[node["wide"]] - 1 if "wide" in node else 0
            for index, count in zip(node["index"], thing["dims"]):
                if not 0 <= index_value(index, env or {}, node.get("shift", 0)) < count - spare:
                    return False
        return True

    # ---- statements ----

    def selection(self, envs):
        variables = list(envs[0]) if envs else []
        return {"at": [self.chooser.choice(variables)] if variables else [], "shift": self.chooser.randrange(20),
                "over": self.chooser.randrange(1, 7)}

    def statement(self, envs, depth, loop):
        kind = self.chooser.randrange(40)
        if depth < 3 and kind < (12 if depth == 0 else 10):
            return self.loop(envs, depth)
        if kind < 27:
            return self.line(envs)
        if kind < 30 and depth:
            return dict(self.selection(envs), kind="if", body=[self.line(envs)])
        if kind < 31 and depth:
            return self.leave(envs, loop, self.chooser.choice(("break", "continue")))
        if kind < 32:
            return {"kind": "call", "how": self.chooser.choice(("quiet", "loud"))}
        if kind < 33:
            node = self.access(envs, "write" if self.style in ("any", "parts") else "read")
            return {"kind": "call", "how": "access", "access": node, "number": next(self.names)}
        if kind < 34:
            return {"kind": "atomic"}
        if kind < 35:
            return {"kind": "critical", "body": [self.line(envs)]}
        if kind < 36:
            return {"kind": "taskwait"}
        if kind < 37 and len(envs) <= 6 and self.tasks < MOST_TASKS:
            return self.task(envs, depth)
        if kind < 39 and depth < 2:
            return self.merge() if self.chance(2) else self.walk()
        return self.line(envs)

    def body(self, envs, depth, loop=None):
        body = [self.statement(envs, depth, loop) for _ in range(self.chooser.choice((1, 1, 1, 2, 2, 3)))]
        if loop and self.chance(4):
            body.insert(self.chooser.randrange(len(body) + 1), self.leave(envs, loop, "break"))
        return body

    def leave(self, envs, loop, how):
        return dict(self.selection(envs), kind="leave", how=how, loop={key: loop[key] for key in ("var", "form", "step")})

    def task(self, envs, depth=0):
        self.tasks += max(len(envs), 1)
        self.part += 1
        depends = []
        if depth == 0 and self.chance(3):
            depends = [[self.chooser.choice(("in", "out", "inout")), number] for number in range(DEPENDS)
                       if self.chance(2)]
        body = [self.search()] if self.style == "search" and not depth else []
        for _ in range(0 if body else self.chooser.choice((1, 1, 2))):
            body.append(self.line(envs) if depth >= 3 else self.merge() if self.chance(5) else self.loop(envs, depth))
        return {"kind": "task", "depends": depends, "body": body}

    def program(self):
        body = []
        for _ in range(self.chooser.randrange(2, 5)):
            body.append(self.task([{}]))
            if self.chance(4):
                body.append({"kind": "taskwait"})
            if self.chance(8):
                self.part += 1
                body.append(self.loop([{}], 0))
        return {"objects": self.objects, "body": body, "types": self.types}


def index_value(index, env, shift=0):
    value = sum(coef * env[name] for coef, name in index["terms"]) + index["off"] + shift
    return value % index["count"] if index["form"] == "mod" else value


# ---- the interpreter ----

class TooLarge(Exception):
    pass


class Leave(Exception):
    pass


class Strand:
    def __init__(self, before):
        self.before = before                                      # those that are over when it begins
        self.touched = {}                                         # (object, kind, is locked): bytes


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
        for value in values_of(node, env):
            inner = dict(env, **{node["var"]: value})
            try:
                self.execute(node["body"], inner, task)
            except Leave as leave:
                if leave.args[0] == "break":
                    break

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


def walk_values(node, thing):
    count = thing["dims"][0]
    high = min(count, node["lo"] + RUN_VALUES[node["run"]] * node["step"])
    high = node["lo"] + (high - node["lo"]) // node["step"] * node["step"]
    values = list(range(node["lo"], high, node["step"]))
    return values[::-1] if node["form"] == "down" else values


def side_count(node, side):
    return sum(one["count"] for one in node["sides"]) if side is node["out"] else side["count"]


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
    strands = Machine(program).strands
    names = [thing["name"] for thing in program["objects"]]
    certain, possible = {}, {}
    for i, later in enumerate(strands):
        if not later.touched:
            continue
        for k, earlier in enumerate(strands[:i]):
            if later.before >> k & 1 or not earlier.touched:
                continue
            for name, some, more in merge(earlier.touched, later.touched, names):
                if some:
                    certain[name] = certain.get(name, 0) | some
                if more:
                    possible[name] = possible.get(name, 0) | more
    return certain, possible


def make(seed):
    """The program of a seed: not too large, and every other without races."""
    for attempt in range(1000):
        program = Maker(f"{seed} {attempt}").program()
        try:
            _, possible = races(program)
        except TooLarge:
            continue
        if bool(possible) == bool(seed % 2) and any(strand.touched for strand in Machine(program).strands):
            return program
    raise ValueError(f"no program for seed {seed}")
