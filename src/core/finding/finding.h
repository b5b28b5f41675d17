/* What we report to users about their program: races, deadlocks, failed assertions, misuse. A finding is an ordinary
 * result, not an error. It carries its evidence as words and places, so report/ does not depend on an engine. The
 * report's arena owns all strings and arrays. */
#ifndef RP_CORE_FINDING_FINDING_H
#define RP_CORE_FINDING_FINDING_H

#include "base/arena.h"
#include "base/map.h"
#include "base/source.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "core/event/dependence.h"
#include "core/event/storage.h"
#include "core/event/task_table.h"
#include "core/event/wait.h"
#include "core/finding/verdict.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One row per rule: number, short name, title for one and for several findings, and a summary. The text of reports,
 * `raceproof explain`, the docs and SARIF are made from this table. */
#define RP_RULES(ROW) \
  ROW (1, "data-race", "data race", "data races", \
       "two tasks access one location, at least one writes, and nothing orders them") \
  ROW (2, "deadlock", "deadlock", "deadlocks", \
       "tasks wait for each other, or for something that can no longer happen") \
  ROW (3, "non-determinate", "non-determinate result", "non-determinate results", \
       "an observed value depends on the schedule") \
  ROW (4, "permission", "permission violation", "permission violations", \
       "two tasks hold conflicting permissions on one object at once") \
  ROW (5, "misuse", "misuse of a construct", "misuses of a construct", \
       "a construct is used in a way that its rules do not allow") \
  ROW (6, "assertion", "failed assertion", "failed assertions", "an asserted condition does not hold") \
  ROW (7, "crash", "crash of the program", "crashes of the program", "the program under test ended by a signal") \
  ROW (8, "undeclared-access", "access outside the declared reads or writes", \
       "accesses outside the declared reads or writes", \
       "a posted task touches a variable that its reads or writes list does not name") \
  ROW (9, "run-time-error", "run-time error", "run-time errors", \
       "an index out of range, a division by zero, a recursion without end") \
  ROW (10, "uncovered-sharing", "uncovered sharing", "uncovered sharings", \
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
  const char *name, *title, *plural, *summary;
} rp_rule_text;

const rp_rule_text *rp_rule_find (rp_rule rule); /* NULL if there is no such rule */
extern const rp_rule_text rp_rules[];            /* in the order of their numbers */
extern const size_t rp_rule_count;

/* What a report adds to the name of a task, in case another task of the report has the same name. */
typedef enum rp_apart
{
  RP_APART_BY_NAME, /* nothing: no other task has the name */
  RP_APART_BY_LINE, /* the line of the task's creation */
  RP_APART_BY_ID
} rp_apart;

/* A task as a reader knows it: `main`, or `task 4 (i=1)`, and where it was created. */
typedef struct rp_task_ref
{
  uint32_t id;             /* 0 is main */
  rp_task_kind kind;
  const char *construct;   /* the construct that created it, as the language names it: "async", "post p1"; or NULL */
  const char *binding;     /* "i=1, j=2": loop iterators at its creation; "" if none */
  rp_place created;        /* line 0 for main */
  const char *label;       /* statement label of the creation, or NULL */
  bool folded;             /* it represents several tasks of a folded part of the graph */
  struct rp_frame *frames; /* the calls around its creation, innermost first; NULL if not known */
  uint32_t frame_count;
  bool has_number; /* NUMBER is known */
  int64_t number;  /* of a unit of an OpenMP construct: the iteration or section number */
  rp_apart apart; /* what the report adds to the task's name */
} rp_task_ref;

typedef struct rp_frame
{
  const char *function;
  rp_place at; /* line 0 if unknown */
} rp_frame;

/* The kind of a section that contains an access. The comments say what rp_section_ref.name is. */
typedef enum rp_section_kind
{
  RP_SECTION_ISOLATED, /* name: the objects, "x, y"; NULL: all objects */
  RP_SECTION_ATOMIC,   /* one atomic operation or construct */
  RP_SECTION_CRITICAL, /* OpenMP; name: that of the construct, or NULL */
  RP_SECTION_LOCK,     /* name: the lock variable, or NULL */
  RP_SECTION_OTHER
} rp_section_kind;

typedef struct rp_section_ref
{
  rp_section_kind kind;
  const char *name;
} rp_section_ref;

