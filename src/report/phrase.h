/* The words for tasks, places and accesses, the same in every format. Plain text: nothing is
 * cleaned or coloured here. */
#ifndef RP_REPORT_PHRASE_H
#define RP_REPORT_PHRASE_H

#include "base/strbuf.h"
#include "finding/finding.h"

/* "main", "task 4 (i=1)" */
void rp_phrase_task (rp_strbuf *out, const rp_task_ref *task);

/* "iteration 7 of the loop at line 30", "task 4 (i=1)": where it comes from, if the name alone says too little.
 * HOME as below. */
void rp_phrase_words (rp_strbuf *out, const rp_task_ref *task, const char *home);

/* What follows the name and what it is of: " at line 30"; nothing if the place is not known. */
void rp_phrase_origin (rp_strbuf *out, const rp_task_ref *task, const char *home);

/* "main", "async 4", "post p1 (task 5)": how it began */
void rp_phrase_creation (rp_strbuf *out, const rp_task_ref *task);

/* "14:15", or "other.rp:14:15" if not in the file HOME */
void rp_phrase_place (rp_strbuf *out, const rp_place *place, const char *home);

/* "writes 8 bytes at S0 inside isolated, step 9"; "wrote ..." for the earlier of two */
void rp_phrase_deed (rp_strbuf *out, const rp_access_ref *access, bool past);

/* "shared array `A`, declared at 3:5" */
void rp_phrase_object (rp_strbuf *out, const rp_object_ref *object, const char *home);

/* "data race on `x`: ..." with "possible" before it where that is all we know */
void rp_phrase_headline (rp_strbuf *out, const rp_finding *finding);

/* "1 data race", "2 data races", "0 tasks" */
void rp_phrase_count (rp_strbuf *out, uint64_t count, const char *noun);

/* The finding is about reading or writing, so that its places are accesses with a direction. */
bool rp_finding_is_access (const rp_finding *finding);

/* The accesses to show. A deadlock is shown by who waits, and its one access only repeats that. */
uint32_t rp_finding_accesses (const rp_finding *finding);

/* The place a finding is listed under: the later access, or the first task that waits. */
const rp_place *rp_finding_place (const rp_finding *finding);

/* The report is about many schedules. */
bool rp_phrase_is_explored (const rp_report *report);

/* "for this input, under all schedules", as the verdict permits */
const char *rp_phrase_scope (const rp_report *report);

#endif
