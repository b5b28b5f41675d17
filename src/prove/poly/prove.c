/* Take a pair of instances (u, v), and the innermost clocked finish of which one execution contains both. The clock of
 * this finish decides whether u and v race. The paths of u and v agree up to this finish, and so do the iterators
 * around it. So the pairs of a candidate are divided by this finish. On each part, u and v race iff neither phi_end (u)
 * < phi (v) nor phi_end (v) < phi (u), where phi is the phase and phi_end the end phase (phase.h). Pairs without a
 * common clock race. */
#include "prove/poly/prove.h"

#include "base/clock.h"
#include "base/panic.h"
#include "prove/poly/explain.h"
#include "prove/poly/happens_before.h"
#include "prove/poly/limit.h"
#include "prove/poly/point.h"
#include "prove/poly/smt_text.h"
#include "prove/poly/solve.h"

#include <errno.h>
#include <isl/options.h>
#include <isl/point.h>
#include <isl/space.h>
#include <isl/val.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Limit for isl's own count of operations. Beyond it, isl's functions return NULL. */
#define MAX_OPERATIONS 4000000ul
#define MAX_PHASES 6

typedef struct prover
{
  const rp_form *form;
  const rp_prove_options *options;
  rp_proof *proof;
  rp_poly_symbols symbols;
  rp_atoms atoms;
  RP_VEC (rp_phase *) phis; /* the phases computed so far */
  rp_solve_context solve;
  const char **names;     /* names of all atoms, for the current pair */
  uint32_t *order;        /* atoms of the current pair's layout */
  uint32_t pair, queries; /* numbers of the current pair and query, in the names of files */
  int error;              /* errno of the first file that could not be written */
} prover;

/* The results so far for the current pair. */
typedef struct verdict
{
  const rp_candidate *candidate;
  rp_proof_pair *pair;
  rp_answer all;      /* the answers for all parts of the pair so far, joined */
  const char *reason; /* why the verdict on the pair is unknown, or NULL */
} verdict;

isl_ctx *
rp_prove_isl (void)
{
  isl_ctx *isl = isl_ctx_alloc ();
  isl_options_set_on_error (isl, ISL_ON_ERROR_CONTINUE);
  isl_ctx_set_max_operations (isl, MAX_OPERATIONS);
  return isl;
}

static bool
is_late (const prover *p)
{
  return rp_limit_is_past (p->solve.deadline);
}

/* ---- phases ---- */

static const rp_phase *
phi_of (prover *p, const rp_leaf *leaf, uint32_t clock)
{
  for (size_t i = 0; i < p->phis.count; i++)
    if (p->phis.items[i]->leaf == leaf && p->phis.items[i]->clock == clock)
      return p->phis.items[i];
  double start = rp_seconds ();
  rp_phase *phi = rp_calloc (1, sizeof *phi);
  isl_ctx_reset_operations (p->form->isl);
  rp_phase_init (phi, p->form, &p->symbols, &p->atoms, leaf, clock);
  isl_ctx_reset_operations (p->form->isl);
  RP_VEC_PUSH (&p->phis, phi);
  p->proof->counting_seconds += rp_seconds () - start;
  return phi;
}

/* Returns VALUE with the iterators of the first instance replaced by those of the second. */
static rp_poly *
as_second (prover *p, rp_poly *value)
{
  rp_poly *values[RP_MAX_ATOMS] = { NULL };
  for (uint32_t i = 0; i < p->atoms.most_dims; i++)
    values[rp_atom_first (&p->atoms, i)]
      = rp_poly_atom (&p->symbols, rp_atom_second (&p->atoms, i));
  return rp_poly_substitute (&p->symbols, value, values, p->symbols.variables);
}

/* ---- names ---- */

static bool
is_taken (const prover *p, uint32_t count, const char *name)
{
  for (uint32_t i = 0; i < count; i++)
    if (p->names[i] && !strcmp (p->names[i], name))
      return true;
  return false;
}

