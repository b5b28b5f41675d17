/* OpenMP's directives [OpenMP 5.1] in the form's terms:
 *
 *   parallel            clocked finish, a loop over the threads, clocked async
 *   barrier             advance, also for the barriers at the end of worksharing constructs
 *   for, sections,      run in the thread's own path, with the thread as a free dimension and a
 *   single              choice: each iteration, or section, is executed by one thread
 *   master              where the thread is 0
 *   task                clocked async without advances: barriers wait for tasks
 *   taskgroup           finish
 *   taskwait, ordered   events and edges
 *   critical, atomic    sections that exclude each other
 *   teams, target       openmp_target.c; simd: openmp_simd.c
 *   reduction,          private copies; the original is written where the construct ends, before
 *   lastprivate         its barrier
 *
 * The order in which one thread executes its iterations does not matter. It is left open which thread executes which
 * iteration, except for what a schedule clause guarantees (schedule.c). For example, schedule (static) gives iterations
 * with the same number, in loops with the same number of iterations, to the same thread. */
#include "prove/c/walker/openmp.h"

#include <isl/set.h>
#include <string.h>

/* ---- parallel ---- */

/* Returns the size of the next team of the region, a parameter. All regions of a function use the same parameters,
 * since regions are proved separately. */
static isl_pw_aff *
team_size (rp_walker *w, const rp_c_directive *d)
{
  if (w->region.team_count == w->team_sizes.count)
    {
      RP_VEC_PUSH (&w->team_sizes, rp_c_parameter (w, "threads", false, d->at));
      rp_c_bound_parameter (w, RP_VEC_LAST (&w->team_sizes), &rp_c_int);
    }
  return w->team_sizes.items[w->region.team_count++];
}

/* Opens a team: pushes a clocked finish, a dimension for its threads, and a clocked async. Fills in *TEAM and makes it
 * the innermost team. W->domain becomes a new set; the caller keeps the old one. */
static void
open_team (rp_walker *w, const rp_c_directive *d, rp_c_team_kind kind, rp_c_team *team)
{
  bool is_team = kind == RP_C_TEAM;
  const rp_c_node *wanted = is_team ? rp_c_argument (d, "num_threads") : NULL,
                  *when = is_team ? rp_c_condition_of (d, "parallel") : NULL;
  isl_pw_aff *most = wanted ? rp_c_evaluate (w, wanted).number : NULL;
  rp_c_truth truth
    = when ? rp_c_decide (w, when) : (rp_c_truth) { isl_set_copy (w->domain), NULL, true };
  rp_c_flush (w);
  *team = (rp_c_team) { .outer = w->around.team,
                        .dim = (uint32_t) w->dims.count,
                        .size = team_size (w, d),
                        .constant_size = rp_c_constant_value (most),
                        .static_number = w->choice_numbers++,
                        .is_league = kind == RP_C_LEAGUE,
                        .is_flat = kind == RP_C_FLAT };
  isl_set *positive = isl_pw_aff_pos_set (isl_pw_aff_copy (team->size));
  w->region.limits = isl_set_intersect (w->region.limits, isl_set_copy (positive));
  isl_set_free (positive);
  rp_c_push (w, RP_TOKEN_FINISH, true, d->at, is_team ? "parallel construct" : "teams construct");
  rp_c_open_dimension (w, kind == RP_C_LEAGUE ? "team" : "thread", false, d->at);
  RP_VEC_LAST (&w->dims).leaves = SIZE_MAX;
  isl_pw_aff *thread = rp_c_dimension (w, team->dim);
  isl_pw_aff *size = rp_c_extend (w, team->size, 0);
  w->domain = isl_set_intersect (w->domain, isl_pw_aff_nonneg_set (isl_pw_aff_copy (thread)));
  w->domain = isl_set_intersect (
    w->domain, isl_pw_aff_lt_set (isl_pw_aff_copy (thread), isl_pw_aff_copy (size)));
  if (most)
    {
      most = rp_c_extend (w, most, team->dim);
      w->domain = isl_set_intersect (
        w->domain, isl_pw_aff_le_set (isl_pw_aff_copy (size), isl_pw_aff_copy (most)));
    }
  if (truth.is_exact && truth.no)
    {
      isl_set *alone = rp_c_where_equal (thread, rp_c_constant (w, 0));
      isl_set *yes = isl_set_add_dims (isl_set_copy (truth.yes), isl_dim_set, 1);
      w->domain = isl_set_intersect (w->domain, isl_set_union (alone, yes));
      /* if the condition does not hold, the team has one thread */
      isl_pw_aff *one = rp_c_constant (w, 1);
      isl_set *single = rp_c_where_equal (size, one);
      yes = isl_set_add_dims (isl_set_copy (truth.yes), isl_dim_set, 1);
      w->domain = isl_set_intersect (w->domain, isl_set_union (single, yes));
    }
  else if (!truth.is_exact)
    rp_c_add_doubt (w, when->at, false,
                    "the condition of the if clause is not affine; both outcomes are considered");
  isl_set_free (truth.yes);
  isl_set_free (truth.no);
  rp_c_push (w, RP_TOKEN_ASYNC, true, d->at,
             is_team               ? "thread of the parallel construct"
             : kind == RP_C_LEAGUE ? "team of the teams construct"
                                   : "thread of the teams construct");
  w->around.team = team;
}

