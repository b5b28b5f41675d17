#include "prove/c/points_to/library.h"

#include <stddef.h>
#include <string.h>

static const struct
{
  const char *name, *uses;
} functions[] = {
  { "printf", "f" },
  { "fprintf", "-f" },
  { "puts", "r" },
  { "fputs", "r-" },
  { "putchar", "-" },
  { "fflush", "-" },
  { "perror", "r" },
  { "malloc", "-" },
  { "calloc", "-" },
  { "aligned_alloc", "-" },
  { "free", "w" },
  { "exit", "-" },
  { "abort", "-" },
  { "strlen", "r" },
  { "strcmp", "r" },
  { "strncmp", "rr-" },
  { "memcmp", "rr-" },
  { "memcpy", "wr-" },
  { "memmove", "wr-" },
  { "memset", "w-" },
  { "strcpy", "wr" },
  { "strncpy", "wr-" },
  { "strcat", "wr" },
  { "strncat", "wr-" },
  { "rand_r", "w" },
  { "frexp", "-w" },
  { "modf", "-w" },
  { "snprintf", "w-f" },
  { "sprintf", "wf" },
  { "atoi", "r" },
  { "atol", "r" },
  { "atof", "r" },
  { "usleep", "-" },
  { "sleep", "-" },
  { "__assert_fail", "-" },
  { "omp_get_wtime", "-" },
  { "omp_set_num_threads", "-" },
  { "omp_set_dynamic", "-" },
  { "omp_set_nested", "-" },
  { "omp_in_parallel", "-" },
  { "omp_get_level", "-" },
  { "omp_get_wtick", "-" },
};

/* Functions of <math.h> and <complex.h>; they have variants for float and long double. */
static const char *const mathematical[]
  = { "acos",   "acosh",   "asin",      "asinh",      "atan",  "atan2",     "atanh",     "cbrt",
      "ceil",   "cos",     "cosh",      "erf",        "erfc",  "exp",       "exp2",      "expm1",
      "fabs",   "fdim",    "floor",     "fma",        "fmax",  "fmin",      "fmod",      "hypot",
      "ilogb",  "ldexp",   "llrint",    "log",        "log10", "log1p",     "log2",      "logb",
      "lrint",  "pow",     "nearbyint", "rint",       "round", "nextafter", "remainder", "copysign",
      "sin",    "sinh",    "sqrt",      "tan",        "tanh",  "tgamma",    "trunc",     "scalbn",
      "lround", "llround", "scalbln",   "nexttoward", "nan",   "cabs",      "carg",      "cexp",
      "cimag",  "clog",    "conj",      "cpow",       "cproj", "creal",     "csin",      "ccos",
      "csqrt",  "ctan",    "csinh",     "ccosh",      "ctanh" };

static const char *const numerical[]
  = { "abs",     "labs",     "llabs",   "isalnum", "isalpha", "isdigit", "islower", "isspace",
      "isupper", "isxdigit", "ispunct", "tolower", "toupper", "div",     "ldiv" };

/* Functions for which the C library need not avoid data races: C17 7.22.2.1, 7.24.5.8 and others, and POSIX 2.9.1. */
static const struct
{
  const char *name, *state;
} stateful[] = {
  { "rand", "the state of the random numbers" },
  { "srand", "the state of the random numbers" },
  { "random", "the state of the random numbers" },
  { "srandom", "the state of the random numbers" },
  { "drand48", "the state of the random numbers" },
  { "lrand48", "the state of the random numbers" },
  { "mrand48", "the state of the random numbers" },
  { "srand48", "the state of the random numbers" },
  { "lgamma", "the variable signgam" },
  { "lgammaf", "the variable signgam" },
  { "lgammal", "the variable signgam" },
  { "gamma", "the variable signgam" },
  { "strtok", "the place in the text" },
  { "strerror", "the text that it returns" },
  { "asctime", "the text that it returns" },
  { "ctime", "the text that it returns" },
  { "gmtime", "the time that it returns" },
  { "localtime", "the time that it returns" },
  { "setlocale", "the locale" },
  { "getenv", "the environment" },
  { "setenv", "the environment" },
  { "putenv", "the environment" },
  { "tmpnam", "the name that it returns" },
  { "feclearexcept", "the floating-point environment" },
  { "mblen", "the state of the conversion" },
  { "mbtowc", "the state of the conversion" },
  { "wctomb", "the state of the conversion" },
};

const char *
rp_c_library_find (const char *name)
{
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
    if (!strcmp (functions[i].name, name))
      return functions[i].uses;
  return NULL;
}

bool
rp_c_is_pure (const char *name)
{
  if (!strncmp (name, "__builtin_", 10))
    name += 10;
  for (size_t i = 0; i < sizeof mathematical / sizeof *mathematical; i++)
    {
      size_t length = strlen (mathematical[i]);
      if (!strncmp (name, mathematical[i], length)
          && (!name[length] || ((name[length] == 'f' || name[length] == 'l') && !name[length + 1])))
        return true;
    }
  for (size_t i = 0; i < sizeof numerical / sizeof *numerical; i++)
    if (!strcmp (name, numerical[i]))
      return true;
  return false;
}

const char *
rp_c_hidden_state (const char *name)
{
  for (size_t i = 0; i < sizeof stateful / sizeof *stateful; i++)
    if (!strcmp (stateful[i].name, name))
      return stateful[i].state;
  return NULL;
}

bool
rp_c_is_allocator (const char *name)
{
  static const char *const allocators[] = { "malloc", "calloc", "aligned_alloc" };
  for (size_t i = 0; i < sizeof allocators / sizeof *allocators; i++)
    if (!strcmp (name, allocators[i]))
      return true;
  return false;
}
