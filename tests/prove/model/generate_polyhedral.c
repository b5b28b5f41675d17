#include "generate_polyhedral.h"

#include "base/rng.h"

#include <stdarg.h>
#include <stdio.h>

#define MAX_ITERATORS 4

typedef struct place
{
  int iterators; /* in scope, named i0, i1 ... */
  int loops;     /* around, until the last procedure */
  int depth;
  bool may_clock; /* a clocked async may stand here */
  bool may_advance;
  bool isolated;
  bool async; /* in some task besides main */
} place;

typedef struct generator
{
  rp_rng rng;
  rp_strbuf *out;
  int indent;
  int statements; /* left */
  int tasks;      /* task statements left */
  int advances;   /* advance statements left */
  bool inexact, with_sections, with_strides, with_calls;
  int labels;
  place at;
} generator;

static int
pick (generator *g, int count)
{
  return (int) rp_rng_below (&g->rng, (uint64_t) count);
}

static bool
chance (generator *g, int percent)
{
  return pick (g, 100) < percent;
}

static void __attribute__ ((format (printf, 2, 3))) line (generator *g, const char *format, ...)
{
  va_list arguments;
  rp_strbuf_repeat (g->out, "  ", (size_t) g->indent);
  va_start (arguments, format);
  rp_strbuf_vformat (g->out, format, arguments);
  va_end (arguments);
  rp_strbuf_add_char (g->out, '\n');
}

/* ---- expressions ---- */

static const char *
iterator (generator *g, char *text)
{
  if (!g->at.iterators)
    return chance (g, 50) ? "N" : "T";
  /* the inner ones more often */
  int number = g->at.iterators - 1 - (chance (g, 60) ? 0 : pick (g, g->at.iterators));
  snprintf (text, 8, "i%d", number);
  return text;
}

static void
affine (generator *g, rp_strbuf *text)
{
  char a[8], b[8];
  switch (pick (g, g->with_strides ? 14 : 11))
    {
    case 0:
      rp_strbuf_format (text, "%d", pick (g, 3));
      break;
    case 1:
      rp_strbuf_format (text, "N - %s", iterator (g, a));
      break;
    case 2:
      rp_strbuf_format (text, "%s + %s", iterator (g, a), iterator (g, b));
      break;
    case 3:
      rp_strbuf_format (text, "%s - %s", iterator (g, a), iterator (g, b));
      break;
    case 4:
      rp_strbuf_format (text, "2*%s", iterator (g, a));
      break;
    case 5:
    case 6:
      rp_strbuf_format (text, "%s %c 1", iterator (g, a), "+-"[pick (g, 2)]);
      break;
    case 11:
      rp_strbuf_format (text, "%s %% 2", iterator (g, a));
      break;
    case 12:
      rp_strbuf_format (text, "%s / 2", iterator (g, a));
      break;
    case 13:
      rp_strbuf_format (text, "(%s + 1) %% (N + 1)", iterator (g, a));
      break;
    default:
      rp_strbuf_add (text, iterator (g, a));
    }
}

static void
element (generator *g, rp_strbuf *text)
{
  static const char arrays[] = "AAB";
  int kind = pick (g, 20);
  if (kind < 1)
    {
      rp_strbuf_add (text, "s");
      return;
    }
  rp_strbuf_format (text, "%c[", kind < 14 ? arrays[pick (g, 3)] : 'M');
  affine (g, text);
  if (kind >= 14)
    {
      rp_strbuf_add (text, "][");
      affine (g, text);
    }
  rp_strbuf_add (text, "]");
}

static void
condition (generator *g, rp_strbuf *text)
{
  static const char *const comparisons[] = { "==", "!=", "<", "<=", ">", ">=" };
  char a[8], b[8];
  if (g->inexact && chance (g, 50))
    {
      rp_strbuf_add (text, chance (g, 50) ? "D[0] > 0" : "f(T, 1) % 2 == 0");
      return;
    }
  switch (pick (g, 6))
    {
    case 0:
      rp_strbuf_format (text, "%s %% 2 == %d", iterator (g, a), pick (g, 2));
      break;
    case 1:
      rp_strbuf_format (text, "%s %s %s", iterator (g, a), comparisons[pick (g, 6)],
                        iterator (g, b));
      break;
    case 2:
      rp_strbuf_format (text, "%s > 0 && %s < N", iterator (g, a), iterator (g, b));
      break;
    case 3:
      rp_strbuf_format (text, "!(%s == %d || %s == N)", iterator (g, a), pick (g, 3),
                        iterator (g, b));
      break;
    default:
      rp_strbuf_format (text, "%s %s %d", iterator (g, a), comparisons[pick (g, 6)], pick (g, 3));
    }
}

