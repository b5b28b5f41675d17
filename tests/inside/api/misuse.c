/* Constructs of <raceproof/task.h> that are ended without a begin, or not ended, and NULL where a function or an object
 * has to be. The argument says which. */
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

static void
use_null (const char *way)
{
  if (!strcmp (way, "null_async"))
    rp_async (NULL, NULL); /* line: null_async */
  else if (!strcmp (way, "null_async_copy"))
    rp_async_copy (NULL, &shared, sizeof shared); /* line: null_async_copy */
  else if (!strcmp (way, "null_future"))
    rp_future_get (rp_future_new (NULL, NULL)); /* line: null_future */
  else if (!strcmp (way, "null_future_copy"))
    rp_future_get (rp_future_new_copy (NULL, &shared, sizeof shared)); /* line: null_future_copy */
  else if (!strcmp (way, "null_forall"))
    rp_forall (0, 2, NULL, NULL); /* line: null_forall */
  else if (!strcmp (way, "null_forasync"))
    rp_forasync (0, 2, NULL, NULL); /* line: null_forasync */
  else if (!strcmp (way, "null_chunked"))
    rp_forall_chunked (0, 2, 2, NULL, NULL); /* line: null_chunked */
  else if (!strcmp (way, "null_phased"))
    rp_async_phased (NULL, NULL, rp_phaser_new (), RP_PHASER_SIGNAL_WAIT_MODE); /* line: null_phased */
  else if (!strcmp (way, "null_actor"))
    rp_send (rp_actor_new (NULL, NULL), NULL); /* line: null_actor */
  else if (!strcmp (way, "null_post"))
    rp_post (rp_region_new (), NULL, NULL, NULL, NULL); /* line: null_post */
  else if (!strcmp (way, "null_passing"))
    rp_post_passing (rp_region_new (), NULL, NULL, NULL, NULL, NULL, 0); /* line: null_passing */
  else if (!strcmp (way, "null_clocked"))
    rp_clocked_finish
      rp_clocked_async (NULL, NULL); /* line: null_clocked */
  else if (!strcmp (way, "null_clocked_copy"))
    rp_clocked_finish
      rp_clocked_async_copy (NULL, &shared, sizeof shared); /* line: null_clocked_copy */
  else if (!strcmp (way, "object_async"))
    rp_async_copy (add, NULL, 8); /* line: object_async */
  else if (!strcmp (way, "object_future"))
    rp_future_new_copy (end_finish_value, NULL, 8); /* line: object_future */
  else if (!strcmp (way, "object_send"))
    rp_send_copy (rp_actor_new (end_section_of_message, NULL), NULL, 8); /* line: object_send */
  else if (!strcmp (way, "object_clocked"))
    rp_clocked_finish
      rp_clocked_async_copy (add, NULL, 8); /* line: object_clocked */
  else if (!strcmp (way, "no_index")) /* no task, so no function is needed */
    rp_forall (2, 2, NULL, NULL);
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
  else
    use_null (way);
  return 0;
}
