#include "core/runtime/policy.h"

/* splitmix64. Every seed, including 0, gives a good sequence. */
static uint64_t
next_random (uint64_t *state)
{
  uint64_t z = *state += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

static size_t
below (uint64_t *state, size_t limit)
{
  return (size_t) (((unsigned __int128) next_random (state) * limit) >> 64);
}

static size_t
depth_first_choose (rp_policy *policy, uint32_t task, rp_choice_kind kind, size_t options)
{
  (void) task;
  rp_depth_first *self = (rp_depth_first *) policy;
  return kind == RP_CHOICE_JOIN ? 0 : below (&self->random, options);
}

static size_t
random_pick (rp_policy *policy, const rp_ready *ready)
{
  return below (&((rp_random_policy *) policy)->random, ready->count);
}

static size_t
random_choose (rp_policy *policy, uint32_t task, rp_choice_kind kind, size_t options)
{
  (void) task;
  (void) kind;
  return below (&((rp_random_policy *) policy)->random, options);
}

void
rp_depth_first_init (rp_depth_first *policy, uint64_t seed)
{
  policy->policy = (rp_policy) { .depth_first = true, .choose = depth_first_choose };
  policy->random = seed;
}

void
rp_random_policy_init (rp_random_policy *policy, uint64_t seed)
{
  policy->policy = (rp_policy) { .pick = random_pick, .choose = random_choose };
  policy->random = seed;
}
