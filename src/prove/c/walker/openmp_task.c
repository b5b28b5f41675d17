/* Walks through OpenMP's tasks: task, taskwait, taskgroup, taskloop. */
#include "prove/c/walker/openmp.h"

#include <isl/set.h>
#include <string.h>

static bool
is_shared_by (const rp_c_directive *d, const rp_c_decl *decl)
{
  const rp_c_clause *otherwise = rp_c_clause_find (d, "default");
  return (otherwise && otherwise->text && strstr (otherwise->text, "shared"))
         || rp_c_is_in_clause (d, "shared", decl);
}

/* Whether the task of D gets a copy of DECL. It does if DECL is private to the task's creator and D does not share
 * DECL. A variable that was private to the thread that made the team is shared by the team, and is not copied. */
static bool
is_copied (const rp_walker *w, const rp_c_directive *d, const rp_c_decl *decl)
{
  uint32_t old = w->by_decl.current[decl->index];
  return old != RP_C_NONE && w->variables.items[old].is_private
         && w->variables.items[old].scope > w->around.team->dim && !is_shared_by (d, decl);
}

static void
copy_privates (rp_walker *w, const rp_c_directive *d)
{
  for (size_t i = 0; i < w->program->decls.count; i++)
    {
      const rp_c_decl *decl = w->program->decls.items[i];
      uint32_t old = w->by_decl.current[i];
      if (!is_copied (w, d, decl))
        continue;
      rp_c_value value = rp_c_recall (w, &w->variables.items[old].value);
      uint32_t variable = rp_c_make_private (w, decl);
      w->variables.items[variable].is_iterator = w->variables.items[old].is_iterator;
      if (w->variables.items[variable].is_hidden)
        w->variables.items[variable].value = value;
    }
}

/* Whether the creator of each task of D waits for it at once. */
static bool
is_undeferred (const rp_c_directive *d)
{
  const rp_c_node *when = rp_c_condition_of (d, strstr (d->name, "taskloop") ? "taskloop" : "task");
  return when && when->kind == RP_C_NUMBER && !when->value;
}

/* Walks through BODY as a new task. The caller has added the token of the task to the path. */
static void
walk_task_body (rp_walker *w, const rp_c_directive *d, const rp_c_node *body)
{
  rp_c_around around = w->around;
  rp_c_renamed_list names = { 0 };
  size_t bytes = w->program->decls.count * sizeof *w->by_decl.current;
  uint32_t *current = rp_arena_alloc (&w->program->arena, bytes + 1);
  memcpy (current, w->by_decl.current, bytes);
  w->around
    = (rp_c_around) { .team = around.team,
                      /* the creator waits for an undeferred task in all sections that it holds */
                      .held_base = is_undeferred (d) ? around.held_base : w->held.count,
                      .is_in_task = true,
                      .has_lanes = rp_c_has_lanes (d),
                      .is_in_worksharing = true };
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
  memcpy (w->by_decl.current, current, bytes);
  w->around = around;
}

/* Whether NODE names DECL, in a clause or elsewhere. */
static bool
uses (const rp_c_node *node, const rp_c_decl *decl)
{
  if (!node)
    return false;
  if (node->kind == RP_C_NAME && node->decl == decl)
    return true;
  for (size_t i = 0; node->directive && i < node->directive->clauses.count; i++)
    for (uint32_t k = 0; k < node->directive->clauses.items[i].count; k++)
      if (uses (node->directive->clauses.items[i].arguments[k], decl))
        return true;
  for (uint32_t i = 0; i < node->count; i++)
    if (uses (node->children[i], decl))
      return true;
  return false;
}

/* Records that the creator reads the variables that are copied for the task although no clause names them. Leaves out
 * hidden variables, since no other thread can write them. */
