"""Makes random task-parallel C programs, on which the engines are compared.

A program is a tree of statements, made once from a seed; `source` writes trees as C. A failing program is made
smaller by removing statements from its tree. Control does not depend on shared values, so every schedule makes the
same accesses.

Memory consists of objects: globals gN, heap blocks hN and stack arrays sN. A task gets pointers to those objects
of its creator that it may use. Each line that accesses objects names them in a comment, `/* @h3 g1 */`. The
program prints where its objects were, so that an address leads back to a name.

About half of the programs are race-free, and not in trivial ways: most accesses keep to a part of an object that
belongs to the task, and move on to the next part with each join or barrier."""
import random

PARTS = 24                # an object has so many parts for tasks to use, one each
FACTORS = (1, 5, 25)      # loop indices from 0 to 4, up to three of them, are multiplied by these and added to a
                          # part's number
ALL_PARTS = PARTS + 4 * sum(FACTORS)
PART_BYTES = (2, 4, 8, 16)
FIELDS = ("c", "d", "s", "i", "l")
MOST_TASKS = 24

# The constructs that a class of programs has, in addition to finish, async and loops.
CLASSES = {
    "structured": (),
    "isolated": ("isolated",),
    "clocks": ("clock",),
    "mixed": ("isolated", "clock"),
    "nested": ("isolated", "tasks_in_section"),
    "atomics": ("atomic",),
    "futures": ("future",),
    "phasers": ("phaser",),
    "objects": ("isolated", "isolated_on"),
    "regions": ("region",),
    "all": ("isolated", "clock", "atomic", "future", "phaser", "isolated_on", "region"),
}
# Most programs are of the classes for which bags suffice.
WEIGHTS = {"structured": 3, "isolated": 2, "clocks": 2, "mixed": 2}

class Place:
    """The state of the generator at one place: names in scope, and statements that make sense there."""

    def __init__(self, **fields):
        self.objects = []        # (name, is_shareable): is_shareable if children of this body may use it
        self.futures = []
        self.regions = []
        self.iterators = ()      # iterators of the loops around the place, parallel or not
        self.task = 0
        self.phase = 0
        self.depth = 0
        self.in_finish = False   # in a finish of this body
        self.in_loop = False     # in a sequential loop of this body
        self.clocked = False     # registered on a clock, and may register children on it
        self.may_advance = False # registered on a clock, and not in a finish inside the clocked finish
        self.phaser = None       # (name, mode)
        self.times = 1
        self.__dict__.update(fields)

    def inside(self, **changes):
        """The state inside a block of the same body. What the block declares is not in scope outside."""
        fields = dict(self.__dict__, objects=list(self.objects), futures=list(self.futures),
                      regions=list(self.regions), depth=self.depth + 1)
        fields.update(changes)
        return Place(**fields)

    def child(self, number, **changes):
        """The state in the body of a task. It may use the stack arrays of this body only if this body waits for the
        task."""
        shared = [(name, True) for name, is_shareable in self.objects
                  if is_shareable or self.in_finish]
        return self.inside(objects=shared, task=number, regions=[], in_finish=False, in_loop=False,
                           clocked=False, may_advance=False, phaser=None, **changes)


