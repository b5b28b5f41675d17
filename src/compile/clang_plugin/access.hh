// Accesses, as the passes of the plug-in handle them.
#ifndef RP_COMPILE_CLANG_PLUGIN_ACCESS_HH
#define RP_COMPILE_CLANG_PLUGIN_ACCESS_HH

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PassManager.h"

namespace raceproof
{

// A load or store that is not atomic, whose size has a hook, and whose memory other code may access.
struct access
{
  llvm::Instruction *instruction;
  llvm::Value *address;
  uint64_t size;
  bool is_write;
};

// Whether the instruction is an atomic operation. As in ThreadSanitizer's pass, an atomic operation that only signal
// handlers of its own thread can see counts as a plain access.
bool is_atomic (const llvm::Instruction &instruction);

// Whether the instruction may order an access before it and one behind it differently with an access of another task,
// or may never be left.
bool may_synchronise (const llvm::Instruction &instruction);

// Sets the debug location of a new call. In a function with debug information, every call needs one.
void set_place (llvm::IRBuilder<> &builder, const llvm::DebugLoc &place);

// An announced range, as in the call: ROWS rows of BYTES bytes, whose beginnings are STRIDE bytes apart.
struct extent
{
  llvm::Value *first, *bytes, *rows, *stride;
};

// Adds the call that announces a range of accesses like LEADER, with the line of LEADER.
void call_for_range (llvm::IRBuilder<> &builder, const access &leader, const extent &range);

// Whether the instruction is a call that announces a range.
bool is_range_call (const llvm::Instruction &instruction);

// Announces accesses by ranges where that is possible, and removes them from ACCESSES, which are in the order of the
// code, block by block.
void announce_ranges (llvm::Function &function, llvm::FunctionAnalysisManager &analyses,
                      llvm::SmallVectorImpl<access> &accesses);

// Announces accesses of loops by one call behind the loop where that is possible (walks.cc), and removes them from
// ACCESSES, which are in the order of the code, block by block.
void announce_walks (llvm::Function &function, llvm::FunctionAnalysisManager &analyses,
                     llvm::SmallVectorImpl<access> &accesses);

} // namespace raceproof

#endif
