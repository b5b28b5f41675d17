/* Summaries of BLAS: for random sizes and options, what they tell of a call of the library is what BLAS by its definition
 * accesses (blas_reference.c), byte for byte. By both interfaces, matrices by rows and by columns. */
#include "blas_reference.h"
#include "fake_monitor.h"
#include "inside/library/imports.h"
#include "test.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

enum
{
  MOST = 5,       /* rows, columns */
  REGION = 1024, /* bytes of an operand */
  REGIONS = 11,
  WORDS = 24,
  RUNS = 100     /* of each routine, by each interface */
};

static _Alignas(64) char arena[REGIONS][REGION];

/* A routine as BLAS declares it. The type of elements is the first letter, or the letter before the colon. */
typedef struct signature
{
  const char *family, *names, *words;
  const char *trans; /* letters that it takes */
  bool by_c_only, by_fortran_only;
} signature;

static const signature signatures[] = {
  { "axpy", "saxpy daxpy caxpy zaxpy", "n alpha x incx y incy", "N", 0, 0 },
  { "copy", "scopy dcopy ccopy zcopy", "n x incx y incy", "N", 0, 0 },
  { "swap", "sswap dswap cswap zswap", "n x incx y incy", "N", 0, 0 },
  { "dot", "sdot ddot s:dsdot", "n x incx y incy", "N", 0, 0 },
  { "dot", "cdotu cdotc zdotu zdotc", "n x incx y incy", "N", 0, 1 },
  { "dot", "sdsdot", "n alpha x incx y incy", "N", 0, 0 },
  { "dot_sub", "cdotu_sub cdotc_sub zdotu_sub zdotc_sub", "n x incx y incy one0", "N", 1, 0 },
  { "nrm2", "snrm2 dnrm2 c:scnrm2 z:dznrm2", "n x incx", "N", 0, 0 },
  { "asum", "sasum dasum c:scasum z:dzasum s:isamax d:idamax c:icamax z:izamax", "n x incx", "N", 0, 0 },
  { "scal", "sscal dscal cscal zscal", "n alpha x incx", "N", 0, 0 },
  { "scal", "csscal zdscal", "n ralpha x incx", "N", 0, 0 },
  { "rot", "srot drot", "n x incx y incy c s", "N", 0, 0 },
  { "rot", "csrot zdrot", "n x incx y incy c s", "N", 0, 1 },
  { "rotm", "srotm drotm", "n x incx y incy param", "N", 0, 0 },
  { "gemv", "sgemv dgemv cgemv zgemv", "layout trans m n alpha a lda x incx beta y incy", "NTC", 0, 0 },
  { "gbmv", "sgbmv dgbmv cgbmv zgbmv", "layout trans m n kl ku alpha a lda x incx beta y incy", "NTC", 0, 0 },
  { "symv", "ssymv dsymv chemv zhemv", "layout uplo n alpha a lda x incx beta y incy", "N", 0, 0 },
  { "sbmv", "ssbmv dsbmv chbmv zhbmv", "layout uplo n k alpha a lda x incx beta y incy", "N", 0, 0 },
  { "spmv", "sspmv dspmv chpmv zhpmv", "layout uplo n alpha ap x incx beta y incy", "N", 0, 0 },
  { "trmv", "strmv dtrmv ctrmv ztrmv strsv dtrsv ctrsv ztrsv", "layout uplo trans diag n a lda x incx", "NTC", 0, 0 },
  { "tbmv", "stbmv dtbmv ctbmv ztbmv stbsv dtbsv ctbsv ztbsv", "layout uplo trans diag n k a lda x incx", "NTC", 0, 0 },
  { "tpmv", "stpmv dtpmv ctpmv ztpmv stpsv dtpsv ctpsv ztpsv", "layout uplo trans diag n ap x incx", "NTC", 0, 0 },
  { "ger", "sger dger cgeru cgerc zgeru zgerc", "layout m n alpha x incx y incy a lda", "N", 0, 0 },
  { "syr", "ssyr dsyr", "layout uplo n alpha x incx a lda", "N", 0, 0 },
  { "syr", "cher zher", "layout uplo n ralpha x incx a lda", "N", 0, 0 },
  { "spr", "sspr dspr", "layout uplo n alpha x incx ap", "N", 0, 0 },
  { "spr", "chpr zhpr", "layout uplo n ralpha x incx ap", "N", 0, 0 },
  { "syr2", "ssyr2 dsyr2 cher2 zher2", "layout uplo n alpha x incx y incy a lda", "N", 0, 0 },
  { "spr2", "sspr2 dspr2 chpr2 zhpr2", "layout uplo n alpha x incx y incy ap", "N", 0, 0 },
  { "gemm", "sgemm dgemm cgemm zgemm", "layout trans transb m n k alpha a lda b ldb beta cc ldc", "NTC", 0, 0 },
  { "symm", "ssymm dsymm csymm zsymm chemm zhemm", "layout side uplo m n alpha a lda b ldb beta cc ldc", "N", 0, 0 },
  { "syrk", "ssyrk dsyrk csyrk zsyrk", "layout uplo trans n k alpha a lda beta cc ldc", "NT", 0, 0 },
  { "syrk", "cherk zherk", "layout uplo trans n k ralpha a lda rbeta cc ldc", "NC", 0, 0 },
  { "syr2k", "ssyr2k dsyr2k csyr2k zsyr2k", "layout uplo trans n k alpha a lda b ldb beta cc ldc", "NT", 0, 0 },
  { "syr2k", "cher2k zher2k", "layout uplo trans n k alpha a lda b ldb rbeta cc ldc", "NC", 0, 0 },
  { "trmm", "strmm dtrmm ctrmm ztrmm strsm dtrsm ctrsm ztrsm", "layout side uplo trans diag m n alpha a lda b ldb", "NTC",
    0, 0 },
};

