/* A policy that enumerates: it answers from a list, and the list counts up, like an odometer whose
 * digits have as many values as there were options. */
#ifndef RP_DIFF_SCRIPT_H
#define RP_DIFF_SCRIPT_H

#include "base/vec.h"
#include "core/runtime/policy.h"

typedef struct rp_digit
{
  size_t value, options;
} rp_digit;

typedef struct rp_script
{
  rp_policy policy;
  size_t at;
  RP_VEC (rp_digit) digits;
} rp_script;

void rp_script_begin (rp_script *script); /* before each run */
bool rp_script_next (rp_script *script);  /* after each run: false when all have been had */
void rp_script_clear (rp_script *script);

#endif
