/* Frames have no markers, and frame pointers may be missing. But the call path is known, so the return addresses of all
 * active functions are known. The search goes upwards from the address. The first word that is one of these return
 * addresses ends the frame that contains the address. */
#include "inside/stack/stack_frame.h"

#include "inside/hook/libc_real.h"
#include "inside/stack/context.h"

#include <execinfo.h>
#include <link.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

enum
{
  MAX_BYTES = 64 * 1024, /* the largest size of a frame that is searched */
  MAX_CALLS = 256
};

extern void *__libc_stack_end;

typedef struct call_chain
{
  uint64_t returns[MAX_CALLS]; /* where each function returns to, innermost first */
  uint64_t inside[MAX_CALLS];  /* a return address inside each function */
  size_t count;
} call_chain;

static void
fill_chain (call_chain *chain, uint32_t site)
{
  uint32_t context;
  uint64_t pc = rp_site_pc (site, &context);
  chain->count = 0;
  for (; context && chain->count < MAX_CALLS; context = rp_context_nodes[context].parent)
    {
      chain->inside[chain->count] = pc;
      pc = rp_context_nodes[context].pc;
      chain->returns[chain->count++] = pc;
    }
}

/* Reads by a system call, page by page: the end of the stack is not known here, and a read beyond it must not crash. */
size_t
rp_stack_copy (uint64_t address, uint64_t *words, size_t most)
{
  struct iovec to = { words, most * sizeof *words };
  struct iovec from[MAX_BYTES / 4096 + 1];
  size_t parts = 0;
  for (uint64_t at = address, end = address + to.iov_len; at < end; parts++)
    {
      uint64_t next = (at | 4095) + 1 < end ? (at | 4095) + 1 : end;
      from[parts] = (struct iovec) { (void *) (uintptr_t) at, next - at };
      at = next;
    }
  ssize_t got = process_vm_readv (RP_REAL (getpid) (), &to, 1, from, parts, 0);
  return got > 0 ? (size_t) got / sizeof *words : 0;
}

static bool
find_frame (const call_chain *chain, uint64_t address, const uint64_t *words, size_t count,
            rp_stack_frame *found)
{
  for (size_t i = 0; i < count; i++)
    for (size_t k = 0; k < chain->count; k++)
      if (words[i] == chain->returns[k])
        {
          found->frame = address + (i + 1) * sizeof *words;
          found->pc = chain->inside[k];
          return true;
        }
  return false;
}

static int
has_address (struct dl_phdr_info *info, size_t size, void *context)
{
  (void) size;
  uint64_t address = *(uint64_t *) context;
  for (int i = 0; i < info->dlpi_phnum; i++)
    if (info->dlpi_phdr[i].p_type == PT_LOAD
        && address - info->dlpi_addr - info->dlpi_phdr[i].p_vaddr < info->dlpi_phdr[i].p_memsz)
      return 1;
  return 0;
}

bool
rp_stack_is_main (uint64_t address)
{
  uint64_t end = (uint64_t) (uintptr_t) __libc_stack_end;
  return address < end && end - address < (uint64_t) 8 << 20;
}

/* Returns the site where the creator of TASK was when it created TASK: the site of TASK, except for iterations,
 * sections and other work-sharing tasks of OpenMP. Such a task has the site of its own construct, and runs on the stack
 * of a thread. Its creator is the opener of the team, which is still at its parallel construct. The threads of the team
 * were created there, before the task, so the site of the latest such thread is the right one. For an iteration of a
 * `distribute` loop the same holds with the `teams` construct and the teams of the league. */
static uint32_t
creation_site (const rp_task_table *tasks, uint32_t task)
{
  const rp_task_row *rows = tasks->rows.items, *row = &rows[task];
  if (!rp_task_kind_is_iteration (row->kind) && row->kind != RP_TASK_PART
      && row->kind != RP_TASK_SECTION && row->kind != RP_TASK_SINGLE)
    return row->site;
  rp_task_kind opened = row->kind == RP_TASK_DISTRIBUTED ? RP_TASK_TEAM : RP_TASK_THREAD;
  for (uint32_t i = task; i-- > 0;)
    if (rows[i].kind == opened && rows[i].parent == row->parent)
      return rows[i].site;
  return row->site;
}

