/* A lambda changes the variable, too. */
/* hints: none */
/* output: - */
#include <cstdio>

int
main ()
{
  int sum = 0;
  auto more = [&] (int i) { sum += i; };
#pragma omp parallel for
  for (int i = 0; i < 20; i++)
    {
      sum += i;
      more (i);
    }
  std::printf ("%d\n", sum);
  return 0;
}
