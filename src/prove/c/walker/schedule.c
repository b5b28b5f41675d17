/* Finds which thread executes which iterations: by the schedule clause of a loop, or because the program itself
 * gives iterations to threads. */
#include "prove/c/walker/openmp.h"

#include <ctype.h>
#include <isl/set.h>
#include <isl/val.h>
#include <string.h>

#define SMALL_TEAM 4

/* If TEXT begins with WORD, after spaces, returns the text behind WORD and the spaces that follow; else NULL. */
static const char *
after_word (const char *text, const char *word)
{
  size_t length = strlen (word);
  text += strspn (text, " \t");
  if (strncmp (text, word, length) || isalnum ((unsigned char) text[length]) || text[length] == '_')
    return NULL;
  return text + length + strspn (text + length, " \t");
}

/* Returns the text of the schedule clause from the kind of the schedule on; "" if there is no such clause. */
static const char *
schedule_of (const rp_c_directive *d)
{
  static const char *const modifiers[] = { "monotonic", "nonmonotonic", "simd" };
  const rp_c_clause *clause = rp_c_clause_find (d, "schedule");
  const char *text = clause && clause->text ? clause->text : "";
  for (size_t i = 0; i < sizeof modifiers / sizeof *modifiers;)
    {
      const char *rest = after_word (text, modifiers[i]);
      bool is_there = rest && (*rest == ',' || *rest == ':');
      text = is_there ? rest + 1 : text;
      i = is_there ? 0 : i + 1;
    }
  return text;
}

static bool
is_static (const rp_c_directive *d)
{
  return after_word (schedule_of (d), "static") != NULL;
}

static bool
is_dynamic (const rp_c_directive *d)
{
  return after_word (schedule_of (d), "dynamic") != NULL;
}

/* Evaluates the chunk size, as every thread does. Returns the size; 0 if there is none or it is not constant. */
int64_t
rp_c_read_chunk (rp_walker *w, const rp_c_directive *d)
{
  const rp_c_clause *clause = rp_c_clause_find (d, "schedule");
  const rp_c_node *given = rp_c_argument (d, "schedule");
  const char *kind = schedule_of (d);
  const char *simd = clause && clause->text ? strstr (clause->text, "simd") : NULL;
  if (simd && simd < kind)
    rp_c_note (w, d->at, true, "schedule (%s) is not handled", clause->text);
  if (!given && strchr (kind, ','))
    rp_c_note (w, d->at, true, "schedule (%s) is not understood", clause->text);
  int64_t chunk = given ? rp_c_constant_value (rp_c_evaluate (w, given).number) : 0;
  rp_c_flush (w);
  return chunk;
}

/* Returns the number of the current iteration, counted from 0; NULL if it is not affine. */
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

/* Returns the number of iterations; NULL if it is not affine. The result is only right if there is an iteration. */
static isl_pw_aff *
iteration_count (rp_walker *w, const rp_c_loop *loop, uint32_t dim)
{
  isl_pw_aff *first = rp_c_extend (w, loop->first, dim), *limit = rp_c_extend (w, loop->limit, dim);
  if (!first || !limit)
    return NULL;
  isl_pw_aff *distance = loop->step > 0
                           ? isl_pw_aff_sub (isl_pw_aff_copy (limit), isl_pw_aff_copy (first))
                           : isl_pw_aff_sub (isl_pw_aff_copy (first), isl_pw_aff_copy (limit));
  int64_t size = loop->step > 0 ? loop->step : -loop->step;
  int64_t more = size - 1 + (loop->relation[1] == '=');
  distance = isl_pw_aff_add (distance, isl_pw_aff_copy (rp_c_constant (w, more)));
  distance = isl_pw_aff_scale_down_val (distance, isl_val_int_from_si (w->isl, size));
  return rp_c_pool (w, isl_pw_aff_floor (distance));
}

/* Restricts the domain to what round-robin dealing implies: chunk NUMBER goes to thread NUMBER mod team size. The
 * remainder is affine only for a constant team size. So the domain is restricted for each small team size, and for
 * the first round of larger teams. In a nested team, adds a doubt instead. */
