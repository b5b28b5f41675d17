#include "lang/interp.h"

#include "base/panic.h"
#include "base/strbuf.h"
#include "lang/activity.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* Stack of a task. Models recurse, and a call takes a few hundred bytes. Pages that are never touched
 * take no memory. */
#define STACK_BYTES ((size_t) 1 << 20)

/* ---- parameters ---- */

static size_t
find_param (const rp_program *program, const char *name)
{
  for (uint32_t i = 0; i < program->param_count; i++)
    if (!strcmp (program->params[i].name, name))
      return i;
  return SIZE_MAX;
}

static rp_place
nowhere (const rp_program *program)
{
  return (rp_place) { .file = program->source->name };
}

static void
bind_given (const rp_program *program, const char *name, int64_t value, int64_t *bound,
            bool *is_bound, rp_diagnostics *diagnostics)
{
  size_t i = find_param (program, name);
  if (i == SIZE_MAX)
    {
      rp_diagnostics_add (diagnostics, RP_ERROR_PARAM, nowhere (program),
                          "the program has no parameter `%s`", name);
      return;
    }
  const rp_param *param = &program->params[i];
  if (param->has_minimum && value < param->minimum)
    rp_diagnostics_add (diagnostics, RP_ERROR_PARAM, rp_source_place (program->source, param->span),
                        "%s=%lld is below the minimum %lld", name, (long long) value,
                        (long long) param->minimum);
  bound[i] = value;
  is_bound[i] = true;
}

int64_t *
rp_interp_bind (const rp_program *program, const char *const *names, const int64_t *values,
                size_t count, rp_diagnostics *diagnostics)
{
  size_t before = diagnostics->list.count;
  int64_t *bound = rp_calloc (program->param_count + (size_t) 1, sizeof *bound);
  bool *is_bound = rp_calloc (program->param_count + (size_t) 1, sizeof *is_bound);
  for (size_t i = 0; i < count; i++)
    bind_given (program, names[i], values[i], bound, is_bound, diagnostics);
  for (uint32_t i = 0; i < program->param_count; i++)
    {
      const rp_param *param = &program->params[i];
      if (!is_bound[i] && param->has_minimum)
        bound[i] = param->minimum;
      else if (!is_bound[i])
        rp_diagnostics_add (diagnostics, RP_ERROR_PARAM,
                            rp_source_place (program->source, param->span),
                            "the parameter `%s` has no value", param->name)
          ->help
          = rp_arena_format (&diagnostics->arena, "give it one with `--param %s=...`", param->name);
    }
  free (is_bound);
  if (diagnostics->list.count == before)
    return bound;
  free (bound);
  return NULL;
}

/* ---- shared variables before the run ---- */

/* The computation of a size or an initial value. The checker allows only parameters, literals and operators there, so
 * the only possible failure is a division by zero. */
typedef struct constant
{
  const rp_program *program;
  const int64_t *params;
  uint32_t variable; /* the variable whose size or initial value is computed */
  bool failed;
  uint32_t failed_at; /* the first variable for which the computation failed */
} constant;

static int64_t
constant_fail (constant *c)
{
  if (!c->failed)
    c->failed_at = c->variable;
  c->failed = true;
  return 0;
}

static int64_t
constant_value (constant *c, const rp_expr *expr)
{
  if (expr->kind == RP_EXPR_INT)
    return expr->value;
  if (expr->kind == RP_EXPR_NAME)
    return c->params[expr->index];
  int64_t left = constant_value (c, expr->args[0]);
  if (expr->kind == RP_EXPR_COND)
    return constant_value (c, expr->args[left ? 1 : 2]);
  if (expr->arg_count < 2)
    return rp_eval_operator (expr->op, left, 0);
  if (expr->op == (left ? RP_OP_OR : RP_OP_AND))
    return left != 0;
  int64_t right = constant_value (c, expr->args[1]);
  if (!right && (expr->op == RP_OP_DIV || expr->op == RP_OP_MOD))
    return constant_fail (c);
  return rp_eval_operator (expr->op, left, right);
}