/* Stores in p->names the name of ATOM: NAME and STROKE, with a number between the two if another atom has that name.
 * Loops may have iterators of the same name, but texts and SMT files need different names. */
static void
name_atom (prover *p, uint32_t atom, const char *name, const char *stroke)
{
  rp_arena *arena = &p->proof->arena;
  const char *unique = rp_arena_format (arena, "%s%s", name, stroke);
  for (int i = 2; is_taken (p, atom, unique); i++)
    unique = rp_arena_format (arena, "%s_%d%s", name, i, stroke);
  p->names[atom] = unique;
}

static void
name_atoms (prover *p, const rp_candidate *candidate)
{
  for (uint32_t i = 0; i < p->symbols.variables; i++)
    p->names[i] = NULL;
  for (uint32_t i = 0; i < p->atoms.params; i++)
    p->names[i] = p->form->params[i];
  for (uint32_t i = 0; i < candidate->leaves[0]->dims; i++)
    name_atom (p, rp_atom_first (&p->atoms, i), candidate->leaves[0]->names[i], "");
  for (uint32_t i = 0; i < candidate->leaves[1]->dims; i++)
    name_atom (p, rp_atom_second (&p->atoms, i), candidate->leaves[1]->names[i], "'");
}

static rp_layout
layout_of (prover *p, const rp_candidate *candidate)
{
  uint32_t first = candidate->leaves[0]->dims, second = candidate->leaves[1]->dims;
  for (uint32_t i = 0; i < p->atoms.params; i++)
    p->order[i] = i;
  for (uint32_t i = 0; i < first; i++)
    p->order[p->atoms.params + i] = rp_atom_first (&p->atoms, i);
  for (uint32_t i = 0; i < second; i++)
    p->order[p->atoms.params + first + i] = rp_atom_second (&p->atoms, i);
  return (rp_layout) { p->atoms.params, first + second, p->order };
}

static __isl_give isl_set *
flatten (__isl_take isl_map *pairs)
{
  return isl_set_flatten (isl_map_wrap (pairs));
}

/* Returns PAIRS (taken) as a text. Its dimensions have the names in p->names. */
static const char *
print_pairs (prover *p, const rp_candidate *candidate, __isl_take isl_map *pairs)
{
  isl_set *set = flatten (pairs);
  uint32_t first = candidate->leaves[0]->dims, second = candidate->leaves[1]->dims;
  for (uint32_t i = 0; i < first + second; i++)
    set = isl_set_set_dim_name (
      set, isl_dim_set, i,
      p->names[i < first ? rp_atom_first (&p->atoms, i) : rp_atom_second (&p->atoms, i - first)]);
  return rp_explain_set (set, &p->proof->arena);
}

/* ---- queries ---- */

static void
dump (prover *p, const rp_query *query, const rp_answer *found)
{
  static const char *const words[] = { "unsat", "sat", "unknown" };
  if (!p->options->dump || p->error)
    return;
  rp_strbuf path = { 0 }, text = { 0 };
  rp_strbuf_format (&path, "%s/pair-%u-%u.smt2", p->options->dump, p->pair, ++p->queries);
  rp_strbuf_format (&text, "; %s against %s\n(set-info :status %s)\n(set-logic QF_NIA)\n",
                    RP_VEC_LAST (&p->proof->pairs).sides[0].instance,
                    RP_VEC_LAST (&p->proof->pairs).sides[1].instance, words[found->kind]);
  rp_smt_write (query, RP_LOGIC_INTEGERS, true, &text);
  FILE *file = fopen (path.text, "w");
  if (!file || fputs (text.text, file) < 0)
    p->error = errno ? errno : EIO;
  if (file && fclose (file))
    p->error = errno;
  rp_strbuf_clear (&path);
  rp_strbuf_clear (&text);
}

