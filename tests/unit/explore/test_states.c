/* The set of states, and what of an execution tells two of them apart. */
#include "base/rng.h"
#include "explore/states.h"
#include "test.h"

TEST (each_state_is_new_once)
{
  rp_states states = { 0 };
  rp_digest a = { { 1, 2 } }, b = { { 1, 3 } }, c = { { 2, 4 } };
  CHECK (rp_states_add (&states, a));
  CHECK (!rp_states_add (&states, a));
  CHECK (rp_states_add (&states, b)); /* the first word alone does not decide */
  CHECK (rp_states_add (&states, c)); /* nor is what b stands in the way of taken for it */
  CHECK (!rp_states_add (&states, a));
  CHECK (!rp_states_add (&states, b));
  CHECK (!rp_states_add (&states, c));
  rp_states_clear (&states);
}

/* What a task knows starts from zeros, and it may read 0 any number of times. */
TEST (one_more_of_the_same_is_another_digest)
{
  for (uint64_t value = 0; value < 3; value++)
    {
      rp_states states = { 0 };
      rp_digest known = { { 0 } };
      for (unsigned i = 0; i < 100; i++)
        {
          CHECK (rp_states_add (&states, known));
          rp_digest_add (&known, value);
        }
      rp_states_clear (&states);
    }
}

/* A trace by hand: main and two tasks inside a finish. */
typedef struct fixture
{
  rp_task_names names;
  rp_footprints footprints;
  rp_task_table table;
  rp_trace trace;
  rp_strand strands[3];
  rp_states states;
} fixture;

static void
begin (fixture *f)
{
  *f = (fixture) { 0 };
  rp_task_names_init (&f->names);
  rp_trace_init (&f->trace, &f->names, &f->footprints, RP_ORDER_LAST);
  rp_trace_begin (&f->trace, &f->table);
  rp_observer *observer = &f->trace.observer;
  for (uint32_t i = 0; i < 3; i++)
    {
      rp_task_table_add (&f->table, i ? 0 : RP_NO_TASK, i ? i - 1 : 0,
                         i ? RP_TASK_ASYNC : RP_TASK_MAIN, 0, 0);
      f->strands[i].task = i;
      observer->task_create (observer, i ? &f->strands[0] : NULL, &f->strands[i], 0);
    }
}

static void
end (fixture *f)
{
  rp_trace_clear (&f->trace);
  rp_footprints_clear (&f->footprints);
  rp_task_names_clear (&f->names);
  rp_task_table_clear (&f->table);
  rp_states_clear (&f->states);
}

/* Task TASK writes LOCATION in a section on it. */
static void
section (fixture *f, uint32_t task, uint64_t location)
{
  rp_range object = { location, 1 };
  rp_observer *observer = &f->trace.observer;
  rp_trace_event_begin (&f->trace, task, true, &object, 1, 1);
  observer->isolated_begin (observer, &f->strands[task], &object, 1, 1);
  rp_trace_access (&f->trace, &f->strands[task], location, 1, true, 2);
  observer->isolated_end (observer, &f->strands[task], 1);
  rp_trace_event_end (&f->trace);
}

static void
write_plain (fixture *f, uint32_t task, uint64_t location)
{
  rp_trace_access (&f->trace, &f->strands[task], location, 1, true, 3);
}

static void
end_task (fixture *f, uint32_t task)
{
  f->trace.observer.task_end (&f->trace.observer, &f->strands[task]);
}

static bool
same (rp_digest a, rp_digest b)
{
  return a.words[0] == b.words[0] && a.words[1] == b.words[1];
}

/* Ended tasks in either order: whoever joins them comes after both. */
TEST (the_order_of_ended_tasks_is_gone)
{
  rp_digest states[2];
  for (uint32_t i = 0; i < 2; i++)
    {
      fixture f;
      begin (&f);
      section (&f, 1 + i, 10);
      end_task (&f, 1 + i);
      section (&f, 2 - i, 10);
      end_task (&f, 2 - i);
      states[i] = rp_states_races (&f.states, &f.trace);
      end (&f);
    }
  CHECK (same (states[0], states[1]));
}

/* The plain write before its section is known to the other task only if that came later. */
TEST (who_comes_after_a_write_counts)
{
  rp_digest states[2];
  for (uint32_t i = 0; i < 2; i++)
    {
      fixture f;
      begin (&f);
      write_plain (&f, 1, 20);
      section (&f, 1 + i, 10);
      section (&f, 2 - i, 10);
      states[i] = rp_states_races (&f.states, &f.trace);
      end (&f);
    }
  CHECK (!same (states[0], states[1]));
}

/* A write by main before its children are made can race with nobody. */
TEST (what_all_come_after_is_forgotten)
{
  fixture f;
  begin (&f);
  rp_digest nothing = rp_states_races (&f.states, &f.trace);
  write_plain (&f, 1, 20);
  rp_digest something = rp_states_races (&f.states, &f.trace);
  CHECK (same (nothing, (rp_digest) { { 0 } }));
  CHECK (!same (nothing, something));
  end (&f);
  begin (&f);
  f.trace.observer.finish_begin (&f.trace.observer, &f.strands[0], 0);
  CHECK (same (nothing, rp_states_races (&f.states, &f.trace)));
  end (&f);
}

/* Which of two accesses it is, and whether it is a write, counts. */
TEST (accesses_are_told_apart)
{
  rp_digest states[4];
  for (uint32_t i = 0; i < 4; i++)
    {
      fixture f;
      begin (&f);
      rp_trace_access (&f.trace, &f.strands[1], 20 + i / 2, 1, i % 2, 3);
      states[i] = rp_states_races (&f.states, &f.trace);
      end (&f);
    }
  for (int i = 0; i < 4; i++)
    for (int k = 0; k < i; k++)
      CHECK (!same (states[i], states[k]));
}
