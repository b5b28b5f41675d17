#include "compile/driver/compiler.h"

#include "base/panic.h"
#include "base/strbuf.h"
#include "compile/driver/args.h"

#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct driver_row
{
  const char *c, *cxx, *fortran; /* the drivers for the languages; NULL if there is none */
} driver_row;

/* The drivers of each family of compilers. */
static const driver_row drivers[] = {
  { "gcc", "g++", "gfortran" },
  { "clang", "clang++", NULL },
  { "cc", "c++", NULL },
};

#define COUNT(ARRAY) (sizeof (ARRAY) / sizeof *(ARRAY))

static const char *
base_name (const char *path)
{
  const char *slash = strrchr (path, '/');
  return slash ? slash + 1 : path;
}

/* Returns the position of WORD in NAME, if WORD is a whole part of NAME between hyphens: x86_64-linux-gnu-gcc-12
 * contains gcc, but ccache does not contain cc. NULL if there is none. */
static const char *
find_part (const char *name, const char *word)
{
  size_t length = strlen (word);
  for (const char *at = strstr (name, word); at; at = strstr (at + 1, word))
    if ((at == name || at[-1] == '-') && (!at[length] || at[length] == '-'))
      return at;
  return NULL;
}

static const char *
driver_for (const driver_row *row, unsigned languages)
{
  const char *other = languages & RP_CC_FORTRAN ? row->fortran
                      : languages & RP_CC_CXX   ? row->cxx
                                                : NULL;
  return other ? other : row->c;
}

char *
rp_cc_compiler_for (const char *name, unsigned languages)
{
  for (size_t i = 0; i < COUNT (drivers); i++)
    {
      const char *part = find_part (base_name (name), drivers[i].c);
      if (!part)
        continue;
      rp_strbuf result = { 0 };
      rp_strbuf_add_bytes (&result, name, (size_t) (part - name));
      rp_strbuf_add (&result, driver_for (&drivers[i], languages));
      rp_strbuf_add (&result, part + strlen (drivers[i].c));
      return result.text;
    }
  return rp_strdup (name);
}

bool
rp_cc_compiler_is_known (const char *name)
{
  const char *base = base_name (name);
  for (size_t i = 0; i < COUNT (drivers); i++)
    if (find_part (base, drivers[i].c) || find_part (base, drivers[i].cxx)
        || (drivers[i].fortran && find_part (base, drivers[i].fortran)))
      return true;
  return false;
}

/* Appends the output of `NAME -dM -E -x c /dev/null` to TEXT; nothing if NAME cannot be started. */
static void
read_macros (const char *name, rp_strbuf *text)
{
  int ends[2];
  if (pipe2 (ends, O_CLOEXEC))
    return;
  pid_t child = fork ();
  if (child == 0)
    {
      int null = open ("/dev/null", O_WRONLY);
      dup2 (ends[1], STDOUT_FILENO);
      dup2 (null, STDERR_FILENO);
      execlp (name, name, "-dM", "-E", "-x", "c", "/dev/null", (char *) NULL);
      _exit (127);
    }
  close (ends[1]);
  char block[4096];
  ssize_t length;
  while (child > 0 && (length = read (ends[0], block, sizeof block)) > 0)
    rp_strbuf_add_bytes (text, block, (size_t) length);
  close (ends[0]);
  if (child > 0)
    waitpid (child, NULL, 0);
}

bool
rp_cc_compiler_is_gfortran (const char *name)
{
  return find_part (base_name (name), "gfortran");
}

rp_cc_family
rp_cc_compiler_family (const char *name)
{
  const char *base = base_name (name);
  if (find_part (base, "clang") || find_part (base, "clang++"))
    return RP_CC_CLANG;
  if (find_part (base, "gcc") || find_part (base, "g++") || find_part (base, "gfortran"))
    return RP_CC_GCC;
  rp_strbuf macros = { 0 };
  read_macros (name, &macros);
  bool is_clang = strstr (rp_strbuf_text (&macros), "__clang__");
  rp_strbuf_clear (&macros);
  return is_clang ? RP_CC_CLANG : RP_CC_GCC;
}

