#include "base/panic.h"
#include "base/rng.h"
#include "core/runtime/checkers.h"
#include "core/runtime/fiber.h"
#include "test.h"

#include <execinfo.h>
#include <fenv.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static rp_stack_pool pool;
static rp_fiber home;

static void
begin (void)
{
  rp_stack_pool_init (&pool, 0);
  rp_fiber_init_thread (&home);
}

static void
end (void)
{
  CHECK_INT (pool.live, 0);
  rp_stack_pool_clear (&pool);
}

/* Two fibers and home take turns; each writes a letter. */

typedef struct turns
{
  rp_fiber a, b;
  char text[32];
} turns;

static void
write_a (void *argument)
{
  turns *all = argument;
  for (int i = 0; i < 3; i++)
    {
      strcat (all->text, "a");
      rp_fiber_switch (&all->a, &all->b);
    }
  rp_fiber_exit (&all->a, &home);
}

static void
write_b (void *argument)
{
  turns *all = argument;
  for (;;)
    {
      strcat (all->text, "b");
      rp_fiber_switch (&all->b, &home);
      strcat (all->text, "B");
      rp_fiber_switch (&all->b, &all->a);
    }
}

TEST (switches_back_and_forth)
{
  turns all = { 0 };
  begin ();
  rp_fiber_start (&all.a, rp_stack_pool_get (&pool), write_a, &all);
  rp_fiber_start (&all.b, rp_stack_pool_get (&pool), write_b, &all);
  CHECK_STR (all.text, ""); /* prepared, not running */
  rp_fiber_switch (&home, &all.a);
  CHECK_STR (all.text, "ab");
  rp_fiber_switch (&home, &all.b);
  CHECK_STR (all.text, "abBab");
  rp_fiber_switch (&home, &all.b);
  rp_fiber_switch (&home, &all.b);
  CHECK_STR (all.text, "abBabBabB");
  rp_stack_pool_put (&pool, all.a.stack);
  rp_stack_pool_put (&pool, all.b.stack); /* b is left in the middle */
  end ();
}

/* Registers. The other fiber fills every preserved register with rubbish before it switches. */

static void
scramble_registers (void)
{
#if defined(__x86_64__)
  __asm__ volatile("mov $-1, %%rbx\n\tmov $-1, %%r12\n\tmov $-1, %%r13\n\t"
                   "mov $-1, %%r14\n\tmov $-1, %%r15" ::
                     : "rbx", "r12", "r13", "r14", "r15");
#elif defined(__aarch64__)
  __asm__ volatile(
    "mov x19, #-1\n\tmov x20, #-1\n\tmov x21, #-1\n\tmov x22, #-1\n\tmov x23, #-1\n\t"
    "mov x24, #-1\n\tmov x25, #-1\n\tmov x26, #-1\n\tmov x27, #-1\n\tmov x28, #-1\n\t"
    "fmov d8, #3.0\n\tfmov d9, #3.0\n\tfmov d10, #3.0\n\tfmov d11, #3.0\n\t"
    "fmov d12, #3.0\n\tfmov d13, #3.0\n\tfmov d14, #3.0\n\tfmov d15, #3.0" ::
      : "x19", "x20", "x21", "x22", "x23", "x24", "x25", "x26", "x27", "x28", "d8", "d9", "d10",
        "d11", "d12", "d13", "d14", "d15");
#endif
}

static void
scramble (void *argument)
{
  rp_fiber *self = argument;
  for (int i = 0; i < 4; i++)
    {
      scramble_registers ();
      rp_fiber_switch (self, &home);
    }
  rp_fiber_exit (self, &home);
}

