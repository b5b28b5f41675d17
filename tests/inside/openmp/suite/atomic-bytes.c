// Atomic updates of one element and plain ones of its neighbour: different locations.
// expect: clean
#include <omp.h>

char cell[2];

int
main (void)
{
#pragma omp parallel num_threads(2)
  {
#pragma omp atomic
    cell[0] += 1;
#pragma omp master
    cell[1] += 1;
  }
  return cell[1] != 1;
}