static void
read_copied (rp_walker *w, const rp_c_directive *d, const rp_c_node *body)
{
  for (size_t i = 0; i < w->program->decls.count; i++)
    {
      rp_c_decl *decl = w->program->decls.items[i];
      if (!is_copied (w, d, decl) || w->variables.items[w->by_decl.current[i]].is_hidden
          || rp_c_is_in_clause (d, "private", decl) || rp_c_is_in_clause (d, "firstprivate", decl)
          || !uses (body, decl))
        continue;
      if (decl->type->kind >= RP_C_ARRAY)
        rp_c_note (w, d->at, true, "the copy of %s that the task gets is not represented",
                   decl->name);
      rp_c_node name
        = { .kind = RP_C_NAME, .at = d->at, .decl = decl, .text = decl->name, .type = decl->type };
      rp_c_read_original (w, &name);
    }
  rp_c_flush (w);
}

/* Records what the creator of the task reads: the originals of copies, and the expressions of clauses. */
static void
read_at_creation (rp_walker *w, const rp_c_directive *d, const rp_c_node *body)
{
  static const char *const evaluated[] = { "if", "final", "priority", "grainsize", "num_tasks" };
  for (size_t i = 0; i < d->clauses.count; i++)
    for (size_t k = 0; k < sizeof evaluated / sizeof *evaluated; k++)
      for (uint32_t j = 0;
           j < d->clauses.items[i].count && !strcmp (d->clauses.items[i].name, evaluated[k]); j++)
        rp_c_evaluate (w, d->clauses.items[i].arguments[j]);
  rp_c_read_firstprivates (w, d);
  read_copied (w, d, body);
}

/* Reads the type of a depend clause with this TEXT: in, out or inout. Returns false for any other type. Sets *IS_WRITE
 * to true for out and inout: a task with such a clause is dependent on all other tasks with a depend clause for the
 * same place. */
static bool
read_dependence (const char *text, bool *is_write)
{
  size_t length = strspn (text += strspn (text, " \t"), "abcdefghijklmnopqrstuvwxyz");
  *is_write = length != 2;
  return (length == 2 && !strncmp (text, "in", 2)) || (length == 3 && !strncmp (text, "out", 3))
         || (length == 5 && !strncmp (text, "inout", 5));
}

/* Adds the places in the depend clauses of D to EVENT. Returns false if one of the places or types is not known. */
static bool
take_dependences (rp_walker *w, const rp_c_directive *d, rp_leaf *event)
{
  bool is_known = true;
  for (size_t i = 0; i < d->clauses.count; i++)
    {
      const rp_c_clause *clause = &d->clauses.items[i];
      bool is_write;
      if (strcmp (clause->name, "depend"))
        continue;
      if (!clause->text || !read_dependence (clause->text, &is_write) || !clause->count)
        is_known = false;
      else
        for (uint32_t k = 0; k < clause->count; k++)
          {
            const rp_c_node *argument = clause->arguments[k];
            bool is_length = argument->kind == RP_C_UNARY && !strcmp (argument->op, "+");
            if (is_length)
              rp_c_evaluate (w, argument);
            else
              is_known
                &= rp_c_add_dependence (w, event, rp_c_locate (w, argument), is_write, d->at);
          }
    }
  rp_c_flush (w);
  return is_known;
}

/* Adds a doubt for each clause whose order is not used, so that findings about the task are not certain: `if' and
 * `final', by which the creator may wait for the task, and `depend', by which the task may wait for others. */
static void
doubt_task (rp_walker *w, const rp_c_directive *d, bool is_depend_known)
{
  bool is_loop = strstr (d->name, "taskloop") != NULL;
  const rp_c_node *when = rp_c_condition_of (d, is_loop ? "taskloop" : "task");
  if (!is_depend_known)
    rp_c_add_doubt (w, d->at, false, "not all orders of the depend clauses are used");
  if (rp_c_clause_find (d, "final"))
    rp_c_add_doubt (w, d->at, false, "the final clause is not used");
  if (when && (when->kind != RP_C_NUMBER || (is_loop && is_undeferred (d))))
    rp_c_add_doubt (w, d->at, false, "the if clause of the task is not used");
}

/* Called after the walk through TASK. If the task is undeferred, sets TASK->behind to the event where its creator
 * continues after waiting for the task. If the creator may wait in a way that is not represented, records that. */