/* One of the two accesses of a race, one of the two acquires of a permission violation, or the place of any other
 * finding. */
typedef struct rp_access_ref
{
  rp_task_ref task;
  rp_task_ref *ancestors; /* creators from the task's parent up to main */
  uint32_t ancestor_count;
  bool is_write;
  uint32_t size; /* bytes; 0 where the language has no sizes */
  uint64_t step; /* stamp of its node in the computation graph; 0 if there is no graph */
  rp_place at;
  const char *label;    /* statement label, or NULL */
  rp_section_ref *sections; /* the sections that contain the access */
  uint32_t section_count;
  bool is_free;         /* the write is the free of a heap block */
  bool is_acquire;      /* not an access, but the acquire of a permission */
  rp_frame *frames;     /* innermost first */
  uint32_t frame_count;
  uint32_t at_frame; /* the frame that contains AT; the frames before it are functions from system headers */
} rp_access_ref;

/* Returns the name of the function that contains access->at; NULL if it is not known. */
const char *rp_access_function_name (const rp_access_ref *access);

typedef struct rp_object_ref
{
  const char *name;    /* "sum", "A[3]"; NULL if the finding has no object */
  rp_storage storage;
  uint32_t size;
  rp_place declared;
  bool is_arithmetic;   /* known to be a variable of an arithmetic type */
  const char *function; /* the function that declares the variable; NULL: no function does, or not known */
  bool is_captured;     /* a local variable that a parallel region or a task accesses through its argument */
  bool has_variable_length;
  const rp_task_ref *owner; /* the task that allocated the object, or on whose stack it is; NULL: not known */
  rp_frame *allocated;      /* a heap block: the calls that allocated it, innermost first */
  uint32_t allocated_count;
  uint64_t block_size, offset, bytes; /* in a heap block: the block's size; where the object begins; its size */
} rp_object_ref;

/* Returns the word for STORAGE in JSON: "heap block", "local variable"; NULL if the storage is not known. */
const char *rp_storage_name (rp_storage storage);

/* Where the tasks of the two accesses of a race are joined. */
typedef enum rp_meeting_kind
{
  RP_MEET_NOWHERE,
  RP_MEET_PROGRAM, /* the end of the program */
  RP_MEET_FINISH,
  RP_MEET_FORALL,
  RP_MEET_AWAIT,          /* an await; meeting_name is its region */
  RP_MEET_REGION_BARRIER, /* OpenMP: the next barrier of the parallel region in which both accesses are */
  RP_MEET_BARRIER,        /* the next barrier; both tasks are units of one work-sharing construct */
  RP_MEET_TASKLOOP,
  RP_MEET_TASKGROUP,
  RP_MEET_TEAMS
} rp_meeting_kind;

typedef enum rp_phases
{
  RP_PHASES_NONE,
  RP_PHASES_CLOCK,
  RP_PHASES_PHASER
} rp_phases;

/* Why two accesses are unordered: the nearest common ancestor of their tasks, the path of tasks from there to each
 * access, and where the two tasks are joined. */
typedef struct rp_order
{
  rp_task_ref ancestor;  /* the nearest common ancestor of both tasks; it may be one of the two */
  rp_task_ref *paths[2]; /* the tasks below the ancestor, down to the task of accesses[i]; may be empty */
  uint32_t path_count[2];
  rp_meeting_kind meeting;
  const char *meeting_name; /* of an await: its region, "r1" or "of region 3" */
  rp_place met;             /* the place of the meeting; line 0 for the end of the program */
  rp_phases phases;         /* what both tasks are registered on: nothing, one clock, or one phaser */
  uint64_t phase[2];        /* the phase of accesses[i]; not set with RP_PHASES_NONE */
} rp_order;

/* One task in a deadlock: what it waits for, and where. */
typedef struct rp_waiting
{
  rp_task_ref task;
  rp_place at;
  rp_wait_reason reason; /* core/event/wait.h lists the reasons, and for each reason the meaning of the members below */
  rp_task_ref *others;   /* the first RP_WAIT_OTHERS other tasks */
  uint32_t other_count;  /* how many other tasks there are, named or not */
  uint64_t number;
  const char *name; /* or NULL */
} rp_waiting;

