/* A flag by atomic operations of a given ORDER (-DSTORE, -DLOAD); with an argument, before there are
 * tasks, where no order matters. In C11 `data' is in a race unless the flag orders it. */
#include <raceproof/task.h>
#include <stdatomic.h>

static atomic_int flag;
static int data;

static void
set (void *nothing)
{
  data = 1;
  atomic_store_explicit (&flag, 1, STORE);
}

static void
read_flag (void *nothing)
{
  if (atomic_load_explicit (&flag, LOAD))
    data = 2;
}

int
main (int count, char **words)
{
  if (count > 1)
    {
      set (0);
      read_flag (0);
      return 0;
    }
  rp_finish
  {
    rp_async (set, 0);
    rp_async (read_flag, 0);
  }
  return 0;
}
