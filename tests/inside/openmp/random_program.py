"""Makes random OpenMP programs, as trees of dictionaries: `kind` is the kind of a node, `body` its statements.

A program is {"objects", "functions", "body"}. All control flow is fixed: the counts of loops and teams are
numbers. An index is an expression [NAME, NUMBER]: the value of a loop variable or a parameter, plus a number,
modulo the size of the array. So the program can be followed without executing it (happens_before.py)."""
import copy
import random

SIZES = {"char": 1, "short": 2, "int": 4, "double": 8}
LOCKS = ("A", "B", "L0", "L1")        # critical names, then locks of <omp.h>; taken in this order
ACROSS = "L2"                         # a lock that is held across a barrier, and not otherwise
AROUND = "L3"                         # a lock that threads hold around a construct, and not otherwise
DEFAULT_TEAM = 0                      # a region that leaves the number of threads open


class Context:
    """The place of a statement. Its level: in `main`; of a `thread`, if all threads of the team execute it; its
    `own`, where no worksharing construct may stand; a `unit`, an iteration or the like that one thread executes; a
    `task`."""

    def __init__(self, level, depth=0, function=None):
        self.level, self.depth = level, depth
        self.function = function      # number of the function
        self.names = []               # names of loop variables and parameters
        self.local = []               # local objects in scope
        self.hidden = []              # objects of which the threads have copies
        self.in_task = level == "task"
        self.teams = 0                # how many teams are around it
        self.is_final = self.is_untied = False
        self.in_group = False         # in a taskgroup or the like: no barriers
        self.is_across = False        # the thread holds the lock ACROSS
        self.is_around = False        # the thread holds the lock AROUND

    def inside(self, level=None, name=None, local=None, hidden=None):
        inner = copy.copy(self)
        inner.depth += 1
        inner.level = level or self.level
        inner.in_task |= inner.level == "task"
        inner.names = self.names + ([name] if name else [])
        inner.local = self.local + ([local] if local else [])
        inner.hidden = self.hidden + ([hidden] if hidden else [])
        return inner


