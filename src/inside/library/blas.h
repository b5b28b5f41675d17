/* BLAS, levels 1 to 3: what each routine reads and writes of its vectors and matrices, by its description. Both
 * interfaces: Fortran's (ddot_) and C's (cblas_ddot), with integers of 32 bits. The implementation does not matter.
 *
 * A description (blas.c) has a word for each parameter, in order:
 *
 *   side uplo trans transb diag   options; in C the storage order of matrices comes first, and has no word
 *   m n k kl ku                   sizes; if m or n is not positive, nothing is accessed
 *   inner                         the size that a product sums over; 0 has the same effect as a zero alpha
 *   alpha beta                    scalars; with a leading r, real also in complex routines
 *   alpha!                        nothing is accessed if it is zero
 *   value rvalue                  other scalars, which decide on nothing
 *   param                         five numbers that define the rotation
 *   MODE:SHAPE                    an operand; its increment or leading dimension follows without a word
 *
 *   modes   r  read; not if alpha is zero         w  written         u  read and written
 *           b  written, and read unless beta is zero; not accessed if alpha is zero and beta is one
 *           s  written, and read unless alpha is zero
 *   shapes  v(SIZE)  a vector       p(SIZE)  one with a positive increment, else nothing is accessed
 *           ge(ROWS,COLUMNS)        a general matrix
 *           ge' ge" (ROWS,COLUMNS)  the same, where this is the size after it was transposed as trans or transb says
 *           gb(ROWS,COLUMNS)        a band matrix with kl and ku
 *           sy sb sp (SIZE)         the triangle that uplo says, of a full matrix, of a band of k, or packed
 *           tr tb tp (SIZE)         the same, without the diagonal if diag says that it is all ones
 *           1 5 real                that many elements; one real number; accessed whatever the sizes are
 *   sizes   m n inner; in and out: of the vector that a matrix is multiplied with, and of the result;
 *           order: of the square matrix: m if `side` is left, n if it is right */
#ifndef RP_INSIDE_LIBRARY_BLAS_H
#define RP_INSIDE_LIBRARY_BLAS_H

#include "inside/library/imports.h"

typedef enum rp_blas_shape
{
  RP_BLAS_NONE, /* neither vector nor matrix: a few elements */
  RP_BLAS_VECTOR,
  RP_BLAS_GENERAL,
  RP_BLAS_BAND,
  RP_BLAS_TRIANGLE,
  RP_BLAS_TRIANGLE_BAND,
  RP_BLAS_TRIANGLE_PACKED
} rp_blas_shape;

/* An operand of a call, with matrices stored by columns. */
typedef struct rp_blas_operand
{
  rp_blas_shape shape;
  char *base;
  size_t element;          /* bytes */
  int64_t rows, columns;   /* a vector has columns, a triangle rows */
  int64_t step;            /* increment or leading dimension */
  int64_t below, above;    /* of band matrices: how many diagonals are stored below and above the main one */
  bool is_upper, has_unit; /* of triangles: which triangle is stored, and whether the diagonal is one
                            * and not accessed */
} rp_blas_operand;

/* Calls FUNCTION for each contiguous part of the operand that is accessed: one part for RP_BLAS_NONE, for a vector
 * with increment 1 or -1, and for a general matrix without gaps, one part for each element of other vectors, and
 * one for each column of other matrices. With increment 0, only the first element of a vector is accessed. */
void rp_blas_ranges (const rp_blas_operand *operand,
                     void (*function) (char *address, size_t size, void *context), void *context);

/* Finds the summaries of BLAS's routines. */
rp_import_knows rp_blas_knows;

#endif
