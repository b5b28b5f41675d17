/* Reads expressions. libclang's cursors do not say which operator an expression has. So the operator is read from the
 * preprocessed text, which has no macros. */
#include "prove/c/reader/reader.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Returns the position behind spaces and line markers (`# 12 "file.c"') from BEGIN on. */
static uint32_t
skip_space (const char *text, uint32_t begin, uint32_t end)
{
  for (; begin < end; begin++)
    {
      if (text[begin] == '#')
        while (begin < end && text[begin] != '\n')
          begin++;
      else if (!isspace ((unsigned char) text[begin]))
        break;
    }
  return begin < end ? begin : end;
}

/* Stores the operator between BEGIN and END of the text in NODE->op. */
static void
read_operator (rp_c_reader *r, rp_c_node *node, uint32_t begin, uint32_t end)
{
  const char *text = r->program->text;
  size_t length = 0;
  begin = skip_space (text, begin, end);
  while (begin < end && length + 1 < sizeof node->op && strchr ("+-*/%&|^~!<>=,", text[begin]))
    node->op[length++] = text[begin++];
}

/* Marks NODE as an expression that the tree cannot represent, and returns NODE. */
rp_c_node *
rp_c_not_represented (rp_c_node *node)
{
  node->kind = RP_C_EXPRESSION;
  node->text = "an expression of this kind is not represented";
  return node;
}

rp_c_node *
rp_c_read_binary (rp_c_reader *r, CXCursor cursor)
{
  rp_c_node *node = rp_c_new_node (r, cursor, RP_C_BINARY);
  rp_c_read_children (r, node, cursor);
  if (node->count == 2)
    read_operator (r, node, node->children[0]->span.end, node->children[1]->span.begin);
  return node->op[0] ? node : rp_c_not_represented (node);
}

rp_c_node *
rp_c_read_unary (rp_c_reader *r, CXCursor cursor)
{
  rp_c_node *node = rp_c_new_node (r, cursor, RP_C_UNARY);
  rp_c_read_children (r, node, cursor);
  if (node->count != 1)
    return rp_c_not_represented (node);
  rp_c_node *operand = node->children[0];
  if (operand->span.begin > node->span.begin)
    {
      read_operator (r, node, node->span.begin, operand->span.begin);
      /* for __extension__ and the like, there is no operator: the operand takes the span of the whole */
      if (!node->op[0])
        operand->span = node->span;
      if (!node->op[0])
        return operand;
      return node;
    }
  read_operator (r, node, operand->span.end, node->span.end);
  char postfix[4] = { 'p', node->op[0], node->op[1], 0 };
  memcpy (node->op, postfix, sizeof postfix);
  return node;
}

static rp_c_node *
read_number (rp_c_reader *r, CXCursor cursor)
{
  rp_c_node *node = rp_c_new_node (r, cursor, RP_C_NUMBER);
  CXEvalResult result = clang_Cursor_Evaluate (cursor);
  bool is_number = result && clang_EvalResult_getKind (result) == CXEval_Int;
  if (is_number && clang_EvalResult_isUnsignedInt (result))
    is_number = clang_EvalResult_getAsUnsigned (result) <= INT64_MAX;
  if (is_number)
    node->value = clang_EvalResult_getAsLongLong (result);
  else
    node->kind = RP_C_LITERAL;
  if (result)
    clang_EvalResult_dispose (result);
  return node;
}

rp_c_node *
rp_c_read_literal (rp_c_reader *r, CXCursor cursor)
{
  rp_c_node *node = rp_c_new_node (r, cursor, RP_C_NUMBER);
  const char *text = r->program->text + node->span.begin;
  char *end;
  errno = 0;
  unsigned long long value = strtoull (text, &end, 0);
  /* strtoull reads decimal, octal and hexadecimal numbers that fit; read_number reads all others, such as 0b101 */
  bool is_plain = isdigit ((unsigned char) *text) && !isalnum ((unsigned char) *end);
  while (isdigit ((unsigned char) *text) && *end && strchr ("uUlL", *end))
    is_plain = !isalnum ((unsigned char) *++end);
  if (!is_plain || errno || value > INT64_MAX)
    return read_number (r, cursor);
  node->value = (int64_t) value;
  return node;
}

