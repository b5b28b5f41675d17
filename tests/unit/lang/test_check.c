/* What names stand for, and which uses are refused. */
#include "lang/lang.h"
#include "test.h"

#include <string.h>

typedef struct loading
{
  rp_source *source;
  rp_diagnostics diagnostics;
  rp_program *program;
} loading;

static loading
load (const char *text)
{
  loading loaded = { .source = rp_source_from_text ("test.rp", text, strlen (text)) };
  loaded.program = rp_lang_load (loaded.source, &loaded.diagnostics);
  if (!loaded.program && loaded.diagnostics.list.count)
    test_note ("%s", loaded.diagnostics.list.items[0].message);
  return loaded;
}

static void
unload (loading *loaded)
{
  rp_program_free (loaded->program);
  rp_diagnostics_clear (&loaded->diagnostics);
  rp_source_free (loaded->source);
}

static const rp_proc *
entry (const loading *loaded)
{
  return &loaded->program->procs[loaded->program->entry];
}

static const rp_stmt *
statement (const loading *loaded, uint32_t index)
{
  return entry (loaded)->body->body[index];
}

/* The source text of a site. */
static const char *
site_text (const loading *loaded, uint32_t site)
{
  static char text[200];
  rp_span span = loaded->program->sites[site].span;
  snprintf (text, sizeof text, "%.*s", (int) (span.end - span.begin),
            loaded->source->text + span.begin);
  return text;
}

static const rp_shared *
find_shared (const loading *loaded, const char *name)
{
  for (uint32_t i = 0; i < loaded->program->shared_count; i++)
    if (strcmp (loaded->program->shared[i].name, name) == 0)
      return &loaded->program->shared[i];
  return NULL;
}

TEST (names_are_bound)
{
  loading loaded
    = load ("param n, m;\n"
            "var x; var a[n];\n"
            "proc p(b) { return b; }\n"
            "proc main(n) { var l = n; x = l + m + a[1] + u + v[2][3] + p(1) + f(2); }\n");
  if (!CHECK (loaded.program != NULL))
    return;
  CHECK (loaded.program->has_main);
  CHECK_INT (loaded.program->entry, 1);
  CHECK_INT (statement (&loaded, 0)->expr->binding, RP_BOUND_LOCAL);
  const rp_stmt *assign = statement (&loaded, 1);
  CHECK_INT (assign->target->binding, RP_BOUND_SHARED);
  CHECK_INT (assign->target->index, 0);
  static const rp_binding bindings[]
    = { RP_BOUND_LOCAL,  RP_BOUND_PARAM, RP_BOUND_SHARED, RP_BOUND_SHARED,
        RP_BOUND_SHARED, RP_BOUND_PROC,  RP_BOUND_UNKNOWN };
  const rp_expr *sum = assign->expr;
  for (size_t i = 6; i > 0; i--, sum = sum->args[0])
    CHECK_INT (sum->args[1]->binding, bindings[i]);
  CHECK_INT (sum->binding, bindings[0]);
  const rp_shared *u = find_shared (&loaded, "u"), *v = find_shared (&loaded, "v");
  if (CHECK (u && v))
    {
      CHECK (!u->declared);
      CHECK_INT (u->dimensions, 0);
      CHECK_INT (v->dimensions, 2);
      CHECK (!v->dimensions_unknown);
    }
  unload (&loaded);
}

TEST (every_local_has_its_own_slot)
{
  loading loaded = load ("proc q() { }\n"
                         "proc p(a, b) {\n"
                         "  { var c; }\n"
                         "  { var c; c = 1; }\n"
                         "  for (i in 0..1) skip;\n"
                         "  future f = async { var d; }\n"
                         "  phaser h;\n"
                         "  actor k(m) { skip; }\n"
                         "  post r <- q() handle v { skip; }\n"
                         "}\n"
                         "p(1, 2);\n");
  if (!CHECK (loaded.program != NULL))
    return;
  static const char *const names[] = { "a", "b", "c", "c", "i", "f", "d", "h", "k", "m", "v" };
  const rp_proc *p = &loaded.program->procs[1];
  CHECK_INT (p->frame_size, sizeof names / sizeof names[0]);
  for (uint32_t i = 0; i < p->frame_size; i++)
    CHECK_STR (p->slot_names[i], names[i]);
  CHECK_INT (p->body->body[1]->body[1]->target->index, 3);
  CHECK_INT (p->body->body[5]->handler_index, 9);
  CHECK_INT (p->body->body[6]->handler_index, 10);
  unload (&loaded);
}

