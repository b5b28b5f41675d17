// Atomic updates whose value the program ignores, such as `#pragma omp atomic update'. An update that returns its value
// may give the thread a number of its own (inside/openmp/thread.h, T1); one whose value is ignored may not. The call
// that ThreadSanitizer's pass would make does not show the difference. So these updates are replaced here by the same
// call, with RP_ORDER_IGNORED (inside/hook/monitor.h) added to its memory order.
#include "access.hh"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace
{

constexpr unsigned order_ignored = 1u << 21; // RP_ORDER_IGNORED

// Returns the name of the operation in the call; nullptr if ThreadSanitizer's pass does not know the operation.
const char *
name_of (AtomicRMWInst::BinOp operation)
{
  switch (operation)
    {
    case AtomicRMWInst::Xchg:
      return "exchange";
    case AtomicRMWInst::Add:
      return "fetch_add";
    case AtomicRMWInst::Sub:
      return "fetch_sub";
    case AtomicRMWInst::And:
      return "fetch_and";
    case AtomicRMWInst::Or:
      return "fetch_or";
    case AtomicRMWInst::Xor:
      return "fetch_xor";
    case AtomicRMWInst::Nand:
      return "fetch_nand";
    default:
      return nullptr;
    }
}

bool
is_usual_width (unsigned bits)
{
  return bits == 8 || bits == 16 || bits == 32 || bits == 64 || bits == 128;
}

// Returns ORDERING as a number of C, with the mark of an ignored value.
Value *
order_for (IRBuilder<> &builder, AtomicOrdering ordering)
{
  return builder.getInt32 ((unsigned) toCABI (ordering) | order_ignored);
}

// Without optimisation clang keeps a value that the program ignores in local variables, from one to the next. There are
// at most two: one for the result of the operation, and one that the program may have declared.
constexpr int most_variables = 2;

bool is_stored_for_nobody (const User *user, const Value &value, int variables = most_variables);

// Returns whether the program ignores VALUE. Follows it through at most VARIABLES local variables.
bool
is_ignored (const Value &value, int variables = most_variables)
{
  return llvm::all_of (value.users (), [&] (const User *user) {
    return is_stored_for_nobody (user, value, variables);
  });
}

// Returns whether USER only stores VALUE in a local variable whose value the program ignores.
bool
is_stored_for_nobody (const User *user, const Value &value, int variables)
{
  auto *store = dyn_cast<StoreInst> (user);
  auto *room = store && store->getValueOperand () == &value
                 ? dyn_cast<AllocaInst> (store->getPointerOperand ())
                 : nullptr;
  return room && variables && llvm::all_of (room->users (), [&] (const User *other) {
           auto *load = dyn_cast<LoadInst> (other);
           return other == store
                  || (load && !load->isVolatile () && is_ignored (*load, variables - 1));
         });
}

// Returns whether the program can see a value of LOOP, a block that branches to itself, after the loop: in a value
// that is used outside, or in memory that is accessed outside.
bool
shows_values (const BasicBlock &loop)
{
  auto is_inside = [&] (const User *user) { return cast<Instruction> (user)->getParent () == &loop; };
  for (const Instruction &instruction : loop)
    {
      for (const User *user : instruction.users ())
        if (!is_inside (user) && !is_stored_for_nobody (user, instruction))
          return true;
      auto *store = dyn_cast<StoreInst> (&instruction);
      if (!store && instruction.mayWriteToMemory () && !isa<AtomicCmpXchgInst> (instruction))
        return true;
      auto *room = store ? dyn_cast<AllocaInst> (store->getPointerOperand ()->stripPointerCasts ()) : nullptr;
      if (store && !room)
        return true;
      if (room)
        for (const User *user : room->users ())
          if (!is_inside (user) && !isa<BitCastInst> (user))
            return true;
    }
  return false;
}

class updates
{
public:
  explicit updates (Function &function) : module (*function.getParent ())
  {
    for (BasicBlock &block : function)
      for (Instruction &instruction : block)
        find (instruction);
  }

  void
  mark ()
  {
    for (AtomicRMWInst *update : found)
      mark (*update);
    for (AtomicCmpXchgInst *exchange : exchanges)
      mark (*exchange);
  }

private:
  void find (Instruction &instruction);
  void mark (AtomicRMWInst &update);
  void mark (AtomicCmpXchgInst &exchange);

  CallInst *
  call (IRBuilder<> &builder, unsigned bits, StringRef operation, ArrayRef<Value *> arguments)
  {
    SmallVector<Type *, 5> types;
    for (const Value *argument : arguments)
      types.push_back (argument->getType ());
    Type *result = builder.getIntNTy (bits);
    FunctionCallee hook = module.getOrInsertFunction (("__tsan_atomic" + Twine (bits) + "_" + operation).str (),
                                                      FunctionType::get (result, types, false));
    CallInst *made = builder.CreateCall (hook, arguments);
    made->setDoesNotThrow ();
    return made;
  }

  Module &module;
  SmallVector<AtomicRMWInst *, 4> found;
  SmallVector<AtomicCmpXchgInst *, 4> exchanges;
};

void
updates::find (Instruction &instruction)
{
  if (auto *update = dyn_cast<AtomicRMWInst> (&instruction))
    {
      if (is_ignored (*update) && update->getSyncScopeID () != SyncScope::SingleThread
          && update->getType ()->isIntegerTy ()
          && is_usual_width (update->getType ()->getIntegerBitWidth ())
          && name_of (update->getOperation ()) && update->getPointerAddressSpace () == 0)
        found.push_back (update);
    }
  else if (auto *exchange = dyn_cast<AtomicCmpXchgInst> (&instruction))
    {
      Type *type = exchange->getNewValOperand ()->getType ();
      const BasicBlock *block = exchange->getParent ();
      if (exchange->getSyncScopeID () != SyncScope::SingleThread && type->isIntegerTy ()
          && is_usual_width (type->getIntegerBitWidth ()) && exchange->getPointerAddressSpace () == 0
          && llvm::is_contained (successors (block), block) && !shows_values (*block))
        exchanges.push_back (exchange);
    }
}

void
updates::mark (AtomicRMWInst &update)
{
  IRBuilder<> builder (&update);
  raceproof::set_place (builder, update.getDebugLoc ());
  CallInst *made
    = call (builder, update.getType ()->getIntegerBitWidth (), name_of (update.getOperation ()),
            { update.getPointerOperand (), update.getValOperand (),
              order_for (builder, update.getOrdering ()) });
  update.replaceAllUsesWith (made);
  update.eraseFromParent ();
}

void
updates::mark (AtomicCmpXchgInst &exchange)
{
  IRBuilder<> builder (&exchange);
  raceproof::set_place (builder, exchange.getDebugLoc ());
  Value *expected = exchange.getCompareOperand ();
  Value *seen = call (builder, expected->getType ()->getIntegerBitWidth (), "compare_exchange_val",
                      { exchange.getPointerOperand (), expected, exchange.getNewValOperand (),
                        order_for (builder, exchange.getSuccessOrdering ()),
                        order_for (builder, exchange.getFailureOrdering ()) });
  Value *result = builder.CreateInsertValue (UndefValue::get (exchange.getType ()), seen, 0);
  result = builder.CreateInsertValue (result, builder.CreateICmpEQ (seen, expected), 1);
  exchange.replaceAllUsesWith (result);
  exchange.eraseFromParent ();
}

} // namespace

void
raceproof::mark_ignored_updates (Function &function)
{
  updates (function).mark ();
}
