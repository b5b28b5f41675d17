/* The memory of BLAS's vectors and matrices. Row and column numbers begin with 0. */
#include "inside/library/blas.h"

typedef struct listener
{
  void (*function) (char *address, size_t size, void *context);
  void *context;
} listener;

/* Reports COUNT elements from number FIRST on to the listener. */
static void
tell (const listener *l, const rp_blas_operand *o, int64_t first, int64_t count)
{
  if (count > 0)
    l->function (o->base + first * (int64_t) o->element, (size_t) count * o->element, l->context);
}

/* Reports the elements of a vector. A negative increment goes backwards through the same elements. */
static void
tell_vector (const listener *l, const rp_blas_operand *o)
{
  int64_t step = o->step < 0 ? -o->step : o->step;
  if (step == 1)
    tell (l, o, 0, o->columns);
  else
    for (int64_t i = 0; i < (step ? o->columns : 1); i++)
      tell (l, o, i * step, 1);
}

static void
tell_general (const listener *l, const rp_blas_operand *o)
{
  if (o->step == o->rows)
    tell (l, o, 0, o->rows * o->columns);
  else
    for (int64_t j = 0; j < o->columns; j++)
      tell (l, o, j * o->step, o->rows);
}

/* Reports the elements of a band matrix. The element (i, j) is in row above + i - j of the array. */
static void
tell_band (const listener *l, const rp_blas_operand *o)
{
  for (int64_t j = 0; j < o->columns; j++)
    {
      int64_t first = j > o->above ? j - o->above : 0;
      int64_t last = j + o->below < o->rows ? j + o->below : o->rows - 1;
      tell (l, o, j * o->step + o->above + first - j, last - first + 1);
    }
}

/* Returns the number of the diagonal element of column J in the memory of the operand, as its shape stores it. */
static int64_t
diagonal (const rp_blas_operand *o, int64_t j)
{
  if (o->shape == RP_BLAS_TRIANGLE)
    return j * o->step + j;
  if (o->shape == RP_BLAS_TRIANGLE_BAND)
    return j * o->step + (o->is_upper ? o->above : 0);
  return o->is_upper ? j * (j + 1) / 2 + j : j * o->rows - j * (j - 1) / 2;
}

static void
tell_triangle (const listener *l, const rp_blas_operand *o)
{
  for (int64_t j = 0; j < o->rows; j++)
    {
      int64_t beyond = o->is_upper ? j : o->rows - 1 - j; /* elements of the column, without the diagonal */
      if (o->shape == RP_BLAS_TRIANGLE_BAND && beyond > o->above)
        beyond = o->above;
      int64_t middle = diagonal (o, j), first = o->is_upper ? middle - beyond : middle + o->has_unit;
      tell (l, o, first, beyond + !o->has_unit);
    }
}

void
rp_blas_ranges (const rp_blas_operand *operand,
                void (*function) (char *address, size_t size, void *context), void *context)
{
  listener l = { function, context };
  switch (operand->shape)
    {
    case RP_BLAS_NONE:
      tell (&l, operand, 0, operand->columns);
      break;
    case RP_BLAS_VECTOR:
      tell_vector (&l, operand);
      break;
    case RP_BLAS_GENERAL:
      tell_general (&l, operand);
      break;
    case RP_BLAS_BAND:
      tell_band (&l, operand);
      break;
    default:
      tell_triangle (&l, operand);
      break;
    }
}
