#include "fake_monitor.h"

#include "inside/hook/monitor.h"
#include "inside/stack/stack_frame.h"
#include "inside/system/handover.h"
#include "inside/system/threads.h"

#include <errno.h>
#include <stdio.h>

#define MOST 100000

typedef struct event
{
  fake_kind kind;
  uintptr_t address;
  size_t size;
} event;

int rp_monitor_inside;
static bool is_on;
static event events[MOST];
static size_t event_count, entered, left, warnings;
static uintptr_t last_pc;
static const char *last_warning, *last_remark;
static int failures;

void
fake_start (void)
{
  event_count = entered = left = 0;
  is_on = true;
}

void
fake_stop (void)
{
  is_on = false;
}

bool
rp_monitor_is_on (void)
{
  return is_on && !rp_monitor_inside && rp_thread_is_main ();
}

bool
rp_monitor_is_parallel (void)
{
  return rp_monitor_is_on ();
}

/* errno is spoilt on purpose: hooks must not let that through. */
static void
add (fake_kind kind, uintptr_t address, size_t size, uintptr_t pc)
{
  if (!rp_monitor_is_on () || event_count == MOST)
    return;
  events[event_count++] = (event) { kind, address, size };
  last_pc = pc;
  errno = 12345;
}

/* Nothing is kept, so all is to be told. */
bool
rp_monitor_knows (uintptr_t address, size_t size, bool is_write)
{
  (void) address, (void) size, (void) is_write;
  return false;
}

void
rp_monitor_read (uintptr_t address, size_t size, uintptr_t pc)
{
  add (FAKE_READ, address, size, pc);
}

void
rp_monitor_write (uintptr_t address, size_t size, uintptr_t pc)
{
  add (FAKE_WRITE, address, size, pc);
}

void
rp_monitor_free (uintptr_t address, size_t size, uintptr_t pc)
{
  add (FAKE_WRITE, address, size, pc);
}

void
rp_monitor_forget (uintptr_t address, size_t size)
{
  add (FAKE_FORGET, address, size, last_pc);
}

void
rp_monitor_receives (uint64_t value)
{
  (void) value;
}

void
rp_monitor_moment (uint32_t *maker, uint32_t *moment)
{
  *maker = *moment = 0;
}

uintptr_t
rp_monitor_owner (uintptr_t block, size_t size, uint32_t *team)
{
  (void) block, (void) size;
  *team = 0;
  return 0;
}

void
rp_monitor_fence (int order, uintptr_t pc)
{
  (void) order, (void) pc;
}

void
rp_monitor_order (int order, uintptr_t pc)
{
  (void) order, (void) pc;
}

void
rp_monitor_atomic_begin (uintptr_t address, size_t size, uintptr_t pc)
{
  (void) address, (void) size, (void) pc;
}

void
rp_monitor_atomic (uintptr_t address, size_t size, bool is_write, uintptr_t pc)
{
  add (is_write ? FAKE_ATOMIC_WRITE : FAKE_ATOMIC_READ, address, size, pc);
}

void
rp_monitor_first_read (uintptr_t address, size_t size, uintptr_t pc)
{
  add (FAKE_ATOMIC_READ, address, size, pc);
}

void
rp_monitor_enter (uintptr_t pc)
{
  (void) pc;
  entered++;
}

void
rp_monitor_leave (void)
{
  left++;
}

uint32_t
rp_monitor_context (uintptr_t pc)
{
  return (uint32_t) pc;
}

uint32_t
rp_monitor_task (void)
{
  return 7;
}

void
rp_monitor_has_threads (void)
{
}

/* All code is the program's. */
void
rp_stack_prepare (void)
{
}

bool
rp_stack_is_program (uintptr_t pc)
{
  return pc != 0;
}

void
rp_monitor_warn (const char *text)
{
  warnings++;
  last_warning = text;
}

static bool
has_byte (fake_kind kind, uintptr_t address)
{
  for (size_t i = 0; i < event_count; i++)
    if (events[i].kind == kind && address - events[i].address < events[i].size)
      return true;
  return false;
}

bool
fake_has_all (fake_kind kind, const volatile void *address, size_t size)
{
  for (size_t i = 0; i < size; i++)
    if (!has_byte (kind, (uintptr_t) address + i))
      return false;
  return true;
}

bool
fake_has_any (fake_kind kind, const volatile void *address, size_t size)
{
  for (size_t i = 0; i < size; i++)
    if (has_byte (kind, (uintptr_t) address + i))
      return true;
  return false;
}

bool
fake_has_just (fake_kind kind, const volatile void *address, size_t size)
{
  const volatile char *bytes = address;
  return fake_has_all (kind, address, size) && !fake_has_any (kind, bytes - 1, 1)
         && !fake_has_any (kind, bytes + size, 1);
}

void
fake_mark (fake_kind kind, const void *base, size_t size, unsigned char *marks, unsigned char mark)
{
  for (size_t i = 0; i < event_count; i++)
    for (size_t j = 0; events[i].kind == kind && j < events[i].size; j++)
      if (events[i].address + j - (uintptr_t) base < size)
        marks[events[i].address + j - (uintptr_t) base] |= mark;
}

void
rp_monitor_remark (rp_remark kind, const char *text)
{
  (void) kind;
  last_remark = text;
}

const char *
fake_last_remark (void)
{
  return last_remark;
}

size_t
fake_count (void)
{
  return event_count;
}

size_t
fake_entered (void)
{
  return entered;
}

size_t
fake_left (void)
{
  return left;
}

uintptr_t
fake_last_pc (void)
{
  return last_pc;
}

size_t
fake_warnings (void)
{
  return warnings;
}

const char *
fake_last_warning (void)
{
  return last_warning;
}

void
fake_expect (bool holds, const char *file, int line, const char *text)
{
  if (holds)
    return;
  bool was_on = is_on;
  is_on = false;
  failures++;
  printf ("%s:%d: not true: %s\n", file, line, text);
  is_on = was_on;
}

int
fake_failures (void)
{
  return failures;
}

static void __attribute__ ((constructor)) start (void)
{
  rp_threads_start ();
}

/* Nothing is reported here. */
void
rp_handover_look (void)
{
}

bool
rp_monitor_ending_action (int number, struct sigaction *action)
{
  (void) number, (void) action;
  return false;
}

void
rp_monitor_allocates (void)
{
}
