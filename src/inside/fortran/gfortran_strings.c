/* Intrinsic functions of strings, and comparison and concatenation. */
#include "inside/fortran/gfortran.h"

#define STRINGS(NAME, ROLES) \
  RP_GFORTRAN (NAME, ROLES) \
  RP_GFORTRAN_WIDE (NAME##_char4, ROLES, 4)

STRINGS (compare_string, "nsns")
STRINGS (concat_string, "nSnsns")
STRINGS (string_len_trim, "ns")
STRINGS (string_index, "nsns.")
STRINGS (string_scan, "nsns.")
STRINGS (string_verify, "nsns.")
STRINGS (string_trim, "..ns")
STRINGS (adjustl, "Tns")
STRINGS (adjustr, "Tns")
STRINGS (select_string, "..t.")
RP_GFORTRAN_WIDE (convert_char1_to_char4, ".ns", 1)
RP_GFORTRAN_WIDE (convert_char4_to_char1, ".ns", 4)