TEST (inner_names_hide_outer_ones)
{
  loading loaded = load ("var x;\n"
                         "{ var x = x; x = 1; { var x = x; } }\n"
                         "x = 2;\n");
  if (!CHECK (loaded.program != NULL))
    return;
  const rp_stmt *block = statement (&loaded, 0);
  CHECK_INT (block->body[0]->expr->binding, RP_BOUND_SHARED);
  CHECK_INT (block->body[1]->target->binding, RP_BOUND_LOCAL);
  CHECK_INT (block->body[1]->target->index, 0);
  CHECK_INT (block->body[2]->body[0]->expr->index, 0);
  CHECK_INT (block->body[2]->body[0]->index, 1);
  CHECK_INT (statement (&loaded, 1)->target->binding, RP_BOUND_SHARED);
  unload (&loaded);
}

TEST (a_future_is_in_scope_in_its_own_body)
{
  loading loaded = load ("future f = async { return get(f); }");
  if (!CHECK (loaded.program != NULL))
    return;
  const rp_stmt *body = statement (&loaded, 0)->body[0];
  CHECK_INT (body->body[0]->expr->args[0]->binding, RP_BOUND_LOCAL);
  unload (&loaded);
}

TEST (accesses_and_statements_have_sites)
{
  loading loaded = load ("proc p() { y = 1; }\n"
                         "S0: finish { a[i] = x + x; }\n"
                         "p();\n");
  if (!CHECK (loaded.program != NULL))
    return;
  const rp_stmt *finish = statement (&loaded, 0), *assign = finish->body[0]->body[0];
  const rp_site *sites = loaded.program->sites;
  CHECK_STR (site_text (&loaded, finish->site), "finish");
  CHECK_STR (site_text (&loaded, assign->target->site), "a[i]");
  CHECK_STR (site_text (&loaded, assign->site), "a[i] = x + x");
  CHECK (assign->expr->args[0]->site != assign->expr->args[1]->site);
  CHECK_STR (sites[assign->target->site].label, "S0");
  CHECK (sites[assign->target->site].stmt == assign);
  CHECK (sites[assign->target->site].proc == NULL);
  const rp_stmt *inner = loaded.program->procs[0].body->body[0];
  CHECK_STR (sites[inner->site].proc, "p");
  CHECK (sites[inner->site].label == NULL);
  CHECK (sites[statement (&loaded, 1)->site].label == NULL);
  CHECK (sites[0].stmt == NULL);
  for (uint32_t i = 1; i < loaded.program->site_count; i++)
    CHECK (sites[i].stmt != NULL);
  unload (&loaded);
}

TEST (statements_know_the_iterators_in_scope)
{
  loading loaded = load ("for (i in 0..1) {\n"
                         "  skip;\n"
                         "  forall (j in 0..1) { var l; async x = 1; }\n"
                         "  forasync (k in 0..1) skip;\n"
                         "}\n"
                         "skip;\n");
  if (!CHECK (loaded.program != NULL))
    return;
  const rp_stmt *outer = statement (&loaded, 0), *block = outer->body[0];
  CHECK_INT (outer->iterators, 0);
  CHECK_INT (block->body[0]->iterators, 1);
  CHECK_INT (block->body[0]->iterator_slots[0], outer->index);
  const rp_stmt *forall = block->body[1], *forasync = block->body[2];
  CHECK_INT (forall->iterators, 2);
  CHECK_INT (forall->iterator_slots[1], forall->index);
  CHECK_INT (forall->body[0]->body[1]->body[0]->iterators, 2);
  CHECK_INT (forasync->iterators, 2);
  CHECK_INT (forasync->iterator_slots[0], outer->index);
  CHECK_INT (forasync->iterator_slots[1], forasync->index);
  CHECK_INT (statement (&loaded, 1)->iterators, 0);
  unload (&loaded);
}

TEST (regions_have_their_own_names)
{
  loading loaded = load ("proc p(a) { }\n"
                         "post r <- p(r) pass {s, p} writes {z};\n"
                         "await s;\n"
                         "ewait r;\n");
  if (!CHECK (loaded.program != NULL))
    return;
  CHECK_INT (loaded.program->region_count, 3);
  CHECK_STR (loaded.program->regions[0], "r");
  CHECK_INT (statement (&loaded, 0)->pass.index[1], 2);
  CHECK_INT (statement (&loaded, 1)->index, 1);
  CHECK_INT (statement (&loaded, 2)->index, 0);
  const rp_shared *z = find_shared (&loaded, "z");
  CHECK (z && z->dimensions_unknown);
  CHECK (find_shared (&loaded, "s") == NULL);
  unload (&loaded);
}

