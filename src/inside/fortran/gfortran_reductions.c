/* Intrinsic functions that reduce an array: sum, maxval, all, maxloc and similar functions. The result is one value, or
 * an array with one value for each row. For each type and kind that an intrinsic accepts, libgfortran has a function of
 * its own. A letter before the intrinsic's name says that the call has a mask. With m the mask is an array: msum_i4,
 * mmaxval_i4. With s the mask is one logical: ssum_i4, smaxval_i4. A findloc function gets the value that it looks for
 * by value, so each type needs a hook with a parameter of this type. */
#include "inside/fortran/gfortran.h"

#include <complex.h>

#define REDUCTION(NAME) \
  RP_GFORTRAN (NAME, "wrD") \
  RP_GFORTRAN (m##NAME, "wrDr") \
  RP_GFORTRAN (s##NAME, "wrDl")

#define PLAIN_REDUCTION(NAME) RP_GFORTRAN (NAME, "wrD")

#define OF_INTEGERS(WHAT, NAME) \
  WHAT (NAME##_i1) WHAT (NAME##_i2) WHAT (NAME##_i4) WHAT (NAME##_i8) WHAT (NAME##_i16)
#define OF_REALS(WHAT, NAME) \
  WHAT (NAME##_r4) WHAT (NAME##_r8) WHAT (NAME##_r10) WHAT (NAME##_r16)
#define OF_COMPLEX(WHAT, NAME) \
  WHAT (NAME##_c4) WHAT (NAME##_c8) WHAT (NAME##_c10) WHAT (NAME##_c16)
#define OF_LOGICALS(WHAT, NAME) \
  WHAT (NAME##_l1) WHAT (NAME##_l2) WHAT (NAME##_l4) WHAT (NAME##_l8) WHAT (NAME##_l16)
#define OF_ORDERED(WHAT, NAME) OF_INTEGERS (WHAT, NAME) OF_REALS (WHAT, NAME)
#define OF_NUMBERS(WHAT, NAME) OF_ORDERED (WHAT, NAME) OF_COMPLEX (WHAT, NAME)

OF_NUMBERS (REDUCTION, sum)
OF_NUMBERS (REDUCTION, product)
OF_ORDERED (REDUCTION, maxval)
OF_ORDERED (REDUCTION, minval)
OF_INTEGERS (REDUCTION, iall)
OF_INTEGERS (REDUCTION, iany)
OF_INTEGERS (REDUCTION, iparity)
OF_LOGICALS (PLAIN_REDUCTION, all)
OF_LOGICALS (PLAIN_REDUCTION, any)
OF_LOGICALS (PLAIN_REDUCTION, parity)
OF_REALS (PLAIN_REDUCTION, norm2)
PLAIN_REDUCTION (count_1_l)
PLAIN_REDUCTION (count_2_l)
PLAIN_REDUCTION (count_4_l)
PLAIN_REDUCTION (count_8_l)
PLAIN_REDUCTION (count_16_l)

/* ---- the largest string ---- */

#define STRING_VALUE(NAME, KIND) \
  RP_GFORTRAN_WIDE (NAME##0_s##KIND, "T.r.", KIND) \
  RP_GFORTRAN_WIDE (m##NAME##0_s##KIND, "T.rr.", KIND) \
  RP_GFORTRAN_WIDE (s##NAME##0_s##KIND, "T.rl.", KIND) \
  RP_GFORTRAN (NAME##1_s##KIND, "w.rD.") \
  RP_GFORTRAN (m##NAME##1_s##KIND, "w.rDr.") \
  RP_GFORTRAN (s##NAME##1_s##KIND, "w.rDl.")

STRING_VALUE (maxval, 1)
STRING_VALUE (maxval, 4)
STRING_VALUE (minval, 1)
STRING_VALUE (minval, 4)

/* ---- where the largest or smallest element is: in the whole array, in each row, in an array of strings with one
 * dimension ---- */

#define PLACE(NAME) \
  RP_GFORTRAN (NAME, "wr.") \
  RP_GFORTRAN (m##NAME, "wrr.") \
  RP_GFORTRAN (s##NAME, "wrl.")

#define ROW_PLACE(NAME) \
  RP_GFORTRAN (NAME, "wrD.") \
  RP_GFORTRAN (m##NAME, "wrDr.") \
  RP_GFORTRAN (s##NAME, "wrDl.")

#define STRING_PLACE(NAME) \
  RP_GFORTRAN (NAME, "r..") \
  RP_GFORTRAN (m##NAME, "rr..") \
  RP_GFORTRAN (s##NAME, "rl..")

#define OF_STRINGS(WHAT, NAME) WHAT (NAME##_s1) WHAT (NAME##_s4)

#define PLACES(NAME, KIND) \
  OF_ORDERED (PLACE, NAME##0_##KIND) \
  OF_STRINGS (PLACE, NAME##0_##KIND) \
  OF_ORDERED (ROW_PLACE, NAME##1_##KIND) \
  OF_STRINGS (ROW_PLACE, NAME##1_##KIND) \
  OF_STRINGS (STRING_PLACE, NAME##2_##KIND)

PLACES (maxloc, 4)
PLACES (maxloc, 8)
PLACES (maxloc, 16)
PLACES (minloc, 4)
PLACES (minloc, 8)
PLACES (minloc, 16)

/* ---- where a value is ---- */

/* Records the reads of a search. KIND says how the mask is passed: 'r': MASK is an array; 'l': MASK is a logical; 'N':
 * there is no mask. */
static void
note_search (const rp_gfortran_array *array, const void *mask, char kind, uintptr_t pc)
{
  if (!rp_monitor_is_on ())
    return;
  if (kind == 'r')
    rp_gfortran_note_array (mask, false, pc);
  else if (kind == 'l')
    rp_note_read (mask, 4, pc);
  rp_gfortran_note_descriptor (array, pc);
  if (kind != 'l' || *(const int *) mask)
    rp_gfortran_note_array (array, false, pc);
}

static void
note_found (const rp_gfortran_array *result, uintptr_t pc)
{
  if (rp_monitor_is_on ())
    rp_gfortran_note_array (result, true, pc);
}

#define LIST(...) __VA_ARGS__

#define SEARCH(NAME, TYPE, PARAMETERS, PASSED, MASK, KIND) \
  RP_HOOK (void, _gfortran_##NAME, rp_gfortran_array *result, rp_gfortran_array *array, \
           TYPE value PARAMETERS, int back) \
  { \
    note_search (array, MASK, KIND, RP_CALLER); \
    RP_GFORTRAN_REAL (_gfortran_##NAME) (result, array, value PASSED, back); \
    note_found (result, RP_CALLER); \
  }

#define FIND(SUFFIX, TYPE) \
  SEARCH (findloc0_##SUFFIX, TYPE, , , NULL, 'N') \
  SEARCH (mfindloc0_##SUFFIX, TYPE, LIST (, void *mask), LIST (, mask), mask, 'r') \
  SEARCH (sfindloc0_##SUFFIX, TYPE, LIST (, void *mask), LIST (, mask), mask, 'l') \
  SEARCH (findloc1_##SUFFIX, TYPE, LIST (, long *dim), LIST (, dim), NULL, 'N') \
  SEARCH (mfindloc1_##SUFFIX, TYPE, LIST (, long *dim, void *mask), LIST (, dim, mask), mask, 'r') \
  SEARCH (sfindloc1_##SUFFIX, TYPE, LIST (, long *dim, void *mask), LIST (, dim, mask), mask, 'l')

FIND (i1, signed char)
FIND (i2, short)
FIND (i4, int)
FIND (i8, long)
FIND (i16, __int128)
FIND (r4, float)
FIND (r8, double)
FIND (c4, float _Complex)
FIND (c8, double _Complex)
FIND (r10, long double)
FIND (c10, long double _Complex)
#ifdef __SIZEOF_FLOAT128__
/* clang has no _Complex _Float128. */
typedef _Complex float __attribute__ ((mode (TC))) rp_complex128;
FIND (r16, __float128)
FIND (c16, rp_complex128)
#endif

#define FIND_STRING(KIND) \
  RP_GFORTRAN (findloc0_s##KIND, "wr....") \
  RP_GFORTRAN (mfindloc0_s##KIND, "wr.r...") \
  RP_GFORTRAN (sfindloc0_s##KIND, "wr.l...") \
  RP_GFORTRAN (findloc1_s##KIND, "wr.....") \
  RP_GFORTRAN (mfindloc1_s##KIND, "wr..r...") \
  RP_GFORTRAN (sfindloc1_s##KIND, "wr..l...") \
  RP_GFORTRAN (findloc2_s##KIND, "r....") \
  RP_GFORTRAN (mfindloc2_s##KIND, "r.r...") \
  RP_GFORTRAN (sfindloc2_s##KIND, "r.l...")

FIND_STRING (1)
FIND_STRING (4)
