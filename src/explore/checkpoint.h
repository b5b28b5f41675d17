/* A checkpoint: a file with the parts of a search that are done, and their results, so that the search can be
 * continued. Each part is appended to the file when it is done. A part that was being written when the process died is
 * ignored.
 *
 *   raceproof-checkpoint 2
 *   IDENTITY                     program, input and options, in one line
 *   items COUNT HASH             how many parts the search has, done or not, and a hash of all of them
 *   item NUMBER LENGTH HASH      a part that is done, then LENGTH bytes of results (results.h), whose hash is HASH
 *   ... */
#ifndef RP_EXPLORE_CHECKPOINT_H
#define RP_EXPLORE_CHECKPOINT_H

#include "base/strbuf.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef struct rp_checkpoint
{
  FILE *file; /* NULL: there is no checkpoint */
} rp_checkpoint;

/* Two searches with equal heads are the same search. */
typedef struct rp_checkpoint_head
{
  const char *identity; /* without line ends */
  uint64_t items, hash; /* number of parts; hash of the parts */
} rp_checkpoint_head;

/* Creates a checkpoint file at PATH that has no results yet. Returns false if the file cannot be written; errno
 * says why. */
bool rp_checkpoint_create (rp_checkpoint *checkpoint, const char *path, const rp_checkpoint_head *head);

/* Opens the file at PATH to continue it, and compares its head with HEAD. Calls TAKE with the results of each part
 * that is done; TAKE returns false if it does not understand the results. Returns NULL if all is well, else a
 * message, which the caller frees. */
char *rp_checkpoint_resume (rp_checkpoint *checkpoint, const char *path, const rp_checkpoint_head *head,
                         bool (*take) (void *context, uint64_t item, const char *text,
                                       size_t length),
                         void *context);

/* Appends part ITEM, which is done, with its results TEXT. Returns false if the part could not be written; no part is
 * appended after that. Does nothing and returns true if there is no checkpoint. */
bool rp_checkpoint_add (rp_checkpoint *checkpoint, uint64_t item, const char *text, size_t length);
void rp_checkpoint_close (rp_checkpoint *checkpoint);

#endif