/* Returns whether the stack right below ADDRESS has the return address PC. Then the call that returns to PC is still
 * active. */
static bool
is_called_below (uint64_t address, uint64_t pc)
{
  enum
  {
    MAX_WORDS = 1024
  };
  static uint64_t words[MAX_WORDS];
  size_t count = rp_stack_copy (address - sizeof words, words, MAX_WORDS);
  for (size_t i = count; i-- > 0;)
    if (words[i] == pc)
      return true;
  return false;
}

/* Looks for the frame among those of TASK's ancestors.
 *   - Several ancestors may be on one stack, each called by its parent. Then the frame that ends at the lowest address
 *     is the right one.
 *   - Ancestors that execute the same code have the same return addresses, so the same frame may be found for two of
 *     them. Then the right ancestor is the one whose call is still active. If that is not clear, only the function is
 *     known, and found->task is RP_NO_TASK. */
static bool
find_in_ancestors (const rp_task_table *tasks, uint32_t task, uint64_t address,
                   const uint64_t *words, size_t count, rp_stack_frame *found)
{
  static call_chain chain;
  bool in_main = rp_stack_is_main (address), is_found = false;
  for (; task && task != RP_NO_TASK; task = tasks->rows.items[task].parent)
    {
      const rp_task_row *row = &tasks->rows.items[task];
      rp_stack_frame candidate = { .task = row->parent };
      if (row->parent == 0 && !in_main)
        continue;
      fill_chain (&chain, creation_site (tasks, task));
      if (!find_frame (&chain, address, words, count, &candidate))
        continue;
      if (is_found && candidate.frame == found->frame)
        {
          if (candidate.pc != found->pc && is_called_below (address, candidate.pc))
            *found = candidate;
          else
            found->task = RP_NO_TASK;
        }
      else if (!is_found || candidate.frame < found->frame)
        *found = candidate;
      is_found = true;
    }
  return is_found;
}

bool
rp_stack_frame_find (const rp_task_table *tasks, uint32_t task, uint32_t site, uint64_t address,
                     bool own, rp_stack_frame *found)
{
  static uint64_t words[MAX_BYTES / sizeof (uint64_t)];
  static call_chain chain;
  *found = (rp_stack_frame) { .task = RP_NO_TASK };
  if (dl_iterate_phdr (has_address, &address))
    return false;
  uint64_t begin = address & ~(uint64_t) 7;
  size_t count = rp_stack_copy (begin, words, sizeof words / sizeof *words);
  if (!own && (task || !rp_stack_is_main (address)))
    return find_in_ancestors (tasks, task, begin, words, count, found);
  fill_chain (&chain, site);
  found->task = task;
  return find_frame (&chain, begin, words, count, found);
}

/* The linker defines these: where the program's code begins and ends. */
extern char __executable_start, etext;

bool
rp_stack_is_program (uint64_t pc)
{
  return pc - (uintptr_t) &__executable_start < (uintptr_t) (&etext - &__executable_start);
}

void
rp_stack_prepare (void)
{
  static bool is_prepared;
  void *pc;
  if (!is_prepared)
    backtrace (&pc, 1);
  is_prepared = true;
}

/* The unwinder can also walk through frames of the C library. It is loaded when it is first used, so it is used only
 * where it is needed. */
uintptr_t
rp_stack_program_pc (uintptr_t pc)
{
  void *pcs[MAX_CALLS];
  if (rp_stack_is_program (pc))
    return pc;
  int count = backtrace (pcs, MAX_CALLS);
  bool is_past = false;
  for (int i = 0; i < count; i++)
    {
      uintptr_t found = (uintptr_t) pcs[i];
      if (is_past && rp_stack_is_program (found))
        return found;
      is_past |= found == pc || found + 1 == pc;
    }
  return pc;
}
