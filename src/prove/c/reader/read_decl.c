/* Reads types and declarations. */
#include "prove/c/reader/reader.h"

#include <string.h>

/* ---- texts ---- */

const char *
rp_c_keep (rp_c_reader *r, CXString text)
{
  const char *letters = clang_getCString (text);
  const char *kept
    = rp_arena_copy (&r->program->arena, letters ? letters : "", letters ? strlen (letters) : 0);
  clang_disposeString (text);
  return kept;
}

rp_span
rp_c_span_of (CXCursor cursor)
{
  CXSourceRange range = clang_getCursorExtent (cursor);
  rp_span span;
  clang_getFileLocation (clang_getRangeStart (range), NULL, NULL, NULL, &span.begin);
  clang_getFileLocation (clang_getRangeEnd (range), NULL, NULL, NULL, &span.end);
  return span;
}

rp_place
rp_c_place_at (rp_c_reader *r, CXSourceLocation begin, CXSourceLocation end)
{
  CXString name;
  rp_place place;
  clang_getPresumedLocation (end, &name, &place.end_line, &place.end_column);
  clang_disposeString (name);
  clang_getPresumedLocation (begin, &name, &place.line, &place.column);
  place.file = clang_getCString (name);
  place.file = !place.file || !strcmp (place.file, r->program->path) ? r->program->path
                                                                     : rp_c_keep (r, name);
  if (place.file == r->program->path)
    clang_disposeString (name);
  return place;
}

rp_place
rp_c_place_of (rp_c_reader *r, CXCursor cursor)
{
  CXSourceRange range = clang_getCursorExtent (cursor);
  return rp_c_place_at (r, clang_getRangeStart (range), clang_getRangeEnd (range));
}

/* ---- children ---- */

static enum CXChildVisitResult
collect (CXCursor cursor, CXCursor parent, CXClientData data)
{
  (void) parent;
  rp_c_cursors *list = data;
  RP_VEC_PUSH (list, cursor);
  return CXChildVisit_Continue;
}

void
rp_c_children_of (CXCursor cursor, rp_c_cursors *list)
{
  clang_visitChildren (cursor, collect, list);
}

/* ---- types ---- */

typedef struct field_reading
{
  rp_c_reader *r;
  RP_VEC (rp_c_field) fields;
} field_reading;

static enum CXVisitorResult
read_field (CXCursor cursor, CXClientData data)
{
  field_reading *reading = data;
  rp_c_field field = { rp_c_keep (reading->r, clang_getCursorSpelling (cursor)),
                       rp_c_read_type (reading->r, clang_getCursorType (cursor)),
                       clang_Cursor_isBitField (cursor) != 0 };
  RP_VEC_PUSH (&reading->fields, field);
  return CXVisit_Continue;
}

static void
read_fields (rp_c_reader *r, CXType type, rp_c_type *into)
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
fill_integer (CXType type, rp_c_type *into)
{
  into->kind = RP_C_INTEGER;
  if (type.kind == CXType_Enum)
    type = clang_getCanonicalType (clang_getEnumDeclIntegerType (clang_getTypeDeclaration (type)));
  bool is_bool = type.kind == CXType_Bool;
  into->is_unsigned = is_bool || (type.kind >= CXType_Char_U && type.kind <= CXType_UInt128);
  long long size = clang_Type_getSizeOf (type);
  into->bits = is_bool ? 1 : size > 0 ? (uint32_t) size * 8 : 0;
}

static bool
has_size (enum CXTypeKind kind)
{
  return is_integer (kind) || kind == CXType_Pointer || kind == CXType_ConstantArray
         || kind == CXType_Record || kind == CXType_Complex
         || (kind >= CXType_Float && kind <= CXType_LongDouble);
}

