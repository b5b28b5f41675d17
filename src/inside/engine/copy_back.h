/* What gcc adds behind an OpenMP construct. It hands the body of a construct a block of words. Where a variable is a
 * reference, in Fortran a dummy argument, the word is the address behind it, and behind the construct gcc copies the
 * word back to where it came from: in the body of a construct around, that is the block of that body, which all threads
 * share. Nothing changes by that, and no statement of the program says it, so it is no access.
 *
 * Such a copy is known by these marks together, since the program itself cannot name either block:
 *   - it follows the construct, so the construct's block was the last that was handed on;
 *   - eight bytes of that block are read, and a few instructions later eight bytes written in the block around;
 *   - what is there already is what was read. */
#ifndef RP_INSIDE_ENGINE_COPY_BACK_H
#define RP_INSIDE_ENGINE_COPY_BACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct rp_copy_back
{
  uintptr_t low, size;               /* the construct's block; size 0: none */
  uintptr_t around_low, around_size; /* of the construct around */
  uint64_t word;                     /* the last that was read in the first; 0: none since then */
  uintptr_t pc;                      /* where */
} rp_copy_back;

extern rp_copy_back rp_copy_back_now;

/* A construct inside another one ends; these are the blocks of both. SIZE 0: the size is not known. */
void rp_copy_back_begin (const void *block, size_t size, const void *around);

/* Called before eight bytes are read, respectively written. The second returns whether the write is a copy
 * back. */
void rp_copy_back_read (uintptr_t address, uintptr_t pc);
bool rp_copy_back_write (uintptr_t address, uintptr_t pc);

/* What gcc adds behind a loop. Where it has no iterations, every thread takes its part for the one with the last
 * iteration, and copies loop variables and lastprivate ones out, though there is nothing to copy. From the
 * beginning on,
 * plain accesses are not the program's, up to the next call of the library or atomic operation, of a reduction. */
void rp_copies_out_begin (void);
void rp_copies_out_end (void);

/* The same for a `distribute` loop, whose iterations gcc counts by itself. From the beginning of the construct on,
 * up to
 * the first body that the team executes, writes are not the program's. Where bodies are not told, they are up to the
 * question for the number of the team, which gcc asks for a collapsed loop only if there are iterations. Bounds of the
 * loop may call functions that write, but whether they are evaluated, and how often, is not specified [OpenMP 5.2,
 * 4.4.1]. Reads are seen. */
typedef enum rp_copies_out
{
  RP_COPIES_OUT_NOTHING,
  RP_COPIES_OUT_UNLESS_DEALT,
  RP_COPIES_OUT_UNTIL_BODY
} rp_copies_out;

void rp_copies_out_expect (rp_copies_out what);

/* The question. */
void rp_copies_out_deal (void);
extern bool rp_copies_out_writes;

/* Whether the running task is the one of the construct. */
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
  return __builtin_expect (rp_copy_back_now.word != 0, 0) && rp_copy_back_write (address, pc);
}

#endif
