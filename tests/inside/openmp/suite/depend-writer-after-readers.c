// A later out waits for all readers before it.
// expect: clean
int x = 1, sum[4];

int
main (void)
{
#pragma omp parallel
#pragma omp single
  {
    for (int i = 0; i < 4; i++)
      {
#pragma omp task depend(in : x)
        sum[i] = x;
      }
#pragma omp task depend(out : x)
    x = 5;
  }
  return sum[3] != 1 || x != 5;
}
