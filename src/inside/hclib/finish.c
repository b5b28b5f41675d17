/* HClib: a finish that waits at its end. nonblocking_finish.c has the other kind. */
#include "inside/hclib/task.h"

void
rp_hclib_start_finish (uintptr_t pc)
{
  uint32_t site = rp_api_enter (RP_TASK_ASYNC, pc).site;
  rp_hclib_task *task = rp_hclib_current ("hclib_start_finish", site);
  task->finishes++;
  if (rp_hclib_scopes_now)
    rp_hclib_scopes_now->begin (task, site);
  else
    rp_finish_begin_at (false, site);
  RP_HCLIB_LEAVE ();
}

void
hclib_start_finish (void)
{
  rp_hclib_start_finish ((uintptr_t) __builtin_return_address (0));
}

void
hclib_end_finish (void)
{
  uint32_t site = RP_HCLIB_ENTER (RP_TASK_ASYNC).site;
  rp_hclib_task *task = rp_hclib_waiting ("hclib_end_finish", site);
  if (!task->finishes)
    rp_stop_misuse (site, "hclib_end_finish without hclib_start_finish in the same task");
  task->finishes--;
  if (rp_hclib_scopes_now)
    rp_hclib_scopes_now->end (task, site);
  else
    rp_finish_end_at (site);
  RP_HCLIB_LEAVE ();
}
