// Red-black sweeps: the barrier of each loop separates the two colours.
// expect: clean
int a[42];

int
main (void)
{
#pragma omp parallel
  for (int step = 0; step < 3; step++)
    {
#pragma omp for
      for (int i = 1; i < 41; i += 2)
        a[i] = a[i - 1] + a[i + 1] + 1;
#pragma omp for
      for (int i = 2; i < 41; i += 2)
        a[i] = a[i - 1] + a[i + 1];
    }
  return a[1] < 1;
}
