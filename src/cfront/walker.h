/* The inside of the C front end: it walks over a function as an execution would, with sets of
 * iteration vectors in place of values. Outside parallel regions it only follows what is known of
 * variables; at a region's begin a form is opened (poly/form.h), to which accesses go until its
 * end.
 *
 * isl_pw_aff values are kept in a pool until the walk ends, so that they need no owner: functions
 * take and return them borrowed. */
#ifndef RP_CFRONT_WALKER_H
#define RP_CFRONT_WALKER_H

#include "cfront/regions.h"
#include "cfront/tree.h"
#include "poly/form.h"

#include <isl/aff.h>

#define RP_C_NONE UINT32_MAX

/* A place in memory: an element of a variable. A subscript that is NULL is not known. */
typedef struct rp_c_location
{
  uint32_t variable;
  const rp_c_type *type; /* of what is there */
  isl_pw_aff **subscripts;
  int64_t *lengths; /* of the dimensions; -1 if not known, or if the object ends there */
  uint32_t count;
  uint32_t dims;      /* of the iteration vectors that the subscripts are functions of */
  bool is_index;      /* the last subscript is an index: pointer arithmetic may change it */
  isl_pw_aff *stride; /* it counts within rows of this length, and the one before counts rows; or
                       * NULL */
} rp_c_location;

/* What is known of a value: a number, where it points to, or nothing. Of i * n + j, which is not
 * affine, that it is ROW * STRIDE + COLUMN, STRIDE being a parameter: then it may be an index into
 * an array that has rows of this length. */
typedef struct rp_c_value
{
  isl_pw_aff *number;
  isl_pw_aff *row, *column, *stride; /* STRIDE is a function of no iterators */
  const rp_c_location *pointer;
  const rp_c_function *function; /* that it is a pointer to */
  uint32_t dims;
  bool is_derived; /* not known here, but not free either: it was computed from other values */
  bool is_named; /* NUMBER is a parameter that was made for the value when it was first asked for */
  uint32_t generation; /* of the variable, in what rp_c_save_values returns */
} rp_c_value;

/* A variable of the program, a copy of one that some construct makes private, a member of one, or
 * what one points to. */
typedef struct rp_c_variable
{
  const rp_c_decl *decl;
  uint32_t parent;     /* of a member or a target, else RP_C_NONE */
  const char *member;  /* NULL: what the parent points to */
  uint32_t generation; /* of the parent's value, for the latter */
  const char *name;
  const rp_c_type *type;
  bool is_private; /* each instance of its scope has one: the first subscripts are its iterators */
  bool is_hidden;  /* private, and nobody else can get at it: accesses are not recorded */
  bool is_object;  /* has a name of its own, is not behind a pointer */
  bool is_rows;    /* what several pointers point to, one row each */
  uint32_t scope;  /* IS_PRIVATE: the number of those iterators */
  uint32_t rank;   /* subscripts of its elements; RP_C_NONE before the first access */
  uint32_t generations;
  isl_pw_aff *stride; /* of its accesses in the region so far */
  bool is_relied_on;  /* its value at the region's begin was used: nobody may write it there */
  bool is_iterator;   /* of a loop around: VALUE holds although it is shared */
  rp_c_value value;
} rp_c_variable;

/* A team of threads, innermost first. */
typedef struct rp_c_team
{
  struct rp_c_team *outer;
  uint32_t dim;           /* the thread */
  isl_pw_aff *size;       /* a function of no iterators */
  int64_t constant_size;  /* if num_threads is a constant, else 0 */
  uint32_t static_number; /* of the choices by static schedules */
} rp_c_team;

/* As rp_choice, with the key as functions of the iterators so far. */
typedef struct rp_c_choice
{
  uint32_t number, dim;
  isl_pw_aff **key;
  uint32_t count, dims;
} rp_c_choice;

typedef struct rp_c_held
{
  uint32_t variable;             /* RP_C_NONE: excludes every section */
  const rp_c_location *location; /* NULL: all of it */
} rp_c_held;

typedef struct rp_c_loop
{
  rp_c_decl *iterator;
  const rp_c_node *begin, *bound;
  char relation[4];
  int64_t step;
  const rp_c_node *by;       /* what is added if that is no constant: then STEP is 0 */
  bool declares;             /* the iterator */
  isl_pw_aff *first, *limit; /* values of BEGIN and BOUND where the loop was entered, or NULL */
} rp_c_loop;

/* A task construct that a taskwait of its creator may join. */
typedef struct rp_c_task
{
  rp_leaf *creation, *end;
} rp_c_task;

/* The ordered section of a worksharing loop. */
typedef struct rp_c_ordered
{
  rp_leaf *begin, *end;
  uint32_t first_dim,
    last_dim; /* of the loop: its dimensions are from the first to before the last */
  uint32_t thread_dim;
  bool is_descending;
} rp_c_ordered;

