// Marks the module as compiled with this plug-in: src/inside/writer/object_files.h. The plug-in sets the mark, and not
// an option of the command line, so that the mark exists only if the plug-in really ran.
#include "llvm/IR/Module.h"
#include "pass.hh"

using namespace llvm;

PreservedAnalyses
raceproof::unit_pass::run (Module &module, ModuleAnalysisManager &)
{
  module.appendModuleInlineAsm (is_optimised ? ".set raceproof.unit, 2" : ".set raceproof.unit, 0");
  return PreservedAnalyses::all ();
}
