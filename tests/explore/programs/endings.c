/* In one of two orders something happens: `endings WHAT`. */
#include <raceproof/task.h>

#include <assert.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int x, other;
static int *pointer;
static const char *what;

static int
is (const char *word)
{
  return !strcmp (what, word);
}

static __attribute__ ((noinline)) int
recurse (int depth)
{
  volatile int frame[100];
  frame[0] = depth;
  return depth ? recurse (depth + 1) + frame[0] : 0;
}

static void
first (void *argument)
{
  (void) argument;
  rp_isolated x = 1;
}

static void
second (void *argument)
{
  (void) argument;
  int is_late;
  rp_isolated
  {
    is_late = x;
    if (!is_late && is ("assert in section"))
      assert (x == 1); /* line: section */
  }
  if (is_late)
    return;
  if (is ("crash"))
    *pointer = 1; /* line: crash */
  if (is ("assert"))
    assert (is_late); /* line: assert */
  if (is ("abort"))
    abort (); /* line: abort */
  if (is ("exit"))
    exit (3); /* line: exit */
  if (is ("exit 0"))
    exit (0);
  if (is ("_exit"))
    _exit (3);
  if (is ("kill"))
    kill (getpid (), SIGKILL);
  if (is ("hang"))
    for (;;)
      pause ();
  if (is ("overflow"))
    recurse (1);
  if (is ("misuse"))
    rp_future_get (NULL); /* line: misuse */
  if (is ("fork") && fork () == 0)
    for (;;)
      pause ();
  other = 2; /* line: race */
}

static void
third (void *argument)
{
  (void) argument;
  if (is ("race") || is ("crash and race"))
    other = 1; /* line: plain */
}

static void
crash_always (void *argument)
{
  (void) argument;
  if (is ("crash and race"))
    *pointer = 1; /* line: always */
}

int
main (int count, char **words)
{
  what = count > 1 ? words[1] : "";
  rp_finish
  {
    rp_async (crash_always, NULL);
    rp_async (first, NULL);
    rp_async (second, NULL);
    rp_async (third, NULL);
  }
  if (is ("status"))
    return other;
  return 0;
}
