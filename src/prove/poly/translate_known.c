/* Records the known values of locals. */
#include "base/panic.h"
#include "prove/poly/translator.h"

#include <stdlib.h>

void
rp_known_forget (rp_translator *t, uint32_t slot)
{
  isl_pw_aff_free (t->frame.slots[slot].value);
  t->frame.slots[slot].value = NULL;
}

void
rp_known_learn (rp_translator *t, uint32_t slot, isl_pw_aff *value)
{
  rp_known_forget (t, slot);
  t->frame.slots[slot] = (rp_known) { value, (uint32_t) t->names.count };
}

bool
rp_stmt_makes_task (const rp_stmt *stmt)
{
  return stmt->kind == RP_STMT_ASYNC || stmt->kind == RP_STMT_FUTURE || stmt->kind == RP_STMT_FORALL
         || stmt->kind == RP_STMT_FORASYNC || stmt->kind == RP_STMT_ACTOR;
}

void
rp_known_forget_assigned (rp_translator *t, const rp_stmt *stmt)
{
  if (stmt->kind == RP_STMT_ASSIGN && stmt->target->binding == RP_BOUND_LOCAL)
    rp_known_forget (t, stmt->target->index);
  if (stmt->kind == RP_STMT_VAR || stmt->kind == RP_STMT_FUTURE || stmt->kind == RP_STMT_PHASER
      || stmt->kind == RP_STMT_ACTOR)
    rp_known_forget (t, stmt->index);
  if (rp_stmt_makes_task (stmt))
    return;
  for (uint32_t i = 0; i < stmt->body_count; i++)
    rp_known_forget_assigned (t, stmt->body[i]);
}

rp_known_frame
rp_known_frame_copy (const rp_known_frame *frame)
{
  rp_known_frame copy = { rp_calloc (frame->count + 1, sizeof *copy.slots), frame->count };
  for (uint32_t i = 0; i < frame->count; i++)
    copy.slots[i] = (rp_known) { isl_pw_aff_copy (frame->slots[i].value), frame->slots[i].dims };
  return copy;
}

void
rp_known_frame_clear (rp_known_frame *frame)
{
  for (uint32_t i = 0; i < frame->count; i++)
    isl_pw_aff_free (frame->slots[i].value);
  free (frame->slots);
}

void
rp_known_frame_join (rp_translator *t, const rp_known_frame *no, const rp_truth *truth)
{
  uint32_t dims = (uint32_t) t->names.count;
  for (uint32_t i = 0; i < no->count; i++)
    {
      rp_known *yes = &t->frame.slots[i];
      isl_pw_aff *joined = NULL;
      if (!yes->value && !no->slots[i].value)
        continue;
      if (yes->value && no->slots[i].value)
        {
          isl_pw_aff *a
            = isl_pw_aff_add_dims (isl_pw_aff_copy (yes->value), isl_dim_in, dims - yes->dims);
          isl_pw_aff *b = isl_pw_aff_add_dims (isl_pw_aff_copy (no->slots[i].value), isl_dim_in,
                                               dims - no->slots[i].dims);
          if (isl_pw_aff_plain_is_equal (a, b) == isl_bool_true)
            {
              isl_pw_aff_free (a);
              isl_pw_aff_free (b);
              continue;
            }
          if (truth->is_exact)
            joined = isl_pw_aff_union_add (
              isl_pw_aff_intersect_domain (a, isl_set_copy (truth->may)),
              isl_pw_aff_intersect_domain (b, isl_set_complement (isl_set_copy (truth->may))));
          else
            {
              isl_pw_aff_free (a);
              isl_pw_aff_free (b);
            }
        }
      rp_known_learn (t, i, joined);
    }
}
