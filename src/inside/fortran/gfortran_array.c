#include "inside/fortran/gfortran.h"

#include <dlfcn.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* Every function of libgfortran that the program calls may have a hook. Without this reference the linker would then
 * leave libgfortran out. */
void _gfortran_set_options (int count, int *options);
void (*const rp_gfortran_library) (int count, int *options) = _gfortran_set_options;

void *
rp_gfortran_real_get (rp_real *real)
{
  if (!real->function)
    real->function = dlsym (RTLD_NEXT, real->name);
  if (!real->function)
    abort ();
  return real->function;
}

/* The linker defines these. They are hidden, because a program and its libraries have an array each. */
extern rp_real __start_rp_gfortran_reals[] __attribute__ ((visibility ("hidden")));
extern rp_real __stop_rp_gfortran_reals[] __attribute__ ((visibility ("hidden")));

/* Runs before other constructors, which may start threads. A function may be missing: libgfortran may be too old to
 * have it, and then no program calls it. */
static void __attribute__ ((constructor (101))) find_all (void)
{
  bool is_missing = false;
  for (rp_real *real = __start_rp_gfortran_reals; real < __stop_rp_gfortran_reals; real++)
    {
      real->function = dlsym (RTLD_NEXT, real->name);
      is_missing |= !real->function;
    }
  if (is_missing)
    dlerror (); /* drops the error message of dlsym, which the program would otherwise get */
}

/* An array as runs of bytes without gaps. */
typedef struct runs
{
  const char *at;
  size_t length; /* bytes of a run */
  int rank;      /* how many dimensions are left, without those inside a run */
  ptrdiff_t steps[RP_GFORTRAN_DIMENSIONS];
  size_t extents[RP_GFORTRAN_DIMENSIONS];
} runs;

/* Divides ARRAY into runs. Returns false if there is no element. Dimensions whose elements follow each other become a
 * part of the run. */
static bool
find_runs (const rp_gfortran_array *array, runs *found)
{
  *found = (runs) { .at = array->base, .length = array->element };
  for (int i = 0; i < array->rank && i < RP_GFORTRAN_DIMENSIONS; i++)
    {
      ptrdiff_t extent = array->dimensions[i].upper - array->dimensions[i].lower + 1;
      ptrdiff_t step = array->dimensions[i].stride * (ptrdiff_t) array->element;
      if (extent <= 0)
        return false;
      if (extent == 1)
        continue;
      if (!found->rank && step == (ptrdiff_t) found->length)
        {
          found->length *= (size_t) extent;
          continue;
        }
      found->steps[found->rank] = step;
      found->extents[found->rank++] = (size_t) extent;
    }
  return found->length > 0;
}

static void
note_runs (const runs *found, bool is_write, uintptr_t pc)
{
  size_t counts[RP_GFORTRAN_DIMENSIONS] = { 0 };
  const char *at = found->at;
  for (int i = 0; i < found->rank || !found->rank;)
    {
      if (is_write)
        rp_note_write (at, found->length, pc);
      else
        rp_note_read (at, found->length, pc);
      for (i = 0; i < found->rank; i++)
        {
          at += found->steps[i];
          if (++counts[i] < found->extents[i])
            break;
          at -= found->steps[i] * (ptrdiff_t) found->extents[i];
          counts[i] = 0;
        }
      if (!found->rank)
        return;
    }
}

void
rp_gfortran_note_array (const rp_gfortran_array *array, bool is_write, uintptr_t pc)
{
  runs found;
  if (array && array->base && find_runs (array, &found))
    note_runs (&found, is_write, pc);
}

void
rp_gfortran_note_descriptor (const rp_gfortran_array *array, uintptr_t pc)
{
  if (!array || array->rank < 0 || array->rank > RP_GFORTRAN_DIMENSIONS)
    return;
  rp_note_read (array,
                offsetof (rp_gfortran_array, dimensions)
                  + (size_t) array->rank * sizeof array->dimensions[0],
                pc);
}

