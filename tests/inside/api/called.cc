// An exception leaves a task while the task that made it would catch it.
#include <raceproof/task.h>

#include <cstdio>

static void
fail (void *)
{
  throw 1;
}

int
main ()
{
  try
    {
      rp_finish
      {
        rp_async (fail, nullptr);
      }
    }
  catch (int)
    {
      std::puts ("caught");
    }
}
