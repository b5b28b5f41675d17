/* libclang's cursors do not tell which operator an expression has, nor which parts of a `for` are
 * left out; both are read off the text, which is preprocessed and so has no macros in it. */
#include "cfront/read.h"

#include "base/panic.h"
#include "base/strbuf.h"
#include "cfront/pragma.h"
#include "cfront/preprocess.h"

#include <clang-c/Index.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

typedef RP_VEC (CXCursor) cursors;

typedef struct reader
{
  rp_c_program *program;
  RP_VEC (CXCursor) declared; /* of each of the program's variables */
  const char *threadprivate;  /* ", a, b" */
} reader;

static rp_c_node *read_node (reader *r, CXCursor cursor);

/* ---- texts ---- */

static const char *
keep (reader *r, CXString text)
{
  const char *letters = clang_getCString (text);
  const char *kept
    = rp_arena_copy (&r->program->arena, letters ? letters : "", letters ? strlen (letters) : 0);
  clang_disposeString (text);
  return kept;
}

static rp_span
span_of (CXCursor cursor)
{
  CXSourceRange range = clang_getCursorExtent (cursor);
  rp_span span;
  clang_getFileLocation (clang_getRangeStart (range), NULL, NULL, NULL, &span.begin);
  clang_getFileLocation (clang_getRangeEnd (range), NULL, NULL, NULL, &span.end);
  return span;
}

static rp_place
place_at (reader *r, CXSourceLocation begin, CXSourceLocation end)
{
  CXString name;
  rp_place place;
  clang_getPresumedLocation (end, &name, &place.end_line, &place.end_column);
  clang_disposeString (name);
  clang_getPresumedLocation (begin, &name, &place.line, &place.column);
  place.file = clang_getCString (name);
  place.file
    = !place.file || !strcmp (place.file, r->program->path) ? r->program->path : keep (r, name);
  if (place.file == r->program->path)
    clang_disposeString (name);
  return place;
}

static rp_place
place_of (reader *r, CXCursor cursor)
{
  CXSourceRange range = clang_getCursorExtent (cursor);
  return place_at (r, clang_getRangeStart (range), clang_getRangeEnd (range));
}

/* ---- types ---- */

static const rp_c_type *read_type (reader *r, CXType type);

typedef struct field_reading
{
  reader *r;
  RP_VEC (rp_c_field) fields;
} field_reading;

static enum CXVisitorResult
read_field (CXCursor cursor, CXClientData data)
{
  field_reading *reading = data;
  rp_c_field field = { keep (reading->r, clang_getCursorSpelling (cursor)),
                       read_type (reading->r, clang_getCursorType (cursor)),
                       clang_Cursor_isBitField (cursor) != 0 };
  RP_VEC_PUSH (&reading->fields, field);
  return CXVisit_Continue;
}

static void
read_fields (reader *r, CXType type, rp_c_type *into)
{
  field_reading reading = { .r = r };
  clang_Type_visitFields (type, read_field, &reading);
  into->field_count = (uint32_t) reading.fields.count;
  into->fields
    = rp_arena_alloc (&r->program->arena, (reading.fields.count + 1) * sizeof *into->fields);
  if (reading.fields.count)
    memcpy (into->fields, reading.fields.items, reading.fields.count * sizeof *into->fields);
  RP_VEC_CLEAR (&reading.fields);
}

static bool
is_integer (enum CXTypeKind kind)
{
  return (kind >= CXType_Bool && kind <= CXType_Int128) || kind == CXType_Enum;
}

