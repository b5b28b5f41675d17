/* The generator's inside: what it knows about the place it writes at. */
#ifndef RP_DIFF_GENERATOR_H
#define RP_DIFF_GENERATOR_H

#include "base/rng.h"
#include "base/vec.h"
#include "generate.h"

#define RP_REGIONS 3
#define RP_MAX_PROCS 3

typedef enum rp_local_kind
{
  RP_LOCAL_INT,
  RP_LOCAL_ITERATOR, /* 0, 1 or 2 */
  RP_LOCAL_FUTURE
} rp_local_kind;

typedef struct rp_local
{
  rp_local_kind kind;
  int number; /* its name is a letter and this */
} rp_local;

typedef struct rp_region_use
{
  int pending;  /* tasks this task surely owns in it */
  bool locked;  /* not to be touched here: passed on, or belongs to code around */
  bool ordered; /* has a task whose handler has effects: must stay alone */
} rp_region_use;

/* What a procedure costs each time it runs. */
typedef struct rp_proc_use
{
  int tasks, accesses;
  int awaits;   /* a region it joins whoever posted into it, or -1 */
  bool regions; /* it posts or awaits, so it is only good as a task */
} rp_proc_use;

/* The task that is being written, or the part of it in a nested body. */
typedef struct rp_place_written
{
  int task;  /* its number */
  int phase; /* barriers it has passed */
  int times; /* how often this code runs */
  int depth;
  bool clocked;     /* registered on a clock that it may hand on */
  bool may_advance; /* registered on a clock, but in a finish inside the clocked one */
  bool phased;      /* registered on a phaser */
  bool isolated;
  bool branch;  /* under an if or a loop */
  int argument; /* in a procedure: number of its parameter, else -1 */
  rp_region_use regions[RP_REGIONS];
} rp_place_written;

typedef struct rp_generator
{
  rp_rng rng;
  rp_generate_options options;
  rp_strbuf *out;
  int indent;
  int tasks_left, accesses_left;
  int task_count, name_count;
  int stride;          /* between the elements of two tasks: with 1, they meet in other phases */
  int discipline;      /* percent of accesses that keep to the writer's own elements */
  bool shared_control; /* conditions and subscripts may depend on shared values */
  bool with_isolated;
  bool with_effects; /* handlers have effects; else regions are passed on and left behind */
  bool has_passed;
  int region_stmts; /* written so far */
  int posts;
  RP_VEC (rp_local) locals;
  rp_place_written at;
  rp_proc_use procs[RP_MAX_PROCS];
  int proc_count;
} rp_generator;

bool rp_chance (rp_generator *g, int percent);
int rp_pick (rp_generator *g, int count);
void rp_line (rp_generator *g, const char *format, ...) __attribute__ ((format (printf, 2, 3)));

/* Opens a block and a scope; the place and the locals are as before after the end. */
typedef struct rp_block_outside
{
  rp_place_written at;
  size_t locals;
} rp_block_outside;

rp_block_outside rp_block_begin (rp_generator *g);
void rp_block_end (rp_generator *g, rp_block_outside saved);
int rp_declare (rp_generator *g, rp_local_kind kind);

/* A random local of that kind, or NULL. */
rp_local *rp_local_of (rp_generator *g, rp_local_kind kind);

/* Expressions are returned as text in the caller's buffer. */
void rp_write_value (rp_generator *g, rp_strbuf *text, int depth);
void rp_write_condition (rp_generator *g, rp_strbuf *text);

void rp_generate_simple (rp_generator *g); /* a statement without tasks */
void rp_generate_access (rp_generator *g);
void rp_generate_block (rp_generator *g, int statements);
void rp_generate_stmt (rp_generator *g);

/* A statement with tasks or synchronisation; false if none fits here. */
bool rp_generate_parallel (rp_generator *g);

/* Regions (generate_regions.c). */
bool rp_generate_region_stmt (rp_generator *g);
void rp_regions_lock (rp_generator *g);
void rp_regions_await_all (rp_generator *g);
void rp_generate_procs (rp_generator *g);
bool rp_generate_call (rp_generator *g);

#endif
