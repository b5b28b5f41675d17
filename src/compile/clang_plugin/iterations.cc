// Marks the iterations of OpenMP's static loops, and makes threads ask for sections one by one. clang compiles a
// worksharing loop with a static schedule, and `sections`, to
//
//   __kmpc_for_static_init_4 (place, thread, kind, &last, &lower, &upper, &stride, 1, chunk);
//   for (iv = lower; iv <= upper; iv++)
//     body
//
// With a chunk size there is another loop around this one, which goes on to the next chunk. The library computes the
// bounds, but is not told when an iteration begins. So the pass adds a call at the beginning of each iteration:
//
//   void rp_omp_iteration (const void *upper);
//
// Sections are different: which thread executes which sections is open, so the library has to decide it. The pass
// changes their loop to
//
//   rp_omp_sections_begin (&last, &lower, &upper);
//   for (iv = lower; iv <= upper; iv = lower)
//     {
//       body
//       rp_omp_sections_next (&last, &lower, &upper);
//     }
//
// After the loop, the thread that executed the last iteration copies the values of lastprivate variables out. The
// library treats these copies as a part of the last iteration. So the pass adds a call of rp_omp_last_expect where
// the thread asks for iterations, and a call of rp_omp_last_end behind the copies. The pass adds these calls for
// loops of all schedules.
//
// OpenMP's modifiers of the schedule kind mean nothing for static loops. The pass uses the two bits of the modifiers to
// tell the library what the directive says about its schedule:
//
//   monotonic       the clause says `static`
//   nonmonotonic    the clause is not known
//   both            the directive has order(concurrent), whatever the schedule
//
// Before a loop with simd, of any schedule, the pass adds a call of
//
//   void rp_omp_simd_loop (void);
//
// The pass finds the loop of a call as the innermost loop whose exit compares with the value in `upper`. This works at
// all levels of optimisation, since the pass runs before all passes of clang. Names of values are not used.
#include "clause.hh"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "pass.hh"
#include "simd.hh"

using namespace llvm;

