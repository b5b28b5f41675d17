#include "prove/poly/solve.h"

#include "base/clock.h"
#include "prove/poly/limit.h"
#include "prove/poly/point.h"
#include "prove/poly/smt_text.h"

#include <isl/constraint.h>
#include <isl/val.h>
#include <string.h>

static rp_answer
answer (rp_answer_kind kind, unsigned engines)
{
  return (rp_answer) { .kind = kind, .engines = engines };
}

/* ---- residues ---- */

#define MAX_RESIDUES 16
#define MAX_TRIES 70000

/* Stores the different atoms of A in ATOMS, at most MOST, and returns their number; MOST + 1 if there are more. A
 * floor counts as an atom of its own. */
static uint32_t
list_atoms (rp_poly *a, uint32_t *atoms, uint32_t most)
{
  uint32_t count = 0;
  for (uint32_t i = 0; i < a->count; i++)
    for (uint32_t k = 0; k < a->terms[i].degree; k++)
      {
        uint32_t found = 0;
        while (found < count && atoms[found] != a->terms[i].factors[k])
          found++;
        if (found == most)
          return most + 1;
        atoms[found] = a->terms[i].factors[k];
        count = found == count ? count + 1 : count;
      }
  return count;
}

static int64_t
value_modulo (rp_poly *a, const uint32_t *atoms, const int64_t *residues, int64_t modulus)
{
  int64_t sum = 0;
  for (uint32_t i = 0; i < a->count; i++)
    {
      int64_t product = a->terms[i].coefficient % modulus;
      for (uint32_t k = 0; k < a->terms[i].degree; k++)
        {
          uint32_t index = 0;
          while (atoms[index] != a->terms[i].factors[k])
            index++;
          product = product * residues[index] % modulus;
        }
      sum += product;
    }
  return sum % modulus;
}

/* Returns whether A, times its denominator, is 0 modulo MODULUS for some residues of its atoms. */
static bool
has_root_modulo (rp_poly *a, const uint32_t *atoms, uint32_t count, int64_t modulus)
{
  int64_t residues[8] = { 0 };
  for (;;)
    {
      if (!value_modulo (a, atoms, residues, modulus))
        return true;
      uint32_t i = 0;
      while (i < count && ++residues[i] == modulus)
        residues[i++] = 0;
      if (i == count)
        return false;
    }
}

static bool
is_refuted_modulo (const rp_query *query, int64_t *modulus)
{
  for (uint32_t c = 0; c < query->condition_count; c++)
    {
      uint32_t atoms[8];
      uint32_t count = list_atoms (query->conditions[c].value, atoms, 8);
      for (int64_t m = 2; m <= MAX_RESIDUES && query->conditions[c].is_equality && count <= 8; m++)
        {
          int64_t tries = 1;
          for (uint32_t i = 0; i < count; i++)
            tries = tries > MAX_TRIES ? tries : tries * m;
          if (tries <= MAX_TRIES && !has_root_modulo (query->conditions[c].value, atoms, count, m))
            {
              *modulus = m;
              return true;
            }
        }
    }
  return false;
}

/* ---- Z3 ---- */

/* Returns the time limit for one question to Z3, in seconds: at most context->patience, and at most a quarter of
 * the remaining time, so that some time is left for the other pairs. */
static double
seconds_left (const rp_solve_context *context)
{
  double left = rp_limit_left (context->deadline) / 4;
  return left < context->patience ? left : context->patience;
}

/* Asks the solver about QUERY; OPTIONS are SMT-LIB commands for Z3. Stores the answer in TEXT: it begins with "sat",
 * "unsat" or another word. Returns false if there was no answer. */
static bool
ask (rp_solve_context *context, const rp_query *query, rp_logic logic, const char *options,
     rp_strbuf *text)
{
  double patience = seconds_left (context), start = rp_seconds ();
  rp_strbuf question = { 0 };
  if (patience <= 0)
    return false;
  rp_strbuf_format (&question, "(set-option :timeout %d)\n%s", (int) (patience * 1000), options);
  rp_smt_write (query, logic, true, &question);
  bool is_good = rp_z3_ask (&context->solver, rp_strbuf_text (&question), 1.2 * patience, text);
  context->z3_seconds += rp_seconds () - start;
  rp_strbuf_clear (&question);
  return is_good;
}

static bool
is_unsat (const rp_strbuf *text)
{
  return !strncmp (rp_strbuf_text (text), "unsat", 5);
}

static bool
is_refuted_by_reals (rp_solve_context *context, const rp_query *query)
{
  rp_strbuf text = { 0 };
  bool is_refuted
    = ask (context, query, RP_LOGIC_REALS, "(set-logic QF_NRA)\n", &text) && is_unsat (&text);
  rp_strbuf_clear (&text);
  return is_refuted;
}

/* If TEXT, Z3's answer, begins with "sat", reads the point behind that word. Z3 is not trusted: only if the query
 * holds at this point, FOUND becomes the answer yes with this point, and the function returns true. Otherwise it
 * returns false. */
