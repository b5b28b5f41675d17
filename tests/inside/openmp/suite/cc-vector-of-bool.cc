// Neighbouring elements of vector<bool> are bits of one word.
// expect: race heap
#include <cstdio>
#include <vector>

int
main ()
{
  std::vector<bool> bits (64);
#pragma omp parallel for
  for (int i = 0; i < 64; i++)
    bits[i] = true;
  std::printf ("%d\n", (int) bits[5]);
  return 0;
}
