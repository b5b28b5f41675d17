// Tasks read what a reference refers to while another thread writes it.
// expect: race n
// at: 18 21
#include <cstdio>

static int a[8];

__attribute__ ((noinline)) static void
fill (int &m)
{
#pragma omp parallel num_threads(3)
  {
#pragma omp for nowait
    for (int i = 0; i < 8; i++)
      {
#pragma omp task
        // The task of any iteration.
        a[i] = m;
      }
#pragma omp single
    m = 5;
  }
}

int
main ()
{
  int n = 1;
  fill (n);
  std::printf ("%d %d\n", a[3] > 0, n);
  return 0;
}
