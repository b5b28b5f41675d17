/* Checks the program as a whole: global names, the entry, and the lists that check_statement.c and check_expression.c
 * fill. */
#include "lang/check.h"

#include "lang/checker.h"

#include <string.h>

void *
rp_checker_keep (rp_checker *checker, const void *items, size_t count, size_t bytes)
{
  void *kept = rp_arena_alloc (&checker->program->arena, count * bytes);
  if (count)
    memcpy (kept, items, count * bytes);
  return kept;
}

uint32_t
rp_checker_new_site (rp_checker *checker, rp_span span)
{
  rp_site site = { span, checker->label, checker->stmt, checker->proc_name };
  RP_VEC_PUSH (&checker->sites, site);
  return (uint32_t) checker->sites.count - 1;
}

static rp_span
global_span (const rp_checker *checker, rp_global global)
{
  switch (global.kind)
    {
    case RP_GLOBAL_PARAM:
      return checker->program->params[global.index].span;
    case RP_GLOBAL_SHARED:
      return checker->shared.items[global.index].span;
    default:
      return checker->program->procs[global.index].name_span;
    }
}

static void
declare_global (rp_checker *checker, const char *name, rp_span span, rp_global global)
{
  rp_global earlier = rp_scope_find_global (&checker->scope, name);
  if (earlier.kind == RP_GLOBAL_NONE)
    {
      rp_scope_declare_global (&checker->scope, name, global);
      return;
    }
  rp_diagnostic *error
    = rp_errors_add (checker->errors, RP_ERROR_NAME, span, "`%s` is declared twice", name);
  rp_errors_other (checker->errors, error, global_span (checker, earlier), "first declared here");
}

static void
declare_item (rp_checker *checker, const rp_item *item)
{
  rp_program *program = checker->program;
  for (uint32_t i = item->first; i < item->first + item->count; i++)
    if (item->kind == RP_ITEM_PARAM)
      declare_global (checker, program->params[i].name, program->params[i].span,
                      (rp_global) { RP_GLOBAL_PARAM, i });
    else if (item->kind == RP_ITEM_VAR)
      declare_global (checker, program->shared[i].name, program->shared[i].span,
                      (rp_global) { RP_GLOBAL_SHARED, i });
    else if (item->kind == RP_ITEM_PROC)
      declare_global (checker, program->procs[i].name, program->procs[i].name_span,
                      (rp_global) { RP_GLOBAL_PROC, i });
}

static void
declare_globals (rp_checker *checker)
{
  const rp_program *program = checker->program;
  for (uint32_t i = 0; i < program->shared_count; i++)
    {
      RP_VEC_PUSH (&checker->shared, program->shared[i]);
      RP_VEC_PUSH (&checker->shaped, program->shared[i].span);
      RP_VEC_PUSH (&checker->reported, false);
    }
  for (uint32_t i = 0; i < program->item_count; i++)
    declare_item (checker, &program->items[i]);
}

static void
check_shared (rp_checker *checker, const rp_shared *shared)
{
  for (uint32_t i = 0; i < shared->dimensions; i++)
    rp_check_expression (checker, shared->sizes[i], RP_USE_CONSTANT);
  if (shared->initial)
    rp_check_expression (checker, shared->initial, RP_USE_CONSTANT);
}

/* Reports an error if a program with `proc main` also has top-level statements, or if a parameter of `main` is not a
 * parameter of the program. */
static void
check_main (rp_checker *checker, const rp_proc *entry)
{
  const rp_program *program = checker->program;
  for (uint32_t i = 0; i < program->item_count; i++)
    if (program->items[i].kind == RP_ITEM_STMT)
      {
        rp_diagnostic *error
          = rp_errors_add (checker->errors, RP_ERROR_NAME, program->items[i].stmt->head,
                           "a program with `proc main` has no statements outside procedures");
        error->help = "move it into `main`, or give `main` another name";
        rp_errors_other (checker->errors, error, entry->name_span, "`main` is the entry");
        break;
      }
  for (uint32_t i = 0; i < entry->param_count; i++)
    {
      rp_global global = rp_scope_find_global (&checker->scope, entry->params[i]);
      if (global.kind == RP_GLOBAL_PARAM)
        continue;
      rp_diagnostic *error = rp_errors_add (
        checker->errors, RP_ERROR_NAME, entry->param_spans[i],
        "`main` takes `%s`, which is not a parameter of the program", entry->params[i]);
      error->help = rp_errors_text (checker->errors, "declare it: `param %s;`", entry->params[i]);
    }
}

