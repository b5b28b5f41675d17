#include "inside/openmp/gomp_simd.h"

#include "inside/engine/simd.h"
#include "inside/openmp/thread.h"

/* The highest bits of a question say what the construct is. Then follow a number of the loop and its safelen. */
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

/* Returns whether the task asks QUESTION for the first time, so that it enters the construct. The constructs that a
 * task is in form a stack: a question that is not the innermost is a new one. */
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

/* Returns the key of the chunk of a composite simd construct that TASK executes: a chunk of a worksharing loop,
 * otherwise all iterations of the task. */
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
pass_body (rp_omp_task *task, unsigned count, bool is_in, uint32_t site)
{
  if (is_in)
    rp_simd_body_begin (key_of (task), count & SAFELEN, site);
  else
    rp_simd_body_end ();
}

/* ---- Fortran: compile/gcc_plugin/fortran_simd.cc ---- */

/* An iteration of a simd loop in a composite construct begins. IS_SHARED: the loop is a worksharing loop, too. If gcc
 * divides such a loop by itself, there is no share, and it is not known where chunks end; then does nothing. */
void
rp_omp_simd_body_begin (uint64_t safelen, int is_shared)
{
  uint32_t site = RP_OMP_ENTER ();
  rp_omp_task *task = rp_omp_current ();
  if (!is_shared || task->thread->share)
    rp_simd_body_begin (key_of (task), safelen, site);
  rp_omp_leave ();
}

void
rp_omp_simd_body_end (void)
{
  RP_OMP_ENTER ();
  rp_simd_body_end ();
  rp_omp_leave ();
}

/* The running task comes to another simd loop, whose chunk has another key. */
void
rp_omp_simd_renew (void)
{
  RP_OMP_ENTER ();
  rp_omp_current ()->simd_key = 0;
  rp_omp_leave ();
}

/* ---- C and C++ ---- */

bool
rp_gomp_simd_goes_on (unsigned count, uint32_t site)
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
    pass_body (task, count, is_in, site);
  else if (kind == BODY && is_in)
    rp_simd_iteration ();
  else if (kind == BODY)
    rp_simd_iteration_end ();
  else if (kind == ORDERED && is_in)
    rp_simd_ordered_begin ();
  else if (kind == ORDERED)
    rp_simd_ordered_end ();
  return is_in;
}
