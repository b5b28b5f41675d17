#include "core/finding/finding.h"
#include "core/finding/proof.h"
#include "report/report.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

static void
print (const rp_report *report, unsigned width, char **text)
{
  size_t size;
  FILE *out = open_memstream (text, &size);
  rp_report_proof (report, &(rp_report_style) { .width = width, .verbose = true }, out);
  fclose (out);
}

static rp_proof_side
side (const char *instance)
{
  return (
    rp_proof_side) { .instance = instance, .text = "values[i]", .at = { "f.c", 17, 9, 17, 12 } };
}

/* Width 0 means 80 columns [report.h], also in the first lines of regions and pairs. */
TEST (width_0_means_80)
{
  char *as_0, *as_80;
  rp_proof proof = { .scope = "" };
  rp_report report = { .proof = &proof, .program = "f.c" };
  RP_VEC_PUSH (&proof.regions, (rp_proof_region) { .function = "main",
                                                   .construct = "parallel for",
                                                   .at = { "f.c", 12, 1, 12, 2 },
                                                   .status = RP_REGION_PROVED,
                                                   .scope = "all n",
                                                   .pair_count = 1 });
  RP_VEC_PUSH (&proof.pairs, (rp_proof_pair) { .status = RP_PROOF_UNDECIDED,
                                               .sides = { side ("S0<i>"), side ("S1<i>") },
                                               .unordered = "none",
                                               .domain = "" });
  print (&report, 0, &as_0);
  print (&report, 80, &as_80);
  CHECK_STR (as_0, as_80);
  CHECK (!strncmp (as_80, "region 1 proved: parallel for of main (line 12), for all n\n", 58));
  free (as_0);
  free (as_80);
  RP_VEC_CLEAR (&proof.regions);
  RP_VEC_CLEAR (&proof.pairs);
}
