/* BLAS's routines and their descriptions, and the accesses that a call makes by its description. See blas.h. */
#include "inside/library/blas.h"

#include "base/panic.h"
#include "inside/hook/hook.h"

#include <string.h>

/* Routines with one description. The type of the elements is the first letter of the name, or the letter
 * before the colon. */
typedef struct description
{
  const char *names, *words;
} description;

static const description vector_routines[] = {
  { "saxpy daxpy caxpy zaxpy", "n alpha! r:v(n) u:v(n)" },
  { "scopy dcopy ccopy zcopy", "n r:v(n) w:v(n)" },
  { "sswap dswap cswap zswap", "n u:v(n) u:v(n)" },
  { "sdot ddot s:dsdot cdotu cdotc zdotu zdotc", "n r:v(n) r:v(n)" },
  { "cdotu_sub cdotc_sub zdotu_sub zdotc_sub", "n r:v(n) r:v(n) w:1" },
  { "sdsdot", "n value r:v(n) r:v(n)" },
  { "snrm2 dnrm2 c:scnrm2 z:dznrm2", "n r:v(n)" },
  { "sasum dasum c:scasum z:dzasum s:isamax d:idamax c:icamax z:izamax", "n r:p(n)" },
  { "sscal dscal cscal zscal", "n value u:p(n)" },
  { "csscal zdscal", "n rvalue u:p(n)" },
  { "srot drot", "n u:v(n) u:v(n) value value" },
  { "csrot zdrot", "n u:v(n) u:v(n) rvalue rvalue" },
  { "srotg drotg", "u:1 u:1 w:1 w:1" },
  { "crotg zrotg", "u:1 r:1 w:real w:1" },
  { "srotm drotm", "n u:v(n) u:v(n) param" },
  { "srotmg drotmg", "u:1 u:1 u:1 value w:5" },
};

static const description matrix_routines[] = {
  { "sgemv dgemv cgemv zgemv", "trans m n alpha r:ge(m,n) r:v(in) beta b:v(out)" },
  { "sgbmv dgbmv cgbmv zgbmv", "trans m n kl ku alpha r:gb(m,n) r:v(in) beta b:v(out)" },
  { "ssymv dsymv chemv zhemv", "uplo n alpha r:sy(n) r:v(n) beta b:v(n)" },
  { "ssbmv dsbmv chbmv zhbmv", "uplo n k alpha r:sb(n) r:v(n) beta b:v(n)" },
  { "sspmv dspmv chpmv zhpmv", "uplo n alpha r:sp(n) r:v(n) beta b:v(n)" },
  { "strmv dtrmv ctrmv ztrmv strsv dtrsv ctrsv ztrsv", "uplo trans diag n r:tr(n) u:v(n)" },
  { "stbmv dtbmv ctbmv ztbmv stbsv dtbsv ctbsv ztbsv", "uplo trans diag n k r:tb(n) u:v(n)" },
  { "stpmv dtpmv ctpmv ztpmv stpsv dtpsv ctpsv ztpsv", "uplo trans diag n r:tp(n) u:v(n)" },
  { "sger dger cgeru cgerc zgeru zgerc", "m n alpha! r:v(m) r:v(n) u:ge(m,n)" },
  { "ssyr dsyr", "uplo n alpha! r:v(n) u:sy(n)" },
  { "cher zher", "uplo n ralpha! r:v(n) u:sy(n)" },
  { "sspr dspr", "uplo n alpha! r:v(n) u:sp(n)" },
  { "chpr zhpr", "uplo n ralpha! r:v(n) u:sp(n)" },
  { "ssyr2 dsyr2 cher2 zher2", "uplo n alpha! r:v(n) r:v(n) u:sy(n)" },
  { "sspr2 dspr2 chpr2 zhpr2", "uplo n alpha! r:v(n) r:v(n) u:sp(n)" },
  { "sgemm dgemm cgemm zgemm",
    "trans transb m n inner alpha r:ge'(m,inner) r:ge\"(inner,n) beta b:ge(m,n)" },
  { "ssymm dsymm csymm zsymm chemm zhemm", "side uplo m n alpha r:sy(order) r:ge(m,n) beta b:ge(m,n)" },
  { "ssyrk dsyrk csyrk zsyrk", "uplo trans n inner alpha r:ge'(n,inner) beta b:sy(n)" },
  { "cherk zherk", "uplo trans n inner ralpha r:ge'(n,inner) rbeta b:sy(n)" },
  { "ssyr2k dsyr2k csyr2k zsyr2k", "uplo trans n inner alpha r:ge'(n,inner) r:ge'(n,inner) beta b:sy(n)" },
  { "cher2k zher2k", "uplo trans n inner alpha r:ge'(n,inner) r:ge'(n,inner) rbeta b:sy(n)" },
  { "strmm dtrmm ctrmm ztrmm strsm dtrsm ctrsm ztrsm", "side uplo trans diag m n alpha r:tr(order) s:ge(m,n)" },
};

