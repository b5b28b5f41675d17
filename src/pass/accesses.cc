// ThreadSanitizer's pass leaves some accesses out, by mistake or because a race with them is not
// likely to be met. A verdict for all schedules cannot do without them; so this pass, which comes
// right before, sees to
//
// - elements of local arrays and members of local structures. An access to an object of the
//   function itself is left out if its address goes nowhere else; but that of `a[i]` does not where
//   that of `a` does. So the address gets a use that could be anything, and comes to nothing: a
//   `freeze`.
// - a read before an atomic operation or a fence, with a write to the same address after it. Only
//   the write is announced, which may be ordered with what the read races with. The read gets an
//   address of its own.
// - accesses of unusual size, and masked ones: they are announced here, as ranges.
// - what a call copies out of memory, to pass it by value: likewise.
// - atomic maximum, minimum, and sums of floating point numbers: they become loops around a
//   compare-and-swap, as they would later.
//
// Nothing is announced twice, and places in the source are those of the accesses.
#include "pass.hh"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/CaptureTracking.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace
{

// In the words of ThreadSanitizer's pass: of one thread alone is as good as plain.
bool
is_atomic (const Instruction &instruction)
{
  if (auto *load = dyn_cast<LoadInst> (&instruction))
    return load->isAtomic () && load->getSyncScopeID () != SyncScope::SingleThread;
  if (auto *store = dyn_cast<StoreInst> (&instruction))
    return store->isAtomic () && store->getSyncScopeID () != SyncScope::SingleThread;
  return instruction.isAtomic () && !isa<CallBase> (instruction);
}

// Whether ThreadSanitizer's pass has a function for it.
bool
is_usual_size (uint64_t size)
{
  return size == 1 || size == 2 || size == 4 || size == 8 || size == 16;
}

// Those that it leaves as they are.
bool
is_unusual_update (const AtomicRMWInst &update)
{
  switch (update.getOperation ())
    {
    case AtomicRMWInst::Max:
    case AtomicRMWInst::Min:
    case AtomicRMWInst::UMax:
    case AtomicRMWInst::UMin:
    case AtomicRMWInst::FAdd:
    case AtomicRMWInst::FSub:
      return true;
    default:
      return false;
    }
}

bool
is_masked (const IntrinsicInst &call)
{
  switch (call.getIntrinsicID ())
    {
    case Intrinsic::masked_load:
    case Intrinsic::masked_store:
    case Intrinsic::masked_gather:
    case Intrinsic::masked_scatter:
    case Intrinsic::masked_expandload:
    case Intrinsic::masked_compressstore:
      return true;
    default:
      return false;
    }
}

bool
has_argument_by_value (const CallBase &call)
{
  for (unsigned i = 0; i < call.arg_size (); i++)
    if (call.isByValArgument (i))
      return true;
  return false;
}

// What is to be done in a function: found first, then done.
class accesses
{
public:
  explicit accesses (Function &function)
      : function (function), layout (function.getParent ()->getDataLayout ())
  {
  }

  bool run ();

private:
  bool is_shared (const Value *address);
  void find_access (Instruction &instruction);
  void find_early_reads (BasicBlock &block);
  void find ();

  void set_place (IRBuilder<> &builder);
  void announce (IRBuilder<> &builder, bool is_write, Value *address, Value *size);
  void announce_range (Instruction &instruction);
  void announce_masked (IntrinsicInst &call);
  void announce_arguments (CallBase &call);
  void expand_update (AtomicRMWInst &update);

  Function &function;
  const DataLayout &layout;
  DenseMap<const Value *, bool> shared_objects; // of the function's own
  MapVector<Value *, Instruction *> hidden;     // addresses, with an access by each
  SmallVector<LoadInst *, 4> early_reads;
  SmallVector<Instruction *, 4> ranges;
  SmallVector<IntrinsicInst *, 4> masked;
  SmallVector<CallBase *, 4> calls; // with arguments by value
  SmallVector<AtomicRMWInst *, 4> updates;
};

// Whether others than the function's own code may access what is there, and one of them may write.
bool
accesses::is_shared (const Value *address)
{
  if (address->getType ()->getPointerAddressSpace () != 0)
    return false;
  const Value *object = getUnderlyingObject (address);
  if (auto *variable = dyn_cast<GlobalVariable> (object))
    return !variable->isConstant ();
  if (!isa<AllocaInst> (object))
    return true;
  auto known = shared_objects.find (object);
  if (known == shared_objects.end ())
    known = shared_objects.insert ({ object, PointerMayBeCaptured (object, true, true) }).first;
  return known->second;
}

// A load or store that is not atomic.
void
accesses::find_access (Instruction &instruction)
{
  Value *address = getLoadStorePointerOperand (&instruction);
  if (!is_shared (address))
    return;
  if (!is_usual_size (layout.getTypeStoreSize (getLoadStoreType (&instruction))))
    ranges.push_back (&instruction);
  else if (isa<AllocaInst> (getUnderlyingObject (address)) && !hidden.count (address)
           && !PointerMayBeCaptured (address, true, true))
    hidden.insert ({ address, &instruction });
}

// Reads that a write in the same block would stand for, if no call is between, but something atomic
// is.
void
accesses::find_early_reads (BasicBlock &block)
{
  SmallVector<std::pair<LoadInst *, unsigned>, 8>
    reads; // with the number of atomic operations before
  unsigned count = 0;
  for (Instruction &instruction : block)
    {
      if (is_atomic (instruction))
        count++;
      else if (auto *load = dyn_cast<LoadInst> (&instruction))
        reads.push_back ({ load, count });
      else if (auto *store = dyn_cast<StoreInst> (&instruction))
        for (auto &read : reads)
          {
            if (read.first && read.second < count
                && read.first->getPointerOperand () == store->getPointerOperand ()
                && is_shared (store->getPointerOperand ()))
              {
                early_reads.push_back (read.first);
                read.first = nullptr;
              }
          }
      else if (isa<CallBase> (instruction) && !isa<DbgInfoIntrinsic> (instruction))
        reads.clear ();
    }
}

void
accesses::find ()
{
  bool is_checked = function.hasFnAttribute (Attribute::SanitizeThread);
  for (BasicBlock &block : function)
    {
      for (Instruction &instruction : block)
        if (auto *update = dyn_cast<AtomicRMWInst> (&instruction))
          {
            if (is_unusual_update (*update))
              updates.push_back (update);
          }
        else if (!is_checked || is_atomic (instruction))
          continue;
        else if (isa<LoadInst> (instruction) || isa<StoreInst> (instruction))
          find_access (instruction);
        else if (auto *intrinsic = dyn_cast<IntrinsicInst> (&instruction))
          {
            if (is_masked (*intrinsic))
              masked.push_back (intrinsic);
          }
        else if (auto *call = dyn_cast<CallBase> (&instruction))
          {
            if (has_argument_by_value (*call))
              calls.push_back (call);
          }
      if (is_checked)
        find_early_reads (block);
    }
}

// A call needs some place where functions have them.
void
accesses::set_place (IRBuilder<> &builder)
{
  DISubprogram *scope = function.getSubprogram ();
  if (scope && !builder.getCurrentDebugLocation ())
    builder.SetCurrentDebugLocation (DILocation::get (function.getContext (), 0, 0, scope));
}

void
accesses::announce (IRBuilder<> &builder, bool is_write, Value *address, Value *size)
{
  auto *constant = dyn_cast<ConstantInt> (size);
  if (constant && constant->isZero ())
    return;
  FunctionCallee hook = function.getParent ()->getOrInsertFunction (
    is_write ? "__tsan_write_range" : "__tsan_read_range", builder.getVoidTy (),
    builder.getInt8PtrTy (), builder.getInt64Ty ());
  Value *pointer = builder.CreatePointerCast (address, builder.getInt8PtrTy ());
  builder.CreateCall (hook, { pointer, size })->setDoesNotThrow ();
}

void
accesses::announce_range (Instruction &instruction)
{
  IRBuilder<> builder (&instruction);
  set_place (builder);
  uint64_t size = layout.getTypeStoreSize (getLoadStoreType (&instruction));
  announce (builder, isa<StoreInst> (instruction), getLoadStorePointerOperand (&instruction),
            builder.getInt64 (size));
}

// Element by element, with size 0 where the mask has none; those that are packed, as one range.
void
accesses::announce_masked (IntrinsicInst &call)
{
  IRBuilder<> builder (&call);
  set_place (builder);
  Intrinsic::ID kind = call.getIntrinsicID ();
  bool is_write = call.getType ()->isVoidTy ();
  bool is_packed = kind == Intrinsic::masked_expandload || kind == Intrinsic::masked_compressstore;
  auto *type
    = cast<FixedVectorType> (is_write ? call.getArgOperand (0)->getType () : call.getType ());
  Value *address = call.getArgOperand (is_write);
  Value *mask = call.getArgOperand (is_write + (is_packed ? 1 : 2));
  unsigned count = type->getNumElements ();
  uint64_t size = layout.getTypeStoreSize (type->getElementType ());
  if (is_packed)
    {
      Value *bits = builder.CreateBitCast (mask, builder.getIntNTy (count));
      bits = builder.CreateZExtOrTrunc (bits, builder.getInt64Ty ());
      Value *there = builder.CreateUnaryIntrinsic (Intrinsic::ctpop, bits);
      announce (builder, is_write, address, builder.CreateMul (there, builder.getInt64 (size)));
      return;
    }
  bool is_one = address->getType ()->isPointerTy ();
  Value *first = is_one
                   ? builder.CreatePointerCast (address, type->getElementType ()->getPointerTo ())
                   : nullptr;
  for (unsigned i = 0; i < count; i++)
    {
      Value *is_there
        = builder.CreateZExt (builder.CreateExtractElement (mask, i), builder.getInt64Ty ());
      Value *element = is_one ? builder.CreateConstGEP1_64 (type->getElementType (), first, i)
                              : builder.CreateExtractElement (address, i);
      announce (builder, is_write, element, builder.CreateMul (is_there, builder.getInt64 (size)));
    }
}

void
accesses::announce_arguments (CallBase &call)
{
  IRBuilder<> builder (&call);
  set_place (builder);
  for (unsigned i = 0; i < call.arg_size (); i++)
    if (call.isByValArgument (i) && is_shared (call.getArgOperand (i)))
      announce (builder, false, call.getArgOperand (i),
                builder.getInt64 (layout.getTypeStoreSize (call.getParamByValType (i))));
}

Value *
updated (IRBuilder<> &builder, AtomicRMWInst &update, Value *old)
{
  Value *operand = update.getValOperand ();
  switch (update.getOperation ())
    {
    case AtomicRMWInst::Max:
      return builder.CreateSelect (builder.CreateICmpSGT (old, operand), old, operand);
    case AtomicRMWInst::Min:
      return builder.CreateSelect (builder.CreateICmpSLE (old, operand), old, operand);
    case AtomicRMWInst::UMax:
      return builder.CreateSelect (builder.CreateICmpUGT (old, operand), old, operand);
    case AtomicRMWInst::UMin:
      return builder.CreateSelect (builder.CreateICmpULE (old, operand), old, operand);
    case AtomicRMWInst::FAdd:
      return builder.CreateFAdd (old, operand);
    case AtomicRMWInst::FSub:
      return builder.CreateFSub (old, operand);
    default:
      llvm_unreachable ("an update that ThreadSanitizer's pass knows");
    }
}

// The first value is read by an atomic operation, too.
void
accesses::expand_update (AtomicRMWInst &update)
{
  Type *type = update.getType ();
  BasicBlock *before = update.getParent ();
  BasicBlock *after = before->splitBasicBlock (&update);
  BasicBlock *loop = BasicBlock::Create (function.getContext (), "", &function, after);

  before->getTerminator ()->eraseFromParent ();
  IRBuilder<> builder (before);
  builder.SetCurrentDebugLocation (update.getDebugLoc ());
  set_place (builder);
  Type *bits = builder.getIntNTy (layout.getTypeStoreSizeInBits (type));
  Value *address = builder.CreatePointerCast (update.getPointerOperand (), bits->getPointerTo ());
  LoadInst *first = builder.CreateAlignedLoad (bits, address, update.getAlign ());
  first->setAtomic (AtomicOrdering::Monotonic, update.getSyncScopeID ());
  builder.CreateBr (loop);

  builder.SetInsertPoint (loop);
  PHINode *found = builder.CreatePHI (bits, 2);
  Value *old = builder.CreateBitCast (found, type);
  Value *value = builder.CreateBitCast (updated (builder, update, old), bits);
  AtomicOrdering order = update.getOrdering ();
  AtomicCmpXchgInst *exchange = builder.CreateAtomicCmpXchg (
    address, found, value, update.getAlign (), order,
    AtomicCmpXchgInst::getStrongestFailureOrdering (order), update.getSyncScopeID ());
  found->addIncoming (first, before);
  found->addIncoming (builder.CreateExtractValue (exchange, 0), loop);
  builder.CreateCondBr (builder.CreateExtractValue (exchange, 1), after, loop);

  update.replaceAllUsesWith (old);
  update.eraseFromParent ();
}

bool
accesses::run ()
{
  find ();
  for (auto &entry : hidden)
    new FreezeInst (entry.first, "", entry.second);
  for (LoadInst *load : early_reads)
    load->setOperand (LoadInst::getPointerOperandIndex (),
                      new FreezeInst (load->getPointerOperand (), "", load));
  for (Instruction *instruction : ranges)
    announce_range (*instruction);
  for (IntrinsicInst *call : masked)
    announce_masked (*call);
  for (CallBase *call : calls)
    announce_arguments (*call);
  for (AtomicRMWInst *update : updates)
    expand_update (*update);
  return !hidden.empty () || !early_reads.empty () || !ranges.empty () || !masked.empty ()
         || !calls.empty () || !updates.empty ();
}

} // namespace

PreservedAnalyses
raceproof::accesses_pass::run (Function &function, FunctionAnalysisManager &)
{
  if (function.hasFnAttribute (Attribute::Naked)
      || function.hasFnAttribute (Attribute::DisableSanitizerInstrumentation))
    return PreservedAnalyses::all ();
  return accesses (function).run () ? PreservedAnalyses::none () : PreservedAnalyses::all ();
}
