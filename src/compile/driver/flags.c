/* The instrumentation is the compilers' own for ThreadSanitizer; libraceproof.a has the functions
 * that it calls, libtsan stays out. The other flags close the places where the compilers would
 * touch memory without calling anything:
 *
 *   gcc expands memcpy, strcpy and the like into plain moves: -fno-builtin-NAME leaves the calls, which
 *     libraceproof.a answers; builtins.h does the same for __builtin_memcpy, which libstdc++ uses. Fortified
 *     calls would go around both. gfortran does the same and has no such option: a plug-in makes the
 *     functions ordinary ones (src/compile/gcc_plugin/fortran.cc), for one version of gcc. gcc does some
 *     atomic updates by an inline compare-and-swap: -fno-inline-atomics. gcc takes it that a function with
 *     nothing but a flush in it, or an atomic operation, changes no static variable, and does not load one
 *     again behind a call of it: -fno-ipa-reference. gcc looks into functions for what they do with the
 *     address of a local variable, and does not announce what the caller writes there if they keep it for
 *     themselves, though it announces their own accesses: -fno-ipa-modref. gcc with -flto instruments nothing
 *     unless it is told again when linking: -fno-lto. clang with -flto can put the access path into the
 *     program's functions: it gets those hooks as an object for its optimizer, in place of the ones in the
 *     library. clang leaves out accesses to elements of local arrays, accesses of more than 16 bytes, and
 *     others: a plug-in announces them (src/compile/clang_plugin/accesses.cc), for one version of LLVM. For
 *     other versions, options keep vectors narrow, or without masks. clang's optimizer forgets where a
 *     variable lives whose address is taken, and reports could not name it: -instcombine-lower-dbg-declare=0.
 *
 * OpenMP programs are linked with raceproof's own library for it (the compilers' become empty ones,
 * found before them), and their static loops have to ask it for iterations, which no option makes
 * them do: gcc compiles in two steps, between which `raceproof rewrite` changes the directives;
 * clang has the plug-in. The program's own calls of omp_get_thread_num and omp_get_team_num have other names: gcc's
 * static loops are known by calls of the first, and its distribute loops call the second.
 *
 * When one command compiles and links, -fsanitize=thread must reach the compiler proper only: gcc's
 * specs file and clang's -Xclang do that. */
#include "compile/driver/flags.h"

#include "base/panic.h"
#include "base/strbuf.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The functions that read or write the caller's memory and that a compiler may expand. Functions of <math.h>
 * and <stdlib.h> do not matter here, and would be slow if called. */
static const char memory_functions[]
  = "memcpy memset memmove memcmp mempcpy memchr bcopy bzero bcmp strcpy stpcpy strncpy stpncpy "
    "strcat strncat strcmp strncmp strcasecmp strncasecmp strlen strnlen strchr strrchr strstr "
    "strspn strcspn strpbrk strdup strndup sprintf snprintf";

/* One symbol of each object file of the library that replaces functions of the C library or answers the
 * compiler. Shared libraries call these functions, too, and the program itself may have no reference that
 * would link them. */
static const char wanted_symbols[]
  = "rp_monitor_inside rp_async __tsan_init __tsan_atomic32_load __tsan_acquire __atomic_load "
    "rp_hooks_heap rp_hooks_mapping rp_hooks_memory rp_hooks_strings rp_hooks_copies rp_hooks_numbers rp_hooks_random rp_hooks_sort "
    "rp_hooks_io rp_hooks_stdio rp_hooks_print rp_hooks_scan rp_hooks_signals rp_hooks_threads rp_hooks_exec rp_hooks_libraries dlclose";

/* For instrumented libraries that dlopen brings, when it is too late for the linker to know. One of
 * them, rp_monitor_inside, tells `raceproof run` what kind of program this is. */
static const char exported_symbols[] = "rp_* __tsan_* __atomic_* memcpy memmove memset memcmp getenv";

static const char exported_openmp_symbols[] = "GOMP_* omp_* ompx_* kmp_* __kmpc_*";

void
rp_cc_words_add (rp_cc_words *words, const char *word)
{
  RP_VEC_PUSH (words, rp_strdup (word));
}

void
rp_cc_words_clear (rp_cc_words *words)
{
  for (size_t i = 0; i < words->count; i++)
    free (words->items[i]);
  RP_VEC_CLEAR (words);
}

static void
add_pair (rp_cc_words *words, const char *start, const char *rest)
{
  rp_strbuf word = { 0 };
  rp_strbuf_add (&word, start);
  rp_strbuf_add (&word, rest);
  RP_VEC_PUSH (words, word.text);
}

