// With simd, too, the last value is copied out by any thread, which may not wait for the one in the masked region.
// expect: race last
// at: 12 13
int last;

int
main (void)
{
#pragma omp parallel num_threads(4)
  {
#pragma omp masked filter(3)
    last = 1;
#pragma omp for simd lastprivate(last)
    for (int i = 0; i < 8; i++)
      last = i;
  }
  return last == 0;
}