static void
fill_type (reader *r, CXType type, rp_c_type *into)
{
  into->kind = RP_C_OTHER;
  into->length = -1;
  switch (type.kind)
    {
    case CXType_Pointer:
      into->kind = RP_C_POINTER;
      into->element = read_type (r, clang_getPointeeType (type));
      break;
    case CXType_ConstantArray:
      into->length = clang_getArraySize (type);
      /* fall through */
    case CXType_IncompleteArray:
    case CXType_VariableArray:
    case CXType_DependentSizedArray:
      into->kind = RP_C_ARRAY;
      into->element = read_type (r, clang_getArrayElementType (type));
      break;
    case CXType_Record:
      into->is_union = clang_getCursorKind (clang_getTypeDeclaration (type)) == CXCursor_UnionDecl;
      into->kind = into->is_union ? RP_C_OTHER : RP_C_STRUCT;
      read_fields (r, type, into);
      break;
    case CXType_Atomic:
      *into = *read_type (r, clang_Type_getValueType (type));
      into->is_atomic = true;
      break;
    default:
      if (is_integer (type.kind))
        into->kind = RP_C_INTEGER;
      else if (type.kind >= CXType_Float && type.kind <= CXType_LongDouble)
        into->kind = RP_C_REAL;
    }
}

static const rp_c_type *
read_type (reader *r, CXType type)
{
  type = clang_getCanonicalType (type);
  const char *spelling = keep (r, clang_getTypeSpelling (type));
  static const char *const qualifiers[] = { "const ", "volatile ", "restrict " };
  for (size_t i = 0; i < sizeof qualifiers / sizeof *qualifiers; i++)
    if (type.kind != CXType_Pointer && !strncmp (spelling, qualifiers[i], strlen (qualifiers[i])))
      spelling += strlen (qualifiers[i]);
  for (size_t i = 0; i < r->program->types.count; i++)
    if (!strcmp (r->program->types.items[i]->spelling, spelling))
      return r->program->types.items[i];
  rp_c_type *made = RP_NEW (&r->program->arena, rp_c_type);
  made->spelling = spelling;
  /* first the name: a structure may contain a pointer to itself */
  RP_VEC_PUSH (&r->program->types, made);
  fill_type (r, type, made);
  made->spelling = spelling;
  return made;
}

/* ---- declarations ---- */

static bool
is_named (const char *list, const char *name)
{
  size_t length = strlen (name);
  for (const char *p = strstr (list, name); p && length; p = strstr (p + 1, name))
    if (p >= list + 2 && p[-1] == ' ' && p[-2] == ',' && (p[length] == ',' || !p[length]))
      return true;
  return false;
}

static rp_c_decl *
find_decl (reader *r, CXCursor cursor)
{
  CXCursor canonical = clang_getCanonicalCursor (cursor);
  for (size_t i = r->declared.count; i-- > 0;)
    if (clang_equalCursors (r->declared.items[i], canonical))
      return r->program->decls.items[i];
  rp_c_decl *decl = RP_NEW (&r->program->arena, rp_c_decl);
  CXType type = clang_getCursorType (cursor);
  enum CX_StorageClass storage = clang_Cursor_getStorageClass (cursor);
  CXCursor parent = clang_getCursorSemanticParent (cursor);
  decl->name = keep (r, clang_getCursorSpelling (cursor));
  decl->is_function = clang_getCursorKind (cursor) == CXCursor_FunctionDecl;
  decl->type = read_type (r, type);
  decl->is_constant = clang_isConstQualifiedType (type) != 0;
  decl->index = (uint32_t) r->program->decls.count;
  decl->is_static = !decl->is_function && clang_getCursorKind (cursor) == CXCursor_VarDecl
                    && (storage == CX_SC_Static || storage == CX_SC_Extern
                        || clang_getCursorKind (parent) == CXCursor_TranslationUnit);
  decl->is_threadprivate
    = decl->is_static
      && (is_named (r->threadprivate, decl->name) || clang_getCursorTLSKind (cursor) != CXTLS_None);
  decl->is_in_system = clang_Location_isInSystemHeader (clang_getCursorLocation (cursor)) != 0;
  decl->at = place_of (r, cursor);
  RP_VEC_PUSH (&r->declared, canonical);
  RP_VEC_PUSH (&r->program->decls, decl);
  return decl;
}

/* ---- nodes ---- */

static enum CXChildVisitResult
collect (CXCursor cursor, CXCursor parent, CXClientData data)
{
  (void) parent;
  cursors *list = data;
  RP_VEC_PUSH (list, cursor);
  return CXChildVisit_Continue;
}

static void
children_of (CXCursor cursor, cursors *list)
{
  clang_visitChildren (cursor, collect, list);
}

