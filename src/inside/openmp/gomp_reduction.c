/* gcc's ABI: reductions that tasks take part in [OpenMP 5.2, 5.5]. The compiler makes a list of reductions:
 * linked blocks of words. The library adds memory with private copies, and tells a task where its copies are. The words
 * of a block:
 *
 *   0  number of reductions          4  the next block; in the last block: the first block of the group around
 *   1  bytes for one copy of all     5  our rp_list, below
 *   2  alignment, then the memory    6  end of the memory
 *   3  allocator                     7  three words for each reduction: variable, offset of its copy, unused
 *
 * An explicit task that takes part gets a copy for itself (participant.h) if possible. gcc's own code combines the copies,
 * and computes where some of them are:
 *
 *   G1. In a parallel or worksharing construct, copy N is that of thread N's implicit task. It is memory of this
 *       thread, like a variable on the thread's stack. In a parallel construct the library says how many copies
 *       there are, so explicit tasks have further ones. In a worksharing construct they share those of threads.
 *   G2. In all constructs other than parallel ones, gcc combines as many copies as the team has threads. In a
 *       taskgroup or taskloop these copies are those of explicit tasks. In a task of a taskloop, gcc's code takes
 *       the number of the thread for the number of the copy.
 *   G3. In a parallel construct gcc combines each copy of each variable in the list, initialised or not. So a task that
 *       takes part in some reductions of the list, but not in all, cannot have a further copy.
 *
 * A task that cannot have a copy for itself shares the copy of its thread. What it does to this copy is exempt from
 * checks; if a descendant without in_reduction accesses the copy, the verdict is undecided. */
#include "base/panic.h"
#include "inside/engine/engines.h"
#include "inside/engine/private_memory.h"
#include "inside/openmp/gomp.h"
#include "inside/openmp/group.h"
#include "inside/openmp/participant.h"
#include "inside/openmp/share.h"
#include "inside/writer/object_files.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum
{
  COUNT,
  BYTES,
  MEMORY,
  NEXT = 4,
  LIST = 5,
  END = 6,
  ROWS = 7
};

enum
{
  MOST_COPIES = 4096,   /* of a list, besides those of threads */
  MOST_BYTES = 1 << 30, /* of these copies, in one block */
  PAGE = 4096
};

/* The copies that a block describes. */
typedef struct part
{
  uintptr_t *block; /* our copy of the block, which the program may free earlier */
  uintptr_t memory;
  size_t stride;
  void *mapped;
  size_t mapped_size;
} part;

/* A registered list. In a worksharing construct each thread registers a list, and all have the copies of the first. */
typedef struct rp_list
{
  rp_omp_copies copies;
  unsigned threads; /* how many copies are those of threads (G1) */
  size_t rows;      /* reductions in the list */
  bool has_shared;  /* some copies are shared */
  RP_VEC (part) parts;
} rp_list;

static rp_list *
list_of (const uintptr_t *block)
{
  return (rp_list *) block[LIST];
}

static const rp_list *
list_with (const rp_omp_copies *copies)
{
  return (const rp_list *) ((const char *) copies - offsetof (rp_list, copies));
}

static uintptr_t *
next_block (const uintptr_t *block)
{
  return (uintptr_t *) block[NEXT];
}

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

static void
visit (const rp_omp_copies *copies, unsigned number,
       void (*forget) (uintptr_t address, size_t size))
{
  const rp_list *own = list_with (copies);
  for (size_t i = 0; i < own->parts.count; i++)
    forget (own->parts.items[i].memory + number * own->parts.items[i].stride,
            own->parts.items[i].stride);
}

/* Returns the address in the reduction's variable that ADDRESS, in a copy, stands for; 0 if ADDRESS is in no copy. */
static uintptr_t
variable_at (const rp_omp_copies *copies, uintptr_t address)
{
  const rp_list *own = list_with (copies);
  for (size_t p = 0; p < own->parts.count; p++)
    {
      const part *at = &own->parts.items[p];
      if (address - at->memory >= copies->count * at->stride)
        continue;
      uintptr_t offset = (address - at->memory) % at->stride;
      const uintptr_t *row = NULL;
      for (size_t i = 0; i < at->block[COUNT]; i++)
        {
          const uintptr_t *other = &at->block[ROWS + 3 * i];
          if (other[1] <= offset && (!row || other[1] > row[1]))
            row = other;
        }
      return row ? row[0] + (offset - row[1]) : 0;
    }
  return 0;
}

/* ---- memory ---- */

/* Returns how many copies the list from BLOCK on may have in a parallel construct besides those of threads. */
static unsigned
most_copies (const uintptr_t *block)
{
  size_t most = MOST_COPIES;
  for (; block; block = next_block (block))
    if (block[BYTES] && MOST_BYTES / block[BYTES] < most)
      most = MOST_BYTES / block[BYTES];
  return (unsigned) most;
}

