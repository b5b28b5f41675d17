/* raceproof: the command. This file finds the verb and calls its function. */
#include "cli.h"
#include "options.h"

#include <fcntl.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const rp_verb rp_verbs[] = {
  { "run", "[OPTIONS] FILE.rp|PROGRAM [ARGS...]",
    "execute once, decide for all schedules of this input", rp_cli_run, rp_run_options_help },
  { "explore", "[OPTIONS] FILE.rp|PROGRAM [ARGS...]",
    "execute in every order that matters: races, deadlocks, assertions", rp_cli_explore,
    rp_explore_options_help },
  { "replay", "[OPTIONS] WITNESS FILE.rp|PROGRAM", "run the schedule that `explore' found once more",
    rp_cli_replay, rp_replay_options_help },
  { "prove", "[OPTIONS] FILE.rp|FILE.c", "show that there is no race for any value of the parameters",
    rp_cli_prove, rp_prove_options_help },
  { "cc", "[--compiler=NAME] [--show] ARGS...",
    "compile and link a C program that `run' can check; like gcc or clang", rp_cli_cc,
    rp_cc_options_help },
  { "c++", "[--compiler=NAME] [--show] ARGS...", "the same for C++; like g++ or clang++", rp_cli_cc,
    rp_cc_options_help },
  { "report", "[OPTIONS] RAW", "print the raw report that a program left", rp_cli_report,
    rp_report_options_help },
  { "fmt", "[-i|--check] FILE.rp...", "print a model in the standard layout", rp_cli_fmt,
    rp_fmt_options_help },
  { "explain", "[RULE]", "what a finding means, with an example", rp_cli_explain, NULL },
  { "help", "[VERB]", "how to use raceproof, or one verb", rp_cli_help, NULL },
};
const size_t rp_verb_count = sizeof rp_verbs / sizeof *rp_verbs;

const rp_verb *
rp_verb_find (const char *name)
{
  for (size_t i = 0; i < rp_verb_count; i++)
    if (!strcmp (rp_verbs[i].name, name))
      return &rp_verbs[i];
  return NULL;
}

/* Opens standard streams that are closed. Otherwise the next file that is opened would take the number of the
 * closed stream, and a report could end up inside the graph file. Opens /dev/null in place of the closed stream, in
 * the wrong direction: reading from a closed stdin and writing to a closed stdout still fail. */
static void
reserve_standard_streams (void)
{
  for (int fd = 0; fd <= 2; fd++)
    if (fcntl (fd, F_GETFD) < 0)
      {
        int got = open ("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY);
        if (got >= 0 && got != fd)
          close (got);
      }
}

/* Returns the compiler's name if this command was called by a link such as raceproof-gcc; or NULL. */
static const char *
compiler_name (const char *own_name)
{
  static const char start[] = "raceproof-";
  const char *slash = own_name ? strrchr (own_name, '/') : NULL, *name = slash ? slash + 1 : own_name;
  return name && !strncmp (name, start, strlen (start)) ? name + strlen (start) : NULL;
}

static int
dispatch (int argc, char **argv)
{
  if (compiler_name (argv[0]))
    return rp_cli_cc_as (compiler_name (argv[0]), argv + 1);
  if (argc < 2)
    return rp_cli_error (NULL, "which verb? try `raceproof help'");
  const char *word = argv[1];
  if (!strcmp (word, "--version") || !strcmp (word, "-V"))
    {
      printf ("raceproof %s\n", RP_VERSION);
      return RP_EXIT_CLEAN;
    }
  if (!strcmp (word, "--help") || !strcmp (word, "-h"))
    {
      char *help[] = { "help", NULL };
      return rp_cli_help (1, help);
    }
  if (*word == '-')
    return rp_cli_error (NULL, "unknown option `%s'; try `raceproof help'", word);
  if (!strcmp (word, "rewrite"))
    return rp_cli_rewrite (argc - 1, argv + 1);
  const rp_verb *verb = rp_verb_find (word);
  return verb ? verb->run (argc - 1, argv + 1) : rp_cli_unknown_verb (word);
}

int
main (int argc, char **argv)
{
  reserve_standard_streams ();
  setlocale (LC_CTYPE, "");
  int status = dispatch (argc, argv);
  rp_output standard = { .file = stdout };
  return rp_cli_close_output (&standard, status);
}
