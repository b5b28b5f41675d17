/* Memory that is used again and again, by tasks that are parallel to each other: no races. The
 * futures ask for the graph. */
#include <raceproof/task.h>
#include <stdlib.h>

__attribute__ ((noinline)) static void
fill (int *where)
{
  *where = 1;
}

static void *
work (void *unused)
{
  int local = 0, *block = malloc (sizeof *block);
  fill (&local);
  fill (block);
  free (block);
  __asm__ volatile("" : : "r"(&local) : "memory");
  return unused;
}

int
main (void)
{
  rp_finish for (long i = 0; i < 140000; i++) rp_future_new (work, NULL);
  return 0;
}
