/* Reads nodes of all kinds, and statements. libclang's cursors do not tell which part of a `for` is missing, so
 * find_sign looks for the semicolons in the text. */
#include "prove/c/reader/large_stack.h"
#include "prove/c/reader/pragma.h"
#include "prove/c/reader/reader.h"
#include "prove/poly/limit.h"

#include <string.h>

static bool
is_part (CXCursor cursor)
{
  enum CXCursorKind kind = clang_getCursorKind (cursor);
  return clang_isExpression (kind) || clang_isStatement (kind);
}

/* Appends to LIST the children of CURSOR that are expressions or statements. */
void
rp_c_parts_of (CXCursor cursor, rp_c_cursors *list)
{
  rp_c_cursors all = { 0 };
  rp_c_children_of (cursor, &all);
  for (size_t i = 0; i < all.count; i++)
    if (is_part (all.items[i]))
      RP_VEC_PUSH (list, all.items[i]);
  RP_VEC_CLEAR (&all);
}

rp_c_node *
rp_c_new_node (rp_c_reader *r, CXCursor cursor, rp_c_kind kind)
{
  rp_c_node *node = RP_NEW (&r->program->arena, rp_c_node);
  node->kind = kind;
  node->at = rp_c_place_of (r, cursor);
  node->span = rp_c_span_of (cursor);
  if (clang_isExpression (clang_getCursorKind (cursor)))
    node->type = rp_c_read_type (r, clang_getCursorType (cursor));
  return node;
}

void
rp_c_set_children (rp_c_reader *r, rp_c_node *node, rp_c_node *const *children, size_t count)
{
  node->count = (uint32_t) count;
  node->children = rp_arena_alloc (&r->program->arena, (count + 1) * sizeof *node->children);
  if (count)
    memcpy (node->children, children, count * sizeof *children);
}

void
rp_c_read_children (rp_c_reader *r, rp_c_node *node, CXCursor cursor)
{
  rp_c_cursors list = { 0 };
  rp_c_nodes read = { 0 };
  rp_c_parts_of (cursor, &list);
  for (size_t i = 0; i < list.count; i++)
    RP_VEC_PUSH (&read, rp_c_read_node (r, list.items[i]));
  rp_c_set_children (r, node, read.items, read.count);
  RP_VEC_CLEAR (&read);
  RP_VEC_CLEAR (&list);
}

static bool
is_mark (const rp_c_node *call)
{
  return call->kind == RP_C_CALL && call->count > 1 && call->children[0]->kind == RP_C_NAME
         && !strcmp (call->children[0]->text, RP_C_MARK);
}

/* Returns a node for the directive whose mark is CALL. STATEMENT is the statement of the directive, or NULL. */
static rp_c_node *
read_directive (rp_c_reader *r, CXCursor cursor, const rp_c_node *call, rp_c_node *statement)
{
  rp_c_node *node = rp_c_new_node (r, cursor, RP_C_DIRECTIVE);
  rp_c_directive *directive = r->program->directives.items[call->children[1]->value];
  node->directive = directive;
  node->type = NULL;
  directive->at = node->at;
  if (statement)
    {
      /* the place of the directive covers only `#pragma' */
      directive->at.end_line = directive->at.line;
      directive->at.end_column = directive->at.column + 7;
      rp_c_set_children (r, node, &statement, 1);
    }
  /* remove the implicit conversions of the arguments: they exist only because the mark is a call */
  for (uint32_t i = 2; i < call->count; i++)
    while (call->children[i]->is_implicit)
      call->children[i] = call->children[i]->children[0];
  for (size_t i = 0; i < directive->clauses.count; i++)
    directive->clauses.items[i].arguments = call->children + 2 + directive->clauses.items[i].first;
  return node;
}