static bool
init_memory (rp_interp *interp, rp_diagnostics *diagnostics)
{
  const rp_program *program = interp->program;
  constant c = { .program = program, .params = interp->options.params };
  RP_VEC (int64_t) sizes = { 0 };
  for (uint32_t i = c.variable = 0; i < program->shared_count; c.variable = ++i)
    for (uint32_t d = 0; program->shared[i].declared && d < program->shared[i].dimensions; d++)
      RP_VEC_PUSH (&sizes, constant_value (&c, program->shared[i].sizes[d]));
  uint32_t which = 0;
  rp_memory_error error = rp_memory_init (&interp->memory, program, sizes.items, &which);
  RP_VEC_CLEAR (&sizes);
  for (uint32_t i = c.variable = 0; !error && i < program->shared_count; c.variable = ++i)
    if (program->shared[i].initial)
      {
        rp_value value = rp_value_int (constant_value (&c, program->shared[i].initial));
        rp_memory_fill (&interp->memory, i, value);
      }
  if (error || c.failed)
    rp_diagnostics_add (
      diagnostics, RP_ERROR_TYPE,
      rp_source_place (program->source, program->shared[c.failed ? c.failed_at : which].span), "%s",
      c.failed                       ? "division by zero in a size or initial value"
      : error == RP_MEMORY_TOO_LARGE ? "the array is too large"
                                     : "the size of the array is negative");
  return !error && !c.failed;
}

/* ---- troubles ---- */

static void
add_trouble (const rp_activity *activity, rp_rule rule, uint32_t site, const char *object,
             const char *format, va_list arguments)
{
  rp_interp *interp = activity->interp;
  rp_strbuf text = { 0 };
  rp_strbuf_vformat (&text, format, arguments);
  const char *message = rp_arena_copy (&interp->arena, rp_strbuf_text (&text), text.length);
  rp_strbuf_clear (&text);
  RP_VEC_PUSH (&interp->troubles, (rp_trouble) { .rule = (int) rule,
                                                 .task = activity->strand->task,
                                                 .site = site,
                                                 .message = message,
                                                 .object = object });
}

_Noreturn void
rp_interp_fail (const rp_activity *activity, rp_rule rule, uint32_t site, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  add_trouble (activity, rule, site, NULL, format, arguments);
  va_end (arguments);
  rp_stop_request ();
}

void
rp_interp_note (const rp_activity *activity, rp_rule rule, uint32_t site, const char *object,
                const char *format, ...)
{
  const rp_interp *interp = activity->interp;
  for (size_t i = 0; i < interp->troubles.count; i++)
    if (interp->troubles.items[i].rule == (int) rule && interp->troubles.items[i].site == site)
      return;
  va_list arguments;
  va_start (arguments, format);
  add_trouble (activity, rule, site, object, format, arguments);
  va_end (arguments);
}

/* ---- names ---- */

static rp_interp *
interp_of (rp_namer *namer)
{
  return (rp_interp *) ((char *) namer - offsetof (rp_interp, namer));
}

static rp_site_name
site_name (rp_namer *namer, rp_arena *arena, uint32_t site)
{
  (void) arena;
  const rp_program *program = interp_of (namer)->program;
  rp_site_name name = { .place = nowhere (program), .statement = nowhere (program) };
  if (!site)
    return name;
  const rp_site *at = &program->sites[site];
  name.place = name.statement = rp_source_place (program->source, at->span);
  if (at->stmt)
    name.statement = rp_source_place (program->source, at->stmt->head);
  name.label = at->label;
  name.function = at->proc;
  return name;
}

static rp_location_name
actor_name (rp_arena *arena, const char *name)
{
  const char *text = rp_arena_format (arena, "actor %s", name);
  return (rp_location_name) { .name = text, .base = text, .storage = RP_STORAGE_ACTOR };
}

