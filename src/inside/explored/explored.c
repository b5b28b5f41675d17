/* The child process of an exploration. It sends the events that the runtime reports to its observer, and the questions
 * that the runtime asks its policy.
 *
 *   E1. Accesses are sent only while there are tasks that are not ordered before the running code of main:
 *       before the first task, and after a finish of main's that all tasks were in, nothing can race.
 *   E2. If the same code repeats an access, the repeated access is normally not sent before the next event that is
 *       not an access: until then neither clocks nor sections have changed. The table `seen` may forget an access,
 *       which is then sent again. */
#include "inside/explored/explored.h"

#include "base/panic.h"
#include "core/event/wire.h"
#include "inside/engine/engine.h"
#include "inside/explored/pinned_work.h"
#include "inside/hook/libc_real.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum
{
  FILTER = 1 << 10
};

typedef struct seen_access
{
  uint64_t address, moment;
  uint32_t site;
  uint32_t size_and_kind;
} seen_access;

static rp_wire *wire;
static bool with_graph;
static const char *answers_left; /* if there is no explorer: those answers of the environment that come next */
static uint64_t questions;

static seen_access seen[FILTER];
static uint64_t moment = 1; /* E2: counts all events except accesses */

static RP_VEC (unsigned char) sent_nodes;
static RP_VEC (unsigned char) sent_sites;

/* E1: counts of the tasks that main has created. The first count is for tasks outside of all finishes, each other one
 * for an open finish of main, the outermost first. */
static RP_VEC (uint32_t) created;
static bool is_busy;
static uint32_t barriers;

/* ---- records ---- */

/* Returns room for a record of BYTES bytes; NULL if there is no explorer, or the record is too long. */
static char *
make_room (size_t bytes)
{
  if (!wire || bytes > RP_WIRE_BYTES)
    return NULL;
  if (wire->written + bytes > RP_WIRE_BYTES)
    rp_explored_hand_over (wire);
  return wire->records + wire->written;
}

static size_t
padded (size_t bytes)
{
  return (bytes + 7) & ~(size_t) 7;
}

static void
put_more (rp_wire_record record, const void *more, size_t bytes)
{
  size_t whole = sizeof record + padded (bytes);
  char *at = make_room (whole);
  if (!at)
    return;
  record.more = (uint32_t) padded (bytes);
  memcpy (at, &record, sizeof record);
  memset (at + whole - 8, 0, bytes ? 8 : 0); /* padding: records are compared as a whole */
  if (bytes)
    memcpy (at + sizeof record, more, bytes);
  wire->written += (uint32_t) whole;
}

static void
put_text (rp_wire_record record, const char *text)
{
  put_more (record, text ? text : "", strlen (text ? text : "") + 1);
}

/* Sends the record of an event that is not an access. */
static void
put (rp_wire_record record)
{
  moment++;
  put_more (record, NULL, 0);
}

static bool
mark (unsigned char *bytes, uint32_t number)
{
  bool was = bytes[number >> 3] >> (number & 7) & 1;
  bytes[number >> 3] |= (unsigned char) (1 << (number & 7));
  return was;
}

#define MARK(LIST, NUMBER) \
  (__extension__({ \
    while ((LIST)->count <= (NUMBER) >> 3) \
      RP_VEC_PUSH ((LIST), 0); \
    mark ((LIST)->items, (NUMBER)); \
  }))

/* W4 (core/event/wire.h): sends the nodes of a call path that were not sent yet, callers before the functions that they
 * call. */
static void
tell_node (uint32_t node)
{
  RP_VEC (uint32_t) chain = { 0 };
  for (; node && !MARK (&sent_nodes, node); node = rp_context_nodes[node].parent)
    RP_VEC_PUSH (&chain, node);
  while (chain.count)
    {
      uint32_t next = RP_VEC_POP (&chain);
      put_more ((rp_wire_record) { .kind = RP_WIRE_NODE,
                                   .first = rp_context_nodes[next].pc,
                                   .c = next,
                                   .d = rp_context_nodes[next].parent },
                NULL, 0);
    }
  RP_VEC_CLEAR (&chain);
}

static uint32_t
tell_site (uint32_t site)
{
  if (!wire || !site || MARK (&sent_sites, site))
    return site;
  uint32_t node;
  uint64_t pc = rp_site_pc (site, &node);
  tell_node (node);
  put_more ((rp_wire_record) { .kind = RP_WIRE_SITE, .first = pc, .c = site, .d = node }, NULL, 0);
  return site;
}

/* ---- accesses ---- */

