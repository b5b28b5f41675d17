/* Input and output of Fortran. A statement is a call that begins it, a call for each item, and a call that ends it:
 *
 *   _gfortran_st_write (&s); _gfortran_transfer_integer_write (&s, &x, 4); _gfortran_st_write_done (&s);
 *
 * Write and print statements read their items, and read statements write them. A string that is an internal unit is
 * written before the end of a write, and read at the beginning of a read. Formats and similar parameters are read;
 * results such as iostat are written. The objects of a namelist are announced before the statement begins: each is
 * read, or may be written.
 *
 * Units belong to libgfortran, which locks them: statements of two tasks on one unit are no race, but accesses to the
 * items that they transfer may be. */
#include "inside/fortran/gfortran.h"

/* The public part of st_parameter_dt. */
typedef struct transfer
{
  rp_gfortran_common common;
  long record;
  long *size, *iolength;
  const rp_gfortran_array *internal_unit_array;
  char *format;
  size_t format_length, advance_length;
  char *advance, *internal_unit;
  size_t internal_unit_length, namelist_length;
  char *namelist;
  int *id;
} transfer;

enum
{
  IS_NAMELIST_READ = 1 << 8,
  HAS_SIZE = 1 << 10,
  HAS_IOLENGTH = 1 << 11,
  HAS_FORMAT = 1 << 12,
  HAS_ADVANCE = 1 << 13,
  HAS_INTERNAL_UNIT = 1 << 14,
  HAS_ID = 1 << 16
};

/* The statement inquire(iolength=...) that runs, or NULL. It only asks for the length of its items. */
static const transfer *measuring;

static void
note_internal_unit (const transfer *t, bool is_write, uintptr_t pc)
{
  if (!(t->common.flags & HAS_INTERNAL_UNIT))
    return;
  if (t->internal_unit_array)
    rp_gfortran_note_array (t->internal_unit_array, is_write, pc);
  else if (is_write)
    rp_note_write (t->internal_unit, t->internal_unit_length, pc);
  else
    rp_note_read (t->internal_unit, t->internal_unit_length, pc);
}

static void
note_begin (const transfer *t, bool is_read_statement, uintptr_t pc)
{
  if (!rp_monitor_is_on ())
    return;
  if (t->common.flags & HAS_FORMAT)
    rp_note_read (t->format, t->format_length, pc);
  if (t->common.flags & HAS_ADVANCE)
    rp_note_read (t->advance, t->advance_length, pc);
  if (is_read_statement)
    note_internal_unit (t, false, pc);
}

static void
note_end (const transfer *t, bool is_write_statement, uintptr_t pc)
{
  if (!rp_monitor_is_on ())
    return;
  if (is_write_statement)
    note_internal_unit (t, true, pc);
  if (t->common.flags & HAS_SIZE)
    rp_note_write (t->size, sizeof *t->size, pc);
  if (t->common.flags & HAS_ID)
    rp_note_write (t->id, sizeof *t->id, pc);
  rp_gfortran_note_results (&t->common, pc);
}

RP_HOOK (void, _gfortran_st_write, transfer *t)
{
  note_begin (t, false, RP_CALLER);
  RP_GFORTRAN_QUIETLY (RP_GFORTRAN_REAL (_gfortran_st_write) (t));
}

RP_HOOK (void, _gfortran_st_read, transfer *t)
{
  note_begin (t, true, RP_CALLER);
  RP_GFORTRAN_QUIETLY (RP_GFORTRAN_REAL (_gfortran_st_read) (t));
}

RP_HOOK (void, _gfortran_st_write_done, transfer *t)
{
  note_end (t, true, RP_CALLER);
  RP_GFORTRAN_QUIETLY (RP_GFORTRAN_REAL (_gfortran_st_write_done) (t));
}

RP_HOOK (void, _gfortran_st_read_done, transfer *t)
{
  note_end (t, false, RP_CALLER);
  RP_GFORTRAN_QUIETLY (RP_GFORTRAN_REAL (_gfortran_st_read_done) (t));
}

RP_HOOK (void, _gfortran_st_iolength, transfer *t)
{
  measuring = t;
  RP_GFORTRAN_QUIETLY (RP_GFORTRAN_REAL (_gfortran_st_iolength) (t));
}

RP_HOOK (void, _gfortran_st_iolength_done, transfer *t)
{
  measuring = NULL;
  if (t->common.flags & HAS_IOLENGTH && rp_monitor_is_on ())
    rp_note_write (t->iolength, sizeof *t->iolength, RP_CALLER);
  RP_GFORTRAN_QUIETLY (RP_GFORTRAN_REAL (_gfortran_st_iolength_done) (t));
}

/* ---- items ---- */

static bool
matters (const transfer *t)
{
  return rp_monitor_is_on () && t != measuring && !(t->common.flags & RP_GFORTRAN_FAILED);
}