static void
include (verdict *v, const rp_answer *found, const char *reason)
{
  if (found->kind == RP_ANSWER_YES || (found->kind == RP_ANSWER_UNKNOWN && !v->reason))
    v->reason = reason;
  if (v->all.kind == RP_ANSWER_YES)
    return;
  unsigned engines = v->all.engines | found->engines;
  int64_t modulus = found->modulus ? found->modulus : v->all.modulus;
  if (found->kind != RP_ANSWER_NO && v->all.kind == RP_ANSWER_NO)
    v->all = *found;
  else if (found->kind == RP_ANSWER_YES)
    v->all = *found;
  else
    v->all.engines = engines;
  v->all.modulus = modulus;
}

/* A subset of a candidate's pairs on which each phase bound is one polynomial. */
typedef struct part
{
  const rp_phase *phis[2];
  rp_poly *least[2], *most[2]; /* MOST is NULL if the phase is endless */
  isl_map *pairs;
} part;

static rp_query
query_of (prover *p, const verdict *v, const part *on)
{
  const rp_candidate *candidate = v->candidate;
  uint32_t common = rp_path_common (candidate->leaves[0], candidate->leaves[1]);
  rp_poly_symbols *symbols = &p->symbols;
  rp_query query = { .set = flatten (isl_map_copy (on->pairs)),
                     .layout = layout_of (p, candidate),
                     .names = p->names,
                     .symbols = symbols,
                     .first_dims = candidate->leaves[0]->dims,
                     .common_dims = rp_path_dims (candidate->leaves[0], common) };
  if (on->phis[0]->is_exact && on->phis[1]->is_exact)
    query.conditions[query.condition_count++]
      = (rp_condition) { rp_poly_subtract (symbols, on->least[0], on->least[1]), true };
  else
    for (int i = 0; i < 2; i++)
      if (!on->phis[i]->is_endless)
        query.conditions[query.condition_count++]
          = (rp_condition) { rp_poly_subtract (symbols, on->most[i], on->least[1 - i]), false };
  return query;
}

static const char *
phase_reason (prover *p, const rp_answer *found, bool is_exact)
{
  rp_strbuf text = { 0 };
  const char *relation = is_exact ? "are never equal" : "never overlap";
  if (found->kind == RP_ANSWER_NO)
    {
      rp_strbuf_format (&text, "the phases %s on these instances (", relation);
      rp_engines_print (found->engines, found->modulus, &text);
      rp_strbuf_add (&text, ")");
    }
  else if (found->kind == RP_ANSWER_YES)
    rp_strbuf_format (&text, "the phases %s", is_exact ? "can be equal" : "can overlap");
  else
    rp_strbuf_format (&text, "not decided whether the phases can %s",
                      is_exact ? "be equal" : "overlap");
  const char *kept = rp_arena_copy (&p->proof->arena, text.text, text.length);
  rp_strbuf_clear (&text);
  return kept;
}

/* Returns whether solve_pieces has not divided the pairs: no phase bound has more than one piece. */
static bool
is_whole (const part *on)
{
  for (int i = 0; i < 2; i++)
    if (on->phis[i]->least.pieces.count > 1 || on->phis[i]->most.pieces.count > 1)
      return false;
  return true;
}

/* Stores in v->pair the value of PHASE, the phase of both instances, at the point of FOUND. On overflow,
 * v->pair->has_phase becomes false. */
static void
take_phase (verdict *v, const rp_query *query, rp_poly *phase, const rp_answer *found)
{
  int64_t values[RP_MAX_ATOMS] = { 0 };
  __int128 value;
  for (uint32_t i = 0; i < query->layout.params + query->layout.dims; i++)
    values[query->layout.atoms[i]] = found->point[i];
  v->pair->has_phase = rp_poly_evaluate (query->symbols, phase, values, &value)
                       && value / phase->denominator < INT64_MAX;
  v->pair->phase = v->pair->has_phase ? (int64_t) (value / phase->denominator) : 0;
}

