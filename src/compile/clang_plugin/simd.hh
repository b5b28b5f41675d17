// Marks simd loops for the library. For a simd construct that is not combined with another one, clang makes no call of
// its run-time library.
#ifndef RP_COMPILE_CLANG_PLUGIN_SIMD_HH
#define RP_COMPILE_CLANG_PLUGIN_SIMD_HH

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"

namespace raceproof
{

// Adds the calls that mark the simd loops of FUNCTION. Returns whether there are such loops.
bool mark_simd_loops (llvm::Function &function, llvm::LoopInfo &loops, const llvm::DominatorTree &dominators);

} // namespace raceproof

#endif
