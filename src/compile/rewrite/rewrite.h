/* Makes static loops visible to the run-time library. A compiler divides the iterations of an OpenMP loop with a static
 * schedule among the threads by itself, so that the library never sees them. The rewriting replaces static schedules in
 * a source text by dynamic ones. Then the program asks the library for the iterations, and the library distributes them
 * as the program's own schedule says. The chunk size tells the library what the program wrote: it is the sum of
 * RP_SCHEDULE_MARK (M below), flags, and the program's chunk size.
 *
 *   #pragma omp for                    #pragma omp for schedule(dynamic, M + unsaid)
 *   #pragma omp for schedule(static)   #pragma omp for schedule(dynamic, M)
 *   ... schedule(static, c)            ... schedule(dynamic, M + (c))
 *   ... schedule(auto)                 ... schedule(dynamic, M + unsaid)
 *   ... order(concurrent)              ... schedule(dynamic, M + unsaid + concurrent)
 *   ... order(reproducible:concurrent) ... schedule(dynamic, M + unsaid + concurrent + reproducible)
 *   ... ordered                        ... ordered schedule(static, M + unsaid)
 *   #pragma omp for simd ...           the same, + simd; for schedule(simd: static, c), + simd chunks
 *   ... schedule(dynamic, c) lastprivate(x)
 *                                      ... schedule(dynamic, M + dynamic + copies + (c)) lastprivate(x)
 *
 * gcc 12 makes every loop with order(concurrent) static again, so this clause is removed. If a loop over a narrow
 * unsigned variable counts down and has a dynamic schedule, gcc loses the sign of the step: a flag says that the loop
 * counts down.
 *
 * A `loop` construct that binds to a team of threads is a static loop, too, and becomes `for`.
 *
 * gcc does not call the library at the end of a single construct. Where no barrier follows, the statement of the
 * construct is put in a loop, whose condition is true once and calls the library: RP_REWRITE_SINGLE. In Fortran the
 * plug-in for gcc makes this call (gcc_plugin/fortran_marks.cc).
 *
 * gcc calls the same function for an atomic update and for an atomic capture, but only the value of a capture may
 * become the number of a thread. So atomic updates in a pragma are put in a loop of this kind, too: RP_REWRITE_UPDATE.
 * Atomic operations also combine the reductions of a scope construct, behind its body. So the scope construct is put in
 * one loop, and its body in another: RP_REWRITE_SCOPE, RP_REWRITE_SCOPE_BODY.
 *
 * R1. Line numbers stay right: no line is added or taken away, or a line marker gives the number of the next line.
 * R2. A directive that cannot be understood stays as it is: the compiler will say what is wrong. */
#ifndef RP_COMPILE_REWRITE_REWRITE_H
#define RP_COMPILE_REWRITE_REWRITE_H

#include "base/strbuf.h"
#include "core/event/schedule_mark.h"

#include <stdbool.h>
#include <stddef.h>

/* The head of a loop around the statement of a `single` construct with nowait. The loop makes one turn: the first call
 * returns 1; the second returns 0, and tells the library that the single has ended. gcc knows the called function
 * without a declaration. In a sections construct, gcc's own calls of the function ask for the next section. The library
 * can tell the two uses apart, because OpenMP allows no single directly inside a sections construct. */
#define RP_REWRITE_SINGLE "while (__builtin_GOMP_sections_next ())"

/* The head of a loop around an atomic construct that is an update. No sections construct has so many sections
 * as this number. */
#define RP_REWRITE_UPDATE "while (__builtin_GOMP_sections_start (0x52500000))"

/* The heads of loops around a scope construct with reductions, and around its body. */
#define RP_REWRITE_SCOPE "while (__builtin_GOMP_sections_start (0x52500004))"
#define RP_REWRITE_SCOPE_BODY "while (__builtin_GOMP_sections_start (0x52500005))"

/* The head of a loop around an OpenMP loop that can get no schedule: with `inscan`, not rectangular, or a `loop`
 * construct that cannot become `for`. The call tells the library that it does not see the loop's iterations. */
#define RP_REWRITE_HIDDEN "while (__builtin_GOMP_sections_start (0x52500001))"

/* Announces the same as RP_REWRITE_HIDDEN, in Fortran: the text of an `error` directive before the loop. The library
 * recognises the text and prints nothing (inside/openmp/error.c). */
#define RP_REWRITE_HIDDEN_MESSAGE "raceproof: the iterations of the next loop are not seen"
#define RP_REWRITE_HIDDEN_FORTRAN \
  "error at(execution) severity(warning) message(\"" RP_REWRITE_HIDDEN_MESSAGE "\")"

/* Announces the same as RP_REWRITE_UPDATE, in Fortran. */
#define RP_REWRITE_UPDATE_FORTRAN \
  "error at(execution) severity(warning) message(\"raceproof: the next atomic construct is an update\")"