rp_c_node *
rp_c_read_name (rp_c_reader *r, CXCursor cursor)
{
  rp_c_node *node = rp_c_new_node (r, cursor, RP_C_NAME);
  CXCursor target = clang_getCursorReferenced (cursor);
  switch (clang_getCursorKind (target))
    {
    case CXCursor_EnumConstantDecl:
      node->kind = RP_C_NUMBER;
      node->value = clang_getEnumConstantDeclValue (target);
      break;
    case CXCursor_VarDecl:
    case CXCursor_ParmDecl:
    case CXCursor_FunctionDecl:
      node->decl = rp_c_find_decl (r, target);
      node->text = node->decl->name;
      if (clang_getCursorKind (target) == CXCursor_ParmDecl)
        node->type = node->decl->type;
      break;
    default:
      rp_c_not_represented (node);
    }
  return node;
}

rp_c_node *
rp_c_read_member (rp_c_reader *r, CXCursor cursor)
{
  rp_c_node *node = rp_c_new_node (r, cursor, RP_C_MEMBER);
  rp_c_read_children (r, node, cursor);
  node->text = rp_c_keep (r, clang_getCursorSpelling (cursor));
  if (node->count != 1)
    rp_c_not_represented (node);
  else
    node->is_arrow = node->children[0]->type
                     && (node->children[0]->type->kind == RP_C_POINTER
                         || node->children[0]->type->kind == RP_C_ARRAY);
  return node;
}

/* Returns a node for the conversion of INNER to TYPE; NULL if the conversion changes nothing for the analysis. */
static rp_c_node *
converted (rp_c_reader *r, CXCursor cursor, rp_c_node *inner, const rp_c_type *type)
{
  const rp_c_type *from = inner->type;
  bool is_from = from && from->kind == RP_C_INTEGER, is_to = type->kind == RP_C_INTEGER;
  bool is_new_shape = from && from->kind == RP_C_POINTER && rp_c_is_to_variable_array (type)
                      && from->element->kind != RP_C_ARRAY;
  if (is_new_shape)
    {
      rp_c_node *node = rp_c_new_node (r, cursor, RP_C_CAST);
      rp_c_set_children (r, node, &inner, 1);
      return node;
    }
  /* a pointer to void, or to a union, becomes a pointer to an array, which may have another shape than the object */
  if (from && from->kind == RP_C_POINTER && type->kind == RP_C_POINTER
      && type->element->kind == RP_C_ARRAY && from->element->kind == RP_C_OTHER)
    {
      rp_c_node *cast = rp_c_new_node (r, cursor, RP_C_CAST);
      cast->is_implicit = true;
      rp_c_set_children (r, cast, &inner, 1);
      return cast;
    }
  if (!from || (!is_from && !is_to)
      || (is_from && is_to && from->bits == type->bits && from->is_unsigned == type->is_unsigned))
    return NULL;
  /* to an integer: an implicit cast; from an integer to a real number or a pointer: an expression of which the analysis
   * knows nothing */
  rp_c_node *node = rp_c_new_node (r, cursor, is_to ? RP_C_CAST : RP_C_EXPRESSION);
  node->is_implicit = is_to;
  rp_c_set_children (r, node, &inner, 1);
  return node;
}

/* Whether the text in SPAN is __func__ or a similar name for the name of the function, as assert uses it. */
static bool
is_function_name (const rp_c_reader *r, rp_span span)
{
  static const char *const names[] = { "__func__", "__FUNCTION__", "__PRETTY_FUNCTION__" };
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strlen (names[i]) == span.end - span.begin
        && !strncmp (r->program->text + span.begin, names[i], span.end - span.begin))
      return true;
  return false;
}

