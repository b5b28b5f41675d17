// Marks the module as compiled with this plug-in: src/inside/writer/object_files.h. The plug-in sets the mark, not
// an option, so the mark is there only if the plug-in has done its work.
#include "llvm/IR/Module.h"
#include "pass.hh"

using namespace llvm;

PreservedAnalyses
raceproof::unit_pass::run (Module &module, ModuleAnalysisManager &)
{
  module.appendModuleInlineAsm (is_optimised ? ".set raceproof.unit, 2" : ".set raceproof.unit, 0");
  return PreservedAnalyses::all ();
}
