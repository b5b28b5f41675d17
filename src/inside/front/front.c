#include "inside/front/front.h"

#define STACK_BYTES ((size_t) 1 << 20)

bool rp_front_needs_step_bags;
bool rp_front_is_by_clang;

static size_t
stack_bytes (void)
{
  return STACK_BYTES;
}

/* Returns the current thread pointer: without a front end that has teams, all tasks share one thread pointer. */
static uintptr_t
switch_storage (const struct rp_closure *closure)
{
  (void) closure;
  return (uintptr_t) __builtin_thread_pointer ();
}

static unsigned
storage_count (void)
{
  return 0;
}

static uintptr_t
storage_with (uintptr_t address, intptr_t offset, size_t size)
{
  (void) address;
  (void) offset;
  (void) size;
  return 0;
}

static uintptr_t
storage_opener (uintptr_t pointer)
{
  (void) pointer;
  return 0;
}

static bool
find_thread_local (uintptr_t address, rp_thread_local *found)
{
  (void) address;
  (void) found;
  return false;
}

static bool
is_none (const struct rp_closure *closure)
{
  (void) closure;
  return false;
}

static bool
is_bound (const struct rp_closure *closure, unsigned *number)
{
  (void) closure;
  *number = 0;
  return false;
}

static size_t
no_work (const struct rp_closure *closure, rp_pinned_work *works, size_t most)
{
  (void) closure, (void) works, (void) most;
  return 0;
}

static void
do_nothing (void)
{
}

static void
before_input (int file, bool waits, uintptr_t pc)
{
  (void) file, (void) waits, (void) pc;
}

static void
touch_file (int file, uintptr_t pc)
{
  (void) file, (void) pc;
}

static size_t
before_output (int file, size_t size, bool waits, uintptr_t pc)
{
  (void) file, (void) waits, (void) pc;
  return size;
}

static bool
is_pipe (int file)
{
  (void) file;
  return false;
}

static void
after_pair (const int ends[2])
{
  (void) ends;
}

static uintptr_t
lock_address (uint64_t object)
{
  return object & (((uint64_t) 1 << 47) - 1); /* the bits above say what kind of object it is */
}

static bool
is_lock (uintptr_t address)
{
  (void) address;
  return false;
}

static uint32_t
no_team (const struct rp_closure *closure)
{
  (void) closure;
  return 0;
}

static bool
is_inside_team (const struct rp_closure *closure, uint32_t team)
{
  (void) closure, (void) team;
  return false;
}

static bool
shares_copy (uintptr_t address, bool *is_under)
{
  (void) address;
  *is_under = false;
  return false;
}

static uintptr_t
variable_of_copy (uintptr_t address)
{
  return address;
}

static const char *
construct_at (uint32_t site)
{
  (void) site;
  return NULL;
}

rp_front rp_front_now = { .stack_bytes = stack_bytes,
                          .switch_storage = switch_storage,
                          .before_thread = do_nothing,
                          .storage_count = storage_count,
                          .storage_with = storage_with,
                          .storage_opener = storage_opener,
                          .find_thread_local = find_thread_local,
                          .is_thread = is_none,
                          .team_of = no_team,
                          .is_inside_team = is_inside_team,
                          .is_bound = is_bound,
                          .pinned_work = no_work,
                          .took_number = do_nothing,
                          .read_number = do_nothing,
                          .settle = do_nothing,
                          .before_input = before_input,
                          .after_input = touch_file,
                          .before_output = before_output,
                          .is_pipe = is_pipe,
                          .before_close = touch_file,
                          .after_pair = after_pair,
                          .shares_copy = shares_copy,
                          .variable_of_copy = variable_of_copy,
                          .lock_address = lock_address,
                          .is_lock = is_lock,
                          .construct_at = construct_at };

bool rp_front_is_registered;

void
rp_front_register (const rp_front *front)
{
  rp_front_is_registered = true;
  rp_front_now = *front;
}
