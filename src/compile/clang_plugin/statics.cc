// Keeps variables with internal linkage in memory. If a single function accesses such a variable, clang makes it a
// local variable; if the variable is only written, clang drops it. A race on a temporary variable for which `private`
// was forgotten would then be gone.
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"
#include "pass.hh"

using namespace llvm;

namespace
{

// Returns whether some instruction writes to ADDRESS or to an address inside its object, or stores ADDRESS or
// passes it to a call, so that other code may write there.
bool
is_written (const Value &address)
{
  for (const Use &use : address.uses ())
    {
      const User *user = use.getUser ();
      if (isa<StoreInst> (user) || isa<AtomicRMWInst> (user) || isa<AtomicCmpXchgInst> (user) || isa<CallBase> (user))
        return true;
      bool goes_on = isa<GEPOperator> (user) || isa<BitCastOperator> (user) || isa<AddrSpaceCastOperator> (user);
      if (goes_on && is_written (*user))
        return true;
    }
  return false;
}

bool
may_be_lost (const GlobalVariable &variable)
{
  return variable.hasLocalLinkage () && !variable.isConstant () && !variable.isThreadLocal ()
         && !variable.hasSection () && is_written (variable);
}

} // namespace

PreservedAnalyses
raceproof::statics_pass::run (Module &module, ModuleAnalysisManager &)
{
  SmallVector<GlobalValue *, 16> kept;
  for (GlobalVariable &variable : module.globals ())
    if (may_be_lost (variable))
      kept.push_back (&variable);
  if (kept.empty ())
    return PreservedAnalyses::all ();
  appendToCompilerUsed (module, kept);
  return PreservedAnalyses::none ();
}
