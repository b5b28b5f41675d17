/* Random scripts (event/script.h). They are free of misuse, but may deadlock where the constructs
 * allow that, and then the graph is that of a program stopped in the middle. */
#ifndef RP_TESTS_UNIT_CORE_GRAPH_GENERATE_H
#define RP_TESTS_UNIT_CORE_GRAPH_GENERATE_H

#include "base/rng.h"
#include "base/strbuf.h"

#include <stdbool.h>
#include <string.h>

/* Constructs besides async and finish. */
enum
{
  GENERATE_FUTURES = 1,
  GENERATE_REGIONS = 2, /* any post, pass, await, ewait, handlers */
  GENERATE_NESTED = 4,  /* only: posts and their await as a block */
  GENERATE_ISOLATED = 8,
  GENERATE_GLOBAL = 128, /* only: isolated sections without objects and without tasks inside */
  GENERATE_INSIDE = 256, /* with GENERATE_GLOBAL: with tasks inside */
  GENERATE_PHASERS = 16,
  GENERATE_CLOCKS = 32,
  GENERATE_STOPS = 64,
  GENERATE_ALL = 127 & ~4
};

/* What is known of the task being written. */
typedef struct generated_task
{
  unsigned phasers[2]; /* modes: 1 signal, 2 wait */
  int ahead[2];        /* signals minus waits */
  bool clock, plain_finish;
  bool passed[3];
  int owned[3];
  unsigned features;
} generated_task;

typedef struct generator
{
  rp_rng rng;
  rp_strbuf text;
  unsigned features;
  int tasks_left, accesses_left;
  unsigned locations;
  bool made[2]; /* phasers 0 and 1 exist */
} generator;

static inline unsigned
generate_below (generator *g, unsigned limit)
{
  return (unsigned) rp_rng_below (&g->rng, limit);
}

static inline void generate_block (generator *g, generated_task *task, int depth);

static inline void
generate_access (generator *g)
{
  if (g->accesses_left-- > 0)
    rp_strbuf_format (&g->text, "%c%u", generate_below (g, 3) ? 'r' : 'w',
                      generate_below (g, g->locations));
}

/* A task of its own that has only what is given. */
static inline void
generate_body (generator *g, generated_task task, int depth)
{
  g->tasks_left--;
  rp_strbuf_add_char (&g->text, '{');
  generate_block (g, &task, depth + 1);
  rp_strbuf_add_char (&g->text, '}');
}

static inline void
generate_finish (generator *g, generated_task *task, int depth, bool clocked)
{
  bool clock = task->clock, plain = task->plain_finish;
  task->clock |= clocked;
  task->plain_finish = !clocked;
  rp_strbuf_add (&g->text, clocked ? "C{" : "F{");
  generate_block (g, task, depth + 1);
  rp_strbuf_add_char (&g->text, '}');
  task->clock = clock;
  task->plain_finish = plain;
}

static inline void
generate_post (generator *g, generated_task *task, int depth)
{
  unsigned region = generate_below (g, 3);
  generated_task child = { .features = task->features };
  rp_strbuf_format (&g->text, "P%u", region);
  if (!generate_below (g, 4))
    {
      unsigned passed = generate_below (g, 3);
      rp_strbuf_format (&g->text, ">%u", passed);
      task->passed[passed] = true;
      child.owned[passed] = task->owned[passed];
      task->owned[passed] = 0;
    }
  task->passed[region] = false;
  task->owned[region]++;
  generate_body (g, child, depth);
  if (!generate_below (g, 4))
    {
      rp_strbuf_add (&g->text, "^{");
      generate_access (g);
      rp_strbuf_add (&g->text, "}");
    }
}

static inline void
generate_join (generator *g, generated_task *task)
{
  unsigned region = generate_below (g, 3);
  if (task->passed[region])
    return;
  if (task->owned[region] && !generate_below (g, 3))
    {
      task->owned[region]--;
      rp_strbuf_format (&g->text, "E%u", region);
      return;
    }
  task->owned[region] = 0;
  rp_strbuf_format (&g->text, "W%u", region);
}

/* Posts into one region and nothing that outlives its await: structured. */
static inline void
generate_nested (generator *g, generated_task *task, int depth)
{
  unsigned region = (unsigned) depth % 10;
  unsigned count = 1 + generate_below (g, 3);
  for (unsigned i = 0; i < count; i++)
    {
      generate_access (g);
      if (!generate_below (g, 3))
        generate_finish (g, task, depth, false);
      rp_strbuf_format (&g->text, "P%u", region);
      rp_strbuf_add (&g->text, "{F");
      generate_body (g, (generated_task) { .features = task->features }, depth);
      rp_strbuf_add (&g->text, "}");
    }
  rp_strbuf_format (&g->text, "W%u", region);
}

