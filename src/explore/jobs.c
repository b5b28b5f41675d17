#include "explore/jobs.h"

#include "base/clock.h"
#include "base/panic.h"
#include "explore/estimate.h"
#include "explore/item.h"
#include "explore/checkpoint.h"
#include "explore/results.h"

#include <errno.h>
#include <poll.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum
{
  PARTS = 32,    /* how many parts to make, if the search has that many */
  NOTHING = 0,   /* value of worker_state.part between two parts */
  MAX_DEATHS = 2 /* a part is given up after this many workers died while they explored it */
};

/* The state of one worker, which the other processes can read. */
typedef struct worker_state
{
  _Atomic uint64_t part;      /* the part that the worker explores, plus 1; or NOTHING */
  _Atomic uint64_t schedules; /* complete schedules of that part */
  _Atomic double fraction;    /* fraction of that part that is done */
} worker_state;

/* Memory that all processes share. */
typedef struct shared_state
{
  _Atomic uint64_t next; /* index of the next part to do */
  _Atomic bool stops;
  _Atomic uint64_t begun, complete; /* counts of schedules, if their number is bounded */
  worker_state workers[];
} shared_state;

/* Stands before the results of a part in a worker's message. */
typedef struct message_head
{
  uint64_t part, length;
  uint64_t is_whole; /* the part was explored to its end */
} message_head;

_Static_assert (sizeof (message_head) == 24, "it goes from process to process: no padding");

typedef struct worker
{
  pid_t process;
  int pipe; /* -1: the worker has ended */
  rp_strbuf got;
} worker;

typedef struct jobs
{
  rp_exploration *e;
  RP_VEC (rp_work_item) items;
  bool *is_done;
  unsigned char *deaths;
  RP_VEC (uint32_t) todo;
  size_t done, died;
  rp_checkpoint checkpoint;
  shared_state *shared;
  worker *workers;
  size_t count; /* number of workers */
  double start, last_progress;
} jobs;

/* ---- parts ---- */

static rp_reduction
expanding (rp_reduction reduction)
{
  return reduction == RP_REDUCTION_DPOR ? RP_REDUCTION_SLEEP : reduction;
}

/* Adds the parts one level below ITEM to the end of j->items. */
static void
expand_one (jobs *j, const rp_work_item *item)
{
  rp_exploration *e = j->e;
  rp_search_begin_item (&e->search, item, expanding (e->options.reduction), 1);
  while (rp_search_next (&e->search))
    {
      rp_exploration_record (e);
      if (e->search.ending == RP_ENDING_SPLIT)
        {
          RP_VEC_PUSH (&j->items, (rp_work_item) { 0 });
          rp_item_copy_path (&RP_VEC_LAST (&j->items), &e->search);
        }
      if (rp_exploration_is_over (e))
        return;
    }
}

/* Fills j->items with at least PARTS parts; with fewer if the search has fewer, or if a bound is reached. Begins with
 * one item, the whole search. Again and again, takes the first item off the list, and adds the parts one level below it
 * to the end; so the search is expanded level by level. */
static void
make_items (jobs *j)
{
  size_t first = 0;
  RP_VEC_PUSH (&j->items, (rp_work_item) { 0 });
  while (first < j->items.count && j->items.count - first < PARTS && !j->e->bound)
    {
      rp_work_item item = j->items.items[first];
      j->items.items[first++] = (rp_work_item) { 0 };
      expand_one (j, &item);
      rp_item_clear (&item);
    }
  j->items.count -= first;
  memmove (j->items.items, j->items.items + first, j->items.count * sizeof *j->items.items);
  j->is_done = rp_calloc (j->items.count + 1, sizeof *j->is_done);
  j->deaths = rp_calloc (j->items.count + 1, sizeof *j->deaths);
}

static bool
take_done (void *context, uint64_t item, const char *text, size_t length)
{
  jobs *j = context;
  if (j->is_done[item])
    return true;
  j->is_done[item] = true;
  j->done++;
  return rp_results_read (j->e, item + 1, text, length);
}

