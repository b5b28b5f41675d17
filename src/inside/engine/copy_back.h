/* Copies that gcc adds behind an OpenMP construct, and that do not count as accesses of the program. gcc passes a block
 * of words to the body of a construct. For a variable that is a reference, in Fortran a dummy argument, the word is the
 * address in the reference. Behind the construct gcc copies the word back to where it came from. If the construct is in
 * the body of another construct, the word came from the block of the outer body, which all threads share. The copy
 * changes nothing, and no statement of the program makes it.
 *
 * A write is such a copy if all of this holds. The program cannot name either block, so none of its own writes fits.
 *   - The write follows the construct: the construct's block is the last block that gcc has passed to a body.
 *   - Eight bytes of that block are read, and a few instructions later eight bytes of the outer block are written.
 *   - The outer block already has the value that was read. */
#ifndef RP_INSIDE_ENGINE_COPY_BACK_H
#define RP_INSIDE_ENGINE_COPY_BACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct rp_copy_back
{
  uintptr_t low, size;               /* the construct's block; size 0: none */
  uintptr_t around_low, around_size; /* the block of the construct around it */
  bool has_word; /* an aligned word of the construct's block was read, and no word written since */
  uint64_t word; /* that word; 0 for an optional argument that is absent, or a null pointer */
  uintptr_t pc;                      /* the place of that read */
} rp_copy_back;

extern rp_copy_back rp_copy_back_now;

/* An inner construct ends. BLOCK is the block of the inner construct, of SIZE bytes; SIZE 0: not known. AROUND is
 * the block of the outer construct. If BLOCK or AROUND is NULL, no write is a copy back until the next call. */
void rp_copy_back_begin (const void *block, size_t size, const void *around);

/* rp_copy_back_read is called before eight bytes are read, rp_copy_back_write before eight bytes are written.
 * rp_copy_back_write returns whether the write is a copy back. */
void rp_copy_back_read (uintptr_t address, uintptr_t pc);
bool rp_copy_back_write (uintptr_t address, uintptr_t pc);

/* Copies that gcc adds behind a loop. If the loop has no iterations, every thread believes that it executed the last
 * one. So it copies loop variables and lastprivate variables out, although there is nothing to copy.
 * rp_copies_out_begin is called when a thread learns that the loop has no iterations. From then on the thread's plain
 * accesses do not count, until another task runs or rp_copies_out_end is called: at the next call of the OpenMP
 * library, or at the next atomic operation, which gcc makes for a reduction. */
void rp_copies_out_begin (void);

/* Copies behind a `distribute` loop without iterations. gcc divides the iterations of such a loop without a call of the
 * library, so it is not known at first whether there are any. Writes do not count from the beginning of the construct
 * on:
 *   UNTIL_BODY    until the team executes a body;
 *   UNLESS_DEALT  where bodies are not announced: until gcc's code asks for the number of the team. For a collapsed
 *                 loop gcc's code asks only if there are iterations.
 * Functions that are called in the bounds of the loop may write as well. Those writes may be left out, because OpenMP
 * does not say whether and how often bounds are evaluated [OpenMP 5.2, 4.4.1]. Reads always count. */
typedef enum rp_copies_out
{
  RP_COPIES_OUT_NOTHING,
  RP_COPIES_OUT_UNLESS_DEALT,
  RP_COPIES_OUT_UNTIL_BODY
} rp_copies_out;

void rp_copies_out_expect (rp_copies_out what);

/* Called when gcc's code, or the program, asks for the number of the team or of the teams. Writes count again from here
 * on, unless UNTIL_BODY is expected. */
void rp_copies_out_deal (void);
extern bool rp_copies_out_writes;

extern bool
  rp_copies_out_is_on; /* between rp_copies_out_begin, or rp_copies_out_expect, and rp_copies_out_end */
void rp_copies_out_stop (void);

static inline void
rp_copies_out_end (void)
{
  if (__builtin_expect (rp_copies_out_is_on, 0))
    rp_copies_out_stop ();
}

/* Returns whether the running task is the task whose writes do not count: the last one for which rp_copies_out_expect
 * took effect. */
bool rp_copies_out_has_copier (void);

static inline bool
rp_copies_out_is_write (void)
{
  return __builtin_expect (rp_copies_out_writes, 0) && rp_copies_out_has_copier ();
}

static inline void
rp_copy_back_note_read (uintptr_t address, uintptr_t pc)
{
  if (__builtin_expect (address - rp_copy_back_now.low < rp_copy_back_now.size, 0))
    rp_copy_back_read (address, pc);
}

static inline bool
rp_copy_back_is_write (uintptr_t address, uintptr_t pc)
{
  return __builtin_expect (rp_copy_back_now.has_word, 0) && rp_copy_back_write (address, pc);
}

#endif