TEST (a_bare_object_takes_the_shape_of_later_uses)
{
  loading loaded
    = load ("isolated (a) skip; acquire read a; a[1][2] = 3; isolated (a[1][1]) skip;");
  if (!CHECK (loaded.program != NULL))
    return;
  const rp_shared *a = find_shared (&loaded, "a");
  CHECK (a && a->dimensions == 2 && !a->dimensions_unknown);
  unload (&loaded);
}

TEST (top_level_statements_become_the_entry)
{
  loading loaded = load ("x = 1; proc p() { } var y = 2; y = 3;");
  if (!CHECK (loaded.program != NULL))
    return;
  CHECK (!loaded.program->has_main);
  CHECK_STR (entry (&loaded)->name, "main");
  CHECK_INT (entry (&loaded)->body->body_count, 2);
  CHECK_INT (entry (&loaded)->frame_size, 0);
  unload (&loaded);
}

typedef struct refusal
{
  const char *text;
  rp_source_error rule;
  uint32_t line, column;
  const char *message;
  uint32_t other_column; /* of the second place, 0 if there is none */
} refusal;

#define NAME RP_ERROR_NAME
#define TYPE RP_ERROR_TYPE

static const refusal refusals[] = {
  { "param n, n; skip;", NAME, 1, 10, "`n` is declared twice", 7 },
  { "param n; var n; skip;", NAME, 1, 14, "`n` is declared twice", 7 },
  { "var x; var x; skip;", NAME, 1, 12, "`x` is declared twice", 5 },
  { "proc x() { } var x; skip;", NAME, 1, 18, "`x` is declared twice", 6 },
  { "proc p() { } proc p() { } skip;", NAME, 1, 19, "`p` is declared twice", 6 },
  { "{ var a; phaser a; }", NAME, 1, 17, "`a` is declared twice in this block", 7 },
  { "proc p(a, a) { } skip;", NAME, 1, 11, "`a` is declared twice in this block", 8 },
  { "proc p(a) { var a; } skip;", NAME, 1, 17, "`a` is declared twice in this block", 8 },
  { "future f = async { } phaser f;", NAME, 1, 29, "`f` is declared twice in this block", 8 },
  { "proc main() { } x = 1; y = 2;", NAME, 1, 17, "no statements outside procedures", 6 },
  { "proc main(n) { }", NAME, 1, 11, "`main` takes `n`, which is not a parameter", 0 },
  { "", NAME, 1, 1, "nothing to run", 0 },
  { "param n; var x; proc p() { }", NAME, 1, 1, "nothing to run", 0 },
  { "proc p(a) { } p();", TYPE, 1, 15, "procedure `p` takes 1 argument, found 0", 6 },
  { "proc p() { } x = p(1);", TYPE, 1, 18, "procedure `p` takes 0 arguments, found 1", 6 },
  { "param n; proc main(n) { main(1); }", TYPE, 1, 25, "cannot be called", 15 },
  { "for (i in 0..1) i = 1;", TYPE, 1, 17, "cannot assign to loop iterator `i`", 6 },
  { "param n; n = 1;", TYPE, 1, 10, "cannot assign to parameter `n`", 7 },
  { "param n; proc main() { n = 1; }", TYPE, 1, 24, "cannot assign to parameter `n`", 7 },
  { "proc p() { } p = 1;", TYPE, 1, 14, "cannot assign to procedure `p`", 6 },
  { "proc p() { } x = p;", TYPE, 1, 18, "procedure `p` is used as a variable", 6 },
  { "var a[2]; a = 1;", TYPE, 1, 11, "cannot assign to the whole array `a`", 5 },
  { "var a[2]; x = a;", TYPE, 1, 15, "array `a` is used without subscripts", 5 },
  { "var a[2]; f(a);", TYPE, 1, 13, "array `a` is used without subscripts", 5 },
  { "var x; x[1] = 1;", TYPE, 1, 8, "scalar `x` is used with subscripts", 5 },
  { "var a[2]; a[1][1] = 1;", TYPE, 1, 11, "has 1 dimension, but is used with 2 subscripts", 5 },
  { "a[1] = 1; x = a[1][2];", TYPE, 1, 15, "has 1 dimension, but is used with 2 subscripts", 1 },
  { "x = 1; x[1] = 2; x[2] = 3;", TYPE, 1, 8, "scalar `x` is used with subscripts", 1 },
  { "a[1] = 1; a = 2;", TYPE, 1, 11, "cannot assign to the whole array `a`", 1 },
  { "{ var l; l[1] = 1; }", TYPE, 1, 10, "local variable `l` has no elements", 0 },
  { "param n; x = n[1];", TYPE, 1, 14, "parameter `n` has no elements", 0 },
  { "post r <- p();", NAME, 1, 11, "there is no procedure `p` to post", 0 },
  { "proc p(a) { } post r <- p(1, 2);", TYPE, 1, 25, "takes 1 argument, found 2", 6 },
  { "proc p() { } { var l; post r <- p() reads {l}; }", TYPE, 1, 44,
    "local variable `l` cannot stand in `reads`", 20 },
  { "proc p() { } post r <- p() writes {p};", TYPE, 1, 36, "procedure `p` cannot stand in", 0 },
  { "{ var l; isolated (l) skip; }", TYPE, 1, 20, "local variable `l` is not a shared variable",
    0 },
  { "param n; acquire read n;", TYPE, 1, 23, "parameter `n` is not a shared variable", 0 },
  { "for (i in 0..1) release read i;", TYPE, 1, 30, "loop iterator `i` is not a shared", 0 },
  { "param n; next n;", TYPE, 1, 15, "parameter `n` is not a phaser", 0 },
  { "for (i in 0..1) send i(1);", TYPE, 1, 22, "loop iterator `i` is not an actor", 0 },
  { "param n; async phased (n) skip;", TYPE, 1, 24, "parameter `n` is not a phaser", 0 },
  { "var x; x(1);", TYPE, 1, 8, "`x` is a shared variable, not a procedure", 0 },
  { "future f = async { } x = f();", TYPE, 1, 26, "`f` is a future, not a procedure", 0 },
  { "var a[m]; skip;", NAME, 1, 7, "`m` is not a parameter", 0 },
  { "var x; var y = x; skip;", NAME, 1, 16, "`x` is not a parameter", 0 },
  { "var x = f(1); skip;", TYPE, 1, 9, "a call cannot stand in a size or an initial value", 0 },
  { "var x = 1 + *; skip;", TYPE, 1, 13, "the choice `*` cannot stand", 0 },
  { "var x = get(1); skip;", TYPE, 1, 9, "`get` cannot stand", 0 },
};

