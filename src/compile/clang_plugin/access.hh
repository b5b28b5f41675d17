// Accesses, as the passes of the plug-in handle them.
#ifndef RP_COMPILE_CLANG_PLUGIN_ACCESS_HH
#define RP_COMPILE_CLANG_PLUGIN_ACCESS_HH

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PassManager.h"

namespace raceproof
{

// A load or store that is not atomic. There is a hook for its size, and other code may access its memory.
struct access
{
  llvm::Instruction *instruction;
  llvm::Value *address;
  uint64_t size;
  bool is_write;
};

// Returns whether the instruction is an atomic operation. As in ThreadSanitizer's pass, an atomic operation that
// only signal handlers of its own thread can see counts as a plain access.
bool is_atomic (const llvm::Instruction &instruction);

// Returns whether the instruction may synchronise with another task, may throw, or may never return. If it can do
// none of these, the accesses before it and behind it belong to the same step.
bool may_synchronise (const llvm::Instruction &instruction);

// Returns whether CALL is a call of a mathematical function of the C library that accesses no memory of the
// program, does not synchronise, and always returns (math_calls.cc).
bool is_math_call (const llvm::CallBase &call);

// Replaces small copies of memory, and small blocks that are set, by loads and stores (copies.cc).
void expand_copies (llvm::Function &function);

// Tells the library which atomic updates have a value that the program ignores (updates.cc).
void mark_ignored_updates (llvm::Function &function);

// Sets the debug location of a new call. In a function with debug information, every call needs one.
void set_place (llvm::IRBuilder<> &builder, const llvm::DebugLoc &place);

// The arguments of a call that announces a range: ROWS rows of BYTES bytes each. Row i begins at FIRST + i * STRIDE.
struct extent
{
  llvm::Value *first, *bytes, *rows, *stride;
};

// Adds the call that announces RANGE. LEADER is one of the accesses in the range; the call gets LEADER's kind (read or
// write), element size and line.
void call_for_range (llvm::IRBuilder<> &builder, const access &leader, const extent &range);

// Returns whether the instruction is a call that announces a range.
bool is_range_call (const llvm::Instruction &instruction);

// Announces accesses by ranges where that is possible (announced_ranges.cc), and removes these accesses from ACCESSES.
// ACCESSES must be in the order of the code, block by block.
void announce_ranges (llvm::Function &function, llvm::FunctionAnalysisManager &analyses,
                      llvm::SmallVectorImpl<access> &accesses);

// Announces accesses of loops by one call behind the loop where that is possible (walks.cc), and removes these accesses
// from ACCESSES. ACCESSES must be in the order of the code, block by block.
void announce_walks (llvm::Function &function, llvm::FunctionAnalysisManager &analyses,
                     llvm::SmallVectorImpl<access> &accesses);

} // namespace raceproof

#endif
