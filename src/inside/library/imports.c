#include "inside/library/imports.h"

#include "base/map.h"
#include "base/panic.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "inside/hook/hook.h"
#include "inside/hook/libc_real.h"
#include "inside/library/blas.h"
#include "inside/library/mpi.h"
#include "inside/library/simple_functions.h"
#include "inside/system/modules.h"

#include <dlfcn.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

bool
rp_import_has_summary (const char *name)
{
  return rp_blas_knows (name, &(rp_import) { 0 }) || rp_mpi_knows (name, &(rp_import) { 0 });
}

#if RP_IMPORTS_MAX

rp_import rp_imports[RP_IMPORTS_MAX] __attribute__ ((visibility ("hidden")));
_Static_assert (sizeof (rp_import) == 64, "import_stub.S has the size");

extern const char rp_import_stubs[] __attribute__ ((visibility ("hidden")));

enum
{
  STUB_BYTES = 16
};

static size_t count;
static rp_map by_address; /* address of the real function -> 1 + its number */
static bool has_more;     /* there are more functions than stubs */
static bool is_stale;     /* dlopen was called since the modules were looked at */

/* ---- calls ---- */

/* Handles a call of a function without a summary. Uses no vector registers except those that the stub saves. */
static bool
note_unknown (rp_import *import, rp_call *call)
{
  (void) call;
  if (rp_monitor_is_parallel ())
    import->is_called = import->is_settled = true;
  return false;
}

bool
rp_import_called (rp_import *import, rp_call *call)
{
  return import->handle (import, call);
}

static bool
note_open (rp_import *import, rp_call *call)
{
  (void) import, (void) call;
  is_stale = true;
  return false;
}

static uintptr_t stub_of (const char *name, uintptr_t real, bool is_address);

/* Handles dlsym. The program gets the address of a stub, if the function has one, because the program asks in order
 * to call the function. What RTLD_NEXT and RTLD_DEFAULT mean depends on the caller, so the real dlsym answers these
 * itself. Our own hooks ask for RTLD_NEXT, perhaps in the middle of dlopen. */
static bool
answer_dlsym (rp_import *import, rp_call *call)
{
  void *handle = (void *) call->general[0];
  const char *name = (const char *) call->general[1];
  if (handle == RTLD_NEXT || !rp_monitor_is_on ())
    return false;
  if (is_stale)
    rp_imports_update ();
  if (handle == RTLD_DEFAULT)
    return false;
  void *(*real) (void *, const char *) = (void *(*) (void *, const char *)) import->real;
  uintptr_t found = (uintptr_t) real (handle, name);
  int saved = errno;
  rp_inside_begin ();
  Dl_info info;
  const ElfW (Sym) *symbol = NULL;
  bool is_function = found && dladdr1 ((void *) found, &info, (void **) &symbol, RTLD_DL_SYMENT) && symbol
                     && (uintptr_t) info.dli_saddr == found && (symbol->st_info & 15) != STT_OBJECT;
  uintptr_t stub = is_function ? stub_of (info.dli_sname, found, false) : 0;
  rp_inside_end ();
  errno = saved;
  call->general[0] = stub ? stub : found;
  return true;
}

/* ---- stubs ---- */

static RP_VEC (rp_module) modules;
static unsigned long long modules_seen; /* rp_modules_added when we last looked at the modules */

/* The memory of the program, and of the last other module that needs no remark: most calls by pointers lead there. */
static struct place
{
  uintptr_t low, size;
} own_code, other_code;

static struct place
place_of (const rp_module *module)
{
  return (struct place) { module->low, module->high - module->low };
}

static const rp_module *
module_at (uintptr_t address)
{
  for (size_t i = 0; i < modules.count; i++)
    if (address - modules.items[i].low < modules.items[i].high - modules.items[i].low)
      return &modules.items[i];
  return NULL;
}

/* Returns whether IMPORT is a function of the C library or libm that has a description in simple_functions.c. */
static bool
is_simple (rp_import *import, const char *path)
{
  return rp_import_is_system (path) && rp_simple_knows (import->name, import);
}

static bool
find_handler (rp_import *import, const char *path)
{
  if (is_simple (import, path))
    return true;
  if (!strcmp (import->name, "dlopen") || !strcmp (import->name, "dlmopen"))
    import->handle = note_open;
  else if (!strcmp (import->name, "dlsym"))
    import->handle = answer_dlsym;
  else if (rp_blas_knows (import->name, import) || rp_mpi_knows (import->name, import))
    return true;
  else if (!rp_import_is_harmless (path, import->name))
    import->handle = note_unknown;
  return import->handle;
}

/* Returns the stub for the function NAME at REAL, or 0 if it has none. IS_ADDRESS: the address may be used for
 * more than calls. */
