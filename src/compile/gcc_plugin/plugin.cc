/* A plug-in for gcc. It announces the accesses of a loop at once (announced_ranges.hh). It also announces what gcc's
 * instrumentation leaves out. In all languages that is: reads of shared variables that an OpenMP task only reads,
 * `distribute` loops (gcc_openmp.hh), local variables that simd loops share (gcc_simd.hh), structures that calls pass
 * or return (call_accesses.hh), calls by pointers, and variables of a function that its nested functions use; in Fortran
 * these are contained procedures.
 *
 * gcc makes such variables fields of a record, which gcc calls FRAME. -fsanitize=thread leaves out fields whose address
 * is not taken, although the record itself is shared. The plug-in marks these fields as addressable.
 *
 * The plug-in puts right the places of accesses that have lost theirs (access_places.hh).
 *
 * All else in this file is for gfortran.
 *
 * gfortran compiles assignments of whole arrays, of strings and of some derived types to __builtin_memcpy and the like.
 * gcc expands these to plain moves without an announcement, and Fortran has no option -fno-builtin-memcpy. The plug-in
 * makes gcc forget that these functions are built in. The calls then remain, and go to the hooks of libraceproof.a.
 *
 * gfortran gives some reads the line on which the procedure begins: of a variable in COMMON or EQUIVALENCE, and of the
 * type of a variable in `select type'. The plug-in gives the read the line of the statement that uses the value.
 *
 * gfortran tells gcc that a procedure does not keep the addresses of its arguments ("fn spec"). A local variable whose
 * address is only passed to such procedures counts as private then, and -fsanitize=thread announces its accesses in the
 * procedures, but not those in its own function. So the iterations of a simd loop seem to read what others have
 * written. The plug-in removes what gfortran says, except about functions of its library.
 *
 * The plug-in also marks the simd loops and singles of Fortran (fortran_marks.hh), and loops that may end at the last
 * value of their variable's type (fortran_ends.hh). It leaves out flags of gfortran's run-time checks
 * (check_flags.hh). */
#include "access_places.hh"
#include "announced_ranges.hh"
#include "call_accesses.hh"
#include "check_flags.hh"
#include "fortran_ends.hh"
#include "fortran_marks.hh"
#include "gcc_openmp.hh"
#include "gcc_simd.hh"

#include <gcc-plugin.h>
#include <plugin-version.h>

#include <tree.h>
#include <stringpool.h>
#include <attribs.h>
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

/* Whether no statement of OF can be at PLACE. For a procedure: PLACE is on the line where the procedure begins. For a
 * function that gcc made of an OpenMP region: PLACE is before the line of the region's directive. */
static bool
is_before_statements (function *of, location_t place)
{
  expanded_location at = expand_location (place),
                    begin = expand_location (DECL_SOURCE_LOCATION (of->decl));
  bool is_region = DECL_ARTIFICIAL (of->decl);
  return at.file && begin.file && !strcmp (at.file, begin.file)
         && (is_region ? at.line < begin.line : at.line == begin.line);
}

/* Returns the place of the first statement from AT on, in its block, whose place is known and not before the statements
 * of OF; UNKNOWN_LOCATION if there is none. */
static location_t
first_place (function *of, gimple_stmt_iterator at)
{
  for (; !gsi_end_p (at); gsi_next_nondebug (&at))
    {
      location_t place = gimple_location (gsi_stmt (at));
      if (LOCATION_LOCUS (place) != UNKNOWN_LOCATION && !is_before_statements (of, place))
        return place;
    }
  return UNKNOWN_LOCATION;
}

/* The statement at AT reads a value. Returns the place of the next statement that has one in the block, or in the blocks
 * that follow: that statement most likely uses the value. Returns the place of AT itself if there is none. */