static void
solve_part (prover *p, verdict *v, const part *on)
{
  double start = rp_seconds ();
  bool is_exact = on->phis[0]->is_exact && on->phis[1]->is_exact;
  rp_query query = query_of (p, v, on);
  isl_ctx_reset_operations (p->form->isl);
  rp_answer found = rp_solve (&p->solve, &query);
  isl_ctx_reset_operations (p->form->isl);
  const char *reason = NULL;
  if (found.kind == RP_ANSWER_UNKNOWN)
    reason = is_late (p) ? rp_limit_reason ("the time limit was reached", "interrupted")
                         : "no engine could decide whether the phases can meet";
  if (found.kind == RP_ANSWER_YES && is_exact)
    take_phase (v, &query, on->least[0], &found);
  include (v, &found, reason);
  dump (p, &query, &found);
  isl_set_free (query.set);
  if (v->pair->phases.count < MAX_PHASES)
    {
      rp_arena *arena = &p->proof->arena;
      rp_proof_phase phase = { .clock = on->phis[0]->leaf->path[on->phis[0]->clock].at };
      for (int i = 0; i < 2; i++)
        phase.phases[i]
          = rp_explain_phase (&p->symbols, on->phis[i], on->least[i],
                              on->most[i] == on->least[i] ? NULL : on->most[i], p->names, arena);
      if (!is_whole (on))
        phase.where = print_pairs (p, v->candidate, isl_map_copy (on->pairs));
      phase.reason = phase_reason (p, &found, is_exact);
      RP_VEC_PUSH (&v->pair->phases, phase);
    }
  p->proof->solving_seconds += rp_seconds () - start;
}

/* ---- pieces ---- */

/* Chooses one piece of each of the four phase bounds, in all combinations, and solves each combination, until one gets
 * the answer yes. FUNCTION is the next bound: 0 and 1 are LEAST and MOST of the first instance, 2 and 3 those of the
 * second. SO_FAR has the pieces that were chosen for the bounds before FUNCTION. */
static void
solve_pieces (prover *p, verdict *v, part *so_far, int function)
{
  int side = function / 2;
  bool is_most = function % 2;
  if (v->all.kind == RP_ANSWER_YES || isl_map_is_empty (so_far->pairs) == isl_bool_true)
    return;
  if (function == 4)
    {
      solve_part (p, v, so_far);
      return;
    }
  const rp_phase *phi = so_far->phis[side];
  if (is_most && (phi->is_endless || phi->is_exact))
    {
      so_far->most[side] = phi->is_endless ? NULL : so_far->least[side];
      solve_pieces (p, v, so_far, function + 1);
      return;
    }
  const rp_piecewise *pieces = is_most ? &phi->most : &phi->least;
  for (size_t i = 0; i < pieces->pieces.count; i++)
    {
      part next = *so_far;
      rp_poly *value = pieces->pieces.items[i].value;
      isl_set *domain = isl_set_copy (pieces->pieces.items[i].domain);
      next.pairs = isl_map_copy (so_far->pairs);
      next.pairs = side ? isl_map_intersect_range (next.pairs, domain)
                        : isl_map_intersect_domain (next.pairs, domain);
      value = side ? as_second (p, value) : value;
      *(is_most ? &next.most[side] : &next.least[side]) = value;
      solve_pieces (p, v, &next, function + 1);
      isl_map_free (next.pairs);
    }
}

/* ---- clocks ---- */

/* Decides PAIRS (taken), whose innermost common clocked finish is at position CLOCK of their paths. Includes the answer
 * in V. */
static void
solve_clock (prover *p, verdict *v, uint32_t clock, __isl_take isl_map *pairs)
{
  part all = { .pairs = pairs };
  for (int i = 0; i < 2; i++)
    all.phis[i] = phi_of (p, v->candidate->leaves[i], clock);
  if (isl_map_is_empty (pairs) == isl_bool_true)
    ;
  else if (!all.phis[0]->is_known || !all.phis[1]->is_known)
    {
      rp_answer unknown = { .kind = RP_ANSWER_UNKNOWN };
      include (v, &unknown, "the advances before it could not be counted");
    }
  else
    solve_pieces (p, v, &all, 0);
  isl_map_free (pairs);
}

