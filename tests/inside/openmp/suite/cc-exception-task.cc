// A task throws and catches, and leaves its critical section in order.
// expect: clean
#include <stdexcept>

int total;

static void
add (int n)
{
  if (n % 2)
    throw std::runtime_error ("odd");
#pragma omp critical
  total += n;
}

int
main ()
{
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 8; i++)
    {
#pragma omp task
      {
        try
          {
            add (i);
          }
        catch (const std::exception &)
          {
          }
      }
    }
  return total != 12;
}
