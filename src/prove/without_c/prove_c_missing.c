/* raceproof prove FILE.c in a build that does not read C. */
#include "prove/project/project.h"
#include "prove/project/prove_c.h"

int
rp_cli_prove_c (const struct rp_prove_arguments *arguments, rp_output *out)
{
  (void) arguments;
  (void) out;
  return rp_cli_error ("prove", "C sources need libclang, which was not there when raceproof was "
                                "built: install it (on Debian libclang-14-dev) and build again");
}

int
rp_cli_prove_project (const struct rp_prove_arguments *arguments, rp_output *out)
{
  return rp_cli_prove_c (arguments, out);
}