/* One routine of one of the interfaces. */
typedef struct blas_routine
{
  const char *words;
  char type; /* s d c z */
  bool is_fortran, has_matrix;
} blas_routine;

enum
{
  MAX_OPERANDS = 4
};

typedef struct mode_and_operand
{
  char mode;
  bool is_positive; /* nothing is accessed unless the increment is positive */
  rp_blas_operand operand;
} mode_and_operand;

/* A call, while its parameters are read. */
typedef struct reading
{
  const blas_routine *routine;
  const rp_call *call;
  unsigned general, vectors; /* parameters read so far: integers and pointers; those in vector registers */
  bool by_rows, is_right, is_upper, is_transposed, is_transposed_b, has_unit;
  int64_t m, n, k, inner, kl, ku;
  bool alpha_is_zero, beta_is_zero, beta_is_one;
  bool is_nothing; /* nothing is accessed: `alpha!` is zero, or `param` says so */
  mode_and_operand operands[MAX_OPERANDS];
  size_t count;
} reading;

/* ---- parameters ---- */

static bool
is_word (const char *word, size_t length, const char *text)
{
  return strlen (text) == length && !memcmp (word, text, length);
}

static void *
next_pointer (reading *r)
{
  return (void *) rp_call_word (r->call, r->general++);
}

static void
note_scalar (const reading *r, const void *scalar, size_t size)
{
  rp_note_read (scalar, size, rp_call_pc (r->call));
}

static int64_t
next_integer (reading *r)
{
  if (!r->routine->is_fortran)
    return (int32_t) rp_call_word (r->call, r->general++);
  const int32_t *number = next_pointer (r);
  note_scalar (r, number, sizeof *number);
  return *number;
}

/* Reads the next parameter, an option: a letter in Fortran's interface, a number in C's. Returns false if it has the
 * value that Fortran writes as the letter NO and C as NUMBER, and true for every other value. */
static bool
is_not (reading *r, char no, int number)
{
  if (!r->routine->is_fortran)
    return (int32_t) rp_call_word (r->call, r->general++) != number;
  const char *letter = next_pointer (r);
  note_scalar (r, letter, 1);
  return (*letter | 32) != no;
}

static bool
is_complex (const blas_routine *routine)
{
  return routine->type == 'c' || routine->type == 'z';
}

static size_t
real_bytes (const blas_routine *routine)
{
  return routine->type == 's' || routine->type == 'c' ? sizeof (float) : sizeof (double);
}

static size_t
element_bytes (const blas_routine *routine)
{
  return real_bytes (routine) << is_complex (routine);
}

typedef struct scalar
{
  const void *memory; /* where the scalar is; NULL if it comes in a register */
  size_t size;
  double real, imaginary;
} scalar;

static double
real_at (const blas_routine *routine, const void *place, unsigned number)
{
  return real_bytes (routine) == sizeof (float) ? (double) ((const float *) place)[number]
                                                 : ((const double *) place)[number];
}

static scalar
next_scalar (reading *r, bool is_real)
{
  bool has_parts = is_complex (r->routine) && !is_real, is_pointer = r->routine->is_fortran || has_parts;
  const void *place = is_pointer ? next_pointer (r) : r->call->vectors[r->vectors++];
  return (scalar) { .memory = is_pointer ? place : NULL,
                    .size = real_bytes (r->routine) << has_parts,
                    .real = real_at (r->routine, place, 0),
                    .imaginary = has_parts ? real_at (r->routine, place, 1) : 0 };
}

/* Reads the next parameter, a scalar. BLAS reads a scalar in memory only if the matrices and vectors are not empty. */
static void
read_scalar (reading *r, const char *word, size_t length)
{
  bool is_real = *word == 'r', decides = word[length - 1] == '!';
  scalar s = next_scalar (r, is_real);
  word += is_real;
  length -= is_real + decides;
  if (s.memory && r->m > 0 && r->n > 0)
    note_scalar (r, s.memory, s.size);
  bool is_zero = s.real == 0 && s.imaginary == 0;
  if (is_word (word, length, "alpha"))
    {
      r->alpha_is_zero = is_zero;
      r->is_nothing |= decides && is_zero;
    }
  else if (is_word (word, length, "beta"))
    {
      r->beta_is_zero = is_zero;
      r->beta_is_one = s.real == 1 && s.imaginary == 0;
    }
}

