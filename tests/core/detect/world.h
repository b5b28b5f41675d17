/* The explorer's states: shared memory and tasks.
 *
 * Two states that behave alike must be equal, else the search does not end: tasks are named by
 * their place in the tree of creations and locations by a table that lives as long as the search,
 * so neither name depends on the interleaving that led to a state. Tasks are shared between states
 * and copied when one changes. */
#ifndef RP_DIFF_WORLD_H
#define RP_DIFF_WORLD_H

#include "base/map.h"
#include "base/vec.h"
#include "code.h"

#define RP_NO_PROCESS UINT32_MAX
#define RP_WHOLE UINT32_MAX /* in rp_object: all elements; or all variables */

typedef RP_VEC (int64_t) rp_values;

/* An activation of a procedure, or of a return-value handler that runs on a frame. */
typedef struct rp_activation
{
  uint32_t return_pc;
  uint32_t frame;  /* where its slots begin */
  uint32_t stack;  /* how many values its caller has on the stack */
  uint32_t serial; /* names it in its task */
  bool borrowed;   /* a handler on the frame of the activation below */
} rp_activation;

/* Something an isolated section protects; SHARED is RP_WHOLE in a global section. */
typedef struct rp_object
{
  uint32_t shared, location; /* location RP_WHOLE: the whole variable */
  uint32_t depth;            /* the section, counted from 1 */
} rp_object;

/* A permission; location RP_WHOLE: for the whole variable. */
typedef struct rp_permit
{
  uint32_t shared, location, site;
  bool writes;
} rp_permit;

/* A task's part in a phaser, or in a clock, which is a phaser that `advance` means. */
typedef struct rp_membership
{
  int64_t phaser;
  uint32_t mode, signalled, waited;
  bool clock;
} rp_membership;

typedef enum rp_process_kind
{
  RP_PROCESS_MAIN,
  RP_PROCESS_ASYNC,
  RP_PROCESS_FUTURE,
  RP_PROCESS_POSTED,
  RP_PROCESS_ACTOR,  /* takes no steps: its slots and pc are for its messages */
  RP_PROCESS_MESSAGE
} rp_process_kind;

typedef enum rp_process_status
{
  RP_PROCESS_RUNS,
  RP_PROCESS_FAULTY, /* its next step is a failed assertion or a run-time error */
  RP_PROCESS_ENDED   /* a future or a posted task that may still be asked for its value */
} rp_process_status;

/* A task. The word is another one than the product's, since both are linked together. */
typedef struct rp_process
{
  uint32_t references;
  bool hashed;
  uint64_t hash[2];

  uint32_t id;
  rp_process_kind kind;
  rp_process_status status;
  const char *fault;
  uint32_t pc;
  uint32_t location;                      /* of the read or write it stands before */
  uint32_t created, phasers, activations; /* so many so far, for names */
  uint64_t finish;                        /* the finish it was created in; 0 for main */
  uint32_t depth;                         /* its own open finishes */
  uint32_t isolated;                      /* its open sections */
  rp_values stack, slots;
  RP_VEC (rp_activation) calls;
  RP_VEC (rp_object) held;
  RP_VEC (rp_permit) permits; /* in order of acquiring */
  RP_VEC (rp_membership) memberships;

  /* Of a message: */
  uint32_t actor;
  uint64_t sender; /* a task, or an actor */
  uint32_t turn;   /* among what that sender has sent to the actor and is not yet done; from 1 */
  bool is_handled; /* it has begun */

  int64_t value; /* when it has ended */
  /* Of a posted task: */
  uint32_t owner, region, handler_pc;
  uint32_t poster, poster_activation;
  rp_values poster_frame;
} rp_process;

typedef struct rp_world
{
  RP_VEC (rp_process *) processes; /* by id */
  rp_values memory;                /* by location; the rest has its first value */
  bool failed;                     /* an error ended this execution */
} rp_world;

typedef struct rp_location
{
  uint32_t shared, dimensions;
  int64_t *subscripts;
} rp_location;

/* What belongs to the search and not to a state. */
typedef struct rp_machine
{
  const rp_program *program;
  rp_code code;
  int64_t *initial; /* by shared variable */
  rp_values *sizes; /* by shared variable */
  RP_VEC (rp_location) locations;
  rp_map location_index; /* hash of a location to its number */
  rp_map process_index;  /* creator and ordinal to the number of a task */
  const char *unsupported;
  bool runaway; /* a task computed without end between two steps */
} rp_machine;

rp_process *rp_process_new (rp_machine *machine, uint32_t creator, uint32_t ordinal);

rp_world *rp_world_new (void);
rp_world *rp_world_copy (const rp_world *world);
void rp_world_free (rp_world *world);

/* Takes PROCESS. */
void rp_world_add (rp_world *world, rp_process *process);
void rp_world_remove (rp_world *world, uint32_t id);

/* Index of a task, or SIZE_MAX. */
size_t rp_world_find (const rp_world *world, uint32_t id);

/* The task as this state's own, free to be changed. */
rp_process *rp_world_edit (rp_world *world, size_t index);

/* 128 bits: two different states have the same hash with negligible probability. */
void rp_world_hash (const rp_machine *machine, const rp_world *world, uint64_t hash[2]);

/* Hash of the shared memory alone: names an outcome. */
void rp_world_hash_memory (const rp_machine *machine, const rp_world *world, uint64_t hash[2]);

uint32_t rp_machine_location (rp_machine *machine, uint32_t shared, const int64_t *subscripts,
                              uint32_t dimensions);
int64_t rp_world_load (const rp_machine *machine, const rp_world *world, uint32_t location);
void rp_world_store (const rp_machine *machine, rp_world *world, uint32_t location, int64_t value);

#endif
