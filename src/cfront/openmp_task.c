/* OpenMP's tasks: task, taskwait, taskgroup, taskloop. */
#include "cfront/openmp.h"

#include <isl/set.h>
#include <string.h>

static bool
is_shared_by (const rp_c_directive *d, const rp_c_decl *decl)
{
  const rp_c_clause *otherwise = rp_c_clause_find (d, "default");
  return (otherwise && otherwise->text && strstr (otherwise->text, "shared"))
         || rp_c_is_in_clause (d, "shared", decl);
}

/* A task gets copies of what is private to its creator. */
static void
copy_privates (rp_walker *w, const rp_c_directive *d)
{
  for (size_t i = 0; i < w->program->decls.count; i++)
    {
      const rp_c_decl *decl = w->program->decls.items[i];
      uint32_t old = w->current[i];
      if (old == RP_C_NONE || !w->variables.items[old].is_private || is_shared_by (d, decl))
        continue;
      rp_c_value value = rp_c_recall (w, &w->variables.items[old].value);
      uint32_t variable = rp_c_make_private (w, decl);
      w->variables.items[variable].is_iterator = w->variables.items[old].is_iterator;
      if (w->variables.items[variable].is_hidden)
        w->variables.items[variable].value = value;
    }
}

/* Walks over BODY as a new task, whose token is on the path already. */
static void
walk_task_body (rp_walker *w, const rp_c_directive *d, const rp_c_node *body)
{
  size_t held_base = w->held_base;
  bool is_in_worksharing = w->is_in_worksharing;
  rp_c_ordered *ordered = w->ordered;
  const char *atomic = w->atomic;
  bool is_in_task = w->is_in_task;
  rp_c_data names = { 0 };
  size_t bytes = w->program->decls.count * sizeof *w->current;
  uint32_t *current = rp_arena_alloc (&w->program->arena, bytes + 1);
  memcpy (current, w->current, bytes);
  w->held_base = w->held.count;
  w->is_in_worksharing = true;
  w->ordered = NULL;
  w->atomic = NULL;
  w->is_in_task = true;
  copy_privates (w, d);
  /* firstprivate originals were read by the creator */
  for (size_t i = 0; i < d->clauses.count; i++)
    {
      const rp_c_clause *clause = &d->clauses.items[i];
      bool is_first = !strcmp (clause->name, "firstprivate");
      bool is_private
        = is_first || !strcmp (clause->name, "private") || !strcmp (clause->name, "in_reduction")
          || !strcmp (clause->name, "reduction") || !strcmp (clause->name, "lastprivate");
      for (uint32_t k = 0; k < clause->count && is_private; k++)
        if (clause->arguments[k]->kind == RP_C_NAME && clause->arguments[k]->decl)
          rp_c_rename (w, &names, clause->arguments[k]->decl, is_first);
    }
  rp_c_walk (w, body);
  rp_c_flush (w);
  RP_VEC_CLEAR (&names.list);
  memcpy (w->current, current, bytes);
  w->is_in_task = is_in_task;
  w->atomic = atomic;
  w->ordered = ordered;
  w->is_in_worksharing = is_in_worksharing;
  w->held_base = held_base;
}

static void
read_firstprivates (rp_walker *w, const rp_c_directive *d)
{
  for (size_t i = 0; i < d->clauses.count; i++)
    for (uint32_t k = 0;
         k < d->clauses.items[i].count && !strcmp (d->clauses.items[i].name, "firstprivate"); k++)
      if (d->clauses.items[i].arguments[k]->kind == RP_C_NAME)
        rp_c_read_original (w, d->clauses.items[i].arguments[k]);
  rp_c_flush (w);
}

