// Some loops walk through an array until they find something. How far they get is not known before they begin, so their
// accesses are announced behind the loop, in one call. As in announced_ranges.cc, all accesses of the loop are in one
// step if nothing in it synchronises, and their order does not matter.
//
// A walk consists of the accesses of a loop to one address, which moves, of one kind (read or write) and size. It is
// announced behind the loop if
//
// - the loop contains no other loop, and nothing in it synchronises;
// - control passes one of the accesses in every iteration, and for each exit of the loop it is known whether the access
//   was made in the last iteration;
// - the address moves by the same distance in every iteration. Or it moves only in some iterations, as in a merge of
//   two lists; then it must move by the size of an access, so that no element is skipped, and all exits must come after
//   the access;
// - the loop does not keep other tasks from running while it waits for them. Either some address moves in every
//   iteration: then the loop does not wait, since no address can move for ever. Or some access of every iteration is
//   still announced each time: then other tasks can run at that access.
#include "access.hh"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;
using raceproof::access;

namespace
{

using blocks = SmallPtrSet<const BasicBlock *, 8>;

// How the address of a walk moves.
struct movement
{
  int64_t distance; // bytes per move; 0 if it is not known
  bool is_steady;   // the address moves in every iteration; otherwise only in some
  const SCEV *start;
  PHINode *place; // if not steady: a value that moves with the address, at a constant distance
  int64_t offset; // distance from PLACE to the address, in bytes; 0 if steady
};

struct walk
{
  SmallVector<const access *, 2> members;
  movement moves;
  bool is_in_every_iteration;
  bool is_known_at_exits, is_before_exits;
  blocks with; // blocks with an exit at which the access was made in the last iteration

  // Returns whether the walk can be announced behind the loop. If the address moves only in some iterations, all
  // exits must come after the access: otherwise it may be unknown whether the element at the last address was
  // accessed.
  bool
  can_be_behind () const
  {
    return is_in_every_iteration && is_known_at_exits && moves.distance
           && (moves.is_steady || is_before_exits);
  }
};

// Returns the blocks of LOOP that control can reach from FROM without passing through a block of NOT_THROUGH and
// without beginning another iteration.
blocks
reached (const Loop &loop, ArrayRef<const BasicBlock *> from, const blocks &not_through)
{
  blocks found;
  SmallVector<const BasicBlock *, 8> open (from.begin (), from.end ());
  while (!open.empty ())
    {
      const BasicBlock *block = open.pop_back_val ();
      if (!loop.contains (block) || not_through.count (block) || !found.insert (block).second)
        continue;
      for (const BasicBlock *next : successors (block))
        if (next != loop.getHeader ())
          open.push_back (next);
    }
  return found;
}

class walks
{
public:
  walks (Function &function, FunctionAnalysisManager &analyses)
      : evolution (analyses.getResult<ScalarEvolutionAnalysis> (function)),
        loops (analyses.getResult<LoopAnalysis> (function)),
        layout (function.getParent ()->getDataLayout ()), expander (evolution, layout, "walk"),
        word (Type::getInt64Ty (function.getContext ())),
        bytes (Type::getInt8PtrTy (function.getContext ()))
  {
  }

  void run (SmallVectorImpl<access> &accesses);

private:
  using group = std::pair<Value *, uint64_t>; // the address; 2 * size, + 1 for a write

  bool is_quiet (const Loop &loop) const;
  void look_at (Loop &loop, ArrayRef<const access *> accesses);
  void find_blocks (const Loop &loop, walk &one) const;
  bool moves_on (Value *value, const Loop &loop, PHINode *place, int64_t &distance,
                 unsigned depth) const;
  movement steady_movement (const Loop &loop, const access &one);
  movement unsteady_movement (const Loop &loop, const access &one);
  Value *count_at (const Loop &loop, const walk &one, BasicBlock *exit, Instruction *point);
  void announce (const Loop &loop, const walk &one, BasicBlock *exit);