class Generator:
    def __init__(self, seed, kind):
        self.random = random.Random(f"{seed} {kind}")
        self.features = CLASSES[kind]
        self.names = 0
        self.tasks = 0
        self.left = self.random.randint(4, MOST_TASKS)
        self.discipline = self.random.choice((60, 95, 100, 100, 100))
        self.part = self.random.choice(PART_BYTES)
        self.stride = self.random.randint(1, 3)

    def chance(self, percent):
        return self.random.randrange(100) < percent

    def pick(self, things):
        return self.random.choice(list(things))

    def number(self):
        self.names += 1
        return self.names

    def program(self):
        place = Place(objects=[(f"g{i}", True) for i in range(3)] + [("cells", True)])
        body = self.block(place, self.random.randint(3, 6))
        return {"kind": "program", "body": body, "globals": 3, "bytes": ALL_PARTS * self.part}

    # ---- accesses ----

    def object(self, place):
        return self.pick(name for name, _ in place.objects)

    def where(self, place):
        """The number of a part, and [index, factor] pairs that are added to it."""
        if self.chance(self.discipline):
            part = (self.stride * place.task + place.phase) % PARTS
            return part, [[name, factor] for name, factor in zip(place.iterators, FACTORS)]
        return self.random.randrange(PARTS if self.chance(50) else 3), []

    def inside_part(self, width):
        offset = self.random.randint(0, self.part - width)
        return offset if self.chance(15) else offset - offset % width

    def in_bytes(self, place, width):
        part, terms = self.where(place)
        return (part * self.part + self.inside_part(width),
                [[name, factor * self.part] for name, factor in terms])

    def access(self, place):
        how = self.random.randrange(100)
        name = self.object(place)
        if how < 8:
            return self.range_access(place, name)
        if "atomic" in self.features and how < 25:
            return self.atomic(place, name)
        if name == "cells":
            return self.field_access(place)
        width = self.pick(width for width in (1, 2, 4, 8) if width <= self.part)
        offset, terms = self.in_bytes(place, width)
        return {"kind": "access", "object": name, "offset": offset, "terms": terms, "width": width,
                "op": self.pick(("read", "read", "write", "write", "update", "put", "take"))}

    def field_access(self, place):
        index, terms = self.where(place)
        return {"kind": "field", "object": "cells", "field": self.pick(FIELDS), "index": index,
                "terms": terms, "op": self.pick(("read", "write", "update"))}

    def range_access(self, place, name):
        other = self.object(place)
        size = self.random.randint(1, self.part if self.chance(80) else 3 * self.part)
        (to, terms), (source, from_terms) = self.where(place), self.where(place)
        call = self.pick(("memset", "memcpy", "memmove", "memcmp"))
        if call == "memcpy" and name == other:
            call = "memmove"
        in_bytes = [[[index, factor * self.part] for index, factor in some]
                    for some in (terms, from_terms)]
        return {"kind": "range", "call": call, "object": name, "offset": min(to, 20) * self.part,
                "terms": in_bytes[0], "other": other, "from": min(source, 20) * self.part,
                "from_terms": in_bytes[1], "size": size}

    def atomic(self, place, name):
        width = self.pick(width for width in (1, 2, 4, 8) if width <= self.part)
        part, terms = (self.random.randrange(2), []) if self.chance(70) else self.where(place)
        return {"kind": "atomic", "object": name, "offset": part * self.part,
                "terms": [[index, factor * self.part] for index, factor in terms], "width": width,
                "op": self.pick(("load", "store", "add", "exchange"))}

    # ---- statements ----

    def block(self, place, count):
        statements = []
        for _ in range(count):
            statements += self.statement(place)
        return statements

    def simple(self, place):
        return [self.access(place) for _ in range(self.random.randint(1, 2))]

    def statement(self, place):
        """One statement, or a few that belong together."""
        kinds = ["simple"] * 5 + ["declare", "free", "call"]
        kinds += ["when"] * 3 if any(name[0] == "i" for name in place.iterators) else []
        may_loop = len(place.iterators) < len(FACTORS)
        kinds += ["loop"] if may_loop else []
        if place.depth < 7 and self.left >= place.times:
            kinds += ["finish"] * 3 + ["async"] * 4
            kinds += ["forall"] * 2 if may_loop else []
            kinds += ["forasync"] * 2 if may_loop and not place.in_loop else []
            kinds += [name for name in ("future", "phaser", "clock", "region")
                      if name in self.features for _ in range(4)]
        if place.may_advance:
            kinds += ["advance"] * 2
        if place.clocked:
            kinds += ["advance"] * 5 + (["clocked_async"] * 4 if self.left >= place.times else [])
        if place.phaser:
            kinds += ["phaser_op"] * 6
        if place.futures:
            kinds += ["get"] * 4
        if place.regions:
            kinds += ["post"] * 3 + ["await"] * 2
        if "isolated" in self.features:
            kinds += ["isolated"] * 4
        return getattr(self, "make_" + self.pick(kinds))(place)

    def make_simple(self, place):
        return self.simple(place)

    def make_declare(self, place):
        on_stack = self.chance(40)
        name = ("s" if on_stack else "h") + str(self.number())
        place.objects.append((name, not on_stack))
        return [{"kind": "stack" if on_stack else "malloc", "object": name,
                 "clear": self.chance(30)}] + self.simple(place)

    def make_free(self, place):
        """Frees only what this block declared, so that nothing behind the block uses it."""
        own = [name for name, _ in place.objects[place.__dict__.get("inherited", 0):]
               if name[0] == "h"]
        if not own or place.in_loop:
            return self.simple(place)
        name = self.pick(own)
        place.objects = [entry for entry in place.objects if entry[0] != name]
        return [{"kind": "free", "object": name, "churn": self.chance(30)}]

    def make_loop(self, place):
        name = f"k{self.number()}"
        inner = self.enter(place.inside(in_loop=True, iterators=place.iterators + (name,),
                                        times=2 * place.times))
        return [{"kind": "loop", "iterator": name, "count": 2,
                 "body": self.block(inner, self.random.randint(1, 2))}]

    def make_when(self, place):
        """Statements for some of the iterations of a parallel loop around the place."""
        modulus = self.random.randint(2, 3)
        inner = self.enter(place.inside())
        return [{"kind": "when", "tested": self.pick(name for name in place.iterators if name[0] == "i"),
                 "modulus": modulus, "rest": self.random.randrange(modulus),
                 "body": self.block(inner, self.random.randint(1, 2))}]

    def make_call(self, place):
        """A part of the body as a function of its own, with its own stack frame."""
        inner = place.inside(in_finish=False, in_loop=False, regions=[],
                             objects=[(name, is_shareable or place.in_finish)
                                      for name, is_shareable in place.objects])
        inner = self.enter(inner)
        inner.clocked = inner.may_advance = False
        inner.phaser = None
        return [{"kind": "call", "body": self.block(inner, self.random.randint(1, 3))}]

    @staticmethod
    def enter(place):
        place.inherited = len(place.objects)
        return place

    def enter_finish(self, place):
        return self.enter(place.inside(in_finish=True, clocked=False, phaser=None,
                                       may_advance=place.clocked or place.may_advance))

    def task(self, place, copies=1, **changes):
        self.left -= copies * place.times
        self.tasks += 1
        return self.enter(place.child(self.tasks, times=copies * place.times, **changes))

    def make_async(self, place):
        body = self.block(self.task(place), self.random.randint(1, 3))
        return [{"kind": "async", "body": body}]

    def make_finish(self, place):
        inner = self.enter_finish(place)
        body = []
        for _ in range(self.random.randint(1, 3)):
            body += self.make_async(inner) if self.chance(60) else self.statement(inner)
        place.phase += 1
        return [{"kind": "finish", "body": body}] + self.simple(place)

    def loop_task(self, place, kind):
        count = self.pick((2, 3, 3, 4, 5))
        name = f"i{self.number()}"
        outer = place if kind == "forasync" else place.inside(in_finish=True)
        inner = self.task(outer, count, iterators=place.iterators + (name,))
        body = self.block(inner, self.random.randint(1, 2))
        return {"kind": kind, "iterator": name, "count": count, "body": body,
                "chunk": self.random.randint(2, 3) if self.chance(20) else 1}

    def make_forall(self, place):
        statement = self.loop_task(place, "forall")
        place.phase += 1
        return [statement] + self.simple(place)

    def make_forasync(self, place):
        """A forasync. Its argument is in this body's frame, so a finish must wait for it."""
        if place.in_finish:
            return [self.loop_task(place, "forasync")]
        inner = self.enter_finish(place)
        body = [self.loop_task(inner, "forasync")] + self.simple(inner)
        place.phase += 1
        return [{"kind": "finish", "body": body}]

    def make_isolated(self, place):
        statement = {"kind": "isolated", "body": []}
        if "isolated_on" in self.features and self.chance(60):
            statement.update(kind="isolated_on", object=self.object(place),
                             offset=self.part * self.random.randrange(3), terms=[],
                             size=self.part * self.random.randint(1, PARTS))
        discipline, self.discipline = self.discipline, 20   # this object exists to be shared
        for _ in range(self.random.randint(1, 2)):
            statement["body"].append(self.access(place))
        self.discipline = discipline
        if "tasks_in_section" in self.features and self.left >= place.times and place.depth < 7:
            statement["body"] += self.make_async(place) if self.chance(50) else []
        return [statement]

    def make_future(self, place):
        name = f"f{self.number()}"
        body = self.block(self.task(place), self.random.randint(1, 2))
        place.futures.append(name)
        return [{"kind": "future", "future": name, "body": body}]

    def make_get(self, place):
        place.phase += 1
        return [{"kind": "get", "future": self.pick(place.futures)}] + self.simple(place)

    def make_clock(self, place):
        inner = self.enter(place.inside(in_finish=True, clocked=True, may_advance=False,
                                        phaser=None))
        body = []
        for _ in range(self.random.randint(2, 3)):
            body += self.make_clocked_async(inner)
            body += self.make_advance(inner) if self.chance(40) else []
            body += self.statement(inner) if self.chance(30) else []
        place.phase += 3
        return [{"kind": "clocked_finish", "body": body}] + self.simple(place)

    def make_clocked_async(self, place):
        inner = self.task(place)
        inner.clocked = True
        body = []
        for _ in range(self.random.randint(1, 3)):
            body += self.make_advance(inner) if self.chance(50) else self.statement(inner)
        return [{"kind": "clocked_async", "body": body}]

    def make_advance(self, place):
        place.phase += 1
        return [{"kind": "advance"}] + self.simple(place)

    def make_phaser(self, place):
        if place.in_loop:
            return self.simple(place)
        name = f"q{self.number()}"
        inner = self.enter(place.inside(in_finish=True, clocked=False, may_advance=False,
                                        phaser=(name, 3)))
        body = [{"kind": "phaser", "phaser": name}]
        for _ in range(self.random.randint(2, 3)):
            mode = self.pick((3, 3, 1, 2))
            child = self.task(inner)
            child.phaser = (name, mode)
            inside = []
            for _ in range(self.random.randint(1, 3)):
                inside += self.make_phaser_op(child) if self.chance(60) else self.statement(child)
            body.append({"kind": "phased", "phaser": name, "mode": mode, "body": inside})
            body += self.make_phaser_op(inner) if self.chance(40) else []
        body.append({"kind": "drop", "phaser": name})
        place.phase += 3
        return [{"kind": "finish", "body": body}] + self.simple(place)

    def make_phaser_op(self, place):
        name, mode = place.phaser
        place.phase += 1
        if mode == 3 and self.chance(30):
            return ([{"kind": "signal", "phaser": name}] + self.simple(place)
                    + [{"kind": "wait", "phaser": name}] + self.simple(place))
        operation = {1: "signal", 2: "wait", 3: "next"}[mode]
        return [{"kind": operation, "phaser": name}] + self.simple(place)

    def make_region(self, place):
        if place.in_loop:
            return self.simple(place)
        name = f"r{self.number()}"
        place.regions.append(name)
        return [{"kind": "region", "region": name}] + self.post(place, name)

    def post(self, place, name):
        """A post. Its argument is in this body's frame, so it must be in a finish, as a forasync, or awaited."""
        if not place.in_finish or place.in_loop or self.left < place.times:
            return self.simple(place)
        body = self.block(self.task(place), self.random.randint(1, 2))
        return [{"kind": "post", "region": name, "body": body}]

    def make_post(self, place):
        return self.post(place, self.pick(place.regions))

    def make_await(self, place):
        place.phase += 1
        return [{"kind": "await", "region": self.pick(place.regions)}] + self.simple(place)


