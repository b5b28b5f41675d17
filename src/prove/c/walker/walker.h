/* The internals of the C front end. The walker goes through a function in the order of execution. It walks once for
 * all iterations of a loop: a value is a function of the iteration vector. Outside of parallel regions the walker
 * only follows the values of variables. At the beginning of a region it opens a form (prove/poly/form.h), and adds
 * accesses to the form until the region's end.
 *
 * A pool keeps all isl_pw_aff values until the walk through the function ends. So a function does not own the
 * values that it gets or returns. A parameter named TAKEN is the exception: the function puts this value into the
 * pool. */
#ifndef RP_PROVE_C_WALKER_WALKER_H
#define RP_PROVE_C_WALKER_WALKER_H

#include "prove/c/points_to/points_to.h"
#include "prove/c/reader/assigned.h"
#include "prove/c/reader/chains.h"
#include "prove/c/reader/tree.h"
#include "prove/c/walker/regions.h"
#include "prove/poly/form.h"

#include <isl/aff.h>

#define RP_C_NONE UINT32_MAX /* no variable, no dimension */

/* A place in memory: an element of a variable. A NULL in SUBSCRIPTS is a subscript that is not known. */
typedef struct rp_c_location
{
  uint32_t variable;
  const rp_c_type *type; /* type of the object at this place */
  isl_pw_aff **subscripts;
  int64_t *lengths; /* lengths of the dimensions: a constant; RP_C_SIZE_NUMBER (n); RP_C_NO_LENGTH;
                     * or -1 if the length is not needed, as for the outermost dimension of an array */
  uint32_t count;
  uint32_t dims;      /* the subscripts are functions of the first DIMS iterators */
  bool is_index;      /* the last subscript is an index: pointer arithmetic may change it */
  isl_pw_aff *stride; /* if not NULL: the last subscript is a column in a row of this length,
                       * and the one before it counts rows */
  isl_pw_aff *height; /* if not NULL: the row, too, is counted within a plane of this many rows, and
                       * the subscript before it counts planes */
} rp_c_location;

/* What is known about a value: a number, a place that it points to, or nothing. i * n + j with a parameter n is not
 * affine. Such a value is known as ROW * STRIDE + COLUMN, here with ROW i, STRIDE n and COLUMN j: it may be an index
 * into an array with rows of length STRIDE. In the same way, (i * m + j) * n + k is known as (PLANE * HEIGHT + ROW) *
 * STRIDE + COLUMN. */
typedef struct rp_c_value
{
  isl_pw_aff *number;
  isl_pw_aff *row, *column, *stride; /* STRIDE is a function of no iterators */
  isl_pw_aff *plane, *height;        /* HEIGHT is a function of no iterators; PLANE and HEIGHT are
                                      * NULL if there are no planes */
  const rp_c_location *pointer;
  const rp_c_function *function; /* function that the value points to, or NULL */
  uint32_t dims;                 /* the numbers are functions of the first DIMS iterators */
  bool is_derived;     /* if the value is not known: the program computed it, so it is no input */
  bool is_named;       /* NUMBER is a parameter that was made when the value was first used */
  uint32_t generation; /* only in the result of rp_c_save_values: GENERATIONS of the variable */
} rp_c_value;

/* One of these: a variable of the program; a private copy of a variable, which a construct makes; a member of a
 * variable; the object that a pointer variable points to; or a variable without a declaration
 * (rp_c_pseudo_variable). */
typedef struct rp_c_variable
{
  const rp_c_decl *decl;
  uint32_t parent;     /* the variable that contains this member, or the pointer to this object;
                        * else RP_C_NONE */
  const char *member;  /* name of the member; NULL for the object that PARENT points to */
  uint32_t generation; /* of an object behind a pointer: the value of PARENT's GENERATIONS (changes
                        * so far) when PARENT pointed to the object */
  const char *name;
  const rp_c_type *type;
  bool is_private; /* each instance of its scope has a copy: the first subscripts are the iterators of the scope */
  bool is_hidden;  /* private, and no other thread can reach it: accesses are not recorded */
  bool is_object;  /* has a name of its own: it is not behind a pointer */
  bool is_rows;    /* all objects that the pointers of an array point to, one row each */
  bool is_fresh;   /* new memory, to which no other pointer leads */
  uint32_t scope;  /* IS_PRIVATE: number of iterators of its scope */
  uint32_t lead;   /* object behind pointers: its first LEAD subscripts identify the pointer */
  uint32_t rank;   /* number of subscripts of its elements; the first access in the region sets it;
                    * RP_C_NONE before */
  uint32_t generations;        /* number of changes of VALUE so far */
  isl_pw_aff *stride, *height; /* length of a row, and number of rows in a plane; the first access
                                * in the region sets them, and a later access with other sizes
                                * counts as one to any element */
  const rp_c_type *used_as;    /* type of the object behind a void pointer, once the region has used it */
  bool is_relied_on;           /* the region uses the value that the variable has before the region:
                                * nothing in the region may write the variable */
  bool is_iterator;   /* iterator of a loop around the code here: VALUE is valid even if the
                       * variable is shared */
  isl_pw_aff **sizes; /* values of the sizes in its declaration (NULL: not known), or NULL */
  uint32_t size_dims; /* SIZES are functions of the first SIZE_DIMS iterators */
  rp_c_value value;
} rp_c_variable;

