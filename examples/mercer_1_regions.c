/* [Mercer, figure 1] finish and async on a shared stack, with the permission regions of section
 * III.
 *
 *   raceproof cc -g mercer_1_regions.c -o stack
 *   raceproof explore --precision=regions ./stack
 *
 * reports that push and peek may hold the stack at the same time: the right branch of figure 2. */
#include <raceproof/task.h>
#include <stdio.h>

static struct
{
  int items[8];
  int top;
} stack;

static void
push (void *value)
{
  rp_writing (&stack, sizeof stack)
    stack.items[stack.top++] = *(int *) value;
}

static int
peek (void)
{
  int value = 0;
  rp_reading (&stack, sizeof stack)
    value = stack.items[stack.top - 1];
  return value;
}

int
main (void)
{
  int one = 1, five = 5;
  push (&one);
  rp_finish
    {
      rp_async (push, &five);
      printf ("%d\n", peek ());
    }
  return 0;
}
