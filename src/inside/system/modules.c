#include "inside/system/modules.h"

#include <string.h>
#include <unistd.h>

static int
get_added (struct dl_phdr_info *info, size_t size, void *context)
{
  (void) size;
  *(unsigned long long *) context = info->dlpi_adds;
  return 1;
}

unsigned long long
rp_modules_added (void)
{
  unsigned long long added = 0;
  dl_iterate_phdr (get_added, &added);
  return added;
}

const char *
rp_module_name (const rp_module *module)
{
  const char *slash = strrchr (module->path, '/');
  return slash ? slash + 1 : module->path;
}

/* ---- slots ---- */

/* The tables of a module that its dynamic section names. */
typedef struct tables
{
  const ElfW (Sym) *symbols;
  const char *names;
  const ElfW (Rela) *calls, *others;
  size_t call_bytes, other_bytes;
  const ElfW (Half) *versions;    /* the number of the version of each symbol, or NULL */
  const ElfW (Verneed) *needed;   /* the versions that these numbers stand for, or NULL */
} tables;

/* Returns the address that VALUE of the dynamic section means. The dynamic linker has made most of these addresses
 * absolute by now; the kernel's own module keeps its offsets. */
static const void *
at (const rp_module *module, uintptr_t value)
{
  return (const void *) (value < module->bias ? value + module->bias : value);
}

static bool
read_tables (const rp_module *module, tables *t)
{
  *t = (tables) { 0 };
  for (const ElfW (Dyn) *entry = module->dynamic; entry && entry->d_tag != DT_NULL; entry++)
    {
      const void *address = at (module, entry->d_un.d_ptr);
      switch (entry->d_tag)
        {
        case DT_SYMTAB:
          t->symbols = address;
          break;
        case DT_STRTAB:
          t->names = address;
          break;
        case DT_JMPREL:
          t->calls = address;
          break;
        case DT_PLTRELSZ:
          t->call_bytes = entry->d_un.d_val;
          break;
        case DT_RELA:
          t->others = address;
          break;
        case DT_RELASZ:
          t->other_bytes = entry->d_un.d_val;
          break;
        case DT_VERSYM:
          t->versions = address;
          break;
        case DT_VERNEED:
          t->needed = address;
          break;
        default:
          break;
        }
    }
  return t->symbols && t->names;
}

static const char *
version_of (const tables *t, size_t symbol)
{
  unsigned number = t->versions ? t->versions[symbol] & 0x7fff : 0;
  const ElfW (Verneed) *file = number > 1 ? t->needed : NULL;
  while (file)
    {
      const ElfW (Vernaux) *version = (const void *) ((const char *) file + file->vn_aux);
      for (unsigned i = 0; i < file->vn_cnt; i++)
        {
          if (version->vna_other == number)
            return t->names + version->vna_name;
          version = (const void *) ((const char *) version + version->vna_next);
        }
      file = file->vn_next ? (const void *) ((const char *) file + file->vn_next) : NULL;
    }
  return NULL;
}

#if defined(__x86_64__)
enum
{
  CALL_SLOT = R_X86_64_JUMP_SLOT,
  ADDRESS_SLOT = R_X86_64_GLOB_DAT,
  ADDRESS = R_X86_64_64
};
#elif defined(__aarch64__)
enum
{
  CALL_SLOT = R_AARCH64_JUMP_SLOT,
  ADDRESS_SLOT = R_AARCH64_GLOB_DAT,
  ADDRESS = R_AARCH64_ABS64
};
#else
enum
{
  CALL_SLOT = -1,
  ADDRESS_SLOT = -1,
  ADDRESS = -1
};
#endif

/* Stores in *SLOT the slot that RELOCATION fills. Returns false if the slot is not for a function. */
static bool
read_slot (const rp_module *module, const tables *t, const ElfW (Rela) *relocation, rp_module_slot *slot)
{
  int kind = (int) ELF64_R_TYPE (relocation->r_info);
  size_t number = ELF64_R_SYM (relocation->r_info);
  const ElfW (Sym) *symbol = &t->symbols[number];
  unsigned type = symbol->st_info & 15;
  bool is_call = kind == CALL_SLOT;
  bool is_address = (kind == ADDRESS_SLOT || (kind == ADDRESS && !relocation->r_addend)) && type == STT_FUNC;
  if (!number || !(is_call || is_address))
    return false;
  *slot = (rp_module_slot) { .place = (uintptr_t *) (module->bias + relocation->r_offset),
                             .name = t->names + symbol->st_name,
                             .version = version_of (t, number),
                             .is_call = is_call };
  return true;
}

void
rp_module_slots (const rp_module *module,
                 void (*function) (const rp_module *module, const rp_module_slot *slot, void *context),
                 void *context)
{
  tables t;
  rp_module_slot slot;
  if (!read_tables (module, &t))
    return;
  for (size_t i = 0; t.calls && i < t.call_bytes / sizeof *t.calls; i++)
    if (read_slot (module, &t, &t.calls[i], &slot))
      function (module, &slot, context);
  for (size_t i = 0; t.others && i < t.other_bytes / sizeof *t.others; i++)
    if (read_slot (module, &t, &t.others[i], &slot))
      function (module, &slot, context);
}

static void
look_for_mark (const rp_module *module, const rp_module_slot *slot, void *context)
{
  (void) module;
  *(bool *) context |= !strncmp (slot->name, "__tsan_", 7);
}

/* ---- modules ---- */

typedef struct request
{
  size_t left;
  rp_module *module;
} request;

static int
get (struct dl_phdr_info *info, size_t size, void *context)
{
  request *r = context;
  (void) size;
  if (r->left--)
    return 0;
  bool is_program = !info->dlpi_name || !*info->dlpi_name;
  rp_module m = { .path = is_program ? "/proc/self/exe" : info->dlpi_name,
                  .bias = info->dlpi_addr,
                  .low = UINTPTR_MAX,
                  .is_program = is_program };
  for (int i = 0; i < info->dlpi_phnum; i++)
    {
      const ElfW (Phdr) *part = &info->dlpi_phdr[i];
      uintptr_t begin = info->dlpi_addr + part->p_vaddr, end = begin + part->p_memsz;
      if (part->p_type == PT_LOAD)
        {
          m.low = begin < m.low ? begin : m.low;
          m.high = end > m.high ? end : m.high;
        }
      else if (part->p_type == PT_DYNAMIC)
        m.dynamic = (const void *) begin;
      else if (part->p_type == PT_GNU_RELRO)
        {
          uintptr_t page = (uintptr_t) sysconf (_SC_PAGESIZE);
          m.relro_low = begin & -page; /* as the dynamic linker does it */
          m.relro_high = end & -page;
        }
    }
  *r->module = m;
  return 1;
}

bool
rp_module_get (size_t number, rp_module *module)
{
  request r = { number, module };
  if (!dl_iterate_phdr (get, &r))
    return false;
  if (!module->is_program)
    rp_module_slots (module, look_for_mark, &module->is_compiled_by_us);
  return true;
}
