/* Iterations whose loop variable is a pointer, or has more than 32 bits, are named by their places. Others are named by
 * the value of the variable. */
static long cells[64], up, down, chunks, large, small;

int
main (void)
{
#pragma omp parallel for num_threads(2)
  for (long *p = cells + 3; p < cells + 50; p += 2)
    up += *p;
#pragma omp parallel for num_threads(2) schedule(dynamic)
  for (long *p = cells + 50; p > cells + 3; p -= 2)
    down += *p;
#pragma omp parallel for num_threads(2) schedule(dynamic, 4)
  for (long *p = cells; p < cells + 50; p++)
    chunks += *p;
#pragma omp parallel for num_threads(2)
  for (long i = 5000000000; i < 5000000030; i += 3)
    large += i;
#pragma omp parallel for num_threads(2)
  for (long i = -5; i < 5; i++)
    small += i;
  return 0;
}