static bool
is_part (CXCursor cursor)
{
  enum CXCursorKind kind = clang_getCursorKind (cursor);
  return clang_isExpression (kind) || clang_isStatement (kind);
}

/* The expressions and statements among the children. */
static void
parts_of (CXCursor cursor, cursors *list)
{
  cursors all = { 0 };
  children_of (cursor, &all);
  for (size_t i = 0; i < all.count; i++)
    if (is_part (all.items[i]))
      RP_VEC_PUSH (list, all.items[i]);
  RP_VEC_CLEAR (&all);
}

static rp_c_node *
new_node (reader *r, CXCursor cursor, rp_c_kind kind)
{
  rp_c_node *node = RP_NEW (&r->program->arena, rp_c_node);
  node->kind = kind;
  node->at = place_of (r, cursor);
  node->span = span_of (cursor);
  if (clang_isExpression (clang_getCursorKind (cursor)))
    node->type = read_type (r, clang_getCursorType (cursor));
  return node;
}

static void
set_children (reader *r, rp_c_node *node, rp_c_node *const *children, size_t count)
{
  node->count = (uint32_t) count;
  node->children = rp_arena_alloc (&r->program->arena, (count + 1) * sizeof *node->children);
  if (count)
    memcpy (node->children, children, count * sizeof *children);
}

static void
read_children (reader *r, rp_c_node *node, CXCursor cursor)
{
  cursors list = { 0 };
  RP_VEC (rp_c_node *) nodes = { 0 };
  parts_of (cursor, &list);
  for (size_t i = 0; i < list.count; i++)
    RP_VEC_PUSH (&nodes, read_node (r, list.items[i]));
  set_children (r, node, nodes.items, nodes.count);
  RP_VEC_CLEAR (&nodes);
  RP_VEC_CLEAR (&list);
}

/* The operator that stands in the text from BEGIN to END. */
static void
read_operator (reader *r, rp_c_node *node, uint32_t begin, uint32_t end)
{
  const char *text = r->program->text;
  size_t length = 0;
  while (begin < end && isspace ((unsigned char) text[begin]))
    begin++;
  while (begin < end && length + 1 < sizeof node->op && strchr ("+-*/%&|^~!<>=,", text[begin]))
    node->op[length++] = text[begin++];
}

static rp_c_node *
read_binary (reader *r, CXCursor cursor)
{
  rp_c_node *node = new_node (r, cursor, RP_C_BINARY);
  read_children (r, node, cursor);
  if (node->count == 2)
    read_operator (r, node, node->children[0]->span.end, node->children[1]->span.begin);
  return node;
}

static rp_c_node *
read_unary (reader *r, CXCursor cursor)
{
  rp_c_node *node = new_node (r, cursor, RP_C_UNARY);
  read_children (r, node, cursor);
  if (node->count != 1)
    return node;
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
read_number (reader *r, CXCursor cursor)
{
  rp_c_node *node = new_node (r, cursor, RP_C_NUMBER);
  CXEvalResult result = clang_Cursor_Evaluate (cursor);
  if (result && clang_EvalResult_getKind (result) == CXEval_Int)
    node->value = clang_EvalResult_getAsLongLong (result);
  else
    node->kind = RP_C_EXPRESSION;
  if (result)
    clang_EvalResult_dispose (result);
  return node;
}

static rp_c_node *
read_literal (reader *r, CXCursor cursor)
{
  rp_c_node *node = new_node (r, cursor, RP_C_NUMBER);
  const char *text = r->program->text + node->span.begin;
  if (isdigit ((unsigned char) *text))
    {
      node->value = (int64_t) strtoull (text, NULL, 0);
      return node;
    }
  return read_number (r, cursor);
}

static rp_c_node *
read_name (reader *r, CXCursor cursor)
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
      node->decl = find_decl (r, target);
      node->text = node->decl->name;
      break;
    default:
      node->kind = RP_C_EXPRESSION;
    }
  return node;
}