TEST (wrong_uses_are_refused)
{
  for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++)
    {
      const refusal *row = &refusals[i];
      rp_source *source = rp_source_from_text ("test.rp", row->text, strlen (row->text));
      rp_diagnostics diagnostics = { 0 };
      rp_program *program = rp_lang_load (source, &diagnostics);
      bool good = CHECK (program == NULL) && CHECK_INT (diagnostics.list.count, 1);
      if (good)
        {
          const rp_diagnostic *error = &diagnostics.list.items[0];
          good = CHECK_INT (error->rule, row->rule) & CHECK_INT (error->at.line, row->line)
                 & CHECK_INT (error->at.column, row->column)
                 & CHECK_INT (error->other.column, row->other_column)
                 & CHECK (strstr (error->message, row->message) != NULL);
        }
      if (!good)
        test_note ("%s", row->text);
      rp_program_free (program);
      rp_diagnostics_clear (&diagnostics);
      rp_source_free (source);
    }
}

TEST (allowed_uses_are_allowed)
{
  static const char *const rows[] = {
    "proc p() { return 1; } x = p() + p();",
    "param n; var a[n*2+1][n < 3 ? 3 : n] = -n; skip;",
    "var a[2]; isolated (a, a[1]) skip; acquire write a; release write a;",
    "proc p(a) { a = 1; return a; } skip;",
    "return 3;",
    "{ var x; { var x; } }",
    "for (i in 0..1) { var i; i = 2; }",
    "proc p() { } post r <- p() reads {u} writes {u, w}; w[1] = u;",
    "proc main() { main(); }",
    "param n; proc main(n) { n = 1; }",
    "f = f(1);",
    "h[1] = 2; signal h[1];",
    "future f = async { } g = f; x = get(g);",
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
    {
      loading loaded = load (rows[i]);
      if (!CHECK (loaded.program != NULL))
        test_note ("%s", rows[i]);
      unload (&loaded);
    }
}