/* Returns DIRECTORY followed by REST; if UP, without the last part of DIRECTORY. The caller frees the result. */
static char *
path_from (const char *directory, bool up, const char *rest)
{
  rp_strbuf path = { 0 };
  const char *slash = up ? strrchr (directory, '/') : NULL;
  rp_strbuf_add_bytes (&path, directory, slash ? (size_t) (slash - directory) : strlen (directory));
  rp_strbuf_add (&path, rest);
  return path.text;
}

void
rp_cc_files_init (rp_cc_files *files)
{
  *files = (rp_cc_files) { 0 };
  char directory[PATH_MAX];
  ssize_t length = readlink ("/proc/self/exe", directory, sizeof directory - 1);
  directory[length > 0 ? length : 0] = '\0';
  char *command = rp_strdup (directory);
  char *slash = strrchr (directory, '/');
  if (slash)
    *slash = '\0';

  files->include = path_from (directory, false, "/include");
  files->builtins = path_from (files->include, false, "/raceproof/builtins.h");
  bool is_build = access (files->builtins, R_OK) == 0;
  if (!is_build)
    {
      rp_cc_files_clear (files);
      files->include = path_from (directory, true, "/include");
      files->builtins = path_from (files->include, false, "/raceproof/builtins.h");
    }
  const char *own = is_build ? "/lib/" : "/lib/raceproof/";
  char *library_directory = path_from (directory, !is_build, own);
  files->library = path_from (library_directory, false, "libraceproof.a");
  files->specs = path_from (library_directory, false, "gcc.specs");
  files->inline_hooks = path_from (library_directory, false, "raceproof_inline.o");
  files->prover = path_from (library_directory, false, "raceproof-prove");
  files->unit = path_from (files->include, false, "/raceproof/unit.h");
  files->command = command;
  files->openmp_library = path_from (library_directory, false, "libraceproof-openmp.a");
  files->gfortran_library = path_from (library_directory, false, "libraceproof-gfortran.a");
  files->openmp_directory = path_from (library_directory, false, "openmp");
  free (library_directory);
}

/* Returns the number behind NAME in the output of read_macros, or -1. */
static int
macro_value (const rp_strbuf *macros, const char *name)
{
  rp_strbuf definition = { 0 };
  rp_strbuf_format (&definition, "#define %s ", name);
  const char *found = strstr (rp_strbuf_text (macros), definition.text);
  int value = found ? atoi (found + definition.length) : -1;
  rp_strbuf_clear (&definition);
  return value;
}

void
rp_cc_files_find_plugin (rp_cc_files *files, const char *name, rp_cc_family family)
{
  rp_strbuf macros = { 0 }, path = { 0 };
  read_macros (name, &macros);
  const char *slash = strrchr (files->library, '/');
  rp_strbuf_add_bytes (&path, files->library, (size_t) (slash - files->library));
  if (family == RP_CC_CLANG)
    {
      files->clang_version = macro_value (&macros, "__clang_major__");
      rp_strbuf_format (&path, "/clang-plugin-%d.so", files->clang_version);
    }
  else
    rp_strbuf_format (&path, "/gcc-plugin-%d.%d.%d.so", macro_value (&macros, "__GNUC__"),
                      macro_value (&macros, "__GNUC_MINOR__"),
                      macro_value (&macros, "__GNUC_PATCHLEVEL__"));
  if (!access (path.text, R_OK))
    files->plugin = rp_strdup (path.text);
  rp_strbuf_clear (&macros);
  rp_strbuf_clear (&path);
}

void
rp_cc_files_clear (rp_cc_files *files)
{
  free (files->include);
  free (files->library);
  free (files->specs);
  free (files->inline_hooks);
  free (files->builtins);
  free (files->unit);
  free (files->prover);
  free (files->command);
  free (files->openmp_library);
  free (files->gfortran_library);
  free (files->openmp_directory);
  free (files->plugin);
  *files = (rp_cc_files) { 0 };
}
