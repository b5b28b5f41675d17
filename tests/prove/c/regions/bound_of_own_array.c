// The bound is read by each thread, also if the loop writes to what it is computed from.
// expect: 7 undecided
// expect: 15 undecided
#include <string.h>
void of_element (int *a)
{
#pragma omp parallel for
  for (int i = 0; i < a[0]; i++)
    a[i] = a[i];
}

void of_text (void)
{
  char s[100] = "text";
#pragma omp parallel for
  for (int i = 0; i < (int) strlen (s); i++)
    s[i] = 'x';
}