static unsigned long seed = 1;

static int
below (int bound)
{
  seed = seed * 6364136223846793005ul + 1442695040888963407ul;
  return (int) ((seed >> 33) % (unsigned long) bound);
}

static int
one_of (const int *numbers, int count)
{
  return numbers[below (count)];
}

static blas_problem
random_problem (const signature *s)
{
  static const int increments[] = { 1, 1, 2, 3, -1, -2 }, flags[] = { -2, -1, 0, 1 };
  char(*region)[REGION] = arena;
  blas_problem p = { .side = "LR"[below (2)],
                     .uplo = "UL"[below (2)],
                     .trans = s->trans[below ((int) strlen (s->trans))],
                     .transb = s->trans[below ((int) strlen (s->trans))],
                     .diag = "NU"[below (2)],
                     .m = below (MOST + 1),
                     .n = below (MOST + 1),
                     .k = below (MOST),
                     .kl = below (3),
                     .ku = below (3),
                     .alpha = below (3),
                     .beta = below (3),
                     .c = 0.5,
                     .s = 0.25,
                     .a = region[0],
                     .b = region[1],
                     .cc = region[2],
                     .x = region[3],
                     .y = region[4],
                     .ap = region[5],
                     .param = region[6],
                     .one = { region[7], region[8], region[9], region[10] },
                     .lda = MOST + below (3),
                     .ldb = MOST + below (3),
                     .ldc = MOST + below (3),
                     .incx = one_of (increments, 6),
                     .incy = one_of (increments, 6) };
  p.flag = one_of (flags, 4);
  return p;
}

static void
fill (char type, const blas_problem *p)
{
  bool is_float = type == 's' || type == 'c';
  for (size_t i = 0; i < sizeof arena / (is_float ? sizeof (float) : sizeof (double)); i++)
    if (is_float)
      ((float *) arena)[i] = (float) (1 + i % 7);
    else
      ((double *) arena)[i] = (double) (1 + i % 7);
  if (is_float)
    ((float *) p->param)[0] = (float) p->flag;
  else
    ((double *) p->param)[0] = p->flag;
}

/* ---- calls ---- */

/* What is passed: words, and numbers in the registers for them. */
typedef struct passed
{
  unsigned long words[WORDS];
  unsigned words_count, numbers_count;
  double numbers[2];
  float floats[2];
  int integers[WORDS];
  char letters[WORDS];
  double scalars[WORDS][2];
} passed;

static void
pass_integer (passed *a, int value, bool by_c)
{
  unsigned i = a->words_count++;
  a->integers[i] = value;
  a->words[i] = by_c ? (unsigned long) (unsigned) value : (unsigned long) &a->integers[i];
}

static void
pass_letter (passed *a, char letter, bool by_c)
{
  static const struct
  {
    char letter;
    int number;
  } names[] = { { 'N', 111 }, { 'T', 112 }, { 'C', 113 }, { 'U', 121 }, { 'L', 122 } };
  unsigned i = a->words_count++;
  a->letters[i] = letter;
  a->words[i] = (unsigned long) &a->letters[i];
  for (size_t j = 0; by_c && j < sizeof names / sizeof *names; j++)
    if (letter == names[j].letter)
      a->words[i] = (unsigned long) names[j].number;
}

