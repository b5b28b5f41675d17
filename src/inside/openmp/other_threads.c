/* The versions of OpenMP functions that all threads except the main one call. This code runs in any thread, and uses
 * neither the runtime nor the engine. */
#include "inside/openmp/other_threads.h"

#include "inside/front/front.h"
#include "inside/openmp/event.h"
#include "inside/openmp/gomp_simd.h"
#include "inside/openmp/share.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the compiler's library ---- */

static bool
starts_with (const char *text, const char *start)
{
  return !strncmp (text, start, strlen (start));
}

static void *
open_library (bool is_clang)
{
  static void *gnu, *llvm;
  void **library = is_clang ? &llvm : &gnu;
  const char *names[] = { is_clang ? "libomp.so.5" : "libgomp.so.1", is_clang ? "libomp.so" : "libgomp.so" };
  for (int i = 0; !*library && i < 2; i++)
    *library = dlopen (names[i], RTLD_NOW | RTLD_LOCAL);
  return *library;
}

static _Noreturn void
give_up (const char *name)
{
  fprintf (stderr, "raceproof: a thread of the program's own calls %s, which needs the compiler's own OpenMP library: %s\n",
           name, dlerror ());
  abort ();
}

static bool
is_of_clang (const char *name)
{
  return starts_with (name, "__kmpc_") || (!starts_with (name, "GOMP_") && rp_front_is_by_clang);
}

/* Returns the function NAME of the compiler's library, or NULL if there is none. */
static void *
find_in_library (const char *name)
{
  void *library = open_library (is_of_clang (name));
  return library ? dlsym (library, name) : NULL;
}

static void *
known_function (const rp_gate *gate)
{
  return __atomic_load_n (&gate->function, __ATOMIC_ACQUIRE);
}

static void
set_function (rp_gate *gate, void *function)
{
  __atomic_store_n (&gate->function, function, __ATOMIC_RELEASE);
}

void *
rp_other_threads_in_library (rp_gate *gate)
{
  void *function = known_function (gate);
  if (!function)
    {
      function = find_in_library (gate->name);
      if (!function)
        give_up (gate->name);
      set_function (gate, function);
    }
  return function;
}

/* ---- gcc: questions that a rewritten program asks by functions for sections (rewrite.h) ---- */

enum
{
  DEEPEST = 64
};

/* Each thread has a stack of the constructs that it is in. An entry is one of these kinds, or the number of a question
 * that the thread asks before a construct and again behind it. Those numbers are larger than all kinds. */
typedef enum rewritten
{
  IN_SECTIONS,
  BEFORE_SINGLE,
  IN_SINGLE,
  LAST_KIND
} rewritten;

static __thread unsigned constructs[DEEPEST];
static __thread unsigned depth;

static void
push (unsigned construct)
{
  if (depth < DEEPEST)
    constructs[depth++] = construct;
}

static unsigned *
top (void)
{
  return depth ? &constructs[depth - 1] : NULL;
}

/* A single without nowait is not rewritten, so the entry of an earlier single may still be on the stack. Removes such
 * entries. Returns whether the thread executes the single. */
static bool
single_start (void)
{
  while (depth && *top () == BEFORE_SINGLE)
    depth--;
  bool is_ours = RP_IN_LIBRARY (GOMP_single_start, single_start) ();
  if (is_ours)
    push (BEFORE_SINGLE);
  return is_ours;
}

static unsigned
sections_next (void)
{
  if (top () && *top () == BEFORE_SINGLE)
    {
      *top () = IN_SINGLE;
      return 1;
    }
  if (top () && *top () == IN_SINGLE)
    {
      depth--;
      return 0;
    }
  return RP_IN_LIBRARY (GOMP_sections_next, sections_next) ();
}

static unsigned
sections_start (unsigned count)
{
  if (count == RP_OMP_TO_TEAMS)
    return 0;
  if ((count < RP_OMP_NO_SECTIONS || count > RP_OMP_SCOPE_BODY) && !rp_gomp_simd_is_asked (count))
    {
      push (IN_SECTIONS);
      return RP_IN_LIBRARY (GOMP_sections_start, sections_start) (count);
    }
  if (top () && *top () == count)
    {
      depth--;
      return 0;
    }
  push (count);
  return 1;
}

static void
leave_sections (void)
{
  while (depth && *top () != IN_SECTIONS)
    depth--;
  depth -= depth > 0;
}

static void
sections_end (void)
{
  leave_sections ();
  RP_IN_LIBRARY (GOMP_sections_end, sections_end) ();
}

static void
sections_end_nowait (void)
{
  leave_sections ();
  RP_IN_LIBRARY (GOMP_sections_end_nowait, sections_end_nowait) ();
}

static bool
sections_end_cancel (void)
{
  leave_sections ();
  return RP_IN_LIBRARY (GOMP_sections_end_cancel, sections_end_cancel) ();
}

/* ---- clang: calls that the plug-in adds or changes ---- */

static void
nothing (void)
{
}

/* The plug-in sets modifiers in the schedule, to say whether the program has a schedule clause. The compiler's library
 * gets the schedule without these modifiers. */