def generate(seed, kind):
    return Generator(seed, kind).program()


# ---- C ----

USES = ("object", "other", "future", "phaser", "tested")
BODY_IS_TASK = {"async": "void", "clocked_async": "void", "phased": "void", "future": "void *",
                "post": "void *", "forall": "loop", "forasync": "loop", "call": "call"}
IN_FRAME = ("stack", "malloc", "future", "phaser", "region")


def names_used(statements):
    """Objects, futures, phasers and loop indices that the statements mention."""
    used = set()
    for statement in statements:
        used.update(statement[key] for key in USES if key in statement)
        used.update(name for key in ("terms", "from_terms") for name, _ in statement.get(key, []))
        used |= names_used(statement.get("body", []))
    return used


def names_made(statements, deep):
    """The names that the statements declare in their frame. DEEP: also in the frames of tasks and calls inside."""
    made = set()
    for statement in statements:
        kind = statement["kind"]
        made.update(statement[key] for key in ("object", "future", "phaser", "region")
                    if kind in IN_FRAME and key in statement)
        if "iterator" in statement and "body" in statement and (deep or kind == "loop"):
            made.add(statement["iterator"])
        if deep or kind not in BODY_IS_TASK:
            made |= names_made(statement.get("body", []), deep)
    return made


def is_global(name):
    return name[0] == "g" or name == "cells"