static void
set_busy (bool busy)
{
  is_busy = busy;
  if (!rp_explored_with_graph ())
    rp_bags_set_mode (&rp_engine_now.bags, busy || rp_explored_has_states () ? RP_BAGS_SLOW : RP_BAGS_IDLE);
}

bool
rp_explored_is_busy (void)
{
  return is_busy;
}

/* E1: a task was created. Counts it if PARENT is main. PARENT NULL: the new task is main itself. */
static void
count_task (const rp_strand *parent)
{
  if (!parent)
    RP_VEC_PUSH (&created, 0);
  else if (!parent->task)
    RP_VEC_LAST (&created)++;
  set_busy (parent);
}

static void
enter_finish (const rp_strand *task)
{
  if (!task->task)
    RP_VEC_PUSH (&created, 0);
}

static void
leave_finish (const rp_strand *task)
{
  if (task->task)
    return;
  bool busy = false;
  created.count--;
  for (size_t i = 0; i < created.count; i++)
    busy |= created.items[i] != 0;
  set_busy (busy);
}

void
rp_explored_access (uintptr_t address, size_t size, bool is_write, uint32_t site)
{
  rp_explored_touch (address, size, is_write);
  if (!is_busy)
    return;
  seen_access *known = &seen[(address ^ address >> 10 ^ site) % FILTER];
  uint32_t size_and_kind = size < 1u << 30 ? (uint32_t) size << 1 | is_write : 0;
  if (known->address == address && known->moment == moment && known->site == site
      && known->size_and_kind == size_and_kind && size_and_kind)
    return;
  *known = (seen_access) { address, moment, site, size_and_kind };
  rp_pinned_work_access (address, size, is_write, site);
  put_more ((rp_wire_record) { .kind = RP_WIRE_ACCESS,
                               .task = rp_current_strand ()->task,
                               .c = tell_site (site),
                               .first = address,
                               .second = size,
                               .d = is_write },
            NULL, 0);
}

void
rp_explored_forget (uintptr_t address, size_t size)
{
  rp_explored_untouch (address, size);
  if (is_busy)
    put ((rp_wire_record) { .kind = RP_WIRE_FORGET, .first = address, .second = size });
}

/* ---- the observer ---- */

static void
tell_task (rp_strand *parent, rp_strand *child)
{
  const rp_task_table *table = rp_runtime_tasks (rp_current_runtime ());
  const rp_task_row *row = &table->rows.items[child->task];
  put ((rp_wire_record) { .kind = RP_WIRE_TASK,
                          .task = child->task,
                          .c = tell_site (row->site),
                          .first = row->parent | (uint64_t) row->ordinal << 32,
                          .second = row->kind | (uint64_t) row->note << 32,
                          .d = (unsigned) child->is_plain | (unsigned) child->is_clocked << 1
                               | (parent ? 4u : 0) });
}

static void
task_create (rp_observer *observer, rp_strand *parent, rp_strand *child, uint32_t site)
{
  (void) observer, (void) site;
  tell_task (parent, child);
  count_task (parent);
}

static void
region_open (rp_observer *observer, rp_strand *owner, uint32_t region, uint32_t site)
{
  (void) observer;
  put ((rp_wire_record) {
    .kind = RP_WIRE_REGION_OPEN, .task = owner->task, .c = tell_site (site), .d = region });
}

static void
region_done (rp_observer *observer, rp_strand *owner, uint32_t region, uint32_t site)
{
  (void) observer;
  put ((rp_wire_record) {
    .kind = RP_WIRE_REGION_DONE, .task = owner->task, .c = tell_site (site), .d = region });
}

static void
task_end (rp_observer *observer, rp_strand *task)
{
  (void) observer;
  put ((rp_wire_record) { .kind = RP_WIRE_TASK_END, .task = task->task });
}

static void
task_forget (rp_observer *observer, rp_strand *task)
{
  (void) observer;
  put ((rp_wire_record) { .kind = RP_WIRE_TASK_FORGET, .task = task->task });
}

static void
join (rp_observer *observer, rp_strand *joiner, rp_strand *task, rp_join_kind kind, bool in_order,
      uint32_t site)
{
  (void) observer;
  put ((rp_wire_record) { .kind = RP_WIRE_JOIN,
                          .task = joiner->task,
                          .c = tell_site (site),
                          .first = task->task,
                          .second = (unsigned) kind | (in_order ? 256u : 0) });
}

static void
finish_begin (rp_observer *observer, rp_strand *task, uint32_t site)
{
  (void) observer;
  enter_finish (task);
  put (
    (rp_wire_record) { .kind = RP_WIRE_FINISH_BEGIN, .task = task->task, .c = tell_site (site) });
}