/* Reads the parameter `param` of rotm: five numbers, the first of which says which of the others are read. */
static void
read_rotation (reading *r)
{
  static const struct
  {
    int flag;
    unsigned first, last;
  } kinds[] = { { -1, 1, 4 }, { 0, 2, 3 } };
  char *numbers = next_pointer (r);
  size_t size = real_bytes (r->routine);
  double flag = real_at (r->routine, numbers, 0);
  if (r->n <= 0)
    return;
  note_scalar (r, numbers, size);
  r->is_nothing = flag == -2;
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (flag == kinds[i].flag)
      note_scalar (r, numbers + kinds[i].first * size, (kinds[i].last - kinds[i].first + 1) * size);
  if (flag == 1)
    {
      note_scalar (r, numbers + size, size);
      note_scalar (r, numbers + 4 * size, size);
    }
}

/* ---- operands ---- */

/* TEXT begins with the name of a size (blas.h). Returns that size of the call. */
static int64_t
size_by_name (const reading *r, const char *text)
{
  size_t length = strcspn (text, ",)");
  if (is_word (text, length, "m"))
    return r->m;
  if (is_word (text, length, "n"))
    return r->n;
  if (is_word (text, length, "inner"))
    return r->inner;
  if (is_word (text, length, "order"))
    return r->is_right ? r->n : r->m;
  return is_word (text, length, "in") == r->is_transposed ? r->m : r->n;
}

static void
swap (int64_t *a, int64_t *b)
{
  int64_t kept = *a;
  *a = *b;
  *b = kept;
}

/* Turns a matrix that is stored by rows into its transpose, stored by columns. */
static void
turn (rp_blas_operand *o)
{
  swap (&o->rows, &o->columns);
  swap (&o->below, &o->above);
  o->is_upper = !o->is_upper;
}

static void
read_matrix (reading *r, mode_and_operand *next, const char *shape)
{
  rp_blas_operand *o = &next->operand;
  const char *sizes = strchr (shape, '(') + 1, *comma = strchr (sizes, ',');
  o->rows = size_by_name (r, sizes);
  o->columns = comma && comma < strchr (sizes, ')') ? size_by_name (r, comma + 1) : o->rows;
  bool is_turned = (shape[2] == '\'' && r->is_transposed) || (shape[2] == '"' && r->is_transposed_b);
  if (is_turned)
    swap (&o->rows, &o->columns);
  o->is_upper = r->is_upper;
  if (*shape == 'g')
    {
      o->shape = shape[1] == 'b' ? RP_BLAS_BAND : RP_BLAS_GENERAL;
      o->below = r->kl;
      o->above = r->ku;
    }
  else
    {
      o->shape = shape[1] == 'b'   ? RP_BLAS_TRIANGLE_BAND
                 : shape[1] == 'p' ? RP_BLAS_TRIANGLE_PACKED
                                   : RP_BLAS_TRIANGLE;
      o->above = o->below = r->k;
      o->has_unit = *shape == 't' && r->has_unit;
    }
  if (o->shape != RP_BLAS_TRIANGLE_PACKED)
    o->step = next_integer (r);
  if (r->by_rows)
    turn (o);
}

/* Reads an operand into the next free place. No description has more than MAX_OPERANDS of them. */
static void
read_operand (reading *r, const char *word)
{
  mode_and_operand *next = &r->operands[r->count++];
  const char *shape = word + 2;
  *next = (mode_and_operand) { .mode = *word };
  rp_blas_operand *o = &next->operand;
  o->base = next_pointer (r);
  o->element = element_bytes (r->routine);
  if (*shape == '1' || *shape == '5')
    o->columns = *shape - '0';
  else if (!strncmp (shape, "real", 4))
    {
      o->element = real_bytes (r->routine);
      o->columns = 1;
    }
  else if (shape[1] == '(')
    {
      o->shape = RP_BLAS_VECTOR;
      o->columns = size_by_name (r, shape + 2);
      o->step = next_integer (r);
      next->is_positive = *shape == 'p';
    }
  else
    read_matrix (r, next, shape);
}

