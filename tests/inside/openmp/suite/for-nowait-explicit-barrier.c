// An explicit barrier after two nowait loops serves both.
// expect: clean
int a[20], b[20], sum;

int
main (void)
{
#pragma omp parallel
  {
#pragma omp for nowait schedule(dynamic)
    for (int i = 0; i < 20; i++)
      a[i] = i;
#pragma omp for nowait schedule(dynamic)
    for (int i = 0; i < 20; i++)
      b[i] = i;
#pragma omp barrier
#pragma omp for reduction(+ : sum)
    for (int i = 0; i < 20; i++)
      sum += a[i] + b[19 - i];
  }
  return sum != 380;
}
