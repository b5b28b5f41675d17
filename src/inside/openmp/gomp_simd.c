#include "inside/openmp/gomp_simd.h"

#include "inside/engine/simd.h"
#include "inside/openmp/thread.h"

/* A question is a number of sections that no program has. Its highest bits, KIND, are LOOP, COMPOSITE, BODY or
 * ORDERED. In LOOP and COMPOSITE, the lowest 16 bits are the safelen, and the bits in between are the loop's
 * number. In BODY, the lowest bits are the loop's number. */
enum
{
  LOOP = 0x60000000,
  COMPOSITE = 0x68000000, /* the body of a simd loop in a composite construct */
  BODY = 0x70000000,
  ORDERED = 0x78000000,
  KIND = 0x78000000,
  SAFELEN = 0xffff
};

bool
rp_gomp_simd_is_asked (unsigned count)
{
  unsigned kind = count & KIND;
  return kind == LOOP || kind == COMPOSITE || kind == BODY || kind == ORDERED;
}

/* The loop that `raceproof cc` added around a construct asks the same QUESTION twice: before the construct and behind
 * it. Returns true the first time, when TASK enters the construct. The constructs that TASK is in form a stack, so
 * QUESTION is asked for the second time if it is on top. */
static bool
goes_in (rp_omp_task *task, unsigned question)
{
  if (task->simd_count && task->simd[task->simd_count - 1] == question)
    {
      task->simd_count--;
      return false;
    }
  if (task->simd_count < RP_OMP_MAX_SIMD)
    task->simd[task->simd_count++] = question;
  return true;
}

/* TASK executes iterations of a composite simd construct. Returns the key of the chunk that they belong to
 * (inside/engine/simd.h, V4). In a worksharing loop a chunk is a piece; otherwise it is all iterations of TASK. */
static uint64_t
key_of (rp_omp_task *task)
{
  rp_omp_thread *thread = task->thread;
  if (task == &thread->task && thread->share)
    return thread->piece_key;
  if (!task->simd_key)
    task->simd_key = rp_simd_new_key ();
  return task->simd_key;
}

static void
pass_body (rp_omp_task *task, unsigned count, bool is_in, uint32_t site, uintptr_t frame)
{
  if (is_in)
    rp_simd_body_begin (key_of (task), count & SAFELEN, site, frame);
  else
    rp_simd_body_end ();
}

/* ---- Fortran: compile/gcc_plugin/fortran_marks.cc ---- */

/* An iteration of a simd loop in a composite construct begins. IS_SHARED: the loop is a worksharing loop, too. If gcc
 * divides such a loop by itself, there is no share, and it is not known where chunks end; then does nothing. */
void
rp_omp_simd_body_begin (uint64_t safelen, int is_shared)
{
  uint32_t site = RP_OMP_ENTER ();
  rp_omp_task *task = rp_omp_current ();
  if (!is_shared || task->thread->share)
    rp_simd_body_begin (key_of (task), safelen, site, RP_SIMD_FRAME);
  rp_omp_leave ();
}

void
rp_omp_simd_body_end (void)
{
  RP_OMP_ENTER ();
  rp_simd_body_end ();
  rp_omp_leave ();
}

/* The running task comes to another simd loop. Its next chunk gets a new key. */
void
rp_omp_simd_renew (void)
{
  RP_OMP_ENTER ();
  rp_omp_current ()->simd_key = 0;
  rp_omp_leave ();
}

/* ---- C and C++ ---- */

bool
rp_gomp_simd_goes_on (unsigned count, uint32_t site, uintptr_t frame)
{
  rp_omp_task *task = rp_omp_current ();
  unsigned kind = count & KIND;
  if (task->simd_count == RP_OMP_MAX_SIMD && task->simd[task->simd_count - 1] != count)
    rp_omp_unsupported ("a simd loop inside of many others", site);
  bool is_in = goes_in (task, count);
  if (kind == LOOP && is_in)
    rp_simd_begin (count & SAFELEN, site);
  else if (kind == LOOP)
    rp_simd_end ();
  else if (kind == COMPOSITE)
    pass_body (task, count, is_in, site, frame);
  else if (kind == BODY && is_in)
    rp_simd_iteration (frame);
  else if (kind == BODY)
    rp_simd_iteration_end ();
  else if (kind == ORDERED && is_in)
    rp_simd_ordered_begin ();
  else if (kind == ORDERED)
    rp_simd_ordered_end ();
  return is_in;
}
