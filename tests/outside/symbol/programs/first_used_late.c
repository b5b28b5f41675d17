/* The array of the outer block may get the place that the inner variable had. */
/* names: hits */
#include <stdio.h>
#include <string.h>

int
main (void)
{
  char words[64];
  {
    int hits = 0;
#pragma omp parallel num_threads(2)
    hits++;
    printf ("%d\n", hits);
  }
  strcpy (words, "some words");
  puts (words);
  return 0;
}
