// ctime and asctime return the same text: another section may overwrite it. gmtime_r has a structure of its own.
// expect: race asctime_ctime_result
// at: 18 25
#include <stdio.h>
#include <string.h>
#include <time.h>

int
main (void)
{
  char first[64], second[64];

#pragma omp parallel sections
  {
#pragma omp section
    {
      time_t when = 1000;
      char *text = ctime (&when);
      strcpy (first, text);
    }
#pragma omp section
    {
      time_t when = 2000;
      struct tm parts;
      char *text = asctime (gmtime_r (&when, &parts));
      strcpy (second, text);
    }
  }
  printf ("%d %d\n", strlen (first) > 20, strlen (second) > 20);
  return 0;
}
