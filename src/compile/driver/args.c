/* Reads a compiler's command line. The rules are those of gcc's and clang's manuals ("Options Controlling the Kind of
 * Output"). The language of an input is the one that -x names, or else follows from its suffix. Inputs with other
 * suffixes are for the linker.
 *
 * Only options that take the next argument as their value need be known; every other option is one word. */
#include "compile/driver/args.h"

#include "base/panic.h"
#include "base/strbuf.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define COUNT(ARRAY) (sizeof (ARRAY) / sizeof *(ARRAY))
#define MAX_RESPONSE_DEPTH 16

typedef struct reader
{
  rp_cc_args *args;
  unsigned forced_language; /* language set by -x; 0: the suffix decides */
  char expects[32];         /* the option whose value comes next, or "" */
  bool is_operand;          /* behind `--`, all words are operands */
  int depth;                /* nesting of response files */
} reader;

/* Options whose value is the next argument, separated by blanks. */
static const char options_with_value[]
  = "-o -I -L -D -U -x -l -include -imacros -iquote -isystem -idirafter -iprefix -iwithprefix "
    "-iwithprefixbefore -isysroot -imultilib -iframework -ivfsoverlay -cxx-isystem -include-pch "
    "-MF -MT -MQ -Xlinker -Xassembler -Xpreprocessor -Xclang -Xopenmp-target -mllvm "
    "-T -Ttext -Tdata -Tbss -u -z -e -h -A -B -F -J --param -aux-info -dumpbase -dumpbase-ext "
    "-dumpdir -arch -target --sysroot -wrapper -specs --specs -framework -rpath -resource-dir "
    "-working-directory --output -serialize-diagnostics";

static const char options_that_stop[]
  = "-c -S -E -M -MM -fsyntax-only --compile --assemble --preprocess --precompile -emit-ast "
    "--analyze";

static const char options_without_code[] = "-E -M -MM -fsyntax-only --preprocess -emit-ast --analyze";

/* Sanitizers with a run-time library of their own, which replaces malloc or the __tsan_ functions, or changes the
 * layout of memory. */
static const char excluding_sanitizers[]
  = "thread address hwaddress kernel-address kernel-hwaddress memory kernel-memory leak dataflow "
    "all";

typedef struct suffix_row
{
  unsigned languages;
  const char *suffixes;
} suffix_row;

static const suffix_row suffix_rows[] = {
  { RP_CC_C, "c i" },
  { RP_CC_CXX, "cc cp cxx cpp CPP c++ C ii" },
  { RP_CC_C | RP_CC_HEADER, "h" },
  { RP_CC_CXX | RP_CC_HEADER, "hh H hp hxx hpp HPP h++ tcc" },
  { RP_CC_FORTRAN, "f for ftn fpp F FOR FTN FPP f90 f95 f03 f08 F90 F95 F03 F08" },
  { RP_CC_ASSEMBLER, "s S sx" },
};

static bool
is_among (const char *word, const char *words)
{
  size_t length = strlen (word);
  for (const char *at = words; length && (at = strstr (at, word)); at += length)
    if ((at == words || at[-1] == ' ') && (!at[length] || at[length] == ' '))
      return true;
  return false;
}

static bool
starts_with (const char *text, const char *start)
{
  return !strncmp (text, start, strlen (start));
}

/* Returns the language of a file by its name. Standard input without -x counts as C; the compiler only preprocesses
 * it. */
static unsigned
language_of_file (const char *path)
{
  if (!strcmp (path, "-"))
    return RP_CC_C;
  const char *slash = strrchr (path, '/'), *dot = strrchr (slash ? slash : path, '.');
  for (size_t i = 0; dot && i < COUNT (suffix_rows); i++)
    if (is_among (dot + 1, suffix_rows[i].suffixes))
      return suffix_rows[i].languages;
  return RP_CC_OBJECT;
}

/* Returns the language that NAME, a value of -x, means. For `none` returns 0: suffixes decide again. */
static unsigned
language_of_name (const char *name)
{
  unsigned header = strstr (name, "-header") ? RP_CC_HEADER : 0;
  if (!strcmp (name, "none"))
    return 0;
  if (starts_with (name, "c++") || starts_with (name, "objective-c++"))
    return RP_CC_CXX | header;
  if (starts_with (name, "f77") || starts_with (name, "f95"))
    return RP_CC_FORTRAN;
  if (starts_with (name, "assembler"))
    return RP_CC_ASSEMBLER;
  return RP_CC_C | header;
}

static bool
is_runtime_library (const char *path)
{
  const char *slash = strrchr (path, '/');
  return !strcmp (slash ? slash + 1 : path, "libraceproof.a");
}

/* Returns whether NAME is an OpenMP library: gcc's, clang's under both of its names, or raceproof's, which CMake
 * finds. */
