// Calls of the C library's mathematical functions. They access no memory of the program and do not synchronise: they may
// set errno, which belongs to the thread. So a loop with such calls can announce its accesses by ranges.
//
// ThreadSanitizer's pass forbids the compiler's back end to treat calls of library functions as known functions. Where
// this is allowed, the back end computes a square root by an instruction, and calls `sqrt` only if the result is not a
// number, since the function may have to set errno then. Here calls of `sqrt` are replaced in the same way before that
// pass runs.
#include "access.hh"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "pass.hh"

using namespace llvm;

namespace
{

// Returns whether NAME is that of a mathematical function for doubles that has no pointers and always returns.
bool
is_math_name (StringRef name)
{
  return StringSwitch<bool> (name)
    .Cases ("sqrt", "cbrt", "hypot", "pow", "fmod", true)
    .Cases ("exp", "exp2", "expm1", "log", "log2", "log10", "log1p", true)
    .Cases ("sin", "cos", "tan", "asin", "acos", "atan", "atan2", true)
    .Cases ("sinh", "cosh", "tanh", "asinh", "acosh", "atanh", true)
    .Cases ("erf", "erfc", "tgamma", "remainder", true)
    .Default (false);
}

bool
is_floating (const Type *type)
{
  return type->isFloatingPointTy ();
}

// Returns whether CALL is a call of sqrt or sqrtf that may set errno.
bool
is_square_root (const CallInst &call)
{
  if (!raceproof::is_math_call (call) || call.isNoBuiltin () || call.onlyReadsMemory () || call.isMustTailCall ())
    return false;
  StringRef name = call.getCalledFunction ()->getName ();
  return (name == "sqrt" && call.getType ()->isDoubleTy ()) || (name == "sqrtf" && call.getType ()->isFloatTy ());
}

void
replace (CallInst &call)
{
  IRBuilder<> builder (&call);
  Value *root = builder.CreateUnaryIntrinsic (Intrinsic::sqrt, call.getArgOperand (0), &call);
  Value *is_no_number = builder.CreateFCmpUNO (root, root);
  BasicBlock *before = call.getParent ();
  MDNode *rarely = MDBuilder (call.getContext ()).createBranchWeights (1, 2000);
  Instruction *end = SplitBlockAndInsertIfThen (is_no_number, &call, false, rarely);
  BasicBlock *behind = call.getParent ();
  call.moveBefore (end);
  PHINode *result = PHINode::Create (call.getType (), 2, "", &behind->front ());
  call.replaceAllUsesWith (result);
  result->addIncoming (root, before);
  result->addIncoming (&call, end->getParent ());
}

} // namespace

bool
raceproof::is_math_call (const CallBase &call)
{
  const Function *callee = call.getCalledFunction ();
  if (!callee || !callee->isDeclaration () || callee->isIntrinsic () || !is_floating (call.getType ())
      || call.arg_empty ()
      || !llvm::all_of (call.args (), [] (const Use &argument) { return is_floating (argument->getType ()); }))
    return false;
  StringRef name = callee->getName ();
  return is_math_name (name)
         || (!call.getType ()->isDoubleTy () && (name.consume_back ("f") || name.consume_back ("l"))
             && is_math_name (name));
}

PreservedAnalyses
raceproof::square_roots_pass::run (Function &function, FunctionAnalysisManager &)
{
  if (!function.hasFnAttribute (Attribute::SanitizeThread))
    return PreservedAnalyses::all ();
  SmallVector<CallInst *, 8> calls;
  for (BasicBlock &block : function)
    for (Instruction &instruction : block)
      if (auto *call = dyn_cast<CallInst> (&instruction))
        if (is_square_root (*call))
          calls.push_back (call);
  for (CallInst *call : calls)
    replace (*call);
  return calls.empty () ? PreservedAnalyses::all () : PreservedAnalyses::none ();
}
