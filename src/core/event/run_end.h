/* How a run ended, as a kind. The program under test writes it into its raw report, and the command reads it. */
#ifndef RP_CORE_EVENT_RUN_END_H
#define RP_CORE_EVENT_RUN_END_H

#include <stdbool.h>

/* One row for each kind: its name in raw reports. */
#define RP_RUN_ENDS(ROW) \
  ROW (NORMAL, "normal") /* the program ran to its end */ \
  ROW (RACE, "race")     /* we stopped the run at the first race, or for another finding */ \
  ROW (DEADLOCK, "deadlock") \
  ROW (MISUSE, "misuse") /* a construct was misused */ \
  ROW (LIMIT, "limit")   /* too many tasks or locations, too deep, or something unsupported */ \
  ROW (MEMORY_LIMIT, "memory-limit") \
  ROW (ENGINE, "beyond") /* the engine cannot judge a construct */ \
  ROW (EXIT_IN_TASK, "exit-in-task") \
  ROW (EXEC, "exec")               /* the process became another program */ \
  ROW (SIGNAL, "signal")           /* the program crashed */ \
  ROW (INTERRUPTED, "interrupted") /* a signal from outside ended the program */

typedef enum rp_run_end
{
#define RP_RUN_END_ROW(NAME, TEXT) RP_RUN_END_##NAME,
  RP_RUN_ENDS (RP_RUN_END_ROW)
#undef RP_RUN_END_ROW
  RP_RUN_END_COUNT
} rp_run_end;

const char *rp_run_end_name (rp_run_end ending);

/* Sets *ENDING to the kind called NAME. Returns false if there is none. */
bool rp_run_end_find (const char *name, rp_run_end *ending);

#endif
