#include "task_reads.hh"

#include <gcc-plugin.h>

#include <tree.h>
#include <function.h>
#include <basic-block.h>
#include <tree-ssa-alias.h>
#include <gimple-expr.h>
#include <gimple.h>
#include <gimple-iterator.h>
#include <gimple-walk.h>

/* As if the task wrote it: gcc then passes the address, and keeps the variable in memory. Constants it passes by value
 * all the same. */
static tree
look_at (gimple_stmt_iterator *at, bool *, walk_stmt_info *)
{
  gimple *statement = gsi_stmt (*at);
  if (gimple_code (statement) != GIMPLE_OMP_TASK)
    return NULL_TREE;
  for (tree clause = gimple_omp_task_clauses (statement); clause; clause = OMP_CLAUSE_CHAIN (clause))
    if (OMP_CLAUSE_CODE (clause) == OMP_CLAUSE_SHARED)
      OMP_CLAUSE_SHARED_READONLY (clause) = 0;
  return NULL_TREE;
}

void
raceproof::keep_task_reads ()
{
  walk_stmt_info info = {};
  walk_gimple_seq (gimple_body (current_function_decl), look_at, nullptr, &info);
}
