// Two tasks merge two halves of two sorted lists each, into two halves of a third.
// expect: clean
enum
{
  HALF = 60
};

static void
merge (const int *a, const int *b, int *out)
{
  const int *a_end = a + HALF, *b_end = b + HALF;
  while (a < a_end && b < b_end)
    *out++ = *b < *a ? *b++ : *a++;
  while (a < a_end)
    *out++ = *a++;
  while (b < b_end)
    *out++ = *b++;
}

int
main (void)
{
  static int a[2 * HALF], b[2 * HALF], all[4 * HALF];
  for (int i = 0; i < 2 * HALF; i++)
    {
      a[i] = 3 * i;
      b[i] = 2 * i + HALF * (i >= HALF);
    }
#pragma omp parallel
#pragma omp single
  {
#pragma omp task
    merge (a, b, all);
#pragma omp task
    merge (a + HALF, b + HALF, all + 2 * HALF);
  }
  for (int i = 1; i < 4 * HALF; i++)
    if (all[i - 1] > all[i])
      return 1;
  return 0;
}