static uintptr_t
stub_of (const char *name, uintptr_t real, bool is_address)
{
  const rp_module *home = module_at (real);
  if (!home || home->is_program || home->is_compiled_by_us)
    return 0; /* I1 */
  uint64_t *known = rp_map_find (&by_address, real);
  size_t number = known ? *known : 0;
  if (!number)
    {
      rp_import import = { .real = (void *) real, .name = name, .library = rp_module_name (home) };
      if (!find_handler (&import, home->path))
        return 0;
      if (count == RP_IMPORTS_MAX)
        {
          has_more = true;
          return 0;
        }
      rp_imports[count++] = import;
      number = count;
      *rp_map_insert (&by_address, real, NULL) = number;
      if (import.summary && !rp_import_is_system (home->path))
        rp_quiet_add (home->low, home->high);
    }
  rp_import *import = &rp_imports[number - 1];
  bool is_unknown = import->handle == note_unknown;
  if (is_address && is_unknown)
    import->is_called = true;
  if (is_address && !import->summary)
    return 0; /* I3 */
  return (uintptr_t) rp_import_stubs + (number - 1) * STUB_BYTES;
}

/* ---- slots ---- */

/* I2 (imports.h): returns the real function of SLOT. Before the first call through a slot the dynamic linker has not
 * filled it in. Then the slot points into its own module, and we look up the function. */
static uintptr_t
real_of (const rp_module *module, const rp_module_slot *slot)
{
  uintptr_t now = *slot->place;
  if (now && now - module->low >= module->high - module->low)
    return now;
  void *found = slot->version ? dlvsym (RTLD_DEFAULT, slot->name, slot->version) : dlsym (RTLD_DEFAULT, slot->name);
  if (!found && !module->is_program)
    {
      void *handle = dlopen (module->path, RTLD_LAZY | RTLD_NOLOAD);
      if (handle)
        {
          found = slot->version ? dlvsym (handle, slot->name, slot->version) : dlsym (handle, slot->name);
          RP_REAL (dlclose) (handle);
        }
    }
  return (uintptr_t) found;
}

/* Writes VALUE into the slot at PLACE. Parts of the table of slots may be read-only by now. */
static void
write_slot (const rp_module *module, uintptr_t *place, uintptr_t value)
{
  uintptr_t page = (uintptr_t) sysconf (_SC_PAGESIZE), begin = (uintptr_t) place & -page;
  bool is_protected = (uintptr_t) place - module->relro_low < module->relro_high - module->relro_low;
  if (is_protected && syscall (SYS_mprotect, begin, page, PROT_READ | PROT_WRITE))
    return;
  *place = value;
  if (is_protected)
    syscall (SYS_mprotect, begin, page, PROT_READ);
}

static void
look_at_slot (const rp_module *module, const rp_module_slot *slot, void *context)
{
  (void) context;
  if (!strncmp (slot->name, "__tsan_", 7) || !strncmp (slot->name, "rp_", 3))
    return;
  uintptr_t real = real_of (module, slot);
  uintptr_t stub = real ? stub_of (slot->name, real, !slot->is_call) : 0;
  if (stub)
    write_slot (module, slot->place, stub);
}

static void
look_at_modules (void)
{
  size_t first = modules.count;
  unsigned long long added = rp_modules_added ();
  if (added == modules_seen)
    return;
  modules_seen = added;
  rp_module found;
  for (size_t i = 0; rp_module_get (i, &found); i++)
    {
      const rp_module *known = module_at (found.low);
      if (known)
        continue;
      RP_VEC_PUSH (&modules, found);
      if (found.is_program)
        own_code = place_of (&found);
      if (rp_mpi_is_library (rp_module_name (&found)))
        rp_quiet_add (found.low, found.high);
    }
  for (size_t i = first; i < modules.count; i++)
    if (modules.items[i].is_program || modules.items[i].is_compiled_by_us)
      rp_module_slots (&modules.items[i], look_at_slot, NULL);
}

void
rp_imports_update (void)
{
  int saved = errno, outer = rp_inside_begin_nested ();
  is_stale = false;
  look_at_modules ();
  rp_inside_end_nested (outer);
  errno = saved;
}

void
rp_imports_start (void)
{
  rp_imports_update ();
}

/* ---- calls by pointers ---- */

/* A function that parallel code has called by a pointer. The name is looked up at the end of the program: the call may
 * come in the middle of anything. */
typedef struct pointed_call
{
  void *real;
  const char *path; /* of its library */
} pointed_call;

enum
{
  MAX_POINTED = 256
};

static RP_VEC (pointed_call) pointed;
static rp_map pointed_at; /* address of the function -> 1 */

static void
note_pointed (uintptr_t target)
{
  const rp_module *home = module_at (target);
  if (!home || home->is_program || home->is_compiled_by_us
      || rp_import_is_harmless (home->path, ""))
    {
      if (home)
        other_code = place_of (home);
      return;
    }
  bool is_new;
  *rp_map_insert (&pointed_at, target, &is_new) = 1;
  if (is_new && pointed.count < MAX_POINTED)
    RP_VEC_PUSH (&pointed, (pointed_call) { (void *) target, rp_strdup (home->path) });
}

