/* Walks through constructs whose work the threads of a team share: for, sections, single. */
#include "prove/c/walker/openmp.h"

#include <isl/set.h>
#include <string.h>

#define MAX_COLLAPSED 8

/* Whether the worksharing construct D is allowed here. Otherwise notes why not: there is no team to share the work, or
 * there is a worksharing construct around it. */
static bool
begin_worksharing (rp_walker *w, const rp_c_directive *d)
{
  bool is_of_league = w->around.team && w->around.team->is_league;
  if (!w->around.team || is_of_league != (strstr (d->name, "distribute") && is_of_league))
    rp_c_note (w, d->at, true, "%s outside any parallel construct is not handled here", d->name);
  else if (w->around.is_in_worksharing)
    rp_c_note (w, d->at, true, "%s inside another worksharing construct or task", d->name);
  else
    return true;
  return false;
}

/* Ends the construct with its barrier, if it has one. */
static void
end_worksharing (rp_walker *w, const rp_c_directive *d, bool is_combined)
{
  if (!is_combined && !rp_c_clause_find (d, "nowait"))
    {
      if (w->around.is_in_worksharing)
        rp_c_note (w, d->at, true, "a barrier inside a worksharing construct or task");
      rp_c_add_advance (w, d->at);
    }
}

const rp_c_node *
rp_c_inner_loop (const rp_c_node *node)
{
  while (node && node->kind == RP_C_BLOCK && node->count == 1)
    node = node->children[0];
  return node;
}

static void
write_last (rp_walker *w, const rp_c_directive *d, const rp_c_renamed_list *names,
            const rp_c_loop *loop)
{
  uint32_t count;
  if (!rp_c_has_last (names))
    return;
  isl_set *outer = w->domain;
  rp_c_doubts trusted = w->doubts;
  rp_c_restrict (w, isl_set_universe (isl_set_get_space (w->domain)));
  if (loop && loop->first && loop->limit)
    {
      rp_c_loop copy = *loop;
      isl_pw_aff *first = rp_c_extend (w, copy.first, (uint32_t) w->dims.count);
      isl_pw_aff *limit = rp_c_extend (w, copy.limit, (uint32_t) w->dims.count);
      isl_set *is_run = !strcmp (loop->relation, "<")
                          ? isl_pw_aff_lt_set (isl_pw_aff_copy (first), isl_pw_aff_copy (limit))
                        : !strcmp (loop->relation, "<=")
                          ? isl_pw_aff_le_set (isl_pw_aff_copy (first), isl_pw_aff_copy (limit))
                        : !strcmp (loop->relation, ">")
                          ? isl_pw_aff_gt_set (isl_pw_aff_copy (first), isl_pw_aff_copy (limit))
                          : isl_pw_aff_ge_set (isl_pw_aff_copy (first), isl_pw_aff_copy (limit));
      w->domain = isl_set_intersect (w->domain, is_run);
    }
  else if (loop)
    rp_c_add_doubt (w, d->at, false, "whether there is a last iteration is not known");
  isl_pw_aff **key = rp_c_iterators_without_thread (w, &count);
  rp_c_add_choice (w, w->choice_numbers++, key, count);
  rp_c_write_originals (w, d, names, true);
  w->choices.count--;
  rp_c_restore_doubts (w, trusted);
  rp_c_leave_domain (w, outer);
}

typedef struct outer_search
{
  const rp_walker *w;
  const rp_c_decl *found;
} outer_search;

static void
find_outer_private (void *context, const rp_c_decl *decl)
{
  outer_search *search = context;
  uint32_t variable = search->w->by_decl.current[decl->index];
  if (variable != RP_C_NONE && search->w->variables.items[variable].is_private)
    search->found = decl;
}

/* Notes a private variable of the thread that a `loop` construct assigns to. The iterations of the construct share this
 * variable and may run at the same time even in one thread [OpenMP 5.1, 2.11.7]. */