static void
fill_type (rp_c_reader *r, CXType type, rp_c_type *into)
{
  into->kind = RP_C_OTHER;
  into->length = -1;
  /* libclang crashes if it is asked for the size of other types */
  into->size = has_size (type.kind) ? clang_Type_getSizeOf (type) : -1;
  switch (type.kind)
    {
    case CXType_Pointer:
      into->kind = RP_C_POINTER;
      into->element = rp_c_read_type (r, clang_getPointeeType (type));
      break;
    case CXType_ConstantArray:
      into->length = clang_getArraySize (type);
      /* fall through */
    case CXType_IncompleteArray:
    case CXType_VariableArray:
    case CXType_DependentSizedArray:
      into->kind = RP_C_ARRAY;
      into->element = rp_c_read_type (r, clang_getArrayElementType (type));
      break;
    case CXType_Record:
      into->is_union = clang_getCursorKind (clang_getTypeDeclaration (type)) == CXCursor_UnionDecl;
      into->kind = into->is_union ? RP_C_OTHER : RP_C_STRUCT;
      read_fields (r, type, into);
      break;
    case CXType_Atomic:
      *into = *rp_c_read_type (r, clang_Type_getValueType (type));
      into->is_atomic = true;
      break;
    default:
      if (is_integer (type.kind))
        fill_integer (type, into);
      else if ((type.kind >= CXType_Float && type.kind <= CXType_LongDouble)
               || type.kind == CXType_Complex)
        into->kind = RP_C_REAL;
    }
}

/* If TYPE, or the type behind its pointers and arrays, is a structure, union or enumeration, and another declaration
 * has the same name, records that in r->program->odd: the tree identifies types by their spelling, so it would take the
 * two types for one. */
static void
check_record (rp_c_reader *r, CXType type)
{
  while (type.kind == CXType_Pointer || clang_getArrayElementType (type).kind != CXType_Invalid)
    type = clang_getCanonicalType (type.kind == CXType_Pointer ? clang_getPointeeType (type)
                                                               : clang_getArrayElementType (type));
  if (type.kind != CXType_Record && type.kind != CXType_Enum)
    return;
  CXCursor declared = clang_getCanonicalCursor (clang_getTypeDeclaration (type));
  uint64_t hash = clang_hashCursor (declared);
  for (uint32_t i = rp_c_chains_last (&r->by_record, hash); i != RP_C_NO_ITEM;
       i = rp_c_chains_before (&r->by_record, i))
    if (clang_equalCursors (r->records.items[i], declared))
      return;
  const char *name = rp_c_keep (r, clang_getTypeSpelling (clang_getCursorType (declared)));
  uint64_t name_hash = rp_c_hash_text (name);
  for (uint32_t i = rp_c_chains_last (&r->by_record_name, name_hash); i != RP_C_NO_ITEM;
       i = rp_c_chains_before (&r->by_record_name, i))
    if (!strcmp (r->record_names.items[i], name))
      {
        r->program->odd = rp_arena_format (&r->program->arena, "that `%s' means two types", name);
        r->program->odd_at = rp_c_place_of (r, declared);
      }
  RP_VEC_PUSH (&r->records, declared);
  RP_VEC_PUSH (&r->record_names, name);
  rp_c_chains_add (&r->by_record, hash);
  rp_c_chains_add (&r->by_record_name, name_hash);
}

/* Returns the known type with this SPELLING and this IS_VOLATILE, or NULL. If IS_ANY, ignores IS_VOLATILE. */
static const rp_c_type *
find_type (const rp_c_reader *r, const char *spelling, bool is_any, bool is_volatile)
{
  for (uint32_t i = rp_c_chains_last (&r->by_spelling, rp_c_hash_text (spelling));
       i != RP_C_NO_ITEM; i = rp_c_chains_before (&r->by_spelling, i))
    {
      const rp_c_type *type = r->program->types.items[i];
      if (!strcmp (type->spelling, spelling) && (is_any || type->is_volatile == is_volatile))
        return type;
    }
  return NULL;
}

