#!/bin/sh
# Runs each fuzz target for the given number of seconds. What is learnt stays in build/fuzz/corpus;
# a finding stops everything and its input is kept in build/fuzz.
set -eu

seconds=${1:-60}
ran=
for target in build/fuzz/fuzz_*
do
  [ -f "$target" ] || continue
  name=${target##*/fuzz_}
  learnt=build/fuzz/corpus/$name
  mkdir -p "$learnt"
  seeds=
  examples=
  [ "$name" = lang ] && examples=examples
  dictionary=tests/fuzz/$name.dict
  for directory in "tests/fuzz/corpus/$name" "tests/fuzz/regressions/$name" $examples
  do
    [ -d "$directory" ] && seeds="$seeds $directory"
  done
  echo "$name: $seconds seconds"
  # shellcheck disable=SC2086  # a list of words
  "$target" -dict="$dictionary" -max_total_time="$seconds" -timeout=20 -print_final_stats=1 \
    -artifact_prefix=build/fuzz/ "$learnt" $seeds
  ran=yes
done
[ -n "$ran" ] || { echo "there are no fuzz targets" >&2; exit 1; }
