/* raceproof prove. The prover is a separate program with the same command line: it needs large libraries, and
 * the other verbs would have to load them each time. */
#include "base/panic.h"
#include "cli.h"
#include "compile/driver/compiler.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int
rp_cli_prove (int argc, char **argv)
{
  rp_cc_files files = { 0 };
  char **words = rp_malloc (((size_t) argc + 2) * sizeof *words);
  rp_cc_files_init (&files);
  /* under the name raceproof-prove the program would look for a compiler called prove */
  words[0] = (char *) "raceproof";
  memcpy (words + 1, argv, ((size_t) argc + 1) * sizeof *words);
  execv (files.prover, words);
  int status
    = errno == ENOENT
        ? rp_cli_error ("prove", "this build cannot prove: install isl and Z3 (on Debian libisl-dev "
                                 "and libz3-dev) and build again")
        : rp_cli_error ("prove", "cannot start `%s': %s", files.prover, strerror (errno));
  rp_cc_files_clear (&files);
  free (words);
  return status;
}
