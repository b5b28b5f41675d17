// Marks simd loops that no other construct is combined with: clang's run-time library does not know of them.
#ifndef RP_COMPILE_CLANG_PLUGIN_SIMD_HH
#define RP_COMPILE_CLANG_PLUGIN_SIMD_HH

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"

namespace raceproof
{

// Returns whether there were some.
bool mark_simd_loops (llvm::Function &function, llvm::LoopInfo &loops, const llvm::DominatorTree &dominators);

} // namespace raceproof

#endif