static void
pass_scalar (passed *a, double value, char type, bool is_real, bool by_c)
{
  bool is_complex = (type == 'c' || type == 'z') && !is_real, is_float = type == 's' || type == 'c';
  if (by_c && !is_complex)
    {
      a->numbers[a->numbers_count] = value;
      a->floats[a->numbers_count++] = (float) value;
      return;
    }
  unsigned i = a->words_count++;
  a->words[i] = (unsigned long) a->scalars[i];
  float number = (float) value;
  memcpy (a->scalars[i], is_float ? (void *) &number : (void *) &value, is_float ? sizeof number : sizeof value);
}

static bool
is (const char *word, size_t length, const char *text)
{
  return strlen (text) == length && !memcmp (word, text, length);
}

static void
pass (passed *a, const blas_problem *p, const char *word, size_t length, char type, bool by_c)
{
  const struct
  {
    const char *name;
    int value;
  } integers[] = { { "m", p->m },     { "n", p->n },     { "k", p->k },     { "kl", p->kl },     { "ku", p->ku },
                   { "lda", p->lda }, { "ldb", p->ldb }, { "ldc", p->ldc }, { "incx", p->incx }, { "incy", p->incy } };
  const struct
  {
    const char *name;
    void *value;
  } pointers[] = { { "a", p->a }, { "b", p->b },   { "cc", p->cc },       { "x", p->x },
                   { "y", p->y }, { "ap", p->ap }, { "param", p->param }, { "one0", p->one[0] } };
  for (size_t i = 0; i < sizeof integers / sizeof *integers; i++)
    if (is (word, length, integers[i].name))
      pass_integer (a, integers[i].value, by_c);
  for (size_t i = 0; i < sizeof pointers / sizeof *pointers; i++)
    if (is (word, length, pointers[i].name))
      a->words[a->words_count++] = (unsigned long) pointers[i].value;
  if (is (word, length, "layout") && by_c)
    a->words[a->words_count++] = p->by_rows ? 101 : 102;
  else if (is (word, length, "trans"))
    pass_letter (a, p->trans, by_c);
  else if (is (word, length, "transb"))
    pass_letter (a, p->transb, by_c);
  else if (is (word, length, "uplo"))
    pass_letter (a, p->uplo, by_c);
  else if (is (word, length, "side") && by_c)
    a->words[a->words_count++] = p->side == 'L' ? 141 : 142;
  else if (is (word, length, "side"))
    pass_letter (a, p->side, false);
  else if (is (word, length, "diag") && by_c)
    a->words[a->words_count++] = p->diag == 'N' ? 131 : 132;
  else if (is (word, length, "diag"))
    pass_letter (a, p->diag, false);
  else if (is (word, length, "alpha") || is (word, length, "ralpha"))
    pass_scalar (a, p->alpha, type, *word == 'r', by_c);
  else if (is (word, length, "beta") || is (word, length, "rbeta"))
    pass_scalar (a, p->beta, type, *word == 'r', by_c);
  else if (is (word, length, "c") || is (word, length, "s"))
    pass_scalar (a, *word == 'c' ? p->c : p->s, type, true, by_c);
}

/* Words and numbers each have their registers, whatever their order. Letters of Fortran's have lengths, at the end. */
static void
call (void *function, const passed *a, bool has_floats)
{
  typedef unsigned long w;
  const unsigned long *v = a->words;
  if (has_floats)
    ((void (*) (float, float, w, w, w, w, w, w, w, w, w, w, w, w, w, w, w, w, w, w)) function) (
      a->floats[0], a->floats[1], v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7], v[8], v[9], v[10], v[11], v[12], v[13],
      v[14], v[15], v[16], v[17]);
  else
    ((void (*) (double, double, w, w, w, w, w, w, w, w, w, w, w, w, w, w, w, w, w, w)) function) (
      a->numbers[0], a->numbers[1], v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7], v[8], v[9], v[10], v[11], v[12], v[13],
      v[14], v[15], v[16], v[17]);
}

static void
mark (unsigned char *marks)
{
  memset (marks, 0, sizeof arena);
  fake_mark (FAKE_READ, arena, sizeof arena, marks, 1);
  fake_mark (FAKE_WRITE, arena, sizeof arena, marks, 2);
}

static bool
agrees (const signature *s, char type, void *function, bool by_c, blas_problem *p)
{
  static unsigned char told[sizeof arena], wanted[sizeof arena];
  passed a = { 0 };
  for (const char *word = s->words; *word; word += strspn (word, " "))
    {
      size_t length = strcspn (word, " ");
      pass (&a, p, word, length, type, by_c);
      word += length;
    }
  for (unsigned i = a.words_count; i < WORDS; i++)
    a.words[i] = 1;
  fill (type, p);
  fake_start ();
  call (function, &a, type == 's' || type == 'c');
  fake_stop ();
  mark (told);
  fill (type, p);
  fake_start ();
  blas_reference (s->family, type) (p);
  fake_stop ();
  mark (wanted);
  for (size_t i = 0; i < sizeof arena; i++)
    if (told[i] != wanted[i])
      {
        test_note ("operand %zu, byte %zu: told %d, wanted %d", i / REGION, i % REGION, told[i], wanted[i]);
        return false;
      }
  return true;
}