/* Something parallel that stands in no region of its function: it is to be in one that calls it. */
typedef struct rp_c_orphan
{
  const rp_c_node *node;
  const char *function, *what;
} rp_c_orphan;

typedef struct rp_walker
{
  rp_c_program *program;
  isl_ctx *isl;
  rp_arena arena;
  rp_c_region *region; /* NULL outside */
  rp_form *form;       /* of the region */
  rp_c_regions *regions;
  RP_VEC (isl_pw_aff *) pool;
  RP_VEC (rp_c_variable) variables;
  RP_VEC (const char *) param_names;
  RP_VEC (rp_inexact *) param_notes; /* NULL for inputs */
  uint32_t *current;                 /* of each declaration: its variable here, or RP_C_NONE */
  bool *is_exposed; /* of each declaration: its address is taken, or tasks share it */
  bool *is_written; /* of each: in the region */
  RP_VEC (const char *) written_members;
  bool stores_pointers; /* in memory, somewhere in the region */
  isl_set *domain;
  isl_set *limits;             /* outside regions, what is known of parameters */
  const rp_inexact *inexact;   /* why DOMAIN may be too large */
  const rp_inexact *uncertain; /* why a barrier here may not be reached */
  RP_VEC (rp_token) path;
  RP_VEC (const char *) names;
  uint32_t sequence;
  rp_leaf *leaf; /* being filled, or NULL */
  const rp_c_node *statement;
  RP_VEC (rp_c_held) held;
  size_t held_base; /* those of this activity begin here */
  RP_VEC (rp_c_choice) choices;
  uint32_t choice_numbers;
  rp_c_team *team;
  RP_VEC (isl_pw_aff *) team_sizes; /* parameters of the function's regions */
  size_t team_count;                /* teams of the region so far */
  bool is_in_task;
  bool is_in_worksharing; /* or single, master, task: no barrier may stand here */
  const char *atomic;     /* the text of the place that is accessed atomically, or NULL */
  uint32_t atomic_variable;
  RP_VEC (rp_c_task) tasks;
  RP_VEC (rp_leaf *) waits; /* taskwait, for which edges are made */
  rp_c_ordered *ordered;    /* of the loop at hand, or NULL */
  RP_VEC (rp_c_ordered) ordered_sections;
  RP_VEC (const rp_c_function *) calls;
  rp_c_value result;
  uint32_t returns;
  uint32_t sites;
  RP_VEC (const rp_c_node *) covered; /* parallel constructs that were walked over in a region */
  RP_VEC (rp_c_orphan) orphans;
} rp_walker;

/* ---- walker.c ---- */

const rp_inexact *rp_c_note (rp_walker *w, rp_place at, bool is_fatal, const char *format, ...)
  __attribute__ ((format (printf, 4, 5)));
const char *rp_c_text (const rp_walker *w, const rp_c_node *node);
isl_pw_aff *rp_c_pool (rp_walker *w, isl_pw_aff *taken);
isl_pw_aff *rp_c_constant (rp_walker *w, int64_t value);
isl_pw_aff *rp_c_dimension (rp_walker *w, uint32_t dim);

/* A new parameter, a function of no iterators; IS_DERIVED if it stands for a value that is not an
 * input but was computed. */
isl_pw_aff *rp_c_parameter (rp_walker *w, const char *name, bool is_derived, rp_place at);
/* A value of fewer iterators as one of those here. */
isl_pw_aff *rp_c_extend (rp_walker *w, isl_pw_aff *value, uint32_t dims);
rp_c_value rp_c_recall (rp_walker *w, const rp_c_value *value);
const rp_c_location *rp_c_relocate (rp_walker *w, const rp_c_location *location);

/* The variable that a name means here. */
uint32_t rp_c_variable_of (rp_walker *w, const rp_c_decl *decl);
/* A member, or what a pointer points to if MEMBER is NULL. */
uint32_t rp_c_derived (rp_walker *w, uint32_t parent, const char *member, const rp_c_type *type);
/* Something that has no declaration: a section, a copy. */
uint32_t rp_c_pseudo_variable (rp_walker *w, const char *name, const rp_c_type *type);
/* A copy of its own for each execution of the construct at hand; it becomes what the name means. */
uint32_t rp_c_make_private (rp_walker *w, const rp_c_decl *decl);
void rp_c_learn (rp_walker *w, uint32_t variable, rp_c_value value);
void rp_c_forget (rp_walker *w, uint32_t variable, bool is_derived);
/* All that a statement may assign to. */
void rp_c_forget_assigned (rp_walker *w, const rp_c_node *node);
void rp_c_forget_reachable (rp_walker *w);
rp_c_value *rp_c_save_values (rp_walker *w, size_t *count);
void rp_c_restore_values (rp_walker *w, const rp_c_value *values, size_t count);

