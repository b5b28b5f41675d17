#include "base/panic.h"
#include "base/rng.h"
#include "core/runtime/stack_pool.h"
#include "test.h"

#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static rp_stack_pool pool;

/* Touches the page that a fiber would use first. */
static void
touch (rp_stack *stack, uint64_t value)
{
  memcpy (stack->low + stack->size - sizeof value, &value, sizeof value);
}

static uint64_t
touched (const rp_stack *stack)
{
  uint64_t value;
  memcpy (&value, stack->low + stack->size - sizeof value, sizeof value);
  return value;
}

static bool
is_resident (const rp_stack *stack)
{
  unsigned char resident;
  char *page = stack->low + stack->size - pool.page;
  return mincore (page, pool.page, &resident) == 0 && (resident & 1);
}

TEST (sizes_are_whole_pages)
{
  rp_stack_pool_init (&pool, 10000);
  rp_stack *stack = rp_stack_pool_get (&pool);
  CHECK (stack->size >= 10000 && stack->size % pool.page == 0);
  CHECK_INT ((uintptr_t) (stack->low + stack->size) % 16, 0);
  stack->low[0] = stack->low[stack->size - 1] = 1;
  rp_stack_pool_put (&pool, stack);
  rp_stack_pool_clear (&pool);
  rp_stack_pool_init (&pool, 0);
  CHECK_INT (rp_stack_pool_get (&pool)->size, RP_STACK_BYTES);
  rp_stack_pool_clear (&pool); /* also takes what was not given back */
}

static bool
is_mapped_as (const char *address, const char *rights)
{
  char line[512], found[5] = "";
  FILE *file = fopen ("/proc/self/maps", "r");
  unsigned long low, high;
  CHECK (file);
  while (file && fgets (line, sizeof line, file))
    if (sscanf (line, "%lx-%lx %4s", &low, &high, found) == 3
        && (uintptr_t) address - low < high - low)
      break;
  fclose (file);
  return !strcmp (found, rights);
}

TEST (executable_on_demand)
{
  rp_stack_pool_init (&pool, 0);
  CHECK (is_mapped_as (rp_stack_pool_get (&pool)->low, "rw-p"));
  rp_stack_pool_clear (&pool);
  rp_stack_pool_init (&pool, 0);
  pool.is_executable = true;
  CHECK (is_mapped_as (rp_stack_pool_get (&pool)->low, "rwxp"));
  rp_stack_pool_clear (&pool);
}

TEST (last_in_first_out)
{
  rp_stack *stacks[3];
  rp_stack_pool_init (&pool, 0);
  for (int i = 0; i < 3; i++)
    stacks[i] = rp_stack_pool_get (&pool);
  for (int i = 0; i < 3; i++)
    rp_stack_pool_put (&pool, stacks[i]);
  for (int i = 2; i >= 0; i--)
    CHECK (rp_stack_pool_get (&pool) == stacks[i]);
  rp_stack_pool_clear (&pool);
}

TEST (guards_lie_below_the_stacks)
{
  rp_stack_pool_init (&pool, 0);
  CHECK (!rp_stack_pool_is_guard (&pool, &pool));
  CHECK (!rp_stack_pool_has (&pool, &pool));
  rp_stack *first = rp_stack_pool_get (&pool), *second = rp_stack_pool_get (&pool);
  for (rp_stack *stack = first; stack; stack = stack == first ? second : NULL)
    {
      CHECK (stack->has_guard);
      CHECK (rp_stack_pool_is_guard (&pool, stack->low - 1));
      CHECK (rp_stack_pool_is_guard (&pool, stack->low - pool.guard));
      CHECK (!rp_stack_pool_is_guard (&pool, stack->low));
      CHECK (rp_stack_pool_has (&pool, stack->low));
      CHECK (!rp_stack_pool_is_guard (&pool, stack->low + stack->size - 1));
    }
  CHECK (!rp_stack_pool_is_guard (&pool, first->low - pool.guard - 1));
  CHECK (!rp_stack_pool_is_guard (&pool, NULL));
  rp_stack_pool_clear (&pool);
}

static void
on_fault (int signal, siginfo_t *info, void *context)
{
  (void) signal, (void) context;
  _exit (rp_stack_pool_is_guard (&pool, info->si_addr) ? 42 : 43);
}