/* Reads parentheses and implicit conversions. libclang shows an implicit conversion as an unexposed expression with the
 * span of its operand. */
rp_c_node *
rp_c_read_wrapped (rp_c_reader *r, CXCursor cursor)
{
  rp_c_cursors list = { 0 };
  rp_c_parts_of (cursor, &list);
  rp_c_node *node = NULL;
  rp_span span = rp_c_span_of (cursor);
  if (is_function_name (r, span))
    node = rp_c_new_node (r, cursor, RP_C_LITERAL);
  else if (list.count == 1)
    {
      /* the operand gets the span of the parentheses, because operators are sought between the spans of operands */
      rp_c_node *inner = rp_c_read_node (r, list.items[0]);
      bool is_conversion
        = inner->span.begin == span.begin && inner->span.end == span.end && inner->type;
      if (clang_getCursorKind (cursor) == CXCursor_ParenExpr || is_conversion)
        {
          const rp_c_type *type = rp_c_read_type (r, clang_getCursorType (cursor));
          node = converted (r, cursor, inner, type);
          if (!node)
            {
              node = RP_NEW (&r->program->arena, rp_c_node);
              *node = *inner;
            }
          node->span = span;
        }
    }
  if (!node)
    {
      node = rp_c_new_node (r, cursor, list.count ? RP_C_EXPRESSION : RP_C_LITERAL);
      rp_c_read_children (r, node, cursor);
      if (list.count)
        rp_c_not_represented (node);
    }
  RP_VEC_CLEAR (&list);
  return node;
}

rp_c_node *
rp_c_read_cast (rp_c_reader *r, CXCursor cursor)
{
  rp_c_node *node = rp_c_new_node (r, cursor, RP_C_CAST);
  rp_c_cursors list = { 0 };
  rp_c_parts_of (cursor, &list);
  if (list.count == 1)
    {
      rp_c_node *operand = rp_c_read_node (r, list.items[0]);
      rp_c_set_children (r, node, &operand, 1);
    }
  else
    {
      /* the sizes in the type are evaluated first, as in the comma expression (sizes, operand) */
      rp_c_node *both = rp_c_new_node (r, cursor, RP_C_BINARY);
      rp_c_node *sizes = rp_c_new_node (r, cursor, RP_C_EXPRESSION);
      rp_c_read_children (r, sizes, cursor);
      if (sizes->count)
        rp_c_set_children (r, node, &sizes->children[--sizes->count], 1);
      rp_c_set_children (r, both, (rp_c_node *[]) { sizes, node }, 2);
      strcpy (both->op, ",");
      if (!node->count)
        rp_c_not_represented (node);
      node = both;
    }
  RP_VEC_CLEAR (&list);
  return node;
}

/* Reads sizeof and similar operators. The operand is evaluated only if its size is not a constant. */
rp_c_node *
rp_c_read_size (rp_c_reader *r, CXCursor cursor)
{
  rp_c_node *node = read_number (r, cursor);
  if (node->kind == RP_C_NUMBER)
    return node;
  node->kind = RP_C_EXPRESSION;
  rp_c_read_children (r, node, cursor);
  return node;
}

/* If NODE is the result of an operator other than *, [], . and ->, and its type is an array, changes the type to the
 * pointer to which the array is converted. Returns NODE. */
rp_c_node *
rp_c_as_value (rp_c_reader *r, rp_c_node *node)
{
  bool is_value = node->kind == RP_C_BINARY || node->kind == RP_C_CONDITIONAL
                  || node->kind == RP_C_CAST
                  || (node->kind == RP_C_UNARY && strcmp (node->op, "*"));
  if (is_value && node->type)
    node->type = rp_c_decayed (r, node->type);
  return node;
}
