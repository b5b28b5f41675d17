/* OpenMP's directives [OpenMP 5.1] in the form's terms:
 *
 *   parallel            clocked finish, a loop over the threads, clocked async
 *   barrier             advance; those at the end of worksharing constructs, too
 *   for, sections,      run in the thread's own path, with the thread as a free dimension and a
 *   single              choice: each iteration, or section, is executed by one thread
 *   master              where the thread is 0
 *   task                clocked async without advances: barriers wait for tasks
 *   taskgroup           finish
 *   taskwait, ordered   events and edges
 *   critical, atomic    sections that exclude each other
 *   reduction,          private copies; the original is written where the construct ends, before
 *   lastprivate         its barrier
 *
 * The order in which one thread executes its iterations is immaterial. Which thread executes which
 * is left open, but for what schedule (static) promises: iterations of the same number, in loops of
 * equally many, go to the same thread. */
#include "cfront/walker.h"

#include "base/panic.h"

#include <isl/set.h>
#include <isl/val.h>
#include <stdlib.h>
#include <string.h>

#define MOST_COLLAPSED 8
#define SMALL_TEAM 4

/* ---- clauses ---- */

/* Clauses that change nothing here, or are looked at where they matter. */
static const char *const known_clauses[]
  = { "private",    "firstprivate", "lastprivate", "shared",      "reduction", "copyprivate",
      "copyin",     "linear",       "num_threads", "if",          "final",     "filter",
      "schedule",   "nowait",       "collapse",    "ordered",     "default",   "proc_bind",
      "untied",     "mergeable",    "priority",    "hint",        "safelen",   "simdlen",
      "aligned",    "nontemporal",  "nogroup",     "grainsize",   "num_tasks", "depend",
      "seq_cst",    "acq_rel",      "acquire",     "release",     "relaxed",   "read",
      "write",      "update",       "capture",     "compare",     "threads",   "allocate",
      "in_reduction", "task_reduction", "affinity", "" };

static void
check_clauses (rp_walker *w, const rp_c_directive *d)
{
  for (size_t i = 0; i < d->clauses.count; i++)
    {
      const rp_c_clause *clause = &d->clauses.items[i];
      bool is_known = false;
      for (size_t k = 0; k < sizeof known_clauses / sizeof *known_clauses; k++)
        is_known |= !strcmp (known_clauses[k], clause->name);
      if (!is_known)
        rp_c_note (w, d->at, true, "the clause %s is not handled", clause->name);
      if (!strcmp (clause->name, "default") && clause->text && !strstr (clause->text, "shared")
          && !strstr (clause->text, "none"))
        rp_c_note (w, d->at, true, "default (%s) is not handled", clause->text);
    }
}

/* The value of a clause's argument, or NULL. */
static const rp_c_node *
argument_of (const rp_c_directive *d, const char *name)
{
  const rp_c_clause *clause = rp_c_clause_find (d, name);
  return clause && clause->count ? clause->arguments[0] : NULL;
}

static int64_t
integer_of (const rp_c_directive *d, const char *name, int64_t otherwise)
{
  const rp_c_clause *clause = rp_c_clause_find (d, name);
  char *end = NULL;
  long value = clause && clause->text ? strtol (clause->text, &end, 0) : 0;
  return end && end != clause->text && value > 0 ? value : otherwise;
}

/* ---- data ---- */

typedef struct renamed
{
  const rp_c_decl *decl;
  uint32_t old;
  bool is_reduced, is_last;
} renamed;

/* The names that a construct gives a new meaning. */
typedef struct data
{
  RP_VEC (renamed) list;
} data;

static renamed *
rename_variable (rp_walker *w, data *names, const rp_c_decl *decl, bool keeps_value)
{
  uint32_t old = rp_c_variable_of (w, decl);
  rp_c_value value = w->variables.items[old].value;
  if (keeps_value && w->form && !w->variables.items[old].is_private && w->is_written[decl->index])
    value = (rp_c_value) { .is_derived = true };
  for (size_t i = 0; i < names->list.count; i++)
    if (names->list.items[i].decl == decl)
      return &names->list.items[i];
  uint32_t variable = rp_c_make_private (w, decl);
  if (keeps_value && w->variables.items[variable].is_hidden)
    w->variables.items[variable].value = value;
  RP_VEC_PUSH (&names->list, (renamed) { decl, old, false, false });
  return &RP_VEC_LAST (&names->list);
}

static void
read_original (rp_walker *w, const rp_c_node *item)
{
  const rp_c_location *from = rp_c_locate (w, item);
  rp_c_record (w, from, false, item);
}

static bool
is_in_clause (const rp_c_directive *d, const char *name, const rp_c_decl *decl)
{
  for (size_t i = 0; i < d->clauses.count; i++)
    for (uint32_t k = 0; k < d->clauses.items[i].count && !strcmp (d->clauses.items[i].name, name);
         k++)
      if (d->clauses.items[i].arguments[k]->decl == decl)
        return true;
  return false;
}

