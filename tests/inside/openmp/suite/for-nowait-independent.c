// Two nowait loops over different arrays need no barrier between them.
// expect: clean
int a[40], b[30];

int
main (void)
{
#pragma omp parallel
  {
#pragma omp for nowait
    for (int i = 0; i < 40; i++)
      a[i] = i;
#pragma omp for nowait
    for (int i = 0; i < 30; i++)
      b[i] = i;
  }
  return a[39] + b[29] != 68;
}
