/* Switches: all branches are considered, and what is assigned in them is not known. */
#include "prove/c/walker/walker.h"

/* Whether there are labels of a switch in NODE other than on the top of its body. */
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
  const rp_c_node *body = node->children[1], *outer_body = w->switch_body;
  size_t outer_held = w->switch_held;
  rp_c_evaluate (w, node->children[0]);
  for (uint32_t i = 0; i < body->count && body->kind == RP_C_BLOCK; i++)
    if (has_inner_case (body->children[i], true))
      {
        rp_c_note (w, body->children[i]->at, true, "a case label inside another statement");
        /* regions that follow are not come to as it looks */
        if (!w->form)
          w->odd = body->children[i];
      }
  rp_c_doubts trusted = rp_c_doubt (w, node->at, true, "all branches of the switch are considered");
  w->switch_body = body;
  w->switch_held = w->held.count;
  rp_c_forget_assigned (w, body);
  rp_c_walk (w, body);
  if (w->held.count != w->switch_held)
    rp_c_note (w, node->at, true, "a lock is taken or released in a switch");
  rp_c_forget_assigned (w, body);
  w->switch_body = outer_body;
  w->switch_held = outer_held;
  rp_c_trust (w, trusted);
}

/* A case label may be reached from the statement before it, or from the begin of the switch. */
void
rp_c_walk_case (rp_walker *w, const rp_c_node *node)
{
  if (w->switch_body)
    rp_c_forget_assigned (w, w->switch_body);
  if (w->held.count != w->switch_held)
    rp_c_note (w, node->at, true, "a lock is taken or released in a switch");
  rp_c_walk (w, node->children[node->count - 1]);
}