void
rp_c_walk_parallel (rp_walker *w, const rp_c_node *node, const char *rest, rp_c_team_kind kind)
{
  const rp_c_directive *d = node->directive;
  isl_set *outer = w->domain;
  rp_c_doubts trusted = w->doubts;
  rp_c_around around = w->around;
  rp_c_team team;
  rp_c_renamed_list names = { 0 };
  rp_c_variable_list unhidden = { 0 };
  /* the outermost construct needs no record of these reads: no other thread writes the originals before it */
  if (w->path.count)
    rp_c_read_firstprivates (w, d);
  open_team (w, d, kind, &team);
  w->around.is_in_task = false;
  rp_c_share_privates (w, node->children[0], NULL, &unhidden);
  w->doubts.uncertain = NULL;
  w->around.held_base = w->held.count;
  w->around.is_in_worksharing = false;
  w->around.ordered = NULL;
  /* in a combined construct, the worksharing construct handles the clauses */
  bool is_own = !*rest || !strcmp (rest, "master") || !strcmp (rest, "masked");
  if (is_own)
    rp_c_take_data (w, d, &names);
  if (*rest)
    rp_c_walk_rest (w, node, rest, true);
  else
    rp_c_walk (w, node->children[0]);
  if (is_own)
    {
      rp_c_restore_names (w, &names);
      rp_c_combine_reductions (w, d, &names);
    }
  rp_c_flush (w);
  RP_VEC_CLEAR (&names.list);
  for (size_t i = 0; i < unhidden.count; i++)
    w->variables.items[unhidden.items[i]].is_hidden = true;
  RP_VEC_CLEAR (&unhidden);
  w->around = around;
  w->path.count -= 2;
  rp_c_loop_leave (w);
  w->path.count -= 2;
  w->domain = outer;
  rp_c_restore_doubts (w, trusted);
  rp_c_forget_assigned (w, node->children[0]);
}

