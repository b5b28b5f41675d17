// An exclusive scan: each iteration sees the sum of those before it.
// expect: clean
// also: undecided
int a[24], before[24];

int
main (void)
{
  int sum = 0;
  for (int i = 0; i < 24; i++)
    a[i] = 1;
#pragma omp parallel for reduction(inscan, + : sum)
  for (int i = 0; i < 24; i++)
    {
      before[i] = sum;
#pragma omp scan exclusive(sum)
      sum += a[i];
    }
  return before[23] != 23 || before[0] != 0;
}
