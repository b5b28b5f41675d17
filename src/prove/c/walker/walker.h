/* The internals of the C front end. The walker goes through a function as an execution would, with sets of
 * iteration vectors in place of values. Outside parallel regions it only follows what is known of variables.
 * At the begin of a region it opens a form (prove/poly/form.h), and adds accesses to it until the region's
 * end.
 *
 * isl_pw_aff values are kept in a pool until the walk ends, so that they need no owner: functions
 * take and return them borrowed. */
#ifndef RP_PROVE_C_WALKER_WALKER_H
#define RP_PROVE_C_WALKER_WALKER_H

#include "prove/c/points_to/points_to.h"
#include "prove/c/reader/assigned.h"
#include "prove/c/reader/chains.h"
#include "prove/c/reader/tree.h"
#include "prove/c/walker/regions.h"
#include "prove/poly/form.h"

#include <isl/aff.h>

#define RP_C_NONE UINT32_MAX

/* A place in memory: an element of a variable. A subscript that is NULL is not known. */
typedef struct rp_c_location
{
  uint32_t variable;
  const rp_c_type *type; /* of what is there */
  isl_pw_aff **subscripts;
  int64_t *lengths; /* of the dimensions; -1 if the object ends there; or RP_C_SIZE_NUMBER (n),
                       RP_C_NO_LENGTH */
  uint32_t count;
  uint32_t dims;      /* of the iteration vectors that the subscripts are functions of */
  bool is_index;      /* the last subscript is an index: pointer arithmetic may change it */
  isl_pw_aff *stride; /* it counts within rows of this length, and the one before counts rows; or
                       * NULL */
  isl_pw_aff *height; /* these count within planes of so many, and the one before counts planes; or
                       * NULL */
} rp_c_location;

/* What is known of a value: a number, where it points to, or nothing. i * n + j is not affine, but may be
 * known as ROW * STRIDE + COLUMN, with a parameter STRIDE: then it may be an index into an array with rows of
 * this length. (i * m + j) * n + k may be known as (PLANE * HEIGHT + ROW) * STRIDE + COLUMN. */
typedef struct rp_c_value
{
  isl_pw_aff *number;
  isl_pw_aff *row, *column, *stride; /* STRIDE is a function of no iterators */
  isl_pw_aff *plane, *height;        /* so is HEIGHT; NULL if there are no planes */
  const rp_c_location *pointer;
  const rp_c_function *function; /* that it is a pointer to */
  uint32_t dims;
  bool is_derived; /* not known here, but not free either: it was computed from other values */
  bool is_named; /* NUMBER is a parameter that was made for the value when it was first asked for */
  uint32_t generation; /* of the variable, in what rp_c_save_values returns */
} rp_c_value;

/* A variable of the program, a private copy of one that some construct makes, a member of a variable, or the
 * object that a variable points to. */
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
  bool is_fresh;   /* new memory, which no other pointer leads to */
  uint32_t scope;  /* IS_PRIVATE: the number of those iterators */
  uint32_t lead;   /* behind a pointer: the number of subscripts that tell which pointer it is */
  uint32_t rank;   /* subscripts of its elements; RP_C_NONE before the first access */
  uint32_t generations;
  isl_pw_aff *stride, *height; /* of its accesses in the region so far */
  const rp_c_type *used_as;    /* what a void pointer points to in the region, once it was used */
  bool is_relied_on;  /* its value at the region's begin was used: nobody may write it there */
  bool is_iterator;   /* of a loop around: VALUE holds although it is shared */
  isl_pw_aff **sizes; /* of its decl's, where it was declared; NULL where that is not known */
  uint32_t size_dims; /* of the iteration vectors that these are functions of */
  rp_c_value value;
} rp_c_variable;

/* These stand for a length that is not a constant: it is number N of the variable's sizes, or it is not
 * known. */
#define RP_C_SIZE_NUMBER(N) (-2 - (int64_t) (N))
#define RP_C_NO_LENGTH INT64_MIN

