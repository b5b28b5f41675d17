// Each thread gets one iteration at most, so that to explore their orders is all there is.
// expect: clean
// command: explore
int a[4];

int
main (void)
{
#pragma omp parallel num_threads(2)
  {
#pragma omp for schedule(dynamic)
    for (int i = 0; i < 2; i++)
      a[i] = i;
#pragma omp sections
    {
#pragma omp section
      a[2] = 1;
#pragma omp section
      a[3] = 1;
    }
  }
  return 0;
}
