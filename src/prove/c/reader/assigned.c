/* Answers questions about pieces of the tree. */
#include "prove/c/reader/assigned.h"

#include <string.h>

bool
rp_c_is_to_variable_array (const rp_c_type *type)
{
  if (type->kind != RP_C_POINTER)
    return false;
  for (type = type->element; type && type->kind == RP_C_ARRAY; type = type->element)
    if (type->length < 0)
      return true;
  return false;
}

/* The values are in order if none of them names its member, as `.x = 1` does. To be certain, the function returns
 * false if the text of LIST has a '.' or '=' anywhere. It also returns false if a member of TYPE is neither a
 * number nor a pointer, since LIST may then have lists inside. */
bool
rp_c_is_plain_list (const rp_c_program *program, const rp_c_node *list, const rp_c_type *type)
{
  if (list->kind != RP_C_LIST || type->kind != RP_C_STRUCT || list->count > type->field_count)
    return false;
  for (uint32_t i = 0; i < type->field_count; i++)
    if (type->fields[i].type->kind > RP_C_POINTER)
      return false;
  for (uint32_t i = list->span.begin; i < list->span.end; i++)
    if (program->text[i] == '.' || program->text[i] == '=')
      return false;
  return true;
}

bool
rp_c_is_assignment (const rp_c_node *node)
{
  size_t length = strlen (node->op);
  if (node->kind == RP_C_UNARY)
    return !strcmp (node->op, "++") || !strcmp (node->op, "--") || node->op[0] == 'p';
  return node->kind == RP_C_BINARY && length && node->op[length - 1] == '='
         && strcmp (node->op, "==") && strcmp (node->op, "!=") && strcmp (node->op, "<=")
         && strcmp (node->op, ">=");
}

const rp_c_node *
rp_c_bare (const rp_c_node *node)
{
  while (node && node->is_implicit)
    node = node->children[0];
  return node;
}

bool
rp_c_may_call (const rp_c_node *node)
{
  if (!node)
    return false;
  if (node->kind == RP_C_CALL || node->kind == RP_C_UNKNOWN
      || (node->kind == RP_C_EXPRESSION && node->text))
    return true;
  for (uint32_t i = 0; i < node->count; i++)
    if (rp_c_may_call (node->children[i]))
      return true;
  return false;
}

bool
rp_c_assigns_something (const rp_c_node *node)
{
  if (!node)
    return false;
  if (rp_c_is_assignment (node))
    return true;
  for (uint32_t i = 0; i < node->count; i++)
    if (rp_c_assigns_something (node->children[i]))
      return true;
  return false;
}

const rp_c_decl *
rp_c_root (const rp_c_node *node)
{
  if (node->kind == RP_C_NAME)
    return node->decl;
  bool is_of_array
    = node->count && node->children[0]->type && node->children[0]->type->kind == RP_C_ARRAY;
  if (node->kind == RP_C_MEMBER && (!node->is_arrow || is_of_array))
    return rp_c_root (node->children[0]);
  if (node->kind == RP_C_SUBSCRIPT && is_of_array)
    return rp_c_root (node->children[0]);
  return NULL;
}

static const char *const assigning_clauses[]
  = { "lastprivate", "reduction", "copyprivate", "linear", "in_reduction", "task_reduction" };

/* Calls VISIT for each variable that NODE names. NODE is a statement that is not understood, such as assembler, and
 * may change all of them. */
static void
each_named (const rp_c_node *node, void (*visit) (void *, const rp_c_decl *), void *context)
{
  if (!node)
    return;
  if (node->kind == RP_C_NAME && node->decl && !node->decl->is_function)
    visit (context, node->decl);
  for (uint32_t i = 0; i < node->count; i++)
    each_named (node->children[i], visit, context);
}

