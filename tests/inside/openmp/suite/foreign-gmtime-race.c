// All calls of gmtime return the same structure: another iteration may overwrite it before this one reads it.
// expect: race gmtime_localtime_result
// at: 16 17
#include <stdio.h>
#include <time.h>

int
main (void)
{
  int days[10], seen = 0;

#pragma omp parallel for
  for (int i = 0; i < 10; i++)
    {
      time_t when = i * 100000;
      struct tm *parts = gmtime (&when);
      days[i] = parts->tm_mday;
    }
  for (int i = 0; i < 10; i++)
    seen += days[i] > 0;
  printf ("%d\n", seen);
  return 0;
}
