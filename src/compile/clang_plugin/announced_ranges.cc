// A loop over an array does not need a call for each element. One call before the loop, which names the range that the
// loop accesses, does the same [Raman, A.4: loop invariant check motion]. If nothing in the loop synchronises, all its
// accesses are in one step, and their order does not matter.
//
// A range begins as the accesses to adjoining elements, of one kind (read or write) and on one line, in a stretch of a
// block without synchronisation. Mostly that is a single access; an unrolled loop has several. The range is lifted out
// of the loop around it, then out of the next loop around that one, and so on, as long as
//
// - nothing in the loop synchronises, and the number of its iterations is known when it begins: so it is not a loop
//   that waits;
// - control passes the access in every iteration, so that nothing is announced that is not accessed;
// - the address stays the same in the loop, or moves by the same distance in every iteration. If it moves, the range
//   grows: by bytes, if the bytes of one iteration adjoin those of the previous one, otherwise by rows.
//
// The call is
//
//   void rp_read_range (const void *first, size_t bytes, size_t element, size_t rows, long stride);
//
// or rp_write_range. There are ROWS rows of BYTES bytes each; row i begins at FIRST + i * STRIDE. ELEMENT is the size
// of an access, at most 8; for an access to a vector, the size of the vector's elements.
#include "access.hh"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;
using raceproof::access;

namespace
{

// A new access is compared with at most this many families (see below): long code has many addresses.
constexpr size_t most_families = 32;

struct announced_range
{
  SmallVector<const access *, 4> members;
  BasicBlock *block;       // control must pass through this block
  const SCEV *first;       // lowest address; if there are rows, the lowest address of the first row
  const SCEV *bytes;       // length of a row
  const SCEV *rows;        // number of rows; null: one row
  const SCEV *stride;      // distance between the beginnings of rows
  int64_t leader_distance; // from the lowest address to that of members[0], the first in the code
  bool is_lifted;          // true: announced at the end of BLOCK; false: before the first member
};

// Accesses of one kind and line. The distances between their addresses, in bytes, are known.
struct family
{
  const SCEV *address; // address of the first member
  SmallVector<std::pair<int64_t, const access *>, 4> members;
};

// Returns whether two places are on the same line. Columns do not count. Copies of one line in an unrolled loop are
// the same line.
bool
is_same_line (const DebugLoc &a, const DebugLoc &b)
{
  if (!a || !b)
    return !a && !b;
  return a.getLine () == b.getLine () && a.getInlinedAt () == b.getInlinedAt ()
         && a->getScope ()->getSubprogram () == b->getScope ()->getSubprogram ();
}

bool
is_alike (const access &a, const access &b)
{
  return a.is_write == b.is_write && a.size == b.size
         && getLoadStoreType (a.instruction)->getScalarType ()
              == getLoadStoreType (b.instruction)->getScalarType ()
         && is_same_line (a.instruction->getDebugLoc (), b.instruction->getDebugLoc ());
}

class announced_ranges
{
public:
  announced_ranges (Function &function, FunctionAnalysisManager &analyses)
      : function (function), evolution (analyses.getResult<ScalarEvolutionAnalysis> (function)),
        loops (analyses.getResult<LoopAnalysis> (function)),
        dominators (analyses.getResult<DominatorTreeAnalysis> (function)),
        word (Type::getInt64Ty (function.getContext ()))
  {
  }

  void run (SmallVectorImpl<access> &accesses);

private:
  void gather (ArrayRef<access> stretch);
  void add (const access &one, SmallVectorImpl<family> &families);
  void form (family &all);
  bool is_counted (const Loop *loop);
  const SCEV *bytes_of (uint64_t count);
  bool grow (announced_range &all, const SCEV *step, const SCEV *last);
  bool grow_rows (announced_range &all, const SCEV *step, const SCEV *last);
  bool lift_once (announced_range &all, const Loop *loop);
  void lift (announced_range &all);
  bool is_covered (const announced_range &one) const;
  void announce (const announced_range &all, SCEVExpander &expander);

