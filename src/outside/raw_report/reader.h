/* The facts that a compiled program left at its end: kinds, numbers, return addresses. The program writes them as
 * JSON ("raceproof-raw/1", docs/raw-report.md; src/inside/writer/report_writer.c). This is the only reader.
 *
 * A program that overwrote its memory may have written nonsense, so the reader trusts nothing:
 *
 * F1. If a value has a wrong type, a number is out of its range, a kind is unknown, or a value that must be there is
 *     missing, the report is refused as a whole, and the reason names the value. Half a report could read as race-free.
 * F2. The creator of a task has a smaller number than the task, and no two tasks have the same number. So chains
 *     of creators end.
 * F3. Numbers of nodes, places and objects in the graph are in range.
 * F4. A task that is mentioned may be missing in the list of tasks: rp_facts_task then returns NULL.
 *
 * Texts and arrays are in the arena that the reader is given. */
#ifndef RP_OUTSIDE_RAW_REPORT_READER_H
#define RP_OUTSIDE_RAW_REPORT_READER_H

#include "base/arena.h"
#include "base/map.h"
#include "core/event/dependence.h"
#include "core/event/remark.h"
#include "core/event/run_end.h"
#include "core/event/task_table.h"
#include "core/event/wait.h"
#include "core/finding/finding.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define RP_FACTS_SCHEMA "raceproof-raw/1"

/* Return addresses, innermost first. An address 0 is in the place of calls that were left out. */
typedef struct rp_fact_stack
{
  const uint64_t *pcs;
  uint32_t count;
  uint32_t site; /* number of the stack, from 1 on; 0: there is no stack */
} rp_fact_stack;

/* A range of addresses to which a file is mapped. */
typedef struct rp_fact_module
{
  const char *path;
  uint64_t low, high, bias; /* BIAS was added to the addresses in the file */
} rp_fact_module;

typedef enum rp_fact_object_kind
{
  RP_FACT_UNKNOWN,
  RP_FACT_HEAP,
  RP_FACT_STACK,
  RP_FACT_THREAD_LOCAL
} rp_fact_object_kind;

typedef struct rp_fact_object
{
  rp_fact_object_kind kind;
  uint32_t owner;          /* heap: the task that allocated it; stack: the task that owns the
                            * stack; RP_NO_TASK if not known */
  uint64_t base, size;     /* heap */
  rp_fact_stack allocated; /* heap */
  uint64_t pc, frame;      /* stack: an address in the function that has the variable, and the
                            * stack pointer before the call of that function; or 0 */
  /* stack: address of the structure with shared variables that the function of a parallel region or task got; or 0 */
  uint64_t data;
  rp_fact_stack data_stack; /* a stack whose outermost frame is the function that got DATA */
  const uint64_t *words;    /* the first words of the structure at DATA */
  uint32_t word_count;
  /* thread-local: an address in the module, and the offset in the thread's block for that module */
  uint64_t module, offset;
} rp_fact_object;

/* OpenMP: the object by which a section excludes others. */
typedef struct rp_fact_lock
{
  uint64_t address;
  bool is_lock; /* a lock of <omp.h> */
  rp_fact_object object;
} rp_fact_lock;

typedef struct rp_fact_side
{
  uint32_t task;
  bool is_write, is_atomic, is_isolated, is_free;
  uint64_t size, step; /* STEP: a node of the computation graph, or 0 */
  rp_fact_lock *locks;
  uint32_t lock_count;
  rp_fact_stack stack;
} rp_fact_side;

typedef enum rp_fact_join_kind
{
  RP_FACT_JOIN_END, /* the end of the program */
  RP_FACT_JOIN_FINISH,
  RP_FACT_JOIN_AWAIT
} rp_fact_join_kind;

typedef enum rp_fact_construct
{
  RP_FACT_TASKGROUP,
  RP_FACT_PARALLEL,
  RP_FACT_TEAMS
} rp_fact_construct;

/* Where the two sides of a race come together. */
typedef struct rp_fact_join
{
  rp_fact_join_kind kind;
  rp_fact_construct construct; /* OpenMP */
  uint64_t region;             /* region that an await waits for */
  rp_fact_stack stack;
} rp_fact_join;

typedef struct rp_fact_race
{
  bool is_certain;
  bool is_permission;                            /* the sides are acquires of permissions */
  bool by_default_schedule, is_schedule_unknown; /* as in rp_finding */
  bool has_simd;
  int64_t simd[2]; /* if HAS_SIMD: the iterations of the earlier and of the later side */
  uint64_t count, address, size;
  rp_fact_object object;
  rp_fact_side later, earlier;
  rp_fact_join join;
} rp_fact_race;