  ScalarEvolution &evolution;
  LoopInfo &loops;
  const DataLayout &layout;
  SCEVExpander expander;
  IntegerType *word;
  PointerType *bytes;
  DenseSet<const Instruction *> done;
};

bool
walks::is_quiet (const Loop &loop) const
{
  for (const BasicBlock *block : loop.blocks ())
    for (const Instruction &instruction : *block)
      if (raceproof::may_synchronise (instruction) && !raceproof::is_range_call (instruction))
        return false;
  return true;
}

// ---- in which iterations the access is made ----

void
walks::find_blocks (const Loop &loop, walk &one) const
{
  blocks own, none;
  SmallVector<const BasicBlock *, 8> after;
  for (const access *member : one.members)
    own.insert (member->instruction->getParent ());
  for (const BasicBlock *block : own)
    for (const BasicBlock *next : successors (block))
      if (next != loop.getHeader ())
        after.push_back (next);
  blocks without_it = reached (loop, { loop.getHeader () }, own);
  blocks behind_it = reached (loop, after, none);
  one.is_in_every_iteration = !without_it.count (loop.getLoopLatch ());
  one.is_known_at_exits = one.is_before_exits = true;
  SmallVector<BasicBlock *, 4> exiting;
  loop.getExitingBlocks (exiting);
  for (const BasicBlock *block : exiting)
    if (!without_it.count (block))
      one.with.insert (block);
    else
      {
        one.is_before_exits = false;
        one.is_known_at_exits &= !behind_it.count (block);
      }
}

// ---- how the address moves ----

movement
walks::steady_movement (const Loop &loop, const access &one)
{
  auto *moving = dyn_cast<SCEVAddRecExpr> (evolution.getSCEV (one.address));
  if (!moving || moving->getLoop () != &loop || !moving->isAffine ()
      || !isSafeToExpand (moving->getStart (), evolution))
    return {};
  auto *step = dyn_cast<SCEVConstant> (moving->getStepRecurrence (evolution));
  if (!step || !step->getAPInt ().isSignedIntN (32))
    return {};
  return { step->getAPInt ().getSExtValue (), true, moving->getStart (), nullptr, 0 };
}

// Returns whether MOVED is 0 or DISTANCE. If DISTANCE is still unknown (0), sets it to MOVED and returns true.
bool
moves_by (int64_t moved, int64_t &distance)
{
  if (!distance)
    distance = moved;
  return !moved || moved == distance;
}

// Returns whether VALUE is the result of a comparison, as the number 0 or 1. The optimizer makes such a value for a
// counter that is only sometimes increased.
bool
is_no_or_one (const Value *value)
{
  auto *number = dyn_cast<ZExtInst> (value);
  return number && number->getSrcTy ()->isIntegerTy (1);
}

// Returns whether VALUE, the next value of PLACE, is always PLACE or PLACE plus DISTANCE. If DISTANCE is still
// unknown (0), sets it.
bool
walks::moves_on (Value *value, const Loop &loop, PHINode *place, int64_t &distance,
                 unsigned depth) const
{
  constexpr unsigned deepest = 4;
  APInt offset (layout.getIndexTypeSizeInBits (value->getType ()), 0);
  Value *base = value->stripAndAccumulateConstantOffsets (layout, offset, true);
  if (base == place)
    return moves_by (offset.getSExtValue (), distance);
  auto *instruction = dyn_cast<Instruction> (value);
  if (!instruction || !loop.contains (instruction) || depth == deepest)
    return false;
  if (auto *element = dyn_cast<GetElementPtrInst> (instruction))
    return element->getPointerOperand () == place && element->getNumIndices () == 1
           && is_no_or_one (element->getOperand (1))
           && moves_by (layout.getTypeAllocSize (element->getSourceElementType ()), distance);
  if (auto *choice = dyn_cast<SelectInst> (instruction))
    return moves_on (choice->getTrueValue (), loop, place, distance, depth + 1)
           && moves_on (choice->getFalseValue (), loop, place, distance, depth + 1);
  auto *merged = dyn_cast<PHINode> (instruction);
  if (!merged || merged->getParent () == loop.getHeader ())
    return false;
  return llvm::all_of (merged->incoming_values (), [&] (Value *incoming) {
    return moves_on (incoming, loop, place, distance, depth + 1);
  });
}

movement
walks::unsteady_movement (const Loop &loop, const access &one)
{
  APInt offset (layout.getIndexTypeSizeInBits (one.address->getType ()), 0);
  auto *place
    = dyn_cast<PHINode> (one.address->stripAndAccumulateConstantOffsets (layout, offset, true));
  if (!place || place->getParent () != loop.getHeader ())
    return {};
  int64_t distance = 0;
  Value *next = place->getIncomingValueForBlock (loop.getLoopLatch ());
  if (!moves_on (next, loop, place, distance, 0) || (uint64_t) std::abs (distance) != one.size)
    return {};
  const SCEV *start
    = evolution.getSCEV (place->getIncomingValueForBlock (loop.getLoopPreheader ()));
  return { distance, false, start, place, offset.getSExtValue () };
}

// ---- the calls ----

// Returns the number of accesses that the walk has made when control is at POINT in EXIT, a block behind the loop.
Value *
walks::count_at (const Loop &loop, const walk &one, BasicBlock *exit, Instruction *point)
{
  PHINode *last = PHINode::Create (word, 0, "", &exit->front ());
  for (BasicBlock *from : predecessors (exit))
    last->addIncoming (ConstantInt::get (word, one.with.count (from)), from);
  IRBuilder<> builder (point);
  Value *before;
  if (one.moves.is_steady)
    before = expander.expandCodeFor (evolution.getAddRecExpr (evolution.getZero (word),
                                                              evolution.getOne (word), &loop,
                                                              SCEV::FlagAnyWrap),
                                     word, point);
  else
    {
      Value *start = expander.expandCodeFor (one.moves.start, bytes, point);
      Value *moved = builder.CreateSub (builder.CreatePtrToInt (one.moves.place, word),
                                        builder.CreatePtrToInt (start, word));
      before = builder.CreateExactSDiv (moved, builder.getInt64 ((uint64_t) one.moves.distance));
    }
  return builder.CreateAdd (before, last);
}

void
walks::announce (const Loop &loop, const walk &one, BasicBlock *exit)
{
  const access &leader = *one.members[0];
  Instruction *point = &*exit->getFirstInsertionPt ();
  Value *count = count_at (loop, one, exit, point);
  Value *first = expander.expandCodeFor (one.moves.start, bytes, point);
  IRBuilder<> builder (point);
  raceproof::set_place (builder, leader.instruction->getDebugLoc ());
  first = builder.CreateConstGEP1_64 (builder.getInt8Ty (), first, (uint64_t) one.moves.offset);
  Value *length = builder.CreateMul (count, builder.getInt64 (leader.size));
  bool is_downward = one.moves.distance == -(int64_t) leader.size;
  if (is_downward)
    {
      Value *lowest = builder.CreateSub (builder.getInt64 (leader.size), length);
      first = builder.CreateGEP (builder.getInt8Ty (), first, lowest);
    }
  if (is_downward || one.moves.distance == (int64_t) leader.size)
    raceproof::call_for_range (builder, leader,
                               { first, length, builder.getInt64 (1), builder.getInt64 (0) });
  else
    raceproof::call_for_range (builder, leader,
                               { first, builder.getInt64 (leader.size), count,
                                 builder.getInt64 ((uint64_t) one.moves.distance) });
}

void
walks::look_at (Loop &loop, ArrayRef<const access *> accesses)
{
  MapVector<group, walk> found;
  for (const access *one : accesses)
    found[{ one->address, 2 * one->size + one->is_write }].members.push_back (one);
  bool is_no_wait = false;
  for (auto &item : found)
    {
      walk &one = item.second;
      find_blocks (loop, one);
      one.moves = steady_movement (loop, *one.members[0]);
      if (!one.moves.distance)
        one.moves = unsteady_movement (loop, *one.members[0]);
      is_no_wait |= one.is_in_every_iteration && (one.moves.is_steady || !one.can_be_behind ());
    }
  SmallVector<BasicBlock *, 4> exits;
  loop.getUniqueExitBlocks (exits);
  for (auto &item : found)
    if (is_no_wait && item.second.can_be_behind ())
      {
        for (BasicBlock *exit : exits)
          announce (loop, item.second, exit);
        for (const access *member : item.second.members)
          done.insert (member->instruction);
      }
}

void
walks::run (SmallVectorImpl<access> &accesses)
{
  MapVector<Loop *, SmallVector<const access *, 4>> in_loops;
  for (const access &one : accesses)
    if (Loop *loop = loops.getLoopFor (one.instruction->getParent ()))
      if (loop->isInnermost () && loop->isLoopSimplifyForm () && !loop->hasNoExitBlocks ())
        in_loops[loop].push_back (&one);
  for (auto &item : in_loops)
    if (is_quiet (*item.first))
      look_at (*item.first, item.second);
  llvm::erase_if (accesses, [&] (const access &one) { return done.count (one.instruction); });
}

} // namespace

void
raceproof::announce_walks (Function &function, FunctionAnalysisManager &analyses,
                           SmallVectorImpl<access> &accesses)
{
  walks (function, analyses).run (accesses);
}
