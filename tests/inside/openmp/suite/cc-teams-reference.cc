// Regions inside of a league use a reference: nobody writes it.
// expect: clean
// prints: 8
#include <cstdio>

static void
run (const int &limit, int &total)
{
#pragma omp teams num_teams(2)
  {
#pragma omp parallel num_threads(2)
    if (limit > 100)
      {
#pragma omp atomic
        total += limit;
      }
#pragma omp parallel for num_threads(2)
    for (int i = 0; i < limit; i++)
      {
#pragma omp atomic
        total += 1;
      }
  }
}

int
main ()
{
  int limit = 4, total = 0;
  run (limit, total);
  std::printf ("%d\n", total);
}
