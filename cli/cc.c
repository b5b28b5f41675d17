/* `raceproof cc` and `raceproof c++`: a compiler driver. It reads the arguments, adds options that instrumented
 * programs need, and becomes the compiler by exec. So the exit status, signals and messages are the compiler's own. */
#include "cli.h"
#include "compile/driver/args.h"
#include "compile/driver/compiler.h"
#include "compile/driver/flags.h"
#include "options.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct request
{
  const char *verb;     /* cc or c++ */
  const char *compiler; /* the compiler as given; NULL: the default compiler */
  bool shows;           /* print the command instead of running it */
  char **argv;          /* arguments for the compiler, NULL-terminated */
} request;

void
rp_cc_options_help (FILE *out)
{
  fputs ("Behaves like gcc or clang, for C, C++ and Fortran; every argument that is not\n"
         "listed here is the compiler's. Use it where a compiler's name is wanted:\n"
         "make CC=\"raceproof cc\" CXX=\"raceproof c++\". Where it has to be one word:\n"
         "raceproof-gcc, raceproof-g++, raceproof-gfortran, raceproof-clang,\n"
         "raceproof-clang++; all of their arguments are the compiler's.\n\n"
         "These come first:\n"
         "      --compiler=NAME           gcc, clang, gcc-12, ... or a path (default: the\n"
         "                                value of RACEPROOF_CC, or gcc)\n"
         "      --show                    print the compiler's command instead of running it\n"
         "      --help                    show this text\n"
         "A compiler's path may stand here, too: CMAKE_C_COMPILER_LAUNCHER=\"raceproof;cc\".\n\n"
         "Instrumentation is added when compiling, the run-time library when linking a\n"
         "program, -g if no other -g is given. Shared libraries get no run-time library:\n"
         "the program brings it.\n",
         out);
}

/* Returns whether WORD, the first argument, is a compiler to start, and not an input of the linker. Build systems write
 * `raceproof cc /usr/bin/gcc ...`, as they do with other launchers. A compiler is an executable file with a `/` in its
 * path; its name has no dot, or is the name of a known compiler. */
static bool
is_compiler (const char *word)
{
  struct stat info;
  const char *slash = strrchr (word, '/');
  return slash && !stat (word, &info) && S_ISREG (info.st_mode) && !access (word, X_OK)
         && (!strchr (slash, '.') || rp_cc_compiler_is_known (word));
}

/* Reads our own options, which come before the compiler's. Returns -1 to go on, or the exit status. */
static int
read_own_options (request *r, char **argv)
{
  const char *environment = getenv ("RACEPROOF_CC");
  r->verb = argv[0];
  r->compiler = environment && *environment ? environment : NULL;
  for (argv++; *argv; argv++)
    if (!strncmp (*argv, "--compiler=", 11))
      r->compiler = *argv + 11;
    else if (!strcmp (*argv, "--compiler") && argv[1])
      r->compiler = *++argv;
    else if (!strcmp (*argv, "--show"))
      r->shows = true;
    else
      break;
  if (*argv && is_compiler (*argv))
    r->compiler = *argv++;
  r->argv = argv;
  if (r->compiler && !*r->compiler)
    return rp_cli_error (r->verb, "--compiler wants a name; try `raceproof help %s'", r->verb);
  if (*argv && !argv[1] && !strcmp (*argv, "--help"))
    {
      char *help[] = { "help", (char *) r->verb, NULL };
      return rp_cli_help (2, help);
    }
  if (!*argv)
    return rp_cli_error (r->verb, "what to compile? try `raceproof help %s'", r->verb);
  return -1;
}

/* Returns the name of the compiler to run, which the caller frees. `raceproof c++` always takes the compiler for C++,
 * as g++ does even for C files. */
static char *
choose_compiler (const request *r, const rp_cc_args *args)
{
  bool is_cxx = !strcmp (r->verb, "c++");
  unsigned languages = is_cxx                    ? RP_CC_CXX
                       : rp_cc_args_mixes (args) ? args->languages & ~(unsigned) RP_CC_CXX
                                                 : args->languages;
  return rp_cc_compiler_for (r->compiler ? r->compiler : "gcc", languages);
}

/* Refuses requests that cannot work, before the compiler starts. Returns -1 to go on, or the exit status. */
static int
refuse (const request *r, const rp_cc_args *args, rp_cc_family family, const rp_cc_files *files)
{
  bool links_program = rp_cc_args_links (args) && !args->is_shared;
  if (!strcmp (args->sanitizer, "thread"))
    return rp_cli_error (r->verb, "leave -fsanitize=thread out: the instrumentation is added "
                                  "anyway, and libtsan excludes raceproof's run-time library");
  if (args->sanitizer[0])
    return rp_cli_error (r->verb, "-fsanitize=%s cannot be combined with raceproof: leave it out",
                         args->sanitizer);
  if (links_program && args->is_static)
    return rp_cli_error (r->verb, "-static cannot be combined with raceproof, whose run-time "
                                  "library stands in front of the C library: leave it out");
  if (family == RP_CC_CLANG && args->languages & RP_CC_FORTRAN)
    return rp_cli_error (r->verb, "clang does not compile Fortran: use --compiler=gcc");
  if (family == RP_CC_GCC && args->has_openmp && strchr (files->command, ','))
    return rp_cli_error (r->verb,
                         "`%s' has a comma, which gcc's -wrapper does not allow: OpenMP "
                         "programs need raceproof at another place",
                         files->command);
  return -1;
}

/* Warns if clang compiles something, or gfortran does, and there is no plug-in for the compiler. The program is
 * compiled all the same, but its report will say that parts of it were not seen. */
