/* The inside of openmp.c and the files around it. */
#ifndef RP_PROVE_C_WALKER_OPENMP_H
#define RP_PROVE_C_WALKER_OPENMP_H

#include "prove/c/walker/walker.h"

/* ---- openmp.c ---- */

typedef enum rp_c_team_kind
{
  RP_C_TEAM,
  RP_C_LEAGUE, /* of teams, each with one thread until it makes others */
  RP_C_FLAT    /* all threads of all teams of a league */
} rp_c_team_kind;

/* REST is what follows in the directive's name. */
void rp_c_walk_parallel (rp_walker *w, const rp_c_node *node, const char *rest,
                         rp_c_team_kind kind);
/* The constructs that NAME says; IS_COMBINED with a parallel construct. */
void rp_c_walk_rest (rp_walker *w, const rp_c_node *node, const char *name, bool is_combined);

/* ---- openmp_target.c ---- */

/* The league around, or NULL. */
const rp_c_team *rp_c_league_of (const rp_walker *w);
bool rp_c_is_about_memory (const char *name);
void rp_c_walk_target (rp_walker *w, const rp_c_node *node, const char *rest);
void rp_c_walk_teams (rp_walker *w, const rp_c_node *node, const char *rest);
void rp_c_walk_distribute (rp_walker *w, const rp_c_node *node, const char *rest);
void rp_c_choose_team (rp_walker *w, const rp_c_directive *d);

/* ---- openmp_data.c ---- */

/* A name that a construct gives a new meaning. */
typedef struct rp_c_renamed
{
  const rp_c_decl *decl;
  uint32_t old;
  bool is_reduced, is_last;
} rp_c_renamed;

typedef struct rp_c_data
{
  RP_VEC (rp_c_renamed) list;
} rp_c_data;

/* Notes the clauses that are not handled. */
void rp_c_check_clauses (rp_walker *w, const rp_c_directive *d);
const rp_c_node *rp_c_argument (const rp_c_directive *d, const char *name);
/* The condition of the if clause that is meant for CONSTRUCT: `if (parallel : n > 9)', or one that
 * is for all constructs of the directive. */
const rp_c_node *rp_c_condition_of (const rp_c_directive *d, const char *construct);
int64_t rp_c_integer_argument (const rp_c_directive *d, const char *name, int64_t otherwise);
bool rp_c_is_in_clause (const rp_c_directive *d, const char *name, const rp_c_decl *decl);

rp_c_renamed *rp_c_rename (rp_walker *w, rp_c_data *names, const rp_c_decl *decl, bool keeps_value);
void rp_c_take_data (rp_walker *w, const rp_c_directive *d, rp_c_data *names);
void rp_c_restore_names (rp_walker *w, rp_c_data *names);
void rp_c_read_original (rp_walker *w, const rp_c_node *item);
void rp_c_read_firstprivates (rp_walker *w, const rp_c_directive *d);
void rp_c_write_originals (rp_walker *w, const rp_c_directive *d, const rp_c_data *names,
                           bool is_last);
bool rp_c_has_last (const rp_c_data *names);
void rp_c_combine_reductions (rp_walker *w, const rp_c_directive *d, const rp_c_data *names);
/* What stands for a section of this name. */
uint32_t rp_c_section_variable (rp_walker *w, const char *name);

void rp_c_restrict (rp_walker *w, isl_set *taken);
void rp_c_leave_domain (rp_walker *w, isl_set *outer);
isl_set *rp_c_where_equal (isl_pw_aff *a, isl_pw_aff *b);
int64_t rp_c_constant_value (isl_pw_aff *value);

typedef RP_VEC (uint32_t) rp_c_variable_list;
/* The private variables of a thread are shared by the team that it makes, or by its lanes. Accesses to such a
 * variable are recorded in BODY, if BODY changes it, unless NAMES (or NULL) makes it private. UNHIDDEN keeps
 * which variables these are, for afterwards. */
void rp_c_share_privates (rp_walker *w, const rp_c_node *body, const rp_c_data *names,
                          rp_c_variable_list *unhidden);

/* ---- openmp_simd.c ---- */

typedef struct rp_c_lanes
{
  rp_c_variable_list unhidden;
  rp_leaf *begin; /* with safelen */
} rp_c_lanes;

bool rp_c_has_lanes (const rp_c_directive *d);
/* Before and behind the loops of a construct with simd, and around the walk over their body. */
void rp_c_lanes_begin (rp_walker *w, const rp_c_directive *d);
void rp_c_lanes_enter (rp_walker *w, const rp_c_directive *d, const rp_c_data *names,
                       const rp_c_node *body, rp_c_lanes *lanes);
void rp_c_lanes_leave (rp_walker *w, const rp_c_directive *d, const rp_c_loop *loop, uint32_t depth,
                       uint32_t first_dim, rp_c_lanes *lanes);
void rp_c_lanes_end (rp_walker *w);
void rp_c_walk_simd (rp_walker *w, const rp_c_node *node);

/* ---- schedule.c ---- */

/* The chunk, which every thread evaluates: 0 if there is none or it is not known. */
int64_t rp_c_read_chunk (rp_walker *w, const rp_c_directive *d);
/* Adds what is known of the thread that executes an iteration, beyond the fact that there is one. */
void rp_c_choose_by_schedule (rp_walker *w, const rp_c_directive *d, int64_t chunk,
                              const rp_c_loop *loop, uint32_t depth, uint32_t first_dim);

/* ---- worksharing.c: IS_COMBINED with a parallel construct, at whose end there is a barrier ----
 */

void rp_c_walk_shared_loop (rp_walker *w, const rp_c_node *node, bool is_combined);
void rp_c_walk_sections (rp_walker *w, const rp_c_node *node, bool is_combined);
void rp_c_walk_single (rp_walker *w, const rp_c_node *node, bool is_combined);
/* The loop in a statement that is one, perhaps in braces. */
const rp_c_node *rp_c_inner_loop (const rp_c_node *node);

/* ---- openmp_task.c ---- */

void rp_c_walk_task (rp_walker *w, const rp_c_node *node);
void rp_c_walk_taskwait (rp_walker *w, const rp_c_directive *d);
void rp_c_walk_taskgroup (rp_walker *w, const rp_c_node *node);
void rp_c_walk_taskloop (rp_walker *w, const rp_c_node *node);

#endif
