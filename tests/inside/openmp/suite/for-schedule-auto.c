// schedule(auto) leaves the mapping to the implementation; independent iterations do not care.
// expect: clean
long square[33];

int
main (void)
{
#pragma omp parallel for schedule(auto)
  for (long i = 0; i < 33; i++)
    square[i] = i * i;
  return square[32] != 1024;
}
