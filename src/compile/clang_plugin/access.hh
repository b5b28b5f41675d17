// Accesses as the passes see them.
#ifndef RP_COMPILE_CLANG_PLUGIN_ACCESS_HH
#define RP_COMPILE_CLANG_PLUGIN_ACCESS_HH

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PassManager.h"

namespace raceproof
{

// A load or store that is not atomic, of a size for which there is a hook, and that others may
// meet.
struct access
{
  llvm::Instruction *instruction;
  llvm::Value *address;
  uint64_t size;
  bool is_write;
};

// In the words of ThreadSanitizer's pass: of one thread alone is as good as plain.
bool is_atomic (const llvm::Instruction &instruction);

// Whether what comes before and what comes after may be ordered differently with another task's
// accesses; or what comes after may never come.
bool may_synchronise (const llvm::Instruction &instruction);

// A call needs some place where functions have them.
void set_place (llvm::IRBuilder<> &builder, const llvm::DebugLoc &place);

// An announced range, as the call has it: ROWS times BYTES, which begin STRIDE bytes apart.
struct extent
{
  llvm::Value *first, *bytes, *rows, *stride;
};

// The call for many accesses like LEADER, from its line.
void call_for_range (llvm::IRBuilder<> &builder, const access &leader, const extent &range);

// Whether it is such a call.
bool is_range_call (const llvm::Instruction &instruction);

// Announces what can be announced by a call for many, and takes it out of ACCESSES, which are in
// the order of the code, block by block.
void announce_ranges (llvm::Function &function, llvm::FunctionAnalysisManager &analyses,
                      llvm::SmallVectorImpl<access> &accesses);

// The same for what is announced behind loops.
void announce_walks (llvm::Function &function, llvm::FunctionAnalysisManager &analyses,
                     llvm::SmallVectorImpl<access> &accesses);

} // namespace raceproof

#endif