/* ---- record.c ---- */

/* WORD: what the source calls it, or NULL. */
void rp_c_push (rp_walker *w, rp_token_kind kind, bool is_clocked, rp_place at, const char *word);
void rp_c_flush (rp_walker *w);
void rp_c_record (rp_walker *w, const rp_c_location *location, bool is_write,
                  const rp_c_node *node);
rp_leaf *rp_c_add_event (rp_walker *w, rp_place at);
void rp_c_add_advance (rp_walker *w, rp_place at);
void rp_c_add_choice (rp_walker *w, uint32_t number, isl_pw_aff **key, uint32_t count);
/* The iterators but that of the thread, and room for one more. */
isl_pw_aff **rp_c_encounter (rp_walker *w, uint32_t *count);

/* ---- region.c ---- */

void rp_c_cover (rp_walker *w, const rp_c_node *node);
void rp_c_add_orphan (rp_walker *w, const rp_c_node *node, const char *what);
void rp_c_region_begin (rp_walker *w, const rp_c_node *node, const char *construct);
void rp_c_region_end (rp_walker *w);

/* ---- assigned.c ---- */

/* =, +=, ++ and their like. */
bool rp_c_is_assignment (const rp_c_node *node);
/* The variable that an assignment to NODE changes, or NULL if it goes through a pointer. */
const rp_c_decl *rp_c_root (const rp_c_node *node);
/* Calls VISIT for each variable that NODE assigns to by its name. */
void rp_c_each_assigned (const rp_c_node *node, void (*visit) (void *, const rp_c_decl *),
                         void *context);
bool rp_c_assigns (const rp_c_node *node, const rp_c_decl *decl);
bool rp_c_assigns_member (const rp_c_node *node, const char *member);

/* ---- value.c ---- */

rp_c_value rp_c_evaluate (rp_walker *w, const rp_c_node *node);
const rp_c_location *rp_c_locate (rp_walker *w, const rp_c_node *node);
/* What a pointer, or an array as a pointer, points to; NULL if that is not known. */
const rp_c_location *rp_c_target (rp_walker *w, const rp_c_node *node);
void rp_c_assign (rp_walker *w, const rp_c_location *to, rp_c_value value, const rp_c_node *node);
/* Where the condition may hold, and where it may not, within the domain. */
typedef struct rp_c_truth
{
  isl_set *yes, *no;
  bool is_exact;
} rp_c_truth;
rp_c_truth rp_c_decide (rp_walker *w, const rp_c_node *node);

/* ---- statement.c ---- */

void rp_c_walk (rp_walker *w, const rp_c_node *node);
/* Takes a `for` apart. False if the loop is none with a constant step; LOOP->by says whether it is
 * one but for that. */
bool rp_c_loop_read (const rp_c_node *node, rp_c_loop *loop);
bool rp_c_is_bound_kept (const rp_walker *w, const rp_c_node *bound, const rp_c_node *body);
/* Adds the dimension of a loop. The domain is a new one then, which rp_c_loop_leave frees; the
 * caller goes back to its own. Doubts may be added, too. */
void rp_c_loop_enter (rp_walker *w, const rp_c_node *node, rp_c_loop *loop);
void rp_c_loop_leave (rp_walker *w);
void rp_c_open_dimension (rp_walker *w, const char *name, bool is_descending, rp_place at);

/* Why what follows may not happen, and whether it need not reach barriers; returns what to go back
 * to. */
typedef struct rp_c_doubts
{
  const rp_inexact *inexact, *uncertain;
} rp_c_doubts;
rp_c_doubts rp_c_doubt (rp_walker *w, rp_place at, bool is_about_barriers, const char *reason);
void rp_c_trust (rp_walker *w, rp_c_doubts outer);
rp_c_value rp_c_inline (rp_walker *w, const rp_c_function *function, const rp_c_value *arguments,
                        uint32_t count, rp_place at);
bool rp_c_contains (const rp_c_node *node, rp_c_kind kind);

/* ---- call.c, openmp.c, construct.c ---- */

rp_c_value rp_c_call (rp_walker *w, const rp_c_node *call);
void rp_c_walk_directive (rp_walker *w, const rp_c_node *node);
/* for (i = begin + thread; i < bound; i += number of threads): in worksharing.c; false if the loop
 * is not of this kind. */
bool rp_c_walk_cyclic (rp_walker *w, const rp_c_node *node, const rp_c_loop *loop);
/* raceproof's own constructs: whether the call, or the `for` of a macro, is one. */
bool rp_c_construct_call (rp_walker *w, const rp_c_node *call, const char *name);
bool rp_c_construct_for (rp_walker *w, const rp_c_node *node);

#endif