static rp_c_node *
read_member (reader *r, CXCursor cursor)
{
  rp_c_node *node = new_node (r, cursor, RP_C_MEMBER);
  read_children (r, node, cursor);
  node->text = keep (r, clang_getCursorSpelling (cursor));
  if (node->count != 1)
    node->kind = RP_C_EXPRESSION;
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
read_directive (reader *r, CXCursor cursor, const rp_c_node *call, rp_c_node *statement)
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
      set_children (r, node, &statement, 1);
    }
  for (size_t i = 0; i < directive->clauses.count; i++)
    directive->clauses.items[i].arguments = call->children + 2 + directive->clauses.items[i].first;
  return node;
}

static rp_c_node *
read_call (reader *r, CXCursor cursor)
{
  rp_c_node *node = new_node (r, cursor, RP_C_CALL);
  read_children (r, node, cursor);
  if (!node->count)
    node->kind = RP_C_EXPRESSION;
  return is_mark (node) && r->program->directives.items[node->children[1]->value]->is_alone
           ? read_directive (r, cursor, node, NULL)
           : node;
}

static rp_c_node *
read_while (reader *r, CXCursor cursor)
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
find_sign (reader *r, uint32_t begin, uint32_t end, char sign)
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
read_for (reader *r, CXCursor cursor)
{
  rp_c_node *node = new_node (r, cursor, RP_C_FOR), *parts[4] = { NULL };
  cursors list = { 0 };
  parts_of (cursor, &list);
  uint32_t open = find_sign (r, node->span.begin, node->span.end, '(') + 1;
  uint32_t first = find_sign (r, open, node->span.end, ';');
  uint32_t second = find_sign (r, first + 1, node->span.end, ';');
  for (size_t i = 0; i < list.count; i++)
    {
      uint32_t begin = span_of (list.items[i]).begin;
      int part = i + 1 == list.count ? 3 : begin <= first ? 0 : begin <= second ? 1 : 2;
      parts[part] = read_node (r, list.items[i]);
    }
  RP_VEC_CLEAR (&list);
  set_children (r, node, parts, 4);
  return node;
}

static rp_c_node *
read_variable (reader *r, CXCursor cursor)
{
  rp_c_node *node = new_node (r, cursor, RP_C_DECLARATION);
  RP_VEC (rp_c_node *) nodes = { 0 };
  node->decl = find_decl (r, cursor);
  CXCursor initial = clang_Cursor_getVarDeclInitializer (cursor);
  if (!clang_Cursor_isNull (initial))
    RP_VEC_PUSH (&nodes, read_node (r, initial));
  set_children (r, node, nodes.items, nodes.count);
  RP_VEC_CLEAR (&nodes);
  return node;
}

/* int i = 0, j; */
static rp_c_node *
read_declarations (reader *r, CXCursor cursor)
{
  rp_c_node *node = new_node (r, cursor, RP_C_BLOCK);
  cursors all = { 0 };
  RP_VEC (rp_c_node *) nodes = { 0 };
  children_of (cursor, &all);
  for (size_t i = 0; i < all.count; i++)
    if (clang_getCursorKind (all.items[i]) == CXCursor_VarDecl)
      RP_VEC_PUSH (&nodes, read_variable (r, all.items[i]));
  set_children (r, node, nodes.items, nodes.count);
  if (nodes.count == 1)
    node = nodes.items[0];
  RP_VEC_CLEAR (&nodes);
  RP_VEC_CLEAR (&all);
  return node;
}

static rp_c_node *
read_wrapped (reader *r, CXCursor cursor)
{
  cursors list = { 0 };
  parts_of (cursor, &list);
  rp_c_node *node = NULL;
  if (list.count == 1)
    {
      /* the span is that of what is around: operators are looked for between spans */
      rp_span span = span_of (cursor);
      const rp_c_type *type = read_type (r, clang_getCursorType (cursor));
      rp_c_node *inner = read_node (r, list.items[0]);
      if (inner->type && inner->type->kind == RP_C_INTEGER && type->kind != RP_C_INTEGER)
        {
          /* an integer becomes a real number */
          node = new_node (r, cursor, RP_C_EXPRESSION);
          set_children (r, node, &inner, 1);
        }
      else
        {
          node = RP_NEW (&r->program->arena, rp_c_node);
          *node = *inner;
        }
      node->span = span;
    }
  RP_VEC_CLEAR (&list);
  if (!node)
    {
      node = new_node (r, cursor, RP_C_EXPRESSION);
      read_children (r, node, cursor);
    }
  return node;
}