/* Creates or resumes the checkpoint, if the options name one. If the checkpoint cannot be used, sets
 * exploration->refusal to the reason and returns false. */
static bool
open_journal (jobs *j)
{
  rp_exploration *e = j->e;
  const rp_explore_options *options = &e->options;
  uint64_t hash = 0;
  for (size_t i = 0; i < j->items.count; i++)
    hash = rp_hash64 (hash ^ rp_item_hash (&j->items.items[i], &e->search.names));
  rp_checkpoint_head head = { options->identity ? options->identity : "", j->items.count, hash };
  char *wrong = NULL;
  if (options->resumes)
    wrong = rp_checkpoint_resume (&j->checkpoint, options->checkpoint, &head, take_done, j);
  else if (options->checkpoint && !rp_checkpoint_create (&j->checkpoint, options->checkpoint, &head))
    wrong = strdup (strerror (errno));
  if (!wrong)
    return true;
  e->refusal = rp_arena_format (&e->report->arena, "cannot use the checkpoint `%s': %s",
                                options->checkpoint, wrong);
  free (wrong);
  return false;
}

/* ---- a worker ---- */

static bool
is_stopped (const rp_exploration *e)
{
  rp_limit limit = { .interrupt = e->search.interrupt, .deadline = e->search.deadline };
  return rp_limit_is_reached (&limit);
}

/* Returns whether another schedule may be run. If the number of schedules is not bounded, returns true. Otherwise
 * counts the schedule as begun, so that all workers together complete no more schedules than allowed. If as many
 * schedules as allowed are begun already, waits: a schedule that ends incomplete makes room for another one.
 * Returns false if as many as allowed are complete, or the search stops. */
static bool
takes_schedule (rp_exploration *e, shared_state *shared)
{
  uint64_t most = e->options.most_schedules;
  while (most && !atomic_load (&shared->stops) && !is_stopped (e))
    {
      uint64_t begun = atomic_load (&shared->begun);
      if (atomic_load (&shared->complete) >= most)
        return false;
      if (begun < most && atomic_compare_exchange_strong (&shared->begun, &begun, begun + 1))
        return true;
      if (begun >= most)
        usleep (200);
    }
  return !most;
}

static void
give_schedule (const rp_exploration *e, shared_state *shared, bool is_complete)
{
  if (!e->options.most_schedules)
    return;
  if (is_complete)
    atomic_fetch_add (&shared->complete, 1);
  else
    atomic_fetch_sub (&shared->begun, 1);
}

/* Explores the part ITEM. Returns false if the exploration was stopped before the end of the part. */
static bool
explore_part (rp_exploration *e, const rp_work_item *item, shared_state *shared, worker_state *own)
{
  rp_search *search = &e->search;
  rp_search_begin_item (search, item, e->options.reduction, 0);
  for (;;)
    {
      if (!takes_schedule (e, shared))
        return false;
      bool is_more = rp_search_next (search);
      give_schedule (e, shared, is_more && search->ending <= RP_ENDING_FAILED);
      if (!is_more)
        return true;
      rp_exploration_record (e);
      atomic_store (&own->schedules, search->counts.complete);
      if (search->trace.run % 16 == 0)
        atomic_store (&own->fraction, rp_search_fraction (search));
      if (atomic_load (&shared->stops) || is_stopped (e) || search->is_astray)
        return false;
    }
}

static bool
write_all (int to, const char *bytes, size_t length)
{
  while (length)
    {
      ssize_t written = write (to, bytes, length);
      if (written < 0 && errno != EINTR)
        return false;
      bytes += written > 0 ? written : 0;
      length -= written > 0 ? (size_t) written : 0;
    }
  return true;
}

