// Gives lines to accesses that have lost theirs: the optimizer drops the line of an access that it moves, or makes out
// of several accesses. A report would then name the line of the instruction that happens to come before. Better guesses
// are
//
//   for a read:           the line that uses the value;
//   for a write:          the line that computed the value or the address;
//   if that is not known: the beginning of the source block to which debug information assigns the access.
#include "pass.hh"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace
{

constexpr size_t max_users = 16;

bool
has_line (const Instruction &instruction)
{
  const DebugLoc &place = instruction.getDebugLoc ();
  return place && place.getLine () != 0;
}

// Returns whether the line of OTHER can be used for INSTRUCTION: OTHER has a line, and both come from the same
// source function, inlined at the same call if they are inlined. If INSTRUCTION has no place at all, any line can
// be used.
bool
can_lend (const Instruction &other, const Instruction &instruction)
{
  const DILocation *place = instruction.getDebugLoc ().get (), *lent = other.getDebugLoc ().get ();
  return has_line (other)
         && (!place
             || (place->getInlinedAt () == lent->getInlinedAt ()
                 && place->getScope ()->getSubprogram () == lent->getScope ()->getSubprogram ()));
}

// Returns the place of the nearest instruction that uses the value of INSTRUCTION and has a line. The value may pass
// through instructions without one, such as phis and conversions. Looks at max_users instructions at most.
DebugLoc
place_of_user (Instruction &instruction)
{
  SmallVector<Instruction *, max_users> seen = { &instruction };
  SmallPtrSet<Instruction *, max_users> known = { &instruction };
  for (size_t i = 0; i < seen.size (); i++)
    for (User *user : seen[i]->users ())
      {
        auto *next = dyn_cast<Instruction> (user);
        if (!next || seen.size () == max_users || !known.insert (next).second)
          continue;
        if (can_lend (*next, instruction))
          return next->getDebugLoc ();
        seen.push_back (next);
      }
  return DebugLoc ();
}

DebugLoc
place_of_operand (Instruction &instruction)
{
  for (Value *operand : instruction.operands ())
    {
      auto *before = dyn_cast<Instruction> (operand);
      if (before && !isa<AllocaInst> (before) && can_lend (*before, instruction))
        return before->getDebugLoc ();
    }
  return DebugLoc ();
}

DebugLoc
place_of_block (Instruction &instruction)
{
  DILocation *place = instruction.getDebugLoc ().get ();
  auto *block = place ? dyn_cast<DILexicalBlock> (place->getScope ()) : nullptr;
  return block ? DebugLoc (DILocation::get (instruction.getContext (), block->getLine (),
                                            block->getColumn (), block, place->getInlinedAt ()))
               : DebugLoc ();
}

bool
find_place (Instruction &instruction)
{
  DebugLoc place
    = isa<LoadInst> (instruction) ? place_of_user (instruction) : place_of_operand (instruction);
  if (!place)
    place = place_of_block (instruction);
  if (!place)
    return false;
  instruction.setDebugLoc (place);
  return true;
}

} // namespace

PreservedAnalyses
raceproof::places_pass::run (Function &function, FunctionAnalysisManager &)
{
  bool has_changed = false;
  if (function.getSubprogram ())
    for (Instruction &instruction : instructions (function))
      if ((isa<LoadInst> (instruction) || isa<StoreInst> (instruction)) && !has_line (instruction))
        has_changed |= find_place (instruction);
  return has_changed ? PreservedAnalyses::none () : PreservedAnalyses::all ();
}
