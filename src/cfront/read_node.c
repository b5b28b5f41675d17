/* Expressions and statements. libclang's cursors do not tell which operator an expression has, nor
 * which parts of a `for` are left out; both are read off the text, which is preprocessed and so has
 * no macros in it. */
#include "cfront/pragma.h"
#include "cfront/reader.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static bool
is_part (CXCursor cursor)
{
  enum CXCursorKind kind = clang_getCursorKind (cursor);
  return clang_isExpression (kind) || clang_isStatement (kind);
}

/* The expressions and statements among the children. */
static void
parts_of (CXCursor cursor, rp_c_cursors *list)
{
  rp_c_cursors all = { 0 };
  rp_c_children_of (cursor, &all);
  for (size_t i = 0; i < all.count; i++)
    if (is_part (all.items[i]))
      RP_VEC_PUSH (list, all.items[i]);
  RP_VEC_CLEAR (&all);
}

static rp_c_node *
new_node (rp_c_reader *r, CXCursor cursor, rp_c_kind kind)
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

static void
read_children (rp_c_reader *r, rp_c_node *node, CXCursor cursor)
{
  rp_c_cursors list = { 0 };
  rp_c_nodes read = { 0 };
  parts_of (cursor, &list);
  for (size_t i = 0; i < list.count; i++)
    RP_VEC_PUSH (&read, rp_c_read_node (r, list.items[i]));
  rp_c_set_children (r, node, read.items, read.count);
  RP_VEC_CLEAR (&read);
  RP_VEC_CLEAR (&list);
}

/* Behind spaces and the lines that name a place in the source (`# 12 "file.c"'). */
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

/* The operator that stands in the text from BEGIN to END. */
static void
read_operator (rp_c_reader *r, rp_c_node *node, uint32_t begin, uint32_t end)
{
  const char *text = r->program->text;
  size_t length = 0;
  begin = skip_space (text, begin, end);
  while (begin < end && length + 1 < sizeof node->op && strchr ("+-*/%&|^~!<>=,", text[begin]))
    node->op[length++] = text[begin++];
}

/* An expression that says what it is not: whoever evaluates it notes that. */
static rp_c_node *
not_represented (rp_c_node *node)
{
  node->kind = RP_C_EXPRESSION;
  node->text = "an expression of this kind is not represented";
  return node;
}

static rp_c_node *
read_binary (rp_c_reader *r, CXCursor cursor)
{
  rp_c_node *node = new_node (r, cursor, RP_C_BINARY);
  read_children (r, node, cursor);
  if (node->count == 2)
    read_operator (r, node, node->children[0]->span.end, node->children[1]->span.begin);
  return node->op[0] ? node : not_represented (node);
}