/* Decides PAIRS (taken), which have no common clock. Includes the answer in V. */
static void
solve_unclocked (prover *p, verdict *v, __isl_take isl_map *pairs)
{
  rp_answer found = { .kind = RP_ANSWER_UNKNOWN, .engines = RP_BY_ISL };
  isl_bool is_empty = isl_map_is_empty (pairs);
  rp_query query = { .set = flatten (pairs),
                     .layout = layout_of (p, v->candidate),
                     .names = p->names,
                     .symbols = &p->symbols };
  if (is_empty == isl_bool_true)
    found.kind = RP_ANSWER_NO;
  else if (is_empty == isl_bool_false && rp_point_small (isl_set_copy (query.set), found.point))
    found.kind = RP_ANSWER_YES;
  include (v, &found, found.kind == RP_ANSWER_YES ? NULL : "the set of pairs is too complicated");
  if (found.kind != RP_ANSWER_NO)
    dump (p, &query, &found);
  isl_set_free (query.set);
}

static bool
is_clock (const rp_form_token *token)
{
  return token->kind == RP_TOKEN_FINISH && token->clocked;
}

static void
solve_candidate (prover *p, verdict *v)
{
  const rp_candidate *candidate = v->candidate;
  const rp_leaf *a = candidate->leaves[0], *b = candidate->leaves[1];
  isl_map *rest = isl_map_copy (candidate->pairs);
  for (uint32_t i = rp_path_common (a, b); i-- > 0;)
    if (is_clock (&a->path[i]))
      {
        isl_map *same = rp_same_prefix (p->form, a, b, rp_path_dims (a, i));
        isl_map *here = isl_map_intersect (isl_map_copy (rest), isl_map_copy (same));
        rest = isl_map_subtract (rest, same);
        solve_clock (p, v, i, here);
      }
  solve_unclocked (p, v, rest);
}

/* ---- pairs ---- */

static rp_proof_side
side_of (prover *p, const rp_candidate *candidate, int side)
{
  const rp_poly_access *access = candidate->accesses[side];
  return (rp_proof_side) {
    .is_write = access->is_write,
    .text = rp_arena_copy (&p->proof->arena, access->text, strlen (access->text)),
    .instance = rp_explain_instance (candidate->leaves[side], side ? "'" : "", &p->proof->arena),
    .at = access->at,
    .site = access->site,
  };
}

/* Stores in SIDE the values of LEAF's iterators, which begin at POINT. */
static void
take_values (prover *p, rp_proof_side *side, const rp_leaf *leaf, const int64_t *point)
{
  side->iterator_count = leaf->dims;
  side->iterators = rp_arena_alloc (&p->proof->arena, (leaf->dims + 1) * sizeof *side->iterators);
  for (uint32_t i = 0; i < leaf->dims; i++)
    side->iterators[i] = (rp_named_value) { leaf->names[i], point[i] };
}

static __isl_give isl_map *
at_point (prover *p, __isl_keep isl_map *elements, const int64_t *params, const int64_t *point)
{
  isl_map *map = isl_map_copy (elements);
  for (uint32_t i = 0; i < p->atoms.params; i++)
    map = isl_map_fix_val (map, isl_dim_param, i, isl_val_int_from_si (p->form->isl, params[i]));
  int dims = isl_map_dim (map, isl_dim_in);
  for (int i = 0; i < dims; i++)
    map = isl_map_fix_val (map, isl_dim_in, (unsigned) i,
                           isl_val_int_from_si (p->form->isl, point[i]));
  return map;
}

