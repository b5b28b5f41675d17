// After longjmp, k is 2.
// expect: 13 undecided
#include <setjmp.h>
void h (jmp_buf);
void f (int n, int *a)
{
  jmp_buf buffer;
  int k = 1;
  if (setjmp (buffer))
    k = 2;
  else
    h (buffer);
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    {
      a[2 * i] = 1;
      a[2 * i + k] = 2;
    }
}
