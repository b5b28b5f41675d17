/* Atomic operations: what they order may be ordered, themselves they never race. With FUTURES bags
 * alone do not suffice. */
#include <raceproof/task.h>
#include <stdatomic.h>
#include <string.h>

static int data, other;
static atomic_int flag, count;

static void
produce (void *unused)
{
  (void) unused;
  data = 42;
  atomic_store (&flag, 1);
}

static void
consume (void *unused)
{
  (void) unused;
  if (atomic_load (&flag))
    data++;
}

static void
add (void *unused)
{
  (void) unused;
  atomic_fetch_add (&count, 1);
}

static void
race (void *unused)
{
  add (unused);
  other++;
}

static void *
nothing (void *unused)
{
  return unused;
}

int
main (int argc, char **argv)
{
#ifdef FUTURES
  rp_future_get (rp_future_new (nothing, NULL));
#else
  nothing (NULL);
#endif
  const char *what = argc > 1 ? argv[1] : "";
  void (*one) (void *) = !strcmp (what, "handshake") ? produce
                         : !strcmp (what, "race")    ? race
                                                     : add;
  void (*two) (void *) = !strcmp (what, "handshake") ? consume : one;
  rp_finish
  {
    rp_async (one, NULL);
    rp_async (two, NULL);
  }
  return 0;
}
