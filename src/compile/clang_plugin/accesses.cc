// Announces the accesses of a function: by a call before each, or one call for many (announced_ranges.cc, walks.cc).
// Most atomic operations (all but those of updates.cc), and copies of memory that are large (copies.cc), are left to
// ThreadSanitizer's pass. That pass also handles plain accesses, but leaves out some of them, by mistake or because a
// race with them is unlikely to happen; a verdict for all schedules needs them. Here an access is left out only if
//
// - no other code can know the address, or no code can write there;
// - or a counter that clang added for coverage or profiles is at the address;
// - or it is a read, and a write to the same address follows in the same block and on the same line, as in `x++`, with
//   no synchronisation between them: whatever races with the read races with the write [Raman, A.5]. If the write is on
//   another line, the read is announced, since people see two accesses there.
//
// Accesses of unusual size and masked ones are announced as ranges; so are arguments that a call copies out of memory
// to pass them by value. ThreadSanitizer's pass does not know atomic maximum, minimum, and floating-point sums. Here
// they become loops around a compare-and-swap; the compiler's back end would do the same later.
//
// Such a loop begins with an atomic read. A function of the library does this read, and announces it only where an
// atomic operation is an event of its own, as in exploration: elsewhere whatever races with the read also races with
// the compare-and-swap.
//
// Each added call gets the line of its access.
#include "access.hh"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Analysis/CaptureTracking.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "pass.hh"

using namespace llvm;
using raceproof::access;

bool
raceproof::is_atomic (const Instruction &instruction)
{
  if (auto *load = dyn_cast<LoadInst> (&instruction))
    return load->isAtomic () && load->getSyncScopeID () != SyncScope::SingleThread;
  if (auto *store = dyn_cast<StoreInst> (&instruction))
    return store->isAtomic () && store->getSyncScopeID () != SyncScope::SingleThread;
  return instruction.isAtomic () && !isa<CallBase> (instruction);
}

bool
raceproof::may_synchronise (const Instruction &instruction)
{
  if (is_atomic (instruction) || instruction.isVolatile ())
    return true;
  // A function attribute such as `readonly` or `nosync` is trusted for intrinsics only: programs set these attributes,
  // and clang sets them for some functions of OpenMP's library that do synchronise.
  auto *call = dyn_cast<CallBase> (&instruction);
  if (!call || isa<MemIntrinsic> (call) || is_math_call (*call))
    return false;
  return !isa<IntrinsicInst> (call) || !call->hasFnAttr (Attribute::NoSync)
         || !call->hasFnAttr (Attribute::WillReturn) || !call->doesNotThrow ();
}

void
raceproof::set_place (IRBuilder<> &builder, const DebugLoc &place)
{
  DISubprogram *scope = builder.GetInsertBlock ()->getParent ()->getSubprogram ();
  if (place || !scope)
    builder.SetCurrentDebugLocation (place);
  else
    builder.SetCurrentDebugLocation (DILocation::get (builder.getContext (), 0, 0, scope));
}

namespace
{

// Whether there is a hook for accesses of this size.
bool
is_usual_size (uint64_t size)
{
  return size == 1 || size == 2 || size == 4 || size == 8 || size == 16;
}

// Whether ThreadSanitizer's pass leaves this atomic update unchanged.
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

// Whether the instruction accesses an object's pointer to its virtual table. Constructors and destructors may write the
// value that is already there, which is no race.
bool
is_virtual_table (const Instruction &instruction)
{
  MDNode *type = instruction.getMetadata (LLVMContext::MD_tbaa);
  return type && type->isTBAAVtableAccess ();
}

// Whether ADDRESS is in a thread-local variable. Such a variable may reveal the thread's number.
bool
is_thread_local (const Value *address)
{
  auto *variable = dyn_cast<GlobalVariable> (getUnderlyingObject (address));
  return variable && variable->isThreadLocal ();
}

// Whether the variable is a counter that clang has added, for coverage or profiles.
bool
is_counter (const GlobalVariable &variable)
{
  return variable.getName ().startswith ("__llvm_") || variable.getName ().startswith ("__prof");
}

// Whether MODULE has a simd loop whose iterations are compared (simd.cc).
bool
has_simd_loop (const Module &module)
{
  return module.getFunction ("rp_omp_simd_iteration");
}

// Whether the address in POINTER, or one made from it, is an argument of a function that accesses memory.
bool
is_argument (const Value *pointer)
{
  for (const User *user : pointer->users ())
    if (isa<GetElementPtrInst> (user) || isa<CastInst> (user) || isa<PHINode> (user) || isa<SelectInst> (user))
      {
        if (isa<PHINode> (user) || is_argument (user))
          return true;
      }
    else if (isa<CallBase> (user) && !isa<IntrinsicInst> (user))
      return true;
  return false;
}

bool
has_argument_by_value (const CallBase &call)
{
  for (unsigned i = 0; i < call.arg_size (); i++)
    if (call.isByValArgument (i))
      return true;
  return false;
}

// The changes to one function. run () first finds and records all of them, then makes them.
class accesses
{
public:
  accesses (Function &function, FunctionAnalysisManager &analyses)
      : function (function), analyses (analyses), layout (function.getParent ()->getDataLayout ())
  {
  }