static rp_c_node *
read_cast (reader *r, CXCursor cursor)
{
  rp_c_node *node = new_node (r, cursor, RP_C_CAST);
  cursors list = { 0 };
  parts_of (cursor, &list);
  if (list.count)
    {
      /* sizes of the type's arrays may come first */
      rp_c_node *operand = read_node (r, RP_VEC_LAST (&list));
      set_children (r, node, &operand, 1);
    }
  else
    node->kind = RP_C_EXPRESSION;
  RP_VEC_CLEAR (&list);
  return node;
}

static rp_c_node *
read_plain (reader *r, CXCursor cursor, rp_c_kind kind, uint32_t least, uint32_t most)
{
  rp_c_node *node = new_node (r, cursor, kind);
  read_children (r, node, cursor);
  if (node->count < least || node->count > most)
    node->kind = clang_isExpression (clang_getCursorKind (cursor)) ? RP_C_EXPRESSION : RP_C_UNKNOWN;
  return node;
}

static rp_c_node *
read_node (reader *r, CXCursor cursor)
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
    case CXCursor_UnaryExpr: /* sizeof and its like: nothing is evaluated */
      {
        rp_c_node *node = read_number (r, cursor);
        if (node->kind != RP_C_NUMBER)
          node->kind = RP_C_LITERAL;
        return node;
      }
    case CXCursor_ParenExpr:
    case CXCursor_UnexposedExpr:
      return read_wrapped (r, cursor);
    case CXCursor_UnaryOperator:
      return read_unary (r, cursor);
    case CXCursor_BinaryOperator:
    case CXCursor_CompoundAssignOperator:
      return read_binary (r, cursor);
    case CXCursor_ConditionalOperator:
      return read_plain (r, cursor, RP_C_CONDITIONAL, 3, 3);
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
    default:
      return read_plain (r, cursor, clang_isExpression (kind) ? RP_C_EXPRESSION : RP_C_UNKNOWN, 0,
                         UINT32_MAX);
    }
}

/* ---- the file ---- */

static void
read_function (reader *r, CXCursor cursor)
{
  rp_arena *arena = &r->program->arena;
  rp_c_decl *decl = find_decl (r, cursor);
  rp_c_function *function = RP_NEW (arena, rp_c_function);
  int count = clang_Cursor_getNumArguments (cursor);
  cursors all = { 0 };
  function->name = decl->name;
  function->at = place_of (r, cursor);
  function->is_in_system = clang_Location_isInSystemHeader (clang_getCursorLocation (cursor)) != 0;
  function->param_count = count > 0 ? (uint32_t) count : 0;
  function->params = rp_arena_alloc (arena, (function->param_count + 1) * sizeof *function->params);
  for (uint32_t i = 0; i < function->param_count; i++)
    function->params[i] = find_decl (r, clang_Cursor_getArgument (cursor, i));
  children_of (cursor, &all);
  for (size_t i = 0; i < all.count; i++)
    if (clang_getCursorKind (all.items[i]) == CXCursor_CompoundStmt)
      function->body = read_node (r, all.items[i]);
  RP_VEC_CLEAR (&all);
  decl->function = function;
  RP_VEC_PUSH (&r->program->functions, function);
}

static enum CXChildVisitResult
read_top (CXCursor cursor, CXCursor parent, CXClientData data)
{
  (void) parent;
  if (clang_getCursorKind (cursor) == CXCursor_FunctionDecl && clang_isCursorDefinition (cursor))
    read_function (data, cursor);
  return CXChildVisit_Continue;
}