  Function &function;
  ScalarEvolution &evolution;
  LoopInfo &loops;
  DominatorTree &dominators;
  IntegerType *word;
  DenseMap<const Loop *, bool> counted;
  std::vector<announced_range> found;
};

// ---- accesses next to each other ----

void
announced_ranges::add (const access &one, SmallVectorImpl<family> &families)
{
  const SCEV *address = evolution.getSCEV (one.address);
  size_t tried = 0;
  for (auto all = families.rbegin (); all != families.rend () && tried < most_families;
       ++all, ++tried)
    {
      if (!is_alike (one, *all->members[0].second))
        continue;
      auto *distance = dyn_cast<SCEVConstant> (evolution.getMinusSCEV (address, all->address));
      if (distance && distance->getAPInt ().isSignedIntN (32))
        {
          all->members.push_back ({ distance->getAPInt ().getSExtValue (), &one });
          return;
        }
    }
  families.push_back ({ address, { { 0, &one } } });
}

// Divides the members of ALL into groups that have no gaps between the members, and makes a range of each group.
void
announced_ranges::form (family &all)
{
  auto &members = all.members;
  SmallVector<std::pair<int64_t, const access *>, 4> sorted (members.begin (), members.end ());
  llvm::stable_sort (sorted, [] (auto &a, auto &b) { return a.first < b.first; });
  for (size_t i = 0, end; i < sorted.size (); i = end)
    {
      announced_range one = {};
      int64_t first = sorted[i].first, after = first;
      const auto *leader = &sorted[i];
      for (end = i; end < sorted.size () && (end == i || sorted[end].first <= after); end++)
        {
          one.members.push_back (sorted[end].second);
          after = std::max (after, sorted[end].first + (int64_t) sorted[end].second->size);
          if (sorted[end].second < leader->second)
            leader = &sorted[end];
        }
      std::swap (one.members[0], *llvm::find (one.members, leader->second));
      one.block = leader->second->instruction->getParent ();
      one.first = evolution.getSCEV (sorted[i].second->address);
      one.bytes = bytes_of ((uint64_t) (after - first));
      one.leader_distance = leader->first - first;
      found.push_back (one);
    }
}

void
announced_ranges::gather (ArrayRef<access> stretch)
{
  SmallVector<family, 8> families;
  for (const access &one : stretch)
    add (one, families);
  for (family &all : families)
    form (all);
}

// ---- out of loops ----

// Returns whether LOOP is counted: the number of its iterations is known before it begins, its only exit is at the
// end of an iteration, and nothing in it synchronises. All loops inside must be counted, too.
bool
announced_ranges::is_counted (const Loop *loop)
{
  auto known = counted.find (loop);
  if (known != counted.end ())
    return known->second;
  bool result = loop->getLoopPreheader () && loop->getLoopLatch ()
                && loop->getExitingBlock () == loop->getLoopLatch ();
  const SCEV *count = result ? evolution.getBackedgeTakenCount (loop) : nullptr;
  result = result && !isa<SCEVCouldNotCompute> (count)
           && evolution.getTypeSizeInBits (count->getType ()) <= 64;
  for (const Loop *inner : *loop)
    result = result && is_counted (inner);
  for (const BasicBlock *block : loop->blocks ())
    result = result && llvm::none_of (*block, raceproof::may_synchronise);
  counted[loop] = result;
  return result;
}

const SCEV *
announced_ranges::bytes_of (uint64_t count)
{
  return evolution.getConstant (word, count);
}

// Extends ALL, a range with a single row, by a loop around it. The loop moves the row by STEP bytes in each iteration
// except the first. LAST is the number of the last iteration, counted from 0. Returns true.
bool
announced_ranges::grow (announced_range &all, const SCEV *step, const SCEV *last)
{
  auto *distance = dyn_cast<SCEVConstant> (step);
  auto *bytes = dyn_cast<SCEVConstant> (all.bytes);
  const SCEV *length = evolution.getMulExpr (step, last);
  if (step == all.bytes)
    all.bytes = evolution.getAddExpr (all.bytes, length);
  else if (distance && bytes && distance->getAPInt ().abs ().ule (bytes->getAPInt ()))
    {
      if (distance->getAPInt ().isNegative ())
        {
          all.first = evolution.getAddExpr (all.first, length);
          length = evolution.getNegativeSCEV (length);
        }
      all.bytes = evolution.getAddExpr (all.bytes, length);
    }
  else
    {
      all.rows = evolution.getAddExpr (last, evolution.getOne (word));
      all.stride = step;
    }
  return true;
}

// Extends ALL, a range with several rows, by a loop around it, as grow does: there are more rows, or the rows become
// longer. Returns false if neither is possible.
bool
announced_ranges::grow_rows (announced_range &all, const SCEV *step, const SCEV *last)
{
  if (step == evolution.getMulExpr (all.stride, all.rows))
    all.rows
      = evolution.getMulExpr (all.rows, evolution.getAddExpr (last, evolution.getOne (word)));
  else if (step == all.bytes)
    all.bytes = evolution.getAddExpr (all.bytes, evolution.getMulExpr (step, last));
  else
    return false;
  if (all.bytes == all.stride)
    {
      all.bytes = evolution.getMulExpr (all.bytes, all.rows);
      all.rows = all.stride = nullptr;
    }
  return true;
}

bool
announced_ranges::lift_once (announced_range &all, const Loop *loop)
{
  if (!is_counted (loop) || !dominators.dominates (all.block, loop->getLoopLatch ()))
    return false;
  for (const SCEV *part : { all.bytes, all.rows, all.stride })
    if (part && !evolution.isLoopInvariant (part, loop))
      return false;
  announced_range lifted = all;
  lifted.block = loop->getLoopPreheader ();
  lifted.is_lifted = true;
  if (!evolution.isLoopInvariant (all.first, loop))
    {
      auto *moving = dyn_cast<SCEVAddRecExpr> (all.first);
      if (!moving || moving->getLoop () != loop || !moving->isAffine ())
        return false;
      const SCEV *step
        = evolution.getTruncateOrSignExtend (moving->getStepRecurrence (evolution), word);
      const SCEV *last
        = evolution.getTruncateOrZeroExtend (evolution.getBackedgeTakenCount (loop), word);
      lifted.first = moving->getStart ();
      if (!(all.rows ? grow_rows (lifted, step, last) : grow (lifted, step, last)))
        return false;
    }
  for (const SCEV *part : { lifted.first, lifted.bytes, lifted.rows, lifted.stride })
    if (part && !isSafeToExpandAt (part, lifted.block->getTerminator (), evolution))
      return false;
  all = lifted;
  return true;
}

void
announced_ranges::lift (announced_range &all)
{
  for (const Loop *loop = loops.getLoopFor (all.block); loop && lift_once (all, loop);
       loop = loop->getParentLoop ())
    ;
}

// ---- the calls ----

// Returns whether the call for another range, at the same place and on the same line, announces the range ONE as
// well. The call for a write suffices for a read, too.
bool
announced_ranges::is_covered (const announced_range &one) const
{
  const access &mine = *one.members[0];
  for (const announced_range &other : found)
    {
      const access &its = *other.members[0];
      if (other.is_lifted && other.block == one.block && other.first == one.first
          && other.bytes == one.bytes && other.rows == one.rows && other.stride == one.stride
          && its.size == mine.size && its.is_write >= mine.is_write
          && is_same_line (its.instruction->getDebugLoc (), mine.instruction->getDebugLoc ())
          && (its.is_write > mine.is_write || &other < &one))
        return true;
    }
  return false;
}

void
announced_ranges::announce (const announced_range &all, SCEVExpander &expander)
{
  const access &leader = *all.members[0];
  Instruction *point = all.is_lifted ? all.block->getTerminator () : leader.instruction;
  IRBuilder<> builder (point);
  raceproof::set_place (builder, leader.instruction->getDebugLoc ());
  auto value_of = [&] (const SCEV *value, Type *type) -> Value * {
    return expander.expandCodeFor (value, type, point);
  };
  Value *first;
  if (all.is_lifted)
    first = value_of (all.first, builder.getInt8PtrTy ());
  else
    first = builder.CreateConstGEP1_64 (
      builder.getInt8Ty (), builder.CreatePointerCast (leader.address, builder.getInt8PtrTy ()),
      (uint64_t) -all.leader_distance);
  Value *zero = builder.getInt64 (0), *one = builder.getInt64 (1);
  raceproof::call_for_range (builder, leader,
                             { first, value_of (all.bytes, word),
                               all.rows ? value_of (all.rows, word) : one,
                               all.stride ? value_of (all.stride, word) : zero });
}

void
announced_ranges::run (SmallVectorImpl<access> &accesses)
{
  DenseMap<const Instruction *, size_t> numbers;
  for (size_t i = 0; i < accesses.size (); i++)
    numbers[accesses[i].instruction] = i;
  size_t next = 0;
  for (BasicBlock &block : function)
    {
      size_t from = next;
      for (Instruction &instruction : block)
        if (numbers.count (&instruction))
          next = numbers[&instruction] + 1;
        else if (raceproof::may_synchronise (instruction))
          {
            gather (makeArrayRef (accesses).slice (from, next - from));
            from = next;
          }
      gather (makeArrayRef (accesses).slice (from, next - from));
    }
  for (announced_range &all : found)
    lift (all);

  SCEVExpander expander (evolution, function.getParent ()->getDataLayout (), "range");
  DenseSet<const Instruction *> done;
  for (const announced_range &all : found)
    if (all.is_lifted || all.members.size () > 1)
      {
        if (!all.is_lifted || !is_covered (all))
          announce (all, expander);
        for (const access *member : all.members)
          done.insert (member->instruction);
      }
  llvm::erase_if (accesses, [&] (const access &one) { return done.count (one.instruction); });
}

} // namespace

void
raceproof::call_for_range (IRBuilder<> &builder, const access &leader, const extent &range)
{
  Module *module = leader.instruction->getModule ();
  Type *type = getLoadStoreType (leader.instruction)->getScalarType (), *word = builder.getInt64Ty ();
  uint64_t element = std::min<uint64_t> (module->getDataLayout ().getTypeStoreSize (type), 8);
  FunctionCallee hook = module->getOrInsertFunction (
    leader.is_write ? "rp_write_range" : "rp_read_range", builder.getVoidTy (),
    builder.getInt8PtrTy (), word, word, word, word);
  builder
    .CreateCall (hook,
                 { range.first, range.bytes, builder.getInt64 (element), range.rows, range.stride })
    ->setDoesNotThrow ();
}

bool
raceproof::is_range_call (const Instruction &instruction)
{
  auto *call = dyn_cast<CallInst> (&instruction);
  const Function *hook = call ? call->getCalledFunction () : nullptr;
  return hook && (hook->getName () == "rp_write_range" || hook->getName () == "rp_read_range");
}

void
raceproof::announce_ranges (Function &function, FunctionAnalysisManager &analyses,
                            SmallVectorImpl<access> &accesses)
{
  announced_ranges (function, analyses).run (accesses);
}