/* The vocabulary of a report. For example, the runtime implements an OpenMP barrier as the end of a finish, but a
 * report on an OpenMP program must say "barrier". */
typedef enum rp_words
{
  RP_WORDS_MODEL,
  RP_WORDS_C, /* programs with <raceproof/task.h> and HClib */
  RP_WORDS_OPENMP
} rp_words;

typedef enum rp_certainty
{
  RP_CERTAIN,
  RP_POSSIBLE /* the finding needs an order of sections that this run did not have; or its
               * is_schedule_unknown is set; or a proof found it, with RP_PROOF_POSSIBLE */
} rp_certainty;

/* An edit of the source: INSERT replaces the text at AT, which may be empty. */
typedef struct rp_edit
{
  rp_place at;
  const char *insert;
} rp_edit;

/* A change that removes the cause of a finding: TEXT in words, EDITS in the source. The edits are in the order of the
 * source and do not overlap. */
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
  rp_words words;
  const char *kind;    /* races: "write-write", "read-write" (earlier first); else NULL */
  const char *message; /* the headline after `error[RP001]: `; lower case, no full stop. NULL: report/ makes it */
  rp_object_ref object;
  rp_access_ref accesses[2]; /* races and permission violations: [0] the later, [1] the earlier;
                              * others: [0] only */
  uint32_t access_count;
  rp_order *order; /* races only */
  rp_waiting *waiting;
  uint32_t waiting_count;
  uint64_t count;          /* how many equal findings this one represents */
  bool has_two_writes;     /* at least one of these COUNT findings has two writes */
  uint64_t schedules;      /* exploration: how many schedules showed the finding; else 0 */
  const char *witness;     /* the file with the schedule that shows the finding, or NULL */
  const char *help;        /* what to change, or NULL */
  rp_fix *fixes;           /* compiled programs: what to change; each fix alone is enough */
  uint32_t fix_count;
  const char *note;         /* facts about the finding for which no other member exists, or NULL */
  bool by_default_schedule; /* OpenMP: the loops have no schedule clause. Implementations give such loops a static
                             * schedule. With static schedules, one thread would execute both accesses, in each of the
                             * COUNT findings. */
  bool is_schedule_unknown; /* OpenMP: with static schedules, one thread would execute both accesses. Whether the loops
                             * have a schedule clause is not known, so the finding is only possible. */
  const char *suppression; /* the suppression that matched this finding, or NULL */
  char id[17];             /* a hash that does not depend on line numbers; "" until
                            * rp_finding_identify (report/sources.h) has computed it */
} rp_finding;

/* A dependence: the outcome may depend on an order. So the verdict of one run holds only for the order of this run. */
typedef struct rp_dependence
{
  rp_dependence_kind kind;
  rp_words words;
  const char *object; /* what the sections or atomic operations access: "`x`" or "memory at ..."; NULL: not known */
  rp_place at, other; /* line 0 if none */
} rp_dependence;

/* Returns whether DEPENDENCE says that another order may end in a deadlock. Such a dependence makes the verdict
 * undecided even in OpenMP programs: rp_report_verdict. */
bool rp_dependence_is_deadlock (const rp_dependence *dependence);

/* RP010: how a statement with shared accesses is put into permission regions, in words. rp_report.edits has the
 * edits. */
typedef struct rp_suggestion
{
  rp_place at;
  const char *before; /* "acquire write x;" */
  const char *after;  /* "release write x;" */
  const char *where;  /* where AFTER goes, in words; NULL: after the statement */
} rp_suggestion;

typedef struct rp_stats
{
  uint64_t tasks, nodes, edges, accesses, folded, schedules; /* folded: nodes that were folded, or
                                                              * not made at all */
  uint64_t states; /* exploration by states: how many states the search continued from */
  uint64_t broken_off, steps; /* exploration: schedules that were not run to their end; events in all schedules */
  double seconds;
  uint64_t peak_rss_kb;
  uint64_t task_kb;            /* memory of the runtime's records of tasks */
  uint64_t strands, shadow_kb; /* strands and shadow memory of the bags engine */
} rp_stats;

/* The loops that a line of the scope names, each once, in the order of the source. */
typedef struct rp_loop_list
{
  rp_place *places; /* line 0: not known */
  uint32_t count;
} rp_loop_list;

