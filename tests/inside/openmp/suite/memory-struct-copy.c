// Assigning a whole structure writes the field that another section reads.
// expect: race item
// at: 21 23
#include <stdio.h>

struct pair
{
  long first, second;
};

struct pair item;
long seen;

int
main (void)
{
  struct pair other = { 1, 2 };
#pragma omp parallel sections
  {
#pragma omp section
    item = other;
#pragma omp section
    seen = item.second;
  }
  printf ("%ld\n", seen + item.first);
  return 0;
}
