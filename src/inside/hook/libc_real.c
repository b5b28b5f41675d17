/* Looks up the C library's functions behind our own. dlsym allocates only to describe a failure. */
#include "inside/hook/libc_real.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

/* By system calls alone: anything else could lead back here. */
static void
complain (const char *text)
{
  size_t length = 0;
  while (text[length])
    length++;
  if (syscall (SYS_write, 2, text, length) < 0)
    abort ();
}

void *
rp_libc_real (const char *name)
{
  void *function = dlsym (RTLD_NEXT, name);
  if (!function)
    {
      complain ("raceproof: this C library has no function ");
      complain (name);
      complain ("\n");
      abort ();
    }
  return function;
}

void
rp_exit_now (int status)
{
  for (;;)
    syscall (SYS_exit_group, status);
}

void *
rp_pages_new (size_t size)
{
  void *pages
    = RP_REAL (mmap) (NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (pages == MAP_FAILED)
    {
      complain ("raceproof: out of memory\n");
      abort ();
    }
  return pages;
}

void
rp_pages_free (void *pages, size_t size)
{
  RP_REAL (munmap) (pages, size);
}
