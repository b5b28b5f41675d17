// Loops that count down, over variables of many types: each executes all of its iterations.
// expect: clean
// prints: 55 55 30 18 55 55 55 55 25 5
#include <stddef.h>
#include <stdio.h>

int
main (void)
{
  int s[10] = { 0 };
#pragma omp parallel for reduction(+ : s)
  for (unsigned i = 10; i > 0; i--)
    s[0] += (int) i;
#pragma omp parallel for reduction(+ : s) schedule(static)
  for (unsigned short i = 10; i > 0; i--)
    s[1] += i;
#pragma omp parallel for reduction(+ : s) schedule(static, 2)
  for (unsigned i = 10; i >= 2; i -= 2)
    s[2] += (int) i;
#pragma omp parallel for reduction(+ : s)
  for (unsigned char i = 9; 0 < i; i = i - 3)
    s[3] += i;
#pragma omp parallel for reduction(+ : s)
  for (size_t i = 10; i > 0; i--)
    s[4] += (int) i;
#pragma omp parallel for reduction(+ : s)
  for (int i = 10; i > 0; --i)
    s[5] += i;
#pragma omp parallel for reduction(+ : s) order(concurrent)
  for (unsigned i = 10; i > 0; i += -1)
    s[6] += (int) i;
#pragma omp parallel for reduction(+ : s)
  for (unsigned i = 10; i != 0; i--)
    s[7] += (int) i;
#pragma omp parallel for reduction(+ : s)
  for (unsigned i = 1; i < 10; i += 2)
    s[8] += (int) i;
#pragma omp parallel for reduction(+ : s)
  for (unsigned i = 5; i < 6; i++)
    s[9] += (int) i;
  for (int i = 0; i < 10; i++)
    printf ("%d ", s[i]);
  return 0;
}