/* What the clauses make private. The values that firstprivate takes are read here, unless that is
 * before the team begins; lastprivate waits for it [OpenMP 5.1, 2.21.4.5]. */
static void
take_data (rp_walker *w, const rp_c_directive *d, data *names)
{
  bool is_before = !strncmp (d->name, "parallel", 8);
  for (size_t i = 0; i < d->clauses.count; i++)
    {
      const rp_c_clause *clause = &d->clauses.items[i];
      const char *name = clause->name;
      bool is_first = !strcmp (name, "firstprivate"), is_last = !strcmp (name, "lastprivate");
      bool is_reduced = !strcmp (name, "reduction");
      bool is_linear = !strcmp (name, "linear");
      bool is_plain = !strcmp (name, "private") || !strcmp (name, "in_reduction");
      if (!is_first && !is_last && !is_reduced && !is_linear && !is_plain)
        continue;
      for (uint32_t k = 0; k < clause->count; k++)
        {
          const rp_c_node *item = clause->arguments[k];
          if (item->kind != RP_C_NAME || !item->decl)
            continue;
          if (is_reduced && item->decl->type->kind == RP_C_POINTER)
            rp_c_note (w, d->at, true, "a reduction of an array section is not handled");
          if (is_first && !is_before && !is_in_clause (d, "lastprivate", item->decl))
            read_original (w, item);
          renamed *one = rename_variable (w, names, item->decl, is_first);
          one->is_reduced |= is_reduced;
          one->is_last |= is_last || is_linear;
        }
    }
  rp_c_flush (w);
}

static void
restore_names (rp_walker *w, data *names)
{
  for (size_t i = names->list.count; i-- > 0;)
    w->current[names->list.items[i].decl->index] = names->list.items[i].old;
}

/* Originals that get a value at the construct's end. */
static void
write_originals (rp_walker *w, const rp_c_directive *d, const data *names, bool is_last)
{
  for (size_t i = 0; i < names->list.count; i++)
    {
      const renamed *one = &names->list.items[i];
      if (!(is_last ? one->is_last : one->is_reduced))
        continue;
      rp_c_node name = { .kind = RP_C_NAME,
                         .at = d->at,
                         .decl = (rp_c_decl *) one->decl,
                         .text = one->decl->name,
                         .type = one->decl->type };
      for (size_t k = 0; k < d->clauses.count; k++)
        for (uint32_t j = 0; j < d->clauses.items[k].count; j++)
          if (d->clauses.items[k].arguments[j]->decl == one->decl)
            {
              name.at = d->clauses.items[k].arguments[j]->at;
              name.span = d->clauses.items[k].arguments[j]->span;
            }
      rp_c_record (w, rp_c_locate (w, &name), true, &name);
    }
  rp_c_flush (w);
}

static bool
has_last (const data *names)
{
  for (size_t i = 0; i < names->list.count; i++)
    if (names->list.items[i].is_last)
      return true;
  return false;
}

static uint32_t
section_variable (rp_walker *w, const char *name)
{
  for (uint32_t i = 0; i < w->variables.count; i++)
    if (!w->variables.items[i].decl && !strcmp (w->variables.items[i].name, name))
      return i;
  return rp_c_pseudo_variable (w, name, NULL);
}

/* Each thread adds its part to the original, one at a time. */
static void
combine_reductions (rp_walker *w, const rp_c_directive *d, const data *names)
{
  rp_c_flush (w);
  RP_VEC_PUSH (&w->held, (rp_c_held) { section_variable (w, "(reduction)"), NULL });
  write_originals (w, d, names, false);
  w->held.count--;
}

/* ---- domains ---- */

static void
restrict_domain (rp_walker *w, isl_set *taken)
{
  rp_c_flush (w);
  w->domain = isl_set_intersect (isl_set_copy (w->domain), taken);
}

static void
leave_domain (rp_walker *w, isl_set *outer)
{
  rp_c_flush (w);
  isl_set_free (w->domain);
  w->domain = outer;
}

static isl_set *
is_equal (isl_pw_aff *a, isl_pw_aff *b)
{
  return isl_pw_aff_eq_set (isl_pw_aff_copy (a), isl_pw_aff_copy (b));
}

/* ---- parallel ---- */

static void walk_rest (rp_walker *w, const rp_c_node *node, const char *name, bool is_combined);

static int64_t
constant_value (isl_pw_aff *value)
{
  if (!value || isl_pw_aff_is_cst (value) != isl_bool_true || isl_pw_aff_n_piece (value) != 1)
    return 0;
  isl_set *domain = isl_pw_aff_domain (isl_pw_aff_copy (value));
  isl_val *number = isl_pw_aff_eval (isl_pw_aff_copy (value), isl_set_sample_point (domain));
  int64_t result = isl_val_is_int (number) == isl_bool_true ? isl_val_get_num_si (number) : 0;
  isl_val_free (number);
  return result;
}

/* Each team of a region has a size of its own; regions have nothing to do with each other, and use
 * the same parameters. */