namespace
{

// Arguments of __kmpc_for_static_init_*.
enum
{
  place_argument = 0,
  kind_argument = 2,
  last_argument = 3,
  lower_argument = 4,
  upper_argument = 5,
  argument_count = 9
};

// Arguments of __kmpc_dispatch_init_*. The first three are those of __kmpc_for_static_init_*.
enum
{
  dispatch_argument_count = 7
};

// Arguments of __kmpc_dispatch_next_*.
enum
{
  next_last_argument = 2,
  next_argument_count = 6
};

// From enum sched_type in LLVM's run-time library. Two bits are the modifiers.
constexpr uint64_t modifiers = 3u << 29;
constexpr uint64_t monotonic = 1u << 29, nonmonotonic = 1u << 30;
constexpr uint64_t ordered_static = 66, distribute_static_chunked = 91, distribute_static = 92;

// From struct ident_t: flags that say to which construct the place belongs.
constexpr unsigned place_flags = 1;
constexpr uint64_t sections_flag = 0x400;

// Returns whether the call is for a worksharing loop. `distribute` gives iterations to teams and is handled
// separately.
bool
is_worksharing (const CallInst &call)
{
  auto *kind = dyn_cast<ConstantInt> (call.getArgOperand (kind_argument));
  if (!kind)
    return true;
  uint64_t value = kind->getZExtValue () & ~modifiers;
  return value != distribute_static_chunked && value != distribute_static;
}

bool
asks_for_bounds (const Instruction &instruction)
{
  auto *call = dyn_cast<CallInst> (&instruction);
  const Function *function = call ? call->getCalledFunction () : nullptr;
  return function && function->getName ().startswith ("__kmpc_for_static_init_")
         && call->arg_size () == argument_count;
}

bool
is_static_init (const Instruction &instruction)
{
  return asks_for_bounds (instruction) && is_worksharing (cast<CallInst> (instruction));
}

const GlobalVariable *
place_of (const CallInst &init)
{
  return dyn_cast<GlobalVariable> (init.getArgOperand (place_argument)->stripPointerCasts ());
}

// Passes the schedule clause of the directive on to the library, in the modifiers of INIT's schedule kind.
void
tell_clause (CallInst &init)
{
  const GlobalVariable *place = place_of (init);
  auto *kind = dyn_cast<ConstantInt> (init.getArgOperand (kind_argument));
  raceproof::clause clause
    = place ? raceproof::schedule_clause_at (*place) : raceproof::clause::unknown;
  if (!kind || clause == raceproof::clause::none)
    return;
  // both modifiers together mean order(concurrent)
  uint64_t modifier = clause == raceproof::clause::is_static    ? monotonic
                      : clause == raceproof::clause::concurrent ? modifiers
                                                                : nonmonotonic;
  init.setArgOperand (
    kind_argument,
    ConstantInt::get (kind->getType (), (kind->getZExtValue () & ~modifiers) | modifier));
}

void
call_before (CallInst &call, StringRef name)
{
  IRBuilder<> builder (&call);
  builder.CreateCall (call.getModule ()->getOrInsertFunction (name, builder.getVoidTy ()))
    ->setDoesNotThrow ();
}

void
call_at (BasicBlock &block, StringRef name, DebugLoc place)
{
  IRBuilder<> builder (&block, block.getFirstInsertionPt ());
  builder.SetCurrentDebugLocation (place);
  builder.CreateCall (block.getModule ()->getOrInsertFunction (name, builder.getVoidTy ()))
    ->setDoesNotThrow ();
}

// If the directive has simd, adds a call that tells the library so, before INIT, which asks for the loop's iterations.
void
tell_simd (CallInst &init)
{
  const GlobalVariable *place = place_of (init);
  if (place && raceproof::is_simd_at (*place))
    call_before (init, "rp_omp_simd_loop");
}

// Returns whether VALUE is the value stored in UPPER, or that value plus a constant, or a conversion of either.
bool
comes_from (const Value *value, const Value *upper)
{
  if (auto *load = dyn_cast<LoadInst> (value))
    return load->getPointerOperand ()->stripPointerCasts () == upper;
  if (auto *cast = dyn_cast<CastInst> (value))
    return comes_from (cast->getOperand (0), upper);
  auto *sum = dyn_cast<BinaryOperator> (value);
  return sum && sum->getOpcode () == Instruction::Add && isa<ConstantInt> (sum->getOperand (1))
         && comes_from (sum->getOperand (0), upper);
}

// Returns whether the loop makes its test at the beginning of an iteration, and the test compares with the value in
// UPPER.
bool
is_bounded_by (const Loop &loop, const Value *upper)
{
  auto *branch = dyn_cast<BranchInst> (loop.getHeader ()->getTerminator ());
  if (!branch || !branch->isConditional ()
      || loop.contains (branch->getSuccessor (0)) == loop.contains (branch->getSuccessor (1)))
    return false;
  auto *comparison = dyn_cast<ICmpInst> (branch->getCondition ());
  return comparison
         && (comes_from (comparison->getOperand (0), upper)
             || comes_from (comparison->getOperand (1), upper));
}

// Appends to FOUND the innermost loops in LOOP that are bounded by UPPER: their iterations are those of the directive.
// With a chunk size, the loop over chunks, which is around such a loop, is bounded by UPPER, too.
void
find_loops (Loop &loop, const Value *upper, SmallVectorImpl<Loop *> &found)
{
  size_t before = found.size ();
  for (Loop *inner : loop)
    find_loops (*inner, upper, found);
  if (found.size () == before && is_bounded_by (loop, upper))
    found.push_back (&loop);
}

// Adds a call of MARKER at the beginning of each iteration. The call has the line of the loop's statement. The marker
// has no attributes, so the optimizer moves no access across the call, and does not vectorize the loop.
void
mark_iterations (Loop &loop, Value *upper, FunctionCallee marker)
{
  auto *branch = cast<BranchInst> (loop.getHeader ()->getTerminator ());
  BasicBlock *body = branch->getSuccessor (loop.contains (branch->getSuccessor (0)) ? 0 : 1);
  IRBuilder<> builder (body, body->getFirstInsertionPt ());
  builder.SetCurrentDebugLocation (branch->getDebugLoc ());
  Value *address = builder.CreatePointerBitCastOrAddrSpaceCast (upper, builder.getInt8PtrTy ());
  builder.CreateCall (marker, address)->setDoesNotThrow ();
}

// ---- sections ----

bool
is_of_sections (const CallInst &init)
{
  const GlobalVariable *place = place_of (init);
  if (!place || !place->hasDefinitiveInitializer ())
    return false;
  Constant *member = place->getInitializer ()->getAggregateElement (place_flags);
  auto *flags = dyn_cast_or_null<ConstantInt> (member);
  return flags && flags->getZExtValue () & sections_flag;
}

void
call_with_bounds (StringRef name, CallInst &init, Instruction &where)
{
  Value *bounds[] = { init.getArgOperand (last_argument), init.getArgOperand (lower_argument),
                      init.getArgOperand (upper_argument) };
  Type *types[] = { bounds[0]->getType (), bounds[1]->getType (), bounds[2]->getType () };
  IRBuilder<> builder (&where);
  builder.SetCurrentDebugLocation (init.getDebugLoc ());
  FunctionCallee function = init.getModule ()->getOrInsertFunction (
    name, FunctionType::get (builder.getVoidTy (), types, false));
  builder.CreateCall (function, bounds)->setDoesNotThrow ();
}

// Makes a thread ask for the next section at the end of each section. Control then goes back to the code behind INIT,
// which reads the new bounds.
void
ask_for_sections (CallInst &init, const Loop &loop)
{
  Instruction *end = loop.getLoopLatch ()->getTerminator ();
  BasicBlock *start = init.getParent ()->splitBasicBlock (init.getNextNode ());
  call_with_bounds ("rp_omp_sections_begin", init, init);
  call_with_bounds ("rp_omp_sections_next", init, *end);
  end->replaceSuccessorWith (loop.getHeader (), start);
  init.eraseFromParent ();
}

// ---- lastprivate ----

// Returns the variable in which INIT, a call that asks for bounds, stores whether the bounds include the last
// iteration.
Value *
last_of (const CallInst &init)
{
  return init.getArgOperand (last_argument)->stripPointerCasts ();
}

// If INSTRUCTION is a call that asks for iterations, returns the variable in which the call stores whether the last
// iteration is among them; otherwise NULL.
Value *
told_of_last (Instruction &instruction)
{
  if (is_static_init (instruction))
    return last_of (cast<CallInst> (instruction));
  auto *call = dyn_cast<CallInst> (&instruction);
  const Function *function = call ? call->getCalledFunction () : nullptr;
  bool is_next = function && function->getName ().startswith ("__kmpc_dispatch_next_")
                 && call->arg_size () == next_argument_count;
  return is_next ? call->getArgOperand (next_last_argument)->stripPointerCasts () : nullptr;
}

// Returns the branches that test the value of LAST. Each leads into a block that copies lastprivate variables out, or
// past that block.
SmallVector<BranchInst *, 2>
find_copies (Value *last)
{
  SmallPtrSet<BranchInst *, 2> found;
  for (User *load : last->users ())
    if (isa<LoadInst> (load))
      for (User *comparison : load->users ())
        if (isa<ICmpInst> (comparison))
          for (User *user : comparison->users ())
            {
              auto *branch = dyn_cast<BranchInst> (user);
              if (branch && branch->isConditional ())
                found.insert (branch);
            }
  return { found.begin (), found.end () };
}

// Returns the block behind all copies; NULL if there are none. With simd there are several branches to copies.
BasicBlock *
behind (ArrayRef<BranchInst *> copies, const DominatorTree &dominators)
{
  if (copies.empty ())
    return nullptr;
  BranchInst *latest = copies.front ();
  for (BranchInst *branch : copies)
    if (dominators.dominates (latest->getParent (), branch->getParent ()))
      latest = branch;
  return latest->getSuccessor (1);
}

// Removes the barrier behind the copies of lastprivate variables if the directive says `nowait`: clang puts a barrier
// there in any case, but the program may not rely on it. Calls of destructors may stand between the copies and that
// barrier. Other barriers of the directive come before the copies, and stay: they make sure that no thread copies a
// value out before all threads have their private variables. ASKS is the call that asked for iterations.
void
drop_barrier (CallInst &asks, const BasicBlock &behind_copies, const DominatorTree &dominators)
{
  const GlobalVariable *own = place_of (asks);
  if (!own || !raceproof::has_word (raceproof::directive_at_place (*own), "nowait"))
    return;
  SmallVector<CallInst *, 1> found;
  for (BasicBlock &block : *asks.getParent ()->getParent ())
    for (Instruction &instruction : block)
      {
        auto *call = dyn_cast<CallInst> (&instruction);
        const Function *function = call ? call->getCalledFunction () : nullptr;
        if (!function || function->getName () != "__kmpc_barrier"
            || !dominators.dominates (&behind_copies, &block))
          continue;
        const GlobalVariable *place = place_of (*call);
        if (place && raceproof::is_same_place (*own, *place))
          found.push_back (call);
      }
  for (CallInst *call : found)
    call->eraseFromParent ();
}

// Marks the copies of lastprivate variables that the thread with the last iteration makes. CALLS are the calls that
// store in LAST whether the thread has that iteration. Returns whether there are copies.
bool
mark_copies_of (Value *last, ArrayRef<CallInst *> calls, const DominatorTree &dominators)
{
  SmallVector<BranchInst *, 2> copies = find_copies (last);
  if (copies.empty ())
    return false;
  BasicBlock &behind_copies = *behind (copies, dominators);
  drop_barrier (*calls.front (), behind_copies, dominators);
  for (CallInst *call : calls)
    call_before (*call, "rp_omp_last_expect");
  call_at (behind_copies, "rp_omp_last_end", copies.front ()->getDebugLoc ());
  return true;
}

bool
mark_copies (Function &function)
{
  MapVector<Value *, SmallVector<CallInst *, 1>> told;
  for (BasicBlock &block : function)
    for (Instruction &instruction : block)
      if (Value *last = told_of_last (instruction))
        told[last].push_back (&cast<CallInst> (instruction));
  if (told.empty ())
    return false;
  DominatorTree dominators (function);
  bool has_some = false;
  for (const auto &[last, calls] : told)
    has_some |= mark_copies_of (last, calls, dominators);
  return has_some;
}

// ---- distribute ----

// Returns whether the call is for a `distribute` loop that is not combined with `parallel` or simd and has no
// dist_schedule clause. The program may not rely on which team gets an iteration of such a loop.
bool
is_distribute (const Instruction &instruction)
{
  if (!asks_for_bounds (instruction) || is_static_init (instruction))
    return false;
  const auto &init = cast<CallInst> (instruction);
  auto *kind = dyn_cast<ConstantInt> (init.getArgOperand (kind_argument));
  const GlobalVariable *place = place_of (init);
  std::string directive = place ? raceproof::directive_at_place (*place) : "";
  return kind && (kind->getZExtValue () & ~modifiers) == distribute_static
         && raceproof::names (directive, "distribute") && !raceproof::names (directive, "parallel")
         && !raceproof::names (directive, "simd")
         && !raceproof::has_word (directive, "dist_schedule");
}

// Sets a modifier of INIT's schedule kind, which tells the library that each iteration of the loop is announced. Adds
// the calls that announce the iterations. The last iteration includes the copies of lastprivate variables, if there are
// any.
void
mark_distribute (CallInst &init, Loop &loop, BasicBlock *behind_copies)
{
  auto *kind = cast<ConstantInt> (init.getArgOperand (kind_argument));
  init.setArgOperand (kind_argument,
                      ConstantInt::get (kind->getType (), kind->getZExtValue () | nonmonotonic));
  auto *branch = cast<BranchInst> (loop.getHeader ()->getTerminator ());
  bool is_first = loop.contains (branch->getSuccessor (0));
  call_at (*branch->getSuccessor (is_first ? 0 : 1), "rp_omp_distribute_next",
           branch->getDebugLoc ());
  call_at (behind_copies ? *behind_copies : *branch->getSuccessor (is_first ? 1 : 0),
           "rp_omp_distribute_end", branch->getDebugLoc ());
}

// ---- functions ----

// A call that asks for bounds, and the loops that execute the iterations between these bounds.
struct dealt
{
  CallInst *init;
  BasicBlock *behind_copies; // the block behind the copies of lastprivate variables; NULL: there are none
  SmallVector<Loop *, 2> loops;
};

Value *
upper_of (const dealt &one)
{
  return one.init->getArgOperand (upper_argument)->stripPointerCasts ();
}

SmallVector<dealt, 4>
find_inits (Function &function, const DominatorTree &dominators)
{
  SmallVector<dealt, 4> found;
  for (BasicBlock &block : function)
    for (Instruction &instruction : block)
      if (is_static_init (instruction) || is_distribute (instruction))
        {
          auto &init = cast<CallInst> (instruction);
          found.push_back ({ &init, behind (find_copies (last_of (init)), dominators), {} });
        }
  return found;
}

void
mark (const dealt &one, FunctionCallee marker)
{
  if (is_distribute (*one.init))
    {
      if (one.loops.size () == 1)
        mark_distribute (*one.init, *one.loops.front (), one.behind_copies);
    }
  else if (one.loops.size () == 1 && one.loops.front ()->getLoopLatch () && is_of_sections (*one.init))
    ask_for_sections (*one.init, *one.loops.front ());
  else
    {
      tell_clause (*one.init);
      tell_simd (*one.init);
      for (Loop *loop : one.loops)
        mark_iterations (*loop, upper_of (one), marker);
    }
}

// Returns INSTRUCTION if it is a call of __kmpc_dispatch_init_*; else nullptr. Loops with a schedule that is not
// static, and ordered loops, begin with this call.
CallInst *
dispatch_of (Instruction &instruction)
{
  auto *call = dyn_cast<CallInst> (&instruction);
  const Function *function = call ? call->getCalledFunction () : nullptr;
  bool is_init = function && function->getName ().startswith ("__kmpc_dispatch_init_")
                 && call->arg_size () == dispatch_argument_count;
  return is_init && isa<ConstantInt> (call->getArgOperand (kind_argument)) ? call : nullptr;
}

// Handles loops that ask the library for each piece of iterations. Tells the library what their calls do not say:
// whether the directive has order(concurrent) or simd, and, for static schedules, what its schedule clause is. Returns
// whether the function has such loops.
bool
tell_of_dispatched (Function &function)
{
  bool has_some = false;
  for (BasicBlock &block : function)
    for (Instruction &instruction : block)
      if (CallInst *init = dispatch_of (instruction))
        {
          uint64_t kind = cast<ConstantInt> (init->getArgOperand (kind_argument))->getZExtValue ();
          const GlobalVariable *place = place_of (*init);
          bool is_static = (kind & ~modifiers) == ordered_static;
          if (is_static || (place && raceproof::schedule_clause_at (*place) == raceproof::clause::concurrent))
            tell_clause (*init);
          tell_simd (*init);
          has_some = true;
        }
  return has_some;
}

// Marks the loops of a function. Returns whether there are any. All loops are found before the function is changed,
// because LoopInfo does not follow changes.
bool
mark_function (Function &function)
{
  DominatorTree dominators (function);
  SmallVector<dealt, 4> found = find_inits (function, dominators);
  LoopInfo loops (dominators);
  bool has_simd = raceproof::mark_simd_loops (function, loops, dominators);
  if (found.empty ())
    return has_simd;
  LLVMContext &context = function.getContext ();
  FunctionCallee marker = function.getParent ()->getOrInsertFunction (
    "rp_omp_iteration", Type::getVoidTy (context), Type::getInt8PtrTy (context));
  for (dealt &one : found)
    for (Loop *loop : loops)
      find_loops (*loop, upper_of (one), one.loops);
  for (const dealt &one : found)
    mark (one, marker);
  return true;
}

} // namespace

PreservedAnalyses
raceproof::iterations_pass::run (Module &module, ModuleAnalysisManager &)
{
  bool has_changed = false;
  for (Function &function : module)
    if (!function.isDeclaration ())
      {
        has_changed |= tell_of_dispatched (function);
        has_changed |= mark_copies (function);
        has_changed |= mark_function (function);
      }
  return has_changed ? PreservedAnalyses::none () : PreservedAnalyses::all ();
}
