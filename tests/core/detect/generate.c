/* Skeleton of a random model, its expressions and its plain statements.
 *
 * To make about half of the models race-free, and not in trivial ways, most accesses keep to a
 * discipline: in phase k (barriers passed so far) task t uses element t + k of an array, so that
 * elements change hands at barriers and joins. The rest go anywhere. */
#include "generate.h"

#include "generator.h"

#include <stdarg.h>
#include <stdio.h>

bool
rp_chance (rp_generator *g, int percent)
{
  return (int) rp_rng_below (&g->rng, 100) < percent;
}

int
rp_pick (rp_generator *g, int count)
{
  return (int) rp_rng_below (&g->rng, (uint64_t) count);
}

void
rp_line (rp_generator *g, const char *format, ...)
{
  va_list arguments;
  rp_strbuf_repeat (g->out, "  ", (size_t) g->indent);
  va_start (arguments, format);
  rp_strbuf_vformat (g->out, format, arguments);
  va_end (arguments);
  rp_strbuf_add_char (g->out, '\n');
}

rp_block_outside
rp_block_begin (rp_generator *g)
{
  rp_block_outside saved = { g->at, g->locals.count };
  g->indent++;
  g->at.depth++;
  return saved;
}

void
rp_block_end (rp_generator *g, rp_block_outside saved)
{
  g->indent--;
  g->at = saved.at;
  g->locals.count = saved.locals;
}

int
rp_declare (rp_generator *g, rp_local_kind kind)
{
  rp_local local = { kind, g->name_count++ };
  RP_VEC_PUSH (&g->locals, local);
  return local.number;
}

rp_local *
rp_local_of (rp_generator *g, rp_local_kind kind)
{
  int count = 0;
  for (size_t i = 0; i < g->locals.count; i++)
    count += g->locals.items[i].kind == kind;
  if (!count)
    return NULL;
  int skip = rp_pick (g, count);
  for (size_t i = 0;; i++)
    if (g->locals.items[i].kind == kind && skip-- == 0)
      return &g->locals.items[i];
}

static void
spend_access (rp_generator *g)
{
  g->accesses_left -= g->at.times;
}

/* A subscript that is surely in 0..3. */
static void
write_subscript (rp_generator *g, rp_strbuf *text)
{
  const rp_local *iterator = rp_local_of (g, RP_LOCAL_ITERATOR);
  const rp_local *local = rp_local_of (g, RP_LOCAL_INT);
  int kind = rp_pick (g, 10);
  if (iterator && kind < 4)
    rp_strbuf_format (text, "i%d", iterator->number);
  else if (iterator && kind < 6)
    rp_strbuf_format (text, "i%d + 1", iterator->number);
  else if (local && g->shared_control && kind < 7)
    rp_strbuf_format (text, "(v%d + %d) %% 4", local->number, rp_pick (g, 4));
  else if (g->shared_control && kind < 8 && rp_chance (g, 30))
    {
      spend_access (g);
      rp_strbuf_format (text, "%c %% 4", "xyz"[rp_pick (g, 3)]);
    }
  else
    rp_strbuf_format (text, "%d", rp_pick (g, 4));
}

/* The element that the discipline gives this task now. */
static void
write_own_element (rp_generator *g, rp_strbuf *text)
{
  const rp_local *iterator = NULL;
  for (size_t i = 0; i < g->locals.count; i++)
    if (g->locals.items[i].kind == RP_LOCAL_ITERATOR)
      iterator = &g->locals.items[i];
  int offset = g->stride * g->at.task + g->at.phase;
  if (g->at.argument >= 0)
    rp_strbuf_format (text, "D[v%d + %d]", g->at.argument, g->at.phase);
  else if (iterator)
    rp_strbuf_format (text, "C[%d + i%d]", 10 * g->at.task + g->at.phase, iterator->number);
  else if (g->options.size == RP_GENERATE_MEDIUM)
    rp_strbuf_format (text, "B[%d]", offset);
  else
    rp_strbuf_format (text, "A[%d]", offset % 4);
}

static void
write_lvalue (rp_generator *g, rp_strbuf *text)
{
  spend_access (g);
  if (rp_chance (g, g->discipline))
    {
      write_own_element (g, text);
      return;
    }
  int kind = rp_pick (g, 10);
  if (g->posts && kind < 3)
    rp_strbuf_format (text, "D[%d]", 10 * (1 + rp_pick (g, g->posts)));
  else if (kind < 5)
    rp_strbuf_add_char (text, "xyz"[rp_pick (g, 3)]);
  else if (kind < 9)
    {
      rp_strbuf_add (text, kind < 8 ? "A[" : "B[");
      write_subscript (g, text);
      rp_strbuf_add (text, "]");
    }
  else
    rp_strbuf_format (text, "M[%d][%d]", rp_pick (g, 2), rp_pick (g, 2));
}