/* Lengths that are not constant. RP_C_SIZE_NUMBER (N) is size number N in the variable's declaration.
 * RP_C_NO_LENGTH means that the length is not known. */
#define RP_C_SIZE_NUMBER(N) (-2 - (int64_t) (N))
#define RP_C_NO_LENGTH INT64_MIN

/* A team of threads. OUTER is the team around it, or NULL. */
typedef struct rp_c_team
{
  struct rp_c_team *outer;
  uint32_t dim;           /* the dimension that is the number of the thread */
  isl_pw_aff *size;       /* a function of no iterators */
  int64_t constant_size;  /* value of num_threads if it is a constant, else 0 */
  uint32_t static_number; /* number of the choices (form.h) that the team's static schedules make */
  bool is_league;         /* a league: each of its threads is the first thread of a team */
  bool is_flat;           /* stands for all threads of all teams of a league */
} rp_c_team;

/* A choice (rp_choice) before its leaf is made. KEY has COUNT functions of the first DIMS iterators. */
typedef struct rp_c_choice
{
  uint32_t number, dim;
  isl_pw_aff **key;
  uint32_t count, dims;
} rp_c_choice;

typedef struct rp_c_held_section
{
  uint32_t variable;             /* RP_C_NONE: excludes every section */
  const rp_c_location *location; /* NULL: all of the variable */
  rp_place at;                   /* where it begins */
} rp_c_held_section;

/* The sections that were held at one time. */
typedef struct rp_c_held_set
{
  rp_c_held_section *items;
  size_t count;
} rp_c_held_set;

typedef struct rp_c_loop
{
  rp_c_decl *iterator;
  const rp_c_node *begin, *bound;
  char relation[4];
  int64_t step;
  const rp_c_node *by; /* the step if it is not a constant; then STEP is 0 */
  bool declares;       /* the loop declares its iterator */
  bool is_shared;      /* shared by threads or tasks: the iterator must not wrap around */
  bool is_unequal;     /* the source has !=; RELATION is < or > instead */
  bool may_wrap;       /* whether the iterator may wrap around; set when the loop is entered */
  const rp_c_type *compared; /* the type in which the iterator is compared with the bound */
  isl_pw_aff *first, *limit; /* values of BEGIN and BOUND where the loop was entered, or NULL */
} rp_c_loop;

/* A task construct, a taskloop with nogroup, or a taskwait with depend, which counts as a task that does nothing.
 * CREATION, BEGIN (NULL for a taskloop) and END are events. The accesses of CREATION are the places in the depend
 * clauses; they only serve to find dependences. */
typedef struct rp_c_task
{
  rp_leaf *creation, *begin, *end;
  rp_leaf *behind; /* event where the creator continues, if the creator waits for the task; else NULL */
} rp_c_task;

/* The ordered section of a worksharing or simd loop. BEGIN and END are events, NULL until the walk comes to the
 * section. */
typedef struct rp_c_ordered
{
  rp_leaf *begin, *end;
  uint32_t first_dim, last_dim; /* the loop's dimensions are from FIRST_DIM to before LAST_DIM */
  uint32_t thread_dim; /* the dimension that is the number of the thread, which does not matter for
                        * the order; or RP_C_NONE */
  bool is_descending;
} rp_c_ordered;

/* A simd loop with safelen: iterations whose values of DIM differ by DISTANCE or more are ordered. */
typedef struct rp_c_simd_distance
{
  rp_leaf *begin, *end; /* beginning and end of an iteration */
  uint32_t dim;
  int64_t distance;
  bool is_descending;
} rp_c_simd_distance;

/* A place where a thread may wait or stop: a loop that may wait for other threads, a call that does not return, or a
 * wait for tasks. The form does not represent this. So the code behind the place may be ordered where the form shows no
 * order, or may not be executed. */