  void run ();

private:
  bool is_shared (const Value *address);

  uint64_t
  size_of (const Instruction &instruction) const
  {
    return layout.getTypeStoreSize (getLoadStoreType (const_cast<Instruction *> (&instruction)));
  }

  void find_access (Instruction &instruction);
  void find_other (Instruction &instruction);
  void find ();
  void drop_early_reads ();

  void announce (IRBuilder<> &builder, bool is_write, Value *address, Value *size);
  void announce_access (const access &one);
  void announce_range (Instruction &instruction);
  void announce_masked (IntrinsicInst &call);
  void announce_arguments (CallBase &call);
  void expand_update (AtomicRMWInst &update);
  void replace_first_reads ();
  void announce_pointed_calls ();

  Function &function;
  FunctionAnalysisManager &analyses;
  const DataLayout &layout;
  DenseMap<const Value *, bool> shared_objects; // for each object of the function: whether other code may access it
  SmallVector<access, 16> plain;
  SmallVector<access, 4> apart; // accesses that must not be part of a range
  SmallVector<Instruction *, 4> ranges;
  SmallVector<IntrinsicInst *, 4> masked;
  SmallVector<CallBase *, 4> calls; // calls with arguments by value
  SmallVector<AtomicRMWInst *, 4> updates;
};

// Whether code outside the function may access the memory at ADDRESS, and some code may write it. False for counters
// that clang has added.
//
// In a module with simd loops, a local variable counts as accessible for a function that gets its address and does not
// keep it: the accesses of the function are announced, and those of the loop beside them show whether each iteration
// writes the variable before it reads it (inside/engine/simd.h, V2).
bool
accesses::is_shared (const Value *address)
{
  if (address->getType ()->getPointerAddressSpace () != 0)
    return false;
  const Value *object = getUnderlyingObject (address);
  if (auto *variable = dyn_cast<GlobalVariable> (object))
    return !variable->isConstant () && !is_counter (*variable);
  if (!isa<AllocaInst> (object))
    return true;
  auto known = shared_objects.find (object);
  if (known == shared_objects.end ())
    {
      bool may_be_shared = PointerMayBeCaptured (object, true, true)
                           || (has_simd_loop (*function.getParent ()) && is_argument (object));
      known = shared_objects.insert ({ object, may_be_shared }).first;
    }
  return known->second;
}

// If other code may access the memory of a plain load or store, records it in the list for the way in which it is to be
// announced.
void
accesses::find_access (Instruction &instruction)
{
  Value *address = getLoadStorePointerOperand (&instruction);
  if (!is_shared (address))
    return;
  uint64_t size = layout.getTypeStoreSize (getLoadStoreType (&instruction));
  access one = { &instruction, address, size, isa<StoreInst> (instruction) };
  if (!is_usual_size (size))
    ranges.push_back (&instruction);
  else if (instruction.isVolatile () || is_virtual_table (instruction) || is_thread_local (address))
    apart.push_back (one);
  else
    plain.push_back (one);
}

void
accesses::find_other (Instruction &instruction)
{
  if (auto *intrinsic = dyn_cast<IntrinsicInst> (&instruction))
    {
      if (is_masked (*intrinsic))
        masked.push_back (intrinsic);
    }
  else if (auto *call = dyn_cast<CallBase> (&instruction))
    {
      if (has_argument_by_value (*call))
        calls.push_back (call);
    }
}

void
accesses::find ()
{
  bool is_checked = function.hasFnAttribute (Attribute::SanitizeThread);
  for (BasicBlock &block : function)
    for (Instruction &instruction : block)
      if (auto *update = dyn_cast<AtomicRMWInst> (&instruction))
        {
          if (is_unusual_update (*update))
            updates.push_back (update);
        }
      else if (!is_checked || raceproof::is_atomic (instruction))
        continue;
      else if (isa<LoadInst> (instruction) || isa<StoreInst> (instruction))
        find_access (instruction);
      else
        find_other (instruction);
}

// Whether a reader of the source sees both accesses at one place: they are on one line, or a line is unknown.
bool
are_on_one_line (const Instruction &a, const Instruction &b)
{
  const DebugLoc &one = a.getDebugLoc (), &other = b.getDebugLoc ();
  return !one || !other || !one.getLine () || !other.getLine ()
         || (one.getLine () == other.getLine () && one.getInlinedAt () == other.getInlinedAt ());
}

// Drops each read that is followed, on the same line, by a write to the same address. Goes backwards through each block
// and keeps the writes up to the next synchronisation. In a module with simd loops all reads stay: whether an iteration
// reads a variable before it writes it shows whether iterations share it (inside/engine/simd.h, V2).
void
accesses::drop_early_reads ()
{
  if (has_simd_loop (*function.getParent ()))
    return;
  DenseSet<const Instruction *> dropped;
  for (BasicBlock &block : function)
    {
      DenseMap<const Value *, const StoreInst *> written; // address -> the next write there
      for (Instruction &instruction : llvm::reverse (block))
        if (raceproof::may_synchronise (instruction))
          written.clear ();
        else if (auto *store = dyn_cast<StoreInst> (&instruction))
          written[store->getPointerOperand ()] = store;
        else if (auto *load = dyn_cast<LoadInst> (&instruction))
          {
            const StoreInst *write = written.lookup (load->getPointerOperand ());
            if (write && size_of (*write) >= size_of (*load) && are_on_one_line (*load, *write))
              dropped.insert (load);
          }
    }
  llvm::erase_if (plain, [&] (const access &one) { return dropped.count (one.instruction); });
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

// Announces an access by the hooks that ThreadSanitizer's pass would call.
void
accesses::announce_access (const access &one)
{
  IRBuilder<> builder (one.instruction);
  raceproof::set_place (builder, builder.getCurrentDebugLocation ());
  Module *module = function.getParent ();
  Type *none = builder.getVoidTy (), *pointer = builder.getInt8PtrTy ();
  Value *address = builder.CreatePointerCast (one.address, pointer);
  auto *store = dyn_cast<StoreInst> (one.instruction);
  bool is_table = is_virtual_table (*one.instruction);
  if (is_table && store && store->getValueOperand ()->getType ()->isPointerTy ())
    {
      Value *table = builder.CreatePointerCast (store->getValueOperand (), pointer);
      FunctionCallee hook
        = module->getOrInsertFunction ("__tsan_vptr_update", none, pointer, pointer);
      builder.CreateCall (hook, { address, table })->setDoesNotThrow ();
      return;
    }
  std::string name = is_table && !store ? "__tsan_vptr_read"
                                        : (one.is_write ? "__tsan_write" : "__tsan_read")
                                            + std::to_string (one.size);
  FunctionCallee hook = module->getOrInsertFunction (name, none, pointer);
  builder.CreateCall (hook, { address })->setDoesNotThrow ();
}

void
accesses::announce_range (Instruction &instruction)
{
  IRBuilder<> builder (&instruction);
  raceproof::set_place (builder, builder.getCurrentDebugLocation ());
  uint64_t size = layout.getTypeStoreSize (getLoadStoreType (&instruction));
  announce (builder, isa<StoreInst> (instruction), getLoadStorePointerOperand (&instruction),
            builder.getInt64 (size));
}

// Announces a masked access. Normally each element is a range of its own, whose size is 0 if the mask leaves the
// element out. Elements that are packed in memory are announced as one range.
void
accesses::announce_masked (IntrinsicInst &call)
{
  IRBuilder<> builder (&call);
  raceproof::set_place (builder, builder.getCurrentDebugLocation ());
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
  raceproof::set_place (builder, builder.getCurrentDebugLocation ());
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

// Replaces an atomic update by a loop around a compare-and-exchange. The read before the loop is atomic, too.
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
  raceproof::set_place (builder, builder.getCurrentDebugLocation ());
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
has_access_between (BasicBlock::const_iterator first, BasicBlock::const_iterator end)
{
  return std::any_of (first, end,
                      [] (const Instruction &one) { return one.mayReadOrWriteMemory (); });
}

// EXCHANGE is in a block that loops until the exchange succeeds. Returns the atomic read of the value that the first
// exchange expects. Returns NULL if there is no such loop, or if another access is between the read and the first
// exchange.
LoadInst *
first_read_of (AtomicCmpXchgInst &exchange)
{
  auto *expected = dyn_cast<PHINode> (exchange.getCompareOperand ());
  BasicBlock *loop = exchange.getParent ();
  if (!expected || expected->getParent () != loop || expected->getNumIncomingValues () != 2)
    return nullptr;
  for (unsigned i = 0; i < 2; i++)
    {
      auto *read = dyn_cast<LoadInst> (expected->getIncomingValue (i));
      auto *found = dyn_cast<ExtractValueInst> (expected->getIncomingValue (1 - i));
      if (!read || !found || found->getAggregateOperand () != &exchange)
        continue;
      BasicBlock *before = read->getParent ();
      bool is_first = read->hasOneUse () && read->getOrdering () == AtomicOrdering::Monotonic
                      && raceproof::is_atomic (*read) && !read->isVolatile ()
                      && !exchange.isVolatile () && before == expected->getIncomingBlock (i)
                      && before != loop
                      && read->getPointerOperand ()->stripPointerCasts ()
                           == exchange.getPointerOperand ()->stripPointerCasts ();
      bool is_alone = !has_access_between (std::next (read->getIterator ()), before->end ())
                      && !has_access_between (loop->begin (), exchange.getIterator ());
      return is_first && is_alone ? read : nullptr;
    }
  return nullptr;
}

// Replaces the first read of each loop around a compare-and-exchange by a call of the library, which does the read.
void
accesses::replace_first_reads ()
{
  SmallVector<LoadInst *, 4> reads;
  for (BasicBlock &block : function)
    for (Instruction &instruction : block)
      if (auto *exchange = dyn_cast<AtomicCmpXchgInst> (&instruction))
        if (LoadInst *read = first_read_of (*exchange))
          if (read->getType ()->isIntegerTy () && is_usual_size (size_of (*read)))
            reads.push_back (read);
  for (LoadInst *read : reads)
    {
      IRBuilder<> builder (read);
      raceproof::set_place (builder, builder.getCurrentDebugLocation ());
      Type *pointer = read->getType ()->getPointerTo ();
      FunctionCallee hook = function.getParent ()->getOrInsertFunction (
        "rp_atomic_first_read" + std::to_string (8 * size_of (*read)), read->getType (), pointer);
      CallInst *call = builder.CreateCall (
        hook, { builder.CreatePointerCast (read->getPointerOperand (), pointer) });
      call->setDoesNotThrow ();
      read->replaceAllUsesWith (call);
      read->eraseFromParent ();
    }
}

// Tells the library which functions are called by pointers: they may be in libraries whose accesses are not seen.
void
accesses::announce_pointed_calls ()
{
  SmallVector<CallBase *, 8> calls;
  for (BasicBlock &block : function)
    for (Instruction &instruction : block)
      if (auto *call = dyn_cast<CallBase> (&instruction))
        if (call->isIndirectCall ())
          calls.push_back (call);
  for (CallBase *call : calls)
    {
      IRBuilder<> builder (call);
      raceproof::set_place (builder, builder.getCurrentDebugLocation ());
      FunctionCallee hook = function.getParent ()->getOrInsertFunction (
        "rp_call_by_pointer", builder.getVoidTy (), builder.getInt8PtrTy ());
      Value *target
        = builder.CreatePointerCast (call->getCalledOperand (), builder.getInt8PtrTy ());
      builder.CreateCall (hook, { target })->setDoesNotThrow ();
    }
}

void
accesses::run ()
{
  if (!function.hasOptNone () && function.hasFnAttribute (Attribute::SanitizeThread))
    raceproof::expand_copies (function);
  find ();
  drop_early_reads ();
  if (!function.hasOptNone ())
    {
      raceproof::announce_ranges (function, analyses, plain);
      raceproof::announce_walks (function, analyses, plain);
    }
  for (const access &one : plain)
    announce_access (one);
  for (const access &one : apart)
    announce_access (one);
  for (Instruction *instruction : ranges)
    announce_range (*instruction);
  for (IntrinsicInst *call : masked)
    announce_masked (*call);
  for (CallBase *call : calls)
    announce_arguments (*call);
  for (AtomicRMWInst *update : updates)
    expand_update (*update);
  replace_first_reads ();
  if (function.hasFnAttribute (Attribute::SanitizeThread))
    {
      raceproof::mark_ignored_updates (function);
      announce_pointed_calls ();
    }
}

// Whether the function accesses no memory and calls nothing that may do so. The attribute of the function alone does
// not prove it, because programs set attributes, too.
bool
is_without_access (const Function &function)
{
  if (!function.doesNotAccessMemory ())
    return false;
  for (const BasicBlock &block : function)
    for (const Instruction &instruction : block)
      if (instruction.mayReadOrWriteMemory ())
        return false;
  return true;
}

} // namespace

PreservedAnalyses
raceproof::accesses_pass::run (Function &function, FunctionAnalysisManager &analyses)
{
  if (function.hasFnAttribute (Attribute::Naked)
      || function.hasFnAttribute (Attribute::DisableSanitizerInstrumentation))
    return PreservedAnalyses::all ();
  if (is_without_access (function))
    {
      // such a function calls nothing that accesses memory, so it need not appear in call stacks, either
      function.addFnAttr (Attribute::DisableSanitizerInstrumentation);
      return PreservedAnalyses::all ();
    }
  accesses (function, analyses).run ();
  return PreservedAnalyses::none ();
}
