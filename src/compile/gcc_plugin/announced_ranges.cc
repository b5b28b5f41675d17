// Does for gcc what clang_plugin/announced_ranges.cc does for clang. gcc's pass "tsan" has put a call before each
// access. The pass of this file runs after that one: it takes calls out of loops, and leaves out calls that repeat
// others. gcc's passes for loops come later. They find loops without calls, which they can improve.
//
// A call is lifted out of the loop around it, then out of the next loop around that one, and so on, as long as
//
// - nothing in the loop synchronises, throws or waits, and the number of the loop's iterations is known when the
//   loop begins;
// - control passes the call in every iteration, or under conditions that are the same in all iterations, so that
//   nothing is announced that is not accessed;
// - the address stays the same in the loop, or moves by the same distance in every iteration. If it moves, the
//   range grows: by bytes, if the bytes of one iteration adjoin those of the previous one, otherwise by rows.
//
// The loop then has a call of rp_read_range or rp_write_range before it; clang_plugin/announced_ranges.cc says what
// the arguments are. A call whose address stays the same, and which depends on no condition, is moved as it is. The
// new call has the line of the access.
//
// In a stretch of a block without synchronisation, a call is left out if an earlier one on the same line has
// announced all of its bytes, of the same kind (read or write); and a read is left out if a write of all of its
// bytes follows on its line: whatever races with the read races with the write [Raman, A.5].
//
// In a file with simd loops no call is left out, and a call is lifted only out of a loop whose calls are all of one
// kind: whether an iteration reads a variable before it writes it shows whether iterations share the variable
// (inside/engine/simd.h, V2).
#include "announced_ranges.hh"
#include "gcc_simd.hh"

#include <gcc-plugin.h>

#include <tree.h>
#include <function.h>
#include <basic-block.h>
#include <tree-ssa-alias.h>
#include <gimple-expr.h>
#include <gimple.h>
#include <gimple-iterator.h>
#include <gimple-ssa.h>
#include <ssa.h>
#include <tree-ssanames.h>
#include <tree-phinodes.h>
#include <ssa-iterators.h>
#include <fold-const.h>
#include <gimplify.h>
#include <gimplify-me.h>
#include <gimple-fold.h>
#include <cfgloop.h>
#include <tree-affine.h>
#include <tree-cfg.h>
#include <tree-eh.h>
#include <tree-scalar-evolution.h>
#include <tree-ssa-loop.h>
#include <tree-ssa-loop-ivopts.h>
#include <tree-ssa-loop-niter.h>
#include <tree-chrec.h>
#include <cgraph.h>
#include <context.h>
#include <tree-pass.h>

#include <cstring>