static bool
is_openmp_library (const char *name)
{
  return is_among (name, "gomp omp iomp5 raceproof-openmp");
}

/* Returns whether PATH is the file of an OpenMP library, such as DIRECTORY/libgomp.so.1. */
static bool
is_openmp_file (const char *path)
{
  const char *slash = strrchr (path, '/'), *base = slash ? slash + 1 : path;
  if (!starts_with (base, "lib"))
    return false;
  char name[32] = "";
  size_t length = strcspn (base + 3, ".");
  const char *suffix = base + 3 + length;
  if (length < sizeof name && (starts_with (suffix, ".so") || !strcmp (suffix, ".a")))
    memcpy (name, base + 3, length);
  return is_openmp_library (name);
}

static void
read_input (reader *r, const char *path)
{
  r->args->names_openmp |= is_openmp_file (path);
  if (is_runtime_library (path))
    r->args->has_runtime = true;
  r->args->languages |= r->forced_language ? r->forced_language : language_of_file (path);
}

/* Returns whether WORD asks for debug information: -g, -g2, -ggdb, -gdwarf-4; but not -gz, -gno-...,
 * -grecord-gcc-switches. */
static bool
is_debug_option (const char *word)
{
  const char *rest = word + 2;
  return !*rest || isdigit ((unsigned char) *rest) || starts_with (rest, "gdb")
         || starts_with (rest, "dwarf") || starts_with (rest, "stabs")
         || starts_with (rest, "split-dwarf") || starts_with (rest, "line-tables-only")
         || starts_with (rest, "lldb") || starts_with (rest, "mlt") || starts_with (rest, "btf");
}

/* Reads LIST, the value "a,b,c" of -fsanitize=. Stores a sanitizer that excludes ours in args->sanitizer. */
static void
read_sanitizers (reader *r, const char *list)
{
  for (;;)
    {
      size_t length = strcspn (list, ",");
      char name[sizeof r->args->sanitizer] = "";
      if (length < sizeof name)
        memcpy (name, list, length);
      if (is_among (name, excluding_sanitizers))
        memcpy (r->args->sanitizer, name, sizeof name);
      if (!list[length])
        return;
      list += length + 1;
    }
}

/* Reads the linker options TEXT, separated by commas: the text that follows `-Wl,`, `-Xlinker` or `-z`, or the
 * word `-zdefs` or `-zundefs`. Notes whether undefined symbols are forbidden; the last option that says so
 * counts. `-z` and its value may be in different words. */
static void
read_linker_options (reader *r, const char *text)
{
  for (;;)
    {
      size_t length = strcspn (text, ",");
      char option[32] = "";
      if (length < sizeof option)
        memcpy (option, text, length);
      if (is_among (option, "--no-undefined -no-undefined defs -zdefs"))
        r->args->forbids_undefined = true;
      else if (is_among (option, "undefs -zundefs"))
        r->args->forbids_undefined = false;
      if (!text[length])
        return;
      text += length + 1;
    }
}

/* Notes in ARGS that the library NAME is linked: `-lNAME` or `-l NAME`. */
static void
read_library (rp_cc_args *args, const char *name)
{
  args->languages |= RP_CC_OBJECT;
  args->has_runtime |= !strcmp (name, "raceproof");
  args->names_openmp |= is_openmp_library (name);
  args->names_gfortran |= !strcmp (name, "gfortran");
}

static void
read_value (reader *r, const char *value)
{
  if (!strcmp (r->expects, "-x"))
    r->forced_language = language_of_name (value);
  else if (!strcmp (r->expects, "-l"))
    read_library (r->args, value);
  else if (!strcmp (r->expects, "-Xlinker") || !strcmp (r->expects, "-z"))
    read_linker_options (r, value);
  r->expects[0] = '\0';
}

static void
read_option (reader *r, const char *word)
{
  rp_cc_args *args = r->args;
  if (is_among (word, options_that_stop))
    {
      args->stops_early = true;
      args->makes_no_code |= is_among (word, options_without_code);
    }
  else if (starts_with (word, "-O"))
    args->is_optimised = strcmp (word, "-O0") != 0;
  else if (!strcmp (word, "-shared") || !strcmp (word, "--shared"))
    args->is_shared = true;
  else if (!strcmp (word, "-r"))
    args->is_relocatable = true;
  else if (!strcmp (word, "-static") || !strcmp (word, "--static") || !strcmp (word, "-static-pie"))
    args->is_static = true;
  else if (starts_with (word, "-fsanitize="))
    read_sanitizers (r, strchr (word, '=') + 1);
  else if (starts_with (word, "-march=") || starts_with (word, "-mavx")
           || starts_with (word, "-mcpu=") || starts_with (word, "-mfma"))
    args->has_vector_option = true;
  else if (!strcmp (word, "-fuse-ld=gold"))
    args->uses_gold = true;
  else if (!strcmp (word, "-flto") || starts_with (word, "-flto="))
    args->has_lto = true;
  else if (!strcmp (word, "-fno-lto"))
    args->has_lto = false;
  else if (!strcmp (word, "-fopenmp") || starts_with (word, "-fopenmp="))
    args->has_openmp = true;
  else if (is_among (word, "--coverage -coverage -fprofile-arcs -fprofile-generate")
           || starts_with (word, "-fprofile-generate="))
    args->has_profile = true;
  else if (!strcmp (word, "-fno-openmp"))
    args->has_openmp = false;
  else if (!strcmp (word, "-stdlib=libc++"))
    args->uses_libcxx = true;
  else if (starts_with (word, "-Wl,"))
    read_linker_options (r, word + 4);
  else if (is_among (word, "-zdefs -zundefs"))
    read_linker_options (r, word);
  else if (starts_with (word, "-x"))
    r->forced_language = language_of_name (word + 2);
  else if (starts_with (word, "-l"))
    read_library (args, word + 2);
  else if (starts_with (word, "-g") && is_debug_option (word))
    args->has_debug_option = true;
}