static rp_c_node *
read_call (rp_c_reader *r, CXCursor cursor)
{
  rp_c_node *node = rp_c_new_node (r, cursor, RP_C_CALL);
  rp_c_read_children (r, node, cursor);
  if (!node->count)
    rp_c_not_represented (node);
  return is_mark (node) && r->program->directives.items[node->children[1]->value]->is_alone
           ? read_directive (r, cursor, node, NULL)
           : node;
}

static rp_c_node *
read_while (rp_c_reader *r, CXCursor cursor)
{
  rp_c_node *node = rp_c_new_node (r, cursor, RP_C_WHILE);
  rp_c_read_children (r, node, cursor);
  if (node->count == 2 && is_mark (node->children[0]))
    return read_directive (r, cursor, node->children[0], node->children[1]);
  if (node->count != 2)
    node->kind = RP_C_UNKNOWN;
  return node;
}

/* Returns the position of the next SIGN from BEGIN on that is outside parentheses, brackets, braces and quotes; END if
 * there is none. */
static uint32_t
find_sign (rp_c_reader *r, uint32_t begin, uint32_t end, char sign)
{
  const char *text = r->program->text;
  int depth = 0;
  for (; begin < end; begin++)
    {
      char c = text[begin];
      if (c == sign && depth == 0)
        return begin;
      if (c == '\'' || c == '"')
        for (begin++; begin < end && text[begin] != c; begin++)
          begin += text[begin] == '\\';
      depth += c == '(' || c == '[' || c == '{';
      depth -= c == ')' || c == ']' || c == '}';
    }
  return end;
}

static rp_c_node *
read_for (rp_c_reader *r, CXCursor cursor)
{
  rp_c_node *node = rp_c_new_node (r, cursor, RP_C_FOR), *parts[4] = { NULL };
  rp_c_cursors list = { 0 };
  rp_c_parts_of (cursor, &list);
  uint32_t open = find_sign (r, node->span.begin, node->span.end, '(') + 1;
  uint32_t first = find_sign (r, open, node->span.end, ';');
  uint32_t second = find_sign (r, first + 1, node->span.end, ';');
  for (size_t i = 0; i < list.count; i++)
    {
      uint32_t begin = rp_c_span_of (list.items[i]).begin;
      int part = i + 1 == list.count ? 3 : begin <= first ? 0 : begin <= second ? 1 : 2;
      parts[part] = rp_c_read_node (r, list.items[i]);
    }
  RP_VEC_CLEAR (&list);
  rp_c_set_children (r, node, parts, 4);
  return node;
}

/* Stores SIZES in DECL->sizes, in the order in which the text contains them. */
static void
keep_sizes (rp_c_reader *r, rp_c_decl *decl, const rp_c_nodes *sizes)
{
  decl->size_count = (uint32_t) sizes->count;
  decl->sizes = rp_arena_alloc (&r->program->arena, (sizes->count + 1) * sizeof *decl->sizes);
  for (size_t i = 0; i < sizes->count; i++)
    {
      size_t at = i;
      for (; at && decl->sizes[at - 1]->span.begin > sizes->items[i]->span.begin; at--)
        decl->sizes[at] = decl->sizes[at - 1];
      decl->sizes[at] = sizes->items[i];
    }
}

/* Whether TYPE has an array size that is evaluated at the declaration. If not, no expression in the declaration, such
 * as the operand of typeof, is evaluated. */
static bool
has_variable_size (CXType type)
{
  type = clang_getCanonicalType (type);
  CXType element
    = type.kind == CXType_Pointer ? clang_getPointeeType (type) : clang_getArrayElementType (type);
  return type.kind == CXType_VariableArray
         || (element.kind != CXType_Invalid && has_variable_size (element));
}