/* In Fortran, SCOPE_ENDS, before the end directive of a scope construct, announces that the construct's body has ended;
 * SCOPE_ENDED, behind the end directive, that the construct has ended. If a BLOCK construct follows the scope
 * directive, the end directive may be missing. So SCOPE_ENDS is then put before the scope directive, and a barrier ends
 * the construct. */
#define RP_REWRITE_SCOPE_ENDS_FORTRAN \
  "error at(execution) severity(warning) message(\"raceproof: a scope construct ends\")"
#define RP_REWRITE_SCOPE_ENDED_FORTRAN \
  "error at(execution) severity(warning) message(\"raceproof: a scope construct has ended\")"

/* The head of a loop around a `distribute` loop whose loop variables gcc treats as lastprivate without a clause. If the
 * loop has no iterations, gcc copies these variables out in every team (inside/engine/copy_back.h). */
#define RP_REWRITE_DISTRIBUTE "while (__builtin_GOMP_sections_start (0x52500002))"

/* As RP_REWRITE_DISTRIBUTE, for a loop with simd whose bodies are announced, too. */
#define RP_REWRITE_DISTRIBUTE_SIMD "while (__builtin_GOMP_sections_start (0x52500003))"

/* Heads of loops around simd loops, around their bodies, and around `ordered simd` regions: inside/openmp/gomp_simd.h.
 * The argument of the call is a sum: the kind of head, a number for the simd loop, and its safelen, of at most 16 bits.
 * If another construct is combined with simd, the thread that executes the code before the simd loop may not be the one
 * that executes the loop. Then only the body is put in a loop that calls the library, RP_REWRITE_SIMD_COMPOSITE.
 * RP_REWRITE_SIMD_SHOW, around the construct, only shows arrays (rp_rewrite_extent). RP_REWRITE_SIMD_LOOP_IF evaluates
 * the condition of an `if` clause once. */
#define RP_REWRITE_SIMD_LOOP \
  "while (%s__builtin_GOMP_sections_start (0x60000000 + %u * 0x10000 + " RP_REWRITE_SAFELEN "))"
#define RP_REWRITE_SIMD_LOOP_IF \
  "for (int raceproof_safelen = (%.*s) ? " RP_REWRITE_SAFELEN \
  " : 1; %s__builtin_GOMP_sections_start (0x60000000 + %u * 0x10000 + raceproof_safelen);)"
#define RP_REWRITE_SIMD_BODY "while (__builtin_GOMP_sections_start (0x70000000 + %u))"
#define RP_REWRITE_SIMD_COMPOSITE \
  "while (__builtin_GOMP_sections_start (0x68000000 + %u * 0x10000 + " RP_REWRITE_SAFELEN "))"
#define RP_REWRITE_SIMD_SHOW "for (int raceproof_shown = (%s1); raceproof_shown; raceproof_shown = 0)"
#define RP_REWRITE_SIMD_ORDERED "while (__builtin_GOMP_sections_start (0x78000000))"
#define RP_REWRITE_SAFELEN "((%.*s) & 0xffff)"
#define RP_REWRITE_SIMD_LOOPS 0x800

/* How much of the text is changed. If the compiler rejects the changed text, the text is rewritten again with fewer
 * changes. */
typedef struct rp_rewrite_extent
{
  bool leaves_collapsed; /* loops with a `collapse` clause stay as they are */
  bool shows_arrays;     /* takes the addresses of local arrays in simd loops, since gcc announces
                          * accesses to local arrays only if their address is taken */
} rp_rewrite_extent;

/* Rewrites C or C++ that has been preprocessed: pragmas, and attributes [[omp::directive (...)]]. TEXT ends with a NUL.
 * Appends the new text to OUT. Returns whether it differs from TEXT. */
bool rp_rewrite_c (const char *text, rp_rewrite_extent extent, rp_strbuf *out);

/* How to read files that INCLUDE lines name. READ gets DATA, stores the path of the file NAME in PATH and its content
 * in TEXT, and returns true. If there is no such file, READ returns false. */
typedef struct rp_rewrite_includes
{
  bool (*read) (void *data, const char *name, rp_strbuf *path, rp_strbuf *text);
  void *data;
} rp_rewrite_includes;

/* Rewrites Fortran that needs no preprocessing, or was preprocessed, in the fixed or the free form. TEXT begins with a
 * line marker. Lines of the fixed form end after LINE_LENGTH columns, unless that is 0. `loop` constructs are changed
 * only if they are combined with `parallel` or `teams`. INCLUDES reads the files that INCLUDE lines name: if something
 * changes in such a file, the file's new text replaces the line. If INCLUDES is NULL, INCLUDE lines stay. Appends the
 * new text to OUT. Returns whether something changed. */
bool rp_rewrite_fortran (const char *text, bool is_fixed, size_t line_length,
                         const rp_rewrite_includes *includes, rp_strbuf *out);

#endif
