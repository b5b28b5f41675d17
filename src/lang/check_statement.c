/* Checks statements: scopes, slots, regions. */
#include "lang/checker.h"

static void check_statement (rp_checker *checker, rp_stmt *stmt);

static uint32_t
declare (rp_checker *checker, const char *name, rp_span span, rp_local_kind kind)
{
  const rp_local *earlier = rp_scope_find_here (&checker->scope, name);
  if (earlier)
    {
      rp_diagnostic *error = rp_errors_add (checker->errors, RP_ERROR_NAME, span,
                                            "`%s` is declared twice in this block", name);
      rp_errors_other (checker->errors, error, earlier->span, "first declared here");
    }
  uint32_t slot = (uint32_t) checker->slots.count;
  RP_VEC_PUSH (&checker->slots, name);
  rp_scope_declare (&checker->scope, (rp_local) { name, kind, slot, span, 0 });
  return slot;
}

static uint32_t
region_number (rp_checker *checker, const char *name)
{
  bool is_new;
  uint64_t *number = rp_map_insert (&checker->region_numbers, (uint64_t) (uintptr_t) name, &is_new);
  if (is_new)
    {
      *number = checker->regions.count;
      RP_VEC_PUSH (&checker->regions, name);
    }
  return (uint32_t) *number;
}

/* Checks STMT as a body. A body has its own scope, even if it is not a block. */
static void
check_body (rp_checker *checker, rp_stmt *stmt)
{
  rp_scope_open (&checker->scope);
  check_statement (checker, stmt);
  rp_scope_close (&checker->scope);
}

static void
push_iterator (rp_checker *checker, uint32_t slot)
{
  RP_VEC_PUSH (&checker->iterators, slot);
  checker->iterator_slots = NULL;
}

static void
set_iterators (rp_checker *checker, rp_stmt *stmt)
{
  if (!checker->iterator_slots)
    checker->iterator_slots = RP_CHECKER_KEEP (checker, &checker->iterators);
  stmt->iterators = (uint32_t) checker->iterators.count;
  stmt->iterator_slots = checker->iterator_slots;
}

/* Checks a loop. The iterator is not in scope in the bounds. The tasks of forall and forasync are created with the
 * iterator's value, so stmt->iterator_slots of these loops includes the iterator. */
static void
check_loop (rp_checker *checker, rp_stmt *stmt)
{
  rp_check_expression (checker, stmt->low, RP_USE_VALUE);
  rp_check_expression (checker, stmt->high, RP_USE_VALUE);
  const uint32_t *outer = checker->iterator_slots;
  rp_scope_open (&checker->scope);
  stmt->index = declare (checker, stmt->name, stmt->name_span, RP_LOCAL_ITERATOR);
  push_iterator (checker, stmt->index);
  if (stmt->kind != RP_STMT_FOR)
    set_iterators (checker, stmt);
  check_body (checker, stmt->body[0]);
  checker->iterators.count--;
  checker->iterator_slots = outer;
  rp_scope_close (&checker->scope);
}

static void
check_regions (rp_checker *checker, rp_names *list)
{
  list->index = rp_arena_alloc (&checker->program->arena, list->count * sizeof *list->index);
  for (uint32_t i = 0; i < list->count; i++)
    list->index[i] = region_number (checker, list->names[i]);
}

static void
check_shared_names (rp_checker *checker, rp_names *list, const char *where)
{
  list->index = rp_arena_alloc (&checker->program->arena, list->count * sizeof *list->index);
  for (uint32_t i = 0; i < list->count; i++)
    {
      int64_t index = rp_checker_find_shared (checker, list->names[i], list->spans[i], where);
      list->index[i] = index < 0 ? 0 : (uint32_t) index;
    }
}

static void
check_posted (rp_checker *checker, rp_stmt *stmt)
{
  rp_global global = rp_scope_find_global (&checker->scope, stmt->callee);
  if (global.kind == RP_GLOBAL_PROC)
    {
      stmt->callee_index = global.index;
      rp_check_arguments (checker, global.index, stmt->arg_count, stmt->callee_span);
      return;
    }
  rp_diagnostic *error = rp_errors_add (checker->errors, RP_ERROR_NAME, stmt->callee_span,
                                        "there is no procedure `%s` to post", stmt->callee);
  error->help
    = rp_errors_text (checker->errors, "declare it: `proc %s (...) { ... }`", stmt->callee);
}

static void
check_post (rp_checker *checker, rp_stmt *stmt)
{
  stmt->index = region_number (checker, stmt->name);
  check_posted (checker, stmt);
  for (uint32_t i = 0; i < stmt->arg_count; i++)
    rp_check_expression (checker, stmt->args[i], RP_USE_VALUE);
  check_regions (checker, &stmt->pass);
  check_shared_names (checker, &stmt->read_list, "in `reads`");
  check_shared_names (checker, &stmt->write_list, "in `writes`");
  if (!stmt->handler)
    return;
  rp_scope_open (&checker->scope);
  stmt->handler_index = declare (checker, stmt->handler, stmt->handler_span, RP_LOCAL_MESSAGE);
  check_body (checker, stmt->body[0]);
  rp_scope_close (&checker->scope);
}

/* Checks an actor. The actor's name is in scope in its own block, which may send messages to the actor. */
static void
check_actor (rp_checker *checker, rp_stmt *stmt)
{
  stmt->index = declare (checker, stmt->name, stmt->name_span, RP_LOCAL_ACTOR);
  rp_scope_open (&checker->scope);
  if (stmt->handler)
    stmt->handler_index = declare (checker, stmt->handler, stmt->handler_span, RP_LOCAL_MESSAGE);
  check_body (checker, stmt->body[0]);
  rp_scope_close (&checker->scope);
}

