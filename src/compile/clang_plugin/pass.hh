// The passes of the plug-in for clang. They are in C++, since LLVM's interface for passes exists in no other language.
#ifndef RP_COMPILE_CLANG_PLUGIN_PASS_HH
#define RP_COMPILE_CLANG_PLUGIN_PASS_HH

#include "llvm/IR/PassManager.h"

namespace raceproof
{

// Marks the iterations of OpenMP's static loops. Must run before all passes of clang.
struct iterations_pass : llvm::PassInfoMixin<iterations_pass>
{
  llvm::PreservedAnalyses run (llvm::Module &module, llvm::ModuleAnalysisManager &);

  // LLVM runs the pass even without optimisation
  static bool
  isRequired ()
  {
    return true;
  }
};

// Replaces flushes by the fences that their directives ask for. Must run before all passes of clang.
struct flushes_pass : llvm::PassInfoMixin<flushes_pass>
{
  llvm::PreservedAnalyses run (llvm::Function &function, llvm::FunctionAnalysisManager &);

  static bool
  isRequired ()
  {
    return true;
  }
};

// Keeps static variables that the optimizer would turn into local variables, or remove. Must run before all passes of
// clang.
struct statics_pass : llvm::PassInfoMixin<statics_pass>
{
  llvm::PreservedAnalyses run (llvm::Module &module, llvm::ModuleAnalysisManager &);
};

// Marks the reads that the program makes (chosen_reads.cc). Must run before all passes of clang.
struct program_reads_pass : llvm::PassInfoMixin<program_reads_pass>
{
  llvm::PreservedAnalyses run (llvm::Function &function, llvm::FunctionAnalysisManager &);
};

// Removes reads that the optimizer added (chosen_reads.cc). Must run after each of clang's passes "instcombine".
struct chosen_reads_pass : llvm::PassInfoMixin<chosen_reads_pass>
{
  llvm::PreservedAnalyses run (llvm::Function &function, llvm::FunctionAnalysisManager &);
};

// Finds lines for accesses that have lost theirs. Must run after all optimisation.
struct places_pass : llvm::PassInfoMixin<places_pass>
{
  llvm::PreservedAnalyses run (llvm::Function &function, llvm::FunctionAnalysisManager &);
};

// Replaces each call of sqrt by an instruction, and calls sqrt only if the result is not a number (math_calls.cc).
struct square_roots_pass : llvm::PassInfoMixin<square_roots_pass>
{
  llvm::PreservedAnalyses run (llvm::Function &function, llvm::FunctionAnalysisManager &);
};

// Moves reads in front of worksharing loops (invariant_reads.cc). Must run after all optimisation, before accesses_pass.
struct invariant_reads_pass : llvm::PassInfoMixin<invariant_reads_pass>
{
  llvm::PreservedAnalyses run (llvm::Function &function, llvm::FunctionAnalysisManager &);
};

// Announces accesses, also those that ThreadSanitizer's pass would leave out. Must run immediately before that pass.
struct accesses_pass : llvm::PassInfoMixin<accesses_pass>
{
  llvm::PreservedAnalyses run (llvm::Function &function, llvm::FunctionAnalysisManager &);

  static bool
  isRequired ()
  {
    return true;
  }
};

// Marks the module as compiled with all these passes. Must run as the last of them.
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
