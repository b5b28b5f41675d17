// Marks the module as compiled with this plug-in: src/hooks/units.h. By the plug-in, and not by an option, so that the
// mark is there only if the plug-in has done its work.
#include "llvm/IR/Module.h"
#include "pass.hh"

using namespace llvm;

PreservedAnalyses
raceproof::unit_pass::run (Module &module, ModuleAnalysisManager &)
{
  module.appendModuleInlineAsm (is_optimised ? ".set raceproof.unit, 2" : ".set raceproof.unit, 0");
  return PreservedAnalyses::all ();
}
