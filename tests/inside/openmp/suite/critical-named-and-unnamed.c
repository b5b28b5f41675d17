// A named and an unnamed critical section do not exclude each other.
// expect: race balance
// at: 17 22
#include <stdio.h>

int balance;

int
main (void)
{
#pragma omp parallel for
  for (int i = 0; i < 16; i++)
    {
      if (i % 2)
        {
#pragma omp critical(account)
          balance += 2;
        }
      else
        {
#pragma omp critical
          balance *= 3;
        }
    }
  printf ("%d\n", balance);
  return 0;
}
