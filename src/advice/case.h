/* The race for which hints are sought, questions that several hints ask about this race, and the fixes found so far.
 * Only the files of this folder use it. */
#ifndef RP_ADVICE_CASE_H
#define RP_ADVICE_CASE_H

#include "advice/code.h"
#include "core/finding/finding.h"

typedef struct rp_case
{
  rp_report *report;
  const rp_finding *finding;
  const rp_access_ref *earlier, *later;
  const rp_code *code;    /* the file that both accesses are in; NULL: it is Fortran */
  const char *file;       /* name of that file */
  const char *variable;   /* the object's name if the object is a whole variable, else NULL */
  const char *base;       /* the name of the variable that the object is, or is a part of; NULL for
                           * a heap block */
  RP_VEC (rp_edit) edits; /* edits of the fix that is being made */
  RP_VEC (rp_fix) fixes;
} rp_case;

/* ---- facts ---- */

bool rp_case_has_kind (const rp_task_ref *task, rp_task_kind kind);

/* Returns the task's name as the report prints it: "task 6". */
const char *rp_case_task_name (const rp_case *at, const rp_task_ref *task);
bool rp_case_same_line (const rp_place *a, const rp_place *b);

/* Returns whether OTHER has two accesses and is about the same variable or heap block as the finding of AT. Heap
 * blocks are the same if they were allocated at one place. */
bool rp_case_is_about_same (const rp_case *at, const rp_finding *other);

/* Returns whether the task of the other access created the task of finding->accesses[SIDE]. FINDING must have an
 * order. The creator may be an iteration, a section or a single. If such a creator accesses variables of its
 * thread, the finding names the thread as the task; then the function returns true, too. */
bool rp_case_is_with_creator (const rp_finding *finding, int side);

/* Returns the statement on the line of ACCESS that makes the access itself, not by a call. The statement must name
 * the object's variable, unless the object is a heap block. Returns RP_NO_STATEMENT if the text leaves a doubt. */
uint32_t rp_case_statement (const rp_case *at, const rp_access_ref *access);

/* Returns whether STATEMENT is an expression, so that a directive may stand before it. Returns false for a
 * declaration. */
bool rp_case_is_expression (const rp_case *at, uint32_t statement);

/* Returns the directive in this file that created TASK, or the directive of the construct that TASK is a part of;
 * RP_NO_STATEMENT if it is not found. */
uint32_t rp_case_directive (const rp_case *at, const rp_task_ref *task);

/* Returns the line of the statement's first token. */
uint32_t rp_case_line (const rp_case *at, uint32_t statement);

/* Returns the place of the statement in words: "line 12", or "`x++;` on line 12" if another statement stands before
 * it on that line and the text is short. Lives as long as the report. */
const char *rp_case_where (const rp_case *at, uint32_t statement);

/* Returns whether code could access the object without naming its variable. For a local variable, this is possible
 * if the function around STATEMENT takes the variable's address or has a lambda. For another variable, it is
 * possible if the tokens FIRST to LAST call a function that is not known. Returns false for heap blocks. */
bool rp_case_may_hide_uses (const rp_case *at, uint32_t statement, uint32_t first, uint32_t last);

/* ---- edits ---- */

/* Inserts TEXT as a line of its own before or after the statement. TEXT has no newline at its end. */
void rp_case_insert_before (rp_case *at, uint32_t statement, const char *text);
void rp_case_insert_after (rp_case *at, uint32_t statement, const char *text);

/* Replaces the tokens FIRST to LAST by TEXT. */
void rp_case_replace (rp_case *at, uint32_t first, uint32_t last, const char *text);

/* Adds CLAUSE, which is about the variable NAME, to DIRECTIVE, and removes NAME from DIRECTIVE's clause `shared`. If
 * another clause mentions NAME, returns false and makes no edit. */
bool rp_case_add_clause (rp_case *at, uint32_t directive, const char *clause, const char *name);

/* rp_case_end_fix adds a fix to at->fixes: the edits that were made since the last fix was added or dropped. TEXT
 * describes the fix. rp_case_drop_fix drops these edits instead. */
void rp_case_end_fix (rp_case *at, const char *text);
void rp_case_drop_fix (rp_case *at);

/* ---- the families of hints: they add fixes if they know any ---- */

void rp_advise_sections (rp_case *at);
void rp_advise_tasks (rp_case *at);
void rp_advise_barriers (rp_case *at);
void rp_advise_data_sharing (rp_case *at);
void rp_advise_atomics (rp_case *at);

/* Adds one fix that makes each update of the variable in CONSTRUCT atomic, if the updates are few and each
 * can be atomic. */
void rp_advise_atomic_updates (rp_case *at, uint32_t construct);

/* Adds fixes for a race of a Fortran program whose source is TEXT; fortran.c says for which patterns. */
struct rp_fortran;
void rp_advise_fortran (rp_case *at, const struct rp_fortran *text);

#endif
