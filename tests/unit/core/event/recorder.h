/* An observer that writes down what it is told, one word per event, and counts what must come in
 * pairs. Words are chosen by a set of letters:
 *
 *   c  +1/0      task 1 is created by 0        e  -1        task 1 ended
 *   j  0<1a      0 joins 1: a(wait), e(wait), f(inish), w(aited for by one), g(et); `!` added if
 * not in order f  (0 )0     finish begins, ends           r  [0:2 ]0:2 region 2 of task 0 opens, is
 * done i  {0 }0     isolated begins, ends         d  ~e ~h ~c ~l  depends on ewait, .. b  s0.2 p2
 * w0.2   signal by 0 of phase 2, phase complete, wait passed */
#ifndef RP_TESTS_UNIT_CORE_EVENT_RECORDER_H
#define RP_TESTS_UNIT_CORE_EVENT_RECORDER_H

#include "base/strbuf.h"
#include "core/event/observer.h"

#include <string.h>

typedef struct recorder
{
  rp_observer observer; /* first */
  const char *wanted;
  rp_strbuf log;
  int created, ended, forgotten, barriers;
} recorder;

#define RECORD(LETTER, ...) \
  do \
    { \
      recorder *self_ = (recorder *) observer; \
      if (self_->wanted && strchr (self_->wanted, LETTER)) \
        { \
          if (self_->log.length) \
            rp_strbuf_add_char (&self_->log, ' '); \
          rp_strbuf_format (&self_->log, __VA_ARGS__); \
        } \
    } \
  while (0)

static inline void
record_create (rp_observer *observer, rp_strand *parent, rp_strand *child, uint32_t site)
{
  (void) site;
  ((recorder *) observer)->created++;
  if (parent)
    RECORD ('c', "+%u/%u", child->task, parent->task);
}

static inline void
record_region_open (rp_observer *observer, rp_strand *owner, uint32_t region, uint32_t site)
{
  (void) site;
  RECORD ('r', "[%u:%u", owner->task, region);
}

static inline void
record_region_done (rp_observer *observer, rp_strand *owner, uint32_t region, uint32_t site)
{
  (void) site;
  RECORD ('r', "]%u:%u", owner->task, region);
}

static inline void
record_end (rp_observer *observer, rp_strand *task)
{
  ((recorder *) observer)->ended++;
  RECORD ('e', "-%u", task->task);
}

static inline void
record_forget (rp_observer *observer, rp_strand *task)
{
  (void) task;
  ((recorder *) observer)->forgotten++;
}

static inline void
record_join (rp_observer *observer, rp_strand *joiner, rp_strand *task, rp_join_kind kind,
             bool in_order, uint32_t site)
{
  static const char letters[] = { [RP_JOIN_AWAIT] = 'a',
                                  [RP_JOIN_EWAIT] = 'e',
                                  [RP_JOIN_FINISH] = 'f',
                                  [RP_JOIN_WAITED] = 'w',
                                  [RP_JOIN_GET] = 'g' };
  (void) site;
  RECORD ('j', "%u<%u%c%s", joiner->task, task->task, letters[kind], in_order ? "" : "!");
}

static inline void
record_finish_begin (rp_observer *observer, rp_strand *task, uint32_t site)
{
  (void) site;
  RECORD ('f', "(%u", task->task);
}

static inline void
record_finish_end (rp_observer *observer, rp_strand *task, uint32_t site)
{
  (void) site;
  RECORD ('f', ")%u", task->task);
}

static inline void
record_isolated_begin (rp_observer *observer, rp_strand *task, const rp_range *objects,
                       size_t count, uint32_t site)
{
  (void) objects, (void) count, (void) site;
  RECORD ('i', "{%u", task->task);
}

static inline void
record_isolated_end (rp_observer *observer, rp_strand *task, uint32_t site)
{
  (void) site;
  RECORD ('i', "}%u", task->task);
}

static inline void
record_barrier_create (rp_observer *observer, rp_barrier *barrier, rp_strand *creator,
                       bool is_clock)
{
  (void) barrier, (void) creator, (void) is_clock;
  ((recorder *) observer)->barriers++;
}

static inline void
record_signal (rp_observer *observer, rp_barrier *barrier, rp_strand *task, uint64_t phase,
               uint32_t site)
{
  (void) barrier, (void) site;
  RECORD ('b', "s%u.%u", task->task, (unsigned) phase);
}

static inline void
record_complete (rp_observer *observer, rp_barrier *barrier, uint64_t phase)
{
  (void) barrier;
  RECORD ('b', "p%u", (unsigned) phase);
}

static inline void
record_wait (rp_observer *observer, rp_barrier *barrier, rp_strand *task, uint64_t phase,
             uint32_t site)
{
  (void) barrier, (void) site;
  RECORD ('b', "w%u.%u", task->task, (unsigned) phase);
}

static inline void
record_barrier_forget (rp_observer *observer, rp_barrier *barrier, rp_strand *owner)
{
  (void) barrier, (void) owner;
  ((recorder *) observer)->barriers--;
}

static inline void
record_depends (rp_observer *observer, rp_dependence_kind kind, uint32_t site)
{
  static const char letters[] = { [RP_DEPENDS_ON_EWAIT] = 'e',
                                  [RP_DEPENDS_ON_HANDLERS] = 'h',
                                  [RP_DEPENDS_ON_CHOICE] = 'c',
                                  [RP_DEPENDS_ON_LEFT] = 'l',
                                  [RP_DEPENDS_ON_ISOLATED] = 'i' };
  (void) site;
  RECORD ('d', "~%c", letters[kind]);
}

static inline recorder
recorder_new (const char *wanted)
{
  return (recorder) { .observer = { .task_create = record_create,
                                    .region_open = record_region_open,
                                    .region_done = record_region_done,
                                    .task_end = record_end,
                                    .task_forget = record_forget,
                                    .join = record_join,
                                    .finish_begin = record_finish_begin,
                                    .finish_end = record_finish_end,
                                    .isolated_begin = record_isolated_begin,
                                    .isolated_end = record_isolated_end,
                                    .barrier_create = record_barrier_create,
                                    .barrier_signal = record_signal,
                                    .barrier_complete = record_complete,
                                    .barrier_wait = record_wait,
                                    .barrier_forget = record_barrier_forget,
                                    .depends = record_depends },
                      .wanted = wanted };
}

static inline const char *
recorded (const recorder *r)
{
  return rp_strbuf_text (&r->log);
}

#endif