static void
add_type (rp_c_reader *r, rp_c_type *made)
{
  RP_VEC_PUSH (&r->program->types, made);
  rp_c_chains_add (&r->by_spelling, rp_c_hash_text (made->spelling));
}

const rp_c_type *
rp_c_read_type (rp_c_reader *r, CXType type)
{
  type = clang_getCanonicalType (type);
  check_record (r, type);
  const char *spelling = rp_c_keep (r, clang_getTypeSpelling (type));
  static const char *const qualifiers[] = { "const ", "volatile ", "restrict " };
  for (size_t i = 0; i < sizeof qualifiers / sizeof *qualifiers; i++)
    if (type.kind != CXType_Pointer && !strncmp (spelling, qualifiers[i], strlen (qualifiers[i])))
      spelling += strlen (qualifiers[i]);
  bool is_volatile = clang_isVolatileQualifiedType (type) != 0;
  const rp_c_type *known = find_type (r, spelling, false, is_volatile);
  if (known)
    return known;
  rp_c_type *made = RP_NEW (&r->program->arena, rp_c_type);
  made->spelling = spelling;
  made->is_volatile = is_volatile;
  /* the type is added before it is filled in, because a structure may contain a pointer to itself */
  add_type (r, made);
  fill_type (r, type, made);
  made->spelling = spelling;
  made->is_volatile = is_volatile;
  return made;
}

