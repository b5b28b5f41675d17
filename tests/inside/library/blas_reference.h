/* BLAS by its definition, one element after the other. It is compiled with instrumentation, so that what it accesses is
 * known for certain: a second opinion on the summaries of src/inside/library/blas.c. */
#ifndef RP_TESTS_BLAS_REFERENCE_H
#define RP_TESTS_BLAS_REFERENCE_H

#include <stdbool.h>

/* The parameters of all routines, by the names that BLAS has for them. Options are Fortran's letters. */
typedef struct blas_problem
{
  bool by_rows;
  char side, uplo, trans, transb, diag;
  int m, n, k, kl, ku;
  int flag; /* in param */
  double alpha, beta, c, s; /* those of complex routines are real, too */
  void *a, *b, *cc, *x, *y, *ap, *param, *one[4];
  int lda, ldb, ldc, incx, incy;
} blas_problem;

typedef void blas_function (const blas_problem *p);

/* The routine FAMILY, as `gemv`, for elements of TYPE: s, d, c or z. NULL if there is none. */
blas_function *blas_reference (const char *family, char type);

#endif
