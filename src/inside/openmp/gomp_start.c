#include "inside/openmp/gomp_start.h"

#include "base/panic.h"
#include "core/runtime/fiber.h"
#include "inside/openmp/coverage.h"
#include "inside/writer/object_files.h"

#include <stdlib.h>
#include <sys/mman.h>

enum
{
  /* The stack on which the task that met the region waits. No code of the program runs there. */
  STACK_BYTES = 1 << 18,

  /* While thread 0 runs on the caller's stack, so many bytes below rp_gomp_opened.frame count as thread 0's stack. */
  OWN_BYTES = 8 << 20
};

struct rp_gomp_opened
{
  void (*run) (void *data);
  void *data;
  void (*begin) (void *data); /* every thread calls begin (begin_data) first */
  void *begin_data;
  unsigned threads;
  uint32_t site;
  uintptr_t frame;
  char *stack;
  void *caller; /* saved stack pointer: first of the call that opened the region, later of GOMP_parallel_end */
  void *thread; /* saved stack pointer of thread 0, while it runs on the caller's stack */
};

rp_gomp_opened *
rp_gomp_opened_new (void (*run) (void *), void *data, uintptr_t frame, uint32_t site)
{
  rp_gomp_opened *opened = rp_calloc (1, sizeof *opened);
  *opened = (rp_gomp_opened) { .run = run, .data = data, .site = site, .frame = frame };
  return opened;
}

/* Thread 0 executes the program's code on the stack below OPENED->frame. Returns at the end of the region. */
static void
go_to_caller (rp_gomp_opened *opened)
{
  rp_omp_thread *thread = rp_omp_current ()->thread;
  rp_closure *closure = thread->closure, before = *closure;
  thread->opened = opened;
  if (thread->team->size > 1)
    {
      closure->host_high = opened->frame;
      closure->host_low = opened->frame - OWN_BYTES;
      /* With 0, thread 0 does not forget accesses to the caller's frames. */
      closure->stack_low = 0;
    }
  rp_fiber_jump (&opened->thread, opened->caller);
  if (thread->team->size > 1)
    {
      closure->host_high = before.host_high;
      closure->host_low = before.host_low;
      closure->stack_low = before.stack_low;
    }
}

void
rp_gomp_opened_run (void *argument)
{
  rp_gomp_opened *opened = argument;
  rp_inside_begin ();
  bool is_first = !rp_omp_current ()->thread->number;
  rp_omp_coverage_data (opened->data);
  if (is_first)
    go_to_caller (opened);
  rp_inside_end ();
  if (!is_first)
    opened->run (opened->data);
}

/* The task that met the region runs this function on its other stack. Executes the region ARGUMENT, and then jumps back
 * to the task's first stack, into GOMP_parallel_end. */
static void
wait_for_threads (void *argument)
{
  rp_gomp_opened *opened = argument;
  void *unused;
  rp_omp_parallel (opened->begin, opened->begin_data, opened->threads, opened->site);
  rp_fiber_jump (&unused, opened->caller);
  rp_panic (__FILE__, __LINE__, "a parallel region was ended twice");
}

void
rp_gomp_open (rp_gomp_opened *opened, void (*run) (void *), void *data, unsigned threads)
{
  rp_units_body ((uintptr_t) opened->run);
  opened->begin = run;
  opened->begin_data = data;
  opened->threads = threads;
  opened->stack = mmap (NULL, STACK_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (opened->stack == MAP_FAILED)
    rp_panic (__FILE__, __LINE__, "no memory for a stack");
  rp_fiber_jump (&opened->caller, rp_fiber_prepare (opened->stack + STACK_BYTES, wait_for_threads, opened));
}

void
GOMP_parallel_start (void (*run) (void *), void *data, unsigned threads)
{
  uint32_t site = RP_OMP_ENTER ();
  rp_gomp_opened *opened = rp_gomp_opened_new (run, data, (uintptr_t) __builtin_frame_address (0), site);
  rp_gomp_open (opened, rp_gomp_opened_run, opened, threads);
  rp_omp_leave ();
}

void
GOMP_parallel_end (void)
{
  uint32_t site = RP_OMP_ENTER ();
  rp_omp_thread *thread = rp_omp_current ()->thread;
  rp_gomp_opened *opened = thread->opened;
  if (!opened)
    rp_stop_misuse (site, "OpenMP: GOMP_parallel_end without GOMP_parallel_start");
  thread->opened = NULL;
  rp_fiber_jump (&opened->caller, opened->thread);
  munmap (opened->stack, STACK_BYTES);
  if (opened->begin_data != opened)
    free (opened->begin_data);
  free (opened);
  rp_omp_leave ();
}
