#!/bin/sh
# Runs the small measuring programs of bench/, then the tables.
# usage: tools/bench.sh [OPTIONS of bench/run.py]
set -eu

for program in build/bench/bench_*
do
  "$program"
done
exec python3 bench/run.py "$@"