typedef struct rp_c_waiting
{
  rp_place at;
  size_t first, last; /* the leaves of the loop, from FIRST to before LAST */
  size_t following;   /* the first leaf that may be executed behind the place */
  bool is_certain;    /* false: whether the loop waits depends on what it reads; true for endless
                       * loops, loops with volatile accesses, calls and waits */
  enum
  {
    RP_C_WAITING_LOOP,
    RP_C_WAITING_CALL, /* a call that does not return */
    RP_C_WAITING_TASK  /* a wait for other tasks */
  } kind;
} rp_c_waiting;

/* A construct that the walk found outside of regions, or a construct that begins a region and that the walk did not
 * reach. An orphan becomes an undecided region, unless the walk came to its construct in some region (COVERED of
 * rp_walker). WHAT is the name of the construct, WHY the reason for which the region is undecided. */
typedef struct rp_c_orphan
{
  const rp_c_node *node;
  const char *function, *what, *why;
} rp_c_orphan;

/* A parameter whose type has 64 bits or more. */
typedef struct rp_c_large_input
{
  const char *name;
  uint32_t assumed_bits; /* the parameter was assumed to be in
                          * -2^ASSUMED_BITS .. 2^ASSUMED_BITS - 1; 0: nothing was assumed */
} rp_c_large_input;

/* Assumptions about parameters of 64 bits or more, under which results fit into 64 bits: such a parameter is in -2^BITS
 * .. 2^BITS - 1. BITS is RP_C_SMALL_BITS for sums, and RP_C_FACTOR_BITS for products. */
#define RP_C_SMALL_BITS 56
#define RP_C_FACTOR_BITS 31
/* Number of these assumptions. Assumption 0 is only that each parameter is in the range of its type, 1 adds the bound
 * with RP_C_SMALL_BITS, 2 the bound with RP_C_FACTOR_BITS. */
#define RP_C_RANGES 3

typedef struct rp_c_parameter_entry
{
  const char *name;
  rp_inexact *note;             /* NULL: the parameter is an input; else a note that the program
                                 * computes the parameter's value */
  isl_set *ranges[RP_C_RANGES]; /* the values of its type under each assumption (RP_C_RANGES), or
                                 * NULL */
} rp_c_parameter_entry;

/* Data about each declaration of the program, by its index. */
typedef struct rp_c_by_decl
{
  uint32_t *current;  /* the variable that the name means here, or RP_C_NONE */
  uint32_t *original; /* for global and static variables: the variable that the name means in
                       * functions that the region calls */
  bool *is_exposed;   /* the variable's address is taken, or tasks share it */
  bool *is_written;   /* the region may write the variable, or takes its address; set where the
                       * region begins */
  bool *is_assigned;  /* some code of the sources assigns to the variable */
} rp_c_by_decl;

typedef struct rp_c_parameters
{
  RP_VEC (rp_c_parameter_entry) list;
  rp_c_chains by_name;
  rp_map name_numbers; /* for a name that several parameters would have: the next number to append */
  RP_VEC (rp_c_large_input) large;
} rp_c_parameters;

/* Reasons why the code that is walked now is not represented exactly; a member is NULL if there is no such reason. */
typedef struct rp_c_doubts
{
  const rp_inexact *inexact;   /* the code may not be executed, or may be ordered in a way that the
                                * form does not show */
  const rp_inexact *uncertain; /* a barrier here may not be reached */
} rp_c_doubts;

/* One dimension of the iteration vectors: a loop, or the threads of a team. */
typedef struct rp_c_dim
{
  const char *name;
  rp_c_held_set hold; /* the sections that were held when the dimension was opened */
  size_t
    leaves; /* number of leaves when the dimension was opened; SIZE_MAX for a team, since threads repeat nothing */
} rp_c_dim;

/* The constructs around the code that is walked now. A construct saves this structure, changes it for its body,
 * and restores it. */
typedef struct rp_c_around
{
  rp_c_team *team;  /* the innermost team, or NULL */
  size_t held_base; /* the current task itself holds the sections of HELD from this index on */
  bool is_in_task;
  bool has_lanes;         /* in a simd construct whose iterations may run at once */
  bool is_in_worksharing; /* in worksharing, simd, master or a task: no barrier may stand here */
  const char *atomic;     /* the text of the place that is accessed atomically, or NULL */
  rp_c_ordered *ordered;  /* the ordered section of the loop around, if this loop has an ordered
                           * clause or is a simd loop; else NULL */
} rp_c_around;

typedef struct rp_c_switch
{
  const rp_c_node *body; /* NULL outside of any switch */
  size_t held_count;     /* sections that were held where the switch began */
} rp_c_switch;