static location_t
place_of_use (function *of, gimple_stmt_iterator at)
{
  constexpr int most_blocks = 8;
  location_t own = gimple_location (gsi_stmt (at));
  basic_block block = gsi_bb (at);
  gsi_next_nondebug (&at);
  location_t place = first_place (of, at);
  for (int i = 0; i < most_blocks && place == UNKNOWN_LOCATION && EDGE_COUNT (block->succs); i++)
    {
      block = EDGE_SUCC (block, 0)->dest;
      place = first_place (of, gsi_start_bb (block));
    }
  return place == UNKNOWN_LOCATION ? own : place;
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

/* Whether TO is a function of gfortran's library; false for a call by a pointer, where TO is NULL. */
static bool
is_of_library (tree to)
{
  return to && DECL_NAME (to) && !strncmp (IDENTIFIER_POINTER (DECL_NAME (to)), "_gfortran_", 10);
}

/* Makes gcc forget which arguments the procedures that OF calls do not keep. */
static void
let_arguments_escape (function *of)
{
  basic_block block;
  FOR_EACH_BB_FN (block, of)
    for (gimple_stmt_iterator at = gsi_start_bb (block); !gsi_end_p (at); gsi_next (&at))
      {
        gimple *statement = gsi_stmt (at);
        if (!is_gimple_call (statement) || gimple_call_internal_p (statement)
            || is_of_library (gimple_call_fndecl (statement)))
          continue;
        tree type = gimple_call_fntype (statement);
        if (type && lookup_attribute ("fn spec", TYPE_ATTRIBUTES (type)))
          TYPE_ATTRIBUTES (type) = remove_attribute ("fn spec", TYPE_ATTRIBUTES (type));
      }
}

/* Called before each pass. At the first pass, make_ordinary is called: gfortran has made its built-in functions by
 * then, since it makes them when it begins to read the file. */
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
      let_arguments_escape (cfun);
      place_reads (cfun);
    }
  else if (cfun && flag_openmp && !strcmp (pass->name, "omplower"))
    {
      raceproof::put_ends_right ();
      raceproof::mark_fortran ();
    }
}

/* ---- all languages ---- */

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

/* Adds a call of rp_call_by_pointer before each call by a pointer in OF: the function may be one of a library whose
 * accesses are not seen. */
static void
announce_pointed_calls (function *of)
{
  tree hook
    = build_fn_decl ("rp_call_by_pointer",
                     build_function_type_list (void_type_node, const_ptr_type_node, NULL_TREE));
  TREE_NOTHROW (hook) = 1;
  basic_block block;
  FOR_EACH_BB_FN (block, of)
  for (gimple_stmt_iterator at = gsi_start_bb (block); !gsi_end_p (at); gsi_next (&at))
    {
      gimple *statement = gsi_stmt (at);
      if (!is_gimple_call (statement) || gimple_call_internal_p (statement)
          || gimple_call_fndecl (statement))
        continue;
      tree target = gimple_call_fn (statement);
      if (TREE_CODE (target) == OBJ_TYPE_REF)
        target = OBJ_TYPE_REF_EXPR (target);
      gcall *call = gimple_build_call (hook, 1, target);
      gimple_set_location (call, gimple_location (statement));
      gsi_insert_before (&at, call, GSI_SAME_STMT);
    }
}

/* Called before each pass. Records FRAME are changed before the pass "ssa": a record has all its fields only after its
 * function and the nested functions were lowered. */
static void
before_lowering (void *data, void *)
{
  const opt_pass *pass = static_cast<const opt_pass *> (data);
  if (cfun && flag_sanitize & SANITIZE_THREAD && !strcmp (pass->name, "ssa"))
    {
      make_addressable (cfun);
      announce_pointed_calls (cfun);
    }
  if (cfun && flag_sanitize & SANITIZE_THREAD
      && (!strcmp (pass->name, "ssa") || !strncmp (pass->name, "tsan", 4)))
    raceproof::place_accesses ();
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
    {
      register_callback (arguments->base_name, PLUGIN_PASS_EXECUTION, before_pass, nullptr);
      raceproof::add_check_flags_pass (arguments->base_name);
    }
  register_callback (arguments->base_name, PLUGIN_PASS_EXECUTION, before_lowering, nullptr);
  raceproof::add_calls_pass (arguments->base_name);
  raceproof::add_ranges_pass (arguments->base_name);
  return 0;
}