static bool
take_model (const rp_query *query, const rp_strbuf *text, rp_answer *found)
{
  uint32_t count = query->layout.params + query->layout.dims;
  if (strncmp (rp_strbuf_text (text), "sat", 3) || count > 128
      || !rp_smt_read_point (rp_strbuf_text (text), count, found->point)
      || !rp_query_holds (query, found->point) || !rp_point_is_in (query->set, found->point))
    return false;
  found->kind = RP_ANSWER_YES;
  found->engines = RP_BY_INTEGERS;
  return true;
}

/* Asks Z3 about integer solutions. Z3's integer solver has been wrong before, so only two answers "unsat", with
 * different options, count as a no. */
static rp_answer
ask_integers (rp_solve_context *context, const rp_query *query)
{
  static const char *const options[] = {
    "(set-logic QF_NIA)\n(set-option :smt.random_seed 1)\n",
    "(set-option :smt.random_seed 2)\n(set-option :smt.arith.solver 6)\n",
    "(set-option :smt.random_seed 3)\n(set-option :smt.arith.solver 2)\n",
  };
  rp_answer found = answer (RP_ANSWER_UNKNOWN, 0);
  unsigned refusals = 0;
  for (size_t i = 0; i < sizeof options / sizeof *options && refusals < 2; i++)
    {
      rp_strbuf text = { 0 };
      if (ask (context, query, RP_LOGIC_INTEGERS, options[i], &text))
        {
          refusals += is_unsat (&text);
          take_model (query, &text, &found);
        }
      rp_strbuf_clear (&text);
      if (found.kind == RP_ANSWER_YES)
        return found;
    }
  return answer (refusals == 2 ? RP_ANSWER_NO : RP_ANSWER_UNKNOWN, RP_BY_INTEGERS);
}

/* ---- the engines in turn, on one piece ---- */

static rp_answer
climb (rp_solve_context *context, const rp_query *query)
{
  rp_answer found = answer (RP_ANSWER_NO, RP_BY_RESIDUES);
  if (is_refuted_modulo (query, &found.modulus))
    return found;
  if (is_refuted_by_reals (context, query))
    return answer (RP_ANSWER_NO, RP_BY_REALS);
  return ask_integers (context, query);
}

/* Replaces variables in the conditions by the equalities of the query's set. Moves each condition that is then linear
 * into the set. */
static void
simplify (rp_query *query)
{
  uint32_t kept = 0;
  for (uint32_t i = 0; i < query->condition_count; i++)
    {
      rp_condition condition = query->conditions[i];
      rp_poly *reduced
        = rp_affine_reduce (query->symbols, condition.value, query->set, &query->layout);
      condition.value = reduced ? reduced : condition.value;
      if (rp_poly_is_linear (condition.value))
        query->set = rp_affine_restrict (query->symbols, condition.value, condition.is_equality,
                                         query->set, &query->layout);
      else
        query->conditions[kept++] = condition;
    }
  query->condition_count = kept;
}

static void
join (rp_answer *all, const rp_answer *part)
{
  unsigned engines = all->engines | part->engines;
  int64_t modulus = part->modulus ? part->modulus : all->modulus;
  if (part->kind == RP_ANSWER_YES || (part->kind == RP_ANSWER_UNKNOWN && all->kind == RP_ANSWER_NO))
    *all = *part;
  all->modulus = modulus;
  if (all->kind == RP_ANSWER_NO)
    all->engines = engines;
}

static rp_answer split (rp_solve_context *context, const rp_query *query, uint32_t dim);

/* Solves the query in three cases: iterator DIM of the first instance is less than, equal to, or greater than iterator
 * DIM of the second instance. */
static rp_answer
split_at (rp_solve_context *context, const rp_query *query, uint32_t dim)
{
  rp_answer all = answer (RP_ANSWER_NO, RP_BY_ISL);
  rp_poly_symbols *symbols = query->symbols;
  const uint32_t *atoms = query->layout.atoms + query->layout.params;
  rp_poly *gap = rp_poly_subtract (symbols, rp_poly_atom (symbols, atoms[query->first_dims + dim]),
                                   rp_poly_atom (symbols, atoms[dim]));
  rp_poly *one = rp_poly_constant (symbols, 1);
  const rp_condition parts[]
    = { { rp_poly_subtract (symbols, gap, one), false },
        { gap, true },
        { rp_poly_subtract (symbols, rp_poly_scale (symbols, gap, -1, 1), one), false } };
  for (size_t i = 0; i < 3 && all.kind != RP_ANSWER_YES; i++)
    {
      rp_query part = *query;
      part.set = rp_affine_restrict (symbols, parts[i].value, parts[i].is_equality,
                                     isl_set_copy (query->set), &query->layout);
      rp_answer found = split (context, &part, dim + 1);
      join (&all, &found);
      isl_set_free (part.set);
    }
  return all;
}

static bool
is_involved (const rp_query *query, uint32_t dim)
{
  const uint32_t *atoms = query->layout.atoms + query->layout.params;
  for (uint32_t i = 0; i < query->condition_count; i++)
    if (rp_poly_has (query->symbols, query->conditions[i].value, atoms[dim])
        || rp_poly_has (query->symbols, query->conditions[i].value, atoms[query->first_dims + dim]))
      return true;
  return false;
}

