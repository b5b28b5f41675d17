/* Values from outside the program: from the command line, the environment or files. Such an input may have any value,
 * so it is a parameter of the proof, and a race that needs a particular input is a certain race. A value that the
 * program computes and that is not affine is no input. */
#include "prove/c/walker/walker.h"

#include <string.h>

#define DEEPEST_CALL 4

static bool returns_input (const rp_c_function *function, int depth);

bool
rp_c_reads_input (const char *name)
{
  return !strncmp (name, "ato", 3) || !strncmp (name, "strto", 5) || strstr (name, "scanf")
         || !strncmp (name, "get", 3) || !strcmp (name, "fgetc");
}

static bool
is_input (const rp_c_node *node, int depth)
{
  while (node && node->kind == RP_C_CAST && node->count == 1)
    node = node->children[0];
  if (!node)
    return false;
  if (node->kind == RP_C_CONDITIONAL)
    return is_input (node->children[1], depth) || is_input (node->children[2], depth);
  if (node->kind == RP_C_EXPRESSION && node->count == 1 && !node->text)
    return is_input (node->children[0], depth);
  const rp_c_node *callee = node->kind == RP_C_CALL ? node->children[0] : NULL;
  if (!callee || callee->kind != RP_C_NAME || !callee->decl || !callee->decl->is_function)
    return false;
  return callee->decl->function ? returns_input (callee->decl->function, depth + 1)
                                : rp_c_reads_input (callee->decl->name);
}

static bool
has_input_return (const rp_c_node *node, int depth)
{
  if (!node)
    return false;
  if (node->kind == RP_C_RETURN && node->count && is_input (node->children[0], depth))
    return true;
  for (uint32_t i = 0; i < node->count; i++)
    if (has_input_return (node->children[i], depth))
      return true;
  return false;
}

/* Whether some return statement of the function returns an input. */
static bool
returns_input (const rp_c_function *function, int depth)
{
  return depth < DEEPEST_CALL && function->body && has_input_return (function->body, depth);
}

bool
rp_c_is_input (const rp_c_node *node)
{
  return is_input (node, 0);
}

/* Examines the assignments to DECL in NODE. Sets *HAS_INPUT if one assigns an input, and *HAS_OTHERS if one assigns a
 * value that is neither an input nor a constant. */
static void
look_at_assignments (const rp_c_node *node, const rp_c_decl *decl, bool *has_input,
                     bool *has_others)
{
  if (!node)
    return;
  if (rp_c_is_assignment (node) && rp_c_root (node->children[0]) == decl)
    {
      bool is_plain = node->kind == RP_C_BINARY && !strcmp (node->op, "=")
                      && node->children[0]->kind == RP_C_NAME;
      bool is_from_outside = is_plain && rp_c_is_input (node->children[1]);
      *has_input |= is_from_outside;
      *has_others
        |= !is_from_outside && !(is_plain && rp_c_bare (node->children[1])->kind == RP_C_NUMBER);
    }
  for (uint32_t i = 0; i < node->count; i++)
    look_at_assignments (node->children[i], decl, has_input, has_others);
}

bool
rp_c_is_set_from_outside (const rp_c_node *node, const rp_c_decl *decl)
{
  bool has_input = false, has_others = false;
  look_at_assignments (node, decl, &has_input, &has_others);
  return has_input && !has_others;
}

/* Whether the value is an input for which no parameter was made yet. */
bool
rp_c_may_be_any (const rp_c_value *value)
{
  return !value->number && !value->is_derived && !value->pointer && !value->function
         && !value->stride;
}

rp_c_value
rp_c_name_input (rp_walker *w, rp_c_value value, const char *name, const rp_c_type *type)
{
  if (!rp_c_may_be_any (&value) || !type || type->kind != RP_C_INTEGER)
    return value;
  isl_pw_aff *parameter = rp_c_parameter (w, name, false, (rp_place) { 0 });
  rp_c_bound_parameter (w, parameter, type);
  value = (rp_c_value) { .number = parameter };
  return rp_c_recall (w, &value);
}
