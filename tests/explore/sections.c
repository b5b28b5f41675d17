#include "sections.h"

#include "base/rng.h"

#include <stdbool.h>

enum
{
  VARIABLES = 3
};

typedef struct writer
{
  rp_rng rng;
  rp_strbuf *out;
  int blocks;   /* still to be written */
  int tasks;    /* still to be made */
  bool objects; /* sections name what they protect */
  bool nests;   /* sections inside sections */
  bool asserts, choices, careless;
  unsigned may; /* bits: variables that the section around protects */
} writer;

static const char *const names[VARIABLES] = { "x", "y", "z" };

static unsigned
below (writer *w, unsigned bound)
{
  return (unsigned) rp_rng_below (&w->rng, bound);
}

static bool
chance (writer *w, unsigned percent)
{
  return below (w, 100) < percent;
}

/* One that the section protects; any if there is none, or rarely. */
static const char *
variable (writer *w)
{
  unsigned start = below (w, VARIABLES);
  for (unsigned i = 0; i < VARIABLES && !(w->careless && chance (w, 3)); i++)
    if (w->may >> (start + i) % VARIABLES & 1)
      return names[(start + i) % VARIABLES];
  return names[start];
}

static void
value (writer *w)
{
  switch (below (w, w->choices ? 6 : 5))
    {
    case 0:
      rp_strbuf_format (w->out, "%u", below (w, 3));
      break;
    case 1:
    case 2:
      rp_strbuf_format (w->out, "%s", variable (w));
      break;
    case 3:
      rp_strbuf_format (w->out, "%s + 1", variable (w));
      break;
    case 4:
      rp_strbuf_add (w->out, "v");
      break;
    default:
      rp_strbuf_add (w->out, "*");
    }
}

static void statement (writer *w, unsigned depth);

static void
condition (writer *w)
{
  if (chance (w, 30))
    rp_strbuf_format (w->out, "v == %u", below (w, 3));
  else
    rp_strbuf_format (w->out, "%s == %u", variable (w), below (w, 3));
}

static void
assignment (writer *w)
{
  if (chance (w, 40))
    rp_strbuf_add (w->out, "v");
  else
    rp_strbuf_format (w->out, "%s", variable (w));
  rp_strbuf_add (w->out, " = ");
  value (w);
  rp_strbuf_add (w->out, ";\n");
}

static void
section (writer *w, unsigned depth)
{
  unsigned outer = w->may, own = w->objects && !chance (w, 15) ? 1u << below (w, VARIABLES) : 0;
  if (own && chance (w, 30))
    own |= 1u << below (w, VARIABLES);
  rp_strbuf_add (w->out, "isolated ");
  for (unsigned i = 0, first = 1; i < VARIABLES; i++)
    if (own >> i & 1)
      {
        rp_strbuf_format (w->out, "%s%s", first ? "(" : ", ", names[i]);
        first = 0;
      }
  rp_strbuf_add (w->out, own ? ") {\n" : "{\n");
  w->may = own ? outer | own : 7;
  for (unsigned i = 0, count = 1 + below (w, 2); i < count; i++)
    statement (w, depth + 1);
  w->may = outer;
  rp_strbuf_add (w->out, "}\n");
}

/* Inside a section. */
static void
statement (writer *w, unsigned depth)
{
  unsigned kind = below (w, 100);
  if (kind < 35 && depth < 4)
    {
      rp_strbuf_add (w->out, "if (");
      condition (w);
      rp_strbuf_add (w->out, ") ");
      assignment (w);
      if (chance (w, 60))
        {
          rp_strbuf_add (w->out, "else ");
          assignment (w);
        }
    }
  else if (kind < 60 && w->nests && depth < 3)
    section (w, depth);
  else if (kind < 64 && w->asserts)
    {
      rp_strbuf_add (w->out, "assert ");
      condition (w);
      rp_strbuf_add (w->out, ";\n");
    }
  else if (kind < 67 && w->tasks)
    {
      unsigned outer = w->may;
      w->tasks--;
      w->may = 0;
      rp_strbuf_add (w->out, "async {\n");
      section (w, 1);
      rp_strbuf_add (w->out, "}\n");
      w->may = outer;
    }
  else
    assignment (w);
}

static void
task (writer *w, unsigned depth)
{
  for (unsigned i = 0, count = 1 + below (w, 3); i < count; i++)
    {
      unsigned kind = below (w, 100);
      if (kind < 65 && w->blocks)
        {
          w->blocks--;
          section (w, 0);
        }
      else if (kind < 80 && w->tasks && depth < 3)
        {
          w->tasks--;
          bool waits = chance (w, 40);
          rp_strbuf_add (w->out, waits ? "finish async {\n" : "async {\n");
          task (w, depth + 1);
          rp_strbuf_add (w->out, "}\n");
        }
      else if (kind < 88 && w->tasks && depth < 3)
        {
          w->tasks--;
          rp_strbuf_format (w->out, "future f%d = async {\n", w->tasks);
          int future = w->tasks;
          task (w, depth + 1);
          rp_strbuf_add (w->out, "return v;\n}\n");
          if (chance (w, 60) && w->blocks)
            section (w, 0);
          rp_strbuf_format (w->out, "v = get(f%d);\n", future);
        }
      else if (kind < 94)
        rp_strbuf_format (w->out, "if (v == %u) { v = 2; }\n", below (w, 3));
      else if (w->careless && chance (w, 30))
        rp_strbuf_format (w->out, "%s = 1;\n", names[below (w, VARIABLES)]);
    }
}

