/* Where tasks nest so deeply that a child no longer runs before its creator goes on, bags must not
 * judge as if it did: the race is found, or said to be unsupported. */
#include "core/detect/espbags.h"
#include "core/runtime/runtime.h"
#include "test.h"

enum
{
  LOCATION = 1
};

static rp_bags bags;
static int deepest, races;

static void
found (void *context, const rp_bag_race *race)
{
  (void) context;
  (void) race;
  races++;
}

/* The last but one writes after it has created the last, which writes as well. */
static void
descend (void *argument)
{
  int level = *(int *) argument;
  if (level > deepest)
    rp_bags_access_location (&bags, rp_current_strand (), LOCATION, 1, true, 1);
  if (level > deepest)
    return;
  int below = level + 1;
  rp_finish_begin_at (false, 1);
  rp_async_at (descend, &below, (rp_creation) { .kind = RP_TASK_ASYNC, .site = 2 });
  if (level == deepest)
    rp_bags_access_location (&bags, rp_current_strand (), LOCATION, 1, true, 3);
  rp_finish_end_at (1);
}

/* Returns whether bags support all of it. */
static bool
check_depth (int depth)
{
  rp_depth_first policy;
  rp_depth_first_init (&policy, 0);
  deepest = depth;
  races = 0;
  rp_bags_init (&bags, found, NULL);
  rp_runtime *runtime = rp_runtime_new (&bags.observer, &policy.policy, 16384);
  int level = 1;
  rp_runtime_run (runtime, descend, &level, 1);
  CHECK_INT (rp_runtime_stop_info (runtime).stop, RP_STOP_NOT);
  bool within = !bags.unsupported;
  if (!CHECK (races > 0 || !within))
    test_note ("%d tasks deep", depth);
  rp_runtime_free (runtime);
  rp_bags_clear (&bags);
  return within;
}

TEST (usual_depths)
{
  CHECK (check_depth (10));
  CHECK (check_depth (20000));
}

TEST (too_deep)
{
  CHECK (!check_depth (70000));
}
