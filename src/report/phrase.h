/* The words for tasks, places and accesses, the same in every format. Plain text: nothing is cleaned or coloured here.
 * The rp_phrase_ functions append to OUT. Texts in quotes are examples of what they append. */
#ifndef RP_REPORT_PHRASE_H
#define RP_REPORT_PHRASE_H

#include "base/strbuf.h"
#include "core/finding/finding.h"

/* "main", "task 4 (i=1)" */
void rp_phrase_task (rp_strbuf *out, const rp_task_ref *task);

/* The task without the values of the loops around its creation: "main", "task 4", "iteration 7" */
void rp_phrase_task_name (rp_strbuf *out, const rp_task_ref *task);

/* "iteration 7 of the loop at line 30", "task 4 (i=1)": the name of the task, and its origin if the name alone says too
 * little. HOME: see rp_phrase_place. */
void rp_phrase_task_with_origin (rp_strbuf *out, const rp_task_ref *task, const char *home);

/* Only the origin of the task, which follows its name: " of the loop at 30:9" */
void rp_phrase_origin (rp_strbuf *out, const rp_task_ref *task, const char *home);

/* Returns whether the task is one of OpenMP's, which have names of their own. */
bool rp_task_is_of_openmp (const rp_task_ref *task);

/* Returns whether two tasks of OpenMP have the same name, so that the name does not distinguish them. */
bool rp_task_is_namesake (const rp_task_ref *a, const rp_task_ref *b);

/* "iterations 3 and 7 of the loop at line 30", "tasks 1 and 2": the tasks of both accesses */
void rp_phrase_pair (rp_strbuf *out, const rp_finding *finding);

/* "main", "async 4", "post p1 (task 5)": by which construct the task was created */
void rp_phrase_creation (rp_strbuf *out, const rp_task_ref *task);

/* "14:15", or "other.rp:14:15" if not in the file HOME */
void rp_phrase_place (rp_strbuf *out, const rp_place *place, const char *home);

/* "writes 8 bytes at S0 inside isolated, step 9"; PAST: "wrote ...", for the earlier of two accesses */
void rp_phrase_operation (rp_strbuf *out, const rp_access_ref *access, rp_words words, bool past);

/* "isolated(x)", "critical (name) and lock `l`"; nothing outside of sections */
void rp_phrase_sections (rp_strbuf *out, const rp_access_ref *access, rp_words words);

/* "shared array `A`, declared at 3:5": object.c */
void rp_phrase_object (rp_strbuf *out, const rp_object_ref *object, const char *home);

/* "`A`", "the heap block from f.c:9": in a headline */
void rp_phrase_object_name (rp_strbuf *out, const rp_object_ref *object);

/* Returns whether the line `= object:` says more than storage, name and place. */
bool rp_object_has_details (const rp_object_ref *object);

/* "waits at the end of a finish for task 3, task 4", in WORDS: wait.c */
void rp_phrase_wait (rp_strbuf *out, const rp_waiting *waiting, rp_words words);

/* "the order of isolated sections on `x`": dependence.c */
void rp_phrase_dependence (rp_strbuf *out, const rp_dependence *dependence);

/* "end of finish", "next barrier": where the two sides come together. This function and the next two
 * are in order_words.c. */
void rp_phrase_meeting (rp_strbuf *out, const rp_order *order);

/* Where the two sides come together, as the label of a mark in the window: "both tasks end here, in the same finish" */
void rp_phrase_meeting_label (rp_strbuf *out, const rp_order *order);

/* "no path from step 6 to step 9 or back: no finish, future, ... links them" */
void rp_phrase_missing_order (rp_strbuf *out, const rp_finding *finding);

/* "data race on `x`: ..."; begins with "possible" if the finding is not certain */
void rp_phrase_headline (rp_strbuf *out, const rp_finding *finding);

/* The note of the finding; empty if it has none. See note.c. */
void rp_phrase_note (rp_strbuf *out, const rp_finding *finding);

/* The limits of the verdict: what it never covers. rp_phrase_limit_count returns how many there are; rp_phrase_limit
 * appends one of them, by its number from 0 on. See scope.c. */
size_t rp_phrase_limit_count (const rp_report *report);
void rp_phrase_limit (rp_strbuf *out, const rp_report *report, size_t number);

/* Returns whether iterations of static loops count as in order if the schedule of this run gave them to one thread
 * (--loops=as-scheduled). */
bool rp_scope_is_as_scheduled (const rp_openmp_scope *openmp);

/* "1 data race", "2 data races", "0 tasks". rp_phrase_count is for a noun whose plural ends in s. */
void rp_phrase_count (rp_strbuf *out, uint64_t count, const char *noun);
void rp_phrase_count_of (rp_strbuf *out, uint64_t count, const char *one, const char *several);

/* Returns whether the finding is about reads or writes, so that each of its places is a read or a write. */
bool rp_finding_is_access (const rp_finding *finding);

/* Returns how many accesses of FINDING are shown. A deadlock is shown by the tasks that wait; its one access would only
 * repeat one of them. */
uint32_t rp_finding_accesses (const rp_finding *finding);

/* Returns the place a finding is listed under: the later access, or the first task that waits. If there is neither,
 * returns a place without file and line. */
const rp_place *rp_finding_place (const rp_finding *finding);

/* Returns whether the report is of an exploration, and so about many schedules. */
bool rp_phrase_is_explored (const rp_report *report);

/* Returns what the verdict covers, in words: "for this input, under all schedules", or less. */
const char *rp_phrase_scope (const rp_report *report);

#endif
