/* Constructs of <raceproof/task.h> that are ended without a begin, or not ended. The argument says which. */
#include <raceproof/task.h>
#include <stdlib.h>
#include <string.h>

static int shared;

static void
add (void *unused)
{
  (void) unused;
  rp_isolated
    shared++;
}

static void
end_finish (void *unused)
{
  (void) unused;
  rp_finish_end (); /* line: finish_in_task */
}

static void *
end_finish_value (void *argument)
{
  rp_finish_end (); /* line: finish_in_future */
  return argument;
}

static void
end_finish_loop (long index, void *unused)
{
  (void) unused;
  if (index == 1)
    rp_finish_end (); /* line: finish_in_loop */
}

static void
end_section (void *unused)
{
  (void) unused;
  rp_isolated_end (); /* line: section_in_task, section_of_parent */
}

static void
end_section_of_message (void *message, void *unused)
{
  (void) message;
  (void) unused;
  rp_isolated_end (); /* line: section_of_message */
}

static void
begin_finish (void *unused)
{
  (void) unused;
  rp_finish_begin (); /* line: open_in_task */
  rp_async (add, NULL);
}

static void
begin_clock (void *unused)
{
  (void) unused;
  rp_clocked_finish_begin (); /* line: clock_in_task */
  rp_clocked_async (add, NULL);
}

static void
begin_section_of_message (void *message, void *unused)
{
  (void) message;
  (void) unused;
  rp_isolated_begin_on (&shared, sizeof shared);
}

static void
read_shared (void *result)
{
  *(int *) result = shared;
}

int
main (int argc, char **argv)
{
  const char *way = argc > 1 ? argv[1] : "";
  int result = 0, other_result = 0;
  if (!strcmp (way, "finish"))
    rp_finish_end (); /* line: finish */
  else if (!strcmp (way, "finish_twice"))
    {
      rp_finish_begin ();
      rp_async (add, NULL);
      rp_finish_end ();
      rp_finish_end (); /* line: finish_twice */
    }
  else if (!strcmp (way, "clock_twice"))
    {
      rp_clocked_finish_begin ();
      rp_clocked_async (add, NULL);
      rp_finish_end ();
      rp_finish_end (); /* line: clock_twice */
    }
  else if (!strcmp (way, "finish_in_task"))
    rp_finish rp_async (end_finish, NULL);
  else if (!strcmp (way, "finish_in_future"))
    rp_future_get (rp_future_new (end_finish_value, NULL));
  else if (!strcmp (way, "finish_in_loop"))
    rp_forall (0, 2, end_finish_loop, NULL);
  else if (!strcmp (way, "section"))
    rp_isolated_end (); /* line: section */
  else if (!strcmp (way, "section_twice"))
    {
      rp_isolated_begin_on (&shared, sizeof shared);
      rp_isolated_end ();
      rp_isolated_end (); /* line: section_twice */
    }
  else if (!strcmp (way, "section_in_task"))
    rp_finish rp_async (end_section, NULL);
  else if (!strcmp (way, "section_of_parent"))
    {
      rp_isolated_begin ();
      rp_finish rp_async (end_section, NULL);
      rp_isolated_end ();
    }
  else if (!strcmp (way, "section_of_message"))
    rp_finish rp_send (rp_actor_new (end_section_of_message, NULL), NULL);
  else if (!strcmp (way, "open"))
    {
      rp_finish_begin (); /* line: open */
      rp_async (add, NULL);
    }
  else if (!strcmp (way, "clock_open"))
    {
      rp_clocked_finish_begin (); /* line: clock_open */
      rp_clocked_async (add, NULL);
    }
  else if (!strcmp (way, "open_in_task"))
    rp_finish rp_async (begin_finish, NULL);
  else if (!strcmp (way, "clock_in_task"))
    rp_finish rp_async (begin_clock, NULL);
  else if (!strcmp (way, "exit_in_finish")) /* no misuse: exit leaves everything */
    rp_finish
    {
      rp_async (read_shared, &result);
      rp_finish
      {
        rp_async (read_shared, &other_result);
        exit (0);
      }
    }
  else if (!strcmp (way, "exit_in_clock"))
    rp_finish rp_clocked_finish
    {
      rp_clocked_async (add, NULL);
      exit (0);
    }
  else if (!strcmp (way, "exit_in_section"))
    rp_isolated exit (0);
  else if (!strcmp (way, "crossed")) /* each end ends the last of its kind */
    {
      rp_finish_begin ();
      rp_isolated_begin ();
      rp_finish_end ();
      rp_isolated_end ();
    }
  else if (!strcmp (way, "section_left_by_message")) /* the actor goes on, and the section stays taken */
    rp_finish
    {
      rp_actor *actor = rp_actor_new (begin_section_of_message, NULL);
      rp_send (actor, NULL);
      rp_finish rp_async (read_shared, &result);
    }
  return 0;
}