static isl_pw_aff *
team_size (rp_walker *w, const rp_c_directive *d)
{
  if (w->team_count == w->team_sizes.count)
    RP_VEC_PUSH (&w->team_sizes, rp_c_parameter (w, "threads", false, d->at));
  return w->team_sizes.items[w->team_count++];
}

/* The threads: dimension and async are added, the domain is a new one. */
static void
open_team (rp_walker *w, const rp_c_directive *d, rp_c_team *team)
{
  const rp_c_node *wanted = argument_of (d, "num_threads"), *when = argument_of (d, "if");
  isl_pw_aff *most = wanted ? rp_c_evaluate (w, wanted).number : NULL;
  rp_c_truth truth = when ? rp_c_decide (w, when)
                          : (rp_c_truth) { isl_set_copy (w->domain), NULL, true };
  rp_c_flush (w);
  *team = (rp_c_team) { .outer = w->team,
                        .dim = (uint32_t) w->names.count,
                        .size = team_size (w, d),
                        .constant_size = constant_value (most),
                        .static_number = w->choice_numbers++ };
  isl_set *positive = isl_pw_aff_pos_set (isl_pw_aff_copy (team->size));
  w->limits = isl_set_intersect (w->limits, isl_set_copy (positive));
  isl_set_free (positive);
  rp_c_push (w, RP_TOKEN_FINISH, true, d->at);
  rp_c_open_dimension (w, "thread", false, d->at);
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
      isl_set *alone = is_equal (thread, rp_c_constant (w, 0));
      isl_set *yes = isl_set_add_dims (isl_set_copy (truth.yes), isl_dim_set, 1);
      w->domain = isl_set_intersect (w->domain, isl_set_union (alone, yes));
      /* the team has one thread then */
      isl_pw_aff *one = rp_c_constant (w, 1);
      isl_set *single = is_equal (size, one);
      yes = isl_set_add_dims (isl_set_copy (truth.yes), isl_dim_set, 1);
      w->domain = isl_set_intersect (w->domain, isl_set_union (single, yes));
    }
  else if (!truth.is_exact)
    rp_c_doubt (w, when->at, false,
                "the condition of the if clause is not affine; both outcomes are considered");
  isl_set_free (truth.yes);
  isl_set_free (truth.no);
  rp_c_push (w, RP_TOKEN_ASYNC, true, d->at);
  w->team = team;
}

static void
walk_parallel (rp_walker *w, const rp_c_node *node, const char *rest)
{
  const rp_c_directive *d = node->directive;
  isl_set *outer = w->domain;
  rp_c_doubts trusted = { w->inexact, w->uncertain };
  bool is_in_worksharing = w->is_in_worksharing;
  size_t held_base = w->held_base;
  rp_c_ordered *ordered = w->ordered;
  rp_c_team team;
  data names = { 0 };
  open_team (w, d, &team);
  w->uncertain = NULL;
  w->held_base = w->held.count;
  w->is_in_worksharing = false;
  w->ordered = NULL;
  if (*rest)
    walk_rest (w, node, rest, true);
  else
    {
      take_data (w, d, &names);
      rp_c_walk (w, node->children[0]);
      restore_names (w, &names);
      combine_reductions (w, d, &names);
    }
  rp_c_flush (w);
  RP_VEC_CLEAR (&names.list);
  w->ordered = ordered;
  w->is_in_worksharing = is_in_worksharing;
  w->held_base = held_base;
  w->team = team.outer;
  w->path.count -= 2;
  rp_c_loop_leave (w);
  w->path.count -= 2;
  w->domain = outer;
  rp_c_trust (w, trusted);
  rp_c_forget_assigned (w, node->children[0]);
}

/* ---- worksharing ---- */

/* Whether a worksharing construct may stand here; threads that share the work are needed. */
static bool
begin_worksharing (rp_walker *w, const rp_c_directive *d)
{
  if (!w->team)
    rp_c_note (w, d->at, true, "%s outside any parallel construct is not handled here", d->name);
  else if (w->is_in_worksharing)
    rp_c_note (w, d->at, true, "%s inside another worksharing construct or task", d->name);
  else
    return true;
  return false;
}

/* The construct's end: what it leaves in the originals, and its barrier. */
static void
end_worksharing (rp_walker *w, const rp_c_directive *d, bool is_combined)
{
  if (!is_combined && !rp_c_clause_find (d, "nowait"))
    {
      if (w->is_in_worksharing)
        rp_c_note (w, d->at, true, "a barrier inside a worksharing construct or task");
      rp_c_add_advance (w, d->at);
    }
}

static bool
is_static (const rp_c_directive *d)
{
  const rp_c_clause *clause = rp_c_clause_find (d, "schedule");
  if (!clause || !clause->text)
    return false;
  const char *kind = strchr (clause->text, ':');
  kind = kind ? kind + 1 : clause->text;
  while (*kind == ' ')
    kind++;
  return !strncmp (kind, "static", 6);
}

static bool
is_dynamic (const rp_c_directive *d)
{
  const rp_c_clause *clause = rp_c_clause_find (d, "schedule");
  return clause && clause->text && strstr (clause->text, "dynamic");
}

