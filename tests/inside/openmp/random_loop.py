"""Random programs of loops over arrays, in tasks: how they are made.

A program has objects and a body, which the one thread of a `single` executes. Nodes are dictionaries, with a kind:

  task       body, depends
  taskwait
  loop       var, type, form, lo, hi, step, simd, body: one of the FORMS; SIMD: it has that directive, if is_simd
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


def is_simd(loop):
    """Does the loop have a simd directive? Only loops of a canonical form and with a body that OpenMP allows there may."""
    return loop["simd"] and loop["form"] == "for" and all(inner["kind"] in ("line", "if") for inner in loop["body"])


def values_of(loop, env):
    """The values of the loop's variable."""
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
        self.types = {}       # types of loop variables
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
        """A loop that is left early, with accesses before and behind the exit."""
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
        """An access to some elements of an array; how many is only known at run time."""
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
        """A subscript below COUNT; if tasks keep to parts of arrays, one inside a part."""
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
        """Another access to the same object, some elements further, if that is certainly in bounds."""
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


def walk_values(node, thing):
    count = thing["dims"][0]
    high = min(count, node["lo"] + RUN_VALUES[node["run"]] * node["step"])
    high = node["lo"] + (high - node["lo"]) // node["step"] * node["step"]
    values = list(range(node["lo"], high, node["step"]))
    return values[::-1] if node["form"] == "down" else values


def side_count(node, side):
    return sum(one["count"] for one in node["sides"]) if side is node["out"] else side["count"]