/* Gives BLOCK memory for all copies that OWN may have. Copies that nobody uses take no room. */
static void
add_memory (rp_list *own, uintptr_t *block)
{
  size_t alignment = block[MEMORY] > PAGE ? block[MEMORY] : PAGE;
  size_t bytes = block[BYTES] * own->copies.most;
  part fresh = { .stride = block[BYTES], .mapped_size = bytes + alignment };
  fresh.mapped = mmap (NULL, fresh.mapped_size, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (fresh.mapped == MAP_FAILED)
    rp_panic (__FILE__, __LINE__, "no memory for copies of reduction variables");
  fresh.memory = ((uintptr_t) fresh.mapped + alignment - 1) / alignment * alignment;
  block[MEMORY] = fresh.memory;
  block[END] = fresh.memory + bytes;
  size_t words = ROWS + 3 * block[COUNT];
  fresh.block = rp_malloc (words * sizeof *block);
  memcpy (fresh.block, block, words * sizeof *block);
  own->rows += block[COUNT];
  RP_VEC_PUSH (&own->parts, fresh);
}

/* Registers the list DATA, and links its last block to AROUND, the reductions of the group around. THREADS: how
 * many of the copies are those of threads (G1). MORE: how many copies there may be besides. */
static void
register_list (uintptr_t *data, uintptr_t *around, unsigned threads, unsigned more)
{
  rp_list *own = rp_calloc (1, sizeof *own);
  own->threads = threads;
  own->copies = (rp_omp_copies) {
    .count = threads, .most = threads + more, .visit = visit, .variable_at = variable_at
  };
  for (uintptr_t *block = data;; block = next_block (block))
    {
      add_memory (own, block);
      block[LIST] = (uintptr_t) own;
      if (!block[NEXT])
        {
          block[NEXT] = (uintptr_t) around;
          break;
        }
    }
  rp_omp_copies_begin (&own->copies);
}

/* As register_list, with the copies of LIKE, the list that another thread registered for the same construct. */
static void
register_again (uintptr_t *data, uintptr_t *around, const uintptr_t *like)
{
  for (uintptr_t *block = data;; block = next_block (block), like = next_block (like))
    {
      block[MEMORY] = like[MEMORY];
      block[LIST] = like[LIST];
      block[END] = like[END];
      if (!block[NEXT])
        {
          block[NEXT] = (uintptr_t) around;
          return;
        }
    }
}

/* Forgets and frees the copies of OWN. gcc's code has also looked into copies that no task had, unless the
 * library said how many there are (G2). */
static void
free_list (rp_list *own)
{
  bool is_parallel = own->threads && own->copies.most > own->threads;
  for (unsigned i = 0; i < (is_parallel ? own->copies.count : own->copies.most); i++)
    {
      visit (&own->copies, i, rp_engine_forget);
      visit (&own->copies, i, rp_private_memory_disown);
    }
  for (size_t i = 0; i < own->parts.count; i++)
    {
      munmap (own->parts.items[i].mapped, own->parts.items[i].mapped_size);
      free (own->parts.items[i].block);
    }
  rp_omp_copies_end (&own->copies);
  RP_VEC_CLEAR (&own->parts);
  free (own);
}

static void
unexempt (uintptr_t address, size_t size)
{
  (void) size;
  rp_monitor_unexempt (address);
}

/* Called when all tasks that take part in OWN have ended. Accesses to copies that were shared are checked again. */
static void
end_sharing (rp_list *own)
{
  for (unsigned i = 0; i < own->copies.count && own->has_shared; i++)
    visit (&own->copies, i, unexempt);
  own->has_shared = false;
}

/* ---- taskgroup and taskloop ---- */

void
rp_gomp_group_register (uintptr_t *data)
{
  rp_omp_task *task = rp_omp_current ();
  register_list (data, task->group->reductions, 0, task->team->size);
  task->group->reductions = data;
}

struct rp_omp_copies *
rp_gomp_copies_of (const uintptr_t *data)
{
  return &list_of (data)->copies;
}

void
rp_gomp_group_end (uint32_t site)
{
  const rp_omp_group *group = rp_omp_current ()->group;
  const uintptr_t *around = group && group->outer ? group->outer->reductions : NULL;
  rp_list *own = group && group->reductions != around ? list_of (group->reductions) : NULL;
  rp_omp_taskgroup_end (site);
  if (own)
    end_sharing (own);
}

void
GOMP_taskgroup_reduction_register (uintptr_t *data)
{
  RP_OMP_ENTER ();
  rp_gomp_group_register (data);
  rp_omp_leave ();
}

/* Called when the group of DATA has ended, and the copies are combined. */
void
GOMP_taskgroup_reduction_unregister (uintptr_t *data)
{
  RP_OMP_ENTER ();
  free_list (list_of (data));
  rp_omp_leave ();
}

/* ---- reductions of parallel regions and worksharing constructs ---- */

void
rp_gomp_own_copy (const rp_omp_task *task)
{
  const uintptr_t *reductions = task->group ? task->group->reductions : NULL;
  if (reductions && task->team->size > 1)
    visit (&list_of (reductions)->copies, task->thread->number, rp_private_memory_own);
}

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
  if (share->reductions)
    register_again (reductions, group->reductions, share->reductions);
  else
    {
      register_list (reductions, group->reductions, thread->team->size, 0);
      share->reductions = reductions;
    }
  group->reductions = reductions;
  rp_gomp_own_copy (&thread->task);
}