static bool
send_results (rp_exploration *e, int to, uint64_t part, bool is_whole)
{
  rp_strbuf text = { 0 };
  rp_results_write (e, &text);
  message_head head = { .part = part, .length = text.length, .is_whole = is_whole };
  bool is_sent = write_all (to, (const char *) &head, sizeof head) && write_all (to, text.text, text.length);
  rp_strbuf_clear (&text);
  return is_sent;
}

static _Noreturn void
work (jobs *j, worker_state *own, int to, pid_t parent)
{
  rp_exploration *e = j->e;
  rp_subject *subject = e->search.subject;
  rp_strbuf known = { 0 };
  prctl (PR_SET_PDEATHSIG, SIGKILL);
  if (getppid () != parent)
    _exit (1); /* the main process has already ended */
  if (subject->renew && !subject->renew (subject))
    _exit (1);
  rp_results_write (e, &known); /* drops the results from before the fork */
  rp_strbuf_clear (&known);
  for (bool goes_on = true; goes_on && !atomic_load (&j->shared->stops);)
    {
      uint64_t place = atomic_fetch_add (&j->shared->next, 1);
      if (place >= j->todo.count)
        break;
      uint32_t part = j->todo.items[place];
      atomic_store (&own->part, part + 1);
      goes_on = explore_part (e, &j->items.items[part], j->shared, own);
      if (!send_results (e, to, part, goes_on))
        _exit (1);
      atomic_store (&own->schedules, 0);
      atomic_store (&own->fraction, 0);
      atomic_store (&own->part, NOTHING);
    }
  _exit (0);
}

/* ---- the main process ---- */

static void
start_worker (jobs *j, size_t number)
{
  worker *w = &j->workers[number];
  int ends[2];
  *w = (worker) { .pipe = -1 };
  if (pipe (ends))
    rp_panic (__FILE__, __LINE__, "no pipe for a worker");
  fflush (NULL);
  pid_t parent = getpid ();
  w->process = fork ();
  if (w->process < 0)
    {
      close (ends[0]);
      close (ends[1]);
      j->e->bound = "no process could be started for a worker";
      return;
    }
  if (!w->process)
    {
      close (ends[0]);
      work (j, &j->shared->workers[number], ends[1], parent);
    }
  close (ends[1]);
  w->pipe = ends[0];
}

/* Takes all complete messages that W has sent. */
static void
take_messages (jobs *j, worker *w)
{
  size_t at = 0;
  for (;;)
    {
      message_head head;
      if (w->got.length - at < sizeof head)
        break;
      memcpy (&head, w->got.text + at, sizeof head);
      if (w->got.length - at - sizeof head < head.length)
        break;
      const char *text = w->got.text + at + sizeof head;
      if (head.part >= j->items.count || !rp_results_read (j->e, head.part + 1, text, (size_t) head.length))
        rp_panic (__FILE__, __LINE__, "a worker sent what nobody understands");
      if (head.is_whole)
        {
          j->is_done[head.part] = true;
          j->done++;
          if (!rp_checkpoint_add (&j->checkpoint, head.part, text, (size_t) head.length))
            j->e->bound = "the checkpoint cannot be written";
        }
      at += sizeof head + (size_t) head.length;
    }
  memmove (w->got.text, w->got.text + at, w->got.length - at);
  w->got.length -= at;
}

static void
end_worker (jobs *j, worker *w, size_t number)
{
  int status;
  close (w->pipe);
  w->pipe = -1;
  while (waitpid (w->process, &status, 0) < 0 && errno == EINTR)
    continue;
  rp_strbuf_clear (&w->got);
  uint64_t part = atomic_exchange (&j->shared->workers[number].part, NOTHING);
  if (part && !j->is_done[part - 1] && !atomic_load (&j->shared->stops))
    {
      j->deaths[part - 1]++;
      j->died++;
    }
}