static void
check_concurrent (rp_walker *w, const rp_c_node *node)
{
  size_t length = strlen (node->directive->name);
  outer_search search = { w, NULL };
  if (length < 4 || strcmp (node->directive->name + length - 4, "loop"))
    return;
  rp_c_each_assigned (node->children[0], find_outer_private, &search);
  if (search.found)
    rp_c_note (w, node->directive->at, true,
               "%s is private to a thread, and iterations that assign to it may run at once",
               search.found->name);
}

/* Walks through a loop whose iterations the threads of the team share. */
void
rp_c_walk_shared_loop (rp_walker *w, const rp_c_node *node, bool is_combined)
{
  const rp_c_directive *d = node->directive;
  uint32_t depth = (uint32_t) rp_c_integer_argument (d, "collapse", 1), opened = 0;
  uint32_t first_dim = (uint32_t) w->dims.count, count;
  size_t choices = w->choices.count;
  rp_c_doubts trusted = w->doubts;
  rp_c_loop loops[MAX_COLLAPSED];
  isl_set *outer[MAX_COLLAPSED];
  rp_c_renamed_list names = { 0 };
  const rp_c_node *statement = node->children[0];
  const rp_c_clause *ordered = rp_c_clause_find (d, "ordered");
  if (!begin_worksharing (w, d))
    return;
  if (depth > MAX_COLLAPSED || depth == 0)
    {
      rp_c_note (w, d->at, true, "collapse (%s) is not handled",
                 rp_c_clause_find (d, "collapse")->text);
      depth = 1;
    }
  if (ordered && depth > 1)
    rp_c_note (w, d->at, true, "ordered with collapse is not handled");
  int64_t chunk = rp_c_read_chunk (w, d);
  check_concurrent (w, node);
  rp_c_take_data (w, d, &names);
  if (rp_c_has_lanes (d))
    rp_c_lanes_begin (w, d);
  w->around.is_in_worksharing = true;
  for (uint32_t k = 0; k < depth && k < MAX_COLLAPSED; k++)
    {
      statement = rp_c_inner_loop (statement);
      if (!statement || !rp_c_loop_read (statement, &loops[k]))
        {
          rp_c_note (w, statement ? statement->at : d->at, true,
                     "the loop is not in a form that is understood");
          break;
        }
      rp_c_rename (w, &names, loops[k].iterator, false);
      outer[k] = w->domain;
      loops[k].is_shared = true;
      rp_c_loop_enter (w, statement, &loops[k]);
      if (loops[k].may_wrap)
        rp_c_note (w, statement->at, true, "the iterator %s may wrap around",
                   loops[k].iterator->name);
      statement = statement->children[3];
      opened++;
    }
  if (opened == depth)
    {
      isl_pw_aff **key = rp_c_iterators_without_thread (w, &count);
      rp_c_add_choice (w, w->choice_numbers++, key, count);
      rp_c_choose_team (w, d);
      rp_c_choose_by_schedule (w, d, chunk, &loops[0], depth, first_dim);
      rp_c_ordered section = { .first_dim = first_dim,
                               .last_dim = (uint32_t) w->dims.count,
                               .thread_dim = ordered ? w->around.team->dim : RP_C_NONE,
                               .is_descending = loops[0].step < 0 };
      if (ordered && ordered->text)
        rp_c_add_doubt (w, d->at, false, "the orders of ordered (n) are not used");
      rp_c_lanes lanes;
      if (rp_c_has_lanes (d))
        rp_c_lanes_enter (w, d, &names, statement, &lanes);
      w->around.ordered = (ordered && !ordered->text) || rp_c_has_lanes (d) ? &section : NULL;
      rp_c_walk (w, statement);
      if (rp_c_has_lanes (d))
        rp_c_lanes_leave (w, d, &loops[0], depth, first_dim, &lanes);
      w->around.ordered = NULL;
      if (section.begin)
        RP_VEC_PUSH (&w->region.ordered_sections, section);
    }
  while (opened > 0)
    {
      rp_c_loop_leave (w);
      w->domain = outer[--opened];
    }
  if (rp_c_has_lanes (d))
    rp_c_lanes_end (w);
  rp_c_restore_doubts (w, trusted);
  w->choices.count = choices;
  w->around.is_in_worksharing = false;
  rp_c_restore_names (w, &names);
  rp_c_combine_reductions (w, d, &names);
  if (rp_c_has_last (&names))
    write_last (w, d, &names, depth == 1 ? &loops[0] : NULL);
  RP_VEC_CLEAR (&names.list);
  rp_c_forget_assigned (w, node->children[0]);
  end_worksharing (w, d, is_combined);
}