/* Makes the entry of a program without `proc main`: a procedure of its top-level statements. Reports an error if
 * there are no such statements. */
static void
make_entry (rp_checker *checker, const char *name)
{
  rp_program *program = checker->program;
  RP_VEC (rp_stmt *) body = { 0 };
  for (uint32_t i = 0; i < program->item_count; i++)
    if (program->items[i].kind == RP_ITEM_STMT)
      RP_VEC_PUSH (&body, program->items[i].stmt);
  rp_stmt *block = RP_NEW (&program->arena, rp_stmt);
  block->kind = RP_STMT_BLOCK;
  block->body = RP_CHECKER_KEEP (checker, &body);
  block->body_count = (uint32_t) body.count;
  if (body.count == 0)
    {
      rp_diagnostic *error
        = rp_errors_add (checker->errors, RP_ERROR_NAME, (rp_span) { 0, 0 }, "nothing to run");
      error->help = "write `proc main () { ... }`, or statements at the top level";
    }
  else
    {
      block->span = rp_span_join (body.items[0]->span, RP_VEC_LAST (&body)->span);
      block->head = body.items[0]->head;
      block->end = (rp_span) { block->span.end, block->span.end };
    }
  RP_VEC_CLEAR (&body);
  rp_proc *procs
    = rp_arena_alloc (&program->arena, (program->proc_count + 1) * sizeof *program->procs);
  for (uint32_t i = 0; i < program->proc_count; i++)
    procs[i] = program->procs[i];
  program->entry = program->proc_count++;
  program->procs = procs;
  procs[program->entry]
    = (rp_proc) { .name = name, .span = block->span, .name_span = block->head, .body = block };
}

static void
find_entry (rp_checker *checker)
{
  rp_program *program = checker->program;
  const char *name = rp_words_keep (checker->words, "main", 4);
  rp_global global = rp_scope_find_global (&checker->scope, name);
  program->has_main = global.kind == RP_GLOBAL_PROC;
  if (!program->has_main)
    {
      make_entry (checker, name);
      return;
    }
  program->entry = global.index;
  check_main (checker, &program->procs[program->entry]);
}

static void
check_procedures (rp_checker *checker)
{
  rp_program *program = checker->program;
  for (uint32_t i = 0; i < program->proc_count; i++)
    {
      bool is_entry = i == program->entry;
      checker->proc_name = is_entry && !program->has_main ? NULL : program->procs[i].name;
      rp_check_procedure (checker, &program->procs[i]);
    }
}

static void
keep_results (rp_checker *checker)
{
  rp_program *program = checker->program;
  program->shared = RP_CHECKER_KEEP (checker, &checker->shared);
  program->shared_count = (uint32_t) checker->shared.count;
  program->regions = RP_CHECKER_KEEP (checker, &checker->regions);
  program->region_count = (uint32_t) checker->regions.count;
  program->sites = RP_CHECKER_KEEP (checker, &checker->sites);
  program->site_count = (uint32_t) checker->sites.count;
}

static void
clear (rp_checker *checker)
{
  rp_scope_clear (&checker->scope);
  rp_map_clear (&checker->region_numbers);
  RP_VEC_CLEAR (&checker->shared);
  RP_VEC_CLEAR (&checker->shaped);
  RP_VEC_CLEAR (&checker->reported);
  RP_VEC_CLEAR (&checker->regions);
  RP_VEC_CLEAR (&checker->sites);
  RP_VEC_CLEAR (&checker->slots);
  RP_VEC_CLEAR (&checker->iterators);
}

void
rp_check (rp_program *program, rp_word_list *words, rp_errors *errors)
{
  rp_checker checker = { .program = program, .words = words, .errors = errors };
  RP_VEC_PUSH (&checker.sites, (rp_site) { 0 });
  declare_globals (&checker);
  for (uint32_t i = 0; i < program->shared_count; i++)
    check_shared (&checker, &program->shared[i]);
  find_entry (&checker);
  check_procedures (&checker);
  keep_results (&checker);
  clear (&checker);
}