static bool
add_errors (reader *r, CXTranslationUnit unit, rp_diagnostics *diagnostics)
{
  bool is_good = true;
  unsigned count = clang_getNumDiagnostics (unit);
  for (unsigned i = 0; i < count; i++)
    {
      CXDiagnostic one = clang_getDiagnostic (unit, i);
      if (clang_getDiagnosticSeverity (one) >= CXDiagnostic_Error)
        {
          CXSourceLocation at = clang_getDiagnosticLocation (one);
          rp_diagnostics_add (diagnostics, RP_ERROR_SYNTAX, place_at (r, at, at), "%s",
                              keep (r, clang_getDiagnosticSpelling (one)));
          is_good = false;
        }
      clang_disposeDiagnostic (one);
    }
  return is_good;
}

/* Parses TEXT, with or without OpenMP; NULL if libclang itself failed. */
static CXTranslationUnit
parse (CXIndex index, const char *path, const char *text, size_t length, bool is_openmp)
{
  const char *const arguments[]
    = { "-x", "cpp-output",       "-std=gnu17",
        "-w", "-ferror-limit=20", is_openmp ? "-fopenmp" : "-fno-openmp" };
  struct CXUnsavedFile file = { path, text, length };
  CXTranslationUnit unit = NULL;
  enum CXErrorCode error
    = clang_parseTranslationUnit2 (index, path, arguments, sizeof arguments / sizeof *arguments,
                                   &file, 1, CXTranslationUnit_None, &unit);
  return error == CXError_Success ? unit : NULL;
}

/* First as it is, for what clang has to say about it; then with the directives marked. */
static bool
read_text (reader *r, const rp_strbuf *text, rp_diagnostics *diagnostics)
{
  rp_strbuf marked = { 0 }, threadprivate = { 0 };
  CXIndex index = clang_createIndex (0, 0);
  const char *path = "preprocessed.i";
  CXTranslationUnit unit = parse (index, path, text->text, text->length, true);
  bool is_good = unit && add_errors (r, unit, diagnostics);
  if (unit)
    clang_disposeTranslationUnit (unit);
  if (is_good)
    {
      rp_strbuf_format (&marked, "int %s (int, ...);\n", RP_C_MARK);
      rp_c_mark_directives (r->program, text->text, &marked, &threadprivate);
      r->threadprivate = rp_strbuf_text (&threadprivate);
      r->program->text = rp_arena_copy (&r->program->arena, marked.text, marked.length);
      unit = parse (index, path, marked.text, marked.length, false);
      is_good = unit && add_errors (r, unit, diagnostics);
      if (is_good)
        clang_visitChildren (clang_getTranslationUnitCursor (unit), read_top, r);
      if (unit)
        clang_disposeTranslationUnit (unit);
    }
  clang_disposeIndex (index);
  rp_strbuf_clear (&marked);
  rp_strbuf_clear (&threadprivate);
  return is_good;
}

bool
rp_c_read (const char *path, const char *const *options, rp_c_program *program,
           rp_diagnostics *diagnostics, char **failure)
{
  *program = (rp_c_program) { 0 };
  program->path = rp_arena_copy (&program->arena, path, strlen (path));
  reader r = { .program = program };
  rp_strbuf text = { 0 }, messages = { 0 };
  *failure = NULL;
  bool is_good = rp_c_preprocess (path, options, &text, &messages) && text.length;
  if (!is_good)
    *failure = rp_strdup (messages.length ? messages.text : "the file is empty");
  else
    is_good = read_text (&r, &text, diagnostics);
  if (!is_good && !*failure && !diagnostics->list.count)
    *failure = rp_strdup ("libclang could not parse it");
  RP_VEC_CLEAR (&r.declared);
  rp_strbuf_clear (&text);
  rp_strbuf_clear (&messages);
  return is_good;
}

void
rp_c_program_clear (rp_c_program *program)
{
  for (size_t i = 0; i < program->directives.count; i++)
    RP_VEC_CLEAR (&program->directives.items[i]->clauses);
  RP_VEC_CLEAR (&program->directives);
  RP_VEC_CLEAR (&program->functions);
  RP_VEC_CLEAR (&program->decls);
  RP_VEC_CLEAR (&program->types);
  rp_arena_clear (&program->arena);
}
