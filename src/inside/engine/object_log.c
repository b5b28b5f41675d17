#include "inside/engine/object_log.h"

#include "base/vec.h"
#include "inside/engine/engine.h"
#include "inside/stack/context.h"

#include <link.h>
#include <string.h>

typedef enum use_kind
{
  USE_NOTHING, /* the memory is no heap block and no frame: it is static, or unknown; such uses are not logged */
  USE_BLOCK,
  USE_FRAME
} use_kind;

typedef struct use
{
  uint64_t low, high; /* a frame goes from the lowest address seen to the frame's end */
  uint64_t pc;        /* of frames: a place in the function */
  uint32_t context;   /* of blocks: the call path of the allocation; of frames: 1 + the position in all_given, or 0 */
  uint32_t task;
  use_kind kind;
} use;

/* OpenMP: the argument of a task that accessed a frame of another task. The task got the address of the frame from this
 * argument. */
typedef struct given
{
  uint64_t data, words[RP_OBJECT_WORDS];
  uint32_t site, word_count;
} given;

enum
{
  MAX_GIVEN = 4096,
  RECENTLY_GIVEN = 8
};

static RP_VEC (given) all_given;

/* Two caches of uses, so that memory need not be looked up at each access:
 *   - for a page of memory, the block that was accessed last;
 *   - for a site of the program, the frame that it accessed last. The cached frame is valid if its return address is
 *     still in place, and if the running task was created at the same site as the task of the last access. If another
 *     frame was on the same bytes meanwhile, the cached frame is added to the log again, as a new use. */
typedef struct open_frame
{
  use use;
  uint32_t access_site;   /* the site of the access */
  uint32_t creation_site; /* the site where the accessing task was created */
  uint64_t return_address;
  uint64_t time; /* when the use was added */
} open_frame;

enum
{
  BLOCKS = 64,
  FRAMES = 1024,
  RECENT = 16, /* how many of the last uses are looked through for another frame */
  PAGE = 4096
};

static RP_VEC (use) uses;
static uint64_t dropped;
static use blocks[BLOCKS];
static open_frame frames[FRAMES];

uint64_t
rp_object_log_now (void)
{
  return dropped + uses.count;
}

static void
add (const use *fresh)
{
  if (uses.count == RP_OBJECTS_MAX)
    {
      size_t half = uses.count / 2;
      memmove (uses.items, uses.items + half, (uses.count - half) * sizeof *uses.items);
      uses.count -= half;
      dropped += half;
    }
  RP_VEC_PUSH (&uses, *fresh);
}

static int
find_segment (struct dl_phdr_info *info, size_t size, void *context)
{
  (void) size;
  use *found = context;
  for (int i = 0; i < info->dlpi_phnum; i++)
    {
      uint64_t low = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
      if (info->dlpi_phdr[i].p_type != PT_LOAD || found->low - low >= info->dlpi_phdr[i].p_memsz)
        continue;
      found->low = low;
      found->high = low + info->dlpi_phdr[i].p_memsz;
      return 1;
    }
  return 0;
}

static use
find_memory (uint64_t address)
{
  use found = { .low = address, .high = address, .kind = USE_NOTHING };
  rp_heap_block block;
  if (dl_iterate_phdr (find_segment, &found))
    return found;
  if (rp_heap_find (address, &block))
    return (use) { .low = block.base,
                   .high = block.base + (block.size ? block.size : 1),
                   .context = block.context,
                   .task = block.task,
                   .kind = USE_BLOCK };
  found.low = address & ~(uint64_t) (PAGE - 1);
  found.high = found.low + PAGE;
  return found;
}

static bool
covers (const use *candidate, uint64_t address)
{
  return address - candidate->low < candidate->high - candidate->low;
}

static void
touch_memory (uint64_t address)
{
  use *last = &blocks[address / PAGE % BLOCKS];
  if (covers (last, address))
    return;
  *last = find_memory (address);
  if (last->kind == USE_BLOCK)
    add (last);
}

static uint64_t
word_at (uint64_t address)
{
  return *(const uint64_t *) (uintptr_t) address;
}

