/* The state of a child, for --reduction=states. If two schedules are in the same state when the policy is asked which
 * task goes next, the same can follow in both.
 *
 *   S1. Memory: the bytes that the program wrote, by their values now. Bytes that a task wrote to its own stack do not
 *       count, because they follow from the knowledge of the task.
 *   S2. The knowledge of a task follows from its first data and from all values that it got since then, in order:
 *       values that it read, addresses of new blocks, values of futures, choices. Compilers leave out the
 *       announcement of a read where a write to the same place follows, so the value before a write counts as
 *       read, too.
 *   S3. Tasks, sections and so on: core/runtime/state.c.
 *
 * Data that functions of libraries keep to themselves (the state of rand, positions in files) are not seen. Addresses
 * are compared as they are. So blocks that are allocated in another order make another state, and more is explored than
 * need be. */
#include "base/digest.h"
#include "core/runtime/fiber.h"
#include "inside/engine/engine.h"
#include "inside/explored/explored.h"

#include <setjmp.h>
#include <signal.h>
#include <string.h>

enum
{
  MEMORY,
  KNOWN,
  SITE,
  FEW_CELLS = 4096 /* up to so many cells are looked up one by one when they are forgotten */
};

static bool is_wanted;
static rp_map cells; /* address / 8 -> which of the bytes were written */
static rp_digest observed;
static sigjmp_buf unreadable;
static volatile sig_atomic_t is_reading;

void
rp_explored_want_states (void)
{
  is_wanted = true;
}

bool
rp_explored_has_states (void)
{
  return is_wanted;
}

/* ---- what is known ---- */

void
rp_explored_receives (uint64_t value)
{
  rp_closure *task = rp_engine_now.running;
  if (is_wanted && task)
    rp_digest_add (&task->known, value);
}

/* Returns the SIZE bytes, at most 8, at ADDRESS; 0 if the memory cannot be read. There are two such cases. The program
 * is about to read at a wrong address: then its own code has to crash, not ours. Or the program has unmapped memory
 * that it wrote before. */
static uint64_t
read_bytes (uintptr_t address, size_t size)
{
  uint64_t value = 0;
  is_reading = 1;
  if (!sigsetjmp (unreadable, 0))
    memcpy (&value, (const void *) address, size);
  is_reading = 0;
  return value;
}

void
rp_explored_unreadable (int signal)
{
  sigset_t own;
  if (!is_reading)
    return;
  sigemptyset (&own);
  sigaddset (&own, signal);
  pthread_sigmask (SIG_UNBLOCK, &own, NULL);
  siglongjmp (unreadable, 1);
}

static void
receive_bytes (uintptr_t address, size_t size)
{
  enum
  {
    MOST = sizeof (uint64_t)
  };
  for (; size >= MOST; address += MOST, size -= MOST)
    rp_explored_receives (read_bytes (address, MOST));
  if (size)
    rp_explored_receives (read_bytes (address, size));
}

/* ---- memory ---- */

static uintptr_t
top_of_stack (void)
{
  const rp_closure *task = rp_engine_now.running;
  if (task && task != &rp_engine_now.main)
    return task->stack_high;
  rp_fiber thread;
  rp_fiber_init_thread (&thread);
  return (uintptr_t) thread.low + thread.size;
}

static bool
is_own_stack (uintptr_t address)
{
  return address >= (uintptr_t) __builtin_frame_address (0) && address < top_of_stack ();
}

static void
mark_written (uintptr_t address, size_t size)
{
  for (uintptr_t end = address + size, next; address < end; address = next)
    {
      next = (address | 7) + 1 < end ? (address | 7) + 1 : end;
      unsigned bytes = ((1u << (next - address)) - 1) << (address & 7);
      *rp_map_insert (&cells, address >> 3, NULL) |= bytes;
    }
}