static inline void
generate_isolated (generator *g, generated_task *task, int depth)
{
  static const char *const lists[] = { "", "", "1", "2", "12", "3", "*" };
  bool global = !(g->features & GENERATE_ISOLATED);
  rp_strbuf_format (&g->text, "I%s{", lists[generate_below (g, global ? 1 : 7)]);
  generate_access (g);
  if ((!global || (g->features & GENERATE_INSIDE)) && generate_below (g, 2))
    generate_block (g, task, depth + 2);
  generate_access (g);
  rp_strbuf_add (&g->text, "}");
}

static inline void
generate_phased (generator *g, const generated_task *task, int depth)
{
  generated_task child = { .features = task->features };
  if (!task->phasers[0] && !task->phasers[1])
    return;
  rp_strbuf_add_char (&g->text, 'B');
  for (unsigned i = 0; i < 2; i++)
    {
      unsigned mode = task->phasers[i] & (1 + generate_below (g, 3));
      if (!mode)
        continue;
      rp_strbuf_format (&g->text, "%u%c", i, " swb"[mode]);
      child.phasers[i] = mode;
      child.ahead[i] = task->ahead[i];
    }
  generate_body (g, child, depth);
}

static inline void
generate_phaser_step (generator *g, generated_task *task)
{
  unsigned i = generate_below (g, 2);
  if (!task->phasers[i])
    {
      if (!g->made[i])
        {
          g->made[i] = true;
          rp_strbuf_format (&g->text, "N%u", i);
          task->phasers[i] = 3;
        }
      return;
    }
  switch (generate_below (g, 6))
    {
    case 0:
      rp_strbuf_format (&g->text, "Q%u", i);
      task->phasers[i] = 0;
      task->ahead[i] = 0;
      break;
    case 1:
      if (task->phasers[i] & 1)
        {
          rp_strbuf_format (&g->text, "S%u", i);
          task->ahead[i]++;
        }
      break;
    case 2:
      if ((task->phasers[i] & 2) && (task->phasers[i] == 2 || task->ahead[i] > 0))
        {
          rp_strbuf_format (&g->text, "T%u", i);
          task->ahead[i]--;
        }
      break;
    case 3:
      rp_strbuf_add (&g->text, "X*");
      break;
    default:
      rp_strbuf_format (&g->text, "X%u", i);
    }
}

static inline void
generate_step (generator *g, generated_task *task, int depth)
{
  generated_task child = { .features = task->features };
  unsigned f = g->features;
  switch (generate_below (g, 13))
    {
    case 0:
      generate_finish (g, task, depth, false);
      return;
    case 1:
    case 2:
      rp_strbuf_add_char (&g->text, 'A');
      generate_body (g, child, depth);
      return;
    case 3:
      if (f & GENERATE_FUTURES)
        {
          rp_strbuf_format (&g->text, "U%u", generate_below (g, 3));
          generate_body (g, child, depth);
        }
      return;
    case 4:
      if (f & GENERATE_FUTURES)
        rp_strbuf_format (&g->text, "G%u", generate_below (g, 3));
      return;
    case 5:
      if (f & GENERATE_REGIONS)
        generate_post (g, task, depth);
      else if (f & GENERATE_NESTED)
        generate_nested (g, task, depth);
      return;
    case 6:
      if (f & GENERATE_REGIONS)
        generate_join (g, task);
      return;
    case 7:
      if (f & (GENERATE_ISOLATED | GENERATE_GLOBAL))
        generate_isolated (g, task, depth);
      return;
    case 8:
      if (f & GENERATE_PHASERS)
        generate_phaser_step (g, task);
      return;
    case 9:
      if (f & GENERATE_PHASERS)
        generate_phased (g, task, depth);
      return;
    case 10:
      if (!(f & GENERATE_CLOCKS))
        return;
      if (!task->clock)
        generate_finish (g, task, depth, true);
      else if (!task->plain_finish && generate_below (g, 2))
        {
          child.clock = true;
          rp_strbuf_add_char (&g->text, 'K');
          generate_body (g, child, depth);
        }
      else
        rp_strbuf_add_char (&g->text, '+');
      return;
    case 11:
      rp_strbuf_add (&g->text, "D{");
      generate_block (g, task, depth + 1);
      rp_strbuf_add_char (&g->text, '}');
      return;
    default:
      if ((f & GENERATE_STOPS) && !generate_below (g, 60))
        rp_strbuf_add_char (&g->text, '!');
    }
}

static inline void
generate_block (generator *g, generated_task *task, int depth)
{
  unsigned steps = 1 + generate_below (g, 6);
  for (unsigned i = 0; i < steps; i++)
    {
      generate_access (g);
      if (depth < 7 && g->tasks_left > 0)
        generate_step (g, task, depth);
    }
  generate_access (g);
}

/* Caller clears the text. */
static inline rp_strbuf
generate (uint64_t seed, unsigned features, int tasks, unsigned locations)
{
  generator g = { .rng = rp_rng_from_seed (seed),
                  .features = features,
                  .tasks_left = tasks,
                  .accesses_left = tasks < 6 ? 10 : 400,
                  .locations = locations };
  generated_task main_task = { .features = features };
  while (g.tasks_left > tasks / 3 && g.text.length < 4000)
    generate_block (&g, &main_task, 0);
  return g.text;
}

#endif
