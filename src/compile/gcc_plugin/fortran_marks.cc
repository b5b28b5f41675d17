// Adds calls for simd loops of Fortran, and for singles with nowait. The functions for simd loops are those of
// clang_plugin/simd.cc.
//
// If the construct is simd alone, there are calls before and behind the loop, and also before and behind the body: gcc
// copies lastprivate variables out behind the last body, inside the loop.
//
// In a composite construct such as `parallel do simd`, no statement can stand between the loops. So the calls are
//
//   void rp_omp_simd_body_begin (uint64_t safelen, int is_shared);   at the beginning of the body; is_shared: the simd
//                                                                    loop is combined with a worksharing loop
//   void rp_omp_simd_body_end (void);                                at the end of the body
//   void rp_omp_simd_renew (void);                                   before a `distribute` loop
//
// A single with nowait has calls of GOMP_sections_next at the beginning and at the end of its body, as the loop
// RP_REWRITE_SINGLE of compile/rewrite makes them in C: the second call ends the single.
#include "fortran_marks.hh"

#include <gcc-plugin.h>

#include <tree.h>
#include <function.h>
#include <basic-block.h>
#include <tree-ssa-alias.h>
#include <internal-fn.h>
#include <gimple-expr.h>
#include <is-a.h>
#include <gimple.h>
#include <gimple-iterator.h>
#include <gimple-walk.h>
#include <omp-general.h>

namespace
{

// The state while the statements of a function are visited. IS_WORKSHARING: the last visited loop construct other
// than simd is a worksharing loop. If a simd construct is combined with a loop construct, that loop construct is
// the last visited one.
struct walk
{
  bool is_worksharing;
};

gcall *
call_of (const char *name, gimple *at, tree safelen = NULL_TREE, tree is_shared = NULL_TREE)
{
  tree type = is_shared ? build_function_type_list (void_type_node, long_integer_type_node, integer_type_node, NULL_TREE)
              : safelen ? build_function_type_list (void_type_node, long_integer_type_node, NULL_TREE)
                        : build_function_type_list (void_type_node, NULL_TREE);
  tree function = build_fn_decl (name, type);
  gcall *call = is_shared ? gimple_build_call (function, 2, safelen, is_shared)
                : safelen ? gimple_build_call (function, 1, safelen)
                          : gimple_build_call (function, 0);
  gimple_set_location (call, gimple_location (at));
  return call;
}

// Returns the value of safelen; 0 if there is no limit, or if the value is not constant. Returns 1 if the construct
// has an `if` clause whose condition is the constant false: then iterations are executed one after the other.
tree
safelen_of (tree clauses)
{
  tree condition = omp_find_clause (clauses, OMP_CLAUSE_IF);
  if (condition && integer_zerop (OMP_CLAUSE_IF_EXPR (condition)))
    return build_int_cst (long_integer_type_node, 1);
  tree clause = omp_find_clause (clauses, OMP_CLAUSE_SAFELEN);
  tree length = clause ? OMP_CLAUSE_SAFELEN_EXPR (clause) : NULL_TREE;
  bool is_number = length && tree_fits_shwi_p (length);
  return build_int_cst (long_integer_type_node, is_number ? tree_to_shwi (length) : 0);
}

bool
is_inscan (tree clauses)
{
  for (; clauses; clauses = OMP_CLAUSE_CHAIN (clauses))
    if (OMP_CLAUSE_CODE (clauses) == OMP_CLAUSE_REDUCTION && OMP_CLAUSE_REDUCTION_INSCAN (clauses))
      return true;
  return false;
}

void
put_around_body (gimple *construct, gcall *begin, gcall *end)
{
  gimple_seq body = nullptr;
  gimple_seq_add_stmt (&body, begin);
  gimple_seq_add_seq (&body, gimple_omp_body (construct));
  gimple_seq_add_stmt (&body, end);
  gimple_omp_set_body (construct, body);
}

void
mark_simd (gimple_stmt_iterator *at, gimple *loop, const walk &around)
{
  tree clauses = gimple_omp_for_clauses (loop), safelen = safelen_of (clauses);
  bool is_composite = gimple_omp_for_combined_into_p (loop);
  if (is_inscan (clauses))
    {
      if (!is_composite)
        gsi_insert_before (at, call_of ("rp_omp_simd_unseen", loop), GSI_SAME_STMT);
      return;
    }
  if (is_composite)
    {
      tree is_shared = build_int_cst (integer_type_node, around.is_worksharing);
      put_around_body (loop, call_of ("rp_omp_simd_body_begin", loop, safelen, is_shared),
                       call_of ("rp_omp_simd_body_end", loop));
      return;
    }
  put_around_body (loop, call_of ("rp_omp_simd_iteration", loop),
                   call_of ("rp_omp_simd_iteration_end", loop));
  gsi_insert_before (at, call_of ("rp_omp_simd_begin", loop, safelen), GSI_SAME_STMT);
  gsi_insert_after (at, call_of ("rp_omp_simd_end", loop), GSI_SAME_STMT);
}

void
mark_for (gimple_stmt_iterator *at, gimple *loop, walk &around)
{
  switch (gimple_omp_for_kind (loop))
    {
    case GF_OMP_FOR_KIND_SIMD:
      mark_simd (at, loop, around);
      break;
    case GF_OMP_FOR_KIND_DISTRIBUTE:
      gsi_insert_before (at, call_of ("rp_omp_simd_renew", loop), GSI_SAME_STMT);
      around.is_worksharing = false;
      break;
    default:
      around.is_worksharing = gimple_omp_for_kind (loop) == GF_OMP_FOR_KIND_FOR;
      break;
    }
}

// Returns a new call of GOMP_sections_next, at the place of AT. The program does not use the call's result.
gcall *
call_next (gimple *at)
{
  tree type = build_function_type_list (unsigned_type_node, NULL_TREE);
  gcall *call = gimple_build_call (build_fn_decl ("GOMP_sections_next", type), 0);
  gimple_set_location (call, gimple_location (at));
  return call;
}

void
mark_single (gimple *construct)
{
  tree clauses = gimple_omp_single_clauses (construct);
  if (omp_find_clause (clauses, OMP_CLAUSE_NOWAIT) && !omp_find_clause (clauses, OMP_CLAUSE_COPYPRIVATE))
    put_around_body (construct, call_next (construct), call_next (construct));
}

tree
mark_statement (gimple_stmt_iterator *at, bool *is_done, walk_stmt_info *info)
{
  gimple *statement = gsi_stmt (*at);
  *is_done = false;
  if (gimple_code (statement) == GIMPLE_OMP_FOR)
    mark_for (at, statement, *static_cast<walk *> (info->info));
  else if (gimple_code (statement) == GIMPLE_OMP_SINGLE)
    mark_single (statement);
  else if (gimple_code (statement) == GIMPLE_OMP_ORDERED
           && omp_find_clause (gimple_omp_ordered_clauses (as_a<gomp_ordered *> (statement)), OMP_CLAUSE_SIMD))
    put_around_body (statement, call_of ("rp_omp_simd_ordered_begin", statement),
                     call_of ("rp_omp_simd_ordered_end", statement));
  return NULL_TREE;
}

} // namespace

void
raceproof::mark_fortran ()
{
  walk around = {};
  walk_stmt_info info;
  memset (&info, 0, sizeof info);
  info.info = &around;
  gimple_seq body = gimple_body (current_function_decl);
  walk_gimple_seq_mod (&body, mark_statement, nullptr, &info);
  gimple_set_body (current_function_decl, body);
}