/* Returns an element that both instances access at POINT, as a text: "M[1][0]"; NULL if isl found none. */
static const char *
common_element (prover *p, const rp_candidate *candidate, const int64_t *point)
{
  const int64_t *first = point + p->atoms.params, *second = first + candidate->leaves[0]->dims;
  isl_set *both = isl_set_intersect (
    isl_map_range (at_point (p, candidate->accesses[0]->elements, point, first)),
    isl_map_range (at_point (p, candidate->accesses[1]->elements, point, second)));
  isl_point *sample = isl_set_sample_point (both);
  rp_strbuf text = { 0 };
  uint32_t variable = candidate->accesses[0]->variable;
  rp_strbuf_add (&text, p->form->variables[variable].name);
  bool is_good = sample && isl_point_is_void (sample) == isl_bool_false;
  for (uint32_t i = 0; i < p->form->variables[variable].dimensions && is_good; i++)
    {
      isl_val *value = isl_point_get_coordinate_val (sample, isl_dim_set, (int) i);
      char *digits = isl_val_to_str (value);
      rp_strbuf_format (&text, "[%s]", digits);
      free (digits);
      isl_val_free (value);
    }
  isl_point_free (sample);
  const char *kept = rp_arena_copy (&p->proof->arena, text.text, text.length);
  rp_strbuf_clear (&text);
  return is_good ? kept : NULL;
}

static void
take_point (prover *p, const verdict *v)
{
  rp_proof_pair *pair = v->pair;
  const int64_t *point = v->all.point;
  const rp_candidate *candidate = v->candidate;
  pair->has_values = true;
  pair->param_count = p->atoms.params;
  pair->params = rp_arena_alloc (&p->proof->arena, (p->atoms.params + 1) * sizeof *pair->params);
  for (uint32_t i = 0; i < p->atoms.params; i++)
    pair->params[i] = (rp_named_value) { p->form->params[i], point[i] };
  take_values (p, &pair->sides[0], candidate->leaves[0], point + p->atoms.params);
  take_values (p, &pair->sides[1], candidate->leaves[1],
               point + p->atoms.params + candidate->leaves[0]->dims);
  pair->element = common_element (p, candidate, point);
}

static const rp_proof_note *
note_of (const prover *p, const rp_inexact *inexact)
{
  for (size_t i = 0; inexact && i < p->form->inexact.count; i++)
    if (p->form->inexact.items[i] == inexact)
      return p->proof->notes.items[i];
  return NULL;
}

static void
conclude (prover *p, verdict *v)
{
  rp_proof_pair *pair = v->pair;
  rp_strbuf text = { 0 };
  pair->status = v->all.kind == RP_ANSWER_NO    ? RP_PROOF_REFUTED
                 : v->all.kind == RP_ANSWER_YES ? RP_PROOF_POSSIBLE
                                                : RP_PROOF_UNDECIDED;
  pair->reason = v->reason;
  rp_engines_print (v->all.engines, v->all.modulus, &text);
  pair->engine = rp_arena_copy (&p->proof->arena, rp_strbuf_text (&text), text.length);
  rp_strbuf_clear (&text);
  if (v->all.kind == RP_ANSWER_YES)
    take_point (p, v);
}

static void
decide_pair (prover *p, const rp_candidate *candidate)
{
  rp_proof *proof = p->proof;
  bool is_write_write = candidate->accesses[0]->is_write && candidate->accesses[1]->is_write;
  rp_proof_pair pair = { .variable = p->form->variables[candidate->accesses[0]->variable].name,
                         .sides = { side_of (p, candidate, 0), side_of (p, candidate, 1) },
                         .unordered = rp_explain_unordered (candidate, &proof->arena),
                         .inexact = note_of (p, rp_candidate_inexact (candidate)) };
  RP_VEC_PUSH (&proof->pairs, pair);
  *(is_write_write ? &proof->write_write : &proof->read_write) += 1;
  p->pair++;
  p->queries = 0;
  verdict v = { candidate, &RP_VEC_LAST (&proof->pairs), { .kind = RP_ANSWER_NO }, NULL };
  name_atoms (p, candidate);
  isl_ctx_reset_operations (p->form->isl);
  v.pair->domain = print_pairs (p, candidate, isl_map_copy (candidate->pairs));
  if (!candidate->pairs || is_late (p))
    {
      rp_answer unknown = { .kind = RP_ANSWER_UNKNOWN };
      include (&v, &unknown,
               candidate->pairs ? rp_limit_reason ("the time limit was reached", "interrupted")
                                : "the set of pairs is too complicated");
    }
  else
    solve_candidate (p, &v);
  conclude (p, &v);
}