typedef struct rp_fact_task
{
  uint32_t id, parent; /* PARENT is RP_NO_TASK if there is none */
  rp_task_kind kind;
  bool has_index;
  int64_t index;
  rp_fact_stack stack; /* stack of the task's creation */
} rp_fact_task;

typedef struct rp_fact_stop
{
  rp_run_end ending;
  const char *message;
  uint32_t task;
  int signal;
  rp_fact_stack stack;
  rp_wait_row *waits; /* the site of a row is the number of a stack, from 1 on */
  uint32_t wait_count;
} rp_fact_stop;

typedef struct rp_fact_incident
{
  rp_rule rule;
  uint32_t task;
  const char *message;
  rp_fact_stack stack;
} rp_fact_incident;

typedef struct rp_fact_dependence
{
  rp_dependence_kind kind;
  uint64_t address, size; /* 0: no object is known */
  rp_fact_object object;
  rp_fact_stack stack, other;
} rp_fact_dependence;

/* OpenMP: a loop that is named in the scope of the verdict. */
typedef struct rp_fact_loop
{
  bool by_thread, by_chunk; /* iterations of one thread, or of one chunk, count as ordered */
  uint64_t body;            /* for a combined construct: the address of its outlined function; or 0 */
  rp_fact_stack stack;
} rp_fact_loop;

typedef struct rp_fact_openmp
{
  rp_openmp_scope scope;
  /* RELIED_ON: loops in which iterations of one thread, or of one chunk, count as ordered; TO_TEAMS: loops whose
   * iterations are distributed among teams */
  rp_fact_loop *relied_on, *to_teams;
  uint32_t relied_on_count, to_teams_count;
} rp_fact_openmp;

typedef struct rp_fact_access
{
  uint64_t address, size;
  bool is_write;
  uint32_t place, object;
} rp_fact_access;

typedef struct rp_fact_node
{
  uint32_t kind, stamp, task, place, index; /* KIND is an rp_node_kind; TASK may be RP_NO_TASK */
  bool is_isolated, is_atomic, is_racing;
  rp_fact_access *accesses;
  uint32_t access_count;
} rp_fact_node;

typedef struct rp_fact_edge
{
  uint32_t from, to;
  bool is_last;
} rp_fact_edge;

/* The computation graph, if the user asked for a picture. */
typedef struct rp_fact_graph
{
  rp_fact_node *nodes;
  rp_fact_edge *edges;
  rp_fact_stack *places;
  rp_fact_object *objects;
  uint32_t node_count, edge_count, place_count, object_count;
} rp_fact_graph;

typedef struct rp_fact_texts
{
  const char **items;
  uint32_t count;
} rp_fact_texts;

typedef struct rp_facts
{
  const char *program, *engine, *schedule;
  bool on_the_fly, stopped_early;
  long pid;   /* 0: not known */
  int status; /* the program's own exit status */
  rp_fact_stop stop;
  rp_fact_module *modules;
  rp_fact_task *tasks;
  rp_fact_race *races;
  rp_fact_incident *incidents;
  rp_fact_dependence *dependences;
  uint32_t module_count, task_count, race_count, incident_count, dependence_count;
  rp_fact_texts remarks[RP_REMARKS];
  rp_stats stats;
  rp_fact_openmp *openmp; /* NULL: the program does not use OpenMP */
  rp_fact_graph *graph;   /* NULL: the user did not ask for the graph */
  const rp_fact_stack *stacks; /* all stacks; site 1 is the first */
  uint32_t stack_count;
  rp_map by_id; /* task -> 1 + its position in TASKS */
} rp_facts;

/* Sets *FACTS: rp_facts_read from the file at PATH, rp_facts_parse from the LENGTH bytes at BYTES. Returns false if
 * there is no valid raw report; *WHY, which the caller frees, then says why. The caller clears FACTS in both cases. */
bool rp_facts_read (rp_facts *facts, rp_arena *arena, const char *path, char **why);
bool rp_facts_parse (rp_facts *facts, rp_arena *arena, const char *bytes, size_t length, char **why);
void rp_facts_clear (rp_facts *facts);

/* Returns the stack with the number SITE; an empty stack if there is none. */
const rp_fact_stack *rp_facts_stack (const rp_facts *facts, uint32_t site);

/* Returns the task with the number ID; NULL if the report has none. */
const rp_fact_task *rp_facts_task (const rp_facts *facts, uint32_t id);

#endif
