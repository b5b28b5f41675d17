// It goes on in the next row.
// expect: 7 undecided
#include <string.h>
int m[100][10];
void f (void)
{
#pragma omp parallel for
  for (int i = 0; i < 99; i++)
    memset (m[i], 0, 2 * sizeof m[0]);
}