/* Clauses whose orders are not used make what the task does uncertain. */
static void
doubt_task (rp_walker *w, const rp_c_directive *d)
{
  const rp_c_node *when = rp_c_argument (d, "if");
  if (rp_c_clause_find (d, "depend"))
    rp_c_doubt (w, d->at, false, "the orders of depend clauses are not used");
  if (rp_c_clause_find (d, "final"))
    rp_c_doubt (w, d->at, false, "the final clause is not used");
  if (when && !(when->kind == RP_C_NUMBER && when->value))
    rp_c_doubt (w, d->at, false, "the if clause of the task is not used");
}

void
rp_c_walk_task (rp_walker *w, const rp_c_node *node)
{
  const rp_c_directive *d = node->directive;
  rp_c_doubts trusted = { w->inexact, w->uncertain };
  if (!w->team)
    {
      rp_c_note (w, d->at, true, "a task outside any parallel construct is not handled here");
      return;
    }
  read_firstprivates (w, d);
  rp_c_task task = { .creation = rp_c_add_event (w, d->at) };
  doubt_task (w, d);
  rp_c_push (w, RP_TOKEN_ASYNC, true, d->at, "task of the construct");
  walk_task_body (w, d, node->children[0]);
  task.end = rp_c_add_event (w, d->at);
  RP_VEC_PUSH (&w->tasks, task);
  w->path.count -= 2;
  rp_c_trust (w, trusted);
}

void
rp_c_walk_taskwait (rp_walker *w, const rp_c_directive *d)
{
  if (rp_c_clause_find (d, "depend"))
    {
      rp_c_note (w, d->at, true, "taskwait with depend is not handled");
      return;
    }
  RP_VEC_PUSH (&w->waits, rp_c_add_event (w, d->at));
}

void
rp_c_walk_taskgroup (rp_walker *w, const rp_c_node *node)
{
  rp_c_push (w, RP_TOKEN_FINISH, false, node->directive->at, "taskgroup");
  rp_c_walk (w, node->children[0]);
  rp_c_flush (w);
  w->path.count -= 2;
}

/* Each iteration a task, in a taskgroup of their own. */
void
rp_c_walk_taskloop (rp_walker *w, const rp_c_node *node)
{
  const rp_c_directive *d = node->directive;
  rp_c_doubts trusted = { w->inexact, w->uncertain };
  bool is_group = !rp_c_clause_find (d, "nogroup");
  isl_set *outer = w->domain;
  const rp_c_node *statement = rp_c_inner_loop (node->children[0]);
  rp_c_loop loop;
  rp_c_data names = { 0 };
  if (!w->team || rp_c_integer_argument (d, "collapse", 1) != 1 || rp_c_clause_find (d, "reduction")
      || rp_c_clause_find (d, "lastprivate") || !rp_c_loop_read (statement, &loop))
    {
      rp_c_note (w, d->at, true, "a taskloop of this form is not handled");
      return;
    }
  read_firstprivates (w, d);
  doubt_task (w, d);
  if (rp_c_clause_find (d, "grainsize") || rp_c_clause_find (d, "num_tasks"))
    rp_c_doubt (w, d->at, false, "which iterations share a task is not known");
  if (is_group)
    rp_c_push (w, RP_TOKEN_FINISH, false, d->at, "taskloop");
  rp_c_rename (w, &names, loop.iterator, false);
  loop.is_shared = true;
  rp_c_loop_enter (w, statement, &loop);
  if (loop.may_wrap)
    rp_c_note (w, statement->at, true, "the iterator %s may wrap around", loop.iterator->name);
  rp_c_task task = { .creation = rp_c_add_event (w, d->at) };
  rp_c_push (w, RP_TOKEN_ASYNC, true, d->at, "task of the construct");
  walk_task_body (w, d, statement->children[3]);
  task.end = rp_c_add_event (w, d->at);
  if (!is_group)
    RP_VEC_PUSH (&w->tasks, task);
  w->path.count -= 2;
  rp_c_loop_leave (w);
  w->domain = outer;
  rp_c_restore_names (w, &names);
  RP_VEC_CLEAR (&names.list);
  w->path.count -= is_group ? 2 : 0;
  rp_c_trust (w, trusted);
}
