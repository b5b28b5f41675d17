// What clang loads. Its callbacks come before those of clang itself, so that the accesses are
// looked at right before ThreadSanitizer's pass, which is the first of clang's own at the end of
// the optimizer.
#include "pass.hh"

#include "llvm/Passes/PassBuilder.h"
#include "llvm/Passes/PassPlugin.h"

using namespace llvm;

static void
register_passes (PassBuilder &builder)
{
  builder.registerPipelineStartEPCallback (
    [] (ModulePassManager &passes, auto) { passes.addPass (raceproof::iterations_pass ()); });
  builder.registerOptimizerLastEPCallback ([] (ModulePassManager &passes, auto) {
    passes.addPass (createModuleToFunctionPassAdaptor (raceproof::places_pass ()));
    passes.addPass (createModuleToFunctionPassAdaptor (raceproof::accesses_pass ()));
  });
}

extern "C" PassPluginLibraryInfo LLVM_ATTRIBUTE_WEAK
llvmGetPassPluginInfo ()
{
  return { LLVM_PLUGIN_API_VERSION, "raceproof", "1", register_passes };
}