/* Called after a barrier. Since that barrier, thread 0 has combined the copies of all threads. Here thread 0 frees the
 * copies. */
void
GOMP_workshare_task_reduction_unregister (bool is_cancelled)
{
  uint32_t site = RP_OMP_ENTER ();
  const rp_omp_task *task = rp_omp_current ();
  rp_list *own = list_of (task->group->reductions);
  rp_omp_taskgroup_end (site);
  if (task->thread->number == 0)
    free_list (own);
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
  register_list (reductions, NULL, size, most_copies (reductions));
  rp_omp_group group = { .reductions = reductions };
  rp_units_body ((uintptr_t) run);
  rp_omp_parallel_in (&group, run, data, size, site);
  rp_list *own = list_of (reductions);
  end_sharing (own);
  rp_omp_leave ();
  return own->copies.count;
}

/* ---- where a task finds its copies ---- */

/* TASK has no copy of OWN. From now on it shares the copy of its thread, and what it does there is exempt from
 * checks. Returns the number of this copy. */
static unsigned
share_copy (rp_omp_task *task, rp_list *own)
{
  unsigned number = task->thread->number;
  if (number >= own->copies.count)
    own->copies.count = number + 1;
  rp_omp_copy_share (task, &own->copies, number);
  own->has_shared = true;
  visit (&own->copies, number, unexempt);
  visit (&own->copies, number, rp_monitor_exempt_for_some);
  return number;
}

/* Returns the number of TASK's copy of OWN. TASK takes part in ROWS reductions of OWN. */
static unsigned
number_for (rp_omp_task *task, rp_list *own, size_t rows)
{
  if (
    !task
       ->is_explicit) /* in a taskgroup: for a target region, executed at once; explicit tasks begin at copy 0 */
    return own->threads ? task->thread->number : own->copies.most - 1 - task->thread->number;
  int number = own->threads && rows < own->rows && !rp_omp_has_copy (task, &own->copies)
                 ? RP_OMP_NO_COPY
                 : rp_omp_copy_for (task, &own->copies);
  return number == RP_OMP_NO_COPY ? share_copy (task, own) : (unsigned) number;
}

unsigned
rp_gomp_number_of_copy (rp_omp_task *task)
{
  rp_list *own = (rp_list *) list_with (task->next_copies);
  task->next_copies = NULL;
  return number_for (task, own, own->rows);
}

/* AT is the address of a variable, or is inside a copy. Returns the block of BLOCKS that has a reduction of the
 * variable, and stores in *OFFSET where AT is in a copy. Returns NULL if there is none. */
static const uintptr_t *
block_with (const uintptr_t *blocks, uintptr_t at, uintptr_t *offset)
{
  for (const uintptr_t *block = blocks; block; block = next_block (block))
    {
      const uintptr_t *row = row_of (block, at);
      if (!row && (at < block[MEMORY] || at >= block[END]))
        continue;
      *offset = row ? row[1] : (at - block[MEMORY]) % block[BYTES];
      return block;
    }
  return NULL;
}

/* Returns how many of the COUNT POINTERS lead to reductions of OWN. */
static size_t
count_rows (const uintptr_t *blocks, const rp_list *own, void *const *pointers, size_t count)
{
  size_t rows = 0;
  uintptr_t offset;
  for (size_t i = 0; i < count; i++)
    {
      const uintptr_t *block = block_with (blocks, (uintptr_t) pointers[i], &offset);
      rows += block && list_of (block) == own;
    }
  return rows;
}

/* POINTERS are addresses of variables, or of copies of other tasks. Replaces them by the addresses of the
 * running task's copies. For the first ORIGINAL_COUNT pointers, stores the addresses of the variables behind all
 * pointers; if a pointer leads into the middle of a variable, stores the old pointer. */
void
GOMP_task_reduction_remap (size_t count, size_t original_count, void **pointers)
{
  uint32_t site = RP_OMP_ENTER ();
  rp_omp_task *task = rp_omp_current ();
  const uintptr_t *blocks = task->group ? task->group->reductions : NULL;
  void **old = rp_malloc ((count ? count : 1) * sizeof *old);
  memcpy (old, pointers, count * sizeof *old);
  for (size_t i = 0; i < count; i++)
    {
      uintptr_t offset;
      const uintptr_t *block = block_with (blocks, (uintptr_t) old[i], &offset);
      if (!block)
        rp_stop_misuse (site, "OpenMP: in_reduction of a variable that no reduction around is of");
      rp_list *own = list_of (block);
      unsigned number
        = number_for (task, own, own->threads ? count_rows (blocks, own, old, count) : 0);
      pointers[i] = (void *) (block[MEMORY] + number * block[BYTES] + offset);
      const uintptr_t *row = row_with_offset (block, offset);
      if (i < original_count)
        pointers[count + i] = row ? (void *) row[0] : old[i];
    }
  free (old);
  rp_omp_leave ();
}
