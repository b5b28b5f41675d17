/* Two tasks without an order between them, and none between them and who created them. */
static int total;

static int
fibonacci (int n)
{
  int x, y;
  if (n < 2)
    return n;
#pragma omp task shared(x)
  x = fibonacci (n - 1);
#pragma omp task shared(y)
  y = fibonacci (n - 2);
  return x + y;
}

int
main (void)
{
#pragma omp parallel
#pragma omp single
  {
    fibonacci (2);
#pragma omp task
    total = 1;
#pragma omp task
    total++;
  }
  return 0;
}
