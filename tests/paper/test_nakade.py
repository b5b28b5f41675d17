#!/usr/bin/env python3
"""Statements of [Nakade] about the figures and tables. Their verdicts are in examples/."""

import re
import unittest

from computation_graph import Run

SEEDS = range(40)


class Figures(unittest.TestCase):
    def test_figure_2_1(self):
        """The graph of figure 3.2: t0 has n0, n0', n0'', r1, r1'; t1 and t2 one node each."""
        graph = Run("nakade_3_2").graph
        main, first, second = (graph.of_task(task) for task in (0, 1, 2))
        self.assertEqual([len(main), len(first), len(second)], [5, 1, 1])
        self.assertEqual(len(graph.nodes), 7)
        n0, n0_1, n0_2, r1, r1_1 = (node.number for node in main)
        n1, n2 = first[0].number, second[0].number
        order = {(n0, n0_1), (n0_1, n0_2), (n0_2, r1), (r1, r1_1)}
        spawns = {(n0, n1), (n0_1, n2)}
        joins = {(n1, r1), (n2, r1_1)}
        self.assertEqual(graph.edges, order | spawns | joins)
        self.assertEqual([node.number for node in graph.nodes.values() if node.is_racing], [n1, n2])
        self.assertTrue(first[0].writes("r1") and second[0].writes("r1"))

    def test_figure_3_4_call(self):
        """CALL is POST and AWAIT-NEXT: n0 -> n1 and n0' of the caller, which stays empty; both -> n'."""
        run = Run("sum_fixed")
        graph = run.graph
        calls = [node for node in graph.nodes.values() if node.kind.startswith("call")]
        self.assertEqual(len(calls), 1)
        [n0] = [source for source, target in graph.edges if target == calls[0].number]
        [beside] = [target for source, target in graph.edges
                    if source == n0 and target != calls[0].number]
        [end] = [target for source, target in graph.edges if source == beside]
        self.assertEqual(graph.nodes[beside].accesses, [])
        self.assertEqual({graph.nodes[n].task for n in (n0, beside, end)}, {calls[0].task})
        self.assertEqual(len([source for source, target in graph.edges if target == end]), 2)
        self.assertIn(calls[0].number, graph.ancestors(end))
        folded = Run("sum_fixed", "--on-the-fly")
        self.assertEqual([run.stats[key] for key in ("nodes", "edges")],
                         [folded.stats[key] for key in ("nodes", "edges")])
        self.assertFalse([node for node in folded.graph.nodes.values()
                          if node.kind.startswith("call")])

    def test_figure_3_6_depends_on_the_joins(self):
        """t3 exists if and only if t2 joins last. The race exists if and only if t3 exists."""
        seen = set()
        for model in ("nakade_3_6", "nakade_3_6_swapped"):
            for seed in SEEDS:
                run = Run(model, "--schedule=random", f"--seed={seed}")
                with self.subTest(model=model, seed=seed):
                    self.assertIn((run.stats["tasks"], run.verdict),
                                  [(4, "findings"), (3, "undecided")])
                seen.add((model, run.verdict))
        self.assertEqual(len(seen), 4)

    def test_figure_4_2_lowers_figure_4_1(self):
        """Both have the race between Task1 and Task2, and no other."""
        high, low = Run("nakade_4_1"), Run("nakade_4_2")
        self.assertEqual(high.stats["tasks"], low.stats["tasks"])
        for run in (high, low):
            self.assertEqual(len(run.races()), 1)
            tasks = [access["task"] for access in run.certain()[0]["accesses"]]
            self.assertEqual(sorted(tasks), [1, 2])

    def test_figure_5_2_stops_at_the_inner_await(self):
        normal, early = Run("nakade_5_2"), Run("nakade_5_2", "--on-the-fly")
        self.assertEqual(normal.races(), early.races())
        self.assertLess(early.stats["nodes"], normal.stats["nodes"])

    def test_figure_5_3_master_nodes(self):
        """A race-free region is folded: the rest of the graph does not grow with the size of the region."""
        run = Run("nakade_5_2_race_free", "--on-the-fly")
        self.assertEqual(run.verdict, "race-free")
        self.assertGreater(run.stats["folded"], 0)
        normal = Run("nakade_5_2_race_free")
        self.assertEqual(normal.stats["folded"], 0)
        self.assertLess(len(run.graph.nodes), len(normal.graph.nodes))

    def test_figure_6_3(self):
        """The order of the two sections, a `last` edge in the graph, decides: p3, and with it the
        race, exists if and only if t2's section comes first."""
        seen = set()
        for seed in SEEDS:
            run = Run("nakade_6_2", "--schedule=random", f"--seed={seed}")
            self.assertEqual(len(run.graph.last), 1)
            source, target = (run.graph.nodes[number].task for number in [*run.graph.last][0])
            second_first = "p2" in run.graph.tasks[source]
            with self.subTest(seed=seed):
                self.assertIn("p1" if second_first else "p2", run.graph.tasks[target])
                self.assertEqual(second_first, any("p3" in x for x in run.graph.tasks.values()))
                self.assertEqual(run.verdict, "findings" if second_first else "undecided")
            seen.add(second_first)
        self.assertEqual(seen, {False, True})


class Tables(unittest.TestCase):
    # Number of tasks with main, and the thesis's error note. For ForAll With Iterable the thesis has 2 tasks: its
    # iterations, without main.
    TABLE_7_1 = {"primitive_array_no_race": (3, "No Race"), "primitive_array_race": (3, "Race"),
                 "two_dim_arrays": (11, "No Race"), "forall_with_iterable": (2 + 1, "No Race"),
                 "pipeline_with_futures": (5, "No Race"), "substring_search": (59, "Race"),
                 "binary_trees": (525, "No Race"), "reciprocal_array_sum": (2, "Race"),
                 "vector_add": (3, "No Race"), "clumped_access": (3, "No Race")}

    def params(self, model):
        with open(f"examples/{model}.rp") as file:
            found = re.search(r"^// param: (.*)$", file.read(), re.M)
        return [f"--param={found[1].replace(' ', '')}"] if found else []

    def test_table_7_1(self):
        for name, (tasks, note) in self.TABLE_7_1.items():
            model = f"table_7_1_{name}"
            for options in ([], ["--on-the-fly", "--keep-going"]):
                run = Run(model, *self.params(model), *options)
                with self.subTest(name=name, options=options):
                    self.assertEqual(run.stats["tasks"], tasks)
                    self.assertEqual("Race" if run.races() else "No Race", note)
                    self.assertEqual(run.status, 66 if note == "Race" else 0)

    def test_table_7_2(self):
        """On the fly the size does not matter, because the first finish ends the run. Otherwise the graph grows by a
        fixed number of nodes for each task."""
        fly = {n: Run("nakade_7_1", f"--param=n={n}", "--on-the-fly") for n in (5, 50, 1000)}
        normal = {n: Run("nakade_7_1", f"--param=n={n}") for n in (5, 6, 50, 1000)}
        self.assertEqual(len({run.stats["nodes"] for run in fly.values()}), 1)
        self.assertEqual({run.stats["tasks"] for run in fly.values()}, {3})
        step = normal[6].stats["nodes"] - normal[5].stats["nodes"]
        for n, run in normal.items():
            self.assertEqual(run.stats["nodes"], normal[5].stats["nodes"] + (n - 5) * step)
            self.assertEqual(run.stats["tasks"], n + 3)
        self.assertEqual({run.verdict for run in [*fly.values(), *normal.values()]}, {"findings"})


if __name__ == "__main__":
    unittest.main()