static void
write_operand (rp_generator *g, rp_strbuf *text)
{
  const rp_local *iterator = rp_local_of (g, RP_LOCAL_ITERATOR);
  const rp_local *local = rp_local_of (g, RP_LOCAL_INT);
  int kind = rp_pick (g, 10);
  if (local && kind < 3)
    rp_strbuf_format (text, "v%d", local->number);
  else if (iterator && kind < 4)
    rp_strbuf_format (text, "i%d", iterator->number);
  else if (kind < 7 && g->accesses_left > 0)
    write_lvalue (g, text);
  else if (g->options.order_matters && rp_chance (g, 5))
    rp_strbuf_add (text, "*");
  else
    rp_strbuf_format (text, "%d", rp_pick (g, 4));
}

void
rp_write_value (rp_generator *g, rp_strbuf *text, int depth)
{
  static const char *const operators[] = { "+", "+", "-", "*", "^", "%", "==", "<" };
  if (depth <= 0 || rp_chance (g, 60))
    {
      write_operand (g, text);
      return;
    }
  const char *symbol = operators[rp_pick (g, 8)];
  rp_write_value (g, text, depth - 1);
  rp_strbuf_format (text, " %s ", symbol);
  if (*symbol == '%')
    rp_strbuf_format (text, "%d", 2 + rp_pick (g, 3));
  else
    write_operand (g, text);
}

void
rp_write_condition (rp_generator *g, rp_strbuf *text)
{
  static const char *const comparisons[] = { "==", "!=", "<", ">", ">=" };
  const rp_local *iterator = rp_local_of (g, RP_LOCAL_ITERATOR);
  if (g->shared_control && g->accesses_left > 0 && rp_chance (g, 60))
    write_lvalue (g, text);
  else if (iterator)
    rp_strbuf_format (text, "i%d", iterator->number);
  else
    rp_strbuf_format (text, "%d", rp_pick (g, 2));
  rp_strbuf_format (text, " %s %d", comparisons[rp_pick (g, 5)], rp_pick (g, 3));
  if (g->shared_control && g->accesses_left > 0 && rp_chance (g, 10))
    {
      rp_strbuf_add (text, rp_chance (g, 50) ? " && " : " || ");
      write_lvalue (g, text);
      rp_strbuf_add (text, " > 0");
    }
}

void
rp_generate_access (rp_generator *g)
{
  rp_strbuf text = { 0 };
  write_lvalue (g, &text);
  if (rp_chance (g, 25) && g->shared_control)
    rp_line (g, "var v%d = %s;", rp_declare (g, RP_LOCAL_INT), rp_strbuf_text (&text));
  else
    {
      rp_strbuf_add (&text, " = ");
      rp_write_value (g, &text, 2);
      rp_line (g, "%s;", rp_strbuf_text (&text));
    }
  rp_strbuf_clear (&text);
}

static void
generate_local (rp_generator *g)
{
  rp_strbuf text = { 0 };
  const rp_local *local = rp_local_of (g, RP_LOCAL_INT);
  rp_write_value (g, &text, 1);
  if (local && rp_chance (g, 60))
    rp_line (g, "v%d = %s;", local->number, rp_strbuf_text (&text));
  else
    rp_line (g, "var v%d = %s;", rp_declare (g, RP_LOCAL_INT), rp_strbuf_text (&text));
  rp_strbuf_clear (&text);
}

static void
generate_if (rp_generator *g)
{
  rp_strbuf text = { 0 };
  rp_write_condition (g, &text);
  rp_line (g, "if (%s) {", rp_strbuf_text (&text));
  rp_strbuf_clear (&text);
  bool with_else = rp_chance (g, 40);
  for (int branch = 0; branch <= with_else; branch++)
    {
      if (branch)
        rp_line (g, "} else {");
      rp_block_outside saved = rp_block_begin (g);
      g->at.branch = true;
      rp_regions_lock (g);
      rp_generate_block (g, 1 + rp_pick (g, 2));
      rp_regions_await_all (g);
      rp_block_end (g, saved);
    }
  rp_line (g, "}");
}

