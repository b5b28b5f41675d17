/* The same with threads of C11. */
#include <stdio.h>
#include <threads.h>
static int shared;
static int
work (void *argument)
{
  (void) argument;
  shared++;
  return 0;
}
int
main (void)
{
  thrd_t threads[2];
  for (int i = 0; i < 2; i++)
    thrd_create (&threads[i], work, NULL);
  for (int i = 0; i < 2; i++)
    thrd_join (threads[i], NULL);
  printf ("%d\n", shared > 0);
  return 0;
}