/* The result of the function that is being walked over. */
typedef struct rp_c_returned
{
  rp_c_value value; /* known if COUNT is 1 */
  uint32_t count;   /* number of return statements so far */
} rp_c_returned;

/* The region that is walked now. */
typedef struct rp_c_region_walk
{
  rp_c_region *output; /* NULL outside regions */
  isl_set *limits;     /* restrictions of the parameters: those that hold where the region begins,
                        * and that none of its teams is empty */
  RP_VEC (const char *) written_members;
  bool stores_pointers;     /* some code of the region stores a pointer in memory */
  bool has_tasks;           /* the region may create explicit tasks */
  uint32_t sequence;        /* the number of the next SEQUENCE token */
  uint32_t sites;           /* site of the next access */
  size_t team_count;        /* number of teams so far */
  uint32_t atomic_variable; /* identifies the section of all atomic constructs */
  RP_VEC (rp_c_task) tasks;
  RP_VEC (rp_leaf *) waits; /* events of taskwait constructs, for which edges are made at the region's end */
  RP_VEC (rp_c_ordered) ordered_sections;
  RP_VEC (rp_c_simd_distance) simd_distances;
  RP_VEC (rp_c_waiting) waiting;
} rp_c_region_walk;

typedef struct rp_walker
{
  /* All sources. */
  rp_c_program *program;
  isl_ctx *isl;
  rp_c_regions *regions; /* the result */
  rp_c_points *points;
  double deadline; /* rp_seconds, or 0 */
  bool is_late;
  rp_c_by_decl by_decl;
  RP_VEC (const rp_c_node *) covered; /* constructs that were walked over in a region */
  RP_VEC (rp_c_orphan) orphans;

  /* One function, with the functions that it calls. */
  RP_VEC (isl_pw_aff *) pool;
  RP_VEC (rp_c_variable) variables;
  rp_c_parameters params;
  RP_VEC (isl_pw_aff *) team_sizes;     /* parameters for the sizes of the teams in regions */
  uint32_t choice_numbers;              /* number of the next choice (form.h) */
  size_t volatile_accesses;             /* number of accesses to volatile objects so far */
  RP_VEC (const rp_c_function *) calls; /* the function, then the callees that the walk is in */
  const rp_c_node
    *odd; /* a goto, or another jump that is not represented, in the function; or NULL */

  /* The region around, if there is one. */
  rp_form *form; /* form of the region; NULL outside regions */
  rp_c_region_walk region;

  /* The place where the walk is. */
  isl_set *domain; /* the iteration vectors for which the code here is executed */
  RP_VEC (rp_c_dim) dims;
  RP_VEC (rp_form_token) path;
  rp_leaf *leaf; /* leaf that is being filled, or NULL */
  const rp_c_node *statement;
  rp_c_doubts doubts;
  rp_c_around around;
  RP_VEC (rp_c_held_section) held;
  RP_VEC (rp_c_choice) choices;
  uint32_t failures;         /* number of branches around the code here that are only executed if a
                              * pointer is null */
  const rp_c_node *equality; /* a comparison around the code here that makes two pointers equal, or
                              * NULL */
  rp_c_switch innermost_switch;
  rp_c_returned returned; /* result of the innermost call */
} rp_walker;

/* ---- walker.c ---- */

/* Notes in the form, once for each place and text, that the code at AT is not represented exactly, and returns the note
 * (rp_inexact; IS_FATAL is its member). Outside of regions does nothing and returns NULL. */
const rp_inexact *rp_c_note (rp_walker *w, rp_place at, bool is_fatal, const char *format, ...)
  __attribute__ ((format (printf, 4, 5)));
/* Whether the time limit is reached. After that the walk examines nothing more. */
bool rp_c_is_late (rp_walker *w);
const char *rp_c_text (const rp_walker *w, const rp_c_node *node);
/* rp_c_pool adds TAKEN to the pool and returns it. rp_c_constant returns the constant VALUE, and rp_c_dimension the
 * iterator DIM, as a function of all current iterators. */
isl_pw_aff *rp_c_pool (rp_walker *w, isl_pw_aff *taken);
isl_pw_aff *rp_c_constant (rp_walker *w, int64_t value);
isl_pw_aff *rp_c_dimension (rp_walker *w, uint32_t dim);

/* Returns VALUE, a function of the first DIMS iterators, as a function of all current iterators. rp_c_relocate does
 * so for locations, rp_c_recall for values. A VALUE or LOCATION that is NULL stays NULL. If there are fewer current
 * iterators than VALUE has, rp_c_recall returns an unknown value. */
