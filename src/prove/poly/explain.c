#include "prove/poly/explain.h"

#include "base/strbuf.h"

#include <isl/ilp.h>
#include <isl/printer.h>
#include <isl/space.h>
#include <isl/val.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static const char *
keep (rp_arena *arena, rp_strbuf *text)
{
  const char *kept = rp_arena_copy (arena, rp_strbuf_text (text), text->length);
  rp_strbuf_clear (text);
  return kept;
}

const char *
rp_explain_scope (const rp_form *form, rp_arena *arena)
{
  rp_strbuf text = { 0 };
  for (uint32_t i = 0; i < form->param_count; i++)
    {
      isl_set *set = isl_set_from_params (isl_set_copy (form->context));
      set = isl_set_move_dims (set, isl_dim_set, 0, isl_dim_param, 0, form->param_count);
      isl_val *least = isl_set_dim_min_val (set, (int) i);
      rp_strbuf_format (&text, "%s%s", i ? ", " : "all ", form->params[i]);
      /* a bound of INT32_MIN or less comes from the type, so the text leaves it out */
      if (least && isl_val_is_int (least) == isl_bool_true && isl_val_cmp_si (least, INT32_MIN) > 0)
        rp_strbuf_format (&text, " >= %ld", isl_val_get_num_si (least));
      isl_val_free (least);
    }
  return keep (arena, &text);
}

const char *
rp_explain_instance (const rp_leaf *leaf, const char *stroke, rp_arena *arena)
{
  rp_strbuf text = { 0 };
  if (leaf->label)
    rp_strbuf_add (&text, leaf->label);
  else
    rp_strbuf_format (&text, "line %u", leaf->at.line);
  for (uint32_t i = 0; i < leaf->dims; i++)
    rp_strbuf_format (&text, "%s%s%s", i ? "," : "<", leaf->names[i], stroke);
  if (leaf->dims)
    rp_strbuf_add (&text, ">");
  return keep (arena, &text);
}

static void
say_activity (rp_strbuf *text, const rp_leaf *leaf, uint32_t from)
{
  for (uint32_t i = from; i < leaf->length; i++)
    if (leaf->path[i].kind == RP_TOKEN_ASYNC)
      {
        if (leaf->path[i].word)
          rp_strbuf_format (text, "a %s of line %u", leaf->path[i].word, leaf->path[i].at.line);
        else
          rp_strbuf_format (text, "an activity of the %sasync of line %u",
                            leaf->path[i].clocked ? "clocked " : "", leaf->path[i].at.line);
        return;
      }
  rp_strbuf_add (text, "the activity that executes it");
}

/* The text names the innermost finish around both accesses: only the end of this finish waits for both. If there is
 * no such finish, the text names the end of the program. */
const char *
rp_explain_unordered (const rp_candidate *candidate, rp_arena *arena)
{
  const rp_leaf *a = candidate->leaves[0], *b = candidate->leaves[1];
  uint32_t common = rp_path_common (a, b), from = 0;
  const rp_form_token *finish = NULL;
  for (uint32_t i = 0; i < common; i++)
    if (a->path[i].kind == RP_TOKEN_FINISH)
      {
        finish = &a->path[i];
        from = i + 1;
      }
  rp_strbuf text = { 0 }, first = { 0 }, second = { 0 };
  say_activity (&first, a, from);
  say_activity (&second, b, from);
  if (finish && finish->word)
    rp_strbuf_format (&text,
                      "both are in the %s of line %u, which waits for them only at its end: ",
                      finish->word, finish->at.line);
  else if (finish)
    rp_strbuf_format (&text,
                      "both are in the %sfinish of line %u, which waits for them only at "
                      "its end: ",
                      finish->clocked ? "clocked " : "", finish->at.line);
  else
    rp_strbuf_add (&text, "only the end of the program waits for both: ");
  bool is_same = !strcmp (first.text, second.text);
  rp_strbuf_format (&text, "one runs in %s, the other in %s", first.text,
                    is_same ? "another one" : second.text);
  rp_strbuf_clear (&first);
  rp_strbuf_clear (&second);
  return keep (arena, &text);
}

const char *
rp_explain_set (__isl_take isl_set *set, rp_arena *arena)
{
  char *text = isl_set_to_str (set);
  isl_set_free (set);
  const char *kept = text ? rp_arena_copy (arena, text, strlen (text)) : "?";
  free (text);
  return kept;
}

const char *
rp_explain_phase (const rp_poly_symbols *symbols, const rp_phase *phi, rp_poly *least, rp_poly *most,
                  const char *const *names, rp_arena *arena)
{
  rp_strbuf text = { 0 };
  rp_poly_print (symbols, least, names, &text);
  if (phi->is_endless)
    rp_strbuf_add (&text, " or any later one");
  else if (most && !rp_poly_equal (least, most))
    {
      rp_strbuf_add (&text, " to ");
      rp_poly_print (symbols, most, names, &text);
    }
  return keep (arena, &text);
}
