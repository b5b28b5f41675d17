/* Decides queries, by several engines, the most reliable first:
 *
 *   isl       if the conditions are linear (floors included) on a piece of the set
 *   gap split tries less, equal and greater for corresponding iterators, each again by isl if that makes it
 *             linear; over the integers "less" leaves a gap of 1, which helps the next engine
 *   reals     Z3, QF_NRA: if there is no real solution, there is no integer one
 *   residues  an equation without a solution modulo 2 .. 16 has none
 *   integers  Z3, QF_NIA; two configurations must agree before it counts as a refutation
 *
 * Before Z3 is asked, small parameters are enumerated to find a solution. Every solution is checked by evaluation. */
#ifndef RP_PROVE_POLY_SOLVE_H
#define RP_PROVE_POLY_SOLVE_H

#include "prove/poly/query.h"
#include "prove/poly/solver.h"

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
  RP_ANSWER_NO,  /* there is no such point */
  RP_ANSWER_YES, /* there is one: POINT */
  RP_ANSWER_UNKNOWN
} rp_answer_kind;

typedef struct rp_answer
{
  rp_answer_kind kind;
  unsigned engines; /* rp_engine_used of all engines that took part */
  int64_t modulus;  /* RP_BY_RESIDUES: the last modulus that was used */
  int64_t point[128];
} rp_answer;

typedef struct rp_solve_context
{
  rp_solver solver;
  double deadline; /* a time of rp_seconds; after it every answer is unknown */
  double patience; /* time limit for one question to Z3, in seconds */
  double z3_seconds;
} rp_solve_context;

rp_answer rp_solve (rp_solve_context *context, const rp_query *query);

/* Appends the names of ENGINES for a report: "isl", "isl and Z3 (reals)". */
void rp_engines_print (unsigned engines, int64_t modulus, rp_strbuf *out);

#endif
