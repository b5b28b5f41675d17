#include "gcc_simd.hh"

#include <gcc-plugin.h>

#include <tree.h>
#include <function.h>
#include <basic-block.h>
#include <tree-ssa-alias.h>
#include <gimple-expr.h>
#include <is-a.h>
#include <gimple.h>
#include <gimple-iterator.h>
#include <gimple-walk.h>
#include <fold-const.h>
#include <gimplify-me.h>
#include <ssa.h>
#include <langhooks.h>

#include <cstring>

namespace
{

bool is_with_simd_loop;

// The state for one simd loop. The loop's code is visited so that the declarations of a block, and the clauses of a
// construct, come before their contents.
struct variables
{
  hash_set<tree> known; // variables that are private to an iteration, or already found
  auto_vec<tree> written;
};

bool
is_told (tree variable)
{
  return (VAR_P (variable) || TREE_CODE (variable) == PARM_DECL) && !is_global_var (variable)
         && DECL_CONTEXT (variable) == current_function_decl && DECL_NAME (variable) && !DECL_ARTIFICIAL (variable)
         && !DECL_HAS_VALUE_EXPR_P (variable) && !(VAR_P (variable) && DECL_HARD_REGISTER (variable))
         && DECL_SIZE_UNIT (variable) && tree_fits_uhwi_p (DECL_SIZE_UNIT (variable));
}

tree
note_variable (tree *part, int *goes_in, void *all)
{
  *goes_in = !TYPE_P (*part);
  if (DECL_P (*part))
    static_cast<variables *> (all)->known.add (*part);
  return NULL_TREE;
}

// Adds to all.known the variables in clauses that make them private to an iteration. A clause may name only a part of a
// variable, such as a section of an array; the whole variable counts.
void
note_clauses (tree clauses, variables &all)
{
  for (; clauses; clauses = OMP_CLAUSE_CHAIN (clauses))
    switch (OMP_CLAUSE_CODE (clauses))
      {
      case OMP_CLAUSE_PRIVATE:
      case OMP_CLAUSE_FIRSTPRIVATE:
      case OMP_CLAUSE_LASTPRIVATE:
      case OMP_CLAUSE_REDUCTION:
      case OMP_CLAUSE_LINEAR:
        walk_tree (&OMP_CLAUSE_DECL (clauses), note_variable, &all, nullptr);
        break;
      default:
        break;
      }
}

tree
note_statement (gimple_stmt_iterator *at, bool *is_done, walk_stmt_info *info)
{
  variables &all = *static_cast<variables *> (info->info);
  gimple *statement = gsi_stmt (*at);
  *is_done = false;
  if (gbind *bind = dyn_cast<gbind *> (statement))
    for (tree variable = gimple_bind_vars (bind); variable; variable = DECL_CHAIN (variable))
      all.known.add (variable);
  if (gimple_code (statement) == GIMPLE_OMP_FOR)
    note_clauses (gimple_omp_for_clauses (statement), all);
  tree place = gimple_get_lhs (statement), variable = place ? get_base_address (place) : NULL_TREE;
  if (variable && is_told (variable) && !all.known.add (variable))
    all.written.safe_push (variable);
  return NULL_TREE;
}

gcall *
call_for (tree variable, gimple *loop)
{
  static const bool is_fortran = !strncmp (lang_hooks.name, "GNU Fortran", 11);
  tree address = build_fold_addr_expr (variable);
  tree type = is_fortran ? build_function_type_list (void_type_node, ptr_type_node, NULL_TREE)
                         : build_function_type_list (void_type_node, ptr_type_node, long_unsigned_type_node, NULL_TREE);
  gcall *call = is_fortran ? gimple_build_call (build_fn_decl ("rp_omp_simd_memory", type), 1, address)
                           : gimple_build_call (build_fn_decl ("rp_omp_simd_shared", type), 2, address,
                                                fold_convert (long_unsigned_type_node, DECL_SIZE_UNIT (variable)));
  gimple_set_location (call, gimple_location (loop));
  return call;
}

// Adds calls to the beginning of each iteration of the loop: they announce the variables that the iterations share and
// write. These variables must then be in memory; those that were in registers before are added to SHOWN.
void
show_written (gimple *loop, hash_set<tree> &shown)
{
  variables all;
  walk_stmt_info info = {};
  info.info = &all;
  note_clauses (gimple_omp_for_clauses (loop), all);
  walk_gimple_seq (gimple_omp_body (loop), note_statement, nullptr, &info);
  gimple_seq body = nullptr;
  for (tree variable : all.written)
    {
      if (is_gimple_reg (variable))
        shown.add (variable);
      TREE_ADDRESSABLE (variable) = 1;
      gimple_seq_add_stmt (&body, call_for (variable, loop));
    }
  gimple_seq_add_seq (&body, gimple_omp_body (loop));
  gimple_omp_set_body (loop, body);
}

tree
look_at (gimple_stmt_iterator *at, bool *is_done, walk_stmt_info *info)
{
  gimple *statement = gsi_stmt (*at);
  *is_done = false;
  if (gimple_code (statement) == GIMPLE_OMP_FOR && gimple_omp_for_kind (statement) == GF_OMP_FOR_KIND_SIMD)
    {
      is_with_simd_loop = true;
      show_written (statement, *static_cast<hash_set<tree> *> (info->info));
    }
  return NULL_TREE;
}

tree
find_shown (tree *operand, int *goes_in, void *data)
{
  *goes_in = !TYPE_P (*operand);
  hash_set<tree> &shown = *static_cast<hash_set<tree> *> (static_cast<walk_stmt_info *> (data)->info);
  return DECL_P (*operand) && shown.contains (*operand) ? *operand : NULL_TREE;
}

// STATEMENT uses a variable that was in a register and is now in memory. Such a variable must be loaded and stored by
// separate statements, so STATEMENT is split. Intermediate values get SSA names, like gcc's own at this stage; the
// OpenMP constructs around STATEMENT would not know a new variable without a declaration.
void
take_apart (gimple *statement, gimple_stmt_iterator *at)
{
  location_t outer_place = input_location, place = gimple_location (statement);
  bool was_in_ssa = cfun->gimple_df->in_ssa_p;
  input_location = place;
  cfun->gimple_df->in_ssa_p = true;
  gimple_regimplify_operands (statement, at);
  cfun->gimple_df->in_ssa_p = was_in_ssa;
  input_location = outer_place;
  if (!gimple_has_location (gsi_stmt (*at)))
    gimple_set_location (gsi_stmt (*at), place);
}

// If the value that an atomic construct stores is a variable of SHOWN, loads it by a separate statement before the
// construct. gcc's own function, which take_apart calls, ignores that operand.
void
load_stored (gimple *store, gimple_stmt_iterator *at, hash_set<tree> &shown)
{
  tree value = gimple_omp_atomic_store_val (as_a<gomp_atomic_store *> (store));
  if (!DECL_P (value) || !shown.contains (value))
    return;
  tree loaded = make_ssa_name (TREE_TYPE (value));
  gassign *load = gimple_build_assign (loaded, value);
  gimple_set_location (load, gimple_location (store));
  gsi_insert_before (at, load, GSI_SAME_STMT);
  gimple_omp_atomic_store_set_val (as_a<gomp_atomic_store *> (store), loaded);
}

tree
load_and_store (gimple_stmt_iterator *at, bool *is_done, walk_stmt_info *info)
{
  *is_done = false;
  walk_stmt_info own = {};
  own.info = info->info;
  switch (gimple_code (gsi_stmt (*at)))
    {
    case GIMPLE_ASSIGN:
    case GIMPLE_CALL:
    case GIMPLE_COND:
    case GIMPLE_SWITCH:
    case GIMPLE_RETURN:
    case GIMPLE_ASM:
      if (walk_gimple_op (gsi_stmt (*at), find_shown, &own))
        take_apart (gsi_stmt (*at), at);
      break;
    case GIMPLE_OMP_ATOMIC_STORE:
      load_stored (gsi_stmt (*at), at, *static_cast<hash_set<tree> *> (info->info));
      break;
    default:
      break;
    }
  return NULL_TREE;
}

} // namespace

void
raceproof::show_simd_variables ()
{
  hash_set<tree> shown;
  walk_stmt_info info = {};
  info.info = &shown;
  gimple_seq body = gimple_body (current_function_decl);
  walk_gimple_seq_mod (&body, look_at, nullptr, &info);
  if (!shown.is_empty ())
    walk_gimple_seq_mod (&body, load_and_store, nullptr, &info);
  gimple_set_body (current_function_decl, body);
}

bool
raceproof::has_simd_loop ()
{
  return is_with_simd_loop;
}
