// Tasks and nested regions read what references refer to, which nobody writes: tasks of iterations, with and without an
// if clause, a taskloop, and a parallel region inside.
// expect: clean
#include <cstdio>

static int a[8], b[8], c[64], d;

__attribute__ ((noinline)) static void
fill (const int &n, long &m, double (&x)[4])
{
#pragma omp parallel num_threads(3)
  {
#pragma omp for
    for (int i = 0; i < 8; i++)
      {
#pragma omp task
        a[i] = n + (int) m;
#pragma omp task if (i % 2)
        b[i] = (int) (x[i % 4] + (double) m);
      }
#pragma omp for
    for (int i = 0; i < 4; i++)
      {
#pragma omp taskloop
        for (int j = 0; j < 16; j++)
          c[16 * i + j] = n + (int) x[1];
      }
#pragma omp parallel num_threads(2) reduction(+ : d)
    d += n + (int) x[2];
#pragma omp parallel for num_threads(2) reduction(+ : d)
    for (int i = 0; i < 3; i++)
      d += (int) m;
  }
}

int
main ()
{
  int n = 1;
  long m = 2;
  double x[4] = { 1, 2, 3, 4 };
  fill (n, m, x);
  std::printf ("%d %d %d\n", a[3], b[3], c[3]);
  return 0;
}