/* ---- the program ---- */

static void
copy_notes (prover *p)
{
  for (size_t i = 0; i < p->form->inexact.count; i++)
    {
      const rp_inexact *from = p->form->inexact.items[i];
      rp_proof_note *note = RP_NEW (&p->proof->arena, rp_proof_note);
      *note = (rp_proof_note) { from->at, from->reason, from->is_fatal };
      RP_VEC_PUSH (&p->proof->notes, note);
    }
}

static void
add_fatal (prover *p, const char *text)
{
  rp_proof_note *note = RP_NEW (&p->proof->arena, rp_proof_note);
  *note = (rp_proof_note) { .text = text, .is_fatal = true };
  RP_VEC_PUSH (&p->proof->notes, note);
}

static void
measure (prover *p)
{
  const rp_form *form = p->form;
  p->atoms.params = form->param_count;
  for (size_t i = 0; i < form->leaves.count; i++)
    {
      const rp_leaf *leaf = form->leaves.items[i];
      p->proof->statements += !leaf->is_advance;
      p->proof->advances += leaf->is_advance;
      if (leaf->dims > p->atoms.most_dims)
        p->atoms.most_dims = leaf->dims;
    }
}

static void
prove_all (prover *p)
{
  rp_candidates candidates;
  double start = rp_seconds ();
  isl_ctx_reset_operations (p->form->isl);
  rp_candidates_find (p->form, p->solve.deadline, &candidates);
  isl_ctx_reset_operations (p->form->isl);
  p->proof->candidate_seconds = rp_seconds () - start;
  if (!candidates.is_complete)
    add_fatal (p, is_late (p)
                    ? rp_limit_reason ("the time limit was reached before all pairs were looked at",
                                       "interrupted before all pairs were looked at")
                    : "the sets of pairs are too complicated");
  for (size_t i = 0; i < candidates.list.count; i++)
    decide_pair (p, &candidates.list.items[i]);
  rp_candidates_clear (&candidates);
}

bool
rp_prove (const rp_form *form, const rp_prove_options *options, rp_proof *proof)
{
  prover p = { .form = form, .options = options, .proof = proof };
  *proof = (rp_proof) { .solver = rp_z3_version () };
  p.solve = (rp_solve_context) { .solver = { .answer = options->answer },
                                 .deadline
                                 = rp_seconds () + (options->seconds > 0 ? options->seconds : 1e9),
                                 .patience = 4 };
  measure (&p);
  copy_notes (&p);
  proof->scope = rp_explain_scope (form, &proof->arena);
  if (rp_atoms_count (&p.atoms) > RP_MAX_ATOMS || p.atoms.params + 2 * p.atoms.most_dims > 128)
    add_fatal (&p, "the loops nest too deep");
  else
    {
      rp_symbols_init (&p.symbols, rp_atoms_count (&p.atoms));
      p.names = rp_calloc (p.symbols.variables + 1, sizeof *p.names);
      p.order = rp_calloc (p.symbols.variables + 1, sizeof *p.order);
      prove_all (&p);
      for (size_t i = 0; i < p.phis.count; i++)
        {
          rp_phase_clear (p.phis.items[i]);
          free (p.phis.items[i]);
        }
      RP_VEC_CLEAR (&p.phis);
      rp_symbols_clear (&p.symbols);
      free (p.names);
      free (p.order);
    }
  proof->solver_seconds = p.solve.z3_seconds;
  proof->questions = p.solve.solver.asked;
  proof->failures = p.solve.solver.failed;
  rp_z3_clear (&p.solve.solver);
  errno = p.error;
  return !p.error;
}