static void
tell_partial (const request *r, const rp_cc_args *args, rp_cc_family family, const rp_cc_files *files)
{
  bool is_clang = family == RP_CC_CLANG, is_fortran = args->languages & RP_CC_FORTRAN;
  if ((!is_clang && !is_fortran) || files->plugin || !rp_cc_args_compiles (args) || args->makes_no_code || r->shows)
    return;
  fprintf (stderr, "raceproof %s: there is no plug-in for %s", r->verb, is_clang ? "clang" : "this version of gfortran");
  if (files->clang_version)
    fprintf (stderr, " %d", files->clang_version);
  fprintf (stderr,
           ": %s will not be seen, so `run' calls the program undecided unless it finds something\n",
           is_clang ? "some accesses, and single iterations of OpenMP loops," : "assignments of whole arrays and strings");
}

/* Checks that the files that the compiler's command will name can be read. Returns -1 to go on, or the exit status. */
static int
check_files (const request *r, const rp_cc_args *args, rp_cc_family family,
             const rp_cc_files *files)
{
  bool compiles = rp_cc_args_compiles (args), links = rp_cc_args_links (args);
  const char *needed[] = {
    compiles ? files->builtins : NULL,
    compiles && family == RP_CC_CLANG && !files->plugin ? files->unit : NULL,
    compiles && links && family == RP_CC_GCC ? files->specs : NULL,
    links && !args->is_shared && !args->has_runtime ? files->library : NULL,
  };
  for (size_t i = 0; i < sizeof needed / sizeof *needed; i++)
    if (needed[i] && access (needed[i], R_OK))
      return rp_cli_error (r->verb, "cannot read `%s': %s; is raceproof installed completely?",
                           needed[i], strerror (errno));
  return -1;
}

static bool
needs_quotes (const char *word)
{
  for (const char *at = word; *at; at++)
    if (!isalnum ((unsigned char) *at) && !strchr ("@%+=:,./-_", *at))
      return true;
  return !*word;
}

/* Prints the command, quoted for a shell. */
static void
show_command (const rp_cc_words *command)
{
  for (size_t i = 0; i < command->count; i++)
    {
      const char *word = command->items[i];
      if (i)
        putchar (' ');
      if (!needs_quotes (word))
        {
          fputs (word, stdout);
          continue;
        }
      putchar ('\'');
      for (; *word; word++)
        if (*word == '\'')
          fputs ("'\\''", stdout);
        else
          putchar (*word);
      putchar ('\'');
    }
  putchar ('\n');
}

static int
run_command (const request *r, rp_cc_words *command)
{
  RP_VEC_PUSH (command, NULL);
  execvp (command->items[0], command->items);
  int error = errno;
  const char *hint = error == ENOENT ? "; choose another by --compiler=NAME" : "";
  return rp_cli_error (r->verb, "cannot run the compiler `%s': %s%s", command->items[0],
                       strerror (error), hint);
}

/* Makes the compiler's command: some of our arguments (rp_cc_flags_add_first), the user's arguments, then our other
 * arguments (rp_cc_flags_add), which win because they come later. If the user's arguments have a `--`, ours come before
 * it. Nothing is added if there are no inputs (--version, -dumpmachine, -print-...) or the command line is not
 * complete. When linking, leaves out the user's libraries for OpenMP, because raceproof's own library replaces them,
 * and -static-libgfortran, because our hooks cannot come before a static library. Returns -1 to go on, or the exit
 * status. */
static int
make_command (const request *r, rp_cc_words *command)
{
  rp_cc_args args;
  rp_cc_args_read (&args, r->argv);
  char *compiler = choose_compiler (r, &args);
  rp_cc_words_add (command, compiler);
  args.names_gfortran |= rp_cc_compiler_is_gfortran (compiler);
  bool adds = args.languages && !args.is_incomplete;
  int status = -1;
  rp_cc_files files = { 0 };
  rp_cc_family family = adds ? rp_cc_compiler_family (compiler) : RP_CC_GCC;
  if (adds)
    {
      rp_cc_files_init (&files);
      if (rp_cc_args_compiles (&args))
        rp_cc_files_find_plugin (&files, compiler, family);
      status = refuse (r, &args, family, &files);
      if (status < 0)
        status = check_files (r, &args, family, &files);
      if (status < 0)
        tell_partial (r, &args, family, &files);
    }
  if (adds && status < 0)
    rp_cc_flags_add_first (command, &args, &files);
  for (size_t i = 0; status < 0; i++)
    {
      if (adds && i == args.end_of_options)
        rp_cc_flags_add (command, &args, family, &files);
      if (!r->argv[i])
        break;
      bool is_left_out = args.names_openmp_at[i] || !strcmp (r->argv[i], "-static-libgfortran");
      if (!adds || !rp_cc_args_links (&args) || !is_left_out)
        rp_cc_words_add (command, r->argv[i]);
    }
  free (compiler);
  rp_cc_files_clear (&files);
  rp_cc_args_clear (&args);
  return status;
}

static int
compile (const request *r)
{
  rp_cc_words command = { 0 };
  int status = make_command (r, &command);
  if (status < 0 && r->shows)
    {
      show_command (&command);
      status = RP_EXIT_CLEAN;
    }
  else if (status < 0)
    status = run_command (r, &command);
  rp_cc_words_clear (&command);
  return status;
}

int
rp_cli_cc (int argc, char **argv)
{
  (void) argc;
  request r = { 0 };
  int status = read_own_options (&r, argv);
  return status < 0 ? compile (&r) : status;
}

int
rp_cli_cc_as (const char *compiler, char **argv)
{
  request r = { .verb = "cc", .compiler = compiler, .argv = argv };
  return compile (&r);
}
