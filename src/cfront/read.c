#include "cfront/read.h"

#include "base/panic.h"
#include "base/strbuf.h"
#include "cfront/pragma.h"
#include "cfront/preprocess.h"
#include "cfront/reader.h"

#include <string.h>

/* The body, with what the sizes in the parameters' types evaluate before it. */
static rp_c_node *
read_body (rp_c_reader *r, CXCursor function, CXCursor cursor)
{
  rp_c_node *body = rp_c_read_node (r, cursor);
  rp_c_nodes list = { 0 };
  for (int i = 0; i < clang_Cursor_getNumArguments (function); i++)
    rp_c_read_sizes (r, clang_Cursor_getArgument (function, (unsigned) i), clang_getNullCursor (),
                     &list);
  if (list.count)
    {
      for (uint32_t i = 0; i < body->count; i++)
        RP_VEC_PUSH (&list, body->children[i]);
      rp_c_set_children (r, body, list.items, list.count);
    }
  RP_VEC_CLEAR (&list);
  return body;
}

static void
read_function (rp_c_reader *r, CXCursor cursor)
{
  rp_arena *arena = &r->program->arena;
  rp_c_decl *decl = rp_c_find_decl (r, cursor);
  rp_c_function *function = RP_NEW (arena, rp_c_function);
  int count = clang_Cursor_getNumArguments (cursor);
  rp_c_cursors all = { 0 };
  function->name = decl->name;
  function->at = rp_c_place_of (r, cursor);
  function->is_in_system = clang_Location_isInSystemHeader (clang_getCursorLocation (cursor)) != 0;
  function->param_count = count > 0 ? (uint32_t) count : 0;
  function->params = rp_arena_alloc (arena, (function->param_count + 1) * sizeof *function->params);
  for (uint32_t i = 0; i < function->param_count; i++)
    function->params[i] = rp_c_find_decl (r, clang_Cursor_getArgument (cursor, i));
  rp_c_children_of (cursor, &all);
  for (size_t i = 0; i < all.count; i++)
    if (clang_getCursorKind (all.items[i]) == CXCursor_CompoundStmt)
      function->body = read_body (r, cursor, all.items[i]);
  RP_VEC_CLEAR (&all);
  decl->function = function;
  RP_VEC_PUSH (&r->program->functions, function);
}

static enum CXChildVisitResult
read_top (CXCursor cursor, CXCursor parent, CXClientData data)
{
  (void) parent;
  rp_c_reader *r = data;
  if (clang_getCursorKind (cursor) == CXCursor_FunctionDecl && clang_isCursorDefinition (cursor))
    read_function (r, cursor);
  if (clang_getCursorKind (cursor) == CXCursor_VarDecl)
    RP_VEC_PUSH (&r->program->globals, rp_c_read_variable (r, cursor));
  return CXChildVisit_Continue;
}

/* Clang may be older than a directive: who comes to it says that it is not handled. */
static bool
is_about_directive (CXDiagnostic one)
{
  CXString text = clang_getDiagnosticSpelling (one);
  bool is_about = !strcmp (clang_getCString (text), "expected an OpenMP directive");
  clang_disposeString (text);
  return is_about;
}

static bool
add_errors (rp_c_reader *r, CXTranslationUnit unit, rp_diagnostics *diagnostics)
{
  bool is_good = true;
  unsigned count = clang_getNumDiagnostics (unit);
  for (unsigned i = 0; i < count; i++)
    {
      CXDiagnostic one = clang_getDiagnostic (unit, i);
      if (clang_getDiagnosticSeverity (one) >= CXDiagnostic_Error && !is_about_directive (one))
        {
          CXSourceLocation at = clang_getDiagnosticLocation (one);
          rp_diagnostics_add (diagnostics, RP_ERROR_SYNTAX, rp_c_place_at (r, at, at), "%s",
                              rp_c_keep (r, clang_getDiagnosticSpelling (one)));
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
read_text (rp_c_reader *r, const rp_strbuf *text, rp_diagnostics *diagnostics)
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
  rp_c_reader r = { .program = program };
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
  RP_VEC_CLEAR (&r.records);
  RP_VEC_CLEAR (&r.record_names);
  rp_c_chains_clear (&r.by_cursor);
  rp_c_chains_clear (&r.by_spelling);
  rp_c_chains_clear (&r.by_record);
  rp_c_chains_clear (&r.by_record_name);
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
  RP_VEC_CLEAR (&program->globals);
  RP_VEC_CLEAR (&program->decls);
  RP_VEC_CLEAR (&program->types);
  rp_arena_clear (&program->arena);
}
