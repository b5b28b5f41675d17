// The same function on two halves of an array that do not overlap.
// expect: clean
int data[50];

static void
shift (int *to, const int *from, int n)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    to[i] = from[i] + 1;
}

int
main (void)
{
  shift (data + 25, data, 25);
  return data[49] != 1;
}
