/* Decides queries (query.h). If all conditions are linear, isl alone decides. Otherwise a query goes through these
 * engines until one of them decides it:
 *
 *   enumeration  tries small parameters, to find a solution
 *   isl          on each basic set of the query's set: uses equalities to make conditions linear
 *   gap split    makes three queries, each for isl again: an iterator of a loop around both instances is less in the
 *                first instance than in the second one, equal, or greater. Over the integers, less means less by at
 *                least 1, which helps the engines below
 *   residues     refutes an equation that has no solution modulo some m in 2 .. 16
 *   reals        Z3, QF_NRA: if there is no real solution, there is no integer one
 *   integers     Z3, QF_NIA: two configurations must say "unsat" before it counts as a refutation
 *
 * A solution of a query with conditions that are not linear is checked by evaluation. */
#ifndef RP_PROVE_POLY_SOLVE_H
#define RP_PROVE_POLY_SOLVE_H

#include "prove/poly/query.h"
#include "prove/poly/z3_process.h"

typedef enum rp_engine_used
{
  RP_BY_ISL = 1,
  RP_BY_REALS = 2,
  RP_BY_RESIDUES = 4,
  RP_BY_INTEGERS = 8,
  RP_BY_ENUMERATION = 16
} rp_engine_used;

typedef enum rp_answer_kind
{
  RP_ANSWER_NO,  /* the query has no solution */
  RP_ANSWER_YES, /* POINT is a solution */
  RP_ANSWER_UNKNOWN
} rp_answer_kind;

typedef struct rp_answer
{
  rp_answer_kind kind;
  unsigned engines; /* bits of rp_engine_used. RP_ANSWER_NO: the engines that refuted the parts of
                     * the query; else the engine that gave the answer */
  int64_t modulus;  /* RP_BY_RESIDUES: the last modulus that was used */
  int64_t point[128];
} rp_answer;

typedef struct rp_solve_context
{
  rp_z3_process solver;
  double deadline; /* a time of rp_seconds; after it, only enumeration and isl are tried */
  double patience; /* upper limit for the time of one question to Z3, in seconds */
  double z3_seconds; /* time spent on questions to Z3 so far */
} rp_solve_context;

rp_answer rp_solve (rp_solve_context *context, const rp_query *query);

/* Appends the names of ENGINES for a report: "isl, residues modulo 3". MODULUS is the number behind "modulo". */
void rp_engines_print (unsigned engines, int64_t modulus, rp_strbuf *out);

#endif
