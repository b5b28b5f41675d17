// Marks simd loops. A simd loop has metadata for the vectorizer. Other pragmas make the same metadata, so the directive
// is looked up in the source. The pass adds calls of
//
//   void rp_omp_simd_memory (void *variable);    before the loop, for each local array that the loop accesses, and for
//                                                each other local variable that iterations share and write
//   void rp_omp_simd_begin (uint64_t safelen);   before the loop; safelen 0: there is no limit. For a worksharing loop
//                                                the function is rp_omp_simd_begin_shared
//   void rp_omp_simd_copy (void *copy, uint64_t size);   behind rp_omp_simd_begin, for each copy of a variable that
//                                                clang made for a clause of the loop or for a reduction around it
//   void rp_omp_simd_iteration (void);           at the beginning of each iteration
//   void rp_omp_simd_end (void);                 behind the loop
//   void rp_omp_simd_unseen (void);              in a loop that may be a simd loop but that the pass cannot mark
//
// clang makes a function of each `ordered simd` region. The pass puts rp_omp_simd_ordered_begin and _end around the
// call of that function.
#include "simd.hh"

#include "clause.hh"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/CaptureTracking.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace
{

// Returns the entry NAME in the loop's metadata, or nullptr.
const MDNode *
find_property (const Loop &loop, StringRef name)
{
  const MDNode *id = loop.getLoopID ();
  for (unsigned i = 1; id && i < id->getNumOperands (); i++)
    {
      auto *property = dyn_cast<MDNode> (id->getOperand (i));
      auto *own = property && property->getNumOperands () ? dyn_cast<MDString> (property->getOperand (0)) : nullptr;
      if (own && own->getString () == name)
        return property;
    }
  return nullptr;
}

using copies = SmallSetVector<AllocaInst *, 4>;

enum
{
  LIST_OF_COPIES = 4 // index of an argument of __kmpc_reduce and __kmpc_reduce_nowait
};

enum class loop_kind
{
  other,
  simd,
  worksharing_simd,
  unknown // no directive at the place in the debug information, as with _Pragma in a macro
};

SmallString<128>
path_of (const DILocation &place)
{
  SmallString<128> path (place.getFilename ());
  if (!sys::path::is_absolute (path))
    {
      path = place.getDirectory ();
      sys::path::append (path, place.getFilename ());
    }
  return path;
}

// Returns whether LOOP is the loop over chunks of a `distribute parallel for simd`. clang gives it the same
// metadata as the simd loop inside. But only the loop over chunks contains a call that begins a parallel region.
bool
opens_region (const Loop &loop)
{
  for (BasicBlock *block : loop.blocks ())
    for (Instruction &instruction : *block)
      {
        auto *call = dyn_cast<CallInst> (&instruction);
        const Function *function = call ? call->getCalledFunction () : nullptr;
        if (function && function->getName ().startswith ("__kmpc_fork_call"))
          return true;
      }
  return false;
}

// Returns which kind of loop LOOP is. OpenMP's metadata has the place of the directive. Other pragmas make the same
// metadata with the place of the loop statement.
loop_kind
kind_of (const Loop &loop)
{
  const MDNode *enabled = find_property (loop, "llvm.loop.vectorize.enable"), *id = loop.getLoopID ();
  auto *value = enabled && enabled->getNumOperands () > 1 ? mdconst::dyn_extract<ConstantInt> (enabled->getOperand (1))
                                                          : nullptr;
  if (!value || value->isZero () || opens_region (loop))
    return loop_kind::other;
  auto *place = id->getNumOperands () > 1 ? dyn_cast<DILocation> (id->getOperand (1)) : nullptr;
  if (!place)
    return loop_kind::unknown;
  std::string directive = raceproof::directive_in (path_of (*place), place->getLine ());
  if (directive.empty ())
    return raceproof::is_loop_at (path_of (*place), place->getLine (), place->getColumn ()) ? loop_kind::other : loop_kind::unknown;
  if (!raceproof::names (directive, "simd"))
    return loop_kind::other;
  return raceproof::names (directive, "for") ? loop_kind::worksharing_simd : loop_kind::simd;
}

// Returns the place of the loop's directive in the debug information, or nullptr.
const DILocation *
place_of (const Loop &loop)
{
  const MDNode *id = loop.getLoopID ();
  return id && id->getNumOperands () > 1 ? dyn_cast<DILocation> (id->getOperand (1)) : nullptr;
}

// Returns the directive of the loop; empty if it is not found.
std::string
directive_of (const Loop &loop)
{
  const DILocation *place = place_of (loop);
  return place ? raceproof::directive_in (path_of (*place), place->getLine ()) : "";
}

// Returns the value of the safelen clause; 0 if there is no limit. The metadata has the value, as the width, only if
// there is no simdlen clause. So the number in the directive, if there is one, comes first.
uint64_t
safelen_of (const Loop &loop)
{
  const MDNode *width = find_property (loop, "llvm.loop.vectorize.width");
  if (find_property (loop, "llvm.loop.parallel_accesses") || !width || width->getNumOperands () < 2)
    return 0;
  uint64_t said = raceproof::number_in (directive_of (loop), "safelen");
  auto *value = mdconst::dyn_extract<ConstantInt> (width->getOperand (1));
  return said ? said : value ? value->getZExtValue () : 0;
}

void
call (Instruction *before, StringRef name, ArrayRef<Value *> arguments = {})
{
  IRBuilder<> builder (before);
  SmallVector<Type *, 1> types;
  for (Value *argument : arguments)
    types.push_back (argument->getType ());
  FunctionCallee function = before->getModule ()->getOrInsertFunction (
    name, FunctionType::get (builder.getVoidTy (), types, false));
  builder.CreateCall (function, arguments)->setDoesNotThrow ();
}

// Returns whether the value of safelen is unknown: the clause has an expression, and since there is a simdlen
// clause, the metadata does not have the value.
bool
hides_safelen (const Loop &loop)
{
  std::string directive = directive_of (loop);
  return StringRef (directive).contains ("simdlen") && StringRef (directive).contains ("safelen")
         && !raceproof::number_in (directive, "safelen");
}

void
mark_ordered (const Loop &loop)
{
  SmallVector<CallInst *, 2> regions;
  for (BasicBlock *block : loop.blocks ())
    for (Instruction &instruction : *block)
      {
        auto *region = dyn_cast<CallInst> (&instruction);
        const Function *function = region ? region->getCalledFunction () : nullptr;
        if (function && function->getName ().startswith ("__captured_stmt"))
          regions.push_back (region);
      }
  for (CallInst *region : regions)
    {
      call (region, "rp_omp_simd_ordered_begin");
      call (region->getNextNode (), "rp_omp_simd_ordered_end");
    }
}

// POINTER is a value in the loop. Returns the memory into which it points: a local array, or the value that a local
// pointer variable has before the loop, which is loaded at BEFORE. Returns nullptr if POINTER points into neither.
Value *
memory_before (const Loop &loop, Value *pointer, Instruction *before)
{
  Value *object = const_cast<Value *> (getUnderlyingObject (pointer));
  if (auto *array = dyn_cast<AllocaInst> (object))
    {
      bool is_array = array->isArrayAllocation () || array->getAllocatedType ()->isAggregateType ();
      return is_array && !loop.contains (array) ? array : nullptr;
    }
  auto *load = dyn_cast<LoadInst> (object);
  auto *variable = load ? dyn_cast<AllocaInst> (load->getPointerOperand ()) : nullptr;
  if (!variable || loop.contains (variable) || !load->getType ()->isPointerTy ())
    return nullptr;
  return new LoadInst (load->getType (), variable, "", before);
}

// The local variables that debug information describes, by their address. clang marks the copies that it makes of
// variables as artificial.
using named = MapVector<const Value *, const DILocalVariable *>;

named
named_in (Function &function)
{
  named found;
  for (Instruction &instruction : instructions (function))
    {
      auto *declare = dyn_cast<DbgDeclareInst> (&instruction);
      if (declare && declare->getAddress ())
        found[declare->getAddress ()] = declare->getVariable ();
    }
  return found;
}

// Returns the scalars that the iterations share and that some iteration writes. They are declared before the loop, and
// no clause of the directive names them.
SmallSetVector<Value *, 4>
shared_scalars (const Loop &loop, const named &names)
{
  SmallSetVector<Value *, 4> found;
  std::string directive = directive_of (loop);
  const DILocation *place = place_of (loop);
  for (BasicBlock *block : loop.blocks ())
    for (Instruction &instruction : *block)
      {
        auto *store = dyn_cast<StoreInst> (&instruction);
        auto *variable = store ? dyn_cast<AllocaInst> (store->getPointerOperand ()) : nullptr;
        auto name = variable && !loop.contains (variable) ? names.find (variable) : names.end ();
        if (place && name != names.end () && !name->second->isArtificial () && name->second->getLine () <= place->getLine ()
            && !raceproof::has_word (directive, name->second->getName ()))
          found.insert (variable);
      }
  return found;
}

// Adds calls at BEFORE, in front of the loop, that name the local memory that the loop accesses. Accesses to local
// variables whose address does not escape would not be announced otherwise.
void
show_memory (const Loop &loop, Instruction *before, const named &names)
{
  SmallSetVector<Value *, 8> pointers;
  for (BasicBlock *block : loop.blocks ())
    for (Instruction &instruction : *block)
      if (Value *pointer = getLoadStorePointerOperand (&instruction))
        pointers.insert (pointer);
  Type *type = Type::getInt8PtrTy (before->getContext ());
  for (Value *pointer : pointers)
    if (Value *memory = memory_before (loop, pointer, before))
      call (before, "rp_omp_simd_memory", { CastInst::CreatePointerCast (memory, type, "", before) });
  for (Value *scalar : shared_scalars (loop, names))
    call (before, "rp_omp_simd_memory", { CastInst::CreatePointerCast (scalar, type, "", before) });
}

// Returns the copies of reduction variables in FUNCTION. clang writes the addresses of the copies into a list, which it
// passes to __kmpc_reduce.
copies
copies_in (Function &function)
{
  SmallPtrSet<const Value *, 2> lists;
  for (Instruction &instruction : instructions (function))
    {
      auto *call = dyn_cast<CallInst> (&instruction);
      const Function *called = call ? call->getCalledFunction () : nullptr;
      if (called && called->getName ().startswith ("__kmpc_reduce") && call->arg_size () > LIST_OF_COPIES)
        lists.insert (getUnderlyingObject (call->getArgOperand (LIST_OF_COPIES)));
    }
  copies found;
  for (Instruction &instruction : instructions (function))
    {
      auto *store = dyn_cast<StoreInst> (&instruction);
      if (!store || !lists.count (getUnderlyingObject (store->getPointerOperand ())))
        continue;
      if (auto *copy = dyn_cast<AllocaInst> (getUnderlyingObject (store->getValueOperand ())))
        found.insert (const_cast<AllocaInst *> (copy));
    }
  return found;
}

bool
has_user_in (const Loop &loop, const Value &variable)
{
  return any_of (variable.users (), [&] (const User *user) {
    auto *instruction = dyn_cast<Instruction> (user);
    return instruction && loop.contains (instruction);
  });
}

// Returns whether the loop uses VARIABLE. If VARIABLE is the copy of a reference, the loop uses a pointer to
// VARIABLE, which is written before the loop.
bool
is_used_in (const Loop &loop, const AllocaInst &variable)
{
  return has_user_in (loop, variable) || any_of (variable.users (), [&] (const User *user) {
           auto *store = dyn_cast<StoreInst> (user);
           return store && store->getValueOperand () == &variable && has_user_in (loop, *store->getPointerOperand ());
         });
}

// Adds to ALL the copies that clang made of variables that the directive names. Does nothing if the directive has
// `firstprivate`: those copies belong to a thread, not to an iteration. Copies whose address does not escape are left
// out, because no access to them is announced.
void
add_named_copies (const Loop &loop, const named &names, copies &all)
{
  std::string directive = directive_of (loop);
  if (raceproof::has_word (directive, "firstprivate"))
    return;
  for (auto [address, variable] : names)
    {
      auto *copy = dyn_cast<AllocaInst> (const_cast<Value *> (address));
      if (copy && variable->isArtificial () && raceproof::has_word (directive, variable->getName ())
          && is_used_in (loop, *copy) && PointerMayBeCaptured (copy, true, true))
        all.insert (copy);
    }
}

void
tell_copy (AllocaInst *copy, Instruction *before)
{
  IRBuilder<> builder (before);
  uint64_t element = before->getModule ()->getDataLayout ().getTypeAllocSize (copy->getAllocatedType ()).getFixedValue ();
  Value *count = builder.CreateZExtOrTrunc (copy->getArraySize (), builder.getInt64Ty ());
  Value *address = builder.CreatePointerCast (copy, builder.getInt8PtrTy ());
  call (before, "rp_omp_simd_copy", { address, builder.CreateMul (count, builder.getInt64 (element)) });
}

// Marks the loop. ALL are the copies of reduction variables. Returns false if the loop does not have the form that
// clang gives to OpenMP's loops.
bool
mark_loop (Loop &loop, loop_kind kind, copies all, const DominatorTree &dominators)
{
  auto *branch = dyn_cast<BranchInst> (loop.getHeader ()->getTerminator ());
  BasicBlock *before = loop.getLoopPredecessor ();
  if (!branch || !branch->isConditional () || !before
      || loop.contains (branch->getSuccessor (0)) == loop.contains (branch->getSuccessor (1)))
    return false;
  bool is_first = loop.contains (branch->getSuccessor (0));
  BasicBlock *body = branch->getSuccessor (is_first ? 0 : 1), *after = branch->getSuccessor (is_first ? 1 : 0);
  Value *safelen = ConstantInt::get (Type::getInt64Ty (before->getContext ()), safelen_of (loop));
  mark_ordered (loop);
  named names = named_in (*before->getParent ());
  add_named_copies (loop, names, all);
  show_memory (loop, before->getTerminator (), names);
  bool is_shared = kind == loop_kind::worksharing_simd;
  call (before->getTerminator (), is_shared ? "rp_omp_simd_begin_shared" : "rp_omp_simd_begin", { safelen });
  for (AllocaInst *copy : all)
    if (dominators.dominates (copy, before->getTerminator ()))
      tell_copy (copy, before->getTerminator ());
  call (&*body->getFirstInsertionPt (), "rp_omp_simd_iteration");
  call (&*after->getFirstInsertionPt (), "rp_omp_simd_end");
  return true;
}

struct found_loop
{
  Loop *loop;
  loop_kind kind;
};

void
find_loops (Loop &loop, SmallVectorImpl<found_loop> &found)
{
  loop_kind kind = kind_of (loop);
  if (kind != loop_kind::other)
    found.push_back ({ &loop, kind });
  for (Loop *inner : loop)
    find_loops (*inner, found);
}

} // namespace

bool
raceproof::mark_simd_loops (Function &function, LoopInfo &loops, const DominatorTree &dominators)
{
  SmallVector<found_loop, 2> found;
  for (Loop *loop : loops)
    find_loops (*loop, found);
  copies all = found.empty () ? copies () : copies_in (function);
  for (const found_loop &one : found)
    if (one.kind == loop_kind::unknown || hides_safelen (*one.loop) || !mark_loop (*one.loop, one.kind, all, dominators))
      call (&*one.loop->getHeader ()->getFirstInsertionPt (), "rp_omp_simd_unseen");
  return !found.empty ();
}
