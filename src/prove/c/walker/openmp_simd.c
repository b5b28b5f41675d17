/* simd: one thread executes several iterations at once, as lanes of vectors [OpenMP 5.1, 2.11.5.1]. In the form each
 * iteration is an activity of its own in a finish. So there is a race if one iteration writes a location that another
 * one accesses. With safelen (n), iterations at a distance of n or more are ordered. */
#include "prove/c/walker/openmp.h"

#include <string.h>

#define MAX_COLLAPSED 8

/* Whether D has simd, and iterations may run at once. With `if (simd : 0)' they may not. */
bool
rp_c_has_lanes (const rp_c_directive *d)
{
  const rp_c_node *when = rp_c_condition_of (d, "simd");
  return strstr (d->name, "simd") && !(when && when->kind == RP_C_NUMBER && !when->value);
}

void
rp_c_lanes_begin (rp_walker *w, const rp_c_directive *d)
{
  /* a lock that the thread holds is held by all of its lanes */
  if (w->held.count > w->around.held_base)
    rp_c_note (w, d->at, true, "simd where a lock is held is not handled");
  rp_c_push (w, RP_TOKEN_FINISH, false, d->at, "simd construct");
  w->around.has_lanes = true;
}

/* Gives each lane copies of the variables in NAMES. Hidden variables need no copies, since accesses to them are not
 * recorded. */
static void
copy_for_lanes (rp_walker *w, const rp_c_renamed_list *names)
{
  for (size_t i = 0; i < names->list.count; i++)
    {
      const rp_c_decl *decl = names->list.items[i].decl;
      if (!w->variables.items[w->by_decl.current[decl->index]].is_hidden)
        rp_c_make_private (w, decl);
    }
}

void
rp_c_lanes_enter (rp_walker *w, const rp_c_directive *d, const rp_c_renamed_list *names,
                  const rp_c_node *body, rp_c_lanes *lanes)
{
  const rp_c_node *when = rp_c_condition_of (d, "simd");
  *lanes = (rp_c_lanes) { 0 };
  if (when && when->kind != RP_C_NUMBER)
    rp_c_add_doubt (w, when->at, false, "whether iterations run at once is not known");
  rp_c_share_privates (w, body, names, &lanes->unhidden);
  copy_for_lanes (w, names);
  rp_c_push (w, RP_TOKEN_ASYNC, false, d->at, "iteration of the simd construct");
  if (rp_c_clause_find (d, "safelen"))
    lanes->begin = rp_c_add_event (w, d->at);
}

void
rp_c_lanes_leave (rp_walker *w, const rp_c_directive *d, const rp_c_loop *loop, uint32_t depth,
                  uint32_t first_dim, rp_c_lanes *lanes)
{
  int64_t length = rp_c_integer_argument (d, "safelen", 0);
  if (lanes->begin && depth == 1 && length > 0)
    {
      rp_c_simd_distance span = { .begin = lanes->begin,
                                  .end = rp_c_add_event (w, d->at),
                                  .dim = first_dim,
                                  .distance = length * (loop->step > 0 ? loop->step : -loop->step),
                                  .is_descending = loop->step < 0 };
      RP_VEC_PUSH (&w->region.simd_distances, span);
    }
  rp_c_flush (w);
  w->path.count -= 2;
  for (size_t i = 0; i < lanes->unhidden.count; i++)
    w->variables.items[lanes->unhidden.items[i]].is_hidden = true;
  RP_VEC_CLEAR (&lanes->unhidden);
}

void
rp_c_lanes_end (rp_walker *w)
{
  rp_c_flush (w);
  w->path.count -= 2;
  w->around.has_lanes = false;
}

/* Opens dimensions for the DEPTH nested loops of the construct, of which *STATEMENT is the first. Returns how many
 * loops could be opened. Stores the loops in LOOPS and the domains to restore in OUTER. *STATEMENT becomes the body of
 * the innermost loop. */
static uint32_t
open_loops (rp_walker *w, const rp_c_directive *d, uint32_t depth, rp_c_renamed_list *names,
            rp_c_loop *loops, isl_set **outer, const rp_c_node **statement)
{
  uint32_t opened = 0;
  for (; opened < depth; opened++)
    {
      *statement = rp_c_inner_loop (*statement);
      if (!*statement || !rp_c_loop_read (*statement, &loops[opened]))
        {
          rp_c_note (w, *statement ? (*statement)->at : d->at, true,
                     "the loop is not in a form that is understood");
          break;
        }
      rp_c_rename (w, names, loops[opened].iterator, false);
      outer[opened] = w->domain;
      loops[opened].is_shared = true;
      rp_c_loop_enter (w, *statement, &loops[opened]);
      if (loops[opened].may_wrap)
        rp_c_note (w, (*statement)->at, true, "the iterator %s may wrap around",
                   loops[opened].iterator->name);
      *statement = (*statement)->children[3];
    }
  return opened;
}

void
rp_c_walk_simd (rp_walker *w, const rp_c_node *node)
{
  const rp_c_directive *d = node->directive;
  uint32_t depth = (uint32_t) rp_c_integer_argument (d, "collapse", 1);
  uint32_t first_dim = (uint32_t) w->dims.count;
  rp_c_doubts trusted = w->doubts;
  rp_c_around around = w->around;
  const rp_c_node *statement = node->children[0];
  rp_c_loop loops[MAX_COLLAPSED];
  isl_set *outer[MAX_COLLAPSED];
  rp_c_renamed_list names = { 0 };
  rp_c_lanes lanes;
  if (depth > MAX_COLLAPSED || depth == 0)
    {
      rp_c_note (w, d->at, true, "collapse (%s) is not handled",
                 rp_c_clause_find (d, "collapse")->text);
      depth = 1;
    }
  if (rp_c_clause_find (d, "safelen") && depth > 1)
    rp_c_add_doubt (w, d->at, false, "safelen with collapse is not used");
  bool has_lanes = rp_c_has_lanes (d);
  if (has_lanes)
    rp_c_lanes_begin (w, d);
  rp_c_take_data (w, d, &names);
  w->around.is_in_worksharing = true;
  uint32_t opened = open_loops (w, d, depth, &names, loops, outer, &statement);
  if (opened == depth)
    {
      rp_c_ordered section = { .first_dim = first_dim,
                               .last_dim = (uint32_t) w->dims.count,
                               .thread_dim = RP_C_NONE,
                               .is_descending = loops[0].step < 0 };
      if (has_lanes)
        rp_c_lanes_enter (w, d, &names, statement, &lanes);
      w->around.ordered = &section;
      rp_c_walk (w, statement);
      if (has_lanes)
        rp_c_lanes_leave (w, d, &loops[0], depth, first_dim, &lanes);
      if (section.begin)
        RP_VEC_PUSH (&w->region.ordered_sections, section);
    }
  while (opened > 0)
    {
      rp_c_loop_leave (w);
      w->domain = outer[--opened];
    }
  if (has_lanes)
    rp_c_lanes_end (w);
  w->around = around;
  rp_c_restore_doubts (w, trusted);
  rp_c_restore_names (w, &names);
  rp_c_write_originals (w, d, &names, false);
  rp_c_write_originals (w, d, &names, true);
  RP_VEC_CLEAR (&names.list);
  rp_c_forget_assigned (w, node->children[0]);
}
