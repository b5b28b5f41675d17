/* raceproof prove FILE.c in a build that does not read C. */
#include "prove_c.h"

int
rp_cli_prove_c (const struct rp_prove_arguments *arguments, rp_output *out)
{
  (void) arguments;
  (void) out;
  return rp_cli_error ("prove", "C sources are not read yet, but in a build for trying that out: "
                                "cmake -DRP_PROVE_C=ON, with libclang (on Debian libclang-14-dev)");
}
