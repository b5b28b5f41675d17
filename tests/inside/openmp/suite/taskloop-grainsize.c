// grainsize groups iterations into tasks; independent iterations do not care.
// expect: clean
int a[30];

int
main (void)
{
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskloop grainsize(4)
    for (int i = 0; i < 30; i++)
      a[i] = i;
  }
  return a[29] != 29;
}