/* ---- calls ---- */

/* Returns the length of the string that is the parameter at PLACE, whose role is g or G. */
static long
length_behind (const rp_gfortran_function *function, const long *words, size_t place)
{
  size_t at = strlen (function->roles);
  for (size_t i = 0; i < place; i++)
    at += function->roles[i] == 'g' || function->roles[i] == 'G';
  return words[at];
}

static size_t
string_length (const rp_gfortran_function *function, const long *words, size_t place)
{
  char role = function->roles[place];
  long length = role == 't' || role == 'T'   ? words[place + 1]
                : role == 'g' || role == 'G' ? length_behind (function, words, place)
                                             : words[place - 1];
  return length > 0 ? (size_t) length * function->character : 0;
}

/* read_size: returns the size of a parameter whose role is ROLE, if it is a number that is read, otherwise 0.
 * written_size: the same for a number that is written. */
static size_t
read_size (char role)
{
  return role >= 'A' && role <= 'E' ? (size_t) 1 << (role - 'A') : 0;
}

static size_t
written_size (char role)
{
  return role == '0'                     ? 10
         : role == '6'                   ? 16
         : role && strchr ("1248", role) ? (size_t) (role - '0')
                                         : 0;
}

/* Returns whether the call has a scalar mask that is false: then no array is read. */
static bool
is_masked_out (const rp_gfortran_function *function, const long *words)
{
  const char *mask = strchr (function->roles, 'l');
  const int *value = mask ? (const int *) words[mask - function->roles] : NULL;
  return value && !*value;
}

static void
note_before (const rp_gfortran_function *function, const long *words, uintptr_t pc)
{
  bool reads_arrays = !is_masked_out (function, words);
  for (size_t i = 0; function->roles[i]; i++)
    {
      const void *pointer = (const void *) words[i];
      switch (function->roles[i])
        {
        case 'r':
        case 'h':
          rp_gfortran_note_descriptor (pointer, pc);
          if (reads_arrays && function->roles[i] == 'r')
            rp_gfortran_note_array (pointer, false, pc);
          break;
        case 'l':
          if (pointer)
            rp_note_read (pointer, 4, pc);
          break;
        case 'e':
          if (pointer)
            rp_note_read (pointer, ((const rp_gfortran_array *) words[0])->element, pc);
          break;
        case 's':
        case 't':
        case 'g':
          if (pointer)
            rp_note_read (pointer, string_length (function, words, i), pc);
          break;
        default:
          if (pointer && read_size (function->roles[i]))
            rp_note_read (pointer, read_size (function->roles[i]), pc);
        }
    }
}

static void
note_after (const rp_gfortran_function *function, const long *words, uintptr_t pc)
{
  for (size_t i = 0; function->roles[i]; i++)
    {
      const void *pointer = (const void *) words[i];
      char role = function->roles[i];
      if (role == 'w')
        rp_gfortran_note_array (pointer, true, pc);
      else if (written_size (role) && pointer)
        rp_note_write (pointer, written_size (role), pc);
      else if ((role == 'S' || role == 'T' || role == 'G') && pointer)
        rp_note_write (pointer, string_length (function, words, i), pc);
    }
}

long
rp_gfortran_call (const rp_gfortran_function *function, const long *words, uintptr_t pc)
{
  typedef long real_function (long, long, long, long, long, long, long, long);
  real_function *real = (real_function *) rp_gfortran_real_get (function->real);
  bool is_on = rp_monitor_is_on ();
  if (is_on)
    note_before (function, words, pc);
  int outer = function->is_quiet ? rp_inside_begin_nested () : 0;
  long result = real (words[0], words[1], words[2], words[3], words[4], words[5], words[6], words[7]);
  if (function->is_quiet)
    rp_inside_end_nested (outer);
  if (is_on)
    note_after (function, words, pc);
  return result;
}
