// Each iteration of the taskloop writes its own element, and the implied taskgroup waits.
// expect: clean
int a[40], sum;

int
main (void)
{
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskloop
    for (int i = 0; i < 40; i++)
      a[i] = i;
    for (int i = 0; i < 40; i++)
      sum += a[i];
  }
  return sum != 780;
}