void
rp_explored_touch (uintptr_t address, size_t size, bool is_write)
{
  if (!is_wanted)
    return;
  bool is_own = is_own_stack (address);
  if (!is_write || !is_own)
    receive_bytes (address, size);
  if (is_write && !is_own)
    mark_written (address, size);
}

/* Removes from the state all words that lie wholly in the SIZE bytes at ADDRESS: new bytes have no values yet. */
void
rp_explored_untouch (uintptr_t address, size_t size)
{
  uintptr_t first = (address + 7) >> 3, end = (address + size) >> 3;
  if (!is_wanted || !cells.count || first >= end)
    return;
  if (end - first <= FEW_CELLS)
    {
      for (uintptr_t cell = first; cell < end; cell++)
        rp_map_remove (&cells, cell);
      return;
    }
  RP_VEC (uint64_t) gone = { 0 };
  for (size_t i = 0; i < cells.capacity; i++)
    if (cells.used[i] && cells.entries[i].key >= first && cells.entries[i].key < end)
      RP_VEC_PUSH (&gone, cells.entries[i].key);
  while (gone.count)
    rp_map_remove (&cells, RP_VEC_POP (&gone));
  RP_VEC_CLEAR (&gone);
}

static rp_digest
cell_state (uint64_t cell, uint64_t written)
{
  rp_digest digest = rp_digest_start (MEMORY);
  uint64_t value = read_bytes ((uintptr_t) (cell << 3), sizeof value);
  unsigned char *bytes = (unsigned char *) &value;
  for (unsigned i = 0; i < 8; i++)
    if (!(written >> i & 1))
      bytes[i] = 0;
  rp_digest_add (&digest, cell);
  rp_digest_add (&digest, written);
  rp_digest_add (&digest, value);
  return digest;
}

/* ---- the whole ---- */

static rp_digest
closure_state (const void *argument, bool has_ended)
{
  const rp_closure *closure = argument;
  rp_digest digest = rp_digest_start (KNOWN);
  rp_digest_add (&digest, (uintptr_t) closure->value);
  if (has_ended)
    return digest;
  rp_digest_add_digest (&digest, closure->known);
  rp_digest_add (&digest, (uintptr_t) closure->function);
  rp_digest_add (&digest, (uintptr_t) closure->value_function);
  rp_digest_add (&digest, (uintptr_t) closure->loop_function);
  rp_digest_add (&digest, (uintptr_t) closure->argument);
  rp_digest_add (&digest, (uint64_t) closure->low);
  rp_digest_add (&digest, (uintptr_t) closure->handler);
  rp_digest_add (&digest, (uintptr_t) closure->handler_context);
  for (size_t i = 0; i < closure->copy_size; i++)
    rp_digest_add (&digest, (unsigned char) closure->copy[i]);
  return digest;
}

/* Returns a digest of the addresses of SITE. The number SITE would not do: sites are numbered in the order of their
 * first use, which depends on the schedule. */
uint64_t
rp_explored_site_state (uint32_t site)
{
  rp_digest digest = rp_digest_start (SITE);
  uint32_t node;
  rp_digest_add (&digest, rp_site_pc (site, &node));
  for (; node; node = rp_context_nodes[node].parent)
    rp_digest_add (&digest, rp_context_nodes[node].pc);
  return digest.words[0];
}

void
rp_explored_note_observed (const char *name, uint64_t hash)
{
  rp_digest digest = rp_digest_start (KNOWN);
  for (; *name; name++)
    rp_digest_add (&digest, (unsigned char) *name);
  rp_digest_add (&digest, hash);
  rp_digest_join (&observed, digest);
}

rp_digest
rp_explored_state (void)
{
  rp_digest state = rp_runtime_state (rp_engine_now.runtime, closure_state);
  for (size_t i = 0; i < cells.capacity; i++)
    if (cells.used[i])
      rp_digest_join (&state, cell_state (cells.entries[i].key, cells.entries[i].value));
  rp_digest_join (&state, observed);
  return state;
}
