/* What we tell users about their program: races, deadlocks, failed assertions, misuse. A finding
 * is an ordinary result, not an error; it carries its evidence in words and places, so that report/
 * needs to know no engine. Strings and arrays are owned by the report's arena. */
#ifndef RP_FINDING_FINDING_H
#define RP_FINDING_FINDING_H

#include "base/arena.h"
#include "base/map.h"
#include "base/source.h"
#include "base/strbuf.h"
#include "base/vec.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One row per rule: number, short name, one-line description, what to know about it. The table
 * makes the text, `raceproof explain`, the docs and SARIF. */
#define RP_RULES(ROW) \
  ROW (1, "data-race", "data race", \
       "two tasks access one location, at least one writes, and nothing orders them") \
  ROW (2, "deadlock", "deadlock", \
       "tasks wait for each other, or for something that can no longer happen") \
  ROW (3, "non-determinate", "non-determinate result", \
       "an observed value depends on the schedule") \
  ROW (4, "permission", "permission violation", \
       "two tasks hold conflicting permissions on one object at once") \
  ROW (5, "misuse", "misuse of a construct", \
       "a construct is used in a way that its rules do not allow") \
  ROW (6, "assertion", "failed assertion", "an asserted condition does not hold") \
  ROW (7, "crash", "crash of the program", "the program under test ended by a signal") \
  ROW (8, "undeclared-access", "access outside the declared reads or writes", \
       "a posted task touches a variable that its reads or writes list does not name") \
  ROW (9, "run-time-error", "run-time error", \
       "an index out of range, a division by zero, a recursion without end") \
  ROW (10, "uncovered-sharing", "uncovered sharing", \
       "a location is shared outside any permission region")

typedef enum rp_rule
{
  RP_RULE_NONE,
  RP_RULE_RACE = 1,
  RP_RULE_DEADLOCK = 2,
  RP_RULE_NON_DETERMINATE = 3,
  RP_RULE_PERMISSION = 4,
  RP_RULE_MISUSE = 5,
  RP_RULE_ASSERTION = 6,
  RP_RULE_CRASH = 7,
  RP_RULE_UNDECLARED_ACCESS = 8,
  RP_RULE_RUN_TIME_ERROR = 9,
  RP_RULE_UNCOVERED_SHARING = 10
} rp_rule;

typedef struct rp_rule_text
{
  rp_rule rule;
  const char *name, *title, *summary;
} rp_rule_text;

const rp_rule_text *rp_rule_find (rp_rule rule); /* NULL if there is no such rule */
extern const rp_rule_text rp_rules[];            /* in the order of their numbers */
extern const size_t rp_rule_count;

/* A task as a reader knows it: `main`, or `task 4 (i=1)`, and the chain of creations above it. */
typedef struct rp_task_ref
{
  uint32_t id;             /* 0 is main */
  const char *kind;        /* "main", "async", "future", "post p1", "forall", ... */
  const char *binding;     /* "i=1, j=2": loop iterators at its creation; "" if none */
  rp_place created;        /* line 0 for main */
  const char *label;       /* statement label of the creation, or NULL */
  bool folded;             /* stands for several tasks of one folded region */
  struct rp_frame *frames; /* of its creation, innermost first; NULL if not known */
  uint32_t frame_count;
  const char *name;   /* OpenMP: "iteration 7", "task 6"; NULL: made from ID and BINDING */
  const char *origin; /* with NAME: " of the loop", " created", what comes before CREATED; or "" */
} rp_task_ref;

typedef struct rp_frame
{
  const char *function;
  rp_place at; /* line 0 if unknown */
} rp_frame;

/* One of the two accesses of a race, or the one place of any other finding. */
typedef struct rp_access_ref
{
  rp_task_ref task;
  rp_task_ref *ancestors; /* creators from the task's parent up to main */
  uint32_t ancestor_count;
  bool is_write;
  uint32_t size; /* bytes; 0 where the language has no sizes */
  uint64_t step; /* node of the computation graph */
  rp_place at;
  const char *label;    /* statement label, or NULL */
  const char *isolated; /* "isolated", "isolated(x)" if inside such a section, or NULL */
  bool is_free;         /* the write is the free of a heap block */
  bool is_acquire;      /* it is no access, but the permission for some */
  rp_frame *frames;     /* innermost first */
  uint32_t frame_count;
  uint32_t at_frame; /* the one that AT is in: those before are functions of the system's headers */
} rp_access_ref;

