// Chunks of a static loop: thread 1, which writes scale, has no chunk; the iterations of thread 0 read it.
// expect: race scale
// at: 16 20
#include <omp.h>

double scale = 1, a[64];
int n = 3;

int
main (void)
{
#pragma omp parallel num_threads(4)
  {
    if (omp_get_thread_num () == 1)
      {
        scale = 2;
      }
#pragma omp for schedule(static, 4) nowait
    for (int i = 0; i < n; i++)
      a[i] = i * scale;
  }
  return 0;
}