class Writer:
    def __init__(self, prefix, size):
        self.prefix = prefix
        self.bytes = size   # size of an object
        self.functions = []
        self.count = 0

    # ---- expressions ----

    def object(self, name):
        if is_global(name):
            return f"((char *) {self.prefix}{name})"
        return name

    @staticmethod
    def sum(offset, terms):
        return " + ".join([str(offset)] + [f"{factor} * {name}" for name, factor in terms])

    def address(self, statement, key="object", offset="offset", terms="terms"):
        return f"{self.object(statement[key])} + {self.sum(statement[offset], statement[terms])}"

    @staticmethod
    def mark(*names):
        return f" /* @{' '.join(sorted(set(names)))} */"

    # ---- statements, each a list of lines ----

    def lines(self, statements, frame):
        return [line for statement in statements
                for line in getattr(self, "write_" + statement["kind"])(statement, frame)]

    def write_access(self, s, _):
        at, width = self.address(s), s["width"]
        text = {"read": f"sink += *(u{width} *) ({at});",
                "write": f"*(u{width} *) ({at}) = 1;",
                "update": f"*(u{width} *) ({at}) += 1;",
                "put": f"put ({at}, {width});",
                "take": f"sink += take ({at}, {width});"}[s["op"]]
        return [text + self.mark(s["object"])]

    def write_field(self, s, _):
        field = f"{self.prefix}cells[{self.sum(s['index'], s['terms'])}].{s['field']}"
        text = {"read": f"sink += {field};", "write": f"{field} = 1;", "update": f"{field}++;"}
        return [text[s["op"]] + self.mark("cells")]

    def write_range(self, s, _):
        to, source = self.address(s), self.address(s, "other", "from", "from_terms")
        if s["call"] == "memset":
            return [f"memset ({to}, 1, {s['size']});" + self.mark(s["object"])]
        if s["call"] == "memcmp":
            return [f"sink += memcmp ({to}, {source}, {s['size']}) != 0;"
                    + self.mark(s["object"], s["other"])]
        return [f"{s['call']} ({to}, {source}, {s['size']});" + self.mark(s["object"], s["other"])]

    def write_atomic(self, s, _):
        kind = {1: "char", 2: "short", 4: "int", 8: "long"}[s["width"]]
        at = f"({kind} *) ({self.address(s)})"
        text = {"load": f"sink += __atomic_load_n ({at}, __ATOMIC_SEQ_CST);",
                "store": f"__atomic_store_n ({at}, 1, __ATOMIC_SEQ_CST);",
                "add": f"__atomic_fetch_add ({at}, 1, __ATOMIC_SEQ_CST);",
                "exchange": f"sink += __atomic_exchange_n ({at}, 1, __ATOMIC_SEQ_CST);"}[s["op"]]
        return [text + self.mark(s["object"])]

    def write_malloc(self, s, _):
        name = s["object"]
        call = f"calloc (1, {self.bytes})" if s["clear"] else f"malloc ({self.bytes})"
        return [f"{name} = {call};", f'note ("{name}", {name}, {self.bytes});']

    def write_stack(self, s, _):
        name = s["object"]
        return [f'note ("{name}", {name}, {self.bytes});']

    def write_free(self, s, _):
        lines = [f"free ({s['object']});" + self.mark(s["object"])]
        if s["churn"]:
            # repeats until the same memory is allocated again
            lines += [f"for (int n = 0; n < 1100; n++) free (malloc ({self.bytes}));"]
        return lines

    @staticmethod
    def braces(head, lines):
        return [head, "{"] + ["  " + line for line in lines] + ["}"]

    def write_loop(self, s, frame):
        name = s["iterator"]
        return self.braces(f"for (int {name} = 0; {name} < {s['count']}; {name}++)",
                           self.lines(s["body"], frame))

    def write_when(self, s, frame):
        return self.braces(f"if ({s['tested']} % {s['modulus']} == {s['rest']})", self.lines(s["body"], frame))

    def write_finish(self, s, frame):
        return self.braces("rp_finish", self.lines(s["body"], frame))

    def write_clocked_finish(self, s, frame):
        return self.braces("rp_clocked_finish", self.lines(s["body"], frame))

    def write_isolated(self, s, frame):
        return self.braces("rp_isolated", self.lines(s["body"], frame))

    def write_isolated_on(self, s, frame):
        return self.braces(f"rp_isolated_on ({self.address(s)}, {s['size']})",
                           self.lines(s["body"], frame))

    def write_advance(self, _, __):
        return ["rp_advance ();"]

    def write_get(self, s, _):
        return [f"sink += (unsigned long) rp_future_get ({s['future']});"]

    def write_phaser(self, s, _):
        return [f"{s['phaser']} = rp_phaser_new ();"]

    def write_region(self, s, _):
        return [f"{s['region']} = rp_region_new ();"]

    def write_await(self, s, _):
        return [f"rp_await ({s['region']});"]

    def phaser_call(self, s, name):
        return [f"rp_phaser_{name} ({s['phaser']});"]

    def write_next(self, s, _):
        return self.phaser_call(s, "next")

    def write_signal(self, s, _):
        return self.phaser_call(s, "signal")

    def write_wait(self, s, _):
        return self.phaser_call(s, "wait")

    def write_drop(self, s, _):
        return self.phaser_call(s, "drop")

    def body(self, s, frame):
        """Makes a function of the body. Returns its name and that of its argument."""
        self.count += 1
        function, argument = f"{self.prefix}t{self.count}", f"b{self.count}"
        inside = names_made(s["body"], True) | {s.get("iterator")}
        passed = sorted(name for name in names_used(s["body"]) - inside if not is_global(name))
        self.function(function, BODY_IS_TASK[s["kind"]], s, passed)
        frame.append(f"args {argument};")
        values = ", ".join(f"(void *) (long) {name}" if name[0] in "ik" else f"(void *) {name}"
                           for name in passed)
        return function, argument, [f"{argument} = (args) {{ {{ {values or 0} }} }};"]

    def function(self, name, returns, s, passed):
        frame, head = [], []
        kinds = {"f": "rp_future ", "q": "rp_phaser *", "i": "long ", "k": "long "}
        for i, entry in enumerate(passed):
            cast = "(long) " if entry[0] in "ik" else ""
            head.append(f"{kinds.get(entry[0], 'char *')}{entry} = {cast}given->p[{i}];")
        lines = self.lines(s["body"], frame)
        for made in sorted(names_made(s["body"], False)):
            frame.append({"s": f"char {made}[{self.bytes}] __attribute__ ((aligned (8)));",
                          "h": f"char *{made} = NULL;", "f": f"rp_future {made} = NULL;",
                          "q": f"rp_phaser *{made} = NULL;", "r": f"rp_region {made} = 0;"}
                         .get(made[0], ""))
        frame += [f"(void) {entry};" for entry in passed]
        parameter = f"long {s['iterator']}, void *argument" if returns == "loop" else "void *argument"
        if returns == "loop":
            frame.append(f"(void) {s['iterator']};")
        result = "void *" if returns == "void *" else "void\n"
        self.functions.append(
            [f"static __attribute__ ((noinline)) {result}{name} ({parameter})", "{",
             "  args *given = argument;", "  (void) given;"]
            + ["  " + line for line in head + frame + lines if line]
            + (["  return NULL;"] if returns == "void *" else []) + ["}", ""])

    def write_call(self, s, frame):
        function, argument, lines = self.body(s, frame)
        return lines + [f"{function} (&{argument});"]

    def write_async(self, s, frame):
        function, argument, lines = self.body(s, frame)
        return lines + [f"rp_async_copy ({function}, &{argument}, sizeof {argument});"]

    def write_clocked_async(self, s, frame):
        function, argument, lines = self.body(s, frame)
        return lines + [f"rp_clocked_async_copy ({function}, &{argument}, sizeof {argument});"]

    def write_phased(self, s, frame):
        function, argument, lines = self.body(s, frame)
        return lines + [f"rp_async_phased ({function}, &{argument}, {s['phaser']}, {s['mode']});"]

    def write_future(self, s, frame):
        function, argument, lines = self.body(s, frame)
        return lines + [f"{s['future']} = rp_future_new_copy ({function}, &{argument}, "
                        f"sizeof {argument});"]

    def write_post(self, s, frame):
        function, argument, lines = self.body(s, frame)
        return lines + [f"rp_post ({s['region']}, {function}, &{argument}, NULL, NULL);"]

    def write_forall(self, s, frame):
        function, argument, lines = self.body(s, frame)
        if s["chunk"] > 1:
            return lines + [f"rp_forall_chunked (0, {s['count']}, {s['chunk']}, {function}, "
                            f"&{argument});"]
        return lines + [f"rp_forall (0, {s['count']}, {function}, &{argument});"]

    def write_forasync(self, s, frame):
        function, argument, lines = self.body(s, frame)
        return lines + [f"rp_forasync (0, {s['count']}, {function}, &{argument});"]


