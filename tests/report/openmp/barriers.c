/* Constructs without a barrier at their end. */
static int a[16], b[16], c[16], first;

int
main (void)
{
#pragma omp parallel num_threads(3)
  {
#pragma omp for nowait
    for (int i = 0; i < 16; i++)
      a[i] = i;
#pragma omp for
    for (int i = 0; i < 16; i++)
      b[i] = a[15 - i];
#pragma omp master
    first = 7;
#pragma omp for
    for (int i = 0; i < 16; i++)
      c[i] = first;
  }
  return 0;
}