static rp_location_name
location_name (rp_namer *namer, rp_arena *arena, uint64_t location)
{
  rp_interp *interp = interp_of (namer);
  for (size_t i = 0; i < interp->actors.count; i++)
    if (interp->actors.items[i].location == location)
      return actor_name (arena, interp->actors.items[i].name);
  const rp_shared *shared = &interp->program->shared[rp_memory_variable (location)];
  rp_location_name name = { .name = rp_memory_name (&interp->memory, arena, location),
                            .base = shared->name,
                            .declared = rp_source_place (interp->program->source, shared->span) };
  name.storage = shared->declared ? shared->dimensions ? RP_STORAGE_SHARED_ARRAY : RP_STORAGE_SHARED_VARIABLE
                 : shared->dimensions ? RP_STORAGE_UNDECLARED_ARRAY
                                      : RP_STORAGE_UNDECLARED_VARIABLE;
  return name;
}

static const rp_stmt *
creator (rp_namer *namer, const rp_task_row *row)
{
  return interp_of (namer)->program->sites[row->site].stmt;
}

static const rp_proc *
proc_around (const rp_program *program, uint32_t site)
{
  const char *name = program->sites[site].proc;
  for (uint32_t i = 0; name && i < program->proc_count; i++)
    if (!strcmp (program->procs[i].name, name))
      return &program->procs[i];
  return &program->procs[program->entry];
}

static const char *
task_kind (rp_namer *namer, rp_arena *arena, const rp_task_row *row)
{
  if (row->kind == RP_TASK_POST)
    return rp_arena_format (arena, "post %s", creator (namer, row)->callee);
  if (row->kind == RP_TASK_FUTURE)
    return rp_arena_format (arena, "future %s", creator (namer, row)->name);
  if (row->kind == RP_TASK_MESSAGE)
    return rp_arena_format (arena, "message to %s", creator (namer, row)->expr->name);
  return rp_task_kind_name (row->kind);
}

static const char *
task_binding (rp_namer *namer, rp_arena *arena, const rp_task_row *row)
{
  const rp_interp *interp = interp_of (namer);
  if (!row->note)
    return "";
  const rp_stmt *stmt = creator (namer, row);
  const rp_proc *proc = proc_around (interp->program, row->site);
  rp_strbuf text = { 0 };
  for (uint32_t i = 0; i < stmt->iterators; i++)
    rp_strbuf_format (&text, "%s%s=%lld", i ? ", " : "", proc->slot_names[stmt->iterator_slots[i]],
                      (long long) interp->notes.items[row->note + i]);
  const char *copy = rp_arena_copy (arena, rp_strbuf_text (&text), text.length);
  rp_strbuf_clear (&text);
  return copy;
}

static const char *
region_of (void *context, uint32_t region)
{
  return ((rp_interp *) context)->program->regions[region];
}

static const char *
region_name (rp_namer *namer, rp_arena *arena, uint32_t region)
{
  (void) arena;
  return region_of (interp_of (namer), region);
}

/* ---- the run ---- */

rp_interp *
rp_interp_new (const rp_program *program, const rp_interp_options *options,
               rp_diagnostics *diagnostics)
{
  rp_interp *interp = rp_calloc (1, sizeof *interp);
  interp->program = program;
  interp->options = *options;
  interp->namer = (rp_namer) { site_name, location_name, task_kind, task_binding, region_name };
  RP_VEC_PUSH (&interp->notes, 0);
  interp->runtime = rp_runtime_new (options->observer, options->policy, STACK_BYTES);
  if (options->task_depth)
    rp_runtime_limit_depth (interp->runtime, options->task_depth);
  rp_runtime_set_names (interp->runtime, region_of, interp);
  if (init_memory (interp, diagnostics))
    return interp;
  rp_interp_free (interp);
  return NULL;
}

void
rp_interp_release (rp_interp *interp)
{
  rp_runtime_release (interp->runtime);
}

