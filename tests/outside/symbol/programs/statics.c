/* Variables of one name: a global one, and one in each of two functions. */
/* names: counter counter counter */
/* texts: `first` `second` global */
#include <stdio.h>

int counter;

static int
first (void)
{
  static int counter;
  counter++;
  return counter;
}

static int
second (void)
{
  static int counter;
  counter += 2;
  return counter;
}

int
main (void)
{
#pragma omp parallel num_threads(2)
  {
    first ();
    second ();
    counter++;
  }
  printf ("%d\n", counter);
  return 0;
}
