// The functions with _r write where their caller says, and calls of the others under one lock do not meet.
// expect: clean
// prints: 10 10 Thu Jan  1 00:00:05 1970
#include <stdio.h>
#include <string.h>
#include <time.h>

int
main (void)
{
  int days = 0, years = 0;
  char last[64] = "";

#pragma omp parallel for reduction(+ : days, years)
  for (int i = 0; i < 10; i++)
    {
      time_t when = i;
      struct tm parts;
      char text[64];
      days += gmtime_r (&when, &parts)->tm_mday;
      asctime_r (&parts, text);
      ctime_r (&when, text);
#pragma omp critical
      {
        years += gmtime (&when)->tm_year == 70;
        if (i == 5)
          strcpy (last, asctime (gmtime (&when)));
      }
    }
  printf ("%d %d %s", days, years, last);
  return 0;
}