/* Simplifies the query, and decides it if its set is empty or no conditions are left. Otherwise splits it
 * (split_at) at the next common iterator, from DIM on, that occurs in a condition. If there is no such iterator,
 * tries the other engines (climb). After the deadline, neither splits nor tries: the answer is unknown. */
static rp_answer
split (rp_solve_context *context, const rp_query *given, uint32_t dim)
{
  rp_query query = *given;
  rp_answer found = answer (RP_ANSWER_UNKNOWN, RP_BY_ISL);
  query.set = isl_set_copy (given->set);
  simplify (&query);
  isl_bool is_empty = isl_set_is_empty (query.set);
  if (is_empty == isl_bool_true)
    found.kind = RP_ANSWER_NO;
  else if (is_empty == isl_bool_false && !query.condition_count)
    found.kind
      = rp_point_small (isl_set_copy (query.set), found.point) ? RP_ANSWER_YES : RP_ANSWER_UNKNOWN;
  else if (is_empty == isl_bool_false && !rp_limit_is_past (context->deadline))
    {
      while (dim < query.common_dims && !is_involved (&query, dim))
        dim++;
      found = dim < query.common_dims ? split_at (context, &query, dim) : climb (context, &query);
    }
  isl_set_free (query.set);
  return found;
}

typedef struct pieces
{
  rp_solve_context *context;
  const rp_query *query;
  rp_answer all;
} pieces;

/* Solves the query on BASIC, one basic set of the query's set. Returns isl_stat_error, which ends the enumeration of
 * basic sets, when a solution is found. */
static isl_stat
solve_piece (__isl_take isl_basic_set *basic, void *context)
{
  pieces *p = context;
  rp_query part = *p->query;
  part.set = isl_set_from_basic_set (basic);
  rp_answer found = split (p->context, &part, 0);
  join (&p->all, &found);
  isl_set_free (part.set);
  return p->all.kind == RP_ANSWER_YES ? isl_stat_error : isl_stat_ok;
}

static bool
is_linear (const rp_query *query)
{
  for (uint32_t i = 0; i < query->condition_count; i++)
    if (!rp_poly_is_linear (query->conditions[i].value))
      return false;
  return true;
}

/* Solves a query whose conditions are all linear: isl computes the set of all solutions, and a point of it with small
 * parameters. */
static rp_answer
solve_linear (const rp_query *query)
{
  rp_answer found = answer (RP_ANSWER_UNKNOWN, RP_BY_ISL);
  isl_set *set = isl_set_copy (query->set);
  for (uint32_t i = 0; i < query->condition_count; i++)
    set = rp_affine_restrict (query->symbols, query->conditions[i].value,
                              query->conditions[i].is_equality, set, &query->layout);
  isl_bool is_empty = isl_set_is_empty (set);
  if (is_empty == isl_bool_true)
    found.kind = RP_ANSWER_NO;
  else if (is_empty == isl_bool_false && rp_point_small (isl_set_copy (set), found.point))
    found.kind = RP_ANSWER_YES;
  isl_set_free (set);
  return found;
}

rp_answer
rp_solve (rp_solve_context *context, const rp_query *query)
{
  pieces p = { context, query, answer (RP_ANSWER_NO, RP_BY_ISL) };
  rp_answer found = answer (RP_ANSWER_UNKNOWN, 0);
  for (uint32_t i = 0; i < query->condition_count; i++)
    if (!query->conditions[i].value)
      return found;
  if (is_linear (query))
    return solve_linear (query);
  if (rp_point_search (query, found.point))
    {
      found.kind = RP_ANSWER_YES;
      found.engines = RP_BY_ENUMERATION;
      return found;
    }
  isl_stat status = isl_set_foreach_basic_set (query->set, solve_piece, &p);
  bool is_wrong = p.all.kind == RP_ANSWER_YES ? !rp_query_holds (query, p.all.point)
                                                  || !rp_point_is_in (query->set, p.all.point)
                                              : status == isl_stat_error;
  return is_wrong ? answer (RP_ANSWER_UNKNOWN, 0) : p.all;
}

void
rp_engines_print (unsigned engines, int64_t modulus, rp_strbuf *out)
{
  static const struct
  {
    unsigned engine;
    const char *name;
  } names[] = { { RP_BY_ISL, "isl" },
                { RP_BY_RESIDUES, "residues" },
                { RP_BY_REALS, "Z3 over the reals" },
                { RP_BY_INTEGERS, "Z3 over the integers" },
                { RP_BY_ENUMERATION, "enumeration" } };
  bool is_first = true;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (engines & names[i].engine)
      {
        rp_strbuf_format (out, "%s%s", is_first ? "" : ", ", names[i].name);
        if (names[i].engine == RP_BY_RESIDUES)
          rp_strbuf_format (out, " modulo %lld", (long long) modulus);
        is_first = false;
      }
}
