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
#include <ssa.h>
#include <omp-general.h>

enum
{
  TO_TEAMS = 0x5250000f /* RP_OMP_TO_TEAMS in inside/openmp/share.h */
};

/* Returns whether an `allocate` clause names VARIABLE as the allocator. keep_reads must not change such a variable.
 * gcc makes a function that copies the data of a task and takes the word for VARIABLE as the allocator's handle.
 * After keep_reads this word would be an address. */
static bool
is_allocator (tree variable, tree clauses)
{
  for (tree clause = clauses; clause; clause = OMP_CLAUSE_CHAIN (clause))
    if (OMP_CLAUSE_CODE (clause) == OMP_CLAUSE_ALLOCATE && OMP_CLAUSE_ALLOCATE_ALLOCATOR (clause) == variable)
      return true;
  return false;
}

/* Marks the variables that a task only reads as if the task wrote them. gcc then keeps them in memory and passes their
 * addresses to the task. gcc still passes constants by value. */
static void
keep_reads (gimple *task)
{
  tree clauses = gimple_omp_task_clauses (task);
  for (tree clause = clauses; clause; clause = OMP_CLAUSE_CHAIN (clause))
    if (OMP_CLAUSE_CODE (clause) == OMP_CLAUSE_SHARED && !is_allocator (OMP_CLAUSE_DECL (clause), clauses))
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

/* Returns whether LOOP divides its iterations among teams, and no team divides its part among its threads, as teams
 * do in `distribute parallel for`. */
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

/* Returns whether each iteration of LOOP, a `distribute` loop, is announced. That is so if the loop is not combined
 * with another construct and has no dist_schedule clause: the program may not rely on which team gets an
 * iteration. */
static bool
is_told_singly (gimple *loop)
{
  return !gimple_omp_for_combined_p (loop)
         && !omp_find_clause (gimple_omp_for_clauses (loop), OMP_CLAUSE_DIST_SCHEDULE);
}

/* Returns a new call of the library function NAME, at the place of LOOP. NUMBER is the call's argument, or null for a
 * call without arguments. */
static gcall *
call_of (const char *name, gimple *loop, tree number = NULL_TREE)
{
  tree type = number ? build_function_type_list (void_type_node, long_integer_type_node, NULL_TREE)
                     : build_function_type_list (void_type_node, NULL_TREE);
  gcall *call = number ? gimple_build_call (build_fn_decl (name, type), 1, number)
                       : gimple_build_call (build_fn_decl (name, type), 0);
  gimple_set_location (call, gimple_location (loop));
  return call;
}

/* Returns the value of the loop's variable, by which the library knows the iteration; -1 if the loop has no single
 * integer variable. Appends the statements that read the variable to BODY. Intermediate values get SSA names, like
 * gcc's own at this stage. */
static tree
number_of (gimple *loop, gimple_seq *body)
{
  tree variable = gimple_omp_for_index (loop, 0);
  if (gimple_omp_for_collapse (loop) > 1 || !DECL_P (variable)
      || DECL_HAS_VALUE_EXPR_P (variable) || !INTEGRAL_TYPE_P (TREE_TYPE (variable)))
    return build_int_cst (long_integer_type_node, -1);
  tree value = make_ssa_name (TREE_TYPE (variable)), number = make_ssa_name (long_integer_type_node);
  gimple_seq_add_stmt (body, gimple_build_assign (value, variable));
  gimple_seq_add_stmt (body, gimple_build_assign (number, NOP_EXPR, value));
  return number;
}

/* Adds calls before and behind the loop, and at the beginning of each iteration: see inside/openmp/distribute.h. */
static void
tell_iterations (gimple_stmt_iterator *at)
{
  gimple *loop = gsi_stmt (*at);
  gimple_seq body = nullptr;
  tree number = number_of (loop, &body);
  gimple_seq_add_stmt (&body, call_of ("rp_omp_distribute_iteration", loop, number));
  gimple_seq_add_seq (&body, gimple_omp_body (loop));
  gimple_omp_set_body (loop, body);
  gsi_insert_before (at, call_of ("rp_omp_distribute_begin", loop), GSI_SAME_STMT);
  gsi_insert_after (at, call_of ("rp_omp_distribute_end", loop), GSI_SAME_STMT);
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
    {
      if (is_told_singly (statement))
        tell_iterations (at);
      else
        tell_before (at);
    }
  return NULL_TREE;
}

void
raceproof::prepare_openmp ()
{
  gimple_seq body = gimple_body (current_function_decl);
  walk_stmt_info info = {};
  walk_gimple_seq_mod (&body, look_at, nullptr, &info);
}
