#include "gcc_openmp.hh"

#include <gcc-plugin.h>

#include <tree.h>
#include <function.h>
#include <basic-block.h>
#include <tree-ssa-alias.h>
#include <gimple-expr.h>
#include <gimple.h>
#include <gimple-iterator.h>
#include <gimple-walk.h>

enum
{
  TO_TEAMS = 0x5250000f /* RP_OMP_TO_TEAMS in openmp/share.h */
};

/* As if the task wrote it: gcc then passes the address, and keeps the variable in memory. Constants it passes by value
 * all the same. */
static void
keep_reads (gimple *task)
{
  for (tree clause = gimple_omp_task_clauses (task); clause; clause = OMP_CLAUSE_CHAIN (clause))
    if (OMP_CLAUSE_CODE (clause) == OMP_CLAUSE_SHARED)
      OMP_CLAUSE_SHARED_READONLY (clause) = 0;
}

static tree
find_combined_parallel (gimple_stmt_iterator *at, bool *, walk_stmt_info *info)
{
  gimple *statement = gsi_stmt (*at);
  if (gimple_code (statement) == GIMPLE_OMP_PARALLEL && gimple_omp_parallel_combined_p (statement))
    *static_cast<bool *> (info->info) = true;
  return NULL_TREE;
}

/* In `distribute parallel for` the teams deal them out again. */
static bool
is_for_teams_alone (gimple *loop)
{
  if (gimple_omp_for_kind (loop) != GF_OMP_FOR_KIND_DISTRIBUTE)
    return false;
  bool is_parallel = false;
  walk_stmt_info info = {};
  info.info = &is_parallel;
  if (gimple_omp_for_combined_p (loop))
    walk_gimple_seq (gimple_omp_body (loop), find_combined_parallel, nullptr, &info);
  return !is_parallel;
}

static void
tell_before (gimple_stmt_iterator *at)
{
  gcall *call = gimple_build_call (builtin_decl_explicit (BUILT_IN_GOMP_SECTIONS_START), 1,
                                   build_int_cst (unsigned_type_node, TO_TEAMS));
  gimple_set_location (call, gimple_location (gsi_stmt (*at)));
  gsi_insert_before (at, call, GSI_SAME_STMT);
}

static tree
look_at (gimple_stmt_iterator *at, bool *, walk_stmt_info *)
{
  gimple *statement = gsi_stmt (*at);
  if (gimple_code (statement) == GIMPLE_OMP_TASK)
    keep_reads (statement);
  else if (gimple_code (statement) == GIMPLE_OMP_FOR && is_for_teams_alone (statement))
    tell_before (at);
  return NULL_TREE;
}

void
raceproof::prepare_openmp ()
{
  gimple_seq body = gimple_body (current_function_decl);
  walk_stmt_info info = {};
  walk_gimple_seq_mod (&body, look_at, nullptr, &info);
}
