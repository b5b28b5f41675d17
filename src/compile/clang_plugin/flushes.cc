// clang makes the same call for every flush: for `flush`, which acquires and releases; for `flush acquire` and `flush
// release`; and behind each atomic construct that has a clause acquire, release or the like. Often that is more order
// than the specification gives [OpenMP 5.2, 15.8.4, 15.8.5]. The operation of an atomic construct has the order itself
// and needs no flush beside it, so the call behind it is removed. The calls for `flush acquire` and `flush release`
// become fences of that kind. The call for a plain `flush` stays.
#include "clause.hh"
#include "llvm/IR/IRBuilder.h"
#include "pass.hh"

using namespace llvm;

namespace
{

CallInst *
flush_in (Instruction &instruction)
{
  auto *call = dyn_cast<CallInst> (&instruction);
  const Function *function = call ? call->getCalledFunction () : nullptr;
  return function && function->getName () == "__kmpc_flush" && call->arg_size () == 1 ? call : nullptr;
}

std::string
directive_of (const CallInst &flush)
{
  auto *place = dyn_cast<GlobalVariable> (flush.getArgOperand (0)->stripPointerCasts ());
  return place ? raceproof::directive_at_place (*place) : "";
}

// Returns whether the directive has the clause NAME. A variable of that name in a flush's list does not count.
bool
has_clause (StringRef directive, StringRef name)
{
  return raceproof::has_word (directive.split ('(').first, name);
}

// Removes the call, or replaces it by a weaker fence. Returns false if the call stays: for a plain `flush`, or if the
// directive is not found in the source.
bool
weaken (CallInst &flush)
{
  std::string directive = directive_of (flush);
  bool is_atomic = StringRef (directive).ltrim ().startswith ("atomic");
  bool acquires = has_clause (directive, "acquire"), releases = has_clause (directive, "release");
  if (!is_atomic && !acquires && !releases)
    return false;
  if (!is_atomic)
    IRBuilder<> (&flush).CreateFence (acquires ? AtomicOrdering::Acquire : AtomicOrdering::Release);
  flush.eraseFromParent ();
  return true;
}

} // namespace

PreservedAnalyses
raceproof::flushes_pass::run (Function &function, FunctionAnalysisManager &)
{
  SmallVector<CallInst *, 4> flushes;
  for (BasicBlock &block : function)
    for (Instruction &instruction : block)
      if (CallInst *flush = flush_in (instruction))
        flushes.push_back (flush);
  bool has_changed = false;
  for (CallInst *flush : flushes)
    has_changed |= weaken (*flush);
  return has_changed ? PreservedAnalyses::none () : PreservedAnalyses::all ();
}
