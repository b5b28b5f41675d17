/* raceproof report RAW: prints the raw report that a program left. A program that was started without `raceproof run`
 * runs this command at its end, and ends with the exit status of this command. */
#include "command/present.h"
#include "options.h"

#include <stdlib.h>
#include <unistd.h>

int
rp_cli_report (int argc, char **argv)
{
  struct rp_report_options options;
  int status = rp_report_options_parse (argc, argv, &options);
  if (status >= 0)
    return status;
  rp_present present = { .verb = "report",
                         .format = options.format,
                         .color = options.color,
                         .quiet = options.quiet,
                         .verbose = options.verbose,
                         .all = options.all,
                         .to_stderr = true,
                         .path = options.output,
                         .suppressing = options.suppressions };
  rp_report report = { 0 };
  rp_program_result result = { 0 };
  rp_present_init (&present);
  status = rp_present_open (&present);
  rp_program_style style = rp_present_style (&present);
  char *why = NULL;
  if (status < 0 && !rp_program_report_read (options.raw, &style, &report, &result, &why))
    status = rp_cli_error ("report", "`%s' is no raw report of a program: %s", options.raw, why);
  if (status < 0 && !rp_present_log (&present, result.pid ? result.pid : (long) getppid ()))
    status = RP_EXIT_USAGE;
  if (status < 0)
    status = rp_present_report (&present, &report, &result);
  free (why);
  status = rp_present_close (&present, status);
  rp_report_clear (&report);
  rp_program_result_clear (&result);
  return status;
}