/* post, ewait and handlers around tasks with sections */
static void
regions (writer *w)
{
  unsigned count = 2 + below (w, 2);
  for (unsigned i = 0; i < count; i++)
    rp_strbuf_format (w->out, "post r <- p(%u)%s;\n", i,
                      chance (w, 40) ? " handle h { v = v * 2 + h; }" : "");
  if (chance (w, 60))
    rp_strbuf_add (w->out, "ewait r;\n");
  section (w, 0);
  if (chance (w, 60))
    rp_strbuf_add (w->out, "await r;\n");
}

/* A few tasks of a few sections each, all of them conditional: what a section touches is decided by
 * those before it. */
static void
conditional_tasks (writer *w)
{
  for (unsigned i = 0, tasks = 3 + below (w, 2); i < tasks; i++)
    {
      rp_strbuf_add (w->out, "async {\nvar v = 0;\n");
      for (unsigned k = 0, count = tasks > 3 ? 1 : 1 + below (w, 2); k < count; k++)
        {
          rp_strbuf_add (w->out, "isolated if (");
          condition (w);
          rp_strbuf_add (w->out, ") ");
          assignment (w);
          rp_strbuf_add (w->out, "else ");
          assignment (w);
        }
      rp_strbuf_add (w->out, "}\n");
    }
}

/* Nothing depends on a value, and sections leave the same behind in any order: all that differs is
 * who comes after whom, and so which of the plain accesses in between race. Some are made or not, by
 * choice, and leave no other trace. */
static void
quiet_task (writer *w)
{
  for (unsigned i = 0, count = 2 + below (w, 3); i < count; i++)
    {
      const char *name = names[below (w, VARIABLES)];
      unsigned kind = below (w, 100);
      if (kind < 55)
        rp_strbuf_format (w->out, "isolated (%s) %s = 1;\n", name, name);
      else if (kind < 65)
        rp_strbuf_add (w->out, "isolated skip;\n");
      else if (kind < 75 && w->tasks)
        {
          w->tasks--;
          bool in_section = chance (w, 30), waits = !in_section && chance (w, 40);
          rp_strbuf_add (w->out, in_section ? "isolated (x) async {\n"
                                 : waits    ? "finish async {\n"
                                            : "async {\n");
          quiet_task (w);
          rp_strbuf_add (w->out, "}\n");
        }
      else if (kind < 85 && w->choices)
        rp_strbuf_format (w->out, "if (*) { v = p%u; v = 0; }\n", below (w, 2));
      else
        rp_strbuf_format (w->out, chance (w, 40) ? "v = p%u; v = 0;\n" : "p%u = 1;\n",
                          below (w, 2));
    }
}

static void
quiet_tasks (writer *w)
{
  w->tasks = 2;
  w->choices = chance (w, 40);
  for (unsigned i = 0, count = 2 + below (w, 2); i < count; i++)
    {
      rp_strbuf_add (w->out, "async {\nvar v = 0;\n");
      quiet_task (w);
      rp_strbuf_add (w->out, "}\n");
    }
}

bool
rp_sections_are_quiet (uint64_t seed)
{
  return seed % 5 == 0;
}

void
rp_generate_sections (uint64_t seed, rp_strbuf *out)
{
  writer w = { .rng = rp_rng_from_seed (seed), .out = out };
  w.blocks = 3 + (int) below (&w, 4);
  w.tasks = 3;
  w.objects = chance (&w, 60);
  w.nests = chance (&w, 60);
  w.asserts = chance (&w, 30);
  w.choices = chance (&w, 15);
  w.careless = chance (&w, 25);
  bool with_regions = chance (&w, 15), is_conditional = chance (&w, 40);
  rp_strbuf_add (out, "var x; var y; var z;\n");
  if (rp_sections_are_quiet (seed))
    {
      rp_strbuf_add (out, "var p0; var p1;\n");
      quiet_tasks (&w);
      return;
    }
  if (is_conditional)
    {
      w.may = 7;
      w.choices = w.careless = false;
      conditional_tasks (&w);
      return;
    }
  rp_strbuf_add (out, "proc main() {\nvar v = 0;\n");
  if (with_regions)
    regions (&w);
  else
    for (unsigned i = 0, count = 2 + below (&w, 2); i < count; i++)
      {
        rp_strbuf_add (out, "async {\n");
        task (&w, 1);
        if (w.blocks)
          section (&w, 0);
        rp_strbuf_add (out, "}\n");
      }
  rp_strbuf_add (out, "}\n");
  if (!with_regions)
    return;
  rp_strbuf_add (out, "proc p(v) {\n");
  section (&w, 0);
  rp_strbuf_add (out, "return v;\n}\n");
}
