/* A plug-in for gcc. It announces accesses that gcc's instrumentation leaves out. In all languages: variables that
 * OpenMP tasks only read, and loops of teams (gcc_openmp.hh); local variables that simd loops share (gcc_simd.hh).
 * The rest is for gfortran.
 *
 * Assignments of whole arrays, of strings and of some derived types are calls of __builtin_memcpy and the like in
 * gcc. These become plain moves without an announcement, and Fortran has no option -fno-builtin-memcpy. Here these
 * functions stop being built in, so that calls remain, which the hooks of libraceproof.a answer.
 *
 * Variables of a procedure that its contained procedures use are fields of a record, which gcc calls FRAME.
 * -fsanitize=thread leaves out fields whose address is not taken, although the record itself is shared.
 *
 * A read of a variable in COMMON or EQUIVALENCE has the line on which its procedure begins, as if it were executed
 * there. It gets the line of the statement that uses the value.
 *
 * simd loops are marked: fortran_simd.hh. */
#include "fortran_simd.hh"
#include "gcc_openmp.hh"
#include "gcc_simd.hh"

#include <gcc-plugin.h>
#include <plugin-version.h>

#include <tree.h>
#include <function.h>
#include <basic-block.h>
#include <tree-ssa-alias.h>
#include <gimple-expr.h>
#include <gimple.h>
#include <gimple-iterator.h>
#include <langhooks.h>
#include <tree-pass.h>

#include <cstring>

int plugin_is_GPL_compatible;

static void
make_ordinary ()
{
  static const built_in_function functions[]
    = { BUILT_IN_MEMCPY, BUILT_IN_MEMMOVE, BUILT_IN_MEMSET, BUILT_IN_MEMCMP };
  for (built_in_function function : functions)
    if (tree decl = builtin_decl_explicit (function))
      set_decl_built_in_function (decl, NOT_BUILT_IN, 0);
}

static bool
is_frame (tree variable)
{
  return TREE_CODE (TREE_TYPE (variable)) == RECORD_TYPE && DECL_NAME (variable)
         && !strncmp (IDENTIFIER_POINTER (DECL_NAME (variable)), "FRAME.", 6);
}

static void
make_addressable (function *of)
{
  unsigned i;
  tree variable;
  FOR_EACH_LOCAL_DECL (of, i, variable)
    if (is_frame (variable))
      for (tree field = TYPE_FIELDS (TREE_TYPE (variable)); field; field = DECL_CHAIN (field))
        if (TREE_CODE (field) == FIELD_DECL)
          DECL_NONADDRESSABLE_P (field) = 0;
}

/* Whether no statement can be at PLACE: the procedure begins there, or it is before the directive whose region
 * became the function OF. */
static bool
is_before_statements (function *of, location_t place)
{
  expanded_location at = expand_location (place),
                    begin = expand_location (DECL_SOURCE_LOCATION (of->decl));
  bool is_region = DECL_ARTIFICIAL (of->decl);
  return at.file && begin.file && !strcmp (at.file, begin.file)
         && (is_region ? at.line < begin.line : at.line == begin.line);
}

/* The statement at AT reads a value. Returns the place of the statement behind it that uses the value, or the
 * place of AT itself if that is not known. */
static location_t
place_of_use (function *of, gimple_stmt_iterator at)
{
  location_t own = gimple_location (gsi_stmt (at));
  for (gsi_next_nondebug (&at); !gsi_end_p (at); gsi_next_nondebug (&at))
    {
      location_t place = gimple_location (gsi_stmt (at));
      if (LOCATION_LOCUS (place) != UNKNOWN_LOCATION && !is_before_statements (of, place))
        return place;
    }
  return own;
}

static void
place_reads (function *of)
{
  basic_block block;
  FOR_EACH_BB_FN (block, of)
    for (gimple_stmt_iterator at = gsi_start_bb (block); !gsi_end_p (at); gsi_next (&at))
      {
        gimple *statement = gsi_stmt (at);
        if (is_gimple_assign (statement) && gimple_assign_load_p (statement)
            && LOCATION_LOCUS (gimple_location (statement)) != UNKNOWN_LOCATION
            && is_before_statements (of, gimple_location (statement)))
          gimple_set_location (statement, place_of_use (of, at));
      }
}

/* Prepares a function. gfortran makes its built-in functions when it begins to read the file, so they exist at the
 * first pass. A record has all its fields after a function, with those that it contains, was lowered. */
static void
before_pass (void *data, void *)
{
  static bool is_done;
  if (!is_done)
    make_ordinary ();
  is_done = true;
  const opt_pass *pass = static_cast<const opt_pass *> (data);
  if (cfun && !strcmp (pass->name, "ssa"))
    {
      make_addressable (cfun);
      place_reads (cfun);
    }
  else if (cfun && flag_openmp && !strcmp (pass->name, "omplower"))
    raceproof::mark_fortran_simd ();
}

/* ---- all languages ---- */

static void
before_lowering (void *data, void *)
{
  const opt_pass *pass = static_cast<const opt_pass *> (data);
  if (cfun && flag_openmp && !strcmp (pass->name, "omplower"))
    {
      raceproof::prepare_openmp ();
      raceproof::show_simd_variables ();
    }
}

int
plugin_init (plugin_name_args *arguments, plugin_gcc_version *version)
{
  if (!plugin_default_version_check (version, &gcc_version))
    return 1;
  if (!strncmp (lang_hooks.name, "GNU Fortran", 11))
    register_callback (arguments->base_name, PLUGIN_PASS_EXECUTION, before_pass, nullptr);
  register_callback (arguments->base_name, PLUGIN_PASS_EXECUTION, before_lowering, nullptr);
  return 0;
}
