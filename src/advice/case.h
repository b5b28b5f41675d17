/* A race that is looked at, what all hints ask of it, and the fixes found so far. Shared by the
 * files of this module only. */
#ifndef RP_ADVICE_CASE_H
#define RP_ADVICE_CASE_H

#include "advice/code.h"
#include "core/finding/finding.h"

typedef struct rp_case
{
  rp_report *report;
  const rp_finding *finding;
  const rp_access_ref *earlier, *later;
  const rp_code *code;    /* of the file that both accesses are in; NULL: it is Fortran */
  const char *file;       /* its name */
  const char *variable;   /* the object's name if it is one variable without parts, else NULL */
  const char *base;       /* the name of the variable that the object is a part of, or NULL */
  RP_VEC (rp_edit) edits; /* of the fix in the making */
  RP_VEC (rp_fix) fixes;
} rp_case;

/* ---- facts ---- */

bool rp_case_has_kind (const rp_task_ref *task, rp_task_kind kind);

/* "task 6": as the report has it. */
const char *rp_case_task_name (const rp_case *at, const rp_task_ref *task);
bool rp_case_same_line (const rp_place *a, const rp_place *b);

/* OTHER is about the same variable or heap block. */
bool rp_case_is_about_same (const rp_case *at, const rp_finding *other);

/* Whether the race is between a task, on SIDE, and its creator after the creation. If a thread uses its own
 * variables in a part of a construct, this counts as the thread's access, not as the part's. */
bool rp_case_is_with_creator (const rp_finding *finding, int side);

/* The statement on the line of ACCESS that makes the access itself, not by a call: it must name the object's variable.
 * RP_NO_STATEMENT if the text leaves a doubt. */
uint32_t rp_case_statement (const rp_case *at, const rp_access_ref *access);

/* STATEMENT is an expression, not a declaration, so that a directive may stand before it. */
bool rp_case_is_expression (const rp_case *at, uint32_t statement);

/* The directive that TASK is a part of or that created it, in this file; RP_NO_STATEMENT if it is
 * not found. */
uint32_t rp_case_directive (const rp_case *at, const rp_task_ref *task);

/* The line of the statement's first token. */
uint32_t rp_case_line (const rp_case *at, uint32_t statement);

/* "line 12", or "`x++;` on line 12" if something else is before it there. Lives as long as the
 * report. */
const char *rp_case_where (const rp_case *at, uint32_t statement);

/* ---- edits ---- */

/* TEXT, without a newline at its end, gets a line of its own before or after the statement. */
void rp_case_insert_before (rp_case *at, uint32_t statement, const char *text);
void rp_case_insert_after (rp_case *at, uint32_t statement, const char *text);

/* The tokens become TEXT. */
void rp_case_replace (rp_case *at, uint32_t first, uint32_t last, const char *text);

/* DIRECTIVE gets CLAUSE, which is about the variable NAME. A `shared (name)` that it has goes.
 * False, and no edit, if another of its clauses has NAME. */
bool rp_case_add_clause (rp_case *at, uint32_t directive, const char *clause, const char *name);

/* Ends the fix, which is the edits made since the last one. */
void rp_case_end_fix (rp_case *at, const char *text);
void rp_case_drop_fix (rp_case *at);

/* ---- the families of hints: they add fixes if they know any ---- */

void rp_advise_sections (rp_case *at);
void rp_advise_tasks (rp_case *at);
void rp_advise_barriers (rp_case *at);
void rp_advise_sharing (rp_case *at);

/* All of them for Fortran, TEXT. */
struct rp_fortran;
void rp_advise_fortran (rp_case *at, const struct rp_fortran *text);

#endif