static void read_word (reader *r, const char *word);

/* Appends to WORD the word that starts at AT in the text of a response file. Words are separated by white space and
 * quoted by ' or "; a backslash keeps the next character (the manual's "@file"). Returns the position behind the
 * word. */
static const char *
next_word (const char *at, rp_strbuf *word)
{
  char quote = '\0';
  for (; *at && (quote || !isspace ((unsigned char) *at)); at++)
    if (*at == '\\' && at[1])
      rp_strbuf_add_char (word, *++at);
    else if (quote ? *at == quote : *at == '\'' || *at == '"')
      quote = quote ? '\0' : *at;
    else
      rp_strbuf_add_char (word, *at);
  return at;
}

static bool
read_file (const char *path, rp_strbuf *text)
{
  struct stat info;
  FILE *file = fopen (path, "r");
  if (!file)
    return false;
  bool is_regular = fstat (fileno (file), &info) == 0 && S_ISREG (info.st_mode);
  char block[4096];
  size_t length;
  while (is_regular && (length = fread (block, 1, sizeof block, file)) > 0)
    rp_strbuf_add_bytes (text, block, length);
  fclose (file);
  return is_regular;
}

/* Reads the response file of WORD, `@path`. If the file cannot be read, or response files are nested too deep, WORD
 * itself is an input, as for the compiler. A pipe can be read only once, so it is left to the compiler. */
static void
read_response_file (reader *r, const char *word)
{
  rp_strbuf text = { 0 };
  if (r->depth >= MAX_RESPONSE_DEPTH || !read_file (word + 1, &text))
    {
      read_input (r, word);
      rp_strbuf_clear (&text);
      return;
    }
  r->depth++;
  for (const char *at = rp_strbuf_text (&text);;)
    {
      while (isspace ((unsigned char) *at))
        at++;
      if (!*at)
        break;
      rp_strbuf part = { 0 };
      at = next_word (at, &part);
      read_word (r, rp_strbuf_text (&part));
      rp_strbuf_clear (&part);
    }
  r->depth--;
  rp_strbuf_clear (&text);
}

static void
read_word (reader *r, const char *word)
{
  if (*word == '@' && word[1])
    read_response_file (r, word);
  else if (r->expects[0])
    read_value (r, word);
  else if (r->is_operand || *word != '-' || !word[1])
    read_input (r, word);
  else if (!strcmp (word, "--"))
    r->is_operand = true;
  else if (is_among (word, options_with_value))
    snprintf (r->expects, sizeof r->expects, "%s", word);
  else
    read_option (r, word);
}

void
rp_cc_args_read (rp_cc_args *args, char *const *argv)
{
  *args = (rp_cc_args) { 0 };
  reader r = { .args = args };
  size_t count = 0;
  while (argv[count])
    count++;
  args->names_openmp_at = rp_calloc (count + 1, sizeof *args->names_openmp_at);
  bool names_openmp = false;
  for (size_t i = 0; i < count; i++)
    {
      bool was_operand = r.is_operand;
      args->names_openmp = false;
      read_word (&r, argv[i]);
      if (r.is_operand && !was_operand)
        args->end_of_options = i;
      args->names_openmp_at[i] = args->names_openmp && argv[i][0] != '@';
      if (i > 0 && args->names_openmp_at[i] && !strcmp (argv[i - 1], "-l"))
        args->names_openmp_at[i - 1] = true;
      names_openmp |= args->names_openmp;
    }
  args->names_openmp = names_openmp;
  if (!r.is_operand)
    args->end_of_options = count;
  args->is_incomplete = r.expects[0] != '\0';
}

void
rp_cc_args_clear (rp_cc_args *args)
{
  free (args->names_openmp_at);
  *args = (rp_cc_args) { 0 };
}
