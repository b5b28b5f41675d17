// Distance two: even and odd iterations are two chains, each kept in order by its sinks.
// expect: clean
int a[31];

int
main (void)
{
#pragma omp parallel for ordered(1) schedule(dynamic)
  for (int i = 2; i < 31; i++)
    {
#pragma omp ordered depend(sink : i - 2)
      a[i] = a[i - 2] + 1;
#pragma omp ordered depend(source)
    }
  return a[30] != 15;
}
