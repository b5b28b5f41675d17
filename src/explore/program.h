/* A compiled program as a subject of exploration. It runs in processes of its own: a server that is started once, and
 * a child of the server for each schedule. core/event/wire.h says how they communicate. Events and accesses arrive
 * here as if the program ran in this process.
 *
 *   R1. A location is an address, with the number of earlier uses of the 8 bytes there in this run: memory that was
 *       freed and allocated again is another location (memory_uses.h).
 *   R2. A site is a number for a pc with the calls around it. It is the same in all runs (sites.h).
 *   R3. The same answers must lead to the same records. If they do not, rp_run_result.is_astray is set.
 *   R4. No process outlives the subject, or this process. */
#ifndef RP_EXPLORE_PROGRAM_H
#define RP_EXPLORE_PROGRAM_H

#include "core/event/remark.h"
#include "core/runtime/subject.h"
#include "explore/server.h"

#include <signal.h>

typedef struct rp_program_options
{
  const char *path;                 /* path of the executable */
  char **arguments;                 /* NULL-terminated, the program's name first */
  const char *input_path;           /* file for the standard input; NULL: it is empty */
  double most_seconds;              /* limit for one run, in seconds */
  volatile sig_atomic_t *interrupt; /* ends the run; may be NULL */
  rp_namer *namer;                  /* gives names to places and tasks of this subject */

  /* Adds the findings of the raw report at RAW_PATH to SHOWN. Returns false if there is no raw report. */
  bool (*describe) (void *context, const char *raw_path, struct rp_report *shown);
  void *context;
} rp_program_options;

/* Starts the server, and returns the program as a subject. If the server does not start, returns NULL, and *WHY
 * (malloc'ed) says why. Copies OPTIONS, and borrows the objects that they point to. */
rp_subject *rp_subject_program (const rp_program_options *options, char **why);

const rp_program_module *rp_program_modules (const rp_subject *subject, size_t *count);

/* Writes the stack of SITE to PCS: the pc of its place, then return addresses, innermost first, at most MOST in all.
 * Returns their number. */
size_t rp_program_stack (const rp_subject *subject, uint32_t site, uint64_t *pcs, size_t most);

/* Returns the answers to the questions of the last run, and their number in *COUNT; valid until the next run. Two
 * kinds of answers are left out: that a free task goes on (RP_WIRE_FREE), and that no task can go. */
const uint64_t *rp_program_answers (const rp_subject *subject, size_t *count);

/* Returns the remarks of KIND from all runs so far, each once, and their number in *COUNT; valid until the next run. */
const char *const *rp_program_remarks (const rp_subject *subject, rp_remark kind, size_t *count);

#endif
