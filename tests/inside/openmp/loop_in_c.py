"""The programs of random_loop.py in C."""
from random_loop import DEPENDS, RUN_VALUES, SELECTION, count_of, is_simd, walk_values

HEAD = """#include <stdio.h>
#include <stdlib.h>

static volatile int V[] = { %s };
static volatile int selection_values[] = { %s };
static int sel[64];
static long counter;
static char dep[%d];
""" % (", ".join(map(str, RUN_VALUES)), ", ".join(map(str, SELECTION)), DEPENDS)
CALLS = """
static __attribute__ ((noinline)) unsigned long quiet (unsigned long s) { return s * 7 + 1; }
static __attribute__ ((noinline)) unsigned long loud (unsigned long s)
{ __asm__ volatile ("" : "+r" (s) : : "memory"); return s; }
static void note (const char *name, const void *base, size_t size) { printf ("%s %p %zu\\n", name, base, size); }
"""


class Writer:
    def __init__(self, number, program):
        self.prefix = f"q{number}_"
        self.number = number
        self.program = program
        self.objects = {thing["name"]: thing for thing in program["objects"]}
        self.outside, self.lines = [], []
        self.indent = 1

    def write(self, text):
        self.lines.append(text if text.startswith("#") else "  " * self.indent + text)

    def name(self, thing):
        return thing["name"] if thing["kind"] == "local" else self.prefix + thing["name"]

    def declare(self, thing):
        name, dims = self.name(thing), "".join(f"[{count}]" for count in thing["dims"])
        if thing["kind"] == "struct":
            members = " ".join(f"{member['type']} {member['name']};" for member in thing["members"])
            packed = "__attribute__ ((packed)) " if thing["is_packed"] else ""
            return f"struct {packed}{{ {members} }} {name}{dims};"
        if thing["kind"] == "heap":
            return f"{thing['type']} *{name};"
        return f"{thing['type']} {name}{dims};"

    # ---- expressions ----

    def index(self, index, shift):
        cast = "(long) " if index["form"] == "long" else ""
        text = ""
        for coef, name in index["terms"]:
            sign = "-" if coef < 0 else "+"
            factor = f"{abs(coef)} * " if abs(coef) != 1 else ""
            text += (f" {sign} " if text else "-" if coef < 0 else "") + factor + cast + name
        offset = index["off"] + shift
        if not text:
            text = str(offset)
        elif offset:
            text += f" {'-' if offset < 0 else '+'} {abs(offset)}"
        return f"({text}) % {index['count']}" if index["form"] == "mod" else text

    def place(self, node):
        thing = self.objects[node["object"]]
        text = self.name(thing) + "".join(f"[{self.index(index, node.get('shift', 0))}]" for index in node["index"])
        return text + (f".{thing['members'][node['member']]['name']}" if "member" in node else "")

    def type(self, node):
        thing = self.objects[node["object"]]
        return thing["members"][node["member"]]["type"] if "member" in node else thing["type"]

    @staticmethod
    def bound(bound):
        text = str(bound["const"])
        if bound.get("var"):
            text += f" + {bound['coef']} * (int) {bound['var']}"
        if "run" in bound:
            text += f" + n{bound['run']}"
        return text

    @staticmethod
    def read(place, type_):
        if type_ == "__int128":
            return f"{{ __int128 x = {place}; s += (unsigned long) x ^ (unsigned long) (x >> 64); }}"
        return f"s += (unsigned long) {'(long) ' if type_ == 'double' else ''}{place};"

    def statement_of(self, node, number, place=None):
        place, type_ = place or self.place(node), self.type(node)
        value = f"s + {number}"
        if "wide" in node and node["how"] == "read":
            return f"{{ {node['wide']} x; __builtin_memcpy (&x, &{place}, sizeof x); s += (unsigned long) x; }}"
        if "wide" in node:
            return f"{{ {node['wide']} x = ({node['wide']}) ({value}); __builtin_memcpy (&{place}, &x, sizeof x); }}"
        if node["how"] == "read":
            return self.read(place, type_)
        if "from" in node:
            # without this, a copy of an element to itself would be no access
            more = "1 + " if node["from"]["object"] == node["object"] else ""
            return f"{place} = ({type_}) ({more}{self.place(node['from'])});"
        if node["how"] == "update":
            return f"{place} = ({type_}) ({place} + {'(double) ' if type_ == 'double' else ''}({value}));"
        return f"{place} = ({type_}) ({value});"

    def condition(self, node):
        at = " + ".join([f"(int) {name}" for name in node["at"]] + [str(node["shift"])])
        return f"sel[({at}) & 63] > {node['over']}"

    # ---- statements ----

    def block(self, body):
        self.write("{")
        self.indent += 1
        for node in body:
            getattr(self, "write_" + node["kind"])(node)
        self.indent -= 1
        self.write("}")

    def write_line(self, node):
        self.write(" ".join(self.statement_of(one, (3 * node["number"] + i) % 97)
                            for i, one in enumerate(node["accesses"])) or ";")

    def write_loop(self, node):
        var, type_, step, form = node["var"], node["type"], node["step"], node["form"]
        low, high = self.bound(node["lo"]), self.bound(node["hi"])
        go = f"{var} += {step}" if step > 1 else f"{var}++"
        if form in ("while", "do"):
            self.write("{")
            self.indent += 1
            self.write(f"{type_} {var} = {low};")
            self.write(f"while ({var} < {high})" if form == "while" else "do")
            self.write("{")
            self.indent += 1
            self.block(node["body"])
            self.write(f"{go};")
            self.indent -= 1
            self.write("}" + (f" while ({var} < {high});" if form == "do" else ""))
            self.indent -= 1
            self.write("}")
            return
        heads = {"for": f"{type_} {var} = {low}; {var} < {high}; {go}",
                 "le": f"{type_} {var} = {low}; {var} <= {high}; {go}",
                 "ne": f"{type_} {var} = {low}; {var} != {high}; {go}",
                 "down": f"{type_} {var} = {high} - 1; {var} >= {low}; {var} -= {step}",
                 "udown": f"{type_} {var} = {high}; {var}-- > {low};"}
        if is_simd(node):
            self.write("#pragma omp simd reduction(+ : s)")
        self.write(f"for ({heads[form]})")
        self.block(node["body"])

    def write_walk(self, node):
        thing = self.objects[node["object"]]
        values = walk_values(node, thing)
        name, type_, var, step = self.name(thing), thing["type"], node["var"], node["step"]
        count = f"({len(values)} - {RUN_VALUES[node['run']]} + n{node['run']})"
        end = f"{name} + {node['lo']} + {count} * {step}"
        if node["form"] == "down":
            head = f"{type_} *{var} = {end}; {var} > {name} + {node['lo']}; "
            place = f"*({var} -= {step})"
        else:
            head = f"{type_} *{var} = {name} + {node['lo']}; {var} {node['form']} {end}; {var} += {step}"
            place = f"*{var}"
        self.write(f"for ({head}) " + (f"{place} = ({type_}) (s + {node['lo']});" if node["write"]
                                       else self.read(place, type_)))

    def side_end(self, node, side):
        """The number of elements, for all that the compiler knows."""
        of = node["sides"] if side is node["out"] else [side]
        return " + ".join(f"n{one['run']}" for one in of)

    def write_merge(self, node):
        sides = node["sides"] + ([node["out"]] if node["out"] else [])
        at = [f"{side['var']}[-1]" if node["down"] else f"*{side['var']}" for side in sides]
        go = "--" if node["down"] else "++"
        types = [self.objects[side["object"]]["type"] for side in sides]
        self.write("{")
        self.indent += 1
        for side, type_ in zip(sides, types):
            begin = f"{self.name(self.objects[side['object']])} + {side['lo']}"
            end = f"{begin} + {self.side_end(node, side)}"
            self.write(f"{type_} *{side['var']} = {end if node['down'] else begin};")
            self.write(f"{type_} *{side['var']}e = {begin if node['down'] else end};")
        self.write(f"int k = {node['shift']};")
        self.write("while (" + " && ".join(f"{side['var']} != {side['var']}e" for side in node["sides"]) + ")")
        self.write("  {")
        self.indent += 2
        if node["leave"] is not None:
            self.write(f"if (sel[(k + 5) & 63] >= {node['leave']}) break;")
        if node["both"]:
            for i in range(2):
                self.write(self.read(at[i], types[i]))
        for i in range(2):
            read = "" if node["both"] else self.read(at[i], types[i]) + " "
            write = f"{at[2]} = ({types[2]}) (s + k); {sides[2]['var']}{go}; " if node["out"] else ""
            head = f"if (sel[k & 63] > {node['over']})" if i == 0 else "else"
            self.write(f"{head} {{ {read}{write}{sides[i]['var']}{go}; }}")
        self.write("k++;")
        self.indent -= 2
        self.write("  }")
        self.indent -= 1
        self.write("}")

    def write_if(self, node):
        self.write(f"if ({self.condition(node)})")
        self.block(node["body"])

    def write_leave(self, node):
        loop = node["loop"]
        is_own = loop["form"] in ("while", "do") and node["how"] == "continue"
        go = f"{loop['var']} += {loop['step']}; " if is_own else ""
        self.write(f"if ({self.condition(node)}) {{ {go}{node['how']}; }}")

    def write_call(self, node):
        if node["how"] != "access":
            self.write(f"s = {node['how']} (s);")
            return
        access, name = node["access"], f"{self.prefix}call{node['number']}"
        type_ = self.type(access)
        statement = self.statement_of(access, node["number"], "*place")
        self.outside.append(f"static __attribute__ ((noinline)) unsigned long\n"
                            f"{name} ({type_} *place, unsigned long s)\n{{ {statement} return s; }}")
        self.write(f"s = {name} (&{self.place(access)}, s);")

    def write_atomic(self, _node):
        self.write("#pragma omp atomic")
        self.write("counter += 1;")

    def write_critical(self, node):
        self.write("#pragma omp critical")
        self.block(node["body"])

    def write_taskwait(self, _node):
        self.write("#pragma omp taskwait")

    def write_task(self, node):
        clauses = "".join(f" depend({how} : dep[{number}])" for how, number in node["depends"])
        local = [thing["name"] for thing in self.objects.values() if thing["kind"] == "local"]
        if local:
            clauses += f" shared({', '.join(local)})"
        self.write(f"#pragma omp task{clauses}")
        self.write("{")
        self.indent += 1
        self.write(f"unsigned long s = {self.number} + 1;")
        self.block(node["body"])
        self.write('__asm__ volatile ("" : : "r" (s));')
        self.indent -= 1
        self.write("}")

    def function(self):
        things = list(self.objects.values())
        self.outside += ["static " + self.declare(thing) for thing in things if thing["kind"] != "local"]
        for thing in things:
            if thing["kind"] == "local":
                self.write(f"{thing['type']} {thing['name']}[{thing['dims'][0]}] = {{ 0 }};")
            elif thing["kind"] == "heap":
                self.write(f"{self.name(thing)} = calloc ({thing['dims'][0]}, sizeof ({thing['type']}));")
            of = "" if thing["kind"] in ("local", "heap") else "&"
            self.write(f'note ("{thing["name"]}", {of}{self.name(thing)}, {thing["element"] * count_of(thing)});')
        for i in range(len(RUN_VALUES)):
            self.write(f"int n{i} = V[{i}];")
        self.write("#pragma omp parallel")
        self.write("#pragma omp single")
        self.write("{")
        self.indent += 1
        self.write("unsigned long s = 1;")
        self.block(self.program["body"])
        self.write('__asm__ volatile ("" : : "r" (s));')
        self.indent -= 1
        self.write("}")
        head = f"static void program{self.number} (void)"
        return "\n".join(self.outside + [head, "{"] + self.lines + ["}", ""])


def to_c(programs):
    text = HEAD + CALLS + "\n"
    for number, program in enumerate(programs):
        text += Writer(number, program).function() + "\n"
    text += ("int\nmain (int argc, char **argv)\n{\n  int number = argc > 1 ? atoi (argv[1]) : 0;\n"
             "  for (int i = 0; i < 64; i++)\n    sel[i] = selection_values[i];\n")
    for number in range(len(programs)):
        text += f"  if (number == {number})\n    program{number} ();\n"
    return text + "  return 0;\n}\n"
