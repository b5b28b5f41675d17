// The directive comes by the operator _Pragma from a macro; two neighbours write one variable.
// expect: clean
// expect-any: race sum
// also: undecided
// at: 17
#include <stdio.h>
#define PAR _Pragma ("omp parallel for schedule(static)")
#define FOR(i, n) PAR for (int i = 0; i < n; i++)
int sum, a[400];
int
main (void)
{
  FOR (i, 400)
  {
    a[i] = i;
    if (i == 200 || i == 201)
      sum += i;
  }
  printf ("%d\n", sum);
  return 0;
}
