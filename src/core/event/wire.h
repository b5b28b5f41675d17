/* The shared memory between the explorer and a program that it explores. The program records events there, and the
 * explorer tells the program how to continue.
 *
 *   explorer                      server (the program, before main)       child (runs main)
 *   request + 1     --request-->  forks a child        --------------->   records ...
 *                   <---bell---------------------------------------------  asks, and waits
 *   reads records, answers  ------go------------------------------------>  records ...
 *                   <---bell----  the child has ended, and how
 *
 * W1. Explorer and child never work on the records at the same time. The child writes records until it asks a question,
 *     has no room left, or ends. Then the explorer reads all of them.
 * W2. A question whose number is below `repeated' has its answer in `answers' already, and the child does not wait. The
 *     child records the question anyway, so that the explorer can check the answer.
 * W3. A record is complete once `written' counts it, even if the child crashes.
 * W4. Task numbers are rows of the task table. The child numbers sites as it meets them. Before it uses a site's
 *     number, it records the site's pc and the call around it.
 * W5. If at most one task can go on, the child does not ask: it records the question with d = 1 and continues. If the
 *     explorer wants to stop there, it kills the child.
 *
 * Explorer and program must be of one version of raceproof, but may come from different compilers. The program compares
 * the version and the sizes at the beginning of rp_wire with its own. */
#ifndef RP_CORE_EVENT_WIRE_H
#define RP_CORE_EVENT_WIRE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Environment variable: the file descriptor of the shared memory, with `,bind' if the explorer has set LD_BIND_NOW. */
#define RP_WIRE_VARIABLE "RACEPROOF_WIRE"
#define RP_WIRE_ANSWERS_VARIABLE "RACEPROOF_ANSWERS" /* the answers of a schedule, for a run without an explorer */

enum
{
  RP_WIRE_VERSION = 1,
  RP_WIRE_ANSWERS = 1 << 16,
  RP_WIRE_BYTES = 1 << 24, /* room for records */
  RP_WIRE_PATH = 256
};

typedef enum rp_wire_mode
{
  RP_WIRE_TRACE, /* all events and accesses */
  RP_WIRE_GRAPH  /* tasks and questions; the graph engine leaves a raw report at raw_path */
} rp_wire_mode;

typedef enum rp_wire_kind
{
  RP_WIRE_MODULE, /* from the server: first = lowest address, second = end; d = bias; text: path */
  RP_WIRE_NODE,   /* a call: first = pc; c = number of the call, d = number of its caller */
  RP_WIRE_SITE,   /* first = pc; c = number of the site, d = number of the call that it is in */
  RP_WIRE_TASK,   /* first = parent | ordinal << 32, second = kind | note << 32; c = site;
                   * d = is_plain | is_clocked << 1 | (has a parent) << 2 */
  RP_WIRE_TASK_END,
  RP_WIRE_TASK_FORGET,
  RP_WIRE_REGION_OPEN, /* c = site, d = region */
  RP_WIRE_REGION_DONE,
  RP_WIRE_JOIN, /* first = the joined task; second = kind | in_order << 8; c = site */
  RP_WIRE_FINISH_BEGIN,
  RP_WIRE_FINISH_END,
  RP_WIRE_ISOLATED_BEGIN, /* c = site, d = number of objects, which follow */
  RP_WIRE_ISOLATED_COMMUTES,
  RP_WIRE_ISOLATED_END,
  RP_WIRE_ACQUIRE, /* first = base, second = size; c = site, d = writes */
  RP_WIRE_RELEASE,
  RP_WIRE_BARRIER_CREATE, /* d = number of the barrier, second = is_clock */
  RP_WIRE_BARRIER_SIGNAL, /* d = number of the barrier, first = phase; c = site */
  RP_WIRE_BARRIER_COMPLETE,
  RP_WIRE_BARRIER_WAIT,
  RP_WIRE_BARRIER_FORGET,
  RP_WIRE_DEPENDS, /* c = site, d = kind */
  RP_WIRE_ACCESS,  /* first = address, second = size; c = site, d = is_write */
  RP_WIRE_FORGET,  /* first = address, second = size: these bytes are memory of a new object */
  RP_WIRE_STATE,   /* first, second: a hash of the state of the run */
  RP_WIRE_PICK, /* first = how many tasks are ready; then for each an rp_stand and its objects; d: see W5 */
  RP_WIRE_FREE, /* a task goes on without a question (rp_ready_free): members as in PICK, with one task */
  RP_WIRE_CHOOSE,   /* first = options, d = kind */
  RP_WIRE_INCIDENT, /* c = site, d = rule; text */
  RP_WIRE_OBSERVE,  /* first = hash, c = site, second = length of the name; text: name, value */
  RP_WIRE_WAITING,  /* c = site, d = an rp_wait_reason */
  RP_WIRE_REMARK,   /* d = an rp_remark; text */
  RP_WIRE_STOP,     /* first = rp_stop, second = is_avoidable; c = site; text: message */
  RP_WIRE_PARTIAL,  /* c = site; text: why the run ends before the end of all tasks */
  RP_WIRE_END       /* first = exit status */
} rp_wire_kind;

