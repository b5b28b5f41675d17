/* How a run ended before its end, as a kind. The program under test states it; the command reads it. */
#ifndef RP_CORE_EVENT_RUN_END_H
#define RP_CORE_EVENT_RUN_END_H

#include <stdbool.h>

/* One row for each kind: its name in the reports that a program leaves. */
#define RP_RUN_ENDS(ROW) \
  ROW (NORMAL, "normal")             /* it came to its end */ \
  ROW (RACE, "race")                 /* stopped at the first race, or for another finding */ \
  ROW (DEADLOCK, "deadlock") \
  ROW (MISUSE, "misuse")             /* of a construct */ \
  ROW (LIMIT, "limit")               /* one of the verifier, at a place of the program */ \
  ROW (MEMORY_LIMIT, "memory-limit") \
  ROW (ENGINE, "beyond")             /* the engine cannot judge a construct */ \
  ROW (EXIT_IN_TASK, "exit-in-task") \
  ROW (EXEC, "exec")                 /* the process became another program */ \
  ROW (SIGNAL, "signal")             /* it crashed */ \
  ROW (INTERRUPTED, "interrupted")   /* somebody ended it by a signal */

typedef enum rp_run_end
{
#define RP_RUN_END_ROW(NAME, TEXT) RP_RUN_END_##NAME,
  RP_RUN_ENDS (RP_RUN_END_ROW)
#undef RP_RUN_END_ROW
  RP_RUN_END_COUNT
} rp_run_end;

const char *rp_run_end_name (rp_run_end ending);

/* False if no kind has that name. */
bool rp_run_end_find (const char *name, rp_run_end *ending);

#endif
