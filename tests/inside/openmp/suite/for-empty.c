// A loop without iterations does nothing; the racy body never runs.
// expect: clean
int total, n;

int
main (void)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    total += i;
  return total;
}