void
rp_c_read_sizes (rp_c_reader *r, CXCursor cursor, CXCursor without, rp_c_nodes *into)
{
  bool is_name = clang_getCursorKind (cursor) == CXCursor_TypedefDecl;
  if (!has_variable_size (is_name ? clang_getTypedefDeclUnderlyingType (cursor)
                                  : clang_getCursorType (cursor)))
    return;
  rp_c_cursors list = { 0 };
  rp_c_nodes all = { 0 };
  rp_c_parts_of (cursor, &list);
  for (size_t i = 0; i < list.count; i++)
    {
      if (clang_equalCursors (list.items[i], without))
        continue;
      rp_c_node *size = rp_c_read_node (r, list.items[i]);
      RP_VEC_PUSH (&all, size);
      if (size->kind != RP_C_NUMBER && size->kind != RP_C_LITERAL)
        RP_VEC_PUSH (into, size);
    }
  if (!is_name)
    keep_sizes (r, rp_c_find_decl (r, cursor), &all);
  RP_VEC_CLEAR (&all);
  RP_VEC_CLEAR (&list);
}

rp_c_node *
rp_c_read_variable (rp_c_reader *r, CXCursor cursor)
{
  rp_c_node *node = rp_c_new_node (r, cursor, RP_C_DECLARATION);
  CXCursor initial = clang_Cursor_getVarDeclInitializer (cursor);
  rp_c_node *value = clang_Cursor_isNull (initial) ? NULL : rp_c_read_node (r, initial);
  node->decl = rp_c_find_decl (r, cursor);
  rp_c_set_children (r, node, &value, value != NULL);
  return node;
}

/* Reads the declarations of one statement, such as `int i = 0, j;' or `typedef int row[n];'. Returns a block with their
 * nodes; if there is only one node, returns that node. */
static rp_c_node *
read_declarations (rp_c_reader *r, CXCursor cursor)
{
  rp_c_node *node = rp_c_new_node (r, cursor, RP_C_BLOCK);
  rp_c_cursors all = { 0 };
  rp_c_nodes list = { 0 };
  rp_c_children_of (cursor, &all);
  for (size_t i = 0; i < all.count; i++)
    {
      enum CXCursorKind kind = clang_getCursorKind (all.items[i]);
      if (kind == CXCursor_VarDecl)
        {
          rp_c_read_sizes (r, all.items[i], clang_Cursor_getVarDeclInitializer (all.items[i]),
                           &list);
          RP_VEC_PUSH (&list, rp_c_read_variable (r, all.items[i]));
        }
      else if (kind == CXCursor_TypedefDecl)
        rp_c_read_sizes (r, all.items[i], clang_getNullCursor (), &list);
    }
  rp_c_set_children (r, node, list.items, list.count);
  if (list.count == 1)
    node = list.items[0];
  RP_VEC_CLEAR (&list);
  RP_VEC_CLEAR (&all);
  return node;
}

static rp_c_node *
read_plain (rp_c_reader *r, CXCursor cursor, rp_c_kind kind, uint32_t least, uint32_t most)
{
  rp_c_node *node = rp_c_new_node (r, cursor, kind);
  rp_c_read_children (r, node, cursor);
  if (node->count < least || node->count > most)
    node->kind = RP_C_UNKNOWN;
  return node->kind == RP_C_UNKNOWN && clang_isExpression (clang_getCursorKind (cursor))
           ? rp_c_not_represented (node)
           : node;
}

/* Reads an unexposed statement. If it has an attribute, such as __attribute__ ((fallthrough));, leaves the attribute
 * out. */
static rp_c_node *
read_attributed (rp_c_reader *r, CXCursor cursor)
{
  rp_c_node *node = read_plain (r, cursor, RP_C_UNKNOWN, 0, UINT32_MAX);
  const char *text = r->program->text + node->span.begin;
  bool is_attributed = !strncmp (text, "__attribute", 11) || !strncmp (text, "[[", 2);
  return is_attributed && node->count == 1 ? node->children[0] : node;
}