void
rp_interp_reset (rp_interp *interp, rp_observer *observer, rp_policy *policy,
                 rp_access_function *access, void *access_context)
{
  rp_runtime_reset (interp->runtime, observer, policy);
  rp_memory_reset (&interp->memory);
  rp_arena_clear (&interp->arena);
  interp->options.observer = observer;
  interp->options.policy = policy;
  interp->stands = policy && policy->precision == RP_PRECISION_ACCESSES;
  interp->options.access = access;
  interp->options.access_context = access_context;
  interp->serial = interp->turns = 0;
  interp->has_handlers = false;
  interp->troubles.count = interp->observations.count = 0;
  interp->observed = (rp_digest) { { 0 } };
  interp->notes.count = 1;
  interp->actors.count = 0;
}

void
rp_interp_limit (rp_interp *interp, rp_limit limit, uint64_t most_turns)
{
  interp->options.limit = limit;
  interp->options.most_turns = most_turns;
}

uint64_t
rp_interp_turns (const rp_interp *interp)
{
  return interp->turns;
}

void
rp_interp_check_limits (struct rp_interp *interp, uint32_t site)
{
  const rp_interp_options *options = &interp->options;
  if (rp_limit_is_reached (&options->limit)
      || (options->most_turns && interp->turns >= options->most_turns))
    rp_stop_cut (site);
  rp_yield ();
}

uint64_t
rp_interp_hash (const rp_interp *interp)
{
  return rp_memory_hash (&interp->memory);
}

void
rp_interp_run (rp_interp *interp)
{
  rp_task_body *closure = rp_closure_main (interp);
  const rp_proc *main = closure->proc;
  rp_runtime_run (interp->runtime, rp_exec_main, closure, main->body->site);
  rp_closure_release (closure);
}

void
rp_interp_free (rp_interp *interp)
{
  rp_runtime_free (interp->runtime);
  rp_memory_clear (&interp->memory);
  rp_arena_clear (&interp->arena);
  RP_VEC_CLEAR (&interp->troubles);
  RP_VEC_CLEAR (&interp->observations);
  RP_VEC_CLEAR (&interp->notes);
  RP_VEC_CLEAR (&interp->actors);
  free (interp);
}

rp_runtime *
rp_interp_runtime (rp_interp *interp)
{
  return interp->runtime;
}

rp_namer *
rp_interp_namer (rp_interp *interp)
{
  return &interp->namer;
}

const rp_trouble *
rp_interp_troubles (const rp_interp *interp, size_t *count)
{
  *count = interp->troubles.count;
  return interp->troubles.items;
}

const rp_observed *
rp_interp_observed (const rp_interp *interp, size_t *count)
{
  *count = interp->observations.count;
  return interp->observations.items;
}

static void
dump_value (rp_interp *interp, uint64_t location, rp_strbuf *out)
{
  rp_arena arena = { 0 };
  rp_value value = *rp_memory_at (&interp->memory, location);
  if (value.kind != RP_VALUE_INT || value.number)
    rp_strbuf_format (out, "%s=%lld\n", rp_memory_name (&interp->memory, &arena, location),
                      value.kind == RP_VALUE_INT ? (long long) value.number : -1);
  rp_arena_clear (&arena);
}

static int
compare_elements (const void *a, const void *b)
{
  uint64_t x = *(const uint64_t *) a, y = *(const uint64_t *) b;
  return (x > y) - (x < y);
}

void
rp_interp_dump (rp_interp *interp, rp_strbuf *out)
{
  for (uint32_t i = 0; i < interp->program->shared_count; i++)
    {
      const rp_variable *variable = &interp->memory.variables[i];
      uint64_t base = rp_memory_whole (&interp->memory, i).base;
      for (uint64_t e = 0; variable->elements && e < variable->count; e++)
        dump_value (interp, base + e, out);
      RP_VEC (uint64_t) touched = { 0 };
      for (size_t c = 0; c < variable->cells.capacity; c++)
        if (variable->cells.used[c])
          RP_VEC_PUSH (&touched, base + variable->cells.entries[c].key);
      if (touched.count)
        qsort (touched.items, touched.count, sizeof *touched.items, compare_elements);
      for (size_t c = 0; c < touched.count; c++)
        dump_value (interp, touched.items[c], out);
      RP_VEC_CLEAR (&touched);
    }
}