static void
read_word (reading *r, const char *word, size_t length)
{
  static const struct
  {
    const char *name;
    size_t place;
  } sizes[] = { { "m", offsetof (reading, m) },         { "n", offsetof (reading, n) },   { "k", offsetof (reading, k) },
                { "inner", offsetof (reading, inner) }, { "kl", offsetof (reading, kl) }, { "ku", offsetof (reading, ku) } };
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
    if (is_word (word, length, sizes[i].name))
      {
        *(int64_t *) ((char *) r + sizes[i].place) = next_integer (r);
        return;
      }
  if (word[1] == ':')
    read_operand (r, word);
  else if (is_word (word, length, "side"))
    r->is_right = is_not (r, 'l', 141);
  else if (is_word (word, length, "uplo"))
    r->is_upper = is_not (r, 'l', 122);
  else if (is_word (word, length, "trans"))
    r->is_transposed = is_not (r, 'n', 111);
  else if (is_word (word, length, "transb"))
    r->is_transposed_b = is_not (r, 'n', 111);
  else if (is_word (word, length, "diag"))
    r->has_unit = is_not (r, 'n', 131);
  else if (is_word (word, length, "param"))
    read_rotation (r);
  else
    read_scalar (r, word, length);
}

/* ---- accesses ---- */

static void
note_read (char *address, size_t size, void *pc)
{
  rp_note_read (address, size, (uintptr_t) pc);
}

static void
note_write (char *address, size_t size, void *pc)
{
  rp_note_write (address, size, (uintptr_t) pc);
}

static void
note_operand (const reading *r, const mode_and_operand *next)
{
  bool is_kept = r->alpha_is_zero || r->inner == 0; /* the product is zero, so its factors are not read */
  bool reads = false, writes = next->mode != 'r';
  switch (next->mode)
    {
    case 'r':
      reads = !is_kept;
      break;
    case 'u':
      reads = true;
      break;
    case 'b':
      reads = !r->beta_is_zero;
      writes = !(is_kept && r->beta_is_one);
      reads &= writes;
      break;
    case 's':
      reads = !r->alpha_is_zero;
      break;
    default:
      break;
    }
  void *pc = (void *) rp_call_pc (r->call);
  if (reads)
    rp_blas_ranges (&next->operand, note_read, pc);
  if (writes)
    rp_blas_ranges (&next->operand, note_write, pc);
}

static bool
note_call (rp_import *import, rp_call *call)
{
  if (!rp_monitor_is_on ())
    return false;
  const blas_routine *routine = import->summary;
  reading r = { .routine = routine, .call = call, .m = 1, .n = 1, .inner = 1 };
  if (routine->has_matrix && !routine->is_fortran)
    r.by_rows = (int32_t) rp_call_word (call, r.general++) == 101;
  for (const char *word = routine->words; *word; word += strspn (word, " "))
    {
      size_t length = strcspn (word, " ");
      read_word (&r, word, length);
      word += length;
    }
  bool is_nothing = r.is_nothing || r.m <= 0 || r.n <= 0;
  for (size_t i = 0; i < r.count; i++)
    is_nothing |= r.operands[i].is_positive && r.operands[i].operand.step <= 0;
  for (size_t i = 0; i < r.count; i++)
    if (!is_nothing || r.operands[i].operand.shape == RP_BLAS_NONE) /* operands of a few elements are always accessed */
      note_operand (&r, &r.operands[i]);
  return false;
}

/* ---- names ---- */

/* Returns whether the first LENGTH letters of NAME are one of NAMES. If so, stores in *TYPE the letter for the type
 * of this routine's elements. */
static bool
find_name (const char *names, const char *name, size_t length, char *type)
{
  while (*names)
    {
      *type = *names;
      if (names[1] == ':')
        names += 2;
      size_t here = strcspn (names, " ");
      if (here == length && !memcmp (names, name, length))
        return true;
      names += here;
      names += strspn (names, " ");
    }
  return false;
}

static bool
find_routine (const description *table, size_t count, const char *name, size_t length, blas_routine *found)
{
  for (size_t i = 0; i < count; i++)
    if (find_name (table[i].names, name, length, &found->type))
      {
        found->words = table[i].words;
        return true;
      }
  return false;
}

enum
{
  LONGEST_NAME = 9 /* zdotc_sub; without `cblas_' and without Fortran's underscore */
};

bool
rp_blas_knows (const char *name, rp_import *import)
{
  size_t length = strlen (name);
  blas_routine found = { .is_fortran = strncmp (name, "cblas_", 6) != 0 };
  if (!found.is_fortran)
    {
      name += 6;
      length -= 6;
    }
  else if (!length || name[length - 1] != '_')
    return false;
  else
    length--;
  if (length > LONGEST_NAME) /* most functions of the program, all of which come here */
    return false;
  found.has_matrix = find_routine (matrix_routines, sizeof matrix_routines / sizeof *matrix_routines, name, length, &found);
  if (!found.has_matrix
      && !find_routine (vector_routines, sizeof vector_routines / sizeof *vector_routines, name, length, &found))
    return false;
  blas_routine *kept = rp_malloc (sizeof *kept); /* never freed */
  *kept = found;
  import->handle = note_call;
  import->summary = kept;
  return true;
}