static void
finish_end (rp_observer *observer, rp_strand *task, uint32_t site)
{
  (void) observer;
  put ((rp_wire_record) { .kind = RP_WIRE_FINISH_END, .task = task->task, .c = tell_site (site) });
  leave_finish (task);
}

static void
isolated_begin (rp_observer *observer, rp_strand *task, const rp_range *objects, size_t count,
                uint32_t site)
{
  (void) observer;
  rp_pinned_work_enter (task, objects, count, site);
  moment++;
  put_more (
    (rp_wire_record) {
      .kind = RP_WIRE_ISOLATED_BEGIN, .task = task->task, .c = tell_site (site), .d = count },
    objects, count * sizeof *objects);
}

static void
isolated_commutes (rp_observer *observer, rp_strand *task, uint32_t site)
{
  (void) observer;
  put ((rp_wire_record) {
    .kind = RP_WIRE_ISOLATED_COMMUTES, .task = task->task, .c = tell_site (site) });
}

static void
isolated_end (rp_observer *observer, rp_strand *task, uint32_t site)
{
  (void) observer;
  rp_pinned_work_leave (task);
  put (
    (rp_wire_record) { .kind = RP_WIRE_ISOLATED_END, .task = task->task, .c = tell_site (site) });
}

static void
tell_permission (rp_wire_kind kind, const rp_strand *task, rp_range object, bool writes,
                 uint32_t site)
{
  put ((rp_wire_record) { .kind = kind,
                          .task = task->task,
                          .c = tell_site (site),
                          .first = object.base,
                          .second = object.size,
                          .d = writes });
}

static void
permission_acquire (rp_observer *observer, rp_strand *task, rp_range object, bool writes,
                    uint32_t site)
{
  (void) observer;
  tell_permission (RP_WIRE_ACQUIRE, task, object, writes, site);
}

static void
permission_release (rp_observer *observer, rp_strand *task, rp_range object, bool writes,
                    uint32_t site)
{
  (void) observer;
  tell_permission (RP_WIRE_RELEASE, task, object, writes, site);
}

static void
barrier_create (rp_observer *observer, rp_barrier *barrier, rp_strand *creator, bool is_clock)
{
  (void) observer;
  barrier->state = (void *) (uintptr_t) barriers;
  put ((rp_wire_record) {
    .kind = RP_WIRE_BARRIER_CREATE, .task = creator->task, .second = is_clock, .d = barriers++ });
}

static void
put_barrier (rp_wire_kind kind, const rp_barrier *barrier, const rp_strand *task, uint64_t phase,
             uint32_t site)
{
  put ((rp_wire_record) { .kind = kind,
                          .task = task ? task->task : RP_NO_TASK,
                          .c = tell_site (site),
                          .first = phase,
                          .d = (uintptr_t) barrier->state });
}

static void
barrier_signal (rp_observer *observer, rp_barrier *barrier, rp_strand *task, uint64_t phase,
                uint32_t site)
{
  (void) observer;
  put_barrier (RP_WIRE_BARRIER_SIGNAL, barrier, task, phase, site);
}

static void
barrier_complete (rp_observer *observer, rp_barrier *barrier, uint64_t phase)
{
  (void) observer;
  put_barrier (RP_WIRE_BARRIER_COMPLETE, barrier, NULL, phase, 0);
}

static void
barrier_wait (rp_observer *observer, rp_barrier *barrier, rp_strand *task, uint64_t phase,
              uint32_t site)
{
  (void) observer;
  put_barrier (RP_WIRE_BARRIER_WAIT, barrier, task, phase, site);
}

static void
barrier_forget (rp_observer *observer, rp_barrier *barrier, rp_strand *owner)
{
  (void) observer;
  put_barrier (RP_WIRE_BARRIER_FORGET, barrier, owner, 0, 0);
}

static void
depends (rp_observer *observer, rp_dependence_kind kind, uint32_t site)
{
  (void) observer;
  put ((rp_wire_record) { .kind = RP_WIRE_DEPENDS, .c = tell_site (site), .d = kind });
}

rp_observer *
rp_explored_observer (void)
{
  static rp_observer observer = { .task_create = task_create,
                                  .region_open = region_open,
                                  .region_done = region_done,
                                  .task_end = task_end,
                                  .task_forget = task_forget,
                                  .join = join,
                                  .finish_begin = finish_begin,
                                  .finish_end = finish_end,
                                  .isolated_begin = isolated_begin,
                                  .isolated_commutes = isolated_commutes,
                                  .isolated_end = isolated_end,
                                  .permission_acquire = permission_acquire,
                                  .permission_release = permission_release,
                                  .barrier_create = barrier_create,
                                  .barrier_signal = barrier_signal,
                                  .barrier_complete = barrier_complete,
                                  .barrier_wait = barrier_wait,
                                  .barrier_forget = barrier_forget,
                                  .depends = depends };
  return &observer;
}