/* The number of the iteration at hand, 0 being the first; NULL if it is not affine. */
static isl_pw_aff *
iteration_number (rp_walker *w, const rp_c_loop *loop, uint32_t dim)
{
  isl_pw_aff *first = rp_c_extend (w, loop->first, dim);
  if (!first)
    return NULL;
  isl_pw_aff *x = isl_pw_aff_copy (rp_c_dimension (w, dim));
  isl_pw_aff *steps = loop->step > 0 ? isl_pw_aff_sub (x, isl_pw_aff_copy (first))
                                     : isl_pw_aff_sub (isl_pw_aff_copy (first), x);
  int64_t size = loop->step > 0 ? loop->step : -loop->step;
  steps = isl_pw_aff_scale_down_val (steps, isl_val_int_from_si (w->isl, size));
  return rp_c_pool (w, isl_pw_aff_floor (steps));
}

/* How many iterations there are, if there is one; NULL if that is not affine. */
static isl_pw_aff *
iteration_count (rp_walker *w, const rp_c_loop *loop, uint32_t dim)
{
  isl_pw_aff *first = rp_c_extend (w, loop->first, dim), *limit = rp_c_extend (w, loop->limit, dim);
  if (!first || !limit)
    return NULL;
  isl_pw_aff *distance
    = loop->step > 0 ? isl_pw_aff_sub (isl_pw_aff_copy (limit), isl_pw_aff_copy (first))
                     : isl_pw_aff_sub (isl_pw_aff_copy (first), isl_pw_aff_copy (limit));
  int64_t size = loop->step > 0 ? loop->step : -loop->step;
  int64_t more = size - 1 + (loop->relation[1] == '=');
  distance = isl_pw_aff_add (distance, isl_pw_aff_copy (rp_c_constant (w, more)));
  distance = isl_pw_aff_scale_down_val (distance, isl_val_int_from_si (w->isl, size));
  return rp_c_pool (w, isl_pw_aff_floor (distance));
}

/* Chunks are dealt round: chunk NUMBER goes to thread NUMBER mod the size of the team, which is
 * affine if that is a constant. So it is said for small teams, and for the first round of all. */
static void
deal_round (rp_walker *w, isl_pw_aff *number)
{
  int64_t most = w->team->constant_size > SMALL_TEAM && w->team->constant_size <= 4 * SMALL_TEAM
                   ? w->team->constant_size
                   : SMALL_TEAM;
  isl_pw_aff *thread = rp_c_dimension (w, w->team->dim);
  isl_pw_aff *size = rp_c_extend (w, w->team->size, 0);
  isl_set *first = isl_pw_aff_lt_set (isl_pw_aff_copy (number), isl_pw_aff_copy (size));
  isl_set *large
    = isl_pw_aff_gt_set (isl_pw_aff_copy (size), isl_pw_aff_copy (rp_c_constant (w, most)));
  isl_set *later = isl_set_subtract (large, isl_set_copy (first));
  isl_set *all = isl_set_union (isl_set_intersect (first, is_equal (thread, number)), later);
  for (int64_t p = 1; p <= most; p++)
    {
      isl_pw_aff *dealt
        = isl_pw_aff_mod_val (isl_pw_aff_copy (number), isl_val_int_from_si (w->isl, p));
      isl_set *here = isl_pw_aff_eq_set (isl_pw_aff_copy (thread), dealt);
      here = isl_set_intersect (here, is_equal (size, rp_c_constant (w, p)));
      all = isl_set_union (all, here);
    }
  w->domain = isl_set_intersect (w->domain, isl_set_coalesce (all));
}

/* What is known of the thread of an iteration beyond that there is one. */
static void
choose_by_schedule (rp_walker *w, const rp_c_directive *d, const rp_c_loop *loop, uint32_t depth,
                    uint32_t first_dim)
{
  if (!is_static (d) && !is_dynamic (d))
    return;
  const rp_c_node *given = argument_of (d, "schedule");
  int64_t chunk = given ? constant_value (rp_c_evaluate (w, given).number) : 0;
  isl_pw_aff *number = depth == 1 ? iteration_number (w, loop, first_dim) : NULL;
  isl_pw_aff *count = depth == 1 ? iteration_count (w, loop, first_dim) : NULL;
  bool is_known = number && (given ? chunk > 0 : !is_static (d) || count != NULL);
  if (!is_known || (is_static (d) && !given && w->team->constant_size))
    {
      rp_c_doubt (w, d->at, false, "which iterations share a thread is not known exactly");
      if (!is_known)
        return;
    }
  if (given)
    {
      isl_pw_aff *parts = isl_pw_aff_scale_down_val (isl_pw_aff_copy (number),
                                                     isl_val_int_from_si (w->isl, chunk));
      number = rp_c_pool (w, isl_pw_aff_floor (parts));
      count = rp_c_constant (w, 0);
    }
  isl_pw_aff **key
    = rp_arena_alloc (&w->program->arena, (w->names.count + 4) * sizeof *key);
  uint32_t size = 0;
  /* a static schedule is the same whenever the loop is executed, a dynamic one is not */
  uint32_t outer = is_static (d) ? w->team->dim : first_dim;
  for (uint32_t i = 0; i < outer; i++)
    if (i != w->team->dim)
      key[size++] = rp_c_dimension (w, i);
  key[size++] = rp_c_constant (w, chunk);
  key[size++] = number;
  if (is_static (d))
    key[size++] = count;
  if (is_static (d) || given)
    rp_c_add_choice (w, is_static (d) ? w->team->static_number : w->choice_numbers++, key, size);
  if (is_static (d) && given)
    deal_round (w, number);
}