/* Returns whether LAST is known to be the latest frame on its bytes. */
static bool
is_latest (const open_frame *last)
{
  uint64_t now = rp_object_log_now ();
  if (now - last->time > RECENT || last->time < dropped)
    return false;
  for (uint64_t i = last->time - dropped; i < uses.count; i++)
    if (uses.items[i].low < last->use.high && last->use.low < uses.items[i].high)
      return false;
  return true;
}

static void
add_frame (open_frame *frame)
{
  add (&frame->use);
  frame->time = rp_object_log_now ();
}

/* The running task accesses a frame of another task at SITE. Notes the argument of the running task. Returns 1 + its
 * position in all_given; 0: the task has no argument, or no more are kept. */
static uint32_t
note_given (uint32_t site)
{
  const rp_closure *task = rp_engine_now.running;
  uint64_t data = task && rp_front_now.passes_data ? (uintptr_t) task->argument : 0;
  if (!data)
    return 0;
  for (size_t i = all_given.count; i-- > 0 && i + RECENTLY_GIVEN >= all_given.count;)
    if (all_given.items[i].data == data && all_given.items[i].site == site)
      return (uint32_t) i + 1;
  if (all_given.count == MAX_GIVEN)
    return 0;
  given fresh = { .data = data, .site = site };
  fresh.word_count = (uint32_t) rp_stack_copy (data, fresh.words, RP_OBJECT_WORDS);
  RP_VEC_PUSH (&all_given, fresh);
  return (uint32_t) all_given.count;
}

static void
touch_stack (uint64_t address, uint32_t site, bool is_own)
{
  const rp_task_table *tasks = rp_runtime_tasks (rp_engine_now.runtime);
  uint32_t task = rp_monitor_task (), creation_site = tasks->rows.items[task].site;
  open_frame *last = &frames[site % FRAMES];
  if (last->access_site == site && last->creation_site == creation_site
      && covers (&last->use, address) && word_at (last->use.high - 8) == last->return_address)
    {
      if (!is_latest (last))
        add_frame (last);
      return;
    }
  rp_stack_frame frame;
  if (!rp_stack_frame_find (tasks, task, site, address, is_own, &frame) || !frame.frame)
    return;
  use fresh = { .low = address & ~(uint64_t) 7,
                .high = frame.frame,
                .pc = frame.pc,
                .context = is_own ? 0 : note_given (site),
                .task = frame.task,
                .kind = USE_FRAME };
  *last = (open_frame) { fresh, site, creation_site, word_at (frame.frame - 8), 0 };
  add_frame (last);
}

void
rp_object_log_touch (uint64_t address, uint32_t site, bool is_first)
{
  const rp_engine_state *engine = &rp_engine_now;
  const rp_closure *task = engine->running;
  bool is_own = task && address >= task->stack_low && address < task->stack_high;
  bool is_argument = task && address - (uintptr_t) task->copy < task->copy_size;
  if (is_argument)
    return;
  if (is_own || rp_stack_is_main (address)
      || rp_runtime_is_stack (engine->runtime, (const void *) (uintptr_t) address))
    touch_stack (address, site, is_own);
  else if (is_first)
    touch_memory (address);
}

void
rp_object_log_forget (uint64_t address, uint64_t size)
{
  for (unsigned i = 0; i < BLOCKS; i++)
    if (blocks[i].low < address + size && address < blocks[i].high)
      blocks[i] = (use) { 0 };
}

static void
add_given (rp_object *object, uint32_t position)
{
  if (!position)
    return;
  const given *found = &all_given.items[position - 1];
  object->data = found->data;
  object->data_site = found->site;
  object->word_count = found->word_count;
  memcpy (object->words, found->words, sizeof object->words);
}

rp_object
rp_object_log_find (uint64_t address, uint64_t time)
{
  rp_object object = { .stack.task = RP_NO_TASK };
  for (uint64_t i = time > dropped ? time - dropped : 0; i-- > 0;)
    {
      const use *found = &uses.items[i];
      if (!covers (found, address))
        continue;
      object.on_stack = found->kind == USE_FRAME;
      if (found->kind == USE_BLOCK)
        object.block = (rp_heap_block) { .base = found->low,
                                         .size = found->high - found->low,
                                         .context = found->context,
                                         .task = found->task };
      else
        {
          object.stack = (rp_stack_frame) { found->high, found->pc, found->task };
          add_given (&object, found->context);
        }
      break;
    }
  return object;
}
