// Neighbouring bytes are different memory locations.
// expect: clean
#include <omp.h>

char cell[8];

int
main (void)
{
#pragma omp parallel num_threads(8)
  cell[omp_get_thread_num ()] = 1;
  return cell[0] != 1;
}
