/* Random numbers whose state the caller passes: rand_r, erand48, drand48_r and the like. These hooks note a read and a
 * write of the state. rand, random and drand48 have no hooks: the library keeps their state, and locks it or leaves the
 * locking to the caller. */
#include "inside/hook/hook.h"
#include "inside/hook/libc_real.h"

#include <stdlib.h>

RP_HOOKS_FILE (random);

static void
note_state (void *state, size_t size, uintptr_t pc)
{
  if (!rp_monitor_is_on ())
    return;
  rp_note_read (state, size, pc);
  rp_note_write (state, size, pc);
}

RP_HOOK (int, rand_r, unsigned *seed)
{
  note_state (seed, sizeof *seed, RP_CALLER);
  return RP_REAL (rand_r) (seed);
}

#define FROM_WORDS(TYPE, NAME) \
  RP_HOOK (TYPE, NAME, unsigned short state[3]) \
  { \
    note_state (state, 3 * sizeof *state, RP_CALLER); \
    return RP_REAL (NAME) (state); \
  }

#define FROM_DATA(DATA, TYPE, NAME) \
  RP_HOOK (int, NAME, DATA *data, TYPE *result) \
  { \
    note_state (data, sizeof *data, RP_CALLER); \
    if (rp_monitor_is_on ()) \
      rp_note_write (result, sizeof *result, RP_CALLER); \
    return RP_REAL (NAME) (data, result); \
  }

FROM_WORDS (double, erand48)
FROM_WORDS (long, nrand48)
FROM_WORDS (long, jrand48)

FROM_DATA (struct drand48_data, double, drand48_r)
FROM_DATA (struct drand48_data, long, lrand48_r)
FROM_DATA (struct drand48_data, long, mrand48_r)
FROM_DATA (struct random_data, int32_t, random_r)
