/* Finds the functions, inlined ones included, and the blocks that contain an instruction. */
#include "outside/symbol/internal.h"

#include <dwarf.h>
#include <stdlib.h>

/* Stores in *SCOPES the scopes around PC that libdw finds, and returns their number. dwarf_getscopes finds the
 * innermost scope. The other scopes are those around it in the tree: dwarf_getscopes itself would go on from an
 * inlined function to its definition, not to its call. */
static int
ordinary_scopes (Dwarf_Die *unit, Dwarf_Addr pc, Dwarf_Die **scopes)
{
  Dwarf_Die *found = NULL, innermost;
  int count = dwarf_getscopes (unit, pc, &found);
  if (count <= 0)
    return 0;
  innermost = found[0];
  free (found);
  count = dwarf_getscopes_die (&innermost, scopes);
  return count > 0 ? count : 0;
}

static bool
may_have_functions (int tag)
{
  return tag == DW_TAG_subprogram || tag == DW_TAG_lexical_block || tag == DW_TAG_namespace
         || tag == DW_TAG_module || tag == DW_TAG_structure_type || tag == DW_TAG_class_type
         || tag == DW_TAG_union_type;
}

static bool
is_scope (int tag)
{
  return tag == DW_TAG_subprogram || tag == DW_TAG_lexical_block || tag == DW_TAG_inlined_subroutine
         || tag == DW_TAG_try_block || tag == DW_TAG_catch_block;
}

typedef RP_VEC (Dwarf_Die) die_list;

/* Stores in *FUNCTION the function that contains PC, at any depth of the tree. Returns false if there is none. */
static bool
find_function (Dwarf_Die *unit, Dwarf_Addr pc, Dwarf_Die *function)
{
  die_list open = { 0 };
  bool found = false;
  RP_VEC_PUSH (&open, *unit);
  while (open.count && !found)
    {
      Dwarf_Die parent = RP_VEC_POP (&open), child;
      if (dwarf_child (&parent, &child))
        continue;
      do
        {
          int tag = dwarf_tag (&child);
          found = tag == DW_TAG_subprogram && dwarf_haspc (&child, pc) == 1;
          if (found)
            *function = child;
          else if (may_have_functions (tag))
            RP_VEC_PUSH (&open, child);
        }
      while (!found && dwarf_siblingof (&child, &child) == 0);
    }
  RP_VEC_CLEAR (&open);
  return found;
}

static bool
find_inner (Dwarf_Die *scope, Dwarf_Addr pc, Dwarf_Die *inner)
{
  if (dwarf_child (scope, inner))
    return false;
  do
    if (is_scope (dwarf_tag (inner)) && dwarf_haspc (inner, pc) == 1)
      return true;
  while (dwarf_siblingof (inner, inner) == 0);
  return false;
}

/* Does the same as ordinary_scopes, for a PC in a lambda. gcc puts the function of a lambda into a class inside the
 * surrounding function. The lambda's instructions are outside those of the surrounding function, so libdw does not look
 * there. */
static int
hidden_scopes (Dwarf_Die *unit, Dwarf_Addr pc, Dwarf_Die **scopes)
{
  die_list list = { 0 };
  Dwarf_Die scope, inner;
  if (!find_function (unit, pc, &scope))
    return 0;
  RP_VEC_PUSH (&list, scope);
  for (; find_inner (&scope, pc, &inner); scope = inner)
    RP_VEC_PUSH (&list, inner);
  for (size_t i = 0; i < list.count / 2; i++)
    {
      Dwarf_Die swap = list.items[i];
      list.items[i] = list.items[list.count - 1 - i];
      list.items[list.count - 1 - i] = swap;
    }
  *scopes = list.items;
  return (int) list.count;
}

int
rp_symbol_scopes (Dwarf_Die *unit, Dwarf_Addr pc, Dwarf_Die **scopes)
{
  *scopes = NULL;
  int count = ordinary_scopes (unit, pc, scopes);
  for (int i = 0; i < count; i++)
    if (dwarf_tag (&(*scopes)[i]) == DW_TAG_subprogram)
      return i + 1;
  free (*scopes);
  *scopes = NULL;
  return hidden_scopes (unit, pc, scopes);
}
