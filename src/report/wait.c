/* Says what a blocked task waits for. The caller writes the task as the subject of the sentence; the functions here
 * add the rest. */
#include "report/phrase.h"

#include <inttypes.h>

/* The words that follow the subject, for each reason that names no other task or object. */
static const char *const plain[RP_WAIT_REASON_COUNT] = {
  [RP_WAIT_NONE] = "waits",
  [RP_WAIT_TURN] = "waits for its turn in an ordered region",
  [RP_WAIT_CONDITION] = "assumes a condition that does not hold",
  [RP_WAIT_FAILURE] = "has failed",
  [RP_WAIT_PROMISE] = "waits for a promise that nobody has put",
  [RP_WAIT_FINISH_TASKS] = "waits at the end of a finish for tasks that have not ended",
  [RP_WAIT_EVENT] = "waits for the event that it is detached by",
  [RP_WAIT_ITERATION] = "waits for an iteration that has not posted",
  [RP_WAIT_OWN_LOCK] = "waits for a lock that it holds itself",
  [RP_WAIT_SINGLE] = "waits for the data of a single construct",
  [RP_WAIT_UNIT] = "waits for a unit that a task has locked",
  [RP_WAIT_STATIC_VARIABLE] = "waits for a static variable that nobody makes",
  [RP_WAIT_ONCE] = "waits for a pthread_once that does not end",
  [RP_WAIT_THREAD] = "waits for a thread that does not end",
  [RP_WAIT_SEMAPHORE] = "waits for a semaphore that nobody posts",
  [RP_WAIT_STD_FUTURE] = "waits for a std::future that nobody makes ready",
  [RP_WAIT_FUTEX] = "waits for a futex that nobody wakes",
  [RP_WAIT_SIGNAL] = "waits for a condition that nobody signals",
  [RP_WAIT_OWN_MUTEX] = "waits for a mutex that it holds itself",
  [RP_WAIT_OWN_SPIN_LOCK] = "waits for a spin lock that it holds itself",
  [RP_WAIT_OWN_RWLOCK] = "waits for a read-write lock that it holds itself",
  [RP_WAIT_PTHREAD_BARRIER] = "waits at a pthread barrier that too few threads come to",
  [RP_WAIT_BARRIER_IN_USE] = "destroys a pthread barrier that others wait at for ever",
  [RP_WAIT_SAME_ITERATION] = "waits for the same iteration of the loop before",
  [RP_WAIT_SAME_PART] = "waits for the same thread's part of the loop before",
};

/* Appends BEFORE and the tasks waited for: "... task 3, task 4 and 2 more". */
static void
add_tasks (rp_strbuf *out, const char *before, const rp_waiting *waiting)
{
  uint32_t named = rp_wait_named (waiting->other_count);
  rp_strbuf_add (out, before);
  for (uint32_t i = 0; i < named; i++)
    {
      rp_strbuf_add (out, i ? ", " : " ");
      rp_phrase_task_name (out, &waiting->others[i]);
    }
  if (waiting->other_count > named)
    rp_strbuf_format (out, " and %" PRIu32 " more", waiting->other_count - named);
}

/* Adds BEFORE, the first of the tasks waited for, and AFTER; or WITHOUT if that task is not known. */
static void
add_one (rp_strbuf *out, const rp_waiting *waiting, const char *before, const char *after,
         const char *without)
{
  if (!waiting->other_count)
    {
      rp_strbuf_add (out, without);
      return;
    }
  rp_strbuf_add (out, before);
  rp_phrase_task_name (out, &waiting->others[0]);
  rp_strbuf_add (out, after);
}

static void
add_region (rp_strbuf *out, const rp_waiting *waiting)
{
  bool is_await = waiting->reason == RP_WAIT_AWAIT || waiting->reason == RP_WAIT_AWAIT_NOTHING;
  bool has_nothing
    = waiting->reason == RP_WAIT_AWAIT_NOTHING || waiting->reason == RP_WAIT_EWAIT_NOTHING;
  rp_strbuf_format (out, "%s `%s`", is_await ? "await" : "ewait", waiting->name ? waiting->name : "");
  if (has_nothing)
    rp_strbuf_add (out, ": it owns no task in this region");
  else
    add_one (out, waiting, ": waits for ", "", "");
}

static void
add_phase (rp_strbuf *out, const rp_waiting *waiting)
{
  rp_strbuf_format (out, "waits for phase %" PRIu64 " of a %s", waiting->number,
                    waiting->reason == RP_WAIT_CLOCK ? "clock" : "phaser");
  add_one (out, waiting, ", which ", " has not signalled", "");
}

static void
add_section (rp_strbuf *out, const rp_waiting *waiting, rp_words words)
{
  if (words == RP_WORDS_OPENMP)
    add_one (out, waiting, "waits for a critical section or lock that is held by ", "",
             "waits for a critical section or lock");
  else
    add_one (out, waiting, "waits to enter an isolated section while ", " is in one",
             "waits to enter an isolated section");
}

void
rp_phrase_wait (rp_strbuf *out, const rp_waiting *waiting, rp_words words)
{
  bool is_openmp = words == RP_WORDS_OPENMP;
  switch (waiting->reason)
    {
    case RP_WAIT_PROGRAM:
      add_tasks (out, "waits at the end of the program for", waiting);
      return;
    case RP_WAIT_FINISH:
      add_tasks (out,
                 is_openmp ? "waits at a barrier, or the end of a construct, for"
                           : "waits at the end of a finish for",
                 waiting);
      return;
    case RP_WAIT_CHILDREN:
      add_tasks (out, "waits for its child tasks:", waiting);
      return;
    case RP_WAIT_AWAIT:
    case RP_WAIT_EWAIT:
    case RP_WAIT_AWAIT_NOTHING:
    case RP_WAIT_EWAIT_NOTHING:
      add_region (out, waiting);
      return;
    case RP_WAIT_FUTURE:
      add_one (out, waiting,
               is_openmp ? "waits for the task that it depends on, " : "waits for the future that ",
               is_openmp ? "" : " computes", "waits for a future");
      return;
    case RP_WAIT_MESSAGE:
      add_one (out, waiting, "waits until the message before it is handled, ", "",
               "waits until the message before it is handled");
      return;
    case RP_WAIT_ACTOR:
      add_one (out, waiting, "waits for its actor, which is busy with ", "",
               "waits for its actor, which is busy");
      return;
    case RP_WAIT_SECTION:
      add_section (out, waiting, words);
      return;
    case RP_WAIT_PHASER:
    case RP_WAIT_CLOCK:
      add_phase (out, waiting);
      return;
    default:
      rp_strbuf_add (out, plain[waiting->reason]);
    }
}
