// The barrier at the end of the first loop makes the second one safe.
// expect: clean
int a[40], b[40];

int
main (void)
{
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < 40; i++)
      a[i] = i;
#pragma omp for
    for (int i = 0; i < 40; i++)
      b[i] = a[39 - i];
  }
  return b[0] != 39;
}
