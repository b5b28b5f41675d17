// Tasks with in_reduction of a class: a child adds to the copy of its creator.
// expect: race total
// at: 29 30
#include <cstdio>

struct total_of
{
  long sum = 0, count = 0;
  void
  add (long value)
  {
    sum += value;
  }
};

#pragma omp declare reduction(join : total_of : omp_out.sum += omp_in.sum, omp_out.count += omp_in.count)

static total_of total;

int
main ()
{
#pragma omp parallel
#pragma omp single
#pragma omp taskgroup task_reduction(join : total)
#pragma omp task in_reduction(join : total)
  {
#pragma omp task shared(total)
    total.count += 1;
    total.count += 2;
  }
  std::printf ("%ld\n", total.count);
  return 0;
}
