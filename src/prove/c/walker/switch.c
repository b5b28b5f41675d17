/* Walks through switches. All branches are considered. Values that are assigned in a branch are not known
 * behind the switch. */
#include "prove/c/walker/walker.h"

/* Whether NODE has a case label that is not at the top level of the switch's body. IS_TOP: NODE is at this level. */
static bool
has_inner_case (const rp_c_node *node, bool is_top)
{
  if (!node || node->kind == RP_C_SWITCH)
    return false;
  if (node->kind == RP_C_CASE)
    return !is_top || has_inner_case (node->children[node->count - 1], true);
  for (uint32_t i = 0; i < node->count; i++)
    if (has_inner_case (node->children[i], false))
      return true;
  return false;
}

void
rp_c_walk_switch (rp_walker *w, const rp_c_node *node)
{
  const rp_c_node *body = node->children[1];
  rp_c_switch outer = w->innermost_switch;
  rp_c_evaluate (w, node->children[0]);
  for (uint32_t i = 0; i < body->count && body->kind == RP_C_BLOCK; i++)
    if (has_inner_case (body->children[i], true))
      {
        rp_c_note (w, body->children[i]->at, true, "a case label inside another statement");
        /* control may reach later regions by ways that the walk does not see */
        if (!w->form)
          w->odd = body->children[i];
      }
  rp_c_doubts trusted
    = rp_c_add_doubt (w, node->at, true, "all branches of the switch are considered");
  w->innermost_switch = (rp_c_switch) { body, w->held.count };
  rp_c_forget_assigned (w, body);
  rp_c_walk (w, body);
  if (w->held.count != w->innermost_switch.held_count)
    rp_c_note (w, node->at, true, "a lock is taken or released in a switch");
  rp_c_forget_assigned (w, body);
  w->innermost_switch = outer;
  rp_c_restore_doubts (w, trusted);
}

/* Walks through a case label and its statement. Control comes to it from the statement before it, or from the beginning
 * of the switch. */
void
rp_c_walk_case (rp_walker *w, const rp_c_node *node)
{
  if (w->innermost_switch.body)
    rp_c_forget_assigned (w, w->innermost_switch.body);
  if (w->held.count != w->innermost_switch.held_count)
    rp_c_note (w, node->at, true, "a lock is taken or released in a switch");
  rp_c_walk (w, node->children[node->count - 1]);
}
