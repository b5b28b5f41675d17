/* Looks up the C library's functions that have the names of our hooks. dlsym allocates only to describe a failure. */
#include "inside/hook/libc_real.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Writes TEXT to the standard error output, by system calls alone: anything else could lead back here. */
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
rp_real_find (rp_real *real)
{
  if (!real->function)
    real->function = dlsym (RTLD_NEXT, real->name);
  return real->function;
}

void *
rp_real_get (rp_real *real)
{
  if (!rp_real_find (real))
    {
      complain ("raceproof: this C library has no function ");
      complain (real->name);
      complain ("\n");
      abort ();
    }
  return real->function;
}

/* The linker defines these: the array of all real functions. */
extern rp_real __start_rp_reals[] __attribute__ ((visibility ("hidden")));
extern rp_real __stop_rp_reals[] __attribute__ ((visibility ("hidden")));

static void
find_all (void)
{
  bool is_missing = false;
  for (rp_real *real = __start_rp_reals; real < __stop_rp_reals; real++)
    is_missing |= !rp_real_find (real);
  if (is_missing)
    dlerror (); /* drops the error message of dlsym, which the program would otherwise get */
}

/* R1. The dynamic linker calls the functions of this array before all constructors, those of libraries included. */
static void (*const before_constructors) (void) __attribute__ ((section (".preinit_array"), used)) = find_all;

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
