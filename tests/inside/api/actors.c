/* Actors, one way of use for each argument; test_actors.py knows what is to be said about each. */
#include <raceproof/task.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static int total, last, steps, written;
static bool in_order = true;
static rp_actor *sink;

static void
count (void *message, void *state)
{
  *(int *) state += *(int *) message; /* line: count */
}

/* The numbers have to come as 1, 2, 3 ... */
static void
note (void *message, void *state)
{
  (void) state;
  in_order &= *(int *) message == last + 1;
  last = *(int *) message;
}

static void
pass_on (void *message, void *state)
{
  (void) state;
  rp_send_copy (sink, message, sizeof (int));
}

static void
count_down (void *message, void *state)
{
  int left = *(int *) message - 1;
  ++*(int *) state;
  if (left > 0)
    rp_send_copy (sink, &left, sizeof left);
}

static void
wait_for_itself (void *message, void *state)
{
  int none = 0;
  (void) state;
  if (*(int *) message)
    rp_finish
    {
      rp_send_copy (sink, &none, sizeof none);
    }
}

static void
write_later (void *unused)
{
  (void) unused;
  written++; /* line: later */
}

static void
leave_a_task (void *message, void *state)
{
  (void) message;
  (void) state;
  rp_async (write_later, NULL);
}

static void
send_two (void *actor)
{
  for (int i = 1; i <= 2; i++)
    rp_send_copy (actor, &i, sizeof i);
}

static int
run (const char *way)
{
  static int five = 5;
  rp_actor *counter = rp_actor_new (count, &total);
  if (!strcmp (way, "one-sender"))
    {
      rp_finish
      {
        for (int i = 1; i <= 4; i++)
          rp_send_copy (counter, &i, sizeof i);
      }
      return total == 10;
    }
  if (!strcmp (way, "two-senders"))
    {
      rp_finish
      {
        rp_async (send_two, counter);
        rp_async (send_two, counter);
      }
      return total == 6;
    }
  if (!strcmp (way, "passed-on"))
    {
      rp_actor *relay = rp_actor_new (pass_on, NULL);
      sink = rp_actor_new (note, NULL);
      rp_finish
      {
        for (int i = 1; i <= 4; i++)
          rp_send_copy (relay, &i, sizeof i);
      }
      return in_order && last == 4;
    }
  if (!strcmp (way, "itself"))
    {
      sink = rp_actor_new (count_down, &steps);
      rp_finish
      {
        rp_send (sink, &five);
      }
      return steps == 5;
    }
  if (!strcmp (way, "deadlock"))
    {
      sink = rp_actor_new (wait_for_itself, NULL);
      rp_finish
      {
        rp_send (sink, &five);
      }
    }
  if (!strcmp (way, "too-early"))
    {
      rp_send (counter, &five);
      return total == 5; /* line: early */
    }
  if (!strcmp (way, "task-left"))
    {
      rp_actor *maker = rp_actor_new (leave_a_task, NULL);
      rp_finish
      {
        rp_send (maker, NULL);
        rp_send (maker, NULL);
      }
      return written == 2;
    }
  if (!strcmp (way, "null"))
    rp_send (NULL, &five); /* line: null */
  return true;
}

int
main (int argc, char **argv)
{
  return argc == 2 && run (argv[1]) ? 0 : 1;
}