/* START with each of the NAMES between blanks. */
static void
add_each (rp_cc_words *words, const char *start, const char *names)
{
  while (*names)
    {
      size_t length = strcspn (names, " ");
      rp_strbuf word = { 0 };
      rp_strbuf_add (&word, start);
      rp_strbuf_add_bytes (&word, names, length);
      RP_VEC_PUSH (words, word.text);
      names += length + strspn (names + length, " ");
    }
}

static void
add_instrumentation (rp_cc_words *words, const rp_cc_args *args, rp_cc_family family,
                     const rp_cc_files *files)
{
  bool links = rp_cc_args_links (args);
  if (links && family == RP_CC_GCC)
    {
      add_pair (words, "-specs=", files->specs);
      return;
    }
  if (family == RP_CC_CLANG && (links || args->is_relocatable))
    rp_cc_words_add (words, "-Xclang");
  rp_cc_words_add (words, "-fsanitize=thread");
}

/* The compiler must add no access that the program does not make, such as an access that is moved in front of
 * a loop before it is known whether it is reached. Two calls with the same end stay two, because a hook
 * identifies its place by its return address. */
static void
add_gcc_flags (rp_cc_words *words, const rp_cc_args *args, const rp_cc_files *files)
{
  bool is_fortran = args->languages & RP_CC_FORTRAN, is_partial = is_fortran && !files->plugin;
  /* src/inside/writer/units.h; by the assembler, since Fortran has nothing else in common with C */
  rp_cc_words_add (words, "-Xassembler");
  rp_cc_words_add (words, "--defsym");
  rp_cc_words_add (words, "-Xassembler");
  static const char *const marks[2][4] = { { "0", "1", "2", "3" }, { "8", "9", "10", "11" } };
  add_pair (words, "raceproof.unit=",
            marks[args->has_openmp && !files->plugin][is_partial | args->is_optimised << 1]);
  if (files->plugin)
    add_pair (words, "-fplugin=", files->plugin);
  rp_cc_words_add (words, "-fno-tree-loop-im");
  rp_cc_words_add (words, "-fno-crossjumping");
  rp_cc_words_add (words, "-fno-tree-tail-merge");
  rp_cc_words_add (words, "--param=tsan-distinguish-volatile=0");
  rp_cc_words_add (words, "-fno-inline-atomics");
  rp_cc_words_add (words, "-fno-ipa-reference");
  rp_cc_words_add (words, "-fno-ipa-modref");
  rp_cc_words_add (words, "-fno-ipa-reference-addressable"); /* static variables that are only written stay */
  rp_cc_words_add (words, "-fno-lto");
}

/* As for gcc, no access is added. The plug-in announces a loop's accesses before the loop, and recognises
 * loops best as they were written. Without the plug-in, the width of vectors is always limited, because
 * functions with a target attribute of their own get no option. */
static void
add_clang_flags (rp_cc_words *words, const rp_cc_args *args, const rp_cc_files *files)
{
  if (files->plugin)
    {
      add_pair (words, "-fpass-plugin=", files->plugin);
      rp_cc_words_add (words, "-mllvm");
      rp_cc_words_add (words, "-tsan-instrument-memory-accesses=0"); /* the plug-in does that */
      rp_cc_words_add (words, "-fno-unroll-loops");
    }
  else
    {
      rp_cc_words_add (words, "-include");
      rp_cc_words_add (words, files->unit);
    }
  static const char *const options[]
    = { "-instcombine-lower-dbg-declare=0", "-disable-licm-promotion",
        "-enable-interleaved-mem-accesses=0" /* of `simd` */ };
  for (size_t i = 0; i < sizeof options / sizeof *options; i++)
    {
      rp_cc_words_add (words, "-mllvm");
      rp_cc_words_add (words, options[i]);
    }
  rp_cc_words_add (words, "-mprefer-vector-width=128");
  if (args->has_vector_option || files->plugin)
    {
      rp_cc_words_add (words, "-fno-vectorize");
      rp_cc_words_add (words, "-fno-slp-vectorize");
    }
}

static void
add_c_flags (rp_cc_words *words, const rp_cc_args *args, rp_cc_family family, const rp_cc_files *files)
{
  add_each (words, "-fno-builtin-", memory_functions);
  rp_cc_words_add (words, "-Wp,-U_FORTIFY_SOURCE,-D_FORTIFY_SOURCE=0");
  if (family == RP_CC_GCC)
    {
      rp_cc_words_add (words, "-include");
      rp_cc_words_add (words, files->builtins);
    }
  add_pair (words, "-I", files->include);
  if (args->languages & RP_CC_CXX)
    {
      rp_strbuf library = { 0 };
      rp_strbuf_format (&library, "-I%s/raceproof/c++", files->include);
      RP_VEC_PUSH (words, library.text);
    }
  rp_strbuf hclib = { 0 };
  rp_strbuf_format (&hclib, "-I%s/hclib", files->include);
  RP_VEC_PUSH (words, hclib.text);
}

