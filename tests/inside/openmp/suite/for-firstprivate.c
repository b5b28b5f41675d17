// firstprivate gives each thread an initialised scratch value.
// expect: clean
int out[30];

int
main (void)
{
  int base = 5;
#pragma omp parallel for firstprivate(base)
  for (int i = 0; i < 30; i++)
    {
      int keep = base;
      base = i;
      out[i] = keep - keep + base;
    }
  return out[29] != 29 || base != 5;
}
