/* Tasks that wait in a loop until another task has done something. Tasks take turns here, so such a task must let
 * others run. The verifier recognises such a task by repeated atomic reads and, once rp_monitor_watch was called,
 * also by a long run. */
#ifndef RP_INSIDE_ENGINE_SPIN_H
#define RP_INSIDE_ENGINE_SPIN_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Ticks of the clock since the running task began to run, or last yielded. If the task yielded at a plain read,
 * counting starts at 1: as long as rp_spin_ticks is not 0, plain accesses call rp_spin_after_ticks. */
extern volatile sig_atomic_t rp_spin_ticks;

/* Called when a task begins to run, or goes on: counting starts again. */
void rp_spin_begin (void);

/* The running task reads, at PC, a location that another task may change. If the task reads again and again, or runs
 * for long, it may be waiting: then other tasks run before this returns. */
void rp_spin_look (uintptr_t pc);

/* What rp_spin_look counts. A loop that waits stays at a few addresses; a loop that updates an array goes from address
 * to address. */
typedef struct rp_spin_checks
{
  unsigned looks;     /* weighted checks since the task began to run, yielded or changed place */
  unsigned stayed;    /* how many atomic operations in a row were on a few addresses */
  uint64_t looked_at; /* how many accesses the program had made at the last check */
} rp_spin_checks;

extern rp_spin_checks rp_spin_now;

enum
{
  RP_SPIN_STAYS = 8, /* if STAYED is at least this, a loop may be waiting */
  RP_SPIN_MAX_LOOKS = 1 << 16,
  RP_SPIN_LONG = 40 /* ticks */
};

/* Does the same as rp_spin_look and returns true, if the task goes from address to address. Otherwise returns false and
 * changes nothing. ACCESSES: how many accesses the program has made. */
static inline bool
rp_spin_pass (uint64_t accesses)
{
  rp_spin_checks *now = &rp_spin_now;
  if (now->stayed >= RP_SPIN_STAYS || now->looks >= RP_SPIN_MAX_LOOKS - 1
      || rp_spin_ticks >= RP_SPIN_LONG)
    return false;
  now->looks++;
  now->looked_at = accesses;
  return true;
}

/* Does as rp_spin_look, for a fence at PC: the task may be in a loop with the fence that reads plain variables. */
void rp_spin_look_at_fence (uintptr_t pc);

/* The running task makes an atomic operation on the SIZE bytes at ADDRESS. The last yield of the task counts as
 * useful if the task seemed to wait for another value there, and now finds one, or writes there. */
void rp_spin_note_atomic (uintptr_t address, size_t size, bool is_write);

/* rp_spin_stop_clock is called before exec, because the clock would go on ticking in a program that knows nothing of
 * it. rp_spin_start_clock is called if exec fails. */
void rp_spin_stop_clock (void);
void rp_spin_start_clock (void);

/* Called for each plain access once the clock has ticked. If the task reads one address at tick after tick, or
 * has run for long, it may be waiting: then other tasks run before this returns. */
void rp_spin_after_ticks (uintptr_t address, bool is_write, uintptr_t pc);

#endif