static rp_observer inner;

static void
inner_task_create (rp_observer *observer, rp_strand *parent, rp_strand *child, uint32_t site)
{
  tell_task (parent, child);
  count_task (parent);
  inner.task_create (observer, parent, child, site);
}

static void
inner_finish_begin (rp_observer *observer, rp_strand *task, uint32_t site)
{
  enter_finish (task);
  inner.finish_begin (observer, task, site);
}

static void
inner_finish_end (rp_observer *observer, rp_strand *task, uint32_t site)
{
  inner.finish_end (observer, task, site);
  leave_finish (task);
}

void
rp_explored_tell_tasks (rp_observer *observer)
{
  inner = *observer;
  observer->task_create = inner_task_create;
  observer->finish_begin = inner_finish_begin;
  observer->finish_end = inner_finish_end;
}

/* ---- the policy ---- */

/* Returns the answer to QUESTION if there is no explorer. All answers are known from the start. Questions behind the
 * last answer get the first possible answer, 0. */
static uint64_t
known_answer (uint64_t question)
{
  static uint64_t at;
  for (; at < question && *answers_left; at++)
    answers_left += strcspn (answers_left, ",") + (strchr (answers_left, ',') != NULL);
  return strtoull (answers_left, NULL, 10);
}

static uint64_t
next_answer (void)
{
  uint64_t question = questions++;
  if (!wire)
    return known_answer (question);
  if (question < wire->repeated && question < RP_WIRE_ANSWERS)
    return wire->answers[question];
  rp_explored_hand_over (wire);
  return wire->answer;
}

static char *
add_stand (char *at, const rp_stand *stand)
{
  memcpy (at, stand, sizeof *stand);
  at += padded (sizeof *stand);
  if (stand->object_count)
    memcpy (at, stand->objects, stand->object_count * sizeof *stand->objects);
  return at + stand->object_count * sizeof *stand->objects;
}

/* Sends the stands of COUNT ready tasks, from place FIRST in READY on. A stand says what a task does first when it goes
 * on. IS_GUESSED: this process goes on without an answer. */
static void
put_stands (rp_wire_kind kind, const rp_ready *ready, size_t first, size_t count, bool is_guessed)
{
  size_t bytes = sizeof (rp_wire_record);
  for (size_t i = first; i < first + count; i++)
    {
      rp_stand stand = ready->stand (ready, i);
      tell_site (stand.site);
      bytes += padded (sizeof stand) + stand.object_count * sizeof *stand.objects;
    }
  moment++;
  char *begin = make_room (bytes), *at = begin + sizeof (rp_wire_record);
  if (!begin)
    {
      rp_explored_partial ("too many tasks stand before sections at once", 0);
      rp_exit_now (0);
    }
  for (size_t i = first; i < first + count; i++)
    {
      rp_stand stand = ready->stand (ready, i);
      at = add_stand (at, &stand);
    }
  rp_wire_record record
    = { .kind = kind, .more = (uint32_t) (bytes - sizeof record), .first = count, .d = is_guessed };
  memcpy (begin, &record, sizeof record);
  wire->written += (uint32_t) bytes;
}

/* W5 (core/event/wire.h): returns the place of the only task that can go on; RP_PICK_NOBODY if none can; SEVERAL if
 * several can. */
#define SEVERAL (SIZE_MAX - 2)

static size_t
only_one (const rp_ready *ready)
{
  size_t found = RP_PICK_NOBODY;
  for (size_t i = 0; i < ready->count; i++)
    if (ready->stand (ready, i).can_go)
      {
        if (found != RP_PICK_NOBODY)
          return SEVERAL;
        found = i;
      }
  return found;
}

/* Sends the state, which the explorer compares with states that it has seen before. A question that repeats a question
 * of the last schedule needs no state. */
static void
tell_state (void)
{
  if (!wire || !rp_explored_has_states () || questions < wire->repeated)
    return;
  rp_digest state = rp_explored_state ();
  put (
    (rp_wire_record) { .kind = RP_WIRE_STATE, .first = state.words[0], .second = state.words[1] });
}

