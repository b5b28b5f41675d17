// An inclusive scan: the running sum in each iteration, computed in parallel.
// expect: clean
// also: undecided
int a[24], prefix[24];

int
main (void)
{
  int sum = 0;
  for (int i = 0; i < 24; i++)
    a[i] = i;
#pragma omp parallel for reduction(inscan, + : sum)
  for (int i = 0; i < 24; i++)
    {
      sum += a[i];
#pragma omp scan inclusive(sum)
      prefix[i] = sum;
    }
  return prefix[23] != 276 || prefix[1] != 1;
}