static const rp_c_node *
inner_loop (const rp_c_node *node)
{
  while (node && node->kind == RP_C_BLOCK && node->count == 1)
    node = node->children[0];
  return node;
}

static void
write_last (rp_walker *w, const rp_c_directive *d, const data *names, const rp_c_loop *loop)
{
  uint32_t count;
  if (!has_last (names))
    return;
  isl_set *outer = w->domain;
  rp_c_doubts trusted = { w->inexact, w->uncertain };
  restrict_domain (w, isl_set_universe (isl_set_get_space (w->domain)));
  if (loop && loop->first && loop->limit)
    {
      rp_c_loop copy = *loop;
      isl_pw_aff *first = rp_c_extend (w, copy.first, (uint32_t) w->names.count);
      isl_pw_aff *limit = rp_c_extend (w, copy.limit, (uint32_t) w->names.count);
      isl_set *is_run
        = !strcmp (loop->relation, "<")
            ? isl_pw_aff_lt_set (isl_pw_aff_copy (first), isl_pw_aff_copy (limit))
          : !strcmp (loop->relation, "<=")
            ? isl_pw_aff_le_set (isl_pw_aff_copy (first), isl_pw_aff_copy (limit))
          : !strcmp (loop->relation, ">")
            ? isl_pw_aff_gt_set (isl_pw_aff_copy (first), isl_pw_aff_copy (limit))
            : isl_pw_aff_ge_set (isl_pw_aff_copy (first), isl_pw_aff_copy (limit));
      w->domain = isl_set_intersect (w->domain, is_run);
    }
  else if (loop)
    rp_c_doubt (w, d->at, false, "whether there is a last iteration is not known");
  isl_pw_aff **key = rp_c_encounter (w, &count);
  rp_c_add_choice (w, w->choice_numbers++, key, count);
  write_originals (w, d, names, true);
  w->choices.count--;
  rp_c_trust (w, trusted);
  leave_domain (w, outer);
}

/* A loop whose iterations the threads of the team share. */
static void
walk_shared_loop (rp_walker *w, const rp_c_node *node, bool is_combined)
{
  const rp_c_directive *d = node->directive;
  uint32_t depth = (uint32_t) integer_of (d, "collapse", 1), opened = 0;
  uint32_t first_dim = (uint32_t) w->names.count, count;
  size_t choices = w->choices.count;
  rp_c_doubts trusted = { w->inexact, w->uncertain };
  rp_c_loop loops[MOST_COLLAPSED];
  isl_set *outer[MOST_COLLAPSED];
  data names = { 0 };
  const rp_c_node *statement = node->children[0];
  const rp_c_clause *ordered = rp_c_clause_find (d, "ordered");
  if (!begin_worksharing (w, d))
    return;
  if (depth > MOST_COLLAPSED || (rp_c_clause_find (d, "collapse") && depth == 1
                                 && strcmp (rp_c_clause_find (d, "collapse")->text, "1")))
    rp_c_note (w, d->at, true, "collapse (%s) is not handled",
               rp_c_clause_find (d, "collapse")->text);
  take_data (w, d, &names);
  w->is_in_worksharing = true;
  for (uint32_t k = 0; k < depth && k < MOST_COLLAPSED; k++)
    {
      statement = inner_loop (statement);
      if (!statement || !rp_c_loop_read (statement, &loops[k]))
        {
          rp_c_note (w, statement ? statement->at : d->at, true,
                     "the loop is not in a form that is understood");
          break;
        }
      rename_variable (w, &names, loops[k].iterator, false);
      outer[k] = w->domain;
      rp_c_loop_enter (w, statement, &loops[k]);
      statement = statement->children[3];
      opened++;
    }
  if (opened == depth)
    {
      isl_pw_aff **key = rp_c_encounter (w, &count);
      rp_c_add_choice (w, w->choice_numbers++, key, count);
      choose_by_schedule (w, d, &loops[0], depth, first_dim);
      rp_c_ordered section = { .first_dim = first_dim,
                               .last_dim = (uint32_t) w->names.count,
                               .thread_dim = w->team->dim,
                               .is_descending = loops[0].step < 0 };
      if (ordered && ordered->text)
        rp_c_doubt (w, d->at, false, "the orders of ordered (n) are not used");
      w->ordered = ordered && !ordered->text ? &section : NULL;
      rp_c_walk (w, statement);
      w->ordered = NULL;
      if (section.begin)
        RP_VEC_PUSH (&w->ordered_sections, section);
    }
  while (opened > 0)
    {
      rp_c_loop_leave (w);
      w->domain = outer[--opened];
    }
  rp_c_trust (w, trusted);
  w->choices.count = choices;
  w->is_in_worksharing = false;
  restore_names (w, &names);
  combine_reductions (w, d, &names);
  if (has_last (&names))
    write_last (w, d, &names, depth == 1 ? &loops[0] : NULL);
  RP_VEC_CLEAR (&names.list);
  rp_c_forget_assigned (w, node->children[0]);
  end_worksharing (w, d, is_combined);
}

