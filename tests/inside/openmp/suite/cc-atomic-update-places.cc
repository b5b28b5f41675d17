// Atomic updates where a statement may stand: after labels, in a template, as the whole body of a construct.
// expect: clean
#include <cstdio>

template <class T>
void
add (T &to, T value)
{
#pragma omp atomic
  to += value;
}

int
main ()
{
  long sum = 0;
  double other = 0;
  int kinds[3] = {};
#pragma omp parallel for
  for (int i = 0; i < 30; i++)
    {
      switch (i % 3)
        {
        case 0:
#pragma omp atomic
          kinds[0]++;
          break;
        case 1:
#pragma omp atomic update
          kinds[1]++;
          break;
        default:
#pragma omp atomic seq_cst
          ++kinds[2];
        }
      add (sum, 1L);
      add (other, 0.5);
    }
#pragma omp parallel
#pragma omp atomic
  sum++;
  std::printf ("%ld %g %d\n", sum, other, kinds[0] + kinds[1] + kinds[2]);
  return 0;
}
