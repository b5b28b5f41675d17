/* Accesses to libstdc++'s own variables. The library's templates are compiled with the program, so the compiler
 * announces these accesses. But the library synchronises them itself: any thread may fill the caches of a locale's
 * facets, and threads may use the standard streams at the same time [C++17, 30.4.2]. So these accesses do not count. */
#include "inside/cxx/cxx_library.h"

#include "inside/hook/monitor.h"

#include <link.h>
#include <string.h>

enum
{
  INPUT_STREAM = 280, /* bytes of std::istream and std::wistream */
  OUTPUT_STREAM = 272
};

#define STREAM(NAME, SYMBOL) extern char NAME[] __asm__(SYMBOL) __attribute__ ((weak));

STREAM (std_cin, "_ZSt3cin")
STREAM (std_cout, "_ZSt4cout")
STREAM (std_cerr, "_ZSt4cerr")
STREAM (std_clog, "_ZSt4clog")
STREAM (std_wcin, "_ZSt4wcin")
STREAM (std_wcout, "_ZSt5wcout")
STREAM (std_wcerr, "_ZSt5wcerr")
STREAM (std_wclog, "_ZSt5wclog")

typedef struct range
{
  uintptr_t low, high;
} range;

/* Called by dl_iterate_phdr. For libstdc++, stores in *CONTEXT one range around all of its writable memory. */
static int
find_library (struct dl_phdr_info *module, size_t size, void *context)
{
  range *own = context;
  (void) size;
  const char *slash = module->dlpi_name ? strrchr (module->dlpi_name, '/') : NULL;
  if (!slash || strncmp (slash, "/libstdc++.so", 13))
    return 0;
  for (int i = 0; i < module->dlpi_phnum; i++)
    if (module->dlpi_phdr[i].p_type == PT_LOAD && module->dlpi_phdr[i].p_flags & PF_W)
      {
        uintptr_t low = module->dlpi_addr + module->dlpi_phdr[i].p_vaddr;
        uintptr_t high = low + module->dlpi_phdr[i].p_memsz;
        own->low = !own->low || low < own->low ? low : own->low;
        own->high = high > own->high ? high : own->high;
      }
  return 1;
}

/* Exempts the SIZE bytes of STREAM from checks, if STREAM is outside LIBRARY: the linker moves the streams that a
 * program uses into the program. */
static void
exempt_stream (const range *library, const char *stream, size_t size)
{
  uintptr_t address = (uintptr_t) stream;
  if (stream && address - library->low >= library->high - library->low)
    rp_monitor_exempt (address, size);
}

void
rp_cxx_library_start (void)
{
  range library = { 0 };
  dl_iterate_phdr (find_library, &library);
  if (library.high)
    rp_monitor_exempt (library.low, library.high - library.low);
  exempt_stream (&library, std_cin, INPUT_STREAM);
  exempt_stream (&library, std_wcin, INPUT_STREAM);
  char *const outputs[] = { std_cout, std_cerr, std_clog, std_wcout, std_wcerr, std_wclog };
  for (size_t i = 0; i < sizeof outputs / sizeof *outputs; i++)
    exempt_stream (&library, outputs[i], OUTPUT_STREAM);
}
