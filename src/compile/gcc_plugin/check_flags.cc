// The pass runs right behind gcc's pass "tsan", and behind "tsan0", which gcc has without optimisation.
#include "check_flags.hh"

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
#include <asan.h>
#include <context.h>
#include <tree-pass.h>
#include <ssa.h>
#include <tree-ssanames.h>

namespace
{

// Whether ADDRESS is that of a flag for a check. Variables of the program that gfortran hides are no logical variables:
// storage that EQUIVALENCE shares is a union, the length of a string an integer.
bool
is_flag (tree address)
{
  tree variable = TREE_CODE (address) == ADDR_EXPR ? TREE_OPERAND (address, 0) : NULL_TREE;
  return variable && VAR_P (variable) && TREE_STATIC (variable) && DECL_ARTIFICIAL (variable)
         && DECL_IGNORED_P (variable) && TREE_CODE (TREE_TYPE (variable)) == BOOLEAN_TYPE;
}

// Whether STATEMENT is a call by which the pass "tsan" announces an access to a flag.
bool
is_announcement (gimple *statement)
{
  if (!gimple_call_builtin_p (statement, BUILT_IN_NORMAL))
    return false;
  switch (DECL_FUNCTION_CODE (gimple_call_fndecl (statement)))
    {
    case BUILT_IN_TSAN_READ1:
    case BUILT_IN_TSAN_READ2:
    case BUILT_IN_TSAN_READ4:
    case BUILT_IN_TSAN_READ8:
    case BUILT_IN_TSAN_WRITE1:
    case BUILT_IN_TSAN_WRITE2:
    case BUILT_IN_TSAN_WRITE4:
    case BUILT_IN_TSAN_WRITE8:
      return is_flag (gimple_call_arg (statement, 0));
    default:
      return false;
    }
}

const pass_data flags_data = { GIMPLE_PASS, "rpflags", OPTGROUP_NONE, TV_NONE, PROP_ssa | PROP_cfg, 0, 0, 0, 0 };

class flags_pass : public gimple_opt_pass
{
public:
  flags_pass () : gimple_opt_pass (flags_data, g)
  {
  }

  opt_pass *
  clone () final override
  {
    return new flags_pass ();
  }

  bool
  gate (function *of) final override
  {
    return sanitize_flags_p (SANITIZE_THREAD, of->decl);
  }

  unsigned execute (function *of) final override;
};

unsigned
flags_pass::execute (function *of)
{
  basic_block block;
  FOR_EACH_BB_FN (block, of)
    for (gimple_stmt_iterator at = gsi_start_bb (block); !gsi_end_p (at);)
      if (is_announcement (gsi_stmt (at)))
        {
          unlink_stmt_vdef (gsi_stmt (at));
          gsi_remove (&at, true);
        }
      else
        gsi_next (&at);
  return 0;
}

} // namespace

void
raceproof::add_check_flags_pass (const char *plugin)
{
  for (const char *tsan : { "tsan", "tsan0" })
    {
      register_pass_info info = { new flags_pass, tsan, 0, PASS_POS_INSERT_AFTER };
      register_callback (plugin, PLUGIN_PASS_MANAGER_SETUP, nullptr, &info);
    }
}