/* The function that AT is in, or NULL. */
const char *rp_access_function_name (const rp_access_ref *access);

typedef struct rp_object_ref
{
  const char *name;    /* "sum", "A[3]"; NULL if the finding has no object */
  const char *storage; /* "shared variable", "shared array", "undeclared shared array" ... */
  uint32_t size;
  rp_place declared;
  bool is_arithmetic; /* a variable of an arithmetic type, as far as that is known */
} rp_object_ref;

/* Why two accesses are unordered: the nearest common ancestor, a path of tasks to each side, and
 * where the two come together again. */
typedef struct rp_order
{
  rp_task_ref ancestor;  /* the task that both sides descend from (or belong to) */
  rp_task_ref *paths[2]; /* tasks below the ancestor, down to the access's own task; may be empty */
  uint32_t path_count[2];
  const char *join;    /* "end of finish", "end of the program", "await r1" ... */
  rp_place joined;     /* line 0 for the end of the program */
  const char *joint;   /* what to say there in the window; NULL: made from JOIN */
  const char *missing; /* "no path from step 6 to step 9 or back: ..." */
} rp_order;

/* One task in a deadlock: what it waits for, and where. */
typedef struct rp_waiting
{
  rp_task_ref task;
  rp_place at;
  const char *what; /* "waits for future f (task 3)", "waits to enter isolated(x), held by ..." */
} rp_waiting;

typedef enum rp_certainty
{
  RP_CERTAIN,
  RP_POSSIBLE /* needs an order of isolated sections that this run did not show */
} rp_certainty;

/* AT, which may be empty, becomes INSERT. */
typedef struct rp_edit
{
  rp_place at;
  const char *insert;
} rp_edit;

/* What mends a finding: in words, and as edits of the source that do not overlap, in the order of
 * the text. */
typedef struct rp_fix
{
  const char *text;
  rp_edit *edits;
  uint32_t edit_count;
} rp_fix;

typedef struct rp_finding
{
  rp_rule rule;
  rp_certainty certainty;
  const char *kind;    /* races: "write-write", "read-write" (earlier first); else NULL */
  const char *message; /* the headline after `error[RP001]: `; lower case, no full stop */
  rp_object_ref object;
  const char *object_text; /* the whole line about the object where it is more than a declared
                            * variable: "heap block of 400 bytes ..."; NULL: made from OBJECT */
  rp_frame *allocation;    /* of a heap block, innermost first */
  uint32_t allocation_count;
  rp_access_ref accesses[2]; /* races: [0] the later, [1] the earlier; others: [0] only */
  uint32_t access_count;
  rp_order *order; /* races only */
  rp_waiting *waiting;
  uint32_t waiting_count;
  uint64_t count;          /* how often this finding was seen; folded duplicates */
  bool has_two_writes;     /* in some of these both accesses write */
  uint64_t schedules;      /* exploration: that showed it; else 0 */
  const char *witness;     /* the file with the schedule that shows it, or NULL */
  const char *help;        /* what to change, or NULL */
  rp_fix *fixes;           /* the same for programs: each mends the finding by itself */
  uint32_t fix_count;
  const char *note;        /* more facts, or NULL */
  bool by_default_schedule; /* OpenMP: with static schedules, as implementations take them for loops
                             * that have no schedule clause, one thread would execute both sides of
                             * all these conflicts */
  const char *suppression; /* the line that took it out of the report, or NULL */
  char id[17];             /* stable: rule, object, functions and source text, no line numbers */
} rp_finding;

/* Something that makes the verdict of one run hold only for the order that was seen. */
typedef struct rp_dependence
{
  const char *what;   /* "the order of isolated sections on `x`", "which task ewait r1 takes" ... */
  rp_place at, other; /* line 0 if none */
  bool is_deadlock;   /* another order may end in one: it counts in every program */
} rp_dependence;

/* What to write so that a shared access is inside a permission region: RP010. */
typedef struct rp_suggestion
{
  rp_place at;
  const char *before; /* "acquire write x;" */
  const char *after;  /* "release write x;"; NULL if BEFORE is all */
  const char *where;  /* the latter goes; NULL: after the statement */
} rp_suggestion;

typedef enum rp_verdict
{
  RP_VERDICT_RACE_FREE,
  RP_VERDICT_ONLY_SUPPRESSED, /* nothing found but what is suppressed: no claim beyond this run */
  RP_VERDICT_FINDINGS,
  RP_VERDICT_UNDECIDED,
  RP_VERDICT_ERROR
} rp_verdict;

