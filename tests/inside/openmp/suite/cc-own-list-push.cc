// Several threads push into one list, whose method changes its size without protection.
// expect: race v
// at: 14
#include <cstdio>

struct list
{
  int item[64];
  int size = 0;
  void
  push (int value)
  {
    item[size & 63] = value;
    size++;
  }
};

list v;

int
main ()
{
#pragma omp parallel for
  for (int i = 0; i < 40; i++)
    v.push (i);
  std::printf ("%d\n", v.size);
  return 0;
}