/* Ranges of a few elements for small N and T. */
static void
range (generator *g, rp_strbuf *text)
{
  char a[8];
  switch (pick (g, 10))
    {
    case 0:
      rp_strbuf_add (text, "1..2");
      break;
    case 1:
      rp_strbuf_add (text, "0..T");
      break;
    case 2:
      rp_strbuf_add (text, "1..N");
      break;
    case 3:
      rp_strbuf_format (text, "%s..N", iterator (g, a));
      break;
    case 4:
      rp_strbuf_format (text, "0..%s", iterator (g, a));
      break;
    case 5:
      rp_strbuf_format (text, "0..N - %s", iterator (g, a));
      break;
    case 6:
      rp_strbuf_format (text, "%s..T + 1", iterator (g, a));
      break;
    case 7:
      if (g->inexact)
        rp_strbuf_add (text, "0..D[1] % 3");
      else
        rp_strbuf_add (text, "0..T / 2");
      break;
    default:
      rp_strbuf_add (text, "0..N");
    }
}

/* ---- statements ---- */

static void statement (generator *g);

static void
body (generator *g, int most)
{
  int count = 1 + pick (g, most);
  place saved = g->at;
  g->indent++;
  g->at.depth++;
  for (int i = 0; i < count; i++)
    statement (g);
  g->indent--;
  g->at = saved;
}

static void
assignment (generator *g)
{
  rp_strbuf text = { 0 };
  g->statements--;
  rp_strbuf_format (&text, "S%d: ", g->labels++);
  element (g, &text);
  rp_strbuf_add (&text, " = f(");
  element (g, &text);
  if (chance (g, 50))
    {
      rp_strbuf_add (&text, ", ");
      element (g, &text);
    }
  if (g->inexact && chance (g, 20))
    rp_strbuf_add (&text, ", A[B[0] % 4]");
  line (g, "%s);", text.text);
  rp_strbuf_clear (&text);
}

static void
loop (generator *g, const char *keyword)
{
  rp_strbuf text = { 0 };
  range (g, &text);
  const char *step = "";
  if (*keyword == 'f' && keyword[3] == '\0' && g->with_strides && chance (g, 35))
    step = chance (g, 70) ? " step 2" : " step 3";
  if (keyword[3] == '\0' && chance (g, 12))
    {
      rp_strbuf_clear (&text);
      rp_strbuf_add (&text, chance (g, 50) ? "N..0" : "T..0");
      step = chance (g, 70) ? " step -1" : " step -2";
    }
  place saved = g->at;
  int number = g->at.iterators++;
  g->at.loops++;
  line (g, "%s (i%d in %s%s) {", keyword, number, text.text, step);
  if (keyword[3] != '\0')
    g->at.may_clock = g->at.may_advance = g->at.isolated = false;
  body (g, 3);
  line (g, "}");
  g->at = saved;
  rp_strbuf_clear (&text);
}

static void
branch (generator *g)
{
  rp_strbuf text = { 0 };
  condition (g, &text);
  line (g, "if (%s) {", text.text);
  body (g, 2);
  if (chance (g, 30))
    {
      line (g, "} else {");
      body (g, 2);
    }
  line (g, "}");
  rp_strbuf_clear (&text);
}

/* HEAD { ... } with the rights that it gives. */
static void
marked (generator *g, const char *head, bool may_clock, bool may_advance, bool is_task)
{
  place saved = g->at;
  g->at.may_clock = may_clock;
  g->at.may_advance = may_advance;
  if (is_task)
    {
      g->at.isolated = false;
      g->at.async = true;
    }
  line (g, "%s {", head);
  body (g, 3);
  line (g, "}");
  g->at = saved;
}

static bool
task_statement (generator *g)
{
  if (g->tasks <= 0 || g->at.depth > 6 || g->at.isolated)
    return false;
  g->tasks--;
  int kind = pick (g, 100);
  if (g->at.may_clock && kind < 55)
    marked (g, "clocked async", true, true, true);
  else if (kind < 70)
    {
      char head[32] = "async";
      if (g->inexact && chance (g, 20))
        snprintf (head, sizeof head, "future w%d = async", g->labels++);
      marked (g, head, false, false, true);
    }
  else if (kind < 78)
    marked (g, "finish", false, g->at.may_advance, false);
  else if (kind < 88)
    marked (g, "clocked finish", true, true, false);
  else if (g->at.iterators < MAX_ITERATORS && g->at.loops < 3)
    loop (g, chance (g, 60) ? "forall" : "forasync");
  else
    return false;
  return true;
}

/* A finish that waits for an unclocked task while it goes through phases. */
static void
slow_finish (generator *g)
{
  place saved = g->at;
  g->tasks--;
  g->advances--;
  line (g, "finish {");
  g->indent++;
  g->at.may_clock = false;
  g->at.depth++;
  if (chance (g, 30))
    statement (g);
  marked (g, "async", false, false, true);
  line (g, "advance;");
  statement (g);
  g->indent--;
  line (g, "}");
  g->at = saved;
}

