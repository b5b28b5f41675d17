/* Resolves names in expressions. */
#include "lang/checker.h"

static const char *
local_noun (rp_local_kind kind)
{
  switch (kind)
    {
    case RP_LOCAL_PARAMETER:
      return "parameter of the procedure";
    case RP_LOCAL_ITERATOR:
      return "loop iterator";
    case RP_LOCAL_FUTURE:
      return "future";
    case RP_LOCAL_PHASER:
      return "phaser";
    case RP_LOCAL_ACTOR:
      return "actor";
    default:
      return "local variable";
    }
}

static const char *
article (const char *noun)
{
  return noun[0] == 'a' ? "an" : "a";
}

static const char *
plural (uint32_t count)
{
  return count == 1 ? "" : "s";
}

static uint32_t
new_shared (rp_checker *checker, const char *name, rp_span span)
{
  rp_shared shared = { .name = name, .span = span, .dimensions_unknown = true };
  RP_VEC_PUSH (&checker->shared, shared);
  RP_VEC_PUSH (&checker->shaped, span);
  RP_VEC_PUSH (&checker->reported, false);
  uint32_t index = (uint32_t) checker->shared.count - 1;
  rp_scope_declare_global (&checker->scope, name, (rp_global) { RP_GLOBAL_SHARED, index });
  return index;
}

int64_t
rp_checker_find_shared (rp_checker *checker, const char *name, rp_span span, const char *where)
{
  const rp_local *local = rp_scope_find (&checker->scope, name);
  rp_global global = rp_scope_find_global (&checker->scope, name);
  if (!local && global.kind == RP_GLOBAL_SHARED)
    return global.index;
  if (!local && global.kind == RP_GLOBAL_NONE)
    return new_shared (checker, name, span);
  const char *noun = local                            ? local_noun (local->kind)
                     : global.kind == RP_GLOBAL_PARAM ? "parameter"
                                                      : "procedure";
  rp_diagnostic *error = rp_errors_add (checker->errors, RP_ERROR_TYPE, span,
                                        "%s `%s` cannot stand %s", noun, name, where);
  error->label = "not a shared variable";
  if (local)
    rp_errors_other (checker->errors, error, local->span, "declared here");
  return -1;
}

/* Reports that a variable is used with another number of subscripts than it has dimensions. For a variable that is
 * not declared, reports only the first such use. */
static void
report_shape (rp_checker *checker, const rp_expr *expr, uint32_t index)
{
  const rp_shared *shared = &checker->shared.items[index];
  if (!shared->declared && checker->reported.items[index])
    return;
  checker->reported.items[index] = true;
  uint32_t count = expr->arg_count;
  rp_diagnostic *error;
  if (shared->dimensions == 0)
    error = rp_errors_add (checker->errors, RP_ERROR_TYPE, expr->span,
                           "scalar `%s` is used with subscripts", expr->name);
  else if (count == 0)
    {
      error = rp_errors_add (checker->errors, RP_ERROR_TYPE, expr->span,
                             "array `%s` is used without subscripts", expr->name);
      error->label = "a value is needed here";
    }
  else
    error
      = rp_errors_add (checker->errors, RP_ERROR_TYPE, expr->span,
                       "array `%s` has %u dimension%s, but is used with %u subscript%s", expr->name,
                       shared->dimensions, plural (shared->dimensions), count, plural (count));
  rp_errors_other (checker->errors, error, checker->shaped.items[index],
                   shared->declared ? "declared here" : "first used here");
}

static void
check_shape (rp_checker *checker, const rp_expr *expr, uint32_t index, rp_use use)
{
  rp_shared *shared = &checker->shared.items[index];
  if (use == RP_USE_OBJECT && expr->kind == RP_EXPR_NAME)
    return;
  if (shared->dimensions_unknown)
    {
      shared->dimensions_unknown = false;
      shared->dimensions = expr->arg_count;
      checker->shaped.items[index] = expr->span;
    }
  if (shared->dimensions == expr->arg_count)
    return;
  if (use == RP_USE_TARGET && expr->arg_count == 0)
    {
      rp_diagnostic *error = rp_errors_add (checker->errors, RP_ERROR_TYPE, expr->span,
                                            "cannot assign to the whole array `%s`", expr->name);
      error->help = "assign to its elements, one by one";
      rp_errors_other (checker->errors, error, checker->shaped.items[index],
                       shared->declared ? "declared here" : "used as an array here");
      return;
    }
  report_shape (checker, expr, index);
}

static void
bind (rp_expr *expr, rp_binding binding, uint32_t index)
{
  expr->binding = binding;
  expr->index = index;
}

