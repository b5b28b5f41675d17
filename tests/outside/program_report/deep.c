/* A race at the end of long ways; and much memory, or much time, by the first argument. */
#include <raceproof/task.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int shared;
static char *block;

__attribute__ ((noinline)) static int
down (int depth)
{
  if (!depth)
    return ++shared; /* line: access */
  int result = down (depth - 1) + 1;
  __asm__ volatile("");
  return result;
}

static void
first (void *depth)
{
  down (atoi (depth));
}

static void
second (void *depth)
{
  first (depth);
}

static void
touch (long index, void *unused)
{
  (void) unused;
  memset (block + (index << 20), 1, 1 << 20);
}

int
main (int argc, char **argv)
{
  const char *what = argc > 1 ? argv[1] : "10";
  rp_finish
  {
    rp_async (first, argc > 1 ? argv[1] : "10");
    rp_async (second, argc > 1 ? argv[1] : "10");
  }
  if (!strcmp (what, "sleep"))
    sleep (60);
  if (!strcmp (what, "memory"))
    {
      block = malloc (1 << 30);
      rp_forall (0, 1 << 10, touch, NULL);
    }
  return 0;
}