static rp_c_node *
read_unary (rp_c_reader *r, CXCursor cursor)
{
  rp_c_node *node = new_node (r, cursor, RP_C_UNARY);
  read_children (r, node, cursor);
  if (node->count != 1)
    return not_represented (node);
  rp_c_node *operand = node->children[0];
  if (operand->span.begin > node->span.begin)
    {
      read_operator (r, node, node->span.begin, operand->span.begin);
      if (!node->op[0]) /* __extension__ and the like */
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
  rp_c_node *node = new_node (r, cursor, RP_C_NUMBER);
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

static rp_c_node *
read_literal (rp_c_reader *r, CXCursor cursor)
{
  rp_c_node *node = new_node (r, cursor, RP_C_NUMBER);
  const char *text = r->program->text + node->span.begin;
  char *end;
  errno = 0;
  unsigned long long value = strtoull (text, &end, 0);
  /* not 0b101, nor what is too large */
  bool is_plain = isdigit ((unsigned char) *text) && !isalnum ((unsigned char) *end);
  while (isdigit ((unsigned char) *text) && *end && strchr ("uUlL", *end))
    is_plain = !isalnum ((unsigned char) *++end);
  if (!is_plain || errno || value > INT64_MAX)
    return read_number (r, cursor);
  node->value = (int64_t) value;
  return node;
}

static rp_c_node *
read_name (rp_c_reader *r, CXCursor cursor)
{
  rp_c_node *node = new_node (r, cursor, RP_C_NAME);
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
      not_represented (node);
    }
  return node;
}

static rp_c_node *
read_member (rp_c_reader *r, CXCursor cursor)
{
  rp_c_node *node = new_node (r, cursor, RP_C_MEMBER);
  read_children (r, node, cursor);
  node->text = rp_c_keep (r, clang_getCursorSpelling (cursor));
  if (node->count != 1)
    not_represented (node);
  else
    node->is_arrow = node->children[0]->type && node->children[0]->type->kind == RP_C_POINTER;
  return node;
}

static bool
is_mark (const rp_c_node *call)
{
  return call->kind == RP_C_CALL && call->count > 1 && call->children[0]->kind == RP_C_NAME
         && !strcmp (call->children[0]->text, RP_C_MARK);
}

/* The directive that CALL stands for. */
static rp_c_node *
read_directive (rp_c_reader *r, CXCursor cursor, const rp_c_node *call, rp_c_node *statement)
{
  rp_c_node *node = new_node (r, cursor, RP_C_DIRECTIVE);
  rp_c_directive *directive = r->program->directives.items[call->children[1]->value];
  node->directive = directive;
  node->type = NULL;
  directive->at = node->at;
  if (statement)
    {
      /* the text of the line ends where the statement begins */
      directive->at.end_line = directive->at.line;
      directive->at.end_column = directive->at.column + 7;
      rp_c_set_children (r, node, &statement, 1);
    }
  /* they have become int where they were narrower: that is not meant */
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
  rp_c_node *node = new_node (r, cursor, RP_C_CALL);
  read_children (r, node, cursor);
  if (!node->count)
    not_represented (node);
  return is_mark (node) && r->program->directives.items[node->children[1]->value]->is_alone
           ? read_directive (r, cursor, node, NULL)
           : node;
}

static rp_c_node *
read_while (rp_c_reader *r, CXCursor cursor)
{
  rp_c_node *node = new_node (r, cursor, RP_C_WHILE);
  read_children (r, node, cursor);
  if (node->count == 2 && is_mark (node->children[0]))
    return read_directive (r, cursor, node->children[0], node->children[1]);
  if (node->count != 2)
    node->kind = RP_C_UNKNOWN;
  return node;
}

/* Where the next SIGN stands outside parentheses, from BEGIN on. */
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
  rp_c_node *node = new_node (r, cursor, RP_C_FOR), *parts[4] = { NULL };
  rp_c_cursors list = { 0 };
  parts_of (cursor, &list);
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

void
rp_c_read_sizes (rp_c_reader *r, CXCursor cursor, CXCursor without, rp_c_nodes *into)
{
  rp_c_cursors list = { 0 };
  parts_of (cursor, &list);
  for (size_t i = 0; i < list.count; i++)
    {
      if (clang_equalCursors (list.items[i], without))
        continue;
      rp_c_node *size = rp_c_read_node (r, list.items[i]);
      if (size->kind != RP_C_NUMBER && size->kind != RP_C_LITERAL)
        RP_VEC_PUSH (into, size);
    }
  RP_VEC_CLEAR (&list);
}

rp_c_node *
rp_c_read_variable (rp_c_reader *r, CXCursor cursor)
{
  rp_c_node *node = new_node (r, cursor, RP_C_DECLARATION);
  CXCursor initial = clang_Cursor_getVarDeclInitializer (cursor);
  rp_c_node *value = clang_Cursor_isNull (initial) ? NULL : rp_c_read_node (r, initial);
  node->decl = rp_c_find_decl (r, cursor);
  rp_c_set_children (r, node, &value, value != NULL);
  return node;
}

/* int i = 0, j; typedef int row[n]; */
static rp_c_node *
read_declarations (rp_c_reader *r, CXCursor cursor)
{
  rp_c_node *node = new_node (r, cursor, RP_C_BLOCK);
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

/* The conversion of INNER to TYPE, if it is one that matters. */
static rp_c_node *
converted (rp_c_reader *r, CXCursor cursor, rp_c_node *inner, const rp_c_type *type)
{
  const rp_c_type *from = inner->type;
  bool is_from = from && from->kind == RP_C_INTEGER, is_to = type->kind == RP_C_INTEGER;
  bool is_new_shape = from && from->kind == RP_C_POINTER && rp_c_is_to_variable_array (type)
                      && from->element->kind != RP_C_ARRAY;
  if (is_new_shape)
    {
      rp_c_node *node = new_node (r, cursor, RP_C_CAST);
      rp_c_set_children (r, node, &inner, 1);
      return node;
    }
  /* an object of one shape may be used as one of another */
  if (from && from->kind == RP_C_POINTER && type->kind == RP_C_POINTER
      && type->element->kind == RP_C_ARRAY && from->element->kind == RP_C_OTHER)
    {
      rp_c_node *cast = new_node (r, cursor, RP_C_CAST);
      cast->is_implicit = true;
      rp_c_set_children (r, cast, &inner, 1);
      return cast;
    }
  if (!from || (!is_from && !is_to)
      || (is_from && is_to && from->bits == type->bits && from->is_unsigned == type->is_unsigned))
    return NULL;
  /* an integer becomes a real number, or a pointer: nothing is known of that */
  rp_c_node *node = new_node (r, cursor, is_to ? RP_C_CAST : RP_C_EXPRESSION);
  node->is_implicit = is_to;
  rp_c_set_children (r, node, &inner, 1);
  return node;
}

/* Parentheses, and conversions that are not written: these have the place of their operand. */
static rp_c_node *
read_wrapped (rp_c_reader *r, CXCursor cursor)
{
  rp_c_cursors list = { 0 };
  parts_of (cursor, &list);
  rp_c_node *node = NULL;
  rp_span span = rp_c_span_of (cursor);
  if (list.count == 1)
    {
      /* the span is that of what is around: operators are looked for between spans */
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
      node = new_node (r, cursor, list.count ? RP_C_EXPRESSION : RP_C_LITERAL);
      read_children (r, node, cursor);
      if (list.count)
        not_represented (node);
    }
  RP_VEC_CLEAR (&list);
  return node;
}

static rp_c_node *
read_cast (rp_c_reader *r, CXCursor cursor)
{
  rp_c_node *node = new_node (r, cursor, RP_C_CAST);
  rp_c_cursors list = { 0 };
  parts_of (cursor, &list);
  if (list.count == 1)
    {
      rp_c_node *operand = rp_c_read_node (r, list.items[0]);
      rp_c_set_children (r, node, &operand, 1);
    }
  else
    {
      /* sizes of the type's arrays come first: (sizes, operand) */
      rp_c_node *both = new_node (r, cursor, RP_C_BINARY);
      rp_c_node *sizes = new_node (r, cursor, RP_C_EXPRESSION);
      read_children (r, sizes, cursor);
      if (sizes->count)
        rp_c_set_children (r, node, &sizes->children[--sizes->count], 1);
      rp_c_set_children (r, both, (rp_c_node *[]) { sizes, node }, 2);
      strcpy (both->op, ",");
      if (!node->count)
        not_represented (node);
      node = both;
    }
  RP_VEC_CLEAR (&list);
  return node;
}

/* sizeof and its like: the operand is evaluated only if its size is not a constant. */
static rp_c_node *
read_size (rp_c_reader *r, CXCursor cursor)
{
  rp_c_node *node = read_number (r, cursor);
  if (node->kind == RP_C_NUMBER)
    return node;
  node->kind = RP_C_EXPRESSION;
  read_children (r, node, cursor);
  return node;
}

static rp_c_node *
read_plain (rp_c_reader *r, CXCursor cursor, rp_c_kind kind, uint32_t least, uint32_t most)
{
  rp_c_node *node = new_node (r, cursor, kind);
  read_children (r, node, cursor);
  if (node->count < least || node->count > most)
    node->kind = RP_C_UNKNOWN;
  return node->kind == RP_C_UNKNOWN && clang_isExpression (clang_getCursorKind (cursor))
           ? not_represented (node)
           : node;
}

/* __attribute__ ((fallthrough)); and its like. */
static rp_c_node *
read_attributed (rp_c_reader *r, CXCursor cursor)
{
  rp_c_node *node = read_plain (r, cursor, RP_C_UNKNOWN, 0, UINT32_MAX);
  const char *text = r->program->text + node->span.begin;
  bool is_attributed = !strncmp (text, "__attribute", 11) || !strncmp (text, "[[", 2);
  return is_attributed && node->count == 1 ? node->children[0] : node;
}

/* What an operator gives is never an array, but for what a pointer points to. */
static rp_c_node *
as_value (rp_c_reader *r, rp_c_node *node)
{
  bool is_value = node->kind == RP_C_BINARY || node->kind == RP_C_CONDITIONAL
                  || node->kind == RP_C_CAST
                  || (node->kind == RP_C_UNARY && strcmp (node->op, "*"));
  if (is_value && node->type)
    node->type = rp_c_decayed (r, node->type);
  return node;
}

rp_c_node *
rp_c_read_node (rp_c_reader *r, CXCursor cursor)
{
  enum CXCursorKind kind = clang_getCursorKind (cursor);
  switch (kind)
    {
    case CXCursor_DeclRefExpr:
      return read_name (r, cursor);
    case CXCursor_IntegerLiteral:
    case CXCursor_CharacterLiteral:
      return read_literal (r, cursor);
    case CXCursor_FloatingLiteral:
    case CXCursor_ImaginaryLiteral:
    case CXCursor_StringLiteral:
      return new_node (r, cursor, RP_C_LITERAL);
    case CXCursor_UnaryExpr:
      return read_size (r, cursor);
    case CXCursor_ParenExpr:
    case CXCursor_UnexposedExpr:
      return read_wrapped (r, cursor);
    case CXCursor_UnaryOperator:
      return as_value (r, read_unary (r, cursor));
    case CXCursor_BinaryOperator:
    case CXCursor_CompoundAssignOperator:
      return as_value (r, read_binary (r, cursor));
    case CXCursor_ConditionalOperator:
      return as_value (r, read_plain (r, cursor, RP_C_CONDITIONAL, 3, 3));
    case CXCursor_ArraySubscriptExpr:
      return read_plain (r, cursor, RP_C_SUBSCRIPT, 2, 2);
    case CXCursor_MemberRefExpr:
      return read_member (r, cursor);
    case CXCursor_CallExpr:
      return read_call (r, cursor);
    case CXCursor_CStyleCastExpr:
      return read_cast (r, cursor);
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
      return new_node (r, cursor, RP_C_BREAK);
    case CXCursor_ContinueStmt:
      return new_node (r, cursor, RP_C_CONTINUE);
    case CXCursor_NullStmt:
      return new_node (r, cursor, RP_C_EMPTY);
    case CXCursor_UnexposedStmt:
      return read_attributed (r, cursor);
    case CXCursor_StmtExpr:
    case CXCursor_CompoundLiteralExpr:
      return read_plain (r, cursor, RP_C_EXPRESSION, 0, UINT32_MAX);
    default:
      return read_plain (r, cursor, RP_C_UNKNOWN, 0, UINT32_MAX);
    }
}