static void
wait_for_undeferred (rp_walker *w, const rp_c_directive *d, rp_c_task *task, bool is_depend_known)
{
  const rp_c_node *when = rp_c_condition_of (d, "task");
  bool may_wait = (when && when->kind != RP_C_NUMBER) || rp_c_clause_find (d, "final");
  if (is_undeferred (d))
    task->behind = rp_c_add_event (w, d->at);
  if (rp_c_clause_find (d, "depend") && (may_wait || (is_undeferred (d) && !is_depend_known)))
    rp_c_wait_for_tasks (w, d->at);
}

void
rp_c_walk_task (rp_walker *w, const rp_c_node *node)
{
  const rp_c_directive *d = node->directive;
  rp_c_doubts trusted = w->doubts;
  if (!w->around.team)
    {
      rp_c_note (w, d->at, true, "a task outside any parallel construct is not handled here");
      return;
    }
  read_at_creation (w, d, node->children[0]);
  rp_c_task task = { .creation = rp_c_add_event (w, d->at) };
  bool is_known = take_dependences (w, d, task.creation);
  doubt_task (w, d, is_known);
  rp_c_push (w, RP_TOKEN_ASYNC, true, d->at, "task of the construct");
  task.begin = rp_c_add_event (w, d->at);
  walk_task_body (w, d, node->children[0]);
  task.end = rp_c_add_event (w, d->at);
  w->path.count -= 2;
  rp_c_restore_doubts (w, trusted);
  wait_for_undeferred (w, d, &task, is_known);
  RP_VEC_PUSH (&w->region.tasks, task);
}

void
rp_c_walk_taskwait (rp_walker *w, const rp_c_directive *d)
{
  rp_leaf *wait = rp_c_add_event (w, d->at);
  if (!rp_c_clause_find (d, "depend"))
    {
      RP_VEC_PUSH (&w->region.waits, wait);
      return;
    }
  /* taskwait with depend counts as a task that does nothing and that its creator waits for */
  if (!take_dependences (w, d, wait))
    rp_c_wait_for_tasks (w, d->at);
  RP_VEC_PUSH (&w->region.tasks, (rp_c_task) { wait, wait, wait, NULL });
}

void
rp_c_walk_taskgroup (rp_walker *w, const rp_c_node *node)
{
  rp_c_push (w, RP_TOKEN_FINISH, false, node->directive->at, "taskgroup");
  rp_c_walk (w, node->children[0]);
  rp_c_flush (w);
  w->path.count -= 2;
}

/* Walks through a taskloop: each iteration is a task. Without nogroup, a taskgroup is around all of them. */
void
rp_c_walk_taskloop (rp_walker *w, const rp_c_node *node)
{
  const rp_c_directive *d = node->directive;
  rp_c_doubts trusted = w->doubts;
  bool is_group = !rp_c_clause_find (d, "nogroup");
  isl_set *outer = w->domain;
  const rp_c_node *statement = rp_c_inner_loop (node->children[0]);
  rp_c_loop loop;
  rp_c_renamed_list names = { 0 };
  if (!w->around.team || rp_c_integer_argument (d, "collapse", 1) != 1
      || rp_c_clause_find (d, "reduction") || rp_c_clause_find (d, "lastprivate")
      || !rp_c_loop_read (statement, &loop))
    {
      rp_c_note (w, d->at, true, "a taskloop of this form is not handled");
      return;
    }
  read_at_creation (w, d, statement);
  doubt_task (w, d, true);
  if (rp_c_clause_find (d, "grainsize") || rp_c_clause_find (d, "num_tasks"))
    rp_c_add_doubt (w, d->at, false, "which iterations share a task is not known");
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
    RP_VEC_PUSH (&w->region.tasks, task);
  w->path.count -= 2;
  rp_c_loop_leave (w);
  w->domain = outer;
  rp_c_restore_names (w, &names);
  RP_VEC_CLEAR (&names.list);
  w->path.count -= is_group ? 2 : 0;
  rp_c_restore_doubts (w, trusted);
}