static void
listen_to (jobs *j, size_t number)
{
  worker *w = &j->workers[number];
  char block[65536];
  ssize_t got = read (w->pipe, block, sizeof block);
  if (got < 0 && (errno == EINTR || errno == EAGAIN))
    return;
  if (got > 0)
    {
      rp_strbuf_add_bytes (&w->got, block, (size_t) got);
      take_messages (j, w);
    }
  else
    end_worker (j, w, number);
}

static uint64_t
schedules_so_far (const jobs *j, double *fraction)
{
  uint64_t schedules = j->e->search.counts.complete;
  *fraction = (double) j->done;
  for (size_t i = 0; i < j->count; i++)
    {
      schedules += atomic_load (&j->shared->workers[i].schedules);
      *fraction += atomic_load (&j->shared->workers[i].fraction);
    }
  *fraction /= j->items.count ? (double) j->items.count : 1;
  return schedules;
}

static void
look_around (jobs *j)
{
  rp_exploration *e = j->e;
  double fraction;
  uint64_t schedules = schedules_so_far (j, &fraction);
  rp_exploration_report_progress (e, schedules, fraction);
  if (e->bound || rp_exploration_bound (e, schedules))
    atomic_store (&j->shared->stops, true);
}

/* Takes the messages of all workers and reports the progress, until all workers have ended. */
static void
wait_for_workers (jobs *j)
{
  struct pollfd *polled = rp_calloc (j->count + 1, sizeof *polled);
  for (;;)
    {
      size_t open = 0;
      for (size_t i = 0; i < j->count; i++)
        {
          polled[i] = (struct pollfd) { .fd = j->workers[i].pipe, .events = POLLIN };
          open += j->workers[i].pipe >= 0;
        }
      if (!open)
        break;
      if (poll (polled, j->count, 100) > 0)
        for (size_t i = 0; i < j->count; i++)
          if (j->workers[i].pipe >= 0 && polled[i].revents)
            listen_to (j, i);
      look_around (j);
    }
  free (polled);
}

/* Runs workers for all parts, then again for the parts that are not done. Ends when a bound is reached. Also ends
 * when a round completed no part and lost no worker, because another round would not help. */
static void
run_workers (jobs *j)
{
  size_t before;
  do
    {
      before = j->done + j->died;
      j->todo.count = 0;
      for (uint32_t i = 0; i < j->items.count; i++)
        if (!j->is_done[i] && j->deaths[i] < MAX_DEATHS)
          RP_VEC_PUSH (&j->todo, i);
      atomic_store (&j->shared->next, 0);
      for (size_t i = 0; i < j->count && i < j->todo.count && !j->e->bound; i++)
        start_worker (j, i);
      wait_for_workers (j);
    }
  while (j->done + j->died > before && !j->e->bound);
  if (j->done < j->items.count && !j->e->bound)
    j->e->bound = "a process of the search died, and another one at the same place";
}

void
rp_jobs_run (rp_exploration *e)
{
  jobs j = { .e = e, .count = e->options.jobs ? e->options.jobs : 1 };
  size_t bytes = sizeof (shared_state) + j.count * sizeof (worker_state);
  make_items (&j);
  if (!e->bound && open_journal (&j))
    {
      j.workers = rp_calloc (j.count, sizeof *j.workers);
      for (size_t i = 0; i < j.count; i++)
        j.workers[i].pipe = -1;
      j.shared = mmap (NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
      if (j.shared == MAP_FAILED)
        rp_panic (__FILE__, __LINE__, "no memory to share with workers");
      atomic_store (&j.shared->complete, e->search.counts.complete);
      atomic_store (&j.shared->begun, e->search.counts.complete);
      run_workers (&j);
      munmap (j.shared, bytes);
    }
  rp_checkpoint_close (&j.checkpoint);
  for (size_t i = 0; i < j.items.count; i++)
    rp_item_clear (&j.items.items[i]);
  RP_VEC_CLEAR (&j.items);
  RP_VEC_CLEAR (&j.todo);
  free (j.is_done);
  free (j.deaths);
  free (j.workers);
}
