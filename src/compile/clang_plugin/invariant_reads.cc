// Moves reads in front of a worksharing loop if they read the same memory in every iteration of the loop: bounds,
// shared scalars, pointers to arrays [Raman, A.4: loop invariant check motion]. In the plain build the optimizer
// moves them. Here it does not, because each iteration begins with a call of the library (iterations.cc), and the
// optimizer does not know that this call writes only memory of the library.
//
// A thread then reads the memory once, in its first iteration. Nothing in the loop writes the memory, so whatever is
// parallel to one of the thread's iterations and writes the memory is parallel to the first one, too. To make the read a
// part of that iteration, and not of the thread's own code, the pass adds a call before the read:
//
//   void rp_omp_iteration_early (const void *upper);
//
// It begins the iteration, and the mark in the loop then does not begin it again. A read is moved only if
//
// - control passes it in every iteration, so that nothing is read that the program does not read;
// - nothing in the loop may write the memory. A call that synchronises may write it, so a loop that waits for the
//   value keeps its reads;
// - no worksharing loop begins inside of the loop.
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

constexpr const char *early_mark = "rp_omp_iteration_early";

// Returns the name of the function that the instruction calls. The name is empty if the instruction is no call, or if
// the function is not known.
StringRef
called_name (const Instruction &instruction)
{
  auto *call = dyn_cast<CallInst> (&instruction);
  const Function *callee = call ? call->getCalledFunction () : nullptr;
  return callee ? callee->getName () : StringRef ();
}

// Whether the instruction calls a function that begins an iteration.
bool
is_mark (const Instruction &instruction)
{
  StringRef name = called_name (instruction);
  return name == "rp_omp_iteration" || name == early_mark;
}

// Whether the instruction calls a function by which a thread asks for iterations.
bool
is_request (const Instruction &instruction)
{
  return called_name (instruction).startswith ("__kmpc_dispatch_next_");
}

// Whether the instruction calls a function with which a worksharing loop begins.
bool
is_loop_begin (const Instruction &instruction)
{
  StringRef name = called_name (instruction);
  return name.startswith ("__kmpc_for_static_init_") || name.startswith ("__kmpc_dispatch_init_");
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
  bool look_at (const Loop &loop);
  bool may_write (const Instruction &instruction, const MemoryLocation &memory);
  bool is_passed_always (const LoadInst &read, const Loop &loop);
  bool is_movable (const LoadInst &read, Loop &loop);
  const CallInst *mark_before (const LoadInst &read);
  bool begin_early (const LoadInst &read, Loop &loop);
  bool move_reads (Loop &loop);

  LoopInfo &loops;
  DominatorTree &dominators;
  AAResults &aliases;
  // about the loop that is looked at
  SmallVector<const CallInst *, 4> marks;
  SmallVector<Instruction *, 32> others; // what may write memory, except marks
  bool has_begun;                        // a call before the loop begins the first iteration
};

// Finds the marks of LOOP and its other instructions that may write memory. Returns false if the reads of LOOP have to
// stay: it is too large, or is no worksharing loop, or one begins in it.
bool
invariant_reads::look_at (const Loop &loop)
{
  bool is_shared = false;
  size_t count = 0;
  marks.clear ();
  others.clear ();
  has_begun = false;
  for (BasicBlock *block : loop.blocks ())
    for (Instruction &instruction : *block)
      {
        if (++count > most_instructions || is_loop_begin (instruction))
          return false;
        is_shared |= is_mark (instruction) || is_request (instruction);
        if (is_mark (instruction))
          marks.push_back (cast<CallInst> (&instruction));
        else if (instruction.mayWriteToMemory () && !isa<DbgInfoIntrinsic> (instruction))
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

// Returns a mark that control passes before READ in the same iteration. Returns NULL if there is none: READ then belongs
// to no marked iteration, but for example to the condition of the loop.
const CallInst *
invariant_reads::mark_before (const LoadInst &read)
{
  for (const CallInst *mark : marks)
    if (dominators.dominates (mark, &read))
      return mark;
  return nullptr;
}

// Makes sure that READ is a part of the first iteration when it is moved in front of LOOP. Returns false if that is not
// possible.
bool
invariant_reads::begin_early (const LoadInst &read, Loop &loop)
{
  const CallInst *mark = mark_before (read);
  if (!mark || has_begun)
    return true;
  Instruction *place = loop.getLoopPreheader ()->getTerminator ();
  bool is_changed = false;
  if (!loop.makeLoopInvariant (mark->getArgOperand (0), is_changed, place))
    return false;
  FunctionCallee function
    = place->getModule ()->getOrInsertFunction (early_mark, mark->getFunctionType ());
  CallInst::Create (function, { mark->getArgOperand (0) }, "", place)
    ->setDebugLoc (mark->getDebugLoc ());
  has_begun = true;
  return true;
}

// Moves reads of LOOP in front of LOOP. Returns whether the code has changed. Visits blocks in the order of
// control: the address of a read may itself be the value of a read, which has to be moved first.
bool
invariant_reads::move_reads (Loop &loop)
{
  BasicBlock *before = loop.getLoopPreheader ();
  if (!before || !look_at (loop))
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
                                        before->getTerminator ())
            || !begin_early (*read, loop))
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
