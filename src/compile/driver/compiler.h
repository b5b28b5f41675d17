/* Which compiler `raceproof cc` starts, and where raceproof's own files are. */
#ifndef RP_COMPILE_DRIVER_COMPILER_H
#define RP_COMPILE_DRIVER_COMPILER_H

#include <stdbool.h>

typedef enum rp_cc_family
{
  RP_CC_GCC,
  RP_CC_CLANG
} rp_cc_family;

/* The driver of the same family and version for LANGUAGES (a set of cc_args.h): gcc-12 becomes
 * g++-12 for C++ and gfortran-12 for Fortran, clang-14 becomes clang++-14. Names that follow no
 * such pattern stay. Caller frees. */
char *rp_cc_compiler_for (const char *name, unsigned languages);

/* Whether the file name is that of gcc, clang or cc, or their drivers for other languages. */
bool rp_cc_compiler_is_known (const char *name);

/* Whether it is gcc's driver for Fortran, which links libgfortran. */
bool rp_cc_compiler_is_gfortran (const char *name);

/* By its name; if that says nothing, the compiler is asked for its predefined macros. */
rp_cc_family rp_cc_compiler_family (const char *name);

/* raceproof's files, found from the place of the running executable: the build directory has
 * include/ and lib/, an installation PREFIX/include and PREFIX/lib/raceproof next to PREFIX/bin.
 * The strings are owned; the files need not exist. */
typedef struct rp_cc_files
{
  char *include;          /* the directory of raceproof/task.h */
  char *library;          /* libraceproof.a */
  char *specs;            /* gcc.specs */
  char *inline_hooks;     /* raceproof_inline.o, which need not be there */
  char *builtins;         /* raceproof/builtins.h */
  char *unit;             /* raceproof/unit.h */
  char *prover;           /* raceproof-prove, which need not be there */
  char *command;          /* raceproof itself */
  char *openmp_library;   /* libraceproof-openmp.a */
  char *gfortran_library; /* libraceproof-gfortran.a */
  char *openmp_directory; /* empty libraries in place of the compilers' own for OpenMP */
  char *plugin;           /* the plug-in for one version of clang or gcc; NULL if there is none */
  int clang_version;      /* for which it was looked; 0 if that is not known */
} rp_cc_files;

void rp_cc_files_init (rp_cc_files *files);

/* Sets plugin to what fits the compiler NAME, which is clang or gcc; for clang also clang_version. */
void rp_cc_files_find_plugin (rp_cc_files *files, const char *name, rp_cc_family family);
void rp_cc_files_clear (rp_cc_files *files);

#endif
