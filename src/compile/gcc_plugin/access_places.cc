#include "access_places.hh"

#include <gcc-plugin.h>

#include <tree.h>
#include <function.h>
#include <basic-block.h>
#include <tree-ssa-alias.h>
#include <gimple-expr.h>
#include <gimple.h>
#include <gimple-iterator.h>

namespace
{

// Whether STATEMENT stores a value that other statements have computed.
bool
stores_result (gimple *statement)
{
  return gimple_store_p (statement) && gimple_assign_single_p (statement)
         && is_gimple_reg (gimple_assign_rhs1 (statement));
}

// Whether STATEMENT accesses a complex number in memory, or a part of one.
bool
is_complex_access (gimple *statement)
{
  if (!(gimple_store_p (statement) || gimple_assign_load_p (statement)))
    return false;
  tree memory
    = gimple_store_p (statement) ? gimple_assign_lhs (statement) : gimple_assign_rhs1 (statement);
  return TREE_CODE (TREE_TYPE (memory)) == COMPLEX_TYPE || TREE_CODE (memory) == REALPART_EXPR
         || TREE_CODE (memory) == IMAGPART_EXPR;
}

bool
is_placed (gimple *statement)
{
  return LOCATION_LOCUS (gimple_location (statement)) != UNKNOWN_LOCATION;
}

// Returns the place of the nearest statement that has one, in the block and in one direction from AT; else
// UNKNOWN_LOCATION.
location_t
place_near (gimple_stmt_iterator at, bool is_backward)
{
  while (!gsi_end_p (at) && !is_placed (gsi_stmt (at)))
    if (is_backward)
      gsi_prev_nondebug (&at);
    else
      gsi_next_nondebug (&at);
  return gsi_end_p (at) ? UNKNOWN_LOCATION : gimple_location (gsi_stmt (at));
}

} // namespace

// A read comes before the statement that uses the value, and a write behind the one that computes it.
void
raceproof::place_accesses ()
{
  basic_block block;
  FOR_EACH_BB_FN (block, cfun)
  for (gimple_stmt_iterator at = gsi_start_bb (block); !gsi_end_p (at); gsi_next (&at))
    {
      gimple *statement = gsi_stmt (at);
      if (is_placed (statement) || !is_gimple_assign (statement)
          || !(stores_result (statement) || is_complex_access (statement)))
        continue;
      bool is_write = gimple_store_p (statement);
      location_t place = place_near (at, is_write);
      gimple_set_location (statement,
                           place == UNKNOWN_LOCATION ? place_near (at, !is_write) : place);
    }
}
