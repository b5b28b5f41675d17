/* Statements of Fortran about files and units: open, close, inquire, rewind and their like. */
#include "inside/fortran/gfortran.h"

enum
{
  HAS_STATUS = 1 << 5,
  HAS_MESSAGE = 1 << 6
};

/* The message counts as written only if COMMON->flags says that something failed. So this is called when libgfortran
 * has executed the statement; for a transfer, when it has transferred all items. */
void
rp_gfortran_note_results (const rp_gfortran_common *common, uintptr_t pc)
{
  if (common->flags & HAS_STATUS)
    rp_note_write (common->status, sizeof *common->status, pc);
  if (common->flags & HAS_MESSAGE && common->flags & RP_GFORTRAN_FAILED)
    rp_note_write (common->message, common->message_length, pc);
}

#define STATEMENT(NAME) \
  RP_HOOK (void, _gfortran_st_##NAME, rp_gfortran_common *s) \
  { \
    RP_GFORTRAN_QUIETLY (RP_GFORTRAN_REAL (_gfortran_st_##NAME) (s)); \
    if (rp_monitor_is_on ()) \
      rp_gfortran_note_results (s, RP_CALLER); \
  }

STATEMENT (rewind)
STATEMENT (backspace)
STATEMENT (endfile)
STATEMENT (flush)
STATEMENT (wait)
STATEMENT (wait_async)

/* A string as statements have it: a pointer and a length. In a list of strings the length comes first in
 * every second string. */
typedef struct string
{
  uintptr_t words[2];
} string;

static void
note_string (const string *s, bool begins_with_length, bool is_write, uintptr_t pc)
{
  const void *text = (const void *) s->words[begins_with_length];
  size_t length = s->words[!begins_with_length];
  if (is_write)
    rp_note_write (text, length, pc);
  else
    rp_note_read (text, length, pc);
}

/* ---- close ---- */

typedef struct close_statement
{
  rp_gfortran_common common;
  string status;
} close_statement;

enum
{
  CLOSE_HAS_STATUS = 1 << 7
};

RP_HOOK (void, _gfortran_st_close, close_statement *s)
{
  if (rp_monitor_is_on () && s->common.flags & CLOSE_HAS_STATUS)
    note_string (&s->status, false, false, RP_CALLER);
  RP_GFORTRAN_QUIETLY (RP_GFORTRAN_REAL (_gfortran_st_close) (s));
  if (rp_monitor_is_on ())
    rp_gfortran_note_results (&s->common, RP_CALLER);
}

/* ---- open ---- */

typedef struct open_statement
{
  rp_gfortran_common common;
  long record_length;
  string strings[15]; /* the first of them, the name of the file, begins with the length */
  int *new_unit;
} open_statement;

enum
{
  OPEN_STRINGS = 8, /* the number of the flag for the first string; the flags for the others follow */
  OPEN_HAS_NEW_UNIT = 1 << 23
};

RP_HOOK (void, _gfortran_st_open, open_statement *s)
{
  if (rp_monitor_is_on ())
    for (int i = 0; i < 15; i++)
      if (s->common.flags & 1 << (OPEN_STRINGS + i))
        note_string (&s->strings[i], i % 2 == 0, false, RP_CALLER);
  RP_GFORTRAN_QUIETLY (RP_GFORTRAN_REAL (_gfortran_st_open) (s));
  if (!rp_monitor_is_on ())
    return;
  rp_gfortran_note_results (&s->common, RP_CALLER);
  if (s->common.flags & OPEN_HAS_NEW_UNIT)
    rp_note_write (s->new_unit, sizeof *s->new_unit, RP_CALLER);
}

/* ---- inquire ---- */

typedef struct inquire_statement
{
  rp_gfortran_common common;
  int *flags[4]; /* exist, opened, number, named */
  long *numbers[3];
  string strings[17]; /* the first is the name of the file; the others are answers */
} inquire_statement;

enum
{
  INQUIRE_FLAGS = 7,
  INQUIRE_NUMBERS = 11,
  INQUIRE_STRINGS = 14
};

RP_HOOK (void, _gfortran_st_inquire, inquire_statement *s)
{
  if (rp_monitor_is_on ())
    {
      for (int i = 0; i < 4; i++)
        if (s->common.flags & 1 << (INQUIRE_FLAGS + i))
          rp_note_write (s->flags[i], sizeof *s->flags[i], RP_CALLER);
      for (int i = 0; i < 3; i++)
        if (s->common.flags & 1 << (INQUIRE_NUMBERS + i))
          rp_note_write (s->numbers[i], sizeof *s->numbers[i], RP_CALLER);
      for (int i = 0; i < 17; i++)
        if (s->common.flags & 1 << (INQUIRE_STRINGS + i))
          note_string (&s->strings[i], i % 2 != 0, i > 0, RP_CALLER);
    }
  RP_GFORTRAN_QUIETLY (RP_GFORTRAN_REAL (_gfortran_st_inquire) (s));
  if (rp_monitor_is_on ())
    rp_gfortran_note_results (&s->common, RP_CALLER);
}

/* ---- subroutines ---- */

RP_GFORTRAN_QUIET (flush_i4, "C")
RP_GFORTRAN_QUIET (flush_i8, "D")

/* Characters, positions and names of units. fputc reads one character only, however long its string is. */
#define CHARACTERS(KIND) \
  RP_GFORTRAN_QUIET (fgetc_i##KIND##_sub, "CG" #KIND) \
  RP_GFORTRAN_QUIET (fget_i##KIND##_sub, "G" #KIND) \
  RP_GFORTRAN_QUIET (fputc_i##KIND##_sub, "CA" #KIND) \
  RP_GFORTRAN_QUIET (fput_i##KIND##_sub, "A" #KIND) \
  RP_GFORTRAN_QUIET (ftell_i##KIND##_sub, "C" #KIND)

CHARACTERS (1)
CHARACTERS (2)
CHARACTERS (4)
CHARACTERS (8)
RP_GFORTRAN_QUIET (fgetc, "CG")
RP_GFORTRAN_QUIET (fget, "G")
RP_GFORTRAN_QUIET (fputc, "CA")
RP_GFORTRAN_QUIET (fput, "A")
RP_GFORTRAN_QUIET (ftell, "C")
RP_GFORTRAN_QUIET (ftell2, "C")
RP_GFORTRAN_QUIET (fseek_sub, "CDC4")
RP_GFORTRAN_QUIET (fnum_i4, "C")
RP_GFORTRAN_QUIET (fnum_i8, "D")
RP_GFORTRAN_QUIET (isatty_l4, "C")
RP_GFORTRAN_QUIET (isatty_l8, "C")
RP_GFORTRAN_QUIET (ttynam_sub, "CG")