/* Walks through master or masked. One thread executes it, and there is no barrier. */
static void
walk_master (rp_walker *w, const rp_c_node *node, const char *rest)
{
  const rp_c_directive *d = node->directive;
  const rp_c_node *filter = rp_c_argument (d, "filter");
  isl_set *outer = w->domain;
  rp_c_doubts trusted = w->doubts;
  bool is_in_worksharing = w->around.is_in_worksharing;
  if (!w->around.team || w->around.team->is_league || w->around.team->is_flat)
    {
      rp_c_note (w, d->at, true, "%s outside any parallel construct is not handled here", d->name);
      return;
    }
  isl_pw_aff *who = filter ? rp_c_evaluate (w, filter).number : rp_c_constant (w, 0);
  isl_pw_aff *thread = rp_c_dimension (w, w->around.team->dim);
  if (who)
    rp_c_restrict (w, rp_c_where_equal (thread, who));
  else
    {
      rp_c_restrict (w, isl_set_universe (isl_set_get_space (w->domain)));
      rp_c_add_doubt (w, filter->at, true,
                      "which thread this is is not known; any one is considered");
    }
  if (*rest)
    rp_c_walk_rest (w, node, rest, true);
  else
    {
      w->around.is_in_worksharing = true;
      rp_c_walk (w, node->children[0]);
      w->around.is_in_worksharing = is_in_worksharing;
    }
  rp_c_restore_doubts (w, trusted);
  rp_c_leave_domain (w, outer);
  rp_c_forget_assigned (w, node->children[0]);
}

/* ---- sections that exclude each other ---- */

static void
walk_critical (rp_walker *w, const rp_c_node *node)
{
  const rp_c_clause *name = rp_c_clause_find (node->directive, "");
  const char *word = name ? name->text + strspn (name->text, " \t") : "";
  const char *text
    = rp_arena_format (&w->program->arena, "critical (%.*s)", (int) strcspn (word, " \t"), word);
  rp_c_flush (w);
  /* threads exclude each other only within their team [OpenMP 5.1, 2.19.1] */
  if (rp_c_league_of (w))
    {
      rp_c_doubts trusted
        = rp_c_add_doubt (w, node->directive->at, false,
                          "threads of different teams may be in a critical section "
                          "at once; its exclusion is not used");
      rp_c_walk (w, node->children[0]);
      rp_c_restore_doubts (w, trusted);
      return;
    }
  RP_VEC_PUSH (&w->held, (rp_c_held_section) { .variable = rp_c_section_variable (w, text),
                                               .at = node->directive->at });
  rp_c_walk (w, node->children[0]);
  rp_c_flush (w);
  w->held.count--;
}

/* Returns the place that an atomic construct accesses atomically: for `atomic read`, the place that is read; else the
 * place that is updated or written. NULL if the statement has no such form. */
static const rp_c_node *
atomic_place (const rp_c_node *node, bool is_read)
{
  node = rp_c_bare (node);
  if (node->kind == RP_C_UNARY
      && (node->op[0] == 'p' || !strcmp (node->op, "++") || !strcmp (node->op, "--")))
    return node->children[0];
  if (node->kind == RP_C_BINARY && !strcmp (node->op, "=") && is_read)
    return node->children[1];
  if (node->kind == RP_C_BINARY && !strcmp (node->op, "="))
    {
      /* v = x++, v = x += e */
      const rp_c_node *inner = atomic_place (node->children[1], false);
      return inner ? inner : node->children[0];
    }
  size_t length = strlen (node->op);
  if (node->kind == RP_C_BINARY && length > 1 && node->op[length - 1] == '='
      && !strchr ("=!<>", node->op[0]))
    return node->children[0];
  if (node->kind == RP_C_BINARY && (!strcmp (node->op, "<<=") || !strcmp (node->op, ">>=")))
    return node->children[0];
  return NULL;
}

/* Returns the place x of an `atomic capture` with two statements, one that reads x and one that assigns to x. Returns
 * NULL if BLOCK has none of these forms:
 *    { v = x; x += e; }   { x = x + e; v = x; }   { v = x; x = e; } */
static const rp_c_node *
captured_place (rp_walker *w, const rp_c_node *block)
{
  const rp_c_node *plain = NULL;
  for (uint32_t i = 0; i < block->count; i++)
    {
      const rp_c_node *child = block->children[i];
      const rp_c_node *place = atomic_place (child, false);
      bool is_plain = child->kind == RP_C_BINARY && !strcmp (child->op, "=");
      if (place && !is_plain)
        return place;
      const rp_c_node *other = block->children[block->count - 1 - i];
      if (place && other->kind == RP_C_BINARY && !strcmp (other->op, "=")
          && !strcmp (rp_c_text (w, other->children[1]), rp_c_text (w, place)))
        plain = place;
    }
  return plain;
}

