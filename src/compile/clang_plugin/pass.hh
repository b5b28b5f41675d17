// The passes of the plug-in for clang. In C++, since LLVM's interface for passes exists in no other
// language.
#ifndef RP_COMPILE_CLANG_PLUGIN_PASS_HH
#define RP_COMPILE_CLANG_PLUGIN_PASS_HH

#include "llvm/IR/PassManager.h"

namespace raceproof
{

// Marks the iterations of OpenMP's static loops. To run before all other passes.
struct iterations_pass : llvm::PassInfoMixin<iterations_pass>
{
  llvm::PreservedAnalyses run (llvm::Module &module, llvm::ModuleAnalysisManager &);

  // Also without optimization.
  static bool
  isRequired ()
  {
    return true;
  }
};

// Makes of flushes the fences that their directives ask for. To run before all other passes.
struct flushes_pass : llvm::PassInfoMixin<flushes_pass>
{
  llvm::PreservedAnalyses run (llvm::Function &function, llvm::FunctionAnalysisManager &);

  static bool
  isRequired ()
  {
    return true;
  }
};

// Keeps variables that the optimizer would make local ones, or drop. To run before all other passes.
struct statics_pass : llvm::PassInfoMixin<statics_pass>
{
  llvm::PreservedAnalyses run (llvm::Module &module, llvm::ModuleAnalysisManager &);
};

// Finds lines for accesses that have lost theirs. To run after all optimization.
struct places_pass : llvm::PassInfoMixin<places_pass>
{
  llvm::PreservedAnalyses run (llvm::Function &function, llvm::FunctionAnalysisManager &);
};

// Lets be seen what ThreadSanitizer's pass would leave out. To run right before that.
struct accesses_pass : llvm::PassInfoMixin<accesses_pass>
{
  llvm::PreservedAnalyses run (llvm::Function &function, llvm::FunctionAnalysisManager &);

  static bool
  isRequired ()
  {
    return true;
  }
};

// Says that the others have run. To run last.
struct unit_pass : llvm::PassInfoMixin<unit_pass>
{
  explicit unit_pass (bool is_optimised) : is_optimised (is_optimised) {}

  llvm::PreservedAnalyses run (llvm::Module &module, llvm::ModuleAnalysisManager &);

  static bool
  isRequired ()
  {
    return true;
  }

  bool is_optimised;
};

} // namespace raceproof

#endif
