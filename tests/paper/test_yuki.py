#!/usr/bin/env python3
"""The phases of [Yuki]: the number of advances before an instance of a statement, counted in the graph, is the phi
that the paper computes."""

import re
import unittest

from computation_graph import Run


class Phases(unittest.TestCase):
    def instances(self, run, array, iterator="i"):
        """(value of the task's iterator, number of phases before) for each write of the array, in order."""
        for task, label in run.graph.tasks.items():
            binding = re.search(rf"\b{iterator}=(\d+)", label)
            if binding:
                nodes = [node for node in run.graph.of_task(task) if node.writes(array)]
                yield int(binding[1]), [run.graph.phases_before(node) for node in nodes]

    def test_section_6_1(self):
        """Jacobi: S0<i,t> in phase 2t, S1<i,t> in phase 2t + 1."""
        for n, steps in ((2, 0), (3, 2), (5, 3)):
            run = Run("yuki_6_1", f"--param=N={n},T={steps}")
            for array, offset in (("B", 0), ("A", 1)):
                tasks = list(self.instances(run, array))
                self.assertEqual(len(tasks), n - 1)
                for _, phases in tasks:
                    self.assertEqual(phases, [2 * t + offset for t in range(steps + 1)])

    def test_section_6_2(self):
        """Gauss-Seidel: S0<i,t> in phase 2t + i."""
        for n, steps in ((2, 0), (3, 2), (5, 3)):
            run = Run("yuki_6_2", f"--param=N={n},T={steps}")
            tasks = list(self.instances(run, "A"))
            self.assertEqual([i for i, _ in tasks], list(range(1, n)))
            for i, phases in tasks:
                self.assertEqual(phases, [2 * t + i for t in range(steps + 1)])

    def test_section_6_3(self):
        """QR: S0<j,k,i> and S1<j,k,i> in phase N k + i - (k k + k) / 2, a polynomial."""
        for n in (2, 4, 6):
            run = Run("yuki_6_3", f"--param=N={n}")
            for j, phases in self.instances(run, "M", "j"):
                expected = [n * k + i - (k * k + k) // 2
                            for k in range(n - 1) if j > k for i in range(n - 1 - k)]
                self.assertEqual(phases, expected, (n, j))

    def test_figure_1a(self):
        """S0<i,j> in phase j - i + 1."""
        run = Run("yuki_1a", "--param=N=4")
        for i, phases in self.instances(run, "B"):
            self.assertEqual(phases, [j - i + 1 for j in range(i, 5)])

    def test_figure_1c(self):
        """S0<i,j> in phase j: the primary task advances after each spawn."""
        run = Run("yuki_1c", "--param=N=4")
        for i, phases in self.instances(run, "B"):
            self.assertEqual(phases, list(range(i, 5)))

    def test_parity(self):
        """Section 6.2: instances of neighbouring tasks are never in one phase."""
        run = Run("yuki_6_2", "--param=N=6,T=4")
        phases = dict(self.instances(run, "A"))
        for i in range(1, 5):
            self.assertFalse(set(phases[i]) & set(phases[i + 1]))


if __name__ == "__main__":
    unittest.main()
