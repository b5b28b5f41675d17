// All unnamed critical sections exclude each other, wherever they are.
// expect: clean
int total;

static void
add (int n)
{
#pragma omp critical
  total += n;
}

int
main (void)
{
#pragma omp parallel for
  for (int i = 0; i < 20; i++)
    {
      add (i);
#pragma omp critical
      total -= i;
    }
  return total != 0;
}
