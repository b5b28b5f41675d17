#!/usr/bin/env python3
"""Random nests of OpenMP loops: parallel for, collapse, taskloop, with locks, atomic operations and tasks in iterations.

usage: tests/inside/openmp/random_nests.py [-n PROGRAMS] [-s FIRST_SEED] [-j JOBS] [-p]

As random_openmp_programs.py, with programs of another kind: iterations are many, and most of them are no tasks
(src/core/detect/loop_steps.h) until one of them orders itself with others.
"""
import sys

import random_openmp_programs as programs
import random_program

programs.generate = random_program.generate_nest
programs.levels = ("-O0", "-O1", "-O1", "-O2")

if __name__ == "__main__":
    sys.exit(programs.campaign.main(__doc__, 120, 2, programs.print_one, programs.run))
