/* A second opinion on a race: executes the form at given values of its parameters. All instances are enumerated, and
 * the order among them is an explicit graph, made by walking over the paths as a program would run. Neither the order
 * on iteration vectors nor the phases of prove.c are used. */
#ifndef RP_PROVE_POLY_EXECUTE_H
#define RP_PROVE_POLY_EXECUTE_H

#include "core/finding/proof.h"
#include "prove/poly/form.h"

typedef enum rp_execution_result
{
  RP_EXECUTED_RACE,    /* the accesses are neither ordered nor excluded */
  RP_EXECUTED_NO_RACE, /* the accesses are ordered or excluded, or do not happen */
  RP_NOT_EXECUTABLE    /* too many instances */
} rp_execution_result;

/* Executes FORM with the values of PAIR, and returns whether the two accesses of PAIR race. The accesses are found
 * by their sites, which must be different. Instances that are not certain to happen (form.h: inexact) are executed
 * in a first attempt, and left out in a second attempt; both attempts must show the race. Stores the number of
 * instances in *INSTANCES. */
rp_execution_result rp_execute (const rp_form *form, const rp_proof_pair *pair,
                                uint32_t *instances);

#endif
