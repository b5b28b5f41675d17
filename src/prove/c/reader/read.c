#include "prove/c/reader/read.h"

#include "base/panic.h"
#include "base/strbuf.h"
#include "prove/c/reader/large_stack.h"
#include "prove/c/reader/pragma.h"
#include "prove/c/reader/preprocess.h"
#include "prove/c/reader/reader.h"
#include "prove/poly/limit.h"

#include <stdlib.h>
#include <string.h>

/* Reads CURSOR, the body of FUNCTION. The array sizes in the types of the parameters become the first statements of the
 * body, since the program evaluates them before the body. */
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

/* Whether ONE, a message of clang, says that clang does not know a directive. Such a message is not an error, since the
 * directive may be newer than clang. The walker notes the directives that it does not handle. */
static bool
is_about_directive (CXDiagnostic one)
{
  CXString text = clang_getDiagnosticSpelling (one);
  bool is_about = !strcmp (clang_getCString (text), "expected an OpenMP directive");
  clang_disposeString (text);
  return is_about;
}

/* Number of errors that are shown. The first ones say what is wrong, later ones are mostly consequences. */
#define MAX_ERRORS 5

static bool
add_errors (rp_c_reader *r, CXTranslationUnit unit, rp_diagnostics *diagnostics)
{
  unsigned count = clang_getNumDiagnostics (unit), errors = 0;
  rp_diagnostic *last = NULL;
  for (unsigned i = 0; i < count; i++)
    {
      CXDiagnostic one = clang_getDiagnostic (unit, i);
      bool is_error
        = clang_getDiagnosticSeverity (one) >= CXDiagnostic_Error && !is_about_directive (one);
      if (is_error && ++errors <= MAX_ERRORS)
        {
          CXSourceLocation at = clang_getDiagnosticLocation (one);
          last = rp_diagnostics_add (diagnostics, RP_ERROR_SYNTAX, rp_c_place_at (r, at, at), "%s",
                                     rp_c_keep (r, clang_getDiagnosticSpelling (one)));
        }
      clang_disposeDiagnostic (one);
    }
  if (errors > MAX_ERRORS)
    last->help = rp_arena_format (&diagnostics->arena, "%u more errors follow from here on",
                                  errors - MAX_ERRORS);
  return !errors;
}

/* Returns the language standard that OPTIONS set last, as an option -std=...; C17 with gcc's extensions if they set
 * none. */
static const char *
standard_of (const char *const *options)
{
  const char *standard = "-std=gnu17";
  for (; options && *options; options++)
    if (!strncmp (*options, "-std=", 5))
      standard = *options;
    else if (!strcmp (*options, "-ansi"))
      standard = "-std=c89";
  return standard;
}

/* Parses TEXT, with or without OpenMP. Returns NULL if libclang itself failed. */
static CXTranslationUnit
parse (CXIndex index, const rp_c_reader *r, const char *path, const char *text, size_t length,
       bool is_openmp)
{
  /* the newest version of OpenMP that libclang 14 knows: its default lacks clauses that gcc 12 has */
  const char *const arguments[] = { "-x",
                                    "cpp-output",
                                    r->standard,
                                    "-w",
                                    "-ferror-limit=0",
                                    "-fopenmp-version=51",
                                    is_openmp ? "-fopenmp" : "-fno-openmp" };
  struct CXUnsavedFile file = { path, text, length };
  CXTranslationUnit unit = NULL;
  enum CXErrorCode error
    = clang_parseTranslationUnit2 (index, path, arguments, sizeof arguments / sizeof *arguments,
                                   &file, 1, CXTranslationUnit_None, &unit);
  return error == CXError_Success ? unit : NULL;
}

/* Parses TEXT twice: as it is, for clang's messages; and with marks in place of directives, for the tree. Returns
 * whether both succeeded without an error of clang, and before the deadline. */
