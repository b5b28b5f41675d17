// The second access of a task's first iteration conflicts with its third one.
// expect: race a[2]
int a[200], t[8] = { 2, 100, 101, 102, 103, 104, 105, 106 };

int
main (void)
{
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp taskloop simd grainsize(4)
  for (int i = 0; i < 8; i++)
    {
      a[i] = 1;
      a[t[i]] = 1;
    }
  return 0;
}
