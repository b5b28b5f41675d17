/* Recognises statements that update a variable by an operator, and the reduction or atomic construct that suits
 * them. */
#ifndef RP_ADVICE_UPDATE_H
#define RP_ADVICE_UPDATE_H

#include "advice/code.h"

typedef struct rp_update
{
  const char *reduction; /* operator of the reduction clause: "+", "max", "&&" ...; NULL if
                          * there is none */
  bool is_atomic;        /* the statement may stand after `omp atomic` */
  uint32_t base;         /* the token of the variable's name */
  bool is_whole;         /* the variable itself is updated, not an element or a member */
} rp_update;

/* Returns whether STATEMENT, a plain one or an `if`, updates the variable NAME or a part of it, and uses NAME for
 * nothing else. If so, fills *UPDATE. */
bool rp_update_read (const rp_code *code, uint32_t statement, const char *name, rp_update *update);

typedef enum rp_access_form
{
  RP_FORM_OTHER,
  RP_FORM_READ,  /* v = x; */
  RP_FORM_WRITE, /* x = an expression without x; */
  RP_FORM_UPDATE
} rp_access_form;

/* Returns the form in which the plain STATEMENT accesses the variable NAME or a part of it. The forms are those
 * of atomic constructs. */
rp_access_form rp_update_form (const rp_code *code, uint32_t statement, const char *name);

/* If the statement after DIRECTIVE only updates the variable NAME, always by the same operator, and this operator
 * has a reduction, returns the operator; else NULL. */
const char *rp_update_reduction (const rp_code *code, uint32_t directive, const char *name);

/* Returns whether each use of the variable NAME in the tokens FIRST to LAST belongs to an update that may be
 * atomic, so that no other statement needs the variable's value. */
bool rp_update_covers_all_uses (const rp_code *code, uint32_t first, uint32_t last,
                                const char *name);

/* Returns whether evaluating the tokens only yields a value: there is no assignment, and no call except of
 * functions that are known to have no effect. */
bool rp_update_is_pure (const rp_code *code, uint32_t first, uint32_t last);

/* Returns whether the tokens FIRST to LAST call only functions that update.c lists. The listed functions access
 * variables of the program only through their arguments. */
bool rp_update_calls_known (const rp_code *code, uint32_t first, uint32_t last);

#endif