static void
walk_sections (rp_walker *w, const rp_c_node *node, bool is_combined)
{
  const rp_c_directive *d = node->directive;
  const rp_c_node *block = node->children[0];
  data names = { 0 };
  if (!begin_worksharing (w, d))
    return;
  take_data (w, d, &names);
  w->is_in_worksharing = true;
  uint32_t number = w->choice_numbers++;
  for (uint32_t i = 0; i < block->count; i++)
    {
      const rp_c_node *child = block->children[i];
      uint32_t count;
      isl_pw_aff **key = rp_c_encounter (w, &count);
      key[count] = rp_c_constant (w, i);
      if (child->kind == RP_C_DIRECTIVE && !strcmp (child->directive->name, "section"))
        {
          rp_c_cover (w, child);
          child = child->children[0];
        }
      rp_c_add_choice (w, number, key, count + 1);
      rp_c_forget_assigned (w, block);
      rp_c_walk (w, child);
      w->choices.count--;
    }
  w->is_in_worksharing = false;
  restore_names (w, &names);
  combine_reductions (w, d, &names);
  write_last (w, d, &names, NULL);
  RP_VEC_CLEAR (&names.list);
  rp_c_forget_assigned (w, block);
  end_worksharing (w, d, is_combined);
}

static void
walk_single (rp_walker *w, const rp_c_node *node, bool is_combined)
{
  const rp_c_directive *d = node->directive;
  data names = { 0 };
  uint32_t count;
  if (!begin_worksharing (w, d))
    return;
  take_data (w, d, &names);
  isl_pw_aff **key = rp_c_encounter (w, &count);
  rp_c_add_choice (w, w->choice_numbers++, key, count);
  w->is_in_worksharing = true;
  rp_c_walk (w, node->children[0]);
  rp_c_flush (w);
  w->is_in_worksharing = false;
  w->choices.count--;
  restore_names (w, &names);
  RP_VEC_CLEAR (&names.list);
  /* the other threads do not have these values, or get them by copyprivate */
  rp_c_forget_assigned (w, node->children[0]);
  end_worksharing (w, d, is_combined);
}

/* master, masked: one known thread, and no barrier. */
static void
walk_master (rp_walker *w, const rp_c_node *node, const char *rest)
{
  const rp_c_directive *d = node->directive;
  const rp_c_node *filter = argument_of (d, "filter");
  isl_set *outer = w->domain;
  rp_c_doubts trusted = { w->inexact, w->uncertain };
  bool is_in_worksharing = w->is_in_worksharing;
  if (!w->team)
    {
      rp_c_note (w, d->at, true, "%s outside any parallel construct is not handled here", d->name);
      return;
    }
  isl_pw_aff *who = filter ? rp_c_evaluate (w, filter).number : rp_c_constant (w, 0);
  isl_pw_aff *thread = rp_c_dimension (w, w->team->dim);
  if (who)
    restrict_domain (w, is_equal (thread, who));
  else
    {
      restrict_domain (w, isl_set_universe (isl_set_get_space (w->domain)));
      rp_c_doubt (w, filter->at, true, "which thread this is is not known; any one is considered");
    }
  if (*rest)
    walk_rest (w, node, rest, true);
  else
    {
      w->is_in_worksharing = true;
      rp_c_walk (w, node->children[0]);
      w->is_in_worksharing = is_in_worksharing;
    }
  rp_c_trust (w, trusted);
  leave_domain (w, outer);
  rp_c_forget_assigned (w, node->children[0]);
}

/* ---- sections that exclude each other ---- */

static void
walk_critical (rp_walker *w, const rp_c_node *node)
{
  const rp_c_clause *name = rp_c_clause_find (node->directive, "");
  const char *text = rp_arena_format (&w->program->arena, "critical (%s)", name ? name->text : "");
  rp_c_flush (w);
  RP_VEC_PUSH (&w->held, (rp_c_held) { section_variable (w, text), NULL });
  rp_c_walk (w, node->children[0]);
  rp_c_flush (w);
  w->held.count--;
}

