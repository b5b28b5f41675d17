// Undoes a transformation of the optimizer that reads more than the program does. If the program reads one of two
// variables, as in `*(c ? &a : &b)`, or as in `if (c) x = a; else x = b;`, the optimizer may read both variables, and then
// choose a value:
//
//   first = load a; second = load b; select c, first, second
//
// This is right for a single thread. But another task may write the variable that the program does not read, and that
// would be reported as a race. No option turns this transformation off. It belongs to LLVM's pass "instcombine", so
// after each run of that pass the two reads become one again:
//
//   load (select c, &a, &b)
//
// If the value of one variable is known, only one read was added. A branch then leads past this read.
//
// The reads that the program itself makes stay as they are, also where it reads both variables and then chooses. To
// know them, the first of our passes marks all reads of the program. A pass that merges two reads may lose the mark, but
// the two rarely have the line and column of the choice, as the reads that "instcombine" adds have.
#include "access.hh"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "pass.hh"

using namespace llvm;

namespace
{

constexpr const char *program_mark = "raceproof.program";

// Returns whether some instruction from FIRST up to END, both in one block, may write memory or synchronise.
bool
has_write_between (const Instruction &first, const Instruction &end)
{
  for (const Instruction *one = &first; one != &end; one = one->getNextNode ())
    if (one->mayWriteToMemory () || raceproof::may_synchronise (*one))
      return true;
  return false;
}

// If VALUE, one of the two values that CHOICE chooses from, is a read that the optimizer added for CHOICE, returns that
// read. Otherwise returns null.
LoadInst *
added_read (Value *value, const SelectInst &choice)
{
  auto *read = dyn_cast<LoadInst> (value);
  bool is_added
    = read && read->isSimple () && read->hasOneUse () && !read->getMetadata (program_mark)
      && read->getDebugLoc () == choice.getDebugLoc () && read->getParent () == choice.getParent ();
  return is_added && !has_write_between (*read, choice) ? read : nullptr;
}

// Makes one read of the two reads that CHOICE chooses from, if the optimizer added both. Returns whether it did.
bool
join_reads (SelectInst &choice)
{
  LoadInst *first = added_read (choice.getTrueValue (), choice),
           *second = added_read (choice.getFalseValue (), choice);
  if (!first || !second || first->getPointerOperandType () != second->getPointerOperandType ())
    return false;
  IRBuilder<> builder (&choice);
  Value *address = builder.CreateSelect (choice.getCondition (), first->getPointerOperand (),
                                         second->getPointerOperand ());
  LoadInst *read = builder.CreateAlignedLoad (choice.getType (), address,
                                              std::min (first->getAlign (), second->getAlign ()));
  read->setDebugLoc (choice.getDebugLoc ());
  choice.replaceAllUsesWith (read);
  choice.eraseFromParent ();
  first->eraseFromParent ();
  second->eraseFromParent ();
  return true;
}

// If the optimizer added one of the two reads that CHOICE chooses from, lets control pass it only if its value is
// chosen. That is so if the value of the other read is known, for instance because no code writes the other variable.
bool
make_conditional (SelectInst &choice)
{
  bool has_changed = false;
  for (Value *value : { choice.getTrueValue (), choice.getFalseValue () })
    if (LoadInst *read = added_read (value, choice))
      {
        bool is_if_true = value == choice.getTrueValue ();
        Value *condition = choice.getCondition ();
        if (!is_if_true)
          condition = IRBuilder<> (&choice).CreateNot (condition);
        BasicBlock *before = choice.getParent ();
        Instruction *end = SplitBlockAndInsertIfThen (condition, &choice, false);
        read->moveBefore (end);
        PHINode *result = PHINode::Create (read->getType (), 2, "", &choice.getParent ()->front ());
        result->addIncoming (UndefValue::get (read->getType ()), before);
        result->addIncoming (read, end->getParent ());
        choice.setOperand (is_if_true ? 1 : 2, result);
        has_changed = true;
      }
  return has_changed;
}

} // namespace

PreservedAnalyses
raceproof::program_reads_pass::run (Function &function, FunctionAnalysisManager &)
{
  MDNode *mark = MDNode::get (function.getContext (), {});
  for (BasicBlock &block : function)
    for (Instruction &instruction : block)
      if (isa<LoadInst> (instruction))
        instruction.setMetadata (program_mark, mark);
  return PreservedAnalyses::all ();
}

// Goes forwards: the result of one choice may be a value of the next one.
PreservedAnalyses
raceproof::chosen_reads_pass::run (Function &function, FunctionAnalysisManager &)
{
  if (!function.hasFnAttribute (Attribute::SanitizeThread))
    return PreservedAnalyses::all ();
  SmallVector<SelectInst *, 8> choices;
  for (BasicBlock &block : function)
    for (Instruction &instruction : block)
      if (auto *choice = dyn_cast<SelectInst> (&instruction))
        if (!choice->getCondition ()->getType ()->isVectorTy ())
          choices.push_back (choice);
  bool has_changed = false;
  for (SelectInst *choice : choices)
    has_changed |= join_reads (*choice) || make_conditional (*choice);
  return has_changed ? PreservedAnalyses::none () : PreservedAnalyses::all ();
}
