// Sums that are references, of a number and of an object: each iteration has its copy.
// expect: clean
// prints: 28 28 8
#include <cstdio>

struct sum
{
  int value;
  sum (int first = 0) : value (first) {}
  ~sum () {}
};

#pragma omp declare reduction(+ : sum : omp_out.value += omp_in.value) initializer (omp_priv (0))

__attribute__ ((noinline)) static void
add (int &number, sum &object, int &place)
{
#pragma omp simd reduction(+ : number, object) linear(place : 1)
  for (int i = 0; i < 8; i++)
    {
      number += i;
      object.value += i;
      place += 1;
    }
}

int
main ()
{
  int number = 0, place = 0;
  sum object;
  add (number, object, place);
  std::printf ("%d %d %d\n", number, object.value, place);
  return 0;
}
