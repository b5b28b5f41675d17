/* A second opinion on a race: the form at given values of its parameters, executed. All instances
 * are enumerated, and the order among them is an explicit graph, made by walking over the paths as
 * a program would run; neither the order on iteration vectors nor the phases of prove.c are used.
 */
#ifndef RP_POLY_EXECUTE_H
#define RP_POLY_EXECUTE_H

#include "finding/proof.h"
#include "poly/form.h"

typedef enum rp_execution_result
{
  RP_EXECUTED_RACE,    /* nothing orders the two, or excludes one while the other runs */
  RP_EXECUTED_NO_RACE, /* they are ordered, or excluded, or do not exist */
  RP_NOT_EXECUTABLE    /* too many instances */
} rp_execution_result;

/* Of the instances that the pair's values name; accesses are found by their sites, which must be
 * different. What is not certain to happen (form.h: inexact) is executed, and then left out; both
 * must show the race. INSTANCES is set to how many there are. */
rp_execution_result rp_execute (const rp_form *form, const rp_proof_pair *pair,
                                uint32_t *instances);

#endif
