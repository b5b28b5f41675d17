// A hint changes how the critical section is made, not what it means.
// expect: clean
#include <omp.h>

int total;

int
main (void)
{
#pragma omp parallel for
  for (int i = 0; i < 12; i++)
    {
#pragma omp critical(counter) hint(omp_sync_hint_uncontended)
      total += i;
    }
  return total != 66;
}
