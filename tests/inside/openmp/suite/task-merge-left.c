// A task takes from two lists, and stops before it looks at them again: it has looked at the first element of the second
// list, though it never took it.
// expect: race second
enum
{
  SIZE = 40
};

static int first[SIZE], second[SIZE], is_last[SIZE];

static __attribute__ ((noinline)) long
take (const int *a, const int *a_end, const int *b, const int *b_end)
{
  long sum = 0;
  int taken = 0;
  while (a != a_end && b != b_end)
    {
      if (is_last[taken & 31])
        break;
      sum += *a + *b;
      if (*a < *b)
        a++;
      else
        b++;
      taken++;
    }
  return sum;
}

int
main (void)
{
  long sum = 0;
  for (int i = 0; i < SIZE; i++)
    {
      first[i] = i;
      second[i] = SIZE + i;
      is_last[i] = i == SIZE / 2;
    }
#pragma omp parallel
#pragma omp single
  {
#pragma omp task shared(sum)
    sum = take (first, first + SIZE, second, second + SIZE);
#pragma omp task
    second[0] = SIZE;
  }
  return sum == SIZE / 2 * (SIZE / 2 - 1) / 2 + SIZE / 2 * SIZE ? 0 : 1;
}
