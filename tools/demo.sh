#!/bin/sh
# A racy example, what raceproof says about it, its computation graph, and the same without the bug.
set -u

example=examples/sum.rp
output=build/demo
mkdir -p "$output" || exit 1

echo "\$ cat $example"
cat "$example" || exit 1
echo
echo "\$ build/raceproof run $example --graph=$output/sum.dot"
build/raceproof run "$example" --graph="$output/sum.dot"
status=$?
if [ $status != 66 ]
then
  echo "expected exit status 66 (findings), got $status" >&2
  exit 1
fi
echo
echo "exit status 66: there are findings"
echo
fixed=examples/sum_fixed.rp
echo "\$ build/raceproof run $fixed --param n=8"
build/raceproof run "$fixed" --param n=8 || exit 1
echo
echo "the computation graph of the first:  $output/sum.dot"
command -v dot >/dev/null 2>&1 || exit 0
for format in png svg
do
  dot -T$format "$output/sum.dot" -o "$output/sum.$format" || exit 1
  echo "                                     $output/sum.$format"
done