namespace
{

// An access is compared with at most this many earlier ones of its stretch, and a range with about as many ranges
// before and behind it.
constexpr unsigned most_compared = 32;

struct access
{
  gcall *call; // the call that announces it; null: left out
  bool is_write;
  unsigned size;
  tree address;
};

// What is known about a loop. NUMBER is the number of its last iteration, counted from 0; null: the loop is not
// counted, which means that calls are not lifted out of it.
struct counted_loop
{
  tree number;
  edge exit;
};

struct announced_range
{
  access one;
  location_t place;
  basic_block block; // control must pass through this block
  tree first;        // lowest address; if there are rows, the lowest address of the first row
  tree bytes;        // length of a row
  tree rows;         // number of rows; null: one row
  tree stride;       // distance between the beginnings of rows
  class loop *loop;  // announced before this loop; null: not lifted
  tree condition;    // announced only if this holds; null: always
};

// ---- what statements do ----

// Whether STATEMENT is a call by which the pass "tsan" announces an access. Sets ONE then. A range of bytes counts
// only if its length is a constant from 1 to 65536. If the result is false, ONE is not valid.
bool
is_access (gimple *statement, access &one)
{
  if (!gimple_call_builtin_p (statement, BUILT_IN_NORMAL))
    return false;
  one.call = as_a<gcall *> (statement);
  switch (DECL_FUNCTION_CODE (gimple_call_fndecl (statement)))
    {
#define SIZED(SIZE) \
  case BUILT_IN_TSAN_READ##SIZE: \
    one.is_write = false, one.size = SIZE; \
    break; \
  case BUILT_IN_TSAN_WRITE##SIZE: \
    one.is_write = true, one.size = SIZE; \
    break
      SIZED (1);
      SIZED (2);
      SIZED (4);
      SIZED (8);
      SIZED (16);
#undef SIZED
    case BUILT_IN_TSAN_READ_RANGE:
    case BUILT_IN_TSAN_WRITE_RANGE:
      one.is_write
        = DECL_FUNCTION_CODE (gimple_call_fndecl (statement)) == BUILT_IN_TSAN_WRITE_RANGE;
      if (!tree_fits_uhwi_p (gimple_call_arg (statement, 1))
          || !IN_RANGE (tree_to_uhwi (gimple_call_arg (statement, 1)), 1, 1 << 16))
        return false;
      one.size = tree_to_uhwi (gimple_call_arg (statement, 1));
      break;
    default:
      return false;
    }
  one.address = gimple_call_arg (statement, 0);
  return true;
}

// Whether CALL accesses no memory of the program, does not synchronise, and always returns, because it calls a
// mathematical function of the C library or stands for an instruction. The function may set errno, which belongs to
// the thread. A program's own function of that name may do anything.
bool
is_math_call (gimple *call)
{
  if (gimple_call_internal_p (call))
    return gimple_call_flags (call) & ECF_CONST;
  if (!gimple_call_builtin_p (call, BUILT_IN_NORMAL))
    return false;
  tree function = gimple_call_fndecl (call);
  cgraph_node *node = cgraph_node::get (function);
  if (node && node->definition)
    return false;
  switch (DECL_FUNCTION_CODE (function))
    {
      CASE_FLT_FN (BUILT_IN_SQRT)
          : CASE_FLT_FN (BUILT_IN_CBRT)
          : CASE_FLT_FN (BUILT_IN_HYPOT)
          : CASE_FLT_FN (BUILT_IN_POW)
          : CASE_FLT_FN (BUILT_IN_POWI)
          : CASE_FLT_FN (BUILT_IN_FMOD)
          : CASE_FLT_FN (BUILT_IN_EXP)
          : CASE_FLT_FN (BUILT_IN_EXP2)
          : CASE_FLT_FN (BUILT_IN_EXPM1)
          : CASE_FLT_FN (BUILT_IN_LOG)
          : CASE_FLT_FN (BUILT_IN_LOG2)
          : CASE_FLT_FN (BUILT_IN_LOG10)
          : CASE_FLT_FN (BUILT_IN_LOG1P)
          : CASE_FLT_FN (BUILT_IN_SIN)
          : CASE_FLT_FN (BUILT_IN_COS)
          : CASE_FLT_FN (BUILT_IN_TAN)
          : CASE_FLT_FN (BUILT_IN_ASIN)
          : CASE_FLT_FN (BUILT_IN_ACOS)
          : CASE_FLT_FN (BUILT_IN_ATAN)
          : CASE_FLT_FN (BUILT_IN_ATAN2)
          : CASE_FLT_FN (BUILT_IN_SINH)
          : CASE_FLT_FN (BUILT_IN_COSH)
          : CASE_FLT_FN (BUILT_IN_TANH)
          : CASE_FLT_FN (BUILT_IN_ASINH)
          : CASE_FLT_FN (BUILT_IN_ACOSH)
          : CASE_FLT_FN (BUILT_IN_ATANH)
          : CASE_FLT_FN (BUILT_IN_ERF)
          : CASE_FLT_FN (BUILT_IN_ERFC)
          : CASE_FLT_FN (BUILT_IN_TGAMMA)
          : CASE_FLT_FN (BUILT_IN_REMAINDER)
          : CASE_FLT_FN (BUILT_IN_FLOOR)
          : CASE_FLT_FN (BUILT_IN_CEIL)
          : CASE_FLT_FN (BUILT_IN_TRUNC)
          : CASE_FLT_FN (BUILT_IN_ROUND)
          : CASE_FLT_FN (BUILT_IN_FABS)
          : CASE_FLT_FN (BUILT_IN_FMAX)
          : CASE_FLT_FN (BUILT_IN_FMIN)
          : CASE_FLT_FN (BUILT_IN_FMA)
          : CASE_FLT_FN (BUILT_IN_COPYSIGN)
          : case BUILT_IN_EXPECT : case BUILT_IN_POPCOUNT : case BUILT_IN_POPCOUNTL
          : case BUILT_IN_POPCOUNTLL : case BUILT_IN_CLZ : case BUILT_IN_CLZL : case BUILT_IN_CLZLL
          : case BUILT_IN_CTZ : case BUILT_IN_CTZL : case BUILT_IN_CTZLL : return true;
    default:
      return false;
    }
}

// Whether STATEMENT may synchronise with another task, may throw, or may never return. If it can do none of these,
// the accesses before it and behind it belong to the same step.
bool
may_synchronise (gimple *statement)
{
  if (is_gimple_debug (statement) || gimple_clobber_p (statement))
    return false;
  if (gimple_has_volatile_ops (statement) || stmt_could_throw_p (cfun, statement))
    return true;
  access one;
  switch (gimple_code (statement))
    {
    case GIMPLE_ASSIGN:
    case GIMPLE_COND:
    case GIMPLE_SWITCH:
    case GIMPLE_GOTO:
    case GIMPLE_LABEL:
    case GIMPLE_NOP:
    case GIMPLE_PREDICT:
      return false;
    case GIMPLE_CALL:
      return !is_access (statement, one) && !is_math_call (statement);
    default:
      return true;
    }
}

tree
find_thread_local (tree *part, int *, void *)
{
  return VAR_P (*part) && DECL_THREAD_LOCAL_P (*part) ? *part : NULL_TREE;
}

// Whether ADDRESS is in a thread-local variable. Such a variable may reveal the thread's number, so its accesses
// stay where they are.
bool
is_thread_local (tree address)
{
  return walk_tree (&address, find_thread_local, nullptr, nullptr);
}

// If ADDRESS is the result of a statement that takes an address, returns that expression. Otherwise returns
// ADDRESS.
tree
address_of (tree address)
{
  gimple *from = TREE_CODE (address) == SSA_NAME ? SSA_NAME_DEF_STMT (address) : nullptr;
  return from && gimple_assign_single_p (from) && TREE_CODE (gimple_assign_rhs1 (from)) == ADDR_EXPR
           ? gimple_assign_rhs1 (from)
           : address;
}

// Returns the block of the inlined call that AT comes from; null if AT is not from an inlined function.
tree
inlined_at (location_t at)
{
  tree block = LOCATION_BLOCK (at);
  while (block && TREE_CODE (block) == BLOCK && !inlined_function_outer_scope_p (block))
    block = BLOCK_SUPERCONTEXT (block);
  return block && TREE_CODE (block) == BLOCK ? block : NULL_TREE;
}

bool
is_same_line (location_t a, location_t b)
{
  expanded_location one = expand_location (a), other = expand_location (b);
  return one.file && other.file && one.line == other.line && !strcmp (one.file, other.file)
         && inlined_at (a) == inlined_at (b);
}

// Returns the largest size of an element, at most 8, that divides SIZE.
unsigned
element_of (unsigned size)
{
  unsigned element = 8;
  while (size % element)
    element /= 2;
  return element;
}

class announced_ranges
{
public:
  announced_ranges () : expansions (nullptr), is_changed (false)
  {
  }
  ~announced_ranges ()
  {
    free_affine_expand_cache (&expansions);
  }

