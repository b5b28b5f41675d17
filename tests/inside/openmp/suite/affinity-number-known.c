// A thread that captures its affinity may learn its number from that, and has an element of its own.
// expect: clean
#include <omp.h>
#include <stdlib.h>

int
main (void)
{
  int part[16] = { 0 };
#pragma omp parallel num_threads(4)
  {
    char text[16];
    omp_capture_affinity (text, sizeof text, "%n");
    int me = atoi (text);
#pragma omp for
    for (int i = 0; i < 40; i++)
      part[me] += i;
  }
  return part[0] + part[1] + part[2] + part[3] != 780;
}