typedef struct rp_stats
{
  uint64_t tasks, nodes, edges, accesses, folded, schedules;
  uint64_t states; /* exploration by states: that were tried from */
  uint64_t broken_off, steps; /* exploration: schedules not run to their end; sections of all */
  double seconds;
  uint64_t peak_rss_kb;
  uint64_t task_kb;            /* for what was kept of tasks */
  uint64_t strands, shadow_kb; /* of the bags engine */
} rp_stats;

/* What the verdict about one run of an OpenMP program covers. */
typedef struct rp_openmp_scope
{
  uint32_t least, most;   /* threads of teams; 0: there were none */
  const char *threads_by; /* "default", "OMP_NUM_THREADS", "num_threads": who said so, or several */
  const char *loops;      /* "as-written", "any", "as-scheduled" */
  bool together; /* some iterations count as one thread's or one chunk's, by their schedule */
  bool grouped;           /* neighbouring iterations of a long loop count as one */
} rp_openmp_scope;

/* Everything one run of the tool has to say. */
typedef struct rp_report
{
  rp_arena arena;
  const char *method;   /* "run" */
  const char *engine;   /* "graph" */
  const char *program;  /* file name as given */
  const char *input;    /* "n=2, m=3"; "" if the program has no parameters */
  const char *schedule; /* "depth-first", "random (seed 7)" */
  bool on_the_fly;
  bool stopped_early;      /* on the fly: the first racy region ended the run */
  bool keep_all;           /* rp_report_add folds nothing */
  bool fold_lines;         /* it takes places on one line as equal: columns are single operands */
  const rp_source *source; /* the program's text if it is in memory, or NULL; borrowed */
  RP_VEC (rp_finding) findings;
  uint64_t left_out; /* races besides those in FINDINGS, on the same objects: --all lists them */
  RP_VEC (rp_dependence) dependences;
  RP_VEC (rp_finding) suppressed; /* found, and not wanted: they do not count for the verdict */
  RP_VEC (const char *) warnings; /* what the verdict does not cover, and the like */
  RP_VEC (const char *) unseen; /* accesses or iterations that the verifier could not see, and why */
  RP_VEC (const char *) limits; /* what the verdict leaves out by its nature: part of its scope */
  RP_VEC (rp_suggestion) suggestions; /* they do not count for the verdict */
  RP_VEC (rp_edit) edits; /* that make all of them, in the order in which their texts follow */
  const char *relies_on;          /* what the user declared and the verdict takes for true, or NULL */
  const char *incomplete;         /* why the execution ended before its end, or NULL */
  const rp_openmp_scope *openmp;  /* NULL: it is no OpenMP program */
  const struct rp_proof *proof;   /* of a static proof, or NULL; borrowed */
  rp_stats stats;
  rp_map index; /* of rp_report_add: hash of what makes findings equal -> 1 + position */
} rp_report;

void rp_report_clear (rp_report *report);

/* "certain", "race-free" ...: the words of the JSON and the line form. */
const char *rp_certainty_name (rp_certainty certainty);
const char *rp_verdict_name (rp_verdict verdict);

/* A 64-bit hash that stays the same from run to run and release to release. */
uint64_t rp_hash_bytes (const char *bytes, size_t length);

/* The object's name without subscripts: `A[3][i]` is `A`, `p->row[2].x` is `p->row.x`. */
void rp_object_base (const char *name, rp_strbuf *out);

/* Error if a run-time error ended the run; else findings if any is certain; else undecided if any
 * is possible, the outcome depends on an order, the execution is incomplete or something was not seen (nearly every OpenMP
 * program has a critical section or a reduction: there dependences are told, but do not count, except for
 * deadlocks); else race-free, or
 * only suppressed if something was: after a race the program may go other ways in other schedules,
 * so nothing is known of those. */
rp_verdict rp_report_verdict (const rp_report *report);

/* The exit status that the verdict asks for: 0 (also if all is suppressed), 66, 67, or 2 after a
 * run-time error. */
int rp_report_exit_status (const rp_report *report);

/* Adds FINDING, or raises the count of an equal one: same rule, same object but for subscripts,
 * same places in either order. A certain finding takes the place of an equal possible one. Strings
 * and arrays are not copied. Returns the one kept, valid until the next addition. */
rp_finding *rp_report_add (rp_report *report, const rp_finding *finding);

#endif
