/* Intrinsic procedures that ask the system for something, or make it do something: the command line, the environment,
 * files, processes and the time. Most of them are extensions of GNU. */
#include "inside/fortran/gfortran.h"

/* The command line and the environment. */
RP_GFORTRAN_QUIET (getarg_i4, "CG")
RP_GFORTRAN_QUIET (getarg_i8, "DG")
RP_GFORTRAN_QUIET (get_command_argument_i4, "CG44")
RP_GFORTRAN_QUIET (get_command_argument_i8, "DG88")
RP_GFORTRAN_QUIET (get_command_i4, "G44")
RP_GFORTRAN_QUIET (get_command_i8, "G88")
RP_GFORTRAN_QUIET (getenv, "gG")
RP_GFORTRAN_QUIET (get_environment_variable_i4, "gG44C")
RP_GFORTRAN_QUIET (get_environment_variable_i8, "gG88D")

/* STATUS_AND_VALUE: there is a subroutine, whose last argument is the status, and a function, which returns the
 * status. STATUS: there is the subroutine. */
#define STATUS_AND_VALUE(NAME, ROLES) \
  RP_GFORTRAN_QUIET (NAME##_i4_sub, ROLES "4") \
  RP_GFORTRAN_QUIET (NAME##_i8_sub, ROLES "8") \
  RP_GFORTRAN_QUIET (NAME##_i4, ROLES) \
  RP_GFORTRAN_QUIET (NAME##_i8, ROLES)

#define STATUS(NAME, ROLES) \
  RP_GFORTRAN_QUIET (NAME##_i4_sub, ROLES "4") \
  RP_GFORTRAN_QUIET (NAME##_i8_sub, ROLES "8")

/* Files. */
STATUS_AND_VALUE (chdir, "g")
STATUS_AND_VALUE (link, "gg")
STATUS_AND_VALUE (lstat, "gw")
STATUS_AND_VALUE (rename, "gg")
STATUS_AND_VALUE (stat, "gw")
STATUS_AND_VALUE (symlnk, "gg")
STATUS (chmod, "gg")
STATUS (getcwd, "G")
STATUS (unlink, "g")
RP_GFORTRAN_QUIET (chmod_func, "gg")
RP_GFORTRAN_QUIET (getcwd, "G")
RP_GFORTRAN_QUIET (unlink, "g")
RP_GFORTRAN_QUIET (access_func, "gg")
RP_GFORTRAN_QUIET (fstat_i4_sub, "Cw4")
RP_GFORTRAN_QUIET (fstat_i8_sub, "Dw8")
RP_GFORTRAN_QUIET (fstat_i4, "Cw")
RP_GFORTRAN_QUIET (fstat_i8, "Dw")
RP_GFORTRAN_QUIET (umask_i4_sub, "C4")
RP_GFORTRAN_QUIET (umask_i8_sub, "D8")
RP_GFORTRAN_QUIET (umask_i4, "C")
RP_GFORTRAN_QUIET (umask_i8, "D")

/* Users, hosts and errors. */
STATUS (hostnm, "G")
RP_GFORTRAN_QUIET (hostnm, "G")
RP_GFORTRAN_QUIET (getlog, "G")
RP_GFORTRAN_QUIET (gerror, "G")
RP_GFORTRAN_QUIET (perror_sub, "g")

/* The time. */
RP_GFORTRAN_QUIET (ctime_sub, "DG")
RP_GFORTRAN_QUIET (fdate_sub, "G")
RP_GFORTRAN_QUIET (ltime_i4, "Cw")
RP_GFORTRAN_QUIET (ltime_i8, "Dw")
RP_GFORTRAN_QUIET (gmtime_i4, "Cw")
RP_GFORTRAN_QUIET (gmtime_i8, "Dw")
RP_GFORTRAN_QUIET (idate_i4, "w")
RP_GFORTRAN_QUIET (idate_i8, "w")
RP_GFORTRAN_QUIET (itime_i4, "w")
RP_GFORTRAN_QUIET (itime_i8, "w")
RP_GFORTRAN_QUIET (etime_sub, "w4")
RP_GFORTRAN_QUIET (dtime_sub, "w4")
RP_GFORTRAN_QUIET (second_sub, "4")

/* Random numbers of GNU, and questions about kinds. */
RP_GFORTRAN_QUIET (irand, "C")
RP_GFORTRAN_QUIET (srand, "C")
RP_GFORTRAN_QUIET (selected_int_kind, "C")
RP_GFORTRAN_QUIET (selected_real_kind, "CC")
RP_GFORTRAN_QUIET (selected_real_kind2008, "CCC")
RP_GFORTRAN_QUIET (selected_char_kind, "ns")

/* Processes and signals. libgfortran calls functions of the C library here that have hooks. These hooks must see
 * the calls, so the procedures are not quiet. */
RP_GFORTRAN (alarm_sub_i4, "C.4")
RP_GFORTRAN (alarm_sub_i8, "D.8")
RP_GFORTRAN (alarm_sub_int_i4, "CC4")
RP_GFORTRAN (alarm_sub_int_i8, "DD8")
RP_GFORTRAN (kill_sub, "..4")
RP_GFORTRAN (signal_sub, "C.4")
RP_GFORTRAN (signal_sub_int, "CC4")
RP_GFORTRAN (signal_func, "C.")
RP_GFORTRAN (signal_func_int, "CC")
RP_GFORTRAN (sleep_i4_sub, "C")
RP_GFORTRAN (sleep_i8_sub, "D")
RP_GFORTRAN (system, "g")
RP_GFORTRAN (system_sub, "g4")

/* If the command runs asynchronously, the exit status stays as it is. The message counts as written only if
 * STATUS is there and says that the command could not be executed. */
#define EXECUTE(KIND, TYPE) \
  RP_HOOK (void, _gfortran_execute_command_line_i##KIND, const char *command, const TYPE *wait, \
           TYPE *exit_status, TYPE *status, char *message, size_t length, size_t message_length) \
  { \
    bool is_on = rp_monitor_is_on (), waits = !wait || *wait; \
    if (is_on) \
      { \
        rp_note_read (command, length, RP_CALLER); \
        if (wait) \
          rp_note_read (wait, KIND, RP_CALLER); \
        if (exit_status) \
          rp_note_read (exit_status, KIND, RP_CALLER); \
      } \
    RP_GFORTRAN_REAL (_gfortran_execute_command_line_i##KIND) \
    (command, wait, exit_status, status, message, length, message_length); \
    if (!is_on) \
      return; \
    if (exit_status && waits) \
      rp_note_write (exit_status, KIND, RP_CALLER); \
    if (status) \
      rp_note_write (status, KIND, RP_CALLER); \
    if (message && status && *status > 0) \
      rp_note_write (message, message_length, RP_CALLER); \
  }

EXECUTE (4, int)
EXECUTE (8, long)

/* ---- functions whose results are real numbers ---- */

#define TIMES(NAME) \
  RP_HOOK (float, _gfortran_##NAME, rp_gfortran_array *times) \
  { \
    float result; \
    RP_GFORTRAN_QUIETLY (result = RP_GFORTRAN_REAL (_gfortran_##NAME) (times)); \
    if (rp_monitor_is_on ()) \
      rp_gfortran_note_array (times, true, RP_CALLER); \
    return result; \
  }

TIMES (etime)
TIMES (dtime)

#define OF_NUMBER(NAME, TYPE) \
  RP_HOOK (float, _gfortran_##NAME, TYPE *number) \
  { \
    float result; \
    if (number && rp_monitor_is_on ()) \
      rp_note_read (number, sizeof *number, RP_CALLER); \
    RP_GFORTRAN_QUIETLY (result = RP_GFORTRAN_REAL (_gfortran_##NAME) (number)); \
    return result; \
  }

OF_NUMBER (rand, int)
OF_NUMBER (secnds, float)