isl_pw_aff *rp_c_extend (rp_walker *w, isl_pw_aff *value, uint32_t dims);
rp_c_value rp_c_recall (rp_walker *w, const rp_c_value *value);
const rp_c_location *rp_c_relocate (rp_walker *w, const rp_c_location *location);

/* Returns the variable that the name of DECL means here. Makes the variable if there is none yet. */
uint32_t rp_c_variable_of (rp_walker *w, const rp_c_decl *decl);
/* Returns the variable for the member MEMBER of PARENT; if MEMBER is NULL, for the object that PARENT points to
 * now. Makes the variable if there is none yet. After each change of PARENT, the object that it points to is
 * another variable. */
uint32_t rp_c_derived (rp_walker *w, uint32_t parent, const char *member, const rp_c_type *type);
/* Evaluates the array sizes in the declaration of VARIABLE, and stores them in its SIZES. To be called at this
 * declaration. */
void rp_c_take_sizes (rp_walker *w, uint32_t variable);
/* Returns the variable from which VARIABLE is reached, if VARIABLE is a member or an object behind a pointer; else
 * VARIABLE. */
uint32_t rp_c_root_variable (const rp_walker *w, uint32_t variable);
/* Makes a variable without a declaration, for a section or a copy, and returns it. */
uint32_t rp_c_pseudo_variable (rp_walker *w, const char *name, const rp_c_type *type);
/* Makes and returns a variable for the private copies of DECL, one for each execution of the current construct. From
 * now on the name of DECL means this variable. */
uint32_t rp_c_make_private (rp_walker *w, const rp_c_decl *decl);
/* rp_c_learn records that the variable has VALUE. rp_c_forget records that the variable and its members may have any
 * value. IS_DERIVED: the program computes that value; otherwise it is an input. */
void rp_c_learn (rp_walker *w, uint32_t variable, rp_c_value value);
void rp_c_forget (rp_walker *w, uint32_t variable, bool is_derived);
/* Forgets the values of all variables that NODE may change: by assignments, by calls and, outside of regions, by stores
 * through pointers. */
void rp_c_forget_assigned (rp_walker *w, const rp_c_node *node);
/* To be called where code may run that the walker does not see, such as a function of another file. Forgets the
 * values that this code may change. These are the values of global and static variables that are not constant, of
 * variables whose address is taken or that tasks share, and, outside of regions, of objects behind pointers. In a
 * region, keeps the values of variables that the region neither writes nor takes the address of. */
void rp_c_forget_reachable (rp_walker *w);
/* Whether a store of type A may change an object of type B [C17, 6.5, 7]. NULL is any type. */
bool rp_c_may_be_same (const rp_c_type *a, const rp_c_type *b);
/* Forgets the values that a store of TYPE (NULL: any type) through a pointer may change, outside of regions. */
void rp_c_forget_pointed (rp_walker *w, const rp_c_type *type);
/* rp_c_save_values returns the values of all variables, of which there are *COUNT. rp_c_restore_values gives the first
 * COUNT variables these VALUES again. */
rp_c_value *rp_c_save_values (rp_walker *w, size_t *count);
void rp_c_restore_values (rp_walker *w, const rp_c_value *values, size_t count);

/* rp_c_held_now returns the sections that are held now. rp_c_check_held is called at the end of a construct that may be
 * skipped or repeated. If the sections that are held now are not those in BEFORE, rp_c_check_held notes that, and makes
 * the sections in BEFORE the held ones. */
rp_c_held_set rp_c_held_now (rp_walker *w);
void rp_c_check_held (rp_walker *w, rp_c_held_set before, rp_place at);

/* ---- parameter.c ---- */

/* Returns a new parameter, as a function of no iterators. IS_DERIVED: the parameter stands for a value that the program
 * computes at AT; otherwise it is an input. */
isl_pw_aff *rp_c_parameter (rp_walker *w, const char *name, bool is_derived, rp_place at);
/* Restricts a new parameter to the values of TYPE. */
void rp_c_bound_parameter (rp_walker *w, isl_pw_aff *parameter, const rp_c_type *type);
rp_c_parameter_entry *rp_c_find_parameter (const rp_walker *w, const char *name);
/* Returns the part of SET (taken) in which all parameters of SPACE (taken) are in the ranges of their types. WHICH is
 * the index in rp_c_parameter_entry.ranges; see RP_C_RANGES. */
isl_set *rp_c_in_ranges (rp_walker *w, isl_set *set, isl_space *space, int which);
void rp_c_forget_parameters (rp_walker *w);

/* ---- record.c ---- */

/* Appends two tokens to the path: a SEQUENCE, then one of KIND. WORD is the name of the construct in the source, or
 * NULL. */