static void
deal_round (rp_walker *w, isl_pw_aff *number)
{
  if (w->around.team->outer)
    {
      rp_c_add_doubt (
        w, RP_VEC_LAST (&w->path).at, false,
        "nested teams may differ in size; which iterations share a thread is not known");
      return;
    }
  int64_t most
    = w->around.team->constant_size > SMALL_TEAM && w->around.team->constant_size <= 4 * SMALL_TEAM
        ? w->around.team->constant_size
        : SMALL_TEAM;
  isl_pw_aff *thread = rp_c_dimension (w, w->around.team->dim);
  isl_pw_aff *size = rp_c_extend (w, w->around.team->size, 0);
  isl_set *first = isl_pw_aff_lt_set (isl_pw_aff_copy (number), isl_pw_aff_copy (size));
  isl_set *large
    = isl_pw_aff_gt_set (isl_pw_aff_copy (size), isl_pw_aff_copy (rp_c_constant (w, most)));
  isl_set *later = isl_set_subtract (large, isl_set_copy (first));
  isl_set *all
    = isl_set_union (isl_set_intersect (first, rp_c_where_equal (thread, number)), later);
  for (int64_t p = 1; p <= most; p++)
    {
      isl_pw_aff *dealt
        = isl_pw_aff_mod_val (isl_pw_aff_copy (number), isl_val_int_from_si (w->isl, p));
      isl_set *here = isl_pw_aff_eq_set (isl_pw_aff_copy (thread), dealt);
      here = isl_set_intersect (here, rp_c_where_equal (size, rp_c_constant (w, p)));
      all = isl_set_union (all, here);
    }
  w->domain = isl_set_intersect (w->domain, isl_set_coalesce (all));
}

/* Adds a choice: in all loops of the team with the same CHUNK and COUNT, the same thread executes NUMBER. Without a
 * chunk size, NUMBER is the iteration and COUNT the number of iterations; else NUMBER is the chunk and COUNT is 0. */
static void
choose_statically (rp_walker *w, int64_t chunk, isl_pw_aff *number, isl_pw_aff *count)
{
  isl_pw_aff **key = rp_arena_alloc (&w->program->arena, (w->around.team->dim + 4) * sizeof *key);
  uint32_t size = 0;
  for (uint32_t i = 0; i < w->around.team->dim; i++)
    key[size++] = rp_c_dimension (w, i);
  key[size++] = rp_c_constant (w, chunk);
  key[size++] = number;
  key[size++] = count;
  rp_c_add_choice (w, w->around.team->static_number, key, size);
}

/* Adds choices and restricts the domain, to express what the schedule guarantees: which iterations the same thread
 * executes. Adds a doubt if that is not known exactly. */
void
rp_c_choose_by_schedule (rp_walker *w, const rp_c_directive *d, int64_t chunk,
                         const rp_c_loop *loop, uint32_t depth, uint32_t first_dim)
{
  if (rp_c_clause_find (d, "dist_schedule"))
    rp_c_add_doubt (w, d->at, false, "which iterations share a team is not known exactly");
  if (!is_static (d) && !is_dynamic (d))
    return;
  if (strstr (d->name, "simd") || strstr (d->name, "distribute"))
    {
      /* the standard guarantees nothing here [OpenMP 5.1, 2.11.4] */
      rp_c_add_doubt (w, d->at, false, "which iterations share a thread is not known exactly");
      return;
    }
  const rp_c_node *given = rp_c_argument (d, "schedule");
  isl_pw_aff *number = depth == 1 ? iteration_number (w, loop, first_dim) : NULL;
  isl_pw_aff *count = depth == 1 ? iteration_count (w, loop, first_dim) : NULL;
  bool is_known = number && (given ? chunk > 0 : !is_static (d) || count != NULL);
  if (!is_known || (is_static (d) && !given && w->around.team->constant_size))
    {
      rp_c_add_doubt (w, d->at, false, "which iterations share a thread is not known exactly");
      if (!is_known)
        return;
    }
  if (given)
    {
      isl_pw_aff *parts
        = isl_pw_aff_scale_down_val (isl_pw_aff_copy (number), isl_val_int_from_si (w->isl, chunk));
      number = rp_c_pool (w, isl_pw_aff_floor (parts));
      count = rp_c_constant (w, 0);
    }
  if (is_static (d))
    choose_statically (w, chunk, number, count);
  if (is_static (d) && given)
    deal_round (w, number);
  if (is_static (d) || !given)
    return;
  /* a dynamic schedule may give a chunk to another thread each time that the loop is executed */
  isl_pw_aff **key = rp_arena_alloc (&w->program->arena, (w->dims.count + 4) * sizeof *key);
  uint32_t size = 0;
  for (uint32_t i = 0; i < first_dim; i++)
    if (i != w->around.team->dim)
      key[size++] = rp_c_dimension (w, i);
  key[size++] = number;
  rp_c_add_choice (w, w->choice_numbers++, key, size);
}

