/* simd loops [OpenMP 5.2, 10.4]: their iterations may be executed at the same time, as far as safelen allows.
 * Here one task executes them one after the other, so the detectors, which compare tasks, do not distinguish
 * them. Instead, each access in such a loop is compared here with the accesses of the iterations before it.
 *
 * V1. Two iterations conflict on a byte if they are less than safelen apart, and one of them writes. Of the earlier
 *     iterations that wrote the byte, the latest is the nearest, so it suffices to compare with this one. The same
 *     holds for the iterations that read the byte. The running iteration may itself have accessed the byte last, so
 *     the iteration before it is kept as well.
 * V2. Memory on the stack of the loop's own task may be private to the iteration, as are variables of its body. It
 *     counts as shared if an iteration reads a byte that it has not written before, or if the compiler says so. The
 *     copies of `reduction` and `linear` variables, of which every iteration has its own, are made between the
 *     beginning of the loop and its first iteration. They are the bytes on the stack that are written then, and the
 *     blocks that are allocated then.
 * V3. Only the first RP_SIMD_MAX_ITERATIONS iterations of a loop are compared, and only the first RP_SIMD_MAX_ALL of
 *     the program. If there are more, a remark says so.
 * V4. Where simd is a part of a composite construct [OpenMP 5.2, 17.4], each chunk that a thread, a team or a task
 *     gets is a simd loop. Then only bodies are announced; bodies with the same key belong to one chunk.
 * V5. Two accesses in `ordered simd` regions are in order; one in such a region and one outside are not.
 * V6. A block that an iteration allocates is new: earlier accesses of iterations to these bytes do not count.
 * V7. Memory on the stack below the function with the loop belongs to functions that the iteration has called. It is new
 *     in each iteration, so it is not compared. */
#ifndef RP_INSIDE_ENGINE_SIMD_H
#define RP_INSIDE_ENGINE_SIMD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum
{
  RP_SIMD_MAX_ITERATIONS = 1 << 12,
  RP_SIMD_MAX_ALL = 1 << 22
};

/* In a function that the program calls: the stack pointer of its caller before the call. */
#define RP_SIMD_FRAME ((uintptr_t) __builtin_dwarf_cfa ())

/* Whether accesses of a simd loop are compared now. The loop may be one of another task than the running one: then
 * rp_simd_access does nothing. */
extern bool rp_simd_is_on;

/* Returns whether a simd loop was begun so far. */
bool rp_simd_was_met (void);

/* The running task begins a simd loop; SAFELEN 0: no bound. A loop inside another one counts as a part of the outer
 * loop. The iterations of the loop are not compared in exploration, or if another task is in a simd loop. */
void rp_simd_begin (uint64_t safelen, uint32_t site);

/* An iteration begins. FRAME: the stack pointer of the function with the loop (RP_SIMD_FRAME), for V7. */
void rp_simd_iteration (uintptr_t frame);

/* The running iteration ends. Accesses from here to the next iteration belong to the loop but to no iteration, and are
 * not compared: there a lastprivate variable gets its value. A compiler that assigns lastprivate variables behind the
 * loop need not announce the end of an iteration. */
void rp_simd_iteration_end (void);

/* Called before the first iteration: these bytes are a copy of a `reduction` variable, made by a construct
 * around the loop. */
void rp_simd_copy (uintptr_t address, size_t size);

/* The running task gets these bytes from the heap. Rules V2 and V6 apply to them. */
void rp_simd_new_block (uintptr_t address, size_t size);

/* Says that V2 holds for these bytes, too: variables of the task that are not on its stack. These bytes replace
 * those of an earlier call for the same loop. */
void rp_simd_owns (uintptr_t address, size_t size);

/* Says that V2 does not hold for these bytes up to the end of the loop, or of the body (V4): all
 * iterations share them. */
void rp_simd_shares (uintptr_t address, size_t size);

void rp_simd_end (void);

/* V4. rp_simd_body_begin: an iteration of the chunk KEY begins. rp_simd_body_end: the iteration ends. rp_simd_new_key:
 * returns a key that no other chunk has. */
void rp_simd_body_begin (uint64_t key, uint64_t safelen, uint32_t site, uintptr_t frame);
void rp_simd_body_end (void);
uint64_t rp_simd_new_key (void);

void rp_simd_ordered_begin (void);
void rp_simd_ordered_end (void);

void rp_simd_access (uintptr_t address, size_t size, bool is_write, uint32_t site);

#endif
