// Marks simd loops that are not combined with another construct. clang's run-time library is not told about these.
#ifndef RP_COMPILE_CLANG_PLUGIN_SIMD_HH
#define RP_COMPILE_CLANG_PLUGIN_SIMD_HH

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"

namespace raceproof
{

// Marks the simd loops of FUNCTION. Returns whether there were any.
bool mark_simd_loops (llvm::Function &function, llvm::LoopInfo &loops, const llvm::DominatorTree &dominators);

} // namespace raceproof

#endif
