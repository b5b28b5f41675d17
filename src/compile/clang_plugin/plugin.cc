// The entry point that clang calls. It registers our passes before clang registers its own. ThreadSanitizer's pass is
// the first of clang's passes at the end of the optimizer, so ours run immediately before it. LoopSimplifyPass gives
// each loop a block before it and a block behind it; the calls that announce ranges are placed there.
//
// Two of clang's passes are left out, since accesses would lose their places. ArgumentPromotionPass moves the read of a
// variable into the callers of the function that reads it: the read gets the place of the call, for a task that of the
// directive. MergedLoadStoreMotionPass makes one store of two at the end of branches.
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Passes/PassPlugin.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "pass.hh"

using namespace llvm;

static bool
keeps_places (StringRef pass, Any)
{
  return !pass.endswith ("ArgumentPromotionPass") && !pass.endswith ("MergedLoadStoreMotionPass");
}

static void
register_passes (PassBuilder &builder)
{
  if (PassInstrumentationCallbacks *callbacks = builder.getPassInstrumentationCallbacks ())
    callbacks->registerShouldRunOptionalPassCallback (keeps_places);
  builder.registerPipelineStartEPCallback (
    [] (ModulePassManager &passes, auto) {
      passes.addPass (raceproof::iterations_pass ());
      passes.addPass (raceproof::statics_pass ());
      passes.addPass (createModuleToFunctionPassAdaptor (raceproof::flushes_pass ()));
      passes.addPass (createModuleToFunctionPassAdaptor (raceproof::program_reads_pass ()));
    });
  builder.registerPeepholeEPCallback (
    [] (FunctionPassManager &passes, auto) { passes.addPass (raceproof::chosen_reads_pass ()); });
  builder.registerOptimizerLastEPCallback ([] (ModulePassManager &passes, OptimizationLevel level) {
    passes.addPass (createModuleToFunctionPassAdaptor (raceproof::chosen_reads_pass ()));
    passes.addPass (createModuleToFunctionPassAdaptor (raceproof::places_pass ()));
    if (level != OptimizationLevel::O0)
      {
        passes.addPass (createModuleToFunctionPassAdaptor (raceproof::square_roots_pass ()));
        passes.addPass (createModuleToFunctionPassAdaptor (LoopSimplifyPass ()));
        passes.addPass (createModuleToFunctionPassAdaptor (raceproof::invariant_reads_pass ()));
      }
    passes.addPass (createModuleToFunctionPassAdaptor (raceproof::accesses_pass ()));
    passes.addPass (raceproof::unit_pass (level != OptimizationLevel::O0));
  });
}

extern "C" PassPluginLibraryInfo LLVM_ATTRIBUTE_WEAK
llvmGetPassPluginInfo ()
{
  return { LLVM_PLUGIN_API_VERSION, "raceproof", "1", register_passes };
}
