// Two tasks protect the same variable by different locks.
// expect: race balance
// at: 21 27
#include <omp.h>
#include <stdio.h>

int balance;

int
main (void)
{
  omp_lock_t one, two;
  omp_init_lock (&one);
  omp_init_lock (&two);
#pragma omp parallel
#pragma omp single
  {
#pragma omp task
    {
      omp_set_lock (&one);
      balance += 10;
      omp_unset_lock (&one);
    }
#pragma omp task
    {
      omp_set_lock (&two);
      balance -= 3;
      omp_unset_lock (&two);
    }
  }
  omp_destroy_lock (&one);
  omp_destroy_lock (&two);
  printf ("%d\n", balance);
  return 0;
}
