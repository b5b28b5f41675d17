/* The `= key: ...` lines below a finding's window: the facts that say why. */
#ifndef RP_REPORT_DETAILS_H
#define RP_REPORT_DETAILS_H

#include "core/finding/finding.h"
#include "report/page.h"

/* The tasks of a deadlock that wait at one place. */
typedef struct rp_wait_group
{
  const rp_waiting *first;
  rp_words words;
  uint32_t more; /* how many other tasks wait at the place */
} rp_wait_group;

/* The first RP_MAX_WAIT_MARKS groups get a mark in the window. The others, up to RP_MAX_WAIT_GROUPS in all, get a line
 * in the details. */
#define RP_MAX_WAIT_MARKS 6
#define RP_MAX_WAIT_GROUPS 16

/* Fills GROUPS, in the order of their first tasks, and returns their number. *OTHERS becomes the number of tasks that
 * are in none of the groups. */
size_t rp_wait_groups (const rp_finding *finding, rp_wait_group groups[RP_MAX_WAIT_GROUPS],
                       uint32_t *others);

/* Appends "task 2 waits to enter an isolated section while task 1 is in one, and 6 more tasks here", cleaned and
 * painted. */
void rp_wait_group_describe (const rp_page *page, rp_strbuf *out, const rp_wait_group *group);

void rp_details_print (rp_page *page, const rp_finding *finding);

#endif
