/* gfortran's run-time library. A Fortran statement may read and write memory by a call of libgfortran: for input and
 * output, intrinsic functions of whole arrays, and strings. Such an access counts as an access of that statement.
 *
 * The hooks stand in front of libgfortran's functions, in an archive of their own. `raceproof cc` links the archive
 * into programs and shared libraries with Fortran in them; the program's hooks come before a library's. A shared
 * library gets nothing else of the verifier, so the program must export every function that the hooks call: names with
 * rp_. While libgfortran itself runs for input and output, it counts as code of the verifier (inside.h), so accesses to
 * its buffers are not checked. */
#ifndef RP_INSIDE_FORTRAN_GFORTRAN_H
#define RP_INSIDE_FORTRAN_GFORTRAN_H

#include "inside/hook/hook.h"
#include "inside/hook/libc_real.h"

/* A program and each of its libraries may have a copy of these functions, and each calls its own copy. */
#pragma GCC visibility push(hidden)

/* Puts a real function into an array of the program or library that has the hook (libc_real.h). A constructor of that
 * program or library looks the functions up, because the next definition of a name depends on the module that asks. */
#define RP_IN_GFORTRAN_REALS __attribute__ ((section ("rp_gfortran_reals")))

/* Returns the real function; ends the program if there is none. */
void *rp_gfortran_real_get (rp_real *real);

#define RP_GFORTRAN_REAL(NAME) \
  (__extension__({ \
    static rp_real real_function RP_IN_GFORTRAN_REALS = { #NAME, NULL }; \
    (__typeof__ (&NAME)) rp_gfortran_real_get (&real_function); \
  }))

enum
{
  RP_GFORTRAN_DIMENSIONS = 15,
  RP_GFORTRAN_WORDS = 8
};

/* libgfortran's description of an array: gcc's gfc_array_descriptor, since version 9. Strides count elements. */
typedef struct rp_gfortran_array
{
  char *base; /* the first element of the array or section */
  size_t offset;
  size_t element; /* bytes */
  int version;
  signed char rank, type;
  short attribute;
  ptrdiff_t span;
  struct
  {
    ptrdiff_t stride, lower, upper;
  } dimensions[RP_GFORTRAN_DIMENSIONS];
} rp_gfortran_array;

/* Keeps libgfortran in the program. */
extern void (*const rp_gfortran_library) (int count, int *options);

/* Records that the elements of ARRAY are read or written. ARRAY may be NULL or have no memory. */
void rp_gfortran_note_array (const rp_gfortran_array *array, bool is_write, uintptr_t pc);

/* Records that the descriptor ARRAY itself is read. */
void rp_gfortran_note_descriptor (const rp_gfortran_array *array, uintptr_t pc);

/* The members that all statements for input and output have in common: gcc's st_parameter_common. */
typedef struct rp_gfortran_common
{
  int flags, unit;
  const char *file;
  int line;
  size_t message_length;
  char *message;
  int *status;
} rp_gfortran_common;

#define RP_GFORTRAN_FAILED 3 /* bits of flags: there was an error, or the end of the file or of the record */

/* Records that iostat and iomsg are written, if the statement has them. */
void rp_gfortran_note_results (const rp_gfortran_common *common, uintptr_t pc);

/* Executes CALL. Accesses of libgfortran itself are not seen. */
#define RP_GFORTRAN_QUIETLY(CALL) \
  do \
    { \
      int outer = rp_inside_begin_nested (); \
      CALL; \
      rp_inside_end_nested (outer); \
    } \
  while (0)

/* A function whose parameters are all pointers, or integers of at most a word. `roles` has a letter for each parameter:
 *
 *   r  an array that is read            w  an array that is written; it may get its memory in the call
 *   h  an array of which only the descriptor is read
 *   l  a logical of 4 bytes that is read; if it is false, no array is read
 *   e  a scalar that is read, as long as an element of the first parameter, an array
 *   n  the length of the string in the next parameter
 *   s  a string that is read            S  a string that is written
 *   t  a string that is read            T  a string that is written; the next parameter is its length
 *   g  a string that is read            G  a string that is written; the lengths of such strings follow behind all
 *                                         parameters, in the same order
 *   1 2 4 8 0 6  a number of that many bytes that is written; 0: 10 bytes, 6: 16 bytes
 *   A B C D E    a number of 1, 2, 4, 8 or 16 bytes that is read
 *   .  a parameter that does not matter
 *
 * A pointer may be NULL. IS_QUIET: accesses of libgfortran itself are not seen. */
typedef struct rp_gfortran_function
{
  rp_real *real;
  const char *roles;
  size_t character; /* bytes of one character in a string */
  bool is_quiet;
} rp_gfortran_function;

/* Calls the real function with the arguments WORDS, and returns its result. Records the accesses that FUNCTION->roles
 * names: reads before the call, writes after it. */
long rp_gfortran_call (const rp_gfortran_function *function, const long *words, uintptr_t pc);

#pragma GCC visibility pop

#define RP_GFORTRAN_ANY(NAME, ROLES, CHARACTER, IS_QUIET) \
  RP_HOOK (long, _gfortran_##NAME, long a, long b, long c, long d, long e, long f, long g, long h) \
  { \
    static rp_real real RP_IN_GFORTRAN_REALS = { "_gfortran_" #NAME, NULL }; \
    static const rp_gfortran_function function = { &real, ROLES, CHARACTER, IS_QUIET }; \
    long words[RP_GFORTRAN_WORDS] = { a, b, c, d, e, f, g, h }; \
    return rp_gfortran_call (&function, words, RP_CALLER); \
  }

#define RP_GFORTRAN_WIDE(NAME, ROLES, CHARACTER) RP_GFORTRAN_ANY (NAME, ROLES, CHARACTER, false)
#define RP_GFORTRAN(NAME, ROLES) RP_GFORTRAN_WIDE (NAME, ROLES, 1)
#define RP_GFORTRAN_QUIET(NAME, ROLES) RP_GFORTRAN_ANY (NAME, ROLES, 1, true)

#endif
