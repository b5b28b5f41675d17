// The operator that assigns a lastprivate object reads the object itself, behind the last iteration.
// expect: clean
// prints: 7
#include <cstdio>

struct number
{
  int n = 0;
  number &operator= (const number &other)
  {
    n += other.n;
    return *this;
  }
};

static number last;
static number *original = &last;

int
main ()
{
  last.n = 3;
#pragma omp parallel for num_threads(2) lastprivate(last)
  for (int i = 0; i < 4; i++)
    {
      last.n = i;
      if (i == 3)
        original->n++;
    }
  std::printf ("%d\n", last.n);
  return 0;
}
