// Each iteration waits for the one before by sink and tells the next by source.
// expect: clean
int a[30];

int
main (void)
{
#pragma omp parallel for ordered(1)
  for (int i = 1; i < 30; i++)
    {
#pragma omp ordered depend(sink : i - 1)
      a[i] = a[i - 1] + 1;
#pragma omp ordered depend(source)
    }
  return a[29] != 29;
}