static size_t
pick (rp_policy *policy, const rp_ready *ready)
{
  (void) policy;
  size_t place = rp_ready_free (ready);
  if (place != SIZE_MAX)
    {
      if (wire)
        put_stands (RP_WIRE_FREE, ready, place, 1, true);
      return place;
    }
  place = only_one (ready);
  tell_state ();
  if (wire)
    put_stands (RP_WIRE_PICK, ready, 0, ready->count, place != SEVERAL);
  if (place == SEVERAL)
    return (size_t) next_answer ();
  questions += place != RP_PICK_NOBODY;
  return place;
}

static size_t
choose (rp_policy *policy, uint32_t task, rp_choice_kind kind, size_t options)
{
  (void) policy;
  put ((rp_wire_record) { .kind = RP_WIRE_CHOOSE, .task = task, .first = options, .d = kind });
  uint64_t answer = next_answer ();
  answer = answer < options ? answer : 0;
  rp_explored_receives (answer);
  return (size_t) answer;
}

rp_policy *
rp_explored_policy (void)
{
  static rp_policy policy = { .explores = true, .pick = pick, .choose = choose };
  policy.precision = wire ? (rp_precision) wire->precision : RP_PRECISION_ISOLATED;
  return &policy;
}

/* ---- what ends a run ---- */

void
rp_explored_incident (int rule, uint32_t site, const char *text)
{
  put_text ((rp_wire_record) { .kind = RP_WIRE_INCIDENT,
                               .task = rp_monitor_task (),
                               .c = tell_site (site),
                               .d = (uint64_t) rule },
            text);
}

void
rp_explored_observe (const char *name, uint64_t hash, const char *text, uint32_t site)
{
  size_t length = strlen (name), bytes = length + strlen (text) + 2;
  rp_explored_note_observed (name, hash);
  char *both = malloc (bytes);
  if (!both)
    return;
  memcpy (both, name, length + 1);
  memcpy (both + length + 1, text, bytes - length - 1);
  put_more ((rp_wire_record) { .kind = RP_WIRE_OBSERVE,
                               .task = rp_monitor_task (),
                               .c = tell_site (site),
                               .first = hash,
                               .second = length },
            both, bytes);
  free (both);
}

void
rp_explored_remark (rp_remark kind, const char *text)
{
  put_text ((rp_wire_record) { .kind = RP_WIRE_REMARK, .d = kind }, text);
}

void
rp_explored_partial (const char *why, uint32_t site)
{
  put_text (
    (rp_wire_record) { .kind = RP_WIRE_PARTIAL, .task = rp_monitor_task (), .c = tell_site (site) },
    why);
}

static void
tell_failures (rp_runtime *rt)
{
  size_t count;
  const rp_failure *failures = rp_runtime_failures (rt, &count);
  for (size_t i = 0; i < count; i++)
    if (failures[i].stop == RP_STOP_MISUSE)
      put_text ((rp_wire_record) { .kind = RP_WIRE_INCIDENT,
                                   .task = failures[i].task,
                                   .c = tell_site (failures[i].site),
                                   .d = RP_ENGINE_MISUSE },
                failures[i].message);
}

void
rp_explored_stopped (rp_runtime *rt)
{
  rp_stop_info stop = rp_runtime_stop_info (rt);
  tell_failures (rt);
  for (size_t i = 0; i < stop.waiting_count; i++)
    put ((rp_wire_record) { .kind = RP_WIRE_WAITING,
                            .task = stop.waiting[i].task,
                            .c = tell_site (stop.waiting[i].site),
                            .d = stop.waiting[i].reason });
  put_text ((rp_wire_record) { .kind = RP_WIRE_STOP,
                               .task = stop.task,
                               .c = tell_site (stop.site),
                               .first = stop.stop,
                               .second = stop.is_avoidable },
            stop.message);
}

void
rp_explored_end (int status)
{
  put ((rp_wire_record) { .kind = RP_WIRE_END, .first = (uint64_t) status });
}

/* ---- the whole ---- */

void
rp_explored_connect (rp_wire *given)
{
  wire = given;
  with_graph = !wire || wire->mode == RP_WIRE_GRAPH;
  if (wire && wire->with_states && !with_graph)
    rp_explored_want_states ();
  if (wire)
    return;
  answers_left = strdup (getenv (RP_WIRE_ANSWERS_VARIABLE));
  unsetenv (RP_WIRE_ANSWERS_VARIABLE);
}

bool
rp_explored_with_graph (void)
{
  return with_graph;
}

const char *
rp_explored_raw_path (void)
{
  return wire ? wire->raw_path : NULL;
}

/* Disconnects from the explorer: from here on every question gets the first possible answer. */
void
rp_explored_leave (void)
{
  wire = NULL;
  answers_left = "";
}
