/* Declarations that the files for OpenMP share. */
#ifndef RP_PROVE_C_WALKER_OPENMP_H
#define RP_PROVE_C_WALKER_OPENMP_H

#include "prove/c/walker/walker.h"

/* ---- openmp.c ---- */

typedef enum rp_c_team_kind
{
  RP_C_TEAM,
  RP_C_LEAGUE, /* a league of teams; each has one thread, until it opens a parallel construct */
  RP_C_FLAT    /* all threads of all teams of a league, as one team */
} rp_c_team_kind;

/* Walks through a parallel construct. REST is the part of the directive's name behind `parallel'. */
void rp_c_walk_parallel (rp_walker *w, const rp_c_node *node, const char *rest,
                         rp_c_team_kind kind);
/* Walks through the constructs that NAME consists of. IS_COMBINED: they are combined with a parallel construct. */
void rp_c_walk_rest (rp_walker *w, const rp_c_node *node, const char *name, bool is_combined);

/* ---- openmp_target.c ---- */

/* Returns the league around the code that is walked now, or NULL. */
const rp_c_team *rp_c_league_of (const rp_walker *w);
bool rp_c_is_about_memory (const char *name);
void rp_c_walk_target (rp_walker *w, const rp_c_node *node, const char *rest);
void rp_c_walk_teams (rp_walker *w, const rp_c_node *node, const char *rest);
void rp_c_walk_distribute (rp_walker *w, const rp_c_node *node, const char *rest);
void rp_c_choose_team (rp_walker *w, const rp_c_directive *d);

/* ---- openmp_data.c ---- */

/* A name to which a construct gives a new meaning. */
typedef struct rp_c_renamed
{
  const rp_c_decl *decl;
  uint32_t old; /* the variable that the name meant before */
  bool is_reduced, is_last;
} rp_c_renamed;

typedef struct rp_c_renamed_list
{
  RP_VEC (rp_c_renamed) list;
} rp_c_renamed_list;

/* Notes clauses that are not handled. */
void rp_c_check_clauses (rp_walker *w, const rp_c_directive *d);
const rp_c_node *rp_c_argument (const rp_c_directive *d, const char *name);
/* Returns the condition of the if clause for CONSTRUCT: the one in `if (parallel : n > 9)', or the one in an if clause
 * for all constructs of the directive; NULL if there is none. */
const rp_c_node *rp_c_condition_of (const rp_c_directive *d, const char *construct);
/* Returns the argument of the clause NAME if it is a positive integer literal, else 0; OTHERWISE if there is no such
 * clause. */
int64_t rp_c_integer_argument (const rp_c_directive *d, const char *name, int64_t otherwise);
bool rp_c_is_in_clause (const rp_c_directive *d, const char *name, const rp_c_decl *decl);

/* Makes a private copy of DECL and adds it to NAMES, unless NAMES has DECL already. Returns the entry in NAMES.
 * KEEPS_VALUE: the copy has the value of the original. */
rp_c_renamed *rp_c_rename (rp_walker *w, rp_c_renamed_list *names, const rp_c_decl *decl,
                           bool keeps_value);
void rp_c_take_data (rp_walker *w, const rp_c_directive *d, rp_c_renamed_list *names);
void rp_c_restore_names (rp_walker *w, rp_c_renamed_list *names);
void rp_c_read_original (rp_walker *w, const rp_c_node *item);
void rp_c_read_firstprivates (rp_walker *w, const rp_c_directive *d);
void rp_c_write_originals (rp_walker *w, const rp_c_directive *d, const rp_c_renamed_list *names,
                           bool is_last);
bool rp_c_has_last (const rp_c_renamed_list *names);
void rp_c_combine_reductions (rp_walker *w, const rp_c_directive *d,
                              const rp_c_renamed_list *names);
/* Returns the variable that identifies the critical section of this name. */
uint32_t rp_c_section_variable (rp_walker *w, const char *name);

/* rp_c_restrict makes the intersection of the domain and TAKEN the new domain. The caller saves w->domain before, and
 * gives it to rp_c_leave_domain, which restores it. */
void rp_c_restrict (rp_walker *w, isl_set *taken);
void rp_c_leave_domain (rp_walker *w, isl_set *outer);
isl_set *rp_c_where_equal (isl_pw_aff *a, isl_pw_aff *b);
/* Returns VALUE if it is a constant integer, else 0. */
int64_t rp_c_constant_value (isl_pw_aff *value);

typedef RP_VEC (uint32_t) rp_c_variable_list;
/* Called where a thread makes a team, or its lanes run at once: the team or the lanes share the thread's private
 * variables. Clears is_hidden of each of these variables that BODY changes and that NAMES (may be NULL) does not
 * make private again, so that accesses to the variable are recorded. Forgets the variable's value, and adds the
 * variable to UNHIDDEN. The caller sets is_hidden again at the end. */
void rp_c_share_privates (rp_walker *w, const rp_c_node *body, const rp_c_renamed_list *names,
                          rp_c_variable_list *unhidden);

/* ---- openmp_simd.c ---- */

typedef struct rp_c_lanes
{
  rp_c_variable_list unhidden;
  rp_leaf *begin; /* event at the beginning of an iteration, if there is a safelen clause; else NULL */
} rp_c_lanes;

bool rp_c_has_lanes (const rp_c_directive *d);
/* rp_c_lanes_begin and rp_c_lanes_end are called before and behind the loops of a construct with simd,
 * rp_c_lanes_enter and rp_c_lanes_leave around the walk through their body. */
void rp_c_lanes_begin (rp_walker *w, const rp_c_directive *d);
void rp_c_lanes_enter (rp_walker *w, const rp_c_directive *d, const rp_c_renamed_list *names,
                       const rp_c_node *body, rp_c_lanes *lanes);
void rp_c_lanes_leave (rp_walker *w, const rp_c_directive *d, const rp_c_loop *loop, uint32_t depth,
                       uint32_t first_dim, rp_c_lanes *lanes);
void rp_c_lanes_end (rp_walker *w);
void rp_c_walk_simd (rp_walker *w, const rp_c_node *node);

/* ---- schedule.c ---- */

/* Evaluates the chunk size, as every thread does, and records its accesses. Returns the size; 0 if there is none or it
 * is not constant. */
int64_t rp_c_read_chunk (rp_walker *w, const rp_c_directive *d);
/* Adds choices and restricts the domain, to express what the schedule guarantees: which iterations the same thread
 * executes. Adds a doubt if that is not known exactly. */
void rp_c_choose_by_schedule (rp_walker *w, const rp_c_directive *d, int64_t chunk,
                              const rp_c_loop *loop, uint32_t depth, uint32_t first_dim);

/* ---- worksharing.c. IS_COMBINED: the construct is combined with `parallel', at whose end there is a barrier ---- */

void rp_c_walk_shared_loop (rp_walker *w, const rp_c_node *node, bool is_combined);
void rp_c_walk_sections (rp_walker *w, const rp_c_node *node, bool is_combined);
void rp_c_walk_single (rp_walker *w, const rp_c_node *node, bool is_combined);
/* Returns the loop of a construct: NODE without the blocks around it that have only one statement. Returns NULL if
 * NODE is NULL. */
const rp_c_node *rp_c_inner_loop (const rp_c_node *node);

/* ---- openmp_task.c ---- */

void rp_c_walk_task (rp_walker *w, const rp_c_node *node);
void rp_c_walk_taskwait (rp_walker *w, const rp_c_directive *d);
void rp_c_walk_taskgroup (rp_walker *w, const rp_c_node *node);
void rp_c_walk_taskloop (rp_walker *w, const rp_c_node *node);

#endif
