// A function that may throw returns a structure into an element of a shared array, and another one gets an element by
// value. The race is behind calls that end a block of the program.
// expect: race cells
// at: 42 50
#include <cstdio>
#include <stdexcept>

struct cell
{
  int parts[5];
  double weight;
};

static cell cells[8];

__attribute__ ((noinline)) static cell
make (int seed)
{
  if (seed > 100)
    throw std::runtime_error ("seed");
  cell made = { { seed }, 2.0 };
  return made;
}

__attribute__ ((noinline)) static int
first_of (cell of)
{
  if (of.weight < 0)
    throw std::runtime_error ("weight");
  return of.parts[0];
}

int
main ()
{
  int failed = 0, sum = 0;
#pragma omp parallel for reduction(+ : failed, sum)
  for (int i = 0; i < 7; i++)
    {
      try
        {
          cells[i] = make (i);
        }
      catch (const std::exception &)
        {
          failed++;
        }
      try
        {
          sum += first_of (cells[i + 1]);
        }
      catch (const std::exception &)
        {
          failed++;
        }
    }
  std::printf ("%d\n", failed);
  return sum < 0;
}
