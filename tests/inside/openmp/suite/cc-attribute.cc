// The directive is an attribute of C++; two neighbours write one variable.
// expect: clean
// expect-any: race sum
// compilers: gcc
// flags: -std=c++20
// at: 17
#include <cstdio>
int sum, a[400];
int
main ()
{
  [[omp::directive(parallel for, schedule(static))]]
  for (int i = 0; i < 400; i++)
  {
    a[i] = i;
    if (i == 200 || i == 201)
      sum += i;
  }
  std::printf ("%d\n", sum);
}