/* Whether NODE has effects: an assignment, a call of a function of the sources or through a pointer, a statement in an
 * expression, or code that is not understood. */
static bool
has_effects (const rp_c_node *node)
{
  if (!node)
    return false;
  bool is_outside = node->kind == RP_C_CALL && node->children[0]->kind == RP_C_NAME
                    && node->children[0]->decl && node->children[0]->decl->is_function
                    && !node->children[0]->decl->function;
  if (rp_c_is_assignment (node) || (node->kind == RP_C_CALL && !is_outside)
      || node->kind > RP_C_EXPRESSION || (node->kind == RP_C_EXPRESSION && node->text))
    return true;
  for (uint32_t i = 0; i < node->count; i++)
    if (has_effects (node->children[i]))
      return true;
  return false;
}

/* Whether NODE, a statement of an atomic construct, has effects that the construct does not allow. NODE may have up to
 * DEPTH assignments, nested as in v = x += e. */
static bool
does_more (const rp_c_node *node, int depth)
{
  node = rp_c_bare (node);
  if (depth == 0 || !rp_c_is_assignment (node))
    return has_effects (node);
  return has_effects (node->children[0])
         || (node->kind == RP_C_BINARY && does_more (node->children[1], depth - 1));
}

static void
walk_atomic (rp_walker *w, const rp_c_node *node)
{
  const rp_c_directive *d = node->directive;
  const rp_c_node *statement = node->children[0];
  const char *outer = w->around.atomic;
  bool is_read = rp_c_clause_find (d, "read") != NULL || strstr (d->name, "read");
  while (statement->kind == RP_C_BLOCK && statement->count == 1)
    statement = statement->children[0];
  const rp_c_node *place = statement->kind == RP_C_BLOCK ? captured_place (w, statement)
                                                         : atomic_place (statement, is_read);
  bool is_odd = false;
  for (uint32_t i = 0; statement->kind == RP_C_BLOCK && i < statement->count; i++)
    is_odd |= does_more (statement->children[i], 1);
  if (statement->kind != RP_C_BLOCK)
    is_odd = does_more (statement, rp_c_clause_find (d, "capture") ? 2 : 1);
  if (!place || is_odd || rp_c_clause_find (d, "compare"))
    rp_c_note (w, d->at, true, "an atomic construct of this form is not handled");
  else
    w->around.atomic = rp_c_text (w, place);
  rp_c_walk (w, statement);
  rp_c_flush (w);
  w->around.atomic = outer;
}

static void
walk_ordered (rp_walker *w, const rp_c_node *node)
{
  rp_c_ordered *section = w->around.ordered;
  if (!section || section->begin || w->dims.count != section->last_dim)
    {
      /* the section is not understood: its order is not used, and findings about its accesses are not certain */
      rp_c_doubts trusted = rp_c_add_doubt (w, node->directive->at, false,
                                            "the order of this ordered section is not used");
      if (node->count)
        rp_c_walk (w, node->children[0]);
      rp_c_restore_doubts (w, trusted);
      return;
    }
  section->begin = rp_c_add_event (w, node->directive->at);
  rp_c_walk (w, node->children[0]);
  section->end = rp_c_add_event (w, node->directive->at);
}

/* ---- the rest ---- */

static void
walk_barrier (rp_walker *w, const rp_c_directive *d)
{
  if (!w->around.team || w->around.team->is_league)
    rp_c_note (w, d->at, true, "a barrier outside any parallel construct is not handled here");
  else if (w->around.is_in_worksharing)
    rp_c_note (w, d->at, true, "a barrier inside a worksharing construct or task");
  else
    rp_c_add_advance (w, d->at);
}