void rp_c_push (rp_walker *w, rp_form_token_kind kind, bool is_clocked, rp_place at, const char *word);
/* Adds the current leaf, if there is one, to the form. */
void rp_c_flush (rp_walker *w);
/* Adds the access of NODE to LOCATION to the current leaf, or notes that the access is not represented. Adds nothing
 * outside of regions, if LOCATION is NULL, or if the access cannot race. In any case counts an access to a volatile
 * object in w->volatile_accesses. */
void rp_c_record (rp_walker *w, const rp_c_location *location, bool is_write,
                  const rp_c_node *node);
/* Adds a leaf without accesses, at which edges (form.h) can begin or end, and returns it. */
rp_leaf *rp_c_add_event (rp_walker *w, rp_place at);
/* Adds LOCATION, which a depend clause of EVENT names, to the accesses of EVENT. Returns false if LOCATION is NULL or
 * one of its subscripts is not known. */
bool rp_c_add_dependence (rp_walker *w, rp_leaf *event, const rp_c_location *location,
                          bool is_write, rp_place at);
void rp_c_add_advance (rp_walker *w, rp_place at);
/* Adds a choice (form.h) of the team's thread, for all leaves that are made until the caller resets
 * w->choices.count. KEY has COUNT functions of all current iterators. */
void rp_c_add_choice (rp_walker *w, uint32_t number, isl_pw_aff **key, uint32_t count);
/* Returns all current iterators except the thread, in an array with room for one more. *COUNT gets their number. */
isl_pw_aff **rp_c_iterators_without_thread (rp_walker *w, uint32_t *count);

/* ---- waiting.c ---- */

typedef struct rp_c_wait_begin
{
  size_t leaves, volatile_accesses;
} rp_c_wait_begin;
/* The walker calls these two functions before and after the walk through a loop whose number of iterations is not
 * known. IS_ENDLESS: nothing in the loop ends it. */
rp_c_wait_begin rp_c_wait_begin_loop (rp_walker *w);
void rp_c_wait_end_loop (rp_walker *w, rp_c_wait_begin begin, rp_place at, bool is_endless);
/* Records that the call at AT does not return, so that the code behind it is not executed. Does nothing outside of
 * regions. */
void rp_c_wait_forever (rp_walker *w, rp_place at);
/* Records that a task waits here for others, or may do so, in a way that is not represented. */
void rp_c_wait_for_tasks (rp_walker *w, rp_place at);
/* At the region's end: marks the leaves behind each place of w->region.waiting as inexact, if a thread may wait at that
 * place. */
void rp_c_mark_waiting (rp_walker *w);

/* ---- region.c ---- */

/* rp_c_mark_covered records that NODE was walked over in a region, rp_c_add_orphan that NODE, whose name is WHAT, was
 * found outside of regions. */
void rp_c_mark_covered (rp_walker *w, const rp_c_node *node);
void rp_c_add_orphan (rp_walker *w, const rp_c_node *node, const char *what);
/* If two pointers are equal here (w->equality), notes that. */
void rp_c_note_equality (rp_walker *w);
void rp_c_region_begin (rp_walker *w, const rp_c_node *node, const char *construct);
void rp_c_region_end (rp_walker *w);

/* ---- overlap.c ---- */

/* Notes memory that the region writes, if the region may use the same memory under another name. */
void rp_c_check_overlaps (rp_walker *w);
/* Sets the region's assumption: which pointers are assumed not to overlap. */
void rp_c_name_assumption (rp_walker *w);

/* ---- number.c: integer types ---- */

extern const rp_c_type rp_c_int;
rp_c_value rp_c_number (rp_walker *w, isl_pw_aff *taken);
/* Whether arithmetic in TYPE wraps around where TYPE cannot represent the result: TYPE is unsigned or has less than
 * 32 bits. */
bool rp_c_wraps (const rp_c_type *type);
/* Whether type B can represent all numbers of type A. */
bool rp_c_is_within (const rp_c_type *a, const rp_c_type *b);
isl_set *rp_c_where_fits (rp_walker *w, isl_pw_aff *number, const rp_c_type *type);
/* Whether the domain is a subset of TAKEN, for all parameters in their ranges. */
bool rp_c_domain_is_in (rp_walker *w, isl_set *taken);
/* Whether TO can represent NUMBER everywhere in the domain. NUMBER is a value of type FROM (NULL: any integer). If
 * TO is unsigned with 64 bits, this may rest on an assumption about large parameters, which is then recorded. */
bool rp_c_always_fits (rp_walker *w, isl_pw_aff *number, const rp_c_type *from,
                       const rp_c_type *to);
