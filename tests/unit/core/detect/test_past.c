/* Pasts against arrays of numbers. */
#include "base/rng.h"
#include "core/detect/past.h"
#include "test.h"

#include <string.h>

enum
{
  TASKS = 600,
  PASTS = 12
};

typedef struct naive
{
  uint32_t steps[TASKS];
} naive;

typedef struct trial
{
  rp_pasts pasts;
  rp_past past[PASTS];
  naive known[PASTS];
  rp_rng rng;
} trial;

static unsigned
below (trial *t, unsigned limit)
{
  return (unsigned) rp_rng_below (&t->rng, limit);
}

static bool
is_right (const trial *t, unsigned i)
{
  for (uint32_t task = 0; task < TASKS; task++)
    if (rp_past_steps (&t->pasts, t->past[i], task) != t->known[i].steps[task])
      return false;
  return rp_past_steps (&t->pasts, t->past[i], UINT32_MAX) == 0;
}

static void
add (trial *t, unsigned i, unsigned limit)
{
  uint32_t task = below (t, limit), steps = below (t, 3) ? RP_PAST_ENDED : below (t, 4);
  t->past[i] = rp_past_with (&t->pasts, t->past[i], task, steps);
  if (t->known[i].steps[task] < steps)
    t->known[i].steps[task] = steps;
}

static void
unite (trial *t, unsigned i, unsigned a, unsigned b)
{
  naive both;
  for (uint32_t task = 0; task < TASKS; task++)
    both.steps[task] = t->known[a].steps[task] > t->known[b].steps[task] ? t->known[a].steps[task]
                                                                         : t->known[b].steps[task];
  t->past[i] = rp_past_union (&t->pasts, t->past[a], t->past[b]);
  t->known[i] = both;
}

/* Takes what LATER has besides away from a copy of it. */
static void
take_away (void *context, uint32_t task, uint32_t from, uint32_t to)
{
  naive *rest = context;
  rest->steps[task] = task < TASKS && rest->steps[task] == to ? from : UINT32_MAX - 1;
}

static bool
differ_as_known (const trial *t, unsigned earlier, unsigned later)
{
  naive rest = t->known[later];
  rp_past_compare (&t->pasts, t->past[earlier], t->past[later], take_away, &rest);
  for (uint32_t task = 0; task < TASKS; task++)
    {
      uint32_t known = t->known[later].steps[task], less = t->known[earlier].steps[task];
      if (rest.steps[task] != (known > less ? less : known))
        return false;
    }
  return true;
}

static void
collect (trial *t)
{
  for (unsigned i = 0; i < PASTS; i++)
    rp_past_mark (&t->pasts, t->past[i]);
  rp_pasts_sweep (&t->pasts);
}

TEST (random_pasts)
{
  trial *t = calloc (1, sizeof *t);
  for (uint64_t seed = 1; seed <= 40; seed++)
    {
      memset (t, 0, sizeof *t);
      t->rng = rp_rng_from_seed (seed);
      rp_pasts_init (&t->pasts);
      bool right = true;
      for (unsigned step = 0; step < 2000 && right; step++)
        {
          unsigned i = below (t, PASTS);
          unsigned kind = below (t, 60);
          if (kind == 0)
            collect (t);
          else if (kind == 1)
            {
              t->past[i] = (rp_past) { 0 };
              t->known[i] = (naive) { { 0 } };
            }
          else if (kind < 12)
            unite (t, i, below (t, PASTS), below (t, PASTS));
          else
            add (t, i, seed % 2 ? TASKS : 20);
          right = CHECK (is_right (t, i)) && CHECK (differ_as_known (t, i, below (t, PASTS)));
        }
      rp_pasts_clear (&t->pasts);
    }
  free (t);
}

/* Whatever the way there, of equal height. */
TEST (equal_pasts_are_the_same)
{
  rp_pasts pasts;
  rp_pasts_init (&pasts);
  rp_past up = { 0 }, down = { 0 }, odd = { 0 }, even = { 0 };
  for (uint32_t i = 0; i < 100; i++)
    {
      up = rp_past_with (&pasts, up, i, i + 1);
      down = rp_past_with (&pasts, down, 99 - i, 100 - i);
      odd = i % 2 ? rp_past_with (&pasts, odd, i, i + 1) : odd;
      even = i % 2 ? even : rp_past_with (&pasts, even, i, i + 1);
    }
  CHECK (up.root == down.root && up.height == down.height);
  CHECK (rp_past_union (&pasts, odd, even).root == up.root);
  rp_pasts_clear (&pasts);
}

/* A million tasks that have ended take no room. */
TEST (ended_tasks_take_no_room)
{
  rp_pasts pasts;
  rp_pasts_init (&pasts);
  rp_past past = { 0 };
  for (uint32_t i = 0; i < 1 << 20; i++)
    {
      past = rp_past_with (&pasts, past, i, RP_PAST_ENDED);
      if (rp_pasts_are_many (&pasts))
        {
          rp_past_mark (&pasts, past);
          rp_pasts_sweep (&pasts);
        }
    }
  rp_past_mark (&pasts, past);
  rp_pasts_sweep (&pasts);
  CHECK (pasts.live < 10);
  CHECK (pasts.nodes.count < 100000);
  CHECK (rp_past_steps (&pasts, past, 12345) == RP_PAST_ENDED);
  CHECK (rp_past_steps (&pasts, past, 1 << 20) == 0);
  rp_pasts_clear (&pasts);
}