const rp_c_type *
rp_c_decayed (rp_c_reader *r, const rp_c_type *type)
{
  if (type->kind != RP_C_ARRAY)
    return type;
  const char *spelling = rp_arena_format (&r->program->arena, "%s *", type->element->spelling);
  const rp_c_type *known = find_type (r, spelling, true, false);
  if (known)
    return known;
  rp_c_type *made = RP_NEW (&r->program->arena, rp_c_type);
  *made = (rp_c_type) {
    .kind = RP_C_POINTER, .spelling = spelling, .element = type->element, .length = -1, .size = -1
  };
  add_type (r, made);
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

/* Records in r->program->odd any attribute of DECL that the tree cannot represent: one that calls a function that
 * no call names, or that makes two names mean one object. Leaves out declarations in system headers, and the
 * attributes that call functions of <raceproof/task.h>. */
static void
read_attributes (rp_c_reader *r, CXCursor cursor, rp_c_decl *decl)
{
  static const char *const odd[] = { "cleanup", "alias", "weakref", "ifunc", "weak" };
  rp_c_cursors all = { 0 };
  rp_c_children_of (cursor, &all);
  for (size_t i = 0; i < all.count && !decl->is_in_system; i++)
    {
      enum CXCursorKind kind = clang_getCursorKind (all.items[i]);
      rp_span span = rp_c_span_of (all.items[i]);
      const char *found = kind == CXCursor_AsmLabelAttr ? "an assembler name" : NULL;
      const char *text
        = rp_arena_copy (&r->program->arena, r->program->text + span.begin, span.end - span.begin);
      for (size_t k = 0; k < sizeof odd / sizeof *odd && clang_isAttribute (kind) && !found; k++)
        if (strstr (text, odd[k]) && !strstr (text, "rp_scope_guard_end")
            && !strstr (text, "rp_region_guard_end"))
          found = rp_arena_format (&r->program->arena, "the attribute %s", odd[k]);
      if (!found)
        continue;
      r->program->odd = found;
      r->program->odd_at = decl->at;
    }
  RP_VEC_CLEAR (&all);
}

/* Whether the function never returns: its declaration has _Noreturn, or the attribute noreturn in its type. */
static bool
is_noreturn (rp_c_reader *r, CXCursor cursor)
{
  rp_span span = rp_c_span_of (cursor);
  const char *text = r->program->text + span.begin;
  size_t length = span.end - span.begin, head = 0;
  while (head < length && text[head] != '{')
    head++;
  const char *spelling = rp_c_keep (r, clang_getTypeSpelling (clang_getCursorType (cursor)));
  /* only an attribute of the function itself is at the end of the spelling; one of a parameter's type is not */
  static const char word[] = "__attribute__((noreturn))";
  size_t size = strlen (spelling);
  bool is_last = size >= sizeof word - 1 && !strcmp (spelling + size - (sizeof word - 1), word);
  return is_last || strstr (rp_arena_copy (&r->program->arena, text, head), "_Noreturn");
}

/* If CURSOR declares an integer variable that is not volatile, and its initial value is a constant that int64_t can
 * have, stores that constant in DECL->value and sets DECL->has_value. */
static void
read_constant (CXCursor cursor, CXType type, rp_c_decl *decl)
{
  CXCursor definition = clang_getCursorDefinition (cursor);
  if (clang_getCursorKind (cursor) != CXCursor_VarDecl || decl->type->kind != RP_C_INTEGER
      || clang_isVolatileQualifiedType (type) || clang_Cursor_isNull (definition)
      || clang_Cursor_isNull (clang_Cursor_getVarDeclInitializer (definition)))
    return;
  CXEvalResult result = clang_Cursor_Evaluate (definition);
  bool is_number = result && clang_EvalResult_getKind (result) == CXEval_Int;
  if (is_number
      && (!clang_EvalResult_isUnsignedInt (result)
          || clang_EvalResult_getAsUnsigned (result) <= INT64_MAX))
    {
      decl->has_value = true;
      decl->value = clang_EvalResult_getAsLongLong (result);
    }
  if (result)
    clang_EvalResult_dispose (result);
}

rp_c_decl *
rp_c_find_decl (rp_c_reader *r, CXCursor cursor)
{
  CXCursor canonical = clang_getCanonicalCursor (cursor);
  uint64_t hash = clang_hashCursor (canonical);
  for (uint32_t i = rp_c_chains_last (&r->by_cursor, hash); i != RP_C_NO_ITEM;
       i = rp_c_chains_before (&r->by_cursor, i))
    if (clang_equalCursors (r->declared.items[i], canonical))
      return r->program->decls.items[i];
  rp_c_decl *decl = RP_NEW (&r->program->arena, rp_c_decl);
  CXType type = clang_getCursorType (cursor);
  enum CX_StorageClass storage = clang_Cursor_getStorageClass (cursor);
  CXCursor parent = clang_getCursorSemanticParent (cursor);
  decl->name = rp_c_keep (r, clang_getCursorSpelling (cursor));
  decl->is_function = clang_getCursorKind (cursor) == CXCursor_FunctionDecl;
  decl->type = rp_c_read_type (r, type);
  if (clang_getCursorKind (cursor) == CXCursor_ParmDecl)
    decl->type = rp_c_decayed (r, decl->type);
  decl->is_constant = clang_isConstQualifiedType (type) != 0;
  decl->is_restrict = clang_isRestrictQualifiedType (type) != 0;
  decl->index = (uint32_t) r->program->decls.count;
  read_constant (cursor, type, decl);
  decl->is_static = !decl->is_function && clang_getCursorKind (cursor) == CXCursor_VarDecl
                    && (storage == CX_SC_Static || storage == CX_SC_Extern
                        || clang_getCursorKind (parent) == CXCursor_TranslationUnit);
  decl->is_external = clang_getCursorLinkage (cursor) == CXLinkage_External;
  decl->is_threadprivate
    = decl->is_static
      && (is_named (r->threadprivate, decl->name) || clang_getCursorTLSKind (cursor) != CXTLS_None);
  decl->is_in_system = clang_Location_isInSystemHeader (clang_getCursorLocation (cursor)) != 0;
  decl->at = rp_c_place_of (r, cursor);
  decl->is_noreturn = decl->is_function && is_noreturn (r, cursor);
  read_attributes (r, cursor, decl);
  RP_VEC_PUSH (&r->declared, canonical);
  rp_c_chains_add (&r->by_cursor, hash);
  RP_VEC_PUSH (&r->program->decls, decl);
  return decl;
}