void
rp_c_each_assigned (const rp_c_node *node, void (*visit) (void *, const rp_c_decl *), void *context)
{
  if (!node)
    return;
  if (rp_c_is_assignment (node) && node->count && rp_c_root (node->children[0]))
    visit (context, rp_c_root (node->children[0]));
  if (node->kind == RP_C_DECLARATION)
    visit (context, node->decl);
  if (node->kind == RP_C_UNKNOWN)
    each_named (node, visit, context);
  for (size_t i = 0; node->directive && i < node->directive->clauses.count; i++)
    for (uint32_t j = 0; j < node->directive->clauses.items[i].count; j++)
      rp_c_each_assigned (node->directive->clauses.items[i].arguments[j], visit, context);
  for (size_t i = 0; node->directive && i < node->directive->clauses.count; i++)
    for (size_t k = 0; k < sizeof assigning_clauses / sizeof *assigning_clauses; k++)
      if (!strcmp (node->directive->clauses.items[i].name, assigning_clauses[k]))
        for (uint32_t j = 0; j < node->directive->clauses.items[i].count; j++)
          {
            const rp_c_node *item = node->directive->clauses.items[i].arguments[j];
            /* a reduction over a pointer changes the target of the pointer, not the pointer */
            bool is_section = item->type && item->type->kind == RP_C_POINTER
                              && strstr (assigning_clauses[k], "reduction");
            if (item->kind == RP_C_NAME && item->decl && !is_section)
              visit (context, item->decl);
          }
  for (uint32_t i = 0; i < node->count; i++)
    rp_c_each_assigned (node->children[i], visit, context);
}

void
rp_c_each_declared (const rp_c_node *node, void (*visit) (void *, const rp_c_decl *), void *context)
{
  if (!node)
    return;
  if (node->kind == RP_C_DECLARATION)
    visit (context, node->decl);
  for (uint32_t i = 0; i < node->count; i++)
    rp_c_each_declared (node->children[i], visit, context);
}

typedef struct assigned_search
{
  const rp_c_decl *decl;
  bool is_found;
} assigned_search;

static void
compare_assigned (void *context, const rp_c_decl *decl)
{
  assigned_search *search = context;
  search->is_found |= search->decl == decl;
}

bool
rp_c_assigns (const rp_c_node *node, const rp_c_decl *decl)
{
  assigned_search search = { decl, false };
  rp_c_each_assigned (node, compare_assigned, &search);
  return search.is_found;
}

bool
rp_c_assigns_member (const rp_c_node *node, const char *member)
{
  if (!node)
    return false;
  if ((node->kind == RP_C_BINARY || node->kind == RP_C_UNARY) && node->count
      && node->children[0]->kind == RP_C_MEMBER && !strcmp (node->children[0]->text, member)
      && (node->kind == RP_C_UNARY || strchr (node->op, '=')))
    return true;
  for (uint32_t i = 0; i < node->count; i++)
    if (rp_c_assigns_member (node->children[i], member))
      return true;
  return false;
}

bool
rp_c_mentions (const rp_c_node *node, const rp_c_decl *decl)
{
  if (!node)
    return false;
  if (node->kind == RP_C_NAME && node->decl == decl)
    return true;
  for (uint32_t i = 0; i < node->count; i++)
    if (rp_c_mentions (node->children[i], decl))
      return true;
  return false;
}

const rp_c_node *
rp_c_find_declaration (const rp_c_node *node, const rp_c_decl *decl)
{
  if (!node)
    return NULL;
  if (node->kind == RP_C_DECLARATION && node->decl == decl)
    return node;
  for (uint32_t i = 0; i < node->count; i++)
    {
      const rp_c_node *found = rp_c_find_declaration (node->children[i], decl);
      if (found)
        return found;
    }
  return NULL;
}

bool
rp_c_contains (const rp_c_node *node, rp_c_kind kind)
{
  if (!node)
    return false;
  if (node->kind == kind)
    return true;
  for (uint32_t i = 0; i < node->count; i++)
    if (rp_c_contains (node->children[i], kind))
      return true;
  return false;
}
