/* Finds out what a compiler's command line asks for: which steps, which languages, and other facts that matter to
 * `raceproof cc`. The arguments are only read, never changed. */
#ifndef RP_COMPILE_DRIVER_ARGS_H
#define RP_COMPILE_DRIVER_ARGS_H

#include <stdbool.h>
#include <stddef.h>

/* Languages of the inputs, as a set of bits. */
enum
{
  RP_CC_C = 1,
  RP_CC_CXX = 2,
  RP_CC_FORTRAN = 4,
  RP_CC_ASSEMBLER = 8,
  RP_CC_HEADER = 16, /* a header to be precompiled; C or C++ is set as well */
  RP_CC_OBJECT = 32  /* files that the linker reads: objects, libraries, scripts */
};

typedef struct rp_cc_args
{
  unsigned languages;     /* 0: no input at all, as in `gcc --version` */
  bool stops_early;       /* -c, -S, -E, -M, -fsyntax-only: nothing is linked */
  bool is_shared;         /* -shared: makes a library; the program that loads it brings the runtime */
  bool is_relocatable;    /* -r: links objects into another object */
  bool is_static;         /* -static, -static-pie */
  bool has_debug_option;  /* an option such as -g2 sets the level of debug information */
  bool has_vector_option; /* -march, -mavx and the like allow vectors wider than 16 bytes, and masked accesses */
  bool has_runtime;       /* an argument already names libraceproof, as pkg-config prints it */
  bool forbids_undefined; /* -z defs, --no-undefined */
  bool uses_gold;         /* -fuse-ld=gold */
  bool has_lto;           /* -flto */
  bool has_profile;       /* --coverage, -fprofile-arcs and the like: the program counts how often its
                           * code is executed */
  bool is_optimised;      /* the last -O is above -O0 */
  bool makes_no_code;     /* -E, -M, -MM, -fsyntax-only and the like */
  bool has_openmp;        /* -fopenmp */
  bool names_openmp;      /* a library for OpenMP is linked by name */
  bool names_gfortran;    /* -lgfortran is given, or the compiler is gfortran */
  bool uses_libcxx;       /* -stdlib=libc++ */
  bool is_incomplete;     /* the last option lacks its value: any word that is added would become that value */
  char sanitizer[32];     /* a sanitizer that cannot be combined with ours, or "" */
  size_t end_of_options;  /* position of `--`, or the number of arguments */
  bool *names_openmp_at;  /* for each argument: whether it names an OpenMP library */
} rp_cc_args;

/* Sets *ARGS from the arguments ARGV, which end with NULL, and the response files that they name. */
void rp_cc_args_read (rp_cc_args *args, char *const *argv);
void rp_cc_args_clear (rp_cc_args *args);

static inline bool
rp_cc_args_compiles (const rp_cc_args *args)
{
  return args->languages & (RP_CC_C | RP_CC_CXX | RP_CC_FORTRAN);
}

/* Returns whether there are both C and C++ files. The driver for C++ would compile the C files as C++, so the
 * driver for C is used. That driver does not link the C++ library. */
static inline bool
rp_cc_args_mixes (const rp_cc_args *args)
{
  return (args->languages & RP_CC_C) && (args->languages & RP_CC_CXX);
}

static inline bool
rp_cc_args_links_fortran (const rp_cc_args *args)
{
  return args->languages & RP_CC_FORTRAN || args->names_gfortran;
}

/* Returns whether something is linked. If a header is among the inputs, nothing is: headers become precompiled
 * headers. */
static inline bool
rp_cc_args_links (const rp_cc_args *args)
{
  return args->languages && !args->stops_early && !args->is_relocatable
         && !(args->languages & RP_CC_HEADER);
}

#endif
