// An object that is passed by value belongs to the function that gets it.
// expect: clean
// prints: 2016
#include <cstdio>

struct number
{
  long values[4];
  number (long one) : values { one, one, one, one } {}
  number (const number &other) { values[0] = other.values[0]; }
  ~number () { values[0] = 0; }
};

static __attribute__ ((noinline)) long
grow (long *value)
{
  return *value += 1;
}

static __attribute__ ((noinline)) long
value_of (number one)
{
  return grow (&one.values[0]) - 1;
}

int
main ()
{
  long sum = 0;
#pragma omp simd reduction(+ : sum)
  for (long i = 0; i < 64; i++)
    sum += value_of (number (i));
  std::printf ("%ld\n", sum);
  return 0;
}