static rp_c_node *
read_any (rp_c_reader *r, CXCursor cursor)
{
  enum CXCursorKind kind = clang_getCursorKind (cursor);
  switch (kind)
    {
    case CXCursor_DeclRefExpr:
      return rp_c_read_name (r, cursor);
    case CXCursor_IntegerLiteral:
    case CXCursor_CharacterLiteral:
      return rp_c_read_literal (r, cursor);
    case CXCursor_FloatingLiteral:
    case CXCursor_ImaginaryLiteral:
    case CXCursor_StringLiteral:
      return rp_c_new_node (r, cursor, RP_C_LITERAL);
    case CXCursor_UnaryExpr:
      return rp_c_read_size (r, cursor);
    case CXCursor_ParenExpr:
    case CXCursor_UnexposedExpr:
      return rp_c_read_wrapped (r, cursor);
    case CXCursor_UnaryOperator:
      return rp_c_as_value (r, rp_c_read_unary (r, cursor));
    case CXCursor_BinaryOperator:
    case CXCursor_CompoundAssignOperator:
      return rp_c_as_value (r, rp_c_read_binary (r, cursor));
    case CXCursor_ConditionalOperator:
      return rp_c_as_value (r, read_plain (r, cursor, RP_C_CONDITIONAL, 3, 3));
    case CXCursor_ArraySubscriptExpr:
      return read_plain (r, cursor, RP_C_SUBSCRIPT, 2, 2);
    case CXCursor_MemberRefExpr:
      return rp_c_read_member (r, cursor);
    case CXCursor_CallExpr:
      return read_call (r, cursor);
    case CXCursor_CStyleCastExpr:
      return rp_c_read_cast (r, cursor);
    case CXCursor_InitListExpr:
      return read_plain (r, cursor, RP_C_LIST, 0, UINT32_MAX);
    case CXCursor_CompoundStmt:
      return read_plain (r, cursor, RP_C_BLOCK, 0, UINT32_MAX);
    case CXCursor_DeclStmt:
      return read_declarations (r, cursor);
    case CXCursor_IfStmt:
      return read_plain (r, cursor, RP_C_IF, 2, 3);
    case CXCursor_ForStmt:
      return read_for (r, cursor);
    case CXCursor_WhileStmt:
      return read_while (r, cursor);
    case CXCursor_DoStmt:
      return read_plain (r, cursor, RP_C_DO, 2, 2);
    case CXCursor_SwitchStmt:
      return read_plain (r, cursor, RP_C_SWITCH, 2, 2);
    case CXCursor_CaseStmt:
    case CXCursor_DefaultStmt:
      return read_plain (r, cursor, RP_C_CASE, 1, 3);
    case CXCursor_ReturnStmt:
      return read_plain (r, cursor, RP_C_RETURN, 0, 1);
    case CXCursor_BreakStmt:
      return rp_c_new_node (r, cursor, RP_C_BREAK);
    case CXCursor_ContinueStmt:
      return rp_c_new_node (r, cursor, RP_C_CONTINUE);
    case CXCursor_NullStmt:
      return rp_c_new_node (r, cursor, RP_C_EMPTY);
    case CXCursor_UnexposedStmt:
      return read_attributed (r, cursor);
    case CXCursor_StmtExpr:
    case CXCursor_CompoundLiteralExpr:
      return read_plain (r, cursor, RP_C_EXPRESSION, 0, UINT32_MAX);
    default:
      return read_plain (r, cursor, RP_C_UNKNOWN, 0, UINT32_MAX);
    }
}

rp_c_node *
rp_c_read_node (rp_c_reader *r, CXCursor cursor)
{
  rp_c_node *node;
  r->is_late = r->is_late || rp_limit_is_past (r->deadline);
  if (++r->depth > RP_C_DEEPEST || r->is_late)
    {
      node = rp_c_not_represented (rp_c_new_node (r, cursor, RP_C_EXPRESSION));
      r->program->odd = "a statement or expression that is nested this deeply";
      r->program->odd_at = node->at;
    }
  else
    node = read_any (r, cursor);
  r->depth--;
  return node;
}