void
rp_c_walk_sections (rp_walker *w, const rp_c_node *node, bool is_combined)
{
  const rp_c_directive *d = node->directive;
  const rp_c_node *block = node->children[0];
  rp_c_renamed_list names = { 0 };
  if (!begin_worksharing (w, d))
    return;
  rp_c_take_data (w, d, &names);
  w->around.is_in_worksharing = true;
  uint32_t number = w->choice_numbers++;
  for (uint32_t i = 0; i < block->count; i++)
    {
      const rp_c_node *child = block->children[i];
      uint32_t count;
      isl_pw_aff **key = rp_c_iterators_without_thread (w, &count);
      key[count] = rp_c_constant (w, i);
      if (child->kind == RP_C_DIRECTIVE && !strcmp (child->directive->name, "section"))
        {
          rp_c_mark_covered (w, child);
          child = child->children[0];
        }
      rp_c_add_choice (w, number, key, count + 1);
      rp_c_forget_assigned (w, block);
      rp_c_walk (w, child);
      w->choices.count--;
    }
  w->around.is_in_worksharing = false;
  rp_c_restore_names (w, &names);
  rp_c_combine_reductions (w, d, &names);
  write_last (w, d, &names, NULL);
  RP_VEC_CLEAR (&names.list);
  rp_c_forget_assigned (w, block);
  end_worksharing (w, d, is_combined);
}

/* Handles copyprivate, which copies a value into the copies of all threads. This write is not recorded. So a variable
 * is only accepted if it is a number that no other thread can reach. */
static void
take_copyprivate (rp_walker *w, const rp_c_directive *d)
{
  for (size_t i = 0; i < d->clauses.count; i++)
    for (uint32_t k = 0;
         k < d->clauses.items[i].count && !strcmp (d->clauses.items[i].name, "copyprivate"); k++)
      {
        const rp_c_decl *decl = d->clauses.items[i].arguments[k]->decl;
        uint32_t variable = decl ? rp_c_variable_of (w, decl) : RP_C_NONE;
        if (!decl || decl->type->kind > RP_C_REAL || !w->variables.items[variable].is_hidden)
          rp_c_note (w, d->at, true, "copyprivate (%s) is not handled", d->clauses.items[i].text);
        else
          rp_c_forget (w, variable, true);
      }
}

void
rp_c_walk_single (rp_walker *w, const rp_c_node *node, bool is_combined)
{
  const rp_c_directive *d = node->directive;
  rp_c_renamed_list names = { 0 };
  uint32_t count;
  if (!begin_worksharing (w, d))
    return;
  rp_c_take_data (w, d, &names);
  isl_pw_aff **key = rp_c_iterators_without_thread (w, &count);
  rp_c_add_choice (w, w->choice_numbers++, key, count);
  w->around.is_in_worksharing = true;
  rp_c_walk (w, node->children[0]);
  rp_c_flush (w);
  w->around.is_in_worksharing = false;
  w->choices.count--;
  rp_c_restore_names (w, &names);
  RP_VEC_CLEAR (&names.list);
  /* the other threads do not have the values that were assigned here, unless copyprivate passes them on */
  rp_c_forget_assigned (w, node->children[0]);
  take_copyprivate (w, d);
  end_worksharing (w, d, is_combined);
}
