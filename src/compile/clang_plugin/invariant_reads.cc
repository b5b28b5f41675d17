// Moves reads in front of a worksharing loop if they read the same memory in every iteration of the loop: bounds,
// shared scalars, pointers to arrays [Raman, A.4: loop invariant check motion]. In the plain build the optimizer
// moves them. Here it does not, because each iteration begins with a call of the library (iterations.cc), and the
// optimizer does not know that this call writes only memory of the library.
//
// A thread then reads the memory in its own code, once, before its first iteration. Whatever is parallel to one of
// the iterations and writes the memory is parallel to that read, too. A read is moved only if
//
// - control passes it in every iteration, so that nothing is read that the program does not read;
// - nothing in the loop may write the memory. A call that synchronises may write it, so a loop that waits for the
//   value keeps its reads.
//
// A thread asks for its next iterations by a call (schedule(dynamic) and the like). This call writes only memory of
// the library, and the variables whose addresses it gets.
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/LoopIterator.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "pass.hh"

using namespace llvm;

namespace
{

// Reads of larger loops stay: each read is compared with each instruction of the loop.
constexpr size_t most_instructions = 2000;

// Whether the instruction calls the function that begins an iteration.
bool
is_mark (const Instruction &instruction)
{
  auto *call = dyn_cast<CallInst> (&instruction);
  const Function *callee = call ? call->getCalledFunction () : nullptr;
  return callee && callee->getName () == "rp_omp_iteration";
}

// Whether the instruction calls a function by which a thread asks for iterations.
bool
is_request (const Instruction &instruction)
{
  auto *call = dyn_cast<CallInst> (&instruction);
  const Function *callee = call ? call->getCalledFunction () : nullptr;
  return callee && callee->getName ().startswith ("__kmpc_dispatch_next_");
}

class invariant_reads
{
public:
  invariant_reads (Function &function, FunctionAnalysisManager &analyses)
      : loops (analyses.getResult<LoopAnalysis> (function)),
        dominators (analyses.getResult<DominatorTreeAnalysis> (function)),
        aliases (analyses.getResult<AAManager> (function))
  {
  }

  bool run ();

private:
  bool may_write (const Instruction &instruction, const MemoryLocation &memory);
  bool is_passed_always (const LoadInst &read, const Loop &loop);
  bool is_movable (const LoadInst &read, Loop &loop);
  bool move_reads (Loop &loop);

  LoopInfo &loops;
  DominatorTree &dominators;
  AAResults &aliases;
  SmallVector<Instruction *, 32> others; // what may write memory in the loop, except marks
};

// Stores in OTHERS the instructions of LOOP that may write memory, except marks. Returns false if LOOP is too
// large, or is no worksharing loop; OTHERS is not valid then.
bool
find_others (const Loop &loop, SmallVectorImpl<Instruction *> &others)
{
  bool is_shared = false;
  size_t count = 0;
  others.clear ();
  for (BasicBlock *block : loop.blocks ())
    for (Instruction &instruction : *block)
      {
        if (++count > most_instructions)
          return false;
        is_shared |= is_mark (instruction) || is_request (instruction);
        if (instruction.mayWriteToMemory () && !is_mark (instruction)
            && !isa<DbgInfoIntrinsic> (instruction))
          others.push_back (&instruction);
      }
  return is_shared;
}

bool
invariant_reads::may_write (const Instruction &instruction, const MemoryLocation &memory)
{
  if (!is_request (instruction))
    return isModSet (aliases.getModRefInfo (&instruction, memory));
  for (const Use &argument : cast<CallInst> (instruction).args ())
    if (argument->getType ()->isPointerTy ()
        && !aliases.isNoAlias (MemoryLocation::getBeforeOrAfter (argument), memory))
      return true;
  return false;
}

// Whether control passes READ in every iteration, the first one included.
bool
invariant_reads::is_passed_always (const LoadInst &read, const Loop &loop)
{
  SmallVector<BasicBlock *, 4> ends;
  loop.getExitingBlocks (ends);
  loop.getLoopLatches (ends);
  for (const BasicBlock *end : ends)
    if (!dominators.dominates (read.getParent (), end))
      return false;
  return true;
}

bool
invariant_reads::is_movable (const LoadInst &read, Loop &loop)
{
  if (!read.isSimple () || !is_passed_always (read, loop))
    return false;
  MemoryLocation memory = MemoryLocation::get (&read);
  for (const Instruction *other : others)
    if (may_write (*other, memory))
      return false;
  return true;
}

// Moves reads of LOOP in front of LOOP. Returns whether the code has changed. Visits blocks in the order of
// control: the address of a read may itself be the value of a read, which has to be moved first.
bool
invariant_reads::move_reads (Loop &loop)
{
  BasicBlock *before = loop.getLoopPreheader ();
  if (!before || !find_others (loop, others))
    return false;
  bool is_changed = false;
  LoopBlocksDFS order (&loop);
  order.perform (&loops);
  for (BasicBlock *block : make_range (order.beginRPO (), order.endRPO ()))
    for (Instruction &instruction : make_early_inc_range (*block))
      {
        auto *read = dyn_cast<LoadInst> (&instruction);
        if (!read || !is_movable (*read, loop)
            || !loop.makeLoopInvariant (read->getPointerOperand (), is_changed,
                                        before->getTerminator ()))
          continue;
        read->moveBefore (before->getTerminator ());
        is_changed = true;
      }
  return is_changed;
}

bool
invariant_reads::run ()
{
  bool is_changed = false;
  SmallVector<Loop *, 4> outer_first = loops.getLoopsInPreorder ();
  for (Loop *loop : llvm::reverse (outer_first))
    is_changed |= move_reads (*loop);
  return is_changed;
}

} // namespace

PreservedAnalyses
raceproof::invariant_reads_pass::run (Function &function, FunctionAnalysisManager &analyses)
{
  if (function.hasOptNone () || !function.hasFnAttribute (Attribute::SanitizeThread)
      || !invariant_reads (function, analyses).run ())
    return PreservedAnalyses::all ();
  PreservedAnalyses kept;
  kept.preserveSet<CFGAnalyses> ();
  return kept;
}
