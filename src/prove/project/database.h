/* compile_commands.json: how a build system compiles each file
 * [https://clang.llvm.org/docs/JSONCompilationDatabase.html]. */
#ifndef RP_PROVE_PROJECT_DATABASE_H
#define RP_PROVE_PROJECT_DATABASE_H

#include "base/vec.h"

#include <stdbool.h>

/* One file, as it is compiled once. */
typedef struct rp_compile_entry
{
  char *directory;         /* in which the compiler is started */
  char *file;              /* as the database has it: it may be relative to the directory */
  char *path;              /* absolute, without links and dots as far as it exists */
  RP_VEC (char *) options; /* those that the preprocessor and the language depend on */
  const char *not_read;    /* why the file cannot be read, or NULL */
} rp_compile_entry;

typedef struct rp_compile_database
{
  char *path; /* of the file itself */
  RP_VEC (rp_compile_entry) entries;
} rp_compile_database;

/* WHERE is the file, or a directory that has it. NULL if it was read, else what is wrong (the
 * caller frees it). DATABASE is to be cleared in either case. */
char *rp_compile_database_read (const char *where, rp_compile_database *database);
void rp_compile_database_clear (rp_compile_database *database);

#endif