static void
generate_for (rp_generator *g)
{
  int last = 1 + rp_pick (g, 2);
  rp_block_outside saved = rp_block_begin (g);
  g->indent--;
  int iterator = rp_declare (g, RP_LOCAL_ITERATOR);
  if (rp_chance (g, 80))
    rp_line (g, "for (i%d in 0..%d) {", iterator, last);
  else
    rp_line (g, "for (i%d in %d..0 step -1) {", iterator, last);
  g->indent++;
  g->at.times *= last + 1;
  g->at.branch = true;
  rp_regions_lock (g);
  rp_generate_block (g, 1 + rp_pick (g, 2));
  rp_regions_await_all (g);
  rp_block_end (g, saved);
  rp_line (g, "}");
}

void
rp_generate_simple (rp_generator *g)
{
  int kind = rp_pick (g, 100);
  if (kind < 62)
    rp_generate_access (g);
  else if (kind < 74 && g->shared_control)
    generate_local (g);
  else if (kind < 86 && g->at.depth < 5 && !g->at.isolated)
    generate_if (g);
  else if (kind < 92 && g->at.depth < 4 && !g->at.isolated && g->at.times < 4)
    generate_for (g);
  else if (kind < 95)
    rp_line (g, "assert 1;");
  else if (kind < 97 && g->options.class == RP_GENERATE_MIXED && !g->at.isolated)
    {
      spend_access (g);
      rp_line (g, "assume x == x;");
    }
  else
    rp_generate_access (g);
}

void
rp_generate_stmt (rp_generator *g)
{
  int wish = g->at.depth <= 1 ? 85 : 50;
  if (!g->at.isolated && rp_chance (g, wish) && rp_generate_parallel (g))
    return;
  if (g->accesses_left > 0)
    rp_generate_simple (g);
  else if (rp_chance (g, 10))
    rp_line (g, "skip;");
}

void
rp_generate_block (rp_generator *g, int statements)
{
  for (int i = 0; i < statements; i++)
    rp_generate_stmt (g);
}

static void
declare_shared (rp_generator *g)
{
  rp_line (g, "var x; var y = 1; var z;");
  rp_line (g, "var A[4]; var M[2][2];");
}

/* At the top level `var` would declare shared variables, so the statements stand in a block. */
static void
generate_main (rp_generator *g, int statements)
{
  rp_line (g, rp_chance (g, 50) ? "proc main () {" : "{");
  rp_block_outside saved = rp_block_begin (g);
  for (int i = 0; i < statements && (i < 2 || g->accesses_left > 0); i++)
    rp_generate_stmt (g);
  if (rp_chance (g, 60))
    rp_regions_await_all (g);
  if (rp_chance (g, 40))
    rp_generate_access (g);
  rp_block_end (g, saved);
  rp_line (g, "}");
}

void
rp_generate (uint64_t seed, rp_generate_options options, rp_strbuf *out)
{
  static const int tasks[] = { 4, 8, 40 }, accesses[] = { 16, 30, 150 },
                   statements[] = { 5, 8, 16 };
  rp_generator g = { .options = options, .out = out };
  g.rng = rp_rng_from_seed (seed * 31 + (uint64_t) options.class * 7 + options.size);
  g.tasks_left = 2 + rp_pick (&g, tasks[options.size] - 1);
  g.accesses_left = accesses[options.size] / 2 + rp_pick (&g, accesses[options.size] / 2 + 1);
  g.discipline
    = 100 - (rp_chance (&g, 50) ? 25 : 75) / (options.size == RP_GENERATE_MEDIUM ? 9 : 1);
  g.stride = options.size == RP_GENERATE_MEDIUM && rp_chance (&g, 70) ? 9 : 1;
  g.with_isolated = options.class == RP_GENERATE_ISOLATED
                    || (options.class == RP_GENERATE_MIXED && rp_chance (&g, 50));
  g.shared_control = !options.static_control && (!g.with_isolated || options.order_matters);
  g.with_effects = rp_chance (&g, 50);
  g.at.times = 1;
  g.at.argument = -1;
  rp_line (&g, "// %s model, seed %llu", rp_generate_class_name (options.class),
           (unsigned long long) seed);
  declare_shared (&g);
  rp_generate_procs (&g);
  generate_main (&g, statements[options.size]);
  RP_VEC_CLEAR (&g.locals);
}

const char *
rp_generate_class_name (rp_generate_class class)
{
  static const char *const names[]
    = { "structured", "futures", "clocks", "phasers", "regions", "isolated", "mixed" };
  return names[class];
}
