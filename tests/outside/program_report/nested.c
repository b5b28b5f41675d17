/* gcc's nested functions as tasks, in a task: code on its stack. */
#include <raceproof/task.h>
#include <stdio.h>

static void
outer (void *unused)
{
  (void) unused;
  int sum = 0, numbers[] = { 1, 2 };
  void add (void *number)
  {
    sum += *(int *) number; /* line: access */
  }
  rp_finish
  {
    rp_async (add, &numbers[0]);
    rp_async (add, &numbers[1]);
  }
  printf ("%d\n", sum);
}

int
main (void)
{
  rp_finish rp_async (outer, NULL);
  return 0;
}