/* What the verdict about one run of an OpenMP program covers. */
typedef struct rp_openmp_scope
{
  uint32_t least, most;   /* threads of the smallest and the largest team; 0: there was no team */
  const char *threads_by; /* what set these numbers: "default", "OMP_NUM_THREADS", "num_threads", or several of them */
  const char *loops;      /* the option --loops: "as-written", "any" or "as-scheduled" (inside/openmp/schedule.h) */
  bool together; /* some loops were compared by thread or by chunk, because of a schedule clause */
  bool grouped;           /* in some long loops, neighbouring iterations were compared as one */
  rp_loop_list in_order;  /* loops in which the iterations of one thread, or of one chunk, count as ordered */
  bool by_thread, by_chunk; /* whether `in_order` has loops that are ordered by thread, or by chunk */
  rp_loop_list by_team;   /* loops in which the iterations of one team are not compared with each other */
} rp_openmp_scope;

/* Everything that one run of the command reports. */
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
  bool fold_lines;         /* places on one line are equal, whatever their columns: the operands of
                            * one expression have different columns */
  const rp_source *source; /* the program's text if it is in memory, or NULL; borrowed */
  RP_VEC (rp_finding) findings;
  uint64_t left_out; /* how many races on objects of FINDINGS are not listed; --all lists them */
  RP_VEC (rp_dependence) dependences;
  RP_VEC (rp_finding) suppressed; /* findings that match a suppression: they do not count for the verdict */
  /* facts that the user should know, and that leave the verdict as it is */
  RP_VEC (const char *) warnings;
  RP_VEC (const char *) unseen; /* accesses or iterations that the verifier could not see, and why */
  RP_VEC (const char *) limits; /* what the verdict leaves out by its nature: part of its scope */
  RP_VEC (rp_suggestion) suggestions; /* they do not count for the verdict */
  RP_VEC (rp_edit) edits; /* the edits for all suggestions; edits at one place apply in the order of this list */
  const char *relies_on;          /* declarations of the user that the verdict relies on, or NULL */
  const char *incomplete;         /* why the run stopped before the end of the program, or NULL */
  const rp_openmp_scope *openmp;  /* NULL: the program does not use OpenMP */
  const struct rp_proof *proof;   /* the result of a static proof, or NULL; borrowed */
  rp_stats stats;
  rp_map index; /* for rp_report_add: hash of a finding's key -> 1 + the finding's position in FINDINGS */
} rp_report;

void rp_report_clear (rp_report *report);

/* Returns "certain" or "possible": the words of JSON and of the line form. */
const char *rp_certainty_name (rp_certainty certainty);

/* Returns a 64-bit hash of BYTES that stays the same from run to run and release to release. */
uint64_t rp_hash_bytes (const char *bytes, size_t length);

/* Appends the object's name without subscripts to OUT: `A[3][i]` gives `A`, `p->row[2].x` gives `p->row.x`. */
void rp_object_base (const char *name, rp_strbuf *out);

/* Returns the verdict of the report, by rp_verdict_of. In OpenMP programs, a dependence counts only if it may end in a
 * deadlock: nearly every OpenMP program has a critical section or a reduction, and would be undecided otherwise. */
rp_verdict rp_report_verdict (const rp_report *report);

/* Returns the exit status for the verdict of the report. */
int rp_report_exit_status (const rp_report *report);

/* Adds DEPENDENCE unless the report has an equal one, with the same kind, object and places: a loop may cause a
 * thousand equal ones. */
void rp_report_add_dependence (rp_report *report, const rp_dependence *dependence);

/* Makes KEPT represent OTHER as well. Adds the counts. has_two_writes becomes true if it is true for one of the two;
 * the flags about schedules stay true only if they are true for both. */
void rp_finding_merge (rp_finding *kept, const rp_finding *other);

/* Adds FINDING. If the report has an equal finding, and keep_all is not set, raises its count instead. Findings are
 * equal if they have the same rule, the same object (without subscripts), and the same places in either order.
 * Equal findings without an object also have the same message. A certain finding replaces an equal possible one.
 * Strings and arrays are not copied. Returns the finding that is in the report; the pointer is valid until the next
 * addition. */
rp_finding *rp_report_add (rp_report *report, const rp_finding *finding);

#endif