/* Checks EXPR, whose value must be a phaser or an actor; NOUN says which. Reports an error if EXPR is a parameter of
 * the program or a loop iterator. */
static void
check_holder (rp_checker *checker, rp_expr *expr, const char *noun)
{
  rp_check_expression (checker, expr, RP_USE_VALUE);
  const rp_local *local = rp_scope_find (&checker->scope, expr->name);
  bool is_iterator = expr->binding == RP_BOUND_LOCAL && local && local->kind == RP_LOCAL_ITERATOR;
  if (expr->binding == RP_BOUND_PARAM || is_iterator)
    rp_errors_add (checker->errors, RP_ERROR_TYPE, expr->span, "%s `%s` is not %s",
                   is_iterator ? "loop iterator" : "parameter", expr->name, noun);
}

static void
check_parts (rp_checker *checker, rp_stmt *stmt)
{
  bool names_phaser = stmt->kind == RP_STMT_NEXT || stmt->kind == RP_STMT_SIGNAL
                      || stmt->kind == RP_STMT_WAIT || stmt->kind == RP_STMT_DROP;
  rp_use use = stmt->kind == RP_STMT_ASSIGN ? RP_USE_TARGET : RP_USE_OBJECT;
  if (stmt->target)
    rp_check_expression (checker, stmt->target, use);
  if (stmt->expr && (names_phaser || stmt->kind == RP_STMT_SEND))
    check_holder (checker, stmt->expr, names_phaser ? "a phaser" : "an actor");
  else if (stmt->expr)
    rp_check_expression (checker, stmt->expr, RP_USE_VALUE);
  for (uint32_t i = 0; i < stmt->arg_count; i++)
    rp_check_expression (checker, stmt->args[i],
                         stmt->kind == RP_STMT_ISOLATED ? RP_USE_OBJECT : RP_USE_VALUE);
  for (uint32_t i = 0; i < stmt->phaser_count; i++)
    check_holder (checker, stmt->phasers[i].phaser, "a phaser");
}

static void
check_block (rp_checker *checker, rp_stmt *stmt)
{
  rp_scope_open (&checker->scope);
  for (uint32_t i = 0; i < stmt->body_count; i++)
    check_statement (checker, stmt->body[i]);
  rp_scope_close (&checker->scope);
}

/* Checks the parts of STMT, and declares its local. A local is in scope after its initial value. A future is in
 * scope in its own body, so its name there does not mean an outer variable. In the body, the future's slot has the
 * value that it had before the statement (rp_exec_future): 0 or, in a loop, the future of the turn before. A run
 * reports `get` of 0 as misuse. */
static void
check_content (rp_checker *checker, rp_stmt *stmt)
{
  switch (stmt->kind)
    {
    case RP_STMT_BLOCK:
      check_block (checker, stmt);
      return;
    case RP_STMT_VAR:
      check_parts (checker, stmt);
      stmt->index = declare (checker, stmt->name, stmt->name_span, RP_LOCAL_VARIABLE);
      return;
    case RP_STMT_PHASER:
      stmt->index = declare (checker, stmt->name, stmt->name_span, RP_LOCAL_PHASER);
      return;
    case RP_STMT_FUTURE:
      stmt->index = declare (checker, stmt->name, stmt->name_span, RP_LOCAL_FUTURE);
      check_body (checker, stmt->body[0]);
      return;
    case RP_STMT_FOR:
    case RP_STMT_FORALL:
    case RP_STMT_FORASYNC:
      check_loop (checker, stmt);
      return;
    case RP_STMT_POST:
      check_post (checker, stmt);
      return;
    case RP_STMT_ACTOR:
      check_actor (checker, stmt);
      return;
    case RP_STMT_AWAIT:
    case RP_STMT_EWAIT:
      stmt->index = region_number (checker, stmt->name);
      return;
    default:
      check_parts (checker, stmt);
      for (uint32_t i = 0; i < stmt->body_count; i++)
        check_body (checker, stmt->body[i]);
    }
}

static void
check_statement (rp_checker *checker, rp_stmt *stmt)
{
  const rp_stmt *outer = checker->stmt;
  const char *outer_label = checker->label;
  checker->stmt = stmt;
  if (stmt->label)
    checker->label = stmt->label;
  stmt->site = rp_checker_new_site (checker, stmt->head);
  set_iterators (checker, stmt);
  check_content (checker, stmt);
  checker->stmt = outer;
  checker->label = outer_label;
}

/* Parameters and the body's own locals share one scope, as in C. */
void
rp_check_procedure (rp_checker *checker, rp_proc *proc)
{
  checker->slots.count = checker->iterators.count = 0;
  checker->iterator_slots = NULL;
  rp_scope_open (&checker->scope);
  for (uint32_t i = 0; i < proc->param_count; i++)
    declare (checker, proc->params[i], proc->param_spans[i], RP_LOCAL_PARAMETER);
  rp_stmt *body = proc->body;
  checker->stmt = body;
  body->site = rp_checker_new_site (checker, body->head);
  set_iterators (checker, body);
  for (uint32_t i = 0; i < body->body_count; i++)
    check_statement (checker, body->body[i]);
  checker->stmt = NULL;
  rp_scope_close (&checker->scope);
  proc->frame_size = (uint32_t) checker->slots.count;
  proc->slot_names = RP_CHECKER_KEEP (checker, &checker->slots);
}
