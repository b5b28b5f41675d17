#include "inside/openmp/storage.h"

#include "base/panic.h"
#include "inside/hook/libc_real.h"
#include "inside/system/threads.h"

#include <limits.h>
#include <link.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/auxv.h>
#include <sys/syscall.h>
#include <unistd.h>

struct rp_omp_storage
{
  uintptr_t base; /* thread pointer of the sleeping thread */
  /* The storage of the thread that opened the region; NULL: of the program's first thread. */
  const rp_omp_storage *opener;
  unsigned level, number;
  pthread_mutex_t lock;
  pthread_cond_t is_there;
};

static RP_VEC (rp_omp_storage *) all;
static uintptr_t first_base, base_now;

/* ---- the register ---- */

#if defined(__x86_64__)

#include <asm/prctl.h>

__attribute__ ((target ("fsgsbase"))) static void
set_by_instruction (uintptr_t base)
{
  __builtin_ia32_wrfsbase64 (base);
}

static void
set_pointer (uintptr_t base)
{
  static int has_instruction = -1;
  enum
  {
    FSGSBASE = 2 /* bit of AT_HWCAP2: the kernel allows the instruction */
  };
  if (has_instruction < 0)
    has_instruction = getauxval (AT_HWCAP2) & FSGSBASE;
  if (has_instruction)
    set_by_instruction (base);
  else
    syscall (SYS_arch_prctl, ARCH_SET_FS, base);
}

#elif defined(__aarch64__)

static void
set_pointer (uintptr_t base)
{
  __asm__ volatile ("msr tpidr_el0, %0" : : "r"(base));
}

#endif

/* ---- storages ---- */

/* Executed by the sleeping thread that owns STORAGE. The thread only lends its thread-local variables. */
static void *
sleep_for_ever (void *argument)
{
  rp_omp_storage *storage = argument;
  rp_thread_lends_storage ();
  pthread_mutex_lock (&storage->lock);
  storage->base = (uintptr_t) __builtin_thread_pointer ();
  pthread_cond_signal (&storage->is_there);
  pthread_mutex_unlock (&storage->lock);
  for (;;)
    pause ();
  return NULL;
}

static bool
start_owner (rp_omp_storage *storage)
{
  pthread_t thread;
  pthread_attr_t attributes;
  sigset_t none, before;
  pthread_attr_init (&attributes);
  pthread_attr_setdetachstate (&attributes, PTHREAD_CREATE_DETACHED);
  pthread_attr_setstacksize (&attributes, (size_t) 64 * 1024);
  sigfillset (&none);
  pthread_sigmask (SIG_SETMASK, &none, &before);
  bool is_started = !RP_REAL (pthread_create) (&thread, &attributes, sleep_for_ever, storage);
  pthread_sigmask (SIG_SETMASK, &before, NULL);
  pthread_attr_destroy (&attributes);
  return is_started;
}

static rp_omp_storage *
make (const rp_omp_storage *opener, unsigned level, unsigned number)
{
  rp_omp_storage *storage = rp_calloc (1, sizeof *storage);
  storage->opener = opener;
  storage->level = level;
  storage->number = number;
  pthread_mutex_init (&storage->lock, NULL);
  pthread_cond_init (&storage->is_there, NULL);
  if (!start_owner (storage))
    {
      rp_monitor_warn ("no thread could be started: threadprivate variables are shared");
      free (storage);
      return NULL;
    }
  pthread_mutex_lock (&storage->lock);
  while (!storage->base)
    pthread_cond_wait (&storage->is_there, &storage->lock);
  pthread_mutex_unlock (&storage->lock);
  RP_VEC_PUSH (&all, storage);
  return storage;
}

/* Returns the storage of a thread, and makes the storage if there is none. A thread is identified by its NUMBER, by its
 * LEVEL and by OPENER, the storage of the thread that opened the region. That suffices, because a thread cannot have
 * two open regions at one level. */
static rp_omp_storage *
find (rp_omp_storage *opener, unsigned level, unsigned number)
{
  if (!number)
    return opener;
  for (size_t i = 0; i < all.count; i++)
    if (all.items[i]->number == number && all.items[i]->opener == opener
        && all.items[i]->level == level)
      return all.items[i];
  return make (opener, level, number);
}

rp_omp_storage *
rp_omp_storage_for (const rp_omp_thread *thread)
{
  return find (thread->team->opener_task->thread->storage, thread->team->level, thread->number);
}

rp_omp_storage *
rp_omp_storage_for_team (const rp_omp_thread *opener, unsigned number)
{
  return find (opener->storage, UINT_MAX, number);
}

/* ---- for the monitor ---- */

unsigned
rp_omp_storage_count (void)
{
  return (unsigned) all.count;
}

uintptr_t
rp_omp_switch_storage (const rp_closure *closure)
{
  const rp_omp_task *task = closure->front;
  const rp_omp_storage *storage = task && task->thread ? task->thread->storage : NULL;
  if (!first_base)
    first_base = base_now = (uintptr_t) __builtin_thread_pointer ();
  uintptr_t base = storage ? storage->base : first_base;
  if (base != base_now)
    {
      set_pointer (base);
      base_now = base;
    }
  return base;
}

uintptr_t
rp_omp_storage_with (uintptr_t address, intptr_t offset, size_t size)
{
  if (address - first_base - (uintptr_t) offset < size)
    return first_base;
  for (size_t i = 0; i < all.count; i++)
    if (address - all.items[i]->base - (uintptr_t) offset < size)
      return all.items[i]->base;
  return 0;
}

uintptr_t
rp_omp_storage_opener (uintptr_t pointer)
{
  for (size_t i = 0; i < all.count; i++)
    if (all.items[i]->base == pointer)
      return all.items[i]->opener ? all.items[i]->opener->base : first_base;
  return 0;
}

typedef struct own_search
{
  uintptr_t address;
  rp_thread_local *found;
} own_search;

static int
has_own (struct dl_phdr_info *info, size_t size, void *context)
{
  (void) size;
  own_search *search = context;
  uintptr_t block = (uintptr_t) info->dlpi_tls_data, module = 0, bytes = 0;
  for (int i = info->dlpi_phnum; i-- > 0;)
    if (info->dlpi_phdr[i].p_type == PT_TLS)
      bytes = info->dlpi_phdr[i].p_memsz;
    else if (info->dlpi_phdr[i].p_type == PT_LOAD)
      module = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
  if (!block || search->address - block >= bytes)
    return 0;
  *search->found = (rp_thread_local) { module, search->address - block };
  return 1;
}

/* Returns whether ADDRESS is in a thread-local variable of the thread with the thread pointer BASE, and stores in
 * *FOUND which one. The dynamic linker knows where the running thread's variables are. In other threads they lie at the
 * same distances from the thread pointer, except in modules that dlopen loads. */
static bool
has_at (uintptr_t base, uintptr_t address, rp_thread_local *found)
{
  own_search search = { address - base + base_now, found };
  return dl_iterate_phdr (has_own, &search);
}

bool
rp_omp_find_thread_local (uintptr_t address, rp_thread_local *found)
{
  bool is_found = first_base && has_at (first_base, address, found);
  for (size_t i = 0; i < all.count && !is_found; i++)
    is_found = has_at (all.items[i]->base, address, found);
  return is_found;
}

/* The old sleeping threads are not ended, because the program may have kept an address in their storage. */
void
rp_omp_storage_renew (void)
{
  all.count = 0;
}
