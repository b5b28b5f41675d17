// `nowait` on a loop with a lastprivate object, whose copies have destructors: it may not be read behind the loop.
// expect: race last
#include <cstdio>

struct number
{
  int n = 0;
  number () = default;
  ~number () { std::fputs ("", stdout); }
  number &operator= (const number &other)
  {
    n = other.n;
    return *this;
  }
};

static number last;
static int seen;

int
main ()
{
#pragma omp parallel num_threads(2)
  {
#pragma omp for lastprivate(last) nowait
    for (int i = 0; i < 4; i++)
      last.n = i;
#pragma omp masked filter(1)
    seen = last.n;
  }
  std::printf ("%d\n", last.n + seen);
  return 0;
}