def source(trees):
    """One source file for all programs. Its first argument says which of them runs."""
    text = ['#include "objects.h"', ""]
    for number, tree in enumerate(trees):
        prefix = f"p{number}_"
        size = tree["bytes"]
        writer = Writer(prefix, size)
        objects = [f"g{i}" for i in range(tree["globals"])]
        text += [f"/* ---- {number} ---- */", ""]
        text += [f"static char {prefix}{name}[{size}] __attribute__ ((aligned (8)));"
                 for name in objects]
        text += [f"static cell {prefix}cells[{ALL_PARTS}];", ""]
        notes = [f'note ("{name}", {prefix}{name}, sizeof {prefix}{name});'
                 for name in objects + ["cells"]]
        writer.function(f"{prefix}main", "void", {"body": tree["body"]}, [])
        for function in writer.functions:
            text += function
        text += ["static void", f"{prefix}start (void)", "{"] + ["  " + line for line in notes]
        text += [f"  {prefix}main (NULL);", "}", ""]
    text += ["int", "main (int argc, char **argv)", "{",
             "  static void (*const programs[]) (void) = {"]
    text += [f"    p{number}_start," for number in range(len(trees))]
    text += ["  };", "  programs[argc > 1 ? atoi (argv[1]) : 0] ();", "  print_notes ();",
             "  return 0;", "}", ""]
    return "\n".join(text)