/* Returns VALUE, of type FROM (NULL: any integer), converted to type TO. Returns an unknown value if VALUE may not
 * fit, or if TO is NULL or no integer type. */
rp_c_value rp_c_convert (rp_walker *w, rp_c_value value, const rp_c_type *from,
                         const rp_c_type *to);
/* Also knows the unsigned numbers that negative ones become. For operands of comparisons only: in subscripts such a
 * number means the element that the negative one does. */
rp_c_value rp_c_convert_compared (rp_walker *w, rp_c_value value, const rp_c_type *from,
                                  const rp_c_type *to);
/* Returns A OP B, computed in TYPE; if TYPE is NULL, in a signed type. Returns an unknown value if the result is
 * neither a number nor known in rows or planes, or if it may not fit TYPE. */
rp_c_value rp_c_combine (rp_walker *w, const char *op, rp_c_value a, rp_c_value b,
                         const rp_c_type *type);
rp_c_value rp_c_negate (rp_walker *w, rp_c_value value, const rp_c_type *type);
rp_c_value rp_c_complement (rp_walker *w, rp_c_value value, const rp_c_type *type);

/* ---- location.c ---- */

/* Returns the place that NODE denotes, or NULL if it is not known. */
const rp_c_location *rp_c_locate (rp_walker *w, const rp_c_node *node);
/* Returns FROM with one more subscript, which is 0, in a dimension of this LENGTH. The result is a place in
 * VARIABLE, of type TYPE, without stride and height. */
rp_c_location *rp_c_with_index (rp_walker *w, const rp_c_location *from, uint32_t variable,
                                const rp_c_type *type, int64_t length);
/* Returns the first element of ARRAY. */
const rp_c_location *rp_c_decay (rp_walker *w, const rp_c_location *array);
/* Returns the place at a distance of BY elements from the element FROM. BY may be a number, or be known in rows or
 * planes (rp_c_value). If BY is not known, the last subscript of the result is not known. Returns NULL if FROM is
 * NULL, or if FROM is no element of an array and BY is not known to be 0. */
const rp_c_location *rp_c_moved_by (rp_walker *w, const rp_c_location *from, const rp_c_value *by,
                                    const rp_c_node *node);
/* Whether two types are the same. Lengths of inner dimensions that are not constant are compared by their text. */
bool rp_c_is_same_type (const rp_c_type *a, const rp_c_type *b);

/* ---- value.c ---- */

rp_c_value rp_c_evaluate (rp_walker *w, const rp_c_node *node);
/* Does the same for an operand of a comparison (rp_c_convert_compared). */
rp_c_value rp_c_evaluate_compared (rp_walker *w, const rp_c_node *node);
/* Returns the place that the pointer at LOCATION points to, or NULL if it is not known. */
const rp_c_location *rp_c_load_pointer (rp_walker *w, const rp_c_location *location);
/* Returns the place that NODE, a pointer or an array, points to; NULL if it is not known. */
const rp_c_location *rp_c_target (rp_walker *w, const rp_c_node *node);
/* To be called when NODE is assigned to the pointer VARIABLE. If NODE allocates memory in a region, and VARIABLE is
 * a hidden local pointer that is not copied to another variable, the target of the pointer is known from now on. */
void rp_c_take_memory (rp_walker *w, uint32_t variable, const rp_c_node *node);
/* Records that VARIABLE, a private pointer, points to new memory from now on. Each copy of the pointer has memory of
 * its own. */
void rp_c_give_memory (rp_walker *w, uint32_t variable);
void rp_c_assign (rp_walker *w, const rp_c_location *to, rp_c_value value, const rp_c_node *node);

/* ---- condition.c ---- */

/* The parts of the domain where a condition may be true, and where it may be false. */
typedef struct rp_c_truth
{
  isl_set *yes, *no;
  bool is_exact; /* the condition is affine: YES and NO are disjoint */
} rp_c_truth;
/* Evaluates a condition. The caller frees the sets of the result. */
rp_c_truth rp_c_decide (rp_walker *w, const rp_c_node *node);
/* Returns a comparison in NODE that makes two pointers equal where NODE has the truth value IS_TRUE; NULL if there is
 * none. Such pointers are not assumed to point to different memory. */
const rp_c_node *rp_c_find_equality (const rp_c_node *node, bool is_true);
/* Returns true if the operators of NODE show that some pointer is null where NODE has the truth value IS_TRUE. Both
 * sides of && and || must show it. So false may also mean that nothing is known. */