static bool
read_text (rp_c_reader *r, const rp_strbuf *text, rp_diagnostics *diagnostics)
{
  rp_strbuf marked = { 0 }, threadprivate = { 0 };
  CXIndex index = clang_createIndex (0, 0);
  const char *path = "preprocessed.i";
  CXTranslationUnit unit = parse (index, r, path, text->text, text->length, true);
  bool is_good = unit && add_errors (r, unit, diagnostics);
  if (unit)
    clang_disposeTranslationUnit (unit);
  if (is_good)
    {
      rp_strbuf_format (&marked, "int %s (int, ...);\n", RP_C_MARK);
      rp_c_mark_directives (r->program, text->text, &marked, &threadprivate);
      r->threadprivate = rp_strbuf_text (&threadprivate);
      r->program->text = rp_arena_copy (&r->program->arena, marked.text, marked.length);
      unit = parse (index, r, path, marked.text, marked.length, false);
      is_good = unit && add_errors (r, unit, diagnostics);
      if (is_good)
        clang_visitChildren (clang_getTranslationUnitCursor (unit), read_top, r);
      is_good = is_good && !r->is_late;
      if (unit)
        clang_disposeTranslationUnit (unit);
    }
  clang_disposeIndex (index);
  rp_strbuf_clear (&marked);
  rp_strbuf_clear (&threadprivate);
  return is_good;
}

typedef struct reading
{
  rp_c_reader r;
  rp_strbuf text;
  rp_diagnostics *diagnostics;
  bool is_good;
} reading;

static void
read_on_large_stack (void *context)
{
  reading *all = context;
  all->is_good = read_text (&all->r, &all->text, all->diagnostics);
}

static void
free_reading (reading *all)
{
  RP_VEC_CLEAR (&all->r.declared);
  RP_VEC_CLEAR (&all->r.records);
  RP_VEC_CLEAR (&all->r.record_names);
  rp_c_chains_clear (&all->r.by_cursor);
  rp_c_chains_clear (&all->r.by_spelling);
  rp_c_chains_clear (&all->r.by_record);
  rp_c_chains_clear (&all->r.by_record_name);
  rp_strbuf_clear (&all->text);
  free (all);
}

bool
rp_c_read (const char *path, const char *const *options, double deadline, rp_c_program *program,
           rp_diagnostics *diagnostics, char **failure)
{
  reading *all = rp_calloc (1, sizeof *all);
  rp_strbuf messages = { 0 };
  *program = (rp_c_program) { 0 };
  program->path = rp_arena_copy (&program->arena, path, strlen (path));
  all->r
    = (rp_c_reader) { .program = program, .deadline = deadline, .standard = standard_of (options) };
  all->diagnostics = diagnostics;
  *failure = NULL;
  /* without this variable, libclang parses in a thread of its own, whose stack is too small */
  setenv ("LIBCLANG_NOTHREADS", "1", 1);
  if (!rp_c_preprocess (path, options, deadline, &all->text, &messages) || !all->text.length)
    {
      all->r.is_late = rp_limit_is_past (deadline);
      if (!all->r.is_late)
        *failure = rp_strdup (messages.length ? messages.text : "the file is empty");
    }
  else
    program->is_abandoned = !rp_c_run_on_large_stack (read_on_large_stack, all, true, deadline);
  rp_strbuf_clear (&messages);
  program->is_late = program->is_abandoned || all->r.is_late;
  bool is_good = !program->is_late && !*failure && all->is_good;
  if (!is_good && !program->is_late && !*failure && !diagnostics->list.count)
    *failure = rp_strdup ("libclang could not parse it");
  /* an abandoned reader still uses ALL */
  if (!program->is_abandoned)
    free_reading (all);
  return is_good;
}

void
rp_c_program_clear (rp_c_program *program)
{
  for (size_t i = 0; i < program->directives.count; i++)
    RP_VEC_CLEAR (&program->directives.items[i]->clauses);
  RP_VEC_CLEAR (&program->directives);
  RP_VEC_CLEAR (&program->strays);
  RP_VEC_CLEAR (&program->functions);
  RP_VEC_CLEAR (&program->globals);
  RP_VEC_CLEAR (&program->decls);
  RP_VEC_CLEAR (&program->types);
  rp_arena_clear (&program->arena);
}