static size_t routines_tried, calls_tried;

static void
try_routine (void *library, const signature *s, const char *name, size_t length, char type, bool by_c)
{
  char symbol[64];
  snprintf (symbol, sizeof symbol, by_c ? "cblas_%.*s" : "%.*s_", (int) length, name);
  void *function = dlsym (library, symbol);
  if (!CHECK (function))
    return;
  routines_tried++;
  for (int run = 0; run < RUNS; run++)
    {
      blas_problem p = random_problem (s);
      p.by_rows = by_c && !strncmp (s->words, "layout", 6) && below (2);
      /* Netlib's cblas_cgemv does not come back from some of these */
      if (p.by_rows && (p.trans == 'C' || strchr (s->names, 'h')) && (p.m == 0 || p.n == 0 || p.incx < 0 || p.incy < 0))
        continue;
      calls_tried++;
      if (!CHECK (agrees (s, type, function, by_c, &p)))
        {
          test_note ("%s: rows %d side %c uplo %c trans %c %c diag %c m %d n %d k %d kl %d ku %d alpha %g beta %g ld %d %d "
                     "%d inc %d %d",
                     symbol, p.by_rows, p.side, p.uplo, p.trans, p.transb, p.diag, p.m, p.n, p.k, p.kl, p.ku, p.alpha,
                     p.beta, p.lda, p.ldb, p.ldc, p.incx, p.incy);
          return;
        }
    }
}

TEST (all_routines)
{
  rp_imports_start ();
  fake_start (); /* dlsym gives stubs to programs that are checked */
  void *library = dlopen ("libblas.so.3", RTLD_NOW);
  fake_stop ();
  if (!library)
    exit (77);
  for (size_t i = 0; i < sizeof signatures / sizeof *signatures; i++)
    for (const char *name = signatures[i].names; *name; name += strspn (name, " "))
      {
        char type = *name;
        name += name[1] == ':' ? 2 : 0;
        size_t length = strcspn (name, " ");
        fake_start ();
        if (!signatures[i].by_c_only)
          try_routine (library, &signatures[i], name, length, type, false);
        fake_start ();
        if (!signatures[i].by_fortran_only)
          try_routine (library, &signatures[i], name, length, type, true);
        name += length;
      }
  CHECK (routines_tried > 250);
  printf ("%zu routines, %zu calls\n", routines_tried, calls_tried);
}

/* Scalars of Fortran's are in memory, and read. */
TEST (scalars)
{
  static double vector[8], other[8], alpha = 2;
  static int n = 3, one = 1, none = 0;
  static double c, sine, a = 3, b = 4;
  fake_start ();
  void *library = dlopen ("libblas.so.3", RTLD_NOW);
  void (*axpy) (int *, double *, double *, int *, double *, int *)
    = (void (*) (int *, double *, double *, int *, double *, int *)) dlsym (library, "daxpy_");
  void (*rotg) (double *, double *, double *, double *)
    = (void (*) (double *, double *, double *, double *)) dlsym (library, "drotg_");
  fake_start ();
  axpy (&n, &alpha, vector, &one, other, &one);
  fake_stop ();
  CHECK (fake_has_all (FAKE_READ, &n, sizeof n));
  CHECK (fake_has_all (FAKE_READ, &alpha, sizeof alpha));
  CHECK (fake_has_all (FAKE_READ, &one, sizeof one));
  CHECK (fake_has_just (FAKE_READ, vector, 3 * sizeof *vector));
  CHECK (!fake_has_any (FAKE_WRITE, vector, sizeof vector));
  CHECK (fake_has_just (FAKE_WRITE, other, 3 * sizeof *other));
  fake_start ();
  axpy (&none, &alpha, vector, &one, other, &one);
  fake_stop ();
  CHECK (fake_has_all (FAKE_READ, &none, sizeof none));
  CHECK (!fake_has_any (FAKE_READ, &alpha, sizeof alpha));
  CHECK (!fake_has_any (FAKE_READ, vector, sizeof vector));
  fake_start ();
  rotg (&a, &b, &c, &sine);
  fake_stop ();
  CHECK (fake_has_all (FAKE_READ, &a, sizeof a) && fake_has_all (FAKE_WRITE, &a, sizeof a));
  CHECK (fake_has_all (FAKE_WRITE, &c, sizeof c) && fake_has_all (FAKE_WRITE, &sine, sizeof sine));
  CHECK (!fake_has_any (FAKE_READ, &c, sizeof c));
}
