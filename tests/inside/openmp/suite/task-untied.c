// Untied tasks write different elements; taskwait orders them before the sum.
// expect: clean
int a[6], sum;

int
main (void)
{
#pragma omp parallel
#pragma omp single
  {
    for (int i = 0; i < 6; i++)
      {
#pragma omp task untied
        {
          a[i] = i;
#pragma omp taskyield
          a[i] += 1;
        }
      }
#pragma omp taskwait
    for (int i = 0; i < 6; i++)
      sum += a[i];
  }
  return sum != 21;
}
