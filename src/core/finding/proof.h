/* The result of a static proof, in words. It lists the pairs of accesses that finish and async alone leave unordered.
 * For each pair it says why the clocks order the two accesses, or for which instances the clocks do not. */
#ifndef RP_CORE_FINDING_PROOF_H
#define RP_CORE_FINDING_PROOF_H

#include "base/arena.h"
#include "base/source.h"
#include "base/vec.h"
#include "core/finding/finding.h"

#include <stdbool.h>
#include <stdint.h>

typedef enum rp_proof_status
{
  RP_PROOF_REFUTED,  /* no race, for any values of the parameters */
  RP_PROOF_RACE,     /* a race for the example (rp_proof_pair.has_values); an execution has
                      * confirmed it */
  RP_PROOF_POSSIBLE, /* perhaps a race for the example: over-approximated, or not confirmed by an
                      * execution */
  RP_PROOF_UNDECIDED
} rp_proof_status;

typedef struct rp_named_value
{
  const char *name;
  int64_t value;
} rp_named_value;

typedef struct rp_proof_side
{
  bool is_write;
  const char *text;     /* "A[i-1]" */
  const char *instance; /* "S0<i,t>"; on the second side the iterators are primed: "S1<i',t'>" */
  rp_place at;
  uint32_t site;
  rp_named_value *iterators; /* values of the iterators in the example; the names are not primed */
  uint32_t iterator_count;
} rp_proof_side;

/* The phases of both sides of a pair on the clock that they share, for one piece of the pair's domain. */
typedef struct rp_proof_phase
{
  rp_place clock;        /* the clocked finish */
  const char *phases[2]; /* "2*t"; "2*t or later" ... */
  const char *where;     /* the piece of the domain; NULL: the whole domain */
  const char *reason;    /* why the two sides are ordered in this piece, or that they are not */
} rp_proof_phase;

typedef struct rp_proof_pair
{
  const char *variable, *element; /* "A"; and "A[3]" in the example, or NULL */
  rp_proof_side sides[2];
  const char *domain;    /* the instances of the two statements that finish and async leave unordered */
  const char *unordered; /* why finish and async leave these instances unordered, in words */
  RP_VEC (rp_proof_phase) phases;
  rp_proof_status status;
  const char *engine; /* what decided: "isl" ... */
  const char *reason; /* possible, undecided: why */
  rp_named_value *params; /* values of the parameters in the example */
  uint32_t param_count;
  bool has_values; /* there is an example: values of PARAMS and of the iterators of both sides */
  bool has_phase;  /* in the example, both sides are in PHASE of their clock */
  int64_t phase;
  const struct rp_proof_note *inexact; /* the construct that the proof over-approximates in this pair, or NULL */
} rp_proof_pair;

/* A construct of the program that the proof represents approximately, or not at all. */
typedef struct rp_proof_note
{
  rp_place at;
  const char *text;
  bool is_fatal; /* the construct prevents any proof */
} rp_proof_note;

typedef enum rp_region_status
{
  RP_REGION_PROVED,
  RP_REGION_RACE,
  RP_REGION_UNDECIDED
} rp_region_status;

/* A parallel region in C sources. PAIR_COUNT pairs of the proof belong to the region, from FIRST_PAIR on, and
 * NOTE_COUNT notes, from FIRST_NOTE on. */
typedef struct rp_proof_region
{
  const char *function, *construct; /* "main", "parallel for" */
  rp_place at;
  rp_region_status status;
  const char *scope;      /* like rp_proof.scope, for this region */
  const char *reason;     /* why the region is undecided, or NULL */
  const char *assumption; /* "a, b do not overlap", or NULL */
  uint32_t first_pair, pair_count, first_note, note_count;
} rp_proof_region;

typedef struct rp_proof
{
  rp_arena arena;
  const char *scope; /* "all N >= 1, T >= 0"; "" if there are no parameters */
  RP_VEC (rp_proof_pair) pairs;
  RP_VEC (rp_proof_note *) notes;
  RP_VEC (rp_proof_region) regions; /* of C sources; empty for models */
  uint32_t statements, advances;
  uint32_t read_write, write_write; /* how many pairs are of this kind */
  double candidate_seconds, counting_seconds, solving_seconds;
  double solver_seconds;        /* the solver's part of solving_seconds */
  const char *solver;           /* name and version of the solver */
  uint32_t questions, failures; /* how many questions the solver got, and how many it did not answer in time */
} rp_proof;

void rp_proof_clear (rp_proof *proof);

/* Returns "refuted", "race", "possible" or "undecided". */
const char *rp_proof_status_name (rp_proof_status status);

uint32_t rp_proof_count (const rp_proof *proof, rp_proof_status status);

/* Returns "proved", "race" or "undecided". */
const char *rp_region_status_name (rp_region_status status);

uint32_t rp_proof_count_regions (const rp_proof *proof, rp_region_status status);

/* These functions return texts in ARENA. rp_proof_params returns "N=2, T=0"; BETWEEN is the text between two values.
 * rp_proof_instance returns "S0<j=0,k=0>". rp_proof_values returns "for N=2: S0<i=0> and S1<i=1> on a[0], both in phase
 * 1". */
const char *rp_proof_params (rp_arena *arena, const rp_proof_pair *pair, const char *between);
const char *rp_proof_instance (rp_arena *arena, const rp_proof_side *side);
const char *rp_proof_values (rp_arena *arena, const rp_proof_pair *pair);

/* Returns a finding for the race or possible race of PAIR, with its texts in ARENA. It is certain if the status of PAIR
 * is RP_PROOF_RACE. The caller sets the note. */
rp_finding rp_proof_finding (rp_arena *arena, const rp_proof_pair *pair);

#endif