  void find ();
  void lift_all ();
  bool announce_all ();

private:
  void leave_out (access &one);
  void compare (vec<access> &stretch);
  void end_stretch (vec<access> &stretch);
  counted_loop &look_at (class loop *loop);
  bool is_counted (class loop *loop, counted_loop &all);
  bool is_equal (tree a, tree b);
  bool grow (announced_range &all, tree step, tree number);
  bool grow_rows (announced_range &all, tree step, tree number);
  bool lift_once (announced_range &all, class loop *loop);
  bool is_covered (unsigned number) const;
  void announce (announced_range &all);

  hash_map<class loop *, counted_loop> counted;
  hash_map<tree, name_expansion *> *expansions;
  auto_vec<announced_range> found;
  bool is_changed;
};

// ---- accesses of a block ----

bool
announces_all_of (const access &one, const access &other)
{
  return one.size >= other.size
         && operand_equal_p (address_of (one.address), address_of (other.address), 0)
         && is_same_line (gimple_location (one.call), gimple_location (other.call));
}

void
announced_ranges::leave_out (access &one)
{
  gimple_stmt_iterator at = gsi_for_stmt (one.call);
  unlink_stmt_vdef (one.call);
  gsi_remove (&at, true);
  release_defs (one.call);
  one.call = nullptr;
  is_changed = true;
}

// Leaves out the calls of STRETCH that others make needless.
void
announced_ranges::compare (vec<access> &stretch)
{
  for (unsigned i = 0; i < stretch.length (); i++)
    for (unsigned j = i, tried = 0; j-- && tried < most_compared; tried++)
      {
        access &now = stretch[i], &before = stretch[j];
        if (!before.call)
          continue;
        if (now.is_write == before.is_write && announces_all_of (before, now))
          {
            leave_out (now);
            break;
          }
        if (now.is_write && !before.is_write && announces_all_of (now, before))
          leave_out (before);
      }
}

void
announced_ranges::end_stretch (vec<access> &stretch)
{
  if (!raceproof::has_simd_loop ())
    compare (stretch);
  for (access &one : stretch)
    if (one.call && loop_outer (gimple_bb (one.call)->loop_father))
      found.safe_push ({ one, gimple_location (one.call), gimple_bb (one.call), one.address,
                         size_int (one.size), NULL_TREE, NULL_TREE, nullptr, NULL_TREE });
  stretch.truncate (0);
}

void
announced_ranges::find ()
{
  basic_block block;
  auto_vec<access> stretch;
  FOR_EACH_BB_FN (block, cfun)
  {
    for (gimple_stmt_iterator at = gsi_start_bb (block); !gsi_end_p (at);)
      {
        gimple *statement = gsi_stmt (at);
        gsi_next (&at); // end_stretch may remove statements, but none behind this place
        access one;
        if (is_access (statement, one) && !is_thread_local (address_of (one.address)))
          stretch.safe_push (one);
        else if (may_synchronise (statement))
          end_stretch (stretch);
      }
    end_stretch (stretch);
  }
}

// ---- out of loops ----

// Whether LOOP executes the iterations that the library has given out. Such a loop is inside one that asks the
// library for more, and usually has one iteration.
bool
is_chunk (class loop *loop)
{
  class loop *outer = loop_outer (loop);
  if (!loop_outer (outer))
    return false;
  basic_block *blocks = get_loop_body (outer);
  bool result = false;
  for (unsigned i = 0; i < outer->num_nodes && !result; i++)
    for (gimple_stmt_iterator at = gsi_start_bb (blocks[i]);
         blocks[i]->loop_father == outer && !gsi_end_p (at); gsi_next (&at))
      {
        tree function
          = is_gimple_call (gsi_stmt (at)) ? gimple_call_fndecl (gsi_stmt (at)) : NULL_TREE;
        result |= function && DECL_NAME (function)
                  && strstr (IDENTIFIER_POINTER (DECL_NAME (function)), "GOMP_loop");
      }
  free (blocks);
  return result;
}

// Whether the calls that announce accesses in BLOCKS are all of one kind.
bool
are_of_one_kind (basic_block *blocks, unsigned count)
{
  bool has_kind[2] = {};
  access one;
  for (unsigned i = 0; i < count; i++)
    for (gimple_stmt_iterator at = gsi_start_bb (blocks[i]); !gsi_end_p (at); gsi_next (&at))
      if (is_access (gsi_stmt (at), one))
        has_kind[one.is_write] = true;
  return !has_kind[0] || !has_kind[1];
}

// Whether LOOP is counted: the number of its iterations is known before it begins, it has one exit, nothing in it
// synchronises, and it is no chunk (is_chunk). All loops inside must be counted, too. In a file with simd loops,
// all its calls must be of one kind. Sets ALL; ALL is valid only if the result is true.
bool
announced_ranges::is_counted (class loop *loop, counted_loop &all)
{
  tree_niter_desc count;
  all.exit = single_exit (loop);
  if (!all.exit || !loop->latch || !dominated_by_p (CDI_DOMINATORS, loop->latch, all.exit->src)
      || !number_of_iterations_exit (loop, all.exit, &count, false)
      || !integer_nonzerop (count.assumptions) || !TYPE_UNSIGNED (TREE_TYPE (count.niter))
      || TYPE_PRECISION (TREE_TYPE (count.niter)) > TYPE_PRECISION (sizetype)
      || tree_contains_chrecs (count.niter, nullptr) || is_chunk (loop))
    return false;
  for (class loop *inner = loop->inner; inner; inner = inner->next)
    if (!look_at (inner).number)
      return false;
  basic_block *blocks = get_loop_body (loop);
  bool result = !raceproof::has_simd_loop () || are_of_one_kind (blocks, loop->num_nodes);
  for (unsigned i = 0; i < loop->num_nodes && result; i++)
    {
      result = !(blocks[i]->flags & BB_IRREDUCIBLE_LOOP);
      for (gimple_stmt_iterator at = gsi_start_bb (blocks[i]); result && !gsi_end_p (at);
           gsi_next (&at))
        result = !may_synchronise (gsi_stmt (at));
    }
  free (blocks);
  all.number = fold_convert (sizetype, count.niter);
  if (!integer_zerop (count.may_be_zero))
    all.number = fold_build3 (COND_EXPR, sizetype, count.may_be_zero, size_zero_node, all.number);
  return result;
}

counted_loop &
announced_ranges::look_at (class loop *loop)
{
  if (!counted.get (loop))
    {
      counted_loop all = {};
      if (!is_counted (loop, all))
        all.number = NULL_TREE;
      counted.put (loop, all);
    }
  return *counted.get (loop);
}

bool
announced_ranges::is_equal (tree a, tree b)
{
  aff_tree difference, other;
  tree_to_aff_combination_expand (a, sizetype, &difference, &expansions);
  tree_to_aff_combination_expand (b, sizetype, &other, &expansions);
  aff_combination_scale (&other, -1);
  aff_combination_add (&difference, &other);
  return aff_combination_zero_p (&difference);
}

tree
sum (tree a, tree b)
{
  return fold_build2 (PLUS_EXPR, sizetype, a, b);
}

tree
product (tree a, tree b)
{
  return fold_build2 (MULT_EXPR, sizetype, a, b);
}

// Extends ALL, a range with a single row, by a loop around it. The loop moves the row by STEP bytes in each
// iteration except the first. NUMBER is the number of the last iteration, counted from 0. Returns true.
bool
announced_ranges::grow (announced_range &all, tree step, tree number)
{
  bool is_known = TREE_CODE (step) == INTEGER_CST && TREE_CODE (all.bytes) == INTEGER_CST;
  HOST_WIDE_INT distance = is_known ? (HOST_WIDE_INT) TREE_INT_CST_LOW (step) : 0;
  HOST_WIDE_INT bytes = is_known ? (HOST_WIDE_INT) TREE_INT_CST_LOW (all.bytes) : 0;
  bool adjoins = is_known && distance >= -bytes && distance <= bytes
                 && distance % element_of (all.one.size) == 0;
  if (adjoins && distance < 0)
    {
      all.first = fold_build_pointer_plus (all.first, product (step, number));
      all.bytes = sum (all.bytes, product (size_int (-distance), number));
    }
  else if (adjoins || is_equal (step, all.bytes))
    all.bytes = sum (all.bytes, product (step, number));
  else
    {
      all.rows = sum (number, size_one_node);
      all.stride = step;
    }
  return true;
}

// Extends ALL, a range with several rows, by a loop around it, as grow does: there are more rows, or the rows
// become longer. If the rows adjoin then, they become one row. Returns false if neither is possible.
bool
announced_ranges::grow_rows (announced_range &all, tree step, tree number)
{
  if (is_equal (step, product (all.stride, all.rows)))
    all.rows = product (all.rows, sum (number, size_one_node));
  else if (is_equal (step, all.bytes))
    all.bytes = sum (all.bytes, product (step, number));
  else
    return false;
  if (is_equal (all.bytes, all.stride))
    {
      all.bytes = product (all.bytes, all.rows);
      all.rows = all.stride = NULL_TREE;
    }
  return true;
}

// Whether PART is the same in all iterations of LOOP. If so, PART becomes an expression of what is known before
// LOOP.
bool
is_steady (tree &part, class loop *loop)
{
  affine_iv moves;
  if (expr_invariant_in_loop_p (loop, part))
    return true;
  if (!simple_iv (loop, loop, part, &moves, false) || !integer_zerop (moves.step)
      || !expr_invariant_in_loop_p (loop, moves.base))
    return false;
  part = fold_convert (TREE_TYPE (part), moves.base);
  return true;
}

// Returns the condition under which control goes from the end of FROM along WAY, if its operands are the same in
// all iterations of LOOP, and are no floating-point numbers. Returns null otherwise.
tree
condition_of (basic_block from, edge way, class loop *loop)
{
  gimple *last = last_stmt (from);
  gcond *branch = last ? dyn_cast<gcond *> (last) : nullptr;
  if (!branch)
    return NULL_TREE;
  tree left = gimple_cond_lhs (branch), right = gimple_cond_rhs (branch);
  if (FLOAT_TYPE_P (TREE_TYPE (left)) || !is_steady (left, loop) || !is_steady (right, loop))
    return NULL_TREE;
  tree_code code = gimple_cond_code (branch);
  if (way->flags & EDGE_FALSE_VALUE)
    code = invert_tree_comparison (code, false);
  return fold_build2 (code, boolean_type_node, left, right);
}

// Whether each iteration of LOOP, whose exit is EXIT, passes ALL, or passes ALL under conditions that are the same
// in all iterations. Such conditions are added to those of ALL.
bool
is_passed (announced_range &all, class loop *loop, edge exit)
{
  basic_block block = all.block;
  while (!dominated_by_p (CDI_DOMINATORS, exit->src, block))
    {
      if (block == loop->header || !single_pred_p (block))
        return false;
      edge way = single_pred_edge (block);
      block = way->src;
      if (single_succ_p (block))
        continue;
      tree condition = condition_of (block, way, loop);
      if (!condition)
        return false;
      all.condition = all.condition
                        ? fold_build2 (TRUTH_AND_EXPR, boolean_type_node, condition, all.condition)
                        : condition;
    }
  return true;
}

bool
announced_ranges::lift_once (announced_range &all, class loop *loop)
{
  counted_loop &count = look_at (loop);
  announced_range lifted = all;
  if (!count.number || !is_passed (lifted, loop, count.exit))
    return false;
  for (tree *part : { &lifted.bytes, &lifted.rows, &lifted.stride, &lifted.condition })
    if (*part && !is_steady (*part, loop))
      return false;
  affine_iv moves;
  if (!simple_iv (loop, loop, lifted.first, &moves, true) || is_thread_local (moves.base))
    return false;
  lifted.first = fold_convert (const_ptr_type_node, moves.base);
  tree step = fold_convert (sizetype, moves.step);
  if (!integer_zerop (step)
      && !(all.rows ? grow_rows (lifted, step, count.number) : grow (lifted, step, count.number)))
    return false;
  for (tree part : { lifted.first, lifted.bytes, lifted.rows, lifted.stride })
    if (part && !expr_invariant_in_loop_p (loop, part))
      return false;
  lifted.block = loop_preheader_edge (loop)->src;
  lifted.loop = loop;
  all = lifted;
  return true;
}

void
announced_ranges::lift_all ()
{
  for (announced_range &all : found)
    for (class loop *loop = all.block->loop_father; loop_outer (loop) && lift_once (all, loop);
         loop = loop_outer (loop))
      ;
}

// ---- the calls ----

// Inserts CALL before LOOP, with the code that computes the arguments of CALL. Signed numbers may overflow in this
// code, so the code computes with unsigned ones.
void
put_before (class loop *loop, gcall *call)
{
  gimple_seq code = nullptr;
  for (unsigned i = 0; i < gimple_call_num_args (call); i++)
    {
      gimple_seq own = nullptr;
      tree value
        = force_gimple_operand (unshare_expr (gimple_call_arg (call, i)), &own, true, NULL_TREE);
      gimple_call_set_arg (call, i, value);
      gimple_seq_add_seq_without_update (&code, own);
    }
  auto_vec<gassign *> added;
  for (gimple_stmt_iterator at = gsi_start (code); !gsi_end_p (at); gsi_next (&at))
    if (gassign *assign = dyn_cast<gassign *> (gsi_stmt (at)))
      added.safe_push (assign);
  gimple_seq_add_stmt_without_update (&code, call);
  gsi_insert_seq_on_edge_immediate (loop_preheader_edge (loop), code);
  for (gassign *assign : added)
    if (arith_code_with_undefined_signed_overflow (gimple_assign_rhs_code (assign))
        && INTEGRAL_TYPE_P (TREE_TYPE (gimple_assign_lhs (assign)))
        && TYPE_OVERFLOW_UNDEFINED (TREE_TYPE (gimple_assign_lhs (assign))))
      rewrite_to_defined_overflow (assign, true);
}

bool
is_same (tree a, tree b)
{
  return a && b ? operand_equal_p (a, b, 0) : a == b;
}

// Whether another range, announced before the same loop and on the same line, has the accesses of range NUMBER as
// well. A write suffices for a read, too. Looks at a few ranges before NUMBER and behind it.
bool
announced_ranges::is_covered (unsigned number) const
{
  const announced_range &mine = found[number];
  unsigned first = number < most_compared ? 0 : number - most_compared;
  for (unsigned i = first; i < found.length () && i < number + most_compared; i++)
    {
      const announced_range &its = found[i];
      bool is_better = its.one.is_write > mine.one.is_write
                       || (its.one.is_write == mine.one.is_write && i < number);
      if (is_better && its.loop == mine.loop && its.one.size == mine.one.size
          && is_same (its.first, mine.first) && is_same (its.bytes, mine.bytes)
          && is_same (its.rows, mine.rows) && is_same (its.stride, mine.stride)
          && is_same (its.condition, mine.condition) && is_same_line (its.place, mine.place))
        return true;
    }
  return false;
}

// Announces ALL before its loop, in place of the call in the loop.
void
announced_ranges::announce (announced_range &all)
{
  gcall *call;
  tree hook = gimple_call_fndecl (all.one.call), size = size_int (all.one.size);
  if (all.condition)
    all.bytes = fold_build3 (COND_EXPR, sizetype, all.condition, all.bytes, size_zero_node);
  if (!all.rows && tree_int_cst_equal (all.bytes, size))
    call = gimple_call_num_args (all.one.call) == 1 ? gimple_build_call (hook, 1, all.first)
                                                    : gimple_build_call (hook, 2, all.first, size);
  else
    {
      tree type = build_function_type_list (void_type_node, const_ptr_type_node, size_type_node,
                                            size_type_node, size_type_node, long_integer_type_node,
                                            NULL_TREE);
      hook = build_fn_decl (all.one.is_write ? "rp_write_range" : "rp_read_range", type);
      TREE_NOTHROW (hook) = 1;
      call = gimple_build_call (
        hook, 5, all.first, all.bytes, size_int (element_of (all.one.size)),
        all.rows ? all.rows : size_one_node,
        fold_convert (long_integer_type_node, all.stride ? all.stride : size_zero_node));
    }
  gimple_set_location (call, all.place);
  put_before (all.loop, call);
  leave_out (all.one);
  is_changed = true;
}

// Adds the calls. Returns whether the function was changed.
bool
announced_ranges::announce_all ()
{
  auto_vec<announced_range *> needed, needless;
  for (unsigned i = 0; i < found.length (); i++)
    if (found[i].loop)
      (!raceproof::has_simd_loop () && is_covered (i) ? needless : needed).safe_push (&found[i]);
  for (announced_range *all : needed)
    announce (*all);
  for (announced_range *all : needless)
    leave_out (all->one);
  return is_changed;
}

const pass_data ranges_data
  = { GIMPLE_PASS, "rpranges", OPTGROUP_NONE, TV_NONE, PROP_ssa | PROP_cfg, 0, 0, 0, 0 };

class ranges_pass : public gimple_opt_pass
{
public:
  ranges_pass (gcc::context *context) : gimple_opt_pass (ranges_data, context)
  {
  }

  opt_pass *
  clone () final override
  {
    return new ranges_pass (m_ctxt);
  }

  bool
  gate (function *) final override
  {
    return optimize && flag_sanitize & SANITIZE_THREAD;
  }

  unsigned execute (function *of) final override;
};

unsigned
ranges_pass::execute (function *of)
{
  loop_optimizer_init (LOOPS_NORMAL | LOOPS_HAVE_RECORDED_EXITS);
  calculate_dominance_info (CDI_DOMINATORS);
  scev_initialize ();
  bool is_changed;
  {
    announced_ranges all;
    all.find ();
    all.lift_all ();
    is_changed = all.announce_all ();
  }
  free_numbers_of_iterations_estimates (of);
  scev_finalize ();
  loop_optimizer_finalize ();
  return is_changed ? TODO_update_ssa_only_virtuals : 0;
}

} // namespace

void
raceproof::add_ranges_pass (const char *plugin)
{
  register_pass_info info = { new ranges_pass (g), "tsan", 0, PASS_POS_INSERT_AFTER };
  register_callback (plugin, PLUGIN_PASS_MANAGER_SETUP, nullptr, &info);
}