class Generator:
    def __init__(self, seed, has_shares=True):
        self.random = random.Random(seed)
        self.names = 0
        self.has_shares = has_shares      # has loops, sections and singles, whose threads are not determined
        self.objects = {}
        self.functions = []
        self.has_copied = False
        self.budget = self.random.choice((8, 12, 16, 22))
        self.locks = self.random.sample(LOCKS, self.random.choice((0, 1, 2, 4)))
        self.teams = self.random.choice(((2,), (2, 3), (1, 2, 4), (DEFAULT_TEAM,), (2, DEFAULT_TEAM)))
        self.has_atomics = self.chance(50)
        self.has_bytes = self.chance(30)

    # ---- choices ----

    def chance(self, percent):
        return self.random.randrange(100) < percent

    def pick(self, *choices):
        return self.random.choice(choices)

    def weighted(self, choices):
        return self.random.choices([choice for choice, _ in choices], [weight for _, weight in choices])[0]

    def fresh(self, prefix):
        self.names += 1
        return f"{prefix}{self.names}"

    # ---- objects ----

    def make_objects(self):
        for number in range(self.pick(2, 3, 5)):
            self.objects[f"x{number}"] = {"type": self.pick("int", "int", "char", "double"), "count": 0,
                                          "storage": "global"}
        for number in range(self.pick(1, 2)):
            self.objects[f"a{number}"] = {"type": self.pick("int", "short", "char", "double"),
                                          "count": self.pick(2, 4, 6), "storage": "global"}
        if self.chance(50):
            self.objects["h0"] = {"type": self.pick("int", "char", "double"), "count": self.pick(2, 4),
                                  "storage": "heap"}
        if self.chance(40):
            self.objects["r0"] = {"type": self.pick("int", "double"), "count": 0, "storage": "global",
                                  "is_copied": True}
        if self.chance(15):
            self.objects["t0"] = {"type": "int", "count": 2, "storage": "threadprivate"}

    def index(self, context):
        if context.names and self.chance(70):
            return [self.random.choice(context.names), self.pick(0, 0, 0, 1)]
        return [None, self.random.randrange(4)]

    def place(self, context, is_for_depend=False):
        """An object or an element of one."""
        names = [name for name, thing in self.objects.items()
                 if thing["storage"] in ("global", "heap") and name not in context.hidden
                 or thing["storage"] == "threadprivate" and not context.in_task
                 and context.teams <= 1 and not is_for_depend]
        if context.local and not is_for_depend and self.chance(50):
            names = context.local
        name = self.random.choice(names)
        return {"object": name, "index": self.index(context) if self.objects[name]["count"] else None}

    def access(self, context, place=None):
        node = dict(place or self.place(context), kind="access", how=self.pick("read", "write", "write", "update"))
        thing = self.objects[node["object"]]
        if self.has_bytes and thing["type"] == "int" and self.chance(40):
            node["byte"] = self.random.randrange(4)
        elif thing["count"] and thing["storage"] != "threadprivate" and self.chance(10):
            node.update(how="write", whole=True)
        return node

    def atomic(self, context):
        place = self.place(context)
        if "is_copied" in self.objects[place["object"]] or self.objects[place["object"]]["storage"] == "threadprivate":
            return self.access(context, place)
        # a thread that changes a counter may use its value as a number, and is then assumed to know which thread it
        # is
        may_number = self.has_shares and (context.level in ("thread", "own") or context.function is not None)
        return dict(place, kind="atomic", how=self.pick("read", "write", *(() if may_number else ("update", "capture"))))

    # ---- statements ----

    def statements(self, context, least=1):
        count = max(least, self.pick(1, 1, 2, 2, 3) if context.depth else self.pick(2, 3, 4, 5))
        return [self.statement(context) for _ in range(count)]

    def kinds(self, context):
        is_deep = context.depth >= 5
        result = [("access", 30), ("atomic", 5 * self.has_atomics), ("locked", 8 if self.locks else 0)]
        if is_deep or self.budget <= 0:
            return result
        result += [("task", 22), ("taskwait", 6), ("taskgroup", 5), ("loop", 6), ("taskloop", 4),
                   ("when", 6 if context.names else 0),
                   ("dependwait", 3), ("call", 0 if context.function == 0 else 5),
                   ("parallel", 0 if context.is_final or context.function is not None or context.depth > 3 else 3),
                   ("local", 0 if context.is_untied else 3)]  # clang 14 places local arrays of untied tasks wrongly
        if context.level == "thread":
            result += [("master", 12), ("barrier", 0 if context.in_group else 8)]
            if context.teams == 1 and not context.in_group and not context.is_across:
                result += [("across", 4)]
            if self.has_shares:
                result += [("single", 14), ("for", 14), ("sections", 6)]
                if context.teams == 1 and not context.is_around:
                    result += [("around", 5)]
        return result

    def statement(self, context):
        self.budget -= 1
        kind = self.weighted(self.kinds(context))
        return getattr(self, "make_" + kind)(context)

    def make_access(self, context):
        return self.access(context)

    def make_atomic(self, context):
        return self.atomic(context)

    def make_locked(self, context):
        """A critical section, or code between omp_set_lock and omp_unset_lock. Two locked sections need not be
        nested."""
        ranks = sorted(self.random.sample(range(len(self.locks)), min(len(self.locks), self.pick(1, 1, 1, 2))))
        names = [sorted(self.locks)[rank] for rank in ranks]
        if len(names) == 2 and all(name.startswith("L") for name in names) and self.chance(50):
            return {"kind": "overlap", "locks": names,
                    "body": [{"kind": "block", "body": self.accesses(context)} for _ in range(3)]}
        body = self.accesses(context)
        if self.chance(15):
            body.append({"kind": "task", "clauses": ["if(0)"], "depends": [],
                         "body": self.accesses(context.inside("task"))})
        for name in reversed(names):
            body = [{"kind": "locked", "lock": name, "body": body}] + (
                self.accesses(context) if name != names[0] and self.chance(40) else [])
        return body[0]

    def accesses(self, context):
        return [self.access(context) for _ in range(self.pick(1, 1, 2))]

    def depends(self, context):
        """[kind, place] of different objects, and perhaps an iterator over an array."""
        result, seen = [], set()
        for _ in range(self.pick(1, 1, 2)):
            place = self.place(context, is_for_depend=True)
            if place["object"] not in seen:
                seen.add(place["object"])
                kind = self.pick("in", "in", "out", "inout", "inout", "mutexinoutset")
                count = self.objects[place["object"]]["count"]
                if count and self.chance(20):
                    place = dict(place, index=None, all=self.random.randrange(1, count + 1))
                result.append(dict(place, how=kind))
        return result

    def make_task(self, context):
        node = {"kind": "task", "clauses": [], "depends": []}
        if self.chance(45):
            node["depends"] = self.depends(context)
        if self.chance(20):
            node["clauses"].append(self.pick("if(0)", "if(0)", "if(1)", "final(1)", "final(0)", "untied", "mergeable"))
        inner = context.inside("task")
        inner.is_final |= "final(1)" in node["clauses"]
        inner.is_untied |= "untied" in node["clauses"]
        is_exclusive = any(depend["how"] == "mutexinoutset" for depend in node["depends"])
        node["body"] = self.accesses(inner) if is_exclusive else self.statements(inner)
        if node["depends"] and self.chance(70):
            place = dict(self.random.choice(node["depends"]))
            place.pop("how")
            count = place.pop("all", 0)
            if count:
                place["index"] = [None, self.random.randrange(count)]
            node["body"].insert(0, self.access(inner, place))
        return node

    def make_taskwait(self, _):
        return {"kind": "taskwait"}

    def make_dependwait(self, context):
        depends = self.depends(context)
        for depend in depends:
            depend["how"] = self.pick("in", "out", "inout")
        return {"kind": "dependwait", "depends": depends}

    def make_taskgroup(self, context):
        inner = context.inside()
        inner.in_group = True
        return {"kind": "taskgroup", "body": self.statements(inner, 2)}

    def make_loop(self, context):
        name = self.fresh("k")
        return {"kind": "loop", "name": name, "count": self.pick(2, 2, 3),
                "body": self.statements(context.inside(name=name))}

    def make_when(self, context):
        """A statement that is executed in one iteration only, or for one value of a parameter. It is the same for all
        threads."""
        return {"kind": "when", "name": self.random.choice(context.names), "value": self.pick(0, 0, 1, 2),
                "body": self.statements(context.inside())}

    def make_taskloop(self, context):
        name = self.fresh("j")
        count = self.pick(1, 2, 3, 4)
        # grain sizes for which the specification determines the tasks: one for each iteration, one task, or two
        # halves
        sizes = [("", 1), ("grainsize(1)", 1), (f"num_tasks({count})", 1), ("num_tasks(1)", count),
                 (f"grainsize({count})", count)]
        if count % 2 == 0:
            sizes.append((f"grainsize({count // 2})", count // 2))
        clause, chunk = self.random.choice(sizes)
        inner = context.inside("task", name=name)
        return {"kind": "taskloop", "name": name, "count": count, "clauses": [clause] if clause else [],
                "chunk": chunk, "nogroup": self.chance(40), "if": not self.chance(10),
                "body": self.statements(inner)}

    def make_call(self, context):
        """A call. In a function, only functions that were made before are called."""
        if context.function is None and (not self.functions or len(self.functions) < 2 and self.chance(40)):
            self.make_function()
        known = len(self.functions) if context.function is None else context.function
        return {"kind": "call", "function": self.random.randrange(known), "argument": self.index(context),
                "rest": self.pick(0, 1, 2)}

    def make_function(self):
        """A function with the parameters `v` and `rest`, which limits its recursion."""
        function = {"body": []}
        self.functions.append(function)
        inner = Context("task", 2, len(self.functions) - 1)
        inner.names.append("v")
        function["body"] = self.statements(inner)
        if self.chance(60):
            call = {"kind": "call", "function": len(self.functions) - 1, "argument": ["v", self.pick(0, 1)],
                    "rest": None}
            if self.chance(70):
                call = {"kind": "task", "clauses": [], "depends": [], "body": [call]}
            function["body"].insert(self.random.randrange(len(function["body"]) + 1),
                                    {"kind": "recurse", "body": [call]})

    def make_parallel(self, context):
        node = {"kind": "parallel", "team": self.random.choice(self.teams), "if": not self.chance(8)}
        copied = self.copied(context, 10) if context.level == "main" else None
        if copied:
            node["reduction"] = copied
        inner = context.inside("thread", hidden=copied)
        inner.in_group = False
        inner.teams += 1
        if self.has_shares and self.chance(15):
            node.update(combined=True, body=[self.pick(self.make_for, self.make_sections)(inner)])
            node["body"][0].update(nowait=True)      # one barrier serves both
        else:
            node["body"] = self.statements(inner, 2)
        return node

    def copied(self, context, percent):
        """An object for a reduction or lastprivate clause. Each object is used once, since it is open whether the
        ends of two reductions race: compilers use atomic operations for some."""
        if "r0" not in self.objects or context.names or context.depth > 1 or self.has_copied or not self.chance(percent):
            return None
        self.has_copied = True
        return "r0"

    def make_local(self, context):
        """A local array or a block of memory, which exists until all tasks have ended."""
        name = self.fresh("l")
        self.objects[name] = {"type": "int", "count": self.pick(1, 2, 4), "storage": self.pick("local", "block")}
        level = "own" if context.level == "thread" else context.level
        inner = context.inside(level, local=name)
        return {"kind": "local", "object": name, "body": self.statements(inner, 2)}

    # ---- at thread level ----

    def make_single(self, context):
        return {"kind": "single", "nowait": context.in_group or self.chance(50),
                "body": self.statements(context.inside("unit"), self.pick(1, 2, 3))}

    def make_master(self, context):
        return {"kind": "master", "who": self.pick(None, None, 0, 1),
                "body": self.statements(context.inside("own"), self.pick(1, 2, 3))}

    def make_barrier(self, _):
        return {"kind": "barrier"}

    def make_across(self, context):
        """One thread holds a lock in the first block, across a barrier, and in the second block; another thread takes
        it in the third. A barrier follows, so that no thread takes it again while the second one waits for it."""
        inner, own = context.inside(), context.inside("own")
        inner.is_across = True
        who = self.pick(0, 1, 1, 2)
        return {"kind": "across", "who": who, "other": (who + 1) % 3,
                "body": [{"kind": "block", "body": self.statements(inner)},
                         {"kind": "block", "body": self.accesses(own)},
                         {"kind": "block", "body": self.accesses(own)}]}

    def make_around(self, context):
        """All threads hold a lock around a construct, so whoever executes an iteration, a section or the single holds it.
        Or only one thread does."""
        own, inner = context.inside("own"), context.inside()
        inner.is_around = True
        construct = self.pick(self.make_single, self.make_sections, self.make_for)(inner)
        construct["nowait"] = True
        if construct["kind"] == "for":
            construct["ordered"] = None      # otherwise a thread waits for the iterations of others
            construct.pop("lastprivate", None)
            self.remove(construct["body"], "ordered", "source", "sink")
        return {"kind": "around", "who": self.pick(None, None, 0, 1), "body": [*self.accesses(own), construct, *self.accesses(own)]}

    @staticmethod
    def remove(body, *kinds):
        body[:] = [node for node in body if node["kind"] not in kinds]

    def make_for(self, context):
        name = self.fresh("i")
        copied = self.copied(context, 30)
        inner = context.inside("unit", name=name, hidden=copied)
        node = {"kind": "for", "name": name, "count": self.pick(1, 2, 3, 4), "ordered": None,
                "schedule": self.pick("", "", "static", "static", "static, 1", "static, 2", "dynamic", "dynamic, 2",
                                      "guided"),
                "nowait": context.in_group or self.chance(50), "body": self.statements(inner)}
        if copied:
            clause = self.pick("reduction", "lastprivate")
            node[clause] = copied
            node["nowait"] &= clause == "reduction"      # otherwise clang makes a barrier even with nowait
        if self.chance(12):
            node["ordered"] = "ordered"
            self.put_in(node["body"], {"kind": "ordered", "body": self.accesses(inner)})
        elif self.chance(12):
            node["ordered"] = "ordered(1)"
            self.put_in(node["body"], {"kind": "source"})
            self.put_in(node["body"], {"kind": "sink", "distance": self.pick(1, 1, 2)})
        return node

    def put_in(self, body, node):
        body.insert(self.random.randrange(len(body) + 1), node)

    def make_sections(self, context):
        return {"kind": "sections", "nowait": context.in_group or self.chance(50),
                "body": [{"kind": "section", "body": self.statements(context.inside("unit"))}
                         for _ in range(self.pick(1, 2, 3))]}

    def program(self):
        self.make_objects()
        body = []
        for _ in range(self.pick(1, 1, 1, 2)):
            body.append(self.make_parallel(Context("main")))
            if self.chance(20):
                body.append(self.access(Context("main")))
        return {"objects": self.objects, "functions": self.functions, "body": body}


def generate(seed, has_shares=True):
    return Generator(seed, has_shares).program()


class NestGenerator(Generator):
    """Loops whose iterations are many, and mostly do something on their own: accesses, atomic operations, locks. Some
    iterations create tasks. Loops are nested and collapsed."""

    def __init__(self, seed):
        super().__init__(seed)
        self.teams = self.random.choice(((2,), (2, 3), (DEFAULT_TEAM,)))
        self.has_atomics = self.chance(70)
        self.locks = self.random.sample(LOCKS, self.random.choice((1, 2, 4)))
        self.recent = None

    def place(self, context, is_for_depend=False):
        """Often the place of the access before, since what is kept of an access matters to the next one there."""
        if self.recent and not is_for_depend and self.chance(50):
            name = (self.recent["index"] or [None])[0]
            if self.recent["object"] not in context.hidden and (name is None or name in context.names):
                return dict(self.recent)
        found = super().place(context, is_for_depend)
        is_shared = self.objects[found["object"]]["storage"] in ("global", "heap")
        self.recent = dict(found) if is_shared and not is_for_depend else None
        return found

    def kinds(self, context):
        result = [("access", 30), ("atomic", 12 * self.has_atomics), ("locked", 12)]
        if context.depth >= 5 or self.budget <= 0:
            return result
        if context.level == "thread":
            return result[:1] + [("for", 60), ("single", 4), ("sections", 4), ("barrier", 0 if context.in_group else 4),
                                 ("taskloop", 4), ("task", 4)]
        return result + [("when", 30 if context.names else 0), ("loop", 6), ("task", 6), ("taskwait", 2), ("taskloop", 4),
                         ("taskgroup", 2), ("parallel", 3 if context.depth <= 3 else 0)]

    def statements(self, context, least=1):
        body = super().statements(context, least)
        if context.level == "unit" and context.names and self.chance(40):
            body += self.neighbours(context)
        return body

    def neighbours(self, context):
        """Two iterations of a loop access one variable, the first of them several times and in several ways. They may be
        of one thread, and then one after the other; no other iteration need be in conflict with them."""
        place, name, first = super().place(context), self.random.choice(context.names), self.random.randrange(4)
        self.recent = dict(place) if self.objects[place["object"]]["storage"] in ("global", "heap") else None
        inner = context.inside()
        earlier = [getattr(self, "make_" + self.pick("access", "access", "atomic", "locked"))(inner)
                   for _ in range(self.pick(2, 3))]
        return [{"kind": "when", "name": name, "value": first, "body": earlier},
                {"kind": "when", "name": name, "value": first + self.pick(1, 1, 2), "body": [self.access(inner, place)]}]

    def make_when(self, context):
        return dict(super().make_when(context), value=self.random.randrange(5))

    def make_for(self, context):
        node = super().make_for(context)
        # static schedules without a chunk size give unequal loops to unknown threads: random_static.py
        node["schedule"] = self.pick("", "", "", "dynamic", "dynamic, 2", "static, 1", "static, 2", "guided")
        node["count"] = self.pick(3, 4, 6, 9)
        if not node["ordered"] and self.chance(30):
            self.collapse(node, context)
        return node

    def collapse(self, node, context):
        """Makes two loops of one, and a new body, which knows both variables."""
        inner = self.fresh("i")
        node["inner"] = [inner, self.pick(1, 2, 3)]
        node["count"] = self.pick(2, 3) * node["inner"][1]
        both = context.inside("unit", name=node["name"], hidden=node.get("reduction") or node.get("lastprivate"))
        both.names = both.names + [inner]
        node["body"] = self.statements(both, 2)

    def make_taskloop(self, context):
        node = super().make_taskloop(context)
        if not node["clauses"] or node["chunk"] == 1 and node["clauses"] == ["grainsize(1)"]:
            node["count"] = self.pick(2, 4, 6)
        return node


def generate_nest(seed, has_shares=True):
    del has_shares
    return NestGenerator(seed).program()
