// The pass runs right before gcc's pass "tsan", and before "tsan0", which gcc has without optimisation.
//
// An access is left out for the same reasons as in gcc's own pass "tsan": no other task can access a local variable
// whose address does not escape, and nothing writes a constant.
#include "call_accesses.hh"

#include <gcc-plugin.h>

#include <tree.h>
#include <stringpool.h>
#include <attribs.h>
#include <function.h>
#include <basic-block.h>
#include <tree-ssa-alias.h>
#include <gimple-expr.h>
#include <gimple.h>
#include <gimple-iterator.h>
#include <gimple-ssa.h>
#include <gimplify.h>
#include <gimplify-me.h>
#include <fold-const.h>
#include <tree-cfg.h>
#include <asan.h>
#include <context.h>
#include <tree-pass.h>

namespace
{

// Whether another task may access BASE, or a part of it, where it is written. BASE: as get_base_address returns it.
bool
may_be_shared (tree base)
{
  if (!base || TREE_CODE (base) == SSA_NAME || TREE_CODE (base) == STRING_CST)
    return false;
  if (!DECL_P (base))
    return true;
  if (TREE_READONLY (base) || (VAR_P (base) && DECL_HARD_REGISTER (base)))
    return false;
  return is_global_var (base) || may_be_aliased (base);
}

// Whether EXPRESSION, an argument or the result of a call, is memory that must be announced. Classes with
// constructors are left out: the function that is called accesses the memory itself, by a pointer, and may hand it
// to other tasks before it returns.
bool
is_unannounced (tree expression)
{
  return expression && AGGREGATE_TYPE_P (TREE_TYPE (expression))
         && !TREE_ADDRESSABLE (TREE_TYPE (expression))
         && int_size_in_bytes (TREE_TYPE (expression)) > 0
         && may_be_shared (get_base_address (expression));
}

// Returns the statements that announce an access of CALL to MEMORY.
gimple_seq
announcement_of (gimple *call, tree memory, bool is_write)
{
  gimple_seq code = nullptr;
  tree address
    = force_gimple_operand (build_fold_addr_expr (unshare_expr (memory)), &code, true, NULL_TREE);
  tree hook
    = builtin_decl_implicit (is_write ? BUILT_IN_TSAN_WRITE_RANGE : BUILT_IN_TSAN_READ_RANGE);
  gcall *announcement
    = gimple_build_call (hook, 2, address, size_int (int_size_in_bytes (TREE_TYPE (memory))));
  gimple_seq_add_stmt (&code, announcement);
  for (gimple_stmt_iterator at = gsi_start (code); !gsi_end_p (at); gsi_next (&at))
    gimple_set_location (gsi_stmt (at), gimple_location (call));
  return code;
}

// Puts CODE behind the call at AT: on the edge by which control leaves the block, if the call may throw or jump. Sets
// HAS_EDGES then.
void
put_behind (gimple_stmt_iterator *at, gimple_seq code, bool *has_edges)
{
  gimple *call = gsi_stmt (*at);
  if (!stmt_ends_bb_p (call))
    gsi_insert_seq_after (at, code, GSI_CONTINUE_LINKING);
  else if (edge onward = find_fallthru_edge (gimple_bb (call)->succs))
    {
      gsi_insert_seq_on_edge (onward, code);
      *has_edges = true;
    }
}

void
announce_call (gimple_stmt_iterator *at, bool *has_edges)
{
  gimple *call = gsi_stmt (*at);
  for (unsigned i = 0; i < gimple_call_num_args (call); i++)
    if (is_unannounced (gimple_call_arg (call, i)))
      gsi_insert_seq_before (at, announcement_of (call, gimple_call_arg (call, i), false),
                             GSI_SAME_STMT);
  if (is_unannounced (gimple_call_lhs (call)))
    put_behind (at, announcement_of (call, gimple_call_lhs (call), true), has_edges);
}

const pass_data calls_data = { GIMPLE_PASS,
                               "rpcalls",
                               OPTGROUP_NONE,
                               TV_NONE,
                               PROP_ssa | PROP_cfg,
                               0,
                               0,
                               0,
                               TODO_update_ssa_only_virtuals };

class calls_pass : public gimple_opt_pass
{
public:
  calls_pass () : gimple_opt_pass (calls_data, g)
  {
  }

  opt_pass *
  clone () final override
  {
    return new calls_pass ();
  }

  bool
  gate (function *of) final override
  {
    return sanitize_flags_p (SANITIZE_THREAD, of->decl);
  }

  unsigned execute (function *of) final override;
};

unsigned
calls_pass::execute (function *of)
{
  initialize_sanitizer_builtins ();
  bool has_edges = false;
  basic_block block;
  FOR_EACH_BB_FN (block, of)
  for (gimple_stmt_iterator at = gsi_start_bb (block); !gsi_end_p (at); gsi_next (&at))
    if (is_gimple_call (gsi_stmt (at)) && !gimple_call_internal_p (gsi_stmt (at)))
      announce_call (&at, &has_edges);
  if (has_edges)
    gsi_commit_edge_inserts ();
  return 0;
}

} // namespace

void
raceproof::add_calls_pass (const char *plugin)
{
  for (const char *tsan : { "tsan", "tsan0" })
    {
      register_pass_info info = { new calls_pass, tsan, 0, PASS_POS_INSERT_BEFORE };
      register_callback (plugin, PLUGIN_PASS_MANAGER_SETUP, nullptr, &info);
    }
}
