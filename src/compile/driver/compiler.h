/* Chooses the compiler that `raceproof cc` starts, and finds raceproof's own files. */
#ifndef RP_COMPILE_DRIVER_COMPILER_H
#define RP_COMPILE_DRIVER_COMPILER_H

#include <stdbool.h>

typedef enum rp_cc_family
{
  RP_CC_GCC,
  RP_CC_CLANG
} rp_cc_family;

/* Returns the name of the driver for LANGUAGES (bits of args.h) that has the family and version of NAME: gcc-12 becomes
 * g++-12 for C++ and gfortran-12 for Fortran, clang-14 becomes clang++-14. Returns a copy of any other NAME. The caller
 * frees the result. */
char *rp_cc_compiler_for (const char *name, unsigned languages);

/* Returns whether NAME is the file name of gcc, clang or cc, or of one of their drivers for other languages. */
bool rp_cc_compiler_is_known (const char *name);

/* Returns whether NAME is gcc's driver for Fortran, which links libgfortran. */
bool rp_cc_compiler_is_gfortran (const char *name);

/* Returns the family of the compiler NAME. If NAME does not show the family, runs the compiler to get its
 * predefined macros; if that fails, the result is RP_CC_GCC. */
rp_cc_family rp_cc_compiler_family (const char *name);

/* raceproof's files, found from the place of the running executable: the build directory has include/ and lib/, an
 * installation PREFIX/include and PREFIX/lib/raceproof next to PREFIX/bin. The struct owns the strings; the files need
 * not exist. */
typedef struct rp_cc_files
{
  char *include;          /* the directory of raceproof/task.h */
  char *library;          /* libraceproof.a */
  char *specs;            /* gcc.specs */
  char *inline_hooks;     /* raceproof_inline.o, which may be missing */
  char *builtins;         /* raceproof/builtins.h */
  char *unit;             /* raceproof/unit.h */
  char *prover;           /* raceproof-prove, which may be missing */
  char *command;          /* raceproof itself */
  char *openmp_library;   /* libraceproof-openmp.a */
  char *gfortran_library; /* libraceproof-gfortran.a */
  char *openmp_directory; /* directory with empty libraries, which replace the compilers' OpenMP libraries */
  char *plugin;           /* the plug-in for one version of clang or gcc; NULL if there is none */
  int clang_version;      /* 0: no plug-in for clang was sought; -1: unknown */
} rp_cc_files;

void rp_cc_files_init (rp_cc_files *files);

/* Sets FILES->plugin to the plug-in for the compiler NAME, which is clang or gcc. For clang,
 * sets FILES->clang_version, too. */
void rp_cc_files_find_plugin (rp_cc_files *files, const char *name, rp_cc_family family);
void rp_cc_files_clear (rp_cc_files *files);

#endif
