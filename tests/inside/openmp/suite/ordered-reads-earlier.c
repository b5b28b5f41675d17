// An ordered region may read what earlier iterations wrote before their own ordered regions.
// expect: clean
int a[20], sum[20];

int
main (void)
{
#pragma omp parallel for ordered schedule(static, 2)
  for (int i = 0; i < 20; i++)
    {
      a[i] = i;
#pragma omp ordered
      sum[i] = i ? sum[i - 1] + a[i - 1] : 0;
    }
  return sum[19] != 171;
}
