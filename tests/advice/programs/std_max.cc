/* hints: all */
/* output: 19 */
/* wants: reduction\(max:m\) */
#include <algorithm>
#include <cstdio>

int
main ()
{
  int m = -1;
#pragma omp parallel for
  for (int i = 0; i < 20; i++)
    m = std::max (m, i);
  std::printf ("%d\n", m);
  return 0;
}