static void
refuse_subscripts (rp_checker *checker, const rp_expr *expr, const char *noun)
{
  rp_diagnostic *error = rp_errors_add (checker->errors, RP_ERROR_TYPE, expr->span,
                                        "%s `%s` has no elements", noun, expr->name);
  error->help = "only shared variables are arrays: those declared at the top level, or not at all";
}

static void
refuse_object (rp_checker *checker, const rp_expr *expr, const char *noun)
{
  rp_diagnostic *error = rp_errors_add (checker->errors, RP_ERROR_TYPE, expr->span,
                                        "%s `%s` is not a shared variable", noun, expr->name);
  error->label = "only shared variables and array elements are objects";
}

static void
resolve_local (rp_checker *checker, rp_expr *expr, const rp_local *local, rp_use use)
{
  bind (expr, RP_BOUND_LOCAL, local->slot);
  const char *noun = local_noun (local->kind);
  if (expr->kind == RP_EXPR_INDEX)
    refuse_subscripts (checker, expr, noun);
  else if (use == RP_USE_OBJECT)
    refuse_object (checker, expr, noun);
  else if (use == RP_USE_TARGET && local->kind == RP_LOCAL_ITERATOR)
    {
      rp_diagnostic *error = rp_errors_add (checker->errors, RP_ERROR_TYPE, expr->span,
                                            "cannot assign to %s `%s`", noun, expr->name);
      rp_errors_other (checker->errors, error, local->span, "declared here");
    }
}

static void
resolve_param (rp_checker *checker, rp_expr *expr, uint32_t index, rp_use use)
{
  bind (expr, RP_BOUND_PARAM, index);
  if (expr->kind == RP_EXPR_INDEX)
    refuse_subscripts (checker, expr, "parameter");
  else if (use == RP_USE_OBJECT)
    refuse_object (checker, expr, "parameter");
  else if (use == RP_USE_TARGET)
    {
      rp_diagnostic *error = rp_errors_add (checker->errors, RP_ERROR_TYPE, expr->span,
                                            "cannot assign to parameter `%s`", expr->name);
      rp_errors_other (checker->errors, error, checker->program->params[index].span,
                       "declared here");
    }
}

static void
resolve_procedure (rp_checker *checker, const rp_expr *expr, uint32_t index, rp_use use)
{
  rp_diagnostic *error = use == RP_USE_TARGET
                           ? rp_errors_add (checker->errors, RP_ERROR_TYPE, expr->span,
                                            "cannot assign to procedure `%s`", expr->name)
                           : rp_errors_add (checker->errors, RP_ERROR_TYPE, expr->span,
                                            "procedure `%s` is used as a variable", expr->name);
  if (use == RP_USE_VALUE)
    error->help = rp_errors_text (checker->errors, "call it: `%s (...)`", expr->name);
  rp_errors_other (checker->errors, error, checker->program->procs[index].name_span,
                   "declared here");
}

static void
resolve_shared (rp_checker *checker, rp_expr *expr, rp_use use)
{
  rp_global global = rp_scope_find_global (&checker->scope, expr->name);
  uint32_t index
    = global.kind == RP_GLOBAL_NONE ? new_shared (checker, expr->name, expr->span) : global.index;
  bind (expr, RP_BOUND_SHARED, index);
  check_shape (checker, expr, index, use);
  expr->site = rp_checker_new_site (checker, expr->span);
}

/* Resolves EXPR, a name in a size or an initial value. Sizes and initial values are computed before the run, when
 * no variable has a value yet. So a name that is not a parameter of the program is an error. */
static void
resolve_constant (rp_checker *checker, rp_expr *expr)
{
  rp_global global = rp_scope_find_global (&checker->scope, expr->name);
  if (global.kind == RP_GLOBAL_PARAM)
    {
      resolve_param (checker, expr, global.index, RP_USE_VALUE);
      return;
    }
  rp_diagnostic *error = rp_errors_add (checker->errors, RP_ERROR_NAME, expr->span,
                                        "`%s` is not a parameter", expr->name);
  error->label = "sizes and initial values may use only parameters and numbers";
  if (global.kind == RP_GLOBAL_NONE && expr->kind == RP_EXPR_NAME)
    error->help = rp_errors_text (checker->errors, "declare it: `param %s;`", expr->name);
}