#define STATIC_INIT(SUFFIX) \
  static void static_init_##SUFFIX (const void *place, int number, int kind, int *is_last, void *lower, void *upper, \
                                    void *stride, long step, long chunk) \
  { \
    RP_IN_LIBRARY (__kmpc_for_static_init_##SUFFIX, static_init_##SUFFIX) \
    (place, number, kind & ~(3 << 29), is_last, lower, upper, stride, step, chunk); \
  }

STATIC_INIT (4)
STATIC_INIT (4u)
STATIC_INIT (8)
STATIC_INIT (8u)

typedef int number_function (void);

typedef struct sections
{
  const int32_t *upper; /* an address that identifies the construct */
  int32_t last;
} sections;

static __thread sections all_sections[DEEPEST];
static __thread unsigned sections_depth;

/* Stores SECTION as the next section of the running thread, or ends its sections if LAST is before SECTION. Of n
 * threads, thread t has the sections t, t + n, t + 2n and so on. */
static void
give_section (int32_t section, int32_t last, int *is_last, int32_t *lower, int32_t *upper)
{
  bool is_there = section <= last;
  *lower = is_there ? section : 1;
  *upper = is_there ? section : 0;
  if (is_there)
    *is_last = section == last;
  else
    sections_depth--;
}

static void
sections_begin (int *is_last, int32_t *lower, int32_t *upper)
{
  int32_t first = *lower + RP_IN_LIBRARY (omp_get_thread_num, number_function) (), last = *upper;
  if (sections_depth == DEEPEST)
    abort ();
  all_sections[sections_depth++] = (sections) { upper, last };
  give_section (first, last, is_last, lower, upper);
}

static void
sections_go_on (int *is_last, int32_t *lower, int32_t *upper)
{
  if (sections_depth && all_sections[sections_depth - 1].upper == upper)
    give_section (*lower + RP_IN_LIBRARY (omp_get_num_threads, number_function) (), all_sections[sections_depth - 1].last, is_last, lower,
                  upper);
}

static void
warning (const char *message, size_t length)
{
  if (!rp_omp_is_own_message (message, length))
    RP_IN_LIBRARY (GOMP_warning, warning) (message, length);
}

/* ---- ---- */

typedef struct row
{
  const char *name;
  void *function;
} row;

#define ROW(NAME, FUNCTION) { #NAME, (void *) FUNCTION }

static const row rows[] = {
  ROW (GOMP_single_start, single_start),
  ROW (GOMP_warning, warning),
  ROW (GOMP_sections_start, sections_start),
  ROW (GOMP_sections_next, sections_next),
  ROW (GOMP_sections_end, sections_end),
  ROW (GOMP_sections_end_nowait, sections_end_nowait),
  ROW (GOMP_sections_end_cancel, sections_end_cancel),
  ROW (__kmpc_for_static_init_4, static_init_4),
  ROW (__kmpc_for_static_init_4u, static_init_4u),
  ROW (__kmpc_for_static_init_8, static_init_8),
  ROW (__kmpc_for_static_init_8u, static_init_8u),
  ROW (omp_fulfill_event, rp_omp_event_from_outside),
  ROW (rp_omp_iteration, nothing),
  ROW (rp_omp_iteration_early, nothing),
  ROW (rp_omp_iterations_until, nothing),
  ROW (rp_omp_last_expect, nothing),
  ROW (rp_omp_last_end, nothing),
  ROW (rp_omp_sections_begin, sections_begin),
  ROW (rp_omp_sections_next, sections_go_on),
};

/* Returns raceproof's function that other threads get for NAME, or NULL. */
static void *
own_function (const char *name)
{
  void *function = rp_other_threads_lock_function (name);
  if (!function)
    function = rp_other_threads_loop_function (name);
  for (size_t i = 0; !function && i < sizeof rows / sizeof *rows; i++)
    if (!strcmp (rows[i].name, name))
      function = rows[i].function;
  if (!function && (starts_with (name, "rp_omp_simd_") || starts_with (name, "rp_omp_distribute_")))
    function = (void *) nothing;
  return function;
}

/* Returns the library's name of the function NAME. raceproof has names of its own for two functions. */
static const char *
library_name (const char *name)
{
  bool is_renamed = !strcmp (name, "rp_omp_get_thread_num") || !strcmp (name, "rp_omp_get_team_num");
  return is_renamed ? name + strlen ("rp_") : name;
}

void
rp_gate_find (rp_gate *gate)
{
  void *function = own_function (gate->name);
  if (!function)
    function = find_in_library (library_name (gate->name));
  if (!function)
    give_up (gate->name);
  set_function (gate, function);
}

/* The linker defines where each of the two sections of gates starts and ends, and so makes arrays of them. */
#define HIDDEN __attribute__ ((visibility ("hidden")))
extern rp_gate __start_rp_gates[] HIDDEN, __stop_rp_gates[] HIDDEN;
extern rp_gate __start_rp_in_library[] HIDDEN, __stop_rp_in_library[] HIDDEN;

/* Looks up the function of GATE and stores it in GATE. IS_LIBRARY: only the compiler's library is searched, not
 * raceproof's functions. Functions of another compiler's library are not looked for (E1). If no function is found,
 * GATE stays empty: only a call of such a function is an error. */
static void
prepare_gate (rp_gate *gate, bool is_library)
{
  if (known_function (gate))
    return;
  const char *name = library_name (gate->name);
  void *function = is_library ? NULL : own_function (gate->name);
  if (!function && is_of_clang (name) == rp_front_is_by_clang)
    function = find_in_library (name);
  if (function)
    set_function (gate, function);
}

static void
prepare_all (void)
{
  for (rp_gate *gate = __start_rp_gates; gate < __stop_rp_gates; gate++)
    prepare_gate (gate, false);
  for (rp_gate *gate = __start_rp_in_library; gate < __stop_rp_in_library; gate++)
    prepare_gate (gate, true);
}

/* If two threads call this at once, both store the same functions. */
void
rp_other_threads_prepare (void)
{
  static bool is_prepared;
  if (__atomic_load_n (&is_prepared, __ATOMIC_ACQUIRE))
    return;
  if (open_library (rp_front_is_by_clang))
    prepare_all ();
  dlerror (); /* clear the error, so that the program's dlerror does not report functions that we did not find */
  __atomic_store_n (&is_prepared, true, __ATOMIC_RELEASE);
}