/* A team of threads, innermost first. */
typedef struct rp_c_team
{
  struct rp_c_team *outer;
  uint32_t dim;           /* the thread */
  isl_pw_aff *size;       /* a function of no iterators */
  int64_t constant_size;  /* if num_threads is a constant, else 0 */
  uint32_t static_number; /* of the choices by static schedules */
  bool is_league;         /* of teams: its threads are their first ones */
  bool is_flat;           /* all threads of a league */
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

/* All that was held at some time. */
typedef struct rp_c_hold
{
  rp_c_held *items;
  size_t count;
} rp_c_hold;

typedef struct rp_c_loop
{
  rp_c_decl *iterator;
  const rp_c_node *begin, *bound;
  char relation[4];
  int64_t step;
  const rp_c_node *by; /* what is added if that is no constant: then STEP is 0 */
  bool declares;       /* the iterator */
  bool is_shared;      /* by threads or tasks: then it does not wrap around, or does not conform */
  bool is_unequal;     /* the relation was != */
  bool may_wrap;       /* known when the loop was entered */
  const rp_c_type *compared; /* the type in which the iterator is compared with the bound */
  isl_pw_aff *first, *limit; /* values of BEGIN and BOUND where the loop was entered, or NULL */
} rp_c_loop;

/* A task construct that a taskwait of its creator may join. The accesses of CREATION are the places
 * that its depend clauses name; nothing accesses them there. */
typedef struct rp_c_task
{
  rp_leaf *creation, *begin, *end;
  rp_leaf *behind; /* if its creator waits for it: where that goes on; else NULL */
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

/* A simd loop with safelen: iterations of DIM that are DISTANCE or more apart are ordered. */
typedef struct rp_c_span
{
  rp_leaf *begin, *end; /* of an iteration */
  uint32_t dim;
  int64_t distance;
  bool is_descending;
} rp_c_span;

/* A loop whose end may depend on other threads. */
typedef struct rp_c_waiting
{
  rp_place at;
  size_t first, last; /* its leaves: from the first to before the last */
  size_t following;   /* the first leaf that may be executed behind it */
  bool is_certain;    /* it does depend on something outside, or never ends */
  enum
  {
    RP_C_WAITING_LOOP,
    RP_C_WAITING_CALL, /* that does not return */
    RP_C_WAITING_TASK  /* for other tasks */
  } kind;
} rp_c_waiting;

/* A parallel construct that is in no region of its function: a region that calls the function has to contain
 * it. */
typedef struct rp_c_orphan
{
  const rp_c_node *node;
  const char *function, *what, *why;
} rp_c_orphan;

/* An input of 64 bits. */
typedef struct rp_c_large
{
  const char *name;
  uint32_t assumed_bits; /* it was assumed to be below 2^this; 0: it was not */
} rp_c_large;

/* 64-bit inputs below 2^this add up to something that fits; products need smaller ones. */
#define RP_C_SMALL_BITS 56
#define RP_C_FACTOR_BITS 31
/* What is assumed of inputs of 64 bits: nothing, or that they are small in one of these ways. */
#define RP_C_RANGES 3

typedef struct rp_c_parameter_entry
{
  const char *name;
  rp_inexact *note;             /* NULL for inputs */
  isl_set *ranges[RP_C_RANGES]; /* by its type, or NULL */
} rp_c_parameter_entry;

typedef struct rp_walker
{
  rp_c_program *program;
  isl_ctx *isl;
  rp_arena arena;
  rp_c_region *region; /* NULL outside */
  rp_form *form;       /* of the region */
  rp_c_regions *regions;
  double deadline; /* rp_seconds, or 0 */
  bool is_late;
  RP_VEC (isl_pw_aff *) pool;
  RP_VEC (rp_c_variable) variables;
  RP_VEC (rp_c_parameter_entry) params;
  rp_c_chains params_by_name;
  rp_map name_numbers; /* of names that more than one parameter would have */
  RP_VEC (rp_c_large) large_params;
  rp_c_points *points;
  uint32_t *current;  /* of each declaration: its variable here, or RP_C_NONE */
  uint32_t *original; /* of each: the variable that functions see that the region calls */
  bool *is_exposed;   /* of each declaration: its address is taken, or tasks share it */
  bool *is_written;   /* of each: in the region */
  bool *is_assigned;  /* of each: anywhere in the sources */
  RP_VEC (const char *) written_members;
  bool stores_pointers; /* in memory, somewhere in the region */
  isl_set *domain;
  isl_set *limits;             /* outside regions, what is known of parameters */
  const rp_inexact *inexact;   /* why DOMAIN may be too large */
  const rp_inexact *uncertain; /* why a barrier here may not be reached */
  RP_VEC (rp_form_token) path;
  RP_VEC (const char *) names;
  uint32_t sequence;
  rp_leaf *leaf; /* being filled, or NULL */
  const rp_c_node *statement;
  RP_VEC (rp_c_held) held;
  size_t held_base;         /* those of this activity begin here */
  RP_VEC (rp_c_hold) holds; /* of each dimension: what was held when it was opened */
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
  RP_VEC (rp_c_span) spans;
  RP_VEC (rp_c_waiting) waiting; /* loops of the region */
  RP_VEC (size_t)
  repeated;                 /* of each dimension: how many leaves there were when it was opened; of
                               a team's SIZE_MAX, since threads repeat nothing */
  size_t volatile_accesses; /* of the walk so far */
  uint32_t failures;        /* how many branches around are for a null pointer */
  RP_VEC (const rp_c_function *) calls;
  const rp_c_node *odd;         /* a goto or its like in the function, or NULL */
  const rp_c_node *equality;    /* a comparison by which two pointers are the same here, or NULL */
  const rp_c_node *switch_body; /* of the innermost switch, or NULL */
  size_t switch_held;           /* when it began */
  rp_c_value result;
  uint32_t returns;
  uint32_t sites;
  RP_VEC (const rp_c_node *) covered; /* parallel constructs that were walked over in a region */
  RP_VEC (rp_c_orphan) orphans;
} rp_walker;

/* ---- walker.c ---- */

const rp_inexact *rp_c_note (rp_walker *w, rp_place at, bool is_fatal, const char *format, ...)
  __attribute__ ((format (printf, 4, 5)));
/* Whether the time limit is reached: then nothing more is looked at. */
bool rp_c_is_late (rp_walker *w);
const char *rp_c_text (const rp_walker *w, const rp_c_node *node);
isl_pw_aff *rp_c_pool (rp_walker *w, isl_pw_aff *taken);
isl_pw_aff *rp_c_constant (rp_walker *w, int64_t value);
isl_pw_aff *rp_c_dimension (rp_walker *w, uint32_t dim);

/* A value of fewer iterators as one of those here. */
isl_pw_aff *rp_c_extend (rp_walker *w, isl_pw_aff *value, uint32_t dims);
rp_c_value rp_c_recall (rp_walker *w, const rp_c_value *value);
const rp_c_location *rp_c_relocate (rp_walker *w, const rp_c_location *location);

/* The variable that a name means here. */
uint32_t rp_c_variable_of (rp_walker *w, const rp_c_decl *decl);
/* A member, or what a pointer points to if MEMBER is NULL. */
uint32_t rp_c_derived (rp_walker *w, uint32_t parent, const char *member, const rp_c_type *type);
/* Evaluates the sizes that VARIABLE is declared with, here where that happens. */
void rp_c_take_sizes (rp_walker *w, uint32_t variable);
/* The variable from which a member, or the object behind a pointer, is reached. */
uint32_t rp_c_root_variable (const rp_walker *w, uint32_t variable);
/* Something that has no declaration: a section, a copy. */
uint32_t rp_c_pseudo_variable (rp_walker *w, const char *name, const rp_c_type *type);
/* A copy of its own for each execution of the construct at hand; it becomes what the name means. */
uint32_t rp_c_make_private (rp_walker *w, const rp_c_decl *decl);
void rp_c_learn (rp_walker *w, uint32_t variable, rp_c_value value);
void rp_c_forget (rp_walker *w, uint32_t variable, bool is_derived);
/* All that a statement may assign to. */
void rp_c_forget_assigned (rp_walker *w, const rp_c_node *node);
void rp_c_forget_reachable (rp_walker *w);
/* Whether a store of type A may change an object of type B [C17, 6.5, 7]. */
bool rp_c_may_be_same (const rp_c_type *a, const rp_c_type *b);
/* What a store of TYPE through a pointer may change, outside regions. */
void rp_c_forget_pointed (rp_walker *w, const rp_c_type *type);
rp_c_value *rp_c_save_values (rp_walker *w, size_t *count);
void rp_c_restore_values (rp_walker *w, const rp_c_value *values, size_t count);

/* rp_c_hold_here: the sections that are held now. The other: checks that the same sections are held at the
 * end of a construct that may be left out or repeated. If not, this is noted, and the sections are as before. */
rp_c_hold rp_c_hold_here (rp_walker *w);
void rp_c_hold_again (rp_walker *w, rp_c_hold before, rp_place at);

/* ---- parameter.c ---- */

/* A new parameter, as a function of no iterators. IS_DERIVED: it represents a value that is no input, but was
 * computed. */
isl_pw_aff *rp_c_parameter (rp_walker *w, const char *name, bool is_derived, rp_place at);
/* That a new parameter is of this type. */
void rp_c_bound_parameter (rp_walker *w, isl_pw_aff *parameter, const rp_c_type *type);
rp_c_parameter_entry *rp_c_find_parameter (const rp_walker *w, const char *name);
/* SET (taken) where the parameters of SPACE (taken) are in their ranges, by what is assumed of
 * those of 64 bits. */
isl_set *rp_c_in_ranges (rp_walker *w, isl_set *set, isl_space *space, int which);
void rp_c_forget_parameters (rp_walker *w);

/* ---- record.c ---- */

/* WORD: what the source calls it, or NULL. */
void rp_c_push (rp_walker *w, rp_form_token_kind kind, bool is_clocked, rp_place at, const char *word);
void rp_c_flush (rp_walker *w);
void rp_c_record (rp_walker *w, const rp_c_location *location, bool is_write,
                  const rp_c_node *node);
rp_leaf *rp_c_add_event (rp_walker *w, rp_place at);
/* Notes that EVENT, which is here, names a place, by which it may be ordered. Returns false if it is not
 * known which place. */
bool rp_c_add_dependence (rp_walker *w, rp_leaf *event, const rp_c_location *location,
                          bool is_write, rp_place at);
void rp_c_add_advance (rp_walker *w, rp_place at);
void rp_c_add_choice (rp_walker *w, uint32_t number, isl_pw_aff **key, uint32_t count);
/* The iterators but that of the thread, and room for one more. */
isl_pw_aff **rp_c_encounter (rp_walker *w, uint32_t *count);

/* ---- waiting.c ---- */

typedef struct rp_c_wait_begin
{
  size_t leaves, volatile_accesses;
} rp_c_wait_begin;
/* Called around the walk over a loop whose number of iterations is not known. IS_ENDLESS: nothing in the loop
 * ends it. */
rp_c_wait_begin rp_c_wait_begin_loop (rp_walker *w);
void rp_c_wait_end_loop (rp_walker *w, rp_c_wait_begin begin, rp_place at, bool is_endless);
/* A call that does not return: nothing comes behind it. */
void rp_c_wait_forever (rp_walker *w, rp_place at);
/* Notes a task that waits here for others, or may do so, in a way that is not represented. */
void rp_c_wait_for_tasks (rp_walker *w, rp_place at);
/* At the region's end: marks everything behind a loop that may wait for other threads as inexact. */
void rp_c_mark_waiting (rp_walker *w);

/* ---- region.c ---- */

void rp_c_cover (rp_walker *w, const rp_c_node *node);
void rp_c_add_orphan (rp_walker *w, const rp_c_node *node, const char *what);
/* That two pointers are the same here, if w->equality says so. */
void rp_c_note_equality (rp_walker *w);
void rp_c_region_begin (rp_walker *w, const rp_c_node *node, const char *construct);
void rp_c_region_end (rp_walker *w);

/* ---- overlap.c ---- */

/* Notes memory that the region writes and that may be the same as something else that it uses. */
void rp_c_check_overlaps (rp_walker *w);
/* Says in the region what it takes for apart without knowing it. */
void rp_c_name_assumption (rp_walker *w);

/* ---- number.c: integer types ---- */

extern const rp_c_type rp_c_int;
rp_c_value rp_c_number (rp_walker *w, isl_pw_aff *taken);
/* Whether arithmetic that leaves the type wraps around. */
bool rp_c_wraps (const rp_c_type *type);
/* Whether B holds all numbers of A. */
bool rp_c_is_within (const rp_c_type *a, const rp_c_type *b);
isl_set *rp_c_where_fits (rp_walker *w, isl_pw_aff *number, const rp_c_type *type);
/* Whether the domain is within a set, for all parameters that there can be. */
bool rp_c_always (rp_walker *w, isl_set *taken);
/* Whether TO holds a number of type FROM (or NULL), wherever the domain is. */
bool rp_c_always_fits (rp_walker *w, isl_pw_aff *number, const rp_c_type *from,
                       const rp_c_type *to);
/* A value of type FROM (NULL: any number) as one of type TO. */
rp_c_value rp_c_convert (rp_walker *w, rp_c_value value, const rp_c_type *from,
                         const rp_c_type *to);
/* a op b in this type; NULL: in a signed one. */
rp_c_value rp_c_combine (rp_walker *w, const char *op, rp_c_value a, rp_c_value b,
                         const rp_c_type *type);
rp_c_value rp_c_negate (rp_walker *w, rp_c_value value, const rp_c_type *type);

/* ---- location.c ---- */

/* The place that NODE means, or NULL. */
const rp_c_location *rp_c_locate (rp_walker *w, const rp_c_node *node);
/* FROM with one more subscript, 0. */
rp_c_location *rp_c_with_index (rp_walker *w, const rp_c_location *from, uint32_t variable,
                                const rp_c_type *type, int64_t length);
/* The first element of an array. */
const rp_c_location *rp_c_decay (rp_walker *w, const rp_c_location *array);
/* FROM, an element, moved by a number or in rows. */
const rp_c_location *rp_c_moved_by (rp_walker *w, const rp_c_location *from, const rp_c_value *by,
                                    const rp_c_node *node);
/* Lengths of inner dimensions that are not constant are compared by their text. */
bool rp_c_is_same_type (const rp_c_type *a, const rp_c_type *b);

/* ---- value.c ---- */

rp_c_value rp_c_evaluate (rp_walker *w, const rp_c_node *node);
/* Where the pointer at a place points to, or NULL. */
const rp_c_location *rp_c_load_pointer (rp_walker *w, const rp_c_location *location);
/* What a pointer, or an array as a pointer, points to; NULL if that is not known. */
const rp_c_location *rp_c_target (rp_walker *w, const rp_c_node *node);
/* VARIABLE, a pointer, is assigned NODE. If that is new memory of its own, it is now known where the pointer
 * points to. */
void rp_c_take_memory (rp_walker *w, uint32_t variable, const rp_c_node *node);
/* VARIABLE, a private pointer, points to new memory from now on. Each copy of it has memory of its own. */
void rp_c_give_memory (rp_walker *w, uint32_t variable);
void rp_c_assign (rp_walker *w, const rp_c_location *to, rp_c_value value, const rp_c_node *node);

/* ---- condition.c ---- */

/* Where the condition may hold, and where it may not, within the domain. */
typedef struct rp_c_truth
{
  isl_set *yes, *no;
  bool is_exact;
} rp_c_truth;
rp_c_truth rp_c_decide (rp_walker *w, const rp_c_node *node);
/* The comparison in NODE by which two pointers are equal if NODE has the truth value IS_TRUE, or NULL. Such
 * pointers are not assumed to be different. */
const rp_c_node *rp_c_find_equality (const rp_c_node *node, bool is_true);
/* Whether NODE being IS_TRUE means that a pointer is null. */
bool rp_c_is_null_test (const rp_c_node *node, bool is_true);
/* The values of a condition, 0 or 1, and of `a ? b : c`. */
rp_c_value rp_c_evaluate_truth (rp_walker *w, const rp_c_node *node);
rp_c_value rp_c_evaluate_conditional (rp_walker *w, const rp_c_node *node);

/* ---- outside.c ---- */

/* Whether a library function returns, or stores, what comes from outside the program. */
bool rp_c_reads_input (const char *name);
bool rp_c_is_input (const rp_c_node *node);
/* Whether NODE assigns to DECL inputs, and else constants only. */
bool rp_c_is_set_from_outside (const rp_c_node *node, const rp_c_decl *decl);
bool rp_c_may_be_any (const rp_c_value *value);
/* VALUE; if it is an input without a name, as a parameter. */
rp_c_value rp_c_name_input (rp_walker *w, rp_c_value value, const char *name,
                            const rp_c_type *type);

/* ---- statement.c ---- */

void rp_c_walk (rp_walker *w, const rp_c_node *node);
/* A break or continue that means the loop which NODE is the body of. */
bool rp_c_jumps (const rp_c_node *node, rp_c_kind kind);
/* Goes on within SET (taken); returns the domain to go back to. */
isl_set *rp_c_enter (rp_walker *w, isl_set *set);
void rp_c_leave (rp_walker *w, isl_set *outer);
/* The reasons why code that is walked now may not be executed. rp_c_doubt adds one (IS_ABOUT_BARRIERS: the code may
 * also
 * not reach barriers) and returns the reasons before it, which rp_c_trust restores. */
typedef struct rp_c_doubts
{
  const rp_inexact *inexact, *uncertain;
} rp_c_doubts;
rp_c_doubts rp_c_doubt (rp_walker *w, rp_place at, bool is_about_barriers, const char *reason);
void rp_c_trust (rp_walker *w, rp_c_doubts outer);
rp_c_value rp_c_inline (rp_walker *w, const rp_c_function *function, const rp_c_value *arguments,
                        uint32_t count, rp_place at);

/* ---- switch.c ---- */

void rp_c_walk_switch (rp_walker *w, const rp_c_node *node);
void rp_c_walk_case (rp_walker *w, const rp_c_node *node);

/* ---- loop.c ---- */

void rp_c_walk_for (rp_walker *w, const rp_c_node *node);
/* do, too */
void rp_c_walk_while (rp_walker *w, const rp_c_node *node);
/* Reads the parts of a `for`. Returns false if the loop has no constant step; LOOP->by says whether
 * everything else fits. */
bool rp_c_loop_read (const rp_c_node *node, rp_c_loop *loop);
bool rp_c_is_bound_kept (const rp_walker *w, const rp_c_node *bound, const rp_c_node *body);
/* Adds the dimension of a loop. The domain is then a new one, which rp_c_loop_leave frees; the caller
 * restores its own. Doubts may be added, too. */
void rp_c_loop_enter (rp_walker *w, const rp_c_node *node, rp_c_loop *loop);
void rp_c_loop_leave (rp_walker *w);
void rp_c_open_dimension (rp_walker *w, const char *name, bool is_descending, rp_place at);

/* ---- call.c, openmp.c, construct.c ---- */

rp_c_value rp_c_call (rp_walker *w, const rp_c_node *call);
void rp_c_walk_directive (rp_walker *w, const rp_c_node *node);
/* for (i = begin + thread; i < bound; i += number of threads): in schedule.c; false if the loop
 * is not of this kind. */
bool rp_c_walk_cyclic (rp_walker *w, const rp_c_node *node, const rp_c_loop *loop);
/* raceproof's own constructs: whether the call, or the `for` of a macro, is one. */
bool rp_c_construct_call (rp_walker *w, const rp_c_node *call, const char *name);
bool rp_c_construct_for (rp_walker *w, const rp_c_node *node);

#endif
