/* raceproof prove FILE.c in a build without libclang. */
#include "prove_c.h"

int
rp_cli_prove_c (const struct rp_prove_arguments *arguments, rp_output *out)
{
  (void) arguments;
  (void) out;
  return rp_cli_error ("prove", "this build reads no C sources: install libclang (on Debian "
                                "libclang-14-dev) and build again");
}
