#!/bin/sh
# Measures: the small programs of bench/, the tables of models, then the twelve C programs, in two
# sizes. All numbers go to build/bench/*.json as well.
set -eu

for program in build/bench/bench_*
do
  [ ! -x "$program" ] || "$program"
done
python3 bench/run.py
echo
echo 'The twelve C programs, large:'
python3 bench/programs.py --json=build/bench/programs-large.json
echo
echo 'The same, small, with the graph engine:'
python3 bench/programs.py --size=small --graph --reps=3 --json=build/bench/programs-small.json
