/* Updates: of elements, of a sum whose value is used, of one that only a called function knows. */
static int counts[8], sums[64], sum, total;

static void
add (int i)
{
  total += i;
}

static void
walk (int *a, int n)
{
#pragma omp for
  for (int i = 1; i < n; i++)
    a[i] = a[i - 1] + 1;
}

int
main (void)
{
  int a[64] = { 0 };
#pragma omp parallel for
  for (int i = 0; i < 64; i++)
    counts[i % 8]++;
#pragma omp parallel for
  for (int i = 0; i < 64; i++)
    {
      sum += i;
      sums[i] = sum;
      add (i);
    }
#pragma omp parallel
  walk (a, 64);
  return 0;
}
