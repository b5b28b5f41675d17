/* compile_commands.json: how a build system compiles each file
 * [https://clang.llvm.org/docs/JSONCompilationDatabase.html]. */
#ifndef RP_PROVE_PROJECT_DATABASE_H
#define RP_PROVE_PROJECT_DATABASE_H

#include "base/vec.h"

#include <stdbool.h>

/* One compilation of one file. */
typedef struct rp_compile_entry
{
  char *directory;         /* working directory of the compiler */
  char *file;              /* name in the database, perhaps relative to the directory */
  char *path;              /* absolute path; if the file exists, without symbolic links, `.' and
                            * `..' */
  RP_VEC (char *) options; /* options for the preprocessor and the language */
  const char *not_read;    /* why the file cannot be read, or NULL */
} rp_compile_entry;

typedef struct rp_compile_database
{
  char *path; /* path of the database */
  RP_VEC (rp_compile_entry) entries;
} rp_compile_database;

/* Reads the database into DATABASE. WHERE is its file, or the directory that contains this file. Returns NULL on
 * success, else a message, which the caller frees. The caller clears DATABASE in either case. */
char *rp_compile_database_read (const char *where, rp_compile_database *database);
void rp_compile_database_clear (rp_compile_database *database);

#endif