/* Target regions run on the host. */
static void
add_gcc_openmp_flags (rp_cc_words *words, const rp_cc_args *args, const rp_cc_files *files)
{
  rp_cc_words_add (words, "-foffload=disable");
  rp_cc_words_add (words, "-wrapper");
  add_pair (words, files->command, ",rewrite");
  if (args->languages & (RP_CC_C | RP_CC_CXX))
    rp_cc_words_add (words, "-no-integrated-cpp");
}

static void
add_compile_flags (rp_cc_words *words, const rp_cc_args *args, rp_cc_family family,
                   const rp_cc_files *files)
{
  if (!args->has_debug_option)
    rp_cc_words_add (words, "-g");
  add_instrumentation (words, args, family, files);
  if (family == RP_CC_GCC)
    add_gcc_flags (words, args, files);
  else
    add_clang_flags (words, args, files);
  if (args->languages & (RP_CC_C | RP_CC_CXX))
    add_c_flags (words, args, family, files);
  if (args->has_openmp && args->languages & (RP_CC_C | RP_CC_CXX))
    {
      rp_cc_words_add (words, "-Domp_get_thread_num=rp_omp_get_thread_num");
      rp_cc_words_add (words, "-Domp_get_team_num=rp_omp_get_team_num");
    }
  if (args->has_openmp && family == RP_CC_GCC)
    add_gcc_openmp_flags (words, args, files);
  else if (args->has_openmp && files->plugin)
    rp_cc_words_add (words, "-Wno-pass-failed"); /* of `for simd`: calls are not vectorized */
}

static void
add_linker_option (rp_cc_words *words, const char *option)
{
  rp_cc_words_add (words, "-Xlinker");
  rp_cc_words_add (words, option);
}

static bool
links_openmp (const rp_cc_args *args)
{
  return args->has_openmp || args->names_openmp;
}

/* Passed as linker options, so that an earlier -x does not make the library a source. The library is not
 * linked as a whole: which parts of task.h a program uses decides on the engine. */
static void
add_link_flags (rp_cc_words *words, const rp_cc_args *args, rp_cc_family family,
                const rp_cc_files *files)
{
  add_each (words, "-Wl,-u,", wanted_symbols);
  if (family == RP_CC_CLANG)
    rp_cc_words_add (words, "-Wl,-u,rp_by_clang");
  if (args->has_profile)
    rp_cc_words_add (words, "-Wl,-u,__gcov_dump"); /* with findings, the program does not end by itself */
  if (args->uses_gold)
    rp_cc_words_add (words, "-rdynamic");
  else
    add_each (words, "-Wl,--export-dynamic-symbol=", exported_symbols);
  if (family == RP_CC_CLANG && args->has_lto && !access (files->inline_hooks, R_OK))
    add_linker_option (words, files->inline_hooks);
  if (links_openmp (args) && !args->uses_gold)
    add_each (words, "-Wl,--export-dynamic-symbol=", exported_openmp_symbols);
  if (!args->has_runtime)
    add_linker_option (words, files->library);
  rp_cc_words_add (words, "-lm");
  rp_cc_words_add (words, "-ldl");
  rp_cc_words_add (words, "-lpthread");
}

static void
add_whole_archive (rp_cc_words *words, const char *archive)
{
  add_linker_option (words, "--whole-archive");
  add_linker_option (words, archive);
  add_linker_option (words, "--no-whole-archive");
}

/* Linked as a whole, because it is not known what a shared library needs of it. It comes first, so that its
 * definitions come before those of libgomp and libgfortran, and nothing is taken from it again if a response
 * file names it. */
void
rp_cc_flags_add_first (rp_cc_words *words, const rp_cc_args *args, const rp_cc_files *files)
{
  if (!rp_cc_args_links (args))
    return;
  if (rp_cc_args_links_fortran (args) && !access (files->gfortran_library, R_OK))
    add_whole_archive (words, files->gfortran_library);
  if (links_openmp (args) && !args->is_shared && !access (files->openmp_library, R_OK))
    add_whole_archive (words, files->openmp_library);
}

void
rp_cc_flags_add (rp_cc_words *words, const rp_cc_args *args, rp_cc_family family,
                 const rp_cc_files *files)
{
  if (rp_cc_args_compiles (args))
    add_compile_flags (words, args, family, files);
  if (links_openmp (args) && (rp_cc_args_links (args) || args->is_relocatable))
    add_pair (words, "-L", files->openmp_directory);
  if (!rp_cc_args_links (args))
    return;
  if (rp_cc_args_mixes (args))
    rp_cc_words_add (words, args->uses_libcxx ? "-lc++" : "-lstdc++");
  if (args->is_shared && args->forbids_undefined)
    {
      add_linker_option (words, "-z");
      add_linker_option (words, "undefs");
    }
  else if (!args->is_shared)
    add_link_flags (words, args, family, files);
}
