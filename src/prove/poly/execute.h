/* A second opinion on a race: executes the form with given values of its parameters. rp_execute enumerates the
 * instances, walks over their paths in the order of an execution, and makes an explicit graph of their order. It uses
 * neither happens_before.h nor phases. */
#ifndef RP_PROVE_POLY_EXECUTE_H
#define RP_PROVE_POLY_EXECUTE_H

#include "core/finding/proof.h"
#include "prove/poly/form.h"

typedef enum rp_execution_result
{
  RP_EXECUTED_RACE,    /* the accesses are neither ordered nor excluded */
  RP_EXECUTED_NO_RACE, /* the accesses are ordered or excluded, or do not happen */
  RP_NOT_EXECUTABLE    /* PAIR has no values or its accesses are not found, there are too many
                        * instances, perhaps infinitely many, or isl gave up */
} rp_execution_result;

/* Executes FORM with the values of PAIR. Returns whether the two accesses of PAIR race. The accesses are found by
 * their sites, so no two accesses of FORM may have the same site. Instances of inexact leaves (form.h) may not
 * happen. So if FORM has inexact leaves, two executions must show the race: one with the inexact leaves, except
 * those with infinitely many instances, and one with only those of PAIR. Choices (form.h) that PAIR leaves open are
 * decided for threads 0, 1 and 2 in turn, until the result is not RP_EXECUTED_NO_RACE. *INSTANCES becomes the
 * number of instances in the last execution with the inexact leaves. */
rp_execution_result rp_execute (const rp_form *form, const rp_proof_pair *pair,
                                uint32_t *instances);

#endif
