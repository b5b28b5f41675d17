/* gcc's ABI: reductions that tasks take part in [OpenMP 5.2, 5.5]. The compiler makes a list of reductions:
 * linked blocks of words. The library adds memory with private copies for each thread, and tells a task where the
 * copies of its thread are. The words of a block:
 *
 *   0  number of reductions          4  the next block; in the last block: the first block of the group around
 *   1  bytes for one thread          5  unused here
 *   2  alignment, then the memory    6  end of the memory
 *   3  allocator                     7  three words for each reduction: variable, offset of its copy, unused
 *
 * The tasks of a thread share the thread's copies, and never run at the same time. So the copies are exempt from
 * checks. */
#include "inside/openmp/gomp.h"
#include "inside/openmp/group.h"
#include "inside/openmp/share.h"

#include "base/panic.h"
#include "inside/writer/object_files.h"

#include <stdlib.h>
#include <string.h>

enum
{
  COUNT,
  BYTES,
  MEMORY,
  NEXT = 4,
  END = 6,
  ROWS = 7
};

static uintptr_t *
next_block (const uintptr_t *block)
{
  return (uintptr_t *) block[NEXT];
}

static void
add_memory (uintptr_t *block, unsigned threads)
{
  size_t size = block[BYTES] * threads, alignment = block[MEMORY];
  if (alignment < sizeof (void *))
    alignment = sizeof (void *);
  void *memory = rp_aligned_alloc (alignment, (size + alignment - 1) / alignment * alignment);
  memset (memory, 0, size);
  rp_monitor_exempt ((uintptr_t) memory, size);
  block[MEMORY] = (uintptr_t) memory;
  block[END] = block[MEMORY] + size;
}

/* Adds memory for THREADS threads to the blocks of DATA, and links the last block to AROUND, the reductions of the
 * group around. If LIKE, the list that another thread registered, is not NULL, the blocks of DATA get the memory of
 * LIKE instead of new memory. */
static void
register_list (uintptr_t *data, uintptr_t *around, const uintptr_t *like, unsigned threads)
{
  for (uintptr_t *block = data;; block = next_block (block))
    {
      if (like)
        {
          block[MEMORY] = like[MEMORY];
          block[END] = like[END];
          like = next_block (like);
        }
      else
        add_memory (block, threads);
      if (!block[NEXT])
        {
          block[NEXT] = (uintptr_t) around;
          return;
        }
    }
}

static void
free_list (uintptr_t *data, const uintptr_t *around)
{
  for (uintptr_t *block = data; block && block != around; block = next_block (block))
    {
      rp_monitor_unexempt (block[MEMORY]);
      free ((void *) block[MEMORY]);
    }
}

void
rp_gomp_group_register (uintptr_t *data)
{
  rp_omp_task *task = rp_omp_current ();
  register_list (data, task->group->reductions, NULL, task->team->size);
  task->group->reductions = data;
}

void
GOMP_taskgroup_reduction_register (uintptr_t *data)
{
  RP_OMP_ENTER ();
  rp_gomp_group_register (data);
  rp_omp_leave ();
}

/* Called when the group of DATA has ended. Frees the copies in the blocks of DATA. */
void
GOMP_taskgroup_reduction_unregister (uintptr_t *data)
{
  RP_OMP_ENTER ();
  const rp_omp_task *task = rp_omp_current ();
  free_list (data, task->group ? task->group->reductions : NULL);
  rp_omp_leave ();
}

/* ---- reductions of parallel regions and worksharing constructs ---- */

/* The group that begins here for REDUCTIONS does not wait for tasks. The barrier at the end of the construct waits for
 * them. */
void
rp_gomp_share_extras (rp_omp_thread *thread, uintptr_t *reductions, void **memory)
{
  rp_omp_share *share = thread->share;
  if (memory)
    {
      size_t size = (uintptr_t) *memory;
      if (!share->memory)
        share->memory = rp_calloc (1, size);
      *memory = share->memory;
    }
  if (!reductions)
    return;
  rp_omp_group *group = rp_omp_group_begin (&thread->task);
  register_list (reductions, group->reductions, share->reductions, thread->team->size);
  group->reductions = reductions;
  if (!share->reductions)
    share->reductions = reductions;
}

/* Called after a barrier. Since that barrier, thread 0 has combined the copies of all threads. Here thread 0 frees the
 * copies. */
void
GOMP_workshare_task_reduction_unregister (bool is_cancelled)
{
  uint32_t site = RP_OMP_ENTER ();
  const rp_omp_task *task = rp_omp_current ();
  uintptr_t *own = task->group->reductions;
  rp_omp_taskgroup_end (site);
  if (task->thread->number == 0)
    free_list (own, task->group ? task->group->reductions : NULL);
  if (!is_cancelled)
    rp_omp_barrier (site);
  rp_omp_leave ();
}

unsigned
GOMP_parallel_reductions (void (*run) (void *), void *data, unsigned threads, unsigned flags)
{
  uint32_t site = RP_OMP_ENTER ();
  (void) flags;
  uintptr_t *reductions = *(uintptr_t **) data;
  unsigned size = rp_omp_team_size (threads);
  register_list (reductions, NULL, NULL, size);
  rp_omp_group group = { .reductions = reductions };
  rp_units_body ((uintptr_t) run);
  rp_omp_parallel_in (&group, run, data, size, site);
  rp_omp_leave ();
  return size;
}

/* ---- where a task finds its copies ---- */

static const uintptr_t *
row_of (const uintptr_t *block, uintptr_t variable)
{
  for (size_t i = 0; i < block[COUNT]; i++)
    if (block[ROWS + 3 * i] == variable)
      return &block[ROWS + 3 * i];
  return NULL;
}

static const uintptr_t *
row_with_offset (const uintptr_t *block, uintptr_t offset)
{
  for (size_t i = 0; i < block[COUNT]; i++)
    if (block[ROWS + 3 * i + 1] == offset)
      return &block[ROWS + 3 * i];
  return NULL;
}

/* *POINTER is the address of a variable, or is inside some thread's copies. Replaces *POINTER by the corresponding
 * address in the copies of thread NUMBER. Returns the address of the variable, or the old *POINTER if no variable's
 * copy begins there. If BLOCKS has no reduction of the variable, returns 0 and leaves *POINTER as it is. */
static uintptr_t
remap (const uintptr_t *blocks, void **pointer, unsigned number)
{
  uintptr_t at = (uintptr_t) *pointer;
  for (const uintptr_t *block = blocks; block; block = next_block (block))
    {
      const uintptr_t *row = row_of (block, at);
      uintptr_t offset = row ? row[1] : (at - block[MEMORY]) % block[BYTES];
      if (!row && (at < block[MEMORY] || at >= block[END]))
        continue;
      *pointer = (void *) (block[MEMORY] + number * block[BYTES] + offset);
      row = row ? row : row_with_offset (block, offset);
      return row ? row[0] : at;
    }
  return 0;
}

void
GOMP_task_reduction_remap (size_t count, size_t original_count, void **pointers)
{
  uint32_t site = RP_OMP_ENTER ();
  const rp_omp_task *task = rp_omp_current ();
  const uintptr_t *blocks = task->group ? task->group->reductions : NULL;
  for (size_t i = 0; i < count; i++)
    {
      uintptr_t variable = remap (blocks, &pointers[i], task->thread->number);
      if (!variable)
        rp_stop_misuse (site, "OpenMP: in_reduction of a variable that no reduction around is of");
      if (i < original_count)
        pointers[count + i] = (void *) variable;
    }
  rp_omp_leave ();
}
