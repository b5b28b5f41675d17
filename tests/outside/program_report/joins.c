/* Races whose tasks come together in different places, chosen by the first argument. With FUTURES
 * the program is for the graph engine alone. */
#include <raceproof/task.h>
#include <string.h>

static int shared;

static void
add (void *unused)
{
  (void) unused;
  shared++;
}

static void
add_one (long index, void *unused)
{
  (void) index;
  add (unused);
}

static void
deep (void *unused)
{
  rp_async (add, unused);
}

static void
inner_finish (void *unused)
{
  rp_finish /* line: inner */
    rp_async (add, unused);
}

#ifdef FUTURES
static void *
add_value (void *unused)
{
  add (unused);
  return unused;
}

static void
start_futures (void)
{
  rp_finish /* line: future */
  {
    rp_future_new (add_value, NULL);
    rp_future_new (add_value, NULL);
  }
}
#else
static void
start_futures (void)
{
}
#endif

int
main (int argc, char **argv)
{
  const char *where = argc > 1 ? argv[1] : "";
  if (!strcmp (where, "finish"))
    rp_finish /* line: finish */
    {
      rp_async (add, NULL);
      rp_async (add, NULL);
    }
  else if (!strcmp (where, "deep"))
    rp_finish /* line: deep */
    {
      rp_async (deep, NULL);
      rp_async (inner_finish, NULL);
    }
  else if (!strcmp (where, "outer"))
    rp_finish /* line: outer */
    {
      rp_async (add, NULL);
      rp_finish rp_async (add, NULL);
    }
  else if (!strcmp (where, "after"))
    {
      rp_finish rp_async (add, NULL);
      rp_finish /* line: after */
      {
        rp_async (add, NULL);
        add (NULL);
      }
    }
  else if (!strcmp (where, "forall"))
    rp_forall (-3, 0, add_one, NULL); /* line: forall */
  else if (!strcmp (where, "end"))
    {
      rp_async (add, NULL);
      rp_async (add, NULL);
    }
  else if (!strcmp (where, "future"))
    start_futures ();
  return 0;
}
