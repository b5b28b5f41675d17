/* What a program may say about itself: `marks WHAT`. */
#include <assert.h>
#include <fcntl.h>
#include <raceproof/task.h>
#include <string.h>
#include <unistd.h>

int x;
static const char *what;

static int
is (const char *word)
{
  return !strcmp (what, word);
}

static void
twice_and_one (void *argument)
{
  (void) argument;
  rp_isolated x = x * 2 + 1;
}

static void
three_times (void *argument)
{
  (void) argument;
  rp_isolated x = x * 3;
}

static void
observe (void)
{
  rp_finish
  {
    rp_async (twice_and_one, NULL);
    rp_async (three_times, NULL);
  }
  if (is ("observe same"))
    x = 7;
  rp_observe ("x", &x, sizeof x); /* line: observe */
}

static void
add (void *argument)
{
  (void) argument;
  rp_isolated
  {
    if (is ("commutes"))
      rp_isolated_commutes ();
    x++;
  }
  if (is ("commutes outside"))
    rp_isolated_commutes ();
}

static void
add_plainly (void *argument)
{
  (void) argument;
  x++;
}

static void
count_run (const char *path)
{
  int file = open (path, O_WRONLY | O_CREAT | O_APPEND, 0600);
  assert (write (file, "x", 1) == 1 && close (file) == 0);
}

int
main (int count, char **words)
{
  what = count > 1 ? words[1] : "";
  if (count > 2)
    count_run (words[2]);
  if (!strncmp (what, "observe", 7))
    observe ();
  else if (!strncmp (what, "commutes", 8))
    {
      int tasks = is ("commutes outside") ? 1 : 4;
      rp_finish for (int i = 0; i < tasks; i++) rp_async (add, NULL);
    }
  else
    {
      rp_finish
      {
        rp_async (add_plainly, NULL);
        rp_async (add_plainly, NULL);
      }
      assert (x == 2);
    }
  return 0;
}