RP_HOOK_OWN (void, rp_call_by_pointer, const void *function)
{
  uintptr_t target = (uintptr_t) function;
  if (target - own_code.low < own_code.size || target - other_code.low < other_code.size
      || !rp_monitor_is_parallel () || (pointed_at.count && rp_map_find (&pointed_at, target)))
    return;
  int saved = errno;
  rp_inside_begin ();
  if (is_stale)
    rp_imports_update ();
  note_pointed (target);
  rp_inside_end ();
  errno = saved;
}

/* Adds the functions that were called by pointers to rp_imports, with their names where the library exports these. */
static void
add_pointed (void)
{
  for (size_t i = 0; i < pointed.count && count < RP_IMPORTS_MAX; i++)
    {
      const pointed_call *call = &pointed.items[i];
      const char *slash = strrchr (call->path, '/');
      Dl_info info;
      bool is_named = dladdr (call->real, &info) && info.dli_sname && info.dli_saddr == call->real;
      const uint64_t *known = rp_map_find (&by_address, (uintptr_t) call->real);
      if (known)
        rp_imports[*known - 1].is_called = true;
      else if (!is_named || !rp_import_is_harmless (call->path, info.dli_sname))
        rp_imports[count++] = (rp_import) { .real = call->real,
                                            .name = is_named ? info.dli_sname : "by a pointer",
                                            .library = slash ? slash + 1 : call->path,
                                            .is_called = true };
    }
}

/* ---- the remark ---- */

enum
{
  MAX_LIBRARIES = 4,
  MAX_FUNCTIONS = 4 /* of each library */
};

/* Adds the name of a function to TEXT. A name of C++ is added as the source has it, if the program
 * has C++'s library. */
static void
add_function (rp_strbuf *text, const char *name)
{
  typedef char *demangle (const char *name, char *buffer, size_t *length, int *status);
  demangle *function = !strncmp (name, "_Z", 2) ? (demangle *) dlsym (RTLD_DEFAULT, "__cxa_demangle") : NULL;
  int status = 0;
  char *plain = function ? function (name, NULL, NULL, &status) : NULL;
  rp_strbuf_add (text, plain ? plain : name);
}

/* Adds "libfoo.so (foo_get, foo_put and 3 more)" to TEXT. */
static void
add_library (rp_strbuf *text, const char *library)
{
  size_t functions = 0;
  rp_strbuf_format (text, "%s (", library);
  for (size_t i = 0; i < count; i++)
    if (rp_imports[i].is_called && !strcmp (rp_imports[i].library, library) && functions++ < MAX_FUNCTIONS)
      {
        rp_strbuf_add (text, functions > 1 ? ", " : "");
        add_function (text, rp_imports[i].name);
      }
  if (functions > MAX_FUNCTIONS)
    rp_strbuf_format (text, " and %zu more", functions - MAX_FUNCTIONS);
  rp_strbuf_add (text, ")");
}

static bool
is_first_of_library (size_t number)
{
  for (size_t i = 0; i < number; i++)
    if (rp_imports[i].is_called && !strcmp (rp_imports[i].library, rp_imports[number].library))
      return false;
  return rp_imports[number].is_called;
}

void
rp_imports_remark (void)
{
  static bool is_done;
  rp_strbuf text = { 0 };
  size_t libraries = 0;
  if (is_done)
    return;
  is_done = true;
  add_pointed ();
  rp_strbuf_add (&text, "calls into ");
  for (size_t i = 0; i < count; i++)
    if (is_first_of_library (i) && libraries++ < MAX_LIBRARIES)
      {
        rp_strbuf_add (&text, libraries > 1 ? ", " : "");
        add_library (&text, rp_imports[i].library);
      }
  if (libraries > MAX_LIBRARIES)
    rp_strbuf_format (&text, " and %zu more libraries", libraries - MAX_LIBRARIES);
  if (has_more)
    rp_strbuf_add (&text, libraries ? ", and more" : "libraries");
  rp_strbuf_add (&text, ": what these functions read and write is not seen");
  if (libraries || has_more)
    rp_monitor_remark (RP_REMARK_LIMIT, text.text); /* the text stays in memory */
  else
    rp_strbuf_clear (&text);
}

#else

RP_HOOK_OWN (void, rp_call_by_pointer, const void *function)
{
  (void) function;
}

void
rp_imports_start (void)
{
}

void
rp_imports_update (void)
{
}

void
rp_imports_remark (void)
{
  rp_monitor_remark (RP_REMARK_LIMIT, "calls into libraries that raceproof cc did not compile: what these functions "
                                      "read and write is not seen");
}

#endif