static void
section (generator *g)
{
  rp_strbuf text = { 0 };
  place saved = g->at;
  g->at.isolated = true;
  if (chance (g, 40))
    rp_strbuf_add (&text, "isolated {");
  else
    {
      rp_strbuf_add (&text, "isolated (");
      if (chance (g, 30))
        rp_strbuf_add (&text, chance (g, 70) ? "A" : chance (g, 50) ? "s" : "B");
      else
        {
          rp_strbuf_add (&text, chance (g, 80) ? "A[" : "B[");
          affine (g, &text);
          rp_strbuf_add (&text, "]");
        }
      rp_strbuf_add (&text, ") {");
    }
  line (g, "%s", text.text);
  g->indent++;
  if (chance (g, 20) && g->tasks > 0)
    {
      g->tasks--;
      marked (g, "async", false, false, true);
    }
  else
    assignment (g);
  g->indent--;
  line (g, "}");
  g->at = saved;
  rp_strbuf_clear (&text);
}

static void
statement (generator *g)
{
  int kind = pick (g, 100);
  if (g->statements <= 0)
    {
      line (g, "skip;");
      return;
    }
  if (g->at.may_advance && g->advances > 0 && !g->at.isolated && kind < 24)
    {
      g->advances--;
      line (g, "advance;");
    }
  else if (g->at.may_advance && g->advances > 0 && g->tasks > 0 && !g->at.isolated
           && g->at.depth < 6 && kind < 29)
    slow_finish (g);
  else if (kind < 48 && task_statement (g))
    ;
  else if (kind < 62 && g->at.iterators < MAX_ITERATORS && g->at.loops < 3 && g->at.depth < 7)
    loop (g, "for");
  else if (kind < 70 && g->at.depth < 7)
    branch (g);
  else if (kind < 85 && g->with_sections && !g->at.isolated)
    section (g);
  else if (kind < 80 && g->with_calls && !g->at.isolated)
    {
      rp_strbuf text = { 0 };
      affine (g, &text);
      line (g, "p(%s);", text.text);
      rp_strbuf_clear (&text);
    }
  else if (kind < 82 && g->inexact)
    {
      line (g, "while (D[2] > f(1, 2)) {");
      body (g, 1);
      line (g, "}");
    }
  else
    assignment (g);
}

/* The shape of the papers' programs: tasks in a loop, on one clock. */
static void
clocked_loop (generator *g)
{
  rp_strbuf text = { 0 };
  line (g, "clocked finish");
  g->indent++;
  range (g, &text);
  line (g, "for (i0 in %s) {", text.text);
  rp_strbuf_clear (&text);
  g->at
    = (place) { .iterators = 1, .loops = 1, .depth = 2, .may_clock = true, .may_advance = true };
  g->indent++;
  if (chance (g, 20))
    statement (g);
  g->at.async = true;
  line (g, "clocked async {");
  place saved = g->at;
  if (chance (g, 70))
    {
      rp_strbuf head = { 0 };
      range (g, &head);
      g->indent++;
      line (g, "for (i1 in %s) {", head.text);
      rp_strbuf_clear (&head);
      g->at.iterators = 2;
      g->at.loops = 2;
      body (g, 3);
      if (chance (g, 75))
        line (g, "  advance;");
      if (chance (g, 50))
        body (g, 2);
      if (chance (g, 40))
        line (g, "  advance;");
      line (g, "}");
      g->indent--;
    }
  else
    body (g, 4);
  line (g, "}");
  g->at = saved;
  g->at.async = false;
  if (chance (g, 35))
    line (g, "advance;");
  if (chance (g, 15))
    statement (g);
  g->indent -= 2;
  line (g, "  }");
}

void
rp_generate_polyhedral (uint64_t seed, bool inexact, rp_strbuf *out)
{
  generator g = { .rng = rp_rng_from_seed (seed * 7919 + 17), .out = out, .inexact = inexact };
  g.statements = 2 + pick (&g, 4);
  g.tasks = 2 + pick (&g, 3);
  g.advances = 1 + pick (&g, 5);
  g.with_sections = chance (&g, 20);
  g.with_strides = chance (&g, 40);
  g.with_calls = chance (&g, 15);
  line (&g, "param N >= %d, T >= 0;", pick (&g, 2));
  if (g.with_calls)
    {
      g.with_calls = false; /* no recursion */
      line (&g, "proc p(i0) {");
      g.at = (place) { .iterators = 1, .depth = 3 };
      g.indent++;
      assignment (&g);
      if (chance (&g, 50))
        marked (&g, "async", false, false, true);
      g.indent--;
      line (&g, "}");
      g.at = (place) { 0 };
      g.with_calls = true;
    }
  line (&g, "{");
  g.indent++;
  if (inexact)
    line (&g, "D[0] = %d; D[1] = %d; D[2] = 0;", pick (&g, 2), pick (&g, 3));
  if (chance (&g, 50))
    clocked_loop (&g);
  g.at = (place) { .depth = 1 };
  int count = 1 + pick (&g, 3);
  for (int i = 0; i < count; i++)
    statement (&g);
  g.indent--;
  line (&g, "}");
}