/* ---- loops in which the program assigns iterations to threads ---- */

/* The loop is `for (i = begin + thread; i < bound; i += team size)'. It becomes one loop over all i from begin on, in
 * which the thread stays a free dimension. A choice says that iteration i belongs to thread (i - begin) mod team size,
 * as with a static schedule of chunk size 1. */
bool
rp_c_walk_cyclic (rp_walker *w, const rp_c_node *node, const rp_c_loop *loop)
{
  const rp_c_node *body = node->children[3];
  uint32_t variable = rp_c_variable_of (w, loop->iterator), dim = (uint32_t) w->dims.count;
  if (!w->around.team || w->around.is_in_task || loop->relation[0] != '<'
      || w->by_decl.is_exposed[loop->iterator->index]
      || (!loop->declares && !w->variables.items[variable].is_hidden)
      || rp_c_wraps (loop->iterator->type) || !loop->compared
      || !rp_c_is_within (loop->iterator->type, loop->compared)
      || !rp_c_is_bound_kept (w, loop->bound, body) || !rp_c_is_bound_kept (w, loop->by, body))
    return false;
  isl_pw_aff *by = rp_c_evaluate (w, loop->by).number;
  isl_pw_aff *begin = rp_c_evaluate (w, loop->begin).number;
  isl_pw_aff *bound = rp_c_evaluate (w, loop->bound).number;
  isl_pw_aff *size = rp_c_extend (w, w->around.team->size, 0);
  if (!by || !begin || !bound || isl_pw_aff_plain_is_equal (by, size) != isl_bool_true)
    return false;
  isl_pw_aff *thread = isl_pw_aff_copy (rp_c_dimension (w, w->around.team->dim));
  begin = rp_c_pool (w, isl_pw_aff_coalesce (isl_pw_aff_sub (isl_pw_aff_copy (begin), thread)));
  if (isl_pw_aff_involves_dims (begin, isl_dim_in, w->around.team->dim, 1) != isl_bool_false)
    return false;
  isl_set *outer = w->domain;
  rp_c_doubts trusted = w->doubts;
  size_t choices = w->choices.count;
  uint32_t count;
  if (rp_c_contains (body, RP_C_BREAK) || rp_c_contains (body, RP_C_RETURN))
    rp_c_add_doubt (w, node->at, true,
                    "the loop may end before its bound; all iterations are considered");
  if (rp_c_contains (body, RP_C_DIRECTIVE) && !w->doubts.uncertain)
    w->doubts.uncertain
      = rp_c_note (w, node->at, false, "the number of iterations is not the same in all threads");
  if (loop->declares)
    variable = rp_c_make_private (w, loop->iterator);
  rp_c_forget_assigned (w, body);
  rp_c_open_dimension (w, loop->iterator->name, false, node->at);
  isl_pw_aff *x = rp_c_dimension (w, dim);
  begin = rp_c_extend (w, begin, dim);
  bound = rp_c_extend (w, bound, dim);
  isl_set *above = isl_pw_aff_ge_set (isl_pw_aff_copy (x), isl_pw_aff_copy (begin));
  isl_set *below = loop->relation[1] == '='
                     ? isl_pw_aff_le_set (isl_pw_aff_copy (x), isl_pw_aff_copy (bound))
                     : isl_pw_aff_lt_set (isl_pw_aff_copy (x), isl_pw_aff_copy (bound));
  w->domain = isl_set_intersect (w->domain, isl_set_intersect (above, below));
  isl_pw_aff *number = rp_c_pool (w, isl_pw_aff_sub (isl_pw_aff_copy (x), isl_pw_aff_copy (begin)));
  isl_pw_aff **key = rp_c_iterators_without_thread (w, &count);
  rp_c_add_choice (w, w->choice_numbers++, key, count);
  choose_statically (w, 1, number, rp_c_constant (w, 0));
  deal_round (w, number);
  rp_c_learn (w, variable, (rp_c_value) { .number = x });
  w->variables.items[variable].is_iterator = true;
  rp_c_walk (w, body);
  rp_c_loop_leave (w);
  w->variables.items[variable].is_iterator = false;
  w->domain = outer;
  w->choices.count = choices;
  rp_c_restore_doubts (w, trusted);
  rp_c_forget_assigned (w, node);
  return true;
}
