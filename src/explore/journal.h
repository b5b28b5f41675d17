/* A checkpoint: the parts of a search that are done, with their results, so that the search can be continued. Each
 * part is appended to the file when it is done. A part that was being written when the process died is ignored.
 *
 *   raceproof-checkpoint 2
 *   IDENTITY                     program, input and options, in one line
 *   items COUNT HASH             the parts of the search, done or not
 *   item NUMBER LENGTH HASH      a part that is done, and LENGTH bytes of results (results.h)
 *   ... */
#ifndef RP_EXPLORE_JOURNAL_H
#define RP_EXPLORE_JOURNAL_H

#include "base/strbuf.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef struct rp_journal
{
  FILE *file; /* NULL: there is no checkpoint */
} rp_journal;

/* Two searches with equal heads are the same search. */
typedef struct rp_journal_head
{
  const char *identity; /* without line ends */
  uint64_t items, hash;
} rp_journal_head;

/* Creates a file at PATH in which no part is done. Returns false if it cannot be written: errno says why. */
bool rp_journal_create (rp_journal *journal, const char *path, const rp_journal_head *head);

/* Opens the file at PATH to continue it, and calls TAKE for each part that is done. TAKE returns false if it
 * does not understand the text. Returns NULL, or a message that says what is wrong (caller frees). */
char *rp_journal_resume (rp_journal *journal, const char *path, const rp_journal_head *head,
                         bool (*take) (void *context, uint64_t item, const char *text,
                                       size_t length),
                         void *context);

/* Appends part ITEM, which is done. Returns false if it could not be written. */
bool rp_journal_add (rp_journal *journal, uint64_t item, const char *text, size_t length);
void rp_journal_close (rp_journal *journal);

#endif
