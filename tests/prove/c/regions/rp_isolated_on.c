// expect: 33 undecided
// expect: 40 race sum 20
// expect: 47 proved
/* Sections on an element. Of the first ones it is not known on which element they are; it is always the same. */
#include <raceproof/task.h>
static int locks[100], sum;
static void
add_on_first (void *p)
{
  int i = *(int *) p;
  rp_isolated_on (&locks[i * i - i * i], sizeof (int))
    sum++;
}

static void
add_on_own (void *p)
{
  int *i = p;
  rp_isolated_on (i, sizeof (int))
    sum++;
}

static void
add_on_third (void *p)
{
  (void) p;
  rp_isolated_on (&locks[2], sizeof (int))
    sum++;
}

void unknown (int *a)
{
  rp_finish
    for (int i = 0; i < 100; i++)
      rp_async (add_on_first, &a[i]);
}

void different (void)
{
  rp_finish
    for (int i = 0; i < 100; i++)
      rp_async (add_on_own, &locks[i]);
}

void same (int *a)
{
  rp_finish
    for (int i = 0; i < 100; i++)
      rp_async (add_on_third, &a[i]);
}