/* The place that an atomic construct accesses: the one that is changed, or the one that is read. */
static const rp_c_node *
atomic_place (const rp_c_node *node, bool is_read)
{
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

/* { v = x; x += e; }, { x = x + e; v = x; }, { v = x; x = e; }: x is what is assigned to and read in
 * the other statement. */
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

static void
walk_atomic (rp_walker *w, const rp_c_node *node)
{
  const rp_c_directive *d = node->directive;
  const rp_c_node *statement = node->children[0];
  const char *outer = w->atomic;
  bool is_read = rp_c_clause_find (d, "read") != NULL || strstr (d->name, "read");
  while (statement->kind == RP_C_BLOCK && statement->count == 1)
    statement = statement->children[0];
  const rp_c_node *place = statement->kind == RP_C_BLOCK ? captured_place (w, statement)
                                                         : atomic_place (statement, is_read);
  if (!place || rp_c_clause_find (d, "compare"))
    rp_c_note (w, d->at, true, "an atomic construct of this form is not handled");
  else
    w->atomic = rp_c_text (w, place);
  rp_c_walk (w, statement);
  rp_c_flush (w);
  w->atomic = outer;
}

static void
walk_ordered (rp_walker *w, const rp_c_node *node)
{
  rp_c_ordered *section = w->ordered;
  if (!section || section->begin || w->names.count != section->last_dim)
    {
      /* not understood: then its order is not used, and what it holds may not race */
      rp_c_doubts trusted
        = rp_c_doubt (w, node->directive->at, false, "the order of this ordered section is not used");
      if (node->count)
        rp_c_walk (w, node->children[0]);
      rp_c_trust (w, trusted);
      return;
    }
  section->begin = rp_c_add_event (w, node->directive->at);
  rp_c_walk (w, node->children[0]);
  section->end = rp_c_add_event (w, node->directive->at);
}

/* ---- tasks ---- */

static bool
is_shared_by (const rp_c_directive *d, const rp_c_decl *decl)
{
  const rp_c_clause *otherwise = rp_c_clause_find (d, "default");
  return (otherwise && otherwise->text && strstr (otherwise->text, "shared"))
         || is_in_clause (d, "shared", decl);
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
  data names = { 0 };
  size_t bytes = w->program->decls.count * sizeof *w->current;
  uint32_t *current = rp_arena_alloc (&w->program->arena, bytes + 1);
  memcpy (current, w->current, bytes);
  w->held_base = w->held.count;
  w->is_in_worksharing = true;
  w->ordered = NULL;
  w->atomic = NULL;
  copy_privates (w, d);
  /* firstprivate originals were read by the creator */
  for (size_t i = 0; i < d->clauses.count; i++)
    {
      const rp_c_clause *clause = &d->clauses.items[i];
      bool is_first = !strcmp (clause->name, "firstprivate");
      bool is_private = is_first || !strcmp (clause->name, "private")
                        || !strcmp (clause->name, "in_reduction")
                        || !strcmp (clause->name, "reduction")
                        || !strcmp (clause->name, "lastprivate");
      for (uint32_t k = 0; k < clause->count && is_private; k++)
        if (clause->arguments[k]->kind == RP_C_NAME && clause->arguments[k]->decl)
          rename_variable (w, &names, clause->arguments[k]->decl, is_first);
    }
  rp_c_walk (w, body);
  rp_c_flush (w);
  RP_VEC_CLEAR (&names.list);
  memcpy (w->current, current, bytes);
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
        read_original (w, d->clauses.items[i].arguments[k]);
  rp_c_flush (w);
}

/* Clauses whose orders are not used make what the task does uncertain. */
static void
doubt_task (rp_walker *w, const rp_c_directive *d)
{
  const rp_c_node *when = argument_of (d, "if");
  if (rp_c_clause_find (d, "depend"))
    rp_c_doubt (w, d->at, false, "the orders of depend clauses are not used");
  if (rp_c_clause_find (d, "final"))
    rp_c_doubt (w, d->at, false, "the final clause is not used");
  if (when && !(when->kind == RP_C_NUMBER && when->value))
    rp_c_doubt (w, d->at, false, "the if clause of the task is not used");
}

static void
walk_task (rp_walker *w, const rp_c_node *node)
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
  rp_c_push (w, RP_TOKEN_ASYNC, true, d->at);
  walk_task_body (w, d, node->children[0]);
  task.end = rp_c_add_event (w, d->at);
  RP_VEC_PUSH (&w->tasks, task);
  w->path.count -= 2;
  rp_c_trust (w, trusted);
}

static void
walk_taskwait (rp_walker *w, const rp_c_directive *d)
{
  if (rp_c_clause_find (d, "depend"))
    {
      rp_c_note (w, d->at, true, "taskwait with depend is not handled");
      return;
    }
  RP_VEC_PUSH (&w->waits, rp_c_add_event (w, d->at));
}

static void
walk_taskgroup (rp_walker *w, const rp_c_node *node)
{
  rp_c_push (w, RP_TOKEN_FINISH, false, node->directive->at);
  rp_c_walk (w, node->children[0]);
  rp_c_flush (w);
  w->path.count -= 2;
}

