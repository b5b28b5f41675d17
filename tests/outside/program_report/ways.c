/* One race that is reached by two ways. */
#include <raceproof/task.h>

static int shared;

__attribute__ ((noinline)) static void
add (void)
{
  shared++;
}

__attribute__ ((noinline)) static void
known (void *unused)
{
  (void) unused;
  add ();
  __asm__ volatile("");
}

__attribute__ ((noinline)) static void
fresh (void *unused)
{
  (void) unused;
  add ();
  __asm__ volatile("");
}

int
main (void)
{
  rp_finish
  {
    rp_async (known, NULL);
    rp_async (known, NULL);
  }
  rp_finish
  {
    rp_async (fresh, NULL);
    rp_async (fresh, NULL);
  }
  return 0;
}