static void
resolve (rp_checker *checker, rp_expr *expr, rp_use use)
{
  if (use == RP_USE_CONSTANT)
    {
      resolve_constant (checker, expr);
      return;
    }
  const rp_local *local = rp_scope_find (&checker->scope, expr->name);
  rp_global global = rp_scope_find_global (&checker->scope, expr->name);
  if (local)
    resolve_local (checker, expr, local, use);
  else if (global.kind == RP_GLOBAL_PARAM)
    resolve_param (checker, expr, global.index, use);
  else if (global.kind == RP_GLOBAL_PROC)
    resolve_procedure (checker, expr, global.index, use);
  else
    resolve_shared (checker, expr, use);
}

void
rp_check_arguments (rp_checker *checker, uint32_t index, uint32_t count, rp_span span)
{
  const rp_proc *proc = &checker->program->procs[index];
  rp_diagnostic *error = NULL;
  if (proc->param_count != count)
    error = rp_errors_add (checker->errors, RP_ERROR_TYPE, span,
                           "procedure `%s` takes %u argument%s, found %u", proc->name,
                           proc->param_count, plural (proc->param_count), count);
  else if (count > 0 && index == checker->program->entry)
    {
      error = rp_errors_add (checker->errors, RP_ERROR_TYPE, span,
                             "`main` takes the program's parameters and cannot be called");
      error->help = "move its body to another procedure";
    }
  if (error)
    rp_errors_other (checker->errors, error, proc->name_span, "declared here");
}

/* Reports a call of something that is not a procedure. */
static void
refuse_call (rp_checker *checker, const rp_expr *expr, const rp_local *local, rp_global global)
{
  const char *noun = local                            ? local_noun (local->kind)
                     : global.kind == RP_GLOBAL_PARAM ? "parameter"
                                                      : "shared variable";
  rp_diagnostic *error
    = rp_errors_add (checker->errors, RP_ERROR_TYPE, expr->span, "`%s` is %s %s, not a procedure",
                     expr->name, article (noun), noun);
  if (local && local->kind == RP_LOCAL_FUTURE)
    error->help = rp_errors_text (checker->errors, "its value is `get (%s)`", expr->name);
  else if (!local && global.kind == RP_GLOBAL_SHARED)
    error->help = "subscripts are written in square brackets";
}

/* Resolves a call. Undefined functions and undeclared variables have separate name spaces: `f = f(x);` is allowed. */
static void
resolve_call (rp_checker *checker, rp_expr *expr)
{
  const rp_local *local = rp_scope_find (&checker->scope, expr->name);
  rp_global global = rp_scope_find_global (&checker->scope, expr->name);
  bool is_declared
    = global.kind == RP_GLOBAL_SHARED && checker->shared.items[global.index].declared;
  if (local || global.kind == RP_GLOBAL_PARAM || is_declared)
    refuse_call (checker, expr, local, global);
  else if (global.kind != RP_GLOBAL_PROC)
    bind (expr, RP_BOUND_UNKNOWN, 0);
  else
    {
      bind (expr, RP_BOUND_PROC, global.index);
      rp_check_arguments (checker, global.index, expr->arg_count, expr->span);
    }
}

static void
refuse_in_constant (rp_checker *checker, const rp_expr *expr)
{
  const char *what = expr->kind == RP_EXPR_CHOICE ? "the choice `*`"
                     : expr->kind == RP_EXPR_GET  ? "`get`"
                                                  : "a call";
  rp_diagnostic *error = rp_errors_add (checker->errors, RP_ERROR_TYPE, expr->span,
                                        "%s cannot stand in a size or an initial value", what);
  error->label = "sizes and initial values may use only parameters and numbers";
}

void
rp_check_expression (rp_checker *checker, rp_expr *expr, rp_use use)
{
  rp_use inner = use == RP_USE_CONSTANT ? RP_USE_CONSTANT : RP_USE_VALUE;
  bool needs_run
    = expr->kind == RP_EXPR_CHOICE || expr->kind == RP_EXPR_CALL || expr->kind == RP_EXPR_GET;
  if (use == RP_USE_CONSTANT && needs_run)
    {
      refuse_in_constant (checker, expr);
      return;
    }
  for (uint32_t i = 0; i < expr->arg_count; i++)
    rp_check_expression (checker, expr->args[i], inner);
  if (expr->kind == RP_EXPR_NAME || expr->kind == RP_EXPR_INDEX)
    resolve (checker, expr, use);
  else if (expr->kind == RP_EXPR_CALL)
    resolve_call (checker, expr);
  bool can_fail = expr->op == RP_OP_DIV || expr->op == RP_OP_MOD;
  if (needs_run || (can_fail && use != RP_USE_CONSTANT))
    expr->site = rp_checker_new_site (checker, expr->span);
}
