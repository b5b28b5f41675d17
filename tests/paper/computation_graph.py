"""Runs the command on a model and reads its computation graph back from the DOT file."""

import json
import pathlib
import re
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from support import command

NODE = re.compile(r'^ *n(\d+) \[label="(\d+)  (.*?)"(.*)\];$')
EDGE = re.compile(r"^ *n(\d+) -> n(\d+)(.*);$")
TASK = re.compile(r'^ *label="(main|task (\d+): .*?)";$')
ACCESS = re.compile(r"(read|write) (\S+)(?: \.\. \S+)? :(\d+)")


class Node:
    def __init__(self, number, stamp, label, attributes, task):
        lines = label.split("\\n")
        self.number, self.stamp, self.task = number, stamp, task
        self.kind = lines[0]
        self.accesses = [match.groups() for match in map(ACCESS.fullmatch, lines[1:]) if match]
        self.is_racing = "penwidth" in attributes
        self.is_phase = self.kind.startswith("phase ")

    def writes(self, name):
        return any(op == "write" and re.split(r"\[", where)[0] == name
                   for op, where, _ in self.accesses)


class Graph:
    """Nodes by number; edges; `last` edges, which are among the edges, too; labels of tasks by cluster."""

    def __init__(self, text):
        self.nodes, self.edges, self.last, self.tasks = {}, set(), set(), {}
        task = None
        for line in text.splitlines():
            cluster = re.match(r"^ *subgraph cluster_(\d+) ", line)
            if cluster:
                task = int(cluster[1])
            elif line.strip() == "}":
                task = None
            elif TASK.match(line) and task is not None:
                self.tasks[task] = TASK.match(line)[1]
            elif NODE.match(line):
                number, stamp, label, attributes = NODE.match(line).groups()
                self.nodes[int(number)] = Node(int(number), int(stamp), label, attributes, task)
            elif EDGE.match(line):
                source, target, attributes = EDGE.match(line).groups()
                self.edges.add((int(source), int(target)))
                if "last" in attributes:
                    self.last.add((int(source), int(target)))

    def ancestors(self, number):
        """All nodes with a path to this one."""
        found, todo = set(), [number]
        sources = {}
        for source, target in self.edges:
            sources.setdefault(target, []).append(source)
        while todo:
            for source in sources.get(todo.pop(), []):
                if source not in found:
                    found.add(source)
                    todo.append(source)
        return found

    def of_task(self, task):
        return sorted((node for node in self.nodes.values() if node.task == task),
                      key=lambda node: node.stamp)

    def phases_before(self, node):
        """phi of [Yuki, 4.5]: the number of advances of the clock before the node."""
        return sum(self.nodes[number].is_phase for number in self.ancestors(node.number))


class Run:
    def __init__(self, model, *options):
        with tempfile.TemporaryDirectory() as directory:
            dot = pathlib.Path(directory) / "graph.dot"
            done = command.raceproof("run", "--quiet", "--format=json", f"--graph={dot}", *options,
                                     command.ROOT / "examples" / f"{model}.rp")
            self.graph = Graph(dot.read_text())
        report = json.loads(done.stdout)
        self.status = done.returncode
        self.verdict = report["verdict"]
        self.findings = report["findings"]
        self.stats = report["stats"]

    def certain(self):
        return [finding for finding in self.findings if finding["certainty"] == "certain"]

    def races(self):
        """(variable, line, line) of each certain race."""
        return sorted((finding["object"]["name"].split("[")[0],
                       *sorted(access["at"]["line"] for access in finding["accesses"]))
                      for finding in self.certain() if finding["rule"] == "RP001")