/* Keeps twelve integers and eight doubles in registers, as far as there are any, over a switch. */
static void
hold_registers (rp_fiber *self, rp_fiber *other)
{
  uint64_t i[12];
  double d[8];
#define EACH_INTEGER(DO) \
  DO (0) DO (1) DO (2) DO (3) DO (4) DO (5) DO (6) DO (7) DO (8) DO (9) DO (10) DO (11)
#define EACH_DOUBLE(DO) DO (0) DO (1) DO (2) DO (3) DO (4) DO (5) DO (6) DO (7)
#define LOAD_INTEGER(N) \
  uint64_t i##N = 1000 + N; \
  __asm__ volatile("" : "+r"(i##N));
#define LOAD_DOUBLE(N) \
  double d##N = 0.5 + N; \
  __asm__ volatile("" : "+m"(d##N));
#define STORE_INTEGER(N) i[N] = i##N;
#define STORE_DOUBLE(N) d[N] = d##N;
  EACH_INTEGER (LOAD_INTEGER)
  EACH_DOUBLE (LOAD_DOUBLE)
  rp_fiber_switch (self, other);
  EACH_INTEGER (STORE_INTEGER)
  EACH_DOUBLE (STORE_DOUBLE)
  for (int n = 0; n < 12; n++)
    CHECK_INT (i[n], 1000 + n);
  for (int n = 0; n < 8; n++)
    CHECK (d[n] == 0.5 + n);
}

TEST (preserved_registers_survive)
{
  rp_fiber other;
  begin ();
  rp_fiber_start (&other, rp_stack_pool_get (&pool), scramble, &other);
  for (int i = 0; i < 4; i++)
    hold_registers (&home, &other);
  rp_stack_pool_put (&pool, other.stack);
  end ();
}

/* Floating point control. 1/3 rounds up and down to different doubles. */

__attribute__ ((noinline)) static double
third (void)
{
  volatile double one = 1, three = 3;
  return one / three;
}

static void
round_down (void *argument)
{
  rp_fiber *self = argument;
  CHECK_INT (fegetround (), FE_UPWARD); /* from the starter */
  fesetround (FE_DOWNWARD);
  rp_fiber_switch (self, &home);
  CHECK_INT (fegetround (), FE_DOWNWARD);
  rp_fiber_exit (self, &home);
}

TEST (floating_point_control_survives)
{
  rp_fiber other;
  begin ();
  fesetround (FE_UPWARD);
  double up = third ();
  rp_fiber_start (&other, rp_stack_pool_get (&pool), round_down, &other);
  fesetround (FE_TONEAREST);
  double nearest = third ();
  CHECK (nearest < up || RUNNING_ON_VALGRIND); /* which ignores the rounding mode */
  rp_fiber_switch (&home, &other);
  CHECK_INT (fegetround (), FE_TONEAREST);
  CHECK (third () == nearest);
  fesetround (FE_UPWARD);
  rp_fiber_switch (&home, &other);
  CHECK_INT (fegetround (), FE_UPWARD);
  CHECK (third () == up);
  fesetround (FE_TONEAREST);
  rp_stack_pool_put (&pool, other.stack);
  end ();
}

/* Many fibers at once: each adds its number to the sum in its first and in its second half. */

enum
{
  MEMBERS = 100000
};

typedef struct member
{
  rp_fiber fiber;
  uint64_t number, *sum;
} member;

static void
add_twice (void *argument)
{
  member *self = argument;
  volatile uint64_t mine = self->number; /* lives on the stack */
  *self->sum += mine;
  rp_fiber_switch (&self->fiber, &home);
  *self->sum += mine;
  rp_fiber_exit (&self->fiber, &home);
}

TEST (a_hundred_thousand_live_fibers)
{
  const uint64_t half = (uint64_t) MEMBERS * (MEMBERS - 1) / 2;
  uint64_t sum = 0;
  member *members = rp_calloc (MEMBERS, sizeof *members);
  begin ();
  for (uint64_t i = 0; i < MEMBERS; i++)
    {
      members[i].number = i;
      members[i].sum = &sum;
      rp_fiber_start (&members[i].fiber, rp_stack_pool_get (&pool), add_twice, &members[i]);
      rp_fiber_switch (&home, &members[i].fiber);
    }
  CHECK_INT (pool.live, MEMBERS);
  CHECK_INT (sum, half);
  for (uint64_t i = 0; i < MEMBERS; i++)
    {
      rp_fiber_switch (&home, &members[i].fiber);
      rp_stack_pool_put (&pool, members[i].fiber.stack);
    }
  CHECK_INT (sum, 2 * half);
  free (members);
  end ();
}

/* Recursion that stops by rp_fiber_stack_left. */

enum
{
  RESERVE = 16 * 1024
};

static unsigned
descend (const rp_fiber *self, size_t *least)
{
  char frame[256] = "\1";
  size_t left = rp_fiber_stack_left (self);
  if (left < *least)
    *least = left;
  if (left < RESERVE)
    return 0;
  __asm__ volatile("" : : "r"(frame) : "memory"); /* keeps the whole array */
  return descend (self, least) + (unsigned) frame[0];
}

typedef struct diver
{
  rp_fiber fiber;
  unsigned depth;
  size_t first, least;
} diver;

static void
dive (void *argument)
{
  diver *self = argument;
  self->first = self->least = rp_fiber_stack_left (&self->fiber);
  self->depth = descend (&self->fiber, &self->least);
  rp_fiber_exit (&self->fiber, &home);
}

TEST (recursion_reaches_the_end_of_the_stack)
{
  diver self = { 0 };
  begin ();
  for (int round = 0; round < 2; round++)
    {
      rp_fiber_start (&self.fiber, rp_stack_pool_get (&pool), dive, &self);
      rp_fiber_switch (&home, &self.fiber);
      CHECK (self.first <= RP_STACK_BYTES && self.first > RP_STACK_BYTES - 4096);
      CHECK (self.least < RESERVE && self.least > RESERVE - 2048);
      CHECK (self.depth > 100 && self.depth < RP_STACK_BYTES / 256);
      rp_stack_pool_put (&pool, self.fiber.stack);
    }
  end ();
}

TEST (thread_stack_has_room)
{
  size_t least;
  begin ();
  size_t left = least = rp_fiber_stack_left (&home);
  CHECK (left > 64 * 1024);
  CHECK ((char *) &least > home.low && (char *) &least < home.low + home.size);
  end ();
}

/* Unwinding ends at the entry. */

static int depth_seen;

__attribute__ ((noinline)) static void
look_down (void)
{
  void *frames[64];
  depth_seen = backtrace (frames, 64);
  __asm__ volatile("");
}

__attribute__ ((noinline)) static void
call_look_down (void)
{
  look_down ();
  __asm__ volatile("");
}

static void
trace (void *argument)
{
  rp_fiber *self = argument;
  call_look_down ();
  rp_fiber_exit (self, &home);
}

TEST (backtraces_end_at_the_entry)
{
  rp_fiber fiber;
  begin ();
  rp_fiber_start (&fiber, rp_stack_pool_get (&pool), trace, &fiber);
  rp_fiber_switch (&home, &fiber);
  CHECK (depth_seen >= 4 && depth_seen <= 8); /* look_down ... trace, fiber_main, begin */
  rp_stack_pool_put (&pool, fiber.stack);
  end ();
}

/* A fiber that other threads' fibers never meet: two threads, each with fibers of its own. */

static void *
run_in_thread (void *argument)
{
  rp_stack_pool own_pool;
  rp_fiber own_home;
  rp_stack_pool_init (&own_pool, 0);
  rp_fiber_init_thread (&own_home);
  *(bool *) argument
    = (char *) &own_home > own_home.low && (char *) &own_home < own_home.low + own_home.size;
  rp_stack_pool_clear (&own_pool);
  return NULL;
}

TEST (other_threads_know_their_stack)
{
  pthread_t thread;
  bool inside = false;
  pthread_create (&thread, NULL, run_in_thread, &inside);
  pthread_join (thread, NULL);
  CHECK (inside);
}

/* An entry that returns is our bug and ends the process. */

static void
fall_off (void *argument)
{
  (void) argument;
}

TEST (entry_that_returns_is_caught)
{
  int status;
  fflush (stdout);
  pid_t child = fork ();
  if (!child)
    {
      rp_fiber fiber;
      begin ();
      fclose (stderr);
      rp_fiber_start (&fiber, rp_stack_pool_get (&pool), fall_off, NULL);
      rp_fiber_switch (&home, &fiber);
      _exit (0);
    }
  CHECK (waitpid (child, &status, 0) == child);
  CHECK (WIFEXITED (status) && WEXITSTATUS (status) == RP_EXIT_INTERNAL);
}

/* Random coroutines against a naive model: each computes a sequence in small steps, at varying
 * depth of its stack, and after each step hands over to another one, directly or by way of home. */

enum
{
  WALKERS = 40,
  STEPS = 20000
};

typedef struct walker
{
  rp_fiber fiber;
  bool is_live;
  uint64_t seed;
} walker;

typedef struct walk
{
  walker walkers[WALKERS];
  walker *current; /* NULL: home */
  walker *to_bury; /* has exited; its stack is still out */
  unsigned orders[STEPS], step;
  unsigned exits;
} walk;

static walk *the_walk; /* the fibers' way to the shared state */

static rp_fiber *
fiber_of (walker *who)
{
  return who ? &who->fiber : &home;
}

static void
bury (void)
{
  if (the_walk->to_bury)
    rp_stack_pool_put (&pool, the_walk->to_bury->fiber.stack);
  the_walk->to_bury = NULL;
}

static uint64_t
advance_value (uint64_t value, uint64_t seed)
{
  return (value ^ seed) * 6364136223846793005u + 1442695040888963407u;
}

/* What a walker must arrive at, whoever ran in between. */
static uint64_t
model (uint64_t seed)
{
  uint64_t value = seed;
  for (unsigned i = 0; i < seed % 13 + 1; i++)
    value = advance_value (value, seed);
  return value;
}

/* Goes to whom the next order names; back when someone comes to us. */
static void
hand_over (walker *self)
{
  walk *all = the_walk;
  walker *next = all->step < STEPS ? &all->walkers[all->orders[all->step++]] : NULL;
  if (next && !next->is_live)
    next = NULL; /* home starts it */
  if (next == self)
    return;
  all->current = next;
  rp_fiber_switch (fiber_of (self), fiber_of (next));
  bury ();
}

static void
walk_nested (walker *self, unsigned depth, uint64_t *value)
{
  uint64_t copy = *value;
  if (depth)
    walk_nested (self, depth - 1, value);
  else
    {
      *value = advance_value (*value, self->seed);
      hand_over (self);
    }
  CHECK (copy != *value);
}

static void
walk_main (void *argument)
{
  walker *self = argument;
  uint64_t value = self->seed;
  bury ();
  for (unsigned i = 0; i < self->seed % 13 + 1; i++)
    walk_nested (self, (unsigned) (self->seed >> i) % 20, &value);
  self->is_live = false;
  CHECK (value == model (self->seed));
  the_walk->exits++;
  the_walk->to_bury = self;
  the_walk->current = NULL;
  rp_fiber_exit (&self->fiber, &home);
}

TEST (random_coroutines_agree_with_the_model)
{
  rp_rng rng = rp_rng_from_seed (42);
  begin ();
  the_walk = rp_calloc (1, sizeof *the_walk);
  for (unsigned i = 0; i < STEPS; i++)
    the_walk->orders[i] = (unsigned) rp_rng_below (&rng, WALKERS);
  while (the_walk->step < STEPS)
    {
      walker *next = &the_walk->walkers[the_walk->orders[the_walk->step++]];
      if (!next->is_live)
        {
          next->seed = rp_rng_next (&rng);
          next->is_live = true;
          rp_fiber_start (&next->fiber, rp_stack_pool_get (&pool), walk_main, next);
        }
      the_walk->current = next;
      rp_fiber_switch (&home, &next->fiber);
      bury ();
      CHECK (!the_walk->current);
    }
  for (unsigned i = 0; i < WALKERS; i++)
    if (the_walk->walkers[i].is_live)
      rp_stack_pool_put (&pool, the_walk->walkers[i].fiber.stack);
  CHECK (the_walk->exits > 1000);
  CHECK (pool.slabs.count == 1); /* stacks were reused */
  free (the_walk);
  end ();
}

/* ASan only: a stack given back in the middle of a call holds no poison for its next user. */

static void
stop_in_a_deep_frame (void *argument)
{
  rp_fiber *self = argument;
  char buffer[3000];
  __asm__ volatile("" : : "r"(buffer) : "memory");
  rp_fiber_switch (self, &home);
}

TEST (abandoned_stack_is_clean)
{
#if RP_HAVE_ASAN
  rp_fiber fiber;
  begin ();
  rp_stack *stack = rp_stack_pool_get (&pool);
  rp_fiber_start (&fiber, stack, stop_in_a_deep_frame, &fiber);
  rp_fiber_switch (&home, &fiber);
  CHECK (__asan_region_is_poisoned (stack->low, stack->size) != NULL);
  rp_stack_pool_put (&pool, stack);
  CHECK (__asan_region_is_poisoned (stack->low, stack->size) == NULL);
  end ();
#else
  (void) stop_in_a_deep_frame;
#endif
}
