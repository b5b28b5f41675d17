// Insertions into one map from all threads, each in a critical section; the lookups come after.
// expect: clean
#include <map>

int
main ()
{
  std::map<int, int> squares;
#pragma omp parallel for
  for (int i = 0; i < 16; i++)
    {
#pragma omp critical
      squares[i] = i * i;
    }
  return squares[15] != 225;
}
