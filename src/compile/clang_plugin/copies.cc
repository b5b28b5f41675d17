// Small copies of memory become loads and stores. An assignment of a structure is a call of memcpy in LLVM's form, and
// clang's back end makes moves of it if it is small. ThreadSanitizer's pass would keep the call instead, and would
// announce both sides, even a local variable that no other code can access. As loads and stores, both sides are
// announced like all other accesses, or left out like them.
//
// All loads come before all stores, so that the two sides may overlap.
#include "access.hh"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace
{

constexpr uint64_t most_pieces = 8; // what the back end allows itself for a memcpy

// Returns the type of the first piece in which LENGTH bytes are copied, for addresses that are multiples of
// ALIGNMENT. A piece does not cross the words of shadow memory: it lies in one word, or is two whole words.
Type *
piece_for (LLVMContext &context, uint64_t length, uint64_t alignment)
{
  if (alignment >= 8 && length >= 16)
    return FixedVectorType::get (Type::getInt64Ty (context), 2);
  uint64_t size = std::min<uint64_t> (alignment, 8);
  while (size > length)
    size /= 2;
  return Type::getIntNTy (context, 8 * (unsigned) size);
}

// Returns the pieces of LENGTH bytes, in order, each with its distance from the first byte. Returns no pieces if
// there are too many.
SmallVector<std::pair<uint64_t, Type *>, most_pieces>
pieces_of (const DataLayout &layout, LLVMContext &context, uint64_t length, uint64_t alignment)
{
  SmallVector<std::pair<uint64_t, Type *>, most_pieces> pieces;
  for (uint64_t done = 0; done < length;)
    {
      if (pieces.size () == most_pieces)
        return {};
      Type *type = piece_for (context, length - done, alignment);
      pieces.push_back ({ done, type });
      done += layout.getTypeStoreSize (type);
    }
  return pieces;
}

Value *
address_of (IRBuilder<> &builder, Value *base, const std::pair<uint64_t, Type *> &piece)
{
  Value *bytes = builder.CreatePointerCast (base, builder.getInt8PtrTy ());
  bytes = builder.CreateConstInBoundsGEP1_64 (builder.getInt8Ty (), bytes, piece.first);
  return builder.CreatePointerCast (bytes, piece.second->getPointerTo ());
}

bool
is_in_usual_memory (const Value *pointer)
{
  return pointer->getType ()->getPointerAddressSpace () == 0;
}

// Replaces CALL, which sets memory or copies it, by loads and stores. Returns false, and changes nothing, if the
// call is volatile or for another address space, if its length is not constant or too large, or if the value that
// it sets is not constant.
bool
expand (MemIntrinsic &call)
{
  auto *length = dyn_cast<ConstantInt> (call.getLength ());
  auto *copy = dyn_cast<MemTransferInst> (&call);
  auto *set = dyn_cast<MemSetInst> (&call);
  auto *byte = set ? dyn_cast<ConstantInt> (set->getValue ()) : nullptr;
  if (call.isVolatile () || !length || length->getValue ().ugt (16 * most_pieces) || !(copy || byte)
      || !is_in_usual_memory (call.getRawDest ()) || (copy && !is_in_usual_memory (copy->getRawSource ())))
    return false;
  Align alignment = call.getDestAlign ().valueOrOne ();
  if (copy)
    alignment = std::min (alignment, copy->getSourceAlign ().valueOrOne ());
  const DataLayout &layout = call.getModule ()->getDataLayout ();
  auto pieces = pieces_of (layout, call.getContext (), length->getZExtValue (), alignment.value ());
  if (pieces.empty ())
    return false;
  IRBuilder<> builder (&call);
  raceproof::set_place (builder, call.getDebugLoc ());
  SmallVector<Value *, most_pieces> values;
  for (const auto &piece : pieces)
    if (copy)
      values.push_back (builder.CreateAlignedLoad (
        piece.second, address_of (builder, copy->getRawSource (), piece), commonAlignment (alignment, piece.first)));
    else
      values.push_back (ConstantInt::get (
        piece.second, APInt::getSplat (piece.second->getScalarSizeInBits (), byte->getValue ())));
  for (size_t i = 0; i < pieces.size (); i++)
    builder.CreateAlignedStore (values[i], address_of (builder, call.getRawDest (), pieces[i]),
                                commonAlignment (alignment, pieces[i].first));
  return true;
}

} // namespace

void
raceproof::expand_copies (Function &function)
{
  SmallVector<MemIntrinsic *, 8> calls;
  for (BasicBlock &block : function)
    for (Instruction &instruction : block)
      if (auto *call = dyn_cast<MemIntrinsic> (&instruction))
        calls.push_back (call);
  for (MemIntrinsic *call : calls)
    if (expand (*call))
      call->eraseFromParent ();
}
