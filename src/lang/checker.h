/* Declarations that the files of the checker share. */
#ifndef RP_LANG_CHECKER_H
#define RP_LANG_CHECKER_H

#include "lang/check.h"
#include "lang/scope.h"

/* The context in which a variable's name stands. */
typedef enum rp_use
{
  RP_USE_VALUE,   /* its value is read */
  RP_USE_TARGET,  /* it is assigned to */
  RP_USE_OBJECT,  /* an object of isolated or acquire, which may also be a whole array */
  RP_USE_CONSTANT /* in sizes and initial values, before the run */
} rp_use;

typedef struct rp_checker
{
  rp_program *program;
  rp_word_list *words;
  rp_errors *errors;
  rp_scope scope;
  RP_VEC (rp_shared) shared;
  /* for each shared variable: the declaration or use that fixed the number of its subscripts */
  RP_VEC (rp_span) shaped;
  RP_VEC (bool) reported; /* for each shared variable: whether an inconsistent use was reported */
  RP_VEC (const char *) regions;
  rp_map region_numbers;
  RP_VEC (rp_site) sites;
  const char *proc_name; /* NULL in top-level statements */

  /* State of the procedure and the statement that are being checked: */
  RP_VEC (const char *) slots;
  RP_VEC (uint32_t) iterators;
  const uint32_t *iterator_slots; /* copy of ITERATORS in the arena; NULL: not made yet */
  const rp_stmt *stmt;
  const char *label;
} rp_checker;

void *rp_checker_keep (rp_checker *checker, const void *items, size_t count, size_t bytes);

#define RP_CHECKER_KEEP(CHECKER, VEC) \
  rp_checker_keep ((CHECKER), (VEC)->items, (VEC)->count, sizeof *(VEC)->items)

uint32_t rp_checker_new_site (rp_checker *checker, rp_span span);

/* Returns the index of the shared variable NAME, and adds the variable if there is none. Returns -1, after an error, if
 * NAME means something else; WHERE completes the message "cannot stand ...". */
int64_t rp_checker_find_shared (rp_checker *checker, const char *name, rp_span span,
                                const char *where);

void rp_check_expression (rp_checker *checker, rp_expr *expr, rp_use use);

/* Checks the number of arguments of a call or a post. Also reports an error if the callee is the entry and has
 * parameters. */
void rp_check_arguments (rp_checker *checker, uint32_t proc, uint32_t count, rp_span span);
void rp_check_procedure (rp_checker *checker, rp_proc *proc);

#endif
