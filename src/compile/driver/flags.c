/* The instrumentation is the compilers' own for ThreadSanitizer. libraceproof.a has the functions that the
 * instrumentation calls; libtsan is not linked. Without the other flags the compilers would make some accesses without
 * a call.
 *
 * gcc:
 * - -fno-builtin-NAME: otherwise memcpy, strcpy and the like become plain moves. The calls go to libraceproof.a.
 *   builtins.h does the same for __builtin_memcpy, which libstdc++ uses. Fortified calls would bypass both. gfortran
 *   has no such option: a plug-in (src/compile/gcc_plugin/plugin.cc), for one version of gcc, makes these functions
 *   ordinary ones.
 * - -fno-inline-atomics: otherwise some atomic updates become an inline compare-and-swap.
 * - -fno-ipa-reference: otherwise gcc assumes that a function with only a flush or an atomic operation changes no
 *   static variable, and does not load such a variable again after a call of that function.
 * - -fno-ipa-modref: otherwise gcc examines what functions do with the address of a local variable of their caller. If
 *   they do not pass the address on, gcc announces their accesses to the variable, but not the caller's.
 * - -fno-lto: with -flto nothing is instrumented unless the linker gets the options again.
 *
 * clang:
 * - A plug-in (src/compile/clang_plugin/accesses.cc), for one version of LLVM, announces accesses that clang leaves
 *   out: elements of local arrays, more than 16 bytes, and others. For other versions, options prevent vectors of more
 *   than 16 bytes and masked accesses.
 * - With -flto clang can inline the hooks for accesses into the program's functions. raceproof_inline.o has these hooks
 *   in a form that the optimizer can read, and replaces those in the library.
 * - -instcombine-lower-dbg-declare=0: otherwise, if the address of a variable is taken, the optimizer drops the debug
 *   information on where the variable is stored, and reports could not name it.
 *
 * OpenMP programs are linked with raceproof's own OpenMP library; empty libraries, which are found first, replace the
 * compilers' own. Static loops must ask the library for their iterations, and there is no option for that: gcc compiles
 * in two steps, between which `raceproof rewrite` changes the directives; clang has the plug-in.
 *
 * In the code that gcc generates, static loops call omp_get_thread_num and distribute loops call omp_get_team_num. The
 * library recognises the loops by these calls, so the program's own calls of the two functions get other names.
 *
 * When one command compiles and links, -fsanitize=thread must reach only the compiler proper: gcc's specs file and
 * clang's -Xclang do that. */
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

/* Symbols that the linker is told to look for (-u): one from each object file of libraceproof.a that replaces functions
 * of the C library or has functions that compilers call. The object files are then linked even if the program has no
 * reference to them; shared libraries call these functions, too. */
static const char wanted_symbols[]
  = "rp_monitor_inside rp_async __tsan_init __tsan_atomic32_load __tsan_acquire rp_hooks_atomics "
    "rp_hooks_heap rp_hooks_mapping rp_hooks_memory rp_hooks_strings rp_hooks_copies "
    "rp_hooks_numbers rp_hooks_random rp_hooks_sort "
    "rp_hooks_io rp_hooks_sockets rp_hooks_stdio rp_hooks_print rp_hooks_scan rp_hooks_signals "
    "rp_hooks_threads rp_hooks_exec rp_hooks_libraries dlclose";

/* Symbols that the program exports for instrumented libraries that it loads with dlopen: the linker does not see what
 * these libraries need. `raceproof run` recognises by one of the symbols, rp_monitor_inside, that the program has the
 * verifier. */
static const char exported_symbols[] = "rp_* __tsan_* __atomic_* __sync_* atomic_flag_* "
                                       "atomic_thread_fence memcpy memmove memset memcmp getenv";

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

/* Adds START followed by a name, for each name in NAMES, which are separated by blanks. */
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

/* Adds flags for gcc. The compiler must not add an access that the program does not make, for instance by moving one
 * before a loop that may not be entered. It must not merge two calls, or two stores, at the end of branches: a hook
 * identifies its place by its return address, and a merged store has the place of one of the two. It must not replace a
 * loop by a call of memset or memcpy: the plug-in has announced the loop's accesses, and the call would announce them
 * again. */
