/* One run of a script with a recorder, for the tests of the runtime: what was said, what was
 * recorded, why it stopped, and that nothing was left behind. */
#ifndef RP_TESTS_UNIT_CORE_EVENT_PLAY_H
#define RP_TESTS_UNIT_CORE_EVENT_PLAY_H

#include "core/event/recorder.h"
#include "core/event/script.h"
#include "core/runtime/policy.h"
#include "test.h"

typedef struct play
{
  script s;
  recorder r;
  rp_stop_info stop;
} play;

static inline const char *
play_region_name (void *context, uint32_t region)
{
  (void) context;
  static const char *const names[] = { "zero", "one", "two", "three" };
  return region < 4 ? names[region] : "more";
}

static inline play *
play_policy (const char *text, const char *wanted, rp_policy *policy)
{
  play *p = calloc (1, sizeof *p);
  p->r = recorder_new (wanted);
  p->s.text = text;
  p->s.runtime = rp_runtime_new (&p->r.observer, policy, 0);
  rp_runtime_set_names (p->s.runtime, play_region_name, NULL);
  rp_runtime_run (p->s.runtime, script_main, &p->s, 1);
  p->stop = rp_runtime_stop_info (p->s.runtime);
  return p;
}

/* Depth-first. */
static inline play *
play_text (const char *text, const char *wanted)
{
  rp_depth_first policy;
  rp_depth_first_init (&policy, 1);
  return play_policy (text, wanted, &policy.policy);
}

static inline play *
play_random (const char *text, const char *wanted, uint64_t seed)
{
  rp_random_policy policy;
  rp_random_policy_init (&policy, seed);
  return play_policy (text, wanted, &policy.policy);
}

/* However the run ended, every task and barrier is forgotten once and every argument given back. */
static inline void
play_end (play *p)
{
  if (p->stop.stop == RP_STOP_NOT)
    CHECK_INT (p->r.ended, p->r.created);
  script_end (&p->s);
  CHECK_INT (p->r.forgotten, p->r.created);
  CHECK_INT (p->r.barriers, 0);
  CHECK_INT (p->s.bodies, 0);
  rp_strbuf_clear (&p->r.log);
  free (p);
}

/* Runs depth-first to its end and says SAID. */
static inline void
play_says (const char *text, const char *said)
{
  play *p = play_text (text, NULL);
  if (!CHECK_INT (p->stop.stop, RP_STOP_NOT) | !CHECK_STR (script_said (&p->s), said))
    test_note ("script %s", text);
  play_end (p);
}

/* The same, and the wanted events are those RECORDED. */
static inline void
play_records (const char *text, const char *wanted, const char *expected)
{
  play *p = play_text (text, wanted);
  if (!CHECK_INT (p->stop.stop, RP_STOP_NOT) | !CHECK_STR (recorded (&p->r), expected))
    test_note ("script %s", text);
  play_end (p);
}

/* Runs at random with many seeds, always to the end. CHECK_RUN looks at each. */
static inline void
play_seeds (const char *text, int seeds, void (*check_run) (play *p))
{
  for (int seed = 0; seed < seeds; seed++)
    {
      play *p = play_random (text, NULL, (uint64_t) seed);
      if (!CHECK_INT (p->stop.stop, RP_STOP_NOT))
        test_note ("seed %d, script %s", seed, text);
      if (check_run)
        check_run (p);
      play_end (p);
    }
}

#endif