/* A record. Its text or objects follow it, in `more' bytes, a multiple of 8. */
typedef struct rp_wire_record
{
  uint32_t kind, more;
  uint32_t task, c;
  uint64_t first, second;
  uint64_t d;
} rp_wire_record;

_Static_assert (sizeof (rp_wire_record) == 40, "records are as large in the explorer as in the program");

typedef struct rp_wire
{
  uint32_t version, size, stand_size; /* the explorer's values; the program refuses to run if its own differ */

  /* Futexes: a process waits until the word changes. The process that wakes the waiting one adds 1 to the word. */
  _Atomic uint32_t bell, go, request;

  /* From the child and the server. */
  _Atomic uint32_t asks;       /* the child waits for `go': it has asked a question, or has no room
                                * for records */
  _Atomic uint32_t served;     /* the number of the last request whose child has ended */
  _Atomic uint32_t is_ready;   /* the server has begun */
  _Atomic uint32_t is_refused; /* the server has another version or other sizes */
  _Atomic int32_t child;       /* process number of the child; 0 if there is none */
  int32_t status;              /* how the child ended, as waitpid returns it */
  uint32_t written;            /* how many bytes of records are complete */

  /* From the explorer. */
  uint32_t mode;
  uint32_t precision; /* an rp_precision */
  uint32_t is_quiet;  /* the program's output goes nowhere */
  uint32_t has_input;
  uint32_t with_states; /* the child records its state before questions that are not repeated */
  uint32_t repeated;
  uint64_t answer;               /* the answer to the question for which the child waits */
  char input_path[RP_WIRE_PATH]; /* the file that each child reads as its standard input */
  char raw_path[RP_WIRE_PATH];

  uint64_t answers[RP_WIRE_ANSWERS];
  _Alignas(4096) char records[RP_WIRE_BYTES];
} rp_wire;

/* Explorer and program may come from different compilers, which must agree on the layout. */
_Static_assert (sizeof (rp_wire_record) == 40 && offsetof (rp_wire_record, first) == 16, "a record's layout");
_Static_assert (sizeof (_Atomic uint32_t) == 4 && sizeof (_Atomic int32_t) == 4, "bells are plain words, as futexes are");
_Static_assert (offsetof (rp_wire, bell) == 12 && offsetof (rp_wire, written) == 48 && offsetof (rp_wire, answer) == 80
                  && offsetof (rp_wire, answers) == 88 + 2 * RP_WIRE_PATH,
                "the memory's layout");
_Static_assert (offsetof (rp_wire, records) % 4096 == 0
                  && sizeof (rp_wire) == offsetof (rp_wire, records) + RP_WIRE_BYTES,
                "records begin a page, and nothing is behind them");

_Static_assert (offsetof (rp_wire, answers) % sizeof (uint64_t) == 0 && offsetof (rp_wire, records) % 4096 == 0,
                "both processes find answers and records at one place");
_Static_assert (sizeof (rp_wire) == offsetof (rp_wire, records) + RP_WIRE_BYTES, "nothing is behind the records");

#endif