/* Returns the bytes of a real number of KIND: numbers of kind 10 take 16 bytes. */
static size_t
real_size (int kind)
{
  return kind == 10 ? 16 : (size_t) kind;
}

/* Define the hooks of a transfer of the SIZE bytes at `item`. PARAMETERS are the parameters after
 * `item`, PASSED the same as arguments. */
#define INPUT(NAME, PARAMETERS, PASSED, SIZE) \
  RP_HOOK (void, _gfortran_transfer_##NAME, transfer *t, void *item, PARAMETERS) \
  { \
    RP_GFORTRAN_QUIETLY (RP_GFORTRAN_REAL (_gfortran_transfer_##NAME) (t, item, PASSED)); \
    if (matters (t)) \
      rp_note_write (item, SIZE, RP_CALLER); \
  }

#define OUTPUT(NAME, PARAMETERS, PASSED, SIZE) \
  RP_HOOK (void, _gfortran_transfer_##NAME##_write, transfer *t, void *item, PARAMETERS) \
  { \
    if (matters (t)) \
      rp_note_read (item, SIZE, RP_CALLER); \
    RP_GFORTRAN_QUIETLY (RP_GFORTRAN_REAL (_gfortran_transfer_##NAME##_write) (t, item, PASSED)); \
  }

#define LIST(...) __VA_ARGS__

#define ITEM(NAME, PARAMETERS, PASSED, SIZE) \
  INPUT (NAME, LIST (PARAMETERS), LIST (PASSED), SIZE) \
  OUTPUT (NAME, LIST (PARAMETERS), LIST (PASSED), SIZE)

ITEM (integer, int kind, kind, (size_t) kind)
ITEM (logical, int kind, kind, (size_t) kind)
ITEM (real, int kind, kind, real_size (kind))
ITEM (complex, int kind, kind, 2 * real_size (kind))
ITEM (real128, int kind, kind, 16)
ITEM (complex128, int kind, kind, 32)
ITEM (character, size_t length, length, length)
ITEM (character_wide, LIST (size_t length, int kind), LIST (length, kind), length * (size_t) kind)

/* If an error stops the transfer, only some elements are written. We do not know which, so all count as written. */
RP_HOOK (void, _gfortran_transfer_array, transfer *t, rp_gfortran_array *array, int kind,
         size_t length)
{
  if (matters (t))
    {
      rp_gfortran_note_descriptor (array, RP_CALLER);
      rp_gfortran_note_array (array, true, RP_CALLER);
    }
  RP_GFORTRAN_QUIETLY (RP_GFORTRAN_REAL (_gfortran_transfer_array) (t, array, kind, length));
}

RP_HOOK (void, _gfortran_transfer_array_write, transfer *t, rp_gfortran_array *array, int kind,
         size_t length)
{
  if (matters (t))
    {
      rp_gfortran_note_descriptor (array, RP_CALLER);
      rp_gfortran_note_array (array, false, RP_CALLER);
    }
  RP_GFORTRAN_QUIETLY (RP_GFORTRAN_REAL (_gfortran_transfer_array_write) (t, array, kind, length));
}

/* ---- namelists ---- */

/* The object of a namelist whose dimensions the next calls announce. */
static rp_gfortran_array listed;

/* Records the access to the object `listed`. A namelist read gets the names of its variables from the input, so every
 * variable of the namelist counts as written. */
static void
note_listed (const transfer *t, uintptr_t pc)
{
  if (rp_monitor_is_on ())
    rp_gfortran_note_array (&listed, t->common.flags & IS_NAMELIST_READ, pc);
}

/* The part of a descriptor that has the type, as gcc passes it. */
typedef struct element_type
{
  size_t element;
  int version;
  signed char rank, type;
  short attribute;
} element_type;

RP_HOOK (void, _gfortran_st_set_nml_var, transfer *t, void *object, char *name, int kind,
         size_t length, element_type type)
{
  listed = (rp_gfortran_array) { .base = object, .element = type.element, .rank = type.rank };
  if (!type.rank)
    note_listed (t, RP_CALLER);
  RP_GFORTRAN_QUIETLY (RP_GFORTRAN_REAL (_gfortran_st_set_nml_var) (t, object, name, kind, length, type));
}

RP_HOOK (void, _gfortran_st_set_nml_var_dim, transfer *t, int dimension, long stride, long lower,
         long upper)
{
  if (dimension >= 0 && dimension < RP_GFORTRAN_DIMENSIONS)
    {
      listed.dimensions[dimension].stride = stride;
      listed.dimensions[dimension].lower = lower;
      listed.dimensions[dimension].upper = upper;
    }
  if (dimension == listed.rank - 1)
    note_listed (t, RP_CALLER);
  RP_GFORTRAN_QUIETLY (
    RP_GFORTRAN_REAL (_gfortran_st_set_nml_var_dim) (t, dimension, stride, lower, upper));
}