static void
add_gcc_flags (rp_cc_words *words, const rp_cc_args *args, const rp_cc_files *files)
{
  bool is_fortran = args->languages & RP_CC_FORTRAN, is_partial = is_fortran && !files->plugin;
  /* an option of the assembler defines the symbol of src/inside/writer/object_files.h: C and Fortran share no other
   * way */
  rp_cc_words_add (words, "-Xassembler");
  rp_cc_words_add (words, "--defsym");
  rp_cc_words_add (words, "-Xassembler");
  static const char *const marks[2][4] = { { "0", "1", "2", "3" }, { "8", "9", "10", "11" } };
  add_pair (words, "raceproof.unit=", marks[!files->plugin][is_partial | args->is_optimised << 1]);
  if (files->plugin)
    add_pair (words, "-fplugin=", files->plugin);
  rp_cc_words_add (words, "-fno-tree-loop-im");
  rp_cc_words_add (words, "-fno-tree-loop-distribute-patterns");
  rp_cc_words_add (words, "-fno-crossjumping");
  rp_cc_words_add (words, "-fno-tree-tail-merge");
  rp_cc_words_add (words, "-fno-tree-sink");
  rp_cc_words_add (words, "-fno-tree-cselim");
  /* otherwise `c ? p->a : p->b` reads both members, and `a && b` and `a || b` read the local variable b even where a
   * decides */
  rp_cc_words_add (words, "-fno-hoist-adjacent-loads");
  rp_cc_words_add (words, "--param=logical-op-non-short-circuit=0");
  rp_cc_words_add (words, "-fno-tree-reassoc");
#ifdef __x86_64__
  rp_cc_words_add (words, "-mbranch-cost=1");
#endif
  rp_cc_words_add (words, "--param=tsan-distinguish-volatile=0");
  rp_cc_words_add (words, "-fno-inline-atomics");
  rp_cc_words_add (words, "-fno-ipa-reference");
  rp_cc_words_add (words, "-fno-ipa-modref");
  /* keeps static variables that are only written */
  rp_cc_words_add (words, "-fno-ipa-reference-addressable");
  rp_cc_words_add (words, "-fno-lto");
}

/* Adds flags for clang. As with gcc, the compiler must not add an access or merge two. The plug-in announces many
 * accesses of a loop by one call. It recognises loops best in their original form, so they are neither unrolled nor
 * vectorized. The width of vectors is always limited, because the target attribute of a function may allow wide vectors
 * that no option allows. */
static void
add_clang_flags (rp_cc_words *words, const rp_cc_args *args, const rp_cc_files *files)
{
  if (files->plugin)
    {
      add_pair (words, "-fpass-plugin=", files->plugin);
      rp_cc_words_add (words, "-mllvm");
      /* the plug-in announces the accesses, so ThreadSanitizer's pass must not */
      rp_cc_words_add (words, "-tsan-instrument-memory-accesses=0");
      rp_cc_words_add (words, "-fno-unroll-loops");
    }
  else
    {
      rp_cc_words_add (words, "-include");
      rp_cc_words_add (words, files->unit);
    }
  /* interleaved accesses of a vectorized `simd` loop would include elements that the program skips */
  static const char *const options[]
    = { "-instcombine-lower-dbg-declare=0", "-disable-licm-promotion",
        "-enable-interleaved-mem-accesses=0", "-sink-common-insts=0", "-hoist-common-insts=0" };
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

/* Adds flags for gcc with OpenMP. Target regions are compiled for the host. */
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
    rp_cc_words_add (words, "-Wno-pass-failed"); /* warning about `for simd`: a loop with calls is not vectorized */
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

/* Adds what a program needs for linking. libraceproof.a is given as a linker option, so that an earlier -x does not
 * make it a source file. It is not linked as a whole, because the engine depends on which parts of task.h a program
 * uses. */
static void
add_link_flags (rp_cc_words *words, const rp_cc_args *args, rp_cc_family family,
                const rp_cc_files *files)
{
  add_each (words, "-Wl,-u,", wanted_symbols);
  if (family == RP_CC_CLANG)
    rp_cc_words_add (words, "-Wl,-u,rp_by_clang");
  if (args->has_profile)
    rp_cc_words_add (words, "-Wl,-u,__gcov_dump"); /* if there are findings, the library ends the
                                                    * program, and must write the counters itself */
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

/* Adds the libraries for OpenMP and gfortran. Each is linked as a whole, because a shared library may need any part of
 * it. They come first, so that their definitions precede those of libgomp and libgfortran. If a response file names one
 * of them again, the linker takes nothing from it a second time. */
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
