"""Prints random programs (random_program.py) as C. Each access is on a line of its own, whose number is stored in its
node."""
from random_program import ACROSS, AROUND, DEFAULT_TEAM

HEAD = """#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* so that compilers keep all accesses */
#define READ_INTEGER(place) do { int it = place; __asm__ volatile ("" : : "r" (it) : "memory"); } while (0)
#define READ_DOUBLE(place) do { double it = place; __asm__ volatile ("" : : "x" (it) : "memory"); } while (0)
#define DO(change) do { change; __asm__ volatile ("" : : : "memory"); } while (0)

static omp_lock_t L0, L1, L2, L3;
"""
TAIL = """  omp_destroy_lock (&L0);
  omp_destroy_lock (&L1);
  omp_destroy_lock (&L2);
  omp_destroy_lock (&L3);
  return 0;
}
"""


class Writer:
    def __init__(self):
        self.lines = HEAD.splitlines()
        self.prefix = ""
        self.objects = {}
        self.indent = 0
        self.scope = []       # names of loop variables and parameters
        self.local = []       # local arrays in scope
        self.loops = []       # names of worksharing loops
        self.combined = ""    # a parallel construct that is combined with the next construct

    def write(self, text):
        """Writes a line. Returns its number."""
        self.lines.append(text if text.startswith("#") else "  " * self.indent + text)
        return len(self.lines)

    def block(self, body):
        self.write("{")
        self.indent += 1
        for node in body:
            self.statement(node)
        self.indent -= 1
        self.write("}")

    # ---- names ----

    def name(self, thing):
        return thing if self.objects[thing]["storage"] in ("local", "block") else self.prefix + thing

    @staticmethod
    def value(index, count):
        name, number = index
        if name is None:
            return str(number % count)
        return f"({name} + {number}) % {count}" if number else f"{name} % {count}"

    def place(self, node):
        thing = self.objects[node["object"]]
        name = self.name(node["object"])
        if thing["count"]:
            name = f"{name}[{self.value(node['index'], thing['count'])}]"
        if "byte" in node:
            name = f"((char *) &{name})[{node['byte']}]"
        return name

    def size(self, name):
        return f"{max(self.objects[name]['count'], 1)} * sizeof ({self.objects[name]['type']})"

    def type(self, node):
        return "char" if "byte" in node else self.objects[node["object"]]["type"]

    def depends(self, depends):
        clauses = []
        for depend in depends:
            if "all" in depend:
                clauses.append(f" depend(iterator(it = 0:{depend['all']}), {depend['how']} : "
                               f"{self.name(depend['object'])}[it])")
            else:
                clauses.append(f" depend({depend['how']} : {self.place(depend)})")
        return "".join(clauses)

    def sharing(self):
        result = f" firstprivate({', '.join(self.scope)})" if self.scope else ""
        return result + (f" shared({', '.join(self.local)})" if self.local else "")

    # ---- statements ----

    def statement(self, node):
        getattr(self, "write_" + node["kind"])(node)

    def write_access(self, node):
        place = self.place(node)
        if "whole" in node:
            name = node["object"]
            node["line"] = self.write(f"memset ({self.name(name)}, 0, {self.size(name)});")
        elif node["how"] == "read":
            macro = "READ_DOUBLE" if self.type(node) == "double" else "READ_INTEGER"
            node["line"] = self.write(f"{macro} ({place});")
        else:
            node["line"] = self.write(f"DO ({place} {'=' if node['how'] == 'write' else '+='} 1);")

    def write_atomic(self, node):
        place = self.place(node)
        self.write("{")
        if node["how"] in ("read", "capture"):
            self.write(f"  {self.type(node)} it;")
        self.write("#pragma omp atomic " + node["how"])
        node["line"] = self.write({"read": f"  it = {place};", "write": f"  {place} = 1;",
                                   "update": f"  {place} += 1;", "capture": f"  it = {place}++;"}[node["how"]])
        self.write("  DO ();")
        self.write("}")

    def write_locked(self, node):
        if node["lock"].startswith("L"):
            self.write(f"omp_set_lock (&{node['lock']});")
            self.block(node["body"])
            self.write(f"omp_unset_lock (&{node['lock']});")
        else:
            self.write(f"#pragma omp critical({node['lock']})")
            self.block(node["body"])

    def write_overlap(self, node):
        first, second = node["locks"]
        parts = node["body"]
        self.write(f"omp_set_lock (&{first});")
        self.block(parts[0]["body"])
        self.write(f"omp_set_lock (&{second});")
        self.block(parts[1]["body"])
        self.write(f"omp_unset_lock (&{first});")
        self.block(parts[2]["body"])
        self.write(f"omp_unset_lock (&{second});")

    def write_task(self, node):
        self.write("#pragma omp task" + "".join(" " + clause for clause in node["clauses"])
                   + self.depends(node["depends"]) + self.sharing())
        self.block(node["body"])

    def write_taskwait(self, _):
        self.write("#pragma omp taskwait")

    def write_dependwait(self, node):
        self.write("#pragma omp taskwait" + self.depends(node["depends"]))

    def write_taskgroup(self, node):
        self.write("#pragma omp taskgroup")
        self.block(node["body"])

    def counted(self, node):
        name, count = node["name"], node["count"]
        inner = [node["inner"]] if "inner" in node else []
        for name, count in [[name, count // inner[0][1] if inner else count]] + inner:
            self.write(f"for (int {name} = 0; {name} < {count}; {name}++)")
            self.scope.append(name)
        self.block(node["body"])
        del self.scope[-1 - len(inner):]

    def write_loop(self, node):
        self.counted(node)

    def write_when(self, node):
        self.write(f"if ({node['name']} == {node['value']})")
        self.block(node["body"])

    def write_taskloop(self, node):
        self.write("#pragma omp taskloop" + "".join(" " + clause for clause in node["clauses"])
                   + (" nogroup" if node["nogroup"] else "") + ("" if node["if"] else " if(0)") + self.sharing())
        self.counted(node)

    def write_call(self, node):
        name, number = node["argument"]
        argument = str(number) if name is None else f"{name} + {number}" if number else name
        rest = "rest - 1" if node["rest"] is None else node["rest"]
        self.write(f"{self.prefix}f{node['function']} ({argument}, {rest});")

    def write_recurse(self, node):
        self.write("if (rest > 0)")
        self.block(node["body"])

    def write_parallel(self, node):
        team = "" if node["team"] == DEFAULT_TEAM else f" num_threads({node['team']})"
        if node.get("combined") and node["body"]:
            self.combined = f" parallel{team}" + ("" if node["if"] else " if(0)") + self.copies(node)
            self.statement(node["body"][0])
            node["line"] = node["body"][0]["line"]
            return
        self.write("#pragma omp parallel" + team + ("" if node["if"] else " if(0)") + self.copies(node))
        node["line"] = len(self.lines)
        self.block(node["body"])

    def copies(self, node):
        result = f" reduction(+ : {self.name(node['reduction'])})" if "reduction" in node else ""
        return result + (f" lastprivate({self.name(node['lastprivate'])})" if "lastprivate" in node else "")

    def share(self, what, node, more=""):
        """A worksharing construct, maybe combined with the parallel construct around it."""
        nowait = " nowait" if node["nowait"] and not self.combined else ""
        parallel, self.combined = self.combined, ""
        if parallel and " if(0)" in parallel:
            parallel = parallel.replace(" if(0)", "")
            more += " if(parallel: 0)"
        node["line"] = self.write("#pragma omp" + parallel[:9] + what + parallel[9:] + more + nowait)

    def write_local(self, node):
        name = node["object"]
        is_array = self.objects[name]["storage"] == "local"
        self.write("{")
        if is_array:
            self.write(f"  int {name}[{self.objects[name]['count']}] = {{ 0 }};")
        else:
            self.write(f"  int *{name} = calloc (1, {self.size(name)});")
        self.write("#pragma omp taskgroup")
        seen = self.local if is_array else self.scope
        seen.append(name)
        self.block(node["body"])
        seen.pop()
        if not is_array:
            self.write(f"  free ({name});")
        self.write("}")

    def write_single(self, node):
        self.write("#pragma omp single" + (" nowait" if node["nowait"] else ""))
        self.block(node["body"])

    def write_master(self, node):
        who = node["who"]
        self.write("#pragma omp master" if who is None else f"#pragma omp masked filter({who})")
        self.block(node["body"])

    def write_barrier(self, _):
        self.write("#pragma omp barrier")

    def write_across(self, node):
        first, own, others = (part["body"] for part in node["body"])
        self.masked(node["who"], [f"omp_set_lock (&{ACROSS});"], [], [])
        self.block(first)
        self.write("#pragma omp barrier")
        self.masked(node["who"], [], own, [f"omp_unset_lock (&{ACROSS});"])
        self.masked(node["other"], [f"omp_set_lock (&{ACROSS});"], others, [f"omp_unset_lock (&{ACROSS});"])
        self.write("#pragma omp barrier")

    def write_around(self, node):
        set_lock, unset_lock = f"omp_set_lock (&{AROUND});", f"omp_unset_lock (&{AROUND});"
        if node["who"] is None:
            self.write(set_lock)
            self.block(node["body"])
            self.write(unset_lock)
        else:
            self.masked(node["who"], [set_lock], [], [])
            self.block(node["body"])
            self.masked(node["who"], [unset_lock], [], [])

    def masked(self, who, before, body, after):
        self.write(f"#pragma omp masked filter({who})")
        self.write("{")
        for text in before:
            self.write("  " + text)
        self.block(body)
        for text in after:
            self.write("  " + text)
        self.write("}")

    def write_for(self, node):
        schedule = f" schedule({node['schedule']})" if node["schedule"] else ""
        ordered = f" {node['ordered']}" if node["ordered"] else ""
        collapse = " collapse(2)" if "inner" in node else ""
        self.share(" for", node, schedule + ordered + collapse + self.copies(node))
        self.loops.append(node["name"])
        own = [{"kind": "own", "object": node["lastprivate"]}] if "lastprivate" in node else []
        self.counted(dict(node, body=own + node["body"]))
        self.loops.pop()

    def write_own(self, node):
        """Gives a thread's copy a value; otherwise compilers need not assign the copy to the variable."""
        self.write(f"{self.name(node['object'])} = 1;")

    def write_source(self, _):
        self.write("#pragma omp ordered depend(source)")

    def write_sink(self, node):
        self.write(f"#pragma omp ordered depend(sink : {self.loops[-1]} - {node['distance']})")

    def write_ordered(self, node):
        self.write("#pragma omp ordered")
        self.block(node["body"])

    def write_sections(self, node):
        self.share(" sections", node)
        self.block(node["body"])

    def write_section(self, node):
        self.write("#pragma omp section")
        self.block(node["body"])

    # ---- whole programs ----

    def program(self, number, tree):
        self.prefix, self.objects = f"p{number}_", tree["objects"]
        self.write("")
        for name, thing in self.objects.items():
            count = f"[{thing['count']}]" if thing["count"] else ""
            if thing["storage"] in ("global", "threadprivate"):
                self.write(f"static {thing['type']} {self.prefix}{name}{count} __attribute__ ((aligned (8)));")
            if thing["storage"] == "threadprivate":
                self.write(f"#pragma omp threadprivate({self.prefix}{name})")
            elif thing["storage"] == "heap":
                self.write(f"static {thing['type']} *{self.prefix}{name};")
        for index in range(len(tree["functions"])):
            self.write(f"static void {self.prefix}f{index} (int v, int rest);")
        for index, function in enumerate(tree["functions"]):
            self.write("")
            self.write("static void")
            self.write(f"{self.prefix}f{index} (int v, int rest)")
            self.scope = ["v", "rest"]
            self.block(function["body"])
        self.scope = []
        self.write("")
        self.write("static void")
        self.write(f"{self.prefix}main (void)")
        self.write("{")
        self.notes()
        self.indent = 1
        for node in tree["body"]:
            self.statement(node)
        self.indent = 0
        self.write("}")

    def notes(self):
        """Code that prints where each object is, for readers of reports with addresses only."""
        for name, thing in self.objects.items():
            full, size = self.prefix + name, self.size(name)
            if thing["storage"] == "heap":
                self.write(f"  {full} = calloc (1, {size});")
            if thing["storage"] in ("global", "heap"):
                address = full if thing["count"] else f"&{full}"
                self.write(f'  printf ("{name} %p %zu\\n", (void *) {address}, {size});')


def to_c(trees):
    """One source file for all programs. Its first argument says which of them runs."""
    writer = Writer()
    for number, tree in enumerate(trees):
        writer.program(number, tree)
    writer.lines += ["", "int", "main (int argc, char **argv)", "{",
                     "  static void (*const programs[]) (void) = {"]
    writer.lines += [f"    p{number}_main," for number in range(len(trees))]
    writer.lines += ["  };", "  omp_init_lock (&L0);", "  omp_init_lock (&L1);", "  omp_init_lock (&L2);", "  omp_init_lock (&L3);",
                     "  programs[argc > 1 ? atoi (argv[1]) : 0] ();"]
    return "\n".join(writer.lines) + "\n" + TAIL
