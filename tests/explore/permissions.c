#include "permissions.h"

#include "base/rng.h"

#include <stdbool.h>

typedef struct writer
{
  rp_rng rng;
  rp_strbuf *out;
  int blocks;   /* regions, sections and accesses still to be written */
  int tasks;    /* still to be made */
  bool is_safe; /* accesses in sections only, or by nobody else */
  bool in_section;
} writer;

static const char *const objects[] = { "x", "y", "a[0]", "a[1]", "a" };

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

static void
access (writer *w)
{
  const char *object = objects[below (w, 4)];
  if (w->is_safe && !w->in_section)
    rp_strbuf_format (w->out, "v = v + %u;\n", below (w, 2));
  else if (chance (w, 50))
    rp_strbuf_format (w->out, "v = %s;\n", object);
  else
    rp_strbuf_format (w->out, "%s = v + %u;\n", object, below (w, 3));
}

static void statement (writer *w, unsigned depth);

static void
region (writer *w, unsigned depth)
{
  const char *object = objects[below (w, 5)], *mode = chance (w, 55) ? "write" : "read";
  rp_strbuf_format (w->out, "acquire %s %s;\n", mode, object);
  for (unsigned i = 0, count = below (w, 3); i < count; i++)
    statement (w, depth + 1);
  if (chance (w, 93))
    rp_strbuf_format (w->out, "release %s %s;\n", mode, object);
}

/* Regions may begin inside and end outside, or the other way round. */
static void
section (writer *w, unsigned depth)
{
  bool outer = w->in_section, crosses = chance (w, 20);
  const char *object = objects[below (w, 5)], *protects = objects[below (w, 5)];
  w->in_section = true;
  if (crosses && chance (w, 50))
    {
      rp_strbuf_format (w->out, "acquire write %s;\nisolated {\n", object);
      statement (w, depth + 1);
      rp_strbuf_format (w->out, "release write %s;\n}\n", object);
    }
  else if (crosses)
    {
      rp_strbuf_format (w->out, "isolated {\nacquire write %s;\n", object);
      statement (w, depth + 1);
      rp_strbuf_format (w->out, "}\nrelease write %s;\n", object);
    }
  else
    {
      if (!w->is_safe && chance (w, 40))
        rp_strbuf_format (w->out, "isolated (%s) {\n", protects);
      else
        rp_strbuf_add (w->out, "isolated {\n");
      for (unsigned i = 0, count = 1 + below (w, 2); i < count; i++)
        statement (w, depth + 1);
      rp_strbuf_add (w->out, "}\n");
    }
  w->in_section = outer;
}

static void
statement (writer *w, unsigned depth)
{
  unsigned kind = below (w, 100);
  if (w->blocks <= 0 || depth > 3)
    {
      rp_strbuf_add (w->out, "skip;\n");
      return;
    }
  w->blocks--;
  if (kind < 40)
    region (w, depth);
  else if (kind < 60 && !w->in_section)
    section (w, depth);
  else if (kind < 70)
    {
      rp_strbuf_format (w->out, "if (v == %u) {\n", below (w, 2));
      statement (w, depth + 1);
      rp_strbuf_add (w->out, "}\n");
    }
  else if (kind < 74 && !w->is_safe && !w->in_section)
    rp_strbuf_format (w->out, "assume %s == %u;\n", objects[below (w, 4)], below (w, 2));
  else if (kind < 76)
    rp_strbuf_format (w->out, "assert v < %u;\n", 1 + below (w, 3));
  else
    access (w);
}

static void
task (writer *w, unsigned depth)
{
  for (unsigned i = 0, count = 1 + below (w, 3); i < count; i++)
    {
      unsigned kind = below (w, 100);
      if (kind < 20 && w->tasks && depth < 3)
        {
          w->tasks--;
          rp_strbuf_add (w->out, chance (w, 40) ? "finish async {\n" : "async {\n");
          task (w, depth + 1);
          rp_strbuf_add (w->out, "}\n");
        }
      else if (kind < 30 && w->tasks && depth < 3)
        {
          int future = w->tasks--;
          rp_strbuf_format (w->out, "future f%d = async {\n", future);
          task (w, depth + 1);
          rp_strbuf_add (w->out, "return v;\n}\n");
          if (chance (w, 50))
            statement (w, 0);
          rp_strbuf_format (w->out, "v = get(f%d);\n", future);
        }
      else
        statement (w, 0);
    }
}

void
rp_generate_permissions (uint64_t seed, rp_strbuf *out)
{
  writer w = { .rng = rp_rng_from_seed (seed), .out = out };
  w.tasks = 2;
  w.is_safe = chance (&w, 70);
  rp_strbuf_add (out, "var x; var y; var a[2];\nproc main() {\nvar v = 0;\n");
  for (unsigned i = 0, count = 1 + below (&w, 2); i < count; i++)
    {
      w.blocks = 2 + (int) below (&w, 3);
      rp_strbuf_add (out, "async {\n");
      task (&w, 1);
      region (&w, 2);
      rp_strbuf_add (out, "}\n");
    }
  w.blocks = 2 + (int) below (&w, 2);
  task (&w, 0);
  rp_strbuf_add (out, "}\n");
}
