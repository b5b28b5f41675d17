/* Intrinsic functions that make an array from other arrays: matmul, pack, reshape, spread, shifts. Also copies that
 * gfortran makes of arrays with gaps, for procedures that want none. */
#include "inside/fortran/gfortran.h"

#define MATMUL(KIND) RP_GFORTRAN (matmul_##KIND, "wrr...")

MATMUL (i1)
MATMUL (i2)
MATMUL (i4)
MATMUL (i8)
MATMUL (i16)
MATMUL (r4)
MATMUL (r8)
MATMUL (r10)
MATMUL (r16)
MATMUL (c4)
MATMUL (c8)
MATMUL (c10)
MATMUL (c16)
MATMUL (l4)
MATMUL (l8)
MATMUL (l16)

/* The functions for strings have the length of the result as the parameter after the result. */
#define WITH_STRINGS(NAME, REST) \
  RP_GFORTRAN (NAME, "w" REST) \
  RP_GFORTRAN (NAME##_char, "w." REST) \
  RP_GFORTRAN (NAME##_char4, "w." REST)

WITH_STRINGS (pack, "rrr")
WITH_STRINGS (pack_s, "rlr")
WITH_STRINGS (unpack0, "rre")
WITH_STRINGS (unpack1, "rrr")
WITH_STRINGS (spread, "rDD")
RP_GFORTRAN (spread_scalar, "weDD")
RP_GFORTRAN (spread_char_scalar, "w.eDD")
RP_GFORTRAN (spread_char4_scalar, "w.eDD")
WITH_STRINGS (reshape, "rrrr")

#define RESHAPE(KIND) RP_GFORTRAN (reshape_##KIND, "wrrrr")

RESHAPE (4)
RESHAPE (8)
RESHAPE (16)
RESHAPE (r4)
RESHAPE (r8)
RESHAPE (r10)
RESHAPE (r16)
RESHAPE (c4)
RESHAPE (c8)
RESHAPE (c10)
RESHAPE (c16)

/* Shifts by one number (SHIFTS_BY_ONE), or by one number for each row (SHIFTS). The numbers are KIND bytes long, and so
 * is the number of the dimension; READ is the role of one such number. */
#define SHIFTS_BY_ONE(KIND, READ) \
  WITH_STRINGS (cshift0_##KIND, "r" READ READ) \
  WITH_STRINGS (eoshift0_##KIND, "r" READ "e" READ) \
  WITH_STRINGS (eoshift2_##KIND, "r" READ "r" READ)

#define SHIFTS(KIND, READ) \
  WITH_STRINGS (cshift1_##KIND, "rr" READ) \
  WITH_STRINGS (eoshift1_##KIND, "rre" READ) \
  WITH_STRINGS (eoshift3_##KIND, "rrr" READ)

SHIFTS_BY_ONE (1, "A")
SHIFTS_BY_ONE (2, "B")
SHIFTS_BY_ONE (4, "C")
SHIFTS_BY_ONE (8, "D")
SHIFTS_BY_ONE (16, "E")
SHIFTS (4, "C")
SHIFTS (8, "D")
SHIFTS (16, "E")

/* These functions read only the descriptors of arrays. */
RP_GFORTRAN (shape_1, "wh")
RP_GFORTRAN (shape_2, "wh")
RP_GFORTRAN (shape_4, "wh")
RP_GFORTRAN (shape_8, "wh")
RP_GFORTRAN (shape_16, "wh")
RP_GFORTRAN (size0, "h")
RP_GFORTRAN (size1, "hD")
RP_GFORTRAN (associated, "hh")
RP_GFORTRAN (is_contiguous0, "h")

/* Returns the memory of the array itself, if it has no gaps, or a copy. To make a copy, the array is read. */
RP_HOOK (void *, _gfortran_internal_pack, rp_gfortran_array *array)
{
  void *packed = RP_GFORTRAN_REAL (_gfortran_internal_pack) (array);
  if (!rp_monitor_is_on ())
    return packed;
  rp_gfortran_note_descriptor (array, RP_CALLER);
  if (packed != array->base)
    rp_gfortran_note_array (array, false, RP_CALLER);
  return packed;
}

RP_HOOK (void, _gfortran_internal_unpack, rp_gfortran_array *array, const void *packed)
{
  if (packed && packed != array->base && rp_monitor_is_on ())
    rp_gfortran_note_array (array, true, RP_CALLER);
  RP_GFORTRAN_REAL (_gfortran_internal_unpack) (array, packed);
}

/* Bessel functions of the orders FIRST to LAST. The argument is no word, so rp_gfortran_call cannot pass it. */
#define BESSEL(NAME, REAL) \
  RP_HOOK (void, _gfortran_##NAME, rp_gfortran_array *result, int first, int last, REAL argument) \
  { \
    RP_GFORTRAN_REAL (_gfortran_##NAME) (result, first, last, argument); \
    if (rp_monitor_is_on ()) \
      rp_gfortran_note_array (result, true, RP_CALLER); \
  }

#define BESSEL_BOTH(KIND, REAL) \
  BESSEL (bessel_jn_##KIND, REAL) \
  BESSEL (bessel_yn_##KIND, REAL)

BESSEL_BOTH (r4, float)
BESSEL_BOTH (r8, double)
BESSEL_BOTH (r10, long double)
BESSEL_BOTH (r16, _Float128)

/* Random numbers, for whole arrays and for one. */
RP_GFORTRAN (arandom_r4, "w")
RP_GFORTRAN (arandom_r8, "w")
RP_GFORTRAN (arandom_r10, "w")
RP_GFORTRAN (arandom_r16, "w")
RP_GFORTRAN (random_r4, "4")
RP_GFORTRAN (random_r8, "8")
RP_GFORTRAN (random_r10, "0")
RP_GFORTRAN (random_r16, "6")
RP_GFORTRAN (random_seed_i4, "4rw")
RP_GFORTRAN (random_seed_i8, "8rw")

/* Clocks. */
RP_GFORTRAN (system_clock_4, "444")
RP_GFORTRAN (system_clock_8, "888")
RP_GFORTRAN (cpu_time_4, "4")
RP_GFORTRAN (cpu_time_8, "8")
RP_GFORTRAN (cpu_time_10, "0")
RP_GFORTRAN (cpu_time_16, "6")

RP_HOOK (void, _gfortran_date_and_time, char *date, char *time, char *zone, rp_gfortran_array *values,
         size_t date_length, size_t time_length, size_t zone_length)
{
  RP_GFORTRAN_QUIETLY (RP_GFORTRAN_REAL (_gfortran_date_and_time) (date, time, zone, values, date_length, time_length,
                                                                  zone_length));
  if (!rp_monitor_is_on ())
    return;
  if (date)
    rp_note_write (date, date_length, RP_CALLER);
  if (time)
    rp_note_write (time, time_length, RP_CALLER);
  if (zone)
    rp_note_write (zone, zone_length, RP_CALLER);
  rp_gfortran_note_array (values, true, RP_CALLER);
}