TEST (touching_a_guard_faults)
{
  int status;
  fflush (stdout);
  pid_t child = fork ();
  if (!child)
    {
      struct sigaction action = { .sa_sigaction = on_fault, .sa_flags = SA_SIGINFO };
      sigaction (SIGSEGV, &action, NULL);
      rp_stack_pool_init (&pool, 0);
      *(volatile char *) (rp_stack_pool_get (&pool)->low - 1) = 1;
      _exit (0);
    }
  CHECK (waitpid (child, &status, 0) == child);
  CHECK (WIFEXITED (status));
  CHECK_INT (WEXITSTATUS (status), 42);
}

TEST (two_hundred_thousand_live_stacks)
{
  enum
  {
    MANY = 200000
  };
  rp_stack **stacks = rp_calloc (MANY, sizeof *stacks);
  size_t guarded = 0;
  rp_stack_pool_init (&pool, 0);
  const size_t budget = pool.guards_left;
  for (size_t i = 0; i < MANY; i++)
    {
      stacks[i] = rp_stack_pool_get (&pool);
      guarded += stacks[i]->has_guard;
      touch (stacks[i], i);
    }
  for (size_t i = 0; i < MANY; i++)
    if (!CHECK_INT (touched (stacks[i]), i))
      break;
  CHECK_INT (pool.live, MANY);
  CHECK_INT (guarded, budget < MANY ? budget : MANY);
  if (budget < MANY)
    CHECK (!rp_stack_pool_is_guard (&pool, stacks[MANY - 1]->low - 1));
  for (size_t i = 0; i < MANY; i++)
    rp_stack_pool_put (&pool, stacks[i]);
  size_t resident = 0;
  for (size_t i = 0; i < MANY; i++)
    resident += is_resident (stacks[i]);
  CHECK (resident >= RP_STACK_KEEP && resident <= 2 * RP_STACK_KEEP);
  CHECK (is_resident (stacks[MANY - 1])); /* the most recently used */
  free (stacks);
  rp_stack_pool_clear (&pool);
}

/* A swing below the hysteresis costs nothing: the pages stay. */
TEST (small_swings_keep_their_pages)
{
  rp_stack *stacks[RP_STACK_KEEP];
  rp_stack_pool_init (&pool, 0);
  for (uint64_t round = 0; round < 5; round++)
    {
      for (size_t i = 0; i < RP_STACK_KEEP; i++)
        {
          stacks[i] = rp_stack_pool_get (&pool);
          if (round > 0 && !CHECK_INT (touched (stacks[i]), 7))
            break;
          touch (stacks[i], 7);
        }
      for (size_t i = 0; i < RP_STACK_KEEP; i++)
        rp_stack_pool_put (&pool, stacks[i]);
    }
  rp_stack_pool_clear (&pool);
}

/* Random gets and puts; the model is the list of live stacks and what was written on each. */
TEST (random_run_against_a_list)
{
  enum
  {
    MOST = 6000,
    OPERATIONS = 60000
  };
  rp_stack **live = rp_calloc (MOST, sizeof *live);
  uint64_t *marks = rp_calloc (MOST, sizeof *marks);
  size_t count = 0, wrong = 0;
  rp_rng rng = rp_rng_from_seed (7);
  rp_stack_pool_init (&pool, 0);
  for (uint64_t i = 1; i <= OPERATIONS; i++)
    {
      bool growing = i / (OPERATIONS / 6) % 2 == 0;
      bool get = count == 0 || (count < MOST && (rp_rng_below (&rng, 4) == 0) != growing);
      size_t at = get ? count : rp_rng_below (&rng, count);
      if (get)
        {
          live[count] = rp_stack_pool_get (&pool);
          marks[count++] = i;
          touch (live[at], i);
        }
      else
        {
          wrong += touched (live[at]) != marks[at];
          rp_stack_pool_put (&pool, live[at]);
          live[at] = live[--count];
          marks[at] = marks[count];
        }
      wrong += pool.live != count;
      wrong += pool.clean > pool.idle.count || pool.idle.count - pool.clean > 2 * RP_STACK_KEEP;
    }
  for (size_t i = 0; i < count; i++)
    wrong += touched (live[i]) != marks[i];
  CHECK_INT (wrong, 0);
  free (live);
  free (marks);
  rp_stack_pool_clear (&pool);
}

TEST (without_memory_there_is_no_stack)
{
  int status;
  fflush (stdout);
  pid_t child = fork ();
  if (!child)
    {
      struct rlimit limit = { 1, 1 };
      rp_stack_pool_init (&pool, 0);
      setrlimit (RLIMIT_AS, &limit);
      _exit (rp_stack_pool_get (&pool) != NULL);
    }
  CHECK (waitpid (child, &status, 0) == child);
  CHECK (WIFEXITED (status) && WEXITSTATUS (status) == 0);
}
