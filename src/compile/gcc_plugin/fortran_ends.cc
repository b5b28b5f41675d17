#include "fortran_ends.hh"

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

#include <cstdint>

namespace
{

/* The mark of a loop: core/event/schedule_mark.h. */
const uint64_t MARK = 0x5250000000000000, MARK_MASK = 0x7fff000000000000, MARK_DYNAMIC = 0x0000000800000000,
               MARK_GUIDED = 0x0000001000000000, MARK_RUNTIME = 0x0000002000000000;
const int MARK_BYTES_SHIFT = 42;

/* Returns whether the loop includes its end in DIMENSION, and this end may be the last value of the variable's
 * type. A loop whose step is not 1 or -1 does not include its end: gfortran gives it a variable that only
 * counts. */
bool
may_overflow (gimple *loop, size_t dimension)
{
  tree type = TREE_TYPE (gimple_omp_for_index (loop, dimension)), end = gimple_omp_for_final (loop, dimension);
  tree_code condition = gimple_omp_for_cond (loop, dimension);
  if ((condition != LE_EXPR && condition != GE_EXPR) || !INTEGRAL_TYPE_P (type) || TYPE_UNSIGNED (type)
      || TYPE_PRECISION (type) > 64 || TREE_CODE (end) == TREE_VEC)
    return false;
  return TREE_CODE (end) != INTEGER_CST
         || tree_int_cst_equal (end, condition == LE_EXPR ? TYPE_MAX_VALUE (type) : TYPE_MIN_VALUE (type));
}

/* Returns the mark for the schedule that CLAUSE says. If the chunk size is a mark already, returns the chunk
 * size. Returns 0 if there can be no mark: gcc divides the iterations itself, or the chunk size is not a
 * constant or too large. */
uint64_t
mark_of (tree clause)
{
  tree size = OMP_CLAUSE_SCHEDULE_CHUNK_EXPR (clause);
  if (size && !tree_fits_shwi_p (size))
    return 0;
  uint64_t chunk = size ? (uint64_t) tree_to_shwi (size) : 0;
  if ((chunk & MARK_MASK) == MARK)
    return chunk;
  if (chunk > UINT32_MAX)
    return 0;
  switch (OMP_CLAUSE_SCHEDULE_KIND (clause) & OMP_CLAUSE_SCHEDULE_MASK)
    {
    case OMP_CLAUSE_SCHEDULE_DYNAMIC:
      return MARK | MARK_DYNAMIC | chunk;
    case OMP_CLAUSE_SCHEDULE_GUIDED:
      return MARK | MARK_GUIDED | chunk;
    case OMP_CLAUSE_SCHEDULE_RUNTIME:
      return MARK | MARK_RUNTIME;
    default:
      return 0;
    }
}

/* Adds the number of bytes to the mark of LOOP, which may overflow, and returns true. Returns false if the
 * library cannot put LOOP right: LOOP is no worksharing loop; it is collapsed, ordered or part of a construct
 * with `simd', where gcc computes with the wrong end itself; or it has no schedule clause, or one for which
 * there is no mark. */
bool
add_bytes (gimple *loop)
{
  tree clauses = gimple_omp_for_clauses (loop), clause = omp_find_clause (clauses, OMP_CLAUSE_SCHEDULE);
  if (gimple_omp_for_kind (loop) != GF_OMP_FOR_KIND_FOR || gimple_omp_for_collapse (loop) > 1
      || gimple_omp_for_combined_p (loop) || gimple_omp_for_combined_into_p (loop) || !clause
      || omp_find_clause (clauses, OMP_CLAUSE_ORDERED))
    return false;
  uint64_t mark = mark_of (clause);
  if (!mark)
    return false;
  int bytes = exact_log2 (TYPE_PRECISION (TREE_TYPE (gimple_omp_for_index (loop, 0)))) - 2;
  mark |= (uint64_t) bytes << MARK_BYTES_SHIFT;
  int modifiers = OMP_CLAUSE_SCHEDULE_KIND (clause) & ~OMP_CLAUSE_SCHEDULE_MASK;
  OMP_CLAUSE_SCHEDULE_KIND (clause) = (omp_clause_schedule_kind) (modifiers | OMP_CLAUSE_SCHEDULE_DYNAMIC);
  OMP_CLAUSE_SCHEDULE_CHUNK_EXPR (clause) = build_int_cst (long_integer_type_node, mark);
  return true;
}

/* The library cannot put LOOP right (add_bytes). The mark of LOOP came with a dynamic schedule, with which no
 * iteration would be executed, while the program without raceproof executes some or all. So if the end of LOOP
 * is a constant, and the program gave LOOP no schedule, or a static one without a chunk size, this function
 * makes the schedule static again. (A static loop with a chunk size may execute iterations beyond its end, for
 * ever.) */
void
make_static (gimple *loop)
{
  tree clause = omp_find_clause (gimple_omp_for_clauses (loop), OMP_CLAUSE_SCHEDULE);
  tree size = clause ? OMP_CLAUSE_SCHEDULE_CHUNK_EXPR (clause) : NULL_TREE;
  if (!size || !tree_fits_shwi_p (size) || TREE_CODE (gimple_omp_for_final (loop, 0)) != INTEGER_CST)
    return;
  uint64_t mark = tree_to_shwi (size);
  if ((mark & MARK_MASK) != MARK || mark & (MARK_DYNAMIC | MARK_GUIDED | MARK_RUNTIME | UINT32_MAX))
    return;
  OMP_CLAUSE_SCHEDULE_KIND (clause) = OMP_CLAUSE_SCHEDULE_STATIC;
  OMP_CLAUSE_SCHEDULE_CHUNK_EXPR (clause) = NULL_TREE;
}

/* Inserts the call of rp_omp_iterations_until for DIMENSION of the loop at AT. Intermediate values get SSA
 * names, like gcc's own at this stage. */
void
tell_end (gimple_stmt_iterator *at, size_t dimension)
{
  gimple *loop = gsi_stmt (*at);
  tree end = gimple_omp_for_final (loop, dimension), type = TREE_TYPE (gimple_omp_for_index (loop, dimension));
  tree last = make_ssa_name (long_integer_type_node);
  gsi_insert_before (at, gimple_build_assign (last, NOP_EXPR, end), GSI_SAME_STMT);
  tree function = build_fn_decl ("rp_omp_iterations_until",
                                 build_function_type_list (void_type_node, long_integer_type_node, integer_type_node,
                                                           integer_type_node, NULL_TREE));
  gcall *call
    = gimple_build_call (function, 3, last, build_int_cst (integer_type_node, TYPE_PRECISION (type)),
                         build_int_cst (integer_type_node, gimple_omp_for_cond (loop, dimension) == LE_EXPR));
  gimple_set_location (call, gimple_location (loop));
  gsi_insert_before (at, call, GSI_SAME_STMT);
}

/* Whether code behind a loop with CLAUSES copies variables out of the last iteration. gcc's test for this iteration is a
 * comparison with the wrong end. */
bool
has_copies (tree clauses)
{
  return omp_find_clause (clauses, OMP_CLAUSE_LASTPRIVATE) || omp_find_clause (clauses, OMP_CLAUSE_LINEAR);
}

/* Handles the statement at AT if it is a loop. *INFO->info says whether the parallel construct that was visited
 * last has copies (has_copies): in `parallel do', the loop's clauses are those of the construct. */
tree
look_at (gimple_stmt_iterator *at, bool *is_done, walk_stmt_info *info)
{
  gimple *loop = gsi_stmt (*at);
  bool &is_copied = *static_cast<bool *> (info->info);
  *is_done = false;
  if (gimple_code (loop) == GIMPLE_OMP_PARALLEL)
    is_copied = has_copies (gimple_omp_parallel_clauses (loop));
  if (gimple_code (loop) != GIMPLE_OMP_FOR)
    return NULL_TREE;
  bool is_right = may_overflow (loop, 0) && add_bytes (loop);
  if (may_overflow (loop, 0) && !is_right && !gimple_omp_for_combined_into_p (loop))
    make_static (loop);
  if ((!is_right || is_copied || has_copies (gimple_omp_for_clauses (loop))) && !gimple_omp_for_combined_into_p (loop))
    for (size_t i = 0; i < gimple_omp_for_collapse (loop); i++)
      if (may_overflow (loop, i))
        tell_end (at, i);
  return NULL_TREE;
}

} // namespace

void
raceproof::put_ends_right ()
{
  gimple_seq body = gimple_body (current_function_decl);
  bool is_copied = false;
  walk_stmt_info info = {};
  info.info = &is_copied;
  walk_gimple_seq_mod (&body, look_at, nullptr, &info);
  gimple_set_body (current_function_decl, body);
}