bool rp_c_is_null_test (const rp_c_node *node, bool is_true);
/* rp_c_evaluate_truth returns the value of a condition, 0 or 1; rp_c_evaluate_conditional that of `a ? b : c`. */
rp_c_value rp_c_evaluate_truth (rp_walker *w, const rp_c_node *node);
rp_c_value rp_c_evaluate_conditional (rp_walker *w, const rp_c_node *node);

/* ---- outside.c ---- */

/* Whether a library function returns, or stores, a value from outside the program. */
bool rp_c_reads_input (const char *name);
bool rp_c_is_input (const rp_c_node *node);
/* Whether NODE assigns an input to DECL, and assigns to DECL only inputs and constants. */
bool rp_c_is_set_from_outside (const rp_c_node *node, const rp_c_decl *decl);
bool rp_c_may_be_any (const rp_c_value *value);
/* Returns VALUE. If VALUE is an input that has no parameter yet, and TYPE is an integer type, returns a new
 * parameter NAME of TYPE instead. */
rp_c_value rp_c_name_input (rp_walker *w, rp_c_value value, const char *name,
                            const rp_c_type *type);

/* ---- statement.c ---- */

void rp_c_walk (rp_walker *w, const rp_c_node *node);
/* Whether NODE, the body of a loop, contains a break or continue (KIND) for that loop. */
bool rp_c_has_jump (const rp_c_node *node, rp_c_kind kind);
/* Makes SET (taken), a subset of the domain, the domain. Returns the old domain, for rp_c_leave. */
isl_set *rp_c_enter (rp_walker *w, isl_set *set);
void rp_c_leave (rp_walker *w, isl_set *outer);
/* Adds REASON why the code that is walked next is not represented exactly, unless w->doubts has another reason already.
 * IS_ABOUT_BARRIERS: REASON also says that barriers in this code may not be reached. Returns the old doubts, for
 * rp_c_restore_doubts. */
rp_c_doubts rp_c_add_doubt (rp_walker *w, rp_place at, bool is_about_barriers, const char *reason);
void rp_c_restore_doubts (rp_walker *w, rp_c_doubts outer);
/* Walks through FUNCTION as it is called at AT with COUNT ARGUMENTS. Returns its result; an unknown value if
 * FUNCTION is recursive, or if a return at its end is not its only return. */
rp_c_value rp_c_inline (rp_walker *w, const rp_c_function *function, const rp_c_value *arguments,
                        uint32_t count, rp_place at);

/* ---- switch.c ---- */

void rp_c_walk_switch (rp_walker *w, const rp_c_node *node);
void rp_c_walk_case (rp_walker *w, const rp_c_node *node);

/* ---- loop.c ---- */

void rp_c_walk_for (rp_walker *w, const rp_c_node *node);
/* Walks through while and do loops. */
void rp_c_walk_while (rp_walker *w, const rp_c_node *node);
/* Reads the parts of a `for` into LOOP. Returns false if the loop does not have the form of an OpenMP loop with a
 * constant step. If that is only because += adds a step that is not constant, LOOP->by is this step; else LOOP->by is
 * NULL. */
bool rp_c_loop_read (const rp_c_node *node, rp_c_loop *loop);
bool rp_c_is_bound_kept (const rp_walker *w, const rp_c_node *bound, const rp_c_node *body);
/* Adds the dimension of the loop NODE, and a doubt if one of its bounds is not affine. W->domain becomes a new set,
 * which rp_c_loop_leave frees. The caller keeps the old set and restores it after rp_c_loop_leave. */
void rp_c_loop_enter (rp_walker *w, const rp_c_node *node, rp_c_loop *loop);
void rp_c_loop_leave (rp_walker *w);
void rp_c_open_dimension (rp_walker *w, const char *name, bool is_descending, rp_place at);

/* ---- call.c, openmp.c, construct.c ---- */

rp_c_value rp_c_call (rp_walker *w, const rp_c_node *call);
void rp_c_walk_directive (rp_walker *w, const rp_c_node *node);

/* Returns whether the construct of D, if no region is around it, begins a region. */
bool rp_c_begins_region (const rp_c_directive *d);
/* In schedule.c: walks through `for (i = begin + thread; i < bound; i += number of threads)'. Returns false if the
 * loop is not of this form. */
bool rp_c_walk_cyclic (rp_walker *w, const rp_c_node *node, const rp_c_loop *loop);
/* Each of the next two functions walks through one of raceproof's own constructs: a call, or the `for` that a macro
 * expands to. They return false if CALL or NODE is no such construct. */
bool rp_c_construct_call (rp_walker *w, const rp_c_node *call, const char *name);
bool rp_c_construct_for (rp_walker *w, const rp_c_node *node);

#endif
