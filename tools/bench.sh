#!/bin/sh
# Runs the small measuring programs of bench/, then the tables.
set -eu

for program in build/bench/bench_*
do
  "$program"
done
if [ -e bench/run.py ]
then python3 bench/run.py
else echo "bench/run.py is not there: no tables" >&2
fi