/* Each iteration a task, in a taskgroup of their own. */
static void
walk_taskloop (rp_walker *w, const rp_c_node *node)
{
  const rp_c_directive *d = node->directive;
  rp_c_doubts trusted = { w->inexact, w->uncertain };
  bool is_group = !rp_c_clause_find (d, "nogroup");
  isl_set *outer = w->domain;
  const rp_c_node *statement = inner_loop (node->children[0]);
  rp_c_loop loop;
  data names = { 0 };
  if (!w->team || integer_of (d, "collapse", 1) != 1 || rp_c_clause_find (d, "reduction")
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
    rp_c_push (w, RP_TOKEN_FINISH, false, d->at);
  rename_variable (w, &names, loop.iterator, false);
  rp_c_loop_enter (w, statement, &loop);
  rp_c_task task = { .creation = rp_c_add_event (w, d->at) };
  rp_c_push (w, RP_TOKEN_ASYNC, true, d->at);
  walk_task_body (w, d, statement->children[3]);
  task.end = rp_c_add_event (w, d->at);
  if (!is_group)
    RP_VEC_PUSH (&w->tasks, task);
  w->path.count -= 2;
  rp_c_loop_leave (w);
  w->domain = outer;
  restore_names (w, &names);
  RP_VEC_CLEAR (&names.list);
  w->path.count -= is_group ? 2 : 0;
  rp_c_trust (w, trusted);
}

/* ---- the rest ---- */

static void
walk_barrier (rp_walker *w, const rp_c_directive *d)
{
  if (!w->team)
    rp_c_note (w, d->at, true, "a barrier outside any parallel construct is not handled here");
  else if (w->is_in_worksharing)
    rp_c_note (w, d->at, true, "a barrier inside a worksharing construct or task");
  else
    rp_c_add_advance (w, d->at);
}

/* One thread, with copies of its own. */
static void
walk_simd (rp_walker *w, const rp_c_node *node)
{
  data names = { 0 };
  take_data (w, node->directive, &names);
  rp_c_walk (w, node->children[0]);
  restore_names (w, &names);
  write_originals (w, node->directive, &names, false);
  write_originals (w, node->directive, &names, true);
  RP_VEC_CLEAR (&names.list);
}

/* Behind WORD at the begin of NAME and the space that follows, or NULL. */
static const char *
after_word (const char *name, const char *word)
{
  size_t length = strlen (word);
  if (strncmp (name, word, length) || (name[length] && name[length] != ' '))
    return NULL;
  return name + length + (name[length] == ' ');
}

static void
walk_rest (rp_walker *w, const rp_c_node *node, const char *name, bool is_combined)
{
  const rp_c_directive *d = node->directive;
  const char *rest;
  if ((rest = after_word (name, "parallel")))
    walk_parallel (w, node, rest);
  else if (!strcmp (name, "for") || !strcmp (name, "for simd") || !strcmp (name, "loop"))
    walk_shared_loop (w, node, is_combined);
  else if (!strcmp (name, "sections"))
    walk_sections (w, node, is_combined);
  else if (!strcmp (name, "single"))
    walk_single (w, node, is_combined);
  else if ((rest = after_word (name, "master")) || (rest = after_word (name, "masked")))
    walk_master (w, node, rest);
  else if (!strcmp (name, "critical"))
    walk_critical (w, node);
  else if (after_word (name, "atomic"))
    walk_atomic (w, node);
  else if (!strcmp (name, "ordered"))
    walk_ordered (w, node);
  else if (!strcmp (name, "barrier"))
    walk_barrier (w, d);
  else if (!strcmp (name, "task"))
    walk_task (w, node);
  else if (!strcmp (name, "taskwait"))
    walk_taskwait (w, d);
  else if (!strcmp (name, "taskgroup"))
    walk_taskgroup (w, node);
  else if (!strcmp (name, "taskloop") || !strcmp (name, "taskloop simd"))
    walk_taskloop (w, node);
  else if (!strcmp (name, "simd"))
    walk_simd (w, node);
  else if (!strcmp (name, "flush") || !strcmp (name, "taskyield") || !strcmp (name, "nothing"))
    ;
  else
    rp_c_note (w, d->at, true, "the directive %s is not handled", d->name);
}

static bool
is_serial (const char *name)
{
  return !strcmp (name, "simd") || !strcmp (name, "flush") || !strcmp (name, "nothing");
}

void
rp_c_walk_directive (rp_walker *w, const rp_c_node *node)
{
  const rp_c_directive *d = node->directive;
  if (w->form)
    {
      rp_c_cover (w, node);
      check_clauses (w, d);
      walk_rest (w, node, d->name, false);
      return;
    }
  bool is_region = after_word (d->name, "parallel") || after_word (d->name, "target")
                   || after_word (d->name, "teams");
  if (is_region)
    {
      isl_set *outer = isl_set_copy (w->domain);
      rp_c_region_begin (w, node, d->name);
      check_clauses (w, d);
      walk_rest (w, node, d->name, false);
      rp_c_region_end (w);
      isl_set_free (w->domain);
      w->domain = outer;
      return;
    }
  if (!is_serial (d->name))
    rp_c_add_orphan (w, node, d->name);
  if (node->count)
    rp_c_walk (w, node->children[0]);
}
