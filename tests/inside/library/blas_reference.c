#include "blas_reference.h"

#include <complex.h>
#include <stdlib.h>
#include <string.h>

typedef struct entry
{
  const char *family;
  blas_function *function;
} entry;

#define TYPE float
#define NAME(X) X##_s
#include "blas_reference.inc"
#undef TYPE
#undef NAME
#define TYPE double
#define NAME(X) X##_d
#include "blas_reference.inc"
#undef TYPE
#undef NAME
#define TYPE float complex
#define NAME(X) X##_c
#include "blas_reference.inc"
#undef TYPE
#undef NAME
#define TYPE double complex
#define NAME(X) X##_z
#include "blas_reference.inc"

blas_function *
blas_reference (const char *family, char type)
{
  const entry *table = type == 's' ? table_s : type == 'd' ? table_d : type == 'c' ? table_c : table_z;
  for (; table->family; table++)
    if (!strcmp (table->family, family))
      return table->function;
  return NULL;
}