/* If NAME begins with WORD, returns the position behind WORD and one space; else NULL. */
static const char *
after_word (const char *name, const char *word)
{
  size_t length = strlen (word);
  if (strncmp (name, word, length) || (name[length] && name[length] != ' '))
    return NULL;
  return name + length + (name[length] == ' ');
}

void
rp_c_walk_rest (rp_walker *w, const rp_c_node *node, const char *name, bool is_combined)
{
  const rp_c_directive *d = node->directive;
  const char *rest;
  if ((rest = after_word (name, "parallel")))
    rp_c_walk_parallel (w, node, rest, RP_C_TEAM);
  else if ((rest = after_word (name, "target")))
    rp_c_walk_target (w, node, rest);
  else if ((rest = after_word (name, "teams")))
    rp_c_walk_teams (w, node, rest);
  else if ((rest = after_word (name, "distribute")))
    rp_c_walk_distribute (w, node, rest);
  else if (!strcmp (name, "for") || !strcmp (name, "for simd") || !strcmp (name, "loop"))
    rp_c_walk_shared_loop (w, node, is_combined);
  else if (!strcmp (name, "sections"))
    rp_c_walk_sections (w, node, is_combined);
  else if (!strcmp (name, "single"))
    rp_c_walk_single (w, node, is_combined);
  else if ((rest = after_word (name, "master")) || (rest = after_word (name, "masked")))
    walk_master (w, node, rest);
  else if (!strcmp (name, "critical"))
    walk_critical (w, node);
  else if (after_word (name, "atomic"))
    walk_atomic (w, node);
  else if (after_word (name, "ordered"))
    walk_ordered (w, node);
  else if (!strcmp (name, "barrier"))
    walk_barrier (w, d);
  else if (!strcmp (name, "task"))
    rp_c_walk_task (w, node);
  else if (!strcmp (name, "taskwait"))
    rp_c_walk_taskwait (w, d);
  else if (!strcmp (name, "taskgroup"))
    rp_c_walk_taskgroup (w, node);
  else if (!strcmp (name, "taskloop") || !strcmp (name, "taskloop simd"))
    rp_c_walk_taskloop (w, node);
  else if (!strcmp (name, "simd"))
    rp_c_walk_simd (w, node);
  else if (!strcmp (name, "flush") || !strcmp (name, "taskyield") || !strcmp (name, "nothing"))
    ;
  else
    rp_c_note (w, d->at, true, "the directive %s is not handled", d->name);
}

static bool
is_serial (const char *name)
{
  return !strcmp (name, "flush") || !strcmp (name, "nothing");
}

bool
rp_c_begins_region (const rp_c_directive *d)
{
  return !rp_c_is_about_memory (d->name)
         && (after_word (d->name, "parallel") || after_word (d->name, "target") || after_word (d->name, "teams")
             || after_word (d->name, "simd"));
}

void
rp_c_walk_directive (rp_walker *w, const rp_c_node *node)
{
  const rp_c_directive *d = node->directive;
  if (!w->form && rp_c_is_about_memory (d->name))
    {
      if (node->count)
        rp_c_walk (w, node->children[0]);
      return;
    }
  if (w->form)
    {
      rp_c_held_set held = rp_c_held_now (w);
      rp_c_mark_covered (w, node);
      rp_c_check_clauses (w, d);
      rp_c_walk_rest (w, node, d->name, false);
      rp_c_check_held (w, held, d->at);
      return;
    }
  if (rp_c_begins_region (d))
    {
      isl_set *outer = isl_set_copy (w->domain);
      rp_c_region_begin (w, node, d->name);
      rp_c_check_clauses (w, d);
      rp_c_walk_rest (w, node, d->name, false);
      rp_c_check_held (w, (rp_c_held_set) { NULL, 0 }, d->at);
      rp_c_region_end (w);
      isl_set_free (w->domain);
      w->domain = outer;
      rp_c_forget_assigned (w, node);
      return;
    }
  if (!is_serial (d->name))
    rp_c_add_orphan (w, node, d->name);
  if (node->count)
    rp_c_walk (w, node->children[0]);
}
